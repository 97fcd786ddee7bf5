//! E4: where matter yields and where it comes apart, as in figure 9 of "Revisiting Integration in the Material Point
//! Method", drawn from the laws themselves.

use clastic::materials::{Clay, Liquid, Response, Sand, State};
use clastic::tensor::Matrix;

use crate::{Effort, Finding, Plot, Report, Table, short};

/// In Pa. Stresses are told over the bulk modulus, so that any would do.
const YOUNG: f64 = 1e6;
const POISSON: f64 = 0.3;
/// The least volume ratio that is drawn of a surface that has no end there.
const PRESSED: f64 = 0.85;
/// A volume ratio beyond the end of any surface that has one.
const CRUSHED: f64 = 0.1;

/// Matter that is drawn.
struct Drawn<L> {
    name: &'static str,
    law: L,
}

/// The state of volume ratio `J` whose first two axes are stretched by `e^{±shear}` besides.
fn state<L: Response<f64>, const D: usize>(j: f64, shear: f64) -> L::State<D> {
    let mut f = Matrix::scaled_identity(j.powf(1.0 / D as f64));
    f.0[0][0] *= shear.exp();
    f.0[1][1] *= (-shear).exp();
    L::State::<D>::from_deformation(f)
}

/// The last number on the way from one to another at which a condition holds that holds at first.
fn last(mut from: f64, mut to: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..100 {
        let middle = 0.5 * (from + to);
        if holds(middle) { from = middle } else { to = middle }
    }
    from
}

/// What the three ways to a law's tip say of its volume ratio.
struct Tip {
    /// The law's own `J_c`.
    critical: f64,
    /// Where a state without shear that was pulled apart is put by the return mapping.
    returned: f64,
    /// The deviator over `κ` of a sheared state that was pulled apart, after the return mapping.
    shear: f64,
    /// The largest at which the yield function allows a state without shear; `J_c` of a law that has no such function.
    allowed: f64,
}

impl<L: Response<f64>> Drawn<L> {
    /// Whether a state is within the yield surface: by its function, or for want of one because the law leaves it alone.
    fn elastic<const D: usize>(&self, j: f64, shear: f64) -> bool {
        let state = state::<L, D>(j, shear);
        match self.law.yield_function(state) {
            Some(outside) => outside <= 0.0,
            None => self.law.project(state).volume_ratio() == state.volume_ratio(),
        }
    }

    fn tip<const D: usize>(&self) -> Tip {
        let rest = state::<L, D>(1.0, 0.0);
        let critical = self.law.critical_volume_ratio(rest);
        let apart = state::<L, D>(1.5 * critical, 0.2);
        let deviator = |of: Matrix<f64, D>| of.plus_diagonal(-of.trace() / D as f64).norm();
        Tip {
            critical,
            returned: self.law.project(state::<L, D>(1.5 * critical, 0.0)).volume_ratio(),
            shear: deviator(self.law.kirchhoff(self.law.project(apart))) / self.bulk_modulus::<D>(),
            allowed: last(1.0 - 1e-6, 2.0 * critical, |j| self.elastic::<D>(j, 0.0)),
        }
    }

    /// `κ`, from the pressure of a small compression.
    fn bulk_modulus<const D: usize>(&self) -> f64 {
        let small = 1e-6;
        let stress = self.law.kirchhoff(state::<L, D>(1.0 - small, 0.0));
        -stress.trace() / (D as f64 * small)
    }

    /// The surface in 2D from its compressed end to its tip: `ln J` and both principal stresses over `κ`.
    fn surface(&self) -> Vec<[f64; 3]> {
        let tip = self.tip::<2>().critical;
        let from = match self.elastic::<2>(CRUSHED, 0.0) {
            true => PRESSED,
            false => last(1.0, CRUSHED, |j| self.elastic::<2>(j, 0.0)),
        };
        let points = 120;
        (0..=points)
            .map(|k| {
                // More points near both ends, where an ellipse is steep.
                let along = 0.5 - 0.5 * (std::f64::consts::PI * k as f64 / points as f64).cos();
                let j = from + (tip - from) * along;
                // A law without shear stress is as elastic when it is sheared.
                let shear = last(0.0, 2.0, |shear| self.elastic::<2>(j, shear));
                let stress = self.law.kirchhoff(state::<L, 2>(j, shear));
                let bulk = self.bulk_modulus::<2>();
                [j.ln(), stress.0[0][0] / bulk, stress.0[1][1] / bulk]
            })
            .collect()
    }
}

/// The figure's two panels and what is claimed about the tips.
struct Figure {
    stresses: Plot,
    volumes: Plot,
    table: Table,
    findings: Vec<Finding>,
    /// `ln J` and the principal stresses of the tips.
    tips: Vec<[f64; 3]>,
}

impl Figure {
    fn draw<L: Response<f64>>(&mut self, drawn: Drawn<L>) {
        let (name, surface) = (drawn.name, drawn.surface());
        let upper = surface.iter().map(|[_, first, second]| [*first, *second]);
        let lower = surface.iter().rev().map(|[_, first, second]| [*second, *first]);
        let plot = std::mem::take(&mut self.stresses);
        self.stresses = plot.line(name, upper.chain(lower));
        // The norm of the deviator of two principal stresses.
        let sheared = surface.iter().map(|[ln_j, first, second]| [*ln_j, (first - second) / 2.0f64.sqrt()]);
        let plot = std::mem::take(&mut self.volumes);
        self.volumes = plot.line(name, sheared);
        self.tips.push(surface[surface.len() - 1]);
        let tips = [("2D", drawn.tip::<2>()), ("3D", drawn.tip::<3>())];
        for (dimension, tip) in tips {
            self.table.row(vec![
                name.into(),
                dimension.into(),
                short(tip.critical, 7),
                short(tip.allowed, 7),
            ]);
            let claim = |what: &str| format!("{name}, {dimension}: {what}");
            // Rounding of roots and logarithms.
            let mut judge = |what: &str, measured: f64| {
                self.findings.push(Finding::at_most(claim(what), measured, 1e-12));
            };
            judge("yield surface's tip, |J − J_c|", (tip.allowed - tip.critical).abs());
            judge("where matter that came apart is put, |J − J_c|", (tip.returned - tip.critical).abs());
            judge("its deviator over κ", tip.shear);
        }
    }
}

/// E4: the tips of the yield surfaces are where matter comes apart.
pub fn tips(_: Effort) -> Report {
    let mut figure = Figure {
        stresses: Plot::new("Yield surfaces, and J_c at their tips")
            .x("first principal stress over κ")
            .y("second principal stress over κ"),
        volumes: Plot::new("Yield surfaces over volume").x("ln J").y("norm of the deviator over κ"),
        table: Table::new(["matter", "dimension", "J_c", "J at the tip"]),
        findings: Vec::new(),
        tips: Vec::new(),
    };
    // The paper's sand and clays: table 2, figures 8, 11 and 12.
    let sand = Sand::new(YOUNG, POISSON, 30.0);
    let dry = Clay::new(YOUNG, POISSON, 89.9, 0.999, 1.0, 0.89f64.ln());
    let wet = Clay::new(YOUNG, 0.4, 45.0, 2.0, 1.0, 0.8f64.ln());
    figure.draw(Drawn { name: "liquid", law: Liquid::new(YOUNG) });
    figure.draw(Drawn { name: "sand", law: sand });
    figure.draw(Drawn { name: "damp sand", law: sand.with_cohesion(0.03 * YOUNG) });
    figure.draw(Drawn { name: "clay", law: dry });
    figure.draw(Drawn { name: "wet clay", law: wet });
    for (name, law) in [("clay", dry), ("wet clay", wet)] {
        let ours = law.critical_volume_ratio(state::<Clay, 2>(1.0, 0.0));
        let pulled = law.cohesion * (-law.hardening * law.initial_alpha).sinh();
        let paper = pulled + (pulled * pulled + 1.0).sqrt();
        figure.findings.push(Finding::report(format!("{name}: J_c over the paper's"), ours / paper));
    }
    let dots = |pairs: fn(&[f64; 3]) -> [f64; 2]| figure.tips.iter().map(pairs).collect::<Vec<_>>();
    let (stresses, volumes) = (dots(|t| [t[1], t[2]]), dots(|t| [t[0], (t[1] - t[2]) / 2.0f64.sqrt()]));
    Report::from(figure.findings)
        .table(figure.table)
        .plot("stresses", figure.stresses.dots("J_c", stresses))
        .plot("volumes", figure.volumes.dots("J_c", volumes))
}
