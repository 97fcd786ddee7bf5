//! The little linear algebra that shapes need.

pub(crate) fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
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
