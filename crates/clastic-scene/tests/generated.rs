//! Files that are generated from the declarations and checked in. `CLASTIC_UPDATE=1 cargo test -p clastic-scene` writes
//! them anew.

use std::fs;
use std::path::Path;

fn agrees(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("CLASTIC_UPDATE").is_some() {
        fs::write(&file, text).unwrap();
    }
    let there = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        there == text,
        "{path} is out of date: CLASTIC_UPDATE=1 cargo test -p clastic-scene --test generated"
    );
}

#[test]
fn schema() {
    agrees("scenes/clastic.schema.json", &format!("{:#}\n", clastic_scene::json_schema()));
}

#[test]
fn reference() {
    agrees("docs/scene-reference.md", &clastic_scene::reference());
}
