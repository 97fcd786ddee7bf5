//! From loose triangles to a closed surface.

use super::topology::{Parts, Topology, check_repeated, middle};
use super::weld::{self, Welded};
use super::zones::Zones;
use super::{Mesh, MeshError, Repairs, overlap};
use crate::bins::Bins;
use crate::check::LARGEST;
use crate::vector::{bounds, cross, dot, length, sub};

/// How close vertices are to be joined, if the surface is open without it; of the diagonal of its bounds. Coordinates
/// in `f32`, as of binary STL, are 16 times as precise.
const GAP: f64 = 1e-6;

/// Sides, and entries of the lists that find triangles, are counted in `u32`.
const MOST_TRIANGLES: usize = 1 << 27;

/// Triangles that the point test may have to look at, on average. Real meshes have tens.
const MOST_LAYERS: usize = 10_000;

/// Enclosed volumes of this size are rounding errors; of the cube of the diagonal.
const FLAT: f64 = 1e-14;

pub(super) fn build(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Mesh, MeshError> {
    check_numbers(vertices, triangles)?;
    let exact = weld::exactly(vertices, triangles);
    let repairs = Repairs { dropped_triangles: exact.dropped, ..Repairs::default() };
    let open = match close(&exact, repairs) {
        Err(open @ MeshError::Open { .. }) => open,
        result => return result,
    };
    let [low, high] = bounds(exact.vertices.iter().copied());
    let welded = weld::within(GAP * length(sub(high, low)), &exact.vertices, &exact.triangles);
    let repairs = Repairs {
        dropped_triangles: exact.dropped + welded.dropped,
        moved_vertices: exact.vertices.len() - welded.vertices.len(),
        ..Repairs::default()
    };
    match close(&welded, repairs) {
        Ok(mesh) => Ok(mesh),
        Err(open @ MeshError::Open { .. }) => Err(open),
        // What joining has broken is not the file's fault.
        Err(_) => Err(open),
    }
}

fn check_numbers(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<(), MeshError> {
    if triangles.len() > MOST_TRIANGLES {
        return Err(MeshError::TooManyTriangles { triangles: triangles.len() });
    }
    if let Some(vertex) = vertices.iter().position(|v| !v.iter().all(|x| x.abs() <= LARGEST)) {
        return Err(MeshError::NotFinite { vertex });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&corner| corner as usize >= vertices.len()) {
            return Err(MeshError::NoSuchVertex { triangle, vertex });
        }
    }
    Ok(())
}

/// The surface, if it is closed, with all triangles turned outwards.
fn close(Welded { vertices, triangles, .. }: &Welded, repairs: Repairs) -> Result<Mesh, MeshError> {
    if triangles.is_empty() {
        return Err(MeshError::Empty);
    }
    check_repeated(vertices, triangles)?;
    let parts = Topology::new(vertices, triangles)?.parts(vertices, triangles)?;
    let bounds = bounds(vertices.iter().copied());
    let bins = Bins::new([0, 1].map(|i| [bounds[i][0], bounds[i][1]]), triangles.len(), |i| {
        crate::vector::bounds(triangles[i].map(|corner| {
            let [x, y, _] = vertices[corner as usize];
            [x, y]
        }))
    });
    if bins.mean_length() > MOST_LAYERS {
        return Err(MeshError::Tangled { layers: bins.mean_length() });
    }
    let (vertices, triangles) = (vertices.clone(), triangles.clone());
    let mut mesh = Mesh { vertices, triangles, bounds, volume: 0.0, repairs, bins, zones: Zones::unknown() };
    face_outwards(&mut mesh, &parts);
    let flat = FLAT * length(sub(bounds[1], bounds[0])).powi(3);
    overlap::check(&mesh, flat)?;
    // A volume that is not a number is not greater either.
    if !(mesh.volume > flat && mesh.volume.is_normal()) {
        return Err(MeshError::NoVolume);
    }
    mesh.zones = Zones::new(&mesh);
    Ok(mesh)
}

/// Turns triangles and sums up the volume: that of parts inside others is a cavity's.
fn face_outwards(mesh: &mut Mesh, parts: &Parts) {
    let volumes = signed_volumes(mesh, parts);
    let cavities = cavities(mesh, parts);
    mesh.volume =
        volumes.iter().zip(&cavities).map(|(v, cavity)| if *cavity { -v.abs() } else { v.abs() }).sum();
    for (triangle, corners) in mesh.triangles.iter_mut().enumerate() {
        let part = parts.part[triangle] as usize;
        let faces_in = volumes[part] < 0.0;
        if parts.turned[triangle] ^ faces_in ^ cavities[part] {
            corners.swap(1, 2);
            mesh.repairs.turned_triangles += 1;
        }
    }
}

/// Of each part, positive if its triangles face outwards once they face alike.
fn signed_volumes(mesh: &Mesh, parts: &Parts) -> Vec<f64> {
    // From the middle, so that meshes far from the origin lose no digits.
    let [low, high] = mesh.bounds;
    let origin: [f64; 3] = std::array::from_fn(|i| 0.5 * low[i] + 0.5 * high[i]);
    let mut volumes = vec![0.0; parts.count];
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        let [a, b, c] = corners.map(|corner| sub(mesh.vertices[corner as usize], origin));
        let volume = dot(a, cross(b, c)) / 6.0;
        volumes[parts.part[triangle] as usize] += if parts.turned[triangle] { -volume } else { volume };
    }
    volumes
}

/// Whether each part is inside an odd number of other parts. Several triangles of a part vote, since one of them may lie
/// on another part.
fn cavities(mesh: &Mesh, parts: &Parts) -> Vec<bool> {
    const VOTES: usize = 9;
    if parts.count == 1 {
        return vec![false];
    }
    let mut votes = vec![[0, 0]; parts.count];
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        let part = parts.part[triangle];
        let [all, inside] = &mut votes[part as usize];
        if *all < VOTES {
            let [x, y, z] = middle(&mesh.vertices, corners);
            let others = mesh.crossings([x, y]).filter(|(other, _)| parts.part[*other as usize] != part);
            *all += 1;
            *inside += others.filter(|(_, height)| *height > z).count() % 2;
        }
    }
    votes.iter().map(|[all, inside]| 2 * inside > *all).collect()
}
