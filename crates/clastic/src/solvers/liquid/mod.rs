//! Incompressible liquid with a free surface, by particles and a MAC grid: section 6 of "The Affine Particle-In-Cell Method"
//! (Jiang et al. 2015).
//!
//! [`Liquid`] knows one step: [`Liquid::attempt`] computes the next state beside the present one, and [`Liquid::commit`] makes it
//! the present one. Between the two, surface, pressure and velocities can be looked at on the grid that they are of. A step
//! that fails leaves no trace. The result has the same bits for any number of threads.

mod access;
mod advect;
mod beyond;
mod bodies;
mod cg;
mod distances;
mod error;
mod extrapolate;
mod grid;
mod loads;
mod masks;
mod multigrid;
mod numbering;
mod particles;
mod parts;
mod path;
mod pressure;
mod resample;
mod solids;
mod solver;
mod spray;
mod step;
mod surface;
mod transfer;
mod volume;
mod window;

pub use access::check_scheme;
pub use cg::{ConjugateGradients, Solved, dot_and_max};
pub use distances::Distances;
pub use error::LiquidError;
pub use extrapolate::{Extrapolation, Known, Sliding};
pub use grid::{Bounds, EDGE, Grid, NONE, Tile, cells_of, local_coord};
pub use loads::{Push, Pushed};
pub use multigrid::{Level, Multigrid, Row, ToSurface};
pub use numbering::Numbering;
pub use particles::Particles;
pub use pressure::{Pressure, Projected, Situation, Solve};
pub use resample::Crowd;
pub use solids::{NoSolids, Room, Solids};
pub(crate) use solver::LiquidSolver;
pub use step::{Attempt, Phase};
pub use surface::Surface;
pub use transfer::{Gathered, face_momenta, momenta};
pub use volume::growth;

use crate::grid::Axis;
use crate::transfer::Scheme;

/// What a liquid is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings<const D: usize> {
    /// The size of a cell, `Δx`, in m.
    pub cell: f64,
    /// What bounds the world; walls let liquid slide and leave, whatever their contact.
    pub axes: [Axis; D],
    /// In kg/m³.
    pub density: f64,
    /// In m/s².
    pub gravity: [f64; D],
    /// How velocities travel between particles and faces.
    pub scheme: Scheme,
    /// When the solve for pressure ends.
    pub solve: Solve,
    /// After how many steps liquid that is too dense or too thin shall be right again, if at all.
    pub relaxation: Option<f64>,
    /// How many particles a cell may have, if that matters: others are split or merged.
    pub crowd: Option<Crowd>,
}

impl<const D: usize> Settings<D> {
    /// APIC, water without gravity, open on all sides.
    pub fn new(cell: f64) -> Self {
        Settings {
            cell,
            axes: [Axis::OPEN; D],
            density: 1000.0,
            gravity: [0.0; D],
            scheme: Scheme::from_name("apic", D).expect("a scheme of the table"),
            solve: Solve::default(),
            relaxation: Some(5.0),
            crowd: Some(Crowd::around(D)),
        }
    }
}

/// The most cells that a particle may move in a step.
pub const MOST_CELLS: f64 = 6.0;

/// A liquid.
pub struct Liquid<const D: usize> {
    settings: Settings<D>,
    grid: Grid<D>,
    particles: Particles<D>,
    next_id: u64,
    order: particles::Order,
    /// Whether particles came or went since they were sorted.
    is_stale: bool,
    /// Particles that were merged into others.
    gone: Vec<u32>,
    room: Room<D>,
    gathered: Gathered<D>,
    surface: Surface,
    growth: Vec<f64>,
    pressure: Pressure<D>,
    extrapolation: Extrapolation<D>,
    beyond: beyond::Beyond<D>,
    /// Velocities of faces after forces and pressure, in m/s.
    velocity: [Vec<f64>; D],
    /// What an attempt computes; afterwards room for sorting.
    next: Particles<D>,
    /// When the last attempt ends, in s, until it is committed.
    attempted: Option<f64>,
}

impl<const D: usize> Liquid<D> {
    /// An empty one.
    pub fn new(settings: Settings<D>) -> Result<Self, LiquidError> {
        if !(settings.cell > 0.0 && settings.cell.is_finite()) {
            return Err(LiquidError::Cell(settings.cell));
        }
        if !(settings.density > 0.0 && settings.density.is_finite()) {
            return Err(LiquidError::Density(settings.density));
        }
        check_scheme(&settings.scheme)?;
        if !settings.gravity.iter().all(|g| g.is_finite()) {
            return Err(LiquidError::Gravity);
        }
        if settings.relaxation.is_some_and(|steps| steps.is_nan() || steps < 1.0) {
            return Err(LiquidError::Relaxation);
        }
        let grid = Grid::new(settings.cell, settings.axes).map_err(|axis| LiquidError::Axis { axis })?;
        Ok(Liquid {
            settings,
            grid,
            particles: Particles::default(),
            next_id: 0,
            order: Default::default(),
            is_stale: false,
            gone: Vec::new(),
            room: Room::default(),
            gathered: Gathered::default(),
            surface: Surface::default(),
            growth: Vec::new(),
            pressure: Pressure::default(),
            extrapolation: Extrapolation::default(),
            beyond: Default::default(),
            velocity: std::array::from_fn(|_| Vec::new()),
            next: Particles::default(),
            attempted: None,
        })
    }

    /// Adds a particle: where it is, in m, its velocity, in m/s, and its volume, in m^D. Returns its number.
    pub fn add(&mut self, position: [f64; D], velocity: [f64; D], volume: f64) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let particles = &mut self.particles;
        particles.id.push(id);
        particles.position.push(self.grid.wrapped(position));
        particles.velocity.push(velocity);
        particles.affine.push([[0.0; D]; D]);
        particles.mass.push(self.settings.density * volume);
        particles.volume.push(volume);
        (self.is_stale, self.attempted) = (true, None);
        id
    }

    /// Fills the cells between two coordinates, counted in cells from the grid's origin, with `2^D` particles each where
    /// `velocity_at` a place, in m, is something.
    pub fn fill(
        &mut self,
        low: [i32; D],
        high: [i32; D],
        velocity_at: impl Fn([f64; D]) -> Option<[f64; D]>,
    ) {
        let volume = (0.5 * self.grid.cell).powi(D as i32);
        let counts: [i32; D] = std::array::from_fn(|axis| 2 * (high[axis] - low[axis]));
        let mut index = [0; D];
        if counts.iter().any(|count| *count <= 0) {
            return;
        }
        'all: loop {
            let s = std::array::from_fn(|axis| low[axis] as f64 + 0.25 + 0.5 * index[axis] as f64);
            let x = self.grid.place(s);
            if let Some(velocity) = velocity_at(x) {
                self.add(x, velocity, volume);
            }
            for axis in (0..D).rev() {
                index[axis] += 1;
                if index[axis] < counts[axis] {
                    continue 'all;
                }
                index[axis] = 0;
            }
            return;
        }
    }

    /// Takes particles as they were, in their order, and the number of the next that comes: all that decides how it goes on.
    /// `None` if the arrays differ in length or a number is not below the next.
    pub fn restore(&mut self, particles: Particles<D>, next_id: u64) -> Option<()> {
        let len = particles.len();
        let lengths = [particles.id.len(), particles.velocity.len(), particles.affine.len()];
        let whole = lengths == [len; 3] && [particles.mass.len(), particles.volume.len()] == [len; 2];
        if !whole || particles.id.iter().any(|id| *id >= next_id) {
            return None;
        }
        (self.particles, self.next_id, self.is_stale, self.attempted) = (particles, next_id, true, None);
        Some(())
    }

    /// The number that the next particle gets.
    pub fn next_id(&self) -> u64 {
        self.next_id
    }

    /// What it was told.
    pub fn settings(&self) -> &Settings<D> {
        &self.settings
    }

    /// The particles, in the order of the grid.
    pub fn particles(&self) -> &Particles<D> {
        &self.particles
    }

    /// The particles, to be changed; they are sorted again before the next step.
    pub fn particles_mut(&mut self) -> &mut Particles<D> {
        (self.is_stale, self.attempted) = (true, None);
        &mut self.particles
    }

    /// The grid around the particles as they were sorted last.
    pub fn grid(&self) -> &Grid<D> {
        &self.grid
    }

    /// What solids left open in the last attempt.
    pub fn room(&self) -> &Room<D> {
        &self.room
    }

    /// The surface in the last attempt.
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// What particles gave to faces in the last attempt.
    pub fn gathered(&self) -> &Gathered<D> {
        &self.gathered
    }

    /// The pressure of the last attempt.
    pub fn pressure(&mut self) -> &mut Pressure<D> {
        &mut self.pressure
    }

    /// The velocities of faces at the end of the last attempt, in m/s.
    pub fn face_velocity(&self) -> &[Vec<f64>; D] {
        &self.velocity
    }

    /// The particles with the velocities and affine parts that these velocities of faces give them after an attempt.
    pub fn returned(&self, faces: &[Vec<f64>; D]) -> Particles<D> {
        let Liquid { grid, particles, gathered, room, .. } = self;
        let (scheme, before, solids) = (&self.settings.scheme, &gathered.velocity, &NoSolids);
        let mut returned = particles.clone();
        advect::GridToParticles { grid, scheme, room, solids, after: faces, before, time: 0.0, dt: 0.0 }
            .run(particles, &mut returned);
        returned
    }

    /// The step, in s, in which no particle moves by more than so many cells, gravity included.
    pub fn step_for(&self, cells: f64) -> f64 {
        let g = self.settings.gravity.iter().map(|g| g * g).sum::<f64>().sqrt();
        let (v, way) = (self.fastest().0, cells * self.grid.cell);
        // v Δt + g Δt² = way
        if g > 0.0 { 2.0 * way / (v + (v * v + 4.0 * g * way).sqrt()) } else { way / v }
    }
}
