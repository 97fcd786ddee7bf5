//! The numbers of particles that colours can show.

use clastic_frames::{Floats, Frame};
use clastic_render::{Colormap, Scale};
use clastic_scene::{ColorBy, Named, Units};

/// Share of the values at either end that may lie beyond the colours: one wild particle must not make the rest pale.
pub const STRAY: f64 = 0.005;

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
        ColorBy::Concentration => frame.concentration.is_some(),
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
        ColorBy::Concentration => column(frame, &frame.concentration),
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
        ColorBy::Concentration => Scale { map: Colormap::Viridis, low: 0.0, high: 1.0 },
        ColorBy::J => Scale::about(1.0, (1.0 - low).abs().max((high - 1.0).abs()).clamp(1e-3, 1.0)),
    })
}

/// The name with its unit.
pub fn label(by: ColorBy, units: Units) -> &'static str {
    match (by, units) {
        (ColorBy::Material, _) => "",
        (ColorBy::Speed, Units::Si) => "speed (m/s)",
        (ColorBy::Speed, Units::Cgs) => "speed (cm/s)",
        (ColorBy::J, _) => "J",
        (ColorBy::Id, _) => "id",
        (ColorBy::Temperature, _) => "temperature",
        (ColorBy::Concentration, _) => "concentration",
        (ColorBy::Pressure, Units::Si) => "pressure (Pa)",
        (ColorBy::Pressure, Units::Cgs) => "pressure (dyn/cm²)",
    }
}
