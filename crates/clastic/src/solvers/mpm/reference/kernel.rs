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

#[cfg(test)]
mod tests {
    use super::*;

    /// On its three nodes along each axis, a field made of all nine modes gives their coefficients back.
    #[test]
    fn modes_are_dual_and_carry_no_momentum() {
        for k in 0..60 {
            let places = [3.0 + 0.0166 * k as f64, -0.5 + 0.0123 * k as f64];
            let count = degrees(2).len();
            let mut found = vec![vec![0.0; count]; count];
            let (mut momentum, mut moment) = (vec![0.0; count], vec![[0.0; 2]; count]);
            for i in -1..=1 {
                for j in -1..=1 {
                    let node = [places[0].round() as i64 + i, places[1].round() as i64 + j];
                    let r = [0, 1].map(|axis: usize| node[axis] as f64 - places[axis]);
                    let w: f64 = r.iter().map(|r| spline(Kernel::Quadratic, *r).0).product();
                    let all: Vec<Mode> = modes(places, node).collect();
                    for (a, mode) in all.iter().enumerate() {
                        momentum[a] += w * mode.value;
                        moment[a][0] += w * mode.value * r[0];
                        moment[a][1] += w * mode.value * r[1];
                        for (b, other) in all.iter().enumerate() {
                            found[a][b] += mode.dual * other.value;
                        }
                    }
                }
            }
            for a in 0..count {
                assert!(momentum[a].abs() < 1e-15 && moment[a].iter().all(|x| x.abs() < 1e-15), "{k}: {a}");
                for b in 0..count {
                    let exact = if a == b { 1.0 } else { 0.0 };
                    assert!((found[a][b] - exact).abs() < 1e-14, "{k}: {a} {b} {}", found[a][b]);
                }
            }
        }
    }
}
