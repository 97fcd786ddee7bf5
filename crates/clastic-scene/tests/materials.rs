//! Materials as scenes give them: presets, curves and heat, in both systems of units.

use std::path::Path;

use clastic::materials::{AnyLaw, Carried, Heat, Material};
use clastic_scene::{HEAT, MaterialTable, Overrides, PRESETS, SceneFile, Units, VISCOSITIES};

fn scene(name: &str, text: &str) -> SceneFile {
    SceneFile::parse(name, text, &[]).unwrap_or_else(|mistakes| panic!("{name}\n{mistakes}"))
}

/// A cube of a material on the floor, 10 cm wide.
fn cube(dimension: usize, units: &str, material: &str) -> SceneFile {
    let (cell, size) = if units == "cgs" { (2.5, 10.0) } else { (0.025, 0.1) };
    let ones = vec![size.to_string(); dimension].join(", ");
    let zeros = vec!["0.0"; dimension].join(", ");
    let text = format!(
        "dimension = {dimension}\nunits = \"{units}\"\nprecision = \"f64\"\n[grid]\ncell_size = {cell}\n[time]\nframes = 1\n\
         [walls]\ny_low = {{ at = 0.0 }}\n[bodies.cube]\nmaterial = \"{material}\"\nshape = \"box\"\nmin = [{zeros}]\n\
         max = [{ones}]\n"
    );
    scene(material, &text)
}

#[test]
fn every_preset_runs_and_says_where_it_comes_from() {
    for preset in PRESETS {
        let law = AnyLaw::LAWS.iter().find(|law| law.name == preset.law).expect("a law");
        let others = || VISCOSITIES.iter().chain(&HEAT);
        for (name, _) in preset.quantities() {
            let known = law.parameters.iter().chain(others()).any(|parameter| parameter.name == name);
            assert!(known, "{}: {name}", preset.name);
        }
        assert!(!preset.source.is_empty() && !preset.about.is_empty());
        for dimension in [2, 3] {
            let file = cube(dimension, "si", preset.name);
            let mut simulation = file.build(&Overrides::default()).expect("a cube");
            simulation.run_steps(3).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        }
    }
}

/// What a preset does must not depend on the units in which the scene is written.
#[test]
fn presets_are_the_same_in_both_systems_of_units() {
    for preset in PRESETS {
        let heights = ["si", "cgs"].map(|units| {
            let file = cube(2, units, preset.name);
            let mut simulation = file.build(&Overrides::default()).expect("a cube");
            simulation.run_steps(20).unwrap_or_else(|error| panic!("{} {units}: {error}", preset.name));
            (simulation.time(), simulation.diagnostics().max_speed)
        });
        let [(time, speed), (time_cgs, speed_cgs)] = heights;
        assert!((time / time_cgs - 1.0).abs() < 1e-6, "{}: {time} {time_cgs}", preset.name);
        assert!((speed / speed_cgs * 100.0 - 1.0).abs() < 1e-6, "{}: {speed} {speed_cgs}", preset.name);
    }
}

#[test]
fn every_unit_has_a_counterpart_in_cgs() {
    let laws = AnyLaw::LAWS.iter().flat_map(|law| law.parameters);
    for parameter in laws.chain(&VISCOSITIES).chain(&HEAT) {
        assert!(Units::Cgs.per_si(parameter.unit) >= 1.0, "{}", parameter.name);
    }
    let honey = MaterialTable::preset("honey", Units::Cgs).and_then(|honey| honey.resolve().ok()).unwrap();
    assert_eq!(honey.viscosity, 100.0);
    let ice = MaterialTable::preset("ice", Units::Cgs).and_then(|ice| ice.heat).unwrap();
    assert_eq!(ice, Heat::new(2100.0 * 1e4, 2.2 * 1e5).melting(334e3 * 1e4, 0.0));
}

#[test]
fn curves_become_materials_that_vary() {
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken/good-heat.toml");
    let file = SceneFile::read(&good, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let material = |name: &str| {
        let found = file.scene.materials.iter().find(|(known, _)| known == name);
        found.expect("a material of the scene").1.resolve().expect("a sound material")
    };
    let butter = material("butter");
    assert_eq!(butter.heat, Some(Heat::new(2300.0, 0.2).melting(9e4, 33.0)));
    assert_eq!(butter.viscosity, 3.0);
    // What the engine makes of the same numbers, given at every point of any curve.
    let at = |young: f64, yields: f64| {
        let given = [("young_modulus", young), ("poisson_ratio", 0.4), ("yield_stress", yields)];
        Material::new(AnyLaw::from_parameters("von-mises", &given).unwrap()).viscous(3.0, 0.0)
    };
    let knots = [(0.0, at(1e6, 3e4)), (0.5, at(1e5, 1.5e4)), (1.0, at(1e4, 0.0))];
    let expected = knots[0].1.clone().varying(Carried::Melt, &knots).unwrap();
    assert_eq!(butter.variation, expected.variation);
    let starch = material("starch");
    assert!(starch.keeps_concentration() && !starch.keeps_heat());
}

#[test]
fn a_scene_that_says_everything_reads_as_itself() {
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken/good-heat.toml");
    let file = SceneFile::read(&good, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let again = scene("again.toml", &file.scene.to_toml());
    assert_eq!(again.scene, file.scene);
    assert_eq!(again.scene.to_toml(), file.scene.to_toml());
    for (preset, units) in PRESETS.iter().flat_map(|preset| [(preset.name, "si"), (preset.name, "cgs")]) {
        let file = cube(3, units, preset);
        let again = scene("again.toml", &file.scene.to_toml());
        assert_eq!(again.scene, file.scene, "{preset} {units}");
    }
}

#[test]
fn bodies_and_walls_bring_their_temperature() {
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken/good-heat.toml");
    let file = SceneFile::read(&good, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let simulation = file.build(&Overrides::default()).expect("a scene");
    for state in simulation.particles() {
        let particle = state.particle;
        let expected = if state.material == 0 { (-5.0, 0.0) } else { (0.0, 0.25) };
        assert_eq!((particle.temperature, particle.concentrations[0]), expected);
    }
    let clastic::grid::Axis::Bounded { low: Some(floor), .. } = simulation.config().axes[1] else {
        panic!("the scene has a floor")
    };
    assert_eq!(floor.temperature, Some(80.0));
}
