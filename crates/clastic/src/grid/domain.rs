//! The edges of the world: open, walls, or periodic, per axis.

use super::{BlockCoord, EDGE};
use crate::colliders::Contact;

/// A wall across an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// Where it stands, in m. Nodes on it and behind it obey its contact.
    pub at: f64,
    /// How matter meets it.
    pub contact: Contact,
    /// Coulomb's coefficient of friction; 0 or more.
    pub friction: f64,
    /// What it is kept at, if it takes or gives heat.
    pub temperature: Option<f64>,
}

impl Wall {
    /// A wall without friction that keeps heat in.
    pub fn new(at: f64, contact: Contact) -> Self {
        Wall { at, contact, friction: 0.0, temperature: None }
    }
}

/// What bounds the world along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Axis {
    /// Walls below and above, where given; open elsewhere.
    Bounded {
        /// The wall at the low end.
        low: Option<Wall>,
        /// The wall at the high end.
        high: Option<Wall>,
    },
    /// What leaves at one end comes back at the other.
    Periodic {
        /// The low end, in m.
        low: f64,
        /// The high end, in m.
        high: f64,
    },
}

impl Axis {
    /// No bound at all.
    pub const OPEN: Axis = Axis::Bounded { low: None, high: None };
}

/// Which end of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The wall keeps matter above it.
    Low,
    /// The wall keeps matter below it.
    High,
}

impl Side {
    /// Which way along the axis leads from the wall to the matter.
    pub fn outward(self) -> f64 {
        match self {
            Side::Low => 1.0,
            Side::High => -1.0,
        }
    }
}

/// Why a domain cannot be made.
#[derive(Clone, Debug, PartialEq)]
pub enum DomainError {
    /// A periodic axis whose length is not a whole number of blocks.
    Period {
        /// The axis.
        axis: usize,
        /// Its length in cells.
        cells: f64,
    },
    /// The high end is not above the low end, or an end is not a number.
    Order {
        /// The axis.
        axis: usize,
    },
    /// A wall's friction is negative or not a number.
    Friction {
        /// The axis.
        axis: usize,
    },
}

impl std::fmt::Display for DomainError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DomainError::Period { axis, cells } => write!(
                f,
                "the periodic {} axis is {cells} cells long; it must be a multiple of {EDGE} cells",
                ["x", "y", "z"][*axis]
            ),
            DomainError::Order { axis } => {
                write!(f, "the {} axis must have finite ends with low < high", ["x", "y", "z"][*axis])
            }
            DomainError::Friction { axis } => {
                write!(f, "the friction of a wall across {} must be 0 or more", ["x", "y", "z"][*axis])
            }
        }
    }
}

/// A wall in units of cells.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    /// The axis it stands across.
    pub axis: usize,
    /// The end it stands at.
    pub side: Side,
    /// Where, in cells from the grid's origin.
    pub at: f64,
    /// How matter meets it.
    pub contact: Contact,
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// What it is kept at, if it takes or gives heat.
    pub temperature: Option<f64>,
}

/// Walls that a world can have: two per axis.
pub const WALLS: usize = 6;

impl Plane {
    /// Its index among the walls: low and high, axis by axis.
    pub fn index(&self) -> usize {
        2 * self.axis + usize::from(self.side == Side::High)
    }
}

/// The bounds of all axes, in units of cells.
#[derive(Clone, Debug)]
pub struct Domain<const D: usize> {
    /// The size of a cell, in m.
    pub cell: f64,
    /// Where node 0 lies, in m.
    pub origin: [f64; D],
    /// The walls.
    pub planes: Vec<Plane>,
    period: [Option<i32>; D],
}

impl<const D: usize> Domain<D> {
    /// From the axes' bounds in m.
    pub fn new(cell: f64, axes: &[Axis]) -> Result<Self, DomainError> {
        let mut domain = Domain { cell, origin: [0.0; D], planes: Vec::new(), period: [None; D] };
        for (axis, bounds) in axes.iter().take(D).enumerate() {
            match *bounds {
                Axis::Bounded { low, high } => {
                    for (side, wall) in [(Side::Low, low), (Side::High, high)] {
                        if let Some(Wall { at, contact, friction, temperature }) = wall {
                            let at = at / cell;
                            domain.planes.push(Plane { axis, side, at, contact, friction, temperature });
                        }
                    }
                    let finite = |wall: Option<Wall>| {
                        wall.is_none_or(|wall| (wall.at + wall.temperature.unwrap_or(0.0)).is_finite())
                    };
                    for wall in [low, high].into_iter().flatten() {
                        if !(wall.friction >= 0.0 && wall.friction.is_finite()) {
                            return Err(DomainError::Friction { axis });
                        }
                    }
                    let ordered = !matches!((low, high), (Some(l), Some(h)) if l.at >= h.at);
                    if !(finite(low) && finite(high) && ordered) {
                        return Err(DomainError::Order { axis });
                    }
                }
                Axis::Periodic { low, high } => {
                    if !(low.is_finite() && high.is_finite() && low < high) {
                        return Err(DomainError::Order { axis });
                    }
                    let cells = (high - low) / cell;
                    let blocks = (cells / EDGE as f64).round();
                    if blocks < 1.0 || (cells - blocks * EDGE as f64).abs() > 1e-6 * cells {
                        return Err(DomainError::Period { axis, cells });
                    }
                    domain.origin[axis] = low;
                    domain.period[axis] = Some(blocks as i32);
                }
            }
        }
        Ok(domain)
    }

    /// Brings a block back into the period.
    #[inline]
    pub fn wrap(&self, block: &mut BlockCoord<D>) {
        for axis in 0..D {
            if let Some(period) = self.period[axis] {
                block[axis] = block[axis].rem_euclid(period);
            }
        }
    }

    /// The period of every axis, in blocks; 0 where there is none.
    pub(crate) fn periods(&self) -> [i32; D] {
        self.period.map(|period| period.unwrap_or(0))
    }

    /// The length after which an axis begins again, in m, if it does.
    pub(crate) fn period(&self, axis: usize) -> Option<f64> {
        self.period[axis].map(|blocks| blocks as f64 * EDGE as f64 * self.cell)
    }

    /// Whether particles may be in a block: within the period, and within the addressable world or not far out of it,
    /// where they may have drifted.
    pub(crate) fn holds(&self, block: &BlockCoord<D>) -> bool {
        let mut wrapped = *block;
        self.wrap(&mut wrapped);
        wrapped == *block && block.iter().all(|c| c.unsigned_abs() < 3 << 29)
    }

    /// Splits a place in m into its block and the offset from that block's origin in cells.
    ///
    /// `None` beyond ±2³⁰ blocks or where the place is not a number.
    pub fn locate(&self, x: &[f64]) -> Option<(BlockCoord<D>, [f64; D])> {
        let (mut block, mut offset) = ([0; D], [0.0; D]);
        for axis in 0..D {
            let cells = (x[axis] - self.origin[axis]) / self.cell;
            let b = (cells / EDGE as f64).floor();
            if b.is_nan() || b.abs() >= (1 << 30) as f64 {
                return None;
            }
            block[axis] = b as i32;
            offset[axis] = cells - b * EDGE as f64;
        }
        self.wrap(&mut block);
        Some((block, offset))
    }

    /// The inverse of [`Domain::locate`].
    #[inline]
    pub fn place(&self, block: &BlockCoord<D>, offset: [f64; D]) -> [f64; D] {
        let mut x = [0.0; D];
        for axis in 0..D {
            x[axis] = (block[axis] as f64 * EDGE as f64 + offset[axis]) * self.cell + self.origin[axis];
        }
        x
    }

    /// The walls as seen from a block: places in cells from the block's origin.
    pub fn planes_near(&self, block: &BlockCoord<D>) -> impl Iterator<Item = Plane> {
        let block = *block;
        self.planes.iter().filter_map(move |plane| {
            let at = plane.at - block[plane.axis] as f64 * EDGE as f64;
            // A block's particles and nodes lie within a block of it.
            let reach = 2.0 * EDGE as f64;
            let behind = match plane.side {
                Side::Low => at > -reach,
                Side::High => at < EDGE as f64 + reach,
            };
            behind.then_some(Plane { at, ..*plane })
        })
    }
}
