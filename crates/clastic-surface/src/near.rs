//! What particles around a place say: how much matter there is, and how fast it moves.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;
use splashsurf_lib::nalgebra::{Matrix3, Vector3};

use crate::islands::around;

/// The covariance, in squares of the radius, below which a direction is not resolved: gradients fade there.
const RESOLVED: f64 = 1e-6;
/// What is beyond the radius counts a billion times less, so that no place is without any particle.
const FAINTEST: f32 = 1e-3;

/// Particles in cells as wide as the radius, in cubes.
pub(crate) struct Near<'a> {
    places: &'a [Vector3<f32>],
    radius: f32,
    /// Particles by cell, and by index within a cell.
    order: Vec<u32>,
    cells: HashMap<[i32; 3], Range<usize>>,
}

impl<'a> Near<'a> {
    pub fn new(places: &'a [Vector3<f32>], radius: f32) -> Self {
        let (order, groups) = by_cell(places, radius);
        Near { places, radius, order, cells: groups.into_iter().collect() }
    }

    /// How far particles around each place are spread: the trace of their weighted covariance, in squares of the
    /// radius. It is 0 for particles at one place, whatever their number, about 0.1 beside a thread of particles, and
    /// 0.2 beside a sheet or a half space.
    pub fn spreads(&self, at: &[Vector3<f32>]) -> Vec<f32> {
        self.map(at, |place, around| {
            let (mut sum, mut mean, mut square) = (f32::MIN_POSITIVE, Vector3::zeros(), 0.0);
            for particle in around {
                let weight = self.closeness(place, *particle).powi(3);
                let apart = (self.places[*particle as usize] - place) / self.radius;
                sum += weight;
                mean += apart * weight;
                square += apart.norm_squared() * weight;
            }
            (square / sum - (mean / sum).norm_squared()).max(0.0)
        })
    }

    /// The velocity at each place: of all linear fields the one that is nearest to those of the particles around, by
    /// weighted least squares. What particles do not tell, as the gradient across a single layer of them, is 0.
    pub fn velocities(&self, at: &[Vector3<f32>], of: &[[f32; 3]]) -> Vec<[f32; 3]> {
        self.map(at, |place, around| {
            let own = around.iter().map(|particle| {
                let weight = f64::from(self.closeness(place, *particle).max(FAINTEST)).powi(3);
                let apart = (self.places[*particle as usize] - place).cast::<f64>() / f64::from(self.radius);
                (weight, apart, Vector3::from(of[*particle as usize]).cast::<f64>())
            });
            fit(own).cast::<f32>().into()
        })
    }

    /// 1 at a particle, 0 at the radius and beyond.
    fn closeness(&self, place: &Vector3<f32>, particle: u32) -> f32 {
        let q = (self.places[particle as usize] - place) / self.radius;
        (1.0 - q.norm_squared()).max(0.0)
    }

    /// A value for each place, from all particles in its cell and in those that touch it.
    fn map<T: Send + Clone + Default>(
        &self,
        at: &[Vector3<f32>],
        value: impl Fn(&Vector3<f32>, &[u32]) -> T + Sync,
    ) -> Vec<T> {
        let (order, groups) = by_cell(at, self.radius);
        let found = groups.par_iter().flat_map_iter(|(cell, members)| {
            let cells = around(*cell).filter_map(|cell| self.cells.get(&cell));
            let particles: Vec<u32> = cells.flat_map(|range| &self.order[range.clone()]).copied().collect();
            let value = &value;
            order[members.clone()].iter().map(move |place| value(&at[*place as usize], &particles))
        });
        let found: Vec<T> = found.collect();
        let mut values = vec![T::default(); at.len()];
        order.iter().zip(found).for_each(|(place, value)| values[*place as usize] = value);
        values
    }
}

/// A cell, and which of the places in order are in it.
type Group = ([i32; 3], Range<usize>);

/// Places sorted by their cells.
fn by_cell(places: &[Vector3<f32>], width: f32) -> (Vec<u32>, Vec<Group>) {
    let cells: Vec<[i32; 3]> =
        places.iter().map(|place| place.map(|x| (x / width).floor() as i32).into()).collect();
    let mut order: Vec<u32> = (0..places.len() as u32).collect();
    order.par_sort_by_key(|place| cells[*place as usize]);
    let mut groups = Vec::new();
    let mut first = 0;
    for members in order.chunk_by(|a, b| cells[*a as usize] == cells[*b as usize]) {
        groups.push((cells[members[0] as usize], first..first + members.len()));
        first += members.len();
    }
    (order, groups)
}

/// The value at 0 of the linear field nearest to velocities of which the weights and places are given.
///
/// With the weighted means x̄ and v̄ and covariances C of places and D of velocities with places it is
/// v̄ − D (C + ε)⁻¹ x̄. The second term is at most three times as long as the farthest of the velocities is from v̄,
/// or a few particles that move apart would give absurd values.
fn fit(own: impl Iterator<Item = (f64, Vector3<f64>, Vector3<f64>)> + Clone) -> Vector3<f64> {
    let (mut sum, mut x, mut v) = (0.0, Vector3::zeros(), Vector3::zeros());
    for (weight, place, velocity) in own.clone() {
        sum += weight;
        x += place * weight;
        v += velocity * weight;
    }
    if sum == 0.0 {
        return v;
    }
    let (x, v) = (x / sum, v / sum);
    let (mut c, mut d) = (Matrix3::identity() * (RESOLVED * sum), Matrix3::zeros());
    let mut farthest: f64 = 0.0;
    for (weight, place, velocity) in own {
        c += (place - x) * (place - x).transpose() * weight;
        d += (velocity - v) * (place - x).transpose() * weight;
        if place.norm_squared() < 1.0 {
            farthest = farthest.max((velocity - v).norm());
        }
    }
    let change = c.cholesky().map_or_else(Vector3::zeros, |c| -d * c.solve(&x));
    v + change.cap_magnitude(3.0 * farthest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_particles_give_their_own_velocities() {
        let at = [Vector3::new(0.3, 0.1, -0.2)];
        let places = [Vector3::zeros(), Vector3::new(0.0, 0.01, 0.0)];
        let velocities = [[1.0, 2.0, 3.0], [-1.0, 2.0, 3.0]];
        let one = Near::new(&places[..1], 2.0).velocities(&at, &velocities[..1]);
        assert_eq!(one, velocities[..1]);
        let two = Near::new(&places, 2.0).velocities(&at, &velocities)[0];
        assert!(two[0].abs() <= 3.1 && two[1..] == [2.0, 3.0], "{two:?}");
        assert_eq!(Near::new(&[], 2.0).velocities(&at, &[]), [[0.0; 3]]);
    }

    #[test]
    fn spreads_tell_drops_from_bodies() {
        let spread = |size: [i32; 3]| {
            let corner = |i: i32| [i % size[0], -(i / size[0] % size[1]), i / (size[0] * size[1])];
            let place = |i| Vector3::from(corner(i)).cast::<f32>();
            let places: Vec<_> = (0..size.iter().product()).map(place).collect();
            let middle = Vector3::new(0.5 * size[0] as f32 - 0.5, 0.5, 0.5 * size[2] as f32 - 0.5);
            Near::new(&places, 2.0).spreads(&[middle])[0]
        };
        for (size, least, most) in [
            ([1, 1, 1], 0.0, 1e-6),
            ([2, 1, 1], 0.0, 0.07),
            ([2, 2, 2], 0.0, 0.14),
            ([9, 1, 1], 0.08, 0.14),
            ([9, 1, 9], 0.17, 0.23),
            ([9, 9, 9], 0.17, 0.23),
        ] {
            let spread = spread(size);
            assert!(least <= spread && spread <= most, "{size:?}: {spread}");
        }
    }
}
