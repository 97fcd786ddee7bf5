//! What a scene must satisfy before anything is made from it, and the defaults that it leaves open.

use clastic::grid::Domain;
use clastic::materials::{Material, MaterialError};
use clastic::transfer::Scheme;
use clastic::{Dimension, TimeStep};

use crate::error::SceneError;
use crate::sample::{Lattice, Motion, Solid, mix};
use crate::scene::*;

/// The most particles that a scene may hold.
pub const MAX_PARTICLES: f64 = 5e8;

const MAX_FRAMES: f64 = 1e7;
const MAX_STEPS: f64 = 1e12;

type Checked<T> = Result<T, SceneError>;

fn positive(field: &str, value: f64) -> Checked<f64> {
    if value > 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(SceneError::new(&[field], format!("{value} is not allowed; expected a positive number")))
}

fn finite(field: &str, value: f64) -> Checked<f64> {
    if value.is_finite() {
        return Ok(value);
    }
    Err(SceneError::new(&[field], format!("{value} is not allowed; expected a finite number")))
}

fn vector(field: &str, values: &[f64], dimension: usize) -> Checked<[f64; 3]> {
    if values.len() != dimension {
        let message = format!("a list of {}; expected {dimension} numbers, one per dimension", values.len());
        return Err(SceneError::new(&[field], message));
    }
    let mut vector = [0.0; 3];
    for (component, value) in vector.iter_mut().zip(values) {
        *component = finite(field, *value)?;
    }
    Ok(vector)
}

impl Scene {
    pub(crate) fn check(&self) -> Checked<()> {
        let dimension = self.dimension as usize;
        check_name(&self.name)?;
        if let Some(gravity) = &self.gravity {
            vector("gravity", gravity, dimension)?;
        }
        positive("cell_size", self.grid.cell_size).map_err(|error| error.within(&["grid"]))?;
        self.time.check().map_err(|error| error.within(&["time"]))?;
        self.transfer.resolve(self.dimension).map_err(|error| error.within(&["transfer"]))?;
        self.check_axes()?;
        for (name, material) in &self.materials {
            material.resolve().map_err(|error| error.within(&["materials", name]))?;
        }
        self.check_bodies()
    }

    fn check_axes(&self) -> Checked<()> {
        let dimension = self.dimension as usize;
        let (walls, periods) = (self.walls.by_axis(), self.periodic.by_axis());
        for axis in 0..3 {
            let letter = ["x", "y", "z"][axis];
            for (name, wall) in walls[axis] {
                let Some(wall) = wall else { continue };
                if axis >= dimension {
                    return Err(SceneError::new(&["walls", name], "a 2D scene has no z axis"));
                }
                finite("at", wall.at).map_err(|error| error.within(&["walls", name]))?;
                if periods[axis].is_some() {
                    let message = format!("the {letter} axis is periodic; it cannot have walls as well");
                    return Err(SceneError::new(&["walls", name], message));
                }
            }
            if periods[axis].is_some() && axis >= dimension {
                return Err(SceneError::new(&["periodic", letter], "a 2D scene has no z axis"));
            }
            if let Err(error) = Domain::<1>::new(self.grid.cell_size, &[self.axis(axis)]) {
                let field = if periods[axis].is_some() {
                    vec!["periodic", letter]
                } else {
                    vec!["walls", walls[axis][1].0]
                };
                // A domain of one axis calls it x.
                let message = error.to_string().replace("x axis", &format!("{letter} axis"));
                return Err(SceneError::new(&field, message));
            }
        }
        Ok(())
    }

    fn check_bodies(&self) -> Checked<()> {
        if self.bodies.is_empty() {
            return Err(SceneError::new(&["bodies"], "the scene is empty; expected at least one body"));
        }
        let mut total = 0.0;
        for (index, body) in self.bodies.iter().enumerate() {
            let within = |error: SceneError| error.within(&["bodies", &index.to_string()]);
            if !self.materials.contains_key(&body.material) {
                let names: Vec<_> = self.materials.keys().map(String::as_str).collect();
                let there = if names.is_empty() { "none".to_string() } else { names.join(", ") };
                let message = format!("no material is called `{}`; there are {there}", body.material);
                return Err(within(SceneError::new(&["material"], message)));
            }
            let solid = body.solid(self.dimension).map_err(within)?;
            body.motion(self.dimension).map_err(within)?;
            self.check_inside(&solid).map_err(within)?;
            total += self.lattice(index).map_err(within)?.size();
            if total.is_nan() || total > MAX_PARTICLES {
                let message = format!(
                    "the scene would hold about {total:.3e} particles; at most {MAX_PARTICLES:.0e} are allowed: \
                     expected larger cells, fewer particles per cell or smaller bodies"
                );
                return Err(within(SceneError::new(&[], message)));
            }
        }
        Ok(())
    }

    /// Matter that starts behind a wall could never leave it.
    fn check_inside(&self, solid: &Solid) -> Checked<()> {
        let [low, high] = solid.bounds();
        let slack = 1e-6 * self.grid.cell_size;
        for axis in 0..self.dimension as usize {
            let walls = self.walls.by_axis()[axis];
            let ends = match self.periodic.by_axis()[axis] {
                Some([low, high]) => [Some(low), Some(high)],
                None => walls.map(|(_, wall)| wall.map(|wall| wall.at)),
            };
            let letter = ["x", "y", "z"][axis];
            let beyond = |value, side, end| {
                let message =
                    format!("the body reaches {letter} = {value}, beyond the world's {side} end at {end}");
                Err(SceneError::new(&[], message))
            };
            match ends {
                [Some(end), _] if low[axis] < end - slack => return beyond(low[axis], "low", end),
                [_, Some(end)] if high[axis] > end + slack => return beyond(high[axis], "high", end),
                _ => {}
            }
        }
        Ok(())
    }

    /// Where a body's particles are.
    pub(crate) fn lattice(&self, index: usize) -> Checked<Lattice> {
        let (body, dimension) = (&self.bodies[index], self.dimension as usize);
        let per_cell = positive("particles_per_cell", body.particles_per_cell(self.dimension))?;
        let spacing = self.grid.cell_size * per_cell.powf(-1.0 / dimension as f64);
        let seed = mix(self.seed).wrapping_add(index as u64);
        Ok(Lattice::new(body.solid(self.dimension)?, dimension, spacing, body.sampling, seed))
    }

    /// Writes every default down, so that the scene says all that decides its result.
    pub(crate) fn complete(&mut self) {
        let dimension = self.dimension;
        self.gravity.get_or_insert_with(|| [0.0, -9.81, 0.0][..dimension as usize].to_vec());
        if self.time.dt.is_none() {
            let TimeStep::Adaptive { motion, sound, max } = self.time.step() else { return };
            self.time.courant_motion = Some(motion);
            self.time.courant_sound = Some(sound);
            self.time.max_dt = Some(max).filter(|max| max.is_finite());
        }
        if let Ok(scheme) = self.transfer.resolve(dimension) {
            let transfer = &mut self.transfer;
            transfer.stretch = Some(scheme.stretch);
            transfer.rotation = Some(scheme.rotation);
            transfer.alpha = Some(scheme.alpha);
            transfer.alpha_position = Some(scheme.alpha_position);
            transfer.beta_min = Some(scheme.beta_min);
            transfer.beta_max = Some(scheme.beta_max);
            transfer.boundary = Some(scheme.boundary);
        }
        for material in self.materials.values_mut() {
            let law = Material::LAWS.iter().find(|law| law.name == material.law);
            for parameter in law.into_iter().flat_map(|law| law.parameters) {
                if let Some(default) = parameter.default {
                    material.parameters.entry(parameter.name.to_string()).or_insert(default);
                }
            }
        }
        for body in &mut self.bodies {
            body.particles_per_cell = Some(body.particles_per_cell(dimension));
        }
    }
}

/// The name becomes a folder's, so it must not lead elsewhere.
fn check_name(name: &str) -> Checked<()> {
    let allowed = |c: char| c.is_alphanumeric() || " -_.".contains(c);
    let good = name.chars().all(allowed) && name.chars().count() <= 100 && !name.trim().is_empty();
    if good && !name.starts_with('.') {
        return Ok(());
    }
    let message =
        format!("`{}` cannot name a folder; expected letters, digits, `-`, `_`", name.escape_debug());
    Err(SceneError::new(&["name"], message))
}

impl Time {
    fn check(&self) -> Checked<()> {
        positive("fps", self.fps)?;
        match (self.duration, self.frames) {
            (Some(_), Some(_)) => {
                return Err(SceneError::new(&["frames"], "expected `duration` or `frames`, not both"));
            }
            (None, None) => return Err(SceneError::new(&[], "expected `duration` in s, or `frames`")),
            (Some(duration), None) => positive("duration", duration).map(|_| ())?,
            (None, Some(_)) => {}
        }
        let count = self.duration.map_or(self.frames.unwrap_or(0) as f64, |duration| duration * self.fps);
        if count > MAX_FRAMES {
            let field = if self.duration.is_some() { "duration" } else { "frames" };
            let message = format!("{count:.3e} frames are too many; expected at most {MAX_FRAMES:.0e}");
            return Err(SceneError::new(&[field], message));
        }
        let adaptive = [
            ("courant_motion", self.courant_motion),
            ("courant_sound", self.courant_sound),
            ("max_dt", self.max_dt),
        ];
        for (field, value) in adaptive {
            let Some(value) = value else { continue };
            positive(field, value)?;
            if self.dt.is_some() {
                return Err(SceneError::new(
                    &[field],
                    "a fixed `dt` leaves nothing to adapt; expected one or the other",
                ));
            }
        }
        for (field, dt) in [("dt", self.dt), ("max_dt", self.max_dt)] {
            let Some(dt) = dt else { continue };
            let steps = self.frame_time(self.frame_count()) / positive(field, dt)?;
            if steps > MAX_STEPS {
                let message =
                    format!("{dt} s would take {steps:.3e} steps; expected at most {MAX_STEPS:.0e}");
                return Err(SceneError::new(&[field], message));
            }
        }
        Ok(())
    }

    pub(crate) fn step(&self) -> TimeStep {
        let TimeStep::Adaptive { motion, sound, max } = TimeStep::default() else {
            unreachable!("the default step is adaptive")
        };
        match self.dt {
            Some(dt) => TimeStep::Fixed(dt),
            None => TimeStep::Adaptive {
                motion: self.courant_motion.unwrap_or(motion),
                sound: self.courant_sound.unwrap_or(sound),
                max: self.max_dt.unwrap_or(max),
            },
        }
    }
}

impl Transfer {
    /// The scheme in numbers.
    pub(crate) fn resolve(&self, dimension: Dimension) -> Checked<Scheme> {
        let named = Scheme::from_name(&self.scheme, dimension as usize).ok_or_else(|| {
            let names: Vec<_> = Scheme::names().map(|(name, _)| name).collect();
            let message = format!(
                "no scheme is called `{}`; there are {}, some with a number from 0 to 1, as in flip-0.995",
                self.scheme,
                names.join(", ")
            );
            SceneError::new(&["scheme"], message)
        })?;
        let scheme = Scheme {
            stretch: self.stretch.unwrap_or(named.stretch),
            rotation: self.rotation.unwrap_or(named.rotation),
            alpha: self.alpha.unwrap_or(named.alpha),
            alpha_position: self.alpha_position.or(self.alpha).unwrap_or(named.alpha_position),
            beta_min: self.beta_min.unwrap_or(named.beta_min),
            beta_max: self.beta_max.unwrap_or(named.beta_max),
            boundary: self.boundary.unwrap_or(named.boundary),
        };
        match scheme.invalid_field() {
            Some((field, value)) => Err(SceneError::new(
                &[field],
                format!("{value} is not allowed; expected a number from 0 to 1"),
            )),
            None => Ok(scheme),
        }
    }

    /// What to call the scheme in reports: its name, unless its numbers are others.
    pub fn label(&self, dimension: Dimension) -> &str {
        let named = Scheme::from_name(&self.scheme, dimension as usize);
        if self.resolve(dimension).ok() == named { &self.scheme } else { "custom" }
    }
}

impl MaterialTable {
    pub(crate) fn resolve(&self) -> Checked<Material> {
        positive("density", self.density)?;
        if self.critical_volume_ratio.is_some_and(|ratio| ratio.is_nan() || ratio <= 0.0) {
            return Err(SceneError::new(&["critical_volume_ratio"], "expected a positive number"));
        }
        let parameters: Vec<_> =
            self.parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        Material::from_parameters(&self.law, &parameters).map_err(|error| {
            let needs = || {
                let law = Material::LAWS.iter().find(|law| law.name == self.law);
                let names = law.into_iter().flat_map(|law| law.parameters).map(|parameter| parameter.name);
                names.collect::<Vec<_>>().join(", ")
            };
            match &error {
                MaterialError::UnknownLaw(_) => SceneError::new(&["law"], error.to_string()),
                MaterialError::Missing(_) => {
                    SceneError::new(&[], format!("{error}; `{}` needs it", self.law))
                }
                MaterialError::Unknown(name) => SceneError::new(
                    &[name],
                    format!("`{}` has no such parameter; expected density, {}", self.law, needs()),
                ),
                MaterialError::OutOfRange { name, value, range: (low, high) } => SceneError::new(
                    &[name],
                    format!("{value} is not allowed; expected a number from {low:?} to {high:?}"),
                ),
            }
        })
    }
}

impl Body {
    fn particles_per_cell(&self, dimension: Dimension) -> f64 {
        self.particles_per_cell.unwrap_or(match dimension {
            Dimension::Two => 4.0,
            Dimension::Three => 8.0,
        })
    }

    pub(crate) fn solid(&self, dimension: Dimension) -> Checked<Solid> {
        let given = [
            ("center", self.center.is_some()),
            ("size", self.size.is_some()),
            ("min", self.min.is_some()),
            ("max", self.max.is_some()),
            ("radius", self.radius.is_some()),
        ];
        let takes = |fields: &[&str], needs: &str| match given
            .iter()
            .find(|(name, is)| *is && !fields.contains(name))
        {
            Some((name, _)) => {
                Err(SceneError::new(&[name], format!("does not belong here; expected {needs}")))
            }
            None => Ok(()),
        };
        let need = |needs: &str| SceneError::new(&[], format!("expected {needs}"));
        let d = dimension as usize;
        match (self.shape, dimension) {
            (ShapeKind::Box, _) => {
                let needs = "`center` and `size`, or `min` and `max`, for a box";
                let corners = if self.min.is_some() || self.max.is_some() {
                    ["min", "max"]
                } else {
                    ["center", "size"]
                };
                takes(&corners, needs)?;
                let (low, high) = match (&self.center, &self.size, &self.min, &self.max) {
                    (Some(center), Some(size), ..) => {
                        let (center, size) = (vector("center", center, d)?, vector("size", size, d)?);
                        for edge in &size[..d] {
                            positive("size", *edge)?;
                        }
                        let corner = |sign: f64| std::array::from_fn(|i| center[i] + sign * 0.5 * size[i]);
                        (corner(-1.0), corner(1.0))
                    }
                    (_, _, Some(min), Some(max)) => (vector("min", min, d)?, vector("max", max, d)?),
                    _ => return Err(need(needs)),
                };
                if let Some(i) = (0..d).find(|i| high[*i] <= low[*i]) {
                    let message = format!(
                        "the box is empty: it reaches from {} to {} along {}; expected low < high",
                        low[i],
                        high[i],
                        ["x", "y", "z"][i]
                    );
                    return Err(SceneError::new(&[corners[1]], message));
                }
                Ok(Solid::Box { low, high })
            }
            (ShapeKind::Disk, Dimension::Two) | (ShapeKind::Sphere, Dimension::Three) => {
                let needs = "`center` and `radius`";
                takes(&["center", "radius"], needs)?;
                match (&self.center, self.radius) {
                    (Some(center), Some(radius)) => Ok(Solid::Ball {
                        center: vector("center", center, d)?,
                        radius: positive("radius", radius)?,
                    }),
                    _ => Err(need(needs)),
                }
            }
            (ShapeKind::Disk, _) => {
                Err(SceneError::new(&["shape"], "a disk is for 2D; expected `sphere` or `box`"))
            }
            (ShapeKind::Sphere, _) => {
                Err(SceneError::new(&["shape"], "a sphere is for 3D; expected `disk` or `box`"))
            }
        }
    }

    pub(crate) fn motion(&self, dimension: Dimension) -> Checked<Motion> {
        let d = dimension as usize;
        let velocity = self.velocity.as_ref().map_or(Ok([0.0; 3]), |v| vector("velocity", v, d))?;
        let angular_velocity = match (&self.angular_velocity, dimension) {
            (None, _) => [0.0; 3],
            (Some(AngularVelocity::Plane(w)), Dimension::Two) => [0.0, 0.0, finite("angular_velocity", *w)?],
            (Some(AngularVelocity::Space(w)), Dimension::Three) => vector("angular_velocity", w, 3)?,
            (Some(_), Dimension::Two) => {
                return Err(SceneError::new(&["angular_velocity"], "expected one number in 2D, in rad/s"));
            }
            (Some(_), Dimension::Three) => {
                return Err(SceneError::new(
                    &["angular_velocity"],
                    "expected a list of 3 numbers in 3D, in rad/s",
                ));
            }
        };
        Ok(Motion { center: self.solid(dimension)?.center(), velocity, angular_velocity })
    }
}
