//! The particles at one time.

use std::sync::Arc;

use crate::columns::{Column, Numbers, Rank};
use crate::{Flaw, Floats, Net};

/// The units of all numbers in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Units {
    /// Metre, kilogram, second.
    #[default]
    Si,
    /// Centimetre, gram, second.
    Cgs,
}

impl Units {
    /// All of them.
    pub const ALL: [Units; 2] = [Units::Si, Units::Cgs];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Units::Si => "si",
            Units::Cgs => "cgs",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Units::ALL.into_iter().find(|units| units.name() == name)
    }

    /// The unit of length, in m.
    pub fn metres(self) -> f64 {
        match self {
            Units::Si => 1.0,
            Units::Cgs => 0.01,
        }
    }
}

/// The particles at one time, as columns sorted by id. With N particles in d dimensions a scalar column has N numbers, a
/// vector column N × d and a matrix column N × d × d, row by row. Units are those of [`Frame::units`].
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Two or three.
    pub dimension: u8,
    /// The frame's number.
    pub index: u64,
    /// The time, in s.
    pub time: f64,
    /// Frames per second of simulated time, in 1/s.
    pub frame_rate: f64,
    /// The distance of neighbours at rest, in m or cm: how wide to draw a particle.
    pub spacing: f64,
    /// The units of all numbers.
    pub units: Units,
    /// The materials' names.
    pub materials: Vec<String>,
    /// Stable ids, in increasing order.
    pub id: Vec<u64>,
    /// The index of each particle's material in [`Frame::materials`].
    pub material: Vec<u16>,
    /// Positions, in m or cm.
    pub x: Floats,
    /// Velocities, in m/s or cm/s.
    pub v: Floats,
    /// Volume ratios.
    pub j: Floats,
    /// Affine velocity fields, in 1/s: matrices.
    pub c: Option<Floats>,
    /// Deformation gradients: matrices.
    pub f: Option<Floats>,
    /// Stresses, in Pa or dyn/cm²: matrices.
    pub stress: Option<Floats>,
    /// Temperatures, in K or °C, as the scene gave them.
    pub temperature: Option<Floats>,
    /// Concentrations: as many for each particle as there are components, one or more.
    pub concentration: Option<Floats>,
    /// Which particles are joined, if any are: one for all frames of a run.
    pub net: Option<Arc<Net>>,
}

impl Default for Frame {
    /// No particles in space, at the time zero.
    fn default() -> Self {
        Frame {
            dimension: 3,
            index: 0,
            time: 0.0,
            frame_rate: 24.0,
            spacing: 1.0,
            units: Units::Si,
            materials: Vec::new(),
            id: Vec::new(),
            material: Vec::new(),
            x: Floats::default(),
            v: Floats::default(),
            j: Floats::default(),
            c: None,
            f: None,
            stress: None,
            temperature: None,
            concentration: None,
            net: None,
        }
    }
}

impl Frame {
    /// How many particles there are.
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// How many components the concentrations are of; 0 if there are none, and 1 if there are no particles.
    pub fn components(&self) -> usize {
        let count = |floats: &Floats| floats.len().checked_div(self.len()).map_or(1, |count| count.max(1));
        self.concentration.as_ref().map_or(0, count)
    }

    /// Whether all parts fit together, as every format needs.
    pub fn check(&self) -> Result<(), Flaw> {
        if !matches!(self.dimension, 2 | 3) {
            return Err(Flaw::Dimension(self.dimension));
        }
        let positive = |value: f64| value > 0.0 && value.is_finite();
        for (what, value, good) in [
            ("time", self.time, self.time.is_finite()),
            ("frame rate", self.frame_rate, positive(self.frame_rate)),
            ("spacing", self.spacing, positive(self.spacing)),
        ] {
            if !good {
                return Err(Flaw::Number { what, value });
            }
        }
        if let Some(name) = self.materials.iter().find(|name| !fit(name)) {
            return Err(Flaw::Name(name.clone()));
        }
        for column in self.columns() {
            let expected = self.len() * column.rank.components(self.dimension.into());
            let found = column.numbers.len();
            if found != expected {
                return Err(Flaw::Length { column: column.name, expected, found });
            }
        }
        if let Some(row) = self.id.windows(2).position(|ids| ids[0] >= ids[1]) {
            return Err(Flaw::Order { row: row + 1 });
        }
        let names = self.materials.len();
        match self.material.iter().position(|material| usize::from(*material) >= names) {
            Some(row) => Err(Flaw::Material { row, material: self.material[row], names }),
            None => Ok(()),
        }
    }

    /// The columns that there are, in the order in which files have them.
    pub(crate) fn columns(&self) -> Vec<Column<'_>> {
        let column = |name, rank, numbers| Column { name, rank, numbers };
        let mut columns = vec![
            column("x", Rank::Vector, Numbers::from(&self.x)),
            column("v", Rank::Vector, Numbers::from(&self.v)),
            column("j", Rank::Scalar, Numbers::from(&self.j)),
            column("material", Rank::Scalar, Numbers::U16(&self.material)),
            column("id", Rank::Scalar, Numbers::U64(&self.id)),
        ];
        let concentrations = match self.components() {
            0 | 1 => Rank::Scalar,
            count => Rank::List(count),
        };
        let optional = [
            ("c", Rank::Matrix, &self.c),
            ("f", Rank::Matrix, &self.f),
            ("stress", Rank::Matrix, &self.stress),
            ("temperature", Rank::Scalar, &self.temperature),
            ("concentration", concentrations, &self.concentration),
        ];
        let present =
            optional.into_iter().filter_map(|(name, rank, floats)| Some((name, rank, floats.as_ref()?)));
        columns.extend(present.map(|(name, rank, floats)| column(name, rank, floats.into())));
        columns
    }
}

/// Whether all formats can hold a material's name.
fn fit(name: &str) -> bool {
    !name.is_empty() && !name.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn a_frame_that_does_not_fit_together_is_refused() {
        let good = samples::frame(3, samples::Precision::Single);
        assert_eq!(good.check(), Ok(()));
        let spoil = |change: &dyn Fn(&mut Frame)| {
            let mut frame = good.clone();
            change(&mut frame);
            frame.check().unwrap_err()
        };
        assert_eq!(spoil(&|frame| frame.dimension = 4), Flaw::Dimension(4));
        assert_eq!(
            spoil(&|frame| frame.v.f32s().truncate(1)),
            Flaw::Length { column: "v", expected: 3 * good.len(), found: 1 }
        );
        assert_eq!(
            spoil(&|frame| frame.f = Some(Floats::default())),
            Flaw::Length { column: "f", expected: 9 * good.len(), found: 0 }
        );
        assert_eq!(spoil(&|frame| frame.id[2] = frame.id[1]), Flaw::Order { row: 2 });
        assert_eq!(spoil(&|frame| frame.material[1] = 7), Flaw::Material { row: 1, material: 7, names: 2 });
        assert_eq!(spoil(&|frame| frame.materials[0] = "a\nb".to_owned()), Flaw::Name("a\nb".to_owned()));
        assert_eq!(spoil(&|frame| frame.spacing = 0.0), Flaw::Number { what: "spacing", value: 0.0 });
        assert!(matches!(spoil(&|frame| frame.time = f64::NAN), Flaw::Number { what: "time", .. }));
    }
}
