//! How a material mixes with others: what it has beside its law where matter is particles alone.

/// Where the volume of a material comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VolumeSource {
    /// From its deformation.
    #[default]
    Deformation,
    /// From how many particles there are, as by equation 19 of the MLSRK paper: for liquids and grains, in which errors of the
    /// deformation would add up.
    Density,
}

/// How components move through a material and what that does to it. Only the MLSRK solver heeds it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mixing {
    /// Where its volume comes from.
    pub volume: VolumeSource,
    /// The mobility `L` of components in it, in m²/s over the free energy's unit; 0 if they do not move.
    pub mobility: f64,
    /// Which component its law and its density at rest depend on, from 0 on.
    pub component: usize,
    /// Its density at rest by the concentration of that component, if it depends on one.
    pub rest_density: Option<RestDensity>,
}

/// The density of matter at rest by a concentration: `ρ = k₀ + k₁ c + k₂ c² + …`, in kg/m³.
#[derive(Clone, Debug, PartialEq)]
pub struct RestDensity(pub Vec<f64>);

impl RestDensity {
    /// At a concentration, which is taken as 0 below 0 and as 1 above 1; in kg/m³.
    pub fn at(&self, concentration: f64) -> f64 {
        polynomial(&self.0, concentration.clamp(0.0, 1.0))
    }

    /// The least between 0 and 1, nearly.
    pub fn least(&self) -> f64 {
        (0..=100).map(|k| self.at(0.01 * f64::from(k))).fold(f64::INFINITY, f64::min)
    }
}

/// `k₀ + k₁ x + k₂ x² + …`
pub(crate) fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, k| sum * x + k)
}
