//! How long pictures take: `cargo run --release -p clastic-render --example speed -- [particles]`.

use std::error::Error;
use std::time::Instant;

use clastic_render::{Colormap, Dimension, Legend, Paint, Particles, Scale, Shot, Walls};

fn main() -> Result<(), Box<dyn Error>> {
    let count: usize = std::env::args().nth(1).map_or(Ok(1_000_000), |count| count.parse())?;
    for dimension in [Dimension::Three, Dimension::Two] {
        let side = (count as f64).powf(1.0 / dimension as usize as f64).ceil() as usize;
        let spacing = 1.0 / side as f32;
        let place = |particle: usize| {
            let digits = [particle % side, particle / side % side, particle / side / side];
            // Rows are shifted a little against each other, so that no two pixels see the same.
            let shift = move |axis: usize| ((particle * (7 + axis)) % 101) as f32 / 202.0;
            (0..dimension as usize).map(move |axis| (digits[axis] as f32 + shift(axis)) * spacing)
        };
        let x: Vec<f32> = (0..count).flat_map(place).collect();
        let values: Vec<f32> = x.chunks_exact(dimension as usize).map(|place| place[0] + place[1]).collect();
        let scale = Scale::spanning(Colormap::Viridis, &values);
        let paint = Paint::Scalar { values: &values, scale };
        let particles = Particles { dimension, x: &x, radius: 0.55 * spacing, paint };
        let walls = Walls { floor: Some(0.0), outline: None };
        let shot = Shot { walls, legend: Legend::Bar("x + y (m)"), ..Shot::of(particles) };
        let times = (0..5).map(|_| {
            let start = Instant::now();
            let picture = shot.render()?;
            assert_eq!(picture.width, 1920);
            Ok(start.elapsed().as_secs_f64())
        });
        let times = times.collect::<Result<Vec<f64>, Box<dyn Error>>>()?;
        let best = times.iter().copied().fold(f64::INFINITY, f64::min);
        let threads = rayon::current_num_threads();
        println!(
            "{}D, {count} particles, {} × {}, {threads} threads: {best:.2} s at best of {times:.2?}",
            dimension as usize, shot.width, shot.height
        );
    }
    Ok(())
}
