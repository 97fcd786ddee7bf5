//! What bodies and sources must satisfy: their materials, how finely they are cut, where they are.

use clastic::COMPONENTS_MAX;
use clastic_shapes::{Sampling, Solid};

use super::mlsrk::few_components;
use super::{AXES, Check, MAX_PARTICLES};
use crate::fill::Filling;
use crate::language::{guess, one_of, short};
use crate::obstacles::{Rigid, SourceTable};
use crate::preset::PRESETS;
use crate::scene::{Body, Grain};
use crate::steps::SolverName;

/// The most particles that are placed only to see whether bodies of a faulty scene lie in each other.
const MAX_TRIED: f64 = 1e6;
/// How far matter may flow from a source, in spacings: its lattice is counted in whole numbers.
const MAX_FLOW: f64 = 1e15;

/// What bodies and sources have in common.
struct Matter<'a> {
    /// Of the table.
    path: [&'a str; 2],
    /// What to call it.
    word: &'static str,
    material: &'a str,
    grain: &'a Grain,
    temperature: f64,
    concentrations: [f64; COMPONENTS_MAX],
}

impl Check<'_> {
    /// The bodies as geometry, as far as they are sound; `total` counts the particles.
    pub(super) fn bodies(&mut self, total: &mut f64) -> Vec<Option<Solid>> {
        let scene = self.scene;
        let empty = scene.bodies.is_empty() && scene.sources.is_empty() && scene.meshes.is_empty();
        if empty && self.sound(&[&["bodies"], &["sources"], &["meshes"]]) {
            self.wrong(&["bodies"], "the scene is empty; expected at least one body, mesh or source");
        }
        let mut solids = Vec::new();
        for (name, body) in &scene.bodies {
            let path = ["bodies", name.as_str()];
            let matter = Matter {
                path,
                word: "body",
                material: &body.material,
                grain: &body.grain,
                temperature: body.temperature,
                concentrations: body.concentration,
            };
            self.velocity_gradient(name, body);
            if body.part.is_some_and(|[low, high]| !(0.0 <= low && low < high && high <= 1.0)) {
                self.wrong(&["bodies", name, "part"], "expected two numbers from 0 to 1, the lower first");
            }
            let made = body.shape.solid(&mut self.workshop);
            let solid = self.made(path, made);
            self.matter(&matter, solid.as_ref(), total);
            if let Some(solid) = &solid {
                self.inside(&matter, solid.bounds());
            }
            solids.push(solid);
        }
        solids
    }

    /// The sources as geometry, as far as they are sound.
    pub(super) fn sources(&mut self, total: &mut f64) -> Vec<Option<(Rigid, Solid)>> {
        let scene = self.scene;
        let mut sources = Vec::new();
        for (name, source) in &scene.sources {
            let path = ["sources", name.as_str()];
            let matter = Matter {
                path,
                word: "source",
                material: &source.material,
                grain: &source.grain,
                temperature: source.temperature,
                concentrations: source.concentration,
            };
            let made = source.shape.solid(&mut self.workshop);
            let solid = self.made(path, made);
            self.matter(&matter, solid.as_ref(), total);
            self.source(name, source);
            self.span(path, source.start, source.end);
            // What is wrong with the shape is said.
            let field = solid.as_ref().and_then(|_| self.field(path, &source.shape));
            let rigid = self.rigid(path, field, source.motion.as_ref());
            if let Some(solid) = solid.as_ref().filter(|_| source.motion.is_none()) {
                self.inside(&matter, solid.bounds());
            }
            sources.push(rigid.zip(solid));
        }
        sources
    }

    fn matter(&mut self, matter: &Matter, solid: Option<&Solid>, total: &mut f64) {
        let [kind, name] = matter.path;
        self.material(matter.path, matter.material);
        self.has_no_directions(matter.path, matter.material);
        if self.given(&[kind, name, "particles_per_cell"]) && self.given(&[kind, name, "spacing"]) {
            let field = [kind, name, "spacing"];
            self.wrong(&field, "expected `particles_per_cell` or `spacing`, not both");
            self.doubts.add(&field);
        }
        self.carried(matter);
        let Some(solid) = solid.filter(|_| self.grain_is_sound(kind, name)) else { return };
        let before = *total;
        *total += solid.estimate_count(matter.grain.mean_spacing(self.scene));
        if before <= MAX_PARTICLES && (total.is_nan() || *total > MAX_PARTICLES) {
            let message = format!(
                "the scene would hold about {total:.3e} particles; at most {MAX_PARTICLES:.0e} are \
                 allowed: expected larger cells, fewer particles per cell or smaller bodies"
            );
            self.wrong(&matter.path, message);
        }
    }

    /// What a source alone must satisfy.
    fn source(&mut self, name: &str, source: &SourceTable) {
        let field = |field| ["sources", name, field];
        if source.grain.sampling == Sampling::Poisson && self.sound(&[&field("sampling")]) {
            let message = "what flows cannot be placed by Poisson disks; expected regular or jittered";
            self.wrong(&field("sampling"), message);
        }
        if source.max_particles == Some(0) {
            self.wrong(&field("max_particles"), "nothing would come; expected a whole number of at least 1");
        }
        if source.velocity == [0.0; 3] && source.max_rate.is_some() && self.sound(&[&field("velocity")]) {
            let message = "nothing flows, for there is no velocity; expected `velocity`, or no `max_rate`";
            self.wrong(&field("max_rate"), message);
        }
        let time = &self.scene.time;
        // Runs may be made longer, so that a short one is no excuse.
        let end = time.frame_time(time.frame_count()).min(source.end.unwrap_or(f64::INFINITY)).max(1.0);
        let speed = source.velocity.iter().fold(0.0f64, |speed, v| speed.max(v.abs()));
        let spacings = speed * end / source.grain.mean_spacing(self.scene);
        let sound = self.sound(&[&["time"], &field("velocity"), &field("end")]);
        if sound && self.grain_is_sound("sources", name) && (spacings.is_nan() || spacings > MAX_FLOW) {
            let message = format!(
                "in {} s matter would flow by {spacings:.3e} particles; at most {MAX_FLOW:.0e} are allowed: expected \
                 it slower, or an end",
                short(end)
            );
            self.wrong(&field("velocity"), message);
        }
    }

    /// Whether it is known how far apart particles are.
    fn grain_is_sound(&self, kind: &str, name: &str) -> bool {
        self.sound(&[
            &["dimension"],
            &["grid", "cell_size"],
            &[kind, name, "particles_per_cell"],
            &[kind, name, "spacing"],
        ])
    }

    /// Whether a material of this name is there.
    pub(super) fn material(&mut self, [kind, name]: [&str; 2], material: &str) {
        let declared = || self.scene.materials.iter().map(|(name, _)| name.as_str());
        let sound = self.sound(&[&[kind, name, "material"]]) && self.doubts.entries_known(&["materials"]);
        if !sound || declared().any(|known| known == material) {
            return;
        }
        let presets = || PRESETS.iter().map(|preset| preset.name);
        let guess = guess(material, declared().chain(presets()));
        let message = format!(
            "no material is called `{}`{guess}; expected one of this scene ({}) or a preset ({})",
            material.escape_debug(),
            one_of(declared()),
            one_of(presets())
        );
        self.wrong(&[kind, name, "material"], message);
    }

    /// Laws with directions are for meshes, which tell them.
    fn has_no_directions(&mut self, [kind, name]: [&str; 2], material: &str) {
        let known = self.scene.materials.iter().find(|(known, _)| known == material);
        let law = known.and_then(|(_, material)| material.resolve().ok()).map(|material| material.law);
        if let Some(law) = law.filter(|law| !law.is_isotropic()) {
            let message =
                format!("law `{}` is for meshes of strands and sheets; expected another", law.name());
            self.wrong(&[kind, name, "material"], message);
        }
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

    /// What matter begins with must be something that its material keeps, or it would go unheard.
    fn carried(&mut self, matter: &Matter) {
        let own = |(material, _): &&(String, _)| material == matter.material;
        let Some((material, table)) = self.scene.materials.iter().find(own) else { return };
        let Ok(resolved) = table.resolve() else { return };
        let heat = "`heat_capacity` and `conductivity`, or a curve over `temperature`";
        let carried = [
            ("temperature", matter.temperature, resolved.keeps_heat(), heat),
            (
                "concentration",
                matter.concentrations[0],
                resolved.keeps_concentration() || self.scene.solver == SolverName::Mlsrk,
                "a curve over `concentration`",
            ),
        ];
        let [kind, name] = matter.path;
        for (field, value, kept, expected) in carried {
            let path = [kind, name, field];
            let sound = self.sound(&[&path, &[kind, name, "material"], &["materials", material]]);
            if value != 0.0 && !kept && sound {
                let message =
                    format!("the material `{material}` keeps no {field}; expected {expected} in it");
                self.wrong(&path, message);
            }
        }
        let path = [kind, name, "concentration"];
        let count = self.scene.components();
        let beyond = matter.concentrations.iter().skip(count).any(|concentration| *concentration != 0.0);
        if beyond && self.sound(&[&path, &["solver"], &["mlsrk", "components"]]) {
            self.wrong(&path, few_components(count));
        }
    }

    /// Matter that starts behind a wall could never leave it.
    fn inside(&mut self, matter: &Matter, [low, high]: [[f64; 3]; 2]) {
        let scene = self.scene;
        for axis in 0..scene.dimension as usize {
            if !self.axis_is_sound(axis) {
                continue;
            }
            // Bounds are rounded.
            let slack = 1e-9 * low[axis].abs().max(high[axis].abs());
            let ends = scene.ends(axis);
            let (word, letter) = (matter.word, AXES[axis]);
            let beyond = |value: f64, side, end: f64| {
                let value = short(value);
                format!("the {word} reaches {letter} = {value}, beyond the world's {side} end at {end:?}")
            };
            if let Some(end) = ends[0].filter(|end| low[axis] < end - slack) {
                self.wrong(&matter.path, beyond(low[axis], "low", end));
            }
            if let Some(end) = ends[1].filter(|end| high[axis] > end + slack) {
                self.wrong(&matter.path, beyond(high[axis], "high", end));
            }
        }
    }

    /// Places the particles of the bodies that are sound, so that bodies in each other are told with the rest. A scene
    /// without mistakes is filled once, when it is built.
    pub(super) fn try_to_fill(&mut self, solids: &[Option<Solid>], colliders: &[Option<Rigid>]) {
        let scene = self.scene;
        let bodies = scene.bodies.iter().zip(solids);
        let sound = bodies.map(|((name, _), solid)| {
            let sampling = ["bodies", name.as_str(), "sampling"];
            solid
                .as_ref()
                .filter(|_| self.grain_is_sound("bodies", name) && self.sound(&[&sampling, &["seed"]]))
        });
        let sound: Vec<Option<&Solid>> = sound.collect();
        let counts = scene.bodies.iter().zip(&sound).filter_map(|((_, body), solid)| {
            solid.map(|solid| solid.estimate_count(body.grain.mean_spacing(scene)))
        });
        if counts.sum::<f64>() > MAX_TRIED {
            return;
        }
        let colliders: Vec<Option<&Rigid>> = colliders.iter().map(Option::as_ref).collect();
        let filling = Filling { scene, root: self.root, solids: &sound, colliders: &colliders };
        let (filled, mistakes) = filling.fill();
        self.mistakes.extend(mistakes);
        if self.sound(&[&["allow_overlap"]]) {
            self.mistakes.extend(filling.overlaps(&filled));
        }
    }
}
