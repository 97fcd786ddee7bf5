//! What the liquid solver can do.

use clastic::solvers::liquid::{EDGE, check_scheme};

use super::{AXES, Check};
use crate::steps::SolverName;

/// The law of the materials that it knows.
const LAW: &str = "liquid";

/// Cells that a particle may move in a step.
const MOST_CELLS: f64 = 5.0;

impl Check<'_> {
    /// What a scene for the liquid solver must not have.
    pub(super) fn liquid(&mut self) {
        let scene = self.scene;
        if scene.solver != SolverName::Liquid || !self.sound(&[&["solver"], &["dimension"], &["transfer"]]) {
            return;
        }
        if let Some(Err(error)) = scene.transfer.resolve(scene.dimension).map(|scheme| check_scheme(&scheme))
        {
            self.wrong(&["transfer", "scheme"], error.to_string());
        }
        if scene.time.integrator().is_implicit() {
            self.wrong(&["time", "integrator"], "the liquid solver has its own; expected none");
        }
        if scene.time.courant_motion.is_some_and(|cells| cells > MOST_CELLS) {
            let message = format!("a liquid may move {MOST_CELLS} cells in a step; expected no more");
            self.wrong(&["time", "courant_motion"], message);
        }
        if scene.liquid.relaxation < 1.0 && self.sound(&[&["liquid", "relaxation"]]) {
            self.wrong(&["liquid", "relaxation"], "expected at least 1 step");
        }
        for (name, _) in &scene.meshes {
            self.wrong(&["meshes", name], "the liquid solver knows no meshes; expected `solver = \"mpm\"`");
        }
        self.one_liquid();
        self.whole_tiles();
    }

    /// Periods must be whole tiles.
    fn whole_tiles(&mut self) {
        let scene = self.scene;
        if !self.sound(&[&["grid", "cell_size"], &["periodic"]]) {
            return;
        }
        for (axis, letter) in AXES.into_iter().enumerate() {
            let Some([low, high]) = scene.periodic.by_axis()[axis] else { continue };
            let tiles = (high - low) / (EDGE as f64 * scene.grid.cell_size);
            if tiles.round() < 1.0 || (tiles - tiles.round()).abs() > 1e-6 {
                let message = format!(
                    "{:.3} cells; the liquid solver expects a whole multiple of {EDGE}",
                    tiles * EDGE as f64
                );
                self.wrong(&["periodic", letter], message);
            }
        }
    }

    /// All matter must be of one material, and that a liquid.
    fn one_liquid(&mut self) {
        let scene = self.scene;
        let bodies = scene.bodies.iter().map(|(name, body)| ("bodies", name, &body.material));
        let sources = scene.sources.iter().map(|(name, source)| ("sources", name, &source.material));
        let all: Vec<_> = bodies.chain(sources).collect();
        let Some((_, _, first)) = all.first() else { return };
        for (table, name, material) in &all {
            if material != first {
                let message = format!("the liquid solver knows one material; expected `{first}`, as above");
                self.wrong(&[table, name, "material"], message);
            }
        }
        let known = scene.materials.iter().find(|(name, _)| name == *first);
        if let Some((name, material)) = known.filter(|(_, material)| material.law != LAW) {
            let message = format!(
                "`{}` is not a liquid's law; expected `{LAW}`, of which density alone counts",
                material.law
            );
            self.wrong(&["materials", name, "law"], message);
        }
    }
}
