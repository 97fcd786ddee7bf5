//! A material to a section of a snapshot and back.

use super::variation::VARYING_MAX;
use super::{AnyLaw, Carried, Heat, Material, MaterialNumbers, NUMBERS_MAX, Variation, law_part};
use crate::error::SnapshotError;
use crate::snapshot::{Reader, Section};

/// The most values of a scalar that a variation may have: more than anyone writes down.
const KNOTS_MAX: u32 = 1 << 16;

impl Material {
    /// Appends the law's name and all numbers.
    pub(crate) fn save(&self, to: &mut Section) {
        to.put_text(self.law.name());
        to.put_all(&self.numbers());
        to.put(u8::from(self.critical_volume_ratio.is_some()));
        to.put(self.critical_volume_ratio.unwrap_or(0.0));
        to.put(u8::from(self.heat.is_some()));
        let heat = self.heat_or_none();
        to.put_all(&[heat.capacity, heat.conductivity, heat.latent_heat, heat.melting_temperature]);
        let (by, knots) = match &self.variation {
            Some(variation) => (variation.by as u32, variation.knots.as_slice()),
            None => (0, &[][..]),
        };
        to.put_all(&[by, knots.len() as u32]);
        for (at, numbers) in knots {
            to.put(*at);
            to.put_all(numbers);
        }
    }

    /// Reads what [`Material::save`] wrote.
    pub(crate) fn load(from: &mut Reader) -> Result<Material, SnapshotError> {
        let name = from.text()?;
        let numbers = load_numbers(from)?;
        let unknown = || SnapshotError::Law { name: name.to_string() };
        let law = AnyLaw::from_numbers(name, &law_part(&numbers)).ok_or_else(unknown)?;
        let mut material = Material::new(law).viscous(numbers[NUMBERS_MAX], numbers[NUMBERS_MAX + 1]);
        let (given, ratio) = (from.flag()?, from.number()?);
        material.critical_volume_ratio = given.then_some(ratio);
        let given = from.flag()?;
        let [capacity, conductivity, latent_heat, melting_temperature] = from.array()?;
        from.ensure(capacity > 0.0, "has a material without heat capacity")?;
        let heat = Heat { capacity, conductivity, latent_heat, melting_temperature };
        material.heat = given.then_some(heat);
        let [by, count]: [u32; 2] = from.array()?;
        from.ensure(count <= KNOTS_MAX && count != 1, "has a material that varies in no known way")?;
        if count > 0 {
            let by = Carried::ALL.into_iter().find(|carried| *carried as u32 == by);
            from.ensure(by.is_some(), "has a material that varies with an unknown scalar")?;
            let mut knots = Vec::new();
            for _ in 0..count {
                knots.push((from.number()?, load_numbers(from)?));
            }
            let ascending = knots.windows(2).all(|pair: &[(f64, _)]| pair[0].0 < pair[1].0);
            from.ensure(ascending, "has a material whose numbers vary out of order")?;
            material.variation = by.map(|by| Variation { by, knots });
        }
        Ok(material)
    }
}

fn load_numbers(from: &mut Reader) -> Result<MaterialNumbers<f64>, SnapshotError> {
    let numbers: [f64; VARYING_MAX] = from.array()?;
    from.ensure(numbers.iter().all(|x| x.is_finite()), "has a law with a number that is not finite")?;
    Ok(numbers)
}
