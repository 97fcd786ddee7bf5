//! Files that include each other, and what the command line changes in them.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use toml::Value as Toml;

use super::mistakes::{Mistake, Mistakes};
use super::node::{Entry, Node, Place, Source, Value};

/// How much a scene may ask for before anything is known of it.
pub struct Limits;

impl Limits {
    /// Bytes of a scene file.
    pub const BYTES: u64 = 1 << 20;
    /// Files that include each other.
    pub const INCLUDES: usize = 8;
}

/// A scene file with all that it includes, as one tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The tree.
    pub root: Node,
    /// The folder of the file.
    pub folder: PathBuf,
    /// The file's name without its ending.
    pub stem: String,
}

impl Tree {
    /// Reads a file, what it includes, and lays edits over it.
    pub fn read(path: &Path, edits: &[Edit]) -> Result<Tree, Mistakes> {
        let name = path.display().to_string();
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let text = read_text(path).map_err(|message| {
            let source = Source { name: name.clone(), text: String::new(), folder: None };
            wrong(Place::whole(&Arc::new(source)), "", message)
        })?;
        Tree::grow(Source { name, text, folder: Some(folder) }, path, edits)
    }

    /// Reads text that came from `name`; it can include nothing.
    pub fn parse(name: &str, text: &str, edits: &[Edit]) -> Result<Tree, Mistakes> {
        let source = Source { name: name.to_string(), text: text.to_string(), folder: None };
        Tree::grow(source, Path::new(name), edits)
    }

    fn grow(source: Source, path: &Path, edits: &[Edit]) -> Result<Tree, Mistakes> {
        let folder = source.folder.clone().unwrap_or_default();
        let mut root = with_includes(Arc::new(source), &mut vec![path.to_path_buf()])?;
        for edit in edits {
            edit.apply(&mut root).map_err(|mistake| Mistakes(vec![mistake]))?;
        }
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Tree { root, folder, stem })
    }
}

fn wrong(place: Place, field: &str, message: impl Into<String>) -> Mistakes {
    Mistakes(vec![Mistake { place, field: field.to_string(), message: message.into() }])
}

/// Reads a text of bounded size.
fn read_text(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| format!("cannot be read: {error}"))?;
    file.take(Limits::BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() as u64 > Limits::BYTES {
        return Err(format!("is too large; expected a scene of at most {} KB", Limits::BYTES >> 10));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line =
            1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        format!("line {line} is not UTF-8; expected a text file in UTF-8")
    })
}

/// A path that stays where it starts: relative, and never up.
pub fn inner_path(path: &str) -> Option<PathBuf> {
    let path = Path::new(path);
    let inner = |component| matches!(component, Component::Normal(_) | Component::CurDir);
    (path.components().next().is_some() && path.components().all(inner)).then(|| path.to_path_buf())
}

/// The tree of a text over the trees of what it includes. `chain` holds the files that led here.
fn with_includes(source: Arc<Source>, chain: &mut Vec<PathBuf>) -> Result<Node, Mistakes> {
    let (mut node, errors) = Node::parse(&source);
    if !errors.is_empty() {
        let mistake = |(place, message)| Mistake { place, field: String::new(), message };
        return Err(Mistakes(errors.into_iter().map(mistake).collect()));
    }
    let Value::Table(entries) = &mut node.value else { return Ok(node) };
    let Some(index) = entries.iter().position(|entry| entry.key == "include") else { return Ok(node) };
    let include = entries.remove(index);
    let mut base = included(&include, chain)?;
    base.overlay(node);
    Ok(base)
}

fn included(include: &Entry, chain: &mut Vec<PathBuf>) -> Result<Node, Mistakes> {
    let fail = |message: String| wrong(include.node.place.clone(), "include", message);
    let Value::Text(text) = &include.node.value else {
        return Err(fail(format!("this is {}; expected the path of a scene file", include.node.kind())));
    };
    let Some(folder) = &include.node.place.source.folder else {
        return Err(fail("this scene comes from no file, so it can include none".to_string()));
    };
    let Some(inner) = inner_path(text) else {
        return Err(fail(format!(
            "`{}` leads elsewhere; expected a file in the scene's folder",
            text.escape_debug()
        )));
    };
    let path = folder.join(inner);
    if chain.contains(&path) {
        return Err(fail(format!("{} includes itself", path.display())));
    }
    if chain.len() > Limits::INCLUDES {
        return Err(fail(format!("more than {} files include each other", Limits::INCLUDES)));
    }
    let text = read_text(&path).map_err(|message| fail(format!("{} {message}", path.display())))?;
    let folder = path.parent().map(Path::to_path_buf);
    let source = Arc::new(Source { name: path.display().to_string(), text, folder });
    chain.push(path);
    let node = with_includes(source, chain);
    chain.pop();
    node
}

/// A change to a scene before it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What the user typed, for messages.
    origin: String,
    path: Vec<String>,
    /// The new value; `None` takes the field away.
    value: Option<Toml>,
}

impl Edit {
    /// From `key=value` as in `transfer.alpha=0.97`. What is no TOML value is taken as a text.
    pub fn parse(text: &str) -> Result<Edit, Mistakes> {
        let edit = Edit { origin: format!("--set {text}"), path: Vec::new(), value: None };
        let fail = |message: &str| wrong(edit.place(), "", message);
        let (key, value) =
            text.split_once('=').ok_or_else(|| fail("expected key=value, as in transfer.alpha=0.97"))?;
        let path: Vec<String> = key.trim().split('.').map(|step| step.trim().to_string()).collect();
        if path.iter().any(|step| step.is_empty()) {
            return Err(fail("the key has an empty part; expected something like transfer.alpha"));
        }
        let value = match toml::from_str::<toml::Table>(&format!("value = {value}")) {
            Ok(mut table) if table.len() == 1 => table.remove("value").expect("the only key is `value`"),
            _ => Toml::String(value.trim().to_string()),
        };
        Ok(Edit { path, value: Some(value), ..edit })
    }

    /// Sets the field at a dotted path; `origin` says why, as in `--frames 3`.
    pub fn set(origin: impl Into<String>, path: &str, value: impl Into<Toml>) -> Edit {
        Edit { value: Some(value.into()), ..Edit::remove(origin, path) }
    }

    /// Takes away the field at a dotted path, if it is there.
    pub fn remove(origin: impl Into<String>, path: &str) -> Edit {
        Edit { origin: origin.into(), path: path.split('.').map(str::to_string).collect(), value: None }
    }

    fn place(&self) -> Place {
        Place::whole(&Arc::new(Source { name: self.origin.clone(), text: String::new(), folder: None }))
    }

    fn apply(&self, root: &mut Node) -> Result<(), Mistake> {
        let place = self.place();
        let (last, parents) = self.path.split_last().expect("a path has at least one part");
        let mut here = root;
        for (depth, step) in parents.iter().enumerate() {
            if here.child(step).is_none() {
                match (&mut here.value, &self.value) {
                    (_, None) => return Ok(()),
                    (Value::Table(entries), Some(_)) => entries.push(Entry {
                        key: step.clone(),
                        place: place.clone(),
                        node: Node { place: place.clone(), value: Value::Table(Vec::new()) },
                    }),
                    _ => return Err(self.lost(depth)),
                }
            }
            here = here.child_mut(step).ok_or_else(|| self.lost(depth))?;
        }
        match (&mut here.value, &self.value) {
            (Value::Table(entries), value) => {
                let new = value.as_ref().map(|value| Node::from_toml(value, &place));
                match (entries.iter().position(|entry| entry.key == *last), new) {
                    (Some(index), Some(node)) => entries[index].node = node,
                    (Some(index), None) => drop(entries.remove(index)),
                    (None, Some(node)) => entries.push(Entry { key: last.clone(), place, node }),
                    (None, None) => {}
                }
                Ok(())
            }
            (Value::List(_), Some(value)) => {
                let item = here.child_mut(last).ok_or_else(|| self.lost(parents.len()))?;
                *item = Node::from_toml(value, &place);
                Ok(())
            }
            (_, None) => Ok(()),
            _ => Err(self.lost(parents.len())),
        }
    }

    fn lost(&self, depth: usize) -> Mistake {
        let (inside, step) = (self.path[..depth].join("."), &self.path[depth]);
        Mistake {
            place: self.place(),
            field: String::new(),
            message: format!("`{inside}` has no entry `{step}`"),
        }
    }
}
