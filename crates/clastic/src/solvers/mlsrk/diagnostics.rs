//! Conserved quantities and energies, summed in a fixed order.

use std::ops::Range;

use crate::colliders::in_space;
use crate::diagnostics::{Component, Diagnostics};
use crate::parallel::tree;

use super::deform::{heeded, read_state};
use super::particles::GRAIN;
use super::phase::Situation;
use super::{Mlsrk, MlsrkError, Work};

/// The state in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// What all solvers tell.
    pub of_all: Diagnostics,
    /// In m^D.
    pub volume: f64,
    /// Every component.
    pub components: Vec<Component>,
}

impl Measured {
    fn and(mut self, other: Measured) -> Measured {
        self.of_all = self.of_all.and(other.of_all);
        self.volume += other.volume;
        self.components.iter_mut().zip(other.components).for_each(|(a, b)| *a = a.and(b));
        self
    }
}

impl<const D: usize> Mlsrk<D> {
    /// Measures the particles.
    pub fn diagnostics(&self) -> Measured {
        let particles = &self.particles;
        let work = |range: Range<usize>, ()| {
            let mut sum =
                Measured { components: vec![Component::NONE; particles.components], ..Default::default() };
            for i in range {
                let m = particles.mass[i];
                let (x, u) = (in_space(particles.position[i]), in_space(particles.velocity[i]));
                let c = particles.concentrations(i);
                let material = &self.materials[particles.material[i] as usize];
                let state = &particles.state[i * particles.states..][..particles.states];
                let [energy, _] = read_state::<D>(material, heeded(material, c), state);
                sum.of_all = sum.of_all.and(Diagnostics {
                    particles: 1,
                    mass: m,
                    momentum: (u * m).0,
                    angular_momentum: (x.cross(u) * m).0,
                    center_of_mass: (x * m).0,
                    kinetic: 0.5 * m * u.norm_squared(),
                    elastic: particles.rest_volume[i] * energy,
                    gravitational: -m * in_space(self.settings.gravity).dot(x),
                    max_speed: u.norm(),
                    angular_scale: m * x.norm() * u.norm(),
                    ..Diagnostics::default()
                });
                sum.volume += particles.volume[i];
                for (sum, &c) in sum.components.iter_mut().zip(c) {
                    *sum = sum.and(Component { mass: m * c, least: c, greatest: c });
                }
            }
            sum
        };
        let mut all = tree(0..particles.len(), GRAIN, &|i| i, (), &work, &Measured::and);
        let mass = all.of_all.mass;
        all.of_all.center_of_mass.iter_mut().for_each(|x| *x /= mass);
        all
    }

    /// The energy of phases, `Σ m (H − ½ ε² c ∇²c)` over all components, in the energy's unit times kg; 0 without a phase field.
    /// With the symmetric Laplacian it is the energy that falls.
    pub fn phase_energy(&mut self) -> Result<f64, MlsrkError> {
        let Some(field) = self.settings.phase.clone() else { return Ok(0.0) };
        self.prepare_alone()?;
        let Mlsrk { level, settings, materials, neighbours, particles, work, .. } = self;
        let Work { places, shape, b, evolution, .. } = work;
        let pairs = settings.pairs(*level, neighbours, places);
        let situation = Situation { pairs, shape, b, particles, materials, field: &field };
        let mut energy = 0.0;
        for component in 0..particles.components {
            evolution.curve(&situation, component);
            for i in 0..particles.len() {
                let c = particles.concentration[i * particles.components + component];
                let interface = 0.5 * field.interface.powi(2) * c * evolution.laplacian[i];
                energy += particles.mass[i] * (field.energy.value(c) - interface);
            }
        }
        Ok(energy)
    }
}
