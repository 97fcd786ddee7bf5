//! The same bits for any number of threads, and no trace of steps that failed.

use super::common::*;
use clastic::solvers::liquid::*;

fn run<const D: usize>(threads: usize, size: usize, steps: usize) -> Particles<D> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| {
        let h = 1.0 / size as f64;
        let mut liquid = Liquid::<D>::new(tank(h, [1.0; D], 9.81)).unwrap();
        let n = size as i32;
        let mut high = [n; D];
        high[0] = n / 2;
        high[1] = n * 3 / 4;
        liquid.fill([0; D], high, |_| Some([0.1; D]));
        let mut center = [0.5; D];
        center[0] = 0.7;
        center[1] = 0.1;
        let mut velocity = [0.0; D];
        velocity[1] = 0.3;
        let ball = Ball { center, radius: 0.15, velocity };
        let mut time = 0.0;
        for _ in 0..steps {
            let dt = liquid.step_for(2.0).min(0.02);
            liquid.step(time, dt, &ball).unwrap();
            time += dt;
        }
        liquid.particles().clone()
    })
}

#[test]
fn same_bits_for_any_number_of_threads() {
    let (one, three) = (run::<2>(1, 64, 60), run::<3>(1, 24, 15));
    for threads in [2, 3] {
        assert_eq!(run::<2>(threads, 64, 60), one, "2D, {threads} threads");
        assert_eq!(run::<3>(threads, 24, 15), three, "3D, {threads} threads");
    }
}

#[test]
fn failed_steps_leave_no_trace() {
    let mut liquid = Liquid::<2>::new(tank(0.1, [1.6, 2.4], 9.81)).unwrap();
    liquid.fill([0, 0], [8, 8], |_| Some([0.1, 0.0]));
    for step in 0..5 {
        liquid.step(0.02 * step as f64, 0.02, &NoSolids).unwrap();
    }
    let before = liquid.particles().clone();
    assert!(matches!(liquid.step(0.1, 10.0, &NoSolids), Err(LiquidError::TooFast { .. })));
    assert_eq!(liquid.particles(), &before);
    assert_eq!(liquid.step(0.1, -1.0, &NoSolids), Err(LiquidError::TimeStep(-1.0)));
    let mut settings = liquid.settings().clone();
    settings.solve.iterations = 1;
    let mut hasty = Liquid::new(settings).unwrap();
    hasty.fill([0, 0], [8, 8], |x| Some([x[1], 0.0]));
    let start = hasty.particles().clone();
    assert!(matches!(hasty.step(0.0, 0.02, &NoSolids), Err(LiquidError::Unsolved { .. })));
    let sorted = hasty.particles();
    assert_eq!(sorted.len(), start.len());
    // A particle that is not a number.
    liquid.particles_mut().velocity[3] = [f64::NAN; 2];
    let before = liquid.particles().clone();
    assert!(liquid.step(0.1, 0.02, &NoSolids).is_err());
    assert_eq!(liquid.particles().position, before.position);
}

#[test]
fn schemes_that_make_no_sense_here_are_refused() {
    for (name, error) in [("polypic", LiquidError::Modes), ("asflip", LiquidError::Separation)] {
        let mut settings = tank(0.1, [1.0; 2], 9.81);
        settings.scheme = scheme(name, 2);
        assert_eq!(Liquid::new(settings).err(), Some(error));
    }
}

#[test]
fn restored_liquid_goes_on_bit_by_bit() {
    let mut liquid = Liquid::<2>::new(tank(1.0 / 32.0, [1.0; 2], 9.81)).unwrap();
    liquid.fill([0, 0], [12, 24], |_| Some([0.0; 2]));
    let step = |liquid: &mut Liquid<2>, from: usize, to: usize| {
        for step in from..to {
            liquid.step(0.005 * step as f64, 0.005, &NoSolids).unwrap();
        }
    };
    step(&mut liquid, 0, 60);
    let mut other = Liquid::new(liquid.settings().clone()).unwrap();
    other.restore(liquid.particles().clone(), liquid.next_id()).unwrap();
    step(&mut liquid, 60, 90);
    step(&mut other, 60, 90);
    assert_eq!(liquid.particles(), other.particles());
    assert_eq!(other.restore(liquid.particles().clone(), 3), None);
}

/// Drops that are far apart cost their own tiles only, and what is too far is an error that changes nothing.
#[test]
fn empty_space_costs_nothing() {
    let mut liquid = Liquid::<3>::new(Settings::new(0.1)).unwrap();
    for x in [-1e5, 0.0, 1e5] {
        let first = (x / 0.1) as i32;
        liquid.fill([first, 0, 0], [first + 6, 6, 6], |_| Some([1.0, 0.0, 0.0]));
    }
    for step in 0..5 {
        liquid.step(0.02 * step as f64, 0.02, &NoSolids).unwrap();
    }
    assert!(liquid.grid().tiles.len() <= 3 * 36, "{}", liquid.grid().tiles.len());
    let id = liquid.add([1e9, 0.0, 0.0], [0.0; 3], 1e-4);
    assert_eq!(liquid.step(0.1, 0.02, &NoSolids), Err(LiquidError::Astray { particle: id }));
    liquid.remove(|particles, p| particles.position[p][0] >= 1e8);
    assert!(liquid.step(0.1, 0.02, &NoSolids).is_ok());
}

/// A tree of work over many items, whose leaves take a tenth of the stack each.
#[test]
fn leaves_do_not_pile_up_on_the_stack() {
    let leaf = |range: std::ops::Range<usize>, ()| {
        let mut large = [0u8; 200_000];
        std::hint::black_box(&mut large);
        range.len()
    };
    let sum = || clastic::parallel::tree(0..1 << 14, 1, &|i| i, (), &leaf, &|a, b| a + b);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(2 << 20).build().unwrap();
    assert_eq!(pool.install(sum), 1 << 14);
}
