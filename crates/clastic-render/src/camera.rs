//! From where a picture is taken, and where things then appear in it.

use crate::Dimension;
use crate::shot::Bounds;
use crate::vector::Vec3;

/// How depth turns into size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// What is farther looks smaller.
    Perspective {
        /// The angle from the picture's lower to its upper border, in degrees, between 0 and 180.
        vertical_degrees: f32,
    },
    /// Depth changes nothing.
    Orthographic {
        /// From the picture's lower to its upper border, in metres.
        height: f32,
    },
}

/// From where a picture is taken. Places are in metres; y points up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it stands.
    pub eye: [f32; 3],
    /// What it looks at: the middle of the picture.
    pub target: [f32; 3],
    /// The direction that is up in the picture, of any length.
    pub up: [f32; 3],
    /// How depth turns into size.
    pub projection: Projection,
}

/// Part of the picture that [`Camera::fit`] leaves free at each border.
const MARGIN: f64 = 0.09;
/// Of fitted cameras, as of a photographer's short telephoto lens: shapes look natural.
const VERTICAL_DEGREES: f64 = 30.0;

impl Camera {
    /// A good view of what is within `bounds`, for pictures `aspect` times as wide as high. In 3D it stands in front, a
    /// little to the right and above, and sees the longer of the horizontal sides; in 2D it is a window with equal
    /// axes. Take the bounds over all frames of a film, or the camera moves.
    pub fn fit(bounds: &Bounds, dimension: Dimension, aspect: f32) -> Camera {
        let aspect = if aspect.is_finite() && aspect > 0.0 { aspect as f64 } else { 1.0 };
        let bounds = bounds.with_extent();
        match dimension {
            Dimension::Two => fit_window(&bounds, aspect),
            Dimension::Three => fit_three_quarter(&bounds, aspect),
        }
    }
}

fn fit_window(bounds: &Bounds, aspect: f64) -> Camera {
    let size = |axis: usize| bounds.max[axis] as f64 - bounds.min[axis] as f64;
    let height = size(1).max(size(0) / aspect) / (1.0 - 2.0 * MARGIN);
    let [x, y, _] = bounds.center();
    Camera {
        eye: [x, y, height as f32],
        target: [x, y, 0.0],
        up: Vec3::UP.0,
        projection: Projection::Orthographic { height: height as f32 },
    }
}

fn fit_three_quarter(bounds: &Bounds, aspect: f64) -> Camera {
    let size: [f64; 3] = std::array::from_fn(|axis| bounds.max[axis] as f64 - bounds.min[axis] as f64);
    // Flat things are seen from higher up, or they would be a line.
    let flat = 1.0 - (size[1] / size[0].max(size[2]).max(size[1])).min(1.0);
    let elevation = (17.0 + 11.0 * flat).to_radians();
    let along_x = size[0] >= size[2];
    let azimuth = if along_x { 28.0f64 } else { 62.0 }.to_radians();
    let (sin, cos) = (azimuth.sin(), azimuth.cos());
    let back = [elevation.cos() * sin, elevation.sin(), elevation.cos() * cos];
    let right = [cos, 0.0, -sin];
    let up = [-elevation.sin() * sin, elevation.cos(), -elevation.sin() * cos];

    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let center = bounds.center();
    let corners = (0..8).map(|corner| {
        let p: [f64; 3] =
            std::array::from_fn(|axis| if corner >> axis & 1 == 0 { -0.5 } else { 0.5 } * size[axis]);
        (dot(p, right), dot(p, up), -dot(p, back))
    });
    let corners: Vec<(f64, f64, f64)> = corners.collect();
    let tangent = (0.5 * VERTICAL_DEGREES).to_radians().tan();
    let (across, upward) = (|| corners.iter().map(|c| (c.0, c.2)), || corners.iter().map(|c| (c.1, c.2)));
    let tangent = tangent * (1.0 - 2.0 * MARGIN);
    let depth = closest(across(), tangent * aspect).min(closest(upward(), tangent));
    let (across, upward) = (middle(across, depth), middle(upward, depth));

    // The target is the point at the depth of the middle, straight ahead: what the picture turns about.
    let place = |depth: f64| -> [f32; 3] {
        let offset = |axis: usize| right[axis] * across + up[axis] * upward - back[axis] * depth;
        std::array::from_fn(|axis| (center[axis] as f64 + offset(axis)) as f32)
    };
    Camera {
        eye: place(depth),
        target: place(0.0),
        up: Vec3::UP.0,
        projection: Projection::Perspective { vertical_degrees: VERTICAL_DEGREES as f32 },
    }
}

/// The greatest depth at which an eye may stand to see all points (side, depth) within ±`slope` of its axis.
///
/// A point is seen if ±(s − s₀) ≤ slope (d − d₀), two half planes whose extreme members over all points fix s₀ and d₀.
fn closest(points: impl Iterator<Item = (f64, f64)>, slope: f64) -> f64 {
    let (upper, lower) = points.fold((f64::MIN, f64::MIN), |(upper, lower), (side, depth)| {
        (upper.max(side - slope * depth), lower.max(-side - slope * depth))
    });
    -0.5 * (upper + lower) / slope
}

/// Where an eye at `depth` must stand aside to have as much on one side of the picture as on the other.
fn middle<P: Iterator<Item = (f64, f64)>>(points: impl Fn() -> P, depth: f64) -> f64 {
    let mut stand = 0.0;
    // Each round leaves a part of the error that is the size over the distance: 40 are enough for any box.
    for _ in 0..40 {
        let (low, high) = points().fold((f64::MAX, f64::MIN), |(low, high), (side, far)| {
            let slope = (side - stand) / (far - depth);
            (low.min(slope), high.max(slope))
        });
        stand -= 0.5 * (low + high) * depth;
    }
    stand
}

/// Where things appear: a camera with the size of its picture.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub eye: Vec3,
    pub right: Vec3,
    pub up: Vec3,
    pub forward: Vec3,
    /// Metres from the eye to the target.
    pub focus: f32,
    /// Columns and rows.
    pub size: [usize; 2],
    /// Pixels per metre: at a depth of 1 in perspective, anywhere otherwise.
    scale: f32,
    perspective: bool,
}

impl View {
    /// `None` if the camera looks nowhere, or a number of it is of no use.
    pub fn new(camera: &Camera, size: [usize; 2]) -> Option<View> {
        let (eye, target) = (Vec3(camera.eye), Vec3(camera.target));
        let focus = (target - eye).length();
        let forward = (target - eye).normalized();
        let side = forward.cross(Vec3(camera.up));
        // Straight up or down: any direction will do as the right one.
        let side = if side.length() > 1e-6 * Vec3(camera.up).length() { side } else { Vec3([1.0, 0.0, 0.0]) };
        let right = side.normalized();
        let up = right.cross(forward);
        let half = 0.5 * size[1] as f32;
        let (scale, perspective) = match camera.projection {
            Projection::Perspective { vertical_degrees } if vertical_degrees < 180.0 => {
                (half / (0.5 * vertical_degrees).to_radians().tan(), true)
            }
            Projection::Perspective { .. } => return None,
            Projection::Orthographic { height } => (2.0 * half / height, false),
        };
        let usable = scale.is_finite() && scale > 0.0 && focus.is_finite() && focus > 0.0 && up.is_finite();
        (usable && eye.is_finite()).then_some(View {
            eye,
            right,
            up,
            forward,
            focus,
            size,
            scale,
            perspective,
        })
    }

    /// The same view in a picture with `factor` times as many columns and rows.
    pub fn magnified(&self, factor: usize) -> View {
        let size = self.size.map(|n| n * factor);
        View { size, scale: self.scale * factor as f32, ..self.clone() }
    }

    /// Pixels per metre at a depth.
    pub fn scale_at(&self, depth: f32) -> f32 {
        if self.perspective { self.scale / depth } else { self.scale }
    }

    /// Column, row and depth of a place.
    pub fn project(&self, place: Vec3) -> [f32; 3] {
        let offset = place - self.eye;
        let depth = offset.dot(self.forward);
        let scale = self.scale_at(depth);
        let column = 0.5 * self.size[0] as f32 + scale * offset.dot(self.right);
        let row = 0.5 * self.size[1] as f32 - scale * offset.dot(self.up);
        [column, row, depth]
    }

    /// What three corners of a triangle are worth in space, and the depth, at a point of the picture where they are
    /// worth `weights` in the picture.
    pub fn between(&self, weights: [f32; 3], depths: [f32; 3]) -> ([f32; 3], f32) {
        // In perspective one over the depth is what changes evenly in the picture.
        let share = |corner: usize| weights[corner] / if self.perspective { depths[corner] } else { 1.0 };
        let shares: [f32; 3] = std::array::from_fn(share);
        let inverse = 1.0 / shares.iter().sum::<f32>();
        let weights = shares.map(|share| share * inverse);
        (weights, weights.iter().zip(depths).map(|(weight, depth)| weight * depth).sum())
    }

    /// What is seen at a column and row: at depth z the place `start + direction z`.
    pub fn ray(&self, column: f32, row: f32) -> Ray {
        let across = (column - 0.5 * self.size[0] as f32) / self.scale;
        let upward = (0.5 * self.size[1] as f32 - row) / self.scale;
        let aside = self.right * across + self.up * upward;
        if self.perspective {
            Ray { start: self.eye, direction: self.forward + aside }
        } else {
            Ray { start: self.eye + aside, direction: self.forward }
        }
    }

    /// Whether a sphere is in front of the eye. In perspective an eye within it would see its inside, which is not
    /// drawn.
    pub fn shows(&self, depth: f32, radius: f32) -> bool {
        depth > if self.perspective { self.near().max(radius) } else { self.near() }
    }

    /// The least depth that is drawn: what is behind the eye has no picture.
    pub fn near(&self) -> f32 {
        1e-3 * self.focus
    }
}

/// All places behind one point of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub start: Vec3,
    pub direction: Vec3,
}

impl Ray {
    pub fn at(&self, depth: f32) -> Vec3 {
        self.start + self.direction * depth
    }

    /// The depth at which it comes down on the plane at `height`, seen from above; infinite if it does not.
    pub fn floor_depth(&self, height: f32) -> f32 {
        let [_, start, _] = self.start.0;
        let [_, slope, _] = self.direction.0;
        let depth = (height - start) / slope;
        if slope < 0.0 && depth > 0.0 { depth } else { f32::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(bounds: &Bounds) -> impl Iterator<Item = Vec3> {
        (0..8).map(|corner| {
            let side =
                |axis: usize| if corner >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
            Vec3(std::array::from_fn(side))
        })
    }

    #[test]
    fn a_fitted_view_holds_all_corners_fills_the_picture_and_is_centred() {
        let boxes = [
            Bounds { min: [0.0; 3], max: [1.0; 3] },
            Bounds { min: [-3.0, 0.0, 5.0], max: [4.0, 0.1, 6.0] },
            Bounds { min: [100.0, 20.0, 0.0], max: [100.5, 29.0, 8.0] },
            Bounds { min: [2.0; 3], max: [2.0; 3] },
            Bounds { min: [-1e18; 3], max: [1e18; 3] },
        ];
        for bounds in boxes.map(|bounds| bounds.with_extent()) {
            for size in [[1920, 1080], [500, 900]] {
                for dimension in [Dimension::Two, Dimension::Three] {
                    let camera = Camera::fit(&bounds, dimension, size[0] as f32 / size[1] as f32);
                    let view = View::new(&camera, size).unwrap();
                    let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
                    for corner in corners(&bounds) {
                        let place = view.project(corner);
                        for axis in 0..2 {
                            low[axis] = low[axis].min(place[axis] / size[axis] as f32);
                            high[axis] = high[axis].max(place[axis] / size[axis] as f32);
                        }
                    }
                    let case = format!("{bounds:?} {size:?} {dimension:?}: {low:?} to {high:?}");
                    for axis in 0..2 {
                        assert!(low[axis] > 0.08 && high[axis] < 0.92, "{case}");
                        assert!((low[axis] + high[axis] - 1.0).abs() < 0.02, "{case}");
                    }
                    let filled = (high[0] - low[0]).max(high[1] - low[1]);
                    assert!(filled > 0.8, "{case}");
                }
            }
        }
    }

    #[test]
    fn projecting_undoes_rays() {
        let camera = Camera {
            eye: [3.0, 2.0, 4.0],
            target: [0.5, 0.2, -0.3],
            up: [0.1, 2.0, 0.0],
            projection: Projection::Perspective { vertical_degrees: 40.0 },
        };
        let window = Camera { projection: Projection::Orthographic { height: 2.0 }, ..camera };
        for camera in [camera, window] {
            let view = View::new(&camera, [640, 480]).unwrap();
            let [column, row, depth] = view.project(view.ray(100.0, 333.0).at(4.5));
            assert!(
                (column - 100.0).abs() < 1e-2 && (row - 333.0).abs() < 1e-2 && (depth - 4.5).abs() < 1e-4
            );
            let [column, row, _] = view.project(Vec3(camera.target));
            assert!((column - 320.0).abs() < 1e-2 && (row - 240.0).abs() < 1e-2);
        }
    }

    #[test]
    fn cameras_of_no_use_are_refused_and_straight_down_works() {
        let camera = Camera::fit(&Bounds { min: [0.0; 3], max: [1.0; 3] }, Dimension::Three, 1.0);
        let refused = [
            Camera { target: camera.eye, ..camera },
            Camera { eye: [f32::NAN, 0.0, 0.0], ..camera },
            Camera { projection: Projection::Perspective { vertical_degrees: 180.0 }, ..camera },
            Camera { projection: Projection::Perspective { vertical_degrees: 0.0 }, ..camera },
            Camera { projection: Projection::Orthographic { height: -1.0 }, ..camera },
        ];
        for camera in refused {
            assert!(View::new(&camera, [64, 64]).is_none(), "{camera:?}");
        }
        let down = Camera { eye: [0.0, 5.0, 0.0], target: [0.0; 3], ..camera };
        assert!(View::new(&down, [64, 64]).is_some());
    }
}
