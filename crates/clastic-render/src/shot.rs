//! What a picture is made from.

use crate::camera::{Camera, View};
use crate::color::{Color, Scale, material_color};
use crate::error::RenderError;
use crate::legend::{self, Legend};
use crate::mesh::Mesh;
use crate::net::Net;
use crate::obstacle::Obstacle;
use crate::picture::Picture;
use crate::vector::Vec3;
use crate::{Dimension, disks, spheres};

/// A box along the axes, in metres. In 2D the third numbers are 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The corner with the least coordinates.
    pub min: [f32; 3],
    /// The corner with the greatest coordinates.
    pub max: [f32; 3],
}

/// In metres: squares of such numbers, and pictures of such scenes, would leave the range of `f32`.
const FARTHEST: f32 = 1e15;

impl Bounds {
    /// Of all places, which are stored row by row, but for those that are not finite or absurdly far; `None` if there
    /// is none.
    pub fn of(dimension: Dimension, x: &[f32]) -> Option<Bounds> {
        let usable = |place: &Vec3| place.0.iter().all(|x| x.abs() < FARTHEST);
        places(dimension, x).filter(usable).fold(None, |bounds, Vec3(place)| {
            let own = Bounds { min: place, max: place };
            Some(bounds.map_or(own, |bounds: Bounds| bounds.union(&own)))
        })
    }

    /// The least box that holds both.
    pub fn union(&self, other: &Bounds) -> Bounds {
        Bounds {
            min: std::array::from_fn(|axis| self.min[axis].min(other.min[axis])),
            max: std::array::from_fn(|axis| self.max[axis].max(other.max[axis])),
        }
    }

    /// With `by` metres more on every side.
    pub fn grown(&self, by: f32) -> Bounds {
        Bounds { min: self.min.map(|x| x - by), max: self.max.map(|x| x + by) }
    }

    pub(crate) fn center(&self) -> [f32; 3] {
        std::array::from_fn(|axis| (0.5 * (self.min[axis] as f64 + self.max[axis] as f64)) as f32)
    }

    /// With a size that a camera can fit: a point becomes a box around it.
    pub(crate) fn with_extent(&self) -> Bounds {
        if self.min == self.max { self.grown(0.5f32.max(1e-3 * Vec3(self.min).length())) } else { *self }
    }
}

/// What colours particles have.
#[derive(Clone, Copy, Debug)]
pub enum Paint<'a> {
    /// The same for all.
    Uniform(Color),
    /// One for each.
    Colors(&'a [Color]),
    /// By material.
    Materials {
        /// The material of each particle.
        index: &'a [u32],
        /// The colour of each material; if empty [`MATERIAL_COLORS`](crate::MATERIAL_COLORS).
        palette: &'a [Color],
    },
    /// By a number of each particle.
    Scalar {
        /// The numbers.
        values: &'a [f32],
        /// Their colours.
        scale: Scale,
    },
}

impl Paint<'_> {
    pub(crate) fn color(&self, particle: usize) -> Color {
        match self {
            Paint::Uniform(color) => *color,
            Paint::Colors(colors) => colors[particle],
            Paint::Materials { index, palette } => material_color(palette, index[particle]),
            Paint::Scalar { values, scale } => scale.color(values[particle]),
        }
    }

    /// The light between particles that are worth `shares`, which sum to 1: numbers are mixed before they get a colour.
    pub(crate) fn between<const N: usize>(&self, particles: [u32; N], shares: [f32; N]) -> Vec3 {
        let parts = || particles.into_iter().zip(shares);
        match self {
            Paint::Uniform(color) => color.light(),
            Paint::Scalar { values, scale } => {
                scale.color(parts().map(|(particle, share)| values[particle as usize] * share).sum()).light()
            }
            Paint::Colors(_) | Paint::Materials { .. } => parts()
                .fold(Vec3::default(), |sum, (particle, share)| {
                    sum + self.color(particle as usize).light() * share
                }),
        }
    }

    /// For how many particles, if that is told.
    fn len(&self) -> Option<usize> {
        match self {
            Paint::Uniform(_) => None,
            Paint::Colors(colors) => Some(colors.len()),
            Paint::Materials { index, .. } => Some(index.len()),
            Paint::Scalar { values, .. } => Some(values.len()),
        }
    }
}

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Particles<'a> {
    /// Of the world they are in.
    pub dimension: Dimension,
    /// Places in metres, row by row: `dimension` numbers per particle. Those that are not finite are left out.
    pub x: &'a [f32],
    /// Of every particle, in metres.
    pub radius: f32,
    /// Their colours.
    pub paint: Paint<'a>,
}

impl Particles<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.x.len() / self.dimension as usize
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.x.is_empty()
    }

    pub(crate) fn place(&self, particle: usize) -> Vec3 {
        match self.dimension {
            Dimension::Two => Vec3([self.x[2 * particle], self.x[2 * particle + 1], 0.0]),
            Dimension::Three => Vec3(std::array::from_fn(|axis| self.x[3 * particle + axis])),
        }
    }
}

fn places(dimension: Dimension, x: &[f32]) -> impl Iterator<Item = Vec3> {
    x.chunks_exact(dimension as usize).map(|row| Vec3([row[0], row[1], row.get(2).copied().unwrap_or(0.0)]))
}

/// What stands still.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Walls {
    /// The height of a floor, in metres. In 3D it carries shadows and fades into the background.
    pub floor: Option<f32>,
    /// A box whose edges are drawn.
    pub outline: Option<Bounds>,
}

/// What is behind everything: from one colour at the top to another at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Background {
    /// At the upper border.
    pub top: Color,
    /// At the lower border.
    pub bottom: Color,
}

impl Background {
    /// Paper.
    pub const WHITE: Background = Background { top: Color::WHITE, bottom: Color::WHITE };
    /// A photographer's bright studio.
    pub const LIGHT: Background = Background { top: Color::hex(0xced7e0), bottom: Color::hex(0xeff1f4) };
    /// A dark studio, in which bright colours glow.
    pub const DARK: Background = Background { top: Color::hex(0x12161c), bottom: Color::hex(0x2a313b) };

    /// At a height in the picture: 0 at the top, 1 at the bottom.
    pub(crate) fn at(&self, t: f32) -> Color {
        self.top.mix(self.bottom, t)
    }

    /// For writing on it.
    pub(crate) fn ink(&self) -> Color {
        if self.bottom.is_light() { Color::hex(0x2b3138) } else { Color::hex(0xe8ebee) }
    }
}

/// Whether a 2D picture has faint lines at round coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grid {
    /// None.
    #[default]
    Hidden,
    /// At round coordinates.
    Lines,
}

/// One picture to be taken.
#[derive(Clone, Copy, Debug)]
pub struct Shot<'a> {
    /// What is drawn.
    pub particles: Particles<'a>,
    /// Which of them are joined.
    pub net: Net<'a>,
    /// What stands still.
    pub walls: Walls,
    /// Solids and regions among the particles. Their order does not matter in 3D; in 2D later ones lie on earlier ones.
    pub obstacles: &'a [Obstacle<'a>],
    /// Surfaces among the particles, in 3D. Their order does not matter.
    pub meshes: &'a [Mesh<'a>],
    /// From where.
    pub camera: Camera,
    /// Pixels per row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// What is behind everything.
    pub background: Background,
    /// Lines at round coordinates, in 2D.
    pub grid: Grid,
    /// What the colours mean.
    pub legend: Legend<'a>,
    /// A line of text in the lower left corner, as the time. May be empty.
    pub caption: &'a str,
}

/// The most columns or rows of a picture.
pub const MAX_SIZE: u32 = 8192;

impl<'a> Shot<'a> {
    /// A full HD picture of particles with nothing around them: of disks on paper, of spheres in a bright studio. The
    /// camera is fitted to them; everything may be changed.
    pub fn of(particles: Particles<'a>) -> Self {
        let (width, height) = (1920, 1080);
        let bounds = Bounds::of(particles.dimension, particles.x);
        let bounds = bounds.unwrap_or(Bounds { min: [0.0; 3], max: [1.0; 3] });
        let background = match particles.dimension {
            Dimension::Two => Background::WHITE,
            Dimension::Three => Background::LIGHT,
        };
        Shot {
            particles,
            net: Net::default(),
            walls: Walls::default(),
            obstacles: &[],
            meshes: &[],
            camera: Camera::fit(&bounds, particles.dimension, width as f32 / height as f32),
            width,
            height,
            background,
            grid: Grid::default(),
            legend: Legend::None,
            caption: "",
        }
    }

    /// Takes the picture. It has the same bytes for any number of threads.
    pub fn render(&self) -> Result<Picture, RenderError> {
        let particles = &self.particles;
        if !particles.x.len().is_multiple_of(particles.dimension as usize) {
            return Err(RenderError::Rows { numbers: particles.x.len(), dimension: particles.dimension });
        }
        if let Some(painted) = particles.paint.len()
            && painted != particles.len()
        {
            return Err(RenderError::Paint { painted, particles: particles.len() });
        }
        if !(particles.radius.is_finite() && particles.radius > 0.0) {
            return Err(RenderError::Radius { radius: particles.radius });
        }
        if !self.net.fits(particles.len()) {
            return Err(RenderError::Net { particles: particles.len() });
        }
        if let Some(mesh) = self.meshes.iter().position(|mesh| !mesh.fits_together()) {
            return Err(RenderError::Mesh { mesh });
        }
        let (width, height) = (self.width, self.height);
        if width == 0 || height == 0 || width > MAX_SIZE || height > MAX_SIZE {
            return Err(RenderError::Size { width, height });
        }
        let view = View::new(&self.camera, [width as usize, height as usize]).ok_or(RenderError::Camera)?;
        let mut picture = match particles.dimension {
            Dimension::Two => disks::render(self, &view),
            Dimension::Three => spheres::render(self, &view),
        };
        legend::draw(self, &mut picture);
        Ok(picture)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_leave_out_what_is_not_finite() {
        let x = [0.0, 1.0, f32::NAN, 9.0, -2.0, 4.0, 1.0, f32::INFINITY, 1e30, 2.0];
        let bounds = Bounds::of(Dimension::Two, &x).unwrap();
        assert_eq!(bounds, Bounds { min: [-2.0, 1.0, 0.0], max: [0.0, 4.0, 0.0] });
        assert_eq!(Bounds::of(Dimension::Three, &[f32::NAN; 3]), None);
        assert_eq!(bounds.grown(1.0).center(), [-1.0, 2.5, 0.0]);
    }

    #[test]
    fn what_does_not_fit_together_is_refused() {
        let particles = Particles {
            dimension: Dimension::Two,
            x: &[0.0, 0.0, 1.0, 1.0],
            radius: 0.1,
            paint: Paint::Scalar {
                values: &[1.0],
                scale: Scale { map: crate::Colormap::Viridis, low: 0.0, high: 1.0 },
            },
        };
        let shot = Shot::of(particles);
        assert_eq!(shot.render(), Err(RenderError::Paint { painted: 1, particles: 2 }));
        let plain = Particles { paint: Paint::Uniform(Color::WHITE), ..particles };
        let with = |particles| Shot { particles, ..shot }.render();
        let rows = RenderError::Rows { numbers: 3, dimension: Dimension::Two };
        assert_eq!(with(Particles { x: &[0.0; 3], ..plain }), Err(rows));
        assert_eq!(with(Particles { radius: -1.0, ..plain }), Err(RenderError::Radius { radius: -1.0 }));
        let shot = Shot { particles: plain, ..shot };
        assert_eq!(Shot { width: 0, ..shot }.render(), Err(RenderError::Size { width: 0, height: 1080 }));
        let camera = Camera { eye: shot.camera.target, ..shot.camera };
        assert_eq!(Shot { camera, ..shot }.render(), Err(RenderError::Camera));
    }
}
