//! Particles in solids.
//!
//! Every way of sampling numbers the places of a box around the shape, so that any of them can be computed from its
//! number alone. One pass finds the numbers of the places inside and keeps them as runs, which are few; places are then
//! computed again, one at a time, whenever someone asks.

mod places;
mod tile;

use std::fmt;
use std::ops::Range;

use self::places::Places;
use crate::measure::Volume;
use crate::shape::Shape;
use crate::solid::Solid;
use crate::transform::Transform;

/// How particles are spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sampling {
    /// A lattice, half a spacing from the faces of the shape's bounds. Along each axis the spacing is stretched or
    /// compressed so that a whole number of particles fits between them. Round shapes have no faces to fit: for balls,
    /// rings and capsules the spacing stays as it is, and the lattice is symmetric about their middle. A shape that is
    /// turned has its lattice turned with it.
    #[default]
    Regular,
    /// As regular, with each particle at random in its own cell of the lattice, at least a tenth of the cell from its
    /// sides.
    Jittered,
    /// At random, with one particle per spacing^d on average and never closer than 0.75 spacings in 2D and 0.8 in 3D.
    /// Repeats itself after 128 spacings in 2D and 32 in 3D.
    Poisson,
}

/// What to sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// How.
    pub sampling: Sampling,
    /// Distance between neighbours on the lattice, in m: Δx · (particles per cell)^(-1/d).
    pub spacing: f64,
    /// Decides what is random.
    pub seed: u64,
    /// More particles are an error.
    pub limit: u64,
}

/// Why a solid was not sampled.
#[derive(Clone, Debug, PartialEq)]
pub enum SampleError {
    /// The spacing is not a positive number.
    Spacing {
        /// What it is, in m.
        spacing: f64,
    },
    /// More particles than the limit.
    TooMany {
        /// About how many.
        about: f64,
        /// The limit.
        limit: u64,
    },
    /// The shape fills so little of its bounds that the search would take too long.
    TooSparse {
        /// Places to search.
        places: f64,
    },
    /// All places are outside the shape.
    NoneFits {
        /// The spacing, in m.
        spacing: f64,
    },
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SampleError::Spacing { spacing } => {
                write!(f, "the spacing of particles must be greater than 0 and finite, not {spacing}")
            }
            SampleError::TooMany { about, limit } => {
                write!(f, "the shape would hold about {about:.2e} particles, more than the limit of {limit}")
            }
            SampleError::TooSparse { places } => {
                write!(
                    f,
                    "the shape fills too little of its bounds: {places:.2e} places would have to be searched"
                )
            }
            SampleError::NoneFits { spacing } => {
                write!(f, "no particle fits: the shape is too thin or too small for a spacing of {spacing} m")
            }
        }
    }
}

impl std::error::Error for SampleError {}

/// Particles of a solid. They take memory for the surface, not for each of them.
#[derive(Clone)]
pub struct Samples {
    places: Places,
    /// From the frame in which the shape was sampled to the world.
    frame: Transform,
    /// The numbers of the places inside.
    runs: Vec<Range<u64>>,
    count: u64,
    volume: Volume,
    spacing: f64,
}

impl fmt::Debug for Samples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Samples")
            .field("count", &self.count)
            .field("volume", &self.volume)
            .field("spacing", &self.spacing)
            .finish_non_exhaustive()
    }
}

impl Samples {
    pub(crate) fn new(solid: &Solid, plan: &Plan) -> Result<Self, SampleError> {
        let Plan { spacing, limit, .. } = *plan;
        if !(spacing > 0.0 && spacing.is_finite()) {
            return Err(SampleError::Spacing { spacing });
        }
        let about = solid.estimate_count(spacing);
        // Estimates may be off; far from the limit they are good enough. Not a number is too many as well.
        if about.is_nan() || about > 2.0 * limit as f64 {
            return Err(SampleError::TooMany { about, limit });
        }
        let (frame, shape) = in_own_frame(solid.shape());
        let places = Places::new(shape, solid.dimension(), &Plan { spacing: spacing / frame.scale, ..*plan });
        check_places(places.count(), limit)?;
        let runs = search(&places, shape, limit)?;
        let count = runs.iter().map(|run| run.end - run.start).sum();
        if count == 0 {
            return Err(SampleError::NoneFits { spacing });
        }
        Ok(Samples { places, frame, runs, count, volume: solid.volume(), spacing })
    }

    /// How many there are; never 0.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The places, in m, computed as they are asked for. Every call gives the same.
    pub fn iter(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        let places = self.runs.iter().flat_map(|run| self.places.walk(run.clone()));
        places.map(|(_, place)| self.frame.apply(place))
    }

    /// The volume of the solid, in m³, or m² in 2D.
    pub fn volume(&self) -> Volume {
        self.volume
    }

    /// Each particle's share of the volume, in m³, or m² in 2D.
    pub fn particle_volume(&self) -> f64 {
        self.volume.value / self.count as f64
    }

    /// The spacing that was asked for, in m.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }
}

/// A shape without the transforms around it, and what they amount to.
pub(crate) fn in_own_frame(mut shape: &Shape) -> (Transform, &Shape) {
    let mut frame = Transform::default();
    while let Shape::Transformed(inner, transform) = shape {
        frame = frame.after(transform);
        shape = inner;
    }
    (frame, shape)
}

/// Ten to a hundred seconds' worth of point tests, unless the limit asks for more.
fn check_places(places: f64, limit: u64) -> Result<(), SampleError> {
    const ALWAYS: f64 = 1e9;
    const PER_PARTICLE: f64 = 100.0;
    // Beyond 2^53 numbers are not exact.
    const NEVER: f64 = (1u64 << 53) as f64;
    if places <= (PER_PARTICLE * limit as f64).clamp(ALWAYS, NEVER) {
        Ok(())
    } else {
        Err(SampleError::TooSparse { places })
    }
}

fn search(places: &Places, shape: &Shape, limit: u64) -> Result<Vec<Range<u64>>, SampleError> {
    let mut runs: Vec<Range<u64>> = Vec::new();
    let mut count = 0;
    for (number, place) in places.walk(0..places.count() as u64) {
        if !shape.contains(place) {
            continue;
        }
        count += 1;
        if count > limit {
            return Err(SampleError::TooMany { about: count as f64, limit });
        }
        match runs.last_mut() {
            Some(run) if run.end == number => run.end += 1,
            _ => runs.push(number..number + 1),
        }
    }
    Ok(runs)
}
