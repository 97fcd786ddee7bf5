//! What laws keep per particle from step to step.

use crate::tensor::{Matrix, Real};

/// One step's deformation of a particle.
#[derive(Clone, Copy)]
pub struct Increment<R, const D: usize> {
    /// `H = Δt ∇v`.
    pub rate: Matrix<R, D>,
    /// The relative change of `F`, which becomes `(I + change) F`: `H`, or `H + H²/2`.
    pub change: Matrix<R, D>,
    /// The time step `Δt`, in s.
    pub dt: R,
}

impl<R: Real, const D: usize> Increment<R, D> {
    /// The change of `F` as a whole: its rate changes volumes as much as it does.
    #[inline(always)]
    pub fn of_change(change: Matrix<R, D>, dt: R) -> Self {
        let growth = change.plus_diagonal(dt.one()).det().ln();
        Increment { rate: Matrix::scaled_identity(growth * dt.of(1.0 / D as f64)), change, dt }
    }

    /// No deformation, for the given time in s.
    #[inline(always)]
    pub fn still(dt: R) -> Self {
        Increment { rate: Matrix::zero(dt), change: Matrix::zero(dt), dt }
    }
}

/// What a law keeps per particle from step to step.
pub trait State<R: Real, const D: usize>: Copy {
    /// How many numbers that is.
    const COUNT: usize;
    /// How many of them, the last ones, remember what yielding did.
    const MEMORY: usize = 0;
    /// The state of a particle that was deformed elastically by `F` from rest.
    fn from_deformation(f: Matrix<R, D>) -> Self;
    /// The elastic deformation gradient; a state that knows only part of it answers with the nearest it can tell.
    fn deformation(&self) -> Matrix<R, D>;
    /// The left Cauchy–Green tensor `b = F Fᵀ` of the elastic deformation.
    fn left_cauchy_green(&self) -> Matrix<R, D>;
    /// The ratio of elastic to rest volume `J_E`.
    fn volume_ratio(&self) -> R;
    /// The state after an increment that is elastic.
    fn deform(self, by: Increment<R, D>) -> Self;
    /// One of the numbers.
    fn get(&self, index: usize) -> R;
    /// Sets one of the numbers.
    fn set(&mut self, index: usize, value: R);
}

/// The deformation gradient `F`, kept as `F − I`.
///
/// Added to an `F` near `I`, the strain of one step of slow motion is lost to rounding, and a block at rest creeps in
/// `f32`. Added to `F − I` it is not.
#[derive(Clone, Copy)]
pub struct Deformation<R, const D: usize> {
    /// The gradient of the displacement, `F − I`.
    pub displacement_gradient: Matrix<R, D>,
}

impl<R: Real, const D: usize> Deformation<R, D> {
    /// `F`.
    #[inline(always)]
    pub fn f(&self) -> Matrix<R, D> {
        self.displacement_gradient.plus_diagonal(self.displacement_gradient.0[0][0].one())
    }
}

impl<R: Real, const D: usize> State<R, D> for Deformation<R, D> {
    const COUNT: usize = D * D;
    #[inline(always)]
    fn from_deformation(f: Matrix<R, D>) -> Self {
        Deformation { displacement_gradient: f.plus_diagonal(-f.0[0][0].one()) }
    }
    #[inline(always)]
    fn deformation(&self) -> Matrix<R, D> {
        self.f()
    }
    #[inline(always)]
    fn left_cauchy_green(&self) -> Matrix<R, D> {
        self.f().times_own_transpose()
    }
    #[inline(always)]
    fn volume_ratio(&self) -> R {
        self.f().det()
    }
    /// `F ← (I + change) F`.
    #[inline(always)]
    fn deform(self, by: Increment<R, D>) -> Self {
        let g = self.displacement_gradient;
        Deformation { displacement_gradient: g + (by.change + by.change * g) }
    }
    #[inline(always)]
    fn get(&self, index: usize) -> R {
        self.displacement_gradient.0[index / D][index % D]
    }
    #[inline(always)]
    fn set(&mut self, index: usize, value: R) {
        self.displacement_gradient.0[index / D][index % D] = value;
    }
}

/// The left Cauchy–Green tensor `b = F Fᵀ` of the elastic deformation, kept as `b − I`: all that an isotropic material
/// needs to know, and less than `F`.
#[derive(Clone, Copy)]
pub struct LeftCauchyGreen<R, const D: usize> {
    /// `b − I`.
    pub strain: Matrix<R, D>,
}

/// The row and column of each number of a symmetric matrix: the upper triangle, row by row.
const UPPER_2D: [[usize; 2]; 3] = [[0, 0], [0, 1], [1, 1]];
const UPPER_3D: [[usize; 2]; 6] = [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]];

impl<R: Real, const D: usize> LeftCauchyGreen<R, D> {
    /// `b`.
    #[inline(always)]
    pub fn b(&self) -> Matrix<R, D> {
        self.strain.plus_diagonal(self.strain.0[0][0].one())
    }

    /// A state without shear, of volume ratio `J`.
    #[inline(always)]
    pub fn isotropic(j: R) -> Self {
        LeftCauchyGreen { strain: Matrix::scaled_identity(j.powf(j.of(2.0 / D as f64)) - j.one()) }
    }

    /// `J² − 1 = det b − 1`, without the rounding of a 1 that would cancel near rest.
    #[inline(always)]
    pub fn squared_volume_change(&self) -> R {
        let e = self.strain;
        let half = e.0[0][0].of(0.5);
        let second = half * (e.trace().squared() - e.norm_squared());
        if D == 2 { e.trace() + second } else { e.trace() + (second + e.det()) }
    }
}

impl<R: Real, const D: usize> State<R, D> for LeftCauchyGreen<R, D> {
    const COUNT: usize = D * (D + 1) / 2;
    /// `b − I = G + Gᵀ + G Gᵀ` with `G = F − I`.
    #[inline(always)]
    fn from_deformation(f: Matrix<R, D>) -> Self {
        let g = f.plus_diagonal(-f.0[0][0].one());
        LeftCauchyGreen { strain: g + g.transpose() + g.times_own_transpose() }
    }
    /// `√b`: the rotation is not known.
    #[inline(always)]
    fn deformation(&self) -> Matrix<R, D> {
        self.b().sqrt_symmetric()
    }
    #[inline(always)]
    fn left_cauchy_green(&self) -> Matrix<R, D> {
        self.b()
    }
    #[inline(always)]
    fn volume_ratio(&self) -> R {
        self.b().det().sqrt()
    }
    /// `b ← (I + change) b (I + change)ᵀ`.
    #[inline(always)]
    fn deform(self, by: Increment<R, D>) -> Self {
        let (h, e) = (by.change, self.strain);
        // (I + h)(I + e)(I + h)ᵀ − I with a = (I + h) e.
        let a = e + h * e;
        let sum = h + h.transpose() + h.times_own_transpose() + a + a * h.transpose();
        // Rounding would let the two triangles drift apart, of which only one is kept.
        LeftCauchyGreen { strain: sum }
    }
    #[inline(always)]
    fn get(&self, index: usize) -> R {
        let [i, j] = if D == 2 { UPPER_2D[index] } else { UPPER_3D[index] };
        self.strain.0[i][j]
    }
    #[inline(always)]
    fn set(&mut self, index: usize, value: R) {
        let [i, j] = if D == 2 { UPPER_2D[index] } else { UPPER_3D[index] };
        self.strain.0[i][j] = value;
        self.strain.0[j][i] = value;
    }
}

/// An elastic state and one number that yielding leaves behind: 0 at the beginning.
#[derive(Clone, Copy)]
pub struct Remembering<R, const D: usize> {
    /// The elastic part.
    pub elastic: LeftCauchyGreen<R, D>,
    /// What the law remembers.
    pub memory: R,
}

impl<R: Real, const D: usize> State<R, D> for Remembering<R, D> {
    const COUNT: usize = <LeftCauchyGreen<R, D> as State<R, D>>::COUNT + 1;
    const MEMORY: usize = 1;
    #[inline(always)]
    fn from_deformation(f: Matrix<R, D>) -> Self {
        Remembering { elastic: LeftCauchyGreen::from_deformation(f), memory: f.0[0][0].zero() }
    }
    #[inline(always)]
    fn deformation(&self) -> Matrix<R, D> {
        self.elastic.deformation()
    }
    #[inline(always)]
    fn left_cauchy_green(&self) -> Matrix<R, D> {
        self.elastic.b()
    }
    #[inline(always)]
    fn volume_ratio(&self) -> R {
        self.elastic.volume_ratio()
    }
    #[inline(always)]
    fn deform(self, by: Increment<R, D>) -> Self {
        Remembering { elastic: self.elastic.deform(by), ..self }
    }
    #[inline(always)]
    fn get(&self, index: usize) -> R {
        if index + 1 == Self::COUNT { self.memory } else { self.elastic.get(index) }
    }
    #[inline(always)]
    fn set(&mut self, index: usize, value: R) {
        if index + 1 == Self::COUNT { self.memory = value } else { self.elastic.set(index, value) }
    }
}

/// The ratio of present to initial volume `J`, all that a liquid remembers.
#[derive(Clone, Copy)]
pub struct VolumeRatio<R>(pub R);

impl<R: Real, const D: usize> State<R, D> for VolumeRatio<R> {
    const COUNT: usize = 1;
    #[inline(always)]
    fn from_deformation(f: Matrix<R, D>) -> Self {
        VolumeRatio(f.det())
    }
    #[inline(always)]
    fn deformation(&self) -> Matrix<R, D> {
        Matrix::scaled_identity(self.0.powf(self.0.of(1.0 / D as f64)))
    }
    #[inline(always)]
    fn left_cauchy_green(&self) -> Matrix<R, D> {
        Matrix::scaled_identity(self.0.powf(self.0.of(2.0 / D as f64)))
    }
    #[inline(always)]
    fn volume_ratio(&self) -> R {
        self.0
    }
    /// `J ← J exp(Δt ∇·v)`.
    #[inline(always)]
    fn deform(self, by: Increment<R, D>) -> Self {
        VolumeRatio(self.0 * by.rate.trace().exp())
    }
    #[inline(always)]
    fn get(&self, _: usize) -> R {
        self.0
    }
    #[inline(always)]
    fn set(&mut self, _: usize, value: R) {
        self.0 = value;
    }
}
