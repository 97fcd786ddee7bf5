//! A frame as bytes; `PROTOCOL.md` has the layout.

use std::fmt;

use crate::{Colors, View};

/// What marks a value as none.
const NO_VALUE: u8 = 255;

/// Beyond this a coordinate counts as not finite, so that the size of what remains is.
const FAR: f32 = f32::MAX / 4.0;

/// A frame whose parts do not fit together.
#[derive(Debug, PartialEq)]
pub(crate) enum Misfit {
    /// Positions that are not three per particle.
    Positions(usize),
    /// More or fewer colours than particles.
    Colors { expected: usize, found: usize },
    /// More particles, frames or obstacles than the layout can count.
    Count(usize),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Positions(found) => {
                write!(f, "the frame has {found} coordinates, not three per particle")
            }
            Misfit::Colors { expected, found } => {
                write!(f, "the frame has {found} colours for {expected} particles")
            }
            Misfit::Count(count) => write!(f, "a frame cannot count to {count}; {} is the most", u32::MAX),
        }
    }
}

/// The bytes of a frame.
pub(crate) fn encode(number: usize, view: &View) -> Result<Vec<u8>, Misfit> {
    let (positions, rest) = view.positions.as_chunks::<3>();
    if !rest.is_empty() {
        return Err(Misfit::Positions(view.positions.len()));
    }
    let (kind, colors) = match &view.colors {
        Colors::None => (0, 0),
        Colors::Values { values, .. } => (1, values.len()),
        Colors::Materials(materials) => (2, materials.len()),
    };
    if kind != 0 && colors != positions.len() {
        return Err(Misfit::Colors { expected: positions.len(), found: colors });
    }
    let (corner, size) = span(positions);

    let mut bytes = Vec::with_capacity(56 + 48 * view.poses.len() + 6 * positions.len() + colors);
    bytes.extend(b"CLV1");
    bytes.extend(count(positions.len())?);
    bytes.extend(count(number)?);
    bytes.extend(u32::to_le_bytes(kind));
    bytes.extend(view.time.to_le_bytes());
    bytes.extend(corner.iter().chain(&size).flat_map(|x| x.to_le_bytes()));
    bytes.extend(count(view.poses.len())?);
    bytes.extend([0; 4]);
    for pose in &view.poses {
        bytes.extend(pose.unwrap_or([f32::NAN; 12]).iter().flat_map(|x| x.to_le_bytes()));
    }
    quantise_positions(positions, corner, size, &mut bytes);
    match &view.colors {
        Colors::None => {}
        Colors::Materials(materials) => bytes.extend(materials),
        Colors::Values { values, low, high } => quantise_values(values, *low, *high, &mut bytes),
    }
    Ok(bytes)
}

fn count(n: usize) -> Result<[u8; 4], Misfit> {
    u32::try_from(n).map(u32::to_le_bytes).map_err(|_| Misfit::Count(n))
}

fn is_somewhere(position: &[f32; 3]) -> bool {
    position.iter().all(|x| x.abs() <= FAR)
}

/// The lowest corner and the size of the box around all particles that are somewhere.
fn span(positions: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for position in positions.iter().filter(|position| is_somewhere(position)) {
        for axis in 0..3 {
            low[axis] = low[axis].min(position[axis]);
            high[axis] = high[axis].max(position[axis]);
        }
    }
    if low[0] > high[0] {
        return ([0.0; 3], [0.0; 3]);
    }
    (low, std::array::from_fn(|axis| high[axis] - low[axis]))
}

fn quantise_positions(positions: &[[f32; 3]], corner: [f32; 3], size: [f32; 3], bytes: &mut Vec<u8>) {
    // In f64, where one over the smallest f32 is finite.
    let scale = size.map(|size| if size > 0.0 { 65535.0 / f64::from(size) } else { 0.0 });
    let begin = bytes.len();
    bytes.resize(begin + 6 * positions.len(), 0);
    for (position, q) in positions.iter().zip(bytes[begin..].as_chunks_mut::<6>().0) {
        if is_somewhere(position) {
            for axis in 0..3 {
                let steps = f64::from(position[axis] - corner[axis]) * scale[axis];
                // The conversion keeps within the range of u16.
                q[2 * axis..][..2].copy_from_slice(&((steps + 0.5) as u16).to_le_bytes());
            }
        }
    }
}

fn quantise_values(values: &[f32], low: f32, high: f32, bytes: &mut Vec<u8>) {
    let (low, range) = (f64::from(low), f64::from(high) - f64::from(low));
    let scale = if range > 0.0 { 254.0 / range } else { 0.0 };
    bytes.extend(values.iter().map(|&value| {
        let steps = (f64::from(value) - low) * scale;
        if value.is_finite() { (steps + 0.5).clamp(0.0, 254.0) as u8 } else { NO_VALUE }
    }));
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn positions_of(bytes: &[u8]) -> Vec<[f32; 3]> {
        let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let n = u32::from_le_bytes(bytes[4..8].try_into().expect("4 bytes")) as usize;
        let at = |axis: usize, q: [u8; 2]| {
            float(24 + 4 * axis) + f32::from(u16::from_le_bytes(q)) / 65535.0 * float(36 + 4 * axis)
        };
        let (pairs, _) = bytes[56..56 + 6 * n].as_chunks::<2>();
        pairs.as_chunks::<3>().0.iter().map(|p| std::array::from_fn(|axis| at(axis, p[axis]))).collect()
    }

    #[test]
    fn positions_come_back_within_half_a_step() {
        let positions: Vec<f32> = (0..300).map(|i| (i as f32 * 0.7).sin() * 12.0 + 3.0).collect();
        let view = View { positions: positions.clone(), ..View::default() };
        let found = positions_of(&encode(0, &view).expect("a frame"));
        let (corner, size) = span(positions.as_chunks().0);
        for (found, expected) in found.iter().zip(positions.as_chunks::<3>().0) {
            for axis in 0..3 {
                let ulps = 4.0 * f32::EPSILON * (corner[axis].abs() + size[axis]);
                let bound = 0.5 * size[axis] / 65535.0 + ulps;
                assert!((found[axis] - expected[axis]).abs() <= bound, "{found:?} for {expected:?}");
            }
        }
    }

    #[test]
    fn what_is_nowhere_is_at_the_corner_and_does_not_stretch_the_box() {
        let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX];
        for bad in bad {
            let positions = vec![1.0, 2.0, 3.0, 5.0, bad, 5.0, 2.0, 3.0, 4.0];
            let view = View { positions, ..View::default() };
            let found = positions_of(&encode(0, &view).expect("a frame"));
            assert_eq!(found, [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [2.0, 3.0, 4.0]], "with {bad}");
        }
    }

    #[test]
    fn frames_of_nothing_of_one_and_of_nowhere() {
        for (positions, expected) in [
            (vec![], vec![]),
            (vec![1.0, -2.0, 3.0], vec![[1.0, -2.0, 3.0]]),
            (vec![f32::NAN; 3], vec![[0.0; 3]]),
            (vec![0.0, 0.0, 0.0, f32::from_bits(1), 0.0, 0.0], vec![[0.0; 3], [f32::from_bits(1), 0.0, 0.0]]),
        ] {
            let view = View { positions, ..View::default() };
            assert_eq!(positions_of(&encode(0, &view).expect("a frame")), expected);
        }
    }

    #[test]
    fn values_beyond_the_scale_have_its_ends_and_what_is_no_number_has_none() {
        let values = vec![-5.0, 2.0, 3.0, 4.0, 9.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
        let positions = vec![0.0; 3 * values.len()];
        let colors = Colors::Values { values, low: 2.0, high: 4.0 };
        let mut view = View { positions, colors, ..View::default() };
        let tail = |view: &View| encode(0, view).expect("a frame")[56 + 48..].to_vec();
        assert_eq!(tail(&view), [0, 0, 127, 254, 254, 255, 255, 255]);
        if let Colors::Values { high, .. } = &mut view.colors {
            *high = 2.0;
        }
        assert_eq!(tail(&view), [0, 0, 0, 0, 0, 255, 255, 255]);
    }

    #[test]
    fn parts_that_do_not_fit_are_named() {
        let view = View { positions: vec![0.0; 4], ..View::default() };
        assert_eq!(encode(0, &view), Err(Misfit::Positions(4)));
        let view = View { positions: vec![0.0; 6], colors: Colors::Materials(vec![0]), ..View::default() };
        assert_eq!(encode(0, &view), Err(Misfit::Colors { expected: 2, found: 1 }));
        let beyond = u32::MAX as usize + 1;
        assert_eq!(encode(beyond, &View::default()), Err(Misfit::Count(beyond)));
    }

    /// Prints what the crate's documentation states; `cargo test -p clastic-view a_million -- --nocapture`.
    #[test]
    fn a_million_particles() {
        let n = 1_000_000;
        let positions = (0..3 * n).map(|i| (i as f32).sin() * 50.0).collect();
        let values = (0..n).map(|i| i as f32).collect();
        let colors = Colors::Values { values, low: 0.0, high: n as f32 };
        let view = View { positions, colors, ..View::default() };
        let mut best = Duration::MAX;
        for _ in 0..5 {
            let begin = Instant::now();
            let bytes = encode(0, &view).expect("a frame").len();
            best = best.min(begin.elapsed());
            assert_eq!(bytes, 56 + 7 * n);
        }
        println!("10^6 particles: {} bytes in {:.1} ms", 56 + 7 * n, best.as_secs_f64() * 1e3);
    }
}
