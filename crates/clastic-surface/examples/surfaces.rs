//! Pictures of surfaces, to look at: `cargo run --release -p clastic-surface --example surfaces`.
//!
//! They go to `target/gallery`: a splash as liquid, as grains, as a solid, and as particles.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use clastic_render::{
    Bounds, Camera, Color, Dimension, Mesh, Paint, Particles, Picture, Shot, Walls, write_png,
};
use clastic_surface::{Points, Settings, surface};

const SPACING: f32 = 0.012;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or("target/gallery".into());
    std::fs::create_dir_all(&folder)?;
    let splash = splash();
    for (name, settings, color) in [
        ("liquid", Some(Settings::liquid()), Color::hex(0x2b7dc5)),
        ("granular", Some(Settings::granular()), Color::hex(0xd9a441)),
        ("solid", Some(Settings::solid()), Color::hex(0xb5524a)),
        ("particles", None, Color::hex(0x2b7dc5)),
    ] {
        let path = Path::new(&folder).join(format!("splash-{name}.png"));
        write_png(&path, &take(&splash, settings, color)?)?;
        println!("{}", path.display());
    }
    Ok(())
}

fn take(positions: &[[f32; 3]], settings: Option<Settings>, color: Color) -> Result<Picture, Box<dyn Error>> {
    let bounds = Bounds::of(Dimension::Three, positions.as_flattened()).ok_or("no particles")?;
    // Two balls of the same matter, as particles: one on the surface, one before it.
    let mut x = [[0.0, 0.1, 0.55], [0.3, 0.09, 0.2]].concat();
    let mut meshes = Vec::new();
    let velocities = vec![[0.0; 3]; positions.len()];
    let points = Points { positions, velocities: &velocities, spacing: SPACING.into() };
    let found = settings.map(|settings| surface(&points, &settings)).transpose()?;
    if let Some(found) = &found {
        let (positions, normals, triangles) = (&found.positions, &found.normals, &found.triangles);
        meshes.push(Mesh { positions, normals, triangles, paint: color, cut: None });
    } else {
        x = positions.concat();
    }
    let radius = if found.is_some() { 0.05 } else { 0.5 * SPACING };
    let particles = Particles { dimension: Dimension::Three, x: &x, radius, paint: Paint::Uniform(color) };
    let (width, height) = (1280, 720);
    let shot = Shot {
        meshes: &meshes,
        walls: Walls { floor: Some(-0.02), outline: None },
        camera: Camera::fit(&bounds, Dimension::Three, width as f32 / height as f32),
        width,
        height,
        ..Shot::of(particles)
    };
    let start = Instant::now();
    let picture = shot.render()?;
    let triangles = found.map_or(0, |found| found.triangles.len());
    println!("{triangles} triangles, {:.2} s", start.elapsed().as_secs_f64());
    Ok(picture)
}

/// A pool with waves, a crown and drops.
fn splash() -> Vec<[f32; 3]> {
    let inside = |[x, y, z]: [f32; 3]| {
        let r = x.hypot(z);
        let pool = 0.06 + 0.02 * (25.0 * r).cos() * (-3.0 * r).exp();
        let crown = (r - 0.25 - 0.3 * y).abs() < 0.016 && y < 0.26 + 0.04 * (8.0 * z.atan2(x)).sin();
        let drop = x * x + (y - 0.5).powi(2) + z * z < 0.0036;
        x.abs() < 0.6 && z.abs() < 0.6 && y > 0.0 && (y < pool || crown || drop)
    };
    let mut random = 1u32;
    let mut noise = || {
        random = random.wrapping_mul(747796405).wrapping_add(2891336453);
        (random >> 8) as f32 / (1 << 24) as f32 - 0.5
    };
    let mut places = Vec::new();
    let n = (0.6 / SPACING) as i32;
    for i in -n..=n {
        for j in 0..n {
            for k in -n..=n {
                let place = [i, j, k].map(|m| (m as f32 + 0.5 + 0.7 * noise()) * SPACING);
                if inside(place) {
                    places.push(place);
                }
            }
        }
    }
    // Spray.
    places.extend((0..60).map(|_| [0.8 * noise(), 0.3 + 0.3 * noise(), 0.8 * noise()]));
    places
}
