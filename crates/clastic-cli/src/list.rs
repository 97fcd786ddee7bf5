//! `clastic list`.

use std::fmt::Write;

use clap::ValueEnum;
use clastic::materials::{Material, Parameter};
use clastic::transfer::Scheme;

/// What can be listed.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum What {
    /// Material laws and their parameters
    Materials,
    /// Transfer schemes
    Schemes,
}

/// Prints one list, or all of them.
pub fn list(what: Option<What>) {
    let wanted = |list| what.is_none_or(|what| what == list);
    let mut parts = Vec::new();
    if wanted(What::Materials) {
        parts.push(materials());
    }
    if wanted(What::Schemes) {
        parts.push(schemes());
    }
    crate::print(parts.join("\n").trim_end());
}

fn materials() -> String {
    let mut text = String::from("materials (law = …, density in kg/m³, and the parameters below)\n");
    for law in Material::LAWS {
        let _ = writeln!(text, "  {}: {}", law.name, law.about);
        for Parameter { name, unit, about, default, range } in law.parameters {
            let unit = if unit.is_empty() { String::new() } else { format!(" in {unit}") };
            let default = default.map_or("required".to_string(), |value| format!("default {value:?}"));
            let _ = writeln!(
                text,
                "    {name}{unit}: {about} ({default}; {} to {})",
                short(range.0),
                short(range.1)
            );
        }
    }
    text
}

fn schemes() -> String {
    let mut text = String::from("schemes (some take a number, as in flip-0.995 or apic-0.9)\n");
    for (name, about) in Scheme::names() {
        let _ = writeln!(text, "  {name:<8}{about}");
    }
    text
}

/// A number without a row of zeros.
fn short(number: f64) -> String {
    if number.abs() >= 1e6 { format!("{number:e}") } else { number.to_string() }
}
