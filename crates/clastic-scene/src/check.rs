//! What a scene must satisfy beyond the kinds of its values: everything that concerns more than one field.
//!
//! A scene that was read with mistakes is checked too. It holds stand-ins, so each check first asks whether the fields
//! that it depends on are sound.

use clastic::Dimension;
use clastic::grid::Domain;
use clastic::kernels::Kernel;
use clastic::transfer::{GradientForm, Scheme};
use clastic_shapes::Solid;

use crate::fill::Filling;
use crate::language::{Doubts, Mistake, Named, Node, guess, one_of, short, unknown_name};
use crate::preset::PRESETS;
use crate::scene::*;
use crate::shape::{Workshop, Wrong};
use crate::source::mistake;

/// The most particles that a scene may hold.
pub const MAX_PARTICLES: f64 = 5e8;

/// The most particles that are placed only to see whether bodies of a faulty scene lie in each other.
const MAX_TRIED: f64 = 1e6;
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
    /// What had to be repaired in meshes, in words.
    pub repairs: Vec<String>,
}

impl Check<'_> {
    /// Everything that follows, or everything that is wrong.
    pub(crate) fn run(mut self) -> Result<Checked, Vec<Mistake>> {
        self.name();
        self.time();
        self.scheme();
        self.gradients();
        self.axes();
        self.materials();
        self.output();
        let solids = self.bodies();
        if !self.mistakes.is_empty() {
            self.try_to_fill(&solids);
            return Err(self.mistakes);
        }
        Ok(Checked { solids: solids.into_iter().flatten().collect(), repairs: self.workshop.repairs() })
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

    /// The bodies as geometry, as far as they are sound.
    fn bodies(&mut self) -> Vec<Option<Solid>> {
        let scene = self.scene;
        if scene.bodies.is_empty() && self.sound(&[&["bodies"]]) {
            self.wrong(&["bodies"], "the scene is empty; expected at least one body");
        }
        let mut total = 0.0;
        let mut solids = Vec::new();
        for (name, body) in &scene.bodies {
            let path = ["bodies", name.as_str()];
            self.material(name, body);
            if self.given(&[path[0], path[1], "particles_per_cell"])
                && self.given(&[path[0], path[1], "spacing"])
            {
                let field = [path[0], path[1], "spacing"];
                self.wrong(&field, "expected `particles_per_cell` or `spacing`, not both");
                self.doubts.add(&field);
            }
            self.velocity_gradient(name, body);
            self.carried(name, body);
            let solid = self.solid(name, body);
            if let Some(solid) = &solid {
                self.inside(&path, solid.bounds());
            }
            if let Some(solid) = solid.as_ref().filter(|_| self.spacing_is_sound(name)) {
                let before = total;
                total += solid.estimate_count(body.mean_spacing(scene));
                if before <= MAX_PARTICLES && (total.is_nan() || total > MAX_PARTICLES) {
                    let message = format!(
                        "the scene would hold about {total:.3e} particles; at most {MAX_PARTICLES:.0e} are \
                         allowed: expected larger cells, fewer particles per cell or smaller bodies"
                    );
                    self.wrong(&path, message);
                }
            }
            solids.push(solid);
        }
        solids
    }

    /// A body as geometry, if all of it is sound; what is wrong with other parts of it is noted.
    fn solid(&mut self, name: &str, body: &Body) -> Option<Solid> {
        if !self.sound(&[&["dimension"]]) {
            return None;
        }
        let sound = self.sound(&[&["bodies", name, "shape"]]);
        let wrongs = match body.shape.solid(&mut self.workshop) {
            Ok(solid) => return sound.then_some(solid),
            Err(wrongs) => wrongs,
        };
        for Wrong { part, field, message } in wrongs {
            let mut path = vec!["bodies", name];
            path.extend(part.iter().map(String::as_str));
            let part_is_sound = if part.is_empty() { sound } else { self.doubts.sound(&path) };
            if part_is_sound {
                path.extend(field);
                self.wrong(&path, message);
            }
        }
        None
    }

    fn spacing_is_sound(&self, body: &str) -> bool {
        self.sound(&[
            &["dimension"],
            &["grid", "cell_size"],
            &["bodies", body, "particles_per_cell"],
            &["bodies", body, "spacing"],
        ])
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

    fn material(&mut self, name: &str, body: &Body) {
        let declared = || self.scene.materials.iter().map(|(name, _)| name.as_str());
        let sound = self.sound(&[&["bodies", name, "material"]]) && self.doubts.entries_known(&["materials"]);
        if !sound || declared().any(|known| known == body.material) {
            return;
        }
        let presets = || PRESETS.iter().map(|preset| preset.name);
        let guess = guess(&body.material, declared().chain(presets()));
        let message = format!(
            "no material is called `{}`{guess}; expected one of this scene ({}) or a preset ({})",
            body.material.escape_debug(),
            one_of(declared()),
            one_of(presets())
        );
        self.wrong(&["bodies", name, "material"], message);
    }

    fn velocity_gradient(&mut self, name: &str, body: &Body) {
        let dimension = self.scene.dimension as usize;
        let path = ["bodies", name, "velocity_gradient"];
        let Some(rows) = body.velocity_gradient.as_ref().filter(|_| self.sound(&[&path, &["dimension"]]))
        else {
            return;
        };
        if rows.len() != dimension || rows.iter().any(|row| row.len() != dimension) {
            self.wrong(&path, format!("expected {dimension} rows of {dimension} numbers"));
        }
    }

    /// What a body begins with must be something that its material keeps, or it would go unheard.
    fn carried(&mut self, name: &str, body: &Body) {
        let of_body = |(material, _): &&(String, _)| *material == body.material;
        let Some((material, table)) = self.scene.materials.iter().find(of_body) else { return };
        let Ok(resolved) = table.resolve() else { return };
        let heat = "`heat_capacity` and `conductivity`, or a curve over `temperature`";
        let carried = [
            ("temperature", body.temperature, resolved.keeps_heat(), heat),
            (
                "concentration",
                body.concentration,
                resolved.keeps_concentration(),
                "a curve over `concentration`",
            ),
        ];
        for (field, value, kept, expected) in carried {
            let path = ["bodies", name, field];
            let sound = self.sound(&[&path, &["bodies", name, "material"], &["materials", material]]);
            if value != 0.0 && !kept && sound {
                let message =
                    format!("the material `{material}` keeps no {field}; expected {expected} in it");
                self.wrong(&path, message);
            }
        }
    }

    /// Matter that starts behind a wall could never leave it.
    fn inside(&mut self, path: &[&str], [low, high]: [[f64; 3]; 2]) {
        let scene = self.scene;
        for axis in 0..scene.dimension as usize {
            if !self.axis_is_sound(axis) {
                continue;
            }
            // Bounds are rounded.
            let slack = 1e-9 * low[axis].abs().max(high[axis].abs());
            let ends = scene.ends(axis);
            let letter = AXES[axis];
            let beyond = |value: f64, side, end: f64| {
                let value = short(value);
                format!("the body reaches {letter} = {value}, beyond the world's {side} end at {end:?}")
            };
            if let Some(end) = ends[0].filter(|end| low[axis] < end - slack) {
                self.wrong(path, beyond(low[axis], "low", end));
            }
            if let Some(end) = ends[1].filter(|end| high[axis] > end + slack) {
                self.wrong(path, beyond(high[axis], "high", end));
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
            ColorBy::Concentration => Some(ExtraField::Concentration),
            ColorBy::Material | ColorBy::Speed | ColorBy::J | ColorBy::Id => None,
        };
        let missing = needed.filter(|field| !self.scene.output.fields.contains(field)).map(Named::name);
        if let Some(field) = missing.filter(|_| self.sound(&[&["output", "fields"]])) {
            let message = format!(
                "frames hold no {field}; expected `{field}` among the output's fields, or another colour"
            );
            self.wrong(&["camera", "color"], message);
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

    /// Places the particles of the bodies that are sound, so that bodies in each other are told with the rest. A scene
    /// without mistakes is filled once, when it is built.
    fn try_to_fill(&mut self, solids: &[Option<Solid>]) {
        let scene = self.scene;
        let bodies = scene.bodies.iter().zip(solids);
        let sound = bodies.map(|((name, _), solid)| {
            let sampling = ["bodies", name.as_str(), "sampling"];
            solid.as_ref().filter(|_| self.spacing_is_sound(name) && self.sound(&[&sampling, &["seed"]]))
        });
        let sound: Vec<Option<&Solid>> = sound.collect();
        let counts = scene.bodies.iter().zip(&sound).filter_map(|((_, body), solid)| {
            solid.map(|solid| solid.estimate_count(body.mean_spacing(scene)))
        });
        if counts.sum::<f64>() > MAX_TRIED {
            return;
        }
        let filling = Filling { scene, root: self.root, solids: &sound };
        let (samples, mistakes) = filling.samples();
        self.mistakes.extend(mistakes);
        if self.sound(&[&["allow_overlap"]]) {
            self.mistakes.extend(filling.overlaps(&samples));
        }
    }
}
