//! The kinds of values that fields take: how each is read, written down, described and suggested to editors.

use std::marker::PhantomData;

use clastic::COMPONENTS_MAX;
use serde_json::{Value as Json, json};
use toml::Value as Toml;

use super::mistakes::{guess, one_of};
use super::node::{Entry, Node, Value};
use super::reading::Reading;
use super::table::{Group, GroupInfo, TableReader};

/// A kind of value.
pub trait Kind {
    /// What it becomes.
    type Value: Clone;
    /// Reads it; `None` where a mistake was noted.
    fn read(node: &Node, reading: &mut Reading) -> Option<Self::Value>;
    /// Something in the place of a value that could not be read, so that the rest of the scene can be checked.
    fn stand_in() -> Self::Value;
    /// Writes it down for a scene of that dimension.
    fn write(value: &Self::Value, dimension: usize) -> Toml;
    /// What is expected, in words.
    fn expected() -> String;
    /// The same for editors, as JSON schema.
    fn schema() -> Json;
    /// The tables inside, if it is one or holds some.
    fn inside() -> Option<GroupInfo> {
        None
    }
}

/// A number between bounds, given as the words for them.
macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident, $expected:literal, |$x:ident| $allowed:expr, $schema:tt;)+) => {$(
        $(#[doc = $doc])+
        pub struct $name;
        impl Kind for $name {
            type Value = f64;
            fn read(node: &Node, reading: &mut Reading) -> Option<f64> {
                let $x = match node.value {
                    Value::Integer(x) => x as f64,
                    Value::Float(x) => x,
                    _ => {
                        reading.expected::<Self>(node);
                        return None;
                    }
                };
                if $x.is_finite() && $allowed {
                    return Some($x);
                }
                reading.wrong(&node.place, format!("{:?} is not allowed; expected {}", $x, $expected));
                None
            }
            fn stand_in() -> f64 {
                1.0
            }
            fn write(value: &f64, _: usize) -> Toml {
                Toml::Float(*value)
            }
            fn expected() -> String {
                $expected.to_string()
            }
            fn schema() -> Json {
                json!($schema)
            }
        }
    )+};
}
numbers! {
    /// Any finite number.
    Number, "a finite number", |x| true, {"type": "number"};
    /// A number above 0.
    Positive, "a positive number", |x| x > 0.0, {"type": "number", "exclusiveMinimum": 0};
    /// A number of at least 0.
    NonNegative, "a number of at least 0", |x| x >= 0.0, {"type": "number", "minimum": 0};
    /// A share.
    Share, "a number from 0 to 1", |x| (0.0..=1.0).contains(&x), {"type": "number", "minimum": 0, "maximum": 1};
    /// A temperature, in K or °C.
    Temperature, "a temperature from -1e6 to 1e6", |x| x.abs() <= 1e6,
        {"type": "number", "minimum": -1e6, "maximum": 1e6};
    /// Coulomb's coefficient of friction.
    Friction, "a number from 0 to 1e6", |x| (0.0..=1e6).contains(&x), {"type": "number", "minimum": 0, "maximum": 1e6};
    /// An angle of view.
    ViewAngle, "an angle in degrees, above 0 and below 180", |x| x > 0.0 && x < 180.0,
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 180};
}

/// A whole number of at least 0.
pub struct Count;
impl Kind for Count {
    type Value = u64;
    fn read(node: &Node, reading: &mut Reading) -> Option<u64> {
        match node.value {
            Value::Integer(x) if x >= 0 => Some(x as u64),
            Value::Integer(x) => {
                reading.wrong(&node.place, format!("{x} is not allowed; expected {}", Self::expected()));
                None
            }
            _ => {
                reading.expected::<Self>(node);
                None
            }
        }
    }
    fn stand_in() -> u64 {
        0
    }
    fn write(value: &u64, _: usize) -> Toml {
        Toml::Integer(*value as i64)
    }
    fn expected() -> String {
        "a whole number of at least 0".to_string()
    }
    fn schema() -> Json {
        json!({"type": "integer", "minimum": 0})
    }
}

/// A number of components, or of one of them, counted from 1.
pub struct ComponentNumber;
impl Kind for ComponentNumber {
    type Value = usize;
    fn read(node: &Node, reading: &mut Reading) -> Option<usize> {
        let count = Count::read(node, reading)?;
        let sound = (1..=COMPONENTS_MAX as u64).contains(&count);
        if !sound {
            reading.wrong(&node.place, format!("{count} is not allowed; expected {}", Self::expected()));
        }
        sound.then_some(count as usize)
    }
    fn stand_in() -> usize {
        1
    }
    fn write(value: &usize, _: usize) -> Toml {
        Toml::Integer(*value as i64)
    }
    fn expected() -> String {
        format!("a whole number from 1 to {COMPONENTS_MAX}")
    }
    fn schema() -> Json {
        json!({"type": "integer", "minimum": 1, "maximum": COMPONENTS_MAX})
    }
}

/// A share of every component: a number if only the first has one.
pub struct Shares;
impl Kind for Shares {
    type Value = [f64; COMPONENTS_MAX];
    fn read(node: &Node, reading: &mut Reading) -> Option<[f64; COMPONENTS_MAX]> {
        let given = match &node.value {
            Value::Integer(_) | Value::Float(_) => vec![Share::read(node, reading)?],
            Value::List(_) => List::<Share>::read(node, reading)?,
            _ => {
                reading.expected::<Self>(node);
                return None;
            }
        };
        let mut shares = Self::stand_in();
        let Some(to) = shares.get_mut(..given.len()) else {
            let message = format!(
                "a list of {}; expected a number for each of up to {COMPONENTS_MAX} components",
                given.len()
            );
            reading.wrong(&node.place, message);
            return None;
        };
        to.copy_from_slice(&given);
        Some(shares)
    }
    fn stand_in() -> [f64; COMPONENTS_MAX] {
        [0.0; COMPONENTS_MAX]
    }
    fn write(value: &[f64; COMPONENTS_MAX], dimension: usize) -> Toml {
        match value.iter().rposition(|share| *share != 0.0) {
            None | Some(0) => Share::write(&value[0], dimension),
            Some(last) => Toml::Array(value[..=last].iter().map(|share| Toml::Float(*share)).collect()),
        }
    }
    fn expected() -> String {
        format!("{}, or a list of them, one per component", Share::expected())
    }
    fn schema() -> Json {
        let share = Share::schema();
        json!({"anyOf": [share, {"type": "array", "items": share, "maxItems": COMPONENTS_MAX}]})
    }
}

/// `true` or `false`.
pub struct Flag;
impl Kind for Flag {
    type Value = bool;
    fn read(node: &Node, reading: &mut Reading) -> Option<bool> {
        match node.value {
            Value::Boolean(x) => Some(x),
            _ => {
                reading.expected::<Self>(node);
                None
            }
        }
    }
    fn stand_in() -> bool {
        false
    }
    fn write(value: &bool, _: usize) -> Toml {
        Toml::Boolean(*value)
    }
    fn expected() -> String {
        "true or false".to_string()
    }
    fn schema() -> Json {
        json!({"type": "boolean"})
    }
}

/// A text.
pub struct Text;
impl Kind for Text {
    type Value = String;
    fn read(node: &Node, reading: &mut Reading) -> Option<String> {
        match &node.value {
            Value::Text(x) => Some(x.clone()),
            _ => {
                reading.expected::<Self>(node);
                None
            }
        }
    }
    fn stand_in() -> String {
        String::new()
    }
    fn write(value: &String, _: usize) -> Toml {
        Toml::String(value.clone())
    }
    fn expected() -> String {
        "a text in quotes".to_string()
    }
    fn schema() -> Json {
        json!({"type": "string"})
    }
}

/// Something that scenes call by name, from a closed list.
pub trait Named: Copy + PartialEq + 'static {
    /// All there are.
    const ALL: &'static [Self];
    /// The name in scene files.
    fn name(self) -> &'static str;
}

/// One of a closed list of names.
pub struct Name<T>(PhantomData<T>);
impl<T: Named> Name<T> {
    fn names() -> impl Iterator<Item = &'static str> + Clone {
        T::ALL.iter().map(|item| item.name())
    }
}
impl<T: Named> Kind for Name<T> {
    type Value = T;
    fn read(node: &Node, reading: &mut Reading) -> Option<T> {
        let Value::Text(text) = &node.value else {
            reading.expected::<Self>(node);
            return None;
        };
        let found = T::ALL.iter().find(|item| item.name() == text);
        if found.is_none() {
            reading.wrong(&node.place, unknown_name(text, Self::names()));
        }
        found.copied()
    }
    fn stand_in() -> T {
        T::ALL[0]
    }
    fn write(value: &T, _: usize) -> Toml {
        Toml::String(value.name().to_string())
    }
    fn expected() -> String {
        one_of(Self::names())
    }
    fn schema() -> Json {
        json!({"enum": Self::names().collect::<Vec<_>>()})
    }
}

/// The words for a name that is not in a list.
pub fn unknown_name<'a>(name: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    let guess = guess(name, names.clone());
    format!("`{}` is not known{guess}; expected {}", name.escape_debug(), one_of(names))
}

/// One number per dimension, the third 0 in 2D.
pub struct Components;
impl Kind for Components {
    type Value = [f64; 3];
    fn read(node: &Node, reading: &mut Reading) -> Option<[f64; 3]> {
        let (allowed, words) = reading.components();
        let Value::List(list) = &node.value else {
            let message = format!("this is {}; expected a list of {words} numbers", node.kind());
            reading.wrong(&node.place, message);
            return None;
        };
        if !allowed.contains(&list.len()) {
            let message = format!("a list of {}; expected {words} numbers, one per dimension", list.len());
            reading.wrong(&node.place, message);
            return None;
        }
        let mut vector = Some([0.0; 3]);
        for (i, item) in list.iter().enumerate() {
            match (Number::read(item, reading), &mut vector) {
                (Some(x), Some(vector)) => vector[i] = x,
                _ => vector = None,
            }
        }
        vector
    }
    fn stand_in() -> [f64; 3] {
        [0.0; 3]
    }
    fn write(value: &[f64; 3], dimension: usize) -> Toml {
        Toml::Array(value[..dimension].iter().map(|x| Toml::Float(*x)).collect())
    }
    fn expected() -> String {
        "a list of numbers, one per dimension".to_string()
    }
    fn schema() -> Json {
        json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 3})
    }
}

/// A list.
pub struct List<K>(PhantomData<K>);
impl<K: Kind> Kind for List<K> {
    type Value = Vec<K::Value>;
    fn read(node: &Node, reading: &mut Reading) -> Option<Vec<K::Value>> {
        let Value::List(list) = &node.value else {
            reading.expected::<Self>(node);
            return None;
        };
        // Every item is read, also behind a mistake.
        let items: Vec<_> = list
            .iter()
            .enumerate()
            .map(|(index, item)| reading.within(&index.to_string(), |reading| K::read(item, reading)))
            .collect();
        items.into_iter().collect()
    }
    fn stand_in() -> Vec<K::Value> {
        Vec::new()
    }
    fn write(value: &Vec<K::Value>, dimension: usize) -> Toml {
        Toml::Array(value.iter().map(|item| K::write(item, dimension)).collect())
    }
    fn expected() -> String {
        format!("a list, each item {}", K::expected())
    }
    fn schema() -> Json {
        json!({"type": "array", "items": K::schema()})
    }
    fn inside() -> Option<GroupInfo> {
        K::inside()
    }
}

/// Two numbers.
pub struct Pair;
impl Kind for Pair {
    type Value = [f64; 2];
    fn read(node: &Node, reading: &mut Reading) -> Option<[f64; 2]> {
        let numbers = List::<Number>::read(node, reading)?;
        let pair = numbers.as_slice().try_into().ok();
        if pair.is_none() {
            reading.wrong(&node.place, format!("a list of {}; expected {}", numbers.len(), Self::expected()));
        }
        pair
    }
    fn stand_in() -> [f64; 2] {
        [0.0, 1.0]
    }
    fn write(value: &[f64; 2], _: usize) -> Toml {
        Toml::Array(value.iter().map(|x| Toml::Float(*x)).collect())
    }
    fn expected() -> String {
        "a list of 2 numbers".to_string()
    }
    fn schema() -> Json {
        json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2})
    }
}

/// A turn: a number in 2D, counterclockwise, and a list of 3 in 3D, one per axis.
pub struct Turn;
impl Kind for Turn {
    type Value = [f64; 3];
    fn read(node: &Node, reading: &mut Reading) -> Option<[f64; 3]> {
        let either = !reading.doubts.sound(&["dimension"]);
        match node.value {
            Value::List(_) if either => Components::read(node, reading),
            Value::Integer(_) | Value::Float(_) if either || reading.dimension == 2 => {
                Some([0.0, 0.0, Number::read(node, reading)?])
            }
            _ if reading.dimension == 3 => Components::read(node, reading),
            _ => {
                reading.wrong(&node.place, format!("this is {}; expected a number, as in 2D", node.kind()));
                None
            }
        }
    }
    fn stand_in() -> [f64; 3] {
        [0.0; 3]
    }
    fn write(value: &[f64; 3], dimension: usize) -> Toml {
        if dimension == 2 { Toml::Float(value[2]) } else { Components::write(value, dimension) }
    }
    fn expected() -> String {
        "a number in 2D, a list of 3 numbers in 3D".to_string()
    }
    fn schema() -> Json {
        json!({"anyOf": [{"type": "number"}, Components::schema()]})
    }
}

/// A table.
pub struct Nested<T>(PhantomData<T>);
impl<T: Group> Kind for Nested<T> {
    type Value = T;
    fn read(node: &Node, reading: &mut Reading) -> Option<T> {
        if !matches!(node.value, Value::Table(_)) {
            reading.expected::<Self>(node);
            return None;
        }
        Some(TableReader::read(node, reading))
    }
    fn stand_in() -> T {
        TableReader::empty()
    }
    fn write(value: &T, dimension: usize) -> Toml {
        let mut table = toml::Table::new();
        value.write(&mut table, dimension);
        Toml::Table(table)
    }
    fn expected() -> String {
        "a table".to_string()
    }
    fn schema() -> Json {
        json!({"$ref": format!("#/definitions/{}", T::NAME)})
    }
    fn inside() -> Option<GroupInfo> {
        Some(T::info())
    }
}

/// Tables by name, in the order of the file.
pub struct ByName<T>(PhantomData<T>);
impl<T: Group> Kind for ByName<T> {
    type Value = Vec<(String, T)>;
    fn read(node: &Node, reading: &mut Reading) -> Option<Vec<(String, T)>> {
        let Value::Table(entries) = &node.value else {
            reading.expected::<Self>(node);
            return None;
        };
        let item = |entry: &Entry| {
            let value = reading.within(&entry.key, |reading| {
                if !plain_name(&entry.key) {
                    // What is inside is none the worse for it, so nothing else is in doubt.
                    let message = "cannot be a name; expected up to 64 letters, digits, `-` or `_`";
                    reading.note(&entry.place, message);
                }
                Nested::<T>::read(&entry.node, reading)
            });
            (entry.key.clone(), value.unwrap_or_else(Nested::<T>::stand_in))
        };
        Some(entries.iter().map(item).collect())
    }
    fn stand_in() -> Vec<(String, T)> {
        Vec::new()
    }
    fn write(value: &Vec<(String, T)>, dimension: usize) -> Toml {
        Toml::Table(value.iter().map(|(name, item)| (name.clone(), Nested::write(item, dimension))).collect())
    }
    fn expected() -> String {
        "tables by name".to_string()
    }
    fn schema() -> Json {
        json!({"type": "object", "additionalProperties": Nested::<T>::schema()})
    }
    fn inside() -> Option<GroupInfo> {
        Some(T::info())
    }
}

/// Names appear in files, tables and messages.
fn plain_name(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
    !name.trim().is_empty() && name.chars().count() <= 64 && name.chars().all(plain)
}
