//! Serde for the closed lists of names that scenes draw from.

use clastic::grid::Contact;
use clastic::kernels::Kernel;
use clastic::transfer::GradientForm;
use clastic::{Dimension, Precision};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::scene::{Sampling, ShapeKind};

/// Something that scenes call by name.
pub(crate) trait Named: Copy + 'static {
    const WHAT: &'static str;
    const ALL: &'static [Self];
    fn name(self) -> &'static str;
}

impl Named for Kernel {
    const WHAT: &'static str = "kernel";
    const ALL: &'static [Self] = &Kernel::ALL;
    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for GradientForm {
    const WHAT: &'static str = "form of gradients";
    const ALL: &'static [Self] = &GradientForm::ALL;
    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for Contact {
    const WHAT: &'static str = "contact";
    const ALL: &'static [Self] = &Contact::ALL;
    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for Precision {
    const WHAT: &'static str = "precision";
    const ALL: &'static [Self] = &[Precision::F32, Precision::F64];
    fn name(self) -> &'static str {
        match self {
            Precision::F32 => "f32",
            Precision::F64 => "f64",
        }
    }
}

impl Named for ShapeKind {
    const WHAT: &'static str = "shape";
    const ALL: &'static [Self] = &[ShapeKind::Box, ShapeKind::Disk, ShapeKind::Sphere];
    fn name(self) -> &'static str {
        match self {
            ShapeKind::Box => "box",
            ShapeKind::Disk => "disk",
            ShapeKind::Sphere => "sphere",
        }
    }
}

impl Named for Sampling {
    const WHAT: &'static str = "sampling";
    const ALL: &'static [Self] = &[Sampling::Regular, Sampling::Jittered];
    fn name(self) -> &'static str {
        match self {
            Sampling::Regular => "regular",
            Sampling::Jittered => "jittered",
        }
    }
}

pub(crate) fn serialize<T: Named, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(value.name())
}

pub(crate) fn deserialize<'de, T: Named, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let given = String::deserialize(deserializer)?;
    T::ALL.iter().copied().find(|value| value.name() == given).ok_or_else(|| {
        let names: Vec<_> = T::ALL.iter().map(|value| value.name()).collect();
        de::Error::custom(format!("no {} is called `{given}`; there are {}", T::WHAT, names.join(", ")))
    })
}

/// The same for a field that may be missing.
pub(crate) mod option {
    use super::*;

    pub(crate) fn serialize<T: Named, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(T::name).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        super::deserialize(deserializer).map(Some)
    }
}

/// `dimension = 2` or `3`.
pub(crate) mod dimension {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(value: &Dimension, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*value as u8)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Dimension, D::Error> {
        match i64::deserialize(deserializer)? {
            2 => Ok(Dimension::Two),
            3 => Ok(Dimension::Three),
            other => Err(de::Error::custom(format!("{other} dimensions; there are 2 or 3"))),
        }
    }
}
