//! Colliders, sources and sinks, as scenes write them down and as the engine takes them.

use std::sync::Arc;

use clastic::colliders::{Collider, Contact, KeepOut, Motion};
use clastic::sources::{Sink, Source};
use clastic::tensor::Vector;
use clastic::{COMPONENTS_MAX, MaterialId};
use clastic_shapes::{DistanceField, SignedDistance, Solid};

use crate::language::*;
use crate::motion::{MotionTable, middle};
use crate::scene::{Grain, Scene};
use crate::shape::Placed;

table! {
    /// A rigid solid that matter runs into. Matter fills what colliders leave free: particles of bodies that would
    /// begin in one are left out, unless it grips them.
    pub struct ColliderTable {
        /// What it looks like.
        group shape: Placed,
        /// How matter meets it.
        default contact: Name<Contact> = Contact::Separate,
        /// Coulomb's coefficient of friction, where matter does not stick.
        default friction: Friction = 0.0,
        /// Whether it grips the matter that begins in it and takes that along, as a clamp does; by `contact = "sticky"`.
        default grips: Flag = false,
        /// Where particles are held one by one that nodes would let through: where it is thinner than three cells or
        /// fast, always or never.
        default keep_out: Name<KeepOut> = KeepOut::Thin,
        /// How it moves; it stands still if not given.
        optional motion: Nested<MotionTable>,
        /// How pictures show it.
        default look: Name<Look> = Look::Solid,
        /// Its colour in pictures.
        optional color: HexColor,
        /// Whether pictures show it.
        default visible: Flag = true,
    }
}

table! {
    /// Where matter comes from: a shape that it flows through, as through a nozzle. Without a velocity the shape is
    /// filled once.
    pub struct SourceTable {
        /// The name of a material of this scene or of a preset.
        required material: Text,
        /// What it looks like; it must have an end.
        group shape: Placed,
        /// The velocity of the matter in the frame of the shape, in m/s.
        default velocity: Components = [0.0; 3],
        /// How finely its matter is cut; not by `poisson`.
        group grain: Grain,
        /// When it begins, in s.
        default start: NonNegative = 0.0,
        /// When it ends, in s; never if not given.
        optional end: Positive,
        /// How many particles come at most.
        optional max_particles: Count,
        /// How much comes at most, in kg/s.
        optional max_rate: Positive,
        /// The temperature of what comes, in K or °C, as all temperatures of a scene.
        default temperature: Temperature = 0.0,
        /// The concentration of what is dissolved in it; a list of as many as `mlsrk.components` says, or fewer.
        default concentration: Shares = [0.0; COMPONENTS_MAX],
        /// How it moves; it stands still if not given.
        optional motion: Nested<MotionTable>,
        /// Whether pictures show it.
        default visible: Flag = true,
    }
}

table! {
    /// Where matter goes: particles in it are taken away.
    pub struct SinkTable {
        /// What it looks like.
        group shape: Placed,
        /// When it begins, in s.
        default start: NonNegative = 0.0,
        /// When it ends, in s; never if not given.
        optional end: Positive,
        /// How it moves; it stands still if not given.
        optional motion: Nested<MotionTable>,
        /// Whether pictures show it.
        default visible: Flag = true,
    }
}

names! {
    /// How pictures show a collider.
    pub enum Look {
        /// As something that hides what is behind it.
        Solid = "solid",
        /// As a thin skin, so that one sees what is inside; in 2D as `solid`.
        Glass = "glass",
    }
}

impl Named for KeepOut {
    const ALL: &'static [Self] = &KeepOut::ALL;
    fn name(self) -> &'static str {
        self.name()
    }
}

impl ColliderTable {
    /// What it turns about, in the scene's unit of length, if its shape lies between these bounds.
    pub fn pivot(&self, bounds: [[f64; 3]; 2]) -> [f64; 3] {
        self.motion.as_ref().and_then(|motion| motion.pivot).unwrap_or_else(|| middle(bounds))
    }
}

/// Something rigid as geometry.
#[derive(Clone, Debug)]
pub(crate) struct Rigid {
    pub shape: DistanceField,
    pub motion: Motion,
}

impl Rigid {
    /// Whether a place is in it at the beginning.
    pub(crate) fn begins_around(&self, place: [f64; 3]) -> bool {
        let place = self.motion.pose(0.0).undo(Vector(place));
        self.shape.distance(place.0).value < 0.0
    }
}

/// What of a scene is rigid, each in the scene's order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Obstacles {
    pub colliders: Vec<Rigid>,
    /// With what they let matter through.
    pub sources: Vec<(Rigid, Solid)>,
    pub sinks: Vec<Rigid>,
}

impl Obstacles {
    pub(crate) fn colliders(&self, scene: &Scene) -> Vec<Collider> {
        let tables = scene.colliders.iter().zip(&self.colliders);
        let collider = |((_, table), rigid): (&(String, ColliderTable), &Rigid)| Collider {
            shape: Arc::new(rigid.shape.clone()),
            motion: rigid.motion.clone(),
            contact: table.contact,
            friction: table.friction,
            keep_out: if table.grips { KeepOut::Never } else { table.keep_out },
        };
        tables.map(collider).collect()
    }

    pub(crate) fn sources(&self, scene: &Scene) -> Vec<Source> {
        let tables = scene.sources.iter().zip(&self.sources).enumerate();
        tables.map(|(index, ((_, table), (rigid, _)))| table.source(index, rigid, scene)).collect()
    }

    pub(crate) fn sinks(&self, scene: &Scene) -> Vec<Sink> {
        let tables = scene.sinks.iter().zip(&self.sinks);
        let sink = |((_, table), rigid): (&(String, SinkTable), &Rigid)| Sink {
            shape: Arc::new(rigid.shape.clone()),
            motion: rigid.motion.clone(),
            start: table.start,
            end: table.end.unwrap_or(f64::INFINITY),
        };
        tables.map(sink).collect()
    }
}

impl SourceTable {
    fn source(&self, index: usize, rigid: &Rigid, scene: &Scene) -> Source {
        let of_source = |(_, (name, _)): &(usize, &(String, _))| *name == self.material;
        let found = scene.materials.iter().enumerate().find(of_source);
        let (material, (_, table)) = found.expect("a checked scene's materials are there");
        Source {
            shape: Arc::new(rigid.shape.clone()),
            motion: rigid.motion.clone(),
            material: MaterialId(material),
            velocity: self.velocity,
            spacing: self.grain.mean_spacing(scene),
            sampling: self.grain.sampling,
            seed: scene.seed_of(scene.bodies.len() + index),
            density: table.density,
            temperature: self.temperature,
            concentrations: self.concentration,
            start: self.start,
            end: self.end.unwrap_or(f64::INFINITY),
            max_particles: self.max_particles.unwrap_or(u64::MAX),
            max_rate: self.max_rate.unwrap_or(f64::INFINITY),
        }
    }

    /// About how many particles come by a time, in s, through a shape.
    pub(crate) fn estimate_count(&self, solid: &Solid, time: f64, scene: &Scene) -> f64 {
        if time < self.start {
            return 0.0;
        }
        let spacing = self.grain.mean_spacing(scene);
        let held = solid.estimate_count(spacing);
        let open = time.min(self.end.unwrap_or(f64::INFINITY)) - self.start;
        let [low, high] = solid.bounds();
        let speed = Vector(self.velocity).norm();
        // How long its matter takes to flow through.
        let length: f64 = (0..3).map(|axis| self.velocity[axis].abs() * (high[axis] - low[axis])).sum();
        let changes = if speed > 0.0 { open * speed * speed / length } else { 0.0 };
        let density = scene.materials.iter().find(|(name, _)| *name == self.material).map(|(_, m)| m.density);
        let mass = density.unwrap_or(1.0) * spacing.powi(scene.dimension as i32);
        let by_rate = self.max_rate.map_or(f64::INFINITY, |rate| rate * open / mass);
        let by_count = self.max_particles.map_or(f64::INFINITY, |count| count as f64);
        (held * (1.0 + changes)).min(by_rate).min(by_count)
    }
}
