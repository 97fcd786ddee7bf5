//! Shapes as scenes write them down.

use std::path::PathBuf;
use std::sync::Arc;

use clastic::Dimension;
use clastic_shapes::{Mesh, Polygon, Rotation, Shape as Geometry, Solid, Transform};
use serde_json::{Value as Json, json};
use toml::Value as Toml;

use crate::language::*;

table! {
    /// A shape, moved.
    pub struct Placed {
        /// What it looks like.
        group shape: Shape,
        /// A factor on all lengths, about the origin, before the rest.
        optional scale: Positive,
        /// A rotation about the origin, in degrees: counterclockwise in 2D; about x, then y, then z in 3D.
        optional rotate: Turn,
        /// A translation, in m, after the rest.
        optional translate: Components,
    }
}

choice! {
    /// The kind of shape.
    pub enum Shape by "shape" {
        "box" => Box(BoxTable),
        "disk" => Disk(BallTable),
        "sphere" => Sphere(BallTable),
        "ring" => Ring(RingTable),
        "torus" => Torus(TorusTable),
        "cylinder" => Cylinder(CylinderTable),
        "capsule" => Capsule(CapsuleTable),
        "polygon" => Polygon(PolygonTable),
        "mesh" => Mesh(MeshTable),
        "union" => Union(UnionTable),
        "difference" => Difference(DifferenceTable),
        "intersection" => Intersection(IntersectionTable),
    }
}

table! {
    /// A box along the axes, by `center` and `size` or by `min` and `max`.
    pub struct BoxTable {
        /// The middle, in m.
        optional center: Components,
        /// The lengths of its edges, in m.
        optional size: Components,
        /// The lowest corner, in m.
        optional min: Components,
        /// The highest corner, in m.
        optional max: Components,
    }
}

table! {
    /// A disk in 2D, a sphere in 3D.
    pub struct BallTable {
        /// The middle, in m.
        default center: Components = [0.0; 3],
        /// The radius, in m.
        required radius: Positive,
    }
}

table! {
    /// A disk with a round hole, in 2D.
    pub struct RingTable {
        /// The middle, in m.
        default center: Components = [0.0; 3],
        /// The outer radius, in m.
        required radius: Positive,
        /// The hole's radius, in m.
        required inner_radius: Positive,
    }
}

table! {
    /// A torus about the y axis, in 3D.
    pub struct TorusTable {
        /// The middle, in m.
        default center: Components = [0.0; 3],
        /// From the middle to the middle of the tube, in m.
        required radius: Positive,
        /// The radius of the tube, in m.
        required tube_radius: Positive,
    }
}

table! {
    /// A cylinder about the y axis, in 3D.
    pub struct CylinderTable {
        /// The middle, in m.
        default center: Components = [0.0; 3],
        /// The radius, in m.
        required radius: Positive,
        /// From end to end, in m.
        required height: Positive,
    }
}

table! {
    /// All that lies within a radius of a line.
    pub struct CapsuleTable {
        /// Where the line begins, in m.
        required from: Components,
        /// Where it ends, in m.
        required to: Components,
        /// The radius, in m.
        required radius: Positive,
    }
}

table! {
    /// A polygon without crossings, in 2D; in 3D a prism along z.
    pub struct PolygonTable {
        /// The corners in their order, each a list of x and y, in m.
        required points: List<Pair>,
        /// The low and the high end of the prism in 3D, in m.
        optional z: Pair,
    }
}

table! {
    /// What a closed triangle mesh encloses, in 3D.
    pub struct MeshTable {
        /// A PLY, OBJ or STL file in the scene's folder.
        required file: MeshFile,
    }
}

table! {
    /// All of several shapes together.
    pub struct UnionTable {
        /// The shapes.
        required of: List<Nested<Placed>>,
    }
}

table! {
    /// The first of several shapes without the others.
    pub struct DifferenceTable {
        /// The shapes.
        required of: List<Nested<Placed>>,
    }
}

table! {
    /// What several shapes have in common.
    pub struct IntersectionTable {
        /// The shapes.
        required of: List<Nested<Placed>>,
    }
}

/// A mesh's file.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshPath {
    /// As the scene gives it.
    pub given: String,
    /// Where it is.
    pub path: PathBuf,
}

/// The path of a mesh.
pub struct MeshFile;
impl Kind for MeshFile {
    type Value = MeshPath;
    fn read(node: &Node, reading: &mut Reading) -> Option<MeshPath> {
        let given = Text::read(node, reading)?;
        let Some(inner) = inner_path(&given) else {
            let message =
                format!("`{}` leads elsewhere; expected a file in the scene's folder", given.escape_debug());
            reading.wrong(&node.place, message);
            return None;
        };
        let folder = node.place.source.folder.as_ref().unwrap_or(&reading.folder);
        let path = folder.join(inner);
        Some(MeshPath { given, path })
    }
    fn stand_in() -> MeshPath {
        MeshPath { given: String::new(), path: PathBuf::new() }
    }
    fn write(value: &MeshPath, _: usize) -> Toml {
        Toml::String(value.given.clone())
    }
    fn expected() -> String {
        "the path of a PLY, OBJ or STL file".to_string()
    }
    fn schema() -> Json {
        json!({"type": "string"})
    }
}

/// The largest mesh that is read.
const MAX_MESH_BYTES: u64 = 1 << 30;

/// What is wrong with a shape.
pub(crate) struct Wrong {
    /// The way to the part that is wrong, as in `of.1`; empty for the shape itself.
    pub part: Vec<String>,
    /// The field, if it is one.
    pub field: Option<&'static str>,
    /// Why, and what was expected.
    pub message: String,
}

impl Wrong {
    fn whole(message: impl Into<String>) -> Vec<Wrong> {
        vec![Wrong { part: Vec::new(), field: None, message: message.into() }]
    }
}

impl Placed {
    /// The shape as geometry, checked. Everything that is wrong comes back.
    pub(crate) fn solid(&self, dimension: Dimension) -> Result<Solid, Vec<Wrong>> {
        let shape = self.geometry(dimension)?;
        let dimension = match dimension {
            Dimension::Two => clastic_shapes::Dimension::Two,
            Dimension::Three => clastic_shapes::Dimension::Three,
        };
        Solid::new(shape, dimension).map_err(|error| Wrong::whole(error.to_string()))
    }

    fn geometry(&self, dimension: Dimension) -> Result<Geometry, Vec<Wrong>> {
        let shape = self.shape.geometry(dimension)?;
        if self.scale.is_none() && self.rotate.is_none() && self.translate.is_none() {
            return Ok(shape);
        }
        let transform = Transform {
            scale: self.scale.unwrap_or(1.0),
            rotation: Rotation::from_degrees(self.rotate.unwrap_or_default()),
            translation: self.translate.unwrap_or_default(),
        };
        Ok(Geometry::Transformed(Box::new(shape), transform))
    }

    /// The meshes that it is made of.
    pub(crate) fn meshes(&mut self) -> Vec<&mut MeshPath> {
        match &mut self.shape {
            Shape::Mesh(mesh) => vec![&mut mesh.file],
            Shape::Union(UnionTable { of })
            | Shape::Difference(DifferenceTable { of })
            | Shape::Intersection(IntersectionTable { of }) => {
                of.iter_mut().flat_map(Placed::meshes).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn wrong<T>(field: &'static str, message: impl Into<String>) -> Result<T, Vec<Wrong>> {
    Err(vec![Wrong { part: Vec::new(), field: Some(field), message: message.into() }])
}

impl Shape {
    fn geometry(&self, dimension: Dimension) -> Result<Geometry, Vec<Wrong>> {
        let two = dimension == Dimension::Two;
        match self {
            Shape::Disk(_) if !two => {
                wrong("shape", "a disk is for 2D; expected `sphere` or another shape of 3D")
            }
            Shape::Ring(_) if !two => {
                wrong("shape", "a ring is for 2D; expected `torus` or another shape of 3D")
            }
            Shape::Sphere(_) if two => {
                wrong("shape", "a sphere is for 3D; expected `disk` or another shape of 2D")
            }
            Shape::Torus(_) if two => {
                wrong("shape", "a torus is for 3D; expected `ring` or another shape of 2D")
            }
            Shape::Cylinder(_) if two => {
                wrong("shape", "a cylinder is for 3D; expected `box` or another shape of 2D")
            }
            Shape::Mesh(_) if two => {
                wrong("shape", "a mesh is for 3D; expected `polygon` or another shape of 2D")
            }
            Shape::Box(table) => table.geometry(dimension),
            Shape::Disk(table) | Shape::Sphere(table) => {
                Ok(Geometry::Ball { center: table.center, radius: table.radius })
            }
            Shape::Ring(RingTable { radius, inner_radius, .. }) if inner_radius >= radius => wrong(
                "inner_radius",
                format!("{inner_radius:?} is not allowed; expected less than the radius"),
            ),
            Shape::Ring(RingTable { center, radius, inner_radius }) => {
                Ok(Geometry::Ring { center: *center, inner_radius: *inner_radius, outer_radius: *radius })
            }
            Shape::Torus(TorusTable { radius, tube_radius, .. }) if tube_radius > radius => {
                wrong("tube_radius", format!("{tube_radius:?} is not allowed; expected at most the radius"))
            }
            Shape::Torus(TorusTable { center, radius, tube_radius }) => {
                let (inner_radius, outer_radius) = (radius - tube_radius, radius + tube_radius);
                let upright = Geometry::Ring { center: [0.0; 3], inner_radius, outer_radius };
                let rotation = Rotation::from_degrees([90.0, 0.0, 0.0]);
                Ok(Geometry::Transformed(
                    Box::new(upright),
                    Transform { scale: 1.0, rotation, translation: *center },
                ))
            }
            Shape::Cylinder(CylinderTable { center, radius, height }) => {
                let end = |sign: f64| [center[0], center[1] + sign * 0.5 * height, center[2]];
                Ok(Geometry::Cylinder { from: end(-1.0), to: end(1.0), radius: *radius })
            }
            Shape::Capsule(CapsuleTable { from, to, radius }) => {
                Ok(Geometry::Capsule { from: *from, to: *to, radius: *radius })
            }
            Shape::Polygon(table) => table.geometry(dimension),
            Shape::Mesh(MeshTable { file })
                if std::fs::metadata(&file.path).is_ok_and(|data| data.len() > MAX_MESH_BYTES) =>
            {
                wrong("file", format!("the mesh is too large; expected at most {} MB", MAX_MESH_BYTES >> 20))
            }
            Shape::Mesh(MeshTable { file }) => match Mesh::load(&file.path) {
                Ok(mesh) => Ok(Geometry::Mesh(Arc::new(mesh))),
                Err(error) => wrong("file", error.to_string()),
            },
            Shape::Union(UnionTable { of }) => Ok(Geometry::Union(parts(of, dimension)?)),
            Shape::Intersection(IntersectionTable { of }) => {
                Ok(Geometry::Intersection(parts(of, dimension)?))
            }
            Shape::Difference(DifferenceTable { of }) => {
                let mut shapes = parts(of, dimension)?;
                let first = shapes.remove(0);
                Ok(Geometry::Difference(Box::new(first), shapes))
            }
        }
    }
}

/// At least one shape, and every mistake in any.
fn parts(of: &[Placed], dimension: Dimension) -> Result<Vec<Geometry>, Vec<Wrong>> {
    if of.is_empty() {
        return wrong("of", "the list is empty; expected at least one shape");
    }
    let (mut shapes, mut wrongs) = (Vec::new(), Vec::new());
    for (index, part) in of.iter().enumerate() {
        match part.geometry(dimension) {
            Ok(shape) => shapes.push(shape),
            Err(more) => wrongs.extend(more.into_iter().map(|wrong| {
                let path = ["of".to_string(), index.to_string()];
                Wrong { part: path.into_iter().chain(wrong.part).collect(), ..wrong }
            })),
        }
    }
    if wrongs.is_empty() { Ok(shapes) } else { Err(wrongs) }
}

impl BoxTable {
    fn geometry(&self, dimension: Dimension) -> Result<Geometry, Vec<Wrong>> {
        let (low, high, field) = match (self.center, self.size, self.min, self.max) {
            (Some(center), Some(size), None, None) => {
                let corner = |sign: f64| std::array::from_fn(|i| center[i] + sign * 0.5 * size[i]);
                (corner(-1.0), corner(1.0), "size")
            }
            (None, None, Some(min), Some(max)) => (min, max, "max"),
            _ => {
                return Err(Wrong::whole("expected `center` and `size`, or `min` and `max`, for a box"));
            }
        };
        match (0..dimension as usize).find(|i| high[*i] <= low[*i]) {
            Some(i) => {
                let (letter, low, high) = (["x", "y", "z"][i], short(low[i]), short(high[i]));
                let message = format!(
                    "the box is empty: it reaches from {low} to {high} along {letter}; expected low < high"
                );
                wrong(field, message)
            }
            None => Ok(Geometry::Box { low, high }),
        }
    }
}

impl PolygonTable {
    fn geometry(&self, dimension: Dimension) -> Result<Geometry, Vec<Wrong>> {
        let polygon = match Polygon::new(self.points.clone()) {
            Ok(polygon) => polygon,
            Err(error) => return wrong("points", error.to_string()),
        };
        match (dimension, self.z) {
            (Dimension::Two, None) => Ok(Geometry::Polygon { polygon, depth: None }),
            (Dimension::Two, Some(_)) => wrong("z", "a 2D scene has no z axis"),
            (Dimension::Three, Some([low, high])) if low < high => {
                let prism = Geometry::Polygon { polygon, depth: Some(high - low) };
                let shift = Transform { translation: [0.0, 0.0, low], ..Transform::default() };
                Ok(Geometry::Transformed(Box::new(prism), shift))
            }
            (Dimension::Three, Some(_)) => wrong("z", "expected the low end before the high end"),
            (Dimension::Three, None) => {
                Err(Wrong::whole("`z` is missing; expected the low and the high end of the prism"))
            }
        }
    }
}
