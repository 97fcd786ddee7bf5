//! Disks on paper, as figures of 2D simulations have them.

use rayon::prelude::*;

use crate::areas;
use crate::bins::{Bins, Splat, TILE};
use crate::camera::View;
use crate::color::Color;
use crate::fabric::Fabric;
use crate::mesh::Mesh;
use crate::picture::Picture;
use crate::shot::{Grid, Paint, Shot};
use crate::skin::Skin;
use crate::stroke::draw_segments;
use crate::ticks::Ticks;
use crate::vector::Vec3;

const WALL: Color = Color::hex(0x8a9097);
const LINE: Color = Color::hex(0xe6e9ec);

/// Takes a picture of disks; later ones lie on earlier ones.
pub(crate) fn render(shot: &Shot, view: &View) -> Picture {
    let mut picture = Picture::filled(shot.width, shot.height, Color::WHITE);
    for row in 0..shot.height {
        let color = shot.background.at((row as f32 + 0.5) / shot.height as f32);
        (0..shot.width).for_each(|column| picture.set(column, row, color));
    }
    if shot.grid == Grid::Lines {
        draw_grid(&mut picture, view);
    }
    draw_walls(&mut picture, shot, view);
    areas::draw(&mut picture, shot, view, areas::Layer::Areas);
    draw_particles(&mut picture, shot, view);
    areas::draw(&mut picture, shot, view, areas::Layer::Lines);
    picture
}

fn draw_particles(picture: &mut Picture, shot: &Shot, view: &View) {
    let bins = Bins::new(&shot.particles, &shot.net.shown(&shot.particles), view);
    let skin = Skin::new(&shot.particles, shot.net.triangles);
    let meshes: Vec<Mesh> = skin.mesh().into_iter().collect();
    let fabric = Fabric::new(shot, &meshes, view);
    let drawing = Drawing { bins: &bins, fabric: &fabric, paint: &shot.particles.paint };
    let paper = &*picture;
    let tiles = (0..bins.tiles[0] * bins.tiles[1]).into_par_iter();
    let tiles = tiles.map(|number| drawing.tile(paper, number));
    for (number, tile) in tiles.collect::<Vec<_>>().into_iter().enumerate() {
        let [left, top] = corner(&bins, number);
        if let Some(tile) = tile {
            picture.paste(&tile, left as u32, top as u32);
        }
    }
}

fn corner(bins: &Bins, tile: usize) -> [usize; 2] {
    [tile % bins.tiles[0] * TILE, tile / bins.tiles[0] * TILE]
}

/// What is drawn on paper.
struct Drawing<'a> {
    bins: &'a Bins,
    fabric: &'a Fabric<'a>,
    paint: &'a Paint<'a>,
}

impl Drawing<'_> {
    /// Light is mixed, not the screen's numbers, or the rims of disks would look too dark.
    fn tile(&self, paper: &Picture, number: usize) -> Option<Picture> {
        let [left, top] = corner(self.bins, number);
        let mut particles = self.bins.in_tile(number).peekable();
        if particles.peek().is_none() && !self.fabric.is_in(number) {
            return None;
        }
        let [right, bottom] =
            [(left + TILE).min(paper.width as usize), (top + TILE).min(paper.height as usize)];
        let place =
            |i: usize| ((left + i % TILE).min(right - 1) as u32, (top + i / TILE).min(bottom - 1) as u32);
        let mut light: Vec<Vec3> =
            (0..TILE * TILE).map(place).map(|(x, y)| paper.color(x, y).light()).collect();
        self.fabric.draw(number, &mut light);
        for (particle, splat) in particles {
            let center = [splat.x - left as f32, splat.y - top as f32];
            draw_disk(&mut light, center, splat, self.paint.color(particle as usize).light());
        }
        let mut tile = Picture::filled((right - left) as u32, (bottom - top) as u32, Color::WHITE);
        for y in 0..tile.height {
            for x in 0..tile.width {
                tile.set(x, y, Color::from_light(light[y as usize * TILE + x as usize]));
            }
        }
        Some(tile)
    }
}

fn draw_disk(light: &mut [Vec3], [x, y]: [f32; 2], splat: &Splat, color: Vec3) {
    // A smaller one could not be seen.
    let radius = splat.radius.max(0.5);
    let pixels = |center: f32| {
        let first = (center - radius - 0.5).floor().clamp(0.0, TILE as f32) as usize;
        first..((center + radius + 0.5).ceil().clamp(0.0, TILE as f32) as usize)
    };
    for row in pixels(y) {
        for column in pixels(x) {
            let far = (column as f32 + 0.5 - x).hypot(row as f32 + 0.5 - y);
            let part = (radius + 0.5 - far).clamp(0.0, 1.0);
            let pixel = &mut light[row * TILE + column];
            *pixel = pixel.mix(color, part);
        }
    }
}

/// The part of the world that the picture shows, as (left, lower) and (right, upper) corners.
fn window(view: &View) -> [Vec3; 2] {
    let [columns, rows] = view.size.map(|n| n as f32);
    [view.ray(0.0, rows).at(view.focus), view.ray(columns, 0.0).at(view.focus)]
}

fn draw_line(picture: &mut Picture, view: &View, ends: [[f32; 2]; 2], width: f32, color: Color) {
    let ends = ends.map(|[x, y]| {
        let [column, row, _] = view.project(Vec3([x, y, 0.0]));
        [column, row]
    });
    draw_segments(picture, &[ends], width, color);
}

fn draw_grid(picture: &mut Picture, view: &View) {
    let [Vec3([left, low, _]), Vec3([right, high, _])] = window(view);
    let step = Ticks::new(0.0, (high - low).max(right - left) as f64 / 2.0).step;
    let lines = |from: f32, to: f32| {
        let (first, last) = ((from as f64 / step).ceil(), (to as f64 / step).floor());
        let last = last.min(first + 100.0);
        (0..).map(move |i| first + i as f64).take_while(move |i| *i <= last).map(move |i| (i * step) as f32)
    };
    let width = line_width(picture, 0.0009);
    for x in lines(left, right) {
        draw_line(picture, view, [[x, low], [x, high]], width, LINE);
    }
    for y in lines(low, high) {
        draw_line(picture, view, [[left, y], [right, y]], width, LINE);
    }
}

fn line_width(picture: &Picture, part: f32) -> f32 {
    (part * picture.height as f32).max(1.0)
}

fn draw_walls(picture: &mut Picture, shot: &Shot, view: &View) {
    let width = line_width(picture, 0.0025);
    if let Some(height) = shot.walls.floor {
        let [Vec3([left, ..]), Vec3([right, ..])] = window(view);
        draw_line(picture, view, [[left, height], [right, height]], width, WALL);
    }
    if let Some(bounds) = &shot.walls.outline {
        // Outside of the box by half a line, so that particles at the wall touch it and do not cover it.
        let out = 0.5 * width / view.scale_at(view.focus);
        let ([x0, y0, _], [x1, y1, _]) = (bounds.min.map(|x| x - out), bounds.max.map(|x| x + out));
        for ends in [[[x0, y0], [x1, y0]], [[x1, y0], [x1, y1]], [[x1, y1], [x0, y1]], [[x0, y1], [x0, y0]]] {
            draw_line(picture, view, ends, width, WALL);
        }
    }
}
