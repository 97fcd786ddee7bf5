//! `clastic bench`: the job of the scripts in `bench/peers`, sparse variants of it, and what the machine can do at most.
//!
//! A cubic block, 8 particles per cell (4 in 2D), falls, shears and spins in a box of 128 cells per metre: E = 10⁵ Pa,
//! ν = 0.3, ρ = 1000 kg/m³ (liquid: κ = 5·10⁴ Pa, γ = 7; sand: φ = 33°; clay: φ = 45°, χ = ξ = 1, α = −0.1), Δt = 10⁻⁴ s,
//! a sticky floor, other walls that let go. The box grows where the block would not fit. Implicit steps are ten times as long.
//! The liquid solver has a dam instead, of as many particles, and steps in which nothing moves by more than two cells. The MLSRK
//! solver has the same block.

mod layout;
mod liquid;
mod roofline;

use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use clastic::grid::EDGE;
use clastic::integrators::{Integrator, Iterations};
use clastic::kernels::Kernel;
use clastic::materials::{Clay, FixedCorotated, Liquid, Material, Sand, Snow};
use clastic::tensor::SimdLevel;
use clastic::transfer::Scheme;
use clastic::{
    Config, Dimension, Fields, LiquidMethod, Method, MlsrkMethod, Observer, Phase, Simulation,
    SimulationError, StepReport, TimeStep, Until,
};
use clastic_frames::{Format, Frame, Writer};
use clastic_scene::Recorder;
use serde_json::{Map, Value, json};

use crate::output::Frames;
use crate::watch::{PHASES, Timer};
use crate::{Failure, PrecisionName, SimdName, machine};
use layout::{Layout, Matter};

const WARM_UP: u64 = 10;
/// Particles are given to the engine in batches: as users give them they take as much room as in the engine.
const BATCH: usize = 100_000;

/// What `bench` takes.
#[derive(Args)]
pub struct BenchArguments {
    /// How many particles [default: 1000000, with MLSRK 50000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=500_000_000))]
    particles: Option<u64>,
    /// 2 or 3
    #[arg(long, value_name = "2|3", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=3))]
    dimension: u8,
    /// What solves for their motion
    #[arg(long, default_value = "mpm")]
    solver: BenchSolver,
    /// How they lie; a block if not given, a dam for the liquid solver
    #[arg(long)]
    layout: Option<Layout>,
    /// The material; jelly if not given, liquid for the liquid solver
    #[arg(long)]
    material: Option<BenchMaterial>,
    /// With the liquid solver: time pressure alone instead, in a cube of N³ cells of liquid
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(8..=512),
        conflicts_with_all = ["particles", "dimension", "layout", "scheme", "integrator", "kernel", "steps", "precision",
        "frame_every"])]
    cells: Option<u16>,
    /// With the MLSRK solver: the kernel's radius, in cells
    #[arg(long, value_name = "CELLS", default_value_t = 1.25)]
    radius: f64,
    /// The transfer scheme
    #[arg(long, value_name = "NAME", default_value = "apic")]
    scheme: String,
    /// How nodes advance in time
    #[arg(long, value_name = "NAME", default_value = "symplectic-euler")]
    integrator: String,
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
    /// Measure the machine instead: how fast its memory streams and its registers multiply and add
    #[arg(long, conflicts_with_all = ["particles", "dimension", "solver", "layout", "material", "cells", "scheme",
        "integrator", "kernel", "steps", "precision", "frame_every"])]
    machine: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Kernels by their names.
fn kernels() -> impl TypedValueParser<Value = Kernel> {
    PossibleValuesParser::new(Kernel::ALL.map(Kernel::name))
        .map(|name| Kernel::from_name(&name).expect("one of the names"))
}

/// What solves for the motion of matter.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum BenchSolver {
    /// The material point method
    Mpm,
    /// Incompressible liquid on a MAC grid
    Liquid,
    /// Particles alone
    Mlsrk,
}

/// What the block is made of.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
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

impl BenchSolver {
    fn name(self) -> &'static str {
        match self {
            BenchSolver::Mpm => "mpm",
            BenchSolver::Liquid => "liquid",
            BenchSolver::Mlsrk => "mlsrk",
        }
    }
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

/// Measures the job, or the machine, and prints the result.
pub fn bench(arguments: &BenchArguments) -> Result<(), Failure> {
    let (report, text) = if arguments.machine {
        let report = limits(arguments)?;
        let text = limits_in_words(&report);
        (report, text)
    } else if let Some(side) = arguments.cells {
        if arguments.solver != BenchSolver::Liquid {
            return Err(Failure::Input(
                "--cells: only the liquid solver has pressure; add --solver liquid".into(),
            ));
        }
        let report = liquid::pressure(side.into(), arguments.threads())?;
        let text = liquid::in_words(&report);
        (report, text)
    } else {
        let report = job(arguments)?;
        let text = in_words(&report);
        (report, text)
    };
    crate::print(&if arguments.json { format!("{report:#}") } else { text })
}

/// What the machine is and what it can do.
fn limits(arguments: &BenchArguments) -> Result<Value, Failure> {
    let level = arguments.simd.level()?.unwrap_or_else(SimdLevel::detect);
    let (cores, threads) = (cores(), arguments.threads());
    let limits = roofline::measure(level, threads);
    Ok(json!({
        "cpu": machine::cpu(),
        "cores": cores,
        "memory_bytes": machine::total_memory(),
        "simd": level.name(),
        "threads": threads,
        "triad_bytes_per_s": limits.bandwidth,
        "fma_flops_per_s": limits.flops,
    }))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

fn limits_in_words(report: &Value) -> String {
    let giga = |key: &str| 1e-9 * report[key].as_f64().unwrap_or(0.0);
    format!(
        "{}, {} cores, {}, {} threads: {:.1} GB/s triad, {:.0} GFLOP/s multiply-adds",
        report["cpu"].as_str().unwrap_or_default(),
        report["cores"],
        report["simd"].as_str().unwrap_or_default(),
        report["threads"],
        giga("triad_bytes_per_s"),
        giga("fma_flops_per_s"),
    )
}

/// Times the job.
fn job(arguments: &BenchArguments) -> Result<Value, Failure> {
    let matter = Matter::new(arguments.dimension(), arguments.layout(), arguments.particles() as usize);
    let mut simulation = simulation(arguments, &matter)?;
    simulation.run_steps(WARM_UP).map_err(failed)?;
    let mut watch = Watch { timer: Timer::new(), orderings: 0, solves: Iterations::default() };
    let start = Instant::now();
    simulation.run(Until::Steps(arguments.steps), &mut watch).map_err(failed)?;
    let wall = start.elapsed().as_secs_f64();

    let particle_steps = arguments.particles() as f64 * arguments.steps as f64;
    let phases: Map<String, Value> = PHASES
        .iter()
        .map(|(phase, name)| (name.to_string(), json!(1e9 * watch.timer.seconds(*phase) / particle_steps)))
        .collect();
    let state = simulation.diagnostics();
    let finite = state.kinetic.is_finite() && state.center_of_mass.iter().all(|x| x.is_finite());
    let (homes, nodes) = simulation.blocks();
    let mut report = json!({
        "particle_steps_per_s": particle_steps / wall,
        "phases_ns": phases,
        "wall_s": wall,
        "particles": arguments.particles(),
        "dimension": arguments.dimension,
        "solver": arguments.solver.name(),
        "layout": arguments.layout().name(),
        "material": arguments.material().name(),
        "scheme": arguments.scheme,
        "integrator": arguments.integrator,
        "kernel": arguments.kernel.name(),
        "precision": arguments.precision.name(),
        "threads": simulation.threads(),
        "simd": simulation.simd().name(),
        "steps": arguments.steps,
        "orderings": watch.orderings,
        "home_blocks": homes,
        "node_blocks": nodes,
        "memory": memory(simulation.config(), &matter),
        "mean_y": state.center_of_mass[1],
        "max_speed": state.max_speed,
        "finite": finite,
    });
    if watch.solves.linear > 0 {
        // A product with the stiffness, or a V-cycle of the pressure, once per iteration, is most of a solve.
        let linear = watch.solves.linear.max(1) as f64 * arguments.particles() as f64;
        let iteration = 1e9 * watch.timer.seconds(Phase::Solve) / linear;
        report["solve"] =
            json!({"newton": watch.solves.newton, "linear": watch.solves.linear, "iteration_ns": iteration});
    }
    if let Some(every) = arguments.frame_every {
        let cost = cost_of_frames(&mut simulation, arguments.steps, every)?;
        report["frames"] = json!({"every": every, "cost": cost});
    }
    Ok(report)
}

fn failed(error: SimulationError) -> Failure {
    match error {
        SimulationError::Step { .. } => Failure::Simulation(error.to_string()),
        _ => Failure::Input(error.to_string()),
    }
}

impl BenchArguments {
    fn dimension(&self) -> Dimension {
        if self.dimension == 2 { Dimension::Two } else { Dimension::Three }
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }

    fn particles(&self) -> u64 {
        self.particles.unwrap_or(match self.solver {
            BenchSolver::Mpm | BenchSolver::Liquid => 1_000_000,
            BenchSolver::Mlsrk => 50_000,
        })
    }

    fn layout(&self) -> Layout {
        self.layout.unwrap_or(match self.solver {
            BenchSolver::Mpm | BenchSolver::Mlsrk => Layout::Block,
            BenchSolver::Liquid => Layout::Dam,
        })
    }

    fn material(&self) -> BenchMaterial {
        self.material.unwrap_or(match self.solver {
            BenchSolver::Mpm | BenchSolver::Mlsrk => BenchMaterial::Jelly,
            BenchSolver::Liquid => BenchMaterial::Liquid,
        })
    }
}

fn simulation(arguments: &BenchArguments, matter: &Matter) -> Result<Simulation, Failure> {
    let mut config = matter.config();
    config.scheme =
        Scheme::from_name(&arguments.scheme, arguments.dimension() as usize).ok_or_else(|| {
            let names: Vec<_> = Scheme::names().map(|(name, _)| name).collect();
            let (given, names) = (&arguments.scheme, names.join(", "));
            Failure::Input(format!("--scheme {given}: no scheme is called so; there are {names}"))
        })?;
    config.integrator = Integrator::from_name(&arguments.integrator).ok_or_else(|| {
        let names: Vec<_> = Integrator::names().map(|(name, _)| name).collect();
        let (given, names) = (&arguments.integrator, names.join(", "));
        Failure::Input(format!("--integrator {given}: no integrator is called so; there are {names}"))
    })?;
    if config.integrator.is_implicit() {
        config.time_step = TimeStep::Fixed(1e-3);
    }
    match arguments.solver {
        BenchSolver::Mpm => {}
        BenchSolver::Liquid => {
            config.method = Method::Liquid(LiquidMethod::default());
            config.time_step = TimeStep::Adaptive { motion: 2.0, sound: f64::INFINITY, max: 0.01 };
        }
        BenchSolver::Mlsrk => {
            config.method = Method::Mlsrk(MlsrkMethod { radius: arguments.radius, ..MlsrkMethod::default() });
        }
    }
    config.kernel = arguments.kernel;
    config.precision = arguments.precision.into();
    config.threads = arguments.threads.unwrap_or(0).into();
    config.simd = arguments.simd.level()?;
    let mut simulation = Simulation::new(config).map_err(failed)?;
    let law = match (arguments.solver, arguments.material()) {
        (BenchSolver::Mlsrk, BenchMaterial::Liquid) => arguments.material().law().measured(),
        (_, material) => material.law(),
    };
    let material = simulation.add_material(arguments.material().name(), law);
    for first in (0..matter.particles).step_by(BATCH) {
        let batch = matter.range(first..matter.particles.min(first + BATCH));
        simulation.add_particles(material, &batch).map_err(failed)?;
    }
    Ok(simulation)
}

/// Times the phases and counts the orderings and what solves took.
struct Watch {
    timer: Timer,
    orderings: u64,
    solves: Iterations,
}

impl Observer for Watch {
    fn phase(&mut self, phase: Phase) {
        self.orderings += u64::from(phase == Phase::Order);
        self.timer.phase(phase);
    }

    fn step(&mut self, _: f64, report: &StepReport) -> bool {
        self.solves.newton += report.iterations.newton;
        self.solves.linear += report.iterations.linear;
        true
    }
}

/// The most memory that this process has had, and what the engine says it needs, in bytes.
fn memory(config: &Config, matter: &Matter) -> Value {
    // So many that faces of the matter no longer count.
    let many = 1u64 << 50;
    let estimate = |particles, cells| config.memory_estimate(particles, cells) as f64;
    let base = estimate(many, many);
    let per_particle = (estimate(2 * many, many) - base) / many as f64;
    let per_cell = (estimate(many, 2 * many) - base) / many as f64;
    let cells_per_block = usize::pow(EDGE, config.dimension as u32);
    json!({
        "peak": machine::peak_memory(),
        "estimate": config.memory_estimate(matter.particles as u64, matter.cells() as u64),
        "per_particle": per_particle.round(),
        "per_block": (per_cell * cells_per_block as f64).round(),
    })
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
    let mut frames =
        Frames::new(Writer::new(&folder, &[Format::Npz])?, Recorder::new(Fields::default(), usual));
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
        "{} particles of {} ({}) in {}D, {}, {}, {} threads, {}: {:.2} M particle-steps/s",
        text("particles"),
        text("material"),
        text("layout"),
        text("dimension"),
        text("scheme"),
        text("precision"),
        text("threads"),
        text("simd"),
        1e-6 * report["particle_steps_per_s"].as_f64().unwrap_or(0.0)
    )];
    for (_, name) in PHASES {
        let ns = report["phases_ns"][name].as_f64().unwrap_or(0.0);
        if ns > 0.0 {
            lines.push(format!("  {name:<18}{ns:>8.2} ns per particle-step"));
        }
    }
    if let Some(iteration) = report["solve"]["iteration_ns"].as_f64() {
        let (newton, linear) = (&report["solve"]["newton"], &report["solve"]["linear"]);
        let what = if report["solver"] == "liquid" { "solves" } else { "of Newton's steps" };
        lines.push(format!(
            "  {newton} {what}, {linear} iterations, {iteration:.2} ns per particle and iteration"
        ));
    }
    let memory = &report["memory"];
    if let Some(peak) = memory["peak"].as_f64() {
        let particles = report["particles"].as_f64().unwrap_or(1.0);
        lines.push(format!("  peak memory {:.0} MB, {:.0} B per particle", 1e-6 * peak, peak / particles));
    }
    lines.push(format!(
        "  the engine takes {:.0} B per particle and {:.0} B per block of {} cells",
        memory["per_particle"].as_f64().unwrap_or(0.0),
        memory["per_block"].as_f64().unwrap_or(0.0),
        if report["dimension"] == 2 { EDGE * EDGE } else { EDGE * EDGE * EDGE },
    ));
    if let Some(cost) = report["frames"]["cost"].as_f64() {
        lines.push(format!(
            "  a frame every {} steps costs {:.1} %",
            report["frames"]["every"],
            100.0 * cost
        ));
    }
    lines.join("\n")
}
