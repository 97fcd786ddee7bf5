//! The numbers of what is thin.

use super::MeshError;

/// The numbers of a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SheetMatter {
    /// Young's modulus, in Pa.
    pub young_modulus: f64,
    /// Poisson's ratio.
    pub poisson_ratio: f64,
    /// The thickness, in m.
    pub thickness: f64,
    /// The density, in kg/m³.
    pub density: f64,
}

impl SheetMatter {
    /// Whether there can be such a sheet.
    pub(super) fn check(&self) -> Result<(), MeshError> {
        elastic(self.young_modulus, self.poisson_ratio)?;
        positive("the thickness", self.thickness)?;
        positive("the density", self.density)
    }

    /// `E h³/(12 (1 − ν²))`, in J.
    pub fn bending(&self) -> f64 {
        self.young_modulus * self.thickness.powi(3) / (12.0 * (1.0 - self.poisson_ratio.powi(2)))
    }

    /// Lamé's parameters `λ` and `μ` with which a law of plane strain is one of plane stress, in Pa.
    pub fn plane_stress(&self) -> (f64, f64) {
        let (e, nu) = (self.young_modulus, self.poisson_ratio);
        (e * nu / (1.0 - nu * nu), e / (2.0 * (1.0 + nu)))
    }
}

/// The numbers of a strand, or a rod, with a round section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrandMatter {
    /// Young's modulus, in Pa.
    pub young_modulus: f64,
    /// Poisson's ratio.
    pub poisson_ratio: f64,
    /// The radius, in m.
    pub radius: f64,
    /// The density, in kg/m³.
    pub density: f64,
}

impl StrandMatter {
    /// The area of a section, in m².
    pub fn area(&self) -> f64 {
        std::f64::consts::PI * self.radius.powi(2)
    }

    /// Whether there can be such a strand.
    pub(super) fn check(&self) -> Result<(), MeshError> {
        elastic(self.young_modulus, self.poisson_ratio)?;
        positive("the radius", self.radius)?;
        positive("the density", self.density)
    }

    /// `EA` in N, `EI` and `GJ` in N m².
    pub fn resistances(&self) -> [f64; 3] {
        let second_moment = self.area() * self.radius.powi(2) / 4.0;
        let shear = self.young_modulus / (2.0 * (1.0 + self.poisson_ratio));
        [self.young_modulus * self.area(), self.young_modulus * second_moment, 2.0 * shear * second_moment]
    }
}

/// Refuses what is not positive and finite.
pub fn positive(what: &'static str, value: f64) -> Result<(), MeshError> {
    if value > 0.0 && value.is_finite() { Ok(()) } else { Err(MeshError::Number(what)) }
}

fn elastic(young_modulus: f64, poisson_ratio: f64) -> Result<(), MeshError> {
    positive("Young's modulus", young_modulus)?;
    if poisson_ratio > -1.0 && poisson_ratio < 0.5 { Ok(()) } else { Err(MeshError::PoissonRatio) }
}
