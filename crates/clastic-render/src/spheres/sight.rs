//! Rays that find an obstacle by its distance: sphere tracing, as in J. C. Hart, "Sphere tracing" (1996).
//!
//! A ray may go on by the distance that it has to the surface. So may all rays of a square of the picture at once, by
//! what the distance at the square's middle has left beyond the square's radius there. Squares are halved as they come
//! near, and single rays have but a few steps left to take.

use crate::camera::{Ray, View};
use crate::obstacle::Obstacle;
use crate::vector::Vec3;

use super::floor::Horizon;

/// Of one ray: those that creep along a surface need many.
const MOST_STEPS: usize = 400;
/// Surfaces that one ray may pass.
const MOST_CROSSINGS: usize = 12;

/// What is so much farther away than the horizon has no end.
const ENDLESS: f32 = 10.0;

/// An obstacle, as a view sees it.
pub(super) struct Sight<'a> {
    pub obstacle: &'a Obstacle<'a>,
    /// Whether it goes on beyond all that can be seen.
    pub endless: bool,
    view: &'a View,
    /// Between which depths it is, in m.
    depths: [f64; 2],
    /// Between which columns and which rows it is.
    window: [[f32; 2]; 2],
}

/// Pixels to the right of and below a corner.
#[derive(Clone, Copy)]
pub(super) struct Square {
    pub corner: [usize; 2],
    pub side: usize,
}

impl Square {
    pub fn middle(&self) -> [f32; 2] {
        self.corner.map(|n| n as f32 + 0.5 * self.side as f32)
    }

    pub fn pixels(self) -> impl Iterator<Item = Square> {
        let [x, y] = self.corner;
        let offsets = (0..self.side * self.side).map(move |i| [i % self.side, i / self.side]);
        offsets.map(move |[i, j]| Square { corner: [x + i, y + j], side: 1 })
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Inside,
    Outside,
}

/// How far a ray has come.
#[derive(Clone, Copy)]
pub(super) struct Start {
    /// In m; no surface is nearer.
    depth: f64,
    /// Of the surface, up to there; `None` if that is still to be found.
    side: Option<Side>,
}

/// A place where the ray in the middle of a square passes a surface, or comes within the square's width of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// In m.
    pub depth: f32,
    /// The part of the square that the surface covers: less than 1 beyond its outline.
    pub covered: f32,
    /// Of the surface there, if it is known.
    pub normal: Option<Vec3>,
    /// Whether no outline is so near.
    pub clear: bool,
}

/// The middle of a square of the picture, at any depth.
struct Beam {
    start: [f64; 3],
    direction: [f64; 3],
    /// Metres for each metre of depth.
    speed: f64,
}

impl Beam {
    fn new(ray: Ray) -> Self {
        let [start, direction] = [ray.start, ray.direction].map(|vector| vector.0.map(f64::from));
        Beam { start, direction, speed: direction.iter().map(|x| x * x).sum::<f64>().sqrt() }
    }

    fn at(&self, depth: f64) -> [f64; 3] {
        std::array::from_fn(|axis| self.start[axis] + depth * self.direction[axis])
    }

    /// Metres for each metre of depth by which it leaves a surface with this normal; negative if it comes nearer. 0 if
    /// it is not known, or if it nearly goes along the surface.
    fn away(&self, normal: Option<Vec3>) -> f64 {
        let away = normal.map_or(0.0, |normal| (0..3).map(|i| self.direction[i] * normal.0[i] as f64).sum());
        if f64::abs(away) > 0.15 * self.speed { away } else { 0.0 }
    }
}

impl<'a> Sight<'a> {
    /// `None` if it cannot be in the picture.
    pub fn new(obstacle: &'a Obstacle<'a>, view: &'a View) -> Option<Self> {
        let near = view.near() as f64;
        let everywhere = [[0.0, view.size[0] as f32], [0.0, view.size[1] as f32]];
        let horizon = Horizon::new(view);
        let Some(corners) = corners(obstacle, &horizon) else {
            let depths = [near, (view.focus + horizon.reach) as f64];
            return Some(Sight { obstacle, endless: true, view, depths, window: everywhere });
        };
        let seen = corners.map(|corner| view.project(corner));
        let span = |axis: usize| {
            let along = || seen.iter().map(|place| place[axis]);
            [along().fold(f32::INFINITY, f32::min), along().fold(f32::NEG_INFINITY, f32::max)]
        };
        let depths = span(2).map(f64::from);
        // What is partly behind the eye may be anywhere in the picture.
        let window = if depths[0] > near { [span(0), span(1)] } else { everywhere };
        // A surface is drawn where a ray comes close to it: the box is a little wider than its bounds.
        let slack = 2.0 / view.scale_at(depths[1].max(near) as f32) as f64;
        let depths = [(depths[0] - slack).max(near), depths[1] + slack];
        (depths[0] < depths[1]).then_some(Sight { obstacle, endless: false, view, depths, window })
    }

    fn beam(&self, square: Square) -> Beam {
        let [x, y] = square.middle();
        Beam::new(self.view.ray(x, y))
    }

    /// A pixel's width in m.
    fn pixel(&self, depth: f64) -> f64 {
        1.0 / self.view.scale_at(depth as f32) as f64
    }

    /// Hands out the parts of a square in which something may be seen, and how far their rays may go at once. `least` is
    /// the side of the parts; that of the whole is a power of 2 times as long.
    pub fn search(&self, square: Square, least: usize, found: &mut impl FnMut(Square, Start)) {
        self.halve(square, least, Start { depth: self.depths[0], side: None }, found);
    }

    fn halve(&self, square: Square, least: usize, start: Start, found: &mut impl FnMut(Square, Start)) {
        let beside = |axis: usize| {
            let first = square.corner[axis] as f32;
            first - 1.0 > self.window[axis][1] || first + square.side as f32 + 1.0 < self.window[axis][0]
        };
        if beside(0) || beside(1) {
            return;
        }
        if square.side == least {
            return found(square, start);
        }
        let Some(start) = self.approach(square, start) else { return };
        let side = square.side / 2;
        for quarter in 0..4 {
            let [x, y] = square.corner;
            let corner = [x + quarter % 2 * side, y + quarter / 2 * side];
            self.halve(Square { corner, side }, least, start, found);
        }
    }

    /// Goes on with all rays of a square until one of them may be near the surface; `None` if none will be.
    fn approach(&self, square: Square, mut start: Start) -> Option<Start> {
        let beam = self.beam(square);
        // To its corners, with something to spare for the rounding of single rays; a pixel more, since surfaces are
        // drawn before they are reached.
        let half = 0.71 * square.side as f64 + 1.0;
        let growth = half * (self.pixel(2.0) - self.pixel(1.0));
        for _ in 0..MOST_STEPS {
            if start.depth > self.depths[1] {
                return None;
            }
            let Some(distance) = self.obstacle.distance(beam.at(start.depth)) else { break };
            let radius = half * self.pixel(start.depth);
            let clear = distance.abs() - radius;
            if clear < 0.3 * radius {
                break;
            }
            start.side = Some(if distance < 0.0 { Side::Inside } else { Side::Outside });
            start.depth += clear / (beam.speed + growth);
        }
        Some(start)
    }

    /// The depth at which the ray in the middle of a square comes from outside to within half a pixel of the surface.
    pub fn first(&self, square: Square, start: Start) -> Option<f32> {
        let beam = self.beam(square);
        let Start { mut depth, mut side } = start;
        for _ in 0..MOST_STEPS {
            if depth > self.depths[1] {
                return None;
            }
            let (distance, normal) = self.obstacle.nearest(beam.at(depth))?;
            let close = 0.5 * self.pixel(depth);
            let within = *side.get_or_insert(if distance < 0.0 { Side::Inside } else { Side::Outside });
            if within == Side::Outside {
                if distance < close {
                    return Some(depth as f32);
                }
                // If the surface is flat that is where the ray meets it, many steps ahead.
                let flat = depth - distance / beam.away(normal);
                if distance < 8.0 * close && flat > depth && self.is_within(close, beam.at(flat)) {
                    return Some(flat as f32);
                }
            } else if distance > close {
                side = Some(Side::Outside);
            }
            depth += distance.abs().max(close) / beam.speed;
        }
        // Still not past it: the ray creeps along the surface.
        Some(depth as f32)
    }

    fn is_within(&self, close: f64, place: [f64; 3]) -> bool {
        self.obstacle.distance(place).is_some_and(|distance| distance.abs() < close)
    }

    /// All surfaces that the ray in the middle of a square passes up to a depth, from front to back. Those closer
    /// together than the square is wide are one.
    pub fn crossings(&self, square: Square, start: Start, end: f32, mut found: impl FnMut(Crossing)) {
        let beam = self.beam(square);
        let end = self.depths[1].min(end as f64);
        let side = square.side as f64;
        let mut walk = Walk { sight: self, beam, side, depth: start.depth, end, steps: 0, nearest: None };
        walk.go(0.0);
        for _ in 0..MOST_CROSSINGS {
            let Some(near) = walk.come_near() else { return };
            found(walk.leap(near).unwrap_or_else(|| walk.creep(near)));
        }
    }
}

/// A ray on its way through all surfaces.
struct Walk<'a> {
    sight: &'a Sight<'a>,
    beam: Beam,
    /// Of the square around it, in pixels.
    side: f64,
    depth: f64,
    /// The greatest depth, in m.
    end: f64,
    steps: usize,
    /// `None` at the end of the way.
    nearest: Option<Near>,
}

/// The distance of a surface, in m, and its normal, if that is known.
type Near = (f64, Option<Vec3>);

impl Walk<'_> {
    /// Of the square around it, in m.
    fn width(&self) -> f64 {
        self.side * self.sight.pixel(self.depth)
    }

    /// Goes on by metres.
    fn go(&mut self, step: f64) {
        self.steps += 1;
        self.depth += step / self.beam.speed;
        let goes_on = self.depth <= self.end && self.steps < MOST_STEPS;
        self.nearest = if goes_on { self.sight.obstacle.nearest(self.beam.at(self.depth)) } else { None };
    }

    /// Goes on to within its square's width of a surface, but not of one that it leaves.
    ///
    /// Two places have no surface between them if the balls around them, as large as their distances, overlap. So a
    /// step may be longer than the distance, as far as they would overlap if the surface were flat: C. Bálint
    /// and G. Valasek, "Accelerating sphere tracing" (2018).
    fn come_near(&mut self) -> Option<Near> {
        loop {
            let (distance, normal) = self.nearest?;
            let width = self.width();
            let leaves = distance.signum() * self.beam.away(normal) / self.beam.speed;
            if distance.abs() < width && leaves <= 0.0 {
                return self.nearest;
            }
            let safe = distance.abs().max(0.4 * width);
            let long = safe * (1.7 / (1.0 - leaves)).clamp(1.0, 4.0);
            self.go(long);
            let overlap = |(other, _): &Near| distance * other > 0.0 && distance.abs() + other.abs() > long;
            if !self.nearest.as_ref().is_some_and(overlap) && long > safe {
                self.go(safe - long);
            }
        }
    }

    /// Where the surface is flat one step leads well beyond it; `None`, and no step, if it does not.
    fn leap(&mut self, (distance, normal): Near) -> Option<Crossing> {
        let speed = self.beam.away(normal).abs();
        let ahead = distance.abs() / speed;
        let beyond = self.depth + ahead + 1.5 * self.width() / speed;
        let other = self.sight.obstacle.nearest(self.beam.at(beyond)).filter(|_| speed > 0.0)?;
        let passed = (other.0 < 0.0) != (distance < 0.0);
        passed.then(|| {
            let depth = (self.depth + ahead) as f32;
            self.depth = beyond;
            self.nearest = Some(other).filter(|_| beyond <= self.end);
            Crossing { depth, covered: 1.0, normal, clear: true }
        })
    }

    /// Goes along a surface, as at an outline or an edge, until it is its square's width away.
    fn creep(&mut self, entry: Near) -> Crossing {
        let mut width = self.width();
        let (mut closest, mut depth, mut exit) = (entry, self.depth, entry);
        let mut visits = 0.0;
        while let Some(near) = self.nearest {
            exit = near;
            width = self.width();
            if near.0.abs() > width {
                break;
            }
            if near.0.abs() < closest.0.abs() {
                (closest, depth) = (near, self.depth);
            }
            // Ever longer steps: a ray in a wall's own plane would need thousands.
            visits += 1.0;
            self.go(near.0.abs().max(width * (0.3 + 0.1 * visits)));
        }
        let inside = |near: Near| near.0 < 0.0;
        let passed = inside(entry) != inside(exit) || inside(entry) != inside(closest);
        let covered = if passed { 1.0 } else { 1.0 - closest.0.abs() / width };
        Crossing { depth: depth as f32, covered: covered as f32, normal: closest.1, clear: false }
    }
}

/// Of a box around an obstacle; `None` if it goes on beyond all that can be seen.
pub(super) fn corners(obstacle: &Obstacle, horizon: &Horizon) -> Option<[Vec3; 8]> {
    let reach = obstacle.reach().map(|place| Vec3(place.map(|x| x as f32)));
    let far = ENDLESS * horizon.reach;
    let ends = reach.iter().all(|place| (*place - horizon.target).0.iter().all(|x| x.abs() < far));
    let corner = |number: usize| Vec3(std::array::from_fn(|axis| reach[number >> axis & 1].0[axis]));
    ends.then(|| std::array::from_fn(corner))
}
