//! One page of HTML that holds everything: pictures and figures are in it, and nothing else is needed.

use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clastic_render::plot::escaped;
use clastic_studio::fields::Symbols;
use serde_json::Value;

use super::Report;
use crate::Failure;

const STYLE: &str = "\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
img, svg { max-width: 100%; min-width: 48rem; height: auto; border-radius: 4px; background: white; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
th, td { text-align: right; padding: .25rem .75rem; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
th { vertical-align: bottom; }
td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1.5rem 0; overflow-x: auto; }";

/// The page, with figures as SVG.
pub fn html(report: &Report, folder: &Path, figures: &[String]) -> Result<String, Failure> {
    let scene = &report.runs[0].studio.scene;
    let name = escaped(&scene.name);
    let sheet = image(&folder.join(format!("{}.png", report.name)), "Pictures at the same times")?;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{name}</title>\n\
         <style>\n{STYLE}\n</style>\n<h1>{name}</h1>\n{}\n<figure>{sheet}</figure>\n",
        table(report)
    );
    for figure in figures {
        page += &format!("<figure>\n{figure}</figure>\n");
    }
    Ok(page + "</html>\n")
}

/// A row per run.
fn table(report: &Report) -> String {
    let Symbols { energy, angular, .. } = Symbols::of(report.runs[0].studio.scene.units);
    let head = [
        "scheme",
        "status",
        "particles",
        "steps",
        "wall (s)",
        "M particle-steps/s",
        &format!("kinetic energy, first ({energy})"),
        &format!("last ({energy})"),
        &format!("angular momentum, first ({angular})"),
        &format!("last ({angular})"),
        "lost",
    ];
    let head: String = head.iter().map(|cell| format!("<th>{cell}</th>")).collect();
    let rows = report.runs.iter().map(|run| {
        let summary = &run.summary;
        let rate = summary["particle_steps_per_s"].as_f64().map_or(f64::NAN, |rate| 1e-6 * rate);
        let cells = [
            text(&summary["scheme"]),
            text(&summary["status"]),
            text(&summary["particles"]),
            text(&summary["steps"]),
            number(summary["wall_s"].as_f64().unwrap_or(f64::NAN)),
            number(rate),
            number(summary["initial"]["kinetic"].as_f64().unwrap_or(f64::NAN)),
            number(summary["final"]["kinetic"].as_f64().unwrap_or(f64::NAN)),
            number(size(&summary["initial"]["angular_momentum"])),
            number(size(&summary["final"]["angular_momentum"])),
            text(&summary["lost"]),
        ];
        format!("<tr>{}</tr>\n", cells.map(|cell| format!("<td>{cell}</td>")).concat())
    });
    format!("<table>\n<tr>{head}</tr>\n{}</table>", rows.collect::<String>())
}

/// The length of a vector.
fn size(vector: &Value) -> f64 {
    let numbers = vector.as_array().map_or(&[][..], Vec::as_slice);
    numbers.iter().filter_map(Value::as_f64).map(|x| x * x).sum::<f64>().sqrt()
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => escaped(text),
        Value::Null => "–".to_string(),
        other => escaped(&other.to_string()),
    }
}

fn number(x: f64) -> String {
    match x {
        x if !x.is_finite() => "–".to_string(),
        x if x != 0.0 && !(1e-3..1e5).contains(&x.abs()) => format!("{x:.3e}"),
        x => format!("{x:.4}"),
    }
}

fn image(path: &Path, what: &str) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::Unreadable(path.to_path_buf(), error))?;
    Ok(format!("<img alt=\"{what}\" src=\"data:image/png;base64,{}\">", BASE64.encode(bytes)))
}
