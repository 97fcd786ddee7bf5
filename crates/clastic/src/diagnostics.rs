//! Conserved quantities and energies, summed in `f64` in a fixed order.

use std::ops::Range;

use crate::kernels::Kernel;
use crate::materials::{Law, LawVisitor, Response, law_part};
use crate::parallel::tree;
use crate::particles::{EMPTY, ParticleSet};
use crate::solvers::mpm::{Settings, read_state};
use crate::tensor::{LaneScalar, Matrix};
use crate::transfer::modes::degrees;

/// How much there is of a component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// Its mass, in kg.
    pub mass: f64,
    /// Its least concentration; ∞ in an empty world.
    pub least: f64,
    /// Its greatest; −∞ in an empty world.
    pub greatest: f64,
}

impl Component {
    /// None of it.
    pub(crate) const NONE: Self = Component { mass: 0.0, least: f64::INFINITY, greatest: f64::NEG_INFINITY };

    pub(crate) fn and(self, other: Component) -> Component {
        Component {
            mass: self.mass + other.mass,
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
        }
    }
}

/// The state in numbers. In 2D the third components of vectors are 0, and so are the first two of the angular momentum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Diagnostics {
    /// How many particles.
    pub particles: usize,
    /// Total mass, in kg.
    pub mass: f64,
    /// Total momentum, in kg m/s.
    pub momentum: [f64; 3],
    /// Total angular momentum about the origin, the affine part that P2G deposits included, in kg m²/s.
    pub angular_momentum: [f64; 3],
    /// Centre of mass, in m.
    pub center_of_mass: [f64; 3],
    /// Kinetic energy of the particles' velocities, in J.
    pub kinetic: f64,
    /// Kinetic energy of their affine fields and, with PolyPIC, of the modes beyond, in J.
    pub kinetic_affine: f64,
    /// Elastic energy, in J.
    pub elastic: f64,
    /// Potential energy in gravity, zero at the origin, in J.
    pub gravitational: f64,
    /// The largest speed, in m/s.
    pub max_speed: f64,
    /// The scale of rounding errors in the angular momentum: `Σ m ‖x‖ ‖v‖`, in kg m²/s.
    pub angular_scale: f64,
}

impl Diagnostics {
    /// Both together, before the center of mass is divided.
    pub(crate) fn and(mut self, other: Diagnostics) -> Diagnostics {
        self.particles += other.particles;
        self.mass += other.mass;
        for i in 0..3 {
            self.momentum[i] += other.momentum[i];
            self.angular_momentum[i] += other.angular_momentum[i];
            self.center_of_mass[i] += other.center_of_mass[i];
        }
        self.kinetic += other.kinetic;
        self.kinetic_affine += other.kinetic_affine;
        self.elastic += other.elastic;
        self.gravitational += other.gravitational;
        self.max_speed = self.max_speed.max(other.max_speed);
        self.angular_scale += other.angular_scale;
        self
    }

    /// Kinetic, elastic and gravitational energy together, in J.
    pub fn energy(&self) -> f64 {
        self.kinetic + self.elastic + self.gravitational
    }
}

/// Measures all sets.
pub(crate) fn measure<T: LaneScalar, const D: usize>(
    sets: &[ParticleSet<T, D>],
    settings: &Settings<D>,
) -> Diagnostics {
    let mut total = Diagnostics::default();
    for set in sets {
        total = total.and(set.material.law.visit(Measure { set, settings }));
    }
    for x in &mut total.center_of_mass {
        *x /= total.mass;
    }
    total
}

struct Measure<'a, T, const D: usize> {
    set: &'a ParticleSet<T, D>,
    settings: &'a Settings<D>,
}

impl<T: LaneScalar, const D: usize> LawVisitor for Measure<'_, T, D> {
    type Output = Diagnostics;

    fn visit<L: Law>(self, _: &L) -> Diagnostics {
        let segments = &self.set.segments;
        let work = |range: Range<usize>, ()| {
            let mut total = Diagnostics::default();
            for segment in &segments[range] {
                let first = segment.first_chunk as usize * T::PER_REGISTER;
                for slot in
                    (first..first + segment.count as usize).filter(|slot| self.set.ids[*slot] != EMPTY)
                {
                    let place = self.set.place(&self.settings.domain, segment, slot);
                    total = total.and(self.particle::<L>(slot, place));
                }
            }
            total
        };
        tree(0..segments.len(), 4, &|_| 0, (), &work, &Diagnostics::and)
    }
}

impl<T: LaneScalar, const D: usize> Measure<'_, T, D> {
    fn particle<L: Law>(&self, slot: usize, place: [f64; D]) -> Diagnostics {
        let set = self.set;
        let transfer = &self.settings.transfer;
        let (m, volume) = (set.mass_volume.get(slot, 0).to_f64(), set.mass_volume.get(slot, 1).to_f64());
        let (mut x, mut v) = ([0.0; 3], [0.0; 3]);
        let mut inertia = [0.0; 3];
        let mut c = Matrix::<f64, D>::zero(0.0);
        for i in 0..D {
            x[i] = place[i];
            v[i] = set.velocity.get(slot, i).to_f64();
            inertia[i] =
                second_moment(transfer.kernel, set.position.get(slot, i).to_f64()) * transfer.cell.powi(2);
            for j in 0..D {
                c.0[i][j] = set.affine.get(slot, i * D + j).to_f64();
            }
        }
        let law = L::over(&law_part(&set.numbers(slot)));
        let (straight, transposed) = transfer.scheme.affine_shares();
        let c = c * straight + c.transpose() * transposed;
        // B̂ = Ĉ D.
        let mut b = [[0.0; 3]; 3];
        let mut affine_energy = 0.0;
        for i in 0..D {
            for j in 0..D {
                b[i][j] = c.0[i][j] * inertia[j];
                affine_energy += c.0[i][j] * b[i][j];
            }
        }
        let speed = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        let distance = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt();
        let mut angular = [0.0; 3];
        for (k, l) in angular.iter_mut().enumerate() {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            *l = m * (x[i] * v[j] - x[j] * v[i] + b[j][i] - b[i][j]);
        }
        let mut gravitational = 0.0;
        for i in 0..D {
            gravitational -= m * self.settings.gravity[i] * x[i];
        }
        Diagnostics {
            particles: 1,
            mass: m,
            momentum: v.map(|v| m * v),
            angular_momentum: angular,
            center_of_mass: x.map(|x| m * x),
            kinetic: 0.5 * m * speed * speed,
            kinetic_affine: 0.5 * m * (affine_energy + self.mode_energy(slot)),
            elastic: volume * law.energy::<D>(read_state::<L, T, D>(set, slot)),
            gravitational,
            max_speed: speed,
            angular_scale: m * distance * speed,
        }
    }
}

impl<T: LaneScalar, const D: usize> Measure<'_, T, D> {
    /// `Σ_k ‖share c_k‖² Σ w φ_k²`: twice what the modes beyond the affine field carry per mass.
    fn mode_energy(&self, slot: usize) -> f64 {
        let shares = self.settings.transfer.scheme.modes.shares();
        let mut energy = 0.0;
        for (k, (share, degrees)) in shares.iter().zip(degrees(D)).enumerate() {
            let mut norm = share * share;
            for (axis, degree) in degrees.iter().enumerate().take(D) {
                norm *= mode_norm(*degree, self.set.position.get(slot, axis).to_f64());
            }
            for axis in 0..D {
                energy += norm * self.set.modes.get(slot, k * D + axis).to_f64().powi(2);
            }
        }
        energy
    }
}

/// `Σ w φ²` along one axis, for the modes 1, `r` and `q` of the quadratic kernel at a place in cells.
fn mode_norm(degree: usize, x: f64) -> f64 {
    let t = x - x.round();
    match degree {
        0 => 1.0,
        1 => 0.25,
        _ => (1.0 - 4.0 * t * t).powi(2) * (3.0 - 4.0 * t * t) / 16.0,
    }
}

/// `D_p / Δx²` along one axis.
fn second_moment(kernel: Kernel, x: f64) -> f64 {
    kernel.inertia().unwrap_or_else(|| kernel.spline::<f64>().second_moment(kernel.spline::<f64>().place(x)))
}
