//! Fields that go with one value of a tag, as `radius` with `shape = "disk"`.

use std::sync::LazyLock;

use super::node::{Entry, Value};
use crate::schema::groups;

/// The tags of the language, their values, and the fields that go with each.
pub struct Tags(Vec<(&'static str, &'static str, String)>);

static KNOWN: LazyLock<Tags> = LazyLock::new(|| {
    let fields = groups().into_iter().flat_map(|group| group.fields);
    Tags(fields.filter_map(|field| field.only.map(|(tag, value)| (tag, value, field.name))).collect())
});

impl Tags {
    /// Those that the tables declare.
    pub fn known() -> &'static Tags {
        &KNOWN
    }

    /// Whether a field is a tag.
    pub fn has(&self, field: &str) -> bool {
        self.0.iter().any(|(tag, ..)| *tag == field)
    }

    /// Before a tag of a table changes, drops the fields that go with its old value but not with its new one: nobody
    /// asked for them.
    pub fn forget(&self, entries: &mut Vec<Entry>, new: &Entry) {
        let value = |entry: &Entry| match &entry.node.value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        };
        let old = entries.iter().find(|entry| entry.key == new.key).and_then(value);
        let (Some(old), Some(now)) = (old, value(new)) else { return };
        let goes_with = |value: &str, field: &str| {
            self.0.iter().any(|known| known.0 == new.key && known.1 == value && known.2 == field)
        };
        entries.retain(|entry| !goes_with(&old, &entry.key) || goes_with(&now, &entry.key));
    }
}
