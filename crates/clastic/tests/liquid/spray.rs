//! Drops that fly alone cost no tiles, and fall as drops do.

use super::common::*;
use clastic::solvers::liquid::*;

/// Drops of so many particles each, 20 cells apart, thrown upwards, after so many steps of 0.01 s.
fn thrown(drops: usize, each: usize, steps: usize) -> Liquid<3> {
    let mut settings = Settings::<3>::new(0.1);
    settings.gravity[1] = -9.81;
    settings.crowd = None;
    let mut liquid = Liquid::new(settings).unwrap();
    for drop in 0..drops {
        for p in 0..each {
            liquid.add([2.0 * drop as f64, 0.01 * p as f64, 0.0], [1.0, 3.0, 0.0], 1e-4);
        }
    }
    for step in 0..steps {
        liquid.step(0.01 * step as f64, 0.01, &NoSolids).unwrap();
    }
    liquid
}

#[test]
fn drops_fall_alike_with_the_grid_and_without() {
    let (without, with) = (thrown(10, 1, 50), thrown(10, 4, 50));
    assert_eq!(without.grid().tiles.len(), 0);
    assert!(with.grid().tiles.len() > 100);
    let fallen = |liquid: &Liquid<3>, id: u64| {
        let p = liquid.particles().id.iter().position(|own| *own == id).unwrap();
        (liquid.particles().position[p], liquid.particles().velocity[p])
    };
    for drop in 0..10 {
        let ((x, v), (y, w)) = (fallen(&without, drop), fallen(&with, 4 * drop));
        for axis in 0..3 {
            assert!((x[axis] - y[axis]).abs() < 1e-12, "{x:?} and {y:?}");
            assert!((v[axis] - w[axis]).abs() < 1e-12, "{v:?} and {w:?}");
        }
    }
}

#[test]
fn drops_stop_at_walls_and_solids() {
    let mut settings = tank(0.1, [4.0; 3], 9.81);
    settings.crowd = None;
    let mut liquid = Liquid::new(settings).unwrap();
    let ball = Ball { center: [1.0, 0.5, 1.0], radius: 0.4, velocity: [0.0; 3] };
    let falls = liquid.add([3.0, 1.0, 3.0], [0.0; 3], 1e-4);
    let slides = liquid.add([1.1, 1.2, 1.0], [0.0; 3], 1e-4);
    let mut lowest = f64::MAX;
    for step in 0..100 {
        liquid.step(0.01 * step as f64, 0.01, &ball).unwrap();
        let particles = liquid.particles();
        lowest = particles.position.iter().map(|x| ball.distance(*x, 0.0)).fold(lowest, f64::min);
    }
    let at = |id: u64| {
        let p = liquid.particles().id.iter().position(|own| *own == id).unwrap();
        (liquid.particles().position[p], liquid.particles().velocity[p])
    };
    assert!(lowest > 0.0, "{lowest}");
    let ((x, v), (y, _)) = (at(falls), at(slides));
    assert!(x[1] > 0.0 && x[1] < 1e-3 && v[1].abs() < 1e-12, "{x:?}, {v:?}");
    assert!(y[0] > 1.4 && y[1] < 0.1, "{y:?}");
}

/// A plate across the tank, thinner than half a cell.
struct Plate;

impl Solids<2> for Plate {
    fn distance(&self, x: [f64; 2], _: f64) -> f64 {
        (x[1] - 1.03).abs() - 0.02
    }
    fn velocity(&self, _: [f64; 2], _: f64) -> [f64; 2] {
        [0.0; 2]
    }
}

#[test]
fn nothing_passes_a_thin_plate_or_gathers_speed_at_it() {
    for name in ["apic", "flip-1"] {
        let mut settings = tank(0.1, [2.0, 4.0], 9.81);
        settings.scheme = scheme(name, 2);
        let mut liquid = Liquid::new(settings).unwrap();
        liquid.fill([0, 15], [10, 25], |_| Some([0.5, -3.0]));
        let (mut time, mut most, mut fastest) = (0.0, 0.0f64, 0.0f64);
        while time < 1.0 {
            let dt = liquid.step_for(2.0).min(0.02);
            most = most.max(liquid.step(time, dt, &Plate).unwrap().cells);
            fastest = fastest.max(liquid.fastest().0);
            time += dt;
        }
        let lowest = liquid.particles().position.iter().map(|x| x[1]).fold(f64::MAX, f64::min);
        println!("{name}: down to {lowest:.3} m, {fastest:.1} m/s, {most:.1} cells per step");
        assert!(most > 1.0, "{name}: too slow to pass: {most}");
        assert!(lowest > 1.05, "{name}: {lowest}");
        // As fast as what falls from the top would be at the plate, and half as much again where it is thrown aside.
        let fall = (0.25f64 + 9.0 + 2.0 * 9.81 * 1.45).sqrt();
        assert!(fastest < 1.5 * fall, "{name}: {fastest}");
    }
}
