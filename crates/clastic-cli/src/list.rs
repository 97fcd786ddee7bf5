//! `clastic list`.

use std::fmt::Write;

use clap::ValueEnum;
use clastic::materials::{Material, Parameter};
use clastic::transfer::Scheme;
use clastic_frames::Format;
use clastic_scene::{PRESETS, Shape};

use crate::{Failure, gallery};

/// What can be listed.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum What {
    /// The scenes of the gallery
    Scenes,
    /// Presets, and material laws with their parameters
    Materials,
    /// Transfer schemes
    Schemes,
    /// Shapes of bodies
    Shapes,
    /// Formats of frames
    Formats,
}

/// Prints one list, or all of them.
pub fn list(what: Option<What>) -> Result<(), Failure> {
    let lists: [(What, fn() -> String); 5] = [
        (What::Scenes, scenes),
        (What::Materials, materials),
        (What::Schemes, schemes),
        (What::Shapes, shapes),
        (What::Formats, formats),
    ];
    let wanted = lists.iter().filter(|(list, _)| what.is_none_or(|what| what == *list));
    let parts: Vec<String> = wanted.map(|(_, text)| text()).collect();
    crate::print(parts.join("\n").trim_end())
}

fn table(title: &str, rows: impl Iterator<Item = (String, String)>) -> String {
    let rows: Vec<_> = rows.collect();
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) + 2;
    let mut text = format!("{title}\n");
    for (name, about) in rows {
        let _ = writeln!(text, "  {name:<width$}{about}");
    }
    text
}

fn scenes() -> String {
    let rows =
        gallery::GALLERY.iter().map(|(name, text)| (name.to_string(), gallery::about(text).to_string()));
    table("scenes (start from one with: clastic new NAME --from SCENE)", rows)
}

fn materials() -> String {
    let mut text =
        String::from("presets (material = …; any number can be replaced under [materials.NAME])\n");
    for preset in PRESETS {
        let numbers: Vec<String> =
            preset.parameters.iter().map(|(name, value)| format!("{name} = {}", short(*value))).collect();
        let _ = writeln!(text, "  {}: {}", preset.name, preset.about);
        let _ = writeln!(
            text,
            "    law = {}, density = {} kg/m³, {}",
            preset.law,
            short(preset.density),
            numbers.join(", ")
        );
        let _ = writeln!(text, "    source: {}", preset.source);
    }
    text.push_str("laws (law = …, density in kg/m³, and the parameters below)\n");
    for law in Material::LAWS {
        let _ = writeln!(text, "  {}: {}", law.name, law.about);
        for Parameter { name, unit, about, default, range } in law.parameters {
            let unit = if unit.is_empty() { String::new() } else { format!(" in {unit}") };
            let default = default.map_or("required".to_string(), |value| format!("default {value:?}"));
            let (low, high) = (short(range.0), short(range.1));
            let _ = writeln!(text, "    {name}{unit}: {about} ({default}; {low} to {high})");
        }
    }
    text
}

fn schemes() -> String {
    let rows = Scheme::names().map(|(name, about)| (name.to_string(), about.to_string()));
    table("schemes (some take a number, as in flip-0.995 or apic-0.9)", rows)
}

fn shapes() -> String {
    let rows = Shape::names().into_iter().map(|(name, about)| (name.to_string(), about));
    table("shapes (shape = …; docs/scene-reference.md has their fields)", rows)
}

fn formats() -> String {
    let rows = Format::ALL.iter().map(|format| (format.name().to_string(), format.about().to_string()));
    table("formats (output.formats = […], or --formats)", rows)
}

/// A number without a row of zeros.
fn short(number: f64) -> String {
    if number.abs() >= 1e6 { format!("{number:e}") } else { number.to_string() }
}
