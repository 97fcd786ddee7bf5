//! Materials: a law with its parameters, or a preset, or a preset with some numbers replaced.

use clastic::materials::{LawDescription, Material, MaterialError, Parameter};
use serde_json::json;

use crate::language::*;
use crate::scene::Units;

/// A material that needs no declaration.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The law.
    pub law: &'static str,
    /// Mass per undeformed volume, in kg/m³.
    pub density: f64,
    /// The law's parameters, in SI units.
    pub parameters: &'static [(&'static str, f64)],
    /// Where the numbers come from.
    pub source: &'static str,
}

/// The presets. Those of further laws arrive with them.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "jelly",
        about: "a soft dessert jelly that wobbles",
        law: "fixed-corotated",
        density: 1000.0,
        parameters: &[("young_modulus", 6e4), ("poisson_ratio", 0.35)],
        source: "stiff end of measured gelatin gels (1e4 to 1e5 Pa); Poisson's ratio lowered from 0.5 for longer steps",
    },
    Preset {
        name: "rubber",
        about: "soft rubber that stretches far",
        law: "neo-hookean",
        density: 1100.0,
        parameters: &[("young_modulus", 1e6), ("poisson_ratio", 0.45)],
        source: "soft natural rubber, about 1 MPa; Poisson's ratio lowered from 0.4999 for longer steps",
    },
    Preset {
        name: "water",
        about: "water, more compressible than the real one",
        law: "liquid",
        density: 1000.0,
        parameters: &[("bulk_modulus", 1e6), ("gamma", 7.0)],
        source: "weakly compressible: sound at 32 m/s, ten times faster than flows of up to 3 m/s",
    },
];

/// A law, a density and the law's parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialTable {
    /// The name of the law.
    pub law: &'static str,
    /// Mass per undeformed volume, in the scene's units.
    pub density: f64,
    /// The volume ratio at which it comes apart, in place of the law's.
    pub critical_volume_ratio: Option<f64>,
    /// Its colour in pictures: red, green, blue.
    pub color: Option<[u8; 3]>,
    /// The law's parameters, all of them and in its order, in the scene's units.
    pub parameters: Vec<(&'static str, f64)>,
}

/// Pairs of moduli that say the same as Young's modulus and Poisson's ratio, from which those follow.
const MODULI: [ModulusPair; 2] = [
    ModulusPair {
        names: ["bulk_modulus", "shear_modulus"],
        about: "with the other in place of `young_modulus` and `poisson_ratio`, in Pa",
        young_and_poisson: |k, m| (9.0 * k * m / (3.0 * k + m), (3.0 * k - 2.0 * m) / (6.0 * k + 2.0 * m)),
    },
    ModulusPair {
        names: ["lame_lambda", "shear_modulus"],
        about: "with `shear_modulus` in place of `young_modulus` and `poisson_ratio`, in Pa",
        young_and_poisson: |l, m| (m * (3.0 * l + 2.0 * m) / (l + m), l / (2.0 * (l + m))),
    },
];

struct ModulusPair {
    names: [&'static str; 2],
    about: &'static str,
    young_and_poisson: fn(f64, f64) -> (f64, f64),
}

fn law(name: &str) -> Option<&'static LawDescription> {
    Material::LAWS.iter().find(|law| law.name == name)
}

fn takes_young(law: &LawDescription) -> bool {
    ["young_modulus", "poisson_ratio"].iter().all(|name| law.parameters.iter().any(|p| p.name == *name))
}

impl MaterialTable {
    /// A preset in a scene's units.
    pub fn preset(name: &str, units: Units) -> Option<MaterialTable> {
        let preset = PRESETS.iter().find(|preset| preset.name == name)?;
        let law = law(preset.law)?;
        let value = |parameter: &Parameter| {
            let given = preset.parameters.iter().find(|(name, _)| *name == parameter.name);
            let value = given.map(|(_, value)| *value).or(parameter.default)?;
            Some((parameter.name, value * units.per_si(parameter.unit)))
        };
        Some(MaterialTable {
            law: law.name,
            density: preset.density * units.per_si("kg/m³"),
            critical_volume_ratio: None,
            color: None,
            parameters: law.parameters.iter().map(value).collect::<Option<_>>()?,
        })
    }

    /// What can be read of a material whose law is not known, which is no material.
    fn without_law(table: &mut TableReader, reading: &mut Reading) -> Self {
        let density = table.or::<Positive>("density", Positive::stand_in(), reading);
        let critical_volume_ratio = table.optional::<Positive>("critical_volume_ratio", reading);
        let color = table.optional::<HexColor>("color", reading);
        table.excuse_the_rest();
        MaterialTable {
            law: LawName::stand_in(),
            density,
            critical_volume_ratio,
            color,
            parameters: Vec::new(),
        }
    }

    /// The law with its numbers.
    pub fn resolve(&self) -> Result<Material, MaterialError> {
        Material::from_parameters(self.law, &self.parameters)
    }
}

impl Group for MaterialTable {
    const NAME: &'static str = "Material";

    fn read(table: &mut TableReader, reading: &mut Reading) -> Self {
        let Some(Chosen { law, base }) = Chosen::read(table, reading) else {
            return MaterialTable::without_law(table, reading);
        };
        let density = match &base {
            Some(base) => table.or::<Positive>("density", base.density, reading),
            None => table.required::<Positive>("density", reading),
        };
        MaterialTable {
            law: law.name,
            density,
            critical_volume_ratio: table.optional::<Positive>("critical_volume_ratio", reading),
            color: table.optional::<HexColor>("color", reading),
            parameters: parameters(law, base.as_ref(), table, reading),
        }
    }

    fn write(&self, into: &mut toml::Table, dimension: usize) {
        into.insert("law".to_string(), toml::Value::String(self.law.to_string()));
        into.insert("density".to_string(), Positive::write(&self.density, dimension));
        if let Some(ratio) = &self.critical_volume_ratio {
            into.insert("critical_volume_ratio".to_string(), Positive::write(ratio, dimension));
        }
        if let Some(color) = &self.color {
            into.insert("color".to_string(), HexColor::write(color, dimension));
        }
        for (name, value) in &self.parameters {
            into.insert(name.to_string(), Number::write(value, dimension));
        }
    }

    fn info() -> GroupInfo {
        let mut fields = vec![
            FieldInfo::of::<PresetName>(
                "preset",
                "A preset to start from; the one of the material's own name if it has one and no `law` is given.",
                Presence::Optional,
            ),
            FieldInfo::of::<LawName>(
                "law",
                "The constitutive law; needed unless there is a preset.",
                Presence::Optional,
            ),
            FieldInfo::of::<Positive>(
                "density",
                "Mass per undeformed volume, in kg/m³; needed unless there is a preset.",
                Presence::Optional,
            ),
            FieldInfo::of::<Positive>(
                "critical_volume_ratio",
                "The elastic volume ratio at which matter comes apart, in place of the law's.",
                Presence::Optional,
            ),
            FieldInfo::of::<HexColor>(
                "color",
                "Its colour in pictures; one of a set that eyes tell apart, if not given.",
                Presence::Optional,
            ),
        ];
        for law in Material::LAWS {
            for parameter in law.parameters {
                let unit = if parameter.unit.is_empty() {
                    String::new()
                } else {
                    format!(", in {}", parameter.unit)
                };
                let presence =
                    parameter.default.map_or(Presence::Optional, |x| Presence::Default(format!("{x:?}")));
                let about = format!(
                    "{}{unit}; {:?} to {:?}.",
                    capital(parameter.about),
                    parameter.range.0,
                    parameter.range.1
                );
                let field = FieldInfo::of::<Number>(parameter.name, &about, presence);
                fields.push(FieldInfo { only: Some(("law", law.name)), ..field });
            }
            if takes_young(law) {
                for (name, pair) in MODULI.iter().flat_map(|pair| pair.names.map(|name| (name, pair))) {
                    let known =
                        |field: &FieldInfo| field.name == name && field.only == Some(("law", law.name));
                    if !fields.iter().any(known) {
                        let field = FieldInfo::of::<Positive>(name, &capital(pair.about), Presence::Optional);
                        fields.push(FieldInfo { only: Some(("law", law.name)), ..field });
                    }
                }
            }
        }
        GroupInfo {
            name: Self::NAME,
            about: "A law, a density and the law's parameters, or a preset.".to_string(),
            fields,
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Which law a material follows, and the preset that it starts from.
struct Chosen {
    law: &'static LawDescription,
    base: Option<MaterialTable>,
}

impl Chosen {
    fn read(table: &mut TableReader, reading: &mut Reading) -> Option<Self> {
        let (preset, named) = reading.if_sound(|reading| {
            (table.optional::<PresetName>("preset", reading), table.optional::<LawName>("law", reading))
        })?;
        let base = match (&preset, named) {
            (Some(name), _) => MaterialTable::preset(name, reading.units),
            (None, None) => MaterialTable::preset(reading.name(), reading.units),
            (None, Some(_)) => None,
        };
        match (named.or(base.as_ref().map(|base| base.law)).and_then(law), base) {
            (Some(law), Some(base)) if law.name != base.law => {
                let message = format!("the preset's law is `{}`; expected no other", base.law);
                reading.wrong(&table.node.place, message);
                None
            }
            (Some(law), base) => Some(Chosen { law, base }),
            (None, _) => {
                let laws = one_of(Material::LAWS.iter().map(|law| law.name));
                reading.missing(
                    "law",
                    &table.node.place,
                    &format!("{laws}, or `preset` and the name of one"),
                );
                None
            }
        }
    }
}

/// The parameters of a law, from the table or from where it starts.
fn parameters(
    law: &LawDescription,
    base: Option<&MaterialTable>,
    table: &mut TableReader,
    reading: &mut Reading,
) -> Vec<(&'static str, f64)> {
    let moduli =
        if takes_young(law) { reading.if_sound(|reading| moduli(table, reading)) } else { Some(None) };
    let mut parameters = Vec::new();
    for parameter in law.parameters {
        let derived = moduli.flatten().and_then(|(young, poisson)| match parameter.name {
            "young_modulus" => Some(young),
            "poisson_ratio" => Some(poisson),
            _ => None,
        });
        let usual = base.and_then(|base| {
            base.parameters.iter().find(|(name, _)| *name == parameter.name).map(|(_, value)| *value)
        });
        let scale = reading.units.per_si(parameter.unit);
        let usual = derived.or(usual).or(parameter.default.map(|value| value * scale));
        let value = reading.if_sound(|reading| match usual {
            Some(usual) => Some(table.or::<Number>(parameter.name, usual, reading)),
            // A pair of moduli that was given with a mistake is mistake enough.
            None if moduli.is_none() => None,
            None => Some(table.required::<Number>(parameter.name, reading)),
        });
        if let Some(value) = value.flatten() {
            check_range(parameter, value, table, reading);
            parameters.push((parameter.name, value));
        }
    }
    parameters
}

/// Young's modulus and Poisson's ratio from another pair of moduli, if one is given.
fn moduli(table: &mut TableReader, reading: &mut Reading) -> Option<(f64, f64)> {
    let names = ["bulk_modulus", "lame_lambda", "shear_modulus"];
    let given: Vec<&str> = names.into_iter().filter(|name| table.entry(name).is_some()).collect();
    if given.is_empty() {
        return None;
    }
    let own: Vec<&str> =
        ["young_modulus", "poisson_ratio"].into_iter().filter(|name| table.entry(name).is_some()).collect();
    let pair = MODULI.iter().find(|pair| pair.names.iter().all(|name| given.contains(name)));
    let (Some(pair), 2, true) = (pair, given.len(), own.is_empty()) else {
        let found: Vec<&str> = own.into_iter().chain(given).collect();
        let message = format!(
            "{} do not say how stiff it is; expected `young_modulus` and `poisson_ratio`, `bulk_modulus` and \
             `shear_modulus`, or `lame_lambda` and `shear_modulus`",
            found.join(", ")
        );
        reading.wrong(&table.node.place, message);
        return None;
    };
    let first = table.required::<Number>(pair.names[0], reading);
    let second = table.required::<Positive>(pair.names[1], reading);
    Some((pair.young_and_poisson)(first, second))
}

fn check_range(parameter: &Parameter, value: f64, table: &mut TableReader, reading: &mut Reading) {
    let scale = reading.units.per_si(parameter.unit);
    let (low, high) = (parameter.range.0 * scale, parameter.range.1 * scale);
    // Where the units are in doubt, so are the bounds.
    if (low <= value && value <= high) || !reading.doubts.sound(&["units"]) {
        return;
    }
    let entry = table.entry(parameter.name);
    let place = entry.map_or(&table.node.place, |entry| &entry.node.place);
    let value = if entry.is_some() { format!("{value:?}") } else { short(value) };
    let message = format!("{value} is not allowed; expected a number from {} to {}", short(low), short(high));
    reading.within(parameter.name, |reading| reading.wrong(place, message));
}

/// The name of a preset.
struct PresetName;
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
struct LawName;
impl Kind for LawName {
    type Value = &'static str;
    fn read(node: &Node, reading: &mut Reading) -> Option<&'static str> {
        let name = Text::read(node, reading)?;
        let found = law(&name);
        if found.is_none() {
            reading.wrong(&node.place, unknown_name(&name, Material::LAWS.iter().map(|law| law.name)));
        }
        found.map(|law| law.name)
    }
    fn stand_in() -> &'static str {
        Material::LAWS[0].name
    }
    fn write(value: &&'static str, _: usize) -> toml::Value {
        toml::Value::String(value.to_string())
    }
    fn expected() -> String {
        one_of(Material::LAWS.iter().map(|law| law.name))
    }
    fn schema() -> serde_json::Value {
        json!({"enum": Material::LAWS.iter().map(|law| law.name).collect::<Vec<_>>()})
    }
}

/// A colour as on the web.
struct HexColor;
impl Kind for HexColor {
    type Value = [u8; 3];
    fn read(node: &Node, reading: &mut Reading) -> Option<[u8; 3]> {
        let text = Text::read(node, reading)?;
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let number = digits
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        if number.is_none() {
            let message = format!("`{}` is no colour; expected {}", text.escape_debug(), Self::expected());
            reading.wrong(&node.place, message);
        }
        number.map(|number| [(number >> 16) as u8, (number >> 8) as u8, number as u8])
    }
    fn stand_in() -> [u8; 3] {
        [0; 3]
    }
    fn write([r, g, b]: &[u8; 3], _: usize) -> toml::Value {
        toml::Value::String(format!("#{r:02x}{g:02x}{b:02x}"))
    }
    fn expected() -> String {
        "a colour as in \"#3377aa\"".to_string()
    }
    fn schema() -> serde_json::Value {
        json!({"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"})
    }
}
