//! What limits the length of steps.

use super::Mlsrk;

/// The largest of a kind, and the index of the particle that has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Largest {
    /// How large.
    pub value: f64,
    /// Whose.
    pub index: usize,
}

impl Largest {
    pub(super) fn and(self, later: Largest) -> Largest {
        if later.value > self.value { later } else { self }
    }

    /// The fastest of particles, in m/s.
    pub(super) fn motion<const D: usize>(velocity: &[[f64; D]]) -> Largest {
        let mut fastest = Largest::default();
        for (i, u) in velocity.iter().enumerate() {
            fastest.see(u.iter().map(|u| u * u).sum::<f64>().sqrt(), i);
        }
        fastest
    }

    pub(super) fn see(&mut self, value: f64, index: usize) {
        if value > self.value {
            *self = Largest { value, index };
        }
    }
}

/// What particles do that limits steps. With the kernel's scale `a`, steps are stable up to about
///
/// ```text
/// sound       1.9 a/c
/// viscosity   2 a²/(1.08 ν)
/// diffusion   0.7 · 2 a²/(1.08 D) on a lattice; a fifth of that at surfaces and in disorder
/// ```
///
/// where the fastest decay would overshoot to its opposite, with the largest wave number that the gradient of a cubic spline has:
/// `1.08/a²` is the largest `‖k‖² sinc⁸(k/2)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Speeds {
    /// The fastest sound `c`, in m/s.
    pub sound: Largest,
    /// The fastest motion `‖u‖`, in m/s.
    pub motion: Largest,
    /// The fastest spread of momentum `ν = ((2 − 2/d) η + ζ)/ρ`, in m²/s.
    pub viscosity: Largest,
    /// The highest mobility of components, in m²/s.
    pub mobility: Largest,
}

impl Speeds {
    /// All of them.
    pub(super) fn all(&self) -> [Largest; 4] {
        [self.sound, self.motion, self.viscosity, self.mobility]
    }

    pub(super) fn and(self, later: Speeds) -> Speeds {
        Speeds {
            sound: self.sound.and(later.sound),
            motion: self.motion.and(later.motion),
            viscosity: self.viscosity.and(later.viscosity),
            mobility: self.mobility.and(later.mobility),
        }
    }
}

impl<const D: usize> Mlsrk<D> {
    /// What limits the next step, as far as is known: nothing before particles have been evaluated.
    pub fn speeds(&self) -> Speeds {
        self.speeds.unwrap_or_default()
    }

    /// The fastest spread of components `D = L (H'' + 6 ε²/a²)`, in m²/s, and who has it; 0 where none move.
    pub fn diffusion(&self) -> Largest {
        let Largest { value: mobility, index } = self.speeds().mobility;
        let spread = self.settings.phase.as_ref().map_or(0.0, |phase| {
            let factor = self.settings.kernel.laplacian_factor(D);
            phase.energy.steepest() + factor * (phase.interface / self.settings.scale).powi(2)
        });
        Largest { value: mobility * spread, index }
    }
}
