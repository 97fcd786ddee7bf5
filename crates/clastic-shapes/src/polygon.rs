//! Simple polygons.

use std::fmt;

use crate::bins::Bins;
use crate::check::LARGEST;
use crate::vector::bounds;

/// A closed outline in the plane that does not touch itself, in either orientation.
#[derive(Clone, PartialEq)]
pub struct Polygon {
    points: Vec<[f64; 2]>,
    bounds: [[f64; 2]; 2],
    /// In m², positive if the points are anticlockwise.
    signed_area: f64,
    /// The edges by x alone: the point test looks up and down from the point.
    columns: Bins,
}

impl fmt::Debug for Polygon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Polygon")
            .field("points", &self.points)
            .field("area", &self.area())
            .finish_non_exhaustive()
    }
}

/// What is wrong with a polygon. Points are counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum PolygonError {
    /// Fewer than three points.
    TooFew {
        /// How many there are.
        points: usize,
    },
    /// More points than the search for crossings should have to bear.
    TooMany {
        /// How many there are.
        points: usize,
    },
    /// A coordinate is not a number, or too large.
    NotFinite {
        /// Which point.
        point: usize,
    },
    /// A point is the same as the next.
    Repeated {
        /// Which point.
        point: usize,
    },
    /// The edge after a point goes back over the one before.
    Spike {
        /// Which point.
        point: usize,
    },
    /// Two edges that are not neighbours meet.
    Crossing {
        /// The points at which they begin.
        edges: [usize; 2],
        /// Where, in m.
        near: [f64; 2],
    },
    /// All points are on a line.
    NoArea,
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolygonError::TooFew { points } => write!(f, "a polygon needs at least 3 points, not {points}"),
            PolygonError::TooMany { points } => {
                write!(f, "a polygon can have at most {MOST_POINTS} points, not {points}")
            }
            PolygonError::NotFinite { point } => write!(f, "point {point} of the polygon is not finite"),
            PolygonError::Repeated { point } => {
                write!(f, "point {point} of the polygon is the same as the next one")
            }
            PolygonError::Spike { point } => {
                write!(f, "the polygon turns back on itself at point {point}")
            }
            PolygonError::Crossing { edges: [a, b], near: [x, y] } => write!(
                f,
                "the polygon crosses or touches itself: the edges after points {a} and {b} meet, near ({x}, {y})"
            ),
            PolygonError::NoArea => write!(f, "the polygon has no area"),
        }
    }
}

impl std::error::Error for PolygonError {}

/// A star of so many long rays takes a few seconds to check.
const MOST_POINTS: usize = 50_000;

impl Polygon {
    /// From its points in order, in m. The first may be repeated at the end.
    pub fn new(mut points: Vec<[f64; 2]>) -> Result<Self, PolygonError> {
        if points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        let count = points.len();
        if count < 3 {
            return Err(PolygonError::TooFew { points: count });
        }
        if count > MOST_POINTS {
            return Err(PolygonError::TooMany { points: count });
        }
        if let Some(point) = points.iter().position(|p| !p.iter().all(|x| x.abs() <= LARGEST)) {
            return Err(PolygonError::NotFinite { point });
        }
        let bounds = bounds(points.iter().copied());
        let signed_area = signed_area(&points, bounds[0]);
        let area = signed_area.abs();
        let extent = (bounds[1][0] - bounds[0][0]) * (bounds[1][1] - bounds[0][1]);
        check_corners(&points)?;
        check_crossings(&points, bounds)?;
        // Areas of this size are rounding errors.
        if area.is_nan() || area <= 1e-13 * extent || area == 0.0 {
            return Err(PolygonError::NoArea);
        }
        let columns = Bins::new([[bounds[0][0], 0.0], [bounds[1][0], 0.0]], count, |i| {
            let [low, high] = edge_box(&points, i);
            [[low[0], 0.0], [high[0], 0.0]]
        });
        Ok(Polygon { points, bounds, signed_area, columns })
    }

    /// The points, in m.
    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// In m², by the shoelace formula.
    pub fn area(&self) -> f64 {
        self.signed_area.abs()
    }

    /// The integral of x over what is inside, in m³.
    pub(crate) fn moment(&self) -> f64 {
        // From the lowest y, so that polygons far away lose no digits.
        let low = self.bounds[0][1];
        let parts = self.edges().map(|[a, b]| (a[0] + b[0]) * (a[0] * (b[1] - low) - b[0] * (a[1] - low)));
        parts.sum::<f64>() / 6.0
    }

    /// Each from its first to its second point, with the inside on the left.
    pub(crate) fn edges(&self) -> impl Iterator<Item = [[f64; 2]; 2]> {
        (0..self.points.len()).map(|i| {
            let [a, b] = edge(&self.points, i);
            if self.signed_area > 0.0 { [a, b] } else { [b, a] }
        })
    }

    /// Whether a place, in m, is inside: whether an odd number of edges lie above it. Each edge holds its lower end
    /// along x and not its upper one, so what passes through a point of the outline is counted once.
    pub fn contains(&self, p: [f64; 2]) -> bool {
        let [low, high] = self.bounds;
        if !(0..2).all(|i| low[i] <= p[i] && p[i] <= high[i]) {
            return false;
        }
        let above = |&&i: &&u32| {
            let [a, b] = edge(&self.points, i as usize);
            (a[0] > p[0]) != (b[0] > p[0]) && at(a, b, p[0]) > p[1]
        };
        self.columns.near([p[0], 0.0]).iter().filter(above).count() % 2 == 1
    }
}

/// The second coordinate of a segment where its first is `x`.
pub(crate) fn at(a: [f64; 2], b: [f64; 2], x: f64) -> f64 {
    let y = a[1] + (x - a[0]) / (b[0] - a[0]) * (b[1] - a[1]);
    y.clamp(a[1].min(b[1]), a[1].max(b[1]))
}

fn edge(points: &[[f64; 2]], i: usize) -> [[f64; 2]; 2] {
    [points[i], points[if i + 1 == points.len() { 0 } else { i + 1 }]]
}

fn edge_box(points: &[[f64; 2]], i: usize) -> [[f64; 2]; 2] {
    bounds(edge(points, i))
}

/// Positive if anticlockwise. Seen from `origin`, so that polygons far away lose no digits.
fn signed_area(points: &[[f64; 2]], origin: [f64; 2]) -> f64 {
    let doubled = (0..points.len()).map(|i| {
        let [a, b] = edge(points, i);
        (a[0] - origin[0]) * (b[1] - origin[1]) - (b[0] - origin[0]) * (a[1] - origin[1])
    });
    0.5 * doubled.sum::<f64>()
}

fn check_corners(points: &[[f64; 2]]) -> Result<(), PolygonError> {
    for i in 0..points.len() {
        let [a, b] = edge(points, i);
        if a == b {
            return Err(PolygonError::Repeated { point: i });
        }
        let point = (i + 1) % points.len();
        let c = edge(points, point)[1];
        let onward = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
        if side(a, b, c) == 0.0 && onward < 0.0 {
            return Err(PolygonError::Spike { point });
        }
    }
    Ok(())
}

fn check_crossings(points: &[[f64; 2]], bounds: [[f64; 2]; 2]) -> Result<(), PolygonError> {
    let count = points.len();
    let bins = Bins::new(bounds, count, |i| edge_box(points, i));
    for i in 0..count {
        for &j in bins.lists(edge_box(points, i)).flatten() {
            let j = j as usize;
            let neighbours = j == i + 1 || (i == 0 && j + 1 == count);
            if j <= i || neighbours {
                continue;
            }
            if let Some(near) = meeting(edge(points, i), edge(points, j)) {
                return Err(PolygonError::Crossing { edges: [i, j], near });
            }
        }
    }
    Ok(())
}

/// Positive if `c` is left of the way from `a` to `b`.
fn side(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// A point that two segments have in common.
fn meeting([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> Option<[f64; 2]> {
    let sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
    let apart = |one: f64, other: f64| (one > 0.0 && other > 0.0) || (one < 0.0 && other < 0.0);
    if apart(sides[0], sides[1]) || apart(sides[2], sides[3]) {
        return None;
    }
    let [[low, high], [other_low, other_high]] = [bounds([a, b]), bounds([c, d])];
    if (0..2).any(|i| low[i] > other_high[i] || other_low[i] > high[i]) {
        return None;
    }
    match sides[2] / (sides[2] - sides[3]) {
        along if along.is_finite() => Some([0, 1].map(|i| a[i] + along * (b[i] - a[i]))),
        // Both are on one line, and one of them begins within the other.
        _ => Some([0, 1].map(|i| low[i].max(other_low[i]))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(points: &[[f64; 2]]) -> String {
        Polygon::new(points.to_vec()).unwrap_err().to_string()
    }

    #[test]
    fn bad_outlines_say_what_is_wrong() {
        assert_eq!(message(&[[0.0, 0.0], [1.0, 0.0]]), "a polygon needs at least 3 points, not 2");
        assert_eq!(
            message(&[[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]]),
            "point 1 of the polygon is not finite"
        );
        assert_eq!(
            message(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 1.0]]),
            "point 1 of the polygon is the same as the next one"
        );
        assert_eq!(
            message(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]),
            "the polygon crosses or touches itself: the edges after points 0 and 2 meet, near (0.5, 0.5)"
        );
        assert_eq!(
            message(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]),
            "the polygon turns back on itself at point 2"
        );
        // A vertex on another edge.
        assert_eq!(
            message(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 0.0], [0.0, 1.0]]),
            "the polygon crosses or touches itself: the edges after points 0 and 3 meet, near (1, 0)"
        );
    }

    #[test]
    fn an_outline_may_be_closed_and_turn_either_way() {
        let mut points = vec![[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 0.5], [0.0, 1.0], [0.0, 0.0]];
        let one = Polygon::new(points.clone()).unwrap();
        points.reverse();
        let other = Polygon::new(points).unwrap();
        assert_eq!((one.area(), other.area()), (1.5, 1.5));
        for (p, inside) in [([1.0, 0.4], true), ([1.0, 0.6], false), ([0.2, 0.8], true), ([-0.5, 0.0], false)]
        {
            assert_eq!((one.contains(p), other.contains(p)), (inside, inside), "{p:?}");
        }
    }

    #[test]
    fn lines_through_corners_do_not_leak() {
        let diamond = Polygon::new(vec![[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]).unwrap();
        for y in -20..=20 {
            let y = 0.1 * f64::from(y) + 0.05;
            assert_eq!(diamond.contains([0.0, y]), y.abs() < 1.0, "{y}");
        }
        for x in -20..=20 {
            let x = 0.1 * f64::from(x) + 0.05;
            assert_eq!(diamond.contains([x, 0.0]), x.abs() < 1.0, "{x}");
        }
    }

    #[test]
    fn a_star_of_many_points_has_the_sum_of_its_triangles() {
        let count = 20_000;
        let points: Vec<_> = (0..count)
            .map(|i| {
                let angle = std::f64::consts::TAU * f64::from(i) / f64::from(count);
                let radius = if i % 2 == 0 { 1.0 } else { 0.5 };
                [radius * angle.cos(), radius * angle.sin()]
            })
            .collect();
        let star = Polygon::new(points).unwrap();
        let triangle = 0.5 * 0.5 * (std::f64::consts::TAU / f64::from(count)).sin();
        assert!((star.area() / (f64::from(count) * triangle) - 1.0).abs() < 1e-12);
        assert!(star.contains([0.3, 0.39]) && !star.contains([0.8, 0.61]));
    }
}
