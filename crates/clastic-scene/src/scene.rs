//! A scene as it is written down. Lengths in m, times in s, masses in kg, angular velocities in rad/s; up is +y.

use std::collections::BTreeMap;
use std::fmt;

use clastic::grid::Contact;
use clastic::kernels::Kernel;
use clastic::transfer::GradientForm;
use clastic::{Dimension, Precision};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::named;

/// Everything that decides a run's result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// What the output folder is called unless told otherwise; the file's name if not given.
    #[serde(default)]
    pub name: String,
    /// 2 or 3.
    #[serde(with = "named::dimension")]
    pub dimension: Dimension,
    /// The precision of particles and nodes.
    #[serde(default, with = "named")]
    pub precision: Precision,
    /// What jittered sampling draws from.
    #[serde(default)]
    pub seed: u64,
    /// Gravity, in m/s², one number per dimension; 9.81 down if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gravity: Option<Vec<f64>>,
    /// The grid.
    pub grid: Grid,
    /// Frames and steps.
    pub time: Time,
    /// How velocities travel between particles and nodes.
    #[serde(default)]
    pub transfer: Transfer,
    /// Walls across the axes.
    #[serde(default, skip_serializing_if = "Walls::is_empty")]
    pub walls: Walls,
    /// Axes whose ends meet.
    #[serde(default, skip_serializing_if = "Periodic::is_empty")]
    pub periodic: Periodic,
    /// The materials, by name.
    pub materials: BTreeMap<String, MaterialTable>,
    /// What there is at the beginning.
    pub bodies: Vec<Body>,
}

impl Scene {
    /// The scene as a file.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The precision as scenes call it.
    pub fn precision_name(&self) -> &'static str {
        named::Named::name(self.precision)
    }
}

/// The grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// The size of a cell, in m.
    pub cell_size: f64,
    /// The interpolation.
    #[serde(default, with = "named")]
    pub kernel: Kernel,
    /// How gradients are taken: moving least squares where the kernel allows, if not given.
    #[serde(default, with = "named::option", skip_serializing_if = "Option::is_none")]
    pub gradients: Option<GradientForm>,
}

/// Frames and steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// How long to simulate, in s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<f64>,
    /// How many frames to simulate, in place of a duration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<u64>,
    /// Frames per second.
    #[serde(default = "default_fps")]
    pub fps: f64,
    /// A fixed step, in s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dt: Option<f64>,
    /// Cells that matter may move in a step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub courant_motion: Option<f64>,
    /// Cells that sound may travel in a step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub courant_sound: Option<f64>,
    /// The longest step, in s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_dt: Option<f64>,
}

fn default_fps() -> f64 {
    24.0
}

impl Time {
    /// How many frames follow the initial one.
    pub fn frame_count(&self) -> u64 {
        match (self.duration, self.frames) {
            // A duration of whole frames must not gain one by rounding.
            (Some(duration), _) => (duration * self.fps - 1e-6).ceil().max(0.0) as u64,
            (None, frames) => frames.unwrap_or(0),
        }
    }

    /// When a frame is due, in s.
    pub fn frame_time(&self, frame: u64) -> f64 {
        let time = frame as f64 / self.fps;
        match self.duration {
            Some(duration) if frame == self.frame_count() => duration,
            _ => time,
        }
    }
}

/// A named scheme, and numbers that replace its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    /// The scheme; `apic` if not given.
    #[serde(default = "default_scheme")]
    pub scheme: String,
    /// Share of the symmetric part of the affine field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stretch: Option<f64>,
    /// Share of its antisymmetric part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<f64>,
    /// Share of the particle's own velocity that survives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// The same for the particle's position; `alpha`, where that is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alpha_position: Option<f64>,
    /// `β` where the material is compressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beta_min: Option<f64>,
    /// `β` where the material separates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beta_max: Option<f64>,
    /// Whether `β` drops to 0 where a particle runs into a boundary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boundary: Option<bool>,
}

fn default_scheme() -> String {
    "apic".to_string()
}

impl Default for Transfer {
    fn default() -> Self {
        Transfer {
            scheme: default_scheme(),
            stretch: None,
            rotation: None,
            alpha: None,
            alpha_position: None,
            beta_min: None,
            beta_max: None,
            boundary: None,
        }
    }
}

/// Walls across the axes; where none is given, the world is open.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Walls {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x_low: Option<WallTable>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x_high: Option<WallTable>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y_low: Option<WallTable>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y_high: Option<WallTable>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z_low: Option<WallTable>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z_high: Option<WallTable>,
}

impl Walls {
    /// The walls at the low and at the high end of each axis, with their names.
    pub fn by_axis(&self) -> [[(&'static str, Option<&WallTable>); 2]; 3] {
        [
            [("x_low", self.x_low.as_ref()), ("x_high", self.x_high.as_ref())],
            [("y_low", self.y_low.as_ref()), ("y_high", self.y_high.as_ref())],
            [("z_low", self.z_low.as_ref()), ("z_high", self.z_high.as_ref())],
        ]
    }

    fn is_empty(&self) -> bool {
        self.by_axis().as_flattened().iter().all(|(_, wall)| wall.is_none())
    }
}

/// A wall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallTable {
    /// Where it stands, in m.
    pub at: f64,
    /// How matter meets it.
    #[serde(with = "named")]
    pub contact: Contact,
}

/// Axes whose ends meet: the low and the high end, in m.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Periodic {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<[f64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<[f64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<[f64; 2]>,
}

impl Periodic {
    /// The ends of each axis.
    pub fn by_axis(&self) -> [Option<[f64; 2]>; 3] {
        [self.x, self.y, self.z]
    }

    fn is_empty(&self) -> bool {
        *self == Periodic::default()
    }
}

/// A law, a density and the law's parameters by name.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialTable {
    /// The name of the law.
    pub law: String,
    /// The mass per undeformed volume, in kg/m³.
    pub density: f64,
    /// The volume ratio at which it comes apart, in place of the law's.
    pub critical_volume_ratio: Option<f64>,
    /// What the law needs.
    pub parameters: BTreeMap<String, f64>,
}

impl Serialize for MaterialTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("law", &self.law)?;
        map.serialize_entry("density", &self.density)?;
        if let Some(ratio) = self.critical_volume_ratio {
            map.serialize_entry("critical_volume_ratio", &ratio)?;
        }
        for (name, value) in &self.parameters {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for MaterialTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Serde's `flatten` would lose the names of fields in errors.
        struct Table;
        impl<'de> Visitor<'de> for Table {
            type Value = MaterialTable;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a table with `law`, `density` and the law's parameters")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MaterialTable, A::Error> {
                let (mut law, mut density, mut critical_volume_ratio) = (None, None, None);
                let mut parameters = BTreeMap::new();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "law" => law = Some(map.next_value()?),
                        "density" => density = Some(map.next_value()?),
                        "critical_volume_ratio" => critical_volume_ratio = Some(map.next_value()?),
                        _ => {
                            parameters.insert(key, map.next_value()?);
                        }
                    }
                }
                let missing = <A::Error as serde::de::Error>::missing_field;
                Ok(MaterialTable {
                    law: law.ok_or_else(|| missing("law"))?,
                    density: density.ok_or_else(|| missing("density"))?,
                    critical_volume_ratio,
                    parameters,
                })
            }
        }
        deserializer.deserialize_map(Table)
    }
}

/// A piece of matter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// The name of its material.
    pub material: String,
    /// Its shape, which decides what of the next five is needed.
    #[serde(with = "named")]
    pub shape: ShapeKind,
    /// The centre, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub center: Option<Vec<f64>>,
    /// The lengths of a box's edges, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Vec<f64>>,
    /// A box's lowest corner, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Vec<f64>>,
    /// A box's highest corner, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Vec<f64>>,
    /// The radius of a disk or sphere, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// Particles per cell; 4 in 2D and 8 in 3D if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub particles_per_cell: Option<f64>,
    /// How particles are placed.
    #[serde(default, with = "named")]
    pub sampling: Sampling,
    /// The velocity, in m/s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity: Option<Vec<f64>>,
    /// The angular velocity about the centre, in rad/s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<AngularVelocity>,
}

/// What a body may look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// A box along the axes.
    Box,
    /// A disk, in 2D.
    Disk,
    /// A sphere, in 3D.
    Sphere,
}

/// How particles are placed in a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sampling {
    /// On a lattice, half a spacing from the faces.
    #[default]
    Regular,
    /// Each at random in its own cell of that lattice.
    Jittered,
}

/// An angular velocity in rad/s: a number in 2D, a vector in 3D.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum AngularVelocity {
    /// Counterclockwise, in 2D.
    Plane(f64),
    /// About this axis, in 3D.
    Space(Vec<f64>),
}

impl<'de> Deserialize<'de> for AngularVelocity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = AngularVelocity;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number in 2D or a list of 3 numbers in 3D")
            }
            fn visit_f64<E>(self, value: f64) -> Result<AngularVelocity, E> {
                Ok(AngularVelocity::Plane(value))
            }
            fn visit_i64<E>(self, value: i64) -> Result<AngularVelocity, E> {
                Ok(AngularVelocity::Plane(value as f64))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<AngularVelocity, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = list.next_element()? {
                    values.push(value);
                }
                Ok(AngularVelocity::Space(values))
            }
        }
        deserializer.deserialize_any(Either)
    }
}
