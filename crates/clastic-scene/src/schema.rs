//! The scene language for editors (a JSON schema) and for readers (a reference page), both from the declarations.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::curve::NumberOrCurve;
use crate::language::Kind;
use crate::language::{FieldInfo, Group, GroupInfo, Presence};
use crate::preset::PRESETS;
use crate::scene::Scene;
use crate::shape::{Placed, Shape};

const INCLUDE: &str = "Another scene file, in the same folder or below, that this one changes: tables are merged, \
                       everything else is replaced. A new `shape` or `law` drops the fields of the old one that it does \
                       not have.";
const UNSET: &str = "Fields of the included scene that this one does without, as in \"time.frames\" or \
                     \"bodies.ball\"; a field that is not there is a mistake.";

/// The JSON schema of scene files.
pub fn json_schema() -> Value {
    let groups = groups();
    let mut definitions = Map::new();
    for group in &groups[1..] {
        definitions.insert(group.name.to_string(), object(group));
    }
    let mut schema = object(&groups[0]);
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["title"] = json!("A Clastic scene");
    schema["properties"]["include"] = json!({"type": "string", "description": INCLUDE});
    schema["properties"]["unset"] =
        json!({"type": "array", "items": {"type": "string"}, "description": UNSET});
    // What a scene includes may say what it does not.
    schema["required"] = json!([]);
    schema["definitions"] = Value::Object(definitions);
    schema
}

/// Every table, the scene first, in the order in which they are mentioned.
pub(crate) fn groups() -> Vec<GroupInfo> {
    let mut groups = vec![Scene::info()];
    let mut next = 0;
    while next < groups.len() {
        let inside: Vec<GroupInfo> =
            groups[next].fields.iter().filter_map(|field| field.inside.and_then(|inside| inside())).collect();
        for group in inside {
            if groups.iter().all(|known| known.name != group.name) {
                groups.push(group);
            }
        }
        next += 1;
    }
    groups
}

fn object(group: &GroupInfo) -> Value {
    let (mut properties, mut required, mut cases) = (Map::new(), Vec::new(), Map::new());
    for field in &group.fields {
        let mut schema = field.schema.clone();
        schema["description"] = json!(described(field));
        match (&field.only, &field.presence) {
            (None, Presence::Required) => required.push(json!(field.name)),
            (Some((tag, name)), Presence::Required) => {
                let case = cases.entry(name.to_string()).or_insert_with(
                    || json!({"if": {"properties": {*tag: {"const": name}}, "required": [*tag]}, "then": {"required": []}}),
                );
                if let Some(list) = case["then"]["required"].as_array_mut() {
                    list.push(json!(field.name));
                }
            }
            _ => {}
        }
        // A name that several kinds share keeps the first's schema, and tells of all.
        match properties.get_mut(&field.name) {
            None => {
                properties.insert(field.name.clone(), schema);
            }
            Some(known) => {
                let (old, new) = (known["description"].as_str().unwrap_or_default(), described(field));
                if !old.contains(&new) {
                    known["description"] = json!(format!("{old}\n{new}"));
                }
            }
        }
    }
    let mut object = json!({
        "type": "object",
        "description": one_line(&group.about),
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    if !cases.is_empty() {
        object["allOf"] = Value::Array(cases.into_iter().map(|(_, case)| case).collect());
    }
    object
}

/// A doc comment's lines as one.
fn one_line(about: &str) -> String {
    about.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

fn described(field: &FieldInfo) -> String {
    let of = field.only.map_or(String::new(), |(_, name)| format!("{name}: "));
    let default = match &field.presence {
        Presence::Default(value) if value.len() < 30 => format!(" Default: {value}."),
        _ => String::new(),
    };
    format!("{of}{}{default}", one_line(&field.about))
}

/// The reference page, in Markdown.
pub fn reference() -> String {
    let mut page = String::from(
        "# The scene language\n\n\
         Generated from the declarations in `crates/clastic-scene` by its test `generated`. Scenes are TOML. \
         A field that is not listed is a mistake, and `clastic check` reports every mistake at once. Editors that know JSON \
         schemas complete and check scenes that begin with `#:schema clastic.schema.json`.\n\n",
    );
    let _ = writeln!(page, "`include = \"base.toml\"`: {INCLUDE}\n");
    let _ = writeln!(page, "`unset = [\"time.frames\"]`: {UNSET}\n");
    page.push_str(
        "On the command line `--unset time.frames` takes a field away and `--set time.duration=2` sets one. What is \
         unset goes first, whatever the order of the options.\n\n",
    );
    for group in groups() {
        section(&mut page, &group);
    }
    page.push_str(
        "## Presets\n\nA body or a source may name one as its `material` without declaring it.\n\n",
    );
    page.push_str("| name | what | law | density | parameters | source |\n|---|---|---|---|---|---|\n");
    for preset in PRESETS {
        let parameters: Vec<String> = preset
            .quantities()
            .map(|(name, value)| {
                format!("{name} = {}", NumberOrCurve::write(&value, 3).to_string().replace('\n', " "))
            })
            .collect();
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {:?} kg/m³ | {} | {} |",
            preset.name,
            preset.about,
            preset.law,
            preset.density,
            parameters.join(", "),
            preset.source
        );
    }
    page
}

fn section(page: &mut String, group: &GroupInfo) {
    let _ = writeln!(page, "## {}\n\n{}\n", group.name, one_line(&group.about));
    // Shapes stand in many tables, and on this page once.
    let told_there = |field: &&FieldInfo| {
        group.name != Placed::NAME && field.only.is_some_and(|(tag, _)| tag == Shape::TAG)
    };
    let fields = || group.fields.iter().filter(|field| !told_there(field));
    let mut last = None;
    for (index, field) in fields().enumerate() {
        if index == 0 || field.only != last {
            if let Some((tag, name)) = field.only {
                let _ = writeln!(page, "\nwith `{tag} = \"{name}\"`:\n");
            } else if index > 0 {
                let _ = writeln!(page, "\nand with any of them:\n");
            }
            page.push_str("| field | takes | if not given | |\n|---|---|---|---|\n");
            last = field.only;
        }
        let missing = match &field.presence {
            Presence::Required => "**needed**".to_string(),
            Presence::Optional => String::new(),
            Presence::Default(value) if value.len() < 30 && !value.contains('\n') => format!("`{value}`"),
            Presence::Default(_) => "see there".to_string(),
        };
        let takes = field.expected.replace('|', "\\|");
        let _ = writeln!(page, "| `{}` | {takes} | {missing} | {} |", field.name, one_line(&field.about));
    }
    if group.fields.iter().any(|field| told_there(&field)) {
        let _ = writeln!(page, "\nand the fields of its kind of shape, as in [Placed](#placed).");
    }
    page.push('\n');
}
