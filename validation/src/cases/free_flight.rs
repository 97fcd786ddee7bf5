//! Momentum in free flight by MLSRK: the forms that keep it, and the paper's.

use clastic::materials::{Material, NeoHookean};
use clastic::solvers::mlsrk::{Blend, Lumping, Mlsrk, NoSolids, Seed, Settings};

use crate::{Effort, Finding, Report, Table, side_by_side};

/// How forces become accelerations, and how velocities are blended.
type Forms = (&'static str, Lumping, Blend);

/// The first three keep momentum.
const FORMS: [Forms; 6] = [
    ("own masses, residual blend", Lumping::Own, Blend::Residual),
    ("own masses, pairwise blend", Lumping::Own, Blend::Pairwise),
    ("own masses, no blend", Lumping::Own, Blend::Paper),
    ("own masses, blend of equation 12", Lumping::Own, Blend::Paper),
    ("row sums of equation 11, no blend", Lumping::RowSum, Blend::Paper),
    ("row sums, blend of equation 12", Lumping::RowSum, Blend::Paper),
];

/// A disk of rubber of radius 1 m that flies, turns and trembles, by some of the forms; in 3D a ball.
fn body<const D: usize>((name, lumping, blend): Forms, spacing: f64) -> Mlsrk<D> {
    let blend_share = if name.ends_with("no blend") { 1.0 } else { 0.9 };
    let settings = Settings::<D> { lumping, blend, blend_share, ..Settings::new(3.0 * spacing) };
    let rubber = Material::from(NeoHookean::new(1e3, 0.3));
    let mut matter = Mlsrk::new(settings, vec![rubber]).expect("sound settings");
    let n = (2.0 / spacing) as usize;
    let volume = spacing.powi(D as i32);
    for place in 0..n.pow(D as u32) {
        let mut rest = place;
        let x: [f64; D] = std::array::from_fn(|_| {
            let along = rest % n;
            rest /= n;
            (along as f64 + 0.5) * spacing - 1.0
        });
        if x.iter().map(|x| x * x).sum::<f64>() < 1.0 {
            let tremble = 0.3 * (0.7 * place as f64).sin();
            let mut u = [0.0; D];
            (u[0], u[1]) = (0.7 - 2.0 * x[1] + tremble, -0.4 + 2.0 * x[0]);
            matter.add(Seed::at(x, volume, volume).moving(u), &[]).expect("a particle");
        }
    }
    matter
}

/// The largest `|Σ f|` over `Σ |f|` along any axis, by how much `Σ m u` changes over the mass times 3 m/s, and the share of the angular momentum that is left.
fn flight<const D: usize>(forms: Forms, spacing: f64, steps: usize) -> [f64; 3] {
    let mut matter = body::<D>(forms, spacing);
    let before = matter.diagnostics().of_all;
    let mut off = 0.0f64;
    for _ in 0..steps {
        matter.step(1e-3, &NoSolids).expect("rubber that flies");
        for axis in 0..D {
            let along = || matter.forces().iter().map(|force| force.force[axis]);
            off = off.max(along().sum::<f64>().abs() / along().map(f64::abs).sum::<f64>());
        }
    }
    let after = matter.diagnostics().of_all;
    let drifts = after.momentum.iter().zip(&before.momentum).map(|(after, before)| (after - before).abs());
    // About the middle of mass, which flies on.
    let spin = |d: &clastic::Diagnostics| {
        let [x, y, _] = d.center_of_mass;
        d.angular_momentum[2] - x * d.momentum[1] + y * d.momentum[0]
    };
    [off, drifts.fold(0.0, f64::max) / (3.0 * before.mass), spin(&after) / spin(&before)]
}

/// Momentum of a body in free flight, by all forms.
pub fn momentum(effort: Effort) -> Report {
    let (steps, [disk, ball]) = effort.choose((1000, [0.1, 0.25]), (5000, [0.05, 0.125]));
    let flat = side_by_side(&FORMS, |forms| flight::<2>(*forms, disk, steps));
    let space = side_by_side(&FORMS, |forms| flight::<3>(*forms, ball, steps / 5));
    let mut header = vec!["form".to_string()];
    for dimension in ["2D", "3D"] {
        header.extend(
            ["Σf over Σ‖f‖", "drift of Σ m u", "angular momentum left"]
                .map(|of| format!("{dimension}: {of}")),
        );
    }
    let mut table = Table::new(header.iter().map(String::as_str));
    let mut findings = Vec::new();
    let mut forces = 0.0f64;
    for (index, ((name, ..), runs)) in FORMS.iter().zip(flat.iter().zip(&space)).enumerate() {
        table.numbers(name, runs.0.iter().chain(runs.1).copied());
        forces = forces.max(runs.0[0]).max(runs.1[0]);
        let drift = runs.0[1].max(runs.1[1]);
        findings.push(match index {
            0..3 => Finding::at_most(format!("drift of Σ m u: {name}"), drift, 1e-13),
            _ => Finding::at_least(format!("drift of Σ m u: {name}"), drift, 1e-10),
        });
    }
    findings.insert(0, Finding::at_most("Σf over Σ‖f‖, by any form", forces, 1e-13));
    let kept = flat[0][2].min(space[0][2]);
    findings.push(Finding::between("angular momentum left: own masses, residual blend", kept, 0.98, 1.001));
    Report::from(findings).table(table)
}
