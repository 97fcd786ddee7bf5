//! Particles in bodies, and bodies in each other.

use clastic_shapes::{Body as Placed, Plan, SampleError, Samples, Solid, overlap};

use crate::check::MAX_PARTICLES;
use crate::language::{Mistake, Node, short};
use crate::scene::{Body, Scene};
use crate::source::mistake;

/// Bodies to be filled with particles.
pub(crate) struct Filling<'a> {
    pub scene: &'a Scene,
    pub root: &'a Node,
    /// The bodies as geometry, in the scene's order; none for a body that is left out.
    pub solids: &'a [Option<&'a Solid>],
}

impl Filling<'_> {
    /// The particles of each body, and why others have none.
    pub(crate) fn samples(&self) -> (Vec<Option<Samples>>, Vec<Mistake>) {
        let mut mistakes = Vec::new();
        let mut fill =
            |(index, ((name, body), solid)): (usize, (&(String, Body), &Option<&Solid>))| match (*solid)?
                .sample(&self.plan(index, body))
            {
                Ok(samples) => Some(samples),
                Err(error) => {
                    mistakes.push(mistake(self.root, &["bodies", name], self.why(error)));
                    None
                }
            };
        let samples = self.scene.bodies.iter().zip(self.solids).enumerate().map(&mut fill).collect();
        (samples, mistakes)
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
            sampling: body.sampling,
            spacing: body.mean_spacing(self.scene),
            // Neighbouring seeds must not give neighbouring streams.
            seed: self.scene.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(index as u64),
            limit: MAX_PARTICLES as u64,
        }
    }

    /// Bodies that lie in each other, unless the scene allows it.
    pub(crate) fn overlaps(&self, samples: &[Option<Samples>]) -> Vec<Mistake> {
        let body = |index: usize| {
            let samples = samples[index].as_ref()?;
            self.solids[index].map(|solid| Placed { solid, samples })
        };
        let pairs = (1..samples.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
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
