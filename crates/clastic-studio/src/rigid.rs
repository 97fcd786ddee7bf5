//! All that is rigid in a scene, as pictures show it.

use clastic::Config;
use clastic::colliders::Motion;
use clastic_render::{Color, Look, Obstacle};
use clastic_scene::{ColliderTable, Scene};
use clastic_shapes::{SignedDistance, Transform};

/// What something rigid does to matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It stops matter.
    Collider,
    /// It lets matter in.
    Source,
    /// It takes matter away.
    Sink,
}

/// Something rigid that is to be seen.
pub struct Rigid<'a> {
    /// Its name in the scene.
    pub name: &'a str,
    /// What it does to matter.
    pub role: Role,
    /// What it looks like where it stands at first.
    pub shape: &'a dyn SignedDistance,
    /// How it is shown.
    pub look: Look,
    /// Its colour.
    pub paint: Color,
    motion: &'a Motion,
    /// From when to when it is there, in s.
    times: [f64; 2],
}

impl Rigid<'_> {
    /// Where it is at a time; `None` if it is not there.
    pub fn place(&self, time: f64) -> Option<Transform> {
        let [start, end] = self.times;
        (start <= time && time < end).then(|| self.motion.pose(time).transform())
    }
}

/// All of it; colliders last, which lie on the others in 2D.
pub fn rigid<'a>(scene: &'a Scene, config: &'a Config) -> Vec<Rigid<'a>> {
    let sinks = scene.sinks.iter().zip(&config.sinks).filter(|((_, table), _)| table.visible);
    let sinks = sinks.map(|((name, _), sink)| Rigid {
        name,
        role: Role::Sink,
        shape: &*sink.shape,
        look: Look::Region,
        paint: Obstacle::SINK,
        motion: &sink.motion,
        times: [sink.start, sink.end],
    });
    let sources = scene.sources.iter().zip(&config.sources).filter(|((_, table), _)| table.visible);
    let sources = sources.map(|((name, _), source)| Rigid {
        name,
        role: Role::Source,
        shape: &*source.shape,
        look: Look::Region,
        paint: Obstacle::SOURCE,
        motion: &source.motion,
        times: [source.start, source.end],
    });
    let colliders = scene.colliders.iter().zip(&config.colliders).filter(|((_, table), _)| table.visible);
    let colliders = colliders.map(|((name, table), collider)| {
        let (look, paint) = appearance(table);
        Rigid {
            name,
            role: Role::Collider,
            shape: &*collider.shape,
            look,
            paint,
            motion: &collider.motion,
            times: [f64::NEG_INFINITY, f64::INFINITY],
        }
    });
    sinks.chain(sources).chain(colliders).collect()
}

/// What is there at a time.
pub fn obstacles<'a>(scene: &'a Scene, config: &'a Config, time: f64) -> Vec<Obstacle<'a>> {
    let there = |rigid: Rigid<'a>| {
        let place = rigid.place(time)?;
        Some(Obstacle { place, paint: rigid.paint, look: rigid.look, ..Obstacle::of(rigid.shape) })
    };
    rigid(scene, config).into_iter().filter_map(there).collect()
}

fn appearance(collider: &ColliderTable) -> (Look, Color) {
    let (look, usual) = match collider.look {
        clastic_scene::Look::Solid => (Look::Opaque, Obstacle::GREY),
        clastic_scene::Look::Glass => (Look::Glass, Obstacle::PANE),
    };
    (look, collider.color.map_or(usual, |[r, g, b]| Color { r, g, b }))
}
