//! The numbers of particles that colours can show.

use clastic::materials::Heat;
use clastic_frames::{Floats, Frame};
use clastic_render::{Colormap, Scale};
use clastic_scene::{ColorBy, Named, Scene, Units};

/// Share of the values at either end that may lie beyond the colours: one wild particle must not make the rest pale.
pub const STRAY: f64 = 0.005;

/// How a scene's units are written.
pub struct Symbols {
    /// Of lengths.
    pub length: &'static str,
    /// Of speeds.
    pub speed: &'static str,
    /// Of energies.
    pub energy: &'static str,
    /// Of momenta.
    pub momentum: &'static str,
    /// Of angular momenta.
    pub angular: &'static str,
    /// Of pressures.
    pub pressure: &'static str,
}

impl Symbols {
    /// Those of a system of units.
    pub fn of(units: Units) -> Self {
        let [length, speed, energy, momentum, angular, pressure] = match units {
            Units::Si => ["m", "m/s", "J", "kg m/s", "kg m²/s", "Pa"],
            Units::Cgs => ["cm", "cm/s", "erg", "g cm/s", "g cm²/s", "dyn/cm²"],
        };
        Symbols { length, speed, energy, momentum, angular, pressure }
    }
}

/// A column as single precision.
pub fn singles(floats: &Floats) -> Vec<f32> {
    match floats {
        Floats::F32(numbers) => numbers.clone(),
        Floats::F64(numbers) => numbers.iter().map(|x| *x as f32).collect(),
    }
}

/// What a frame has to show besides the material.
pub fn available(frame: &Frame) -> impl Iterator<Item = ColorBy> {
    ColorBy::ALL.iter().copied().filter(|by| match by {
        ColorBy::Material => false,
        ColorBy::Speed | ColorBy::J | ColorBy::Id => true,
        ColorBy::Pressure => frame.stress.is_some(),
        ColorBy::Temperature => frame.temperature.is_some(),
        ColorBy::Concentration(component) => *component < frame.components(),
    })
}

/// The number of each particle; NaN where the frame lacks it, and none at all for the material.
pub fn values(by: ColorBy, frame: &Frame) -> Vec<f32> {
    let d = usize::from(frame.dimension);
    match by {
        ColorBy::Material => Vec::new(),
        ColorBy::J => singles(&frame.j),
        ColorBy::Pressure => pressure(frame),
        ColorBy::Temperature => column(frame, &frame.temperature),
        ColorBy::Concentration(component) => concentration(frame, component),
        ColorBy::Id => frame.id.iter().map(|id| *id as f32).collect(),
        ColorBy::Speed => {
            singles(&frame.v).chunks_exact(d).map(|v| v.iter().map(|x| x * x).sum::<f32>().sqrt()).collect()
        }
    }
}

/// A column that frames may lack.
fn column(frame: &Frame, column: &Option<Floats>) -> Vec<f32> {
    column.as_ref().map_or(vec![f32::NAN; frame.len()], singles)
}

/// The concentration of a component, counted from 0.
fn concentration(frame: &Frame, component: usize) -> Vec<f32> {
    match &frame.concentration {
        Some(all) if component < frame.components() => {
            singles(all).into_iter().skip(component).step_by(frame.components()).collect()
        }
        _ => vec![f32::NAN; frame.len()],
    }
}

/// `−tr τ / (3 J)`, or over 2 in 2D.
fn pressure(frame: &Frame) -> Vec<f32> {
    let d = usize::from(frame.dimension);
    let Some(stress) = &frame.stress else { return vec![f32::NAN; frame.len()] };
    let trace = singles(stress);
    let trace = trace.chunks_exact(d * d).map(|tau| (0..d).map(|i| tau[i * d + i]).sum::<f32>());
    trace.zip(singles(&frame.j)).map(|(trace, j)| -trace / (d as f32 * j)).collect()
}

/// The least and the greatest value but for strays; nothing if there are none.
pub fn span(mut values: Vec<f32>) -> Vec<f32> {
    values.retain(|value| value.is_finite());
    let stray = (STRAY * values.len() as f64) as usize;
    let Some(last) = values.len().checked_sub(1 + stray) else { return Vec::new() };
    let low = *values.select_nth_unstable_by(stray, f32::total_cmp).1;
    let high = *values.select_nth_unstable_by(last, f32::total_cmp).1;
    vec![low, high]
}

/// The colours of values between these; none for the material.
pub fn scale(by: ColorBy, values: &[f32]) -> Option<Scale> {
    let low = values.iter().copied().fold(f32::INFINITY, f32::min);
    let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    Some(match by {
        ColorBy::Material => return None,
        ColorBy::Speed => Scale { map: Colormap::Viridis, low: 0.0, high: high.max(f32::MIN_POSITIVE) },
        ColorBy::Pressure | ColorBy::Id => Scale::spanning(Colormap::Viridis, values),
        ColorBy::Temperature => Scale::spanning(Colormap::Embers, values),
        ColorBy::Concentration(_) => Scale { map: Colormap::Viridis, low: 0.0, high: 1.0 },
        ColorBy::J => Scale::about(1.0, (1.0 - low).abs().max((high - 1.0).abs()).clamp(1e-3, 1.0)),
    })
}

/// The name with its unit.
pub fn label(by: ColorBy, scene: &Scene) -> String {
    let Symbols { speed, pressure, .. } = Symbols::of(scene.units);
    match by {
        ColorBy::Material => String::new(),
        ColorBy::J => "J".to_string(),
        ColorBy::Id => by.name().to_string(),
        ColorBy::Concentration(component) => match scene.components() {
            1 => by.name().to_string(),
            _ => format!("concentration {}", component + 1),
        },
        ColorBy::Speed => format!("speed ({speed})"),
        ColorBy::Pressure => format!("pressure ({pressure})"),
        ColorBy::Temperature if is_celsius(scene) => "temperature (°C)".to_string(),
        ColorBy::Temperature => "temperature (K or °C)".to_string(),
    }
}

/// Whether the scene's temperatures can only be in °C. It does not say, but in K none is below 0, and nothing melts
/// there.
fn is_celsius(scene: &Scene) -> bool {
    let bodies = scene.bodies.iter().map(|(_, body)| body.temperature);
    let sources = scene.sources.iter().map(|(_, source)| source.temperature);
    let walls = scene.walls.by_axis().into_iter().flatten().filter_map(|(_, wall)| wall?.temperature);
    let melts = |heat: &Heat| heat.latent_heat > 0.0 && heat.melting_temperature <= 0.0;
    bodies.chain(sources).chain(walls).any(|temperature| temperature < 0.0)
        || scene.materials.iter().filter_map(|(_, material)| material.heat.as_ref()).any(melts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    use clastic_scene::SceneFile;

    #[test]
    fn temperatures_are_in_the_unit_that_the_scene_can_only_mean() {
        let label_of = |name: &str| {
            let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
            let scene = SceneFile::read(&scenes.join(name), &[]).expect("a scene of the gallery").scene;
            label(ColorBy::Temperature, &scene)
        };
        assert_eq!(label_of("melting.toml"), "temperature (°C)");
        assert_eq!(label_of("lava.toml"), "temperature (K or °C)");
    }
}
