//! Spheres under a key light and a sky.
//!
//! Particles are drawn into a depth buffer finer than the picture ([`surface`]). What changes slowly is found once per
//! pixel: the shape that particles form together ([`relief`]), how much sky it sees ([`sky`]), and what the key light
//! reaches ([`shadow`]). Then each sample is lit with its own sphere's normal, and samples are averaged.

mod floor;
mod outline;
mod relief;
mod shadow;
mod sky;
mod surface;

use rayon::prelude::*;

use crate::bins::Bins;
use crate::camera::View;
use crate::color::Color;
use crate::picture::Picture;
use crate::shot::Shot;
use crate::vector::{Vec3, smoothstep};
use floor::Floor;
use relief::{Relief, Terrain};
use shadow::Shadows;
use sky::Landscape;
use surface::{NONE, Surface};

/// Samples per pixel along each axis.
const SAMPLES: usize = 2;

/// Takes a picture of spheres.
pub(crate) fn render(shot: &Shot, view: &View) -> Picture {
    let fine = view.magnified(SAMPLES);
    let bins = Bins::new(&shot.particles, &fine);
    let surface = Surface::new(&bins);
    let radius = shot.particles.radius;
    let relief = Relief::new(&Terrain { view, surface: &surface, radius });
    let sky = sky::seen(&Landscape { view, relief: &relief, radius, floor: shot.walls.floor });
    let lights = Lights::new(view);
    let shadows = Shadows::new(&shot.particles, view, lights.to_key);
    let floor = shot.walls.floor.map(|height| Floor::new(view, height));
    let pixels_per_radius = radius * view.scale_at(view.focus);
    let studio = Studio {
        shot,
        view,
        fine: &fine,
        bins: &bins,
        surface: &surface,
        relief: &relief,
        sky,
        lights,
        shadows,
        floor,
        together: 0.62 * (1.0 - smoothstep(5.0, 16.0, pixels_per_radius)),
    };
    let mut picture = Picture::filled(shot.width, shot.height, Color::WHITE);
    picture.pixels.par_chunks_mut(4 * shot.width as usize).enumerate().for_each(|(row, bytes)| {
        for (column, pixel) in bytes.chunks_exact_mut(4).enumerate() {
            let Color { r, g, b } = Color::from_light(studio.pixel(column, row));
            pixel.copy_from_slice(&[r, g, b, 255]);
        }
    });
    if let Some(bounds) = &shot.walls.outline {
        outline::draw(&mut picture, view, &relief, bounds, shot.background.ink());
    }
    picture
}

struct Lights {
    /// The direction to the key light.
    to_key: Vec3,
}

const KEY: Vec3 = Vec3([0.86, 0.83, 0.78]);
const SKY: Vec3 = Vec3([0.44, 0.47, 0.52]);
const GROUND: Vec3 = Vec3([0.24, 0.23, 0.22]);
/// Under the lights the floor is a little brighter than the background.
const POOL: Vec3 = Vec3([0.82, 0.9, 1.0]);

impl Lights {
    /// The key light stands to the upper left of the camera, a little in front of the scene.
    fn new(view: &View) -> Self {
        let toward_camera = view.right.cross(Vec3::UP);
        Lights { to_key: (Vec3::UP + view.right * -0.55 + toward_camera * 0.5).normalized() }
    }

    /// The light that a surface sends to the eye. `key` and `sky` are the parts of the lights that reach it.
    fn reflect(&self, color: Vec3, normal: Vec3, to_eye: Vec3, key: f32, sky: f32) -> Vec3 {
        // Matter lets some light through, so that it falls off beyond the edge of the shade.
        let facing = ((normal.dot(self.to_key) + 0.2) / 1.2).max(0.0);
        let above = 0.5 + 0.5 * normal.0[1];
        let arriving = KEY * (facing * key) + GROUND.mix(SKY, above) * sky;
        let half = (self.to_key + to_eye).normalized();
        let gloss = normal.dot(half).max(0.0).powi(24) * 0.05 * key;
        color.filter(arriving) + KEY * gloss
    }
}

/// All that is known when pixels are coloured.
struct Studio<'a> {
    shot: &'a Shot<'a>,
    view: &'a View,
    fine: &'a View,
    bins: &'a Bins,
    surface: &'a Surface,
    relief: &'a Relief,
    /// The part of the sky that each pixel sees.
    sky: Vec<f32>,
    lights: Lights,
    shadows: Option<Shadows>,
    floor: Option<Floor>,
    /// How much the common shape turns normals, 0 to 1: small spheres would all look alike, and large ones need no
    /// help.
    together: f32,
}

impl Studio<'_> {
    fn pixel(&self, column: usize, row: usize) -> Vec3 {
        let at = row * self.view.size[0] + column;
        let ray = self.view.ray(column as f32 + 0.5, row as f32 + 0.5);
        let floor_depth = self
            .floor
            .as_ref()
            .map_or(f32::INFINITY, |floor| floor::depth(self.view, column, row, floor.height));
        let mut ground = None;
        let mut key = None;
        let mut sum = Vec3::default();
        for sample in 0..SAMPLES * SAMPLES {
            let [x, y] = [SAMPLES * column + sample % SAMPLES, SAMPLES * row + sample / SAMPLES];
            let (depth, particle) = self.surface.at(x, y);
            sum = sum
                + if particle == NONE || depth > floor_depth {
                    *ground.get_or_insert_with(|| self.ground(column, row, floor_depth))
                } else {
                    let key = *key.get_or_insert_with(|| self.key_at(ray.at(self.relief.depth[at])));
                    self.sphere(x, y, particle, key, at)
                };
        }
        sum * (1.0 / (SAMPLES * SAMPLES) as f32)
    }

    /// The part of the key light that reaches a place.
    fn key_at(&self, place: Vec3) -> f32 {
        self.shadows.as_ref().map_or(1.0, |shadows| shadows.light_at(place))
    }

    fn sphere(&self, x: usize, y: usize, particle: u32, key: f32, at: usize) -> Vec3 {
        let splat = self.bins.splat(particle);
        let [dx, dy] = [x as f32 + 0.5 - splat.x, y as f32 + 0.5 - splat.y].map(|d| d / splat.radius);
        let to_eye = -self.fine.ray(x as f32 + 0.5, y as f32 + 0.5).direction.normalized();
        let toward = (1.0 - dx * dx - dy * dy).max(0.0).sqrt();
        let own = self.view.right * dx - self.view.up * dy + to_eye * toward;
        let normal = own.mix(self.relief.normal[at], self.together).normalized();
        let color = self.shot.particles.paint.color(particle as usize).light();
        self.lights.reflect(color, normal, to_eye, key, self.sky[at])
    }

    /// Floor or background. The floor has the background's colour where light reaches it, so that it has no border.
    fn ground(&self, column: usize, row: usize, depth: f32) -> Vec3 {
        let background = self.shot.background.at((row as f32 + 0.5) / self.view.size[1] as f32).light();
        let Some(floor) = self.floor.as_ref().filter(|_| depth < f32::INFINITY) else {
            return background;
        };
        let place = self.view.ray(column as f32 + 0.5, row as f32 + 0.5).at(depth);
        let presence = floor.presence(place);
        if presence == 0.0 {
            return background;
        }
        let sky = self.sky[row * self.view.size[0] + column];
        let key = self.key_at(place);
        let lit = (0.55 * key + 0.45) * (0.35 + 0.65 * sky);
        let lines = floor.lines(place, 1.0 / self.view.scale_at(depth));
        let lit_floor = background.mix(POOL, 0.04) * lit;
        let ink = self.shot.background.ink();
        // The eye sees a light line in the dark sooner than a dark one in the light.
        let strength = if ink.is_light() { 0.03 } else { 0.12 };
        background.mix(lit_floor.mix(ink.light(), strength * lines), presence)
    }
}
