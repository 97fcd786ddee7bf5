//! Liquid at rest stays at rest.

use super::common::*;
use clastic::solvers::liquid::*;

/// A column in a tank, as high as half cells go too: 10⁴ steps, and no particle moves.
#[test]
fn hydrostatic_column() {
    // So few cells are done sooner by one thread.
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(columns);
}

fn columns() {
    let cases = [("apic", 11, 10_000), ("apic", 10, 200), ("flip-0.99", 11, 200), ("aflip-0.99", 9, 200)];
    for (name, rows, steps) in cases {
        let mut settings = tank(0.1, [0.7, 1.2], 9.81);
        settings.scheme = scheme(name, 2);
        settings.solve.tolerance = 1e-10;
        let mut liquid = Liquid::new(settings).unwrap();
        let top = 0.05 * rows as f64;
        liquid.fill([0, 0], [7, 12], |x| (x[1] < top).then_some([0.0; 2]));
        let before: Vec<_> = by_id(&liquid);
        let dt = 0.01;
        let (mut fastest, mut iterations) = (0.0f64, 0);
        for step in 0..steps {
            let attempt = liquid.step(step as f64 * dt, dt, &NoSolids).unwrap();
            fastest = fastest.max(liquid.fastest().0);
            iterations += attempt.projected.iterations;
        }
        let moved = by_id(&liquid)
            .iter()
            .zip(&before)
            .map(|(a, b)| (a[0] - b[0]).abs().max((a[1] - b[1]).abs()))
            .fold(0.0, f64::max);
        println!(
            "{name}: fastest {fastest:.1e} m/s, moved {moved:.1e} m, {:.1} iterations per step",
            iterations as f64 / steps as f64
        );
        // g Δt is 0.1 m/s: the solve leaves a share of 10⁻¹⁰ of that in every cell of a column.
        assert!(fastest < 1e-8, "{name}: {fastest}");
        assert!(moved < 1e-6, "{name}: {moved}");
    }
}

fn by_id(liquid: &Liquid<2>) -> Vec<[f64; 2]> {
    let particles = liquid.particles();
    let mut all = vec![[0.0; 2]; particles.len()];
    for (id, x) in particles.id.iter().zip(&particles.position) {
        all[*id as usize] = *x;
    }
    all
}

/// A wall cuts cells, anywhere: liquid whose particles fill the room up to it does not move, with volume control or without.
#[test]
fn rest_where_a_wall_cuts_cells() {
    for relaxation in [None, Some(5.0)] {
        for (wall, rows) in [(0.83, 14), (0.86, 15), (0.88, 14)] {
            let mut settings = tank(0.1, [wall, 1.2], 9.81);
            settings.solve.tolerance = 1e-10;
            settings.relaxation = relaxation;
            let mut liquid = Liquid::new(settings).unwrap();
            let top = 0.05 * rows as f64;
            liquid.fill([0, 0], [8, 12], |x| (x[1] < top).then_some([0.0; 2]));
            for row in 0..rows {
                let y = 0.05 * row as f64 + 0.025;
                for low in [0.8, 0.85] {
                    let width = (wall - low).min(0.05);
                    if width > 1e-9 {
                        liquid.add([low + 0.5 * width, y], [0.0; 2], 0.05 * width);
                    }
                }
            }
            let fastest = fastest(&mut liquid, &NoSolids, 500);
            println!("wall at {wall} m, relaxation {relaxation:?}: fastest {fastest:.1e} m/s");
            assert!(fastest < 1e-8);
        }
    }
}

/// In a round tank particles of a lattice do not fill the room at the wall evenly, so the surface is level but for a fiftieth of a
/// cell, and liquid sloshes. After PIC has taken that motion, APIC does not stir it up again, with volume control
/// neither: there is a state of rest in cut cells. (After 50 s of PIC it stays below 10⁻¹¹ m/s; here it is given 15 s.)
#[test]
fn rest_in_a_round_tank() {
    for relaxation in [None, Some(5.0)] {
        let mut settings = Settings::<2>::new(0.1);
        settings.gravity[1] = -9.81;
        settings.solve.tolerance = 1e-10;
        settings.relaxation = relaxation;
        let tank = RoundTank { radius: 0.6 };
        let mut liquid = Liquid::new(settings.clone()).unwrap();
        settings.scheme = scheme("pic", 2);
        let mut settling = Liquid::new(settings).unwrap();
        let fill = |liquid: &mut Liquid<2>| {
            liquid.fill([-6, -6], [6, 2], |x| (x[0].hypot(x[1]) < 0.6).then_some([0.0; 2]))
        };
        fill(&mut liquid);
        let sloshing = fastest(&mut liquid, &tank, 300);
        let later = fastest(&mut liquid, &tank, 100);
        fill(&mut settling);
        fastest(&mut settling, &tank, 1500);
        liquid.restore(settling.particles().clone(), settling.next_id()).unwrap();
        let at_rest = fastest(&mut liquid, &tank, 200);
        println!(
            "round, relaxation {relaxation:?}: at first {sloshing:.1e}, after 3 s {later:.1e}, from rest {at_rest:.1e} m/s"
        );
        // Gravity gives 0.1 m/s in a step; control gives half a cell in 5 steps at most, that is 1 m/s.
        assert!(sloshing < 0.3 && later < 0.05, "{sloshing} {later}");
        assert!(at_rest < 1e-4, "{at_rest}");
    }
}

/// The largest speed of a particle in so many steps.
fn fastest(liquid: &mut Liquid<2>, solids: &dyn Solids<2>, steps: usize) -> f64 {
    let mut fastest = 0.0f64;
    for step in 0..steps {
        liquid.step(step as f64 * 0.01, 0.01, solids).unwrap();
        fastest = fastest.max(liquid.fastest().0);
    }
    fastest
}
