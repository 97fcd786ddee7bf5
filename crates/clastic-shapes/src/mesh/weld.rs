//! Vertices at the same place become one.

use std::collections::HashMap;

use crate::vector::{bounds, length, sub};

/// Vertices without twins and without those that no triangle needs, and the triangles that are left.
pub(super) struct Welded {
    pub vertices: Vec<[f64; 3]>,
    pub triangles: Vec<[u32; 3]>,
    /// Triangles with two equal corners.
    pub dropped: usize,
}

/// Joins vertices with the same coordinates.
pub(super) fn exactly(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Welded {
    let mut known = HashMap::new();
    join(vertices, triangles, |places, p| {
        // Adding 0 makes -0 a 0.
        let key = p.map(|x| (x + 0.0).to_bits());
        *known.entry(key).or_insert_with(|| {
            places.push(p);
            places.len() as u32 - 1
        })
    })
}

/// Joins each vertex to the first that is closer than the tolerance, in m.
pub(super) fn within(tolerance: f64, vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Welded {
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    let [low, _] = bounds(vertices.iter().copied());
    join(vertices, triangles, |places, p| {
        let cell = sub(p, low).map(|x| (x / tolerance) as i64);
        let around = (0..27).map(|k| [k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1]);
        let near = around.filter_map(|step| {
            let there = std::array::from_fn(|i| cell[i] + step[i]);
            let found = cells.get(&there)?.iter();
            found.copied().find(|&other| length(sub(places[other as usize], p)) < tolerance)
        });
        near.min().unwrap_or_else(|| {
            let new = places.len() as u32;
            places.push(p);
            cells.entry(cell).or_default().push(new);
            new
        })
    })
}

/// `place` finds a vertex among those that are kept, or adds it.
fn join(
    vertices: &[[f64; 3]],
    triangles: &[[u32; 3]],
    mut place: impl FnMut(&mut Vec<[f64; 3]>, [f64; 3]) -> u32,
) -> Welded {
    const UNKNOWN: u32 = u32::MAX;
    let mut kept = Vec::new();
    let mut renamed = vec![UNKNOWN; vertices.len()];
    let mut welded = Vec::with_capacity(triangles.len());
    for corners in triangles {
        let [a, b, c] = corners.map(|corner| {
            let name = &mut renamed[corner as usize];
            if *name == UNKNOWN {
                *name = place(&mut kept, vertices[corner as usize]);
            }
            *name
        });
        if a != b && b != c && c != a {
            welded.push([a, b, c]);
        }
    }
    let dropped = triangles.len() - welded.len();
    Welded { vertices: kept, triangles: welded, dropped }
}
