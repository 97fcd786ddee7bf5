//! The scene language: TOML whose every part knows its place, tables that are declared once, and mistakes that come all at
//! once.

mod color;
mod doubts;
mod edit;
mod files;
mod kinds;
mod mistakes;
mod names;
mod node;
mod reading;
mod table;
mod tags;

pub use color::HexColor;
pub use doubts::Doubts;
pub use edit::Edit;
pub use files::{Limits, Tree, inner_path};
pub use kinds::*;
pub use mistakes::{Mistake, Mistakes, guess, one_of, short};
pub(crate) use names::names;
pub use node::{Entry, Node, Place, Source, Value};
pub use reading::Reading;
pub use table::{FieldInfo, Group, GroupInfo, Presence, TableReader};
pub(crate) use table::{choice, defaults, table};
