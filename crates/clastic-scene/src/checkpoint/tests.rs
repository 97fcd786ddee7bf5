use super::*;
use clastic::materials::{FixedCorotated, Liquid};
use clastic::{Config, Dimension, Particle, Simulation};

/// A folder of a test's own, deleted when it ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("clastic-checkpoint-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text")).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn simulation() -> Simulation {
    let mut simulation = Simulation::new(Config::new(Dimension::Two, 0.1)).expect("a sound configuration");
    let jelly = simulation.add_material("jelly", FixedCorotated::new(1e4, 0.3));
    let water = simulation.add_material("water", Liquid::new(1e4));
    for (material, x) in [(jelly, 0.03), (water, 1.03)] {
        let place = |i: usize| [x + 0.05 * (i % 5) as f64, 0.05 * (i / 5) as f64, 0.0];
        let particles: Vec<_> = (0..25).map(|i| Particle::at(place(i), 2.5, 0.0025)).collect();
        simulation.add_particles(material, &particles).expect("sound particles");
    }
    simulation.run_steps(20).expect("steps");
    simulation
}

/// A snapshot as far as files go.
fn sections(seed: u8) -> Snapshot {
    let section = |name: &str, len: usize| Section {
        name: name.to_string(),
        bytes: (0..len).map(|i| (i * i) as u8 ^ seed).collect(),
    };
    Snapshot { sections: vec![section("head", 30), section("empty", 0), section("body", 1000)] }
}

fn latest(folder: &Folder) -> Latest<Loaded> {
    read_latest(&folder.0, "key", |loaded| Ok(loaded.clone())).expect("the same scene")
}

#[test]
fn a_simulation_comes_back() {
    let folder = Folder::new("round-trip");
    let mut simulation = simulation();
    let path =
        write_checkpoint(&folder.0, 123, &simulation.snapshot(), "{\"frame\": 7}", "key").expect("room");
    assert_eq!(path, folder.0.join("00000123.clastic"));
    let Latest { found: Some(loaded), skipped } = latest(&folder) else { panic!("nothing was found") };
    assert!(skipped.is_empty());
    assert_eq!((loaded.number, loaded.notes.as_str()), (123, "{\"frame\": 7}"));
    let mut restored = Simulation::restore(simulation.config().clone(), &loaded.snapshot).expect("the same");
    for simulation in [&mut simulation, &mut restored] {
        simulation.run_steps(20).expect("steps");
    }
    assert_eq!(restored.snapshot(), simulation.snapshot());
}

#[test]
fn the_last_two_are_kept() {
    let folder = Folder::new("last-two");
    assert!(latest(&folder).found.is_none(), "there is no folder yet");
    let write =
        |number| write_checkpoint(&folder.0, number, &sections(number as u8), "", "key").expect("room");
    for number in [1, 2, 5] {
        write(number);
    }
    assert_eq!(folder.names(), ["00000002.clastic", "00000005.clastic"]);
    // What was never finished goes; what is not ours stays.
    for name in ["00000006.clastic.part", "notes.txt", "1.clastic", "00000001.clastic.bak"] {
        fs::write(folder.0.join(name), "?").expect("room");
    }
    write(123_456_789);
    let others = ["00000001.clastic.bak", "00000005.clastic", "1.clastic", "123456789.clastic", "notes.txt"];
    assert_eq!(folder.names(), others);
    assert_eq!(latest(&folder).found.map(|loaded| loaded.number), Some(123_456_789));
    // A run that begins again is the one that counts.
    write(3);
    write(4);
    assert_eq!(folder.names()[1..3], ["00000003.clastic", "00000004.clastic"]);
    let found = latest(&folder).found.expect("a checkpoint");
    assert_eq!((found.number, found.snapshot), (4, sections(4)));
}

#[test]
fn another_scene_is_an_error() {
    let folder = Folder::new("other-scene");
    let path = write_checkpoint(&folder.0, 1, &sections(1), "", "key").expect("room");
    let error = read_latest(&folder.0, "another key", |_| Ok(())).expect_err("another scene");
    assert!(matches!(&error, CheckpointError::OtherScene(at) if *at == path));
    assert!(error.to_string().ends_with("00000001.clastic: the checkpoint belongs to another scene"));
}

/// Puts these bytes where the newer of two checkpoints was, and expects the older, with a warning.
fn falls_back(folder: &Folder, bytes: &[u8], what: &str) -> CheckpointFlaw {
    fs::write(folder.0.join("00000002.clastic"), bytes).expect("room");
    let Latest { found, mut skipped } = latest(folder);
    let found = found.unwrap_or_else(|| panic!("{what}: nothing was found"));
    assert_eq!((found.number, found.snapshot), (1, sections(1)), "{what}");
    assert_eq!(skipped.len(), 1, "{what}");
    assert!(skipped[0].to_string().contains("00000002.clastic: the checkpoint "), "{what}: {}", skipped[0]);
    skipped.remove(0).flaw
}

fn two(name: &str) -> (Folder, Vec<u8>) {
    let folder = Folder::new(name);
    write_checkpoint(&folder.0, 1, &sections(1), "one", "key").expect("room");
    let path = write_checkpoint(&folder.0, 2, &sections(2), "two", "key").expect("room");
    let bytes = fs::read(path).expect("a file");
    (folder, bytes)
}

#[test]
fn a_damaged_file_is_skipped() {
    let (folder, whole) = two("damage");
    for length in 0..whole.len() {
        falls_back(&folder, &whole[..length], &format!("{length} bytes"));
    }
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let flaw = falls_back(&folder, &bytes, &format!("bit {bit}"));
        assert!(matches!(flaw, CheckpointFlaw::NotOne | CheckpointFlaw::Damaged), "bit {bit}: {flaw}");
    }
    let mut longer = whole.clone();
    longer.push(0);
    falls_back(&folder, &longer, "one byte more");
    fs::write(folder.0.join("00000001.clastic"), "").expect("room");
    let Latest { found, skipped } = latest(&folder);
    assert!(found.is_none(), "both are damaged");
    assert_eq!(skipped.len(), 2);
}

/// A file with this format and body whose checksums are right.
fn sealed(format: u32, body: &[u8]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend_from_slice(&format.to_le_bytes());
    file.extend(zstd::encode_all(body, LEVEL).expect("room"));
    let sum = crc32fast::hash(&file);
    file.extend_from_slice(&sum.to_le_bytes());
    file
}

#[test]
fn another_version_is_skipped() {
    let (folder, _) = two("version");
    let later = FORMAT + 1;
    let flaw = falls_back(&folder, &sealed(later, b"what a later format says"), "format");
    assert!(matches!(flaw, CheckpointFlaw::Format(format) if format == later), "{flaw}");
    let mut body = Vec::new();
    write_body(&mut body, &["0.0.7", "key", ""], &sections(2)).expect("room");
    let flaw = falls_back(&folder, &sealed(FORMAT, &body), "version");
    assert!(matches!(&flaw, CheckpointFlaw::Version(version) if version == "0.0.7"), "{flaw}");
}

/// None of these could be made room for.
#[test]
fn sizes_are_believed_when_the_bytes_are_there() {
    let (folder, _) = two("claims");
    let begun = || {
        let mut body = Vec::new();
        write_body(&mut body, &[VERSION, "key", "notes"], &Snapshot::default()).expect("room");
        body.truncate(body.len() - 4);
        body
    };
    for (count, length) in [(u32::MAX, 0), (1, u64::MAX), (1, 1 << 62), (1, 1 << 46), (2, 100)] {
        let mut body = begun();
        body.extend_from_slice(&count.to_le_bytes());
        write_text(&mut body, "section").expect("room");
        body.extend_from_slice(&length.to_le_bytes());
        body.extend_from_slice(&[7; 100]);
        let flaw = falls_back(&folder, &sealed(FORMAT, &body), &format!("{count} of {length}"));
        assert!(matches!(flaw, CheckpointFlaw::Content(_)), "{flaw}");
    }
    let flaw = falls_back(&folder, &sealed(FORMAT, &[0xff; 40]), "a version of 4 GiB");
    assert!(matches!(flaw, CheckpointFlaw::Content(_)), "{flaw}");
    let mut body = begun();
    body.extend_from_slice(&[0, 0, 0, 0, 1]);
    let flaw = falls_back(&folder, &sealed(FORMAT, &body), "more than was announced");
    assert!(matches!(flaw, CheckpointFlaw::Content(_)), "{flaw}");
}

/// A checkpoint whose checksums are right but that no simulation comes back from.
#[test]
fn one_that_cannot_be_taken_up_gives_way_to_the_one_before() {
    let folder = Folder::new("unfit");
    let simulation = simulation();
    write_checkpoint(&folder.0, 1, &simulation.snapshot(), "good", "key").expect("room");
    let mut forged = simulation.snapshot();
    forged.sections.pop();
    write_checkpoint(&folder.0, 2, &forged, "forged", "key").expect("room");
    let config = simulation.config().clone();
    let restore = |loaded: &Loaded| {
        let restored = Simulation::restore(config.clone(), &loaded.snapshot);
        restored.map(|_| loaded.notes.clone()).map_err(|error| error.to_string())
    };
    let Latest { found, skipped } = read_latest(&folder.0, "key", restore).expect("the same scene");
    assert_eq!(found.as_deref(), Some("good"));
    assert_eq!(skipped.len(), 1);
    assert!(
        skipped[0].to_string().contains("00000002.clastic: the checkpoint cannot be taken up: "),
        "{}",
        skipped[0]
    );
}
