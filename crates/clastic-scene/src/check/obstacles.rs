//! What is rigid in a scene: its shapes, and how they move.

use clastic::colliders::{Contact, KeyError, Motion};
use clastic_shapes::{DistanceField, SignedDistance};

use super::Check;
use crate::motion::MotionTable;
use crate::obstacles::Rigid;
use crate::shape::Placed;

/// How far from a surface distances must be known, in cells.
const REACH: f64 = 8.0;
/// The largest number of a motion, in the scene's units.
const LARGEST: f64 = 1e9;

impl Check<'_> {
    /// The colliders as geometry, as far as they are sound.
    pub(super) fn colliders(&mut self) -> Vec<Option<Rigid>> {
        let mut colliders = Vec::new();
        for (name, collider) in &self.scene.colliders {
            let path = ["colliders", name.as_str()];
            self.friction(path, collider.contact, collider.friction);
            let grips: [&[&str]; 2] = [&[path[0], path[1], "grips"], &[path[0], path[1], "contact"]];
            if collider.grips && collider.contact != Contact::Sticky && self.sound(&grips) {
                self.wrong(grips[0], "what it grips would slip; expected `contact = \"sticky\"` beside it");
            }
            let field = self.field(path, &collider.shape);
            colliders.push(self.rigid(path, field, collider.motion.as_ref()));
        }
        colliders
    }

    /// The sinks as geometry, as far as they are sound.
    pub(super) fn sinks(&mut self) -> Vec<Option<Rigid>> {
        let mut sinks = Vec::new();
        for (name, sink) in &self.scene.sinks {
            let path = ["sinks", name.as_str()];
            self.span(path, sink.start, sink.end);
            let field = self.field(path, &sink.shape);
            sinks.push(self.rigid(path, field, sink.motion.as_ref()));
        }
        sinks
    }

    /// From when to when something is open.
    pub(super) fn span(&mut self, [kind, name]: [&str; 2], start: f64, end: Option<f64>) {
        let fields: [&[&str]; 2] = [&[kind, name, "start"], &[kind, name, "end"]];
        if let Some(end) = end.filter(|end| *end <= start && self.sound(&fields)) {
            let message = format!("it would end at {end:?} s and start at {start:?} s; expected a later end");
            self.wrong(fields[1], message);
        }
    }

    /// The distances of a shape, if all of it is sound.
    pub(super) fn field(&mut self, path: [&str; 2], shape: &Placed) -> Option<DistanceField> {
        let fine = self.sound(&[&["grid", "cell_size"]]);
        let reach = if fine { REACH * self.scene.grid.cell_size } else { 1.0 };
        let made = shape.field(&mut self.workshop, reach);
        self.made(path, made).filter(|_| fine)
    }

    /// A shape and how it moves, if all of that is sound.
    pub(super) fn rigid(
        &mut self,
        path: [&str; 2],
        shape: Option<DistanceField>,
        motion: Option<&MotionTable>,
    ) -> Option<Rigid> {
        let bounds = shape.as_ref().map_or([[0.0; 3]; 2], DistanceField::bounds);
        let motion = match motion {
            Some(motion) => self.motion(&path, motion, bounds),
            None => self.sound(&[&[path[0], path[1], "motion"]]).then_some(Motion::Fixed),
        };
        shape.zip(motion).map(|(shape, motion)| Rigid { shape, motion })
    }

    /// The engine's motion of something between bounds, whose table is at a path.
    pub(super) fn motion(
        &mut self,
        path: &[&str],
        motion: &MotionTable,
        bounds: [[f64; 3]; 2],
    ) -> Option<Motion> {
        let at = |field| [path, &["motion", field]].concat();
        let keyed = self.given(&at("keys"));
        let mut fits = true;
        for field in ["velocity", "angular_velocity"].map(at) {
            if keyed && self.given(&field) {
                self.wrong(&field, "goes with an even motion; expected `keys` or this, not both");
                fits = false;
            }
        }
        if motion.repeat && !keyed && self.sound(&[&at("keys"), &at("repeat")]) {
            self.wrong(&at("repeat"), "there is nothing to repeat; expected `keys` beside it");
            fits = false;
        }
        for (steps, value) in motion.numbers() {
            if value.iter().any(|x| x.abs() > LARGEST) {
                let mut path = [path, &["motion"]].concat();
                path.extend(steps.iter().map(String::as_str));
                self.wrong(&path, format!("too large; expected at most {LARGEST:e} either way"));
                fits = false;
            }
        }
        if !fits || !self.sound(&[&[path, &["motion"]].concat()]) {
            return None;
        }
        let (index, message) = match motion.resolve(bounds) {
            Ok(motion) => return Some(motion),
            Err(KeyError::None) => {
                self.wrong(&at("keys"), "the list is empty; expected at least one key");
                return None;
            }
            Err(KeyError::Order(index)) => {
                (index, "not later than the key before; expected keys in the order of their times")
            }
            Err(KeyError::Infinite(index)) => (
                index,
                "so close to the key before that the motion is infinitely fast; expected keys farther apart",
            ),
            // The reader takes no such numbers.
            Err(KeyError::NotFinite(index)) => (index, "not a finite number"),
        };
        self.wrong(&[path, &["motion", "keys", &index.to_string(), "time"]].concat(), message);
        None
    }
}
