//! What is wrong with a scene, and where.

use std::fmt;

/// A mistake in a scene: the place, the field, and what was expected there.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneError {
    /// The file and, where known, the line; or the option that set the field.
    pub place: Option<String>,
    /// The way to the field, keys and indices: `bodies`, `0`, `size`.
    pub field: Vec<String>,
    /// What is wrong and what was expected.
    pub message: String,
}

impl SceneError {
    pub(crate) fn new(field: &[&str], message: impl Into<String>) -> Self {
        SceneError {
            place: None,
            field: field.iter().map(|step| step.to_string()).collect(),
            message: message.into(),
        }
    }

    /// The same mistake, seen from the table that holds the field's table.
    pub(crate) fn within(mut self, steps: &[&str]) -> Self {
        self.field.splice(0..0, steps.iter().map(|step| step.to_string()));
        self
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field.join("."))?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for SceneError {}
