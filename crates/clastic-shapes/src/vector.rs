//! The little linear algebra that shapes need.

#[inline]
pub(crate) fn sub<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    std::array::from_fn(|i| a[i] - b[i])
}

#[inline]
pub(crate) fn dot<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    (1..N).fold(a[0] * b[0], |sum, i| sum + a[i] * b[i])
}

/// `a + s b`.
#[inline]
pub(crate) fn along<const N: usize>(a: [f64; N], s: f64, b: [f64; N]) -> [f64; N] {
    std::array::from_fn(|i| a[i] + s * b[i])
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline]
pub(crate) fn length<const N: usize>(a: [f64; N]) -> f64 {
    dot(a, a).sqrt()
}

/// The vector of length 1 in this direction, if it has one.
pub(crate) fn unit<const N: usize>(a: [f64; N]) -> Option<[f64; N]> {
    // Squares of small numbers would be lost.
    let largest = a.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let scaled: [f64; N] = std::array::from_fn(|i| a[i] / largest);
    let size = length(scaled);
    (size > 0.0 && size.is_finite()).then(|| std::array::from_fn(|i| scaled[i] / size))
}

/// The lowest and highest of points; inverted if there are none.
pub(crate) fn bounds<const N: usize>(points: impl IntoIterator<Item = [f64; N]>) -> [[f64; N]; 2] {
    points.into_iter().fold([[f64::INFINITY; N], [f64::NEG_INFINITY; N]], |[low, high], p| {
        [std::array::from_fn(|i| low[i].min(p[i])), std::array::from_fn(|i| high[i].max(p[i]))]
    })
}

/// What two boxes share; inverted along an axis along which they share nothing.
pub(crate) fn common(a: [[f64; 3]; 2], b: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
    [std::array::from_fn(|i| a[0][i].max(b[0][i])), std::array::from_fn(|i| a[1][i].min(b[1][i]))]
}
