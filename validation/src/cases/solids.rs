//! Solids that bend and solids that flow: a cantilever beam and a copper rod that hits a wall.

use std::f64::consts::TAU;
use std::sync::Arc;

use clastic::grid::{Axis, Contact, Wall};
use clastic::materials::{Ductile, Hencky};
use clastic::{Config, Dimension, Particle, Simulation};

use crate::bodies::box_3d;
use crate::{Effort, Finding, Plot, Report, Table, short};

/// A beam of 10 × 2 × 2 m that sticks out of a wall.
struct Beam {
    /// Cells across.
    cells: f64,
}

impl Beam {
    const LENGTH: f64 = 10.0;
    const WIDTH: f64 = 2.0;
    const GRAVITY: f64 = 9.81;
    /// Timoshenko's beam: the deflection `q L⁴/8EI + q L²/2κGA`, in m, and the lowest frequency, in Hz, with κ = 5/6.
    const DEFLECTION: f64 = 0.3832;
    const FREQUENCY: f64 = 0.9908;

    /// Times in s, and how far the tip is down, in m, under a load that is a share of its weight.
    fn tip(&self, seconds: f64, load: impl Fn(f64) -> f64 + Send + Sync + 'static) -> Vec<[f64; 2]> {
        let cell = Beam::WIDTH / self.cells;
        let spacing = cell / 2.0;
        let config = Config {
            gravity: [0.0; 3],
            body_force: Some(Arc::new(move |at| [0.0, -Beam::GRAVITY * load(at.time), 0.0])),
            axes: [
                Axis::Bounded { low: Some(Wall::new(0.0, Contact::Sticky)), high: None },
                Axis::OPEN,
                Axis::OPEN,
            ],
            ..Config::new(Dimension::Three, cell)
        };
        // It goes on for two cells in the wall: nodes there stick, and its root has matter on both sides.
        let beam = box_3d(
            [-2.0 * cell, 0.0, 0.0],
            [Beam::LENGTH, Beam::WIDTH, Beam::WIDTH],
            spacing,
            1000.0,
        );
        let layer = |behind: f64| -> Vec<usize> {
            let at = Beam::LENGTH - behind * spacing;
            let here = |p: &Particle| (p.position[0] - at).abs() < 0.1 * spacing;
            (0..beam.len()).filter(|i| here(&beam[*i])).collect()
        };
        let (last, next) = (layer(0.5), layer(1.5));
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        let matter = simulation.add_material("beam", Hencky::new(1e8, 0.3));
        simulation.add_particles(matter, &beam).expect("valid particles");
        let mut tip = vec![[0.0, 0.0]];
        let looks = (100.0 * seconds) as usize;
        for look in 1..=looks {
            simulation.advance_to(seconds * look as f64 / looks as f64).expect("a beam that bends");
            let particles = simulation.particles();
            let fallen = |layer: &[usize]| {
                let sum: f64 =
                    layer.iter().map(|i| beam[*i].position[1] - particles[*i].particle.position[1]).sum();
                sum / layer.len() as f64
            };
            // The end lies half a spacing beyond the last layer.
            let (last, next) = (fallen(&last), fallen(&next));
            tip.push([simulation.time(), last + 0.5 * (last - next)]);
        }
        tip
    }
}

/// The frequency and the mean of an oscillation about it that begins at rest: least squares over both.
fn oscillation(history: &[[f64; 2]], range: [f64; 2]) -> (f64, f64) {
    // With w = A (1 − cos ωt) the best A is Σ wc/Σ c², and what is left is Σ w² − A Σ wc.
    let fit = |frequency: f64| {
        let shape = |time: f64| 1.0 - (TAU * frequency * time).cos();
        let both: f64 = history.iter().map(|[t, w]| w * shape(*t)).sum();
        let own: f64 = history.iter().map(|[t, _]| shape(*t).powi(2)).sum();
        (both / own, both * both / own)
    };
    let steps = 2000;
    let frequencies = (0..=steps).map(|k| range[0] + (range[1] - range[0]) * k as f64 / steps as f64);
    let best = frequencies.max_by(|a, b| fit(*a).1.total_cmp(&fit(*b).1)).expect("some frequencies");
    (best, fit(best).0)
}

/// A cantilever under its own weight hangs and swings as Timoshenko's beam does.
pub fn cantilever(effort: Effort) -> Report {
    let mut findings = Vec::new();
    let mut table = Table::new(["cells across", "deflection (m)", "off by", "frequency (Hz)", "off by"]);
    let mut plot = Plot::new("The tip of a cantilever").x("time (s)").y("deflection (m)");
    let resolutions: &[f64] = effort.choose(&[3.0, 4.0], &[3.0, 4.0, 6.0, 8.0]);
    for &cells in resolutions {
        let beam = Beam { cells };
        // A load that grows evenly over one period leaves no swing of that period behind.
        let hanging = beam.tip(1.5, |time| time.min(1.0));
        let late = hanging.iter().filter(|[time, _]| *time >= 1.0);
        let deflection = late.clone().map(|[_, w]| w).sum::<f64>() / late.count() as f64;
        // A tenth of the weight at once: so little that the beam's formulas, which are those of small deflections, hold.
        let swinging = beam.tip(1.2, |_| 0.1);
        let (frequency, _) = oscillation(&swinging, [0.8, 1.2]);
        let (bent, swung) = (deflection / Beam::DEFLECTION - 1.0, frequency / Beam::FREQUENCY - 1.0);
        let percent = |share: f64| format!("{:+.1} %", 100.0 * share);
        table.row(vec![
            short(cells, 2),
            short(deflection, 4),
            percent(bent),
            short(frequency, 4),
            percent(swung),
        ]);
        plot = plot.line(format!("{cells} cells across"), hanging);
        if cells == resolutions[resolutions.len() - 1] {
            let claim = |what: &str| format!("{cells} cells across: {what} over Timoshenko's, less 1");
            findings.push(Finding::between(claim("deflection of the tip"), bent, -0.03, 0.03));
            findings.push(Finding::between(claim("lowest frequency"), swung, -0.03, 0.03));
        }
    }
    let exact = [[0.0, 0.0], [1.0, Beam::DEFLECTION], [1.5, Beam::DEFLECTION]];
    Report::from(findings).table(table).plot("tip", plot.dashed("Timoshenko, at rest", exact))
}
