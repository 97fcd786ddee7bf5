//! Round numbers along an axis.

/// Round numbers within an interval: 1, 2 or 5 times a power of 10 apart.
pub(crate) struct Ticks {
    low: f64,
    high: f64,
    pub step: f64,
}

impl Ticks {
    /// About five of them.
    pub fn new(low: f64, high: f64) -> Self {
        Ticks::about(5, low, high)
    }

    /// Steps between them are `count` at most.
    pub fn about(count: u32, low: f64, high: f64) -> Self {
        let (low, high) = (low.min(high), low.max(high));
        let rough = (high - low) / count as f64;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = step.into_iter().find(|step| *step >= 0.999 * rough).unwrap_or(f64::NAN);
        Ticks { low, high, step }
    }

    /// None if the interval is empty, or too narrow to tell numbers in it apart.
    pub fn values(&self) -> Vec<f64> {
        let (first, last) = ((self.low / self.step - 1e-6).ceil(), (self.high / self.step + 1e-6).floor());
        if !(first.abs().max(last.abs()) < 1e9 && last - first < 20.0) {
            return Vec::new();
        }
        // Adding 0 turns −0 into 0.
        (first as i64..=last as i64).map(|i| i as f64 * self.step + 0.0).collect()
    }

    /// With as many decimals as the step needs; very large and small numbers with a power of 10.
    pub fn label(&self, value: f64) -> String {
        let largest = self.low.abs().max(self.high.abs());
        let decimals = (-self.step.log10() - 1e-9).ceil().max(0.0) as usize;
        if value != 0.0 && (largest >= 1e5 || decimals > 4) {
            let digits = (value.abs().log10().floor() - self.step.log10().floor()).clamp(0.0, 6.0) as usize;
            return format!("{value:.digits$e}").replace('-', "−");
        }
        let decimals = if value == 0.0 && (largest >= 1e5 || decimals > 4) { 0 } else { decimals };
        format!("{value:.decimals$}").replace('-', "−")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64) -> Vec<String> {
        let ticks = Ticks::new(low, high);
        ticks.values().into_iter().map(|value| ticks.label(value)).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(labels(0.0, 5.0), ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(labels(0.8, 1.2), ["0.8", "0.9", "1.0", "1.1", "1.2"]);
        assert_eq!(labels(-0.013, 0.021), ["−0.01", "0.00", "0.01", "0.02"]);
        assert_eq!(labels(0.0, 2.0e6), ["0", "5e5", "1.0e6", "1.5e6", "2.0e6"]);
        assert_eq!(labels(0.0, 1e-5), ["0", "2e−6", "4e−6", "6e−6", "8e−6", "1.0e−5"]);
        for (low, high) in [(1.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (1e9, 1e9 + 1e-3)] {
            assert_eq!(labels(low, high), [""; 0], "{low} {high}");
        }
    }
}
