//! Matter as particles alone: moving least square reproducing kernels, after "A Moving Least Square Reproducing Kernel Particle
//! Method for Unified Multiphase Continuum Simulation".
//!
//! [`Mlsrk`] knows one step: [`Mlsrk::attempt`] computes the next state beside the present one, and [`Mlsrk::commit`] makes it the
//! present one. A step that fails leaves no trace but the order of the particles. The result has the same bits for any number of
//! threads. Equations are those of the paper.

mod apart;
mod blend;
mod boundary;
mod bounds;
mod deform;
mod diagnostics;
mod error;
mod limits;
mod momentum;
mod neighbours;
mod pairs;
mod particles;
mod phase;
mod shape;
mod solver;
mod step;
mod stored;

pub use blend::{Around, Blend};
pub use boundary::{NoSolids, Solids};
pub(crate) use bounds::Bounds;
pub use diagnostics::Measured;
pub use error::MlsrkError;
pub use limits::{Largest, Speeds};
pub use momentum::{Force, Lumping};
pub use neighbours::Neighbours;
pub use pairs::Kernel;
pub use particles::{Hold, Particles, Seed};
pub use phase::{FreeEnergy, Laplacian, PhaseField, Transport};
pub use shape::{Penalty, Shape};
pub(crate) use solver::MlsrkSolver;
pub use step::{Attempt, Phase};

use crate::config::Guard;
use crate::materials::{Material, Mixing, RestDensity};
use crate::tensor::{Matrix, SimdLevel};

use pairs::Pairs;

/// What matter is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings<const D: usize> {
    /// The kernel's scale `a`, in m: half of its radius.
    pub scale: f64,
    /// The kernel.
    pub kernel: Kernel,
    /// The regularization `r` of equation 32; 10⁻⁴ to 10⁻³ is usual.
    pub regularization: f64,
    /// What it penalizes.
    pub penalty: Penalty,
    /// In m/s².
    pub gravity: [f64; D],
    /// The masses that forces move.
    pub lumping: Lumping,
    /// How velocities are blended.
    pub blend: Blend,
    /// `α_b` of equation 12: the share of a particle's own velocity. The paper's form wants 0.8 to 0.95; the residual form is quiet up to 0.8
    /// and takes little from what is resolved even at 0.
    pub blend_share: f64,
    /// The share of the way to measured volumes that a step makes; 1 in the paper.
    pub correction: f64,
    /// Where the period of every axis begins and ends, in m, if it has one.
    pub period: [Option<[f64; 2]>; D],
    /// How far lists of neighbours reach beyond the kernel, in `a`.
    pub skin: f64,
    /// How many components particles have.
    pub components: usize,
    /// How they move, if they do.
    pub phase: Option<PhaseField>,
    /// Which steps are refused; lengths in `a` in place of cells.
    pub guard: Guard,
}

impl<const D: usize> Settings<D> {
    /// Without gravity, components and periods, for a kernel of this radius `2a`, in m.
    pub fn new(radius: f64) -> Self {
        Settings {
            scale: 0.5 * radius,
            kernel: Kernel::Tensor,
            regularization: 1e-4,
            penalty: Penalty::Linear,
            gravity: [0.0; D],
            lumping: Lumping::Own,
            blend: Blend::Residual,
            blend_share: 0.5,
            correction: 0.1,
            period: [None; D],
            skin: 0.15,
            components: 0,
            phase: None,
            guard: Guard::default(),
        }
    }

    fn check(&self) -> Result<(), MlsrkError> {
        let positive = 0.0..=f64::MAX;
        let mut wants = vec![
            ("scale", self.scale, f64::MIN_POSITIVE..=f64::MAX),
            ("regularization", self.regularization, positive.clone()),
            ("blend_share", self.blend_share, 0.0..=1.0),
            ("correction", self.correction, 0.0..=1.0),
            ("skin", self.skin, 0.0..=10.0),
        ];
        let Guard { max_cells_per_step, step_volume_ratio, volume_ratio, .. } = self.guard;
        wants.push(("guard.max_cells_per_step", max_cells_per_step, positive.clone()));
        for (name, (low, high)) in
            [("guard.step_volume_ratio", step_volume_ratio), ("guard.volume_ratio", volume_ratio)]
        {
            wants.extend([(name, low, f64::MIN_POSITIVE..=1.0), (name, high, 1.0..=f64::MAX)]);
        }
        wants.extend(self.gravity.iter().map(|g| ("gravity", *g, -f64::MAX..=f64::MAX)));
        if let Some(PhaseField { energy, interface, .. }) = &self.phase {
            wants.push(("interface", *interface, positive.clone()));
            match energy {
                FreeEnergy::SingleWell => {}
                FreeEnergy::DoubleWell(height) => wants.push(("energy", *height, positive.clone())),
                FreeEnergy::Polynomial(k) => {
                    wants.extend(k.iter().map(|k| ("energy", *k, -f64::MAX..=f64::MAX)));
                }
            }
        }
        match wants.into_iter().find(|(_, value, range)| !range.contains(value)) {
            Some((name, value, _)) => Err(MlsrkError::Setting { name, value }),
            None => Ok(()),
        }
    }

    fn pairs<'a>(
        &self,
        level: SimdLevel,
        neighbours: &'a Neighbours<D>,
        places: &'a [[f64; 4]],
    ) -> Pairs<'a, D> {
        Pairs { level, kernel: self.kernel, scale: self.scale, neighbours, places }
    }
}

/// What a step computes on its way; kept so that none allocates.
#[derive(Default)]
struct Work<const D: usize> {
    /// Places, in m, and volumes over `a^D`.
    places: Vec<[f64; 4]>,
    shape: Vec<Shape<D>>,
    /// The shapes' `b`.
    b: Vec<[f64; 4]>,
    /// Velocities and, last, masses.
    motion: Vec<[f64; 4]>,
    push: Vec<momentum::Push<D>>,
    force: Vec<Force<D>>,
    /// How far the nearest solid is, in m.
    clear: Vec<f64>,
    looks: Vec<boundary::Look<D>>,
    /// Whether it met a solid.
    met: Vec<bool>,
    around: Vec<Around<D>>,
    /// `w e` of the residual blend, and what of it comes back.
    residual: Vec<[f64; 4]>,
    returned: Vec<[f64; D]>,
    gradient: Vec<[[f64; D]; D]>,
    /// Volumes as they are counted, if a material needs them.
    measured: Vec<f64>,
    /// What [`apart::ApartSum`] reads and finds, if so.
    rooms: Vec<[f64; 4]>,
    away: Vec<[f64; D]>,
    evolution: phase::Evolution<D>,
}

impl<const D: usize> Work<D> {
    fn resize(&mut self, len: usize) {
        resize(&mut self.places, len);
        resize(&mut self.shape, len);
        resize(&mut self.b, len);
        resize(&mut self.motion, len);
        resize(&mut self.push, len);
        resize(&mut self.force, len);
        resize(&mut self.clear, len);
        resize(&mut self.met, len);
        resize(&mut self.around, len);
        resize(&mut self.residual, len);
        self.looks.resize(len, boundary::Look::NEVER);
        self.returned.resize(len, [0.0; D]);
        resize(&mut self.rooms, len);
        self.away.resize(len, [0.0; D]);
        self.gradient.resize(len, [[0.0; D]; D]);
    }
}

/// Makes room.
fn resize<T: Clone + Default>(field: &mut Vec<T>, len: usize) {
    field.resize(len, T::default());
}

/// What decides how matter goes on, beside its particles.
#[derive(Clone, Debug, Default)]
pub struct Past<const D: usize> {
    /// The number of the next particle.
    pub next_id: u64,
    /// Where particles were when their lists of neighbours were made, in m; empty if none are.
    pub anchor: Vec<[f64; D]>,
    /// Whether the laws are still to be evaluated.
    pub is_fresh: bool,
    /// What limits the next step, if that is known.
    pub speeds: Option<Speeds>,
}

/// Matter.
pub struct Mlsrk<const D: usize> {
    level: SimdLevel,
    settings: Settings<D>,
    materials: Vec<Material>,
    particles: Particles<D>,
    next_id: u64,
    neighbours: Neighbours<D>,
    work: Work<D>,
    /// What an attempt computes, and room for sorting.
    next: Particles<D>,
    /// What limits the next step, if that is known.
    speeds: Option<Speeds>,
    /// Whether particles have come whose stress is not known.
    is_fresh: bool,
    /// Whether shape functions are those of the particles where they are.
    is_ready: bool,
    /// What the last attempt came to, until it is committed.
    attempted: Option<Speeds>,
}

impl<const D: usize> Mlsrk<D> {
    /// An empty world with these materials.
    pub fn new(settings: Settings<D>, materials: Vec<Material>) -> Result<Self, MlsrkError> {
        settings.check()?;
        let particles = Particles::new(1, settings.components);
        let (reach, skin) = (2.0 * settings.scale, settings.skin * settings.scale);
        let neighbours = Neighbours::new(reach, skin, settings.period)
            .map_err(|(axis, least)| MlsrkError::Period { axis, least })?;
        let mut matter = Mlsrk {
            level: SimdLevel::detect(),
            settings,
            materials: Vec::new(),
            next: particles.clone(),
            particles,
            next_id: 0,
            neighbours,
            work: Work::default(),
            speeds: None,
            is_fresh: false,
            is_ready: false,
            attempted: None,
        };
        materials.into_iter().for_each(|material| matter.add_material(material));
        Ok(matter)
    }

    /// Adds a material.
    pub fn add_material(&mut self, material: Material) {
        let states = deform::state_count::<D>(&material.law);
        self.particles.make_room(states);
        self.next.make_room(states);
        self.materials.push(material);
    }

    /// Why there can be no particles of a material, if there can be none.
    pub fn refuses(&self, material: &Material) -> Option<&'static str> {
        let Mixing { mobility, rest_density, component, .. } = &material.mixing;
        let by = material.variation.as_ref().map(|variation| variation.by);
        let keeps = by.is_some() || rest_density.is_some() || *mobility > 0.0;
        let is_dense = |density: &RestDensity| density.least() > 0.0 && density.least().is_finite();
        let flaws = [
            (material.keeps_heat(), "keeps heat, which the MLSRK solver does not know"),
            (keeps && self.settings.components == 0, "depends on a concentration; there are no components"),
            (
                *component > 0 && *component >= self.settings.components,
                "depends on a component that there is not",
            ),
            (!(*mobility >= 0.0 && mobility.is_finite()), "has a mobility that is not a number of 0 or more"),
            (
                !rest_density.as_ref().is_none_or(is_dense),
                "has a density at rest that is not always positive",
            ),
        ];
        flaws.into_iter().find(|(is_so, _)| *is_so).map(|(_, flaw)| flaw)
    }

    /// Adds a particle, with concentrations of 0 beyond those given. Returns its number.
    pub fn add(&mut self, seed: Seed<D>, concentrations: &[f64]) -> Result<u64, MlsrkError> {
        let id = self.next_id;
        let material =
            self.materials.get(seed.material as usize).ok_or(MlsrkError::Material(seed.material))?;
        if let Some(flaw) = self.refuses(material) {
            return Err(MlsrkError::Refused(flaw));
        }
        let finite = |v: &[f64]| v.iter().all(|x| x.is_finite());
        let is_sound = finite(&seed.position) && finite(&seed.velocity) && finite(concentrations);
        let now = seed.volume * Matrix(seed.deformation).det();
        let is_matter =
            seed.mass > 0.0 && seed.volume > 0.0 && now > 0.0 && finite(&[seed.mass, seed.volume, now]);
        if !(is_sound && is_matter && concentrations.len() <= self.settings.components) {
            return Err(MlsrkError::Particle { particle: id });
        }
        self.next_id += 1;
        let particles = &mut self.particles;
        let index = particles.len();
        particles.resize(index + 1);
        particles.id[index] = id;
        particles.material[index] = seed.material;
        particles.hold[index] = seed.hold;
        particles.position[index] = seed.position;
        particles.velocity[index] = seed.velocity;
        particles.mass[index] = seed.mass;
        particles.rest_volume[index] = seed.volume;
        particles.volume[index] = now;
        let state = &mut particles.state[index * particles.states..];
        deform::write_state(&material.law, seed.deformation, state);
        particles.concentration[index * particles.components..][..concentrations.len()]
            .copy_from_slice(concentrations);
        if let Some(density) = &material.mixing.rest_density {
            particles.swollen_mass[index] =
                seed.volume * density.at(deform::heeded(material, particles.concentrations(index)));
        }
        self.neighbours.forget();
        (self.is_fresh, self.is_ready, self.attempted) = (true, false, None);
        Ok(id)
    }

    /// Keeps the particles of such indices.
    pub fn retain(&mut self, is_kept: impl Fn(usize) -> bool) {
        let kept: Vec<u32> = (0..self.particles.len()).filter(|i| is_kept(*i)).map(|i| i as u32).collect();
        if kept.len() < self.particles.len() {
            self.next.gather(&self.particles, &kept);
            std::mem::swap(&mut self.particles, &mut self.next);
            self.neighbours.forget();
            (self.speeds, self.is_ready, self.attempted) = (None, false, None);
        }
    }

    /// What decides how it goes on, beside the particles.
    pub fn past(&self) -> Past<D> {
        let Mlsrk { next_id, ref neighbours, is_fresh, speeds, .. } = *self;
        Past { next_id, anchor: neighbours.anchor().to_vec(), is_fresh, speeds }
    }

    /// Takes particles as they were, in their order, and what else decides how it goes on. `None` if that makes no sense.
    pub fn restore(&mut self, particles: Particles<D>, past: Past<D>) -> Option<()> {
        let Past { next_id, anchor, is_fresh, speeds } = past;
        let same =
            particles.states == self.particles.states && particles.components == self.particles.components;
        let known = particles.material.iter().all(|m| (*m as usize) < self.materials.len());
        if !(same && known && particles.is_whole() && particles.id.iter().all(|id| *id < next_id)) {
            return None;
        }
        self.neighbours.forget();
        if !anchor.is_empty() {
            if anchor.len() != particles.len() {
                return None;
            }
            self.neighbours.restore(anchor).ok()?;
        }
        (self.particles, self.next_id, self.speeds) = (particles, next_id, speeds);
        (self.is_fresh, self.is_ready, self.attempted) = (is_fresh, false, None);
        Some(())
    }

    /// Solids are elsewhere than in the step before, or others.
    pub fn look_anew(&mut self) {
        self.work.looks.clear();
    }

    /// Gives the next particle this number, if it is not lower than what it would be.
    pub(super) fn go_on_from(&mut self, id: u64) {
        self.next_id = self.next_id.max(id);
    }

    /// What it was told.
    pub fn settings(&self) -> &Settings<D> {
        &self.settings
    }

    /// Goes on with another gravity, in m/s².
    pub fn set_gravity(&mut self, gravity: [f64; D]) {
        (self.settings.gravity, self.attempted) = (gravity, None);
    }

    /// The materials.
    pub fn materials(&self) -> &[Material] {
        &self.materials
    }

    /// The particles, in the order of their cells.
    pub fn particles(&self) -> &Particles<D> {
        &self.particles
    }

    /// Velocities and what goes with them, to be changed after a step: positions, masses, velocities and their gradients. See
    /// [`Mlsrk::look_at_motion`].
    #[expect(clippy::type_complexity, reason = "one name per array would hide what they are")]
    pub(super) fn motion_mut(&mut self) -> (&[[f64; D]], &[f64], &mut [[f64; D]], &mut [[[f64; D]; D]]) {
        (self.is_ready, self.attempted) = (false, None);
        let Particles { position, mass, velocity, gradient, .. } = &mut self.particles;
        (position, mass, velocity, gradient)
    }

    /// Velocities are others than after the step.
    pub(super) fn look_at_motion(&mut self) {
        if let Some(speeds) = &mut self.speeds {
            speeds.motion = Largest::motion(&self.particles.velocity);
        }
    }

    /// The particles, to be changed; their arrays stay as long as they are. Laws are evaluated anew before the next step.
    pub fn particles_mut(&mut self) -> &mut Particles<D> {
        (self.is_fresh, self.is_ready, self.attempted) = (true, false, None);
        &mut self.particles
    }

    /// Whether a place, in m, can be addressed.
    pub fn reaches(&self, place: &[f64; D]) -> bool {
        self.neighbours.reaches(place)
    }

    /// Who is near whom, as of the last step.
    pub fn neighbours(&self) -> &Neighbours<D> {
        &self.neighbours
    }

    /// The instruction set that sums and laws are computed with; the fastest that there is unless set.
    pub fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
    }

    /// The shape functions of the particles where they are.
    pub fn shapes(&mut self) -> Result<&[Shape<D>], MlsrkError> {
        self.prepare_alone()?;
        Ok(&self.work.shape)
    }

    /// Velocities around particles in the last attempt.
    pub fn around(&self) -> &[Around<D>] {
        &self.work.around
    }

    /// The forces on particles in the last attempt.
    pub fn forces(&self) -> &[Force<D>] {
        &self.work.force
    }
}
