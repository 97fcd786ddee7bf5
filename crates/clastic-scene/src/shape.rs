//! Shapes as scenes write them down.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clastic::Dimension;
use clastic_shapes::{Mesh, Polygon, Repairs, Rotation, Shape as Geometry, Solid, Transform};
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
        "disk" => Disk(DiskTable),
        "sphere" => Sphere(SphereTable),
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

/// What shapes are made for: a dimension, and meshes that are read once however often they are named.
pub(crate) struct Workshop {
    pub dimension: Dimension,
    meshes: Vec<(PathBuf, Result<Arc<Mesh>, String>)>,
}

impl Workshop {
    pub(crate) fn new(dimension: Dimension) -> Self {
        Workshop { dimension, meshes: Vec::new() }
    }

    fn mesh(&mut self, path: &Path) -> Result<Arc<Mesh>, String> {
        if let Some((_, mesh)) = self.meshes.iter().find(|(known, _)| known == path) {
            return mesh.clone();
        }
        let mesh = if std::fs::metadata(path).is_ok_and(|data| data.len() > MAX_MESH_BYTES) {
            Err(format!("the mesh is too large; expected at most {} MB", MAX_MESH_BYTES >> 20))
        } else {
            Mesh::load(path).map(Arc::new).map_err(|error| error.to_string())
        };
        self.meshes.push((path.to_path_buf(), mesh.clone()));
        mesh
    }

    /// What had to be repaired in meshes, in words.
    pub(crate) fn repairs(&self) -> Vec<String> {
        let told = self.meshes.iter().filter_map(|(path, mesh)| {
            let Repairs { dropped_triangles, turned_triangles, moved_vertices } =
                mesh.as_ref().ok()?.repairs();
            let parts = [
                (turned_triangles, "triangles that faced the wrong way were turned"),
                (dropped_triangles, "triangles without an area were left out"),
                (moved_vertices, "vertices were moved a little to close gaps"),
            ];
            let parts: Vec<String> = parts
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| format!("{what}: {count}"))
                .collect();
            (!parts.is_empty()).then(|| format!("{}: {}", path.display(), parts.join("; ")))
        });
        told.collect()
    }
}

impl Placed {
    /// The shape as geometry, checked. Everything that is wrong comes back.
    pub(crate) fn solid(&self, workshop: &mut Workshop) -> Result<Solid, Vec<Wrong>> {
        let shape = self.geometry(workshop)?;
        let dimension = match workshop.dimension {
            Dimension::Two => clastic_shapes::Dimension::Two,
            Dimension::Three => clastic_shapes::Dimension::Three,
        };
        Solid::new(shape, dimension).map_err(|error| Wrong::whole(error.to_string()))
    }

    fn geometry(&self, workshop: &mut Workshop) -> Result<Geometry, Vec<Wrong>> {
        let shape = self.shape.geometry(workshop)?;
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
    /// Why there is no such shape in a dimension.
    fn misplaced(&self, dimension: Dimension) -> Option<&'static str> {
        match (self, dimension) {
            (Shape::Disk(_), Dimension::Three) => {
                Some("a disk is for 2D; expected `sphere` or another shape of 3D")
            }
            (Shape::Ring(_), Dimension::Three) => {
                Some("a ring is for 2D; expected `torus` or another shape of 3D")
            }
            (Shape::Sphere(_), Dimension::Two) => {
                Some("a sphere is for 3D; expected `disk` or another shape of 2D")
            }
            (Shape::Torus(_), Dimension::Two) => {
                Some("a torus is for 3D; expected `ring` or another shape of 2D")
            }
            (Shape::Cylinder(_), Dimension::Two) => {
                Some("a cylinder is for 3D; expected `box` or another shape of 2D")
            }
            (Shape::Mesh(_), Dimension::Two) => {
                Some("a mesh is for 3D; expected `polygon` or another shape of 2D")
            }
            _ => None,
        }
    }

    fn geometry(&self, workshop: &mut Workshop) -> Result<Geometry, Vec<Wrong>> {
        let dimension = workshop.dimension;
        if let Some(message) = self.misplaced(dimension) {
            return wrong("shape", message);
        }
        match self {
            Shape::Box(table) => table.geometry(dimension),
            Shape::Disk(DiskTable { center, radius }) | Shape::Sphere(SphereTable { center, radius }) => {
                Ok(Geometry::Ball { center: *center, radius: *radius })
            }
            Shape::Ring(table) => table.geometry(),
            Shape::Torus(table) => table.geometry(),
            Shape::Cylinder(CylinderTable { center, radius, height }) => {
                let end = |sign: f64| [center[0], center[1] + sign * 0.5 * height, center[2]];
                Ok(Geometry::Cylinder { from: end(-1.0), to: end(1.0), radius: *radius })
            }
            Shape::Capsule(CapsuleTable { from, to, radius }) => {
                Ok(Geometry::Capsule { from: *from, to: *to, radius: *radius })
            }
            Shape::Polygon(table) => table.geometry(dimension),
            Shape::Mesh(MeshTable { file }) => match workshop.mesh(&file.path) {
                Ok(mesh) => Ok(Geometry::Mesh(mesh)),
                Err(message) => wrong("file", message),
            },
            Shape::Union(UnionTable { of }) => Ok(Geometry::Union(parts(of, workshop)?)),
            Shape::Intersection(IntersectionTable { of }) => Ok(Geometry::Intersection(parts(of, workshop)?)),
            Shape::Difference(DifferenceTable { of }) => {
                let mut shapes = parts(of, workshop)?;
                let first = shapes.remove(0);
                Ok(Geometry::Difference(Box::new(first), shapes))
            }
        }
    }
}

impl RingTable {
    fn geometry(&self) -> Result<Geometry, Vec<Wrong>> {
        let RingTable { center, radius, inner_radius } = *self;
        if inner_radius >= radius {
            let message = format!("{inner_radius:?} is not allowed; expected less than the radius");
            return wrong("inner_radius", message);
        }
        Ok(Geometry::Ring { center, inner_radius, outer_radius: radius })
    }
}

impl TorusTable {
    fn geometry(&self) -> Result<Geometry, Vec<Wrong>> {
        let TorusTable { center, radius, tube_radius } = *self;
        if tube_radius > radius {
            let message = format!("{tube_radius:?} is not allowed; expected at most the radius");
            return wrong("tube_radius", message);
        }
        let (inner_radius, outer_radius) = (radius - tube_radius, radius + tube_radius);
        let upright = Geometry::Ring { center: [0.0; 3], inner_radius, outer_radius };
        let rotation = Rotation::from_degrees([90.0, 0.0, 0.0]);
        let lying = Transform { scale: 1.0, rotation, translation: center };
        Ok(Geometry::Transformed(Box::new(upright), lying))
    }
}

/// At least one shape, and every mistake in any.
fn parts(of: &[Placed], workshop: &mut Workshop) -> Result<Vec<Geometry>, Vec<Wrong>> {
    if of.is_empty() {
        return wrong("of", "the list is empty; expected at least one shape");
    }
    let (mut shapes, mut wrongs) = (Vec::new(), Vec::new());
    for (index, part) in of.iter().enumerate() {
        match part.geometry(workshop) {
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
