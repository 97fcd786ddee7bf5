//! Distances in a plane, from segments; and what prisms and turned outlines make of them.

use super::Distance;
use super::band::Band;
use super::primitives::{both, radial, slab};
use super::surface::{Nearest, Pieces, normal_of_segment, on_segment};
use crate::polygon::Polygon;
use crate::vector::{along, dot, sub};

/// Segments in a plane, with the solid on their left.
pub(super) type Outline = Band<2, Vec<[[f64; 2]; 2]>>;

impl Pieces<2> for Vec<[[f64; 2]; 2]> {
    fn count(&self) -> usize {
        self.len()
    }

    fn corners(&self, piece: u32) -> [[f64; 2]; 2] {
        self[piece as usize]
    }

    fn nearest(&self, piece: u32, p: [f64; 2]) -> Nearest<2> {
        on_segment(self[piece as usize], p)
    }

    fn normal(&self, piece: u32) -> [f64; 2] {
        normal_of_segment(self[piece as usize])
    }
}

/// What a polygon encloses, in the plane or along z from 0 to a depth.
pub(super) struct Prism {
    polygon: Polygon,
    outline: Outline,
    depth: Option<f64>,
}

impl Prism {
    pub(super) fn new(polygon: Polygon, depth: Option<f64>, reach: f64) -> Self {
        Prism { outline: Outline::new(polygon.edges().collect(), reach), polygon, depth }
    }

    pub(super) fn distance(&self, [x, y, z]: [f64; 3]) -> Distance {
        let (value, [gx, gy]) = self.outline.distance([x, y], || self.polygon.contains([x, y]));
        let flat = Distance { value, gradient: [gx, gy, 0.0] };
        match self.depth {
            Some(depth) => both(flat, slab(z, depth, [0.0, 0.0, 1.0])),
            None => flat,
        }
    }
}

/// A polygon of (radius, height) turned about an axis; in 2D it and its mirror image.
pub(super) struct Turned {
    origin: [f64; 3],
    /// Of length 1.
    axis: [f64; 3],
    polygon: Polygon,
    outline: Outline,
}

impl Turned {
    pub(super) fn new(origin: [f64; 3], axis: [f64; 3], polygon: Polygon, reach: f64) -> Self {
        // What lies on the axis is no surface.
        let surface = polygon.edges().filter(|[a, b]| a[0] != 0.0 || b[0] != 0.0);
        Turned { origin, axis, outline: Outline::new(surface.collect(), reach), polygon }
    }

    pub(super) fn distance(&self, p: [f64; 3]) -> Distance {
        let away = sub(p, self.origin);
        let height = dot(away, self.axis);
        let (radius, out) = radial(away, self.axis);
        let place = [radius, height];
        let (value, [outwards, upwards]) = self.outline.distance(place, || self.polygon.contains(place));
        let gradient = along(out.map(|x| outwards * x), upwards, self.axis);
        Distance { value, gradient }
    }
}
