//! How a material mixes with others, which the MLSRK solver alone heeds.

use clastic::materials::{Mixing, RestDensity, VolumeSource};

use crate::language::*;

/// The names of the fields.
pub(crate) const MIXING: [&str; 4] = ["volume", "mobility", "component", "rest_density"];

/// How it mixes, from the table.
pub(super) fn mixing(table: &mut TableReader, reading: &mut Reading) -> Mixing {
    let [volume, mobility, component, rest_density] = MIXING;
    Mixing {
        volume: table.or::<Name<VolumeSource>>(volume, VolumeSource::default(), reading),
        mobility: table.or::<NonNegative>(mobility, 0.0, reading),
        component: table.or::<ComponentNumber>(component, 1, reading) - 1,
        rest_density: table.optional::<List<Number>>(rest_density, reading).map(RestDensity),
    }
}

/// Writes what is not as usual.
pub(super) fn write_mixing(mixing: &Mixing, into: &mut toml::Table, dimension: usize) {
    let [volume, mobility, component, rest_density] = MIXING;
    if mixing.volume != VolumeSource::default() {
        into.insert(volume.to_string(), Name::<VolumeSource>::write(&mixing.volume, dimension));
    }
    if mixing.mobility > 0.0 {
        into.insert(mobility.to_string(), NonNegative::write(&mixing.mobility, dimension));
    }
    if mixing.component > 0 {
        into.insert(component.to_string(), ComponentNumber::write(&(mixing.component + 1), dimension));
    }
    if let Some(density) = &mixing.rest_density {
        into.insert(rest_density.to_string(), List::<Number>::write(&density.0, dimension));
    }
}

/// What is known of the fields.
pub(super) fn mixing_fields() -> [FieldInfo; 4] {
    let [volume, mobility, component, rest_density] = MIXING;
    let usual = |value: &str| Presence::Default(value.to_string());
    [
        FieldInfo::of::<Name<VolumeSource>>(
            volume,
            "With the MLSRK solver: where its volume comes from. `density`, for liquids and grains, counts particles, so that errors of \
             the deformation do not add up.",
            usual("\"deformation\""),
        ),
        FieldInfo::of::<NonNegative>(
            mobility,
            "With the MLSRK solver: how easily components move through it, in m²/s over the free energy's unit.",
            usual("0.0"),
        ),
        FieldInfo::of::<ComponentNumber>(
            component,
            "With the MLSRK solver: which component its curves over the concentration and `rest_density` are about, counted from 1.",
            usual("1"),
        ),
        FieldInfo::of::<List<Number>>(
            rest_density,
            "With the MLSRK solver: its density at rest by the concentration `c`, in kg/m³: the coefficients of 1, c, c², …. It swells \
             and shrinks as that changes.",
            Presence::Optional,
        ),
    ]
}
