//! Free surfaces of water that does not compress: C4, C7 and C8, after figures 1, 5 and 8 of "The Affine Particle-In-Cell
//! Method".

use std::collections::BTreeMap;

use clastic::{ParticleState, Simulation};

use crate::{Effort, Finding, Plot, Report, Table, gallery, side_by_side};

/// Particles above the one that is looked at for where the front is: drops do not count.
const ABOVE_FRONT: usize = 20;

/// The height of the front, in m.
fn front(simulation: &Simulation) -> f64 {
    let mut heights: Vec<f64> =
        simulation.particles().iter().map(|state| state.particle.position[1]).collect();
    let place = heights.len() - ABOVE_FRONT.min(heights.len());
    *heights.select_nth_unstable_by(place, f64::total_cmp).1
}

/// Particles by the cell that they are in.
fn by_cell(simulation: &Simulation) -> BTreeMap<[i64; 3], Vec<ParticleState>> {
    let size = simulation.config().cell_size;
    let mut cells = BTreeMap::<_, Vec<_>>::new();
    for state in simulation.particles() {
        let cell = state.particle.position.map(|x| (x / size).floor() as i64);
        cells.entry(cell).or_default().push(state);
    }
    cells
}

/// How far velocities are off the mean of their cell, over how fast the liquid is, as root mean squares; and the kinetic energy of the
/// means per mass, in J/kg, in which noise does not count.
fn noise_and_flow(simulation: &Simulation) -> [f64; 2] {
    let (mut off, mut all, mut count) = (0.0, 0.0, 0.0);
    for states in by_cell(simulation).values() {
        let mean = [0, 1, 2].map(|axis| {
            states.iter().map(|state| state.particle.velocity[axis]).sum::<f64>() / states.len() as f64
        });
        for v in states.iter().map(|state| state.particle.velocity) {
            off += v.iter().zip(mean).map(|(v, mean)| (v - mean).powi(2)).sum::<f64>();
            all += v.iter().map(|v| v * v).sum::<f64>();
            count += 1.0;
        }
    }
    [(off / all).sqrt(), 0.5 * (all - off) / count]
}

/// How far heights of the surface are off the mean of the four beside them, in cells, as a root mean square; no place counts for more than
/// two cells.
fn roughness(simulation: &Simulation) -> f64 {
    let size = simulation.config().cell_size;
    let mut tops = BTreeMap::<[i64; 2], f64>::new();
    for state in simulation.particles() {
        let [x, y, z] = state.particle.position.map(|x| x / size);
        let top = tops.entry([x.floor() as i64, z.floor() as i64]).or_insert(f64::MIN);
        *top = top.max(y);
    }
    let off = tops.iter().filter_map(|(&[i, k], top)| {
        let beside = [[i - 1, k], [i + 1, k], [i, k - 1], [i, k + 1]];
        let mut sum = 0.0;
        for place in beside {
            sum += tops.get(&place)?;
        }
        Some((top - 0.25 * sum).clamp(-2.0, 2.0).powi(2))
    });
    let off: Vec<f64> = off.collect();
    (off.iter().sum::<f64>() / off.len().max(1) as f64).sqrt()
}

/// What was seen of a run, over time, in s.
struct Run {
    front: Vec<[f64; 2]>,
    kinetic: Vec<[f64; 2]>,
    noise: Vec<[f64; 2]>,
    roughness: Vec<[f64; 2]>,
}

impl Run {
    fn new(mut simulation: Simulation, seconds: f64, looks: usize) -> Self {
        let mut run = Run { front: vec![], kinetic: vec![], noise: vec![], roughness: vec![] };
        for look in 1..=looks {
            simulation.advance_to(seconds * look as f64 / looks as f64).expect("water that flows");
            let time = simulation.time();
            let [noise, flow] = noise_and_flow(&simulation);
            run.front.push([time, front(&simulation)]);
            run.kinetic.push([time, flow]);
            run.noise.push([time, noise]);
            run.roughness.push([time, roughness(&simulation)]);
        }
        run
    }

    fn highest(&self) -> f64 {
        self.front.iter().map(|[_, y]| *y).fold(0.0, f64::max)
    }
}

/// The mean over the later half.
fn later(curve: &[[f64; 2]]) -> f64 {
    let half = &curve[curve.len() / 2..];
    half.iter().map(|[_, value]| value).sum::<f64>() / half.len() as f64
}

fn table(schemes: &[&str], runs: &[Run]) -> Table {
    let mut table = Table::new([
        "scheme",
        "highest front (m)",
        "energy of the flow, later half (J/kg)",
        "noise, later half",
        "roughness, later half (Δx)",
    ]);
    for (scheme, run) in schemes.iter().zip(runs) {
        let means = [&run.kinetic, &run.noise, &run.roughness].map(|curve| later(curve));
        table.numbers(scheme, [run.highest(), means[0], means[1], means[2]]);
    }
    table
}

/// Adds a line per scheme.
fn plot_of(plot: Plot, schemes: &[&str], runs: &[Run], curve: impl Fn(&Run) -> &Vec<[f64; 2]>) -> Plot {
    let runs = schemes.iter().zip(runs);
    runs.fold(plot, |plot, (scheme, run)| plot.line(*scheme, curve(run).iter().copied()))
}

/// By every scheme, in a thread each, on cells of this size, in m.
fn by_scheme(scene: &str, schemes: &[&str], cell: f64, seconds: f64, looks: usize) -> Vec<Run> {
    let scene = gallery(scene).set("grid.cell_size", cell);
    side_by_side(schemes, |scheme| {
        Run::new(scene.clone().set("transfer.scheme", *scheme).build_on(1), seconds, looks)
    })
}

/// C7: how high water rises from a fountain under water, and how noisy it is.
pub fn fountain(effort: Effort) -> Report {
    let schemes = ["pic", "flip-0.95", "flip-1", "apic"];
    let (cell, seconds) = effort.choose((0.06, 0.7), (0.015, 1.0));
    let runs = by_scheme("papers/c7-fountain", &schemes, cell, seconds, 28);
    let plot = Plot::new("A fountain").x("time (s)").y("height of the front (m)");
    let plot = plot_of(plot, &schemes, &runs, |run| &run.front);
    let [pic, blend, flip, apic] = &runs[..] else { unreachable!("four schemes") };
    let findings = vec![
        Finding::at_least("highest front: APIC over FLIP/PIC .95", apic.highest() / blend.highest(), 1.0),
        Finding::at_least("highest front: FLIP/PIC .95 over PIC", blend.highest() / pic.highest(), 1.0),
        Finding::between("highest front: APIC over FLIP", apic.highest() / flip.highest(), 0.9, 1.1),
        Finding::at_least("noise: FLIP over APIC", later(&flip.noise) / later(&apic.noise), 1.0),
        Finding::at_least("roughness: FLIP over APIC", later(&flip.roughness) / later(&apic.roughness), 1.0),
    ];
    Report::from(findings).table(table(&schemes, &runs)).plot("front", plot)
}

/// C4: wine is poured; blends of APIC with PIC are livelier and calmer at the surface than blends of FLIP with PIC.
pub fn wine(effort: Effort) -> Report {
    let schemes = ["flip-0.95", "flip-0.99", "apic-0.95", "apic"];
    let (cell, seconds) = effort.choose((0.004, 0.6), (0.0016, 1.2));
    let runs = by_scheme("papers/c4-wine", &schemes, cell, seconds, 24);
    let plot = Plot::new("Wine").x("time (s)").y("kinetic energy of the flow per mass (J/kg)");
    let plot = plot_of(plot, &schemes, &runs, |run| &run.kinetic);
    let [flip, _, blend, _] = &runs[..] else { unreachable!("four schemes") };
    let findings = vec![
        Finding::at_least(
            "energy of the flow: APIC/PIC .95 over FLIP/PIC .95",
            later(&blend.kinetic) / later(&flip.kinetic),
            1.0,
        ),
        Finding::at_most(
            "noise: APIC/PIC .95 over FLIP/PIC .95",
            later(&blend.noise) / later(&flip.noise),
            1.0,
        ),
        Finding::report(
            "roughness: APIC/PIC .95 over FLIP/PIC .95",
            later(&blend.roughness) / later(&flip.roughness),
        ),
    ];
    Report::from(findings).table(table(&schemes, &runs)).plot("kinetic", plot)
}

/// How far cells are filled whose neighbours all hold particles, as a mean; and how many there are.
fn filled(simulation: &Simulation) -> (f64, usize) {
    let cells = by_cell(simulation);
    let volume = simulation.config().cell_size.powi(3);
    let is_within = |cell: &[i64; 3]| {
        let offsets = (0..27i64).map(|n| [n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1]);
        offsets
            .map(|o| std::array::from_fn(|a| cell[a] + o[a]))
            .all(|beside: [i64; 3]| cells.contains_key(&beside))
    };
    let within = cells.iter().filter(|(cell, _)| is_within(cell));
    let shares: Vec<f64> = within
        .map(|(_, states)| states.iter().map(|state| state.particle.volume).sum::<f64>() / volume)
        .collect();
    (shares.iter().sum::<f64>() / shares.len().max(1) as f64, shares.len())
}

/// Nothing of the river's bed is lower, in m.
const LOWEST: f64 = -0.1;

/// C8: a river over rocks: water is as dense as it should be, and as much leaves as comes.
pub fn river(effort: Effort) -> Report {
    let (cell, seconds, looks) = effort.choose((0.14, 2.5, 20), (0.03, 4.0, 24));
    let scene = gallery("papers/c8-river").set("grid.cell_size", cell);
    let mut river = scene.build_on(effort.choose(1, 0));
    let (mut mass, mut density) = (Vec::new(), Vec::new());
    for look in 1..=looks {
        river.advance_to(seconds * look as f64 / looks as f64).expect("a river that flows");
        mass.push([river.time(), river.diagnostics().mass]);
        density.push([river.time(), filled(&river).0]);
    }
    let is_under =
        |state: &&ParticleState| state.particle.position[0] < 6.0 && state.particle.position[1] < LOWEST;
    let particles = river.particles();
    let under = particles.iter().filter(is_under).count();
    let findings = vec![
        Finding::between("filled share of cells within the water", later(&density), 0.97, 1.03),
        Finding::report("particles at the end", river.len() as f64),
        Finding::report("cells within the water", filled(&river).1 as f64),
        Finding::at_most("particles under the bed", under as f64, 0.0),
    ];
    let plot = Plot::new("A river").x("time (s)").y("water (kg)").line("mass", mass);
    Report::from(findings).plot("mass", plot)
}
