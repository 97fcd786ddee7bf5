//! The step.

use rayon::prelude::*;

use super::advect::GridToParticles;
use super::cg::larger;
use super::extrapolate::{Known, Sliding};
use super::particles::{Astray, GRAIN};
use super::pressure::{Projected, Situation};
use super::resample::Resampling;
use super::solids::Solids;
use super::spray::Spray;
use super::volume::growth;
use super::{Liquid, LiquidError, MOST_CELLS};

/// What flows through a face that is open by less than this says nothing of the liquid around: little may do so very fast.
const NARROW: f64 = 0.1;

/// What a step is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Where solids leave room.
    Solids,
    /// Particles give to faces.
    ParticlesToGrid,
    /// The level set.
    Surface,
    /// The pressure.
    Pressure,
    /// Velocities beyond the liquid.
    Extrapolation,
    /// Faces give to particles, which move.
    GridToParticles,
    /// Particles are sorted.
    Order,
    /// Particles are split and merged.
    Resampling,
}

/// What an attempt found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Attempt {
    /// What the projection took.
    pub projected: Projected,
    /// The most cells that a particle moves along an axis.
    pub cells: f64,
}

impl<const D: usize> Liquid<D> {
    /// Computes the state after a step, beside the present one, which stays as it is.
    pub fn attempt(
        &mut self,
        time: f64,
        dt: f64,
        solids: &dyn Solids<D>,
        phase: &mut dyn FnMut(Phase),
    ) -> Result<Attempt, LiquidError> {
        self.attempted = None;
        if !(dt > 0.0 && dt.is_finite()) {
            return Err(LiquidError::TimeStep(dt));
        }
        self.sort(phase)?;
        if let Some(tile) = self.grid.tiles.iter().find(|tile| tile.is_at_the_edge()) {
            return Err(LiquidError::Astray { particle: self.particles.id[tile.first as usize] });
        }
        let Liquid { settings, grid, particles, order, room, gathered, surface, .. } = self;

        phase(Phase::Solids);
        room.run(grid, solids, time);

        phase(Phase::ParticlesToGrid);
        gathered.run(grid, particles, &settings.scheme);

        phase(Phase::Surface);
        surface.run(grid, room, &gathered.volume, &order.cell_first);

        phase(Phase::Extrapolation);
        for axis in 0..D {
            let push = settings.gravity[axis] * dt;
            self.velocity[axis].clone_from(&gathered.velocity[axis]);
            self.velocity[axis].par_iter_mut().with_min_len(GRAIN).for_each(|u| *u += push);
        }
        let has_mass = |axis: usize, face: usize| gathered.mass[axis][face] > 0.0;
        let open = |axis: usize, face: usize| room.open[axis][face] > 0.0;
        let given = |axis: usize, face: usize| {
            if has_mass(axis, face) && open(axis, face) { Known::Yes } else { Known::No }
        };
        self.extrapolation.run(grid, &mut self.velocity, 2, &given);

        phase(Phase::Pressure);
        match settings.relaxation {
            Some(steps) => growth(&mut self.growth, grid, room, surface, steps * dt),
            None => self.growth.clear(),
        }
        let situation = Situation { grid, room, level: &surface.level, growth: &self.growth };
        let projected = self
            .pressure
            .project(situation, &mut self.velocity, settings.solve)
            .map_err(LiquidError::from)?;

        phase(Phase::Extrapolation);
        let level = &surface.level;
        let is_liquid = |cell: Option<usize>| cell.is_some_and(|cell| level[cell] < 0.0);
        let is_wide = |axis: usize, face: usize| room.open[axis][face] >= NARROW;
        let moved = |axis: usize, face: usize| {
            let wet = || is_liquid(Some(face)) || is_liquid(grid.beside_cell(face, axis, 0));
            match is_wide(axis, face) {
                true if wet() => Known::Yes,
                true if has_mass(axis, face) => Known::Later,
                _ => Known::No,
            }
        };
        let fastest = self.velocity.iter().enumerate().fold(0.0, |fastest, (axis, velocity)| {
            let wide =
                velocity.par_iter().enumerate().with_min_len(GRAIN).filter(|(face, _)| is_wide(axis, *face));
            larger(fastest, wide.map(|(_, u)| u.abs()).reduce(|| 0.0, larger))
        });
        let layers = (fastest * dt / grid.cell).ceil().min(MOST_CELLS) as usize + 2;
        self.extrapolation.run(grid, &mut self.velocity, layers, &moved);
        let situation = Situation { grid, room, level, growth: &[] };
        self.beyond.run(situation, &surface.filled, fastest, &mut self.velocity);
        self.extrapolation.slide(Sliding { grid, room, solids, time }, &mut self.velocity);

        phase(Phase::GridToParticles);
        self.next.resize(particles.len());
        let (scheme, before, after) = (&settings.scheme, &gathered.velocity, &self.velocity);
        let cells = GridToParticles { grid, scheme, room, solids, after, before, time, dt }
            .run(particles, &mut self.next);
        let gravity = settings.gravity;
        let flown = Spray { grid, solids, gravity, time, dt }.run(particles, &mut self.next);
        let cells = larger(cells, flown);
        if cells.is_nan() {
            return Err(LiquidError::NotFinite);
        }
        if cells > MOST_CELLS {
            return Err(LiquidError::TooFast { cells });
        }
        self.attempted = Some(time + dt);
        Ok(Attempt { projected, cells })
    }

    /// Makes the state of the last attempt the present one; nothing happens if that failed or was committed.
    pub fn commit(&mut self, solids: &dyn Solids<D>, phase: &mut dyn FnMut(Phase)) {
        let Some(time) = self.attempted.take() else { return };
        std::mem::swap(&mut self.particles.position, &mut self.next.position);
        std::mem::swap(&mut self.particles.velocity, &mut self.next.velocity);
        std::mem::swap(&mut self.particles.affine, &mut self.next.affine);
        self.is_stale = true;
        self.sort(phase).expect("an attempt does not lead astray");
        if let Some(crowd) = self.settings.crowd {
            phase(Phase::Resampling);
            let (grid, scheme, cell_first) = (&self.grid, &self.settings.scheme, &self.order.cell_first);
            self.is_stale = Resampling { grid, scheme, crowd, cell_first, solids, time }.run(
                &mut self.particles,
                &mut self.next_id,
                &mut self.gone,
            );
            self.particles.remove(&self.gone);
            self.sort(phase).expect("particles stay in their cells");
        }
    }

    /// [`Liquid::attempt`] and [`Liquid::commit`].
    pub fn step(&mut self, time: f64, dt: f64, solids: &dyn Solids<D>) -> Result<Attempt, LiquidError> {
        let attempt = self.attempt(time, dt, solids, &mut |_| ())?;
        self.commit(solids, &mut |_| ());
        Ok(attempt)
    }

    /// Sorts particles that came, went or moved.
    fn sort(&mut self, phase: &mut dyn FnMut(Phase)) -> Result<(), LiquidError> {
        if self.is_stale {
            phase(Phase::Order);
            let astray = |particles: &super::Particles<D>, Astray(index)| LiquidError::Astray {
                particle: particles.id[index],
            };
            self.order
                .sort(&mut self.grid, &mut self.particles, &mut self.next)
                .map_err(|error| astray(&self.particles, error))?;
            self.is_stale = false;
        }
        Ok(())
    }
}
