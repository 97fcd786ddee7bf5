//! Heat that a particle holds.

use crate::tensor::Real;

/// How a material takes up and conducts heat.
///
/// A particle keeps its *heat* `θ`, in K: its enthalpy per mass over `c`. Temperature and the molten share follow:
///
/// ```text
/// θ ≤ T_m               T = θ             solid
/// θ ≤ T_m + L/c         T = T_m           molten to (θ − T_m) c/L
/// else                  T = θ − L/c       molten
/// ```
///
/// so that melting and freezing conserve energy without being looked for. Temperatures may be in K or °C, as long as all are.
/// Source: the enthalpy form of the heat equation; Stomakhin et al., "Augmented MPM for phase-change and varied materials"
/// (2014).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat {
    /// The heat capacity `c`, in J/(kg K).
    pub capacity: f64,
    /// The conductivity `k`, in W/(m K).
    pub conductivity: f64,
    /// The latent heat `L`, in J/kg.
    pub latent_heat: f64,
    /// The temperature `T_m` at which it melts.
    pub melting_temperature: f64,
}

impl Heat {
    /// What conducts none and never melts.
    pub(super) const NONE: Heat =
        Heat { capacity: 1.0, conductivity: 0.0, latent_heat: 0.0, melting_temperature: f64::MAX };

    /// Heat without a change of phase, from the capacity in J/(kg K) and the conductivity in W/(m K).
    pub fn new(capacity: f64, conductivity: f64) -> Self {
        Heat { capacity, conductivity, ..Heat::NONE }
    }

    /// The same with a latent heat in J/kg at a temperature.
    pub fn melting(self, latent_heat: f64, melting_temperature: f64) -> Self {
        Heat { latent_heat, melting_temperature, ..self }
    }

    /// `L/c`, in K.
    fn plateau(&self) -> f64 {
        self.latent_heat / self.capacity
    }

    /// The temperature of a particle that holds the heat `θ`.
    #[inline(always)]
    pub fn temperature<R: Real>(&self, heat: R) -> R {
        let melting = heat.of(self.melting_temperature);
        heat.min(melting) + (heat - heat.of(self.melting_temperature + self.plateau())).max(heat.zero())
    }

    /// Its molten share.
    #[inline(always)]
    pub fn melt<R: Real>(&self, heat: R) -> R {
        let above = heat - heat.of(self.melting_temperature);
        let plateau = heat.of(self.plateau().max(1e-12));
        (above / plateau).max(heat.zero()).min(heat.one())
    }

    /// The heat `θ` of a particle at a temperature; at the melting point it is solid.
    pub fn heat(&self, temperature: f64) -> f64 {
        if temperature > self.melting_temperature { temperature + self.plateau() } else { temperature }
    }
}
