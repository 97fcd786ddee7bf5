//! A law's work on one particle.

use super::Point;
use crate::materials::{Increment, Law, LawVisitor, State};
use crate::tensor::Matrix;

/// What a law keeps of a particle deformed by `F` from rest.
pub struct Begin<const D: usize>(pub Matrix<f64, D>);

impl<const D: usize> LawVisitor for Begin<D> {
    type Output = Vec<f64>;
    fn visit<L: Law>(self, _: &L) -> Vec<f64> {
        let state = L::State::<f64, D>::from_deformation(self.0);
        (0..L::State::<f64, D>::COUNT).map(|k| state.get(k)).collect()
    }
}

/// Advances a particle's state and evaluates its law.
pub struct Deform<'a, const D: usize> {
    pub point: &'a mut Point<D>,
    pub by: Increment<f64, D>,
    pub critical: Option<f64>,
}

impl<const D: usize> LawVisitor for Deform<'_, D> {
    type Output = ();
    fn visit<L: Law>(self, law: &L) {
        let p = self.point;
        let mut state = L::State::<f64, D>::from_deformation(Matrix::identity(1.0));
        for (k, value) in p.state.iter().enumerate() {
            state.set(k, *value);
        }
        let state = law.advance(state, self.by);
        for (k, value) in p.state.iter_mut().enumerate() {
            *value = state.get(k);
        }
        p.f = state.deformation();
        p.tau = law.kirchhoff(state);
        p.j = law.volume_ratio(state);
        p.j_c = self.critical.unwrap_or(law.critical_volume_ratio(state));
    }
}
