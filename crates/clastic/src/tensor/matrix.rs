//! Vectors and square matrices of two or three dimensions.

use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};

use super::real::Real;

/// A vector of `D` numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector<R, const D: usize>(pub [R; D]);

/// A square matrix, row by row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix<R, const D: usize>(pub [[R; D]; D]);

// Plain loops throughout: closures and adaptors break the inlining that lanes need.

impl<R: Real, const D: usize> Vector<R, D> {
    /// The same number in every component.
    #[inline(always)]
    pub fn splat(x: R) -> Self {
        Vector([x; D])
    }

    /// The scalar product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> R {
        let mut sum = self.0[0] * other.0[0];
        for i in 1..D {
            sum = self.0[i].mul_add(other.0[i], sum);
        }
        sum
    }

    /// The squared length.
    #[inline(always)]
    pub fn norm_squared(self) -> R {
        self.dot(self)
    }

    /// The length.
    #[inline(always)]
    pub fn norm(self) -> R {
        self.dot(self).sqrt()
    }

    /// The matrix `self otherᵀ`.
    #[inline(always)]
    pub fn outer(self, other: Self) -> Matrix<R, D> {
        let mut m = Matrix([self.0; D]);
        for i in 0..D {
            for j in 0..D {
                m.0[i][j] = self.0[i] * other.0[j];
            }
        }
        m
    }

    /// `self * a + b`.
    #[inline(always)]
    pub fn mul_add(self, a: R, b: Self) -> Self {
        let mut v = b;
        for i in 0..D {
            v.0[i] = self.0[i].mul_add(a, b.0[i]);
        }
        v
    }
}

impl<R: Real> Vector<R, 3> {
    /// `a × b`.
    #[inline(always)]
    pub fn cross(self, b: Self) -> Self {
        let a = self;
        Vector([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
    }
}

impl<R: Real, const D: usize> Matrix<R, D> {
    /// The identity times a number.
    #[inline(always)]
    pub fn scaled_identity(x: R) -> Self {
        Matrix([[x.zero(); D]; D]).plus_diagonal(x)
    }

    /// The identity beside a value.
    #[inline(always)]
    pub fn identity(beside: R) -> Self {
        Matrix::scaled_identity(beside.one())
    }

    /// Zero beside a value.
    #[inline(always)]
    pub fn zero(beside: R) -> Self {
        Matrix([[beside.zero(); D]; D])
    }

    /// The matrix with the vector on its diagonal.
    #[inline(always)]
    pub fn from_diagonal(diagonal: Vector<R, D>) -> Self {
        let mut m = Matrix::zero(diagonal.0[0]);
        for i in 0..D {
            m.0[i][i] = diagonal.0[i];
        }
        m
    }

    /// `self + x I`.
    #[inline(always)]
    pub fn plus_diagonal(self, x: R) -> Self {
        let mut m = self;
        for i in 0..D {
            m.0[i][i] += x;
        }
        m
    }

    /// The transpose.
    #[inline(always)]
    pub fn transpose(self) -> Self {
        let mut m = self;
        for i in 0..D {
            for j in 0..D {
                m.0[i][j] = self.0[j][i];
            }
        }
        m
    }

    /// One column.
    #[inline(always)]
    pub fn column(self, j: usize) -> Vector<R, D> {
        let mut v = Vector(self.0[0]);
        for i in 0..D {
            v.0[i] = self.0[i][j];
        }
        v
    }

    /// The sum of the diagonal.
    #[inline(always)]
    pub fn trace(self) -> R {
        let mut sum = self.0[0][0];
        for i in 1..D {
            sum += self.0[i][i];
        }
        sum
    }

    /// The part without a trace.
    #[inline(always)]
    pub fn deviator(self) -> Self {
        let t = self.trace();
        self.plus_diagonal(-t * t.of(1.0 / D as f64))
    }

    /// The sum of the products of the entries.
    #[inline(always)]
    pub fn dot(self, other: Self) -> R {
        let mut sum = self.0[0][0].zero();
        for i in 0..D {
            for j in 0..D {
                sum = self.0[i][j].mul_add(other.0[i][j], sum);
            }
        }
        sum
    }

    /// The squared Frobenius norm.
    #[inline(always)]
    pub fn norm_squared(self) -> R {
        self.dot(self)
    }

    /// The Frobenius norm.
    #[inline(always)]
    pub fn norm(self) -> R {
        self.dot(self).sqrt()
    }

    /// `self selfᵀ`.
    #[inline(always)]
    pub fn times_own_transpose(self) -> Self {
        self * self.transpose()
    }

    /// The transpose of the matrix of cofactors: `self · adjugate = det I`, for singular matrices too.
    #[inline(always)]
    pub fn adjugate(self) -> Self {
        let m = &self.0;
        let mut a = self;
        match D {
            2 => {
                a.0[0][0] = m[1][1];
                a.0[0][1] = -m[0][1];
                a.0[1][0] = -m[1][0];
                a.0[1][1] = m[0][0];
            }
            3 => {
                for i in 0..D {
                    for j in 0..D {
                        let (r, s) = ((j + 1) % 3, (j + 2) % 3);
                        let (p, q) = ((i + 1) % 3, (i + 2) % 3);
                        a.0[i][j] = m[r][p] * m[s][q] - m[r][q] * m[s][p];
                    }
                }
            }
            _ => unreachable!("matrices are 2×2 or 3×3"),
        }
        a
    }

    /// The determinant.
    #[inline(always)]
    pub fn det(self) -> R {
        let a = self.adjugate();
        let mut sum = self.0[0][0] * a.0[0][0];
        for j in 1..D {
            sum = self.0[0][j].mul_add(a.0[j][0], sum);
        }
        sum
    }

    /// The inverse; not finite for a singular matrix.
    #[inline(always)]
    pub fn inverse(self) -> Self {
        self.adjugate() * self.det().recip()
    }

    /// `b` by rows where the mask is true, `a` elsewhere.
    #[inline(always)]
    pub fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        let mut m = no;
        for i in 0..D {
            for j in 0..D {
                m.0[i][j] = R::select(mask, yes.0[i][j], no.0[i][j]);
            }
        }
        m
    }
}

macro_rules! elementwise {
    ($trait:ident, $method:ident) => {
        impl<R: Real, const D: usize> $trait for Vector<R, D> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let mut v = self;
                for i in 0..D {
                    v.0[i] = self.0[i].$method(other.0[i]);
                }
                v
            }
        }
        impl<R: Real, const D: usize> $trait for Matrix<R, D> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let mut m = self;
                for i in 0..D {
                    for j in 0..D {
                        m.0[i][j] = self.0[i][j].$method(other.0[i][j]);
                    }
                }
                m
            }
        }
    };
}
elementwise!(Add, add);
elementwise!(Sub, sub);

impl<R: Real, const D: usize> AddAssign for Vector<R, D> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<R: Real, const D: usize> Neg for Vector<R, D> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        let mut v = self;
        for i in 0..D {
            v.0[i] = -self.0[i];
        }
        v
    }
}

impl<R: Real, const D: usize> Mul<R> for Vector<R, D> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, x: R) -> Self {
        let mut v = self;
        for i in 0..D {
            v.0[i] = self.0[i] * x;
        }
        v
    }
}

impl<R: Real, const D: usize> Mul<R> for Matrix<R, D> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, x: R) -> Self {
        let mut m = self;
        for i in 0..D {
            for j in 0..D {
                m.0[i][j] = self.0[i][j] * x;
            }
        }
        m
    }
}

impl<R: Real, const D: usize> Mul<Vector<R, D>> for Matrix<R, D> {
    type Output = Vector<R, D>;
    #[inline(always)]
    fn mul(self, x: Vector<R, D>) -> Vector<R, D> {
        let mut v = x;
        for i in 0..D {
            v.0[i] = Vector(self.0[i]).dot(x);
        }
        v
    }
}

impl<R: Real, const D: usize> Mul for Matrix<R, D> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let mut m = self;
        for i in 0..D {
            for j in 0..D {
                let mut sum = self.0[i][0] * other.0[0][j];
                for k in 1..D {
                    sum = self.0[i][k].mul_add(other.0[k][j], sum);
                }
                m.0[i][j] = sum;
            }
        }
        m
    }
}

impl<R, const D: usize> Index<usize> for Vector<R, D> {
    type Output = R;
    #[inline(always)]
    fn index(&self, i: usize) -> &R {
        &self.0[i]
    }
}

impl<R, const D: usize> IndexMut<usize> for Vector<R, D> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut R {
        &mut self.0[i]
    }
}
