//! How a material takes up and conducts heat.

use clastic::materials::{Heat, Parameter};

use super::check_range;
use crate::curve::Quantity;
use crate::language::*;

/// Heat, which goes with any law: the first two together, and the last two.
pub const HEAT: [Parameter; 4] = [
    Parameter {
        name: "heat_capacity",
        unit: "J/(kg K)",
        about: "heat that warms a mass by a degree",
        default: None,
        range: (1e-3, 1e9),
    },
    Parameter {
        name: "conductivity",
        unit: "W/(m K)",
        about: "flow of heat along a slope of temperature",
        default: None,
        range: (0.0, 1e9),
    },
    Parameter {
        name: "latent_heat",
        unit: "J/kg",
        about: "heat that melts a mass",
        default: None,
        range: (1e-3, 1e12),
    },
    Parameter {
        name: "melting_temperature",
        unit: "",
        about: "the temperature at which it melts, in K or °C, as all temperatures of a scene",
        default: None,
        range: (-1e6, 1e6),
    },
];

/// Heat, from the table or from where it starts: all of its numbers that go together, or none.
pub(super) fn heat(usual: Option<Heat>, table: &mut TableReader, reading: &mut Reading) -> Option<Heat> {
    let mut others = usual.iter().flat_map(heat_numbers);
    let mut sound = true;
    let numbers = HEAT.map(|parameter| {
        let usual = others.next();
        let given = reading.if_sound(|reading| table.optional::<Number>(parameter.name, reading));
        sound &= given.is_some();
        let value = given.flatten();
        if let Some(value) = value {
            check_range(&parameter, &Quantity::Constant(value), table, reading);
        }
        value.or(usual)
    });
    // A number that was given with a mistake is not missing.
    if !sound {
        return usual;
    }
    let needs = |table: &TableReader, reading: &mut Reading, part: usize, with: usize| {
        let message = format!("it, beside `{}`", HEAT[with].name);
        reading.missing(HEAT[part].name, &table.node.place, &message);
    };
    match numbers.map(|number| number.is_some()) {
        [true, false, ..] => needs(table, reading, 1, 0),
        [false, true, ..] => needs(table, reading, 0, 1),
        [_, _, true, false] => needs(table, reading, 3, 2),
        [_, _, false, true] => needs(table, reading, 2, 3),
        [false, false, true, true] => needs(table, reading, 0, 2),
        _ => {}
    }
    heat_of(numbers)
}

/// Heat from its numbers, as [`HEAT`] lists them; none without the first two.
pub(super) fn heat_of(
    [capacity, conductivity, latent_heat, melting_temperature]: [Option<f64>; 4],
) -> Option<Heat> {
    let heat = Heat::new(capacity?, conductivity?);
    Some(match (latent_heat, melting_temperature) {
        (Some(latent_heat), Some(temperature)) => heat.melting(latent_heat, temperature),
        _ => heat,
    })
}

/// The numbers of [`HEAT`], without the last two where nothing melts.
pub(super) fn heat_numbers(heat: &Heat) -> impl Iterator<Item = f64> + use<> {
    let melts = heat.latent_heat > 0.0;
    let numbers = [heat.capacity, heat.conductivity, heat.latent_heat, heat.melting_temperature];
    numbers.into_iter().take(if melts { 4 } else { 2 })
}
