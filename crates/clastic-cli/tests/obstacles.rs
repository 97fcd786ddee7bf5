//! Colliders, sources and sinks from outside: what runs write of them, and that they go on as if never stopped.

mod common;

use std::fs;

use clastic_frames::read_npz;
use common::*;
use serde_json::Value;

/// A block flies against a wall, a jet against a paddle and into a sink; without gravity, so that momentum is all
/// theirs.
const SCENE: &str = r#"
name = "jet"
dimension = 2
precision = "f64"
gravity = [0.0, 0.0]

[grid]
cell_size = 0.1

[time]
frames = 6
fps = 20

[transfer]
scheme = "asflip"

[walls]
x_low = { at = -0.5, friction = 0.2 }

[bodies.block]
material = "jelly"
shape = "box"
min = [-0.4, 0.0]
max = [0.0, 0.4]
velocity = [-2.0, 0.5]

[sources.jet]
material = "water"
shape = "box"
min = [1.0, 1.0]
max = [1.3, 1.4]
velocity = [4.0, 0.0]
sampling = "jittered"

[colliders.paddle]
shape = "box"
center = [1.6, 1.2]
size = [0.05, 0.6]
friction = 0.3
motion = { angular_velocity = 2.0 }

[sinks.drain]
shape = "box"
min = [1.2, 1.5]
max = [2.5, 3.0]

[materials.water]
bulk_modulus = 1e4

[materials.jelly]
young_modulus = 1e4
"#;

fn table(folder: &Folder, out: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder.0.join(out).join("loads.csv")).unwrap();
    text.lines().map(|line| line.split(',').map(str::to_string).collect()).collect()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// What is given is got: momentum is that of the beginning, of what came and went, and the opposite of every impulse.
#[test]
fn momentum_is_accounted_for_and_loads_sum_up_to_impulses() {
    let folder = Folder::new("loads");
    folder.scene(SCENE);
    succeed(&folder, "run scene-file.toml --out out --quiet --set output.sheet=false");
    let told = summary(&folder, "out");
    assert_eq!(told["lost"], 0);
    for (flow, kind) in [(&told["sources"]["jet"], "source"), (&told["sinks"]["drain"], "sink")] {
        assert!(flow["particles"].as_u64().unwrap() > 0, "nothing through the {kind}: {told:#}");
        assert!(flow["mass"].as_f64().unwrap() > 0.0);
    }
    let of = |path: [&str; 3]| numbers(&told[path[0]][path[1]][path[2]]);
    let (before, after) = (numbers(&told["initial"]["momentum"]), numbers(&told["final"]["momentum"]));
    let gained = [["sources", "jet", "momentum"]].map(of);
    let lost = [
        ["sinks", "drain", "momentum"],
        ["sources", "jet", "impulse"],
        ["colliders", "paddle", "impulse"],
        ["walls", "x_low", "impulse"],
    ]
    .map(of);
    for axis in 0..2 {
        let sum = |parts: &[Vec<f64>]| parts.iter().map(|part| part[axis]).sum::<f64>();
        let scale: f64 = gained.iter().chain(&lost).map(|part| part[axis].abs()).sum();
        let missing = after[axis] - before[axis] - sum(&gained) + sum(&lost);
        assert!(missing.abs() < 1e-9 * scale, "{missing} of {scale} along {axis}: {told:#}");
    }
    assert!(of(["colliders", "paddle", "impulse"])[0] > 0.0 && of(["walls", "x_low", "impulse"])[0] < 0.0);

    let rows = table(&folder, "out");
    let expected = "frame,time,colliders.paddle.fx,colliders.paddle.fy,colliders.paddle.tz,\
                    walls.x_low.fx,walls.x_low.fy";
    assert_eq!(rows[0].join(","), expected);
    assert_eq!(rows.len(), 8);
    let impulses = [
        (2, of(["colliders", "paddle", "impulse"])[0]),
        (4, of(["colliders", "paddle", "angular_impulse"])[0]),
        (5, of(["walls", "x_low", "impulse"])[0]),
    ];
    for (column, impulse) in impulses {
        let forces = rows[1..].iter().map(|row| row[column].parse::<f64>().unwrap());
        // Frames are a twentieth of a second apart.
        let sum: f64 = forces.map(|force| force / 20.0).sum();
        assert!((sum - impulse).abs() <= 1e-12 * impulse.abs(), "{}: {sum}, not {impulse}", rows[0][column]);
    }
    let mean = of(["colliders", "paddle", "mean_force"])[0];
    assert!((mean * 0.3 - of(["colliders", "paddle", "impulse"])[0]).abs() <= 1e-12 * mean.abs());
}

#[test]
fn a_run_with_all_of_them_is_resumed_bit_by_bit() {
    let folder = Folder::new("resumed");
    folder.scene(SCENE);
    let line = "run scene-file.toml --quiet --set output.sheet=false --set output.checkpoint_seconds=0";
    succeed(&folder, &format!("{line} --out whole --threads 2"));
    for end in ["--frames 2", "--until 0.17", "--frames 4", "--frames 6"] {
        succeed(&folder, &format!("{line} --out parts --resume {end} --threads 1"));
    }
    assert_same_frames(&folder, "whole", "parts");
    assert_eq!(table(&folder, "whole"), table(&folder, "parts"));
    let (one, other) = (summary(&folder, "whole"), summary(&folder, "parts"));
    for key in ["steps", "time", "particles", "lost", "final", "colliders", "walls", "sources", "sinks"] {
        assert_eq!(one[key], other[key], "{key}");
    }
    // How they look may change; what they are may not.
    succeed(&folder, &format!("{line} --out parts --resume --set colliders.paddle.look=glass"));
    fail(
        &folder,
        &format!("{line} --out parts --resume --set colliders.paddle.friction=0.4"),
        2,
        &["another scene"],
    );
}

#[test]
fn a_world_may_begin_empty() {
    let folder = Folder::new("empty");
    let (start, _) = SCENE.split_once("[bodies.block]").unwrap();
    let rest = "[sources.jet]\nmaterial = \"water\"\nshape = \"disk\"\nradius = 0.2\nvelocity = [1.0, 0.0]\n\
                start = 0.04\nmax_particles = 60\n";
    folder.scene(&format!("{start}{rest}"));
    let line = "run scene-file.toml --quiet --formats npz,csv,ply,vtu,usda --set output.checkpoint_seconds=0";
    succeed(&folder, &format!("{line} --out whole"));
    succeed(&folder, &format!("{line} --out parts --frames 0"));
    succeed(&folder, &format!("{line} --out parts --resume"));
    assert_same_frames(&folder, "whole", "parts");
    let count =
        |number: u64| read_npz(&folder.0.join(format!("whole/frames/{number:04}.npz"))).unwrap().len();
    assert_eq!([count(0), count(6)], [0, 60]);
    let told = summary(&folder, "whole");
    assert_eq!((&told["particles"], &told["lost"]), (&60.into(), &0.into()));
    assert!(folder.0.join("whole/sheet.png").exists());
}

#[test]
fn matter_makes_room_for_colliders_and_it_is_said() {
    let folder = Folder::new("room");
    let rock = "[colliders.rock]\nshape = \"box\"\nmin = [-0.4, 0.0]\nmax = [-0.2, 0.4]\n";
    folder.scene(&format!("{SCENE}{rock}"));
    let note = "bodies.block: 32 of 64 particles would begin in a collider and are left out";
    let told = succeed(&folder, "check scene-file.toml");
    assert!(told.contains(note), "{told}");
    let report: Value = serde_json::from_str(&succeed(&folder, "check scene-file.toml --json")).unwrap();
    assert_eq!(report["left_out"][0], note);
    let output = clastic(&folder, "run scene-file.toml --out out --frames 0 --set output.sheet=false");
    assert!(String::from_utf8(output.stderr).unwrap().contains(note));
    let frame = read_npz(&folder.0.join("out/frames/0000.npz")).unwrap();
    assert_eq!(frame.len(), 32);
    // Those that are left out take their mass along.
    let mass = summary(&folder, "out")["initial"]["mass"].as_f64().unwrap();
    assert!((mass - 1000.0 * 0.5 * 0.16).abs() < 1e-9, "{mass}");

    let all = "--set colliders.rock.max=[0.0,0.4]";
    fail(&folder, &format!("check scene-file.toml {all}"), 2, &["bodies.block: all of it begins in `rock`"]);
}

#[test]
fn pictures_show_them_where_they_are() {
    let folder = Folder::new("shown");
    folder.scene(SCENE);
    succeed(&folder, "run scene-file.toml --out out --quiet --frames 1 --set output.sheet=false");
    let pictures = |options: &str| {
        succeed(&folder, &format!("render out --quiet --film gif --set camera.size=[160,120] {options}"));
        [0, 1].map(|number| fs::read(folder.0.join(format!("out/pictures/{number:04}.png"))).unwrap())
    };
    let usual = pictures("");
    for hidden in ["colliders.paddle", "sources.jet", "sinks.drain"] {
        let without = pictures(&format!("--set {hidden}.visible=false"));
        assert!(usual.iter().zip(&without).all(|(one, other)| one != other), "{hidden}");
    }
    let still = pictures("--set colliders.paddle.motion={}");
    assert!(usual[0] == still[0] && usual[1] != still[1]);
    assert!(usual != pictures("--set colliders.paddle.color=#d8434e"));
}
