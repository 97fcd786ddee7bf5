use super::{Law, Parameter, Response, VolumeRatio, law_numbers};
use crate::tensor::{Matrix, Real};

law_numbers! {
    /// Matter without a stress of its own: vertices of meshes whose elements have all of it, and which need not keep apart
    /// from others.
    ///
    /// ```text
    /// τ = 0          J ← J exp(Δt ∇·v), then J ← min(J, 1)
    /// ```
    ///
    /// The volume ratio tells schemes that separate where matter comes together: equation 6 of "Revisiting Integration in the
    /// Material Point Method".
    pub struct Inert {
        /// Below which volume ratio it counts as pressed together, at most 1.
        pressed,
    }
}

impl Inert {
    /// Pressed together wherever its volume is less than it was.
    pub fn new() -> Self {
        Inert { pressed: 1.0 }
    }
}

impl Default for Inert {
    fn default() -> Self {
        Inert::new()
    }
}

impl Law for Inert {
    type Elasticity = Inert;
    const NAME: &'static str = "inert";
    const ABOUT: &'static str = "no stress of its own, for vertices of meshes";
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        name: "pressed",
        unit: "",
        about: "volume ratio below which it counts as pressed together",
        default: Some(1.0),
        range: (0.0, 1.0),
    }];

    fn from_values(values: &[f64]) -> Self {
        Inert { pressed: values[0] }
    }
    fn example() -> Self {
        Inert::new()
    }
}

impl<R: Real> Response<R> for Inert<R> {
    type State<const D: usize> = VolumeRatio<R>;

    /// What has come apart is not remembered.
    #[inline(always)]
    fn project<const D: usize>(&self, trial: VolumeRatio<R>) -> VolumeRatio<R> {
        VolumeRatio(trial.0.min(trial.0.one()))
    }

    #[inline(always)]
    fn kirchhoff<const D: usize>(&self, j: VolumeRatio<R>) -> Matrix<R, D> {
        Matrix::zero(j.0)
    }

    #[inline(always)]
    fn energy<const D: usize>(&self, j: VolumeRatio<R>) -> R {
        j.0.zero()
    }

    #[inline(always)]
    fn differential<const D: usize>(
        &self,
        _: VolumeRatio<R>,
        f: Matrix<R, D>,
        _: Matrix<R, D>,
    ) -> Matrix<R, D> {
        Matrix::zero(f.0[0][0])
    }

    #[inline(always)]
    fn critical_volume_ratio<const D: usize>(&self, _: VolumeRatio<R>) -> R {
        self.pressed
    }

    #[inline(always)]
    fn wave_modulus<const D: usize>(&self, j: VolumeRatio<R>, _: Matrix<R, D>) -> R {
        j.0.zero()
    }
}
