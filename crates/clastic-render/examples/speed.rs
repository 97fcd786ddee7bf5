//! How long pictures take: `cargo run --release -p clastic-render --example speed -- [particles] [width] [height]`,
//! without obstacles and with three: an opaque ring, a bowl of glass, and a plane.

use std::error::Error;
use std::time::Instant;

use clastic_render::{Colormap, Dimension, Legend, Look, Obstacle, Paint, Particles, Scale, Shot, Walls};
use clastic_shapes::{DistanceField, Polygon, Shape, Transform};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = std::env::args().skip(1).map(|n| n.parse()).collect::<Result<Vec<usize>, _>>()?;
    let argument = |at: usize, default| arguments.get(at).copied().unwrap_or(default);
    let count = argument(0, 1_000_000);
    let [width, height] = [argument(1, 1920), argument(2, 1080)].map(|n| n as u32);
    let arc = |radius: f64| (0..=40).map(move |i| (i as f64 / 40.0 * 1.5, radius));
    let point = |(angle, radius): (f64, f64)| [radius * angle.sin(), -radius * angle.cos()];
    let profile = Polygon::new(arc(0.98).map(point).chain(arc(0.95).rev().map(point)).collect())?;
    let shapes = [
        Shape::Ring { center: [0.5, 1.2, 0.5], inner_radius: 0.3, outer_radius: 0.5 },
        Shape::Revolve { polygon: profile },
        Shape::Plane { point: [0.0, -0.5, 0.0], normal: [0.0, 1.0, 0.0] },
    ];
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
        let walls = Walls { floor: None, outline: None };
        let fields = shapes.iter().map(|shape| DistanceField::new(shape.clone(), dimension, 0.2));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let place = Transform { translation: [0.5; 3], ..Transform::default() };
        let obstacles = [
            Obstacle::of(&fields[0]),
            Obstacle { place, look: Look::Glass, paint: Obstacle::PANE, ..Obstacle::of(&fields[1]) },
            Obstacle::of(&fields[2]),
        ];
        for obstacles in [&[][..], &obstacles] {
            let legend = Legend::Bar("x + y (m)");
            let shot = Shot { walls, obstacles, width, height, legend, ..Shot::of(particles) };
            let times = (0..5).map(|_| {
                let start = Instant::now();
                let picture = shot.render()?;
                assert_eq!(picture.width, width);
                Ok(start.elapsed().as_secs_f64())
            });
            let times = times.collect::<Result<Vec<f64>, Box<dyn Error>>>()?;
            let best = times.iter().copied().fold(f64::INFINITY, f64::min);
            let threads = rayon::current_num_threads();
            let scene = format!("{}D, {count} particles, {} obstacles", dimension as usize, obstacles.len());
            println!("{scene}, {width} × {height}, {threads} threads: {best:.2} s at best of {times:.2?}");
        }
    }
    Ok(())
}
