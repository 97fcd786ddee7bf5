//! Colours: of a screen, as light, by category and by number.

use std::sync::LazyLock;

use crate::vector::Vec3;

/// A colour of the screen (sRGB).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    /// Red, 0 to 255.
    pub r: u8,
    /// Green, 0 to 255.
    pub g: u8,
    /// Blue, 0 to 255.
    pub b: u8,
}

impl Color {
    /// White.
    pub const WHITE: Color = Color::hex(0xff_ff_ff);
    /// What particles get that have no colour of their own: no number, or no such material.
    pub const UNKNOWN: Color = Color::hex(0x9a_9a_9a);

    /// From `0xRRGGBB`.
    pub const fn hex(code: u32) -> Self {
        Color { r: (code >> 16) as u8, g: (code >> 8) as u8, b: code as u8 }
    }

    /// The light that the screen sends out, linear, 0 to 1.
    pub(crate) fn light(self) -> Vec3 {
        Vec3([self.r, self.g, self.b].map(|value| TO_LIGHT[value as usize]))
    }

    pub(crate) fn from_light(light: Vec3) -> Self {
        let [r, g, b] = light.0.map(|x| FROM_LIGHT[(x.clamp(0.0, 1.0) * STEPS as f32 + 0.5) as usize]);
        Color { r, g, b }
    }

    /// From `self` at 0 to `other` at 1, in the screen's own steps, which the eye sees as even.
    pub fn mix(self, other: Color, t: f32) -> Color {
        let t = t.clamp(0.0, 1.0);
        let mix = |a: u8, b: u8| (a as f32 + (b as f32 - a as f32) * t).round() as u8;
        Color { r: mix(self.r, other.r), g: mix(self.g, other.g), b: mix(self.b, other.b) }
    }

    /// Whether dark writing can be read on it.
    pub(crate) fn is_light(self) -> bool {
        self.light().dot(Vec3([0.2126, 0.7152, 0.0722])) > 0.18
    }
}

const STEPS: usize = 4095;

static TO_LIGHT: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let x = i as f32 / 255.0;
        if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
    })
});

static FROM_LIGHT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let encode = |x: f32| if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 };
    (0..=STEPS).map(|i| (255.0 * encode(i as f32 / STEPS as f32)).round() as u8).collect()
});

/// Colours for materials that eyes of all kinds tell apart: the "bright" scheme of P. Tol, "Colour schemes" (2021).
pub const MATERIAL_COLORS: [Color; 7] = [
    Color::hex(0x44_77_aa),
    Color::hex(0xee_66_77),
    Color::hex(0x22_88_33),
    Color::hex(0xcc_bb_44),
    Color::hex(0x66_cc_ee),
    Color::hex(0xaa_33_77),
    Color::hex(0xbb_bb_bb),
];

/// The colour of a material by its index: of `palette`, or if that is empty of [`MATERIAL_COLORS`], in turn.
pub fn material_color(palette: &[Color], index: u32) -> Color {
    let palette = if palette.is_empty() { &MATERIAL_COLORS } else { palette };
    palette[index as usize % palette.len()]
}

/// Colours along a scale; equal steps look equally large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colormap {
    /// Dark violet, green, yellow: for anything that goes from little to much.
    Viridis,
    /// Black, violet, orange, pale yellow.
    Inferno,
    /// Dark red, orange, yellow, white: for temperatures, as matter glows.
    Embers,
    /// Deep blue to foam: for the speed of liquids.
    Water,
    /// Blue, pale grey, red: for what departs from a middle, as volume ratios from 1.
    Diverging,
}

impl Colormap {
    /// All of them.
    pub const ALL: [Colormap; 5] =
        [Colormap::Viridis, Colormap::Inferno, Colormap::Embers, Colormap::Water, Colormap::Diverging];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Colormap::Viridis => "viridis",
            Colormap::Inferno => "inferno",
            Colormap::Embers => "embers",
            Colormap::Water => "water",
            Colormap::Diverging => "diverging",
        }
    }

    /// Viridis and Inferno are by S. van der Walt and N. Smith (CC0), at 17 points; Diverging is K. Moreland's.
    fn points(self) -> &'static [u32] {
        match self {
            Colormap::Viridis => &[
                0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c,
                0x1fa088, 0x28ae80, 0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725,
            ],
            Colormap::Inferno => &[
                0x000004, 0x0b0724, 0x210c4a, 0x3d0965, 0x57106e, 0x71196e, 0x8a226a, 0xa32c61, 0xbc3754,
                0xd24644, 0xe45a31, 0xf1731d, 0xf98e09, 0xfcac11, 0xf9cb35, 0xf2ea69, 0xfcffa4,
            ],
            Colormap::Embers => &[
                0x2a0603, 0x4a0a04, 0x6b0f05, 0x8d1606, 0xae2007, 0xcb3108, 0xe0480c, 0xee6414, 0xf6811f,
                0xfb9d30, 0xfdb747, 0xfecf64, 0xffe386, 0xfff1ad, 0xfff9d3, 0xfffefa,
            ],
            Colormap::Water => &[
                0x10386f, 0x12478a, 0x1558a2, 0x1d6ab6, 0x2b7dc5, 0x4091d1, 0x5ba5da, 0x7ab9e2, 0x9acbea,
                0xb8dbf1, 0xd3e8f6, 0xe8f3fa, 0xf7fbfd,
            ],
            Colormap::Diverging => &[
                0x3b4cc0, 0x4e68d8, 0x6282ea, 0x779af7, 0x8db0fe, 0xa3c2fe, 0xb9d0f9, 0xccd9ed, 0xdddcdc,
                0xecd3c5, 0xf5c4ac, 0xf7b093, 0xf4987a, 0xeb7d62, 0xdd5f4b, 0xca3b37, 0xb40426,
            ],
        }
    }

    /// The colour at `t`, 0 to 1; beyond, the colours of the ends.
    pub fn at(self, t: f32) -> Color {
        if t.is_nan() {
            return Color::UNKNOWN;
        }
        let points = self.points();
        let place = t.clamp(0.0, 1.0) * (points.len() - 1) as f32;
        let below = (place as usize).min(points.len() - 2);
        Color::hex(points[below]).mix(Color::hex(points[below + 1]), place - below as f32)
    }
}

/// Numbers to colours: `low` and `high` get the ends of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The colours.
    pub map: Colormap,
    /// The number with the first colour.
    pub low: f32,
    /// The number with the last colour.
    pub high: f32,
}

impl Scale {
    /// A diverging scale that reaches `reach` to both sides of `center`.
    pub fn about(center: f32, reach: f32) -> Self {
        Scale { map: Colormap::Diverging, low: center - reach, high: center + reach }
    }

    /// From the least to the greatest of the finite numbers; 0 to 1 if there is none.
    pub fn spanning(map: Colormap, values: &[f32]) -> Self {
        let finite = values.iter().copied().filter(|value| value.is_finite());
        let (low, high) =
            finite.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        if low <= high { Scale { map, low, high } } else { Scale { map, low: 0.0, high: 1.0 } }
    }

    /// The colour of a number; [`Color::UNKNOWN`] if it is not one.
    pub fn color(&self, value: f32) -> Color {
        if !value.is_finite() {
            return Color::UNKNOWN;
        }
        let (low, high) = (self.low as f64, self.high as f64);
        // A scale without extent: all numbers on it are in its middle.
        let t = if high != low { (value as f64 - low) / (high - low) } else { 0.5 };
        self.map.at(t as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_and_back_keeps_every_color() {
        for value in 0..=255 {
            let color = Color { r: value, g: 255 - value, b: 77 };
            assert_eq!(Color::from_light(color.light()), color);
        }
    }

    #[test]
    fn sequential_maps_grow_lighter_all_the_way() {
        for map in [Colormap::Viridis, Colormap::Inferno, Colormap::Embers, Colormap::Water] {
            let luminance = |i| map.at(i as f32 / 64.0).light().dot(Vec3([0.2126, 0.7152, 0.0722]));
            assert!((1..=64).all(|i| luminance(i) > luminance(i - 1)), "{map:?}");
        }
    }

    #[test]
    fn the_diverging_scale_is_grey_at_its_center_blue_below_and_red_above() {
        let scale = Scale::about(1.0, 0.2);
        let center = scale.color(1.0);
        assert!(center.r.abs_diff(center.b) < 4 && center.r.abs_diff(center.g) < 4, "{center:?}");
        assert!(scale.color(0.85).b > scale.color(0.85).r);
        assert!(scale.color(1.15).r > scale.color(1.15).b);
        assert_eq!(scale.color(f32::NAN), Color::UNKNOWN);
        assert_eq!(scale.color(9.0), Colormap::Diverging.at(1.0));
    }

    #[test]
    fn a_scale_spans_what_is_finite() {
        let scale = Scale::spanning(Colormap::Viridis, &[f32::NAN, 2.0, -1.0, f32::INFINITY]);
        assert_eq!((scale.low, scale.high), (-1.0, 2.0));
        let flat = Scale::spanning(Colormap::Viridis, &[3.0, 3.0]);
        assert_eq!(flat.color(3.0), Colormap::Viridis.at(0.5));
        assert_eq!(Scale::spanning(Colormap::Viridis, &[]).high, 1.0);
    }
}
