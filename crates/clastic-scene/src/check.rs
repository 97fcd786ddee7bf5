//! What a scene must satisfy beyond the kinds of its values: everything that concerns more than one field.

use clastic::grid::Domain;
use clastic::kernels::Kernel;
use clastic::transfer::Scheme;
use clastic_shapes::Solid;

use crate::language::{Mistake, Node, guess, one_of, unknown_name};
use crate::material::PRESETS;
use crate::scene::*;
use crate::source::mistake;

/// The most particles that a scene may hold.
pub const MAX_PARTICLES: f64 = 5e8;

const MAX_FRAMES: f64 = 1e7;
const MAX_STEPS: f64 = 1e12;
const MAX_PIXELS: f64 = 8192.0;
const AXES: [&str; 3] = ["x", "y", "z"];

/// The bodies as geometry, and everything that is wrong.
pub(crate) fn check(scene: &Scene, root: &Node) -> (Vec<Solid>, Vec<Mistake>) {
    let mut check = Check { scene, root, solids: Vec::new(), mistakes: Vec::new() };
    check.name();
    check.time();
    check.scheme();
    check.axes();
    check.bodies();
    check.output();
    (check.solids, check.mistakes)
}

struct Check<'a> {
    scene: &'a Scene,
    root: &'a Node,
    solids: Vec<Solid>,
    mistakes: Vec<Mistake>,
}

impl Check<'_> {
    fn wrong(&mut self, path: &[&str], message: impl Into<String>) {
        self.mistakes.push(mistake(self.root, path, message));
    }

    /// The name becomes a folder's, so it must not lead elsewhere.
    fn name(&mut self) {
        let name = &self.scene.name;
        let allowed = |c: char| c.is_alphanumeric() || " -_.".contains(c);
        let plain = name.chars().all(allowed) && name.chars().count() <= 100 && !name.trim().is_empty();
        if !plain || name.starts_with('.') {
            let name = name.escape_debug();
            self.wrong(
                &["name"],
                format!("`{name}` cannot name a folder; expected letters, digits, `-` or `_`"),
            );
        }
    }

    fn time(&mut self) {
        let time = &self.scene.time;
        match (time.duration, time.frames) {
            (Some(_), Some(_)) => {
                self.wrong(&["time", "frames"], "expected `duration` or `frames`, not both");
            }
            (None, None) => self.wrong(&["time"], "expected `duration` in s, or `frames`"),
            _ => {}
        }
        let count = time.duration.map_or(time.frames.unwrap_or(0) as f64, |duration| duration * time.fps);
        let field = if time.duration.is_some() { "duration" } else { "frames" };
        if count > MAX_FRAMES {
            let message = format!("{count:.3e} frames are too many; expected at most {MAX_FRAMES:.0e}");
            self.wrong(&["time", field], message);
        }
        let Some(dt) = time.dt else { return };
        for (name, given) in [("courant_motion", time.courant_motion), ("courant_sound", time.courant_sound)]
        {
            if given.is_some() {
                let message = "goes with an adaptive step; expected `dt` or this, not both";
                self.wrong(&["time", name], message);
            }
        }
        if time.max_dt.is_some() {
            self.wrong(&["time", "max_dt"], "goes with an adaptive step; expected `dt` or this, not both");
        }
        let steps = count / time.fps / dt;
        if steps > MAX_STEPS {
            let message = format!("{steps:.3e} steps are too many; expected at most {MAX_STEPS:.0e}");
            self.wrong(&["time", "dt"], message);
        }
    }

    fn scheme(&mut self) {
        let Scene { transfer, dimension, grid, .. } = self.scene;
        if let Some(named) = Scheme::from_name(&transfer.scheme, *dimension as usize) {
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
        let names: Vec<&str> = Scheme::names().map(|(name, _)| name).collect();
        let message = unknown_name(&transfer.scheme, names.into_iter());
        let message = format!("{message}, some with a number, as in flip-0.995 or polypic-4");
        self.wrong(&["transfer", "scheme"], message);
    }

    fn axes(&mut self) {
        let scene = self.scene;
        let dimension = scene.dimension as usize;
        for (axis, letter) in AXES.into_iter().enumerate() {
            let (walls, period) = (scene.walls.by_axis()[axis], scene.periodic.by_axis()[axis]);
            let given: Vec<&str> =
                walls.iter().filter(|(_, wall)| wall.is_some()).map(|(name, _)| *name).collect();
            if axis >= dimension {
                for name in &given {
                    self.wrong(&["walls", name], "a 2D scene has no z axis");
                }
                if period.is_some() {
                    self.wrong(&["periodic", letter], "a 2D scene has no z axis");
                }
                continue;
            }
            if period.is_some() && !given.is_empty() {
                for name in &given {
                    let message = format!("the {} axis is periodic; it cannot have walls as well", letter);
                    self.wrong(&["walls", name], message);
                }
                continue;
            }
            if let Err(error) = Domain::<1>::new(scene.grid.cell_size, &[scene.axis(axis)]) {
                // A domain of one axis calls it x.
                let message = error.to_string().replace("x axis", &format!("{} axis", letter));
                let (table, field) =
                    if period.is_some() { ("periodic", letter) } else { ("walls", walls[1].0) };
                self.wrong(&[table, field], message);
            }
        }
    }

    fn bodies(&mut self) {
        let scene = self.scene;
        if scene.bodies.is_empty() {
            self.wrong(&["bodies"], "the scene is empty; expected at least one body");
        }
        let mut total = 0.0;
        for (name, body) in &scene.bodies {
            let path = ["bodies", name.as_str()];
            self.material(name, body);
            if body.particles_per_cell.is_some() && body.spacing.is_some() {
                self.wrong(
                    &[path[0], path[1], "spacing"],
                    "expected `particles_per_cell` or `spacing`, not both",
                );
            }
            self.velocity_gradient(name, body);
            match body.shape.solid(scene.dimension) {
                Err(wrongs) => {
                    for (field, message) in wrongs {
                        let field: Vec<&str> =
                            path.into_iter().chain(field.iter().map(String::as_str)).collect();
                        self.wrong(&field, message);
                    }
                }
                Ok(solid) => {
                    self.inside(&path, solid.bounds());
                    total += solid.estimate_count(body.mean_spacing(scene));
                    self.solids.push(solid);
                    if total.is_nan() || total > MAX_PARTICLES {
                        let message = format!(
                            "the scene would hold about {total:.3e} particles; at most {MAX_PARTICLES:.0e} are \
                             allowed: expected larger cells, fewer particles per cell or smaller bodies"
                        );
                        self.wrong(&path, message);
                        return;
                    }
                }
            }
        }
    }

    fn material(&mut self, name: &str, body: &Body) {
        let declared = || self.scene.materials.iter().map(|(name, _)| name.as_str());
        if declared().any(|known| known == body.material) {
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
        let Some(rows) = &body.velocity_gradient else { return };
        if rows.len() != dimension || rows.iter().any(|row| row.len() != dimension) {
            let message = format!("expected {dimension} rows of {dimension} numbers");
            self.wrong(&["bodies", name, "velocity_gradient"], message);
        }
    }

    /// Matter that starts behind a wall could never leave it.
    fn inside(&mut self, path: &[&str], [low, high]: [[f64; 3]; 2]) {
        let scene = self.scene;
        let slack = 1e-6 * scene.grid.cell_size;
        for axis in 0..scene.dimension as usize {
            let walls = scene.walls.by_axis()[axis];
            let ends = match scene.periodic.by_axis()[axis] {
                Some([low, high]) => [Some(low), Some(high)],
                None => walls.map(|(_, wall)| wall.map(|wall| wall.at)),
            };
            let letter = AXES[axis];
            let beyond = |value: f64, side, end| {
                format!("the body reaches {letter} = {value:?}, beyond the world's {side} end at {end:?}")
            };
            match ends {
                [Some(end), _] if low[axis] < end - slack => self.wrong(path, beyond(low[axis], "low", end)),
                [_, Some(end)] if high[axis] > end + slack => {
                    self.wrong(path, beyond(high[axis], "high", end))
                }
                _ => {}
            }
        }
    }

    fn output(&mut self) {
        let size = self.scene.camera.size;
        if size.iter().any(|pixels| pixels.fract() != 0.0 || !(16.0..=MAX_PIXELS).contains(pixels)) {
            let message = format!("expected two whole numbers of pixels from 16 to {MAX_PIXELS}");
            self.wrong(&["camera", "size"], message);
        }
        let fields = &self.scene.output.fields;
        if self.scene.camera.color == ColorBy::Pressure && !fields.contains(&ExtraField::Stress) {
            let message =
                "frames hold no stress; expected `stress` among the output's fields, or another colour";
            self.wrong(&["camera", "color"], message);
        }
        let camera = &self.scene.camera;
        for (field, given) in [("eye", camera.eye.is_some()), ("target", camera.target.is_some())] {
            if given && self.scene.dimension == clastic::Dimension::Two {
                self.wrong(&["camera", field], "a picture of 2D shows everything; expected none");
            }
        }
        if let Some([low, high]) = self.scene.camera.range
            && low >= high
        {
            self.wrong(&["camera", "range"], "expected the lower value before the higher");
        }
        if self.scene.camera.eye.is_some() && self.scene.camera.eye == self.scene.camera.target {
            self.wrong(&["camera", "target"], "the eye is there; expected another place");
        }
    }
}
