//! The step: algorithm 1.

use std::ops::Range;

use crate::materials::VolumeSource;
use crate::parallel::{Records, tree};
use crate::tensor::Vector;
use rayon::prelude::*;

use super::apart::{ApartSum, MOST_APART, room};
use super::blend::{Blend, BlendSum, ExchangeSum, ResidualSum};
use super::boundary::{Look, NoSolids, Solids, clear, collide, covered};
use super::deform::{Deform, Deformed, Written};
use super::limits::Largest;
use super::momentum::{MomentumSum, Push};
use super::particles::{GRAIN, Hold, Particles};
use super::phase::Situation;
use super::shape::ShapeSum;
use super::{Mlsrk, MlsrkError, Settings, Work, resize};

/// What a part of a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Particles are sorted and lists of neighbours made, if need be.
    Neighbours,
    /// Shape functions.
    Shape,
    /// Forces, and velocities after them.
    Momentum,
    /// Components move.
    Components,
    /// Velocities around particles.
    Blend,
    /// Deformation and stress.
    Deformation,
    /// Positions, and whether all is well.
    Positions,
}

/// What is known of a step that may be committed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempt {
    /// The farthest that a particle moves, in `a`.
    pub way: f64,
}

impl<const D: usize> Mlsrk<D> {
    /// Computes the state after a step of `dt`, in s, beside the present one, which stays as it is but for the order of the
    /// particles. Solids are where they are during the step.
    pub fn attempt(
        &mut self,
        dt: f64,
        solids: &dyn Solids<D>,
        phase: &mut dyn FnMut(Phase),
    ) -> Result<Attempt, MlsrkError> {
        self.attempted = None;
        if !(dt > 0.0 && dt.is_finite()) {
            return Err(MlsrkError::TimeStep(dt));
        }
        self.prepare(solids, phase)?;
        self.next.resize(self.particles.len());
        phase(Phase::Momentum);
        self.push(dt, solids);
        phase(Phase::Components);
        self.spread(dt);
        phase(Phase::Blend);
        self.blend();
        phase(Phase::Deformation);
        let deformed = self.deform(dt);
        phase(Phase::Positions);
        self.keep_apart();
        let moved = self.carry(dt, solids);
        self.judge(dt, deformed, moved)
    }

    /// Velocities after forces, as solids let them be: equation 11.
    fn push(&mut self, dt: f64, solids: &dyn Solids<D>) {
        let Mlsrk { level, settings, neighbours, particles, work, .. } = self;
        let Work { places, shape, b, motion, push, force, clear, met, .. } = work;
        let pairs = settings.pairs(*level, neighbours, places);
        let pushes = push.par_iter_mut().zip(&*shape).zip(&particles.stress).with_min_len(GRAIN);
        pushes.for_each(|((push, shape), stress)| *push = Push::new(shape, stress));
        pairs.run(&MomentumSum { pairs, b, push, motion, lumping: settings.lumping }, force);
        let pushed = motion.par_iter_mut().zip(&*force).zip(met).enumerate().with_min_len(GRAIN);
        pushed.for_each(|(i, ((motion, force), met))| {
            *met = false;
            if particles.hold[i] == Hold::Free {
                let pushed = force.pushes(particles.velocity[i], dt, settings.gravity);
                let u = collide(solids, particles.position[i], pushed, clear[i], dt, |_, _| *met = true);
                motion[..D].copy_from_slice(&u);
            }
        });
    }

    /// Concentrations after the step: equations 15 and 16.
    fn spread(&mut self, dt: f64) {
        let Mlsrk { level, settings, materials, neighbours, particles, next, work, .. } = self;
        next.concentration.copy_from_slice(&particles.concentration);
        if let Some(field) = &settings.phase {
            let Work { places, shape, b, evolution, .. } = work;
            let pairs = settings.pairs(*level, neighbours, places);
            evolution.run(
                &Situation { pairs, shape, b, particles, materials, field },
                dt,
                &mut next.concentration,
            );
        }
    }

    /// Velocities around particles, and their own led to those: equation 12.
    fn blend(&mut self) {
        let Mlsrk { level, settings, neighbours, work, .. } = self;
        let Work { places, shape, b, motion, around, residual, returned, .. } = work;
        let pairs = settings.pairs(*level, neighbours, places);
        let Settings { blend, blend_share: share, penalty, .. } = *settings;
        pairs.run(&BlendSum { pairs, shape, motion, share, penalty }, around);
        if share == 1.0 {
            return;
        }
        match blend {
            Blend::Paper => {}
            Blend::Pairwise => {
                pairs.run(&ExchangeSum { pairs, shape, b, motion }, returned);
                let all = around.par_iter_mut().zip(&*returned).zip(&*motion);
                all.with_min_len(GRAIN).for_each(|((around, returned), motion)| {
                    for k in 0..D {
                        around.blended[k] = motion[k] + (1.0 - share) / motion[3] * returned[k];
                    }
                });
            }
            Blend::Residual => {
                let residuals = residual.par_iter_mut().zip(&*motion).zip(&*around).with_min_len(GRAIN);
                residuals.for_each(|((residual, motion), around)| {
                    for k in 0..D {
                        residual[k] = around.lightest * (motion[k] - around.velocity[k]);
                    }
                });
                pairs.run(&ResidualSum { pairs, b, residual }, returned);
                let all = around.par_iter_mut().zip(&*residual).zip(&*returned).zip(&*motion);
                all.with_min_len(GRAIN).for_each(|(((around, residual), returned), motion)| {
                    for k in 0..D {
                        around.blended[k] =
                            motion[k] - (1.0 - share) / motion[3] * (residual[k] - returned[k]);
                    }
                });
            }
        }
    }

    /// Deformation and stress after the step: equations 17 to 25.
    fn deform(&mut self, dt: f64) -> Deformed {
        let Mlsrk { level, settings, materials, particles, next, work, .. } = self;
        let Work { around, gradient, measured, .. } = work;
        gradient.par_iter_mut().zip(&*around).with_min_len(GRAIN).for_each(|(to, from)| *to = from.gradient);
        let (concentration, written) = split(next);
        let Settings { correction, ref guard, .. } = *settings;
        let level = *level;
        Deform { level, dt, materials, particles, gradient, concentration, measured, correction, guard }
            .run(written)
    }

    /// How far particles that are too close are moved apart, if a material measures its volume.
    fn keep_apart(&mut self) {
        let Mlsrk { level, settings, materials, neighbours, particles, work, .. } = self;
        let Work { places, measured, rooms, away, .. } = work;
        if measured.is_empty() {
            return;
        }
        let pairs = settings.pairs(*level, neighbours, places);
        let all = rooms.par_iter_mut().enumerate().with_min_len(GRAIN);
        all.for_each(|(i, own)| *own = room(particles, materials, settings.scale, i));
        pairs.run(&ApartSum { pairs, rooms, share: settings.correction.min(MOST_APART) }, away);
    }

    /// Places and velocities after the step.
    fn carry(&mut self, dt: f64, solids: &dyn Solids<D>) -> Moved {
        let Mlsrk { particles, next, work, .. } = self;
        let Work { around, clear, away, gradient, met, .. } = work;
        next.gradient.copy_from_slice(gradient);
        let data = (
            Records { data: &mut next.position[..], stride: 1 },
            Records { data: &mut next.velocity[..], stride: 1 },
            Records { data: &mut met[..], stride: 1 },
        );
        let (around, clear, away) = (&*around, &*clear, &*away);
        let carried =
            |range: Range<usize>,
             (position, velocity, met): (Records<[f64; D]>, Records<[f64; D]>, Records<bool>)| {
                let mut moved = Moved::default();
                for (to, i) in range.enumerate() {
                    let x = particles.position[i];
                    let [mut along, mut own] = [particles.velocity[i]; 2];
                    if particles.hold[i] == Hold::Free {
                        let u = std::array::from_fn(|k| around[i].velocity[k] + away[i][k] / dt);
                        along = collide(solids, x, u, clear[i], dt, |_, _| ());
                        own = collide(solids, x, around[i].blended, clear[i], dt, |_, _| met.data[to] = true);
                    }
                    position.data[to] = std::array::from_fn(|k| x[k] + dt * along[k]);
                    velocity.data[to] = own;
                    moved.see(i, &along, &own);
                }
                moved
            };
        tree(0..particles.len(), GRAIN, &|i| i, data, &carried, &Moved::and)
    }

    /// Whether the step may be committed.
    fn judge(&mut self, dt: f64, deformed: Deformed, moved: Moved) -> Result<Attempt, MlsrkError> {
        let Mlsrk { settings, particles, next, .. } = self;
        let Deformed { mut speeds, unsound, crushed } = deformed;
        let concentrations = next.concentration.par_iter().with_min_len(GRAIN);
        let spread =
            concentrations.position_first(|c| !c.is_finite()).map(|place| place / particles.components);
        if let Some(index) = moved.bad.or(spread).or(unsound) {
            return Err(MlsrkError::NotFinite { particle: particles.id[index] });
        }
        let way = moved.along.value * dt / settings.scale;
        if way > settings.guard.max_cells_per_step {
            return Err(MlsrkError::TooFast { particle: particles.id[moved.along.index], way });
        }
        if let Some(index) = crushed {
            return Err(MlsrkError::Deformed { particle: particles.id[index] });
        }
        speeds.motion = moved.own;
        self.attempted = Some(speeds);
        Ok(Attempt { way })
    }

    /// What solids get in the step of the last attempt, which is not committed yet: which of them, where in m, and the impulse in N s.
    pub fn pushes(&self, dt: f64, solids: &dyn Solids<D>, mut on: impl FnMut(usize, [f64; D], [f64; D])) {
        let Mlsrk { particles, settings, work, .. } = self;
        let is_met = work.met.iter().enumerate().filter(|(_, met)| **met);
        for (i, _) in is_met {
            let (x, mass) = (particles.position[i], particles.mass[i]);
            let mut push = |solid: usize, change: Vector<f64, D>| on(solid, x, (change * -mass).0);
            let pushed = work.force[i].pushes(particles.velocity[i], dt, settings.gravity);
            collide(solids, x, pushed, work.clear[i], dt, &mut push);
            collide(solids, x, work.around[i].blended, work.clear[i], dt, &mut push);
        }
    }

    /// Makes the state of the last attempt the present one; nothing happens if that failed or was committed.
    pub fn commit(&mut self) {
        let Some(speeds) = self.attempted.take() else { return };
        let Mlsrk { particles, next, .. } = self;
        std::mem::swap(&mut particles.position, &mut next.position);
        std::mem::swap(&mut particles.velocity, &mut next.velocity);
        std::mem::swap(&mut particles.gradient, &mut next.gradient);
        std::mem::swap(&mut particles.concentration, &mut next.concentration);
        swap_deformed(particles, next);
        self.speeds = Some(speeds);
        self.is_ready = false;
    }

    /// [`Mlsrk::attempt`] and [`Mlsrk::commit`].
    pub fn step(&mut self, dt: f64, solids: &dyn Solids<D>) -> Result<Attempt, MlsrkError> {
        let attempt = self.attempt(dt, solids, &mut |_| ())?;
        self.commit();
        Ok(attempt)
    }

    /// Gets lists, shape functions and, of particles that are new, stresses ready.
    pub(super) fn prepare(
        &mut self,
        solids: &dyn Solids<D>,
        phase: &mut dyn FnMut(Phase),
    ) -> Result<(), MlsrkError> {
        let Mlsrk { level, settings, materials, neighbours, particles, next, work, .. } = self;
        phase(Phase::Neighbours);
        if !neighbours.hold(&particles.position) {
            neighbours.rebuild(particles, next)?;
            self.is_ready = false;
        }
        work.resize(particles.len());
        // Solids that move are elsewhere than they were, and will be in the next step, even if they stop then.
        let (reach, moves) = (2.0 * settings.scale, solids.fastest() > 0.0);
        let all = work.clear.par_iter_mut().zip(&mut work.looks).zip(&particles.position);
        all.with_min_len(GRAIN).for_each(|((room, look), x)| {
            *room = match moves {
                true => clear(solids, *x),
                false => look.clear(solids, *x, reach),
            };
            if moves {
                *look = Look::NEVER;
            }
        });
        let is_measured = materials.iter().any(|material| material.mixing.volume == VolumeSource::Density);
        if self.is_ready && !is_measured {
            return Ok(());
        }
        phase(Phase::Shape);
        let Work { places, shape, b, motion, gradient, measured, clear, .. } = work;
        let cell = settings.scale.powi(D as i32);
        let records = places.par_iter_mut().zip(&mut *motion).enumerate().with_min_len(GRAIN);
        records.for_each(|(i, (place, motion))| {
            place[..D].copy_from_slice(&particles.position[i]);
            place[3] = particles.volume[i] / cell;
            motion[..D].copy_from_slice(&particles.velocity[i]);
            motion[3] = particles.mass[i];
        });
        let (regularization, penalty) = (settings.regularization, settings.penalty);
        let pairs = settings.pairs(*level, neighbours, places);
        pairs.run(&ShapeSum { pairs, regularization, penalty }, shape);
        b.par_iter_mut().zip(&*shape).with_min_len(GRAIN).for_each(|(b, shape)| *b = shape.b);
        measured.clear();
        if is_measured {
            resize(measured, particles.len());
            let whole = cell * settings.kernel.spread(D);
            measured.par_iter_mut().enumerate().with_min_len(GRAIN).for_each(|(i, volume)| {
                let near = clear[i] < 2.0 * settings.scale;
                let covered = if near {
                    covered(solids, particles.position[i], settings.kernel, settings.scale)
                } else {
                    0.0
                };
                *volume = whole / (shape[i].crowd + covered * whole / particles.rest_volume[i]);
            });
        }
        if self.is_fresh || self.speeds.is_none() {
            next.resize(particles.len());
            gradient.copy_from_slice(&particles.gradient);
            let concentration = &particles.concentration;
            let (level, dt, correction, guard) = (*level, 0.0, 0.0, &settings.guard);
            let deform = Deform {
                level,
                dt,
                materials,
                particles,
                gradient,
                concentration,
                measured,
                correction,
                guard,
            };
            let Deformed { mut speeds, .. } = deform.run(split(next).1);
            speeds.motion = Largest::motion(&particles.velocity);
            self.speeds = Some(speeds);
        }
        if std::mem::take(&mut self.is_fresh) {
            swap_deformed(particles, next);
        }
        self.is_ready = true;
        Ok(())
    }

    /// Finds the stresses of particles that are new and what limits the next step, unless that is known.
    pub fn evaluate(
        &mut self,
        solids: &dyn Solids<D>,
        phase: &mut dyn FnMut(Phase),
    ) -> Result<(), MlsrkError> {
        if self.is_fresh || self.speeds.is_none() { self.prepare(solids, phase) } else { Ok(()) }
    }

    /// [`Mlsrk::prepare`] where there are no solids.
    pub(super) fn prepare_alone(&mut self) -> Result<(), MlsrkError> {
        self.prepare(&NoSolids, &mut |_| ())
    }
}

/// What [`Deform`] reads of what comes next, and what it writes.
fn split<const D: usize>(next: &mut Particles<D>) -> (&[f64], Written<'_, D>) {
    let Particles { concentration, state, stress, volume, rest_volume, .. } = next;
    (concentration, Written { state, stress, volume, rest_volume })
}

/// Exchanges what [`Deform`] writes.
fn swap_deformed<const D: usize>(particles: &mut Particles<D>, next: &mut Particles<D>) {
    std::mem::swap(&mut particles.state, &mut next.state);
    std::mem::swap(&mut particles.stress, &mut next.stress);
    std::mem::swap(&mut particles.volume, &mut next.volume);
    std::mem::swap(&mut particles.rest_volume, &mut next.rest_volume);
}

/// How particles move in a step.
#[derive(Clone, Copy, Default)]
struct Moved {
    /// The fastest along its way, in m/s.
    along: Largest,
    /// The fastest by its own velocity, in m/s.
    own: Largest,
    /// The first whose velocity is not a number.
    bad: Option<usize>,
}

impl Moved {
    fn see<const D: usize>(&mut self, i: usize, along: &[f64; D], own: &[f64; D]) {
        let speed = |u: &[f64; D]| u.iter().map(|u| u * u).sum::<f64>().sqrt();
        let (along, own) = (speed(along), speed(own));
        if !(along + own).is_finite() {
            self.bad = self.bad.or(Some(i));
        }
        self.along.see(along, i);
        self.own.see(own, i);
    }

    fn and(self, later: Moved) -> Moved {
        Moved {
            along: self.along.and(later.along),
            own: self.own.and(later.own),
            bad: self.bad.or(later.bad),
        }
    }
}
