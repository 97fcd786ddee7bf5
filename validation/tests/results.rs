//! The page of results that documents link to.

use std::fs;
use std::path::Path;

/// Fails until the results of a new case are written: `cargo xtask validate <ID> --out validation/results`.
#[test]
fn the_page_of_results_has_every_case_and_its_figures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let page = fs::read_to_string(folder.join("README.md")).expect("a page of results");
    for case in validation::cases::all() {
        let section = format!("<a id=\"{}\"></a>\n\n## {}: {}", case.id.to_lowercase(), case.id, case.about);
        assert!(page.contains(&section), "{} is not on the page of results", case.id);
    }
    let figures = page.split("](").skip(1).filter_map(|link| link.split_once(')'));
    for (figure, _) in figures.filter(|(link, _)| link.ends_with(".png")) {
        assert!(folder.join(figure).exists(), "{figure} is missing");
    }
}
