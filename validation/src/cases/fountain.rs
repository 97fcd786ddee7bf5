//! A10: a fountain, as in figure 1 of "Revisiting Integration in the Material Point Method".

use clastic::Simulation;

use crate::{Effort, Finding, Plot, Report, Table, gallery, short, side_by_side};

/// How far from the axis water is, as a root mean square, in cm.
fn spread(simulation: &Simulation) -> f64 {
    let particles = simulation.particles();
    let squares = particles.iter().map(|state| {
        let [x, _, z] = state.particle.position;
        x * x + z * z
    });
    (squares.sum::<f64>() / particles.len() as f64).sqrt()
}

/// A10: water comes farther with AFLIP and ASFLIP than with FLIP and APIC.
pub fn fountain(effort: Effort) -> Report {
    let (cell, bulk_modulus, seconds, looks) = effort.choose((2.0, 1e6, 0.7, 14), (0.25, 1e7, 1.2, 24));
    let paper = gallery("papers/a10-fountain");
    let told = paper.read().scene;
    // The same amount of water.
    let particles = (3e6 * (told.grid.cell_size / cell).powi(3)) as u64;
    let scene = paper
        .set("grid.cell_size", cell)
        .set("materials.water.bulk_modulus", bulk_modulus)
        .set("sources.nozzle.max_particles", particles);
    let schemes = ["flip-0.97", "apic", "aflip-0.97", "asflip-0.97"];
    let runs = side_by_side(&schemes, |scheme| {
        let mut simulation = scene.clone().set("transfer.scheme", scheme).build_on(effort.choose(1, 0));
        let mut history = Vec::new();
        for look in 1..=looks {
            simulation.advance_to(seconds * look as f64 / looks as f64).expect("water that falls");
            history.push([simulation.time(), spread(&simulation)]);
        }
        history
    });
    let mut plot = Plot::new("A fountain").x("time (s)").y("distance from the axis, root mean square (cm)");
    let mut table = Table::new(["scheme", "spread at the end (cm)"]);
    for (scheme, history) in schemes.iter().zip(&runs) {
        table.row(vec![scheme.to_string(), short(history[looks - 1][1], 4)]);
        plot = plot.line(*scheme, history.iter().copied());
    }
    let [flip, apic, aflip, asflip] = [0, 1, 2, 3].map(|run| runs[run][looks - 1][1]);
    let findings = vec![
        Finding::at_least("AFLIP: spread over the most of FLIP and APIC", aflip / flip.max(apic), 1.0),
        Finding::at_least("ASFLIP: spread over the most of FLIP and APIC", asflip / flip.max(apic), 1.0),
        Finding::report("ASFLIP: spread over AFLIP's", asflip / aflip),
    ];
    Report::from(findings).table(table).plot("spread", plot)
}
