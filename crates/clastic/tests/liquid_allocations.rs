//! A warm step allocates nothing. One test, since it counts the allocations of the whole process.
#![allow(unsafe_code)]

#[path = "liquid/common.rs"]
mod common;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use clastic::solvers::liquid::*;
use common::*;

static COUNT: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        // SAFETY: the caller's contract is the system allocator's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn warm<const D: usize>(threads: usize) {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| {
        let mut liquid = Liquid::<D>::new(tank(0.1, [2.0; D], 9.81)).unwrap();
        let mut high = [20; D];
        high[1] = 10;
        liquid.fill([0; D], high, |x| ((x[0] - 0.8).hypot(x[1] - 0.4) > 0.31).then_some([0.0; D]));
        let mut center = [1.0; D];
        (center[0], center[1]) = (0.8, 0.4);
        let ball = Ball { center, radius: 0.3, velocity: [0.0; D] };
        let mut time = 0.0;
        let mut step = |liquid: &mut Liquid<D>| {
            liquid.step(time, 0.01, &ball).unwrap();
            time += 0.01;
        };
        for _ in 0..40 {
            step(&mut liquid);
        }
        let before = COUNT.load(Relaxed);
        for _ in 0..10 {
            step(&mut liquid);
        }
        let count = COUNT.load(Relaxed) - before;
        println!("{D}D, {threads} threads: {count} allocations in 10 steps");
        // Queues of threads may grow; a step that allocated would show in every one.
        assert!(count < 10);
    });
}

#[test]
fn warm_steps_allocate_nothing() {
    warm::<2>(1);
    warm::<2>(2);
    warm::<3>(2);
}
