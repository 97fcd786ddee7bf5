//! What is joined, in 2D: areas of triangles with lines between them, and strokes as wide as particles.

use crate::bins::{Bar, TILE, Tiled, shrunk};
use crate::camera::View;
use crate::mesh::Mesh;
use crate::shot::{Paint, Shot};
use crate::stroke::nearest;
use crate::triangles::Triangles;
use crate::vector::{Vec3, smoothstep};

/// Width of the lines between triangles, in parts of the picture's height.
const EDGE: f32 = 0.0011;
/// Darkens the light of an area to that of its edges.
const SHADE: f32 = 0.35;
/// How much the edges within an area cover, and those around it.
const INNER: f32 = 0.5;
const OUTER: f32 = 0.9;

/// All that is joined, by tile.
pub(crate) struct Fabric<'a> {
    paint: Paint<'a>,
    faces: &'a [[u32; 3]],
    triangles: Triangles<'a>,
    edges: Strokes,
    strands: Strokes,
}

impl<'a> Fabric<'a> {
    /// `meshes` holds the skin of the shot's net, if it has one.
    pub fn new(shot: &Shot<'a>, meshes: &'a [Mesh<'a>], view: &View) -> Self {
        let faces = shot.net.triangles;
        let place = |particle: u32| {
            let [x, y, _] = view.project(shot.particles.place(particle as usize));
            [x, y]
        };
        let half = 0.5 * (EDGE * view.size[1] as f32).max(1.0);
        let edges = edges(faces).into_iter().map(|(particles, sides)| {
            let ends = particles.map(place);
            // Lines close together would leave nothing of the area.
            let long = (ends[1][0] - ends[0][0]).hypot(ends[1][1] - ends[0][1]);
            let part = if sides == 1 { OUTER } else { INNER * smoothstep(5.0, 20.0, long) };
            Stroke { particles, shape: 0, bar: Bar { ends, reach: half + 0.5 }, part }
        });
        let radius = (shot.particles.radius * view.scale_at(view.focus)).max(0.5);
        let mut shape = 0;
        let strands = shot.net.segments.iter().enumerate().map(|(number, particles)| {
            let goes_on = number > 0 && shot.net.segments[number - 1][1] == particles[0];
            shape += u32::from(!goes_on);
            let bar = Bar { ends: particles.map(place), reach: radius + 0.5 };
            Stroke { particles: *particles, shape, bar, part: 1.0 }
        });
        Fabric {
            paint: shot.particles.paint,
            faces,
            edges: Strokes::new(edges.filter(|edge| edge.part > 0.0).collect(), view),
            strands: Strokes::new(strands.collect(), view),
            triangles: Triangles::new(meshes, view),
        }
    }

    pub fn is_in(&self, tile: usize) -> bool {
        self.triangles.is_in(tile) || self.edges.is_in(tile) || self.strands.is_in(tile)
    }

    /// Draws on the light of a tile; later ones lie on earlier ones, and strands on areas.
    pub fn draw(&self, tile: usize, light: &mut [Vec3]) {
        self.triangles.draw(tile, |[column, row], number, _| {
            let point = [column as f32 + 0.5, row as f32 + 0.5];
            let shares = self.triangles.shares(number, point);
            light[row % TILE * TILE + column % TILE] =
                self.paint.between(self.faces[number as usize], shares);
        });
        self.edges.draw(tile, light, |ends, t| self.paint.between(ends, [1.0 - t, t]) * SHADE);
        self.strands.draw(tile, light, |ends, t| self.paint.between(ends, [1.0 - t, t]));
    }
}

/// The edges of triangles, the particle with the lower index first, and how many triangles each has.
fn edges(faces: &[[u32; 3]]) -> Vec<([u32; 2], usize)> {
    let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]);
    let mut all: Vec<[u32; 2]> = faces.iter().flat_map(|face| sides(*face)).collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
}

/// A line with round ends.
struct Stroke {
    particles: [u32; 2],
    /// Strokes of one shape follow each other, and cover nothing twice.
    shape: u32,
    /// Half a pixel wider than the line, for a soft border.
    bar: Bar,
    /// How much it covers, 0 to 1.
    part: f32,
}

struct Strokes {
    size: [usize; 2],
    strokes: Vec<Stroke>,
    by_tile: Tiled,
}

impl Strokes {
    fn new(mut strokes: Vec<Stroke>, view: &View) -> Self {
        for stroke in &mut strokes {
            if !stroke.bar.is_near() {
                stroke.bar.reach = 0.0;
            }
        }
        let largest = shrunk(view.size, || strokes.iter().map(|stroke| &stroke.bar));
        strokes.iter_mut().for_each(|stroke| stroke.bar.reach = stroke.bar.reach.min(largest));
        let by_tile = Tiled::new(strokes.len(), view.size, |number| strokes[number].bar.tiles(view.size));
        Strokes { size: view.size, strokes, by_tile }
    }

    fn is_in(&self, tile: usize) -> bool {
        !self.by_tile.in_tile(tile).is_empty()
    }

    /// `color` gets the particles of a stroke and a place between them, 0 to 1.
    fn draw(&self, tile: usize, light: &mut [Vec3], color: impl Fn([u32; 2], f32) -> Vec3) {
        let strokes = self.by_tile.in_tile(tile);
        let mut shape = Shape { parts: vec![(0.0, 0, 0.0); TILE * TILE], touched: Vec::new() };
        for same in strokes.chunk_by(|a, b| self.stroke(*a).shape == self.stroke(*b).shape) {
            for number in same {
                let Stroke { bar, part, .. } = self.stroke(*number);
                bar.pixels(tile, self.size, |[column, row]| {
                    let (far, t) = nearest([column as f32 + 0.5, row as f32 + 0.5], &bar.ends);
                    let part = part * (bar.reach - far).clamp(0.0, 1.0);
                    shape.cover(row % TILE * TILE + column % TILE, (part, *number, t));
                });
            }
            shape.lay(|at, (part, number, t)| {
                light[at] = light[at].mix(color(self.stroke(number).particles, t), part);
            });
        }
    }

    fn stroke(&self, number: u32) -> &Stroke {
        &self.strokes[number as usize]
    }
}

/// What covers most of a pixel: how much, which stroke, and where between its ends.
type Cover = (f32, u32, f32);

/// Strokes that are drawn as one.
struct Shape {
    parts: Vec<Cover>,
    /// Pixels that have a part.
    touched: Vec<usize>,
}

impl Shape {
    fn cover(&mut self, at: usize, cover: Cover) {
        if cover.0 > self.parts[at].0 {
            if self.parts[at].0 == 0.0 {
                self.touched.push(at);
            }
            self.parts[at] = cover;
        }
    }

    /// Hands out all parts, and begins anew.
    fn lay(&mut self, mut paint: impl FnMut(usize, Cover)) {
        for at in self.touched.drain(..) {
            paint(at, std::mem::take(&mut self.parts[at]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_told_from_borders() {
        let found = edges(&[[0, 1, 2], [2, 1, 3]]);
        assert_eq!(found, [([0, 1], 1), ([0, 2], 1), ([1, 2], 2), ([1, 3], 1), ([2, 3], 1)]);
    }
}
