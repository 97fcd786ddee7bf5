//! Where strands begin.

use std::f64::consts::PI;

use super::{OTHER_PLACE, PLACE, Root, Strands, TRIANGLE, across, in_range};
use crate::check::LARGEST;
use crate::net::NetError;
use crate::net::error::{check_made, positive};
use crate::net::measure::area;
use crate::solid::Dimension;
use crate::vector::{along, length, sub, unit};

/// Where strands begin.
#[derive(Clone, Debug, PartialEq)]
pub enum Roots {
    /// At these places, in m.
    Points(Vec<[f64; 3]>),
    /// Along a straight line.
    Segment {
        /// One end, in m.
        from: [f64; 3],
        /// The other end, in m.
        to: [f64; 3],
        /// How close they are.
        density: Density,
    },
    /// On a parallelogram, in rows.
    Rectangle {
        /// One corner, in m.
        corner: [f64; 3],
        /// Both edges at that corner, in m.
        edges: [[f64; 3]; 2],
        /// How close they are.
        density: Density,
    },
    /// On a disk, as the seeds of a sunflower.
    Disk {
        /// Its middle, in m.
        center: [f64; 3],
        /// Across it, of any length; ignored in 2D.
        normal: [f64; 3],
        /// Its radius, in m.
        radius: f64,
        /// How close they are.
        density: Density,
    },
    /// On a surface, everywhere equally dense; in 3D only.
    Surface {
        /// The corners of its triangles, in m, anticlockwise as seen from where strands grow to.
        triangles: Vec<[[f64; 3]; 3]>,
        /// How close they are.
        density: Density,
    },
}

/// How close things are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Density {
    /// As many as this.
    Count(usize),
    /// One for the square of this length, or on a line for the length itself, in m.
    Spacing(f64),
}

impl Density {
    /// How many there are on an extent, in m or m².
    fn count(self, extent: f64, dimension: i32) -> Result<usize, NetError> {
        let count = match self {
            Density::Count(count) => count as f64,
            Density::Spacing(spacing) => {
                (extent / positive("spacing of strands", spacing)?.powi(dimension)).round().max(1.0)
            }
        };
        check_made(count)?;
        Ok(positive("number of strands", count)? as usize)
    }
}

impl Roots {
    /// How many there are.
    pub(super) fn count(&self) -> Result<usize, NetError> {
        match self {
            Roots::Points(points) => Ok(positive("number of strands", points.len() as f64)? as usize),
            Roots::Segment { from, to, density } => density.count(length(sub(*to, *from)), 1),
            Roots::Rectangle { edges, density, .. } => {
                density.count(2.0 * length(area([[0.0; 3], edges[0], edges[1]])), 2)
            }
            Roots::Disk { radius, density, .. } => {
                density.count(PI * positive("radius of a disk", *radius)?.powi(2), 2)
            }
            Roots::Surface { triangles, density } => {
                density.count(areas(triangles).last().copied().unwrap_or(0.0), 2)
            }
        }
    }

    pub(super) fn places(&self, strands: &Strands, dimension: Dimension) -> Result<Vec<Root>, NetError> {
        let count = self.count()?;
        let places: Vec<[f64; 3]> = match self {
            Roots::Surface { triangles, .. } => return on_surface(triangles, count, strands, dimension),
            Roots::Points(points) => points.clone(),
            Roots::Segment { from, to, .. } => {
                let place = |i: usize| {
                    let share = (i as f64 + 0.5 + shift(strands, i, PLACE)) / count as f64;
                    along(*from, share, sub(*to, *from))
                };
                (0..count).map(place).collect()
            }
            Roots::Rectangle { corner, edges, .. } => {
                let share = |i: usize| in_rows(i, count, edges.map(length), strands);
                (0..count)
                    .map(|i| {
                        let [x, y] = share(i);
                        along(along(*corner, x, edges[0]), y, edges[1])
                    })
                    .collect()
            }
            Roots::Disk { center, normal, radius, .. } => {
                let [u, v] = match dimension {
                    Dimension::Two => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
                    Dimension::Three => across(unit(*normal).ok_or(NetError::NoDirection)?),
                };
                (0..count)
                    .map(|i| {
                        let [x, y] = on_disk(i, count, strands);
                        along(along(*center, radius * x, u), radius * y, v)
                    })
                    .collect()
            }
        };
        let direction = checked(strands.direction, dimension)?;
        Ok(places.into_iter().map(|place| Root { place: flat(place, dimension), direction }).collect())
    }
}

fn flat([x, y, z]: [f64; 3], dimension: Dimension) -> [f64; 3] {
    match dimension {
        Dimension::Two => [x, y, 0.0],
        Dimension::Three => [x, y, z],
    }
}

/// A direction of length 1.
fn checked(direction: [f64; 3], dimension: Dimension) -> Result<[f64; 3], NetError> {
    let direction = flat(direction, dimension);
    let finite = direction.iter().all(|x| x.abs() <= LARGEST);
    unit(direction).filter(|_| finite).ok_or(NetError::NoDirection)
}

/// By how many distances between roots one is shifted.
fn shift(strands: &Strands, strand: usize, purpose: u64) -> f64 {
    strands.jitter.root * (strands.random(strand as u64, purpose) - 0.5)
}

/// The shares of both edges: rows along the first that are about as far apart as the roots in them.
fn in_rows(i: usize, count: usize, [width, height]: [f64; 2], strands: &Strands) -> [f64; 2] {
    let rows = ((count as f64 * height / width).sqrt().round() as usize).clamp(1, count);
    // Rows differ by one root at most.
    let before = |row: usize| (row as u128 * count as u128 / rows as u128) as usize;
    let row = (0..2).fold((i as u128 * rows as u128 / count as u128) as usize, |row, _| {
        if before(row + 1) <= i { row + 1 } else { row }
    });
    let in_row = before(row + 1) - before(row);
    let x = (i - before(row)) as f64 + 0.5 + shift(strands, i, PLACE);
    let y = row as f64 + 0.5 + shift(strands, i, OTHER_PLACE);
    [x / in_row as f64, y / rows as f64]
}

/// In the unit disk: Vogel's spiral, in which every root has the same area.
fn on_disk(i: usize, count: usize, strands: &Strands) -> [f64; 2] {
    let golden = PI * (3.0 - 5f64.sqrt());
    let radius = ((i as f64 + 0.5) / count as f64).sqrt();
    let angle = i as f64 * golden;
    let spacing = (PI / count as f64).sqrt();
    let x = radius * angle.cos() + spacing * shift(strands, i, PLACE);
    let y = radius * angle.sin() + spacing * shift(strands, i, OTHER_PLACE);
    let beyond = length([x, y]).max(1.0);
    [x / beyond, y / beyond]
}

/// The area of all triangles up to each and including it, in m².
fn areas(triangles: &[[[f64; 3]; 3]]) -> Vec<f64> {
    let mut sum = 0.0;
    let sums = triangles.iter().map(|corners| {
        sum += length(area(*corners));
        sum
    });
    sums.collect()
}

/// One root for every equal part of the area, at random within its triangle.
fn on_surface(
    triangles: &[[[f64; 3]; 3]],
    count: usize,
    strands: &Strands,
    dimension: Dimension,
) -> Result<Vec<Root>, NetError> {
    if dimension == Dimension::Two {
        return Err(NetError::OnlyInSpace { what: "strands on a mesh" });
    }
    for x in strands.direction {
        in_range("direction on a surface", [-LARGEST, LARGEST], x)?;
    }
    let areas = areas(triangles);
    let all = areas.last().copied().unwrap_or(0.0);
    let root = |i: usize| {
        let share = all * (i as f64 + 0.5 + shift(strands, i, TRIANGLE)) / count as f64;
        let triangle = areas.partition_point(|sum| *sum <= share).min(areas.len() - 1);
        let corners = triangles[triangle];
        let [u, v] = [PLACE, OTHER_PLACE].map(|purpose| strands.random(i as u64, purpose));
        let [u, v] = if u + v > 1.0 { [1.0 - u, 1.0 - v] } else { [u, v] };
        let place = along(along(corners[0], u, sub(corners[1], corners[0])), v, sub(corners[2], corners[0]));
        // A mesh may have triangles that are lines.
        let normal = unit(area(corners)).unwrap_or([0.0, 0.0, 1.0]);
        Root { place, direction: unit(along(normal, 1.0, strands.direction)).unwrap_or(normal) }
    };
    Ok((0..count).map(root).collect())
}
