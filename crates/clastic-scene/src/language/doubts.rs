//! Which fields hold stand-ins, so that nothing is said that follows from one.

/// The fields in which a mistake was found. A scene that was read with mistakes holds stand-ins for them.
#[derive(Clone, Debug, Default)]
pub struct Doubts(Vec<Vec<String>>);

impl Doubts {
    /// Notes a field by the way to it.
    pub fn add(&mut self, path: &[impl AsRef<str>]) {
        self.0.push(path.iter().map(|step| step.as_ref().to_string()).collect());
    }

    /// How many were noted.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether a field, all that is inside of it and all that it is in could be read.
    pub fn sound(&self, path: &[impl AsRef<str>]) -> bool {
        !self.0.iter().any(|doubt| agree(doubt, path))
    }

    /// Whether it is known what a table has entries for, sound or not.
    pub fn entries_known(&self, path: &[impl AsRef<str>]) -> bool {
        !self.0.iter().any(|doubt| doubt.len() <= path.len() && agree(doubt, path))
    }
}

/// Whether one path begins with the other.
fn agree(one: &[String], other: &[impl AsRef<str>]) -> bool {
    one.iter().zip(other).all(|(a, b)| a == b.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_spreads_up_and_down_but_not_aside() {
        let mut doubts = Doubts::default();
        doubts.add(&["bodies", "ball", "of"]);
        for path in [&["bodies"][..], &["bodies", "ball"], &["bodies", "ball", "of", "1", "radius"]] {
            assert!(!doubts.sound(path), "{path:?}");
        }
        assert!(doubts.sound(&["bodies", "block"]));
        assert!(doubts.sound(&["bodies", "ball", "material"]));
        assert!(doubts.entries_known(&["bodies", "ball"]));
        assert!(!doubts.entries_known(&["bodies", "ball", "of"]));
    }
}
