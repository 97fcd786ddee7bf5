//! One picture.

use clastic_frames::Frame;
use clastic_render::{Camera, Cut, Legend, Mesh, Net, Paint, Particles, Picture, RenderError, Shot};

use crate::fields::{self, singles};
use crate::rigid::obstacles;
use crate::studio::{Studio, palette};

/// Pixels across a small picture.
const THUMBNAIL: u32 = 480;

/// Whether a picture says what its colours mean.
#[derive(Clone, Copy, PartialEq)]
pub enum Key {
    /// It does not.
    None,
    /// It does.
    Colours,
}

/// A surface that is drawn in place of a material's particles.
#[derive(Clone, Copy)]
pub struct Skin<'a> {
    /// The index of the material.
    pub material: u16,
    /// The vertices.
    pub positions: &'a [[f32; 3]],
    /// Their directions outwards.
    pub normals: &'a [[f32; 3]],
    /// Indices of vertices.
    pub triangles: &'a [[u32; 3]],
}

/// How one picture is taken.
pub struct Exposure<'a> {
    /// Width and height, in pixels.
    pub size: [u32; 2],
    /// What it says below.
    pub caption: &'a str,
    /// Whether it says what its colours mean.
    pub key: Key,
    /// How far the camera is turned about the vertical axis, in rad.
    pub turn: f32,
    /// What is drawn in place of particles.
    pub skins: &'a [Skin<'a>],
}

/// A camera turned about the vertical axis through its target, by so many radians.
fn turned(camera: Camera, angle: f32) -> Camera {
    let [x, z] = [0, 2].map(|axis| camera.eye[axis] - camera.target[axis]);
    let (sin, cos) = angle.sin_cos();
    let eye = [camera.target[0] + cos * x + sin * z, camera.eye[1], camera.target[2] - sin * x + cos * z];
    if angle == 0.0 { camera } else { Camera { eye, ..camera } }
}

impl Studio {
    /// Width and height of a picture, in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.scene.camera.size.map(|pixels| pixels as u32)
    }

    /// A picture of a frame as the scene's camera takes it, with the time below.
    pub fn picture(&self, frame: &Frame, turn: f32, skins: &[Skin]) -> Result<Picture, RenderError> {
        let (caption, size) = (format!("t = {:.3} s", frame.time), self.size());
        let key = if size[0] < 640 { Key::None } else { Key::Colours };
        self.shoot(frame, Exposure { size, caption: &caption, key, turn, skins })
    }

    /// A small picture of a frame, without a caption.
    pub fn thumbnail(&self, frame: &Frame, key: Key) -> Result<Picture, RenderError> {
        let [width, height] = self.size();
        let size = [THUMBNAIL, (THUMBNAIL * height / width.max(1)).clamp(16, 960)];
        self.shoot(frame, Exposure { size, caption: "", key, turn: 0.0, skins: &[] })
    }

    /// A picture of a frame.
    pub fn shoot(&self, frame: &Frame, exposure: Exposure) -> Result<Picture, RenderError> {
        let Exposure { size: [width, height], caption, key, turn, skins } = exposure;
        let values = fields::values(self.scene.camera.color, frame);
        let index: Vec<u32> = frame.material.iter().map(|material| u32::from(*material)).collect();
        let names: Vec<&str> = frame.materials.iter().map(String::as_str).collect();
        let label = fields::label(self.scene.camera.color, &self.scene);
        let palette = palette(&self.scene);
        let (paint, legend) = match self.scale() {
            Some(scale) => (Paint::Scalar { values: &values, scale }, Legend::Bar(&label)),
            None if names.len() > 1 => {
                (Paint::Materials { index: &index, palette: &palette }, Legend::Names(&names))
            }
            None => (Paint::Materials { index: &index, palette: &palette }, Legend::None),
        };
        let meshes: Vec<Mesh> = skins
            .iter()
            .map(|skin| Mesh {
                positions: skin.positions,
                normals: skin.normals,
                triangles: skin.triangles,
                paint: palette[usize::from(skin.material)],
                cut: self.slice,
            })
            .collect();
        let mut x = singles(&frame.x);
        let d = usize::from(frame.dimension);
        for (place, material) in x.chunks_exact_mut(d).zip(&frame.material) {
            let beyond = self.slice.is_some_and(|Cut { axis, place: at }| place[axis] > at);
            if beyond || skins.iter().any(|skin| skin.material == *material) {
                // What is nowhere is not drawn.
                place.fill(f32::NAN);
            }
        }
        let particles = Particles { dimension: self.scene.dimension, x: &x, radius: self.radius, paint };
        let mut obstacles = obstacles(&self.scene, &self.config, frame.time);
        obstacles.iter_mut().for_each(|obstacle| obstacle.cut = self.slice);
        let cells = frame.cells();
        let (segments, triangles): (Vec<_>, _) = (cells.segments().collect(), cells.surface());
        let net = Net { segments: &segments, triangles: &triangles, hidden: cells.tetrahedra.as_flattened() };
        let shot = Shot {
            net,
            walls: self.walls(),
            obstacles: &obstacles,
            meshes: &meshes,
            camera: turned(self.camera, turn),
            width,
            height,
            // Surfaces have the colours of their materials.
            legend: if key == Key::Colours && skins.len() < names.len() { legend } else { Legend::None },
            caption,
            ..Shot::of(particles)
        };
        shot.render()
    }
}
