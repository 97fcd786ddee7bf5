//! Kernels and modes as the textbooks write them, in cells.

use crate::kernels::Kernel;
use crate::transfer::modes::degrees;

/// `N(x)` and `N'(x)` in cells; zero outside the support.
pub fn spline(kernel: Kernel, x: f64) -> (f64, f64) {
    let (a, sign) = (x.abs(), x.signum());
    match kernel {
        // Half-open, so that a particle on a node has a slope.
        Kernel::Linear if (-1.0..0.0).contains(&x) => (1.0 + x, 1.0),
        Kernel::Linear if (0.0..1.0).contains(&x) => (1.0 - x, -1.0),
        Kernel::Quadratic if a < 0.5 => (0.75 - x * x, -2.0 * x),
        Kernel::Quadratic if a < 1.5 => (0.5 * (1.5 - a) * (1.5 - a), -sign * (1.5 - a)),
        Kernel::Cubic if a < 1.0 => (0.5 * a * a * a - x * x + 2.0 / 3.0, 1.5 * a * x - 2.0 * x),
        Kernel::Cubic if a < 2.0 => ((2.0 - a).powi(3) / 6.0, -sign * 0.5 * (2.0 - a) * (2.0 - a)),
        _ => (0.0, 0.0),
    }
}

/// Half the width of the support, in cells.
pub fn radius(kernel: Kernel) -> f64 {
    match kernel {
        Kernel::Linear => 1.0,
        Kernel::Quadratic => 1.5,
        Kernel::Cubic => 2.0,
    }
}

/// A mode beyond the affine field, at one node.
pub struct Mode {
    /// `φ(x_i − x_p)`.
    pub value: f64,
    /// What the node's velocity is multiplied by to give the mode's coefficient, summed over the nodes.
    pub dual: f64,
}

/// The modes beyond the affine field at a node, for a particle at these places; see [`crate::transfer::Modes`].
pub fn modes<const D: usize>(places: [f64; D], node: [i64; D]) -> impl Iterator<Item = Mode> {
    let along = |axis: usize| {
        let nearest = places[axis].round();
        let third: f64 = [-1.0, 0.0, 1.0]
            .map(|n| nearest + n - places[axis])
            .map(|r| spline(Kernel::Quadratic, r).0 * r * r * r)
            .iter()
            .sum();
        let r = node[axis] as f64 - places[axis];
        let w = spline(Kernel::Quadratic, r).0;
        let middle = node[axis] as f64 == nearest;
        let values = [1.0, r, r * r - 4.0 * third * r - 0.25];
        (values, [w, 4.0 * w * r, if middle { -1.0 } else { 0.5 }])
    };
    let axes: [_; D] = std::array::from_fn(along);
    degrees(D).iter().map(move |degrees| {
        let mut mode = Mode { value: 1.0, dual: 1.0 };
        for ((values, duals), degree) in axes.iter().zip(degrees) {
            mode.value *= values[*degree];
            mode.dual *= duals[*degree];
        }
        mode
    })
}
