//! Particles in bodies, and bodies in each other.

use clastic_shapes::{Body as Placed, Plan, SampleError, Samples, Solid, overlap};

use crate::check::MAX_PARTICLES;
use crate::language::{Mistake, Node, short};
use crate::obstacles::Rigid;
use crate::scene::{Body, Scene};
use crate::source::mistake;

/// The particles of a body: those of its samples that begin in no collider.
#[derive(Clone)]
pub struct Filled {
    /// All that fit into the body.
    pub samples: Samples,
    /// Whether each is in a collider; none if there are no colliders.
    held: Vec<bool>,
    /// Which lots it takes, and the seed that they are drawn from; all, if none.
    part: Option<([f64; 2], u64)>,
}

impl Filled {
    fn new(samples: Samples, colliders: &[&Rigid], part: Option<([f64; 2], u64)>) -> Self {
        let held = |place| colliders.iter().any(|collider| collider.begins_around(place));
        let held = if colliders.is_empty() { Vec::new() } else { samples.iter().map(held).collect() };
        Filled { samples, held, part }
    }

    /// Where they are.
    pub fn places(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        let free = |index: usize| !self.held.get(index).is_some_and(|held| *held);
        let taken = |index: usize| {
            self.part.is_none_or(|([low, high], seed)| (low..high).contains(&lot(seed, index as u64)))
        };
        let places = self.samples.iter().enumerate();
        places.filter(move |(index, _)| free(*index) && taken(*index)).map(|(_, place)| place)
    }

    /// How many are left out because a collider is in their place.
    pub fn left_out(&self) -> u64 {
        self.held.iter().filter(|held| **held).count() as u64
    }
}

/// A number from 0 to 1 that is drawn for a place: splitmix64.
fn lot(seed: u64, place: u64) -> f64 {
    let mut bits = (seed ^ place.rotate_left(32)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// Bodies to be filled with particles.
pub(crate) struct Filling<'a> {
    pub scene: &'a Scene,
    pub root: &'a Node,
    /// The bodies as geometry, in the scene's order; none for a body that is left out.
    pub solids: &'a [Option<&'a Solid>],
    /// What bodies leave room for, likewise.
    pub colliders: &'a [Option<&'a Rigid>],
}

impl Filling<'_> {
    /// The particles of each body, and why others have none.
    pub(crate) fn fill(&self) -> (Vec<Option<Filled>>, Vec<Mistake>) {
        let mut mistakes = Vec::new();
        let bodies = self.scene.bodies.iter().zip(self.solids).enumerate();
        let filled = bodies.map(|(index, ((name, body), solid))| {
            let filled = solid.as_ref().map(|solid| self.body(index, body, solid))?;
            filled.map_err(|why| mistakes.push(mistake(self.root, &["bodies", name], why))).ok()
        });
        (filled.collect(), mistakes)
    }

    fn body(&self, index: usize, body: &Body, solid: &Solid) -> Result<Filled, String> {
        let samples = solid.sample(&self.plan(index, body)).map_err(|error| self.why(error))?;
        let colliders: Vec<&Rigid> = self.in_the_way().map(|(_, collider)| collider).collect();
        let filled = Filled::new(samples, &colliders, body.part.map(|part| (part, self.scene.seed)));
        if filled.left_out() < filled.samples.count() {
            return Ok(filled);
        }
        let colliders = self
            .in_the_way()
            .filter(|(_, collider)| filled.samples.iter().any(|place| collider.begins_around(place)));
        let names: Vec<String> = colliders.map(|(name, _)| format!("`{name}`")).collect();
        let names = names.join(" and ");
        Err(format!(
            "all of it begins in {names}; expected a body that is outside of colliders, at least in part"
        ))
    }

    /// The colliders that leave no room for matter, with their names.
    fn in_the_way(&self) -> impl Iterator<Item = (&str, &Rigid)> {
        let colliders = self.scene.colliders.iter().zip(self.colliders);
        let firm = colliders.filter(|((_, table), _)| !table.grips);
        firm.filter_map(|((name, _), collider)| collider.map(|collider| (name.as_str(), collider)))
    }

    /// Why a body cannot be filled, in the scene's units.
    fn why(&self, error: SampleError) -> String {
        match error {
            SampleError::NoneFits { spacing } => {
                let (spacing, unit) = (short(spacing), self.scene.units.length());
                format!(
                    "no particle fits: the shape is too thin or too small for a spacing of {spacing} {unit}; expected \
                     smaller cells, more particles per cell or a larger body"
                )
            }
            other => other.to_string(),
        }
    }

    fn plan(&self, index: usize, body: &Body) -> Plan {
        Plan {
            sampling: body.grain.sampling,
            spacing: body.grain.mean_spacing(self.scene),
            seed: self.scene.seed_of(index),
            limit: MAX_PARTICLES as u64,
        }
    }

    /// Bodies that lie in each other, unless the scene allows it.
    pub(crate) fn overlaps(&self, filled: &[Option<Filled>]) -> Vec<Mistake> {
        let body = |index: usize| {
            let samples = &filled[index].as_ref()?.samples;
            self.solids[index].map(|solid| Placed { solid, samples })
        };
        let pairs = (1..filled.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
        let found = pairs.filter(|_| !self.scene.allow_overlap).filter_map(|(first, second)| {
            let place = overlap(body(first)?, body(second)?)?;
            let (one, other) = (&self.scene.bodies[first].0, &self.scene.bodies[second].0);
            let place = place[..self.scene.dimension as usize].iter().map(|x| short(*x)).collect::<Vec<_>>();
            let message = format!(
                "the body lies in `{one}`, near ({}); expected bodies apart, or `allow_overlap = true`",
                place.join(", ")
            );
            Some(mistake(self.root, &["bodies", other], message))
        });
        found.collect()
    }
}
