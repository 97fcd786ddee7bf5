//! The command from outside: files, exit codes and messages that scripts rely on.

mod common;

use std::fs;

use clastic_frames::{Floats, read_npz};
use common::*;
use serde_json::Value;

#[test]
fn a_run_fills_its_folder() {
    let folder = Folder::new("run");
    folder.scene(SCENE);
    let stdout = succeed(&folder, "run scene-file.toml");
    assert!(stdout.contains("written to out/drop"), "{stdout}");
    let out = folder.0.join("out/drop");

    let summary = summary(&folder, "out/drop");
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
        "frame,time,steps,dt_min,dt_max,dt_limit,particles,mass,px,py,pz,lx,ly,lz,cx,cy,cz,kinetic,elastic,\
         gravitational,max_speed,wall_s"
    );
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line.split(',').count() == 22));

    let particles = summary["particles"].as_u64().unwrap() as usize;
    for number in 0..4 {
        let frame = read_npz(&out.join(format!("frames/{number:04}.npz"))).unwrap();
        assert_eq!((frame.dimension, frame.len(), frame.index), (2, particles, number));
        assert_eq!(frame.materials, ["jelly", "water"]);
        assert!(matches!(frame.x, Floats::F32(_)));
        assert!(frame.id.iter().enumerate().all(|(i, id)| i as u64 == *id));
    }
    assert_eq!(fs::read_dir(out.join("frames")).unwrap().count(), 4);
    assert!(fs::read(out.join("sheet.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn the_written_scene_and_any_number_of_threads_give_the_same_bits() {
    let folder = Folder::new("same");
    folder.scene(SCENE);
    let change = "--set transfer.alpha=0.9 --set bodies.block.velocity=[1,0] --precision f64";
    succeed(&folder, &format!("run scene-file.toml --out one --threads 1 --quiet {change}"));
    succeed(&folder, &format!("run scene-file.toml --out two --threads 2 --quiet {change}"));
    succeed(&folder, "run one/scene.toml --out three --quiet");
    assert_same_frames(&folder, "one", "two");
    assert_same_frames(&folder, "one", "three");
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
    let frame = read_npz(&folder.0.join("one/frames/0000.npz")).unwrap();
    assert!(matches!(frame.x, Floats::F64(_)));
}

#[test]
fn what_meshes_took_that_are_solved_for_alone_is_told() {
    let folder = Folder::new("mesh-solve");
    folder.scene(SCENE);
    succeed(&folder, "run scene-file.toml --out none --frames 1 --quiet");
    assert!(summary(&folder, "none")["mesh_solve"].is_null());
    folder.scene(&format!(
        "{SCENE}\n[meshes.shelf]\nkind = \"solid\"\nmaterial = \"jelly\"\nshape = \"box\"\nmin = [3.0, 1.0]\nmax = [3.8, 1.1]\n\
         spacing = 0.05\nyoung_modulus = 1e6\nsolve = \"implicit\"\n\
         pins = [{{ shape = \"box\", min = [2.9, 0.0], max = [3.01, 2.0] }}]\n"
    ));
    succeed(&folder, "run scene-file.toml --out out --frames 1 --quiet");
    let told = &summary(&folder, "out")["mesh_solve"];
    assert!(told["linear"].as_u64().unwrap() > 0, "{told}");
    assert_eq!(told["unfinished"], 0);
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
    assert!(String::from_utf8(again.stderr).unwrap().contains("holds 3 files of an earlier run"));
}

#[test]
fn a_broken_scene_is_told_of_and_writes_nothing() {
    let folder = Folder::new("broken");
    folder.scene(&SCENE.replace("cell_size = 0.1", "cell_sise = -1").replace("frames = 3", "frames = -3"));
    for command in ["run", "check"] {
        let fragments = [
            "error: 3 mistakes",
            "scene-file.toml:6:1: grid.cell_sise: there is no such field here; did you mean `cell_size`?",
            "scene-file.toml:9:10: time.frames: -3 is not allowed",
            "`cell_size` is missing",
        ];
        fail(&folder, &format!("{command} scene-file.toml"), 2, &fragments);
    }
    assert!(!folder.0.join("out").exists());
    let output = clastic(&folder, "check scene-file.toml --json");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mistakes = report["mistakes"].as_array().unwrap();
    assert_eq!(mistakes.len(), 3);
    assert_eq!((&mistakes[2]["line"], &mistakes[2]["field"]), (&9.into(), &"time.frames".into()));

    folder.scene(&SCENE.replace("center = [1.5, 0.5]", "center = [0.6, 0.5]"));
    fail(&folder, "check scene-file.toml", 2, &["bodies.drop: the body lies in `block`"]);
    folder.scene(SCENE);
    let told = succeed(&folder, "check scene-file.toml");
    assert!(told.contains("particles") && told.contains("MB of memory"), "{told}");
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
    wrong("--set nonsense=1", &["--set nonsense=1: nonsense: there is no such field here"]);
    wrong("--formats npz,abc", &["--formats npz,abc: output.formats.1: `abc` is not known"]);
    wrong("--scheme flop", &["--scheme flop: transfer.scheme: "]);
    wrong("--until -1", &["--until -1: time.duration: ", "positive"]);
    fail(&folder, "run nowhere.toml", 2, &["nowhere.toml: cannot be read"]);
    fail(&folder, "bench --scheme flop", 2, &["--scheme flop", "asflip"]);
    for line in [
        "run scene-file.toml --threads 0",
        "run",
        "list trees",
        "bench --dimension 4",
        "bench --machine --steps 9",
    ] {
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
    let summary = summary(&folder, "out");
    assert_eq!(summary["status"], "failed");
    assert!(summary["message"].as_str().unwrap().contains("particle"));
    fail(
        &folder,
        "run scene-file.toml --out fast --quiet --set bodies.block.angular_velocity=1e38",
        3,
        &["too short to move the clock"],
    );
    let last = read_npz(&folder.0.join("out/frames/0001.npz")).unwrap();
    assert!(last.x.iter().all(|x| x.is_finite()));
}

#[test]
fn a_disk_that_refuses() {
    let folder = Folder::new("disk");
    folder.scene(SCENE);
    fs::write(folder.0.join("occupied"), "a file").unwrap();
    fail(&folder, "run scene-file.toml --out occupied", 4, &["cannot write occupied"]);
    assert_eq!(fs::read_to_string(folder.0.join("occupied")).unwrap(), "a file");
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
    for (list, entry) in
        [("scenes", "dam-break"), ("shapes", "torus"), ("formats", "usda"), ("materials", "rubber")]
    {
        assert!(succeed(&folder, &format!("list {list}")).contains(entry), "{list}");
    }
    let json: Value = serde_json::from_str(&succeed(&folder, "list --json")).unwrap();
    assert_eq!(json["scenes"][0]["name"], "jelly");
    let preset = |name: &str| {
        let presets = json["materials"]["presets"].as_array().unwrap();
        presets.iter().find(|preset| preset["name"] == name).unwrap_or(&Value::Null).clone()
    };
    assert_eq!(preset("honey")["numbers"]["viscosity"], 10.0);
    assert_eq!(preset("ice")["numbers"]["cohesion"]["melt"][1][0], 1.0);
    assert!(!preset("snow")["source"].as_str().unwrap().is_empty());
    assert_eq!(json["materials"]["any_law"][0]["name"], "viscosity");
    let laws = json["materials"]["laws"].as_array().unwrap();
    assert!(laws.iter().any(|law| law["name"] == "nacc" && law["parameters"][0]["unit"] == "Pa"));
    assert!(succeed(&folder, "completions bash").contains("clastic"));
    for line in [
        "--dimension 3 --material jelly",
        "--dimension 2 --material liquid --scheme asflip --precision f64",
        "--dimension 3 --material sand",
        "--dimension 2 --material snow",
        "--dimension 3 --material clay",
        "--layout debris",
        "--layout jet",
        "--solver liquid",
        "--solver liquid --dimension 2 --scheme flip-0.99 --layout block",
    ] {
        let output = succeed(&folder, &format!("bench --particles 2000 --steps 5 --json {line}"));
        let report: Value = serde_json::from_str(&output).unwrap();
        assert!(report["particle_steps_per_s"].as_f64().unwrap() > 0.0);
        assert!(report["phases_ns"]["particles_to_grid"].as_f64().unwrap() > 0.0);
        assert!(report["memory"]["per_particle"].as_f64().unwrap() > 50.0);
        assert!(
            report["memory"]["per_block"].as_f64().unwrap()
                > report["memory"]["per_particle"].as_f64().unwrap()
        );
        assert!(report["node_blocks"].as_u64() > report["home_blocks"].as_u64());
        assert_eq!(report["finite"], true);
    }
    let report: Value =
        serde_json::from_str(&succeed(&folder, "bench --solver liquid --cells 16 --json")).unwrap();
    assert_eq!(report["cells"], 16 * 16 * 16);
    assert!(report["cycle_ns"].as_f64().unwrap() > 0.0);
    assert!(report["iterations"].as_u64().unwrap() > 2);
    fail(&folder, "bench --cells 16", 2, &["--solver liquid"]);
    fail(&folder, "bench --solver liquid --material sand --particles 2000", 2, &["not `liquid`"]);
}

#[test]
fn frames_hold_temperatures_and_pictures_show_them() {
    let folder = Folder::new("heat");
    folder.scene(
        "dimension = 2\n[grid]\ncell_size = 0.02\n[time]\nframes = 2\nfps = 60\n\
         [walls]\ny_low = { at = 0.0, temperature = 80.0 }\n\
         [materials.ice]\nconductivity = 4000.0\nyoung_modulus = 1e5\n\
         [bodies.cube]\nmaterial = \"ice\"\nshape = \"box\"\nmin = [0.0, 0.0]\nmax = [0.1, 0.1]\ntemperature = -10.0\n\
         [output]\nfields = [\"temperature\", \"concentration\"]\n[camera]\ncolor = \"temperature\"\n",
    );
    succeed(&folder, "run scene-file.toml --out out --quiet --formats npz,csv,ply,vtu,usda");
    let frame = |number: u64| read_npz(&folder.0.join(format!("out/frames/{number:04}.npz"))).unwrap();
    let temperatures = |number| frame(number).temperature.unwrap().iter().collect::<Vec<f64>>();
    assert!(temperatures(0).iter().all(|temperature| *temperature == -10.0));
    // What lies on the hot floor is warmer, and nothing is colder than at the beginning.
    let later = temperatures(2);
    // Between what it was and what the floor is kept at, but for the rounding of f32.
    assert!(later.iter().all(|temperature| (-10.0..=80.001).contains(temperature)), "{later:?}");
    assert!(later.iter().any(|temperature| *temperature > -5.0), "{later:?}");
    assert!(frame(2).concentration.unwrap().iter().all(|concentration| concentration == 0.0));
    for file in ["0002.csv", "0002.ply", "0002.vtu"] {
        let bytes = fs::read(folder.0.join("out/frames").join(file)).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains("temperature"), "{file}");
    }
    assert!(folder.0.join("out/sheet.png").exists());
    succeed(&folder, "render out --color concentration");
}

#[test]
fn a_new_scene_runs_and_is_never_overwritten() {
    let folder = Folder::new("new");
    succeed(&folder, "new mine --from two-disks");
    assert!(folder.0.join("clastic.schema.json").exists());
    succeed(&folder, "run mine.toml --frames 1 --quiet");
    assert!(folder.0.join("out/mine/frames/0001.npz").exists());
    fail(&folder, "new mine", 2, &["mine.toml is there already"]);
    fail(&folder, "new ../mine", 2, &["cannot name a scene"]);
    fail(&folder, "new other --from nothing", 2, &["--from nothing", "two-disks"]);
}

#[test]
fn the_users_own_scene_is_not_overwritten() {
    let folder = Folder::new("own");
    fs::write(folder.0.join("scene.toml"), SCENE).unwrap();
    fail(&folder, "run scene.toml --out .", 2, &["scene.toml would be overwritten"]);
    assert_eq!(fs::read_to_string(folder.0.join("scene.toml")).unwrap(), SCENE);
    assert!(!folder.0.join("frames").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_scene_that_does_not_fit_is_refused_with_the_number() {
    let folder = Folder::new("memory");
    folder.scene(SCENE);
    fail(
        &folder,
        "run scene-file.toml --set grid.cell_size=6e-5",
        2,
        &["particles", "MB of memory are free"],
    );
    assert!(!folder.0.join("out").exists());
}

/// A pipe that nobody reads ends quietly; a full device is told with its own code.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_told_unless_nobody_listens() {
    let folder = Folder::new("stdout");
    folder.scene(SCENE);
    let shell = |line: &str| {
        let line = line.replace("clastic", env!("CARGO_BIN_EXE_clastic"));
        let output =
            std::process::Command::new("bash").current_dir(&folder.0).args(["-c", &line]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for line in [
        "list",
        "check scene-file.toml",
        "check scene-file.toml --json",
        "run scene-file.toml --json --frames 1 --quiet",
    ] {
        let (code, told) = shell(&format!("clastic {line} > /dev/full"));
        assert_eq!(code, Some(4), "{line}: {told}");
        assert!(told.contains("error: cannot write stdout"), "{line}: {told}");
        let (code, told) = shell(&format!("clastic {line} 2> told | true; echo ${{PIPESTATUS[0]}} > code"));
        assert_eq!(code, Some(0), "{told}");
        assert_eq!(fs::read_to_string(folder.0.join("code")).unwrap(), "0\n", "{line}");
    }
}

#[test]
fn what_cannot_be_read_is_told_as_such() {
    let folder = Folder::new("unreadable");
    folder.scene(SCENE);
    succeed(&folder, "run scene-file.toml --quiet --out out --set output.sheet=false");
    fs::remove_file(folder.0.join("out/diagnostics.csv")).unwrap();
    fail(&folder, "run scene-file.toml --quiet --out out --resume", 4, &["cannot read out/diagnostics.csv"]);
}

#[test]
fn a_fixed_step_that_is_too_long_is_told_once() {
    let folder = Folder::new("long-dt");
    folder.scene(SCENE);
    // Fast enough that the guard refuses a step of several cells.
    let line = "run scene-file.toml --quiet --out out --set output.sheet=false --set time.dt=0.01";
    let output = clastic(&folder, &format!("{line} --set bodies.drop.velocity=[60.0,0.0] --frames 3"));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told.matches("dt = 0.01 s is too long").count(), 1, "{told}");
    assert!(told.contains("without `dt` steps adapt to motion and sound"), "{told}");
}
