//! Fluids in a channel, against exact answers.
//!
//! Nodes on a sticky wall and behind it stand still. The quadratic spline through them does not vanish at the wall
//! itself, so matter slips there as if the wall stood a fraction of a cell back: the error of every channel is of
//! first order in the cell.

use std::f64::consts::PI;
use std::sync::Arc;

use clastic::colliders::Contact;
use clastic::grid::{Axis as Bounds, Wall};
use clastic::materials::{Liquid, Material, YieldFluid};
use clastic::{BodyForceAt, Config, Dimension, Particle, Precision, Simulation};

use crate::bodies::lattice_2d;
use crate::{Effort, Finding, Plot, Report, Table, line, short};

/// Half the width of the channel `H`, in m.
const HALF_WIDTH: f64 = 0.05;
/// In kg/m³.
pub(super) const DENSITY: f64 = 1000.0;
/// Of the Newtonian fluid `η`, in Pa s.
const VISCOSITY: f64 = 10.0;
/// What drives the channel `G`, in Pa/m.
const DRIVE: f64 = 1000.0;
/// Cells along the channel; nothing changes in this direction.
pub(super) const ALONG: usize = 8;

/// A viscous liquid, stiff enough for its speed: sound travels at 4 m/s.
fn oil() -> Material {
    Material::from(Liquid::new(1.6e4)).viscous(VISCOSITY, 0.0)
}

/// How far a liquid is compressed at first, so that it stays under pressure: it knows no tension.
const PRESSED: f64 = 0.99;

/// A channel between sticky walls, without end along x.
fn channel(cells: usize, still: Config, material: Material, volume_ratio: f64) -> Simulation {
    let cell = 2.0 * HALF_WIDTH / cells as f64;
    let length = ALONG as f64 * cell;
    let wall = |at: f64| Some(Wall::new(at, Contact::Sticky));
    let config = Config {
        precision: Precision::F64,
        cell_size: cell,
        axes: [
            Bounds::Periodic { low: 0.0, high: length },
            Bounds::Bounded { low: wall(-HALF_WIDTH), high: wall(HALF_WIDTH) },
            Bounds::OPEN,
        ],
        ..still
    };
    let mut fluid = lattice_2d([0.0, -HALF_WIDTH], [length, HALF_WIDTH], cell / 2.0, DENSITY, |_, _| true);
    for particle in &mut fluid {
        particle.volume /= volume_ratio;
        for i in 0..2 {
            particle.deformation[i][i] = volume_ratio.sqrt();
        }
    }
    filled(config, material, &fluid)
}

pub(super) fn filled(config: Config, material: Material, particles: &[Particle]) -> Simulation {
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let matter = simulation.add_material("matter", material);
    simulation.add_particles(matter, particles).expect("valid particles");
    simulation
}

/// Nothing pulls; [`channel`] fills in the rest.
pub(super) fn still() -> Config {
    Config { gravity: [0.0; 3], ..Config::new(Dimension::Two, 1.0) }
}

/// Pulled along by `G`.
fn driven() -> Config {
    Config { gravity: [DRIVE / DENSITY, 0.0, 0.0], ..still() }
}

/// The mean place and velocity of every row of particles across the channel, half a cell thick.
fn profile(simulation: &Simulation) -> Vec<[f64; 2]> {
    let row = simulation.config().cell_size / 2.0;
    let mut rows = vec![[0.0; 3]; (2.0 * HALF_WIDTH / row).round() as usize];
    for state in simulation.particles() {
        let y = state.particle.position[1];
        let last = rows.len() - 1;
        let sums = &mut rows[(((y + HALF_WIDTH) / row) as usize).min(last)];
        for (sum, value) in sums.iter_mut().zip([y, state.particle.velocity[0], 1.0]) {
            *sum += value;
        }
    }
    rows.into_iter().filter(|row| row[2] > 0.0).map(|[y, u, n]| [y / n, u / n]).collect()
}

/// The largest distance of a profile from the exact one, over the exact one's largest speed.
fn deviation(profile: &[[f64; 2]], exact: impl Fn(f64) -> f64) -> f64 {
    let off = profile.iter().map(|[y, u]| (u - exact(*y)).abs()).fold(0.0, f64::max);
    off / profile.iter().map(|[y, _]| exact(*y)).fold(0.0, f64::max)
}

/// Two errors' order in the cell, when cells are halved.
fn order(errors: &[f64]) -> f64 {
    let [.., coarse, fine] = errors else { panic!("two resolutions") };
    (coarse / fine).log2()
}

/// A curve to compare with, across the channel.
fn curve(exact: impl Fn(f64) -> f64) -> impl Iterator<Item = [f64; 2]> {
    (0..=200).map(move |i| HALF_WIDTH * (i as f64 / 100.0 - 1.0)).map(move |y| [y * 1e3, exact(y)])
}

/// In mm, for figures.
fn in_mm(profile: &[[f64; 2]]) -> impl Iterator<Item = [f64; 2]> {
    profile.iter().map(|[y, u]| [y * 1e3, *u])
}

pub(super) fn resolutions(effort: Effort) -> &'static [usize] {
    effort.choose(&[16, 32], &[16, 32, 64])
}

/// Half the thickness of the sheet that is dragged along the middle, in m: whole cells, so that it is whole particles.
const SHEET: f64 = 0.125 * HALF_WIDTH;
/// The shear stress on either of its sides, in Pa.
const DRAG: f64 = 50.0;

/// Couette flow on both sides of a sheet that is dragged along.
pub fn couette(effort: Effort) -> Report {
    let pull = move |at: &BodyForceAt| {
        let inside = at.position[1].abs() < SHEET;
        [if inside { DRAG / (DENSITY * SHEET) } else { 0.0 }, 0.0, 0.0]
    };
    let exact = |y: f64| {
        let outside = DRAG / VISCOSITY * (HALF_WIDTH - y.abs().max(SHEET));
        outside + 0.5 * DRAG / (VISCOSITY * SHEET) * (SHEET * SHEET - y * y).max(0.0)
    };
    let mut plot = Plot::new("A sheet dragged through a channel").x("y (mm)").y("speed (m/s)");
    let mut table =
        Table::new(["cells across", "deviation", "shear rate over τ/η", "slip at walls, in cells"]);
    let mut errors = Vec::new();
    let mut rate = 0.0;
    for &cells in resolutions(effort) {
        let config = Config { body_force: Some(Arc::new(pull)), ..still() };
        let mut simulation = channel(cells, config, oil(), PRESSED);
        simulation.advance_to(settling()).expect("a slow flow");
        let profile = profile(&simulation);
        let between = |[y, _]: &[f64; 2]| (-0.8..-0.3).contains(&(y / HALF_WIDTH));
        let (at_middle, slope) = line(&profile.iter().copied().filter(between).collect::<Vec<_>>());
        rate = slope * VISCOSITY / DRAG;
        let slip = (at_middle / slope - HALF_WIDTH) / simulation.config().cell_size;
        errors.push(deviation(&profile, exact));
        table.row(vec![
            cells.to_string(),
            short(errors[errors.len() - 1], 3),
            short(rate, 5),
            short(slip, 3),
        ]);
        plot = plot.line(format!("{cells} cells"), in_mm(&profile));
    }
    let findings = vec![
        Finding::at_most("largest deviation over the sheet's speed", errors[errors.len() - 1], 0.02),
        Finding::between("shear rate between sheet and wall, over τ/η", rate, 0.98, 1.02),
        Finding::at_least("order of the deviation in the cell", order(&errors), 0.8),
    ];
    Report::from(findings).table(table).plot("profile", plot.dashed("exact", curve(exact)))
}

/// When what viscosity evens out most slowly has come down to e^{−6.2} = 0.2 %, in s.
fn settling() -> f64 {
    2.5 * HALF_WIDTH * HALF_WIDTH * DENSITY / VISCOSITY
}

/// The start of Poiseuille flow from rest.
fn starting(y: f64, time: f64) -> f64 {
    let steady = 0.5 * DRIVE / VISCOSITY * (HALF_WIDTH * HALF_WIDTH - y * y);
    let largest = 16.0 * DRIVE * HALF_WIDTH * HALF_WIDTH / (VISCOSITY * PI.powi(3));
    let terms = (0..30).map(|k| {
        let n = (2 * k + 1) as f64;
        let wave = n * PI / (2.0 * HALF_WIDTH);
        let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
        sign * largest / n.powi(3) * (wave * y).cos() * (-wave * wave * VISCOSITY / DENSITY * time).exp()
    });
    steady - terms.sum::<f64>()
}

/// Poiseuille flow, from rest until it is steady.
pub fn poiseuille(effort: Effort) -> Report {
    let steady = |y: f64| 0.5 * DRIVE / VISCOSITY * (HALF_WIDTH * HALF_WIDTH - y * y);
    let early = 0.1 * settling();
    let mut plot = Plot::new("Poiseuille flow starts").x("y (mm)").y("speed (m/s)");
    let mut table = Table::new(["cells across", "deviation while it starts", "deviation when steady"]);
    let mut errors = Vec::new();
    let mut while_starting = 0.0;
    for &cells in resolutions(effort) {
        let mut simulation = channel(cells, driven(), oil(), PRESSED);
        simulation.advance_to(early).expect("a slow flow");
        let young = profile(&simulation);
        simulation.advance_to(settling()).expect("a slow flow");
        let old = profile(&simulation);
        while_starting = deviation(&young, |y| starting(y, early));
        errors.push(deviation(&old, steady));
        table.row(vec![cells.to_string(), short(while_starting, 3), short(errors[errors.len() - 1], 3)]);
        if cells == 32 {
            plot = plot.line("32 cells, 62 ms", in_mm(&young)).line("32 cells, 625 ms", in_mm(&old));
        }
    }
    let plot =
        plot.dashed("exact, 62 ms", curve(|y| starting(y, early))).dashed("exact, steady", curve(steady));
    let findings = vec![
        Finding::at_most("steady: largest deviation over the largest speed", errors[errors.len() - 1], 0.02),
        Finding::at_most("while it starts: the same", while_starting, 0.02),
    ];
    Report::from(findings).table(table).plot("profile", plot)
}

/// A shear wave in a periodic square decays as `exp(−ν k² t)`.
pub fn shear_wave(effort: Effort) -> Report {
    let (length, speed) = (2.0 * HALF_WIDTH, 0.1);
    let wave = 2.0 * PI / length;
    let rate = VISCOSITY / DENSITY * wave * wave;
    let mut table =
        Table::new(["cells", "rate of decay over ν k², η = 10 Pa s", "η = 0: rate over the same"]);
    let mut findings = Vec::new();
    let mut plot = Plot::new("A shear wave fades").x("time (s)").y("amplitude over that at the beginning");
    for &cells in resolutions(effort) {
        let cell = length / cells as f64;
        let square = Bounds::Periodic { low: 0.0, high: length };
        let mut rates = Vec::new();
        for viscosity in [VISCOSITY, 0.0] {
            let config = Config {
                precision: Precision::F64,
                cell_size: cell,
                axes: [square, square, Bounds::OPEN],
                ..still()
            };
            let mut fluid = lattice_2d([0.0; 2], [length; 2], cell / 2.0, DENSITY, |_, _| true);
            for particle in &mut fluid {
                let phase = wave * particle.position[1];
                particle.velocity[0] = speed * phase.sin();
                particle.affine[0][1] = speed * wave * phase.cos();
                particle.volume /= PRESSED;
                for i in 0..2 {
                    particle.deformation[i][i] = PRESSED.sqrt();
                }
            }
            let mut simulation = filled(config, oil().viscous(viscosity, 0.0), &fluid);
            let mut points = Vec::new();
            for look in 0..=20 {
                let time = 0.1 * look as f64 / rate;
                simulation.advance_to(time).expect("a slow flow");
                points.push([time, mode(&simulation, wave)[0] / speed]);
            }
            let logs: Vec<_> = points.iter().map(|[time, a]| [*time, a.ln()]).collect();
            rates.push(-line(&logs).1 / rate);
            if cells == 32 {
                plot = plot.line(format!("32² cells, η = {viscosity} Pa s"), points);
            }
        }
        table.row(vec![format!("{cells}²"), short(rates[0], 5), short(rates[1], 3)]);
        findings = vec![
            Finding::between(format!("{cells}² cells: rate of decay over ν k²"), rates[0], 0.98, 1.02),
            Finding::at_most("without viscosity: rate of decay over the same ν k²", rates[1].abs(), 0.02),
        ];
    }
    let exact = (0..=100).map(|i| 0.02 * i as f64 / rate).map(|time| [time, (-rate * time).exp()]);
    Report::from(findings).table(table).plot("decay", plot.dashed("exp(−ν k² t)", exact))
}

/// The amplitudes of `sin(k y)` in both components of the velocity, in m/s.
pub(super) fn mode(simulation: &Simulation, wave: f64) -> [f64; 2] {
    let (mut sums, mut weight) = ([0.0; 2], 0.0);
    for state in simulation.particles() {
        let shape = (wave * state.particle.position[1]).sin();
        for (sum, v) in sums.iter_mut().zip(state.particle.velocity) {
            *sum += shape * v;
        }
        weight += shape * shape;
    }
    sums.map(|sum| sum / weight)
}

/// A yield fluid in the channel: `τ = s_Y + K γ̇ⁿ`.
///
/// Three errors meet here. Slip at the walls and elastic strain, `s/μ` = 1.4 % at the wall, make the plug too fast.
/// APIC's transfers, which have a viscosity of their own that grows with the number of steps, make it too slow. They
/// partly cancel: with `n = 0.5` and `K = 10` the plug's speed over the exact is 0.89, 1.01 and 1.03 on 16, 32 and 64
/// cells. A thinner fluid, `K = 5`, shows the transfers alone: 0.86 on 32 cells when steady, 0.63 with steps of a
/// fifth, and 1.01 with PolyPIC.
struct Paste {
    label: &'static str,
    /// `s_Y`, in Pa.
    yield_stress: f64,
    /// `K`, in Pa sⁿ.
    consistency: f64,
    /// `n`.
    index: f64,
    /// When it is steady, in s.
    settled: f64,
}

impl Paste {
    /// Half the width of the plug `y₀`, in m.
    fn plug(&self) -> f64 {
        self.yield_stress / DRIVE
    }

    /// The speed of the plug, in m/s.
    fn plug_speed(&self) -> f64 {
        let n = self.index;
        let sheared = HALF_WIDTH - self.plug();
        n / (n + 1.0) * (DRIVE / self.consistency).powf(1.0 / n) * sheared.powf(1.0 + 1.0 / n)
    }

    /// The steady speed, in m/s.
    fn speed(&self, y: f64) -> f64 {
        let beyond = (y.abs() - self.plug()).max(0.0) / (HALF_WIDTH - self.plug());
        self.plug_speed() * (1.0 - beyond.powf(1.0 + 1.0 / self.index))
    }

    /// Half the plug's width in m, and `G/K` over the exact, from a steady profile: `γ̇ⁿ = G/K (|y| − y₀)` is a
    /// straight line.
    fn rheogram(&self, profile: &[[f64; 2]]) -> (f64, f64) {
        let mut points = Vec::new();
        for three in profile.windows(3) {
            let [[y0, u0], [y, _], [y2, u2]] = three else { unreachable!() };
            // Near the plug the rate is small, and near the wall the kernels are cut off.
            if (0.5..0.9).contains(&(y.abs() / HALF_WIDTH)) {
                points.push([y.abs(), ((u2 - u0) / (y2 - y0)).abs().powf(self.index)]);
            }
        }
        let (start, slope) = line(&points);
        (-start / slope, slope * self.consistency / DRIVE)
    }
}

/// Bingham's and Herschel and Bulkley's fluids flow through a channel as a plug.
pub fn yield_fluids(effort: Effort) -> Report {
    let paste =
        |label, consistency, index, settled| Paste { label, yield_stress: 20.0, consistency, index, settled };
    let pastes = [
        paste("Bingham", 5.0, 1.0, 2.5),
        paste("Herschel–Bulkley, n = 0.5", 10.0, 0.5, 2.5),
        paste("the same, K = 5", 5.0, 0.5, 10.0),
    ];
    // The thin one takes long.
    let tried = effort.choose(2, 3);
    let mut plot = Plot::new("Yield fluids in a channel").x("y (mm)").y("speed over the plug's");
    let mut table = Table::new([
        "fluid",
        "cells across",
        "plug width over 2 s_Y/G",
        "plug speed over exact",
        "deviation",
    ]);
    let mut findings = Vec::new();
    for (which, paste) in pastes.iter().enumerate().take(tried) {
        for (k, &cells) in resolutions(effort).iter().enumerate() {
            let law = YieldFluid::new(1e4, 0.4, paste.yield_stress, paste.consistency, paste.index);
            let mut simulation = channel(cells, driven(), law.into(), 1.0);
            simulation.advance_to(paste.settled).expect("a slow flow");
            let profile = profile(&simulation);
            let off = deviation(&profile, |y| paste.speed(y));
            let (plug, slope) = paste.rheogram(&profile);
            let width = plug / paste.plug();
            let inside: Vec<_> = profile.iter().filter(|[y, _]| y.abs() < 0.8 * paste.plug()).collect();
            let speed = inside.iter().map(|[_, u]| u).sum::<f64>() / inside.len() as f64;
            let speed = speed / paste.plug_speed();
            let numbers = [width, speed, off].map(|number| short(number, 4));
            table.row([paste.label.to_string(), cells.to_string()].into_iter().chain(numbers).collect());
            if k + 1 < resolutions(effort).len() {
                continue;
            }
            let claim = |what: &str| format!("{}, {cells} cells: {what}", paste.label);
            if which == 2 {
                findings.push(Finding::report(claim("speed of the plug over the exact"), speed));
                continue;
            }
            findings.push(Finding::between(claim("width of the plug over 2 s_Y/G"), width, 0.95, 1.05));
            findings.push(Finding::between(claim("speed of the plug over the exact"), speed, 0.95, 1.05));
            findings.push(Finding::at_most(claim("largest deviation over the plug's speed"), off, 0.04));
            findings.push(Finding::between(claim("slope of γ̇ⁿ over G/K"), slope, 0.95, 1.05));
            let moving = |[y, u]: [f64; 2]| [y, u / paste.plug_speed()];
            plot = plot
                .line(paste.label, in_mm(&profile).map(moving))
                .dashed(format!("{}, exact", paste.label), curve(|y| paste.speed(y)).map(moving));
        }
    }
    let law = YieldFluid::new(1e4, 0.4, 1.2 * DRIVE * HALF_WIDTH, 5.0, 1.0);
    let mut strong = channel(16, driven(), law.into(), 1.0);
    // It swings elastically at first; the way that it goes in the second half is what flows.
    strong.advance_to(1.0).expect("a fluid at rest");
    let halfway = strong.particles();
    strong.advance_to(2.0).expect("a fluid at rest");
    let ways = halfway.iter().zip(strong.particles());
    let ways = ways.map(|(a, b)| (b.particle.position[0] - a.particle.position[0]).abs());
    let creep = ways.fold(0.0, f64::max) / pastes[0].plug_speed();
    findings.push(Finding::at_most(
        "with s_Y = 1.2 G H: mean speed over that of Bingham's plug",
        creep,
        1e-3,
    ));
    Report::from(findings).table(table).plot("profile", plot)
}
