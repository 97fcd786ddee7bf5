//! The polynomial modes of PolyPIC beyond the affine field.
//!
//! "A Polynomial Particle-in-Cell Method" (Fu et al. 2017) lets a particle carry more of the velocity around it than its
//! value and its gradient. With `r` the distance from the particle along an axis, in cells, the modes are products over
//! the axes of
//!
//! ```text
//! 1,   r,   q = r² − 4 (Σ w r³) r − ¼
//! ```
//!
//! which are orthogonal under the quadratic kernel's weights. A mode beyond the affine ones therefore carries neither
//! momentum nor angular momentum, and a node's velocity `a + b r + c q` gives the coefficients back by
//!
//! ```text
//! a = Σ w v,   b = 4 Σ w r v,   c = ½ (v₀ − 2 v₁ + v₂),
//! ```
//!
//! the last because `q` has the second difference of `r²` wherever the particle is. Nothing is divided by a norm that
//! vanishes half-way between nodes.

/// The most modes beyond the affine field: 9 − 3 in 2D, more than the 8 − 4 in 3D.
pub const MAX_MODES: usize = 6;

/// Degrees along x and y in 2D, beyond the affine field, in their order.
const PLANE: [[usize; 3]; 6] = [[1, 1, 0], [2, 0, 0], [0, 2, 0], [2, 2, 0], [2, 1, 0], [1, 2, 0]];
/// Degrees along x, y and z in 3D.
const SPACE: [[usize; 3]; 4] = [[1, 1, 0], [1, 0, 1], [0, 1, 1], [1, 1, 1]];

/// What is kept of each unless told otherwise. All of the quadratic modes makes elastic bodies explode; these are the shares
/// of figure 15 in "Revisiting Integration in the Material Point Method".
const SHARES: [&[f64]; 2] = [&[1.0, 0.825, 0.825, 0.2, 0.2, 0.2], &[1.0; 4]];

/// Degrees along each axis of the modes beyond the affine field.
pub const fn degrees(dimension: usize) -> &'static [[usize; 3]] {
    if dimension == 2 { &PLANE } else { &SPACE }
}

/// Which modes beyond the affine field a scheme keeps, and which share of each, 0 to 1.
///
/// The modes, numbered as in the papers from the constant one on, are in 2D `1, x, y, xy, q(x), q(y), q(x)q(y), q(x)y,
/// x q(y)` and in 3D `1, x, y, z, xy, xz, yz, xyz`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Modes {
    count: usize,
    shares: [f64; MAX_MODES],
}

impl Modes {
    /// The affine field and nothing beyond.
    pub const NONE: Modes = Modes { count: 0, shares: [0.0; MAX_MODES] };

    /// All: 9 in 2D and 8 in 3D, the affine ones counted, with the shares that keep bodies whole: 0.825 of modes 5 and 6 in
    /// 2D, 0.2 of modes 7 to 9, all of the others.
    pub fn all(dimension: usize) -> Modes {
        Modes::kept(degrees(dimension).len(), dimension)
    }

    /// The first `total` modes, the affine ones counted; `None` if there are not as many, or fewer are affine.
    pub fn first(total: usize, dimension: usize) -> Option<Modes> {
        let count = total.checked_sub(dimension + 1)?;
        (count <= degrees(dimension).len()).then(|| Modes::kept(count, dimension))
    }

    fn kept(count: usize, dimension: usize) -> Modes {
        let mut modes = Modes { count, ..Modes::NONE };
        modes.shares[..count].copy_from_slice(&SHARES[dimension - 2][..count]);
        modes
    }

    /// The same modes with these shares, one for each beyond the affine ones; `None` if there are not as many.
    pub fn with_shares(mut self, shares: &[f64]) -> Option<Modes> {
        (shares.len() == self.count).then(|| {
            self.shares[..self.count].copy_from_slice(shares);
            self
        })
    }

    /// The shares of the modes beyond the affine ones.
    pub fn shares(&self) -> &[f64] {
        &self.shares[..self.count]
    }

    /// How many there are beyond the affine ones.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}
