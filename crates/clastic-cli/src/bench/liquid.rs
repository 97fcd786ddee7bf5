//! The liquid solver's own measure: what pressure costs in a cube of so many cells of liquid.

use std::time::Instant;

use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::solvers::liquid::{EDGE, Grid, NoSolids, Pressure, Room, Situation, Solve};
use serde_json::{Value, json};

use crate::Failure;

/// How far the liquid reaches above the centers of the highest cells, in cells.
const ABOVE: f64 = 0.3;
/// V-cycles are repeated over so many cells in all.
const CELLS_IN_ALL: usize = 1 << 24;

/// A cube of liquid that falls onto its floor, `side` cells across, in walls that it fills: times per cell and solve, in ns.
pub fn pressure(side: usize, threads: usize) -> Result<Value, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Simulation(error.to_string()))?;
    pool.install(|| measure(side))
}

fn measure(side: usize) -> Result<Value, Failure> {
    let wall = |at| Some(Wall::new(at, Contact::Slip));
    let h = 1.0 / side as f64;
    let mut grid = Grid::<3>::new(h, [Axis::Bounded { low: wall(0.0), high: wall(1.0) }; 3])
        .map_err(|_| Failure::Input("the cube has no cells".into()))?;
    let tiles = side.div_ceil(EDGE);
    let middle = |tile: usize| ((tile * EDGE) as f64 + 0.5) * h;
    let homes = (0..tiles.pow(3)).map(|tile| [tile / tiles / tiles, tile / tiles % tiles, tile % tiles]);
    let mut homes: Vec<u64> =
        homes.filter_map(|tile| grid.locate(&tile.map(middle))).map(|(code, _)| code).collect();
    grid.rebuild(&mut homes);
    let mut room = Room::default();
    room.run(&grid, &NoSolids, 0.0);
    let level = |cell: usize| {
        let x = grid.center(cell);
        let is_within = x.iter().all(|x| (0.0..1.0).contains(x));
        if is_within { ((x[1] - 1.0) / h + ABOVE).clamp(-1.0, 1.0) } else { 1.0 }
    };
    let level: Vec<f64> = (0..grid.len()).map(level).collect();
    let falling = [0, 1, 2].map(|axis| vec![if axis == 1 { -1.0 } else { 0.0 }; grid.len()]);
    let situation = Situation { grid: &grid, room: &room, level: &level, growth: &[] };
    let mut solver = Pressure::default();
    let project = |solver: &mut Pressure<3>| -> Result<_, Failure> {
        let (mut velocity, start) = (falling.clone(), Instant::now());
        let projected = solver.project(situation, &mut velocity, Solve::default());
        let failed = |_| Failure::Simulation("the pressure of the cube was not found".into());
        Ok((start.elapsed().as_secs_f64(), projected.map_err(failed)?))
    };
    // The first is in memory that is new, unlike most steps of a simulation.
    project(&mut solver)?;
    let (whole, projected) = project(&mut solver)?;
    let start = Instant::now();
    solver.assemble(situation, &falling);
    let assembly = start.elapsed().as_secs_f64();
    let cells = solver.system().len();
    let (r, mut z) = (vec![1.0; cells], vec![0.0; cells]);
    let cycles = CELLS_IN_ALL / cells + 2;
    let start = Instant::now();
    (0..cycles).for_each(|_| solver.multigrid().precondition(&r, &mut z));
    let cycle = start.elapsed().as_secs_f64() / cycles as f64;
    let per_cell = |seconds: f64| 1e9 * seconds / cells as f64;
    Ok(json!({
        "side": side,
        "cells": cells,
        "threads": rayon::current_num_threads(),
        "iterations": projected.iterations,
        "projection_ns": per_cell(whole),
        "assembly_ns": per_cell(assembly),
        "cycle_ns": per_cell(cycle),
    }))
}

/// One line.
pub fn in_words(report: &Value) -> String {
    let ns = |key: &str| report[key].as_f64().unwrap_or(0.0);
    format!(
        "{side}³, {} cells of liquid, {} threads: {:.0} ns per cell and projection of {} iterations; assembly {:.0}, V-cycle {:.1}",
        report["cells"],
        report["threads"],
        ns("projection_ns"),
        report["iterations"],
        ns("assembly_ns"),
        ns("cycle_ns"),
        side = report["side"],
    )
}
