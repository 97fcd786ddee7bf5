//! Liquid that turns in a round tank under gravity: its surface is the parabola z = z₀ + ω² r² / (2 g).

use super::common::*;
use clastic::solvers::liquid::*;

#[test]
fn surface_of_turning_liquid() {
    let (n, radius, omega, g, depth) = (24, 0.45, 4.0, 9.81, 0.5);
    let h = 1.0 / n as f64;
    let mut settings = Settings::<3>::new(h);
    settings.axes[1] = walls(0.0, 2.0);
    settings.gravity[1] = -g;
    let mut liquid = Liquid::new(settings).unwrap();
    let rise = |r: f64| omega * omega / (2.0 * g) * (r * r - 0.5 * radius * radius);
    liquid.fill([-n, 0, -n], [n, 2 * n, n], |x| {
        let r = x[0].hypot(x[2]);
        (r < radius && x[1] < depth + rise(r)).then_some([-omega * x[2], 0.0, omega * x[0]])
    });
    for c in &mut liquid.particles_mut().affine {
        (c[0][2], c[2][0]) = (-omega, omega);
    }
    let tank = RoundTank { radius };
    let turn = std::f64::consts::TAU / omega;
    let (steps, mut time) = (300, 0.0);
    let dt = turn / steps as f64;
    let before = momenta(liquid.grid(), liquid.particles(), &liquid.settings().scheme).1[1];
    for _ in 0..steps - 1 {
        liquid.step(time, dt, &tank).unwrap();
        time += dt;
    }
    liquid.attempt(time, dt, &tank, &mut |_| ()).unwrap();
    let share = momenta(liquid.grid(), liquid.particles(), &liquid.settings().scheme).1[1] / before;
    let split = (-0.5 * (omega * dt).powi(2) * steps as f64).exp();
    // Heights where φ changes its sign along the axis of gravity, away from the wall.
    let (grid, level) = (liquid.grid(), &liquid.surface().level);
    let (mut squared, mut count, mut worst) = (0.0, 0.0, 0.0f64);
    for cell in 0..grid.len() {
        let x = grid.center(cell);
        let r = x[0].hypot(x[2]);
        let Some(above) = grid.beside_cell(cell, 1, 1) else { continue };
        if level[cell] < 0.0 && level[above] > 0.0 && r < radius - h {
            let height = x[1] + h * level[cell] / (level[cell] - level[above]);
            let off = height - depth - rise(r);
            (squared, count, worst) = (squared + off * off, count + 1.0, worst.max(off.abs()));
        }
    }
    let mean = (squared / count).sqrt();
    println!(
        "after a turn {share:.4} of the angular momentum (the splitting leaves {split:.4}); surface off by {:.2} cells rms, {:.2} at \
         most, of {:.2} between middle and wall",
        mean / h,
        worst / h,
        (rise(radius) - rise(0.0)) / h
    );
    assert!(share > 0.9 && share < 1.02);
    assert!(mean < 0.35 * h);
}
