//! What the command line changes in a scene.

use std::sync::Arc;

use toml::Value as Toml;

use super::mistakes::{Mistake, Mistakes};
use super::node::{Entry, Node, Place, Source, Value};
use super::tags::Tags;

/// A change to a scene before it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What the user typed, for messages.
    origin: String,
    path: Vec<String>,
    change: Change,
}

#[derive(Clone, Debug, PartialEq)]
enum Change {
    /// The field gets this value.
    Set(Toml),
    /// The field goes, if it is there.
    Remove,
    /// The field goes; that it is not there is a mistake.
    Unset,
}

impl Edit {
    /// From `key=value` as in `transfer.alpha=0.97`. What is no TOML value is taken as a text.
    pub fn parse(text: &str) -> Result<Edit, Mistakes> {
        let edit = Edit::remove(format!("--set {text}"), "");
        let fail = |message: &str| edit.wrong(message);
        let (key, value) =
            text.split_once('=').ok_or_else(|| fail("expected key=value, as in transfer.alpha=0.97"))?;
        let value = match toml::from_str::<toml::Table>(&format!("value = {value}")) {
            Ok(mut table) if table.len() == 1 => table.remove("value").expect("the only key is `value`"),
            _ => Toml::String(value.trim().to_string()),
        };
        Ok(Edit { path: edit.steps(key)?, change: Change::Set(value), ..edit })
    }

    /// From the path of a field that goes, as in `time.frames`.
    pub fn unset(text: &str) -> Result<Edit, Mistakes> {
        let edit = Edit::remove(format!("--unset {text}"), "");
        Ok(Edit { path: edit.steps(text)?, change: Change::Unset, ..edit })
    }

    /// Sets the field at a dotted path; `origin` says why, as in `--frames 3`.
    pub fn set(origin: impl Into<String>, path: &str, value: impl Into<Toml>) -> Edit {
        Edit { change: Change::Set(value.into()), ..Edit::remove(origin, path) }
    }

    /// Another scheme, in place of the whole `transfer` table: its numbers belong to the scheme that they were written for.
    pub fn scheme(origin: &str, name: &str) -> [Edit; 2] {
        [Edit::remove(origin, "transfer"), Edit::set(origin, "transfer.scheme", name)]
    }

    /// Takes away the field at a dotted path, if it is there.
    pub fn remove(origin: impl Into<String>, path: &str) -> Edit {
        Edit {
            origin: origin.into(),
            path: path.split('.').map(str::to_string).collect(),
            change: Change::Remove,
        }
    }

    fn steps(&self, key: &str) -> Result<Vec<String>, Mistakes> {
        let path: Vec<String> = key.trim().split('.').map(|step| step.trim().to_string()).collect();
        if path.iter().any(|step| step.is_empty()) {
            return Err(self.wrong("the key has an empty part; expected something like transfer.alpha"));
        }
        Ok(path)
    }

    fn wrong(&self, message: &str) -> Mistakes {
        Mistakes(vec![self.mistake(message.to_string())])
    }

    fn mistake(&self, message: String) -> Mistake {
        Mistake { place: self.place(), field: String::new(), message }
    }

    fn place(&self) -> Place {
        Place::whole(&Arc::new(Source { name: self.origin.clone(), text: String::new(), folder: None }))
    }

    /// Lower ones are applied first.
    pub(super) fn rank(&self) -> u8 {
        match (&self.change, self.path.last()) {
            // Before options that take the same field away, as `--until` does with `time.frames`, and leave none to find.
            (Change::Unset, _) => 0,
            (Change::Remove, _) => 1,
            (Change::Set(_), Some(last)) if Tags::known().has(last) => 2,
            (Change::Set(_), _) => 3,
        }
    }

    pub(super) fn apply(&self, root: &mut Node) -> Result<(), Mistake> {
        match &self.change {
            Change::Set(value) => self.place_value(value, root),
            Change::Unset => root.remove(&self.path).map_err(|message| self.mistake(message)),
            Change::Remove => {
                // That there is nothing to remove is as good.
                let _ = root.remove(&self.path);
                Ok(())
            }
        }
    }

    fn place_value(&self, value: &Toml, root: &mut Node) -> Result<(), Mistake> {
        let place = self.place();
        let (last, parents) = self.path.split_last().expect("a path has at least one part");
        let mut here = root;
        for (depth, step) in parents.iter().enumerate() {
            if here.child(step).is_none() {
                let Value::Table(entries) = &mut here.value else { return Err(self.lost(depth)) };
                entries.push(Entry {
                    key: step.clone(),
                    place: place.clone(),
                    node: Node { place: place.clone(), value: Value::Table(Vec::new()) },
                });
            }
            here = here.child_mut(step).ok_or_else(|| self.lost(depth))?;
        }
        let node = Node::from_toml(value, &place);
        if let Value::Table(_) = here.value {
            here.put(Entry { key: last.clone(), place, node });
            return Ok(());
        }
        let item = here.child_mut(last).ok_or_else(|| self.lost(parents.len()))?;
        *item = node;
        Ok(())
    }

    fn lost(&self, depth: usize) -> Mistake {
        let (inside, step) = (self.path[..depth].join("."), &self.path[depth]);
        self.mistake(format!("`{inside}` has no entry `{step}`"))
    }
}
