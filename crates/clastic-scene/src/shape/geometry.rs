//! From tables to geometry.

use std::sync::Arc;

use clastic::Dimension;
use clastic_shapes::{HeightField, Polygon, Rotation, Shape as Geometry, Transform};

use super::heights::Heights;
use super::*;

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
            (Shape::Cone(_), Dimension::Two) => {
                Some("a cone is for 3D; expected `polygon` or another shape of 2D")
            }
            (Shape::Mesh(_), Dimension::Two) => {
                Some("a mesh is for 3D; expected `polygon` or another shape of 2D")
            }
            _ => None,
        }
    }

    pub(super) fn geometry(&self, workshop: &mut Workshop) -> Result<Geometry, Vec<Wrong>> {
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
            Shape::Plane(table) => table.geometry(),
            Shape::Cone(table) => table.geometry(),
            Shape::Capsule(CapsuleTable { from, to, radius }) => {
                Ok(Geometry::Capsule { from: *from, to: *to, radius: *radius })
            }
            Shape::Polygon(table) => table.geometry(dimension),
            Shape::Revolve(table) => table.geometry(),
            Shape::HeightField(table) => table.geometry(workshop),
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
            None => self.rounded(low, high, dimension),
        }
    }

    fn rounded(&self, low: [f64; 3], high: [f64; 3], dimension: Dimension) -> Result<Geometry, Vec<Wrong>> {
        let Some(radius) = self.radius else { return Ok(Geometry::Box { low, high }) };
        let edges = (0..dimension as usize).map(|i| high[i] - low[i]);
        let most = 0.5 * edges.fold(f64::INFINITY, f64::min);
        // A radius of half an edge is fine, whatever rounding has done to the edge.
        if radius > (1.0 + 1e-9) * most {
            let message = format!(
                "{radius:?} is not allowed; expected at most {}, half of the shortest edge",
                short(most)
            );
            return wrong("radius", message);
        }
        Ok(Geometry::RoundedBox { low, high, radius })
    }
}

impl PlaneTable {
    fn geometry(&self) -> Result<Geometry, Vec<Wrong>> {
        let PlaneTable { point, normal } = *self;
        if normal == [0.0; 3] {
            return wrong("normal", "this has no direction; expected numbers that are not all 0");
        }
        Ok(Geometry::Plane { point, normal })
    }
}

impl ConeTable {
    fn geometry(&self) -> Result<Geometry, Vec<Wrong>> {
        let ConeTable { center, radius, top_radius, height } = *self;
        if radius == 0.0 && top_radius == 0.0 {
            return wrong("radius", "both ends are points; expected a radius greater than 0 of one of them");
        }
        let end = |sign: f64| [center[0], center[1] + sign * 0.5 * height, center[2]];
        Ok(Geometry::Cone { from: end(-1.0), to: end(1.0), from_radius: radius, to_radius: top_radius })
    }
}

impl RevolveTable {
    fn geometry(&self) -> Result<Geometry, Vec<Wrong>> {
        if let Some(point) = self.points.iter().position(|[radius, _]| *radius < 0.0) {
            let message = format!(
                "the distance of point {point} from the axis is {}; expected at least 0",
                short(self.points[point][0])
            );
            return wrong("points", message);
        }
        match Polygon::new(self.points.clone()) {
            Ok(polygon) => Ok(Geometry::Revolve { polygon }),
            Err(error) => wrong("points", error.to_string()),
        }
    }
}

impl HeightFieldTable {
    fn geometry(&self, workshop: &mut Workshop) -> Result<Geometry, Vec<Wrong>> {
        let flat = workshop.dimension == Dimension::Two;
        if flat && self.file.is_some() {
            return wrong("file", "a file of heights is for 3D; expected `heights` instead");
        }
        if flat && self.z.is_some() {
            return wrong("z", "a 2D scene has no z axis");
        }
        let heights = match (&self.heights, &self.file) {
            (Some(rows), None) => Arc::new(Heights { rows: rows.clone(), spacing: None }),
            (None, Some(file)) => workshop.heights(&file.path).or_else(|message| wrong("file", message))?,
            _ => return Err(Wrong::whole("expected `heights` or `file`, and not both")),
        };
        if flat && heights.rows.len() > 1 {
            return wrong("heights", "several rows are for 3D; expected one list of numbers");
        }
        let counts = [heights.rows.first().map_or(0, Vec::len), heights.rows.len()];
        let (x, z) = (self.span("x", &heights, counts[0])?, self.span("z", &heights, counts[1])?);
        let scaled = |row: &Vec<f64>| row.iter().map(|height| self.offset + self.factor * height).collect();
        let rows: Vec<Vec<f64>> = heights.rows.iter().map(scaled).collect();
        match HeightField::new(&rows, [x[0], z[0]], [x[1], z[1]]) {
            Ok(field) => Ok(Geometry::HeightField(Arc::new(field))),
            Err(error) => wrong(if self.file.is_some() { "file" } else { "heights" }, error.to_string()),
        }
    }

    /// From the first to the last of so many heights, in m.
    fn span(&self, axis: &'static str, heights: &Heights, count: usize) -> Result<[f64; 2], Vec<Wrong>> {
        match (if axis == "x" { self.x } else { self.z }, heights.spacing) {
            (Some([low, high]), _) if low < high => Ok([low, high]),
            (Some(_), _) => wrong(axis, "expected the low end before the high end"),
            (None, Some(spacing)) => Ok([0.0, spacing * count.saturating_sub(1) as f64]),
            // One row is the same for all z.
            (None, None) if axis == "z" && count == 1 => Ok([0.0; 2]),
            (None, None) => {
                Err(Wrong::whole(format!("`{axis}` is missing; expected where the heights begin and end")))
            }
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
