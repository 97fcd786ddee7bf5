//! `cargo xtask bench liquid`: a dam of the liquid solver, and what pressure costs per cell from 32³ to 256³ cells.

use std::path::PathBuf;

use serde_json::Value;

use super::job::median_of;
use super::page::table;
use super::programs::Programs;
use super::{commit, date};
use crate::{Failure, process};

/// Rounds; the median counts.
const ROUNDS: usize = 3;
const DAM: [&str; 4] = ["--particles", "2000000", "--steps", "40"];
const SIDES: [&str; 4] = ["32", "64", "128", "256"];
/// What fluid-engine-dev's APIC solver, in C++, took 4.8 s per step for: a dam of as many particles, on two Zen 4 cores.
const PEER: f64 = 0.42e6;
const TARGET: f64 = 4.0;

/// Times everything, writes the page and prints it.
pub fn run(options: &[String]) -> Result<(), Failure> {
    let out = match options {
        [] => process::root().join("bench").join("liquid.md"),
        [option, file] if option == "--out" => PathBuf::from(file),
        _ => return Err(Failure::Usage("`bench liquid` takes `--out FILE` and nothing else".into())),
    };
    let programs = Programs::prepare(&mut Vec::new())?;
    let (mut machine, mut dams, mut cubes) = (Vec::new(), Vec::new(), SIDES.map(|_| Vec::new()));
    for round in 1..=ROUNDS {
        eprintln!("round {round}/{ROUNDS}");
        let bench = |arguments: &[&str]| {
            let line = [&["bench", "--json"], arguments].concat();
            programs.report_of(&line).map_err(Failure::Failed)
        };
        machine.push(bench(&["--machine"])?);
        dams.push(bench(&[&["--solver", "liquid"], &DAM[..]].concat())?);
        for (side, cubes) in SIDES.iter().zip(&mut cubes) {
            cubes.push(bench(&["--solver", "liquid", "--cells", side])?);
        }
    }
    let text = page(&machine[0], &dams, &cubes);
    println!("{text}");
    std::fs::write(&out, &text)
        .map_err(|error| Failure::Failed(format!("cannot write {}: {error}", out.display())))?;
    eprintln!("written to {}", out.display());
    Ok(())
}

fn page(machine: &Value, dams: &[Value], cubes: &[Vec<Value>]) -> String {
    let number = |reports: &[Value], pointer: &str| median_of(reports, pointer).unwrap_or(f64::NAN);
    let rate = number(dams, "/particle_steps_per_s");
    let phase = |name: &str| format!("{:.0}", number(dams, &format!("/phases_ns/{name}")));
    let phases = ["order", "particles_to_grid", "grid", "solve", "grid_to_particles"];
    let row = |reports: &Vec<Value>| {
        let text = |pointer: &str| format!("{:.0}", number(reports, pointer));
        let mut row = vec![format!("{}³", reports[0]["side"])];
        row.extend(["/cells", "/iterations", "/projection_ns", "/assembly_ns", "/cycle_ns"].map(text));
        row
    };
    format!(
        "# Measured speed of the liquid solver\n\n\
         Written by `cargo xtask bench liquid` on {} cores of {}, commit {}, {}. Medians of {ROUNDS} rounds; everything is computed in \
         `f64`.\n\n\
         A dam of {} particles, 8 per cell, breaks in 3D (`clastic bench --solver liquid {}`): {:.2} M particle-steps/s, \
         {:.1} V-cycles and {:.1} solves per step. fluid-engine-dev's APIC solver took 4.8 s per step for as many on two \
         Zen 4 cores, {:.2} M particle-steps/s: this is {:.1} times that, with a target of {TARGET}.\n\n{}\n\
         Pressure in a cube of liquid that falls, to a share of 10⁻⁶ (`clastic bench --solver liquid --cells N`): ns per cell.\n\n{}",
        machine["threads"],
        machine["cpu"].as_str().unwrap_or("an unknown kind"),
        commit(),
        date(),
        dams[0]["particles"],
        DAM.join(" "),
        1e-6 * rate,
        number(dams, "/solve/linear") / number(dams, "/steps"),
        number(dams, "/solve/newton") / number(dams, "/steps"),
        1e-6 * PEER,
        rate / PEER,
        table(
            &["phase", "ns per particle-step"],
            &phases.map(|name| vec![name.replace('_', " "), phase(name)]),
        ),
        table(
            &["side", "cells", "iterations", "projection", "of that assembly", "V-cycle"],
            &cubes.iter().map(row).collect::<Vec<_>>(),
        ),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_page_tells_medians() {
        let machine = json!({"threads": 2, "cpu": "a CPU"});
        let dam = |rate: f64| {
            json!({"particle_steps_per_s": rate, "particles": 8, "steps": 2,
                "phases_ns": {"order": 10.0, "particles_to_grid": 1.0, "grid": 1.0, "solve": 1.0, "grid_to_particles": 1.0},
                "solve": {"linear": 12, "newton": 4}})
        };
        let cube = json!({"side": 32, "cells": 32768, "iterations": 6, "projection_ns": 900.0, "assembly_ns": 200.0,
            "cycle_ns": 38.4});
        let text = page(&machine, &[dam(1e6), dam(4.2e6), dam(9e6)], &[vec![cube]]);
        assert!(text.contains("4.20 M particle-steps/s, 6.0 V-cycles and 2.0 solves per step"), "{text}");
        assert!(text.contains("this is 10.0 times that"), "{text}");
        assert!(text.contains("32³") && text.contains("32768") && text.contains(" 900 "), "{text}");
    }
}
