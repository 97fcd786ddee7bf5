//! Triangles with shared vertices: one order for all, smoothing and normals.
//!
//! In a closed mesh every neighbour of a vertex is met in two triangles around it, so means over neighbours are means
//! over triangles and need no list of neighbours.

use rayon::prelude::*;
use splashsurf_lib::mesh::TriMesh3d;
use splashsurf_lib::nalgebra::Vector3;

/// A closed mesh, in cubes.
pub(crate) struct Mesh {
    pub vertices: Vec<Vector3<f32>>,
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Sorts vertices by their places and triangles by their vertices, since splashsurf's order depends on threads.
    /// Vertices at one place become one, and triangles that have no area by that vanish.
    pub fn sorted(mesh: &TriMesh3d<f32>) -> Self {
        let compare = |a: &usize, b: &usize| {
            let [a, b] = [a, b].map(|i| mesh.vertices[*i]);
            a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z))
        };
        let mut order: Vec<usize> = (0..mesh.vertices.len()).collect();
        order.par_sort_unstable_by(compare);
        let mut first = vec![0; mesh.vertices.len()];
        for same in order.chunk_by(|a, b| compare(a, b).is_eq()) {
            same.iter().for_each(|vertex| first[*vertex] = same[0]);
        }

        let mut used = vec![false; mesh.vertices.len()];
        let mut kept: Vec<[usize; 3]> =
            mesh.triangles.iter().map(|corners| corners.map(|i| first[i])).collect();
        kept.retain(|[a, b, c]| a != b && b != c && c != a);
        kept.iter().flatten().for_each(|vertex| used[*vertex] = true);
        order.retain(|vertex| used[*vertex]);
        let mut number = vec![0; mesh.vertices.len()];
        order.iter().enumerate().for_each(|(new, vertex)| number[*vertex] = new as u32);
        let mut triangles: Vec<[u32; 3]> =
            kept.par_iter().map(|corners| least_first(corners.map(|i| number[i]))).collect();
        triangles.par_sort_unstable();
        Mesh { vertices: order.iter().map(|vertex| mesh.vertices[*vertex]).collect(), triangles }
    }

    /// Fills voids smaller than `least`, in cubes: gaps between particles that are no bubbles.
    pub fn fill_voids(&mut self, least: f64) {
        let parts = self.parts();
        let mut volumes = vec![0.0; self.vertices.len()];
        for corners in &self.triangles {
            let part = parts[corners[0] as usize];
            let from = self.vertices[part as usize];
            let [a, b, c] = corners.map(|i| (self.vertices[i as usize] - from).cast::<f64>());
            volumes[part as usize] += a.dot(&b.cross(&c)) / 6.0;
        }
        let kept = |vertex: u32| !(-least..0.0).contains(&volumes[parts[vertex as usize] as usize]);
        self.triangles.retain(|corners| kept(corners[0]));
        let mut number = vec![0; self.vertices.len()];
        let mut vertices = Vec::new();
        for (vertex, place) in self.vertices.iter().enumerate() {
            number[vertex] = vertices.len() as u32;
            if kept(vertex as u32) {
                vertices.push(*place);
            }
        }
        self.triangles.iter_mut().flatten().for_each(|vertex| *vertex = number[*vertex as usize]);
        self.vertices = vertices;
    }

    /// The least vertex among those that each is joined to by edges.
    fn parts(&self) -> Vec<u32> {
        let mut parents: Vec<u32> = (0..self.vertices.len() as u32).collect();
        fn root(parents: &mut [u32], mut vertex: u32) -> u32 {
            while parents[vertex as usize] != vertex {
                parents[vertex as usize] = parents[parents[vertex as usize] as usize];
                vertex = parents[vertex as usize];
            }
            vertex
        }
        for [a, b, c] in &self.triangles {
            for other in [b, c] {
                let [one, two] = [*a, *other].map(|vertex| root(&mut parents, vertex));
                parents[one.max(two) as usize] = one.min(two);
            }
        }
        (0..self.vertices.len() as u32).map(|vertex| root(&mut parents, vertex)).collect()
    }

    /// Moves each vertex towards the mean of its neighbours, by its weight between 0 and 1.
    pub fn smooth(&mut self, iterations: u32, weights: &[f32]) {
        for _ in 0..iterations {
            let means = self.ring_means(&self.vertices);
            let moved = self.vertices.iter_mut().zip(&means).zip(weights);
            moved.for_each(|((vertex, mean), weight)| *vertex += (mean - *vertex) * *weight);
        }
    }

    /// Outward, of length 1: triangles count by their areas, and then as often as told neighbours as much as the vertex
    /// itself.
    pub fn normals(&self, iterations: u32) -> Vec<Vector3<f32>> {
        let mut normals = vec![Vector3::zeros(); self.vertices.len()];
        for corners in &self.triangles {
            let [a, b, c] = corners.map(|i| self.vertices[i as usize]);
            let area = (b - a).cross(&(c - a));
            corners.iter().for_each(|i| normals[*i as usize] += area);
        }
        normals.iter_mut().for_each(unit);
        for _ in 0..iterations {
            let means = self.ring_means(&normals);
            normals.iter_mut().zip(&means).for_each(|(normal, mean)| {
                *normal += mean;
                unit(normal);
            });
        }
        normals
    }

    /// The mean over each vertex's neighbours.
    fn ring_means(&self, values: &[Vector3<f32>]) -> Vec<Vector3<f32>> {
        let mut sums = vec![(Vector3::zeros(), 0.0); values.len()];
        for corners in &self.triangles {
            let [a, b, c] = corners.map(|i| i as usize);
            for [own, left, right] in [[a, b, c], [b, c, a], [c, a, b]] {
                sums[own].0 += values[left] + values[right];
                sums[own].1 += 2.0;
            }
        }
        sums.into_iter().map(|(sum, count): (Vector3<f32>, f32)| sum / count).collect()
    }
}

/// Where triangles cancel each other any direction is as good as another.
fn unit(vector: &mut Vector3<f32>) {
    *vector = vector.try_normalize(0.0).unwrap_or_else(Vector3::y);
}

/// The same corners, in the same sense.
fn least_first([a, b, c]: [u32; 3]) -> [u32; 3] {
    if a < b && a < c {
        [a, b, c]
    } else if b < c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_order_for_all_and_one_vertex_for_each_place() {
        let place = |x: f32| Vector3::new(x, 1.0, -2.0);
        let mesh = TriMesh3d {
            vertices: vec![place(3.0), place(1.0), place(2.0), place(1.0), place(9.0)],
            triangles: vec![[0, 1, 2], [3, 1, 2], [2, 3, 0]],
        };
        let sorted = Mesh::sorted(&mesh);
        assert_eq!(sorted.vertices, [place(1.0), place(2.0), place(3.0)]);
        assert_eq!(sorted.triangles, [[0, 1, 2], [0, 2, 1]].map(|[a, b, c]| [a, b, c]));
    }
}
