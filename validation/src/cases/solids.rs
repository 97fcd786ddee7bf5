//! Solids that bend and solids that flow: a cantilever beam and a copper rod that hits a wall.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::materials::{Ductile, Hencky};
use clastic::{Config, Dimension, Particle, Simulation};

use crate::bodies::box_3d;
use crate::{Effort, Finding, Plot, Report, Table, short};

/// A beam of 10 × 2 × 2 m that sticks out of a wall.
pub(super) struct Beam {
    /// Cells across.
    cells: f64,
}

impl Beam {
    pub(super) const LENGTH: f64 = 10.0;
    pub(super) const WIDTH: f64 = 2.0;
    pub(super) const GRAVITY: f64 = 9.81;
    /// Timoshenko's beam: the deflection `q L⁴/8EI + q L²/2κGA`, in m, and the lowest frequency, in Hz, with κ = 5/6.
    pub(super) const DEFLECTION: f64 = 0.3832;
    pub(super) const FREQUENCY: f64 = 0.9908;

    /// Times in s, and how far the tip is down, in m, under a load that is a share of its weight.
    fn tip(&self, seconds: f64, load: impl Fn(f64) -> f64 + Send + Sync + 'static) -> Vec<[f64; 2]> {
        let config = Config {
            gravity: [0.0; 3],
            body_force: Some(Arc::new(move |at| [0.0, -Beam::GRAVITY * load(at.time), 0.0])),
            axes: Beam::wall(),
            ..Config::new(Dimension::Three, Beam::WIDTH / self.cells)
        };
        Beam::follow(config, seconds)
    }

    /// A wall to whose nodes it sticks.
    pub(super) fn wall() -> [Axis; 3] {
        let low = Some(Wall::new(0.0, Contact::Sticky));
        [Axis::Bounded { low, high: None }, Axis::OPEN, Axis::OPEN]
    }

    /// Times in s, and how far the tip is down, in m, of a beam with two particles per cell along each axis.
    pub(super) fn follow(config: Config, seconds: f64) -> Vec<[f64; 2]> {
        let cell = config.cell_size;
        let spacing = cell / 2.0;
        // It goes on for two cells in the wall: nodes there stick, and its root has matter on both sides. Where there are no nodes, particles
        // are held.
        let root = [-2.0 * cell, 0.0, 0.0];
        let mut beam = box_3d(root, [Beam::LENGTH, Beam::WIDTH, Beam::WIDTH], spacing, 1000.0);
        beam.iter_mut().for_each(|particle| particle.is_held = particle.position[0] < 0.0);
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
pub(super) fn oscillation(history: &[[f64; 2]], range: [f64; 2]) -> (f64, f64) {
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
        // A load that grows evenly over a period leaves little swing behind, which a mean over the next takes away.
        let hanging = beam.tip(2.0, |time| time.min(1.0));
        let late = hanging.iter().filter(|[time, _]| *time >= 1.0);
        let deflection = late.clone().map(|[_, w]| w).sum::<f64>() / late.count() as f64;
        // A tenth of the weight at once: so little that the formula, which is that of small deflections, holds.
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
    let exact = [[0.0, 0.0], [1.0, Beam::DEFLECTION], [2.0, Beam::DEFLECTION]];
    Report::from(findings).table(table).plot("tip", plot.dashed("Timoshenko, at rest", exact))
}

/// A rod that flies onto a floor, lengths in m.
struct Rod {
    name: &'static str,
    length: f64,
    radius: f64,
    /// In m/s.
    speed: f64,
    /// In Pa.
    yield_stress: f64,
    /// In Pa.
    hardening: f64,
    /// The length, the foot's diameter and the width at a fifth of the former length in the end, in mm, where known.
    expected: [Option<f64>; 3],
}

/// What a rod has become.
struct Struck {
    /// The length, the foot's diameter and the width at a fifth of the former length, in mm.
    shape: [f64; 3],
    /// Times in µs, and kinetic and elastic energy together over that at the beginning.
    energy: Vec<[f64; 2]>,
}

impl Rod {
    const SECONDS: f64 = 80e-6;

    /// A quarter of the rod in rings: its volume and its surface are those of a cylinder.
    fn particles(&self, spacing: f64) -> Vec<Particle> {
        let (rings, layers) = ((self.radius / spacing).round(), (self.length / spacing).round());
        let (ring_width, layer_height) = (self.radius / rings, self.length / layers);
        let mut particles = Vec::new();
        for layer in 0..layers as usize {
            let y = (layer as f64 + 0.5) * layer_height;
            for ring in 0..rings as usize {
                let r = (ring as f64 + 0.5) * ring_width;
                let count = (FRAC_PI_2 * r / ring_width).round().max(1.0);
                let volume = FRAC_PI_2 * r * ring_width * layer_height / count;
                for k in 0..count as usize {
                    let angle = FRAC_PI_2 * (k as f64 + 0.5) / count;
                    let place = [r * angle.cos(), y, r * angle.sin()];
                    let particle = Particle::at(place, 8930.0 * volume, volume);
                    particles.push(particle.with_velocity([0.0, -self.speed, 0.0]));
                }
            }
        }
        particles
    }

    fn strike(&self, cells: f64) -> Struck {
        let cell = self.radius / cells;
        let spacing = cell / 2.0;
        let wall = |contact| Axis::Bounded { low: Some(Wall::new(0.0, contact)), high: None };
        let config = Config {
            axes: [wall(Contact::Slip), wall(Contact::Separate), wall(Contact::Slip)],
            gravity: [0.0; 3],
            ..Config::new(Dimension::Three, cell)
        };
        let rod = self.particles(spacing);
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        let law = Ductile::new(117e9, 0.35, self.yield_stress).with_hardening(self.hardening);
        let copper = simulation.add_material("copper", law);
        simulation.add_particles(copper, &rod).expect("valid particles");
        let begun = simulation.diagnostics().kinetic;
        let mut energy = vec![[0.0, 1.0]];
        for look in 1..=80 {
            simulation.advance_to(Rod::SECONDS * look as f64 / 80.0).expect("copper that yields");
            let now = simulation.diagnostics();
            energy.push([1e6 * simulation.time(), (now.kinetic + now.kinetic_affine + now.elastic) / begun]);
        }
        let from_axis = |p: &Particle| p.position[0].hypot(p.position[2]);
        let (mut top, mut foot, mut waist) = (Mean::default(), Mean::default(), Mean::default());
        for (before, after) in rod.iter().zip(simulation.particles()) {
            let after = &after.particle;
            let (height, former) = (after.position[1], before.position[1]);
            if former > self.length - spacing {
                top.add(height + 0.5 * spacing);
            }
            // The surface is as much farther out than the outermost ring as it was.
            if from_axis(before) > self.radius - spacing {
                let width = 2.0 * self.radius * from_axis(after) / from_axis(before);
                if former < spacing {
                    foot.add(width);
                }
                if (height - 0.2 * self.length).abs() < 0.5 * cell {
                    waist.add(width);
                }
            }
        }
        Struck { shape: [top, foot, waist].map(|mean| 1e3 * mean.sum / mean.count), energy }
    }
}

#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1.0;
    }
}

/// A copper rod that hits a wall mushrooms, and what it flew with goes into yielding.
pub fn taylor_bar(effort: Effort) -> Report {
    let cells = effort.choose(5.0, 10.0);
    let short_rod = Rod {
        name: "Johnson and Holmquist, softer copper",
        length: 25.4e-3,
        radius: 3.8e-3,
        speed: 190.0,
        yield_stress: 157e6,
        hardening: 425e6,
        expected: [Some(16.2), Some(13.5), Some(10.1)],
    };
    let rods = [
        Rod {
            name: "Wilkins and Guinan",
            length: 32.4e-3,
            radius: 3.2e-3,
            speed: 227.0,
            yield_stress: 400e6,
            hardening: 100e6,
            expected: [Some(21.42), Some(2.0 * 7.22), None],
        },
        Rod {
            name: "Johnson and Holmquist, the same copper",
            yield_stress: 400e6,
            hardening: 100e6,
            ..short_rod
        },
        short_rod,
    ];
    let mut findings = Vec::new();
    let mut plot = Plot::new("Copper rods hit a wall")
        .x("time (µs)")
        .y("kinetic and elastic energy, over that at the beginning");
    for rod in rods {
        let struck = rod.strike(cells);
        let names = ["length", "diameter of the foot", "width at a fifth of the former length"];
        for ((what, found), expected) in names.iter().zip(struck.shape).zip(rod.expected) {
            let known = expected.map_or(String::new(), |expected| {
                format!(" ({expected}; {:+.1} %)", 100.0 * (found / expected - 1.0))
            });
            findings.push(Finding::report(format!("{}: {what}, in mm{known}", rod.name), found));
        }
        let gain = struck.energy.windows(2).map(|pair| pair[1][1] - pair[0][1]).fold(f64::MIN, f64::max);
        let claim = format!("{}: most that energy grows in 1 µs, over that at the beginning", rod.name);
        // What vibrates holds a hundredth of the energy, of which a symplectic step swings by ωΔt, another hundredth.
        findings.push(Finding::at_most(claim, gain, 1e-4));
        // At 600 MPa, the most it hardens to, copper stores σ²/2E or a hundredth of ½ρv², and may swing with as much.
        let left = struck.energy[struck.energy.len() - 1][1];
        findings.push(Finding::at_most(
            format!("{}: share of the energy that is left", rod.name),
            left,
            0.02,
        ));
        plot = plot.line(rod.name, struck.energy);
    }
    Report::from(findings).plot("energy", plot)
}
