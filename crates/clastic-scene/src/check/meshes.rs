//! What meshes must satisfy.

use std::sync::Arc;

use clastic::colliders::Motion;
use clastic::forces::{Mesh, MeshError, Pin};
use clastic_shapes::SignedDistance;

use super::{Check, MAX_PARTICLES};
use crate::meshes::{MeshBody, MeshKind, PinTable, StrandsTable};

impl Check<'_> {
    /// The meshes as the engine takes them, as far as they are sound; `total` counts the particles.
    pub(super) fn meshes(&mut self, total: &mut f64) -> Vec<Option<Arc<Mesh>>> {
        let scene = self.scene;
        let mut meshes = Vec::new();
        for (index, (name, body)) in scene.meshes.iter().enumerate() {
            let path = ["meshes", name.as_str()];
            self.material(path, &body.material);
            let mesh = self.mesh(path, body, index);
            if let Some(mesh) = &mesh {
                *total += mesh.vertices.len() as f64;
                if *total > MAX_PARTICLES {
                    let message = format!("the scene would hold more than {MAX_PARTICLES:.0e} particles");
                    self.wrong(&path, message);
                }
            }
            meshes.push(mesh.map(Arc::new));
        }
        meshes
    }

    fn mesh(&mut self, path: [&str; 2], body: &MeshBody, index: usize) -> Option<Mesh> {
        let materials = &self.scene.materials;
        let (_, material) = materials.iter().find(|(known, _)| *known == body.material)?;
        let materials = ["materials", &body.material];
        if !self.sound(&[&path, &["grid", "cell_size"], &["seed"], &["time"], &materials]) {
            return None;
        }
        let seed = self.scene.seed_of(self.scene.bodies.len() + self.scene.sources.len() + index);
        let integrator = self.scene.time.integrator();
        let made = body.mesh(&mut self.workshop, integrator, material.density, seed);
        let mut mesh = self.made(path, made)?;
        let law = material.resolve().ok()?.law;
        let wrong = match mesh.check(self.scene.dimension, integrator, &law) {
            Err(error @ MeshError::Law) => Some(("material", error.to_string())),
            Err(error @ MeshError::Solve) => Some(("solve", error.to_string())),
            _ if integrator.is_implicit() && !law.is_isotropic() => {
                let message = format!("implicit steps do not know law `{}`; expected another", law.name());
                Some(("material", message))
            }
            _ => None,
        };
        if let Some((field, message)) = wrong {
            self.wrong(&[path[0], path[1], field], message);
            return None;
        }
        if let MeshKind::Strands(StrandsTable { motion: Some(motion), rooted, .. }) = &body.kind {
            if !rooted {
                self.wrong(
                    &[path[0], path[1], "motion"],
                    "no root is held; expected none, or `rooted = true`",
                );
                return None;
            }
            mesh.pins[0].motion = self.motion(&path, motion, bounds(&mesh))?;
        }
        for (pin, table) in body.pins.iter().enumerate() {
            let pin = self.pin(path, pin, table, &mesh)?;
            mesh.pins.push(pin);
        }
        Some(mesh)
    }

    fn pin(&mut self, [kind, name]: [&str; 2], index: usize, table: &PinTable, mesh: &Mesh) -> Option<Pin> {
        let index = index.to_string();
        let path = [kind, name, "pins", &index];
        let cell = self.scene.grid.cell_size;
        let field = match table.shape.field(&mut self.workshop, cell) {
            Ok(field) => field,
            Err(wrongs) => {
                for wrong in wrongs {
                    let steps = wrong.part.iter().map(String::as_str).chain(wrong.field);
                    let path: Vec<&str> = path.into_iter().chain(steps).collect();
                    self.wrong(&path, wrong.message);
                }
                return None;
            }
        };
        let motion = match &table.motion {
            Some(motion) => self.motion(&path, motion, field.bounds())?,
            None => Motion::Fixed,
        };
        let inside = |place: [f64; 3]| field.distance(place).value <= 1e-6 * cell;
        let vertices = (0..).zip(&mesh.vertices).filter(|(_, vertex)| inside(vertex.position));
        let vertices: Vec<u32> = vertices.map(|(index, _)| index).collect();
        if vertices.is_empty() {
            self.wrong(&path, "no vertex of the mesh begins in it; expected a shape around some");
            return None;
        }
        Some(Pin { vertices, motion, stiffness: table.stiffness })
    }
}

/// The lowest and highest places of a mesh.
fn bounds(mesh: &Mesh) -> [[f64; 3]; 2] {
    let all = mesh.vertices.iter().map(|vertex| vertex.position);
    all.fold([[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]], |[low, high], x| {
        [std::array::from_fn(|k| low[k].min(x[k])), std::array::from_fn(|k| high[k].max(x[k]))]
    })
}
