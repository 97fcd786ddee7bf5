//! Files that include each other.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::edit::Edit;
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
    /// Where folders start from that are relative; where the process stands if empty.
    pub base: PathBuf,
    /// The file's name without its ending.
    pub stem: String,
    /// What could not be laid over it.
    pub mistakes: Vec<Mistake>,
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

    /// A scene that was made in code, which messages call `name`; it can include nothing.
    pub fn of(name: &str, table: &toml::Table, edits: &[Edit]) -> Tree {
        let source = Source { name: name.to_string(), text: String::new(), folder: None };
        let root = Node::from_toml(&toml::Value::Table(table.clone()), &Place::whole(&Arc::new(source)));
        let (folder, base) = (PathBuf::new(), PathBuf::new());
        Tree { root, folder, base, stem: name.to_string(), mistakes: Vec::new() }.edited(edits)
    }

    fn grow(source: Source, path: &Path, edits: &[Edit]) -> Result<Tree, Mistakes> {
        let folder = source.folder.clone().unwrap_or_default();
        let mut files = Files { chain: vec![path.to_path_buf()], mistakes: Vec::new() };
        let root = files.tree(Arc::new(source))?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Tree { root, folder, base: PathBuf::new(), stem, mistakes: files.mistakes }.edited(edits))
    }

    /// The same with edits laid over it.
    pub fn edited(mut self, edits: &[Edit]) -> Tree {
        // What is taken away is the scene's, and a new shape takes fields away that other edits may give again.
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_by_key(|edit| edit.rank());
        self.mistakes.extend(edits.into_iter().filter_map(|edit| edit.apply(&mut self.root).err()));
        self
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

/// Files that include each other.
struct Files {
    /// The files that led to the present one.
    chain: Vec<PathBuf>,
    /// What is wrong but leaves a tree to read.
    mistakes: Vec<Mistake>,
}

impl Files {
    /// The tree of a text over the trees of what it includes.
    fn tree(&mut self, source: Arc<Source>) -> Result<Node, Mistakes> {
        let (mut node, errors) = Node::parse(&source);
        let include = node.take("include").map(|include| self.included(&include));
        let unset = node.take("unset");
        if !errors.is_empty() {
            // Every text that led here is told of, though nothing can be laid over a broken one.
            let mistake = |(place, message)| Mistake { place, field: String::new(), message };
            let more = include.and_then(Result::err).map_or(Vec::new(), |mistakes| mistakes.0);
            return Err(Mistakes(errors.into_iter().map(mistake).chain(more).collect()));
        }
        let mut base = include.transpose()?;
        if let Some(unset) = unset {
            self.unset(&unset, base.as_mut());
        }
        match base {
            Some(mut base) => {
                base.overlay(node);
                Ok(base)
            }
            None => Ok(node),
        }
    }

    /// Takes fields away from what is included.
    fn unset(&mut self, unset: &Entry, base: Option<&mut Node>) {
        let mut fail = |place: &Place, message: String| {
            self.mistakes.push(Mistake { place: place.clone(), field: "unset".to_string(), message });
        };
        let Some(base) = base else {
            return fail(
                &unset.place,
                "this scene includes no other; expected `include` beside it".to_string(),
            );
        };
        let Value::List(items) = &unset.node.value else {
            let message =
                format!("this is {}; expected a list of fields, as in \"time.frames\"", unset.node.kind());
            return fail(&unset.node.place, message);
        };
        for item in items {
            match &item.value {
                Value::Text(path) => {
                    let path: Vec<String> = path.split('.').map(str::to_string).collect();
                    if let Err(message) = base.remove(&path) {
                        fail(&item.place, message);
                    }
                }
                _ => fail(&item.place, format!("this is {}; expected the path of a field", item.kind())),
            }
        }
    }

    fn included(&mut self, include: &Entry) -> Result<Node, Mistakes> {
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
        if self.chain.contains(&path) {
            return Err(fail(format!("{} includes itself", path.display())));
        }
        if self.chain.len() > Limits::INCLUDES {
            return Err(fail(format!("more than {} files include each other", Limits::INCLUDES)));
        }
        let text = read_text(&path).map_err(|message| fail(format!("{} {message}", path.display())))?;
        let folder = path.parent().map(Path::to_path_buf);
        let source = Arc::new(Source { name: path.display().to_string(), text, folder });
        self.chain.push(path);
        let node = self.tree(source);
        self.chain.pop();
        node
    }
}
