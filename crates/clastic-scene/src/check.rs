//! What a scene must satisfy beyond the kinds of its values: everything that concerns more than one field.
//!
//! A scene that was read with mistakes is checked too. It holds stand-ins, so each check first asks whether the fields
//! that it depends on are sound.

mod liquid;
mod matter;
mod meshes;
mod mlsrk;
mod obstacles;

use std::sync::Arc;

use clastic::Dimension;
use clastic::colliders::Contact;
use clastic::forces::Mesh;
use clastic::grid::{Domain, DomainError};
use clastic::integrators::Integrator;
use clastic::kernels::Kernel;
use clastic::transfer::{GradientForm, Scheme};
use clastic_shapes::Solid;

use self::mlsrk::few_components;
use crate::language::{Doubts, Mistake, Named, Node, unknown_name};
use crate::obstacles::Obstacles;
use crate::scene::*;
use crate::shape::{Workshop, Wrong};
use crate::source::mistake;
use crate::steps::SolverName;

/// The most particles that a scene may hold.
pub const MAX_PARTICLES: f64 = 5e8;

const MAX_FRAMES: f64 = 1e7;
const MAX_STEPS: f64 = 1e12;
const MAX_PIXELS: f64 = 8192.0;
const AXES: [&str; 3] = ["x", "y", "z"];

/// A scene that was read, with what was found wrong on the way.
pub(crate) struct Check<'a> {
    pub scene: &'a Scene,
    pub root: &'a Node,
    pub doubts: Doubts,
    pub mistakes: Vec<Mistake>,
    pub workshop: Workshop,
}

/// What a scene without mistakes gives.
pub(crate) struct Checked {
    /// The bodies as geometry, in their order.
    pub solids: Vec<Solid>,
    /// The meshes as the engine takes them, in their order.
    pub meshes: Vec<Arc<Mesh>>,
    /// Colliders, sources and sinks as geometry.
    pub obstacles: Obstacles,
    /// What had to be repaired in meshes, in words.
    pub repairs: Vec<String>,
}

impl Check<'_> {
    /// Everything that follows, or everything that is wrong.
    pub(crate) fn run(mut self) -> Result<Checked, Vec<Mistake>> {
        self.name();
        self.time();
        self.integrator();
        self.scheme();
        self.liquid();
        self.mlsrk();
        self.gradients();
        self.axes();
        self.materials();
        self.output();
        let mut total = 0.0;
        let solids = self.bodies(&mut total);
        let meshes = self.meshes(&mut total);
        let colliders = self.colliders();
        let sources = self.sources(&mut total);
        let sinks = self.sinks();
        if !self.mistakes.is_empty() {
            self.try_to_fill(&solids, &colliders);
            return Err(self.mistakes);
        }
        let obstacles = Obstacles {
            colliders: colliders.into_iter().flatten().collect(),
            sources: sources.into_iter().flatten().collect(),
            sinks: sinks.into_iter().flatten().collect(),
        };
        let repairs = self.workshop.repairs();
        let (solids, meshes) =
            (solids.into_iter().flatten().collect(), meshes.into_iter().flatten().collect());
        Ok(Checked { solids, meshes, obstacles, repairs })
    }

    fn wrong(&mut self, path: &[&str], message: impl Into<String>) {
        self.mistakes.push(mistake(self.root, path, message));
    }

    /// Whether all these fields are what the scene says.
    fn sound(&self, paths: &[&[&str]]) -> bool {
        paths.iter().all(|path| self.doubts.sound(path))
    }

    /// Whether a field is written down, rightly or not.
    fn given(&self, path: &[&str]) -> bool {
        path.iter().try_fold(self.root, |node, step| node.child(step)).is_some()
    }

    /// What a shape gives, if all of it is sound; what is wrong with other parts of it is noted. `path` is that of the
    /// table which it stands in.
    fn made<T>(&mut self, path: [&str; 2], made: Result<T, Vec<Wrong>>) -> Option<T> {
        if !self.sound(&[&["dimension"]]) {
            return None;
        }
        let sound = self.sound(&[&[path[0], path[1], "shape"]]);
        let wrongs = match made {
            Ok(made) => return sound.then_some(made),
            Err(wrongs) => wrongs,
        };
        for Wrong { part, field, message } in wrongs {
            let mut path = path.to_vec();
            path.extend(part.iter().map(String::as_str));
            let part_is_sound = if part.is_empty() { sound } else { self.doubts.sound(&path) };
            if part_is_sound {
                path.extend(field);
                self.wrong(&path, message);
            }
        }
        None
    }

    /// What sticks does not rub.
    fn friction(&mut self, path: [&str; 2], contact: Contact, friction: f64) {
        let fields: [&[&str]; 2] = [&[path[0], path[1], "contact"], &[path[0], path[1], "friction"]];
        if friction > 0.0 && contact == Contact::Sticky && self.sound(&fields) {
            self.wrong(fields[1], "matter sticks here; expected no friction, or contact by slip or separate");
        }
    }

    /// The name becomes a folder's, so it must not lead elsewhere.
    fn name(&mut self) {
        let name = &self.scene.name;
        let allowed = |c: char| c.is_alphanumeric() || " -_.".contains(c);
        let plain = name.chars().all(allowed) && name.chars().count() <= 100 && !name.trim().is_empty();
        if self.sound(&[&["name"]]) && (!plain || name.starts_with('.')) {
            let name = name.escape_debug();
            self.wrong(
                &["name"],
                format!("`{name}` cannot name a folder; expected letters, digits, `-` or `_`"),
            );
        }
    }

    fn time(&mut self) {
        let time = &self.scene.time;
        match (self.given(&["time", "duration"]), self.given(&["time", "frames"])) {
            (true, true) => self.wrong(&["time", "frames"], "expected `duration` or `frames`, not both"),
            (false, false) if self.sound(&[&["time", "duration"], &["time", "frames"]]) => {
                self.wrong(&["time"], "expected `duration` in s, or `frames`");
            }
            _ => {}
        }
        let fps_is_sound = self.sound(&[&["time", "fps"]]);
        let duration = time.duration.filter(|_| fps_is_sound).map(|duration| duration * time.fps);
        let frames = time.frames.map(|frames| frames as f64);
        for (field, count) in [("duration", duration), ("frames", frames)] {
            let Some(count) = count else { continue };
            if count > MAX_FRAMES {
                let message = format!("{count:.3e} frames are too many; expected at most {MAX_FRAMES:.0e}");
                self.wrong(&["time", field], message);
            }
        }
        if let (Some(dt), Some(count), true) = (time.dt, duration.or(frames), fps_is_sound)
            && count / time.fps / dt > MAX_STEPS
        {
            let steps = count / time.fps / dt;
            let message = format!("{steps:.3e} steps are too many; expected at most {MAX_STEPS:.0e}");
            self.wrong(&["time", "dt"], message);
        }
        for name in ["courant_motion", "courant_sound", "max_dt"] {
            if self.given(&["time", "dt"]) && self.given(&["time", name]) {
                let message = "goes with an adaptive step; expected `dt` or this, not both";
                self.wrong(&["time", name], message);
            }
        }
    }

    fn integrator(&mut self) {
        let name = &self.scene.time.integrator;
        if !self.sound(&[&["time", "integrator"]]) {
            return;
        }
        if Integrator::from_name(name).is_none() {
            let message = unknown_name(name, Integrator::names().map(|(name, _)| name));
            let message = format!("{message}, the last with a number from 0 to 1, as in lambda-0.25");
            self.wrong(&["time", "integrator"], message);
        }
        for (field, count) in [("newton", self.scene.solve.newton), ("linear", self.scene.solve.linear)] {
            if count == 0 && self.sound(&[&["solve", field]]) {
                self.wrong(&["solve", field], "0 is not allowed; expected at least 1");
            }
        }
    }

    fn scheme(&mut self) {
        let Scene { transfer, dimension, grid, .. } = self.scene;
        if !self.sound(&[&["transfer", "scheme"]]) {
            return;
        }
        if let Some(named) = Scheme::from_name(&transfer.scheme, *dimension as usize) {
            let fields: [&[&str]; 4] =
                [&["dimension"], &["grid", "kernel"], &["transfer", "modes"], &["transfer", "mode_shares"]];
            if !self.sound(&fields) {
                return;
            }
            match transfer.kept_modes(named.modes, *dimension) {
                Err((field, message)) => self.wrong(&["transfer", field], message),
                Ok(modes) if !modes.is_empty() && grid.kernel != Kernel::Quadratic => {
                    let message =
                        "PolyPIC's modes belong to the quadratic kernel; expected that, or another scheme";
                    self.wrong(&["grid", "kernel"], message);
                }
                Ok(_) => {}
            }
            return;
        }
        let known_elsewhere = [2, 3].iter().any(|d| Scheme::from_name(&transfer.scheme, *d).is_some());
        if known_elsewhere && !self.sound(&[&["dimension"]]) {
            return;
        }
        let names: Vec<&str> = Scheme::names().map(|(name, _)| name).collect();
        let message = unknown_name(&transfer.scheme, names.into_iter());
        let message = format!("{message}, some with a number, as in flip-0.995 or polypic-4");
        self.wrong(&["transfer", "scheme"], message);
    }

    fn gradients(&mut self) {
        let grid = &self.scene.grid;
        let singular =
            grid.kernel == Kernel::Linear && grid.gradients == Some(GradientForm::MovingLeastSquares);
        if singular && self.sound(&[&["grid", "kernel"], &["grid", "gradients"]]) {
            let message = "moving least squares are singular with the linear kernel; expected another kernel, or \
                           gradients of the kernel";
            self.wrong(&["grid", "gradients"], message);
        }
    }

    fn axes(&mut self) {
        let scene = self.scene;
        for (name, wall) in scene.walls.by_axis().as_flattened() {
            if let Some(wall) = wall {
                self.friction(["walls", name], wall.contact, wall.friction);
            }
        }
        for (axis, letter) in AXES.into_iter().enumerate() {
            let [low, high] = scene.walls.by_axis()[axis].map(|(name, _)| name);
            let walls: Vec<&str> =
                [low, high].into_iter().filter(|name| self.given(&["walls", name])).collect();
            let periodic = self.given(&["periodic", letter]);
            if axis >= scene.dimension as usize {
                let fields = walls.iter().map(|name| ["walls", name]);
                for field in fields.chain(periodic.then_some(["periodic", letter])) {
                    if self.sound(&[&["dimension"]]) {
                        self.wrong(&field, "a 2D scene has no z axis");
                    }
                }
                continue;
            }
            if periodic && !walls.is_empty() {
                for name in &walls {
                    let message = format!("the {letter} axis is periodic; it cannot have walls as well");
                    self.wrong(&["walls", name], message);
                    self.doubts.add(&["walls", name]);
                }
                continue;
            }
            if self.axis_is_sound(axis) && (axis < 2 || self.sound(&[&["dimension"]])) {
                self.ends(axis, if periodic { ["periodic", letter] } else { ["walls", high] });
            }
        }
    }

    /// The ends of an axis; `field` is where the higher one is written.
    fn ends(&mut self, axis: usize, field: [&str; 2]) {
        if let [Some(low), Some(high)] = self.scene.ends(axis)
            && low >= high
        {
            let message = format!("the axis would reach from {low:?} to {high:?}; expected low < high");
            self.wrong(&field, message);
            self.doubts.add(&field);
        } else if self.sound(&[&["grid", "cell_size"]])
            && let Err(error) = Domain::<1>::new(self.scene.grid.cell_size, &[self.scene.axis(axis)])
            // Without a grid a period need not be whole in cells.
            && !(self.scene.solver == SolverName::Mlsrk && matches!(error, DomainError::Period { .. }))
        {
            // A domain of one axis calls it x.
            let message = error.to_string().replace("x axis", &format!("{} axis", AXES[axis]));
            self.wrong(&field, message);
        }
    }

    /// Whether it is known where an axis ends.
    fn axis_is_sound(&self, axis: usize) -> bool {
        let [(low, _), (high, _)] = self.scene.walls.by_axis()[axis];
        self.sound(&[&["walls", low], &["walls", high], &["periodic", AXES[axis]]])
    }

    /// What the engine itself has to say of a law's numbers.
    fn materials(&mut self) {
        for (name, material) in &self.scene.materials {
            match material.resolve() {
                Err(error) if self.sound(&[&["materials", name], &["units"]]) => {
                    self.wrong(&["materials", name], error.to_string());
                }
                _ => {}
            }
        }
    }

    fn output(&mut self) {
        let camera = &self.scene.camera;
        let pixels = |pixels: &f64| pixels.fract() == 0.0 && (16.0..=MAX_PIXELS).contains(pixels);
        if self.sound(&[&["camera", "size"]]) && !camera.size.iter().all(pixels) {
            let message = format!("expected two whole numbers of pixels from 16 to {MAX_PIXELS}");
            self.wrong(&["camera", "size"], message);
        }
        let needed = match camera.color {
            ColorBy::Pressure => Some(ExtraField::Stress),
            ColorBy::Temperature => Some(ExtraField::Temperature),
            ColorBy::Concentration(_) => Some(ExtraField::Concentration),
            ColorBy::Material | ColorBy::Speed | ColorBy::J | ColorBy::Id => None,
        };
        let missing = needed.filter(|field| !self.scene.output.fields.contains(field)).map(Named::name);
        if let Some(field) = missing.filter(|_| self.sound(&[&["output", "fields"]])) {
            let message = format!(
                "frames hold no {field}; expected `{field}` among the output's fields, or another colour"
            );
            self.wrong(&["camera", "color"], message);
        }
        if let ColorBy::Concentration(component) = camera.color
            && component >= self.scene.components()
            && self.sound(&[&["solver"], &["mlsrk", "components"]])
        {
            self.wrong(&["camera", "color"], few_components(self.scene.components()));
        }
        for field in ["eye", "target"] {
            let flat = self.scene.dimension == Dimension::Two && self.sound(&[&["dimension"]]);
            if flat && self.given(&["camera", field]) {
                self.wrong(&["camera", field], "a picture of 2D shows everything; expected none");
            }
        }
        if camera.range.is_some_and(|[low, high]| low >= high) {
            self.wrong(&["camera", "range"], "expected the lower value before the higher");
        }
        if camera.eye.is_some() && camera.eye == camera.target {
            self.wrong(&["camera", "target"], "the eye is there; expected another place");
        }
    }
}
