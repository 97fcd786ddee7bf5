//! `clastic compare` and `clastic report`: what they write and refuse.

mod common;

use std::fs;

use common::{Folder, SCENE, fail, succeed};
use serde_json::Value;

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
    assert_eq!(page.matches("data:image/png;base64,").count(), 6, "a sheet and five figures");
    assert!(!page.contains("http"), "it needs nothing from elsewhere");
    for name in ["compare.png", "compare-energy.png", "compare-loose.png", "pic/summary.json"] {
        assert!(folder.0.join("both").join(name).exists(), "{name}");
    }
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
