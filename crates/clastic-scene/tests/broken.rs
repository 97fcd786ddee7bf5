//! Broken scenes, each with the message it must give. `CLASTIC_UPDATE=1 cargo test -p clastic-scene` writes the messages
//! anew, to be read before they are committed.

use std::fs;
use std::path::{Path, PathBuf};

use clastic_scene::{Edit, Overrides, SceneFile, Shape};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken")
}

/// What is wrong with a scene, in reading or in building it.
fn message(path: &Path, edits: &[Edit]) -> Option<String> {
    let built = SceneFile::read(path, edits).and_then(|file| file.build(&Overrides::default()).map(|_| ()));
    let text = built.err()?.to_string();
    // Messages name files as they were given; the folder of the repository is nobody's concern.
    Some(text.replace(&format!("{}/", folder().display()), ""))
}

#[test]
fn every_broken_scene_says_what_is_wrong() {
    let update = std::env::var_os("CLASTIC_UPDATE").is_some();
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let found = message(&path, &[]);
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        if stem.starts_with("good") {
            assert_eq!(found, None, "{stem}");
            continue;
        }
        count += 1;
        let found = found.unwrap_or_else(|| panic!("{stem} passes for a good scene"));
        let snapshot = path.with_extension("txt");
        if update {
            fs::write(&snapshot, format!("{found}\n")).unwrap();
        }
        let expected = fs::read_to_string(&snapshot).unwrap_or_default();
        if expected.trim_end() != found {
            wrong.push(format!("-- {stem}\nexpected:\n{expected}\nfound:\n{found}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 60, "{count}");
}

#[test]
fn an_enormous_file_is_refused_unread() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("enormous.toml");
    let file = fs::File::create(&path).unwrap();
    // A hole: the file claims 10 GB and holds nothing.
    file.set_len(10 << 30).unwrap();
    let found = message(&path, &[]).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(found.ends_with("is too large; expected a scene of at most 1024 KB"), "{found}");
}

#[test]
fn what_options_break_names_the_option() {
    let good = folder().join("good.toml");
    for (set, expected) in [
        (
            "grid.cell_size=-1",
            "--set grid.cell_size=-1: grid.cell_size: -1.0 is not allowed; expected a positive number",
        ),
        (
            "bodies.block.tube_radius=2",
            "--set bodies.block.tube_radius=2: bodies.block.tube_radius: there is no such field here",
        ),
        (
            "bodies.nobody.radius=2",
            "--set bodies.nobody.radius=2: bodies.nobody: `material` is missing; expected a text in quotes",
        ),
        ("dimension.x=2", "--set dimension.x=2: `dimension` has no entry `x`"),
        (
            "transfer.scheme=asflop",
            "--set transfer.scheme=asflop: transfer.scheme: `asflop` is not known (`asflip`?); expected",
        ),
    ] {
        let edit = Edit::parse(set).unwrap();
        let found = message(&good, &[edit]).unwrap();
        assert!(found.starts_with(expected), "{set}\n{found}");
    }
    for set in ["grid.cell_size", "=3", "a..b=3"] {
        assert!(Edit::parse(set).is_err(), "{set}");
    }
    for (unset, expected) in [
        ("time.framse", "--unset time.framse: there is no field `time.framse` (`frames`?) to take away"),
        ("nowhere.at.all", "--unset nowhere.at.all: there is no field `nowhere` to take away"),
        ("time.frames", "good.toml:7:1: time: expected `duration` in s, or `frames`"),
    ] {
        let found = message(&good, &[Edit::unset(unset).unwrap()]).unwrap();
        assert!(found.starts_with(expected), "{unset}\n{found}");
    }
    assert!(Edit::unset("time.").is_err());
}

#[test]
fn options_take_fields_away_and_change_shapes() {
    let good = folder().join("good.toml");
    let set = |text: &str| Edit::parse(text).unwrap();
    // The order does not matter: a shape drops the old one's fields before others are set.
    let edits = [
        set("time.duration=1.0"),
        set("bodies.block.radius=0.1"),
        set("bodies.block.center=[0.0, 1.0]"),
        set("bodies.block.shape=disk"),
        Edit::unset("time.frames").unwrap(),
    ];
    let scene = SceneFile::read(&good, &edits).unwrap_or_else(|mistakes| panic!("{mistakes}")).scene;
    assert_eq!((scene.time.frames, scene.time.duration), (None, Some(1.0)));
    assert!(matches!(&scene.bodies[0].1.shape.shape, Shape::Disk(disk) if disk.radius == 0.1));
    // An option that takes the same field away leaves it for the one that asks for it.
    let edits = [
        Edit::remove("--until 1", "time.frames"),
        Edit::unset("time.frames").unwrap(),
        set("time.duration=1.0"),
    ];
    assert_eq!(message(&good, &edits), None);
    // What both shapes have stays.
    let edits = [
        set("bodies.block.shape=union"),
        set("bodies.block.of=[{shape=\"disk\", radius=0.1, center=[0.0, 1.0]}]"),
    ];
    assert_eq!(message(&good, &edits), None);
}

#[test]
fn a_mesh_that_is_named_twice_is_read_once_and_its_repairs_are_told() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("repairs");
    fs::create_dir_all(&folder).unwrap();
    // A tetrahedron, one face of which looks inwards.
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    fs::write(folder.join("tetrahedron.obj"), mesh).unwrap();
    let body = |name: &str, x: f64| {
        format!(
            "[bodies.{name}]\nmaterial = \"jelly\"\nshape = \"mesh\"\nfile = \"tetrahedron.obj\"\n\
             translate = [{x:?}, 0.0, 0.0]\n"
        )
    };
    let (one, other) = (body("one", 0.0), body("other", 2.0));
    let text = format!("dimension = 3\n[grid]\ncell_size = 0.1\n[time]\nframes = 1\n{one}{other}");
    fs::write(folder.join("scene.toml"), text).unwrap();
    let file =
        SceneFile::read(&folder.join("scene.toml"), &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_eq!(file.repairs().len(), 1);
    assert!(
        file.repairs()[0].ends_with("tetrahedron.obj: triangles that faced the wrong way were turned: 1")
    );
}
