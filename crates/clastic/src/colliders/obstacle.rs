//! One solid as a step meets it.

use std::sync::Arc;

use clastic_shapes::{Distance, SignedDistance};

use super::{Collider, Contact, KeepOut, Motion};
use crate::tensor::Vector;

/// How far from a surface what it holds is put, in cells. It is met at half of that, so that what lies there is free to move
/// along it.
const MARGIN: f64 = 1e-3;
/// The least share of a way that is gone at a time: an end for ways of any length.
const STRIDE: f64 = 1e-4;
/// A solid that ends within so many half cells is thin: particles on both sides share nodes.
const THIN_HALVES: usize = 6;
/// Along its longest side a solid is searched for thin places at so many places; what is finer may be missed.
const FINEST: f64 = 256.0;

/// Steps to a place on the surface.
const STEPS: usize = 8;

/// A collider, or a source, on whose nodes matter has the velocity that the source gives it.
pub struct Obstacle {
    pub(super) shape: Arc<dyn SignedDistance>,
    pub(super) motion: Motion,
    pub(super) contact: Contact,
    pub(super) friction: f64,
    pub(super) keep_out: KeepOut,
    /// The velocity of what leaves a source, in its own frame, in m/s; none of a collider.
    pub(super) outflow: Option<[f64; 3]>,
    /// Whether it is thinner than three cells somewhere, and particles may be held there.
    pub(super) thin: bool,
    /// The size of a cell, in m.
    cell: f64,
}

/// Where a way meets a surface, in the solid's own frame.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub place: Vector<f64, 3>,
    /// Points back to where the way came from.
    pub normal: Vector<f64, 3>,
}

impl Obstacle {
    /// A collider.
    pub fn collider(collider: &Collider, cell: f64) -> Self {
        let Collider { shape, motion, contact, friction, keep_out } = collider.clone();
        let mut obstacle =
            Obstacle { shape, motion, contact, friction, keep_out, outflow: None, thin: false, cell };
        obstacle.thin = keep_out != KeepOut::Never && obstacle.is_thin_somewhere();
        obstacle
    }

    /// A source.
    pub fn source(shape: Arc<dyn SignedDistance>, motion: Motion, velocity: [f64; 3], cell: f64) -> Self {
        let (contact, keep_out) = (Contact::Sticky, KeepOut::Never);
        Obstacle {
            shape,
            motion,
            contact,
            friction: 0.0,
            keep_out,
            outflow: Some(velocity),
            thin: false,
            cell,
        }
    }

    /// The distance of a place in its own frame; the gradient as a vector.
    #[inline]
    pub(super) fn distance(&self, x: Vector<f64, 3>) -> (f64, Vector<f64, 3>) {
        let Distance { value, gradient } = self.shape.distance(x.0);
        (value, Vector(gradient))
    }

    /// How far from the surface what it holds is put, in m.
    pub(super) fn margin(&self) -> f64 {
        MARGIN * self.cell
    }

    /// Where the straight way between two places first runs into it. Every place on the way tells how far it is safe to go
    /// on, so that nothing is too thin to be met.
    pub(super) fn meet(&self, from: Vector<f64, 3>, to: Vector<f64, 3>) -> Option<Hit> {
        let way = to - from;
        let length = way.norm();
        if !length.is_finite() {
            return None;
        }
        let margin = self.margin();
        let least = (0.5 * margin).max(STRIDE * length);
        let mut gone = 0.0;
        while gone <= length {
            let place = if length > 0.0 { from + way * (gone / length) } else { from };
            let (value, normal) = self.distance(place);
            if value <= 0.5 * margin && normal.dot(way) < 0.0 {
                return Some(Hit { place: place + normal * (margin - value), normal });
            }
            gone += value.abs().max(least);
        }
        None
    }

    /// A place on the surface near another; none if it is not found. Beside the edges of what is made of several shapes the
    /// distance is less than that to the surface, so that one step does not lead there.
    fn nearest(&self, mut place: Vector<f64, 3>) -> Option<Hit> {
        for _ in 0..STEPS {
            let (value, normal) = self.distance(place);
            place = place - normal * value;
        }
        let (value, normal) = self.distance(place);
        (value.abs() <= self.margin() && normal.norm_squared() > 0.0).then_some(Hit { place, normal })
    }

    /// Whether it ends within three cells behind a place on its surface.
    pub(super) fn is_thin_at(&self, hit: &Hit) -> bool {
        (1..=THIN_HALVES).any(|halves| {
            let inward = hit.normal * (0.5 * halves as f64 * self.cell);
            self.distance(hit.place - inward).0 > self.margin()
        })
    }

    /// Looks for a thin place by cutting its bounds into cubes as long as they may hold surface. Where it has no end, it is
    /// looked at as far as the finest search goes, from its other end or about the origin.
    fn is_thin_somewhere(&self) -> bool {
        let [mut low, mut high] = self.shape.bounds();
        let far = FINEST * self.cell;
        for axis in 0..3 {
            match (low[axis].is_finite(), high[axis].is_finite()) {
                (true, true) => {}
                (true, false) => high[axis] = low[axis] + far,
                (false, true) => low[axis] = high[axis] - far,
                (false, false) => (low[axis], high[axis]) = (-0.5 * far, 0.5 * far),
            }
        }
        let extent = (0..3).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max);
        let least = self.cell.max(extent / FINEST);
        let center = Vector(std::array::from_fn(|axis| 0.5 * (low[axis] + high[axis])));
        let flat = high[2] - low[2] == 0.0;
        self.is_thin_within(center, 0.5 * extent + least, least, flat)
    }

    fn is_thin_within(&self, center: Vector<f64, 3>, half: f64, least: f64, flat: bool) -> bool {
        let (value, _) = self.distance(center);
        let dimension = if flat { 2.0f64 } else { 3.0 };
        if value.abs() > half * dimension.sqrt() {
            return false;
        }
        if half <= least {
            return self.nearest(center).is_some_and(|hit| self.is_thin_at(&hit));
        }
        (0..if flat { 4 } else { 8 }).any(|corner| {
            let sign = |axis: usize| if corner >> axis & 1 == 1 { 0.5 } else { -0.5 };
            let shift = Vector([sign(0), sign(1), if flat { 0.0 } else { sign(2) }]) * half;
            self.is_thin_within(center + shift, 0.5 * half, least, flat)
        })
    }
}
