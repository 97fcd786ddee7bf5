//! Every scene of the gallery: it runs, and the scene that it writes gives the same bits.

mod common;

use std::path::Path;

use common::*;

#[test]
fn every_scene_runs_and_repeats_itself() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let folder = Folder::new("gallery");
    let mut count = 0;
    let entries = [scenes.clone(), scenes.join("papers")].map(|folder| std::fs::read_dir(folder).unwrap());
    for entry in entries.into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        // The papers' are large: three frames of a millisecond each.
        let short = if path.starts_with(scenes.join("papers")) { " --set time.fps=1000" } else { "" };
        succeed(&folder, &format!("run {} --out {name} --frames 3 --quiet{short}", path.display()));
        succeed(
            &folder,
            &format!("run {name}/scene.toml --out {name}-again --quiet --set output.sheet=false"),
        );
        assert_same_frames(&folder, &name, &format!("{name}-again"));
        assert!(folder.0.join(&name).join("sheet.png").exists(), "{name}");
        std::fs::remove_dir_all(folder.0.join(&name)).unwrap();
        std::fs::remove_dir_all(folder.0.join(format!("{name}-again"))).unwrap();
        count += 1;
    }
    assert!(count >= 17, "{count}");
}

#[test]
fn meshes_and_included_scenes_come_along() {
    let folder = Folder::new("along");
    std::fs::create_dir_all(folder.0.join("parts")).unwrap();
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    std::fs::write(folder.0.join("parts/tetrahedron.obj"), obj).unwrap();
    std::fs::write(
        folder.0.join("base.toml"),
        "dimension = 3\nunits = \"cgs\"\n[grid]\ncell_size = 0.1\n[time]\nframes = 2\nfps = 200\n[bodies.t]\n\
         material = \"jelly\"\nshape = \"mesh\"\nfile = \"parts/tetrahedron.obj\"\nscale = 2.0\ntranslate = [0, 3, 0]\n",
    )
    .unwrap();
    folder.scene("include = \"base.toml\"\n[bodies.t]\nrotate = [10.0, 20.0, 30.0]\n");
    succeed(&folder, "run scene-file.toml --out one --quiet");
    std::fs::remove_file(folder.0.join("base.toml")).unwrap();
    std::fs::remove_dir_all(folder.0.join("parts")).unwrap();
    succeed(&folder, "run one/scene.toml --out two --quiet");
    assert_same_frames(&folder, "one", "two");
    let told = summary(&folder, "one");
    assert_eq!(told["units"], "cgs");
    // 8/6 cm³ of jelly at 1 g/cm³, falling at 981 cm/s² for a hundredth of a second.
    let mass = told["initial"]["mass"].as_f64().unwrap();
    assert!((mass / (8.0 / 6.0) - 1.0).abs() < 1e-6, "{mass}");
    let momentum = told["final"]["momentum"][1].as_f64().unwrap();
    assert!((momentum / (-981.0 * 0.01 * mass) - 1.0).abs() < 1e-4, "{momentum}");
}
