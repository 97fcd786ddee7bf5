//! Pictures of made-up scenes, to look at: `cargo run --release -p clastic-render --example gallery`.
//!
//! They go to `target/gallery`: a wave of half a million particles by speed, bodies by material, a 2D column, the wave as
//! a contact sheet and as films.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use clastic_render::{
    Background, Bounds, Camera, Cell, Color, Colormap, Dimension, Film, FilmFormat, FilmSpec, Grid, Legend,
    Paint, Particles, Picture, Scale, Sheet, Shot, Walls, contact_sheet, write_png,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new("target/gallery");
    std::fs::create_dir_all(folder)?;
    let save = |name: &str, picture: &Picture| -> Result<(), Box<dyn Error>> {
        let path = folder.join(name);
        write_png(&path, picture)?;
        println!("{}", path.display());
        Ok(())
    };
    let wave = Wave::at(0.55, 0.0125);
    let caption = format!("t = {:.2} s   {} particles", wave.time, wave.speed.len());
    let large = Look { caption: &caption, ..Look::default() };
    save("wave.png", &wave.picture(large)?)?;
    save(
        "wave-dark.png",
        &wave.picture(Look { background: Background::DARK, map: Colormap::Viridis, ..large })?,
    )?;
    save("bodies.png", &bodies()?)?;
    save("ratio.png", &ratio()?)?;
    save("column-2d.png", &column()?)?;

    save("sheet.png", &sheet()?)?;
    for name in ["wave.gif", "wave-film.png", "wave.mp4"] {
        let path = folder.join(name);
        let start = Instant::now();
        match film(&path) {
            Ok(()) => println!("{}, {:.1} s", path.display(), start.elapsed().as_secs_f64()),
            Err(error) => println!("{error}"),
        }
    }
    Ok(())
}

/// The wave at twelve times.
fn sheet() -> Result<Picture, Box<dyn Error>> {
    let times: Vec<f32> = (0..12).map(|i| 0.08 * i as f32).collect();
    let look = Look { width: 960, height: 540, legend: Legend::None, ..Look::default() };
    let pictures =
        times.iter().map(|time| Wave::at(*time, 0.02).picture(look)).collect::<Result<Vec<_>, _>>()?;
    let captions: Vec<String> = times.iter().map(|time| format!("t = {time:.2} s")).collect();
    let cells: Vec<Cell> =
        pictures.iter().zip(&captions).map(|(picture, caption)| Cell { picture, caption }).collect();
    Ok(contact_sheet(&Sheet::of("Wave in a tank of 3.0 m × 1.2 m × 1.0 m", &cells)))
}

/// One second of the wave.
fn film(path: &Path) -> Result<(), Box<dyn Error>> {
    let (width, height, frames) = (640, 360, 24);
    let format = FilmFormat::of(path).ok_or("no film has this name")?;
    let mut film = Film::create(path, FilmSpec { format, width, height, frames_per_second: 24.0, frames })?;
    for frame in 0..frames {
        let time = frame as f32 / 24.0;
        let caption = format!("t = {time:.2} s");
        let look = Look { width, height, caption: &caption, ..Look::default() };
        film.push(&Wave::at(time, 0.03).picture(look)?)?;
    }
    Ok(film.finish()?)
}

/// How the wave is shown.
#[derive(Clone, Copy)]
struct Look<'a> {
    width: u32,
    height: u32,
    background: Background,
    map: Colormap,
    legend: Legend<'a>,
    caption: &'a str,
}

impl Default for Look<'_> {
    fn default() -> Self {
        Look {
            width: 1920,
            height: 1080,
            background: Background::LIGHT,
            map: Colormap::Water,
            legend: Legend::Bar("speed (m/s)"),
            caption: "",
        }
    }
}

/// A number that looks random, −1 to 1.
fn noise(seed: u32) -> f32 {
    let mut x = seed.wrapping_mul(0x9e37_79b9) ^ 0x85eb_ca6b;
    for _ in 0..2 {
        x = (x ^ (x >> 15)).wrapping_mul(0x2c1b_3c6d);
    }
    (x ^ (x >> 16)) as f32 / u32::MAX as f32 * 2.0 - 1.0
}

/// Places on a grid within a box, shaken, that are in a body.
fn fill(size: [f32; 3], spacing: f32, inside: impl Fn([f32; 3]) -> bool) -> Vec<f32> {
    let [nx, ny, nz] = size.map(|length| (length / spacing) as u32);
    let mut x = Vec::new();
    for i in 0..nx * ny * nz {
        let cell = [i % nx, i / nx % ny, i / nx / ny];
        let place: [f32; 3] = std::array::from_fn(|axis| {
            (cell[axis] as f32 + 0.5 + 0.3 * noise(3 * i + axis as u32)) * spacing
        });
        if inside(place) {
            x.extend(place);
        }
    }
    x
}

/// Water that runs along a tank and climbs its far wall.
struct Wave {
    x: Vec<f32>,
    speed: Vec<f32>,
    spacing: f32,
    time: f32,
}

const TANK: Bounds = Bounds { min: [0.0; 3], max: [3.0, 1.2, 1.0] };

impl Wave {
    fn at(time: f32, spacing: f32) -> Self {
        let front = 1.0 + 3.2 * time;
        let height = |x: f32, z: f32| {
            let fall = (1.0 - 0.9 * time).max(0.32) - 0.22 * (x / front).min(1.0);
            let ripple = 0.035
                * time.min(0.6)
                * ((9.0 * x + 3.0 * z).sin() + (7.0 * z - 5.0 * x).cos() + (17.0 * z).sin());
            let nose = ((front + 0.12 * (6.0 * z).sin() * time - x) / 0.35).clamp(0.0, 1.0).sqrt();
            let climb =
                0.9 * (time - 0.45).max(0.0) * (-(3.0 - x) / 0.22).exp() * (1.0 + 0.25 * (13.0 * z).sin());
            fall * nose + ripple * nose + climb
        };
        let mut x = fill(TANK.max, spacing, |[x, y, z]| y < height(x, z));
        if time > 0.45 {
            for drop in 0..(40.0 * (time - 0.45) / spacing) as u32 {
                let place = [
                    2.75 + 0.22 * noise(11 * drop),
                    0.45 + 0.9 * (time - 0.45) * (1.3 + noise(7 * drop + 1)),
                    0.5 + 0.48 * noise(5 * drop + 2),
                ];
                x.extend(place);
            }
        }
        let speed =
            |place: &[f32]| 3.4 * (place[0] / front).min(1.0) * time.min(0.5) * 2.0 + 1.2 * place[1] * time;
        let speed = x.chunks_exact(3).map(speed).collect();
        Wave { x, speed, spacing, time }
    }

    fn picture(&self, look: Look) -> Result<Picture, Box<dyn Error>> {
        let paint =
            Paint::Scalar { values: &self.speed, scale: Scale { map: look.map, low: 0.0, high: 4.0 } };
        let particles =
            Particles { dimension: Dimension::Three, x: &self.x, radius: 0.55 * self.spacing, paint };
        let shot = Shot {
            walls: Walls { floor: Some(0.0), outline: Some(TANK) },
            camera: Camera::fit(&TANK, Dimension::Three, look.width as f32 / look.height as f32),
            width: look.width,
            height: look.height,
            background: look.background,
            legend: look.legend,
            caption: look.caption,
            ..Shot::of(particles)
        };
        Ok(shot.render()?)
    }
}

/// A ball and a block of jelly that sink into sand.
fn bodies() -> Result<Picture, Box<dyn Error>> {
    let spacing = 0.016;
    let square = |x: f32| x * x;
    let sand = fill([2.0, 0.7, 2.0], spacing, |[x, y, z]| {
        let from = (square(x - 1.0) + square(z - 1.0)).sqrt();
        y < 0.42 * (1.0 - from) + 0.03 * (14.0 * x).sin() * (1.0 - from)
    });
    let ball = fill([2.0, 2.0, 2.0], spacing, |[x, y, z]| {
        square(x - 0.75) + square(y - 0.62) + square(z - 1.05) < 0.075
    });
    let block = fill([2.0, 2.0, 2.0], spacing, |[x, y, z]| {
        let (u, v) = (0.8 * (x - 1.42) + 0.6 * (y - 0.5), -0.6 * (x - 1.42) + 0.8 * (y - 0.5));
        u.abs() < 0.2 && v.abs() < 0.2 && (z - 0.9).abs() < 0.2
    });
    let parts = [sand, ball, block];
    let index: Vec<u32> =
        parts.iter().enumerate().flat_map(|(material, part)| vec![material as u32; part.len() / 3]).collect();
    let x = parts.concat();
    let palette = [Color::hex(0xd9b26f), Color::hex(0xd1495b), Color::hex(0x2e86ab)];
    let paint = Paint::Materials { index: &index, palette: &palette };
    let particles = Particles { dimension: Dimension::Three, x: &x, radius: 0.58 * spacing, paint };
    let caption = format!("{} particles", particles.len());
    let shot = Shot {
        walls: Walls { floor: Some(0.0), outline: None },
        legend: Legend::Names(&["sand", "ball", "block"]),
        caption: &caption,
        ..Shot::of(particles)
    };
    Ok(shot.render()?)
}

/// A beam that is bent, by its volume ratio, in large particles.
fn ratio() -> Result<Picture, Box<dyn Error>> {
    let spacing = 0.05;
    let mut x = fill([2.4, 0.5, 0.5], spacing, |_| true);
    let ratio: Vec<f32> =
        x.chunks_exact(3).map(|p| 1.0 + 0.4 * (p[1] - 0.25) * (p[0] - 1.2).signum() * 1.5).collect();
    for place in x.chunks_exact_mut(3) {
        place[1] += 0.3 + 0.25 * (2.4 * place[0]).sin();
    }
    let paint = Paint::Scalar { values: &ratio, scale: Scale::about(1.0, 0.2) };
    let particles = Particles { dimension: Dimension::Three, x: &x, radius: 0.5 * spacing, paint };
    let walls = Walls { floor: Some(0.0), outline: None };
    Ok(Shot { walls, legend: Legend::Bar("volume ratio J"), caption: "Beam", ..Shot::of(particles) }
        .render()?)
}

/// A column of water that collapses, and two disks, in 2D.
fn column() -> Result<Picture, Box<dyn Error>> {
    let spacing = 0.012;
    let bounds = Bounds { min: [0.0; 3], max: [2.0, 1.2, 0.0] };
    let (mut x, mut index) = (Vec::new(), Vec::new());
    for i in 0..166 * 100u32 {
        let (px, py) = ((i % 166) as f32 * spacing + 0.006, (i / 166) as f32 * spacing + 0.006);
        let water = py < 0.75 * (-1.1 * px).exp() + 0.04 * (8.0 * px).sin();
        let disk = |cx: f32, cy: f32, r: f32| (px - cx).hypot(py - cy) < r;
        let material = if disk(1.1, 0.82, 0.16) {
            1
        } else if disk(1.6, 0.55, 0.2) {
            2
        } else {
            0
        };
        if water || material > 0 {
            x.extend([px + 0.15 * spacing * noise(2 * i), py + 0.15 * spacing * noise(2 * i + 1)]);
            index.push(material);
        }
    }
    let paint = Paint::Materials { index: &index, palette: &[] };
    let particles = Particles { dimension: Dimension::Two, x: &x, radius: 0.5 * spacing, paint };
    let shot = Shot {
        walls: Walls { floor: None, outline: Some(bounds) },
        camera: Camera::fit(&bounds, Dimension::Two, 16.0 / 9.0),
        grid: Grid::Lines,
        legend: Legend::Names(&["water", "jelly", "rubber"]),
        caption: "t = 0.40 s",
        ..Shot::of(particles)
    };
    Ok(shot.render()?)
}
