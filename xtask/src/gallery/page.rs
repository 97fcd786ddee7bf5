//! The gallery as a Markdown page: for each scene what it is, a picture, the command and what was measured.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::exhibits::Exhibit;

/// Claims of a case that the page shows; the rest is a link away.
const SHOWN: usize = 4;

pub const HEAD: &str = "\
# Gallery

Every scene of the repository, with a picture and what was measured. Written by `cargo xtask gallery`: pictures are of the
runs whose command stands below them, numbers of the same runs or of the cases of `cargo xtask validate`.

Those of the first part come with the command: `clastic new mine --from NAME` starts from one.
";

pub const PAPERS: &str = "
# Scenes of the papers

With the papers' numbers, some in larger cells; where there are several rows, each is one scheme. They are in the
repository only, not in the command's list.
";

/// The part of the page for one scene.
pub fn section(exhibit: &Exhibit, text: &str, measured: &str) -> String {
    let Exhibit { scene, .. } = exhibit;
    let name = exhibit.name();
    format!(
        "\n## {name}\n\n{about}\n\n![{name}]({name}.png)\n\n`{command}` ([the scene](../../scenes/{scene}.toml))\n\n\
         {measured}",
        about = about(text),
        command = command(exhibit).join(" "),
    )
}

/// What a user types for the run or the runs of the picture.
pub fn command(exhibit: &Exhibit) -> Vec<String> {
    let file = format!("scenes/{}.toml", exhibit.scene);
    let mut words = match exhibit.schemes {
        [] => vec!["clastic".to_string(), "run".to_string(), file],
        schemes => {
            vec!["clastic".into(), "compare".into(), file, "--schemes".into(), schemes.join(",")]
        }
    };
    for edit in exhibit.edits {
        words.extend(["--set".to_string(), edit.to_string()]);
    }
    words
}

/// All that a scene says of itself before its first field.
fn about(text: &str) -> String {
    let comment =
        text.lines().skip_while(|line| !line.starts_with("# ")).map_while(|line| line.strip_prefix("# "));
    comment.collect::<Vec<_>>().join("\n")
}

/// What a case found, as a table.
pub fn claims(case: &Value) -> String {
    let id = case["id"].as_str().unwrap_or_default();
    let all: Vec<&Value> = case["findings"].as_array().into_iter().flatten().collect();
    let judged = |finding: &&&Value| !finding["at_least"].is_null() || !finding["at_most"].is_null();
    let mut shown: Vec<&Value> = all.iter().filter(judged).copied().collect();
    if shown.is_empty() {
        shown.clone_from(&all);
    }
    let mut text = "| claim | expected | measured |\n|---|---|---|\n".to_string();
    for finding in shown.iter().take(SHOWN) {
        let claim = finding["claim"].as_str().unwrap_or_default().replace('|', "\\|");
        let _ = writeln!(text, "| {claim} | {} | {} |", expected(finding), number(&finding["measured"]));
    }
    let link = format!("../../validation/results/README.md#{}", id.to_lowercase());
    let _ = writeln!(text, "\n[{id} in full]({link}): {} numbers, `cargo xtask validate {id}`.", all.len());
    text
}

fn expected(finding: &Value) -> String {
    match (finding["at_least"].as_f64(), finding["at_most"].as_f64()) {
        (Some(low), Some(high)) => format!("{} … {}", short(low), short(high)),
        (Some(low), None) => format!("≥ {}", short(low)),
        (None, Some(high)) => format!("≤ {}", short(high)),
        (None, None) => "reported".to_string(),
    }
}

fn number(value: &Value) -> String {
    value.as_f64().map_or_else(|| "none".to_string(), short)
}

/// Four digits are enough to look at.
fn short(number: f64) -> String {
    let magnitude = number.abs();
    if magnitude != 0.0 && !(1e-3..1e5).contains(&magnitude) {
        let text = format!("{number:.2e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{exponent}", trimmed(mantissa));
    }
    let digits = if magnitude == 0.0 { 0 } else { (3 - magnitude.log10().floor() as i32).max(0) as usize };
    trimmed(&format!("{number:.digits$}")).to_string()
}

fn trimmed(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// What a run says of how it went, by its summary and the scene that it wrote.
pub fn run(summary: &Value, scene: &str) -> String {
    let count = |field: &str| summary[field].as_u64().unwrap_or_default();
    let mut text = format!(
        "Measured: {} particles, {} steps to {} s",
        grouped(count("particles")),
        grouped(count("steps")),
        short(summary["time"].as_f64().unwrap_or_default()),
    );
    match count("lost") {
        0 => text += "; none lost",
        lost => {
            let _ = write!(text, "; {lost} lost");
        }
    }
    let _ = writeln!(text, "; {}.", balance(summary, gravity(scene)));
    text
}

/// Which a written scene always gives.
fn gravity(scene: &str) -> [f64; 3] {
    let given = scene.lines().find_map(|line| line.strip_prefix("gravity = "));
    vector(&given.and_then(|given| serde_json::from_str(given).ok()).unwrap_or_default())
}

/// How well momentum, or mass where it comes and goes, is accounted for.
fn balance(summary: &Value, gravity: [f64; 3]) -> String {
    let flows = |table: &str| summary[table].as_object().into_iter().flatten().map(|(_, flow)| flow);
    let mass = |value: &Value| value["mass"].as_f64().unwrap_or_default();
    let (before, after) = (mass(&summary["initial"]), mass(&summary["final"]));
    if flows("sources").next().is_some() || flows("sinks").next().is_some() {
        let come = before + flows("sources").map(mass).sum::<f64>();
        let gone = flows("sinks").map(mass).sum::<f64>();
        let missing = (come - gone - after).abs() / come.max(f64::MIN_POSITIVE);
        return format!("what came is there or has gone, to {} of its mass", short(missing));
    }
    let momentum = |state: &str| vector(&summary[state]["momentum"]);
    let weight = gravity.map(|g| g * before * summary["time"].as_f64().unwrap_or_default());
    let mut given = weight;
    // Bodies that fly against each other have none together: √(2 m K) is at least Σ m |v|.
    let mut scale =
        norm(weight) + (2.0 * before * summary["initial"]["kinetic"].as_f64().unwrap_or_default()).sqrt();
    for touched in ["colliders", "walls"].into_iter().flat_map(flows) {
        let impulse = vector(&touched["impulse"]);
        scale += norm(impulse);
        given = std::array::from_fn(|axis| given[axis] - impulse[axis]);
    }
    let (first, last) = (momentum("initial"), momentum("final"));
    let missing = norm(std::array::from_fn(|axis| last[axis] - first[axis] - given[axis]));
    let share = short(missing / scale.max(f64::MIN_POSITIVE));
    format!(
        "momentum is what gravity and what it touched have made of it, to {share} of what went to and fro"
    )
}

fn vector(value: &Value) -> [f64; 3] {
    std::array::from_fn(|axis| value[axis].as_f64().unwrap_or_default())
}

fn norm(vector: [f64; 3]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(" ")
}

/// The sections that a page has, by the names of their scenes.
pub fn kept(page: &str) -> BTreeMap<String, String> {
    let sections = page.split("\n## ").skip(1);
    let named = sections.filter_map(|section| {
        let body = section.split_once("\n# ").map_or(section, |(body, _)| body);
        let name = body.lines().next()?;
        Some((name.to_string(), format!("\n## {body}")))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const RINGS: Exhibit =
        Exhibit { scene: "papers/b4-two-rings", schemes: &["pic", "apic"], edits: &["a.b=1"] };

    #[test]
    fn a_section_says_what_the_scene_is_and_how_to_run_it() {
        let text = "#:schema x\n# Two rings\n# meet.\n\nname = \"b4-two-rings\"\n# not this\n";
        let section = section(&RINGS, text, "measured\n");
        assert_eq!(
            section,
            "\n## b4-two-rings\n\nTwo rings\nmeet.\n\n![b4-two-rings](b4-two-rings.png)\n\n`clastic compare \
             scenes/papers/b4-two-rings.toml --schemes pic,apic --set a.b=1` ([the scene](../../scenes/papers/b4-two-rings\
             .toml))\n\nmeasured\n"
        );
        let page = format!("{HEAD}{section}{PAPERS}{section}");
        assert_eq!(kept(&page).get("b4-two-rings"), Some(&section));
        assert_eq!(kept(&format!("{HEAD}{section}{PAPERS}")).get("b4-two-rings"), Some(&section));
    }

    #[test]
    fn momentum_that_nobody_gave_is_told() {
        let summary = |end: f64| {
            json!({
                "particles": 12345, "steps": 7, "time": 2.0, "lost": 0,
                "initial": { "mass": 3.0, "momentum": [0.0, 0.0] },
                "final": { "mass": 3.0, "momentum": [0.0, end] },
                "colliders": {}, "walls": { "y_low": { "impulse": [0.0, -40.0] } },
                "sources": {}, "sinks": {},
            })
        };
        let run = |end| run(&summary(end), "dimension = 2\ngravity = [0.0, -10.0]\n");
        let begin = "Measured: 12 345 particles, 7 steps to 2 s; none lost; momentum is";
        assert!(run(-20.0).starts_with(begin), "{}", run(-20.0));
        assert!(run(-20.0).ends_with("to 0 of what went to and fro.\n"));
        assert!(run(-19.0).ends_with("to 0.01 of what went to and fro.\n"));
    }

    #[test]
    fn mass_that_came_must_be_there_or_gone() {
        let summary = |there: f64| {
            json!({
                "initial": { "mass": 1.0 }, "final": { "mass": there },
                "sources": { "tap": { "mass": 3.0 } }, "sinks": { "hole": { "mass": 2.0 } },
            })
        };
        assert!(run(&summary(2.0), "").ends_with("to 0 of its mass.\n"));
        assert!(run(&summary(1.0), "").ends_with("to 0.25 of its mass.\n"));
    }

    #[test]
    fn claims_that_can_fail_come_first_and_few() {
        let finding = |claim: &str, low: Value, high: Value| json!({ "claim": claim, "at_least": low, "at_most": high, "measured": 0.123456 });
        let mut findings = vec![finding("reported", Value::Null, Value::Null)];
        findings.extend((0..5).map(|k| finding(&format!("c{k}"), json!(0.1), Value::Null)));
        let text = claims(&json!({ "id": "B4", "findings": findings }));
        assert!(text.contains("| c0 | ≥ 0.1 | 0.1235 |") && text.contains("| c3 |"), "{text}");
        assert!(!text.contains("| c4 |") && !text.contains("| reported |"), "{text}");
        assert!(text.contains("[B4 in full](../../validation/results/README.md#b4): 6 numbers"), "{text}");
    }

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0.0, "0"),
            (12.0, "12"),
            (0.99951, "0.9995"),
            (1.23456e-7, "1.23e-7"),
            (1e-12, "1e-12"),
            (54321.6, "54322"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
