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

#[test]
fn slices_surfaces_and_a_turntable() {
    let folder = Folder::new("render-styles");
    let shelf = "[colliders.shelf]\nshape = \"box\"\nmin = [-2.0, -0.3, -2.0]\nmax = [-1.0, -0.1, 2.0]\n";
    folder.scene(&format!("{IN_SPACE}{shelf}"));
    succeed(&folder, "run scene-file.toml --out out --quiet --set output.sheet=false");
    let picture = |options: &str, name: &str| {
        let line = format!("render out --set camera.size=[320,180] --film gif --quiet {options}");
        succeed(&folder, &line);
        fs::read(folder.0.join("out/pictures").join(name)).unwrap()
    };
    let plain = picture("", "0002.png");
    assert!(picture("--slice x=100", "0002.png") == plain, "nothing is beyond");
    let (half, none) = (picture("--slice x=1", "0002.png"), picture("--slice x=-100", "0002.png"));
    assert!(half != plain && none != plain && half != none, "a slice leaves out what is beyond");
    let nothing = picture("--slice x=-100", "0002.png");
    assert!(picture("--slice x=-1.5", "0002.png") != nothing, "half a shelf is left");
    let surface = picture("--surface", "0002.png");
    assert!(surface != plain, "water has a surface");
    assert!(picture("--surface --slice x=100", "0002.png") == surface, "nothing is beyond");
    assert!(![&surface, &half].contains(&&picture("--surface --slice x=1.5", "0002.png")), "it is cut");
    assert!(picture("--turntable 4", "turn-0000.png") == plain, "it begins where the camera is");
    assert!(picture("--turntable 4", "turn-0001.png") != plain, "it turns");
    assert!(folder.0.join("out/turntable.gif").exists());

    fail(&folder, "render out --slice w=1", 2, &["--slice", "expected an axis and a place"]);
    folder.scene(SCENE);
    succeed(&folder, "run scene-file.toml --out flat --quiet --frames 1 --set output.sheet=false");
    for option in ["--surface", "--turntable 4", "--slice z=1"] {
        fail(&folder, &format!("render flat {option}"), 2, &["the run is in 2D; expected one in 3D"]);
    }
}
