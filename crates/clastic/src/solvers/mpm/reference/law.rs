//! A law's work on one particle.

use super::Point;
use crate::materials::{
    Carried, Increment, Law, LawVisitor, Material, MaterialNumbers, NUMBERS_MAX, Response, State, StateOf,
    law_part, viscous_stress,
};
use crate::tensor::Matrix;

/// What a law keeps of a particle deformed by `F` from rest.
pub struct Begin<const D: usize>(pub Matrix<f64, D>);

impl<const D: usize> LawVisitor for Begin<D> {
    type Output = Vec<f64>;
    fn visit<L: Law>(self, _: &L) -> Vec<f64> {
        let state = StateOf::<L, f64, D>::from_deformation(self.0);
        (0..<StateOf<L, f64, D>>::COUNT).map(|k| state.get(k)).collect()
    }
}

impl<const D: usize> Point<D> {
    /// What its law keeps.
    pub fn read_state<L: Law>(&self) -> StateOf<L, f64, D> {
        let mut state = StateOf::<L, f64, D>::from_deformation(Matrix::identity(1.0));
        for (k, value) in self.state.iter().enumerate() {
            state.set(k, *value);
        }
        state
    }

    /// Its material's numbers.
    pub fn numbers(&self, material: &Material) -> MaterialNumbers<f64> {
        let heat = material.heat_or_none();
        match &material.variation {
            None => material.numbers(),
            Some(variation) => variation.at(match variation.by {
                Carried::Temperature => heat.temperature(self.heat),
                Carried::Melt => heat.melt(self.heat),
                Carried::Concentration => self.concentration,
            }),
        }
    }
}

/// Advances a particle's state and evaluates its material.
pub struct Deform<'a, const D: usize> {
    pub point: &'a mut Point<D>,
    pub material: &'a Material,
    pub by: Increment<f64, D>,
    /// `∇v`.
    pub gradient: Matrix<f64, D>,
}

impl<const D: usize> LawVisitor for Deform<'_, D> {
    type Output = ();
    fn visit<L: Law>(self, _: &L) {
        let Deform { point: p, material, by, gradient } = self;
        let numbers = p.numbers(material);
        let law = L::over(&law_part(&numbers));
        let state = law.advance(p.read_state::<L>(), by);
        for (k, value) in p.state.iter_mut().enumerate() {
            *value = state.get(k);
        }
        p.gradient = gradient;
        p.f = state.deformation();
        p.j = state.volume_ratio();
        let (eta, zeta) = (numbers[NUMBERS_MAX], numbers[NUMBERS_MAX + 1]);
        p.tau = law.kirchhoff(state) + viscous_stress(gradient, eta * p.j, zeta * p.j);
        p.j_c = material.critical_volume_ratio.unwrap_or(law.critical_volume_ratio(state));
    }
}
