//! Spheres under a key light and a sky, and what stands among them.
//!
//! Particles, [`tubes`] between them, triangles of meshes and nets, and opaque obstacles ([`sight`]) are drawn into a depth buffer finer than the
//! picture ([`surface`]). What changes slowly is found once per pixel: the shape that particles form together
//! ([`relief`]), how much sky it sees ([`sky`]), and what the key light reaches ([`shadow`]). Then each sample is lit
//! with its own normal, and what is [`glass`] is laid over it; samples are averaged.

mod floor;
mod glass;
mod lights;
mod outline;
mod relief;
mod shadow;
mod sight;
mod sky;
mod surface;
mod tubes;

use crate::bins::Bins;
use crate::camera::View;
use crate::color::Color;
use crate::mesh::Mesh;
use crate::picture::Picture;
use crate::shot::Shot;
use crate::skin::Skin;
use crate::triangles::Triangles;
use crate::vector::{Vec3, smoothstep};
use floor::{Floor, Horizon};
use glass::{Glass, Layers};
use lights::Lights;
use relief::{Relief, Terrain};
use shadow::Shadows;
use sight::corners;
use sky::Landscape;
use surface::{Matter, Seen, Surface};
use tubes::{Courses, Tubes};

/// Under the lights the floor is a little brighter than the background.
const POOL: Vec3 = Vec3([0.82, 0.9, 1.0]);
/// Samples per pixel along each axis.
const SAMPLES: usize = 2;

/// Takes a picture of spheres.
pub(crate) fn render(shot: &Shot, view: &View) -> Picture {
    let fine = view.magnified(SAMPLES);
    // The surface of what is joined is one more mesh, after the others.
    let skin = Skin::new(&shot.particles, shot.net.triangles);
    let meshes: Vec<Mesh> = shot.meshes.iter().copied().chain(skin.mesh()).collect();
    let first_of_skin = shot.meshes.iter().map(|mesh| mesh.triangles.len() as u32).sum();
    let shot = &Shot { meshes: &meshes, ..*shot };
    let shown = shot.net.shown(&shot.particles);
    let bins = Bins::new(&shot.particles, &shown, &fine);
    let tubes = Tubes::new(&shot.particles, shot.net.segments, &fine);
    let obstacles = shot.obstacles;
    let courses = Courses::new(&shot.particles, shot.net.segments);
    let triangles = Triangles::new(shot.meshes, &fine);
    let matter = Matter { bins: &bins, tubes: &tubes, triangles: &triangles };
    let surface = Surface::new(&matter, obstacles, &fine);
    let radius = shot.particles.radius;
    let relief = Relief::new(&Terrain { view, surface: &surface, triangles: &triangles, obstacles, radius });
    let sky = sky::seen(&Landscape { view, relief: &relief, radius, floor: shot.walls.floor });
    let lights = Lights::new(view);
    let glass = Glass::new(obstacles, view, &lights);
    let shadows = Shadows::new(shot, &shown, view, lights.to_key);
    let floor = shot.walls.floor.map(|height| Floor::new(view, height));
    let pixels_per_radius = radius * view.scale_at(view.focus);
    let horizon = Horizon::new(view);
    let studio = Studio {
        shot,
        view,
        fine: &fine,
        bins: &bins,
        tubes: &tubes,
        courses,
        triangles: &triangles,
        first_of_skin,
        surface: &surface,
        relief: &relief,
        sky,
        lights: &lights,
        shadows,
        floor,
        endless: obstacles.iter().map(|obstacle| corners(obstacle, &horizon).is_none()).collect(),
        horizon,
        together: 0.62 * (1.0 - smoothstep(5.0, 16.0, pixels_per_radius)),
    };
    let mut picture = Picture::filled(shot.width, shot.height, Color::WHITE);
    picture.repaint(
        |corner| glass.layers(corner, |pixel| studio.end(pixel)),
        |layers, pixel, _| Color::from_light(studio.pixel(pixel, layers)),
    );
    if let Some(bounds) = &shot.walls.outline {
        outline::draw(&mut picture, view, &relief, bounds, shot.background.ink());
    }
    picture
}

/// All that is known when pixels are coloured.
struct Studio<'a> {
    shot: &'a Shot<'a>,
    view: &'a View,
    fine: &'a View,
    bins: &'a Bins,
    tubes: &'a Tubes,
    courses: Courses,
    triangles: &'a Triangles<'a>,
    /// The number of the first triangle between particles.
    first_of_skin: u32,
    surface: &'a Surface,
    relief: &'a Relief,
    /// The part of the sky that each pixel sees.
    sky: Vec<f32>,
    lights: &'a Lights,
    shadows: Option<Shadows>,
    floor: Option<Floor>,
    horizon: Horizon,
    /// Which obstacles have no end.
    endless: Vec<bool>,
    /// How much the common shape turns normals, 0 to 1: small spheres would all look alike, and large ones need no
    /// help.
    together: f32,
}

impl Studio<'_> {
    fn pixel(&self, [column, row]: [usize; 2], layers: &Layers) -> Vec3 {
        let at = row * self.view.size[0] + column;
        let floor_depth = self.floor_depth([column, row]);
        let below = self.below(floor_depth);
        let (mut ground, mut particle_key, mut obstacle_key, mut triangle_key) = (None, None, None, None);
        let mut sum = Vec3::default();
        for sample in 0..SAMPLES * SAMPLES {
            let [x, y] = [SAMPLES * column + sample % SAMPLES, SAMPLES * row + sample / SAMPLES];
            let mut shared_key = || {
                let place = || self.view.ray(column as f32 + 0.5, row as f32 + 0.5).at(self.relief.depth[at]);
                *particle_key.get_or_insert_with(|| self.key_at(place(), Vec3::default()))
            };
            let (depth, light) = match self.surface.at(x, y) {
                (depth, Seen::Particle(particle)) if depth <= floor_depth => {
                    (depth, self.sphere(x, y, particle, shared_key(), at))
                }
                (depth, Seen::Tube(number)) if depth <= floor_depth => {
                    (depth, self.tube([x, y], number, shared_key(), at))
                }
                (depth, Seen::Obstacle(index)) if depth <= below => {
                    (depth, self.obstacle([x, y], index, depth, &mut obstacle_key))
                }
                (depth, Seen::Triangle(number)) if depth <= below => {
                    (depth, self.triangle([x, y], number, depth, &mut triangle_key))
                }
                _ => {
                    let ground = ground.get_or_insert_with(|| self.ground(column, row, floor_depth));
                    (below, *ground)
                }
            };
            sum = sum + layers.over([column, row], depth, light);
        }
        sum * (1.0 / (SAMPLES * SAMPLES) as f32)
    }

    /// Infinite where there is no floor.
    fn floor_depth(&self, [column, row]: [usize; 2]) -> f32 {
        let height = self.floor.as_ref().map(|floor| floor.height);
        height.map_or(f32::INFINITY, |height| floor::depth(self.view, column, row, height))
    }

    /// The depth at which surfaces are hidden by a floor: those that lie on it are seen.
    fn below(&self, floor_depth: f32) -> f32 {
        floor_depth + 1.0 / self.view.scale_at(floor_depth)
    }

    /// The depth behind which nothing is seen at a pixel.
    fn end(&self, pixel: [usize; 2]) -> f32 {
        let [x, y] = pixel.map(|n| SAMPLES * n);
        let samples = (0..SAMPLES * SAMPLES).map(|i| self.surface.at(x + i % SAMPLES, y + i / SAMPLES).0);
        samples.fold(0.0, f32::max).min(self.below(self.floor_depth(pixel)))
    }

    /// The part of the key light that reaches a place.
    fn key_at(&self, place: Vec3, normal: Vec3) -> f32 {
        self.shadows.as_ref().map_or(1.0, |shadows| shadows.light_at(place, normal))
    }

    /// `key` is the part of the key light, found once for all samples of a pixel.
    fn obstacle(&self, [x, y]: [usize; 2], index: usize, depth: f32, key: &mut Option<f32>) -> Vec3 {
        let obstacle = &self.shot.obstacles[index];
        let ray = self.fine.ray(x as f32 + 0.5, y as f32 + 0.5);
        let (place, normal) = (ray.at(depth), obstacle.facing(ray, depth, 1.0 / self.fine.scale_at(depth)));
        let key = *key.get_or_insert_with(|| self.key_at(place, normal));
        let [column, row] = [x / SAMPLES, y / SAMPLES];
        let sky = self.sky[row * self.view.size[0] + column];
        let light =
            self.lights.reflect(obstacle.paint.light(), normal, -ray.direction.normalized(), key, sky);
        let presence = if self.endless[index] { self.horizon.presence(place) } else { 1.0 };
        self.background(row).mix(light, presence)
    }

    /// `key` is as for obstacles.
    fn triangle(&self, [x, y]: [usize; 2], number: u32, depth: f32, key: &mut Option<f32>) -> Vec3 {
        let point = [x as f32 + 0.5, y as f32 + 0.5];
        let ray = self.fine.ray(point[0], point[1]);
        let normal = self.triangles.normal(number, point);
        let key = *key.get_or_insert_with(|| self.key_at(ray.at(depth), normal));
        let sky = self.sky[y / SAMPLES * self.view.size[0] + x / SAMPLES];
        let color = match number.checked_sub(self.first_of_skin) {
            Some(face) => {
                let corners = self.shot.net.triangles[face as usize];
                self.shot.particles.paint.between(corners, self.triangles.shares(number, point))
            }
            None => self.triangles.mesh(number).paint.light(),
        };
        self.lights.reflect(color, normal, -ray.direction.normalized(), key, sky)
    }

    fn sphere(&self, x: usize, y: usize, particle: u32, key: f32, at: usize) -> Vec3 {
        let splat = self.bins.splat(particle);
        let [dx, dy] = [x as f32 + 0.5 - splat.x, y as f32 + 0.5 - splat.y].map(|d| d / splat.radius);
        let to_eye = -self.fine.ray(x as f32 + 0.5, y as f32 + 0.5).direction.normalized();
        let toward = (1.0 - dx * dx - dy * dy).max(0.0).sqrt();
        let own = self.view.right * dx - self.view.up * dy + to_eye * toward;
        let own = self.courses.smooth(own, [particle; 2], 0.0);
        let color = self.shot.particles.paint.color(particle as usize).light();
        self.body(color, own, to_eye, key, at)
    }

    fn tube(&self, [x, y]: [usize; 2], number: u32, key: f32, at: usize) -> Vec3 {
        let to_eye = -self.fine.ray(x as f32 + 0.5, y as f32 + 0.5).direction.normalized();
        let (part, own) = self.tubes.hit(number, [x, y]).map_or((0.0, to_eye), |hit| (hit.part, hit.normal));
        let ends = self.shot.net.segments[number as usize];
        let own = self.courses.smooth(own, ends, part);
        let color = self.shot.particles.paint.between(ends, [1.0 - part, part]);
        self.body(color, own, to_eye, key, at)
    }

    /// What is part of the common shape, with a normal of its own.
    fn body(&self, color: Vec3, own: Vec3, to_eye: Vec3, key: f32, at: usize) -> Vec3 {
        let normal = own.mix(self.relief.normal[at], self.together).normalized();
        self.lights.reflect(color, normal, to_eye, key, self.sky[at])
    }

    fn background(&self, row: usize) -> Vec3 {
        self.shot.background.at((row as f32 + 0.5) / self.view.size[1] as f32).light()
    }

    /// Floor or background. The floor has the background's colour where light reaches it, so that it has no border.
    fn ground(&self, column: usize, row: usize, depth: f32) -> Vec3 {
        let background = self.background(row);
        let Some(floor) = self.floor.as_ref().filter(|_| depth < f32::INFINITY) else {
            return background;
        };
        let place = self.view.ray(column as f32 + 0.5, row as f32 + 0.5).at(depth);
        let presence = floor.presence(place);
        if presence == 0.0 {
            return background;
        }
        let sky = self.sky[row * self.view.size[0] + column];
        let key = self.key_at(place, Vec3::default());
        let lit = (0.55 * key + 0.45) * (0.35 + 0.65 * sky);
        let lines = floor.lines(place, 1.0 / self.view.scale_at(depth));
        let lit_floor = background.mix(POOL, 0.04) * lit;
        let ink = self.shot.background.ink();
        // The eye sees a light line in the dark sooner than a dark one in the light.
        let strength = if ink.is_light() { 0.03 } else { 0.12 };
        background.mix(lit_floor.mix(ink.light(), strength * lines), presence)
    }
}
