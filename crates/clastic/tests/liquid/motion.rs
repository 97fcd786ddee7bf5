//! Rigid motions of liquid: it turns in a round tank and flies through open space.

use super::common::*;
use clastic::solvers::liquid::*;

/// A disk of liquid that fills its tank turns: what is left of the angular momentum after a full turn, by scheme. Carried
/// around by ω Δt and projected, velocities lose a share (ω Δt)²/2 per step, whatever the scheme.
#[test]
fn turns_in_a_round_tank() {
    for name in ["pic", "rpic", "apic", "flip-0.99", "aflip-0.99"] {
        turn(name, 16, 100);
    }
    for name in ["apic", "flip-0.99", "aflip-0.99"] {
        let share = turn(name, 32, 400);
        assert!(share > 0.95 && share < 1.01, "{name}: {share}");
    }
}

#[test]
#[ignore = "half a minute"]
fn turns_in_a_fine_round_tank() {
    for name in ["pic", "rpic", "apic", "flip-0.99", "aflip-0.99"] {
        let share = turn(name, 64, 400);
        assert!(name == "pic" || name == "rpic" || share > 0.96 && share < 1.01, "{name}: {share}");
    }
}

/// What is left of the angular momentum, as a share of what the splitting leaves.
fn turn(name: &str, n: i32, steps: usize) -> f64 {
    let mut settings = Settings::<2>::new(1.0 / n as f64);
    settings.relaxation = None;
    settings.scheme = scheme(name, 2);
    let mut liquid = Liquid::new(settings).unwrap();
    let tank = RoundTank { radius: 0.45 };
    let omega = std::f64::consts::TAU;
    liquid.fill([-n, -n], [n, n], |x| (x[0].hypot(x[1]) < 0.45).then_some([-omega * x[1], omega * x[0]]));
    for c in &mut liquid.particles_mut().affine {
        *c = [[0.0, -omega], [omega, 0.0]];
    }
    let angular =
        |liquid: &Liquid<2>| momenta(liquid.grid(), liquid.particles(), &liquid.settings().scheme).1[2];
    let before = angular(&liquid);
    let dt = 1.0 / steps as f64;
    for step in 0..steps {
        liquid.step(step as f64 * dt, dt, &tank).unwrap();
    }
    let outside = liquid.particles().position.iter().filter(|x| x[0].hypot(x[1]) > 0.45).count();
    assert_eq!(outside, 0);
    let split = (-0.5 * (omega * dt).powi(2) * steps as f64).exp();
    let share = angular(&liquid) / before;
    println!(
        "{name:10} {n}, {steps:4} steps: {share:.4} of the angular momentum; the splitting leaves {split:.4}"
    );
    share / split
}

/// A blob that turns and flies on: affine motion that keeps distances is kept by APIC; the centre moves evenly.
#[test]
fn flies_without_gravity() {
    fn one<const D: usize>(n: i32) {
        let h = 1.0 / n as f64;
        let mut liquid = Liquid::new(Settings::<D>::new(h)).unwrap();
        let velocity: [f64; D] = std::array::from_fn(|a| [0.7, 0.4, -0.3][a]);
        liquid.fill([-n; D], [n; D], |x| (x.iter().map(|x| x * x).sum::<f64>() < 0.2).then_some(velocity));
        let start = liquid.particles().clone();
        let mut from = vec![[0.0; D]; start.len()];
        for (id, x) in start.id.iter().zip(&start.position) {
            from[*id as usize] = *x;
        }
        let (dt, steps) = (0.02, 100);
        for step in 0..steps {
            liquid.step(step as f64 * dt, dt, &NoSolids).unwrap();
        }
        let particles = liquid.particles();
        let mut worst = 0.0f64;
        for (id, x) in particles.id.iter().zip(&particles.position) {
            for a in 0..D {
                let expected = from[*id as usize][a] + velocity[a] * dt * steps as f64;
                worst = worst.max((x[a] - expected).abs());
            }
        }
        println!("{D}D: after {:.1} diameters every particle is within {worst:.1e} m", 2.0);
        assert!(worst < 1e-9);
    }
    one::<2>(32);
    one::<3>(16);
}

/// A ball pushed through a full tank with a surface: particles keep out of it, cells keep their volume, at 5 cells per step.
#[test]
fn ball_moves_through_liquid() {
    let mut liquid = Liquid::<2>::new(tank(1.0 / 64.0, [2.0, 1.0], 9.81)).unwrap();
    liquid.fill([0, 0], [128, 32], |x| ((x[0] - 0.3).hypot(x[1] - 0.25) > 0.1).then_some([0.0; 2]));
    let ball = Ball { center: [0.3, 0.25], radius: 0.1, velocity: [1.0, 0.0] };
    let (mut time, mut most) = (0.0, 0.0f64);
    while time < 1.0 {
        let dt = liquid.step_for(4.0).min(0.02);
        let attempt = liquid.step(time, dt, &ball).unwrap();
        time += dt;
        most = most.max(attempt.cells);
        let h = 1.0 / 64.0;
        let deepest = liquid.particles().position.iter().map(|x| ball.distance(*x, time)).fold(1.0, f64::min);
        assert!(deepest > -1e-3 * h, "{deepest} m at {time} s");
    }
    let ahead = liquid.particles().position.iter().filter(|x| x[0] > 1.4).count();
    println!("at most {most:.1} cells per step; {ahead} particles ahead of the ball");
    let speeds = liquid.fastest().0;
    assert!(speeds.is_finite() && speeds < 6.0, "{speeds}");
}
