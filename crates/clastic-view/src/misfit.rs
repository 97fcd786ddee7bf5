//! What a run gives that cannot be sent.

use std::fmt;

/// A frame or a net whose parts do not fit together.
#[derive(Debug, PartialEq)]
pub(crate) enum Misfit {
    /// Positions that are not three per particle.
    Positions(usize),
    /// More or fewer colours than particles.
    Colors { expected: usize, found: usize },
    /// A joined particle that is not there, or is named before another.
    Joined { named: u32, particles: usize },
    /// A net that names a particle beyond those that are joined.
    Net { named: u32, joined: usize },
    /// More particles, frames, obstacles or lines than the layout can count.
    Count(usize),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Positions(found) => {
                write!(f, "the frame has {found} coordinates, not three per particle")
            }
            Misfit::Colors { expected, found } => {
                write!(f, "the frame has {found} colours for {expected} particles")
            }
            Misfit::Joined { named, particles } => {
                write!(
                    f,
                    "particle {named} cannot be joined where it is named; there are {particles}, in order"
                )
            }
            Misfit::Net { named, joined } => {
                write!(f, "the net names particle {named}; {joined} are joined, counted from 0")
            }
            Misfit::Count(count) => write!(f, "cannot count to {count}; {} is the most", u32::MAX),
        }
    }
}

/// A number as the layouts have it.
pub(crate) fn count(n: usize) -> Result<[u8; 4], Misfit> {
    u32::try_from(n).map(u32::to_le_bytes).map_err(|_| Misfit::Count(n))
}
