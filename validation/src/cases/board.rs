//! A13: sand breaks through a board, as in figure 22 of "Revisiting Integration in the Material Point Method".

use clastic::Simulation;

use crate::{Effort, Finding, Plot, Report, Table, gallery, side_by_side};

/// The height of the board's lower side, in cm.
const BOARD: f64 = 40.0;

/// The share of sand that is not more than a cell below the board.
fn left(simulation: &Simulation) -> f64 {
    let (first, mesh) = simulation.meshes().next().expect("a board");
    let vertices = first..first + mesh.vertices.len() as u64;
    let particles = simulation.particles();
    let sand: Vec<_> = particles.iter().filter(|state| !vertices.contains(&state.id)).collect();
    let low = BOARD - simulation.config().cell_size;
    sand.iter().filter(|state| state.particle.position[1] > low).count() as f64 / sand.len() as f64
}

/// A13: how much sand stays on a board that was cut into pieces.
pub fn board(effort: Effort) -> Report {
    let schemes = ["flip-0.97", "apic", "sflip-0.97", "asflip-0.97"];
    let cell = effort.choose(4.8, 3.2);
    let scene = gallery("papers/a13-plate")
        .set("grid.cell_size", cell)
        .set("meshes.board.spacing", cell)
        .set("meshes.board.max", format!("[30.0, {:?}, 30.0]", BOARD + cell));
    let (seconds, looks) = effort.choose((0.25, 10), (0.4, 16));
    let runs = side_by_side(&schemes, |scheme| {
        let mut simulation = scene.clone().set("transfer.scheme", scheme).build_on(1);
        let look = |look: usize| {
            simulation.advance_to(seconds * look as f64 / looks as f64).expect("sand that falls");
            [simulation.time(), left(&simulation)]
        };
        (1..=looks).map(look).collect::<Vec<_>>()
    });
    let mut plot = Plot::new("Sand on a board in pieces").x("time (s)").y("share of sand on the board");
    let mut table = Table::new(["scheme", "share of sand on the board at the end"]);
    for (scheme, run) in schemes.iter().zip(&runs) {
        table.numbers(scheme, [run[looks - 1][1]]);
        plot = plot.line(*scheme, run.iter().copied());
    }
    let [flip, apic, sflip, asflip] = [0, 1, 2, 3].map(|run| runs[run][looks - 1][1]);
    let findings = vec![
        // Much less than: a third.
        Finding::at_most("SFLIP: sand left on the board, over FLIP's", sflip / flip, 0.33),
        Finding::at_most("ASFLIP: sand left on the board, over APIC's", asflip / apic, 0.33),
        Finding::at_least("FLIP: sand left on the board", flip, 0.5),
        Finding::at_least("APIC: sand left on the board", apic, 0.5),
    ];
    Report::from(findings).table(table).plot("left", plot)
}
