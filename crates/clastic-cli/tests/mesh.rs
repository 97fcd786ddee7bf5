//! `clastic mesh`: a surface per frame and material, and clear errors.

mod common;

use std::fs;

use common::{Folder, IN_SPACE, SCENE, fail, succeed};

#[test]
fn every_material_gets_its_surfaces() {
    let folder = Folder::new("mesh");
    folder.scene(IN_SPACE);
    succeed(&folder, "run scene-file.toml --out out --quiet");
    let told = succeed(&folder, "mesh out --formats ply,obj,usda,vtp");
    assert!(told.contains("3 frames with "), "{told}");
    let surfaces = folder.0.join("out/surfaces");
    for material in ["jelly", "water"] {
        for frame in ["0000", "0001", "0002"] {
            for extension in ["ply", "obj", "usda", "vtp"] {
                let path = surfaces.join(material).join(frame).with_extension(extension);
                assert!(fs::metadata(&path).is_ok_and(|file| file.len() > 1000), "{}", path.display());
            }
        }
    }
    let read = |name: &str| fs::read_to_string(surfaces.join(name)).expect("a list");
    let (collection, stage) = (read("surfaces.pvd"), read("surfaces.usda"));
    for file in ["jelly/0000", "water/0002"] {
        assert!(collection.contains(&format!("file=\"{file}.vtp\"")), "{collection}");
        assert!(stage.contains(&format!("@./{file}.usda@")), "{stage}");
    }
    assert_eq!(collection.matches("<DataSet ").count(), 6);
    assert!(!folder.0.join("out/meshes").exists(), "that is for the scene's own");
    succeed(&folder, "mesh out --material jelly --surface liquid --every 2 --quiet");
}

#[test]
fn what_cannot_be_wrapped_is_told() {
    let folder = Folder::new("mesh-errors");
    folder.scene(SCENE);
    succeed(&folder, "run scene-file.toml --out flat --frames 1 --quiet");
    fail(&folder, "mesh flat", 2, &["flat", "2D", "expected one in 3D"]);
    folder.scene(IN_SPACE);
    succeed(&folder, "run scene-file.toml --out out --frames 1 --quiet");
    fail(&folder, "mesh out --formats stl", 2, &["--formats stl", "expected ply, obj, usda, vtp"]);
    fail(&folder, "mesh out --material sand", 2, &["--material sand", "expected one of jelly"]);
    fail(&folder, "mesh nowhere", 2, &["nowhere/scene.toml"]);
}
