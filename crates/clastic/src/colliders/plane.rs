//! The walls of the domain.

use super::{Sample, Settled, Touch};
use crate::grid::{BlockCoord, Domain, Plane, Side, WALLS};
use crate::tensor::{Real, Scalar, Vector};

/// The walls near a block, in cells from the block's origin.
pub struct PlaneList {
    planes: [Option<Plane>; WALLS],
}

impl PlaneList {
    /// The walls that a block's particles or nodes can touch.
    #[inline]
    pub fn near<const D: usize>(domain: &Domain<D>, block: &BlockCoord<D>) -> Self {
        let mut planes = [None; WALLS];
        for (entry, plane) in planes.iter_mut().zip(domain.planes_near(block)) {
            *entry = Some(plane);
        }
        PlaneList { planes }
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = &Plane> {
        self.planes.iter().map_while(|plane| plane.as_ref())
    }

    /// Whether no wall is near.
    pub fn is_empty(&self) -> bool {
        self.planes[0].is_none()
    }

    /// The velocity of node `index` (from the block's first) once the walls have had their say. `settled` is asked of a node that
    /// walls act on; `taken` is told the wall and what it took of the velocity.
    #[inline(always)]
    pub fn contact<T: Scalar, const D: usize>(
        &self,
        index: [usize; D],
        mut v: Vector<T, D>,
        settled: impl Fn() -> Option<Settled<D>>,
        mut taken: impl FnMut(usize, Vector<T, D>),
    ) -> Vector<T, D> {
        let mut asked = None;
        for plane in self.iter().filter(|plane| plane.holds(index[plane.axis])) {
            let mut normal = Vector([T::default(); D]);
            normal[plane.axis] = T::from_f64(plane.side.outward());
            let after = match asked.get_or_insert_with(&settled).as_mut().and_then(|s| plane.take(s)) {
                Some(taken) => v - taken,
                None => plane.contact.resolve(T::from_f64(plane.friction), v, normal),
            };
            taken(plane.index(), v - after);
            v = after;
        }
        v
    }

    /// The walls that act on node `index` (from the block's first).
    pub fn touches<const D: usize>(&self, index: [usize; D]) -> impl Iterator<Item = Touch<D>> {
        self.iter().filter(move |plane| plane.holds(index[plane.axis])).map(|plane| {
            let mut normal = Vector([0.0; D]);
            normal[plane.axis] = plane.side.outward();
            let (contact, friction) = (plane.contact, plane.friction);
            Touch { contact, friction, normal, velocity: Vector([0.0; D]) }
        })
    }

    /// The temperature that a wall keeps node `index` (from the block's first) at.
    #[inline]
    pub fn temperature<const D: usize>(&self, index: [usize; D]) -> Option<f64> {
        let mut found = None;
        for plane in self.iter().filter(|plane| plane.temperature.is_some()) {
            if plane.holds(index[plane.axis]) {
                found = plane.temperature;
            }
        }
        found
    }

    /// 0 where a particle that would be at `ahead` (cells from the block's origin) with velocity `v` (m/s) runs into a wall,
    /// `beta` elsewhere.
    #[inline(always)]
    pub fn stop<R: Real, const D: usize>(&self, ahead: Vector<R, D>, v: Vector<R, D>, mut beta: R) -> R {
        for plane in self.planes.iter().flatten() {
            beta = R::select(plane.sample(ahead).runs_into(v), beta.zero(), beta);
        }
        beta
    }
}

/// A wall that stands on a node counts that node in, whatever the rounding of its place, in cells.
const NODE_TOLERANCE: f64 = 1e-6;

impl Plane {
    /// Whether the node with this index along the plane's axis lies on it or behind it.
    #[inline(always)]
    fn holds(&self, index: usize) -> bool {
        let depth = index as f64 - self.at;
        match self.side {
            Side::Low => depth <= NODE_TOLERANCE,
            Side::High => depth >= -NODE_TOLERANCE,
        }
    }

    /// What it takes of the velocity of a node that it has held in a solve.
    #[inline(never)]
    fn take<T: Scalar, const D: usize>(&self, settled: &mut Settled<D>) -> Option<Vector<T, D>> {
        let mut normal = Vector([0.0; D]);
        normal[self.axis] = self.side.outward();
        let taken = settled.take(normal)?;
        Some(Vector(std::array::from_fn(|axis| T::from_f64(taken[axis]))))
    }

    /// The signed distance of places in cells from the same origin as the plane's.
    #[inline(always)]
    pub fn sample<R: Real, const D: usize>(&self, x: Vector<R, D>) -> Sample<R, D> {
        let zero = x[0].zero();
        let along = x[self.axis] - zero.of(self.at);
        let (distance, sign) = match self.side {
            Side::Low => (along, zero.one()),
            Side::High => (-along, -zero.one()),
        };
        let mut normal = Vector([zero; D]);
        normal[self.axis] = sign;
        Sample { distance, normal }
    }
}
