//! Stiffness by other pairs of moduli than Young's modulus and Poisson's ratio.

use clastic::materials::LawDescription;

use crate::language::*;

/// Pairs of moduli that say the same as Young's modulus and Poisson's ratio, from which those follow.
pub(super) const MODULI: [ModulusPair; 2] = [
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

/// Such a pair.
pub(super) struct ModulusPair {
    pub(super) names: [&'static str; 2],
    pub(super) about: &'static str,
    young_and_poisson: fn(f64, f64) -> (f64, f64),
}

/// Whether a law takes Young's modulus and Poisson's ratio.
pub(super) fn takes_young(law: &LawDescription) -> bool {
    ["young_modulus", "poisson_ratio"].iter().all(|name| law.parameters.iter().any(|p| p.name == *name))
}

/// Young's modulus and Poisson's ratio from another pair of moduli, if one is given.
pub(super) fn moduli(table: &mut TableReader, reading: &mut Reading) -> Option<(f64, f64)> {
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
