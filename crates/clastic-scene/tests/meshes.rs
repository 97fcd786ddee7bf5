//! Meshes from files.

use std::fs;
use std::path::{Path, PathBuf};

use clastic::Simulation;
use clastic_scene::{Overrides, SceneFile};

/// The unit cube as six tetrahedra around a diagonal, two of them inside out, as Gmsh saves it.
fn cube() -> String {
    let mut text = String::from("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n");
    for k in 0..8 {
        text += &format!("{} {} {} {}\n", k + 1, k & 1, (k >> 1) & 1, k >> 2);
    }
    text += "$EndNodes\n$Elements\n6\n";
    let around = [[2, 4], [4, 3], [3, 7], [7, 5], [6, 5], [6, 2]];
    for (k, [a, b]) in around.iter().enumerate() {
        text += &format!("{} 4 0 1 {a} {b} 8\n", k + 1);
    }
    text + "$EndElements\n"
}

fn scene(name: &str, dimension: u8, mesh: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("cube.msh"), cube()).unwrap();
    let text = format!(
        "dimension = {dimension}\n[grid]\ncell_size = 0.5\n[time]\nframes = 1\n[materials.skin]\nlaw = \"inert\"\n\
         density = 1000.0\n[meshes.cube]\nmaterial = \"skin\"\nyoung_modulus = 1e5\n{mesh}"
    );
    fs::write(folder.join("scene.toml"), text).unwrap();
    folder.join("scene.toml")
}

#[test]
fn tetrahedra_of_a_file_are_elements_where_they_are_placed() {
    let mesh = "kind = \"elements\"\nfile = \"cube.msh\"\nscale = 2.0\ntranslate = [3.0, 0.0, 1.0]\n";
    let file =
        SceneFile::read(&scene("elements", 3, mesh), &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut simulation = file.build(&Overrides::default()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let before = simulation.diagnostics();
    // Particles keep `f32`.
    assert!((before.mass / 8000.0 - 1.0).abs() < 1e-7, "{}", before.mass);
    assert!(before.center_of_mass.iter().zip([4.0, 1.0, 2.0]).all(|(x, at)| (x - at).abs() < 1e-6));
    assert_eq!(simulation.particles().len(), 8);
    simulation.advance_to(0.04).expect("a cube that falls");
    let after = simulation.diagnostics();
    assert!((after.momentum[1] / (-9.81 * 0.04 * 8000.0) - 1.0).abs() < 1e-5);
    assert!(after.elastic < 1e-9 * after.kinetic);
}

/// The mesh `cube` of a scene beside which this file lies.
fn built(name: &str, dimension: u8, (file, bytes): (&str, &[u8]), mesh: &str) -> Simulation {
    let path = scene(name, dimension, &format!("file = \"{file}\"\n{mesh}"));
    fs::write(path.with_file_name(file), bytes).unwrap();
    let read = SceneFile::read(&path, &[]).unwrap_or_else(|mistakes| panic!("{name}: {mistakes}"));
    read.build(&Overrides::default()).unwrap_or_else(|mistakes| panic!("{name}: {mistakes}"))
}

/// Two triangles of a square with sides of 2 m.
const SQUARE_OBJ: &str = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3\nf 1 3 4\n";
const SQUARE_PLY: &str = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
    property float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n\
    0 0 0\n2 0 0\n2 2 0\n0 2 0\n3 0 1 2\n3 0 2 3\n";
const SQUARE_MSH: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 2 0 0\n3 2 2 0\n4 0 2 0\n\
    $EndNodes\n$Elements\n2\n1 2 0 1 2 3\n2 2 0 1 3 4\n$EndElements\n";

#[test]
fn triangles_of_a_file_are_a_sheet_in_space_and_elements_in_the_plane() {
    let files = [("square.obj", SQUARE_OBJ), ("square.ply", SQUARE_PLY), ("square.msh", SQUARE_MSH)];
    for (file, text) in files {
        // Of 4 m², 1 cm thick in space, in kg.
        let sheet = "kind = \"sheet\"\nthickness = 0.01\n";
        for (dimension, kind, mass) in [(3, sheet, 40.0), (2, "kind = \"elements\"\n", 4000.0)] {
            let what = format!("square-{dimension}-{}", &file[7..]);
            let mut simulation = built(&what, dimension, (file, text.as_bytes()), kind);
            let found = simulation.diagnostics().mass;
            assert!((found / mass - 1.0).abs() < 1e-6, "{what}: {found} kg");
            let (_, mesh) = simulation.meshes().next().expect("a mesh");
            assert_eq!(mesh.cells().triangles, [[0, 1, 2], [0, 2, 3]], "{what}");
            simulation.run_steps(3).unwrap_or_else(|error| panic!("{what}: {error}"));
        }
    }
}

/// Two strands of two segments each, in the format of cemyuksel.com/research/hairmodels.
fn hair() -> Vec<u8> {
    let mut bytes = b"HAIR".to_vec();
    // Strands, points, that only points are told, segments of every strand; thickness, opacity and colour of all.
    for number in [2u32, 6, 2, 2] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.resize(128, 0);
    for strand in 0..2 {
        for k in 0..3 {
            [strand as f32, 0.0, 0.5 * k as f32].iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        }
    }
    bytes
}

#[test]
fn lines_of_a_file_are_strands() {
    let lines = "v 0 0 0\nv 0 0.5 0\nv 0 1 0\nv 1 0 0\nv 1 0.5 0\nv 1 1 0\nl 1 2 3\nl 4 5 6\n";
    let mesh = "kind = \"strands\"\nradius = 0.01\n";
    for (dimension, file, bytes) in [
        (3, "two.hair", hair()),
        (3, "two.obj", lines.as_bytes().to_vec()),
        (2, "two.obj", lines.as_bytes().to_vec()),
    ] {
        let what = format!("strands-{dimension}-{}", &file[4..]);
        let mut simulation = built(&what, dimension, (file, &bytes), mesh);
        let (_, strands) = simulation.meshes().next().expect("a mesh");
        assert_eq!(strands.cells().lines, [[0, 1, 2], [3, 4, 5]], "{what}");
        // Rooted, by default.
        assert_eq!(strands.pins[0].vertices, [0, 1, 3, 4], "{what}");
        let (mass, expected) = (simulation.diagnostics().mass, 2.0 * std::f64::consts::PI * 1e-4 * 1000.0);
        assert!((mass / expected - 1.0).abs() < 1e-6, "{what}: {mass} kg");
        simulation.run_steps(3).unwrap_or_else(|error| panic!("{what}: {error}"));
        let held = simulation.particles()[0].particle;
        assert!(held.position.iter().all(|x| x.abs() < 1e-6) && held.velocity == [0.0; 3], "{what}");
    }
}

/// Springs take what strands do not: a net whose lines fork and close. A rod that is held at its top and drawn by its own weight is
/// longer by that weight over its stiffness.
#[test]
fn edges_of_a_file_are_springs() {
    for (file, text, expected) in [
        ("ring.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3 1\n", vec![vec![0, 1], vec![0, 2], vec![1, 2]]),
        ("square.ply", SQUARE_PLY, [[0, 1], [0, 2], [0, 3], [1, 2], [2, 3]].map(Vec::from).to_vec()),
    ] {
        let simulation = built("net", 3, (file, text.as_bytes()), "kind = \"springs\"\nradius = 0.01\n");
        let (_, net) = simulation.meshes().next().expect("a mesh");
        assert_eq!(net.cells().lines, expected, "{file}");
        let lengths: f64 = expected
            .iter()
            .map(|ends| {
                let [a, b] = [0, 1].map(|end| net.vertices[ends[end] as usize].position);
                a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
            })
            .sum();
        let (mass, expected) =
            (simulation.diagnostics().mass, lengths * std::f64::consts::PI * 1e-4 * 1000.0);
        assert!((mass / expected - 1.0).abs() < 1e-6, "{file}: {mass} kg");
    }
    let rod = "kind = \"springs\"\nradius = 0.01\nsolve = \"implicit\"\n\
               pins = [{ shape = \"box\", min = [-1.0, -0.1], max = [1.0, 0.1] }]\n";
    let mut simulation = built("rod", 2, ("rod.obj", b"v 0 0 0\nv 0 -1 0\nl 1 2\n"), rod);
    simulation.advance_to(4.0).expect("a rod that hangs");
    // ½ ρ A L g over E A/L.
    let (stretch, expected) =
        (-1.0 - simulation.particles()[1].particle.position[1], 0.5 * 1000.0 * 9.81 / 1e5);
    assert!((stretch / expected - 1.0).abs() < 0.02, "{stretch} m instead of {expected} m");
}

#[test]
fn files_without_elements_are_refused() {
    for (name, dimension, mesh, expected) in [
        ("flat", 2, "kind = \"elements\"\nfile = \"cube.msh\"\n", "expected triangles"),
        ("cloth", 3, "kind = \"sheet\"\nthickness = 0.01\nfile = \"cube.msh\"\n", "it holds no triangles"),
        ("lines", 3, "kind = \"strands\"\nradius = 0.01\nfile = \"cube.msh\"\n", "it holds no lines"),
        (
            "leans",
            2,
            "kind = \"springs\"\nradius = 0.01\nfile = \"cube.msh\"\n",
            "expected every point to have z",
        ),
        ("gone", 3, "kind = \"elements\"\nfile = \"cub.msh\"\n", "cub.msh"),
    ] {
        let Err(mistakes) = SceneFile::read(&scene(name, dimension, mesh), &[]) else {
            panic!("{name} was accepted")
        };
        let text = mistakes.to_string();
        assert!(text.contains("meshes.cube.file") && text.contains(expected), "{text}");
    }
}
