//! Shapes as scenes write them down.

mod files;
mod geometry;
mod heights;

use std::path::PathBuf;

use clastic_shapes::{DistanceField, Rotation, Shape as Geometry, Solid, Transform};
use serde_json::{Value as Json, json};
use toml::Value as Toml;

use crate::language::*;
pub(crate) use files::Workshop;

table! {
    /// A shape, moved.
    pub struct Placed {
        /// What it looks like.
        group shape: Shape,
        /// Where it is moved to.
        group placement: Placement,
    }
}

table! {
    /// How something is moved from where its own numbers say.
    pub struct Placement {
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
        "plane" => Plane(PlaneTable),
        "disk" => Disk(DiskTable),
        "sphere" => Sphere(SphereTable),
        "ring" => Ring(RingTable),
        "torus" => Torus(TorusTable),
        "cylinder" => Cylinder(CylinderTable),
        "cone" => Cone(ConeTable),
        "capsule" => Capsule(CapsuleTable),
        "polygon" => Polygon(PolygonTable),
        "revolve" => Revolve(RevolveTable),
        "height-field" => HeightField(HeightFieldTable),
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
        /// The radius of its edges and corners, in m; they are sharp without.
        optional radius: Positive,
    }
}

table! {
    /// All that lies behind a plane, in 2D behind a line. It has no end: a body can be a part of it, in an `intersection`
    /// or a `difference`.
    pub struct PlaneTable {
        /// Any place on it, in m.
        default point: Components = [0.0; 3],
        /// The direction away from what lies behind, of any length.
        default normal: Components = [0.0, 1.0, 0.0],
    }
}

table! {
    /// A disk, in 2D.
    pub struct DiskTable {
        /// The middle, in m.
        default center: Components = [0.0; 3],
        /// The radius, in m.
        required radius: Positive,
    }
}

table! {
    /// A ball, in 3D.
    pub struct SphereTable {
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
    /// A cone about the y axis, whole or cut off, in 3D.
    pub struct ConeTable {
        /// The middle of its height, in m.
        default center: Components = [0.0; 3],
        /// The radius of the low end, in m.
        required radius: NonNegative,
        /// The radius of the high end, in m.
        default top_radius: NonNegative = 0.0,
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
    /// What a polygon passes when it turns about the y axis, such as a cup or an hourglass; in 2D it and its mirror image.
    pub struct RevolveTable {
        /// The corners in their order, each a list of the distance from the axis and of y, in m.
        required points: List<Pair>,
    }
}

table! {
    /// What lies below heights that are spread evenly over x, and over z in 3D. Beyond them it goes on as at their edge,
    /// and downwards without end: a body can be a part of it, in an `intersection`.
    pub struct HeightFieldTable {
        /// The heights along x, in m; in 3D a list of such rows along z, or one row for all z.
        optional heights: Rows,
        /// A file of heights in the scene's folder, in 3D: an ESRI ASCII grid (`.asc`), or a grey image of 8 or 16 bits
        /// (`.png`) of heights from 0 to 1. Its first row is at the low end of z.
        optional file: HeightFile,
        /// Where the first and the last height of a row are along x, in m; by default as a grid says, from 0.
        optional x: Pair,
        /// Where the first and the last row are along z, in m, in 3D; likewise.
        optional z: Pair,
        /// A factor on the heights.
        default factor: Number = 1.0,
        /// What is added to the heights after that, in m.
        default offset: Number = 0.0,
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

/// The file of a mesh or of heights.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshPath {
    /// As the scene gives it.
    pub given: String,
    /// Where it is.
    pub path: PathBuf,
}

/// The path of a file in the scene's folder, and what it should be.
macro_rules! paths {
    ($($(#[doc = $doc:literal])+ $name:ident, $expected:literal;)+) => {$(
        $(#[doc = $doc])+
        pub struct $name;
        impl Kind for $name {
            type Value = MeshPath;
            fn read(node: &Node, reading: &mut Reading) -> Option<MeshPath> {
                let given = Text::read(node, reading)?;
                let Some(inner) = inner_path(&given) else {
                    let given = given.escape_debug();
                    let message = format!("`{given}` leads elsewhere; expected a file in the scene's folder");
                    reading.wrong(&node.place, message);
                    return None;
                };
                let folder = node.place.source.folder.as_ref().unwrap_or(&reading.folder);
                let path = reading.base.join(folder).join(inner);
                Some(MeshPath { given, path })
            }
            fn stand_in() -> MeshPath {
                MeshPath { given: String::new(), path: PathBuf::new() }
            }
            fn write(value: &MeshPath, _: usize) -> Toml {
                Toml::String(value.given.clone())
            }
            fn expected() -> String {
                $expected.to_string()
            }
            fn schema() -> Json {
                json!({"type": "string"})
            }
        }
    )+};
}
paths! {
    /// The path of a mesh.
    MeshFile, "the path of a PLY, OBJ or STL file";
    /// The path of a net.
    NetFile, "the path of an OBJ, PLY, MSH or HAIR file";
    /// The path of heights.
    HeightFile, "the path of an ASC or PNG file";
}

/// Rows of numbers; a list of numbers is one row.
pub struct Rows;
impl Kind for Rows {
    type Value = Vec<Vec<f64>>;
    fn read(node: &Node, reading: &mut Reading) -> Option<Vec<Vec<f64>>> {
        let in_rows = |list: &[Node]| list.iter().any(|item| matches!(item.value, Value::List(_)));
        match &node.value {
            Value::List(list) if in_rows(list) => List::<List<Number>>::read(node, reading),
            _ => List::<Number>::read(node, reading).map(|row| vec![row]),
        }
    }
    fn stand_in() -> Vec<Vec<f64>> {
        vec![vec![0.0; 2]]
    }
    fn write(value: &Vec<Vec<f64>>, dimension: usize) -> Toml {
        match value.as_slice() {
            [row] => List::<Number>::write(row, dimension),
            rows => List::<List<Number>>::write(&rows.to_vec(), dimension),
        }
    }
    fn expected() -> String {
        "a list of numbers, or in 3D a list of such lists".to_string()
    }
    fn schema() -> Json {
        json!({"anyOf": [List::<Number>::schema(), List::<List<Number>>::schema()]})
    }
}

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

impl Placement {
    /// What it does, if it does anything.
    pub(crate) fn transform(&self) -> Option<Transform> {
        let Placement { scale, rotate, translate } = *self;
        (scale.is_some() || rotate.is_some() || translate.is_some()).then(|| Transform {
            scale: scale.unwrap_or(1.0),
            rotation: Rotation::from_degrees(rotate.unwrap_or_default()),
            translation: translate.unwrap_or_default(),
        })
    }
}

impl Placed {
    /// The shape as geometry, checked. Everything that is wrong comes back.
    pub(crate) fn solid(&self, workshop: &mut Workshop) -> Result<Solid, Vec<Wrong>> {
        let shape = self.geometry(workshop)?;
        Solid::new(shape, workshop.dimension).map_err(|error| Wrong::whole(error.to_string()))
    }

    /// The shape as distances from it, which are right up to a reach, in m. Unlike a solid it may have no end.
    pub(crate) fn field(&self, workshop: &mut Workshop, reach: f64) -> Result<DistanceField, Vec<Wrong>> {
        let shape = self.geometry(workshop)?;
        let field = DistanceField::new(shape, workshop.dimension, reach);
        field.map_err(|error| Wrong::whole(error.to_string()))
    }

    fn geometry(&self, workshop: &mut Workshop) -> Result<Geometry, Vec<Wrong>> {
        let shape = self.shape.geometry(workshop)?;
        Ok(match self.placement.transform() {
            Some(transform) => Geometry::Transformed(Box::new(shape), transform),
            None => shape,
        })
    }

    /// The files that it is made of.
    pub(crate) fn meshes(&mut self) -> Vec<&mut MeshPath> {
        match &mut self.shape {
            Shape::Mesh(mesh) => vec![&mut mesh.file],
            Shape::HeightField(field) => field.file.iter_mut().collect(),
            Shape::Union(UnionTable { of })
            | Shape::Difference(DifferenceTable { of })
            | Shape::Intersection(IntersectionTable { of }) => {
                of.iter_mut().flat_map(Placed::meshes).collect()
            }
            _ => Vec::new(),
        }
    }
}
