//! From particles to a surface.

use rayon::prelude::*;
use splashsurf_lib::nalgebra::Vector3;
use splashsurf_lib::{GridDecompositionParameters, Parameters, SpatialDecomposition, reconstruct_surface};

use crate::islands::{BLOCK, Island, islands};
use crate::mesh::Mesh;
use crate::near::Near;
use crate::{Settings, SurfaceError};

/// How far around a vertex particles count for its velocity and for how freely it moves, in spacings.
const REACH: f64 = 2.5;
/// The spread of the particles around a vertex below which it stays and above which it moves freely.
const MOVES: [f32; 2] = [0.12, 0.18];
/// The edge of a cube as large as the least bubble in spacings: a cell of 8 particles.
const VOID: f64 = 2.0;
/// Cubes along the longest side of an island, up to which `f32` leaves 1/128 of a cube.
const LONGEST: i64 = 1 << 17;
/// Cubes from the origin, which `f64` can count.
const FARTHEST: f64 = (1u64 << 50) as f64;

/// Particles to be wrapped in one surface. Lengths are in one unit, m or another; so are velocities, m/s or another.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a> {
    /// Where particles are, in m.
    pub positions: &'a [[f32; 3]],
    /// How fast they move, in m/s.
    pub velocities: &'a [[f32; 3]],
    /// The distance of neighbours at rest, in m.
    pub spacing: f64,
}

/// Closed surfaces around particles: every edge has as many triangles in one sense as in the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// Where vertices are, in the unit of the particles' positions. Each body's vertices are sorted by their places
    /// before smoothing.
    pub positions: Vec<[f32; 3]>,
    /// Outward, of length 1.
    pub normals: Vec<[f32; 3]>,
    /// How fast vertices move, in the unit of the particles' velocities.
    pub velocities: Vec<[f32; 3]>,
    /// Three vertices each, counterclockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// What the surface encloses, in m³ if positions are in m.
    pub fn volume(&self) -> f64 {
        let place = |vertex: u32| Vector3::from(self.positions[vertex as usize]).cast::<f64>();
        let from = self.positions.first().map_or_else(Vector3::zeros, |place| Vector3::from(*place).cast());
        let six = |[a, b, c]: [u32; 3]| (place(a) - from).dot(&(place(b) - from).cross(&(place(c) - from)));
        self.triangles.iter().map(|corners| six(*corners)).sum::<f64>() / 6.0
    }

    fn append(&mut self, mut other: Surface) {
        let first = self.positions.len() as u32;
        self.triangles.extend(other.triangles.iter().map(|corners| corners.map(|vertex| first + vertex)));
        self.positions.append(&mut other.positions);
        self.normals.append(&mut other.normals);
        self.velocities.append(&mut other.velocities);
    }
}

/// Wraps particles in a surface. Without particles it is empty. A lone particle is a ball of about its volume, and so
/// are many at one place.
pub fn surface(particles: &Points, settings: &Settings) -> Result<Surface, SurfaceError> {
    settings.check()?;
    let places = blocks(particles, settings)?;
    let wrap = |island: &Island| wrap(island, particles, settings);
    let bodies: Vec<Surface> = islands(&places).par_iter().map(wrap).collect::<Result<_, _>>()?;
    let vertices = bodies.iter().map(|body| body.positions.len()).sum();
    if vertices > i32::MAX as usize {
        return Err(SurfaceError::TooManyVertices(vertices));
    }
    let mut all = Surface::default();
    bodies.into_iter().for_each(|body| all.append(body));
    Ok(all)
}

/// The block of each particle, if all of them can be wrapped.
fn blocks(particles: &Points, settings: &Settings) -> Result<Vec<[i64; 3]>, SurfaceError> {
    let Points { positions, velocities, spacing } = *particles;
    if !(spacing.is_finite() && spacing > 0.0) {
        return Err(SurfaceError::Spacing(spacing));
    }
    if positions.len() != velocities.len() {
        return Err(SurfaceError::Length { positions: positions.len(), velocities: velocities.len() });
    }
    for (what, rows) in [("position", positions), ("velocity", velocities)] {
        if let Some(particle) = rows.iter().position(|row| !row.iter().all(|x| x.is_finite())) {
            return Err(SurfaceError::NotFinite { what, particle });
        }
    }
    let cube = settings.cube_size * spacing;
    let farthest = FARTHEST * cube;
    if let Some(particle) = positions.iter().position(|row| row.iter().any(|x| f64::from(x.abs()) > farthest))
    {
        return Err(SurfaceError::TooFar { particle, farthest });
    }
    let block = |x: f32| (f64::from(x) / cube).floor() as i64;
    Ok(positions.iter().map(|row| row.map(|x| block(x).div_euclid(BLOCK))).collect())
}

/// The surface of one island. Within it lengths are in cubes, from the corner of its lowest block.
fn wrap(island: &Island, particles: &Points, settings: &Settings) -> Result<Surface, SurfaceError> {
    let [low, high] = island.blocks;
    let cubes = (0..3).map(|axis| BLOCK * (high[axis] - low[axis] + 1)).max().unwrap_or_default();
    if cubes > LONGEST {
        return Err(SurfaceError::TooLong { cubes: cubes as u64, most: LONGEST as u64 });
    }
    let cube = settings.cube_size * particles.spacing;
    let origin = low.map(|block| (BLOCK * block) as f64);
    let own = |rows: &[[f32; 3]]| -> Vec<[f32; 3]> {
        island.particles.iter().map(|particle| rows[*particle as usize]).collect()
    };
    let local =
        |row: &[f32; 3]| Vector3::from_fn(|axis, _| (f64::from(row[axis]) / cube - origin[axis]) as f32);
    let places: Vec<Vector3<f32>> = own(particles.positions).iter().map(local).collect();

    let found = reconstruct_surface::<i64, f32>(&places, &parameters(settings))
        .map_err(|error| SurfaceError::Reconstruction(error.to_string()))?;
    let mut mesh = Mesh::sorted(&found.mesh);
    mesh.fill_voids((VOID / settings.cube_size).powi(3));
    let near = Near::new(&places, (REACH / settings.cube_size) as f32);
    let freedom = |spread: f32| {
        let t = ((spread - MOVES[0]) / (MOVES[1] - MOVES[0])).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    let freedoms: Vec<f32> = near.spreads(&mesh.vertices).into_iter().map(freedom).collect();
    mesh.smooth(settings.mesh_iterations, &freedoms);

    let world = |place: &Vector3<f32>| {
        std::array::from_fn(|axis| ((origin[axis] + f64::from(place[axis])) * cube) as f32)
    };
    Ok(Surface {
        normals: mesh.normals(settings.normal_iterations).into_iter().map(Into::into).collect(),
        velocities: near.velocities(&mesh.vertices, &own(particles.velocities)),
        positions: mesh.vertices.iter().map(world).collect(),
        triangles: mesh.triangles,
    })
}

/// Cubes have the edge 1, so that their corners are exact. With SIMD the level set on the border of two subdomains
/// would not be the same on both sides, and the way without subdomains sums in an order that depends on threads.
fn parameters(settings: &Settings) -> Parameters<f32> {
    let decomposition =
        GridDecompositionParameters { subdomain_num_cubes_per_dim: BLOCK as u32, auto_disable: false };
    Parameters {
        particle_radius: 0.5,
        rest_density: 1.0,
        compact_support_radius: (settings.kernel_radius / settings.cube_size) as f32,
        cube_size: 1.0,
        iso_surface_threshold: settings.iso_level as f32,
        particle_aabb: None,
        enable_multi_threading: true,
        enable_simd: false,
        spatial_decomposition: SpatialDecomposition::UniformGrid(decomposition),
        global_neighborhood_list: false,
    }
}
