//! What the package says of itself in several places is the same. That this is a test of the workspace also has cargo build
//! the package with all others, for `cargo xtask python`.

use std::path::Path;

#[test]
fn the_oldest_python_is_the_one_that_it_is_built_for() {
    let read = |path: &str| -> toml::Table {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        std::fs::read_to_string(path).expect("a file of the project").parse().expect("TOML")
    };
    let (project, manifest) = (read("../../pyproject.toml"), read("Cargo.toml"));
    let oldest = project["project"]["requires-python"].as_str().expect("a version");
    let feature = manifest["dependencies"]["pyo3"]["features"][0].as_str().expect("a feature");
    assert_eq!(feature, oldest.replace(">=3.", "abi3-py3"));
}
