//! Materials: a law with its parameters, or a preset, or a preset with some numbers replaced; with viscosity and heat.

mod heat;
mod mixing;
mod moduli;
mod names;

pub use heat::HEAT;
pub(crate) use mixing::MIXING;

use clastic::materials::{AnyLaw, Carried, Heat, LawDescription, Material, MaterialError, Mixing, Parameter};

use crate::curve::{NumberOrCurve, Quantity, knots};
use crate::language::*;
use crate::preset::PRESETS;
use crate::scene::Units;
use heat::{heat, heat_numbers, heat_of};
use mixing::{mixing, mixing_fields, write_mixing};
use moduli::{MODULI, moduli, takes_young};
use names::{LawName, PresetName};

/// A law, a density, the law's parameters, and what goes with any law.
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
    pub parameters: Vec<(&'static str, Quantity)>,
    /// The viscosity and the bulk viscosity, in the scene's units.
    pub viscosities: [Quantity; 2],
    /// How it takes up and conducts heat, in the scene's units.
    pub heat: Option<Heat>,
    /// How it mixes with others, in the scene's units.
    pub mixing: Mixing,
}

/// Viscosities, which go with any law.
pub const VISCOSITIES: [Parameter; 2] = [
    Parameter {
        name: "viscosity",
        unit: "Pa s",
        about: "Newton's viscosity, beside what the law says",
        default: Some(0.0),
        range: (0.0, 1e12),
    },
    Parameter {
        name: "bulk_viscosity",
        unit: "Pa s",
        about: "resistance to the rate of compression",
        default: Some(0.0),
        range: (0.0, 1e12),
    },
];

fn law(name: &str) -> Option<&'static LawDescription> {
    AnyLaw::LAWS.iter().find(|law| law.name == name)
}

impl MaterialTable {
    /// A preset in a scene's units.
    pub fn preset(name: &str, units: Units) -> Option<MaterialTable> {
        let preset = PRESETS.iter().find(|preset| preset.name == name)?;
        let law = law(preset.law)?;
        let number = |parameter: &Parameter| {
            let value = preset.quantity(parameter.name).or(parameter.default.map(Quantity::Constant))?;
            Some((parameter.name, value.scaled(units.per_si(parameter.unit))))
        };
        let viscosity = |parameter: &Parameter| number(parameter).map_or(Quantity::Constant(0.0), |(_, q)| q);
        let heat = HEAT.map(|parameter| number(&parameter).map(|(_, value)| value.at(0.0)));
        Some(MaterialTable {
            law: law.name,
            density: preset.density * units.per_si("kg/m³"),
            critical_volume_ratio: None,
            color: None,
            parameters: law.parameters.iter().map(number).collect::<Option<_>>()?,
            viscosities: VISCOSITIES.map(|parameter| viscosity(&parameter)),
            heat: heat_of(heat),
            mixing: Mixing::default(),
        })
    }

    /// What can be read of a material whose law is not known, which is no material.
    fn without_law(table: &mut TableReader, reading: &mut Reading) -> Self {
        let density = table.or::<Positive>("density", Positive::stand_in(), reading);
        let critical_volume_ratio = table.optional::<Positive>("critical_volume_ratio", reading);
        let color = table.optional::<HexColor>("color", reading);
        let viscosities = VISCOSITIES.map(|parameter| viscosity(&parameter, None, table, reading));
        let heat = heat(None, table, reading);
        let mixing = mixing(table, reading);
        table.excuse_the_rest();
        MaterialTable {
            law: LawName::stand_in(),
            density,
            critical_volume_ratio,
            color,
            parameters: Vec::new(),
            viscosities,
            heat,
            mixing,
        }
    }

    /// Its numbers that may vary, by name.
    fn quantities(&self) -> impl Iterator<Item = (&'static str, &Quantity)> {
        let names = VISCOSITIES.map(|parameter| parameter.name);
        let own = self.parameters.iter().map(|(name, quantity)| (*name, quantity));
        own.chain(names.into_iter().zip(&self.viscosities))
    }

    /// The scalar that its numbers depend on.
    pub fn varies_with(&self) -> Option<Carried> {
        self.quantities().find_map(|(_, quantity)| quantity.varies_with())
    }

    /// The material where the scalar has this value.
    fn at(&self, scalar: f64) -> Result<Material, MaterialError> {
        let parameters: Vec<_> = self.parameters.iter().map(|(name, q)| (*name, q.at(scalar))).collect();
        let [viscosity, bulk_viscosity] = self.viscosities.each_ref().map(|q| q.at(scalar));
        let law = AnyLaw::from_parameters(self.law, &parameters)?;
        let material = Material::new(law).viscous(viscosity, bulk_viscosity);
        Ok(Material {
            critical_volume_ratio: self.critical_volume_ratio,
            heat: self.heat,
            mixing: self.mixing.clone(),
            ..material
        })
    }

    /// The engine's material.
    pub fn resolve(&self) -> Result<Material, MaterialError> {
        let Some(by) = self.varies_with() else { return self.at(0.0) };
        let knots = knots(self.quantities().map(|(_, quantity)| quantity));
        let materials: Vec<_> =
            knots.into_iter().map(|at| Ok((at, self.at(at)?))).collect::<Result<_, MaterialError>>()?;
        materials[0].1.clone().varying(by, &materials)
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
        let material = MaterialTable {
            law: law.name,
            density,
            critical_volume_ratio: table.optional::<Positive>("critical_volume_ratio", reading),
            color: table.optional::<HexColor>("color", reading),
            parameters: parameters(law, base.as_ref(), table, reading),
            viscosities: [0, 1].map(|k| {
                let usual = base.as_ref().map(|base| base.viscosities[k].clone());
                viscosity(&VISCOSITIES[k], usual, table, reading)
            }),
            heat: heat(base.as_ref().and_then(|base| base.heat), table, reading),
            mixing: mixing(table, reading),
        };
        material.check_curves(table, reading);
        material
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
        for (name, value) in self.quantities() {
            into.insert(name.to_string(), NumberOrCurve::write(value, dimension));
        }
        for (parameter, value) in HEAT.iter().zip(self.heat.iter().flat_map(heat_numbers)) {
            into.insert(parameter.name.to_string(), Number::write(&value, dimension));
        }
        write_mixing(&self.mixing, into, dimension);
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
        fields.extend(VISCOSITIES.iter().map(field_info::<NumberOrCurve>));
        fields.extend(HEAT.iter().map(field_info::<Number>));
        fields.extend(mixing_fields());
        for law in AnyLaw::LAWS {
            for parameter in law.parameters {
                let field = field_info::<NumberOrCurve>(parameter);
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
            about: "A law, a density and the law's parameters, or a preset; with any law viscosity, heat and, for the MLSRK \
                    solver, how it mixes. Heat \
                    needs `heat_capacity` and `conductivity` together, melting `latent_heat` and `melting_temperature` as \
                    well. A parameter or viscosity may be a curve in place of a number: \
                    `young_modulus = { temperature = [[0.0, 1e6], [100.0, 1e4]] }`."
                .to_string(),
            fields,
        }
    }
}

/// What is known of a parameter as a field.
fn field_info<K: Kind>(parameter: &Parameter) -> FieldInfo {
    let unit = if parameter.unit.is_empty() { String::new() } else { format!(", in {}", parameter.unit) };
    let presence = parameter.default.map_or(Presence::Optional, |x| Presence::Default(format!("{x:?}")));
    let (low, high) = parameter.range;
    let about = format!("{}{unit}; {low:?} to {high:?}.", capital(parameter.about));
    FieldInfo::of::<K>(parameter.name, &about, presence)
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
                let laws = one_of(AnyLaw::LAWS.iter().map(|law| law.name));
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
) -> Vec<(&'static str, Quantity)> {
    let moduli =
        if takes_young(law) { reading.if_sound(|reading| moduli(table, reading)) } else { Some(None) };
    let mut parameters = Vec::new();
    for parameter in law.parameters {
        let derived = moduli.flatten().and_then(|(young, poisson)| match parameter.name {
            "young_modulus" => Some(Quantity::Constant(young)),
            "poisson_ratio" => Some(Quantity::Constant(poisson)),
            _ => None,
        });
        let usual = base.and_then(|base| {
            base.parameters.iter().find(|(name, _)| *name == parameter.name).map(|(_, value)| value.clone())
        });
        let scale = reading.units.per_si(parameter.unit);
        let default = parameter.default.map(|value| Quantity::Constant(value * scale));
        let value = reading.if_sound(|reading| match derived.or(usual).or(default) {
            Some(usual) => Some(table.or::<NumberOrCurve>(parameter.name, usual, reading)),
            // A pair of moduli that was given with a mistake is mistake enough.
            None if moduli.is_none() => None,
            None => Some(table.required::<NumberOrCurve>(parameter.name, reading)),
        });
        if let Some(value) = value.flatten() {
            check_range(parameter, &value, table, reading);
            parameters.push((parameter.name, value));
        }
    }
    parameters
}

/// A viscosity, from the table or from where it starts.
fn viscosity(
    parameter: &Parameter,
    usual: Option<Quantity>,
    table: &mut TableReader,
    reading: &mut Reading,
) -> Quantity {
    let usual = usual.unwrap_or(Quantity::Constant(0.0));
    let value = table.or::<NumberOrCurve>(parameter.name, usual, reading);
    check_range(parameter, &value, table, reading);
    value
}

impl MaterialTable {
    /// Curves depend on one scalar, and only what melts has a molten share.
    fn check_curves(&self, table: &mut TableReader, reading: &mut Reading) {
        let mut curves = self.quantities().filter_map(|(name, q)| q.varies_with().map(|by| (name, by)));
        let Some((first, by)) = curves.next() else { return };
        // Latent heat that was given with a mistake is mistake enough.
        let melts = self.heat.is_some_and(|heat| heat.latent_heat > 0.0);
        let given = ["latent_heat", "melting_temperature"].iter().any(|name| table.entry(name).is_some());
        let mut wrong = |name: &str, message: String| {
            let place = table.entry(name).map_or(&table.node.place, |entry| &entry.node.place);
            reading.within(name, |reading| reading.wrong(place, message));
        };
        if by == Carried::Melt && !melts && !given {
            let expected = "`latent_heat` and `melting_temperature` for a curve over `melt`";
            wrong(first, format!("nothing melts here; expected {expected}"));
        }
        for (name, other) in curves.filter(|(_, other)| *other != by) {
            let (by, other) = (by.name(), other.name());
            let message = format!(
                "depends on `{other}`, while `{first}` depends on `{by}`; expected one scalar for all curves"
            );
            wrong(name, message);
        }
    }
}

fn check_range(parameter: &Parameter, value: &Quantity, table: &mut TableReader, reading: &mut Reading) {
    let scale = reading.units.per_si(parameter.unit);
    let (low, high) = (parameter.range.0 * scale, parameter.range.1 * scale);
    let allowed = |value: f64| low <= value && value <= high;
    let beyond = match value {
        Quantity::Constant(value) => (!allowed(*value)).then_some((*value, None)),
        Quantity::Curve(by, points) => {
            let place = points.iter().position(|[_, value]| !allowed(*value));
            place.map(|index| (points[index][1], Some((by.name(), index.to_string()))))
        }
    };
    // Where the units are in doubt, so are the bounds.
    let Some((value, point)) = beyond.filter(|_| reading.doubts.sound(&["units"])) else { return };
    let entry = table.entry(parameter.name);
    let place = match (entry, &point) {
        (None, _) => &table.node.place,
        (Some(entry), None) => &entry.node.place,
        (Some(entry), Some((by, index))) => {
            let point = entry.node.child(by).and_then(|points| points.child(index));
            &point.unwrap_or(&entry.node).place
        }
    };
    let value = if entry.is_some() { format!("{value:?}") } else { short(value) };
    let message = format!("{value} is not allowed; expected a number from {} to {}", short(low), short(high));
    reading.within(parameter.name, |reading| match point {
        None => reading.wrong(place, message),
        Some((by, index)) => {
            reading.within(by, |reading| reading.within(&index, |reading| reading.wrong(place, message)));
        }
    });
}
