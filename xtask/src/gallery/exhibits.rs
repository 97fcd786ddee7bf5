//! What the gallery shows, and how large.

/// A scene and what its picture shows of it.
pub struct Exhibit {
    /// Its file, from `scenes`, without `.toml`.
    pub scene: &'static str,
    /// A row of pictures for each of these; the scene's own scheme if there is none.
    pub schemes: &'static [&'static str],
    /// What is changed in it, as `--set` has it: some are made for an afternoon, and a picture should take a minute.
    pub edits: &'static [&'static str],
}

impl Exhibit {
    /// The scene's name.
    pub fn name(&self) -> &'static str {
        self.scene.strip_prefix("papers/").unwrap_or(self.scene)
    }

    /// The case of `cargo xtask validate` that measures it: a paper's scene begins with its name.
    pub fn case(&self) -> Option<String> {
        let name = self.scene.strip_prefix("papers/")?;
        name.split('-').next().map(str::to_uppercase)
    }
}

const fn own(scene: &'static str) -> Exhibit {
    Exhibit { scene, schemes: &[], edits: &[] }
}

const fn compared(scene: &'static str, schemes: &'static [&'static str]) -> Exhibit {
    Exhibit { scene, schemes, edits: &[] }
}

const fn smaller(
    scene: &'static str,
    schemes: &'static [&'static str],
    edits: &'static [&'static str],
) -> Exhibit {
    Exhibit { scene, schemes, edits }
}

/// Every scene, in the gallery's order.
pub const EXHIBITS: &[Exhibit] = &[
    own("jelly"),
    own("toys"),
    own("splash"),
    own("dam-break"),
    own("rings"),
    own("two-disks"),
    own("sand-drop"),
    own("snow-drop"),
    own("mud"),
    own("melting"),
    own("lava"),
    own("hourglass"),
    own("cup"),
    own("fountain"),
    own("mixer"),
    own("brine"),
    own("alloy"),
    own("hair"),
    compared("papers/a2-sand-lines", &["apic", "asflip"]),
    compared("papers/a3-hourglass", &["flip-0.99", "sflip-0.99"]),
    compared("papers/a4-fibres", &["flip-0.99", "sflip-0.99"]),
    compared("papers/a5-fracture", &["flip-0.99", "sflip-0.99"]),
    compared("papers/a6-wet-clay", &["apic", "sflip-0.99"]),
    compared("papers/a7-squares", &["apic", "asflip-0.99"]),
    compared("papers/a8-water-on-square", &["apic", "aflip-0.99"]),
    compared("papers/a9-box-drop", &["apic", "aflip-0.99"]),
    smaller(
        "papers/a10-fountain",
        &["apic", "asflip-0.97"],
        &["grid.cell_size=1", "sources.nozzle.max_particles=46875"],
    ),
    compared("papers/a11-brush", &["apic", "asflip-0.97"]),
    smaller("papers/a12-wheel", &["apic", "asflip-0.97"], &["grid.cell_size=2"]),
    compared("papers/a13-plate", &["apic", "asflip-0.97"]),
    compared("papers/a14-sheets", &["apic", "asflip-0.95"]),
    compared("papers/a15-hair", &["apic", "asflip-0.97"]),
    compared("papers/a16-stirred-sand", &["apic", "asflip-0.97"]),
    compared("papers/b1-rotating-disk", &["pic", "apic"]),
    compared("papers/b2-rebound", &["pic", "apic"]),
    compared("papers/b3-skew-impact", &["pic", "apic"]),
    compared("papers/b4-two-rings", &["pic", "apic"]),
    compared("papers/b5-two-spheres", &["pic", "apic"]),
    compared("papers/b5-spinning-spheres", &["pic", "apic"]),
    smaller("papers/b6-tori", &["apic"], &["grid.cell_size=0.015"]),
    compared("papers/b7-ringing", &["pic", "apic", "flip-1"]),
    compared("papers/c1-dam-break", &["pic", "flip-1", "apic"]),
    compared("papers/c3-oscillating-circle", &["pic", "apic"]),
    compared("papers/c4-wine", &["flip-0.95", "apic-0.95"]),
    smaller("papers/c5-sand-on-torus", &["pic", "flip-0.95", "apic"], &["grid.cell_size=0.015"]),
    smaller("papers/c6-sand-incline", &["pic", "apic"], &["grid.cell_size=0.014"]),
    compared("papers/c7-fountain", &["pic", "flip-1", "apic"]),
    compared("papers/c8-river", &["apic"]),
    compared("papers/c9-lava-free-fall", &["apic", "flip-1"]),
    smaller("papers/c10-collision", &["pic", "apic"], &["grid.cell_size=0.02"]),
    smaller(
        "papers/c11-yogurt-on-cloth",
        &["apic"],
        &["grid.cell_size=0.015", "meshes.cloth.spacing=0.0075"],
    ),
    compared("papers/c12-cube", &["apic", "flip-1"]),
    own("papers/d1-snowball"),
    own("papers/d2-mixture"),
    own("papers/d3-falling-block"),
    own("papers/d4-jelly"),
    own("papers/d5-powder"),
    own("papers/d6-galton"),
    own("papers/d7-viscous-block"),
    smaller("papers/d8-spinning-top", &[], &["grid.cell_size=0.1"]),
    smaller("papers/d9-armadillo", &[], &["grid.cell_size=0.06"]),
    smaller("papers/d10-dog", &[], &["grid.cell_size=0.008"]),
    own("papers/d11-starch"),
    own("papers/d11-starch-cup"),
    own("papers/d12-biscuit"),
    own("papers/d13-wet-paper"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::process;

    fn files(folder: &Path, prefix: &str) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let scenes = entries.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
        scenes.map(|path| format!("{prefix}{}", path.file_stem().unwrap().to_string_lossy())).collect()
    }

    #[test]
    fn every_scene_is_shown() {
        let scenes = process::root().join("scenes");
        let there: BTreeSet<String> =
            files(&scenes, "").into_iter().chain(files(&scenes.join("papers"), "papers/")).collect();
        let shown: BTreeSet<String> = EXHIBITS.iter().map(|exhibit| exhibit.scene.to_string()).collect();
        assert_eq!(shown, there);
        let page = std::fs::read_to_string(super::super::folder().join("README.md")).unwrap();
        for exhibit in EXHIBITS {
            let name = exhibit.name();
            assert!(page.contains(&format!("]({name}.png)")), "{name} has no picture on the page");
            assert!(super::super::folder().join(format!("{name}.png")).exists(), "{name}.png");
        }
    }

    #[test]
    fn a_papers_scene_has_a_case() {
        let case = |scene| own(scene).case();
        assert_eq!(case("papers/a10-fountain").as_deref(), Some("A10"));
        assert_eq!(case("jelly"), None);
        assert_eq!(own("papers/a10-fountain").name(), "a10-fountain");
    }
}
