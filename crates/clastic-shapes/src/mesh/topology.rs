//! Which triangles touch, and which way they face.

use super::MeshError;

/// A side of a triangle: 3 times the triangle plus 0, 1 or 2.
type Side = u32;

pub(super) struct Topology {
    /// For each side, the other one at the same edge.
    across: Vec<Side>,
}

/// Triangles that hang together.
pub(super) struct Parts {
    /// The part of each triangle.
    pub part: Vec<u32>,
    /// Whether each triangle has to be turned to face as the first of its part does.
    pub turned: Vec<bool>,
    pub count: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    ends: [u32; 2],
    side: Side,
}

impl Topology {
    /// Fails if an edge does not belong to exactly two triangles.
    pub(super) fn new(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Self, MeshError> {
        let mut edges: Vec<Edge> = (0..3 * triangles.len() as u32)
            .map(|side| {
                let [a, b] = ends(triangles, side);
                Edge { ends: [a.min(b), a.max(b)], side }
            })
            .collect();
        edges.sort_unstable();
        let groups = || edges.chunk_by(|a, b| a.ends == b.ends);
        let count = |wrong: fn(usize) -> bool| {
            let edges = groups().filter(|group| wrong(group.len())).count();
            let first = groups().filter(|group| wrong(group.len())).min_by_key(|group| group[0].side);
            first.map(|group| (edges, middle(vertices, &group[0].ends)))
        };
        if let Some((edges, near)) = count(|triangles| triangles > 2) {
            return Err(MeshError::NotManifold { edges, near });
        }
        if let Some((edges, near)) = count(|triangles| triangles == 1) {
            return Err(MeshError::Open { edges, near });
        }
        let mut across = vec![0; edges.len()];
        for pair in groups() {
            across[pair[0].side as usize] = pair[1].side;
            across[pair[1].side as usize] = pair[0].side;
        }
        Ok(Topology { across })
    }

    /// Floods each part from its first triangle.
    pub(super) fn parts(&self, vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Parts, MeshError> {
        const UNKNOWN: u32 = u32::MAX;
        let mut parts =
            Parts { part: vec![UNKNOWN; triangles.len()], turned: vec![false; triangles.len()], count: 0 };
        let mut waiting = Vec::new();
        for first in 0..triangles.len() {
            if parts.part[first] != UNKNOWN {
                continue;
            }
            parts.part[first] = parts.count as u32;
            waiting.push(first as u32);
            while let Some(triangle) = waiting.pop() {
                for side in 3 * triangle..3 * triangle + 3 {
                    let across = self.across[side as usize];
                    let (here, there) = (triangle as usize, across as usize / 3);
                    // Triangles that face the same way pass their common edge in opposite directions.
                    let same_direction = ends(triangles, side) == ends(triangles, across);
                    let turned = parts.turned[here] != same_direction;
                    if parts.part[there] == UNKNOWN {
                        parts.part[there] = parts.count as u32;
                        parts.turned[there] = turned;
                        waiting.push(there as u32);
                    } else if parts.turned[there] != turned {
                        return Err(MeshError::NotOrientable {
                            near: middle(vertices, &ends(triangles, side)),
                        });
                    }
                }
            }
            parts.count += 1;
        }
        Ok(parts)
    }
}

/// Fails if two triangles have the same corners.
pub(super) fn check_repeated(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<(), MeshError> {
    let mut sorted: Vec<[u32; 3]> = triangles.to_vec();
    sorted.iter_mut().for_each(|corners| corners.sort_unstable());
    sorted.sort_unstable();
    let repeated = || sorted.windows(2).filter(|pair| pair[0] == pair[1]);
    match repeated().next() {
        Some(pair) => {
            Err(MeshError::Repeated { triangles: repeated().count(), near: middle(vertices, &pair[0]) })
        }
        None => Ok(()),
    }
}

fn ends(triangles: &[[u32; 3]], side: Side) -> [u32; 2] {
    let (corners, k) = (triangles[side as usize / 3], side as usize % 3);
    [corners[k], corners[(k + 1) % 3]]
}

pub(super) fn middle(vertices: &[[f64; 3]], corners: &[u32]) -> [f64; 3] {
    let sum = |i: usize| corners.iter().map(|&corner| vertices[corner as usize][i]).sum::<f64>();
    std::array::from_fn(|i| sum(i) / corners.len() as f64)
}
