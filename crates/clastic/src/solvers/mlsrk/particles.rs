//! The particles: all that decides how matter goes on.

use rayon::prelude::*;

/// Particles per piece of parallel work.
pub(super) const GRAIN: usize = 256;

/// Whether a particle moves as its matter does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// It does.
    #[default]
    Free,
    /// It moves with the velocity that it was given: a boundary of any shape (section 4.1).
    Held,
}

/// A particle as it is added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seed<const D: usize> {
    /// The index of its material.
    pub material: u32,
    /// Where it is, in m.
    pub position: [f64; D],
    /// In m/s.
    pub velocity: [f64; D],
    /// In kg.
    pub mass: f64,
    /// The volume that it has at rest, in m^D.
    pub volume: f64,
    /// The deformation gradient `F`, all of it elastic.
    pub deformation: [[f64; D]; D],
    /// Whether its velocity is given.
    pub hold: Hold,
}

impl<const D: usize> Seed<D> {
    /// At rest, undeformed and free, of the first material.
    pub fn at(position: [f64; D], mass: f64, volume: f64) -> Self {
        let deformation = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
        Seed { material: 0, position, velocity: [0.0; D], mass, volume, deformation, hold: Hold::Free }
    }

    /// The same of another material.
    pub fn of(self, material: u32) -> Self {
        Seed { material, ..self }
    }

    /// The same with a velocity, in m/s.
    pub fn moving(self, velocity: [f64; D]) -> Self {
        Seed { velocity, ..self }
    }

    /// The same with a velocity that stays as it is.
    pub fn held(self) -> Self {
        Seed { hold: Hold::Held, ..self }
    }
}

/// One array per quantity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Particles<const D: usize> {
    /// Numbers that stay.
    pub id: Vec<u64>,
    /// The indices of their materials.
    pub material: Vec<u32>,
    /// Whose velocity is given.
    pub hold: Vec<Hold>,
    /// Where they are, in m.
    pub position: Vec<[f64; D]>,
    /// The velocities `u`, in m/s.
    pub velocity: Vec<[f64; D]>,
    /// In kg.
    pub mass: Vec<f64>,
    /// The volume at rest `V⁰`, in m^D; swelling changes it.
    pub rest_volume: Vec<f64>,
    /// The rest volume times the density that concentrations give it, in kg: what swelling keeps. 0 where nothing swells.
    pub swollen_mass: Vec<f64>,
    /// The present volume `V`, in m^D: the weight of a particle in sums.
    pub volume: Vec<f64>,
    /// The velocity gradient `∂u_i/∂x_j` in row `i`, in 1/s: the transpose of equation 18.
    pub gradient: Vec<[[f64; D]; D]>,
    /// `σ V = τ V⁰`, viscous stress included, in J.
    pub stress: Vec<[[f64; D]; D]>,
    /// What laws keep: [`Particles::states`] numbers each.
    pub state: Vec<f64>,
    /// Mass concentrations `c`: [`Particles::components`] numbers each.
    pub concentration: Vec<f64>,
    /// Numbers that laws keep per particle, at most.
    pub states: usize,
    /// Components whose concentrations are known.
    pub components: usize,
}

impl<const D: usize> Particles<D> {
    /// None, whose laws keep so many numbers, with so many components.
    pub fn new(states: usize, components: usize) -> Self {
        Particles { states, components, ..Default::default() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }

    /// The concentrations of a particle.
    pub fn concentrations(&self, index: usize) -> &[f64] {
        &self.concentration[index * self.components..][..self.components]
    }

    /// Makes room for laws that keep so many numbers.
    pub(super) fn make_room(&mut self, states: usize) {
        let (old, len) = (self.states, self.len());
        if states > old {
            let mut state = vec![0.0; len * states];
            for (to, from) in state.chunks_exact_mut(states).zip(self.state.chunks_exact(old)) {
                to[..old].copy_from_slice(from);
            }
            (self.state, self.states) = (state, states);
        }
    }

    pub(super) fn resize(&mut self, len: usize) {
        self.id.resize(len, 0);
        self.material.resize(len, 0);
        self.hold.resize(len, Hold::Free);
        self.position.resize(len, [0.0; D]);
        self.velocity.resize(len, [0.0; D]);
        self.mass.resize(len, 0.0);
        self.rest_volume.resize(len, 0.0);
        self.swollen_mass.resize(len, 0.0);
        self.volume.resize(len, 0.0);
        self.gradient.resize(len, [[0.0; D]; D]);
        self.stress.resize(len, [[0.0; D]; D]);
        self.state.resize(len * self.states, 0.0);
        self.concentration.resize(len * self.components, 0.0);
    }

    /// Whether all arrays are as long as they should be.
    pub(super) fn is_whole(&self) -> bool {
        let len = self.len();
        let lengths = [
            self.id.len(),
            self.material.len(),
            self.hold.len(),
            self.velocity.len(),
            self.mass.len(),
            self.rest_volume.len(),
            self.swollen_mass.len(),
            self.volume.len(),
            self.gradient.len(),
            self.stress.len(),
        ];
        lengths == [len; 10]
            && self.state.len() == len * self.states
            && self.concentration.len() == len * self.components
    }

    /// Whether all of them can be.
    pub(super) fn is_sound(&self) -> bool {
        let positive = |numbers: &[f64]| numbers.iter().all(|x| *x > 0.0 && x.is_finite());
        let finite = |numbers: &[f64]| numbers.iter().all(|x| x.is_finite());
        positive(&self.mass)
            && positive(&self.rest_volume)
            && positive(&self.volume)
            && finite(&self.swollen_mass)
            && finite(&self.state)
            && finite(&self.concentration)
            && finite(self.velocity.as_flattened())
            && finite(self.gradient.as_flattened().as_flattened())
            && finite(self.stress.as_flattened().as_flattened())
    }

    /// Becomes the particles of another, in the order of these indices.
    pub(super) fn gather(&mut self, other: &Particles<D>, from: &[u32]) {
        (self.states, self.components) = (other.states, other.components);
        self.resize(from.len());
        gather(&mut self.id, &other.id, from);
        gather(&mut self.material, &other.material, from);
        gather(&mut self.hold, &other.hold, from);
        gather(&mut self.position, &other.position, from);
        gather(&mut self.velocity, &other.velocity, from);
        gather(&mut self.mass, &other.mass, from);
        gather(&mut self.rest_volume, &other.rest_volume, from);
        gather(&mut self.swollen_mass, &other.swollen_mass, from);
        gather(&mut self.volume, &other.volume, from);
        gather(&mut self.gradient, &other.gradient, from);
        gather(&mut self.stress, &other.stress, from);
        gather_rows(&mut self.state, &other.state, from, other.states);
        gather_rows(&mut self.concentration, &other.concentration, from, other.components);
    }
}

fn gather<T: Copy + Send + Sync>(to: &mut [T], source: &[T], from: &[u32]) {
    to.par_iter_mut().zip(from).with_min_len(GRAIN).for_each(|(to, &from)| *to = source[from as usize]);
}

fn gather_rows(to: &mut [f64], source: &[f64], from: &[u32], stride: usize) {
    if stride == 0 {
        return;
    }
    to.par_chunks_exact_mut(stride)
        .zip(from)
        .with_min_len(GRAIN)
        .for_each(|(to, &from)| to.copy_from_slice(&source[from as usize * stride..][..stride]));
}
