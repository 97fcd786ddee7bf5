//! The floor: it carries shadows, shows the scale by faint lines, and fades into the background.

use crate::camera::View;
use crate::ticks::Ticks;
use crate::vector::{Vec3, smoothstep};

/// The depth of a floor at a pixel; infinite where it is not seen.
pub(super) fn depth(view: &View, column: usize, row: usize, height: f32) -> f32 {
    let depth = view.ray(column as f32 + 0.5, row as f32 + 0.5).floor_depth(height);
    if depth > view.near() { depth } else { f32::INFINITY }
}

/// Where things without an end have faded.
pub(super) struct Horizon {
    pub target: Vec3,
    /// The distance from the target, in metres, at which only the background is left.
    pub reach: f32,
}

impl Horizon {
    pub fn new(view: &View) -> Self {
        let seen = view.size[0].max(view.size[1]) as f32 / view.scale_at(view.focus);
        Horizon { target: view.eye + view.forward * view.focus, reach: 1.1 * seen }
    }

    /// 1 near the target, 0 where only the background is left.
    pub fn presence(&self, place: Vec3) -> f32 {
        self.presence_at((place - self.target).length())
    }

    fn presence_at(&self, distance: f32) -> f32 {
        1.0 - smoothstep(0.15 * self.reach, self.reach, distance)
    }
}

/// Where the floor ends and how its lines run.
pub(super) struct Floor {
    pub height: f32,
    horizon: Horizon,
    /// Between lines, in metres.
    spacing: f32,
}

impl Floor {
    pub fn new(view: &View, height: f32) -> Self {
        let horizon = Horizon::new(view);
        let spacing = Ticks::new(0.0, 0.4 / 1.1 * horizon.reach as f64).step as f32;
        Floor { height, horizon, spacing }
    }

    /// 1 below the target, 0 where only the background is left.
    pub fn presence(&self, place: Vec3) -> f32 {
        let Vec3([x, _, z]) = place - self.horizon.target;
        self.horizon.presence_at(x.hypot(z))
    }

    /// How much of a pixel lines cover; `pixel` is its width on the floor, in metres.
    pub fn lines(&self, place: Vec3, pixel: f32) -> f32 {
        let width = 1.3 * pixel;
        let along = |x: f32| {
            let from_line = (x / self.spacing - (x / self.spacing).round()).abs() * self.spacing;
            ((0.5 * width + 0.5 * pixel - from_line) / pixel).clamp(0.0, 1.0)
        };
        // Lines closer than a few pixels would only flicker.
        let fine = 1.0 - smoothstep(0.05, 0.2, pixel / self.spacing);
        along(place.0[0]).max(along(place.0[2])) * fine
    }
}
