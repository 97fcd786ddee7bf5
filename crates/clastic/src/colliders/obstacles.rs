//! All solids of a world as a step meets them.

use super::obstacle::Hit;
use super::{Contact, Encounters, KeepOut, Load, Motion, Obstacle, Pose, Settled, Touch};
use crate::grid::{BlockCoord, Domain, EDGE, SKIN, Topology};
use crate::tensor::Vector;

/// A node is in contact with a collider up to half a cell away, and a little for the rounding of its place: nodes stand for
/// the cells around them, and matter is stopped, on average over where the nodes are, at the surface.
const CONTACT_REACH: f64 = 0.5 + 1e-6;
/// A collider that moves farther than this in a step is fast, in cells.
const FAST: f64 = 0.5;
/// How often a particle between colliders is looked at.
const PASSES: usize = 4;

/// Colliders, then sources.
///
/// A solid of several cells stops matter at the nodes that lie in it or within half a cell of it. One that is thinner than
/// three cells has few nodes in it or none, and matter on both sides of it shares nodes, so two things are added for it:
///
/// 1. A node is *hidden* if the solid stands between it and the matter that gives it its mass, which is at their mean
///    place. Hidden nodes obey the contact law as if they lay inside, with the normal on the matter's side, so that matter is
///    stopped, and squeezed, exactly as by a thick wall.
/// 2. A particle whose way in the solid's own frame would still cross the surface is held on its side and moves on along
///    the surface; its velocity obeys the contact law.
pub struct Obstacles {
    all: Vec<Obstacle>,
    colliders: usize,
    /// Where each is at the beginning and at the end of the step under way.
    poses: Vec<[Pose; 2]>,
    /// Whether each takes part in that step.
    active: Vec<bool>,
    /// By node block and by home block.
    pub nodes: Encounters,
    /// See `nodes`.
    pub homes: Encounters,
    /// Whether the encounters must be found again.
    stale: bool,
    /// The step that they were found for: when it begins and how long it is, in s.
    time: f64,
    dt: f64,
    /// How fast the surfaces near matter move, in m/s, and how far in the step, in m.
    surface_speed: f64,
    travel: f64,
    /// How far a particle may move in a step, in cells.
    stride: f64,
    totals: Vec<Load>,
    cell: f64,
}

/// A node that may be in contact.
#[derive(Clone, Copy)]
pub struct Node {
    /// Where it is, in m.
    pub place: Vector<f64, 3>,
    /// Its mass, in kg.
    pub mass: f64,
    /// The mean place of the matter that it has its mass from, in m; known near thin solids.
    pub matter: Option<Vector<f64, 3>>,
}

/// A particle's step.
#[derive(Clone, Copy, PartialEq)]
pub struct Flight {
    /// Where it begins, in m.
    pub from: Vector<f64, 3>,
    /// Where it ends, in m.
    pub to: Vector<f64, 3>,
    /// The velocity that it ends with, in m/s.
    pub velocity: Vector<f64, 3>,
    /// Its mass, in kg.
    pub mass: f64,
}

impl Obstacles {
    /// These colliders, then these sources.
    /// Particles move at most `stride` cells in a step of `cell` m.
    pub fn new(colliders: Vec<Obstacle>, sources: Vec<Obstacle>, cell: f64, stride: f64) -> Self {
        let count = colliders.len() + sources.len();
        Obstacles {
            colliders: colliders.len(),
            active: vec![true; count],
            totals: vec![Load::default(); count],
            poses: vec![[Motion::Fixed.pose(0.0); 2]; count],
            all: colliders.into_iter().chain(sources).collect(),
            nodes: Encounters::default(),
            homes: Encounters::default(),
            stale: true,
            time: f64::NAN,
            dt: 0.0,
            surface_speed: 0.0,
            travel: 0.0,
            stride,
            cell,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// What matter has done to the colliders and to the sources, in that order.
    pub fn loads(&self) -> &[Load] {
        &self.totals
    }

    pub(crate) fn set_loads(&mut self, loads: &[Load]) {
        self.totals.copy_from_slice(loads);
    }

    /// Lets a source take part or not.
    pub fn set_active(&mut self, source: usize, active: bool) {
        let index = self.colliders + source;
        self.stale |= self.active[index] != active;
        self.active[index] = active;
    }

    /// Gives a collider another motion.
    pub fn set_motion(&mut self, collider: usize, motion: Motion) {
        self.all[collider].motion = motion;
        self.stale = true;
    }

    /// The blocks are others.
    pub fn set_stale(&mut self) {
        self.stale = true;
    }

    /// How fast the surfaces near matter move at a time, in m/s.
    pub fn surface_speed<const D: usize>(
        &mut self,
        time: f64,
        domain: &Domain<D>,
        topology: &Topology<D>,
    ) -> f64 {
        if self.all.iter().all(|obstacle| obstacle.motion.is_fixed()) {
            return 0.0;
        }
        self.place(time, 0.0);
        self.find(domain, topology);
        self.surface_speed
    }

    /// Gets ready for a step.
    pub fn begin<const D: usize>(&mut self, time: f64, dt: f64, domain: &Domain<D>, topology: &Topology<D>) {
        self.place(time, dt);
        self.find(domain, topology);
        self.nodes.unload();
        self.homes.unload();
    }

    /// Adds what the step did to the loads.
    pub fn commit(&mut self) {
        for (which, load) in self.nodes.loads().chain(self.homes.loads()) {
            self.totals[which] = self.totals[which].and(*load);
        }
    }

    fn place(&mut self, time: f64, dt: f64) {
        for (poses, obstacle) in self.poses.iter_mut().zip(&self.all) {
            *poses = [obstacle.motion.pose(time), obstacle.motion.pose(time + dt)];
            self.stale |= !obstacle.motion.is_fixed() && (self.time, self.dt) != (time, dt);
        }
        (self.time, self.dt) = (time, dt);
    }

    /// Finds out what is near which block.
    fn find<const D: usize>(&mut self, domain: &Domain<D>, topology: &Topology<D>) {
        if !self.stale {
            return;
        }
        self.stale = false;
        let mut nodes = std::mem::take(&mut self.nodes);
        let mut homes = std::mem::take(&mut self.homes);
        nodes.clear();
        homes.clear();
        let root = (D as f64).sqrt();
        // Nodes lie within a block of 3 cells; hidden ones, as far from the surface as a particle's kernel reaches.
        let reach = 0.5 * (EDGE - 1) as f64 * root + CONTACT_REACH;
        let middle = 0.5 * (EDGE - 1) as f64;
        let (mut speed, mut travel): (f64, f64) = (0.0, 0.0);
        for block in &topology.nodes {
            let center = self.center(domain, &block.block, middle);
            nodes.push((0..self.all.len()).filter(|&which| {
                let hidden = if self.all[which].thin { 2.0 * root } else { 0.0 };
                let near = self.is_near(which, center, (reach + hidden) * self.cell);
                if near {
                    let pose = &self.poses[which][0];
                    let radius = reach * self.cell;
                    speed = speed.max(pose.velocity(center).norm() + pose.spin().norm() * radius);
                }
                near
            }));
        }
        // Particles may be a cell out of their block, and move.
        let reach = (0.5 * EDGE as f64 + SKIN + self.stride) * root;
        for home in &topology.homes {
            let center = self.center(domain, &home.block, 0.5 * EDGE as f64);
            homes.push((0..self.all.len()).filter(|&which| {
                let near = self.is_near(which, center, reach * self.cell);
                if near {
                    travel = travel.max(self.travel_at(which, center));
                }
                near
            }));
        }
        (self.surface_speed, self.travel) = (speed, travel);
        (self.nodes, self.homes) = (nodes, homes);
    }

    fn center<const D: usize>(
        &self,
        domain: &Domain<D>,
        block: &BlockCoord<D>,
        middle: f64,
    ) -> Vector<f64, 3> {
        in_space(domain.place(block, [middle; D]))
    }

    fn is_near(&self, which: usize, center: Vector<f64, 3>, reach: f64) -> bool {
        let obstacle = &self.all[which];
        if !self.active[which] {
            return false;
        }
        let x = self.poses[which][0].undo(center);
        let reach = reach + self.travel_at(which, center);
        let [low, high] = obstacle.shape.bounds();
        (0..3).all(|axis| low[axis] - reach <= x[axis] && x[axis] <= high[axis] + reach)
            && obstacle.distance(x).0 <= reach
    }

    /// How far an obstacle moves in the step past a place of the world, in m.
    fn travel_at(&self, which: usize, place: Vector<f64, 3>) -> f64 {
        let [x, y] = self.poses[which].map(|pose| pose.undo(place));
        (y - x).norm()
    }

    /// Whether nodes near one of these need to know where their matter is.
    pub fn any_thin(&self, which: &[u32]) -> bool {
        which.iter().any(|&which| self.all[which as usize].thin)
    }

    /// The velocity of a node once these have had their say; `settled` if a solve has held it.
    pub fn contact(
        &self,
        which: &[u32],
        loads: &mut [Load],
        node: &Node,
        mut v: Vector<f64, 3>,
        settled: &mut Option<Settled<3>>,
    ) -> Vector<f64, 3> {
        for (&which, load) in which.iter().zip(loads) {
            let Some(touch) = self.touch(which as usize, node) else { continue };
            let Touch { contact, friction, normal, velocity } = touch;
            let after = match settled.as_mut().and_then(|settled| settled.take(normal)) {
                Some(taken) => v - taken,
                None => contact.resolve(friction, v - velocity, normal) + velocity,
            };
            load.push((v - after) * node.mass, node.place - self.poses[which as usize][0].pivot());
            v = after;
        }
        v
    }

    /// How an obstacle acts on a node; not at all if it is out of its reach.
    pub fn touch(&self, which: usize, node: &Node) -> Option<Touch<3>> {
        let (obstacle, pose) = (&self.all[which], &self.poses[which][0]);
        let normal = pose.turn(self.normal_at(obstacle, pose, node)?.0);
        let velocity = obstacle.velocity(pose, node.place);
        Some(Touch { contact: obstacle.contact_along(normal), friction: obstacle.friction, normal, velocity })
    }

    /// The normal, in its own frame, with which an obstacle acts on a node; none if it does not.
    fn normal_at(&self, obstacle: &Obstacle, pose: &Pose, node: &Node) -> Option<Vector<f64, 3>> {
        let x = pose.undo(node.place);
        let (value, normal) = obstacle.distance(x);
        if let (true, Some(matter)) = (obstacle.thin, node.matter) {
            // All places nearer to the node than the surface are in sight of it.
            let hidden = value < (matter - node.place).norm();
            if let Some(hit) = hidden.then(|| obstacle.meet(pose.undo(matter), x)).flatten() {
                return Some(hit.normal);
            }
        }
        let reach = if obstacle.outflow.is_some() { 0.0 } else { CONTACT_REACH * self.cell };
        (value <= reach).then_some(normal)
    }

    /// Whether a particle that would go straight on runs into one of these, so that its `β` is 0: equation 5 of
    /// "Revisiting Integration in the Material Point Method", with the velocity relative to the obstacle.
    pub fn stop(
        &self,
        which: &[u32],
        from: Vector<f64, 3>,
        ahead: Vector<f64, 3>,
        v: Vector<f64, 3>,
    ) -> bool {
        which.iter().any(|&which| {
            let (obstacle, [begin, end]) = (&self.all[which as usize], &self.poses[which as usize]);
            let x = end.undo(ahead);
            let (value, normal) = obstacle.distance(x);
            if obstacle.outflow.is_some() {
                return value < 0.0;
            }
            let into = value < 0.0 && end.turn(normal.0).dot(v - end.velocity(ahead)) <= 0.0;
            let start = begin.undo(from);
            into || obstacle.thin && value < (x - start).norm() && obstacle.meet(start, x).is_some()
        })
    }

    /// Whether particles near one of these may have to be held in this step.
    pub fn may_hold(&self, which: &[u32]) -> bool {
        which.iter().any(|&which| {
            let obstacle = &self.all[which as usize];
            match obstacle.keep_out {
                KeepOut::Never => false,
                KeepOut::Always => true,
                // Farther from the middle of a block a turn takes it farther.
                KeepOut::Thin => obstacle.thin || self.travel > 0.5 * FAST * self.cell,
            }
        })
    }

    /// Holds a particle on its side of these, again and again until no other has pushed it where it must not go. `None` if it
    /// was not in the way of any.
    pub fn hold(&self, which: &[u32], loads: &mut [Load], flight: Flight) -> Option<Flight> {
        let mut held = None;
        for _ in 0..PASSES {
            let before = held;
            for (&which, load) in which.iter().zip(&mut *loads) {
                let flight = held.unwrap_or(flight);
                if let Some(stopped) = self.hold_at(which as usize, load, &flight) {
                    held = Some(stopped);
                }
            }
            if held == before {
                break;
            }
        }
        held
    }

    fn hold_at(&self, which: usize, load: &mut Load, flight: &Flight) -> Option<Flight> {
        let (obstacle, [begin, end]) = (&self.all[which], &self.poses[which]);
        if obstacle.keep_out == KeepOut::Never {
            return None;
        }
        let (from, to) = (begin.undo(flight.from), end.undo(flight.to));
        // All places nearer to its end than the surface are free.
        if obstacle.distance(to).0 >= (to - from).norm() + obstacle.margin() {
            return None;
        }
        let hit = obstacle.meet(from, to)?;
        let travel = (begin.apply(hit.place) - end.apply(hit.place)).norm();
        if obstacle.keep_out == KeepOut::Thin && travel <= FAST * self.cell && !obstacle.is_thin_at(&hit) {
            return None;
        }
        let place = obstacle.slide(&hit, to);
        let velocity = {
            let (place, normal) = (end.apply(place), end.turn(hit.normal.0));
            let own = end.velocity(place);
            obstacle.resolve(flight.velocity - own, normal) + own
        };
        let to = end.apply(place);
        load.push((flight.velocity - velocity) * flight.mass, to - end.pivot());
        Some(Flight { to, velocity, ..*flight })
    }

    /// Whether a place is inside a collider at a time.
    pub fn contains(&self, place: Vector<f64, 3>, time: f64) -> bool {
        self.all[..self.colliders].iter().any(|obstacle| {
            let x = obstacle.motion.pose(time).undo(place);
            obstacle.distance(x).0 < 0.0
        })
    }
}

impl Obstacle {
    /// The velocity that it, or what leaves it, has at a place, in m/s.
    fn velocity(&self, pose: &Pose, place: Vector<f64, 3>) -> Vector<f64, 3> {
        let own = pose.velocity(place);
        self.outflow.map_or(own, |outflow| own + pose.turn(outflow))
    }

    /// The contact law; matter so deep inside that no way out is known goes along.
    fn resolve(&self, v: Vector<f64, 3>, normal: Vector<f64, 3>) -> Vector<f64, 3> {
        self.contact_along(normal).resolve(self.friction, v, normal)
    }

    fn contact_along(&self, normal: Vector<f64, 3>) -> Contact {
        if normal.norm_squared() > 0.0 { self.contact } else { Contact::Sticky }
    }

    /// Where a way that has hit the surface ends: as far along it as it would have gone, or along the edge between this
    /// place of the surface and the next that it hits, or in the corner where a third one ends it.
    fn slide(&self, hit: &Hit, to: Vector<f64, 3>) -> Vector<f64, 3> {
        let rest = without(to - hit.place, hit.normal);
        // Along a bent wall, or into another, it ends in the wall a little.
        let (value, normal) = self.distance(hit.place + rest);
        let along = hit.place + rest + normal * (self.margin() - value).max(0.0);
        let Some(second) = self.meet(hit.place, along) else { return along };
        let mut rest = without(hit.place + rest - second.place, second.normal);
        if rest.dot(hit.normal) < 0.0 {
            let edge = hit.normal.cross(second.normal);
            let length = edge.norm_squared();
            rest = if length > 0.0 { edge * (rest.dot(edge) / length) } else { rest * 0.0 };
        }
        self.meet(second.place, second.place + rest).map_or(second.place + rest, |corner| corner.place)
    }
}

/// A way without what of it goes against a normal.
fn without(way: Vector<f64, 3>, normal: Vector<f64, 3>) -> Vector<f64, 3> {
    way - normal * way.dot(normal).min(0.0)
}

/// A place of the plane or of space in space.
pub(crate) fn in_space<const D: usize>(x: [f64; D]) -> Vector<f64, 3> {
    let mut place = Vector([0.0; 3]);
    place.0[..D].copy_from_slice(&x);
    place
}
