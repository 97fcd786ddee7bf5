//! A warm step allocates nothing, and memory does not depend on how far apart particles are. One test, since it counts the
//! allocations of the whole process.
#![allow(unsafe_code)]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use clastic::grid::Axis;
use clastic::kernels::Kernel;
use clastic::materials::{FixedCorotated, Liquid};
use clastic::transfer::{GradientForm, Scheme};
use clastic::{BodyForceAt, Config, Dimension, Observer, Particle, Phase, Simulation, TimeStep, Until};
use common::{Body, DIMENSIONS, Scene, fill};

static COUNT: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);

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
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        BYTES.fetch_add(size, Relaxed);
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

/// A jelly and a liquid that fly round and round.
fn flight(dimension: Dimension) -> Scene {
    let mut config = Config::new(dimension, 0.0625);
    config.gravity = [0.0; 3];
    config.time_step = TimeStep::Fixed(0.001);
    let period = Axis::Periodic { low: 0.0, high: 2.0 };
    config.axes = [period; 3];
    config.body_force = Some(Arc::new(|at: &BodyForceAt| [0.01 * at.position[1], 0.0, 0.0]));
    let size = [6, 6, 3];
    let thrown = |p: &mut Particle| p.velocity = [4.0, 3.0, 0.0];
    let bodies = vec![
        Body::new("jelly", FixedCorotated::new(1e4, 0.3), fill(&config, [2, 2, 2], size, 4, 1)).with(thrown),
        Body::new("water", Liquid::new(1e4), fill(&config, [9, 2, 2], size, 4, 2)).with(thrown),
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
            for (name, form) in
                [("apic", GradientForm::MovingLeastSquares), ("asflip", GradientForm::KernelGradient)]
            {
                let mut scene = flight(dimension);
                scene.config.scheme =
                    Scheme::from_name(name, dimension as usize).expect("a name of the table");
                scene.config.kernel = if threads == 1 { Kernel::Quadratic } else { Kernel::Cubic };
                scene.config.gradients = Some(form);
                scene.config.threads = threads;
                let mut simulation = scene.simulation();
                simulation.run_steps(400).expect("steps");
                let mut orderings = Orderings::default();
                let (mut short, mut long) = (usize::MAX, usize::MAX);
                // Entering the pool may allocate now and then, whatever the number of steps.
                for _ in 0..3 {
                    short = short.min(allocations_of(&mut simulation, 50, &mut orderings));
                    long = long.min(allocations_of(&mut simulation, 100, &mut orderings));
                }
                let what = format!("{dimension:?} {name} on {threads} threads");
                assert!(orderings.0 >= 9, "{what}: {} orderings", orderings.0);
                println!("{what}: {short} and {long} allocations, {} orderings", orderings.0);
                assert_eq!(short, long, "{what}: allocations in 50 and 100 steps");
                assert!(short <= 4, "{what}: {short} allocations to enter the pool");
            }
        }
    }
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

#[test]
fn memory() {
    warm_steps();
    distance_costs_nothing();
}
