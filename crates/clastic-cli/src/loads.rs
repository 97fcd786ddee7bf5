//! What matter does to colliders and walls, and what flows through sources and sinks.

use std::path::Path;

use clastic::colliders::Load;
use clastic::sources::Flow;
use clastic::{Dimension, Simulation};
use clastic_scene::Scene;
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::table::Table;

const FILE: &str = "loads.csv";
const AXES: [&str; 3] = ["x", "y", "z"];

/// The impulses that matter had given by a time, one number per column of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impulses {
    /// In s.
    pub time: f64,
    /// In N s; those about pivots in N m s.
    pub values: Vec<f64>,
}

impl Impulses {
    fn now(scene: &Scene, simulation: &Simulation) -> Self {
        let axes = scene.dimension as usize;
        let mut values = Vec::new();
        for Load { impulse, angular_impulse } in simulation.collider_loads() {
            values.extend(&impulse[..axes]);
            values.extend(&angular_impulse[first_turn(scene.dimension)..]);
        }
        for (_, impulse) in walls(scene, simulation) {
            values.extend(&impulse[..axes]);
        }
        Impulses { time: simulation.time(), values }
    }
}

/// loads.csv: the mean forces and torques of every frame. There is none where nothing can be touched.
pub struct Loads {
    table: Option<Table>,
    /// At the last frame.
    last: Impulses,
}

impl Loads {
    /// For a run that begins.
    pub fn fresh(folder: &Path, scene: &Scene) -> Result<Loads, Failure> {
        let (path, columns) = (folder.join(FILE), columns(scene));
        let table = if columns.is_empty() {
            // What an earlier run left must not pass for this one's; that there is nothing is no failure.
            let _ = std::fs::remove_file(path);
            None
        } else {
            Some(Table::fresh(path, &header(&columns))?)
        };
        Ok(Loads { table, last: Impulses { time: 0.0, values: vec![0.0; columns.len()] } })
    }

    /// For a run that goes on after that frame.
    pub fn resumed(folder: &Path, scene: &Scene, frame: u64, last: Impulses) -> Result<Loads, Failure> {
        let columns = columns(scene);
        let table = if columns.is_empty() {
            None
        } else {
            Some(Table::resumed(folder.join(FILE), &header(&columns), frame)?)
        };
        Ok(Loads { table, last })
    }

    /// What there was at the last frame.
    pub fn last(&self) -> &Impulses {
        &self.last
    }

    /// Appends a frame's row.
    pub fn frame(&mut self, number: u64, scene: &Scene, simulation: &Simulation) -> Result<(), Failure> {
        let Some(table) = &mut self.table else { return Ok(()) };
        let now = Impulses::now(scene, simulation);
        let elapsed = now.time - self.last.time;
        let mut row = format!("{number},{:?}", now.time);
        for (now, before) in now.values.iter().zip(&self.last.values) {
            row += &format!(",{:?}", rate(now - before, elapsed));
        }
        self.last = now;
        table.push(&row)
    }

    /// Waits until every row is on the disk.
    pub fn sync(&mut self) -> Result<(), Failure> {
        self.table.as_mut().map_or(Ok(()), Table::sync)
    }
}

/// A mean force; none before any time has passed.
fn rate(impulse: f64, elapsed: f64) -> f64 {
    if elapsed > 0.0 { impulse / elapsed } else { 0.0 }
}

/// In 2D everything turns about z.
fn first_turn(dimension: Dimension) -> usize {
    match dimension {
        Dimension::Two => 2,
        Dimension::Three => 0,
    }
}

/// One name per number of [`Impulses`].
fn columns(scene: &Scene) -> Vec<String> {
    let axes = &AXES[..scene.dimension as usize];
    let mut columns = Vec::new();
    for (name, _) in &scene.colliders {
        columns.extend(axes.iter().map(|axis| format!("colliders.{name}.f{axis}")));
        let turns = AXES[first_turn(scene.dimension)..].iter();
        columns.extend(turns.map(|axis| format!("colliders.{name}.t{axis}")));
    }
    for (name, _) in scene.walls.by_axis().as_flattened().iter().filter(|(_, wall)| wall.is_some()) {
        columns.extend(axes.iter().map(|axis| format!("walls.{name}.f{axis}")));
    }
    columns
}

fn header(columns: &[String]) -> String {
    format!("frame,time,{}", columns.join(","))
}

/// The walls that there are, with what matter has given them.
fn walls<'a>(
    scene: &'a Scene,
    simulation: &'a Simulation,
) -> impl Iterator<Item = (&'static str, [f64; 3])> + 'a {
    let named = scene.walls.by_axis().into_iter().flatten().zip(simulation.wall_loads());
    named.filter(|((_, wall), _)| wall.is_some()).map(|((name, _), impulse)| (name, *impulse))
}

/// Of every collider, for summary.json.
pub fn of_colliders(scene: &Scene, simulation: &Simulation) -> Value {
    let (axes, time) = (scene.dimension as usize, simulation.time());
    let loads = scene.colliders.iter().zip(simulation.collider_loads());
    let told = loads.map(|((name, _), Load { impulse, angular_impulse })| {
        let mean: Vec<f64> = impulse[..axes].iter().map(|impulse| rate(*impulse, time)).collect();
        let load = json!({
            "impulse": impulse[..axes],
            "angular_impulse": angular_impulse[first_turn(scene.dimension)..],
            "mean_force": mean,
        });
        (name.clone(), load)
    });
    Value::Object(told.collect())
}

/// Of every wall, for summary.json.
pub fn of_walls(scene: &Scene, simulation: &Simulation) -> Value {
    let axes = scene.dimension as usize;
    let told: Map<String, Value> = walls(scene, simulation)
        .map(|(name, impulse)| (name.to_string(), json!({ "impulse": impulse[..axes] })))
        .collect();
    Value::Object(told)
}

/// Of every source, for summary.json.
pub fn of_sources(scene: &Scene, simulation: &Simulation) -> Value {
    let axes = scene.dimension as usize;
    let flows = scene.sources.iter().zip(simulation.source_flows()).zip(simulation.source_loads());
    let told = flows.map(|(((name, _), flow), load)| {
        let mut told = through(flow, axes);
        told["impulse"] = json!(load.impulse[..axes]);
        (name.clone(), told)
    });
    Value::Object(told.collect())
}

/// Of every sink, for summary.json.
pub fn of_sinks(scene: &Scene, simulation: &Simulation) -> Value {
    let flows = scene.sinks.iter().zip(simulation.sink_flows());
    let told = flows.map(|((name, _), flow)| (name.clone(), through(flow, scene.dimension as usize)));
    Value::Object(told.collect())
}

fn through(flow: &Flow, axes: usize) -> Value {
    json!({ "particles": flow.particles, "mass": flow.mass, "momentum": flow.momentum[..axes] })
}

/// How many particles there would be if none were lost: those of the beginning, and those that have come and not gone.
pub fn expected_particles(initial: usize, simulation: &Simulation) -> i64 {
    let count = |flows: &[Flow]| flows.iter().map(|flow| flow.particles as i64).sum::<i64>();
    initial as i64 + count(simulation.source_flows()) - count(simulation.sink_flows())
}
