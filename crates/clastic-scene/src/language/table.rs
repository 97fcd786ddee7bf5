//! Tables: fields with a kind, a presence and a doc comment, declared once. Reading, writing, suggestions, the JSON schema
//! and the reference page all follow from the declaration.

use std::ops::Range;
use std::sync::Arc;

use serde_json::Value as Json;

use super::kinds::Kind;
use super::mistakes::nearest;
use super::node::{Entry, Node, Place, Source, Value};
use super::reading::Reading;

/// A set of fields that stand in one table.
pub trait Group: Sized + Clone {
    /// Its name in the schema.
    const NAME: &'static str;
    /// Reads the fields; every mistake is noted, and a stand-in is where it was.
    fn read(table: &mut TableReader, reading: &mut Reading) -> Self;
    /// Writes them down for a scene of that dimension, defaults included.
    fn write(&self, into: &mut toml::Table, dimension: usize);
    /// What is known of the fields without any values.
    fn info() -> GroupInfo;
}

/// What is known of a table.
#[derive(Clone, Debug)]
pub struct GroupInfo {
    /// Its name in the schema.
    pub name: &'static str,
    /// What it is.
    pub about: String,
    /// Its fields.
    pub fields: Vec<FieldInfo>,
}

/// What is known of a field.
#[derive(Clone, Debug)]
pub struct FieldInfo {
    /// Its name.
    pub name: String,
    /// What it is, with units.
    pub about: String,
    /// Whether it must be given.
    pub presence: Presence,
    /// What is expected, in words.
    pub expected: String,
    /// The same for editors.
    pub schema: Json,
    /// The tables inside.
    pub inside: Option<fn() -> Option<GroupInfo>>,
    /// The value of the table's tag with which this field goes; all, if none.
    pub only: Option<(&'static str, &'static str)>,
}

/// Whether a field must be given.
#[derive(Clone, Debug, PartialEq)]
pub enum Presence {
    /// It must.
    Required,
    /// It need not.
    Optional,
    /// It has this value if it is not.
    Default(String),
}

impl FieldInfo {
    /// Of a field with that kind.
    pub fn of<K: Kind>(name: &str, about: &str, presence: Presence) -> Self {
        FieldInfo {
            name: name.to_string(),
            about: about.trim().to_string(),
            presence,
            expected: K::expected(),
            schema: K::schema(),
            inside: Some(K::inside),
            only: None,
        }
    }
}

/// A table that is being read, and which of its fields were asked for.
pub struct TableReader<'a> {
    /// The table.
    pub node: &'a Node,
    entries: &'a [Entry],
    asked: Vec<String>,
    /// Groups in this table, and which of the fields that were asked for are theirs.
    groups: Vec<(&'static str, Range<usize>)>,
}

impl<'a> TableReader<'a> {
    /// Reads a whole table; what no field asked for is a mistake.
    pub fn read<T: Group>(node: &'a Node, reading: &mut Reading) -> T {
        let entries: &[Entry] = match &node.value {
            Value::Table(entries) => entries,
            _ => &[],
        };
        let mut table = TableReader { node, entries, asked: Vec::new(), groups: Vec::new() };
        let value = T::read(&mut table, reading);
        for entry in entries.iter().filter(|entry| !table.asked.contains(&entry.key)) {
            table.unknown(entry, reading);
        }
        value
    }

    /// What a table gives that says nothing: defaults, and stand-ins for what has none.
    pub fn empty<T: Group>() -> T {
        let source = Source { name: String::new(), text: String::new(), folder: None };
        let node = Node { place: Place::whole(&Arc::new(source)), value: Value::Table(Vec::new()) };
        TableReader::read(&node, &mut Reading::new(3))
    }

    /// Notes an entry that no field asked for. The field that it is probably meant for is in doubt.
    fn unknown(&self, entry: &Entry, reading: &mut Reading) {
        let meant = nearest(&entry.key, self.asked.iter().map(String::as_str));
        let guess = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        reading.within(&entry.key, |reading| {
            reading.wrong(&entry.place, format!("there is no such field here{guess}"));
        });
        let Some(index) = self.asked.iter().position(|asked| Some(asked.as_str()) == meant) else { return };
        reading.doubt(&self.asked[index]);
        for (group, _) in self.groups.iter().filter(|(_, fields)| fields.contains(&index)) {
            reading.doubt(group);
        }
    }

    /// The entry of that name, if it is there.
    pub fn entry(&mut self, name: &str) -> Option<&'a Entry> {
        if !self.asked.iter().any(|asked| asked == name) {
            self.asked.push(name.to_string());
        }
        self.entries.iter().find(|entry| entry.key == name)
    }

    /// Takes every other entry for known: what it is meant for cannot be told.
    pub fn excuse_the_rest(&mut self) {
        for entry in self.entries {
            self.entry(&entry.key);
        }
    }

    /// A field that may be missing; a mistake counts as none.
    pub fn optional<K: Kind>(&mut self, name: &str, reading: &mut Reading) -> Option<K::Value> {
        let entry = self.entry(name)?;
        reading.within(name, |reading| K::read(&entry.node, reading))
    }

    /// A field that must be given.
    pub fn required<K: Kind>(&mut self, name: &str, reading: &mut Reading) -> K::Value {
        if self.entry(name).is_none() {
            reading.missing(name, &self.node.place, &K::expected());
        }
        self.optional::<K>(name, reading).unwrap_or_else(K::stand_in)
    }

    /// A field with a default.
    pub fn or<K: Kind>(&mut self, name: &str, default: K::Value, reading: &mut Reading) -> K::Value {
        self.optional::<K>(name, reading).unwrap_or(default)
    }

    /// Fields of a group in this table. A mistake in one of them is one in all.
    pub fn group<T: Group>(&mut self, name: &'static str, reading: &mut Reading) -> T {
        let (doubts, first) = (reading.doubts.count(), self.asked.len());
        let value = T::read(self, reading);
        if reading.doubts.count() > doubts {
            reading.doubt(name);
        }
        self.groups.push((name, first..self.asked.len()));
        value
    }
}

/// Declares a table. A field is `required`, `optional`, a `default` with its value, or a `group` of fields that stand in
/// the same table.
macro_rules! table {
    ($(#[doc = $about:literal])+ pub struct $Table:ident {
        $($(#[doc = $doc:literal])* $presence:ident $field:ident: $kind:ty $(= $default:expr)?,)*
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Table {
            $($(#[doc = $doc])* pub $field: $crate::language::table!(@type $presence $kind),)*
        }

        impl $crate::language::Group for $Table {
            const NAME: &'static str = stringify!($Table);
            fn read(
                table: &mut $crate::language::TableReader,
                reading: &mut $crate::language::Reading,
            ) -> Self {
                $(let $field = $crate::language::table!(
                    @read $presence $kind, stringify!($field), table, reading $(, $default)?
                );)*
                $Table { $($field,)* }
            }
            fn write(&self, into: &mut toml::Table, dimension: usize) {
                $($crate::language::table!(@write $presence $kind, stringify!($field), self.$field, into, dimension);)*
            }
            fn info() -> $crate::language::GroupInfo {
                let fields = [$($crate::language::table!(
                    @info $presence $kind, stringify!($field), concat!($($doc, "\n",)* "") $(, $default)?
                )),*];
                $crate::language::GroupInfo {
                    name: Self::NAME,
                    about: concat!($($about, "\n",)+).trim().to_string(),
                    fields: fields.concat(),
                }
            }
        }
    };

    (@type group $group:ty) => { $group };
    (@type optional $kind:ty) => { Option<<$kind as $crate::language::Kind>::Value> };
    (@type $presence:ident $kind:ty) => { <$kind as $crate::language::Kind>::Value };

    (@read group $group:ty, $name:expr, $table:ident, $reading:ident) => {
        $table.group::<$group>($name, $reading)
    };
    (@read optional $kind:ty, $name:expr, $table:ident, $reading:ident) => {
        $table.optional::<$kind>($name, $reading)
    };
    (@read required $kind:ty, $name:expr, $table:ident, $reading:ident) => {
        $table.required::<$kind>($name, $reading)
    };
    (@read default $kind:ty, $name:expr, $table:ident, $reading:ident, $default:expr) => {
        $table.or::<$kind>($name, $default, $reading)
    };

    (@write group $group:ty, $name:expr, $value:expr, $into:ident, $dimension:ident) => {
        $crate::language::Group::write(&$value, $into, $dimension)
    };
    (@write optional $kind:ty, $name:expr, $value:expr, $into:ident, $dimension:ident) => {
        if let Some(value) = &$value {
            $into.insert($name.to_string(), <$kind as $crate::language::Kind>::write(value, $dimension));
        }
    };
    (@write $presence:ident $kind:ty, $name:expr, $value:expr, $into:ident, $dimension:ident) => {
        $into.insert($name.to_string(), <$kind as $crate::language::Kind>::write(&$value, $dimension))
    };

    (@info group $group:ty, $name:expr, $doc:expr) => {
        <$group as $crate::language::Group>::info().fields
    };
    (@info optional $kind:ty, $name:expr, $doc:expr) => {
        vec![$crate::language::FieldInfo::of::<$kind>($name, $doc, $crate::language::Presence::Optional)]
    };
    (@info required $kind:ty, $name:expr, $doc:expr) => {
        vec![$crate::language::FieldInfo::of::<$kind>($name, $doc, $crate::language::Presence::Required)]
    };
    (@info default $kind:ty, $name:expr, $doc:expr, $default:expr) => {
        vec![$crate::language::FieldInfo::of::<$kind>(
            $name,
            $doc,
            $crate::language::Presence::Default(<$kind as $crate::language::Kind>::write(&$default, 3).to_string()),
        )]
    };
}

/// Declares tables of several kinds, told apart by a tag, as in `shape = "box"`.
macro_rules! choice {
    ($(#[doc = $about:literal])+ pub enum $Choice:ident by $tag:literal {
        $($name:literal => $Variant:ident($Table:ty),)+
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the tables say it")]
        #[allow(clippy::large_enum_variant, reason = "a scene has few of them")]
        pub enum $Choice {
            $($Variant($Table),)+
        }

        impl $Choice {
            /// The field that tells them apart.
            pub const TAG: &'static str = $tag;

            /// The names of all, and what they are.
            pub fn names() -> Vec<(&'static str, String)> {
                vec![$(($name, <$Table as $crate::language::Group>::info().about),)+]
            }
        }

        impl $crate::language::Group for $Choice {
            const NAME: &'static str = stringify!($Choice);
            fn read(
                table: &mut $crate::language::TableReader,
                reading: &mut $crate::language::Reading,
            ) -> Self {
                let name = table.required::<$crate::language::Text>($tag, reading);
                $(if name == $name {
                    return $Choice::$Variant(<$Table as $crate::language::Group>::read(table, reading));
                })+
                if let Some(entry) = table.entry($tag) && matches!(entry.node.value, $crate::language::Value::Text(_)) {
                    let message = $crate::language::unknown_name(&name, [$($name),+].into_iter());
                    reading.within($tag, |reading| reading.wrong(&entry.node.place, message));
                }
                table.excuse_the_rest();
                let stand_ins: &[fn() -> Self] =
                    &[$(|| $Choice::$Variant($crate::language::TableReader::empty())),+];
                stand_ins[0]()
            }
            fn write(&self, into: &mut toml::Table, dimension: usize) {
                match self {
                    $($Choice::$Variant(table) => {
                        into.insert($tag.to_string(), toml::Value::String($name.to_string()));
                        $crate::language::Group::write(table, into, dimension);
                    })+
                }
            }
            fn info() -> $crate::language::GroupInfo {
                let mut tag = $crate::language::FieldInfo::of::<$crate::language::Text>(
                    $tag,
                    concat!($($about, "\n",)+),
                    $crate::language::Presence::Required,
                );
                tag.schema = serde_json::json!({"enum": [$($name),+]});
                tag.expected = $crate::language::one_of([$($name),+]);
                let mut fields = vec![tag];
                $(for field in <$Table as $crate::language::Group>::info().fields {
                    fields.push($crate::language::FieldInfo { only: Some(($tag, $name)), ..field });
                })+
                $crate::language::GroupInfo {
                    name: Self::NAME,
                    about: concat!($($about, "\n",)+).trim().to_string(),
                    fields,
                }
            }
        }
    };
}

/// Sets of fields whose every field has a default.
macro_rules! defaults {
    ($($Table:ident),+) => {$(
        impl Default for $Table {
            fn default() -> Self {
                $crate::language::TableReader::empty()
            }
        }
    )+};
}

pub(crate) use {choice, defaults, table};
