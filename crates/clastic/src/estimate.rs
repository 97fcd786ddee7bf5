//! How much memory a simulation will take, before it is made.

use crate::Dimension;
use crate::config::{Config, Method, Precision};
use crate::grid::{EDGE, Home, NodeBlock, Tile, power};
use crate::integrators::Integrator;
use crate::materials::{AnyLaw, Stiffness};
use crate::particles::{Keep, ParticleSet};
use crate::solvers::mlsrk;
use crate::tensor::{LaneScalar, Narrow, RowKind, Wide};

impl Config {
    /// The memory, in bytes, that so many particles in so many cells will take: fields, what ordering needs, arenas and
    /// nodes, with the slack that each is given. It is for matter in one piece, of any law; drops that fly apart take
    /// whole blocks each, and with them more.
    ///
    /// A configuration that makes no simulation takes nothing.
    pub fn memory_estimate(&self, particles: u64, occupied_cells: u64) -> u64 {
        let matter = Matter { particles: particles as f64, cells: occupied_cells as f64 };
        let bytes = match (self.dimension, self.precision) {
            (dimension, _) if matches!(self.method, Method::Liquid(_)) => liquid_bytes(dimension, matter),
            (dimension, _) if matches!(self.method, Method::Mlsrk(_)) => self.mlsrk_bytes(dimension, matter),
            (Dimension::Two, Precision::F32) => self.bytes::<f32, 2>(matter),
            (Dimension::Two, Precision::F64) => self.bytes::<f64, 2>(matter),
            (Dimension::Three, Precision::F32) => self.bytes::<f32, 3>(matter),
            (Dimension::Three, Precision::F64) => self.bytes::<f64, 3>(matter),
        };
        bytes as u64
    }

    fn bytes<T: LaneScalar, const D: usize>(&self, matter: Matter) -> f64 {
        let Ok(transfer) = self.transfer() else { return 0.0 };
        let keep = Keep {
            gradient: transfer.keeps_gradient(),
            reference: self.body_force.is_some(),
            modes: transfer.scheme.modes.len(),
        };
        let slot =
            AnyLaw::LAWS.iter().map(|law| ParticleSet::<T, D>::new(law.example().into(), keep).slot_bytes());
        let slot = slot.max().unwrap_or(0) as f64;
        let size = |values: usize| (values * size_of::<T>()) as f64;

        // A cube of so many cells, cut by the blocks' faces anywhere; node blocks reach one further on each side.
        let side = matter.cells.powf(1.0 / D as f64) / EDGE as f64 + 1.0 - 1.0 / EDGE as f64;
        let homes = side.powi(D as i32).min(matter.particles);
        let nodes = (side + 2.0).powi(D as i32).min(power(3, D) as f64 * homes);
        // A family of two homes along an axis, if whole, has copies of four node blocks.
        let copies = (2.0 * side + 1.0).powi(D as i32).min(power(3, D) as f64 * homes);
        // A chunk more for every block, and room for some more of them.
        let chunks = matter.particles / T::PER_REGISTER as f64 + homes;
        let slots = T::PER_REGISTER as f64 * (chunks * (1.0 + 1.0 / 32.0) + homes / 8.0);

        let width = transfer.width();
        let block = size(Tile::<D>::block(width));
        // The map from coordinates to blocks takes about as much as these.
        let node = block + 1.5 * size_of::<NodeBlock<D>>() as f64;
        let copy = block + size_of::<u64>() as f64;
        let (solve_slot, solve_node) = match self.integrator {
            Integrator::SYMPLECTIC_EULER => (0.0, 0.0),
            _ => {
                let lag = if transfer.lag > 0.0 { D * D + Narrow::NODE } else { 0 };
                let planes = 16 * Tile::<D>::block(Narrow::NODE) + Tile::<D>::block(Wide::NODE);
                (size(2 * D * D + Stiffness::<f64, D>::COUNT + lag), size(planes))
            }
        };
        let blocks = homes * size_of::<Home<D>>() as f64 + copies * copy + nodes * node;
        slots * slot + BLOCK_SLACK * (blocks + slots * solve_slot + nodes * solve_node)
    }
}

impl Config {
    /// What the MLSRK solver takes: particles twice, what a step computes of each, and lists of neighbours.
    fn mlsrk_bytes(&self, dimension: Dimension, matter: Matter) -> f64 {
        let Method::Mlsrk(method) = &self.method else { return 0.0 };
        let d = dimension as usize;
        let number = size_of::<f64>();
        // Shape functions, pushes and places stand in records of four numbers.
        let particle = 2 * (2 * d * d + 3 * d + 7 + method.components + d * d + 1) + 60 + 4 * d * d;
        let phase = if method.phase.is_some() { 16 + d } else { 0 };
        let per_cell = matter.particles / matter.cells.max(1.0);
        let reach = 2.0 * method.radius + mlsrk::Settings::<3>::new(1.0).skin * method.radius;
        let neighbours = per_cell * reach.powi(d as i32);
        matter.particles * ((particle + phase) * number) as f64
            + LIST_SLACK * matter.particles * neighbours * size_of::<u32>() as f64
    }
}

/// What the liquid solver takes: particles and room to sort them; numbers of cells and faces in tiles that hold liquid or are
/// beside one that does; arenas that particles give to; the equations of cells of liquid, and coarser ones.
fn liquid_bytes(dimension: Dimension, matter: Matter) -> f64 {
    use crate::solvers::liquid::{EDGE, Row};
    let d = dimension as usize;
    let number = size_of::<f64>();
    let particle = 2 * number * (d * d + 2 * d + 3) + 4 * number;
    let cell = number * (6 * d + 9);
    let point = number * (2 * d + 1);
    let row = match dimension {
        Dimension::Two => size_of::<Row<2>>(),
        Dimension::Three => size_of::<Row<3>>(),
    };
    let whole = power(2, d) as f64;
    let equation = (row + 6 * number) as f64 * whole / (whole - 1.0);
    let side = matter.cells.powf(1.0 / d as f64) / EDGE as f64 + 1.0 - 1.0 / EDGE as f64;
    let homes = side.powi(d as i32).min(matter.particles);
    let tiles = (side + 2.0).powi(d as i32).min(power(3, d) as f64 * homes);
    matter.particles * particle as f64
        + matter.cells * equation
        + TILE_SLACK * tiles * (power(EDGE, d) * cell) as f64
        + homes * (power(EDGE + 2, d) * point) as f64
}

/// What the arrays of blocks are given in excess, so that the next ordering need not allocate.
const BLOCK_SLACK: f64 = 1.0 + 1.0 / 4.0;

/// What lists of neighbours are given in excess: they double as matter gets denser.
const LIST_SLACK: f64 = 1.5;

/// What the arrays of tiles are given in excess: they double as liquid spreads.
const TILE_SLACK: f64 = 1.5;

#[derive(Clone, Copy)]
struct Matter {
    particles: f64,
    cells: f64,
}
