//! The elements of meshes in groups of a kind.

use std::any::Any;
use std::ops::Range;

use super::GRAIN;
use crate::forces::element::{Elements, Group, Point, Store};
use crate::forces::mesh::Part;
use crate::forces::shell::{Hinges, Membranes};
use crate::forces::solid::{SolidRest, Solids};
use crate::forces::solve::Gathering;
use crate::forces::spring::Springs;
use crate::forces::strands::{StrandRest, Strands};
use crate::forces::{MeshEnergy, MeshError};
use crate::materials::{Law, LawVisitor};
use crate::parallel::tree;

/// The forces of one way to act.
#[derive(Default)]
pub(crate) struct Forces<const D: usize> {
    pub groups: Vec<Box<dyn Group<D>>>,
    pub strands: Strands,
    pub rods: Vec<StrandRest>,
    pub gathering: Gathering<D>,
}

impl<const D: usize> Forces<D> {
    /// Adds elements whose vertices are counted from `first` on.
    pub fn add(&mut self, part: &Part, first: u32) -> Result<(), MeshError> {
        fn shifted<const N: usize, R: Copy>(cells: &[([u32; N], R)], first: u32) -> (Vec<R>, Vec<[u32; N]>) {
            cells.iter().map(|(vertices, rest)| (*rest, vertices.map(|vertex| vertex + first))).unzip()
        }
        let group: Box<dyn Group<D>> = match part {
            Part::Springs(springs) => {
                let (rests, vertices) = shifted(springs, first);
                Box::new(Elements { element: Springs, rests, vertices, store: Store::Stretch })
            }
            Part::Triangles(law, cells) => fitting(law.visit(OfSolids(shifted(cells, first))))?,
            Part::Tetrahedra(law, cells) => fitting(law.visit(OfSolids(shifted(cells, first))))?,
            Part::Membranes(law, cells) => fitting(law.visit(OfMembranes(shifted(cells, first))))?,
            Part::Hinges(cells) => {
                let (rests, vertices) = shifted(cells, first);
                let hinges = Elements { element: Hinges, rests, vertices, store: Store::Bend };
                fitting::<3, D>(Box::new(hinges))?
            }
            Part::Strands(strands) => {
                self.rods.extend(strands.iter().cloned().map(|mut strand| {
                    strand.vertices.iter_mut().for_each(|vertex| *vertex += first);
                    strand
                }));
                return Ok(());
            }
        };
        self.groups.push(group);
        Ok(())
    }

    /// What they hold.
    pub fn energy(&self, x: &[Point<D>]) -> MeshEnergy {
        let mut total = self.strands.energy(x);
        for group in &self.groups {
            let work = |range: Range<usize>, ()| group.energy(range, x);
            let energy = tree(0..group.len(), GRAIN, &|i| i, (), &work, &|a, b| a + b);
            match group.store() {
                Store::Stretch => total.stretch += energy,
                Store::Bend => total.bend += energy,
            }
        }
        total
    }
}

/// A group of one dimension as one of another, which must be the same.
fn fitting<const E: usize, const D: usize>(group: Box<dyn Group<E>>) -> Result<Box<dyn Group<D>>, MeshError> {
    let group: Box<dyn Any> = Box::new(group);
    group.downcast::<Box<dyn Group<D>>>().map(|group| *group).map_err(|_| MeshError::Dimension)
}

/// Makes elements of a law.
struct OfSolids<const D: usize, const N: usize>((Vec<SolidRest<D>>, Vec<[u32; N]>));

macro_rules! of_solids {
    ($dimension:literal, $corners:literal) => {
        impl LawVisitor for OfSolids<$dimension, $corners> {
            type Output = Box<dyn Group<$dimension>>;
            fn visit<L: Law>(self, law: &L) -> Self::Output {
                let (rests, vertices) = self.0;
                Box::new(Elements { element: Solids::new(law), rests, vertices, store: Store::Stretch })
            }
        }
    };
}
of_solids!(2, 3);
of_solids!(3, 4);

/// The same of membranes.
struct OfMembranes((Vec<SolidRest<2>>, Vec<[u32; 3]>));

impl LawVisitor for OfMembranes {
    type Output = Box<dyn Group<3>>;
    fn visit<L: Law>(self, law: &L) -> Self::Output {
        let (rests, vertices) = self.0;
        Box::new(Elements { element: Membranes::new(law), rests, vertices, store: Store::Stretch })
    }
}
