//! Colliders, sources and sinks from scene files to what the engine is told.

use std::fs;
use std::path::Path;

use clastic::Simulation;
use clastic::colliders::{Contact, KeepOut, Motion};
use clastic::grid::Axis;
use clastic::tensor::Vector;
use clastic_scene::{Overrides, SceneFile};

fn read(text: &str) -> SceneFile {
    SceneFile::parse("scene.toml", text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

const WORLD: &str = "dimension = 2\n[grid]\ncell_size = 0.1\n[time]\nduration = 2.0\n";
const TAP: &str = "[sources.tap]\nmaterial = \"water\"\nshape = \"box\"\nmin = [0.0, 3.0]\nmax = [0.4, 3.2]\n\
                   velocity = [0.0, -2.0]\n";

#[test]
fn a_scene_says_all_that_the_engine_is_told_and_says_it_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let file = SceneFile::read(&folder.join("good-obstacles.toml"), &[]).unwrap_or_else(|m| panic!("{m}"));
    let again = read(&file.scene.to_toml());
    assert_eq!(again.scene.to_toml(), file.scene.to_toml());
    for file in [file, again] {
        let config = file.config(&Overrides::default());
        let Axis::Bounded { low: Some(floor), .. } = config.axes[1] else { panic!("there is a floor") };
        assert_eq!(floor.friction, 0.3);
        let [floor, paddle, cup] = &config.colliders[..] else { panic!("three colliders") };
        assert_eq!((floor.contact, floor.friction, floor.keep_out), (Contact::Sticky, 0.0, KeepOut::Thin));
        assert_eq!((paddle.contact, paddle.friction), (Contact::Separate, 0.5));
        assert_eq!(paddle.keep_out, KeepOut::Always);
        assert_eq!(floor.motion, Motion::Fixed);
        let (velocity, angular_velocity) = ([0.0, 0.1, 0.0], [0.0, 0.0, 3.0]);
        let steady = Motion::Steady { velocity, angular_velocity, pivot: [1.0, 1.0, 0.0] };
        assert_eq!(paddle.motion, steady);
        // A quarter turn about the middle of its bounds, and half a metre up; then back, and again.
        for time in [0.5, 2.0] {
            let place = cup.motion.pose(time).apply(Vector([-1.5, 1.0, 0.0]));
            assert!((place - Vector([-2.0, 2.0, 0.0])).norm() < 1e-12, "{place:?} at {time}");
        }
        let [tap] = &config.sources[..] else { panic!("one source") };
        assert_eq!((tap.start, tap.end, tap.max_particles, tap.max_rate), (0.5, 1.5, 1000, 30.0));
        assert_eq!((tap.velocity, tap.density), ([0.0, -1.0, 0.0], 1000.0));
        assert!((tap.spacing - 0.05).abs() < 1e-15);
        let [drain] = &config.sinks[..] else { panic!("one sink") };
        assert_eq!((drain.start, drain.end), (0.25, f64::INFINITY));
    }
}

#[test]
fn a_source_brings_its_material_in_the_units_of_the_scene() {
    let file = read(&format!("units = \"cgs\"\n{WORLD}{TAP}"));
    let source = &file.config(&Overrides::default()).sources[0];
    assert_eq!((file.scene.materials[0].0.as_str(), source.material.0), ("water", 0));
    assert!((source.density - 1.0).abs() < 1e-12);
}

/// 32 particles fill the source, and 20 times as many flow through in two seconds.
#[test]
fn estimates_count_what_sources_bring() {
    let cases = [
        ("", 32 * 21),
        ("end = 1.0\n", 32 * 11),
        ("start = 1.5\n", 32 * 6),
        ("start = 5.0\n", 0),
        ("max_particles = 100\n", 100),
        // 50 kg/s are 20 particles of 2.5 kg.
        ("max_rate = 50.0\n", 40),
        ("[sinks.drain]\nshape = \"disk\"\nradius = 0.1\n", 32),
        ("motion = { velocity = [1.0, 0.0] }\n", 32 * 21),
    ];
    for (more, expected) in cases {
        let found = read(&format!("{WORLD}{TAP}{more}")).estimate().particles;
        assert!(found.abs_diff(expected) <= 1, "{found}, not {expected}, with {more}");
    }
}

/// A bar between two clamps, one of which pulls: what they grip goes with them and the rest is stretched.
#[test]
fn a_clamp_takes_along_what_begins_in_it() {
    const BAR: &str =
        "[bodies.bar]\nmaterial = \"jelly\"\nshape = \"box\"\nmin = [0.0, 0.0]\nmax = [1.0, 0.2]\n";
    let clamp = |name: &str, x: [f64; 2], pull: f64| {
        format!(
            "[colliders.{name}]\nshape = \"box\"\nmin = [{:?}, -0.1]\nmax = [{:?}, 0.3]\ncontact = \"sticky\"\ngrips = true\n\
             motion.velocity = [{pull:?}, 0.0]\n",
            x[0], x[1]
        )
    };
    let clamps = [clamp("left", [-0.1, 0.2], 0.0), clamp("right", [0.8, 1.1], 0.5)].concat();
    for solver in ["mpm", "mlsrk"] {
        let file = read(&format!("solver = \"{solver}\"\ngravity = [0.0, 0.0]\n{WORLD}{BAR}{clamps}"));
        let mut bar = file.build(&Overrides::default()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let places = |bar: &Simulation| {
            let mut all = bar.particles();
            all.sort_by_key(|state| state.id);
            all.into_iter().map(|state| state.particle.position[0]).collect::<Vec<f64>>()
        };
        let begin = places(&bar);
        assert_eq!(begin.len(), 20 * 4, "{solver}: nothing is left out");
        bar.advance_to(0.1).expect("a bar that is pulled");
        for (from, to) in begin.into_iter().zip(places(&bar)) {
            // On a grid what is near the clamp's edge feels free nodes too.
            let expected = match from {
                x if x < 0.1 => 0.0,
                x if x > 0.9 => 0.05,
                _ => continue,
            };
            assert!((to - from - expected).abs() < 1e-6, "{solver}: {from} went to {to}");
        }
    }
}

/// What a file holds counts, wherever it lies, and whatever is made of it.
#[test]
fn files_of_every_shape_are_copied_and_keyed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("obstacle-files");
    fs::create_dir_all(folder.join("copy")).unwrap();
    let mesh = |height: f64| {
        format!("v 0 0 0\nv 1 0 0\nv 0 {height:?} 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    };
    let shape = |name: &str, x: f64| {
        format!("shape = \"mesh\"\nfile = \"{name}.obj\"\ntranslate = [{x:?}, 0.0, 0.0]\n")
    };
    for name in ["rock", "tap", "drain"] {
        fs::write(folder.join(format!("{name}.obj")), mesh(1.0)).unwrap();
    }
    let (rock, tap, drain) = (shape("rock", 0.0), shape("tap", 2.0), shape("drain", 4.0));
    let text = format!(
        "dimension = 3\n[grid]\ncell_size = 0.2\n[time]\nframes = 1\n[colliders.rock]\n{rock}\
         [sources.tap]\nmaterial = \"water\"\n{tap}[sinks.drain]\n{drain}"
    );
    fs::write(folder.join("scene.toml"), text).unwrap();
    let read = |path: &Path| SceneFile::read(path, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let file = read(&folder.join("scene.toml"));
    file.write_copy(&folder.join("copy")).unwrap();
    let copy = read(&folder.join("copy/scene.toml"));
    assert_eq!(file.scene.key(), copy.scene.key());
    assert_eq!(fs::read_dir(folder.join("copy/meshes")).unwrap().count(), 3);
    for name in ["rock", "tap", "drain"] {
        fs::write(folder.join(format!("{name}.obj")), mesh(2.0)).unwrap();
        assert_ne!(read(&folder.join("scene.toml")).scene.key(), copy.scene.key(), "{name}");
        fs::write(folder.join(format!("{name}.obj")), mesh(1.0)).unwrap();
    }
    fs::remove_dir_all(&folder).unwrap();
}
