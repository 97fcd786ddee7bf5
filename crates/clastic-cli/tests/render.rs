//! `clastic render` from outside.

mod common;

use std::fs;

use common::*;

#[test]
fn pictures_a_sheet_and_a_film() {
    let folder = Folder::new("render");
    folder.scene(SCENE);
    succeed(&folder, "run scene-file.toml --out out --quiet --set output.sheet=false");
    for (options, film) in [("--film gif", "film.gif"), ("--film apng --color speed", "film.apng")] {
        let line = format!("render out --set camera.size=[320,180] {options}");
        let told = succeed(&folder, &line);
        assert!(told.contains("4 pictures"), "{told}");
        assert!(fs::metadata(folder.0.join("out").join(film)).unwrap().len() > 1000);
    }
    for number in 0..4 {
        let picture = fs::read(folder.0.join(format!("out/pictures/{number:04}.png"))).unwrap();
        assert!(picture.starts_with(b"\x89PNG"), "{number}");
    }
    assert!(folder.0.join("out/sheet.png").exists());
    fail(&folder, "render out --color blue", 2, &["--color blue: camera.color: `blue` is not known"]);
    fail(&folder, "render out --film mpg", 2, &["--film mpg"]);
    fail(&folder, "render nowhere", 2, &["nowhere"]);
    fs::write(folder.0.join("out/frames/0002.npz"), "not a frame").unwrap();
    fail(&folder, "render out", 2, &["0002.npz"]);
}
