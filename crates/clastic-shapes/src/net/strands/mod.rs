//! Hair, fur and grass.

mod roots;

use std::f64::consts::{PI, TAU};

pub use self::roots::{Density, Roots};
use super::error::{check_made, positive};
use super::{Cells, Net, NetError};
use crate::random::uniform;
use crate::solid::Dimension;
use crate::vector::{along, cross, unit};

/// Lines that grow side by side and share no point.
#[derive(Clone, Debug, PartialEq)]
pub struct Strands {
    /// Where they begin.
    pub roots: Roots,
    /// Where to, of any length. On a surface it is added to the normal, of length 1: 0 grows straight out there.
    pub direction: [f64; 3],
    /// From root to tip along the direction, in m. Curls make the strand itself longer.
    pub length: f64,
    /// Straight pieces of each strand.
    pub segments: usize,
    /// How they wind.
    pub curl: Curl,
    /// How much they differ.
    pub jitter: Jitter,
    /// Decides what is random.
    pub seed: u64,
}

/// How strands wind about their direction: as a helix, or in 2D as a wave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Curl {
    /// Of the helix, in m, or the amplitude of the wave; may be 0.
    pub radius: f64,
    /// From root to tip, anticlockwise as seen from the tip; the other way if they are negative.
    pub turns: f64,
}

/// How much strands differ from each other; 0 is not at all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jitter {
    /// Of roots, from 0 to 1, as a share of the distance between them. Roots that are given stay where they are.
    pub root: f64,
    /// Of the length, as a share of it, from 0 to less than 1.
    pub length: f64,
    /// The largest angle between strands and their direction, in rad, from 0 to π.
    pub direction: f64,
    /// Of the angle at which curls begin, from 0 to 1, as a share of a turn.
    pub curl: f64,
}

/// Where a strand begins and grows to.
#[derive(Clone, Copy, Debug)]
struct Root {
    place: [f64; 3],
    /// Of length 1.
    direction: [f64; 3],
}

impl Strands {
    /// Grows them. The first point of each line is its root; in 2D all have z = 0.
    pub fn grow(&self, dimension: Dimension) -> Result<Net, NetError> {
        self.check()?;
        check_made(self.roots.count()? as f64 * (self.segments as f64 + 1.0))?;
        let mut points = Vec::new();
        let mut lines = Vec::new();
        for (strand, root) in self.roots.places(self, dimension)?.into_iter().enumerate() {
            let first = points.len() as u32;
            points.extend(self.strand(strand as u64, root, dimension));
            lines.push((first..points.len() as u32).collect());
        }
        Net::new(points, Cells::Lines(lines))
    }

    fn check(&self) -> Result<(), NetError> {
        positive("length of strands", self.length)?;
        positive("number of segments", self.segments as f64)?;
        let Jitter { root, length, direction, curl } = self.jitter;
        let below_one = 1.0 - f64::EPSILON;
        for (what, high, value) in [
            ("jitter of roots", 1.0, root),
            ("jitter of lengths", below_one, length),
            ("jitter of directions", PI, direction),
            ("jitter of curls", 1.0, curl),
            ("radius of curls", 1e9, self.curl.radius),
        ] {
            in_range(what, [0.0, high], value)?;
        }
        in_range("turns of curls", [-1e6, 1e6], self.curl.turns)
    }

    fn strand(&self, strand: u64, root: Root, dimension: Dimension) -> impl Iterator<Item = [f64; 3]> {
        let Strands { curl, jitter, segments, .. } = *self;
        let length = self.length * (1.0 + jitter.length * (2.0 * self.random(strand, LENGTH) - 1.0));
        let azimuth = TAU * self.random(strand, AZIMUTH);
        let direction = match dimension {
            Dimension::Two => {
                turned(root.direction, jitter.direction * (2.0 * self.random(strand, TILT) - 1.0))
            }
            Dimension::Three => {
                tilted(root.direction, jitter.direction * self.random(strand, TILT).sqrt(), azimuth)
            }
        };
        let begin = TAU * jitter.curl * self.random(strand, PHASE);
        let [u, v] = match dimension {
            Dimension::Two => [[0.0; 3], [-direction[1], direction[0], 0.0]],
            Dimension::Three => across(direction),
        };
        (0..=segments).map(move |i| {
            let share = i as f64 / segments as f64;
            // The curl begins at the root, wherever its axis is.
            let angle = begin + TAU * curl.turns * share;
            let [du, dv] = [angle.cos() - begin.cos(), angle.sin() - begin.sin()];
            let on_axis = along(root.place, length * share, direction);
            along(along(on_axis, curl.radius * du, u), curl.radius * dv, v)
        })
    }

    /// In [0, 1), by the strand and what it is for.
    fn random(&self, strand: u64, purpose: u64) -> f64 {
        uniform(self.seed, strand.wrapping_mul(PURPOSES / 3).wrapping_add(purpose / 3), purpose % 3)
    }
}

/// What random numbers are for.
const PLACE: u64 = 0;
const OTHER_PLACE: u64 = 1;
const TRIANGLE: u64 = 2;
const LENGTH: u64 = 3;
const TILT: u64 = 4;
const AZIMUTH: u64 = 5;
const PHASE: u64 = 6;
/// A multiple of three, of which every index of random numbers has as many.
const PURPOSES: u64 = 9;

fn in_range(what: &'static str, range: [f64; 2], value: f64) -> Result<(), NetError> {
    let [low, high] = range;
    if value >= low && value <= high { Ok(()) } else { Err(NetError::OutOfRange { what, range, value }) }
}

/// Two directions of length 1 across one of length 1 and each other; anticlockwise as seen from its tip.
fn across(direction: [f64; 3]) -> [[f64; 3]; 2] {
    let [x, y, z] = direction.map(f64::abs);
    let least = if x <= y && x <= z {
        [1.0, 0.0, 0.0]
    } else if y <= z {
        [0.0, 1.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    // The axis least along it is never parallel to it.
    let u = unit(cross(direction, least)).unwrap_or(least);
    [u, cross(direction, u)]
}

fn tilted(direction: [f64; 3], angle: f64, azimuth: f64) -> [f64; 3] {
    let [u, v] = across(direction);
    let sideways = along(u.map(|x| azimuth.cos() * x), azimuth.sin(), v);
    along(direction.map(|x| angle.cos() * x), angle.sin(), sideways)
}

/// In the plane.
fn turned([x, y, _]: [f64; 3], angle: f64) -> [f64; 3] {
    let (s, c) = angle.sin_cos();
    [c * x - s * y, s * x + c * y, 0.0]
}

#[cfg(test)]
mod tests;
