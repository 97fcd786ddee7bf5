//! A scene file as a tree whose every part knows where it was written.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use toml::de::{DeInteger, DeTable, DeValue};
use toml::{Spanned, Value as Toml};

use super::mistakes::guess;
use super::tags::Tags;

/// A text that parts of a scene come from.
#[derive(Debug, PartialEq)]
pub struct Source {
    /// What messages call it: the file's path, or the option as it was typed.
    pub name: String,
    /// What it says.
    pub text: String,
    /// Where paths in it start from; none for an option, whose paths start where the scene's do.
    pub folder: Option<PathBuf>,
}

/// Where something was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The text.
    pub source: Arc<Source>,
    /// The bytes of it, or none where the place is the text as a whole.
    pub span: Option<Range<usize>>,
}

impl Place {
    /// The text as a whole.
    pub fn whole(source: &Arc<Source>) -> Place {
        Place { source: source.clone(), span: None }
    }

    /// Line and column, from 1; columns count characters.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        let before = self.source.text.get(..self.span.as_ref()?.start)?;
        let line = before.rsplit('\n').next().unwrap_or_default();
        Some((1 + before.matches('\n').count(), 1 + line.chars().count()))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.source.name)?;
        match self.line_and_column() {
            Some((line, column)) => write!(f, ":{line}:{column}"),
            None => Ok(()),
        }
    }
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it was written.
    pub place: Place,
    /// What was written.
    pub value: Value,
}

/// What a scene file can say.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Float(f64),
    /// A text.
    Text(String),
    /// A date or time, which no field takes.
    Date,
    /// A list.
    List(Vec<Node>),
    /// A table, in the order of the file.
    Table(Vec<Entry>),
}

/// A field of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name.
    pub key: String,
    /// Where the name was written.
    pub place: Place,
    /// Its value.
    pub node: Node,
}

/// How deep tables and lists may lie in each other.
const MAX_DEPTH: usize = 40;
/// Entries of a table.
const MAX_ENTRIES: usize = 10_000;

impl Node {
    /// Reads a whole text; every mistake of grammar comes back with its place.
    pub fn parse(source: &Arc<Source>) -> (Node, Vec<(Place, String)>) {
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        let mut mistakes: Vec<(Place, String)> = Vec::new();
        for error in errors {
            let place = Place { source: source.clone(), span: error.span() };
            mistakes.push((place, error.message().replace('\n', ", ")));
        }
        let mut growing = Growing { source, mistakes };
        let value = growing.table(table.get_ref(), 0);
        (Node { place: Place::whole(source), value }, growing.mistakes)
    }

    /// A value that an option gives.
    pub fn from_toml(value: &Toml, place: &Place) -> Node {
        let value = match value {
            Toml::Boolean(x) => Value::Boolean(*x),
            Toml::Integer(x) => Value::Integer(*x),
            Toml::Float(x) => Value::Float(*x),
            Toml::String(x) => Value::Text(x.clone()),
            Toml::Datetime(_) => Value::Date,
            Toml::Array(list) => {
                Value::List(list.iter().map(|value| Node::from_toml(value, place)).collect())
            }
            Toml::Table(table) => Value::Table(
                table
                    .iter()
                    .map(|(key, value)| Entry {
                        key: key.clone(),
                        place: place.clone(),
                        node: Node::from_toml(value, place),
                    })
                    .collect(),
            ),
        };
        Node { place: place.clone(), value }
    }

    /// What it is, in words.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Boolean(_) => "true or false",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number",
            Value::Text(_) => "a text",
            Value::Date => "a date",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// The entry of a table or the item of a list.
    pub fn child(&self, step: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|entry| entry.key == step).map(|entry| &entry.node),
            Value::List(list) => list.get(step.parse::<usize>().ok()?),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn child_mut(&mut self, step: &str) -> Option<&mut Node> {
        match &mut self.value {
            Value::Table(entries) => {
                entries.iter_mut().find(|entry| entry.key == step).map(|entry| &mut entry.node)
            }
            Value::List(list) => list.get_mut(step.parse::<usize>().ok()?),
            _ => None,
        }
    }

    /// Takes an entry out of a table, if it is there.
    pub fn take(&mut self, key: &str) -> Option<Entry> {
        let Value::Table(entries) = &mut self.value else { return None };
        let index = entries.iter().position(|entry| entry.key == key)?;
        Some(entries.remove(index))
    }

    /// Where a field is written, or the nearest part around it that is.
    pub fn place_of(&self, path: &[String]) -> &Place {
        let mut here = self;
        for step in path {
            match here.child(step) {
                Some(next) => here = next,
                None => break,
            }
        }
        &here.place
    }

    /// Takes the field at a path away, or says why it cannot.
    pub fn remove(&mut self, path: &[String]) -> Result<(), String> {
        let mut here = self;
        for (depth, step) in path.iter().enumerate() {
            if depth + 1 == path.len() && here.take(step).is_some() {
                return Ok(());
            }
            let keys: Vec<&str> = match &here.value {
                Value::Table(entries) => entries.iter().map(|entry| entry.key.as_str()).collect(),
                _ => Vec::new(),
            };
            if !keys.contains(&step.as_str()) {
                let (guess, path) = (guess(step, keys), path[..=depth].join("."));
                return Err(format!("there is no field `{}`{guess} to take away", path.escape_debug()));
            }
            here = here.child_mut(step).expect("it has this entry");
        }
        Err("expected the path of a field, as in time.frames".to_string())
    }

    /// Puts an entry into a table, in place of one that has its name.
    pub fn put(&mut self, entry: Entry) {
        let Value::Table(entries) = &mut self.value else { return };
        Tags::known().forget(entries, &entry);
        match entries.iter_mut().find(|old| old.key == entry.key) {
            Some(old) => old.node = entry.node,
            None => entries.push(entry),
        }
    }

    /// Lays another tree over this one: its tables are merged, everything else is replaced. A new shape or law drops the
    /// fields of the old one that it does not have.
    pub fn overlay(&mut self, over: Node) {
        let (Value::Table(entries), Value::Table(more)) = (&mut self.value, &over.value) else {
            *self = over;
            return;
        };
        for entry in more {
            Tags::known().forget(entries, entry);
        }
        for entry in more {
            match entries.iter_mut().find(|old| old.key == entry.key) {
                Some(old) => {
                    old.place = entry.place.clone();
                    old.node.overlay(entry.node.clone());
                }
                None => entries.push(entry.clone()),
            }
        }
        self.place = over.place;
    }
}

struct Growing<'a> {
    source: &'a Arc<Source>,
    mistakes: Vec<(Place, String)>,
}

impl Growing<'_> {
    fn place(&self, span: Range<usize>) -> Place {
        Place { source: self.source.clone(), span: Some(span) }
    }

    fn wrong(&mut self, place: Place, message: &str) -> Value {
        self.mistakes.push((place, message.to_string()));
        Value::Date
    }

    fn node(&mut self, value: &Spanned<DeValue>, depth: usize) -> Node {
        let place = self.place(value.span());
        let value = match value.get_ref() {
            _ if depth > MAX_DEPTH => self.wrong(place.clone(), "tables lie too deep in each other"),
            DeValue::Boolean(x) => Value::Boolean(*x),
            DeValue::String(x) => Value::Text(x.to_string()),
            DeValue::Datetime(_) => Value::Date,
            DeValue::Integer(x) => match integer(x) {
                Some(x) => Value::Integer(x),
                None => {
                    self.wrong(place.clone(), "the number is too large; expected one that fits in 64 bits")
                }
            },
            DeValue::Float(x) => match x.as_str().parse() {
                Ok(x) => Value::Float(x),
                Err(_) => self.wrong(place.clone(), "expected a number"),
            },
            DeValue::Array(list) => Value::List(list.iter().map(|item| self.node(item, depth + 1)).collect()),
            DeValue::Table(table) => self.table(table, depth),
        };
        Node { place, value }
    }

    fn table(&mut self, table: &DeTable, depth: usize) -> Value {
        if table.len() > MAX_ENTRIES {
            let place = Place::whole(self.source);
            return self.wrong(place, "a table has more entries than any scene needs");
        }
        let mut entries = Vec::new();
        for (key, value) in table {
            entries.push(Entry {
                key: key.get_ref().to_string(),
                place: self.place(key.span()),
                node: self.node(value, depth + 1),
            });
        }
        entries.sort_by_key(|entry: &Entry| entry.place.span.as_ref().map_or(0, |span| span.start));
        Value::Table(entries)
    }
}

fn integer(x: &DeInteger) -> Option<i64> {
    i64::from_str_radix(&x.as_str().replace('_', ""), x.radix()).ok()
}
