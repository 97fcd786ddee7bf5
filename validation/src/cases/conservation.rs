//! What the transfers conserve, for every scheme, kernel, gradient form, dimension and precision.

use clastic::kernels::Kernel;
use clastic::materials::{AnyLaw, Liquid, Material, NeoHookean};
use clastic::transfer::{GradientForm, Scheme};
use clastic::{Config, Diagnostics, Dimension, Particle, Precision, Simulation, TimeStep};

use crate::bodies::{Random, box_3d, disk, set_affine_velocity};
use crate::{Effort, Finding, Report};

const CELL: f64 = 0.125;
const DIMENSIONS: [Dimension; 2] = [Dimension::Two, Dimension::Three];
const PRECISIONS: [Precision; 2] = [Precision::F32, Precision::F64];

/// Every kernel with every form of gradient that it takes.
fn discretisations() -> impl Iterator<Item = (Kernel, GradientForm)> {
    let allowed = |(kernel, form): &(Kernel, GradientForm)| {
        *kernel != Kernel::Linear || *form == GradientForm::KernelGradient
    };
    Kernel::ALL.into_iter().flat_map(|kernel| GradientForm::ALL.map(|form| (kernel, form))).filter(allowed)
}

/// Every scheme that goes with a kernel.
fn schemes(dimension: Dimension, kernel: Kernel) -> impl Iterator<Item = (&'static str, Scheme)> {
    Scheme::names()
        .map(move |(name, _)| {
            (name, Scheme::from_name(name, dimension as usize).expect("a scheme of the table"))
        })
        .filter(move |(_, scheme)| scheme.modes.is_empty() || kernel == Kernel::Quadratic)
}

fn epsilon(precision: Precision) -> f64 {
    match precision {
        Precision::F32 => f32::EPSILON as f64,
        Precision::F64 => f64::EPSILON,
    }
}

fn simulation(config: Config, material: impl Into<Material>, particles: &[Particle]) -> Simulation {
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let material = simulation.add_material("matter", material);
    simulation.add_particles(material, particles).expect("valid particles");
    simulation
}

/// An elastic body that tumbles, stretches and flies.
fn tumbling_body(dimension: Dimension) -> Vec<Particle> {
    let mut body = match dimension {
        Dimension::Two => disk([0.3, -0.2], 0.5, CELL / 2.0, 2.0),
        Dimension::Three => box_3d([0.0, -0.5, 0.2], [0.5, 0.0, 0.7], CELL / 2.0, 2.0),
    };
    let a = match dimension {
        Dimension::Two => [[0.3, -1.5, 0.0], [0.9, -0.2, 0.0], [0.0; 3]],
        Dimension::Three => [[0.3, -1.5, 0.4], [0.9, -0.2, -0.7], [-0.8, 0.5, 0.1]],
    };
    set_affine_velocity(&mut body, [0.3, -0.2, 0.4], [0.7, 0.4, -0.3], a);
    if dimension == Dimension::Two {
        body.iter_mut().for_each(|p| p.velocity[2] = 0.0);
    }
    body
}

struct Flight {
    label: String,
    precision: Precision,
    start: Diagnostics,
    end: Diagnostics,
    /// The scale of rounding in momentum: `Σ m ‖v‖`.
    scale: f64,
}

impl Flight {
    /// The change of momentum per step in units of `ε Σ m ‖v‖`.
    fn momentum_drift(&self) -> f64 {
        norm_of_difference(self.start.momentum, self.end.momentum)
            / (STEPS as f64 * epsilon(self.precision) * self.scale)
    }

    /// The change of angular momentum per step in units of `ε Σ m ‖x‖ ‖v‖`.
    fn angular_drift(&self) -> f64 {
        norm_of_difference(self.start.angular_momentum, self.end.angular_momentum)
            / (STEPS as f64 * epsilon(self.precision) * self.start.angular_scale)
    }
}

fn norm_of_difference(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

/// Steps of a flight.
const STEPS: u64 = 120;

/// A body of this material flies freely.
fn fly(label: String, config: Config, material: impl Into<Material>, body: &[Particle]) -> Flight {
    let precision = config.precision;
    let mut simulation = simulation(config, material, body);
    let start = simulation.diagnostics();
    simulation.run_steps(STEPS).expect("free flight");
    let scale = body.iter().map(|p| p.mass * norm_of_difference(p.velocity, [0.0; 3])).sum();
    Flight { label, precision, start, end: simulation.diagnostics(), scale }
}

/// Every combination flies.
fn flights(wanted: impl Fn(&str, Kernel) -> bool) -> Vec<Flight> {
    let mut flights = Vec::new();
    for dimension in DIMENSIONS {
        let body = tumbling_body(dimension);
        for precision in PRECISIONS {
            for (kernel, form) in discretisations() {
                for (name, scheme) in schemes(dimension, kernel).filter(|(name, _)| wanted(name, kernel)) {
                    let config = Config {
                        precision,
                        kernel,
                        gradients: Some(form),
                        scheme,
                        gravity: [0.0; 3],
                        ..Config::new(dimension, CELL)
                    };
                    let dimension = dimension as usize;
                    let label =
                        format!("{dimension}D {precision:?} {} {} {name}", kernel.name(), form.name());
                    flights.push(fly(label, config, NeoHookean::new(50.0, 0.3), &body));
                }
            }
        }
    }
    flights
}

/// The worst of a group of flights.
fn worst<'a>(
    claim: String,
    flights: impl Iterator<Item = &'a Flight>,
    measure: fn(&Flight) -> f64,
) -> (String, f64) {
    let (value, label) = flights
        .map(|flight| (measure(flight), flight.label.as_str()))
        .fold((0.0, "none"), |best, next| if next.0 > best.0 || next.0.is_nan() { next } else { best });
    (format!("{claim} (worst: {label})"), value)
}

/// Mass is constant and momentum is kept to rounding, everywhere.
pub fn momentum(_: Effort) -> Report {
    let flights = flights(|_, _| true);
    let mut findings = Vec::new();
    for precision in PRECISIONS {
        let of = || flights.iter().filter(|flight| flight.precision == precision);
        let (claim, mass) =
            worst(format!("{precision:?}: change of mass"), of(), |f| (f.end.mass - f.start.mass).abs());
        findings.push(Finding::at_most(claim, mass, 0.0));
        let (claim, drift) = worst(
            format!("{precision:?}: drift of momentum per step in ε Σ m‖v‖"),
            of(),
            Flight::momentum_drift,
        );
        // A quarter of an ulp per step: rounding, and for the cubic kernel what is left of the rounding of 1/6.
        findings.push(Finding::at_most(claim, drift, 0.25));
    }
    findings.into()
}

/// Whether a scheme carries a body's rotation through this kernel: the linear one's lagged form cannot.
fn keeps_angular_momentum(scheme: &str, kernel: Kernel) -> bool {
    ["rpic", "apic", "polypic"].contains(&scheme) && kernel != Kernel::Linear
}

/// Angular momentum is kept to rounding by RPIC, APIC and PolyPIC with quadratic and cubic kernels and both forms of forces.
pub fn angular_momentum(_: Effort) -> Report {
    let flights = flights(keeps_angular_momentum);
    let mut findings = Vec::new();
    for precision in PRECISIONS {
        let of = flights.iter().filter(|flight| flight.precision == precision);
        let (claim, drift) = worst(
            format!("{precision:?} RPIC, APIC, PolyPIC: drift of L per step in ε Σ m‖x‖‖v‖"),
            of,
            Flight::angular_drift,
        );
        findings.push(Finding::at_most(claim, drift, 0.25));
    }
    findings.into()
}

/// How much angular momentum the others lose.
pub fn angular_drift(_: Effort) -> Report {
    let flights = flights(|scheme, kernel| !keeps_angular_momentum(scheme, kernel));
    let of = flights.iter().filter(|flight| flight.precision == Precision::F64);
    let drift = |flight: &Flight| flight.angular_drift() * STEPS as f64 * f64::EPSILON;
    let finding =
        |flight: &Flight| Finding::report(format!("{}: relative drift of L", flight.label), drift(flight));
    of.map(finding).collect::<Vec<_>>().into()
}

/// Every law in the list keeps momentum, and with APIC angular momentum, to rounding.
pub fn every_law(_: Effort) -> Report {
    let mut findings = Vec::new();
    for law in AnyLaw::LAWS {
        for dimension in DIMENSIONS {
            let body = tumbling_body(dimension);
            let config =
                Config { precision: Precision::F64, gravity: [0.0; 3], ..Config::new(dimension, CELL) };
            let flight = fly(format!("{}D {}", dimension as usize, law.name), config, law.example(), &body);
            let label = |what: &str| format!("{}: {what}", flight.label);
            findings.push(Finding::at_most(
                label("drift of momentum per step in ε Σ m‖v‖"),
                flight.momentum_drift(),
                0.25,
            ));
            findings.push(Finding::at_most(
                label("drift of L per step in ε Σ m‖x‖‖v‖"),
                flight.angular_drift(),
                0.25,
            ));
        }
    }
    findings.into()
}

/// An affine velocity field survives a round trip exactly, and a lone particle keeps its motion.
pub fn affine_round_trip(_: Effort) -> Report {
    let (mut field, mut lone): ([f64; 2], [f64; 2]) = ([0.0; 2], [0.0; 2]);
    for dimension in DIMENSIONS {
        for (which, precision) in PRECISIONS.into_iter().enumerate() {
            for (kernel, form) in discretisations() {
                for (name, scheme) in schemes(dimension, kernel) {
                    let config = Config {
                        precision,
                        kernel,
                        gradients: Some(form),
                        scheme,
                        gravity: [0.0; 3],
                        time_step: TimeStep::Fixed(1e-3),
                        ..Config::new(dimension, CELL)
                    };
                    let free = Liquid::new(0.0);
                    if ["apic", "polypic", "aflip", "asflip"].contains(&name) {
                        let body = tumbling_body(dimension);
                        let mut simulation = simulation(config.clone(), free, &body);
                        simulation.step().expect("no force");
                        for (before, after) in body.iter().zip(simulation.particles()) {
                            field[which] = field[which].max(change(before, &after.particle, dimension));
                        }
                    }
                    // Alone, in the middle of nowhere: nothing to exchange momentum with.
                    let mut particle = tumbling_body(dimension)[0];
                    let used = |c: [[f64; 3]; 3]| {
                        let (straight, transposed) = scheme.affine_shares();
                        std::array::from_fn(|i| {
                            std::array::from_fn(|j| straight * c[i][j] + transposed * c[j][i])
                        })
                    };
                    particle.affine = used(particle.affine);
                    let mut simulation = simulation(config, free, &[particle]);
                    for _ in 0..20 {
                        simulation.step().expect("no force");
                    }
                    let mut after = simulation.particles()[0].particle;
                    // Every scheme computes C; what counts is the part that it uses.
                    after.affine = used(after.affine);
                    lone[which] = lone[which].max(change(&particle, &after, dimension));
                }
            }
        }
    }
    let mut findings = Vec::new();
    for (which, precision) in PRECISIONS.into_iter().enumerate() {
        let ulps = |change: f64| change / epsilon(precision);
        let label = |what: &str| format!("{precision:?}: change of {what}, in ε");
        findings.push(Finding::at_most(label("an affine field in a round trip"), ulps(field[which]), 16.0));
        findings.push(Finding::at_most(
            label("a lone particle's v and Ĉ in 20 steps"),
            ulps(lone[which]),
            64.0,
        ));
    }
    findings.into()
}

/// The largest change of velocity or affine field, relative to the motion within a cell.
fn change(before: &Particle, after: &Particle, dimension: Dimension) -> f64 {
    let mut worst = 0.0f64;
    for i in 0..dimension as usize {
        worst = worst.max((before.velocity[i] - after.velocity[i]).abs());
        for j in 0..dimension as usize {
            worst = worst.max((before.affine[i][j] - after.affine[i][j]).abs() * CELL);
        }
    }
    worst
}

/// Grid → particles → grid with APIC never raises the kinetic energy of the nodes.
pub fn never_raises_energy(_: Effort) -> Report {
    let mut random = Random::new(5);
    let mut largest = f64::NEG_INFINITY;
    let mut fields = 0;
    for dimension in DIMENSIONS {
        for kernel in [Kernel::Quadratic, Kernel::Cubic] {
            for case in 0..40 {
                // From affine fields, which lose nothing, to pure noise.
                let noise = [0.0, 1e-6, 1e-3, 0.1, 1.0][case % 5];
                let smooth: [[f64; 3]; 3] =
                    std::array::from_fn(|_| std::array::from_fn(|_| 5.0 * random.uniform()));
                let particles: Vec<Particle> = (0..20 + 5 * case)
                    .map(|_| {
                        let mut p = Particle::at([0.0; 3], 1.5 + random.uniform(), 1.0);
                        for i in 0..dimension as usize {
                            p.position[i] = 3.0 * CELL * random.uniform();
                            p.velocity[i] = noise * random.uniform();
                            for j in 0..dimension as usize {
                                p.velocity[i] += smooth[i][j] * p.position[j];
                                p.affine[i][j] = smooth[i][j] + 10.0 * noise * random.uniform();
                            }
                        }
                        p
                    })
                    .collect();
                // A step too short to move anything: two of them are grid → particles → grid.
                let config = Config {
                    precision: Precision::F64,
                    kernel,
                    gravity: [0.0; 3],
                    time_step: TimeStep::Fixed(1e-200),
                    energy_account: true,
                    ..Config::new(dimension, CELL)
                };
                let mut simulation = simulation(config, Liquid::new(0.0), &particles);
                simulation.step().expect("no force");
                let first = simulation.energy_account().expect("asked for");
                let kinetic = simulation.diagnostics().kinetic;
                simulation.step().expect("no force");
                let second = simulation.energy_account().expect("asked for");
                let lost = first.to_particles + (second.to_grid - first.to_grid);
                largest = largest.max(-lost / kinetic);
                fields += 1;
            }
        }
    }
    vec![
        Finding::at_most("largest relative gain of the nodes' kinetic energy", largest, 1e-13),
        Finding::report("random fields tried", fields as f64),
    ]
    .into()
}
