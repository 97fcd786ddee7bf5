//! Real numbers in the precision in which they were computed.

/// A column of real numbers, in single or in double precision.
#[derive(Clone, Debug, PartialEq)]
pub enum Floats {
    /// Single precision.
    F32(Vec<f32>),
    /// Double precision.
    F64(Vec<f64>),
}

impl Default for Floats {
    fn default() -> Self {
        Floats::F32(Vec::new())
    }
}

impl Floats {
    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        match self {
            Floats::F32(numbers) => numbers.len(),
            Floats::F64(numbers) => numbers.len(),
        }
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers, to be filled in single precision. Those in double precision are dropped.
    pub fn f32s(&mut self) -> &mut Vec<f32> {
        if let Floats::F64(_) = self {
            *self = Floats::F32(Vec::new());
        }
        match self {
            Floats::F32(numbers) => numbers,
            Floats::F64(_) => unreachable!("made single above"),
        }
    }

    /// The numbers, to be filled in double precision. Those in single precision are dropped.
    pub fn f64s(&mut self) -> &mut Vec<f64> {
        if let Floats::F32(_) = self {
            *self = Floats::F64(Vec::new());
        }
        match self {
            Floats::F64(numbers) => numbers,
            Floats::F32(_) => unreachable!("made double above"),
        }
    }

    /// A number, if there are so many.
    pub fn get(&self, index: usize) -> Option<f64> {
        match self {
            Floats::F32(numbers) => numbers.get(index).map(|x| f64::from(*x)),
            Floats::F64(numbers) => numbers.get(index).copied(),
        }
    }

    /// The numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = f64> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl From<Vec<f32>> for Floats {
    fn from(numbers: Vec<f32>) -> Self {
        Floats::F32(numbers)
    }
}

impl From<Vec<f64>> for Floats {
    fn from(numbers: Vec<f64>) -> Self {
        Floats::F64(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_kept_within_a_precision_and_dropped_between() {
        let mut floats = Floats::from(vec![1.5f32; 100]);
        floats.f32s().clear();
        assert!(floats.is_empty() && floats.f32s().capacity() == 100);
        floats.f64s().extend([0.1, 0.2]);
        assert_eq!(floats.iter().collect::<Vec<_>>(), [0.1, 0.2]);
        assert_eq!((floats.len(), floats.get(1), floats.get(2)), (2, Some(0.2), None));
    }
}
