//! What the MLSRK solver can do, and what others cannot.

use clastic::kernels::Kernel;
use clastic::materials::DeformationUpdate;

use super::{AXES, Check};
use crate::material::MIXING;
use crate::scene::{Grid, Transfer};
use crate::steps::{EnergyName, LiquidTable, MlsrkTable, PhaseTable, SolveTable, SolverName};

/// Kernel radii, in mean distances of particles, between which neighbourhoods are neither empty nor crowded.
const RADII: (f64, f64) = (1.0, 6.0);

/// What is wrong with something that is about a component that there is not.
pub(super) fn few_components(count: usize) -> String {
    match count {
        1 => "there is one component; expected no other, or more by `mlsrk.components`".to_string(),
        _ => format!("there are {count} components; expected no other, or more by `mlsrk.components`"),
    }
}

impl Check<'_> {
    /// What belongs to the MLSRK solver, and what does not.
    pub(super) fn mlsrk(&mut self) {
        if !self.sound(&[&["solver"]]) {
            return;
        }
        if self.scene.solver != SolverName::Mlsrk {
            self.of_mlsrk_alone();
            return;
        }
        let scene = self.scene;
        if scene.time.integrator().is_implicit() {
            self.wrong(&["time", "integrator"], "the MLSRK solver has its own; expected none");
        }
        self.grids();
        for (name, _) in &scene.meshes {
            self.wrong(&["meshes", name], "the MLSRK solver knows no meshes; expected `solver = \"mpm\"`");
        }
        for (name, material) in &scene.materials {
            let keeps_heat = material.resolve().is_ok_and(|material| material.keeps_heat());
            if keeps_heat && self.sound(&[&["materials", name]]) {
                let message = "the MLSRK solver knows no heat; expected none, and no curve over `temperature` or `melt`";
                self.wrong(&["materials", name], message);
            }
            let path = ["materials", name, "component"];
            if material.mixing.component >= scene.components()
                && self.sound(&[&path, &["mlsrk", "components"]])
            {
                self.wrong(&path, few_components(scene.components()));
            }
            let density = material.mixing.rest_density.as_ref();
            if density.is_some_and(|density| density.least() <= 0.0) {
                let message = "expected a density that is positive for every concentration from 0 to 1";
                self.wrong(&["materials", name, "rest_density"], message);
            }
        }
        if let Some(phase) = &scene.mlsrk.phase {
            if (phase.energy == EnergyName::Polynomial) == phase.coefficients.is_empty() {
                let message = "go with `energy = \"polynomial\"`; expected both or neither";
                self.wrong(&["mlsrk", "phase", "coefficients"], message);
            }
            if phase.energy != EnergyName::DoubleWell && phase.height != PhaseTable::default().height {
                let message = "goes with `energy = \"double-well\"`; expected both or neither";
                self.wrong(&["mlsrk", "phase", "height"], message);
            }
        }
        self.kernel();
    }

    /// What is about grids, of which there is none.
    fn grids(&mut self) {
        let scene = self.scene;
        let Grid { kernel, gradients, .. } = &scene.grid;
        let scheme = |transfer: &Transfer| transfer.resolve(scene.dimension);
        let told_scheme = scheme(&scene.transfer);
        let is_other = told_scheme.is_some() && told_scheme != scheme(&Transfer::default());
        let told: [(&[&str], bool); 6] = [
            (&["transfer"], is_other && self.sound(&[&["transfer"], &["dimension"]])),
            (&["grid", "kernel"], *kernel != Kernel::default()),
            (&["grid", "gradients"], gradients.is_some()),
            (&["time", "deformation"], scene.time.deformation != DeformationUpdate::default()),
            (&["solve"], scene.solve != SolveTable::default()),
            (&["liquid"], scene.liquid != LiquidTable::default()),
        ];
        for (path, _) in told.into_iter().filter(|(_, is_told)| *is_told) {
            self.wrong(path, "the MLSRK solver has no grid and would not heed it; expected none");
        }
    }

    /// The kernel must fit the particles and the periods.
    fn kernel(&mut self) {
        let scene = self.scene;
        if !self.sound(&[&["grid", "cell_size"], &["mlsrk", "radius"], &["dimension"]]) {
            return;
        }
        let radius = scene.mlsrk.radius * scene.grid.cell_size;
        for (name, body) in &scene.bodies {
            let spacing = body.grain.mean_spacing(scene);
            let distances = radius / spacing;
            let (low, high) = RADII;
            if !(low..=high).contains(&distances) && self.sound(&[&["bodies", name]]) {
                let message = format!(
                    "the kernel's radius is {distances:.2} distances of particles here; expected {low} to {high}, by the \
                     particles or by `mlsrk.radius`"
                );
                self.wrong(&["bodies", name], message);
            }
        }
        for (axis, letter) in AXES.into_iter().enumerate() {
            let Some([low, high]) = scene.periodic.by_axis()[axis] else { continue };
            let least = 3.3 * radius;
            if high - low < least && self.sound(&[&["periodic", letter]]) {
                let message = format!("shorter than 3.3 kernel radii; expected at least {least}");
                self.wrong(&["periodic", letter], message);
            }
        }
    }

    /// What other solvers would not heed.
    fn of_mlsrk_alone(&mut self) {
        let scene = self.scene;
        let message = "the MLSRK solver alone heeds it; expected none, or `solver = \"mlsrk\"`";
        for (name, _) in &scene.materials {
            for field in MIXING {
                if self.given(&["materials", name, field]) {
                    self.wrong(&["materials", name, field], message);
                }
            }
        }
        for (name, body) in &scene.bodies {
            if body.held {
                self.wrong(&["bodies", name, "held"], message);
            }
        }
        if scene.mlsrk != MlsrkTable::default() && self.sound(&[&["mlsrk"]]) {
            self.wrong(&["mlsrk"], message);
        }
    }
}
