//! Names of presets and laws.

use clastic::materials::AnyLaw;
use serde_json::json;

use super::law;
use crate::language::*;
use crate::preset::PRESETS;

/// The name of a preset.
pub(super) struct PresetName;
impl Kind for PresetName {
    type Value = String;
    fn read(node: &Node, reading: &mut Reading) -> Option<String> {
        let name = Text::read(node, reading)?;
        let names = || PRESETS.iter().map(|preset| preset.name);
        if names().all(|known| known != name) {
            reading.wrong(&node.place, unknown_name(&name, names()));
            return None;
        }
        Some(name)
    }
    fn stand_in() -> String {
        PRESETS[0].name.to_string()
    }
    fn write(value: &String, dimension: usize) -> toml::Value {
        Text::write(value, dimension)
    }
    fn expected() -> String {
        one_of(PRESETS.iter().map(|preset| preset.name))
    }
    fn schema() -> serde_json::Value {
        json!({"enum": PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>()})
    }
}

/// The name of a law.
pub(super) struct LawName;
impl Kind for LawName {
    type Value = &'static str;
    fn read(node: &Node, reading: &mut Reading) -> Option<&'static str> {
        let name = Text::read(node, reading)?;
        let found = law(&name);
        if found.is_none() {
            reading.wrong(&node.place, unknown_name(&name, AnyLaw::LAWS.iter().map(|law| law.name)));
        }
        found.map(|law| law.name)
    }
    fn stand_in() -> &'static str {
        AnyLaw::LAWS[0].name
    }
    fn write(value: &&'static str, _: usize) -> toml::Value {
        toml::Value::String(value.to_string())
    }
    fn expected() -> String {
        one_of(AnyLaw::LAWS.iter().map(|law| law.name))
    }
    fn schema() -> serde_json::Value {
        json!({"enum": AnyLaw::LAWS.iter().map(|law| law.name).collect::<Vec<_>>()})
    }
}
