//! What a checkpoint keeps for the run's reports beside the state.

use clastic::integrators::Iterations;
use clastic::{Criterion, Diagnostics};
use clastic_scene::Steps;
use serde_json::{Value, json};

use crate::loads::Impulses;
use crate::watch::{PHASES, Watch};

/// A scheme that a run went on with.
#[derive(Clone, Debug, PartialEq)]
pub struct SchemeChange {
    /// When, in s.
    pub time: f64,
    /// Its name, with its number.
    pub scheme: String,
}

impl SchemeChange {
    /// As reports have it.
    pub fn json(&self) -> Value {
        json!({"time": self.time, "scheme": self.scheme})
    }

    fn parse(value: &Value) -> Option<Self> {
        Some(SchemeChange { time: value["time"].as_f64()?, scheme: value["scheme"].as_str()?.to_string() })
    }
}

/// A run's own memory.
pub struct Notes {
    /// The last frame that was written.
    pub frame: u64,
    /// Seconds on the wall so far.
    pub wall: f64,
    /// The state at the beginning.
    pub initial: Diagnostics,
    /// What matter had done to colliders and walls at that frame.
    pub impulses: Impulses,
    /// The schemes that it went on with.
    pub schemes: Vec<SchemeChange>,
    all: Steps,
    since_frame: Steps,
    until_frame: f64,
    phases: [f64; PHASES.len() + 1],
}

impl Notes {
    /// As it is now.
    pub fn of(frame: u64, wall: f64, watch: &Watch, initial: Diagnostics, impulses: &Impulses) -> Self {
        Notes {
            frame,
            wall,
            initial,
            impulses: impulses.clone(),
            schemes: Vec::new(),
            all: watch.all,
            since_frame: watch.since_frame,
            until_frame: watch.until_frame,
            phases: watch.timer.all_seconds(),
        }
    }

    /// Gives a watch the memory of what came before.
    pub fn into_watch(self, watch: &mut Watch) {
        watch.all = self.all;
        watch.since_frame = self.since_frame;
        watch.until_frame = self.until_frame;
        watch.timer.begin_with(self.phases);
    }

    /// As a checkpoint keeps it.
    pub fn text(&self) -> String {
        let d = &self.initial;
        json!({
            "frame": self.frame,
            "wall": self.wall,
            "phases": self.phases,
            "all": steps(&self.all),
            "since_frame": steps(&self.since_frame),
            "until_frame": self.until_frame,
            "schemes": self.schemes.iter().map(SchemeChange::json).collect::<Vec<_>>(),
            "impulses": { "time": self.impulses.time, "values": self.impulses.values },
            "initial": {
                "particles": d.particles,
                "mass": d.mass,
                "momentum": d.momentum,
                "angular_momentum": d.angular_momentum,
                "center_of_mass": d.center_of_mass,
                "kinetic": d.kinetic,
                "kinetic_affine": d.kinetic_affine,
                "elastic": d.elastic,
                "gravitational": d.gravitational,
                "max_speed": d.max_speed,
                "angular_scale": d.angular_scale,
            },
        })
        .to_string()
    }

    /// From a checkpoint.
    pub fn parse(text: &str) -> Option<Self> {
        let notes: Value = serde_json::from_str(text).ok()?;
        let d = &notes["initial"];
        let number = |key: &str| d[key].as_f64();
        Some(Notes {
            frame: notes["frame"].as_u64()?,
            wall: notes["wall"].as_f64()?,
            phases: numbers(&notes["phases"])?,
            all: read_steps(&notes["all"])?,
            since_frame: read_steps(&notes["since_frame"])?,
            until_frame: notes["until_frame"].as_f64()?,
            schemes: match notes["schemes"].as_array() {
                Some(schemes) => schemes.iter().map(SchemeChange::parse).collect::<Option<_>>()?,
                None => Vec::new(),
            },
            impulses: Impulses {
                time: notes["impulses"]["time"].as_f64()?,
                values: list(&notes["impulses"]["values"])?,
            },
            initial: Diagnostics {
                particles: d["particles"].as_u64()? as usize,
                mass: number("mass")?,
                momentum: numbers(&d["momentum"])?,
                angular_momentum: numbers(&d["angular_momentum"])?,
                center_of_mass: numbers(&d["center_of_mass"])?,
                kinetic: number("kinetic")?,
                kinetic_affine: number("kinetic_affine")?,
                elastic: number("elastic")?,
                gravitational: number("gravitational")?,
                max_speed: number("max_speed")?,
                angular_scale: number("angular_scale")?,
            },
        })
    }
}

fn steps(steps: &Steps) -> Value {
    // JSON has no infinity; without steps there is no shortest.
    json!({
        "min": steps.min.is_finite().then_some(steps.min),
        "max": steps.max,
        "limited": steps.limited,
        "newton": steps.iterations.newton,
        "linear": steps.iterations.linear,
        "residual": steps.iterations.residual,
        "in_meshes": steps.iterations.in_meshes,
        "unfinished": steps.iterations.unfinished,
    })
}

fn read_steps(value: &Value) -> Option<Steps> {
    let limited: [f64; Criterion::ALL.len()] = numbers(&value["limited"])?;
    Some(Steps {
        min: value["min"].as_f64().unwrap_or(f64::INFINITY),
        max: value["max"].as_f64()?,
        limited: limited.map(|count| count as u64),
        iterations: Iterations {
            newton: value["newton"].as_u64()? as usize,
            linear: value["linear"].as_u64()? as usize,
            residual: value["residual"].as_f64()?,
            // Notes of earlier versions know nothing of these.
            in_meshes: value["in_meshes"].as_u64().unwrap_or(0) as usize,
            unfinished: value["unfinished"].as_u64().unwrap_or(0) as usize,
        },
    })
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    list(value)?.try_into().ok()
}

fn list(value: &Value) -> Option<Vec<f64>> {
    // JSON has no NaN, as which an empty world has its centre.
    let number = |value: &Value| if value.is_null() { Some(f64::NAN) } else { value.as_f64() };
    value.as_array()?.iter().map(number).collect()
}
