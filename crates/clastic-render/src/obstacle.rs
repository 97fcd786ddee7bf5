//! Solids among particles, known by their distance.

use clastic_shapes::{Distance, SignedDistance, Transform};

use crate::Dimension;
use crate::camera::Ray;
use crate::color::Color;
use crate::cut::Cut;
use crate::shot::Bounds;
use crate::vector::Vec3;

/// How something that is not particles looks. In 2D nothing hides its content, so glass is drawn as what is opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A matt surface that throws shadows; in 2D an area with an outline.
    Opaque,
    /// A thin skin with strong rims and edges, so that one sees what is inside. Throws no shadow.
    Glass,
    /// A part of space, as where matter appears or vanishes: a faint hue with edges.
    Region,
}

/// Something solid, or a region of space, that stands among the particles.
///
/// An eye within something opaque sees it cut open: the solid ends where the view leaves it. So half spaces may
/// surround a scene. What goes on far beyond the picture fades into the background, as
/// the floor does.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a> {
    /// How far places are from it, in its own coordinates. Where that is no number there is nothing. In 3D rays go by
    /// it, fastest if a [`DistanceField`](clastic_shapes::DistanceField) reaches about a tenth of the shape's size.
    pub shape: &'a dyn SignedDistance,
    /// From its own coordinates to the world's.
    pub place: Transform,
    /// Its colour.
    pub paint: Color,
    /// How it looks.
    pub look: Look,
    /// Where it is cut off, if it is.
    pub cut: Option<Cut>,
}

/// How far beyond matter an obstacle may reach to be shown whole, in parts of matter's longest side.
const WIDEST: f32 = 1.0;

impl<'a> Obstacle<'a> {
    /// A quiet grey, before which matter stands out.
    pub const GREY: Color = Color::hex(0xb4bbc2);
    /// For glass.
    pub const PANE: Color = Color::hex(0x6f8aa3);
    /// For where matter appears.
    pub const SOURCE: Color = Color::hex(0x2a9d6f);
    /// For where it vanishes.
    pub const SINK: Color = Color::hex(0xc8553d);

    /// Opaque, grey, whole and at its own coordinates; all of it may be changed.
    pub fn of(shape: &'a dyn SignedDistance) -> Self {
        let (place, paint, look) = (Transform::default(), Obstacle::GREY, Look::Opaque);
        Obstacle { shape, place, paint, look, cut: None }
    }

    /// The signed distance of a place in the world, in m; `None` if it is no finite number.
    pub(crate) fn distance(&self, place: [f64; 3]) -> Option<f64> {
        let value = self.place.scale * self.shape.distance(self.place.undo(place)).value;
        value.is_finite().then(|| self.cut.map_or(value, |cut| value.max(cut.beyond(place))))
    }

    /// The same with the way out, of length 1, if that is known.
    pub(crate) fn nearest(&self, place: [f64; 3]) -> Option<(f64, Option<Vec3>)> {
        let Distance { value, gradient } = self.shape.distance(self.place.undo(place));
        let value = self.place.scale * value;
        let normal = Vec3(self.place.rotation.apply(gradient).map(|x| x as f32)).normalized();
        let whole = value.is_finite().then_some((value, normal.is_finite().then_some(normal)))?;
        let beyond = self.cut.map(|cut| (cut.beyond(place), Some(cut.normal())));
        Some(beyond.filter(|(beyond, _)| *beyond > value).unwrap_or(whole))
    }

    /// The normal where a ray meets it at a depth; towards the eye if it is not known. It is found `before` metres of
    /// depth nearer, or a ray that just brushes an edge would see the far side.
    pub(crate) fn facing(&self, ray: Ray, depth: f32, before: f32) -> Vec3 {
        let nearest = self.nearest(ray.at(depth - before).0.map(f64::from));
        nearest.and_then(|(_, normal)| normal).unwrap_or_else(|| -ray.direction.normalized())
    }

    /// Its lowest and highest places in the world; far beyond all numbers of use where it has no end.
    pub(crate) fn reach(&self) -> [[f64; 3]; 2] {
        // Finite, since a turn mixes coordinates, and infinity times 0 is no number.
        let far = 1e100;
        let bounds = self.shape.bounds().map(|corner| corner.map(|x| x.clamp(-far, far)));
        let whole = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        let [low, mut high]: [[f64; 3]; 2] = (0..8).fold(whole, |[low, high], corner| {
            let place = self.place.apply(std::array::from_fn(|axis| bounds[corner >> axis & 1][axis]));
            [
                std::array::from_fn(|axis| low[axis].min(place[axis])),
                std::array::from_fn(|axis| high[axis].max(place[axis])),
            ]
        });
        if let Some(Cut { axis, place }) = self.cut {
            high[axis] = high[axis].min(place.into()).max(low[axis]);
        }
        [low, high]
    }
}

impl Bounds {
    /// These bounds of matter, widened to show obstacles that come near: each of their sides counts if it is no farther
    /// from matter than matter is long. So a cup is seen whole, and neither a plane nor a huge box makes matter small.
    pub fn with_obstacles(&self, dimension: Dimension, obstacles: &[Obstacle]) -> Bounds {
        let axes = 0..dimension as usize;
        let size = axes.clone().map(|axis| self.max[axis] - self.min[axis]).fold(0.0, f32::max);
        let mut bounds = *self;
        let limit = self.grown(WIDEST * size);
        for sides in obstacles.iter().map(|obstacle| obstacle.reach().map(|place| place.map(|x| x as f32))) {
            let near = |axis: usize| sides[0][axis] <= limit.max[axis] && sides[1][axis] >= limit.min[axis];
            if !axes.clone().all(near) {
                continue;
            }
            for axis in axes.clone() {
                for side in sides.map(|place| place[axis]) {
                    if side >= limit.min[axis] && side <= limit.max[axis] {
                        bounds.min[axis] = bounds.min[axis].min(side);
                        bounds.max[axis] = bounds.max[axis].max(side);
                    }
                }
            }
        }
        bounds
    }
}
