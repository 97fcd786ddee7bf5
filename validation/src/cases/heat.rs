//! Heat in bars that do not move, against exact answers.
//!
//! A bar is a strip of particles along x, periodic across. Nothing pulls and nothing presses, so only heat moves.
//! Nodes on a wall of fixed temperature and behind it take the wall's, so the bar is held at it a fraction of a cell
//! before the wall: the error of a bar between such walls is of first order in the cell. Walls that keep heat in cost
//! no order.

use std::f64::consts::PI;

use clastic::colliders::Contact;
use clastic::grid::{Axis as Bounds, Wall};
use clastic::materials::{FixedCorotated, Heat, Material};
use clastic::{Config, Dimension, Particle, Precision, Simulation, TimeStep};

use crate::bodies::{Random, lattice_2d};
use crate::{Effort, Finding, Plot, Report, Table, short};

/// In kg/m³.
const DENSITY: f64 = 1000.0;
/// `c`, in J/(kg K).
const CAPACITY: f64 = 500.0;
/// `k`, in W/(m K).
const CONDUCTIVITY: f64 = 50.0;
/// `α = k/(ρ c)`, in m²/s.
const DIFFUSIVITY: f64 = CONDUCTIVITY / (DENSITY * CAPACITY);
/// The length of the bar, in m.
const LENGTH: f64 = 1.0;

/// A bar between walls at x = 0 and [`LENGTH`], which keep heat in where they have no temperature.
struct Bar {
    cells: usize,
    walls: [Option<f64>; 2],
    heat: Heat,
}

impl Bar {
    /// The simulation, with this temperature at a place along the bar.
    fn build(&self, temperature: impl Fn(f64) -> f64) -> Simulation {
        let cell = LENGTH / self.cells as f64;
        let wall = |at: f64, temperature| Some(Wall { temperature, ..Wall::new(at, Contact::Slip) });
        let config = Config {
            precision: Precision::F64,
            gravity: [0.0; 3],
            axes: [
                Bounds::Bounded { low: wall(0.0, self.walls[0]), high: wall(LENGTH, self.walls[1]) },
                Bounds::Periodic { low: 0.0, high: 4.0 * cell },
                Bounds::OPEN,
            ],
            // Sound does not matter where nothing moves: half of what heat allows.
            time_step: TimeStep::Fixed(0.125 * cell * cell / DIFFUSIVITY),
            ..Config::new(Dimension::Two, cell)
        };
        let mut bar = lattice_2d([0.0; 2], [LENGTH, 4.0 * cell], cell / 2.0, DENSITY, |_, _| true);
        for particle in &mut bar {
            particle.temperature = temperature(particle.position[0]);
        }
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        // So soft that sound does not get anywhere.
        let solid = Material::from(FixedCorotated::new(1e-3, 0.0)).heated(self.heat);
        let solid = simulation.add_material("solid", solid);
        simulation.add_particles(solid, &bar).expect("valid particles");
        simulation
    }
}

/// Place and temperature of the particles in one row along the bar.
fn profile(simulation: &Simulation) -> Vec<[f64; 2]> {
    let cell = simulation.config().cell_size;
    let particles = simulation.particles().into_iter().map(|state| state.particle);
    let row = particles.filter(|particle: &Particle| particle.position[1] < 0.5 * cell);
    let mut points: Vec<_> = row.map(|particle| [particle.position[0], particle.temperature]).collect();
    points.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]));
    points
}

/// The largest difference between a bar and the exact answer.
fn deviation(points: &[[f64; 2]], exact: impl Fn(f64) -> f64) -> f64 {
    points.iter().map(|[x, t]| (t - exact(*x)).abs()).fold(0.0, f64::max)
}

fn plain() -> Heat {
    Heat::new(CAPACITY, CONDUCTIVITY)
}

/// The time in which heat crosses the bar, in s.
fn crossing() -> f64 {
    LENGTH * LENGTH / DIFFUSIVITY
}

/// A hot bar between cold walls, by Fourier's series.
fn cooling(x: f64, time: f64) -> f64 {
    let terms = (0..200).map(|k| {
        let n = (2 * k + 1) as f64 * PI;
        4.0 / n * (n * x / LENGTH).sin() * (-n * n * time / crossing()).exp()
    });
    terms.sum()
}

/// A bar between cold walls, and one that keeps its heat.
pub fn bar(effort: Effort) -> Report {
    let mut findings = Vec::new();
    let mut table = Table::new([
        "cells",
        "one wave: rate of decay over π²α/L²",
        "one wave: largest error (K)",
        "hot bar: largest error (K)",
        "insulated wave: largest error (K)",
    ]);
    let mut errors: [Vec<f64>; 3] = Default::default();
    let mut plot = Plot::new("A hot bar between cold walls").x("x (m)").y("temperature (K)");
    for &cells in effort.choose::<&[usize]>(&[16, 32, 64], &[16, 32, 64, 128]) {
        let cold = Bar { cells, walls: [Some(0.0), Some(0.0)], heat: plain() };
        let time = 0.1 * crossing();
        let sine = |x: f64| (PI * x / LENGTH).sin();
        let left = (-PI * PI * 0.1f64).exp();
        let mut wave = cold.build(sine);
        wave.advance_to(time).expect("a bar at rest");
        let points = profile(&wave);
        let amplitude = points.iter().map(|[x, t]| t * sine(*x)).sum::<f64>()
            / points.iter().map(|[x, _]| sine(*x).powi(2)).sum::<f64>();
        let rate = amplitude.ln() / left.ln();
        errors[0].push(deviation(&points, |x| left * sine(x)));

        let mut hot = cold.build(|_| 1.0);
        for (part, label) in [(0.02, "0.02"), (0.1, "0.1")] {
            hot.advance_to(part * crossing()).expect("a bar at rest");
            if cells == 32 {
                let theory = (0..=200).map(|i| LENGTH * i as f64 / 200.0);
                plot = plot.line(format!("32 cells, {label} L²/α"), profile(&hot)).dashed(
                    format!("exact, {label} L²/α"),
                    theory.map(|x| [x, cooling(x, part * crossing())]),
                );
            }
        }
        errors[1].push(deviation(&profile(&hot), |x| cooling(x, time)));

        let cosine = |x: f64| (PI * x / LENGTH).cos();
        let mut kept = Bar { walls: [None, None], ..cold }.build(cosine);
        kept.advance_to(time).expect("a bar at rest");
        errors[2].push(deviation(&profile(&kept), |x| left * cosine(x)));

        let worst = errors.each_ref().map(|errors| short(errors[errors.len() - 1], 3));
        table.row([cells.to_string(), short(rate, 5)].into_iter().chain(worst).collect());
        if cells == 64 {
            findings.push(Finding::between(
                "64 cells: one wave's rate of decay over π²α/L²",
                rate,
                0.98,
                1.02,
            ));
            let error = errors[1][errors[1].len() - 1];
            findings.push(Finding::at_most(
                "64 cells: hot bar, largest error over its first heat",
                error,
                0.02,
            ));
        }
    }
    for (errors, what, least) in
        [(&errors[0], "one wave", 0.8), (&errors[1], "hot bar", 0.8), (&errors[2], "insulated wave", 1.8)]
    {
        let [.., coarse, fine] = errors[..] else { panic!("two resolutions") };
        let order = (coarse / fine).log2();
        findings.push(Finding::at_least(format!("{what}: order of the error in the cell"), order, least));
    }
    findings.extend(kept_heat());
    Report::from(findings).table(table).plot("profile", plot)
}

/// Particles of random temperature in a bar that keeps heat in.
fn kept_heat() -> Vec<Finding> {
    let bar = Bar { cells: 32, walls: [None, None], heat: plain() };
    let random = std::cell::RefCell::new(Random::new(5));
    let mut simulation = bar.build(|_| 300.0 + 100.0 * random.borrow_mut().uniform());
    let steps = 5000;
    let before = content(&simulation);
    simulation.run_steps(steps).expect("a bar at rest");
    let drift = (content(&simulation) / before - 1.0).abs();
    let (low, high) = simulation
        .particles()
        .iter()
        .map(|state| state.particle.temperature)
        .fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), t| (low.min(t), high.max(t)));
    vec![
        // Rounding of one sum.
        Finding::at_most(format!("insulated: change of Σ m c T over itself in {steps} steps"), drift, 1e-13),
        Finding::at_most("insulated: difference of temperatures left of ±100 K (K)", high - low, 1.0),
    ]
}

/// `Σ m c T`, in J.
fn content(simulation: &Simulation) -> f64 {
    simulation.particles().iter().map(|s| CAPACITY * s.particle.mass * s.particle.temperature).sum()
}

/// The error function, by the series of its integral.
fn erf(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    for n in 1..60 {
        term *= -x * x / n as f64;
        sum += term / (2 * n + 1) as f64;
    }
    2.0 / PI.sqrt() * sum
}

/// How far a bar has molten, in m. Behind the front temperature falls nearly in a straight line, which is followed to
/// the melting point, 0: particles of the cell in which the front is are molten in part and do not tell where.
fn front(simulation: &Simulation) -> f64 {
    let points = profile(simulation);
    let warm = points.iter().take_while(|[_, t]| *t > 0.0).last().map_or(0.0, |[x, _]| *x);
    let behind = points.iter().filter(|[x, _]| (0.75..0.95).contains(&(x / warm)));
    let (mut n, mut sums) = (0.0, [0.0; 4]);
    for [x, t] in behind {
        n += 1.0;
        for (sum, value) in sums.iter_mut().zip([*x, *t, x * x, x * t]) {
            *sum += value;
        }
    }
    let [x, t, xx, xt] = sums.map(|sum| sum / n);
    x - t * (xx - x * x) / (xt - x * t)
}

/// Stefan's problem: a solid at its melting point melts from a hot wall.
pub fn stefan(effort: Effort) -> Report {
    let cells = effort.choose(64, 128);
    let mut findings = Vec::new();
    let mut fronts = Plot::new("A melting front").x("time over L²/α").y("front (m)");
    let mut profiles = Plot::new("Temperature behind the front").x("x (m)").y("temperature (K)");
    for (stefan_number, lambda) in [(0.5, 0.464786), (1.0, 0.620063)] {
        // The wall is 1 K above the melting point.
        let latent = CAPACITY / stefan_number;
        let bar = Bar { cells, walls: [Some(1.0), None], heat: plain().melting(latent, 0.0) };
        let mut simulation = bar.build(|_| 0.0);
        let mut track = Vec::new();
        let mut worst = 0.0f64;
        for look in 1..=20 {
            let part = 0.01 * look as f64;
            simulation.advance_to(part * crossing()).expect("a bar at rest");
            let front = front(&simulation);
            let exact = 2.0 * lambda * (part * LENGTH * LENGTH).sqrt();
            // The first tenth of the bar is some cells only.
            if look >= 5 {
                worst = worst.max((front / exact - 1.0).abs());
            }
            track.push([part, front]);
        }
        let scale = 2.0 * (0.2 * LENGTH * LENGTH).sqrt();
        let exact = move |x: f64| (1.0 - erf(x / scale) / erf(lambda)).max(0.0);
        let points = profile(&simulation);
        let claim = |what: &str| format!("St = {stefan_number}, {cells} cells: {what}");
        let end = track[track.len() - 1][1] / (lambda * scale);
        findings.push(Finding::between(claim("front over the exact, at the end"), end, 0.97, 1.03));
        findings.push(Finding::at_most(
            claim("largest deviation of the front over it, later than 0.05"),
            worst,
            0.05,
        ));
        let off = deviation(&points, exact);
        findings.push(Finding::at_most(claim("largest error of temperature over the wall's"), off, 0.03));
        let theory = (1..=100).map(|i| 0.002 * i as f64);
        let theory = theory.map(|part| [part, 2.0 * lambda * (part * LENGTH * LENGTH).sqrt()]);
        let along = (0..=200).map(|i| LENGTH * i as f64 / 200.0);
        fronts = fronts
            .line(format!("St = {stefan_number}"), track)
            .dashed(format!("St = {stefan_number}, exact"), theory);
        profiles = profiles
            .line(format!("St = {stefan_number}"), points)
            .dashed(format!("St = {stefan_number}, exact"), along.map(|x| [x, exact(x)]));
    }
    Report::from(findings).plot("front", fronts).plot("profile", profiles)
}
