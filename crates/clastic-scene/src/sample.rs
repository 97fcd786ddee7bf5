//! Particles in shapes.

use std::f64::consts::PI;

use clastic::Particle;

use crate::scene::Sampling;

/// A shape with numbers that make sense; in 2D the third components are 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Solid {
    Box { low: [f64; 3], high: [f64; 3] },
    Ball { center: [f64; 3], radius: f64 },
}

impl Solid {
    pub(crate) fn center(&self) -> [f64; 3] {
        match *self {
            Solid::Box { low, high } => std::array::from_fn(|i| 0.5 * (low[i] + high[i])),
            Solid::Ball { center, .. } => center,
        }
    }

    /// The lowest and highest places, in m.
    pub(crate) fn bounds(&self) -> [[f64; 3]; 2] {
        match *self {
            Solid::Box { low, high } => [low, high],
            Solid::Ball { center, radius } => [center.map(|x| x - radius), center.map(|x| x + radius)],
        }
    }

    /// In m³, or m² in 2D.
    pub(crate) fn volume(&self, dimension: usize) -> f64 {
        match *self {
            Solid::Box { low, high } => (0..dimension).map(|i| high[i] - low[i]).product(),
            Solid::Ball { radius, .. } if dimension == 2 => PI * radius * radius,
            Solid::Ball { radius, .. } => 4.0 / 3.0 * PI * radius.powi(3),
        }
    }

    fn contains(&self, x: [f64; 3], dimension: usize) -> bool {
        match *self {
            Solid::Box { .. } => true,
            Solid::Ball { center, radius } => {
                (0..dimension).map(|i| (x[i] - center[i]).powi(2)).sum::<f64>() < radius * radius
            }
        }
    }
}

/// Places in a solid: a lattice that fills its bounds symmetrically, half a spacing from each face. In a box whose faces
/// lie on nodes, particles are then symmetric in every cell.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    solid: Solid,
    dimension: usize,
    low: [f64; 3],
    spacing: [f64; 3],
    /// As floating point until someone has judged their product.
    counts: [f64; 3],
    jitter: Option<u64>,
}

impl Lattice {
    /// With about `spacing` m between neighbours.
    pub(crate) fn new(solid: Solid, dimension: usize, spacing: f64, sampling: Sampling, seed: u64) -> Self {
        let mut lattice = Lattice {
            solid,
            dimension,
            low: solid.bounds()[0],
            spacing: [spacing; 3],
            counts: [1.0; 3],
            jitter: (sampling == Sampling::Jittered).then_some(seed),
        };
        for i in 0..dimension {
            match solid {
                Solid::Box { low, high } => {
                    lattice.counts[i] = ((high[i] - low[i]) / spacing).round().max(1.0);
                    lattice.spacing[i] = (high[i] - low[i]) / lattice.counts[i];
                }
                Solid::Ball { center, radius } => {
                    let half = (radius / spacing).ceil();
                    lattice.counts[i] = 2.0 * half;
                    lattice.low[i] = center[i] - half * spacing;
                }
            }
        }
        lattice
    }

    /// How many places the bounds hold, which is at least as many as the solid.
    pub(crate) fn size(&self) -> f64 {
        self.counts.iter().product()
    }

    fn place(&self, index: u64) -> [f64; 3] {
        let mut rest = index;
        let mut x = [0.0; 3];
        for i in (0..self.dimension).rev() {
            let count = self.counts[i] as u64;
            let within = match self.jitter {
                Some(seed) => 0.1 + 0.8 * uniform(seed, index, i as u64),
                None => 0.5,
            };
            x[i] = self.low[i] + ((rest % count) as f64 + within) * self.spacing[i];
            rest /= count;
        }
        x
    }

    /// All places in the solid; one at its centre if the lattice misses it. Every call gives the same.
    pub(crate) fn places(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        let inside = (0..self.size() as u64)
            .map(|index| self.place(index))
            .filter(|x| self.solid.contains(*x, self.dimension));
        let mut inside = inside.peekable();
        let alone = inside.peek().is_none().then(|| self.solid.center());
        inside.chain(alone)
    }
}

/// A number in [0, 1) that depends on nothing but these three: SplitMix64.
fn uniform(seed: u64, index: u64, axis: u64) -> f64 {
    let mut z = mix(seed).wrapping_add(index.wrapping_mul(3).wrapping_add(axis));
    z = mix(z);
    (z >> 11) as f64 / (1u64 << 53) as f64
}

pub(crate) fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// How a body moves at the beginning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub center: [f64; 3],
    pub velocity: [f64; 3],
    pub angular_velocity: [f64; 3],
}

impl Motion {
    /// A particle that takes part, affine field included.
    pub(crate) fn particle(&self, x: [f64; 3], mass: f64, volume: f64) -> Particle {
        let [wx, wy, wz] = self.angular_velocity;
        let affine = [[0.0, -wz, wy], [wz, 0.0, -wx], [-wy, wx, 0.0]];
        let velocity = std::array::from_fn(|i| {
            self.velocity[i] + (0..3).map(|j| affine[i][j] * (x[j] - self.center[j])).sum::<f64>()
        });
        Particle { velocity, affine, ..Particle::at(x, mass, volume) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_on_nodes_is_symmetric_in_every_cell() {
        let solid = Solid::Box { low: [0.5, 1.0, 0.0], high: [1.5, 1.5, 0.0] };
        let lattice = Lattice::new(solid, 2, 0.25, Sampling::Regular, 0);
        let places: Vec<_> = lattice.places().collect();
        assert_eq!(places.len(), 4 * 2);
        for x in places {
            for (i, low) in [0.5, 1.0].into_iter().enumerate() {
                let within = ((x[i] - low) / 0.25).fract();
                assert!((within - 0.5).abs() < 1e-12, "{x:?}");
            }
        }
    }

    #[test]
    fn jitter_repeats_itself_and_stays_inside() {
        let solid = Solid::Ball { center: [0.0; 3], radius: 1.0 };
        let lattice = Lattice::new(solid, 3, 0.1, Sampling::Jittered, 7);
        let places: Vec<_> = lattice.places().collect();
        assert!(lattice.places().eq(places.iter().copied()));
        let expected = solid.volume(3) / 0.001;
        assert!((places.len() as f64 / expected - 1.0).abs() < 0.02, "{}", places.len());
        let other = Lattice::new(solid, 3, 0.1, Sampling::Jittered, 8);
        assert!(!other.places().eq(places.iter().copied()));
    }

    #[test]
    fn a_ball_too_small_for_the_lattice_is_one_particle() {
        let solid = Solid::Ball { center: [1.0, 2.0, 0.0], radius: 0.01 };
        let lattice = Lattice::new(solid, 2, 0.1, Sampling::Regular, 0);
        assert_eq!(lattice.places().collect::<Vec<_>>(), [[1.0, 2.0, 0.0]]);
    }
}
