//! A warm step allocates nothing, nor do warm columns; memory does not depend on how far apart particles are, is what was
//! estimated, and is not taken for what a snapshot only claims. One test, since it counts the allocations of the whole
//! process.
#![allow(unsafe_code)]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use clastic::colliders::{Collider, Motion};
use clastic::grid::Axis;
use clastic::integrators::Integrator;
use clastic::kernels::Kernel;
use clastic::materials::{FixedCorotated, Heat, Liquid, Material};
use clastic::shapes::{DistanceField, Shape};
use clastic::solvers::mlsrk::{FreeEnergy, PhaseField};
use clastic::transfer::{GradientForm, Scheme};
use clastic::{
    BodyForceAt, Columns, Config, Dimension, Fields, LiquidMethod, Method, MlsrkMethod, Observer, Particle,
    Phase, Precision, Simulation, Snapshot, TimeStep, Until,
};
use common::{Body, DIMENSIONS, Scene, fill};

static COUNT: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
static FREED: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        BYTES.fetch_add(layout.size(), Relaxed);
        // SAFETY: the caller's contract is the system allocator's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        FREED.fetch_add(layout.size(), Relaxed);
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        BYTES.fetch_add(size, Relaxed);
        FREED.fetch_add(layout.size(), Relaxed);
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counts orderings, without allocating.
#[derive(Default)]
struct Orderings(usize);

impl Observer for Orderings {
    fn phase(&mut self, phase: Phase) {
        self.0 += usize::from(phase == Phase::Order);
    }
}

/// A jelly and a viscous, warm liquid that fly round and round, past a thin paddle that spins.
fn flight(dimension: Dimension) -> Scene {
    let mut config = Config::new(dimension, 0.0625);
    config.gravity = [0.0; 3];
    config.time_step = TimeStep::Fixed(0.001);
    let period = Axis::Periodic { low: 0.0, high: 2.0 };
    config.axes = [period; 3];
    config.body_force = Some(Arc::new(|at: &BodyForceAt| [0.01 * at.position[1], 0.0, 0.0]));
    let paddle = Shape::Box { low: [0.9, 1.0, 0.0], high: [1.1, 1.01, 0.5] };
    let paddle = DistanceField::new(paddle, dimension, 0.5).expect("a sound shape");
    let pivot = [1.0, 1.0, 0.0];
    let spin = Motion::spinning([0.0, 0.0, 5.0], pivot);
    config.colliders = vec![Collider::new(paddle).moving(spin)];
    let size = [6, 6, 3];
    let thrown = |p: &mut Particle| p.velocity = [4.0, 3.0, 0.0];
    let water = Material::from(Liquid::new(1e4)).viscous(1.0, 0.0).heated(Heat::new(4000.0, 1.0));
    let bodies = vec![
        Body::new("jelly", FixedCorotated::new(1e4, 0.3), fill(&config, [2, 2, 2], size, 4, 1)).with(thrown),
        Body::new("water", water, fill(&config, [9, 2, 2], size, 4, 2)).with(thrown),
    ];
    Scene { config, bodies }
}

fn allocations_of(simulation: &mut Simulation, steps: u64, orderings: &mut Orderings) -> usize {
    let before = COUNT.load(Relaxed);
    simulation.run(Until::Steps(steps), orderings).expect("steps");
    COUNT.load(Relaxed) - before
}

fn warm_steps() {
    for dimension in DIMENSIONS {
        for threads in [1, 2] {
            for (name, form, integrator) in [
                ("apic", GradientForm::MovingLeastSquares, Integrator::SYMPLECTIC_EULER),
                ("asflip", GradientForm::KernelGradient, Integrator::SYMPLECTIC_EULER),
                ("apic", GradientForm::MovingLeastSquares, Integrator::MIDPOINT),
            ] {
                let mut scene = flight(dimension);
                scene.config.scheme =
                    Scheme::from_name(name, dimension as usize).expect("a name of the table");
                scene.config.kernel = if threads == 1 { Kernel::Quadratic } else { Kernel::Cubic };
                scene.config.gradients = Some(form);
                scene.config.integrator = integrator;
                scene.config.threads = threads;
                let mut simulation = scene.simulation();
                simulation.run_steps(400).expect("steps");
                let what = format!("{dimension:?} {name} {} on {threads} threads", integrator.name());
                assert_steady(&what, &mut simulation, 9);
            }
        }
    }
    for threads in [1, 2] {
        let mut simulation = common::meshes(threads);
        simulation.run_steps(2000).expect("steps");
        assert_steady(&format!("meshes on {threads} threads"), &mut simulation, 3);
    }
}

/// A block of jelly into which something spreads, and a drop that flies another way, by particles alone.
fn meshfree(dimension: Dimension, threads: usize) -> Simulation {
    let mut config = Config::new(dimension, 0.0625);
    let phase = Some(PhaseField::new(FreeEnergy::SingleWell, 0.05));
    config.method = Method::Mlsrk(MlsrkMethod { components: 1, phase, ..MlsrkMethod::default() });
    config.gravity = [0.0; 3];
    config.time_step = TimeStep::Fixed(0.001);
    config.threads = threads;
    config.axes = [Axis::Periodic { low: 0.0, high: 2.0 }; 3];
    let jelly = Material::from(FixedCorotated::new(1e4, 0.3)).mobile(1e-3);
    let block = fill(&config, [2, 2, 2], [6, 6, 3], 8, 1);
    let drop = fill(&config, [20, 20, 20], [1, 1, 1], 1, 2);
    let thrown = |velocity| move |p: &mut Particle| (p.velocity, p.concentrations[0]) = (velocity, 0.5);
    let bodies = vec![
        Body::new("jelly", jelly.clone(), block).with(thrown([4.0, 3.0, 0.0])),
        Body::new("drop", jelly, drop).with(thrown([4.0, 3.5, 0.0])),
    ];
    Scene { config, bodies }.simulation()
}

fn warm_meshfree_steps() {
    for dimension in DIMENSIONS {
        for threads in [1, 2] {
            let mut simulation = meshfree(dimension, threads);
            simulation.run_steps(400).expect("steps");
            assert_steady(&format!("{dimension:?} MLSRK on {threads} threads"), &mut simulation, 9);
        }
    }
}

/// No step allocates, while particles are ordered so many times at least.
fn assert_steady(what: &str, simulation: &mut Simulation, least: usize) {
    let mut orderings = Orderings::default();
    let (mut short, mut long) = (usize::MAX, usize::MAX);
    // Entering the pool may allocate now and then, whatever the number of steps.
    for _ in 0..3 {
        short = short.min(allocations_of(simulation, 50, &mut orderings));
        long = long.min(allocations_of(simulation, 100, &mut orderings));
    }
    assert!(orderings.0 >= least, "{what}: {} orderings", orderings.0);
    println!("{what}: {short} and {long} allocations, {} orderings", orderings.0);
    assert_eq!(short, long, "{what}: allocations in 50 and 100 steps");
    assert!(short <= 4, "{what}: {short} allocations to enter the pool");
}

/// The bytes that a run allocates with one more particle so many cells away.
fn bytes_with_stray(dimension: Dimension, cells: f64) -> usize {
    let mut config = Config::new(dimension, 0.0625);
    config.gravity = [0.0; 3];
    config.threads = 1;
    config.time_step = TimeStep::Fixed(0.001);
    let mut particles = fill(&config, [0; 3], [3, 3, 3], 4, 1);
    let mut stray = particles[0];
    stray.position.iter_mut().take(dimension as usize).for_each(|x| *x += cells * config.cell_size);
    particles.push(stray);
    let scene = Scene { config, bodies: vec![Body::new("jelly", FixedCorotated::new(1e4, 0.3), particles)] };
    let mut simulation = scene.simulation();
    let before = BYTES.load(Relaxed);
    simulation.run_steps(5).expect("steps");
    BYTES.load(Relaxed) - before
}

fn distance_costs_nothing() {
    for dimension in DIMENSIONS {
        let near = bytes_with_stray(dimension, 40.0);
        for cells in [1e3, -1e6, 1e9] {
            let far = bytes_with_stray(dimension, cells);
            // The thread pool allocates a little at times of its own.
            assert!(far.abs_diff(near) <= 1 << 14, "{dimension:?}: {far} bytes, {near} near by");
        }
        assert!(near < 1 << 20, "{dimension:?}: {near} bytes");
    }
}

fn held() -> usize {
    BYTES.load(Relaxed) - FREED.load(Relaxed)
}

/// A cube of jelly, or of liquid for its solver, with eight particles per cell, so many cells wide, after a few orderings.
fn cube(config: &Config, cells: i64) -> Simulation {
    let particles = fill(config, [1; 3], [cells; 3], 8, 1);
    let law: Material = match &config.method {
        Method::Mpm | Method::Mlsrk(_) => FixedCorotated::new(1e4, 0.3).into(),
        Method::Liquid(_) => Liquid::new(1e5).into(),
    };
    let body = Body::new("cube", law, particles).with(|p| p.velocity = [6.0, 2.0, 0.0]);
    let mut simulation = Scene { config: config.clone(), bodies: vec![body] }.simulation();
    let mut orderings = Orderings::default();
    simulation.run(Until::Steps(20), &mut orderings).expect("steps");
    assert!(orderings.0 > 1);
    simulation
}

/// Within 30 % for some 200 000 particles in 3D, whatever the precision and the scheme.
fn estimates_hold() {
    let liquid = Method::Liquid(LiquidMethod::default());
    let mlsrk = Method::Mlsrk(MlsrkMethod::default());
    for (method, precision, scheme, form, integrator) in [
        (liquid, Precision::F32, "apic", None, Integrator::SYMPLECTIC_EULER),
        (mlsrk, Precision::F32, "apic", None, Integrator::SYMPLECTIC_EULER),
        (Method::Mpm, Precision::F32, "apic", None, Integrator::SYMPLECTIC_EULER),
        (Method::Mpm, Precision::F64, "asflip", None, Integrator::SYMPLECTIC_EULER),
        (
            Method::Mpm,
            Precision::F32,
            "asflip",
            Some(GradientForm::KernelGradient),
            Integrator::SYMPLECTIC_EULER,
        ),
        (Method::Mpm, Precision::F32, "apic", None, Integrator::MIDPOINT),
    ] {
        let mut config = Config::new(Dimension::Three, 0.0625);
        config.method = method.clone();
        config.precision = precision;
        config.gravity = [0.0; 3];
        config.scheme = Scheme::from_name(scheme, 3).expect("a name of the table");
        config.gradients = form;
        config.integrator = integrator;
        config.time_step = TimeStep::Fixed(0.001);
        config.threads = 1;
        let before = held();
        let simulation = cube(&config, 29);
        let measured = (held() - before) as f64;
        let estimate = config.memory_estimate(simulation.len() as u64, 29 * 29 * 29) as f64;
        println!("{method:?} {precision:?} {scheme}: estimated {estimate:.3e} bytes, took {measured:.3e}");
        assert!(
            (0.7..1.3).contains(&(estimate / measured)),
            "{estimate:.3e} estimated, {measured:.3e} taken"
        );
    }
}

fn warm_columns() {
    let mut config = Config::new(Dimension::Three, 0.0625);
    config.threads = 2;
    let mut simulation = cube(&config, 12);
    let mut columns = Columns::default();
    let all = Fields { c: true, f: true, stress: true, temperature: true, concentration: true };
    for which in [Fields::default(), all] {
        simulation.columns(which, &mut columns);
        let mut fewest = usize::MAX;
        for _ in 0..3 {
            simulation.run_steps(2).expect("steps");
            let before = COUNT.load(Relaxed);
            simulation.columns(which, &mut columns);
            fewest = fewest.min(COUNT.load(Relaxed) - before);
        }
        assert!(
            fewest <= 4,
            "{which:?}: {fewest} allocations, which is more than it takes to enter the pool"
        );
    }
}

/// Counts and sizes that a snapshot claims, but does not have the bytes for.
fn claims_cost_nothing() {
    let mut config = Config::new(Dimension::Two, 0.0625);
    config.threads = 1;
    let snapshot = cube(&config, 8).snapshot();
    let restore = |snapshot: &Snapshot| {
        let before = BYTES.load(Relaxed);
        let restored = Simulation::restore(config.clone(), snapshot).map(|_| ());
        (BYTES.load(Relaxed) - before, restored)
    };
    let (whole, restored) = restore(&snapshot);
    assert_eq!(restored, Ok(()));
    for (index, section) in snapshot.sections.iter().enumerate() {
        for start in 0..section.bytes.len().min(200).saturating_sub(3) {
            let mut changed = snapshot.clone();
            changed.sections[index].bytes[start..start + 4].copy_from_slice(&[0xff, 0xff, 0xff, 0x3f]);
            let (bytes, _) = restore(&changed);
            // A law's name in an error, and the thread pool at times of its own.
            assert!(bytes < whole + (1 << 20), "{} at {start}: {bytes} bytes, not {whole}", section.name);
        }
    }
}

#[test]
fn memory() {
    warm_steps();
    warm_meshfree_steps();
    distance_costs_nothing();
    estimates_hold();
    warm_columns();
    claims_cost_nothing();
}
