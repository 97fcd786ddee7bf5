//! Contact during a solve: which nodes walls and solids hold, and what friction does to those that slide.

use super::held::HeldNode;
use super::passes::Bend;
use super::planes::Planes;
use super::system::System;
use super::{Contacts, Scratch};
use crate::colliders::{Contact, PlaneList, Touch};
use crate::grid::{EDGE, NodeBlock, Tile, node_index};
use crate::integrators::advance::contact_node;
use crate::memory::Lined;
use crate::tensor::{LaneScalar, Narrow, RowKind, Simd, Vector, Vectorized};
use crate::transfer::{Arenas, sum_arenas};

/// What the last round of a solve has found at a node.
#[derive(Clone, Copy)]
pub struct Found<const D: usize> {
    /// How it was held, if it was.
    pub held: Option<HeldNode<D>>,
    /// What it took to hold it, as a change of velocity, in m/s.
    pub reaction: Vector<f64, D>,
}

/// Holds a node that has the velocity `v` as one contact does.
///
/// A wall that matter may leave holds while it pushes. One with friction holds wholly while that takes no more than Coulomb's
/// cone allows. Beyond it matter slides to the end of the step, and is rubbed by as much as the wall has pushed in the round
/// before; at first, and where it comes to the wall, as much as the node alone would be.
pub fn hold<const D: usize>(
    node: &mut HeldNode<D>,
    touch: &Touch<D>,
    v: Vector<f64, D>,
    found: Option<Found<D>>,
) {
    let Touch { contact, friction, normal: n, velocity: own } = *touch;
    if contact == Contact::Sticky {
        node.contacts += 1;
        return node.hold_at(own);
    }
    let along = |v: Vector<f64, D>| v - n * v.dot(n);
    let before = found.filter(|found| found.held.is_some_and(|held| held.holds_along(n)));
    let reaction = before.map_or(own - v, |found| found.reaction);
    let pushed = reaction.dot(n);
    if contact == Contact::Separate && pushed < 0.0 {
        return;
    }
    node.contacts += 1;
    let limit = friction * pushed.max(0.0);
    let (against, sticks) = match before.and_then(|found| found.held).filter(HeldNode::slides) {
        // It goes on sliding unless it was rubbed so much that it has turned round.
        Some(held) => {
            let against = along(own - v);
            (against, against.dot(held.rubbed) < 0.0)
        }
        None => {
            let against = along(reaction);
            (against, against.norm() <= limit)
        }
    };
    if friction > 0.0 && sticks {
        return node.hold_at(own);
    }
    node.hold_along(n, own.dot(n));
    let size = against.norm();
    if size > 0.0 {
        node.rubbed += against * (limit / size);
    }
}

impl<T: LaneScalar, const D: usize> System<'_, T, D> {
    /// Contact as it is in free fall or, once it is solved with, at the present velocities with its reactions; whether it differs
    /// from what it was.
    pub(super) fn hold(&mut self, is_solved: bool) -> bool {
        let System { step, scratch, contacts: Contacts { obstacles, matter }, .. } = self;
        let Scratch { planes, held, other, .. } = &mut **scratch;
        let Planes { mass, before, push, change, residual, .. } = planes;
        other.clear();
        let len = Tile::<D>::block(Narrow::NODE);
        let mut moments = Lined([T::default(); EDGE * EDGE * EDGE * Narrow::NODE]);
        let moments = &mut moments.0[..len];
        for (index, block) in step.topology.nodes.iter().enumerate() {
            let walls = PlaneList::near(step.domain, &block.block);
            let near = obstacles.nodes.of(index);
            if walls.is_empty() && near.is_empty() {
                other.end_block();
                continue;
            }
            let matter = matter.filter(|_| obstacles.any_thin(near)).map(|arenas| {
                step.level.run(SumBlock { block, arenas, sums: &mut *moments });
                &*moments
            });
            for n in 0..len / Narrow::NODE {
                let at = index * len + n * Narrow::NODE;
                if mass[at] == T::default() {
                    continue;
                }
                let read = |plane: &[T]| Vector(std::array::from_fn(|axis| plane[at + axis].to_f64()));
                let v: Vector<f64, D> = read(before) + if is_solved { read(change) } else { read(push) };
                let found = is_solved.then(|| {
                    let held = held.of(index).iter().find(|held| held.node as usize == n).copied();
                    Found { held, reaction: -read(residual) }
                });
                let mut node = HeldNode::free(n as u8);
                if !near.is_empty() {
                    let place = contact_node(step.domain, block, n, mass[at], matter);
                    for which in near {
                        if let Some(touch) = obstacles.touch(*which as usize, &place) {
                            hold(&mut node, &in_dimension(&touch), v, found);
                        }
                    }
                }
                for touch in walls.touches(node_index::<D>(n)) {
                    hold(&mut node, &touch, v, found);
                }
                if node.holds() {
                    other.push(node);
                }
            }
            other.end_block();
        }
        // What was solved with stays as it is unless it is solved again.
        let changed = !is_solved || !held.same(other);
        if changed {
            std::mem::swap(held, other);
        }
        changed
    }

    /// `Δv` of a free fall, as far as contact lets it.
    pub(super) fn guess(&mut self) {
        let Planes { push, change, .. } = &mut self.scratch.planes;
        change.copy_from_slice(push);
        self.bend();
    }

    /// Lets `Δv` follow what contact holds now.
    pub(super) fn bend(&mut self) {
        let System { step, scratch, .. } = self;
        let Scratch { planes: Planes { before, push, pushed, change, x, .. }, held, .. } = &mut **scratch;
        step.pass(held).run(&Bend { before, push }, [&mut change[..], &mut pushed[..]]);
        x.fill(T::default());
    }
}

/// A touch in space as one of the plane.
fn in_dimension<const D: usize>(touch: &Touch<3>) -> Touch<D> {
    let Touch { contact, friction, normal, velocity } = *touch;
    let cut = |v: Vector<f64, 3>| Vector(std::array::from_fn(|axis| v[axis]));
    Touch { contact, friction, normal: cut(normal), velocity: cut(velocity) }
}

/// Sums one block of arenas.
struct SumBlock<'a, 'b, T, const D: usize> {
    block: &'a NodeBlock<D>,
    arenas: Arenas<'a, T>,
    sums: &'b mut [T],
}

impl<T: LaneScalar, const D: usize> Vectorized for SumBlock<'_, '_, T, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        sum_arenas(token, self.block, self.arenas, self.sums);
    }
}
