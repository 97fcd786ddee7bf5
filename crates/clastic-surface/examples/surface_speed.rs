//! The time and memory that a surface takes:
//! `cargo run --release -p clastic-surface --example surface_speed [particles]`.
//!
//! Particles fill a basin with waves, 8 in a cell.

use std::time::Instant;

use clastic_surface::{Points, Settings, surface};

fn main() {
    let particles: f64 = std::env::args().nth(1).map_or(1e5, |number| number.parse().expect("a number"));
    let spacing = 0.01;
    // Twice as long and wide as high.
    let height = (particles / 4.0).cbrt();
    let mut positions = Vec::new();
    let mut random = 1u64;
    for i in 0..(particles * 1.5) as usize {
        let side = (2.0 * height) as usize;
        let corner = [i % side, i / (side * side), i / side % side];
        let [x, y, z] = corner.map(|n| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            n as f64 + 0.6 * (random >> 40) as f64 / (1u64 << 24) as f64
        });
        let waves = 0.1 * height * ((10.0 * x / height).sin() + (7.0 * z / height).cos());
        if y < height + waves {
            positions.push([x, y, z].map(|x| (spacing * x) as f32));
        }
    }
    let velocities = vec![[1.0, 0.0, 0.0]; positions.len()];
    let points = Points { positions: &positions, velocities: &velocities, spacing };
    for (name, settings) in
        [("liquid", Settings::liquid()), ("granular", Settings::granular()), ("solid", Settings::solid())]
    {
        let start = Instant::now();
        let found = surface(&points, &settings).expect("a surface");
        let seconds = start.elapsed().as_secs_f64();
        let volume = found.volume() / (positions.len() as f64 * spacing.powi(3));
        println!(
            "{name}: {} particles, {} triangles, {seconds:.2} s, volume {volume:.3}, at most {} MB so far",
            positions.len(),
            found.triangles.len(),
            peak_memory() / 1000
        );
    }
}

/// In kB, where the system tells.
fn peak_memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
