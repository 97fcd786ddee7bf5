//! The command from outside: files, exit codes and messages that scripts rely on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use clastic_scene::npz;
use serde_json::Value;

const SCENE: &str = r#"
name = "drop"
dimension = 2

[grid]
cell_size = 0.1

[time]
frames = 3
fps = 30

[transfer]
scheme = "asflip"

[walls]
y_low = { at = 0.0, contact = "separate" }

[materials.jelly]
law = "fixed-corotated"
density = 1000.0
young_modulus = 1e4
poisson_ratio = 0.3

[materials.water]
law = "liquid"
density = 900.0
bulk_modulus = 1e4

[[bodies]]
material = "jelly"
shape = "box"
center = [0.5, 0.25]
size = [0.4, 0.4]
angular_velocity = 2.0

[[bodies]]
material = "water"
shape = "disk"
center = [1.5, 0.5]
radius = 0.3
sampling = "jittered"
velocity = [0.0, -1.0]
"#;

/// A folder of a test's own, gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn scene(&self, text: &str) -> PathBuf {
        let path = self.0.join("scene-file.toml");
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn clastic(folder: &Folder, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clastic"));
    command.current_dir(&folder.0).env_remove("RUST_LOG").args(line.split_whitespace()).output().unwrap()
}

fn succeed(folder: &Folder, line: &str) -> String {
    let output = clastic(folder, line);
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(0), "clastic {line}\n{stderr}");
    stdout
}

fn fail(folder: &Folder, line: &str, code: i32, fragments: &[&str]) {
    let output = clastic(folder, line);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "clastic {line}\n{stderr}");
    assert!(stderr.starts_with("error: ") && stderr.trim_end().lines().count() == 1, "{stderr}");
    for fragment in fragments {
        assert!(stderr.contains(fragment), "clastic {line}\nexpected: {fragment}\n{stderr}");
    }
}

fn frame(path: impl AsRef<Path>) -> Vec<npz::Array> {
    npz::read(&fs::read(path).unwrap()).unwrap()
}

fn array<'a>(arrays: &'a [npz::Array], name: &str) -> &'a npz::Array {
    arrays.iter().find(|array| array.name == name).unwrap_or_else(|| panic!("no array {name}"))
}

#[test]
fn a_run_fills_its_folder() {
    let folder = Folder::new("run");
    folder.scene(SCENE);
    let stdout = succeed(&folder, "run scene-file.toml");
    assert!(stdout.contains("written to out/drop"), "{stdout}");
    let out = folder.0.join("out/drop");

    let summary: Value =
        serde_json::from_str(&fs::read_to_string(out.join("summary.json")).unwrap()).unwrap();
    for key in "scene dimension precision scheme kernel threads simd particles frames steps time wall_s \
                particle_steps_per_s phases_s dt initial final lost status units"
        .split_whitespace()
    {
        assert!(!summary[key].is_null(), "no {key}");
    }
    for state in ["initial", "final"] {
        for key in
            "mass momentum angular_momentum center_of_mass kinetic elastic gravitational max_speed".split(' ')
        {
            assert!(!summary[state][key].is_null(), "no {state}.{key}");
        }
        assert_eq!(summary[state]["angular_momentum"].as_array().unwrap().len(), 1);
    }
    assert_eq!(summary["status"], "done");
    assert_eq!(summary["scheme"], "asflip");
    assert_eq!(summary["frames"], 3);
    assert!((summary["time"].as_f64().unwrap() - 0.1).abs() < 1e-15);
    let steps: u64 =
        summary["dt"]["limited_by"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(summary["steps"], steps);
    let mass = 1000.0 * 0.16 + 900.0 * std::f64::consts::PI * 0.09;
    assert!((summary["initial"]["mass"].as_f64().unwrap() / mass - 1.0).abs() < 1e-6);

    let table = fs::read_to_string(out.join("diagnostics.csv")).unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(
        lines[0],
        "frame,time,steps,dt_min,dt_max,dt_limit,particles,mass,px,py,pz,lx,ly,lz,kinetic,elastic,gravitational,\
         max_speed,wall_s"
    );
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line.split(',').count() == 19));

    let particles = summary["particles"].as_u64().unwrap() as usize;
    for number in 0..4 {
        let arrays = frame(out.join(format!("frames/{number:04}.npz")));
        assert_eq!(array(&arrays, "x").shape, [particles, 2]);
        assert_eq!(array(&arrays, "v").shape, [particles, 2]);
        assert_eq!(array(&arrays, "j").shape, [particles]);
        assert_eq!(array(&arrays, "x").descr, "<f4");
        assert_eq!(array(&arrays, "material").descr, "<i4");
        assert!(array(&arrays, "id").numbers().iter().enumerate().all(|(i, id)| i as f64 == *id));
    }
    assert_eq!(fs::read_dir(out.join("frames")).unwrap().count(), 4);
}

#[test]
fn the_written_scene_and_any_number_of_threads_give_the_same_bits() {
    let folder = Folder::new("same");
    folder.scene(SCENE);
    let change = "--set transfer.alpha=0.9 --set bodies.0.velocity=[1,0] --precision f64";
    succeed(&folder, &format!("run scene-file.toml --out one --threads 1 --quiet {change}"));
    succeed(&folder, &format!("run scene-file.toml --out two --threads 2 --quiet {change}"));
    succeed(&folder, "run one/scene.toml --out three --quiet");
    for number in 0..4 {
        let read = |run: &str| fs::read(folder.0.join(format!("{run}/frames/{number:04}.npz"))).unwrap();
        assert!(read("one") == read("two"), "threads, frame {number}");
        assert!(read("one") == read("three"), "scene.toml, frame {number}");
    }
    let scene = fs::read_to_string(folder.0.join("one/scene.toml")).unwrap();
    for line in [
        "alpha = 0.9",
        "alpha_position = 0.9",
        "precision = \"f64\"",
        "gamma = 7.0",
        "particles_per_cell = 4.0",
    ] {
        assert!(scene.contains(line), "{line}\n{scene}");
    }
    assert_eq!(array(&frame(folder.0.join("one/frames/0000.npz")), "x").descr, "<f8");
}

#[test]
fn options_reach_the_scene() {
    let folder = Folder::new("options");
    folder.scene(SCENE);
    let summary = |line: &str| -> Value {
        serde_json::from_str(&succeed(&folder, &format!("run scene-file.toml --out out --json {line}")))
            .unwrap()
    };
    let short = summary("--frames 1 --scheme flip-0.95");
    assert_eq!((&short["frames"], &short["scheme"]), (&1.into(), &"flip-0.95".into()));
    let until = summary("--until 0.05 --set transfer.beta_max=0.5");
    assert_eq!(
        (&until["frames"], &until["time"], &until["scheme"]),
        (&2.into(), &0.05.into(), &"custom".into())
    );
    let still = summary("--frames 0");
    assert_eq!((&still["steps"], &still["status"]), (&0.into(), &"done".into()));
    let again = clastic(&folder, "run scene-file.toml --out out --frames 1 --quiet");
    assert!(String::from_utf8(again.stderr).unwrap().contains("holds 3 frames of an earlier run"));
}

#[test]
fn broken_scenes_name_line_and_field() {
    let folder = Folder::new("broken");
    let broken = |from: &str, to: &str, fragments: &[&str]| {
        assert!(SCENE.contains(from), "{from}");
        folder.scene(&SCENE.replacen(from, to, 1));
        fail(&folder, "run scene-file.toml", 2, fragments);
    };
    let at = |line: u32, field: &str| format!("scene-file.toml:{line}: {field}: ");
    broken("dimension = 2", "dimension = 4", &[&at(3, "dimension"), "2 or 3"]);
    broken("dimension = 2", "dimension = ", &["scene-file.toml:3: "]);
    broken("cell_size = 0.1", "cell_size = \"big\"", &[&at(6, "grid.cell_size"), "expected a number"]);
    broken("cell_size = 0.1", "cell_size = nan", &[&at(6, "grid.cell_size"), "NaN", "positive"]);
    broken("cell_size = 0.1", "cell_size = 0", &[&at(6, "grid.cell_size"), "positive"]);
    broken("cell_size = 0.1", "cells = 0.1", &[&at(6, "grid.cells"), "unknown field", "cell_size"]);
    broken("cell_size = 0.1", "cell_size = 1e-9", &["bodies.0", "6.400e17 particles", "5e8"]);
    broken("cell_size = 0.1", "cell_size = 0.1\nkernel = \"sextic\"", &[&at(7, "grid.kernel"), "quadratic"]);
    broken("frames = 3", "frames = 3\nduration = 1", &["time.frames", "not both"]);
    broken("frames = 3", "frames = -3", &[&at(9, "time.frames"), "whole number"]);
    broken("scheme = \"asflip\"", "scheme = \"flop\"", &[&at(13, "transfer.scheme"), "`flop`", "asflip"]);
    broken("scheme = \"asflip\"", "alpha = 1.5", &[&at(13, "transfer.alpha"), "from 0 to 1"]);
    broken("\"separate\"", "\"bouncy\"", &[&at(16, "walls.y_low.contact"), "sticky, slip, separate"]);
    broken(
        "law = \"fixed-corotated\"",
        "law = \"wood\"",
        &[&at(19, "materials.jelly.law"), "fixed-corotated"],
    );
    broken(
        "poisson_ratio = 0.3",
        "poisson_ratio = 0.5",
        &[&at(22, "materials.jelly.poisson_ratio"), "0.4999"],
    );
    broken("young_modulus = 1e4", "", &["materials.jelly: ", "`young_modulus` is missing"]);
    broken("poisson_ratio", "poison_ratio", &[&at(22, "materials.jelly.poison_ratio"), "young_modulus"]);
    broken("density = 1000.0", "density = true", &[&at(20, "materials.jelly.density"), "expected a number"]);
    broken("material = \"jelly\"", "material = \"jam\"", &[&at(30, "bodies.0.material"), "jelly, water"]);
    broken("size = [0.4, 0.4]", "size = [0.4, -0.4]", &[&at(33, "bodies.0.size"), "-0.4", "positive"]);
    broken("size = [0.4, 0.4]", "size = [0.4]", &[&at(33, "bodies.0.size"), "expected 2"]);
    broken("center = [0.5, 0.25]", "center = [0.5, 0.1]", &["bodies.0", "y = -0.1", "low end at 0"]);
    broken("shape = \"disk\"", "shape = \"sphere\"", &[&at(38, "bodies.1.shape"), "expected `disk`"]);
    broken("radius = 0.3", "radius = inf", &[&at(40, "bodies.1.radius"), "positive"]);
    broken("angular_velocity = 2.0", "angular_velocity = [1, 2, 3]", &["bodies.0.angular_velocity", "2D"]);
    broken("name = \"drop\"", "name = \"../../drop\"", &[&at(2, "name"), "folder"]);
    assert!(!folder.0.join("out").exists(), "a broken scene writes nothing");
}

#[test]
fn bad_command_lines() {
    let folder = Folder::new("line");
    folder.scene(SCENE);
    let wrong = |options: &str, fragments: &[&str]| {
        fail(&folder, &format!("run scene-file.toml {options}"), 2, fragments);
    };
    wrong("--set transfer.alpha", &["--set transfer.alpha", "expected key=value"]);
    wrong("--set transfer.alpha=2", &["--set transfer.alpha=2: transfer.alpha: ", "from 0 to 1"]);
    wrong("--set grid.cell_size.x=2", &["`grid.cell_size` has no entry `x`"]);
    wrong("--set bodies.7.radius=2", &["`bodies` has no entry `7`"]);
    wrong("--set nonsense=1", &["--set nonsense=1: nonsense: unknown field"]);
    wrong("--scheme flop", &["--scheme flop: transfer.scheme: "]);
    wrong("--until -1", &["--until -1: time.duration: ", "positive"]);
    fail(&folder, "run nowhere.toml", 2, &["nowhere.toml: cannot read"]);
    fail(&folder, "bench --scheme flop", 2, &["--scheme flop", "asflip"]);
    for line in ["run scene-file.toml --threads 0", "run", "list scenes", "bench --dimension 4"] {
        assert_eq!(clastic(&folder, line).status.code(), Some(2), "{line}");
    }
}

#[test]
fn a_failing_simulation_leaves_its_last_good_state() {
    let folder = Folder::new("fails");
    folder.scene(SCENE);
    fail(
        &folder,
        "run scene-file.toml --out out --quiet --set time.dt=5 --set time.fps=0.1",
        3,
        &["step ", "try"],
    );
    let summary: Value =
        serde_json::from_str(&fs::read_to_string(folder.0.join("out/summary.json")).unwrap()).unwrap();
    assert_eq!(summary["status"], "failed");
    assert!(summary["message"].as_str().unwrap().contains("particle"));
    fail(
        &folder,
        "run scene-file.toml --out fast --quiet --set bodies.0.angular_velocity=1e38",
        3,
        &["too short to move the clock"],
    );
    let last = frame(folder.0.join("out/frames/0001.npz"));
    assert!(array(&last, "x").numbers().iter().all(|x| x.is_finite()));
}

#[test]
fn a_disk_that_refuses() {
    let folder = Folder::new("disk");
    folder.scene(SCENE);
    fs::write(folder.0.join("occupied"), "a file").unwrap();
    fail(&folder, "run scene-file.toml --out occupied", 4, &["cannot write occupied"]);
    assert_eq!(fs::read_to_string(folder.0.join("occupied")).unwrap(), "a file");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_it_has() {
    let folder = Folder::new("interrupt");
    folder.scene(SCENE);
    let mut child = Command::new(env!("CARGO_BIN_EXE_clastic"))
        .current_dir(&folder.0)
        .args([
            "run",
            "scene-file.toml",
            "--out",
            "out",
            "--quiet",
            "--until",
            "100000",
            "--set",
            "time.fps=1",
        ])
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let first = folder.0.join("out/frames/0000.npz");
    while !first.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let summary: Value =
        serde_json::from_str(&fs::read_to_string(folder.0.join("out/summary.json")).unwrap()).unwrap();
    assert_eq!(summary["status"], "interrupted");
    let last = summary["frames"].as_u64().unwrap();
    assert!(folder.0.join(format!("out/frames/{last:04}.npz")).exists());
}

#[test]
fn lists_and_bench() {
    let folder = Folder::new("bench");
    let materials = succeed(&folder, "list materials");
    assert!(
        materials.contains("fixed-corotated") && materials.contains("young_modulus in Pa"),
        "{materials}"
    );
    assert!(!materials.contains("asflip") && succeed(&folder, "list").contains("asflip"));
    for line in
        ["--dimension 3 --material jelly", "--dimension 2 --material liquid --scheme asflip --precision f64"]
    {
        let output = succeed(&folder, &format!("bench --particles 2000 --steps 5 --json {line}"));
        let report: Value = serde_json::from_str(&output).unwrap();
        assert!(report["particle_steps_per_s"].as_f64().unwrap() > 0.0);
        assert!(report["phases_ns"]["particles_to_grid"].as_f64().unwrap() > 0.0);
        assert_eq!(report["finite"], true);
    }
}
