//! Where a scene comes from: the file, what the command line changed in it, and the way back from a field to its line.

use std::path::Path;

use clastic::Simulation;
use serde::Deserialize;
use toml::Value;
use toml::de::{DeTable, DeValue};

use crate::build::Overrides;
use crate::error::SceneError;
use crate::scene::Scene;

/// A change to a scene before it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What the user typed, for messages.
    origin: String,
    path: Vec<String>,
    /// The new value; `None` takes the field away.
    value: Option<Value>,
}

impl Edit {
    /// From `key=value` as in `transfer.alpha=0.97`; indices count from 0, as in `bodies.0.radius=2`. What is no TOML
    /// value is taken as a string.
    pub fn parse(text: &str) -> Result<Edit, SceneError> {
        let origin = format!("--set {text}");
        let wrong =
            |message: &str| SceneError { place: Some(origin.clone()), ..SceneError::new(&[], message) };
        let (key, value) =
            text.split_once('=').ok_or_else(|| wrong("expected key=value, as in transfer.alpha=0.97"))?;
        let path: Vec<String> = key.trim().split('.').map(|step| step.trim().to_string()).collect();
        if path.iter().any(|step| step.is_empty()) {
            return Err(wrong("the key has an empty part; expected something like transfer.alpha"));
        }
        let value = value.trim();
        let parsed = toml::from_str::<toml::Table>(&format!("value = {value}"));
        let value = match parsed {
            Ok(mut table) if table.len() == 1 => table.remove("value").expect("the only key is `value`"),
            _ => Value::String(value.to_string()),
        };
        Ok(Edit { origin, path, value: Some(value) })
    }

    /// Sets the field at a dotted path; `origin` says why, as in `--frames 3`.
    pub fn set(origin: impl Into<String>, path: &str, value: impl Into<Value>) -> Edit {
        Edit { value: Some(value.into()), ..Edit::remove(origin, path) }
    }

    /// Takes away the field at a dotted path, if it is there.
    pub fn remove(origin: impl Into<String>, path: &str) -> Edit {
        Edit { origin: origin.into(), path: path.split('.').map(str::to_string).collect(), value: None }
    }

    fn apply(&self, root: &mut Value) -> Result<(), SceneError> {
        let (last, parents) = self.path.split_last().expect("a path has at least one part");
        let mut here = root;
        for (depth, step) in parents.iter().enumerate() {
            if let (Value::Table(table), Some(_)) = (&mut *here, &self.value) {
                table.entry(step.as_str()).or_insert_with(|| Value::Table(toml::Table::new()));
            }
            match child(here, step) {
                Some(next) => here = next,
                None if self.value.is_none() => return Ok(()),
                None => return Err(self.lost(depth)),
            }
        }
        match (here, &self.value) {
            (Value::Table(table), Some(value)) => {
                table.insert(last.clone(), value.clone());
            }
            (Value::Table(table), None) => {
                table.remove(last);
            }
            (here, Some(value)) => {
                *child(here, last).ok_or_else(|| self.lost(parents.len()))? = value.clone()
            }
            (_, None) => {}
        }
        Ok(())
    }

    fn lost(&self, depth: usize) -> SceneError {
        let (inside, step) = (self.path[..depth].join("."), &self.path[depth]);
        SceneError {
            place: Some(self.origin.clone()),
            ..SceneError::new(&[], format!("`{inside}` has no entry `{step}`"))
        }
    }
}

/// A list's or table's entry.
fn child<'a>(value: &'a mut Value, step: &str) -> Option<&'a mut Value> {
    match value {
        Value::Table(table) => table.get_mut(step),
        Value::Array(list) => list.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    }
}

/// A checked scene, every default filled in, and its source for messages.
#[derive(Clone, Debug)]
pub struct SceneFile {
    /// The scene as it will run.
    pub scene: Scene,
    source: Source,
}

#[derive(Clone, Debug)]
struct Source {
    name: String,
    text: String,
    edits: Vec<Edit>,
}

impl SceneFile {
    /// Reads a file and applies edits in their order.
    pub fn read(path: &Path, edits: &[Edit]) -> Result<SceneFile, SceneError> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| SceneError {
            place: Some(name.clone()),
            ..SceneError::new(&[], format!("cannot read the scene: {error}"))
        })?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        SceneFile::parse(&name, &stem, text, edits)
    }

    /// Reads text that came from `name`; the scene is called `default_name` unless it says otherwise.
    pub fn parse(
        name: &str,
        default_name: &str,
        text: String,
        edits: &[Edit],
    ) -> Result<SceneFile, SceneError> {
        let source = Source { name: name.to_string(), text, edits: edits.to_vec() };
        let mut root = Value::Table(source.table()?);
        for edit in edits {
            edit.apply(&mut root)?;
        }
        let mut scene: Scene = serde_path_to_error::deserialize(root).map_err(|error| {
            let field = error.path().iter().map(|segment| segment.to_string()).filter(|step| step != "?");
            let field: Vec<String> = field.map(|step| step.trim_matches(['[', ']']).to_string()).collect();
            source.locate(SceneError {
                place: None,
                field,
                message: in_plain_words(error.into_inner().message()),
            })
        })?;
        if scene.name.is_empty() {
            scene.name = default_name.to_string();
        }
        scene.check().map_err(|error| source.locate(error))?;
        scene.complete();
        Ok(SceneFile { scene, source })
    }

    /// The simulation at its beginning.
    pub fn build(&self, overrides: &Overrides) -> Result<Simulation, SceneError> {
        self.scene.build(overrides).map_err(|error| self.source.locate(error))
    }
}

impl Source {
    fn table(&self) -> Result<toml::Table, SceneError> {
        let parsed = toml::de::Deserializer::parse(&self.text).and_then(toml::Table::deserialize);
        parsed.map_err(|error| SceneError {
            place: Some(match error.span() {
                Some(span) => self.at(span.start),
                None => self.name.clone(),
            }),
            ..SceneError::new(&[], error.message().replace('\n', ", "))
        })
    }

    /// Fills in the place of a field.
    fn locate(&self, error: SceneError) -> SceneError {
        if error.place.is_some() {
            return error;
        }
        let set =
            self.edits.iter().rev().find(|edit| edit.value.is_some() && error.field.starts_with(&edit.path));
        let place = match set {
            Some(edit) => edit.origin.clone(),
            None => self.offset(&error.field).map_or(self.name.clone(), |offset| self.at(offset)),
        };
        SceneError { place: Some(place), ..error }
    }

    fn at(&self, offset: usize) -> String {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        format!("{}:{}", self.name, 1 + before.iter().filter(|byte| **byte == b'\n').count())
    }

    /// Where the field begins, or the nearest table around it.
    fn offset(&self, field: &[String]) -> Option<usize> {
        let root = DeTable::parse(&self.text).ok()?;
        let mut here = DeValue::Table(root.into_inner());
        let mut offset = None;
        for step in field {
            let next = match here {
                DeValue::Table(table) => table
                    .into_iter()
                    .find(|(key, _)| key.get_ref() == step)
                    .map(|(key, value)| (key.span(), value)),
                DeValue::Array(list) => {
                    let index = step.parse::<usize>().ok();
                    index.and_then(|index| list.into_iter().nth(index)).map(|value| (value.span(), value))
                }
                _ => None,
            };
            let Some((span, value)) = next else { break };
            offset = Some(span.start);
            here = value.into_inner();
        }
        offset
    }
}

/// Serde speaks of Rust's types; scenes know numbers.
fn in_plain_words(message: &str) -> String {
    let (what, expected) = message.split_once("expected ").unwrap_or((message, ""));
    let expected = match expected {
        "f64" => "a number",
        "i64" | "u64" | "usize" => "a whole number",
        "a sequence" => "a list",
        "a map" => "a table",
        other if other.starts_with("struct ") => "a table",
        other => other,
    };
    let what = what.replace("floating point", "number").replace("map", "table").replace("sequence", "list");
    if expected.is_empty() { what } else { format!("{what}expected {expected}") }
}
