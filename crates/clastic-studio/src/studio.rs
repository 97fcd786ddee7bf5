//! What the pictures of a scene have in common, whoever draws them.

use clastic::{Config, Dimension};
use clastic_frames::Frame;
use clastic_render::{Bounds, Camera, Color, Cut, Projection, Scale, Walls, material_color};
use clastic_scene::{ColorBy, MaterialTable, Scene};

use crate::fields::{self, STRAY, singles};
use crate::rigid::obstacles;

/// Walls farther apart than so many times the longest side of the matter are not where it will soon be.
const NEAR: f32 = 4.0;

/// All that the pictures of a scene have in common.
#[derive(Clone)]
pub struct Studio {
    /// The scene.
    pub scene: Scene,
    /// What the engine was told; of use is what is rigid.
    pub config: Config,
    /// From where pictures are taken.
    pub camera: Camera,
    /// What the camera sees.
    pub bounds: Bounds,
    /// The colours of every number that the frames have.
    pub scales: Vec<(ColorBy, Scale)>,
    /// Of a particle, in the scene's unit of length.
    pub radius: f32,
    /// Beyond which nothing is shown.
    pub slice: Option<Cut>,
}

/// What some frames show.
pub struct Sight {
    scene: Scene,
    /// What the engine was told; of use is what is rigid.
    pub config: Config,
    bounds: Option<Bounds>,
    spacing: f64,
    spans: Vec<(ColorBy, Vec<f32>)>,
}

impl Sight {
    /// Nothing seen yet, of a scene that the engine was told like this.
    pub fn of(scene: Scene, config: Config) -> Self {
        Sight { scene, config, bounds: None, spacing: f64::INFINITY, spans: Vec::new() }
    }

    /// Looks at a frame.
    pub fn see(&mut self, frame: &Frame) {
        let obstacles = obstacles(&self.scene, &self.config, frame.time);
        let own = bulk(self.scene.dimension, &singles(&frame.x))
            .map(|own| own.with_obstacles(self.scene.dimension, &obstacles));
        self.bounds = match (self.bounds, own) {
            (Some(a), Some(b)) => Some(a.union(&b)),
            (a, b) => a.or(b),
        };
        for by in fields::available(frame) {
            let span = fields::span(fields::values(by, frame));
            match self.spans.iter_mut().find(|(other, _)| *other == by) {
                Some((_, all)) => all.extend(span),
                None => self.spans.push((by, span)),
            }
        }
        self.spacing = self.spacing.min(frame.spacing);
    }

    /// A studio that shows all that was seen.
    pub fn studio(self) -> Studio {
        let Sight { scene, config, bounds, spacing, spans } = self;
        let radius = scene.camera.radius.unwrap_or(0.55 * spacing) as f32;
        let bounds = bounds.unwrap_or(Bounds { min: [0.0; 3], max: [1.0; 3] }).grown(radius);
        let camera = camera(&scene, &bounds);
        let scales = spans.iter().filter_map(|(by, span)| {
            let scale = fields::scale(*by, span)?;
            let given = scene.camera.range.filter(|_| *by == scene.camera.color);
            let [low, high] = given.map_or([scale.low, scale.high], |range| range.map(|x| x as f32));
            Some((*by, Scale { low, high, ..scale }))
        });
        let scales = scales.collect();
        Studio { scene, config, camera, bounds, scales, radius, slice: None }
    }
}

impl Studio {
    /// The colours that the scene's camera shows; none if it shows materials.
    pub fn scale(&self) -> Option<Scale> {
        let by = self.scene.camera.color;
        self.scales.iter().find(|(other, _)| *other == by).map(|(_, scale)| *scale)
    }

    /// What its pictures show, in words: the scene, and what colours mean.
    pub fn title(&self) -> String {
        match self.scale() {
            Some(_) => {
                format!("{}: {}", self.scene.name, fields::label(self.scene.camera.color, &self.scene))
            }
            None => self.scene.name.clone(),
        }
    }

    /// Where matter is, and where it may soon be in a run that goes on: between walls that face each other.
    pub fn room(&self) -> Bounds {
        let mut room = self.bounds;
        let size = (0..3).map(|axis| room.max[axis] - room.min[axis]).fold(0.0, f32::max);
        for (axis, [(_, low), (_, high)]) in self.scene.walls.by_axis().iter().enumerate() {
            if let (Some(low), Some(high)) = (low, high)
                && (high.at - low.at) as f32 <= NEAR * size
            {
                room.min[axis] = room.min[axis].min(low.at as f32);
                room.max[axis] = room.max[axis].max(high.at as f32);
            }
        }
        room
    }

    /// The floor, and the box of the walls where matter is held on more sides than below.
    pub fn walls(&self) -> Walls {
        let walls = self.scene.walls.by_axis();
        let count = walls.as_flattened().iter().filter(|(_, wall)| wall.is_some()).count();
        let mut outline = self.bounds;
        if self.scene.dimension == Dimension::Two {
            // Where there is no wall its line lies far outside of the picture.
            let size = (0..2).map(|axis| outline.max[axis] - outline.min[axis]).fold(0.0, f32::max);
            outline = outline.grown(10.0 * size);
        }
        for (axis, [(_, low), (_, high)]) in walls.iter().enumerate() {
            outline.min[axis] = low.map_or(outline.min[axis], |wall| wall.at as f32);
            outline.max[axis] = high.map_or(outline.max[axis], |wall| wall.at as f32);
        }
        Walls {
            floor: self.scene.walls.y_low.as_ref().map(|wall| wall.at as f32),
            outline: (count > 1).then_some(outline),
        }
    }
}

/// The bounds of the particles but for strays.
fn bulk(dimension: clastic_render::Dimension, x: &[f32]) -> Option<Bounds> {
    let d = dimension as usize;
    let mut bounds = Bounds::of(dimension, x)?;
    for axis in 0..d {
        let mut along: Vec<f32> = x.iter().skip(axis).step_by(d).copied().filter(|x| x.is_finite()).collect();
        let stray = (STRAY * along.len() as f64) as usize;
        let last = along.len().checked_sub(1 + stray)?;
        bounds.min[axis] = *along.select_nth_unstable_by(stray, f32::total_cmp).1;
        bounds.max[axis] = *along.select_nth_unstable_by(last, f32::total_cmp).1;
    }
    Some(bounds)
}

/// The materials' own colours, or ones that eyes tell apart.
pub fn palette(scene: &Scene) -> Vec<Color> {
    let own = |(index, (_, material)): (usize, &(String, MaterialTable))| match material.color {
        Some([r, g, b]) => Color { r, g, b },
        None => material_color(&[], index as u32),
    };
    scene.materials.iter().enumerate().map(own).collect()
}

/// The scene's camera, or one that sees everything.
pub fn camera(scene: &Scene, bounds: &Bounds) -> Camera {
    let [width, height] = scene.camera.size;
    let aspect = (width / height) as f32;
    let fitted = Camera::fit(bounds, scene.dimension, aspect);
    if scene.dimension == Dimension::Two || (scene.camera.eye.is_none() && scene.camera.target.is_none()) {
        return fitted;
    }
    let place =
        |given: Option<[f64; 3]>, fitted: [f32; 3]| given.map_or(fitted, |place| place.map(|x| x as f32));
    Camera {
        eye: place(scene.camera.eye, fitted.eye),
        target: place(scene.camera.target, fitted.target),
        projection: Projection::Perspective { vertical_degrees: scene.camera.fov as f32 },
        ..fitted
    }
}
