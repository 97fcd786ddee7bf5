//! A frame as bytes; `PROTOCOL.md` has the layout.

use std::borrow::Cow;

use crate::misfit::{Misfit, count};
use crate::{Colors, View};

/// What marks a value as none.
const NO_VALUE: u8 = 255;

/// Beyond this a coordinate counts as not finite, so that the size of what remains is.
const FAR: f32 = f32::MAX / 4.0;

/// Particles that are looked at, at most, to find where the bulk of them is.
const SAMPLES: usize = 4096;

/// One particle of so many may be outside of the bulk at either end of an axis.
const OUTSIDE: usize = 100;

/// A particle farther from the bulk than so many times its longest side is a stray.
const REACH: f32 = 4.0;

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
    check_order(&view.joined, positions.len())?;
    let (free, joined) = apart(positions, &view.joined);
    let realm = Realm::around(&free);
    let strays: Vec<[f32; 3]> = free.iter().copied().filter(|x| realm.is_left_by(x)).collect();
    let (corner, size) = span(&free, &realm);

    let room = 60 + 48 * view.poses.len() + 12 * (strays.len() + joined.len()) + 6 * free.len() + colors;
    let mut bytes = Vec::with_capacity(room);
    bytes.extend(b"CLV1");
    bytes.extend(count(positions.len())?);
    bytes.extend(count(number)?);
    bytes.extend(u32::to_le_bytes(kind));
    bytes.extend(view.time.to_le_bytes());
    bytes.extend(corner.iter().chain(&size).flat_map(|x| x.to_le_bytes()));
    for part in [view.poses.len(), strays.len(), joined.len()] {
        bytes.extend(count(part)?);
    }
    for pose in &view.poses {
        bytes.extend(pose.unwrap_or([f32::NAN; 12]).iter().flat_map(|x| x.to_le_bytes()));
    }
    bytes.extend(strays.iter().chain(&joined).flatten().flat_map(|x| x.to_le_bytes()));
    // In f64, where one over the smallest f32 is finite.
    let scale = size.map(|size| if size > 0.0 { 65535.0 / f64::from(size) } else { 0.0 });
    let begin = bytes.len();
    bytes.resize(begin + 6 * (free.len() - strays.len()), 0);
    let near = free.iter().filter(|x| !realm.is_left_by(x));
    for (position, q) in near.zip(bytes[begin..].as_chunks_mut::<6>().0) {
        q.copy_from_slice(quantise_position(position, corner, scale).as_flattened());
    }
    if kind != 0 {
        let colors = quantise(&view.colors);
        let (colors, last) = apart(&colors, &view.joined);
        if strays.is_empty() {
            bytes.extend(colors.iter());
        } else {
            let (far, near): (Vec<_>, Vec<_>) =
                colors.iter().zip(free.iter()).partition(|(_, x)| realm.is_left_by(x));
            bytes.extend(near.iter().chain(&far).map(|(color, _)| **color));
        }
        bytes.extend(last);
    }
    Ok(bytes)
}

/// Whether all are there, each after the one before.
fn check_order(joined: &[u32], particles: usize) -> Result<(), Misfit> {
    let misfit = |named: u32| Misfit::Joined { named, particles };
    if let Some([_, named]) = joined.array_windows().find(|[before, named]| before >= named) {
        return Err(misfit(*named));
    }
    joined.last().filter(|named| **named as usize >= particles).map_or(Ok(()), |named| Err(misfit(*named)))
}

/// What belongs to the particles that are free, and to those that are joined.
fn apart<'a, T: Copy>(all: &'a [T], joined: &[u32]) -> (Cow<'a, [T]>, Vec<T>) {
    if joined.is_empty() {
        return (Cow::Borrowed(all), Vec::new());
    }
    let mut free = Vec::with_capacity(all.len() - joined.len());
    let mut begin = 0;
    for &row in joined {
        free.extend(&all[begin..row as usize]);
        begin = row as usize + 1;
    }
    free.extend(&all[begin..]);
    (Cow::Owned(free), joined.iter().map(|row| all[*row as usize]).collect())
}

fn is_somewhere(position: &[f32; 3]) -> bool {
    position.iter().all(|x| x.abs() <= FAR)
}

/// Where positions are sent in steps of 16 bits. The steps are as coarse as the realm is large, so the few particles
/// that are far outside of the bulk are sent apart, as they are.
struct Realm {
    low: [f32; 3],
    high: [f32; 3],
}

impl Realm {
    fn around(positions: &[[f32; 3]]) -> Realm {
        let step = positions.len().div_ceil(SAMPLES).max(1);
        let sample = || positions.iter().step_by(step).filter(|position| is_somewhere(position));
        let bulk: [[f32; 2]; 3] = std::array::from_fn(|axis| {
            let mut along: Vec<f32> = sample().map(|position| position[axis]).collect();
            along.sort_unstable_by(f32::total_cmp);
            let outside = along.len() / OUTSIDE;
            match along.get(outside..along.len() - outside) {
                Some([low, .., high]) => [*low, *high],
                _ => [f32::NEG_INFINITY, f32::INFINITY],
            }
        });
        let reach = REACH * bulk.iter().map(|[low, high]| high - low).fold(0.0, f32::max);
        Realm { low: bulk.map(|[low, _]| low - reach), high: bulk.map(|[_, high]| high + reach) }
    }

    /// Whether a particle is somewhere, but not here.
    fn is_left_by(&self, position: &[f32; 3]) -> bool {
        let outside = (0..3).any(|axis| position[axis] < self.low[axis] || self.high[axis] < position[axis]);
        outside && is_somewhere(position)
    }
}

/// The lowest corner and the size of the box around all particles that are somewhere in the realm.
fn span(positions: &[[f32; 3]], realm: &Realm) -> ([f32; 3], [f32; 3]) {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for position in positions.iter().filter(|x| is_somewhere(x) && !realm.is_left_by(x)) {
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

/// In steps from the corner; what is nowhere is there.
fn quantise_position(position: &[f32; 3], corner: [f32; 3], scale: [f64; 3]) -> [[u8; 2]; 3] {
    if !is_somewhere(position) {
        return [[0; 2]; 3];
    }
    std::array::from_fn(|axis| {
        let steps = f64::from(position[axis] - corner[axis]) * scale[axis];
        // The conversion keeps within the range of u16.
        ((steps + 0.5) as u16).to_le_bytes()
    })
}

/// A byte per particle.
fn quantise(colors: &Colors) -> Cow<'_, [u8]> {
    match colors {
        Colors::None => Cow::Borrowed(&[]),
        Colors::Materials(materials) => Cow::Borrowed(materials),
        Colors::Values { values, low, high } => Cow::Owned(quantise_values(values, *low, *high)),
    }
}

fn quantise_values(values: &[f32], low: f32, high: f32) -> Vec<u8> {
    let (low, range) = (f64::from(low), f64::from(high) - f64::from(low));
    let scale = if range > 0.0 { 254.0 / range } else { 0.0 };
    let quantise = |&value: &f32| {
        let steps = (f64::from(value) - low) * scale;
        if value.is_finite() { (steps + 0.5).clamp(0.0, 254.0) as u8 } else { NO_VALUE }
    };
    values.iter().map(quantise).collect()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Those near, then the strays, of a frame without obstacles.
    fn positions_of(bytes: &[u8]) -> Vec<[f32; 3]> {
        let word = |at: usize| bytes[at..at + 4].try_into().expect("4 bytes");
        let float = |at: usize| f32::from_le_bytes(word(at));
        let [n, strays] = [4, 52].map(|at| u32::from_le_bytes(word(at)) as usize);
        let at = |axis: usize, q: [u8; 2]| {
            float(24 + 4 * axis) + f32::from(u16::from_le_bytes(q)) / 65535.0 * float(36 + 4 * axis)
        };
        let begin = 60 + 12 * strays;
        let (pairs, _) = bytes[begin..begin + 6 * (n - strays)].as_chunks::<2>();
        let near = pairs.as_chunks::<3>().0.iter().map(|p| std::array::from_fn(|axis| at(axis, p[axis])));
        near.chain((0..strays).map(|i| std::array::from_fn(|axis| float(60 + 12 * i + 4 * axis)))).collect()
    }

    #[test]
    fn positions_come_back_within_half_a_step() {
        let positions: Vec<f32> = (0..300).map(|i| (i as f32 * 0.7).sin() * 12.0 + 3.0).collect();
        let view = View { positions: positions.clone(), ..View::default() };
        let found = positions_of(&encode(0, &view).expect("a frame"));
        let (corner, size) = span(positions.as_chunks().0, &Realm::around(positions.as_chunks().0));
        for (found, expected) in found.iter().zip(positions.as_chunks::<3>().0) {
            for axis in 0..3 {
                let ulps = 4.0 * f32::EPSILON * (corner[axis].abs() + size[axis]);
                let bound = 0.5 * size[axis] / 65535.0 + ulps;
                assert!((found[axis] - expected[axis]).abs() <= bound, "{found:?} for {expected:?}");
            }
        }
    }

    /// A stray a hundred boxes away would make steps of 1/650 of the box, which is half a particle's radius where the
    /// box is a hundred cells wide.
    #[test]
    fn strays_are_where_they_are_and_do_not_make_the_others_coarse() {
        let inside = |i: usize| [0.0, 0.3, 0.6].map(|shift| (0.618 * i as f32 + shift).fract());
        let mut places: Vec<[f32; 3]> = (0..20_000).map(inside).collect();
        let strays = [[100.3, 0.1, -0.7], [0.5, -1e30, 0.5], [0.5, 0.5, 5.1]];
        for (at, stray) in [0, 7_000, 19_999].into_iter().zip(strays) {
            places[at] = stray;
        }
        let values = (0..places.len()).map(|i| if i % 7_000 == 0 { 1.0 } else { 0.0 }).collect();
        let colors = Colors::Values { values, low: 0.0, high: 1.0 };
        let view = View { positions: places.as_flattened().to_vec(), colors, ..View::default() };
        let bytes = encode(0, &view).expect("a frame");
        assert_eq!(bytes.len(), 60 + 7 * places.len() + 6 * strays.len());
        let found = positions_of(&bytes);
        assert_eq!(found[found.len() - 3..], strays);
        let near = places.iter().filter(|place| !strays.contains(place));
        for (found, expected) in found.iter().zip(near) {
            for axis in 0..3 {
                assert!((found[axis] - expected[axis]).abs() <= 0.51 / 65535.0, "{found:?} for {expected:?}");
            }
        }
        assert_eq!(bytes[bytes.len() - 3..], [254, 254, 0], "values are in the same order");
        assert_eq!(bytes[bytes.len() - places.len()..].iter().filter(|value| **value == 254).count(), 3);
    }

    #[test]
    fn a_flow_that_is_long_has_no_strays() {
        for side in [[1.0, 1.0, 1.0], [1000.0, 1.0, 0.0], [0.0; 3]] {
            let place = |i: usize| [0.618, 0.414, 0.732].map(|step| (step * i as f32).fract());
            let places: Vec<f32> = (0..9_000)
                .flat_map(|i| std::array::from_fn::<f32, 3, _>(|axis| side[axis] * place(i)[axis].powi(3)))
                .collect();
            let bytes = encode(0, &View { positions: places, ..View::default() }).expect("a frame");
            assert_eq!(bytes.len(), 60 + 6 * 9_000, "{side:?}");
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
        let tail = |view: &View| encode(0, view).expect("a frame")[60 + 48..].to_vec();
        assert_eq!(tail(&view), [0, 0, 127, 254, 254, 255, 255, 255]);
        if let Colors::Values { high, .. } = &mut view.colors {
            *high = 2.0;
        }
        assert_eq!(tail(&view), [0, 0, 0, 0, 0, 255, 255, 255]);
    }

    /// Those far from all others too, and they do not make the others coarse.
    #[test]
    fn joined_particles_are_as_they_are_and_last() {
        let mut places: Vec<[f32; 3]> = (0..8).map(|i| [i as f32, 0.1, 0.2]).collect();
        places[2] = [1e30, 0.3, -7.7];
        places[7] = [-0.3, f32::INFINITY, 0.0];
        let colors = Colors::Materials((0..8).collect());
        let view = View {
            positions: places.as_flattened().to_vec(),
            colors,
            joined: vec![0, 2, 3, 7],
            ..View::default()
        };
        let bytes = encode(0, &view).expect("a frame");
        assert_eq!(
            (bytes.len(), &bytes[48..60]),
            (60 + 4 * 12 + 4 * 6 + 8, &[0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0][..])
        );
        let words: Vec<f32> =
            bytes[60..108].as_chunks().0.iter().map(|word| f32::from_le_bytes(*word)).collect();
        assert_eq!(words.as_chunks::<3>().0, [places[0], places[2], places[3], places[7]]);
        assert_eq!(bytes[bytes.len() - 8..], [1, 4, 5, 6, 0, 2, 3, 7]);
        let free =
            View { positions: [places[1], places[4], places[5], places[6]].concat(), ..View::default() };
        let alone = encode(0, &free).expect("a frame");
        assert_eq!((&alone[24..48], &alone[60..84]), (&bytes[24..48], &bytes[108..132]));

        let all = View { joined: (0..8).collect(), ..view };
        let bytes = encode(0, &all).expect("a frame");
        assert_eq!(bytes[bytes.len() - 8..], [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn parts_that_do_not_fit_are_named() {
        let view = View { positions: vec![0.0; 4], ..View::default() };
        assert_eq!(encode(0, &view), Err(Misfit::Positions(4)));
        let view = View { positions: vec![0.0; 6], colors: Colors::Materials(vec![0]), ..View::default() };
        assert_eq!(encode(0, &view), Err(Misfit::Colors { expected: 2, found: 1 }));
        for (joined, named) in
            [(vec![2], 2), (vec![0, 0], 0), (vec![1, 0], 0), (vec![0, 1, u32::MAX], u32::MAX)]
        {
            let view = View { positions: vec![0.0; 6], joined, ..View::default() };
            assert_eq!(encode(0, &view), Err(Misfit::Joined { named, particles: 2 }));
        }
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
            assert_eq!(bytes, 60 + 7 * n);
        }
        println!("10^6 particles: {} bytes in {:.1} ms", 60 + 7 * n, best.as_secs_f64() * 1e3);
    }
}
