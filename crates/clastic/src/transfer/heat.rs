//! Heat between particles and grid.

use std::ops::Range;

use super::stencil::{COLUMN, Column, Columns, Needs, Stencil};
use super::tiles::{Families, clear_tile};
use super::{Arenas, ArenasMut, load_tile, rows_touched, sum_arenas};
use crate::colliders::PlaneList;
use crate::grid::{Domain, EDGE, NONE, NodeBlock, RowRange, TILE_MAX, Tile, Topology, node_index};
use crate::materials::Heat;
use crate::memory::Lined;
use crate::parallel::{Records, tree};
use crate::particles::field::{Part, load, load_vector, store};
use crate::particles::{HEAT_NUMBERS, ParticleSet, Segment};
use crate::tensor::{
    Interleave, LaneScalar, Mask, Narrow, Real, RowKind, Simd, SimdLevel, Vector, Vectorized,
};
use crate::transfer::{Flaw, FlawKind};

/// Home blocks or segments per task.
const GRAIN: usize = 4;
/// Nodes per axis that a particle exchanges heat with: those of the quadratic kernel, whichever moves it.
const N: usize = 3;
/// `D_p` of the quadratic kernel, in cells².
const INERTIA: f64 = 0.25;
/// How fast what nodes cannot see evens out, in diffusivities per cell².
const EVENING: f64 = 4.0;

/// One explicit step of heat conduction:
///
/// ```text
/// C_i = Σ w m c                T_i = Σ w m c T_p / C_i
/// T_g = Σ w T_i                ∇T_p = Σ w T_i D⁻¹ (x_i − x_p)
/// C_i ΔT_i = Σ [w m c s (T_p − T_g) − Δt V k ∇T_p · w D⁻¹ (x_i − x_p)]
/// θ_p ← θ_p − s (T_p − T_g) + Σ w ΔT_i
/// ```
///
/// Conduction changes particles by what their nodes change, so it adds no diffusion of its own. What differs between
/// particles of one cell is invisible to nodes and would last forever; it evens out at the rate `s = 1 − exp(−4 Δt k/(ρ c Δx²))`
/// at which heat crosses a cell, through the nodes, so that a smooth field is left as it is. The sum of `m c θ` stays to
/// round-off. Nodes on and behind a wall that has a temperature take it and keep it, whatever flows to them.
pub struct Conduction<'a, const D: usize> {
    /// The blocks.
    pub topology: &'a Topology<D>,
    /// The bounds of the world.
    pub domain: &'a Domain<D>,
    /// The time step, in s.
    pub dt: f64,
}

/// Memory that the step works in: arenas, touched rows, and nodes.
pub struct Room<'a, T> {
    /// The families' copies of node blocks.
    pub arenas: ArenasMut<'a, T>,
    /// The rows of its tile that every home touches.
    pub touched: &'a mut [RowRange],
    /// One block of nodes per node block.
    pub nodes: &'a mut [T],
}

/// What particles give to nodes.
#[derive(Clone, Copy, PartialEq)]
enum Gift {
    /// `m c T` and `m c`.
    Content,
    /// What flows.
    Flow,
}

impl<const D: usize> Conduction<'_, D> {
    /// Writes the next heat of every set that conducts; fails with the set and the first particle whose heat is not a number.
    pub fn run<T: LaneScalar>(
        &self,
        level: SimdLevel,
        sets: &mut [ParticleSet<T, D>],
        room: Room<T>,
    ) -> Result<(), (usize, Flaw)> {
        let Room { arenas: ArenasMut { values, marks }, touched, nodes } = room;
        for gift in [Gift::Content, Gift::Flow] {
            self.give(level, gift, sets, ArenasMut { values, marks }, touched, nodes);
            self.sum(level, gift, Arenas { values, marks }, nodes);
        }
        for (index, set) in sets.iter_mut().enumerate() {
            if let Some(heat) = set.material.heat {
                self.take(level, heat, set, touched, nodes).map_or(Ok(()), |flaw| Err((index, flaw)))?;
            }
        }
        Ok(())
    }

    /// Scatters into the arenas.
    fn give<T: LaneScalar>(
        &self,
        level: SimdLevel,
        gift: Gift,
        sets: &[ParticleSet<T, D>],
        arenas: ArenasMut<T>,
        touched: &mut [RowRange],
        nodes: &[T],
    ) {
        let touched = Records { data: touched, stride: 1 };
        arenas.scatter(Narrow::NODE, self.topology, touched, &|families, touched| {
            level.run(Give { conduction: self, gift, sets, families, touched: touched.data, nodes });
        });
    }

    /// Sums the arenas into nodes: temperatures and capacities first, changes of temperature then.
    fn sum<T: LaneScalar>(&self, level: SimdLevel, gift: Gift, arenas: Arenas<T>, nodes: &mut [T]) {
        let stride = Tile::<D>::block(Narrow::NODE);
        let work = |blocks: Range<usize>, nodes: Records<T>| {
            let blocks = &self.topology.nodes[blocks];
            level.run(Sum { conduction: self, gift, blocks, arenas, nodes: nodes.data });
        };
        tree(0..self.topology.nodes.len(), GRAIN, &|i| i, Records { data: nodes, stride }, &work, &|_, _| ());
    }

    /// Turns the sums of one block into temperatures, or changes.
    fn set_block<T: LaneScalar>(&self, gift: Gift, block: &NodeBlock<D>, sums: &[T], nodes: &mut [T]) {
        let least = T::from_f64(T::MIN_POSITIVE / T::EPSILON);
        let walls = PlaneList::near(self.domain, &block.block);
        let pairs = sums.chunks_exact(Narrow::NODE).zip(nodes.chunks_exact_mut(Narrow::NODE));
        for (n, (sum, node)) in pairs.enumerate() {
            let capacity = if gift == Gift::Content { sum[CAPACITY] } else { node[CAPACITY] };
            let share = if least < capacity { sum[CHANGE] / capacity } else { T::default() };
            let wall = walls.temperature(node_index::<D>(n));
            if gift == Gift::Content {
                node.fill(T::default());
                node[TEMPERATURE] = wall.map_or(share, T::from_f64);
                node[CAPACITY] = capacity;
            } else {
                node[CHANGE] = if wall.is_some() { T::default() } else { share };
            }
        }
    }

    /// Gathers the nodes' changes into one set.
    fn take<T: LaneScalar>(
        &self,
        level: SimdLevel,
        heat: Heat,
        set: &mut ParticleSet<T, D>,
        touched: &[RowRange],
        nodes: &[T],
    ) -> Option<Flaw> {
        let ParticleSet { position, mass_volume, volume_ratio, heat: field, segments, .. } = set;
        let end = segments.last().map_or(0, |s| s.end_chunk(T::PER_REGISTER));
        let chunk_of = |i: usize| segments.get(i).map_or(end, |s| s.first_chunk as usize);
        let present = Present {
            position: &position.now,
            mass_volume: &mass_volume.now,
            volume_ratio: &volume_ratio.now,
            heat: &field.now,
            law: heat,
        };
        let next = Records { stride: field.stride(), data: &mut field.next };
        let work = |range: Range<usize>, next: Records<T>| {
            let first_chunk = chunk_of(range.start);
            let segments = &segments[range];
            let present = &present;
            level.run(Take {
                conduction: self,
                present,
                segments,
                first_chunk,
                touched,
                nodes,
                next: next.data,
            })
        };
        tree(0..segments.len(), GRAIN, &chunk_of, next, &work, &|a: Option<Flaw>, b| a.or(b))
    }

    /// `s (T_p − T_g)`: what of a difference within a cell evens out in the step.
    #[inline(always)]
    fn evened<R: Real>(&self, heat: Heat, register: &Register<R, D>, grid: R) -> R {
        let cell = self.domain.cell;
        let rate = EVENING * self.dt * heat.conductivity / (heat.capacity * cell * cell);
        let exponent = (register.volume / register.mass * grid.of(rate)).min(grid.of(50.0));
        (grid.one() - (-exponent).exp()) * (register.temperature - grid)
    }
}

/// What is read of a set.
struct Present<'a, T> {
    position: &'a [T],
    mass_volume: &'a [T],
    volume_ratio: &'a [T],
    heat: &'a [T],
    law: Heat,
}

/// A register of particles.
struct Register<R, const D: usize> {
    x: Vector<R, D>,
    mass: R,
    /// Present volume.
    volume: R,
    /// Heat and its remainder.
    heat: [R; HEAT_NUMBERS],
    temperature: R,
}

impl<T: LaneScalar> Present<'_, T> {
    #[inline(always)]
    fn load<S: Simd, const D: usize>(&self, token: S, at: Part) -> Register<T::Part<S>, D> {
        let read = |field: &[T], k: usize| load(token, at.of::<T::Part<S>>(field, 2), k);
        let heat = [read(self.heat, 0), read(self.heat, 1)];
        Register {
            x: load_vector(token, self.position, at),
            mass: read(self.mass_volume, 0),
            volume: read(self.mass_volume, 1) * read(self.volume_ratio, 0),
            heat,
            temperature: self.law.temperature(heat[0]),
        }
    }
}

/// Gathers a node's values, and the slopes of its temperature, for a register of particles.
#[inline(always)]
fn gather<S: Simd, T: LaneScalar, const D: usize>(
    token: S,
    x: Vector<T::Part<S>, D>,
    count: usize,
    tile: &[T],
    stencil: &mut Stencil<T>,
) -> Gathered<T::Part<S>, D> {
    let mut columns: Columns<T> = [[T::default(); COLUMN]; 4];
    let mut unused: Column<T> = [T::default(); COLUMN];
    stencil.fill::<S, Narrow, D, N>(x, NEEDS);
    for lane in 0..count {
        stencil.reach::<S, Narrow>(token, lane).gather_moments::<D, N, false>(
            [tile, tile],
            &mut columns,
            &mut unused,
        );
    }
    let node = T::Part::<S>::deinterleave(token, &columns[0]);
    let mut moments = Vector([node[TEMPERATURE]; D]);
    for axis in 0..D {
        moments[axis] = T::Part::<S>::deinterleave(token, &columns[axis + 1])[TEMPERATURE];
    }
    Gathered { change: node[CHANGE], temperature: node[TEMPERATURE], moments }
}

/// What a register of particles finds at its nodes.
struct Gathered<R, const D: usize> {
    /// `Σ w ΔT_i`.
    change: R,
    /// `T_g`.
    temperature: R,
    /// `Σ w T_i (x_i − x_p)`, in cells.
    moments: Vector<R, D>,
}

/// A node's four values: the change of its temperature or, in arenas, a sum of heat; its temperature; nothing; its
/// capacity.
const CHANGE: usize = 0;
const TEMPERATURE: usize = 1;
const CAPACITY: usize = 3;

/// Both ways need the same of a stencil.
const NEEDS: Needs =
    Needs { offsets: true, moments: true, gradients: false, bends: false, differences: false };

struct Give<'a, 'b, T, const D: usize> {
    conduction: &'a Conduction<'a, D>,
    gift: Gift,
    sets: &'a [ParticleSet<T, D>],
    families: Families<'b, T>,
    touched: &'b mut [RowRange],
    /// Temperatures, for the flow.
    nodes: &'a [T],
}

impl<T: LaneScalar, const D: usize> Vectorized for Give<'_, '_, T, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        let Give { conduction, gift, sets, families, touched, nodes } = self;
        let mut tile = Lined([T::default(); TILE_MAX]);
        let mut temperatures = Lined([T::default(); TILE_MAX]);
        let mut stencil = Stencil::new();
        let mut columns: Columns<T> = [[T::default(); COLUMN]; 4];
        let mut touched = touched.iter_mut();
        for (family, mut arena) in families {
            for (home, rows) in family.homes.clone().map(|home| home as usize).zip(&mut touched) {
                let place = &conduction.topology.homes[home];
                if gift == Gift::Content {
                    *rows = rows_touched::<S, T, D, N>(token, sets, home);
                } else {
                    load_tile::<S, T, D, false>(token, place, *rows, nodes, &mut temperatures.0);
                }
                clear_tile::<S, T, D>(token, Narrow::NODE, *rows, &mut tile.0);
                for (set, law) in sets.iter().filter_map(|set| Some((set, set.material.heat?))) {
                    let segment = set.segment_of_home[home];
                    if segment == NONE {
                        continue;
                    }
                    let present = Present {
                        position: &set.position.now,
                        mass_volume: &set.mass_volume.now,
                        volume_ratio: &set.volume_ratio.now,
                        heat: &set.heat.now,
                        law,
                    };
                    for (at, count) in set.segments[segment as usize].parts::<T::Part<S>>() {
                        let register = present.load::<S, D>(token, at);
                        let (value, slopes) = match gift {
                            Gift::Content => content::<S, T, D>(law, &register),
                            Gift::Flow => {
                                let x = register.x;
                                let grid = gather::<S, T, D>(token, x, count, &temperatures.0, &mut stencil);
                                conduction.flow::<S, T>(law, &register, grid)
                            }
                        };
                        T::Part::<S>::interleave(value, &mut columns[0]);
                        for axis in 0..D {
                            let zero = slopes[axis].zero();
                            T::Part::<S>::interleave(
                                [slopes[axis], zero, zero, zero],
                                &mut columns[axis + 1],
                            );
                        }
                        stencil.fill::<S, Narrow, D, N>(register.x, NEEDS);
                        for lane in 0..count {
                            let reach = stencil.reach::<S, Narrow>(token, lane);
                            reach.scatter_moments::<D, N>(&mut tile.0, &columns);
                        }
                    }
                }
                arena.add(token, Narrow::NODE, place, *rows, &tile.0);
            }
        }
    }
}

/// A register's contribution to a node's four values, and to the first of them per cell of distance.
type Contribution<R, const D: usize> = ([R; 4], Vector<R, D>);

/// `m c T` and, last of four, `m c`.
#[inline(always)]
fn content<S: Simd, T: LaneScalar, const D: usize>(
    law: Heat,
    register: &Register<T::Part<S>, D>,
) -> Contribution<T::Part<S>, D> {
    let capacity = register.mass * register.mass.of(law.capacity);
    let zero = capacity.zero();
    ([capacity * register.temperature, zero, zero, capacity], Vector([zero; D]))
}

impl<const D: usize> Conduction<'_, D> {
    /// What flows: what evens out, and what is conducted, per cell of distance.
    #[inline(always)]
    fn flow<S: Simd, T: LaneScalar>(
        &self,
        law: Heat,
        register: &Register<T::Part<S>, D>,
        grid: Gathered<T::Part<S>, D>,
    ) -> Contribution<T::Part<S>, D> {
        let one = grid.temperature.one();
        let evened = self.evened(law, register, grid.temperature);
        // ∇T and g are both moments over D, in cells² and then in m.
        let per_moment = 1.0 / (INERTIA * self.domain.cell);
        let conducted = register.volume * one.of(-self.dt * law.conductivity * per_moment * per_moment);
        let zero = one.zero();
        ([register.mass * one.of(law.capacity) * evened, zero, zero, zero], grid.moments * conducted)
    }
}

struct Sum<'a, 'b, T, const D: usize> {
    conduction: &'a Conduction<'a, D>,
    gift: Gift,
    blocks: &'a [NodeBlock<D>],
    arenas: Arenas<'a, T>,
    nodes: &'b mut [T],
}

impl<T: LaneScalar, const D: usize> Vectorized for Sum<'_, '_, T, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        let mut sums = Lined([T::default(); EDGE * EDGE * EDGE * Narrow::NODE]);
        let sums = &mut sums.0[..Tile::<D>::block(Narrow::NODE)];
        for (block, nodes) in self.blocks.iter().zip(self.nodes.chunks_exact_mut(sums.len())) {
            sum_arenas(token, block, self.arenas, sums);
            self.conduction.set_block(self.gift, block, sums, nodes);
        }
    }
}

struct Take<'a, 'b, T, const D: usize> {
    conduction: &'a Conduction<'a, D>,
    present: &'a Present<'a, T>,
    segments: &'a [Segment<D>],
    first_chunk: usize,
    touched: &'a [RowRange],
    nodes: &'a [T],
    next: &'b mut [T],
}

impl<T: LaneScalar, const D: usize> Vectorized for Take<'_, '_, T, D> {
    type Output = Option<Flaw>;
    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> Option<Flaw> {
        let Take { conduction, present, segments, first_chunk, touched, nodes, next } = self;
        let mut tile = Lined([T::default(); TILE_MAX]);
        let mut stencil = Stencil::new();
        let mut flaw = None;
        for segment in segments {
            let home = segment.home as usize;
            load_tile::<S, T, D, false>(
                token,
                &conduction.topology.homes[home],
                touched[home],
                nodes,
                &mut tile.0,
            );
            for (at, count) in segment.parts::<T::Part<S>>() {
                let register = present.load::<S, D>(token, at);
                let grid = gather::<S, T, D>(token, register.x, count, &tile.0, &mut stencil);
                let evened = conduction.evened(present.law, &register, grid.temperature);
                // Kahan's sum: a step's share of a slow change would be lost to rounding.
                let [heat, remainder] = register.heat;
                let change = (grid.change - evened) + remainder;
                let sum = heat + change;
                let remainder = change - (sum - heat);
                let numbers = at.since(first_chunk).of_mut::<T::Part<S>>(next, HEAT_NUMBERS);
                store(sum, numbers, 0);
                store(remainder, numbers, 1);
                let finite = sum.abs().le(sum.of(T::MAX));
                if flaw.is_none() && (!finite).any() {
                    let lane = (0..count).find(|lane| !finite.test(*lane));
                    flaw = lane.map(|lane| Flaw { kind: FlawKind::NotFinite, slot: at.slot::<T>() + lane });
                }
            }
        }
        flaw
    }
}
