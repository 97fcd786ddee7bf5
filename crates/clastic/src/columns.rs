//! Columns: the particles of a frame as one array per quantity, by id; to be read, and to be written back.

use std::slice::ChunksExact;

use crate::config::Config;
use crate::error::SimulationError;
use crate::simulation::Simulation;
use crate::solvers::Stored;

/// Numbers in the simulation's own precision.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Of 24 bits.
    F32(Vec<f32>),
    /// Of 53 bits.
    F64(Vec<f64>),
}

impl Default for Values {
    fn default() -> Self {
        Values::F32(Vec::new())
    }
}

macro_rules! stored {
    ($($scalar:ident: $variant:ident),+) => {
        $(impl Stored for $scalar {
            fn column(values: &mut Values) -> &mut Vec<$scalar> {
                if !matches!(values, Values::$variant(_)) {
                    *values = Values::$variant(Vec::new());
                }
                match values {
                    Values::$variant(numbers) => numbers,
                    _ => unreachable!("it was made one"),
                }
            }
        })+
    };
}
stored!(f32: F32, f64: F64);

/// What to read besides positions, velocities and volume ratios.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// The affine velocity fields.
    pub c: bool,
    /// The deformation gradients.
    pub f: bool,
    /// The stresses.
    pub stress: bool,
    /// The temperatures.
    pub temperature: bool,
    /// The concentrations.
    pub concentration: bool,
}

/// The particles by id, for `N` particles in `d` dimensions. Made to be filled again and again by
/// [`Simulation::columns`]: its memory is kept.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Positions, N × d, in m.
    pub x: Values,
    /// Velocities, N × d, in m/s.
    pub v: Values,
    /// Elastic volume ratios `J_E`, N.
    pub j: Values,
    /// Affine velocity fields, N × d × d, in 1/s; empty unless asked for.
    pub c: Values,
    /// Deformation gradients, N × d × d; empty unless asked for.
    pub f: Values,
    /// Kirchhoff stresses, N × d × d, in Pa; empty unless asked for.
    pub stress: Values,
    /// Temperatures, N, in the unit in which they were given, and 0 where a material keeps none; empty unless asked for.
    pub temperature: Values,
    /// Concentrations, N × [`Config::components`](crate::Config::components), and 0 where a material keeps none; empty unless asked for.
    pub concentration: Values,
    /// Indices of the materials, N.
    pub material: Vec<i32>,
    /// Stable ids, N, ascending.
    pub id: Vec<u64>,
    pub(crate) places: Places,
}

/// Where the particle of every row is stored: working memory that is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The slot of every row, counted through all sets.
    pub(crate) slots: Vec<u32>,
    /// What the chunks of all sets belong to.
    pub(crate) chunks: Vec<ChunkPlace>,
    /// Ids and slots, where they must be sorted.
    pub(crate) by_id: Vec<(u64, u32)>,
}

/// What a chunk belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChunkPlace {
    pub(crate) material: u32,
    pub(crate) segment: u32,
    /// Chunks of the sets before its own.
    pub(crate) before: u32,
}

/// A column that can be written back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Positions, in m.
    X,
    /// Velocities, in m/s.
    V,
    /// Affine velocity fields, in 1/s.
    C,
    /// Deformation gradients. Where one changes, what else the law keeps, as how far it has hardened, begins anew.
    F,
    /// Temperatures.
    Temperature,
    /// Concentrations.
    Concentration,
}

impl Column {
    /// Numbers per particle of a simulation that was built from this configuration.
    pub fn stride(self, config: &Config) -> usize {
        let dimension = config.dimension as usize;
        match self {
            Column::X | Column::V => dimension,
            Column::C | Column::F => dimension * dimension,
            Column::Temperature => 1,
            Column::Concentration => config.components(),
        }
    }
}

/// The numbers of each of so many particles, which have as many each.
pub(crate) fn shared_out(values: &[f64], particles: usize) -> ChunksExact<'_, f64> {
    values.chunks_exact(values.len().checked_div(particles).unwrap_or(0).max(1))
}

/// Writes `K` numbers per row, by the index of its particle.
pub(crate) fn fill<T: Stored, const K: usize>(
    column: &mut Vec<T>,
    rows: &[(u64, u32)],
    of: impl Fn(usize) -> [f64; K],
) {
    column.clear();
    column.extend(rows.iter().flat_map(|(_, index)| of(*index as usize)).map(T::from_f64));
}

/// Writes `D²` numbers per row.
pub(crate) fn fill_matrix<T: Stored, const D: usize>(
    column: &mut Vec<T>,
    rows: &[(u64, u32)],
    of: impl Fn(usize, usize) -> f64,
) {
    column.clear();
    let of = &of;
    let numbers = rows.iter().flat_map(|(_, index)| (0..D * D).map(move |k| of(*index as usize, k)));
    column.extend(numbers.map(T::from_f64));
}

impl Simulation {
    /// Fills columns with the particles as they are now: those of [`Simulation::particles`], rounded to the simulation's
    /// precision, in a small part of the time and without allocating once the columns have their size.
    pub fn columns(&self, which: Fields, into: &mut Columns) {
        let solver = self.solver.as_ref();
        self.pool.install(|| solver.columns(which, self.next_id, into));
    }

    /// Gives the particles, by id, these values of a column: all of them, or none if one makes no sense. What is the
    /// present value in the simulation's precision changes nothing, so that a column may be written back as it was read.
    pub fn set_column(&mut self, column: Column, values: &[f64]) -> Result<(), SimulationError> {
        let stride = column.stride(&self.config);
        let expected = stride * self.len();
        if values.len() != expected {
            return Err(SimulationError::Column { expected, found: values.len() });
        }
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            let what = "has a value that is not a finite number";
            return Err(SimulationError::Particle { index: place / stride, what });
        }
        let Simulation { solver, pool, next_id, .. } = self;
        let written = pool.install(|| solver.set_column(column, *next_id, values));
        written.map_err(|(index, what)| SimulationError::Particle { index, what })?;
        // Some may be in a sink already.
        self.flows.approach = f64::INFINITY;
        Ok(())
    }
}
