//! `clastic compare` and `clastic report`: what they write and refuse.

mod common;

use std::fs;

use common::{Folder, SCENE, fail, succeed};
use serde_json::Value;

const FIGURES: [&str; 6] = ["energy", "kinetic", "momentum", "angular", "height", "loose"];

#[test]
fn schemes_are_compared() {
    let folder = Folder::new("compare");
    folder.scene(SCENE);
    let told = succeed(
        &folder,
        "compare scene-file.toml --schemes pic,flip-0.95 --out both --frames 6 --times 3 --json",
    );
    let numbers: Value = serde_json::from_str(&told).expect("JSON");
    let kept = fs::read_to_string(folder.0.join("both/compare.json")).expect("a file");
    assert_eq!(serde_json::from_str::<Value>(&kept).expect("JSON"), numbers);
    let last = |run: usize, name: &str| {
        let column = numbers["runs"][run]["curves"]["diagnostics"][name].as_array().expect("a column");
        assert_eq!(column.len(), 7);
        column[6].as_f64().expect("a number")
    };
    assert_eq!(
        (&numbers["runs"][0]["label"], &numbers["runs"][1]["label"]),
        (&"pic".into(), &"flip-0.95".into())
    );
    // The block turns: PIC loses that, FLIP keeps more of it.
    assert!(last(0, "kinetic") < last(1, "kinetic"), "{} {}", last(0, "kinetic"), last(1, "kinetic"));
    let page = fs::read_to_string(folder.0.join("both/compare.html")).expect("a page");
    assert_eq!(page.matches("data:image/png;base64,").count(), 1, "a sheet");
    let outside = ["src=\"http", "href", "url(", "@import"];
    assert!(outside.iter().all(|word| !page.contains(word)), "it needs nothing from elsewhere");
    for name in ["compare.png", "pic/summary.json"] {
        assert!(folder.0.join("both").join(name).exists(), "{name}");
    }
    for name in FIGURES {
        let path = folder.0.join(format!("both/compare-{name}.svg"));
        let figure = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains(&figure), "{name}");
        assert!(figure.contains(">pic</text>") && figure.contains(">flip-0.95</text>"), "{figure}");
        assert!(path.with_extension("png").exists(), "{name}");
    }
    // Both fall by their weight, and the block and the drop have their mass by area and density.
    let summary = &numbers["runs"][0]["summary"];
    let height = numbers["runs"][0]["curves"]["diagnostics"]["cy"].as_array().expect("a column");
    assert_eq!(height[0], summary["initial"]["center_of_mass"][1]);
    assert_eq!(height[6], summary["final"]["center_of_mass"][1]);
    let (block, drop) = (1000.0 * 0.16, 900.0 * std::f64::consts::PI * 0.09);
    let mean = (0.25 * block + 0.5 * drop) / (block + drop);
    assert!((height[0].as_f64().expect("a number") - mean).abs() < 0.01, "{} {mean}", height[0]);
    fail(
        &folder,
        "compare scene-file.toml --schemes apic,flop",
        2,
        &["--schemes flop", "expected some of pic"],
    );
    assert!(!folder.0.join("out").exists(), "nothing is run before all is known to be right");

    let told = succeed(&folder, "report both/pic");
    assert_eq!(told.trim(), "both/pic/report.html");
    assert!(
        fs::read_to_string(folder.0.join("both/pic/report.html")).is_ok_and(|page| page.contains("</html>"))
    );
    fail(&folder, "report nowhere", 2, &["nowhere"]);
}

#[test]
fn a_run_without_a_centre_of_mass_has_no_curve_of_it() {
    let folder = Folder::new("report-earlier");
    folder.scene(SCENE);
    succeed(&folder, "run scene-file.toml --out earlier --quiet");
    let path = folder.0.join("earlier/diagnostics.csv");
    let table = fs::read_to_string(&path).expect("a table");
    fs::write(&path, table.replace("cx,cy,cz", "a,b,c")).expect("a table of an earlier version");
    succeed(&folder, "report earlier --quiet");
    for name in FIGURES {
        let path = folder.0.join(format!("earlier/report-{name}.svg"));
        assert_eq!(path.exists(), name != "height", "{name}");
    }
}
