//! `clastic bench`: the job of the scripts in `bench/peers`.
//!
//! A cubic block, 8 particles per cell (4 in 2D), falls, shears and spins in a box of 128 cells per metre: E = 10⁵ Pa,
//! ν = 0.3, ρ = 1000 kg/m³ (liquid: κ = 5·10⁴ Pa, γ = 7; sand: φ = 33°; clay: φ = 45°, χ = ξ = 1, α = −0.1), Δt = 10⁻⁴ s,
//! a sticky floor, other walls that let go. The box grows where the block would not fit.

use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::kernels::Kernel;
use clastic::materials::{Clay, FixedCorotated, Liquid, Material, Sand, Snow};
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Fields, Particle, Simulation, SimulationError, TimeStep, Until};
use clastic_frames::{Format, Frame, Writer};
use serde_json::{Map, Value, json};

use crate::output::Frames;
use crate::watch::{PHASES, Timer};
use crate::{Failure, PrecisionName, SimdName};

const CELLS_PER_UNIT: usize = 128;
const WARM_UP: u64 = 10;
const DENSITY: f64 = 1000.0;
/// The velocity gradient of the start, in 1/s.
const GRADIENT: [[f64; 3]; 3] = [[0.0, -8.0, 3.0], [6.0, 0.0, -4.0], [-5.0, 7.0, 0.0]];
const FALL: f64 = -2.0;

/// What `bench` takes.
#[derive(Args)]
pub struct BenchArguments {
    /// How many particles
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=500_000_000))]
    particles: u64,
    /// 2 or 3
    #[arg(long, value_name = "2|3", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=3))]
    dimension: u8,
    /// The material
    #[arg(long, default_value = "jelly")]
    material: BenchMaterial,
    /// The transfer scheme
    #[arg(long, value_name = "NAME", default_value = "apic")]
    scheme: String,
    /// The interpolation between particles and nodes
    #[arg(long, default_value = "quadratic", value_parser = kernels())]
    kernel: Kernel,
    /// Threads; one per core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Steps to time, after 10 to warm up
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// The precision
    #[arg(long, default_value = "f32")]
    precision: PrecisionName,
    /// The instruction set
    #[arg(long, value_name = "LEVEL", default_value = "auto")]
    simd: SimdName,
    /// Take more steps, by turns with a frame every N and without, and report what frames cost
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    frame_every: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Kernels by their names.
fn kernels() -> impl TypedValueParser<Value = Kernel> {
    PossibleValuesParser::new(Kernel::ALL.map(Kernel::name))
        .map(|name| Kernel::from_name(&name).expect("one of the names"))
}

/// What the block is made of.
#[derive(Clone, Copy, ValueEnum)]
enum BenchMaterial {
    /// Fixed corotated
    Jelly,
    /// Drucker–Prager
    Sand,
    /// Weakly compressible
    Liquid,
    /// Clamped stretches with hardening
    Snow,
    /// Non-associated Cam clay
    Clay,
}

impl BenchMaterial {
    fn name(self) -> &'static str {
        match self {
            BenchMaterial::Jelly => "jelly",
            BenchMaterial::Sand => "sand",
            BenchMaterial::Liquid => "liquid",
            BenchMaterial::Snow => "snow",
            BenchMaterial::Clay => "clay",
        }
    }

    fn law(self) -> Material {
        match self {
            BenchMaterial::Jelly => FixedCorotated::new(1e5, 0.3).into(),
            BenchMaterial::Sand => Sand::new(1e5, 0.3, 33.0).into(),
            BenchMaterial::Liquid => Liquid::new(5e4).into(),
            BenchMaterial::Snow => Snow::new(1e5, 0.3).into(),
            BenchMaterial::Clay => Clay::new(1e5, 0.3, 45.0, 1.0, 1.0, -0.1).into(),
        }
    }
}

/// Times the job and prints the rate.
pub fn bench(arguments: &BenchArguments) -> Result<(), Failure> {
    let failed = |error: SimulationError| match error {
        SimulationError::Step { .. } => Failure::Simulation(error.to_string()),
        _ => Failure::Input(error.to_string()),
    };
    let dimension = if arguments.dimension == 2 { Dimension::Two } else { Dimension::Three };
    let block = Block::new(dimension, arguments.particles as usize);
    let mut config = block.config();
    config.scheme = Scheme::from_name(&arguments.scheme, dimension as usize).ok_or_else(|| {
        let names: Vec<_> = Scheme::names().map(|(name, _)| name).collect();
        let (given, names) = (&arguments.scheme, names.join(", "));
        Failure::Input(format!("--scheme {given}: no scheme is called so; there are {names}"))
    })?;
    config.kernel = arguments.kernel;
    config.precision = arguments.precision.into();
    config.threads = arguments.threads.unwrap_or(0).into();
    config.simd = arguments.simd.level()?;
    let mut simulation = Simulation::new(config).map_err(failed)?;
    let material = simulation.add_material(arguments.material.name(), arguments.material.law());
    simulation.add_particles(material, &block.particles()).map_err(failed)?;

    simulation.run_steps(WARM_UP).map_err(failed)?;
    let mut timer = Timer::new();
    let start = Instant::now();
    simulation.run(Until::Steps(arguments.steps), &mut timer).map_err(failed)?;
    let wall = start.elapsed().as_secs_f64();

    let particle_steps = arguments.particles as f64 * arguments.steps as f64;
    let phases: Map<String, Value> = PHASES
        .iter()
        .map(|(phase, name)| (name.to_string(), json!(1e9 * timer.seconds(*phase) / particle_steps)))
        .collect();
    let state = simulation.diagnostics();
    let finite = state.kinetic.is_finite() && state.center_of_mass.iter().all(|x| x.is_finite());
    let mut report = json!({
        "particle_steps_per_s": particle_steps / wall,
        "phases_ns": phases,
        "wall_s": wall,
        "particles": arguments.particles,
        "dimension": arguments.dimension,
        "material": arguments.material.name(),
        "scheme": arguments.scheme,
        "kernel": arguments.kernel.name(),
        "precision": arguments.precision.name(),
        "threads": simulation.threads(),
        "simd": simulation.simd().name(),
        "steps": arguments.steps,
        "mean_y": state.center_of_mass[1],
        "max_speed": state.max_speed,
        "finite": finite,
    });
    if let Some(every) = arguments.frame_every {
        let cost = cost_of_frames(&mut simulation, arguments.steps, every)?;
        report["frames"] = json!({"every": every, "cost": cost});
    }
    crate::print(&if arguments.json { format!("{report:#}") } else { in_words(&report) })?;
    Ok(())
}

/// What a frame every so many steps adds to the time of a run: steps with and without take turns, so that neither the
/// matter's motion nor the machine's mood decides. Every frame is waited for, which a run does not do.
fn cost_of_frames(simulation: &mut Simulation, steps: u64, every: u64) -> Result<f64, Failure> {
    let folder = std::env::temp_dir().join(format!("clastic-bench-{}", std::process::id()));
    let usual = Frame {
        dimension: simulation.config().dimension as u8,
        materials: vec![simulation.material_name(0).to_string()],
        ..Frame::default()
    };
    let mut frames = Frames::new(Writer::new(&folder, &[Format::Npz])?, Fields::default(), usual);
    let mut seconds = [0.0; 2];
    let mut turns = || {
        // The first frame makes room; it is not counted.
        for number in 0..=2 * steps.div_ceil(every) {
            let with = number % 2 == 0;
            let start = Instant::now();
            simulation.run_steps(every).map_err(|error| Failure::Simulation(error.to_string()))?;
            if with {
                frames.push(number, simulation)?;
                frames.sync()?;
            }
            if number > 0 {
                seconds[usize::from(with)] += start.elapsed().as_secs_f64();
            }
        }
        Ok(())
    };
    let outcome = turns();
    drop(frames);
    // A folder that stays is only in the way.
    let _ = std::fs::remove_dir_all(&folder);
    outcome.map(|()| seconds[1] / seconds[0] - 1.0)
}

fn in_words(report: &Value) -> String {
    let text = |key: &str| report[key].to_string().replace('"', "");
    let mut lines = vec![format!(
        "{} particles of {} in {}D, {}, {}, {} threads, {}: {:.2} M particle-steps/s",
        text("particles"),
        text("material"),
        text("dimension"),
        text("scheme"),
        text("precision"),
        text("threads"),
        text("simd"),
        1e-6 * report["particle_steps_per_s"].as_f64().unwrap_or(0.0)
    )];
    for (_, name) in PHASES {
        let ns = report["phases_ns"][name].as_f64().unwrap_or(0.0);
        lines.push(format!("  {name:<18}{ns:>8.2} ns per particle-step"));
    }
    if let Some(cost) = report["frames"]["cost"].as_f64() {
        lines.push(format!(
            "  a frame every {} steps costs {:.1} %",
            report["frames"]["every"],
            100.0 * cost
        ));
    }
    lines.join("\n")
}

/// The block and the box around it, in cells.
struct Block {
    dimension: Dimension,
    particles: usize,
    per_cell: usize,
    side: usize,
    edge: usize,
}

impl Block {
    fn new(dimension: Dimension, particles: usize) -> Self {
        let per_cell = 1 << dimension as usize;
        let cells = particles.div_ceil(per_cell);
        let root = (cells as f64).powf(1.0 / dimension as u8 as f64) as usize;
        // The root is rounded, so the side is found by trying.
        let fits = |side: &usize| side.pow(dimension as u32) >= cells;
        let side = (root.saturating_sub(1)..).find(fits).expect("numbers do not end before cells do");
        Block { dimension, particles, per_cell, side, edge: CELLS_PER_UNIT.max(side + 8) }
    }

    fn config(&self) -> Config {
        let dx = 1.0 / CELLS_PER_UNIT as f64;
        let wall = |cells: usize, contact| Some(Wall::new(cells as f64 * dx, contact));
        let axis =
            |floor| Axis::Bounded { low: wall(2, floor), high: wall(self.edge - 2, Contact::Separate) };
        let mut config = Config::new(self.dimension, dx);
        config.time_step = TimeStep::Fixed(1e-4);
        config.axes = [axis(Contact::Separate), axis(Contact::Sticky), axis(Contact::Separate)];
        config
    }

    fn particles(&self) -> Vec<Particle> {
        let (d, dx) = (self.dimension as usize, 1.0 / CELLS_PER_UNIT as f64);
        let volume = dx.powi(d as i32) / self.per_cell as f64;
        let middle = (self.edge - self.side) / 2;
        let corner = [middle, 4, middle];
        let mut state = 1u64;
        let mut uniform = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut particles = Vec::with_capacity(self.particles);
        let mut mean = [0.0; 3];
        for index in 0..self.particles {
            let (cell, part) = (index / self.per_cell, index % self.per_cell);
            let mut x = [0.0; 3];
            for i in 0..d {
                let place = cell / self.side.pow((d - 1 - i) as u32) % self.side;
                let half = part >> (d - 1 - i) & 1;
                x[i] = ((corner[i] + place) as f64 + 0.5 * (half as f64 + 0.1 + 0.8 * uniform())) * dx;
                mean[i] += x[i] / self.particles as f64;
            }
            particles.push(Particle::at(x, DENSITY * volume, volume));
        }
        for particle in &mut particles {
            let x = particle.position;
            particle.velocity = std::array::from_fn(|i| {
                (0..d).map(|j| GRADIENT[i][j] * (x[j] - mean[j])).sum::<f64>()
                    + if i == 1 { FALL } else { 0.0 }
            });
            particle.affine = GRADIENT;
        }
        particles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_fits_its_box() {
        for (dimension, particles, side, edge) in [
            (Dimension::Three, 1_000_000, 50, 128),
            (Dimension::Three, 1, 1, 128),
            (Dimension::Two, 1_000_000, 500, 508),
            (Dimension::Two, 40_001, 101, 128),
        ] {
            let block = Block::new(dimension, particles);
            assert_eq!((block.side, block.edge), (side, edge));
        }
        let block = Block::new(Dimension::Two, 1000);
        let particles = block.particles();
        assert_eq!(particles.len(), 1000);
        assert!(particles.iter().all(|p| p.position[1] > 4.0 / 128.0 && p.position[2] == 0.0));
    }
}
