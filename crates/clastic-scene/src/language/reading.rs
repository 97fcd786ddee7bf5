//! What is known while a scene is read.

use std::path::PathBuf;

use super::doubts::Doubts;
use super::kinds::Kind;
use super::mistakes::Mistake;
use super::node::{Node, Place};
use crate::scene::Units;

/// What is known while a scene is read, and what was found wrong so far.
#[derive(Debug)]
pub struct Reading {
    /// Dimensions of the scene: vectors have so many components.
    pub dimension: usize,
    /// The scene's units.
    pub units: Units,
    /// Where paths start from that an option gives.
    pub folder: PathBuf,
    /// Where folders start from that are relative.
    pub base: PathBuf,
    /// What was found wrong.
    pub mistakes: Vec<Mistake>,
    /// The fields that hold stand-ins because of it.
    pub doubts: Doubts,
    path: Vec<String>,
}

impl Reading {
    /// Nothing read yet.
    pub fn new(dimension: usize) -> Self {
        Reading {
            dimension,
            units: Units::Si,
            folder: PathBuf::new(),
            base: PathBuf::new(),
            mistakes: Vec::new(),
            doubts: Doubts::default(),
            path: Vec::new(),
        }
    }

    /// Notes a mistake in the field that is being read.
    pub fn wrong(&mut self, place: &Place, message: impl Into<String>) {
        self.doubts.add(&self.path);
        self.note(place, message);
    }

    /// Notes that a part of the present field is not there.
    pub fn missing(&mut self, part: &str, place: &Place, expected: &str) {
        self.doubt(part);
        self.note(place, format!("`{part}` is missing; expected {expected}"));
    }

    /// Notes that a part of the present field is a stand-in, or may be meant otherwise.
    pub fn doubt(&mut self, part: &str) {
        self.within(part, |reading| reading.doubts.add(&reading.path));
    }

    /// Notes a mistake that leaves the field as it is.
    pub(super) fn note(&mut self, place: &Place, message: impl Into<String>) {
        let mistake = Mistake { place: place.clone(), field: self.path.join("."), message: message.into() };
        self.mistakes.push(mistake);
    }

    /// What `read` gives, unless it finds a mistake.
    pub fn if_sound<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let before = self.mistakes.len();
        let value = read(self);
        (self.mistakes.len() == before).then_some(value)
    }

    /// Reads a part of the present field.
    pub fn within<T>(&mut self, step: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step.to_string());
        let value = read(self);
        self.path.pop();
        value
    }

    /// The last step on the way to the present field.
    pub fn name(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// How many numbers a vector may have, and the words for it: either, where the dimension itself is in doubt.
    pub(super) fn components(&self) -> (std::ops::RangeInclusive<usize>, &'static str) {
        match self.dimension {
            _ if !self.doubts.sound(&["dimension"]) => (2..=3, "2 or 3"),
            2 => (2..=2, "2"),
            _ => (3..=3, "3"),
        }
    }

    /// Notes that a value is of another kind than expected.
    pub(super) fn expected<K: Kind>(&mut self, node: &Node) {
        self.wrong(&node.place, format!("this is {}; expected {}", node.kind(), K::expected()));
    }
}
