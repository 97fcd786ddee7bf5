//! How snapshots keep particles and what materials have beside their law.

use super::{Largest, Particles, Settings, Speeds};
use crate::error::SnapshotError;
use crate::materials::{Mixing, RestDensity, VolumeSource};
use crate::snapshot::{Reader, Section, same};

/// The most coefficients that a density may have: more than anyone writes down.
const COEFFICIENTS_MAX: u32 = 1 << 16;

/// The numbers of particles in the order in which a snapshot keeps them.
pub(super) fn numbers<const D: usize>(particles: &Particles<D>) -> [&[f64]; 10] {
    [
        particles.position.as_flattened(),
        particles.velocity.as_flattened(),
        &particles.mass,
        &particles.rest_volume,
        &particles.swollen_mass,
        &particles.volume,
        particles.gradient.as_flattened().as_flattened(),
        particles.stress.as_flattened().as_flattened(),
        &particles.state,
        &particles.concentration,
    ]
}

/// The same to be written.
pub(super) fn numbers_mut<const D: usize>(particles: &mut Particles<D>) -> [&mut [f64]; 10] {
    [
        particles.position.as_flattened_mut(),
        particles.velocity.as_flattened_mut(),
        &mut particles.mass,
        &mut particles.rest_volume,
        &mut particles.swollen_mass,
        &mut particles.volume,
        particles.gradient.as_flattened_mut().as_flattened_mut(),
        particles.stress.as_flattened_mut().as_flattened_mut(),
        &mut particles.state,
        &mut particles.concentration,
    ]
}

/// Appends how a material mixes.
pub(super) fn save_mixing(mixing: &Mixing, to: &mut Section) {
    let coefficients = mixing.rest_density.as_ref().map_or(&[][..], |density| &density.0);
    to.put(u8::from(mixing.volume == VolumeSource::Density));
    to.put(mixing.mobility);
    to.put(mixing.component as u32);
    to.put(coefficients.len() as u32);
    to.put_all(coefficients);
}

/// Reads what [`save_mixing`] wrote.
pub(super) fn load_mixing(from: &mut Reader) -> Result<Mixing, SnapshotError> {
    let volume = if from.flag()? { VolumeSource::Density } else { VolumeSource::Deformation };
    let mobility: f64 = from.number()?;
    let [component, count]: [u32; 2] = from.array()?;
    from.ensure(count <= COEFFICIENTS_MAX, "has a material with too many numbers for its density")?;
    let mut coefficients = vec![0.0; count as usize];
    from.fill(&mut coefficients)?;
    let rest_density = (count > 0).then_some(RestDensity(coefficients));
    Ok(Mixing { volume, mobility, component: component as usize, rest_density })
}

/// Appends what limits the next step, if that is known.
pub(super) fn save_speeds(speeds: Option<&Speeds>, to: &mut Section) {
    to.put(u8::from(speeds.is_some()));
    for Largest { value, index } in speeds.copied().unwrap_or_default().all() {
        to.put(value);
        to.put(index as u64);
    }
}

/// Reads what [`save_speeds`] wrote.
pub(super) fn load_speeds(from: &mut Reader) -> Result<Option<Speeds>, SnapshotError> {
    let are_known = from.flag()?;
    let mut all = [Largest::default(); 4];
    for largest in &mut all {
        let (value, index): (f64, u64) = (from.number()?, from.number()?);
        // Not finite is one that no step was short enough for.
        from.ensure(value >= 0.0, "holds a speed that cannot be")?;
        *largest = Largest { value, index: index as usize };
    }
    let [sound, motion, viscosity, mobility] = all;
    Ok(are_known.then_some(Speeds { sound, motion, viscosity, mobility }))
}

/// Appends what decides who is near whom: how far kernels reach, and where periods begin and end.
pub(super) fn save_reach<const D: usize>(settings: &Settings<D>, to: &mut Section) {
    to.put(settings.scale);
    to.put_all(periods(settings).as_flattened());
}

/// Fails if it is not what [`save_reach`] wrote.
pub(super) fn compare_reach<const D: usize>(
    settings: &Settings<D>,
    from: &mut Reader,
) -> Result<(), SnapshotError> {
    same("half radius of kernels", from.number()?, settings.scale)?;
    for period in periods(settings) {
        let [low, high] = from.array()?;
        same("low end of a period", low, period[0])?;
        same("high end of a period", high, period[1])?;
    }
    Ok(())
}

/// Where the period of every axis begins and ends, in m; nowhere if it has none.
fn periods<const D: usize>(settings: &Settings<D>) -> [[f64; 2]; D] {
    settings.period.map(|period| period.unwrap_or([0.0; 2]))
}
