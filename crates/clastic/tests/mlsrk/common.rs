//! What tests share.
#![allow(dead_code)]

use clastic::colliders::Contact;
use clastic::solvers::mlsrk::*;

/// Between −½ and ½.
pub fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
}

/// A lattice of so many particles along every axis, at the middle of cells of this size, shaken by a share of it.
pub fn lattice<const D: usize>(counts: [usize; D], spacing: f64, shake: f64) -> Vec<[f64; D]> {
    let mut seed = 1;
    let mut places = Vec::new();
    for code in 0..counts.iter().product() {
        let mut rest = code;
        places.push(std::array::from_fn(|axis| {
            let along = rest % counts[axis];
            rest /= counts[axis];
            (along as f64 + 0.5 + shake * random(&mut seed)) * spacing
        }));
    }
    places
}

/// The places within a radius of a center.
pub fn ball<const D: usize>(radius: f64, spacing: f64, center: [f64; D]) -> Vec<[f64; D]> {
    let n = (2.0 * radius / spacing).ceil() as usize + 2;
    let places = lattice([n; D], spacing, 0.0);
    let middle = 0.5 * n as f64 * spacing;
    let centered = places.into_iter().map(|x| x.map(|x| x - middle));
    let inside = centered.filter(|x| x.iter().map(|x| x * x).sum::<f64>() < radius * radius);
    inside.map(|x| std::array::from_fn(|k| x[k] + center[k])).collect()
}

/// The places in the order in which they were added, with their indices now.
pub fn by_id<const D: usize>(matter: &Mlsrk<D>) -> Vec<usize> {
    let ids = &matter.particles().id;
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_by_key(|i| ids[*i]);
    order
}

/// Half spaces: a place on each surface, and which way leads out.
pub struct Planes<const D: usize> {
    pub planes: Vec<([f64; D], [f64; D])>,
    pub contact: Contact,
    pub friction: f64,
}

impl<const D: usize> Planes<D> {
    pub fn floor(at: f64, contact: Contact) -> Self {
        let (mut place, mut out) = ([0.0; D], [0.0; D]);
        (place[1], out[1]) = (at, 1.0);
        Planes { planes: vec![(place, out)], contact, friction: 0.0 }
    }

    /// Around a box with a corner at the origin, open at the top.
    pub fn tank(size: [f64; D]) -> Self {
        let mut planes = Vec::new();
        for axis in 0..D {
            let mut out = [0.0; D];
            out[axis] = 1.0;
            planes.push(([0.0; D], out));
            if axis != 1 {
                planes.push((size, out.map(|x| -x)));
            }
        }
        Planes { planes, contact: Contact::Separate, friction: 0.0 }
    }
}

impl<const D: usize> Solids<D> for Planes<D> {
    fn len(&self) -> usize {
        self.planes.len()
    }
    fn distance(&self, solid: usize, x: [f64; D]) -> (f64, [f64; D]) {
        let (place, out) = self.planes[solid];
        ((0..D).map(|k| (x[k] - place[k]) * out[k]).sum(), out)
    }
    fn contact(&self, _: usize) -> (Contact, f64) {
        (self.contact, self.friction)
    }
}

/// `N_j(x_i)` and `∇N_j(x_i)` of the neighbours of a particle, whole volumes over `a^D`.
pub fn neighbourhood<const D: usize>(matter: &mut Mlsrk<D>, i: usize) -> Vec<(usize, f64, [f64; D])> {
    let shape = matter.shapes().unwrap()[i];
    let Settings { kernel, scale, .. } = *matter.settings();
    let particles = matter.particles();
    let list = matter.neighbours().of(i).iter().map(|j| {
        let j = *j as usize;
        let xi = std::array::from_fn(|k| (particles.position[j][k] - particles.position[i][k]) / scale);
        let volume = particles.volume[j] / scale.powi(D as i32);
        let (n, slope) = shape.at(kernel, scale, xi, volume);
        (j, n, slope)
    });
    list.collect()
}

/// The longest step that sound, motion, viscosity and diffusion allow, in s.
pub fn longest<const D: usize>(matter: &mut Mlsrk<D>) -> f64 {
    matter.evaluate(&NoSolids, &mut |_| ()).unwrap();
    let (a, Speeds { sound, motion, viscosity, .. }) = (matter.settings().scale, matter.speeds());
    let limits = [
        0.4 * a / sound.value,
        0.2 * a / motion.value,
        0.9 * a * a / viscosity.value,
        0.28 * a * a / matter.diffusion().value,
    ];
    limits.into_iter().fold(f64::INFINITY, f64::min)
}
