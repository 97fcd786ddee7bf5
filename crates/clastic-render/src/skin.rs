//! The surface of triangles between particles.

use rayon::prelude::*;

use crate::color::Color;
use crate::mesh::Mesh;
use crate::shot::Particles;
use crate::vector::Vec3;

/// The cosine of the angle between two triangles beyond which the edge between them is sharp.
const CREASE: f32 = 0.6;

/// Triangles that share no vertices, so that each corner has a normal of its own: the triangles around a particle look
/// smooth where they bend a little, and have an edge where they bend much.
pub(crate) struct Skin {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Skin {
    pub fn new(particles: &Particles, triangles: &[[u32; 3]]) -> Self {
        let places = |corners: &[u32; 3]| corners.map(|corner| particles.place(corner as usize));
        // As long as twice the area: large triangles count more.
        let faces: Vec<Vec3> = triangles
            .par_iter()
            .map(|corners| {
                let [a, b, c] = places(corners);
                (b - a).cross(c - a)
            })
            .collect();
        let around = Around::new(triangles, particles.len());
        let normal = |face: usize, corner: u32| {
            let own = faces[face].normalized();
            let near = around.faces(corner).iter().map(|face| faces[*face as usize]);
            let smooth = near.filter(|face| face.dot(own) >= CREASE * face.length());
            smooth.fold(Vec3::default(), |sum, face| sum + face).normalized().0
        };
        let normals = triangles.par_iter().enumerate().flat_map_iter(|(face, corners)| {
            let normal = &normal;
            corners.iter().map(move |corner| normal(face, *corner))
        });
        Skin {
            positions: triangles.iter().flat_map(|corners| places(corners).map(|place| place.0)).collect(),
            normals: normals.collect(),
            triangles: (0..triangles.len() as u32)
                .map(|face| [3 * face, 3 * face + 1, 3 * face + 2])
                .collect(),
        }
    }

    /// Its paint is that of the particles. `None` if there are no triangles.
    pub fn mesh(&self) -> Option<Mesh<'_>> {
        let Skin { positions, normals, triangles } = self;
        let mesh = Mesh { positions, normals, triangles, paint: Color::UNKNOWN, cut: None };
        (!triangles.is_empty()).then_some(mesh)
    }
}

/// The triangles at each particle.
struct Around {
    /// Where each particle's triangles begin, and the end of the last.
    starts: Vec<u32>,
    faces: Vec<u32>,
}

impl Around {
    fn new(triangles: &[[u32; 3]], particles: usize) -> Self {
        let mut starts = vec![0; particles + 1];
        triangles.as_flattened().iter().for_each(|corner| starts[*corner as usize + 1] += 1);
        for particle in 0..particles {
            starts[particle + 1] += starts[particle];
        }
        let mut next = starts.clone();
        let mut faces = vec![0; 3 * triangles.len()];
        for (face, corners) in triangles.iter().enumerate() {
            for corner in corners {
                let next = &mut next[*corner as usize];
                faces[*next as usize] = face as u32;
                *next += 1;
            }
        }
        Around { starts, faces }
    }

    fn faces(&self, particle: u32) -> &[u32] {
        let particle = particle as usize;
        &self.faces[self.starts[particle] as usize..self.starts[particle + 1] as usize]
    }
}
