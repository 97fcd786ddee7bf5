//! From a file to a checked scene.

use std::path::Path;
use std::sync::Arc;

use clastic::forces::Mesh;
use clastic_shapes::Solid;

use crate::check::{Check, Checked};
use crate::language::{Edit, Mistake, Mistakes, Node, Reading, TableReader, Tree, Value};
use crate::material::MaterialTable;
use crate::obstacles::Obstacles;
use crate::scene::{Scene, Units};
use crate::shape::Workshop;

/// A checked scene, every default filled in, and its source for messages.
#[derive(Clone, Debug)]
pub struct SceneFile {
    /// The scene as it will run.
    pub scene: Scene,
    /// The bodies as geometry, in their order.
    pub(crate) solids: Vec<Solid>,
    /// The meshes as the engine takes them, in their order.
    pub(crate) meshes: Vec<Arc<Mesh>>,
    /// Colliders, sources and sinks as geometry.
    pub(crate) obstacles: Obstacles,
    pub(crate) repairs: Vec<String>,
    pub(crate) root: Node,
}

impl SceneFile {
    /// Reads a file with all that it includes and applies edits: first what goes, then shapes and laws, then the rest, each
    /// in their order. All mistakes come back together, but for those that [`SceneFile::fill`] alone would find in a scene
    /// without others.
    pub fn read(path: &Path, edits: &[Edit]) -> Result<SceneFile, Mistakes> {
        SceneFile::from_tree(Tree::read(path, edits)?)
    }

    /// Reads text that came from `name`.
    pub fn parse(name: &str, text: &str, edits: &[Edit]) -> Result<SceneFile, Mistakes> {
        SceneFile::from_tree(Tree::parse(name, text, edits)?)
    }

    /// Reads a scene that was made in code; messages call it `name`.
    pub fn of(name: &str, table: &toml::Table, edits: &[Edit]) -> Result<SceneFile, Mistakes> {
        SceneFile::from_tree(Tree::of(name, table, edits))
    }

    /// Reads a tree, whose files lie in its folder.
    pub fn from_tree(Tree { root, folder, base, stem, mistakes }: Tree) -> Result<SceneFile, Mistakes> {
        // What the kinds of values depend on is read first; if it is wrong, it is said with the rest.
        let dimension = match root.child("dimension").map(|node| &node.value) {
            Some(Value::Integer(2)) => 2,
            _ => 3,
        };
        let mut reading = Reading::new(dimension);
        (reading.folder, reading.base) = (folder, base);
        reading.mistakes = mistakes;
        if root.child("units").is_some_and(|node| node.value == Value::Text("cgs".to_string())) {
            reading.units = Units::Cgs;
        }
        let mut scene = TableReader::read::<Scene>(&root, &mut reading);
        scene.complete(&stem);
        let check = Check {
            scene: &scene,
            root: &root,
            doubts: reading.doubts,
            mistakes: reading.mistakes,
            workshop: Workshop::new(scene.dimension),
        };
        match check.run() {
            Ok(Checked { solids, meshes, obstacles, repairs }) => {
                Ok(SceneFile { scene, solids, meshes, obstacles, repairs, root })
            }
            Err(mistakes) => Err(Mistakes::in_order(mistakes)),
        }
    }

    /// A mistake that only building the scene shows, with its place.
    pub(crate) fn mistake(&self, path: &[&str], message: impl Into<String>) -> Mistakes {
        Mistakes(vec![mistake(&self.root, path, message)])
    }
}

/// A mistake in a field, placed where it is written or at the nearest table around it.
pub(crate) fn mistake(root: &Node, path: &[&str], message: impl Into<String>) -> Mistake {
    let path: Vec<String> = path.iter().map(|step| step.to_string()).collect();
    Mistake { place: root.place_of(&path).clone(), field: path.join("."), message: message.into() }
}

impl Scene {
    /// Writes every default down, so that the scene says all that decides its result.
    fn complete(&mut self, stem: &str) {
        let dimension = self.dimension;
        if self.name.is_empty() {
            self.name = stem.to_string();
        }
        let down = -9.81 * self.units.per_si("m/s²");
        self.gravity.get_or_insert([0.0, down, 0.0]);
        if self.time.dt.is_none()
            && let clastic::TimeStep::Adaptive { motion, sound, .. } = self.time.step(self.solver)
        {
            self.time.courant_motion = Some(motion);
            self.time.courant_sound = Some(sound);
        }
        if let Some(scheme) = self.transfer.resolve(dimension) {
            let transfer = &mut self.transfer;
            transfer.stretch = Some(scheme.stretch);
            transfer.rotation = Some(scheme.rotation);
            transfer.alpha = Some(scheme.alpha);
            transfer.alpha_position = Some(scheme.alpha_position);
            transfer.beta_min = Some(scheme.beta_min);
            transfer.beta_max = Some(scheme.beta_max);
            transfer.boundary = Some(scheme.boundary);
            if !scheme.modes.is_empty() {
                transfer.modes = Some((dimension as usize + 1 + scheme.modes.len()) as u64);
                transfer.mode_shares = Some(scheme.modes.shares().to_vec());
            }
        }
        let bodies = self.bodies.iter_mut().map(|(_, body)| (&body.material, &mut body.grain));
        let sources = self.sources.iter_mut().map(|(_, source)| (&source.material, &mut source.grain));
        let mut named: Vec<&String> = Vec::new();
        for (name, grain) in bodies.chain(sources) {
            if grain.spacing.is_none() {
                grain.particles_per_cell.get_or_insert([4.0, 8.0][dimension as usize - 2]);
            }
            named.push(name);
        }
        named.extend(self.meshes.iter().map(|(_, mesh)| &mesh.material));
        for name in named {
            if self.materials.iter().all(|(known, _)| known != name)
                && let Some(preset) = MaterialTable::preset(name, self.units)
            {
                self.materials.push((name.clone(), preset));
            }
        }
    }
}
