//! Points that stay joined while they move: strands, cloth and bodies of finite elements.

mod build;
mod cut;
mod error;
mod fill;
mod format;
mod measure;
mod neighbours;
mod sheet;
mod strands;

pub use cut::Components;
pub use error::NetError;
pub use format::NetFormat;
pub use measure::Measures;
pub use neighbours::hinges;
pub use strands::{Curl, Density, Jitter, Roots, Strands};

use std::path::Path;

use crate::transform::Transform;

/// Points joined to polylines, triangles or tetrahedra. Every point belongs to a cell, no cell names a point twice, and
/// every cell has a length, an area or a volume. In 2D all points have z = 0.
///
/// ```
/// use clastic_shapes::{Dimension, Net, Shape, Solid};
///
/// let ball = Solid::new(Shape::Ball { center: [0.0; 3], radius: 1.0 }, Dimension::Three)?;
/// let net = Net::fill(&ball, 0.2)?;
/// let volume: f64 = net.measures().cells.iter().sum();
/// assert!((volume / ball.volume().value - 1.0).abs() < 0.02);
/// assert!(net.cut(5, 1)?.components().count >= 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    points: Vec<[f64; 3]>,
    cells: Cells,
}

/// What joins the points of a [`Net`], by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Two points or more each, joined in turn.
    Lines(Vec<Vec<u32>>),
    /// Three corners each; anticlockwise as seen from above if all points have z = 0.
    Triangles(Vec<[u32; 3]>),
    /// Four corners each; the first three are anticlockwise as seen from the fourth.
    Tetrahedra(Vec<[u32; 4]>),
}

impl Cells {
    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            Cells::Lines(lines) => lines.len(),
            Cells::Triangles(triangles) => triangles.len(),
            Cells::Tetrahedra(tetrahedra) => tetrahedra.len(),
        }
    }

    /// The points of each cell.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.count()).map(|cell| match self {
            Cells::Lines(lines) => &lines[cell][..],
            Cells::Triangles(triangles) => &triangles[cell],
            Cells::Tetrahedra(tetrahedra) => &tetrahedra[cell],
        })
    }

    /// The same cells with other indices.
    fn map(self, to: impl Fn(usize, u32) -> u32) -> Cells {
        fn all<const N: usize>(cells: Vec<[u32; N]>, to: impl Fn(usize, u32) -> u32) -> Vec<[u32; N]> {
            cells.into_iter().enumerate().map(|(cell, corners)| corners.map(|p| to(cell, p))).collect()
        }
        match self {
            Cells::Lines(mut lines) => {
                for (cell, line) in lines.iter_mut().enumerate() {
                    line.iter_mut().for_each(|point| *point = to(cell, *point));
                }
                Cells::Lines(lines)
            }
            Cells::Triangles(cells) => Cells::Triangles(all(cells, to)),
            Cells::Tetrahedra(cells) => Cells::Tetrahedra(all(cells, to)),
        }
    }
}

impl Net {
    /// From places in m and cells of their indices. Points without a cell are left out. Tetrahedra, and triangles if all
    /// points have z = 0, may face either way: those of negative volume or area are turned. A line that comes back to a
    /// point of its own is split there.
    pub fn new(points: Vec<[f64; 3]>, cells: Cells) -> Result<Self, NetError> {
        build::build(points, cells)
    }

    /// From the contents of a file. If it holds several kinds of cells, those of the highest dimension are taken.
    pub fn from_bytes(bytes: &[u8], format: NetFormat) -> Result<Self, NetError> {
        let (points, cells) = format::read(bytes, format)?;
        Net::new(points, cells)
    }

    /// From a file, whose name says its format: `.obj`, `.ply`, `.msh` or `.hair`.
    pub fn load(path: &Path) -> Result<Self, NetError> {
        let format = NetFormat::of(path)?;
        let refused = |reason| NetError::File { path: path.to_owned(), reason };
        let bytes = crate::file::read(path).map_err(refused)?;
        Net::from_bytes(&bytes, format)
    }

    /// Places, in m.
    pub fn points(&self) -> &[[f64; 3]] {
        &self.points
    }

    /// What joins them.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Places, in m, and cells.
    pub fn into_parts(self) -> (Vec<[f64; 3]>, Cells) {
        (self.points, self.cells)
    }

    /// Whether all points have z = 0, as in 2D.
    pub fn is_flat(&self) -> bool {
        is_flat(&self.points)
    }

    /// The lowest and highest places, in m.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        crate::vector::bounds(self.points.iter().copied())
    }

    /// The net scaled, turned and shifted.
    pub fn transformed(&self, transform: &Transform) -> Result<Self, NetError> {
        Net::new(self.points.iter().map(|p| transform.apply(*p)).collect(), self.cells.clone())
    }
}

fn is_flat(points: &[[f64; 3]]) -> bool {
    points.iter().all(|p| p[2] == 0.0)
}
