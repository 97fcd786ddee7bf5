//! `clastic list`.

use std::fmt::Write;

use clap::ValueEnum;
use clastic::materials::{AnyLaw, LawDescription, Parameter};
use clastic::transfer::Scheme;
use clastic_frames::Format;
use clastic_scene::{HEAT, PRESETS, Preset, Quantity, Shape, VISCOSITIES};
use serde_json::{Map, Value, json};

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

/// A list, for people and for programs.
struct List {
    what: What,
    text: fn() -> String,
    json: fn() -> Value,
}

const LISTS: [List; 5] = [
    List { what: What::Scenes, text: scenes, json: || named(scene_names()) },
    List { what: What::Materials, text: materials, json: materials_json },
    List { what: What::Schemes, text: schemes, json: || named(scheme_names()) },
    List { what: What::Shapes, text: shapes, json: || named(Shape::names()) },
    List { what: What::Formats, text: formats, json: || named(format_names()) },
];

fn wanted(what: Option<What>) -> impl Iterator<Item = &'static List> {
    LISTS.iter().filter(move |list| what.is_none_or(|what| what == list.what))
}

/// Prints one list, or all of them.
pub fn list(what: Option<What>) -> Result<(), Failure> {
    let parts: Vec<String> = wanted(what).map(|list| (list.text)()).collect();
    crate::print(parts.join("\n").trim_end())
}

/// Prints the same as JSON: one object with an entry per list.
pub fn json(what: Option<What>) -> Result<(), Failure> {
    let name = |list: &List| list.what.to_possible_value().map(|value| value.get_name().to_string());
    let lists: Map<String, Value> =
        wanted(what).filter_map(|list| name(list).map(|name| (name, (list.json)()))).collect();
    crate::print(&format!("{:#}", Value::Object(lists)))
}

/// Names with what they are.
fn named<T: ToString>(list: impl IntoIterator<Item = (&'static str, T)>) -> Value {
    list.into_iter().map(|(name, about)| json!({"name": name, "about": about.to_string()})).collect()
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

fn rows<T: ToString>(
    list: impl IntoIterator<Item = (&'static str, T)>,
) -> impl Iterator<Item = (String, String)> {
    list.into_iter().map(|(name, about)| (name.to_string(), about.to_string()))
}

fn scene_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    gallery::GALLERY.iter().map(|(name, text)| (*name, gallery::about(text)))
}

fn scheme_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    Scheme::names()
}

fn format_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    Format::ALL.iter().map(|format| (format.name(), format.about()))
}

fn scenes() -> String {
    table("scenes (start from one with: clastic new NAME --from SCENE)", rows(scene_names()))
}

fn schemes() -> String {
    table("schemes (some take a number, as in flip-0.995 or apic-0.9)", rows(scheme_names()))
}

fn shapes() -> String {
    table("shapes (shape = …; docs/scene-reference.md has their fields)", rows(Shape::names()))
}

fn formats() -> String {
    table("formats (output.formats = […], or --formats)", rows(format_names()))
}

fn materials() -> String {
    let mut text =
        String::from("presets (material = …; any number can be replaced under [materials.NAME])\n");
    for preset in PRESETS {
        let numbers: Vec<String> =
            preset.quantities().map(|(name, quantity)| format!("{name} = {}", in_words(&quantity))).collect();
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
    for law in AnyLaw::LAWS {
        let _ = writeln!(text, "  {}: {}", law.name, law.about);
        parameters(&mut text, law.parameters, "required");
    }
    text.push_str("  with any law:\n");
    parameters(&mut text, &VISCOSITIES, "");
    parameters(&mut text, &HEAT, "none");
    text.push_str(
        "parameters and viscosities may be curves over temperature, melt or concentration: see docs/materials.md\n",
    );
    text
}

fn parameters(text: &mut String, parameters: &[Parameter], without: &str) {
    for Parameter { name, unit, about, default, range } in parameters {
        let unit = if unit.is_empty() { String::new() } else { format!(" in {unit}") };
        let default = default.map_or(without.to_string(), |value| format!("default {}", short(value)));
        let (low, high) = (short(range.0), short(range.1));
        let _ = writeln!(text, "    {name}{unit}: {about} ({default}; {low} to {high})");
    }
}

fn in_words(quantity: &Quantity) -> String {
    match quantity {
        Quantity::Constant(value) => short(*value),
        Quantity::Curve(by, points) => {
            let points: Vec<_> =
                points.iter().map(|[x, y]| format!("{} at {}", short(*y), short(*x))).collect();
            format!("{} by {}", points.join(" … "), by.name())
        }
    }
}

fn materials_json() -> Value {
    let quantity = |quantity: Quantity| match quantity {
        Quantity::Constant(value) => json!(value),
        Quantity::Curve(by, points) => json!({by.name(): points}),
    };
    let preset = |preset: &Preset| {
        let numbers: Map<String, Value> =
            preset.quantities().map(|(name, value)| (name.to_string(), quantity(value))).collect();
        json!({
            "name": preset.name, "about": preset.about, "law": preset.law, "density": preset.density,
            "numbers": numbers, "source": preset.source,
        })
    };
    let parameter = |parameter: &Parameter| {
        let Parameter { name, unit, about, default, range: (low, high) } = parameter;
        json!({"name": name, "unit": unit, "about": about, "default": default, "range": [low, high]})
    };
    let list = |parameters: &[Parameter]| parameters.iter().map(parameter).collect::<Value>();
    let law = |law: &LawDescription| json!({"name": law.name, "about": law.about, "parameters": list(law.parameters)});
    let any: Value = VISCOSITIES.iter().chain(&HEAT).map(parameter).collect();
    json!({
        "presets": PRESETS.iter().map(preset).collect::<Value>(),
        "laws": AnyLaw::LAWS.iter().map(law).collect::<Value>(),
        "any_law": any,
    })
}

/// A number without a row of zeros.
fn short(number: f64) -> String {
    let plain = number == 0.0 || (1e-4..1e6).contains(&number.abs());
    if plain { number.to_string() } else { format!("{number:e}") }
}
