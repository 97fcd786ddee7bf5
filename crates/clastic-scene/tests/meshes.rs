//! Meshes from files.

use std::fs;
use std::path::{Path, PathBuf};

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

#[test]
fn files_without_elements_are_refused() {
    for (name, dimension, mesh, expected) in [
        ("flat", 2, "kind = \"elements\"\nfile = \"cube.msh\"\n", "expected triangles"),
        ("cloth", 3, "kind = \"sheet\"\nthickness = 0.01\nfile = \"cube.msh\"\n", "it holds no triangles"),
        ("gone", 3, "kind = \"elements\"\nfile = \"cub.msh\"\n", "cub.msh"),
    ] {
        let Err(mistakes) = SceneFile::read(&scene(name, dimension, mesh), &[]) else {
            panic!("{name} was accepted")
        };
        let text = mistakes.to_string();
        assert!(text.contains("meshes.cube.file") && text.contains(expected), "{text}");
    }
}
