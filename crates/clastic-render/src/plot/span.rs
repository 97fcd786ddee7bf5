//! The stretch of numbers that an axis shows, and its ticks.

use super::Scale;
use crate::ticks::Ticks;

/// Numbers beyond cannot be told from infinity once they are subtracted or scaled.
const LARGEST: f64 = 1e300;
const SMALLEST: f64 = 1e-300;
/// Less than this, relative to the numbers themselves, is shown as constant: labels could not tell them apart.
const FLAT: f64 = 1e-5;
/// At most so many steps between labels.
const STEPS: u32 = 7;
/// Labelled decades.
const MOST_DECADES: i32 = 8;

/// The stretch of numbers that an axis shows.
#[derive(Debug, PartialEq)]
pub(super) struct Span {
    scale: Scale,
    /// Both on the scale: as they are, or their decimal logarithms.
    low: f64,
    high: f64,
    pub ticks: Vec<Tick>,
}

/// A place on an axis.
#[derive(Debug, PartialEq)]
pub(super) struct Tick {
    /// From 0 at the lower end to 1.
    pub place: f64,
    /// A minor tick has none.
    pub label: Option<String>,
}

impl Span {
    /// Covers all numbers that the scale can show, and `room` of their extent beyond; ends are round.
    pub fn covering(scale: Scale, numbers: impl Iterator<Item = f64>, room: f64) -> Self {
        let numbers = numbers.filter_map(|number| on_scale(scale, number));
        let (low, high) =
            numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        match scale {
            Scale::Linear => linear(low, high, room),
            Scale::Log => log(low, high, room),
        }
    }

    /// Where a number is: 0 at the lower end, 1 at the upper. None if it is not on the scale.
    pub fn place(&self, number: f64) -> Option<f64> {
        Some((on_scale(self.scale, number)? - self.low) / (self.high - self.low))
    }

    fn with_ticks(self, ticks: impl Iterator<Item = (f64, Option<String>)>) -> Self {
        let place = |(at, label)| Tick { place: (at - self.low) / (self.high - self.low), label };
        // Ends are ticks up to rounding.
        let inside = |tick: &Tick| (-1e-9..=1.0 + 1e-9).contains(&tick.place);
        let ticks = ticks.map(place).filter(inside).collect();
        Span { ticks, ..self }
    }
}

fn on_scale(scale: Scale, number: f64) -> Option<f64> {
    match scale {
        Scale::Linear => (number.abs() <= LARGEST).then_some(number),
        Scale::Log => (SMALLEST..=LARGEST).contains(&number).then(|| number.log10()),
    }
}

fn linear(low: f64, high: f64, room: f64) -> Span {
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let largest = low.abs().max(high.abs());
    let (low, high) = if largest <= SMALLEST {
        (0.0, 1.0)
    } else if high - low <= FLAT * largest {
        (low - 0.1 * largest, high + 0.1 * largest)
    } else {
        // What begins at 0 begins at the axis.
        let beyond = |end: f64| if end == 0.0 { 0.0 } else { room * (high - low) };
        (low - beyond(low), high + beyond(high))
    };
    let quarter = 0.25 * Ticks::about(STEPS, low, high).step;
    let (low, high) = ((low / quarter + 1e-6).floor() * quarter, (high / quarter - 1e-6).ceil() * quarter);
    let ticks = Ticks::about(STEPS, low, high);
    let label = |value| decimal(value, ticks.step, low.abs().max(high.abs()));
    let values = ticks.values().into_iter().map(|value| (value, Some(label(value))));
    Span { scale: Scale::Linear, low, high, ticks: Vec::new() }.with_ticks(values)
}

/// With as many decimals as the step needs. Very large and small numbers share the power of 10 of the largest.
fn decimal(value: f64, step: f64, largest: f64) -> String {
    let power = largest.log10().floor() as i32;
    let power = if (-3..5).contains(&power) { 0 } else { power };
    let unit = 10f64.powi(power);
    let decimals = (-(step / unit).log10() - 1e-9).ceil().max(0.0) as usize;
    let number = format!("{:.decimals$}", value / unit).replace('-', "−");
    match (power, value) {
        (0, _) => number,
        (_, 0.0) => "0".to_string(),
        _ => format!("{number}×10{}", superscript(power)),
    }
}

/// `low` and `high` are logarithms.
fn log(low: f64, high: f64, room: f64) -> Span {
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let (low, high) = if high - low <= FLAT { (low - 0.5, high + 0.5) } else { (low, high) };
    let beyond = room * (high - low);
    let (low, high) = (low - beyond, high + beyond);
    let below = round_logs(low).into_iter().rfind(|log| *log <= low + 1e-9);
    let above = round_logs(high).into_iter().find(|log| *log >= high - 1e-9);
    let (low, high) = (below.unwrap_or(low), above.unwrap_or(high));
    let ticks = log_ticks(low, high);
    Span { scale: Scale::Log, low, high, ticks: Vec::new() }.with_ticks(ticks.into_iter())
}

/// Labels at powers of 10, or, where fewer than three are in sight, at 1, 2 and 5 times them, or at all multiples.
fn log_ticks(low: f64, high: f64) -> Vec<(f64, Option<String>)> {
    let (first, last) = (low.floor() as i32, high.ceil() as i32);
    let numbers = || (first..=last).flat_map(|n| (1..10).map(move |m| (m, n)));
    let at = |(m, n): (i32, i32)| n as f64 + (m as f64).log10();
    let seen = |multiples: &[i32]| {
        let inside = |number| (low - 1e-9..=high + 1e-9).contains(&at(number));
        numbers().filter(|(m, n)| multiples.contains(m) && inside((*m, *n))).count() as i32
    };
    let decades = seen(&[1]);
    let every = (decades + MOST_DECADES - 1) / MOST_DECADES;
    let label = |(m, n): (i32, i32)| match decades {
        3.. => (m == 1 && n % every == 0).then(|| format!("10{}", superscript(n))),
        _ => ([1, 2, 5].contains(&m) || seen(&[1, 2, 5]) < 3).then(|| round_number(m, n)),
    };
    let ticks = numbers().filter(|(m, _)| *m == 1 || every <= 1);
    ticks.map(|number| (at(number), label(number))).collect()
}

/// The logarithms of 1, 2 and 5 times powers of 10 around one.
fn round_logs(log: f64) -> [f64; 9] {
    std::array::from_fn(|i| log.floor() - 1.0 + (i / 3) as f64 + [1.0f64, 2.0, 5.0][i % 3].log10())
}

/// `m × 10ⁿ`.
fn round_number(m: i32, n: i32) -> String {
    match n {
        0..=4 => format!("{m}{}", "0".repeat(n as usize)),
        -4..0 => format!("0.{}{m}", "0".repeat((-n - 1) as usize)),
        _ => format!("{m}×10{}", superscript(n)),
    }
}

fn superscript(number: i32) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| c.to_digit(10).map_or('⁻', |digit| digits[digit as usize]);
    number.to_string().chars().map(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(span: &Span) -> Vec<&str> {
        span.ticks.iter().filter_map(|tick| tick.label.as_deref()).collect()
    }

    #[test]
    fn ends_are_round_and_ticks_are_where_their_numbers_are() {
        let span = Span::covering(Scale::Linear, [0.0, 2.93].into_iter(), 0.0);
        assert_eq!(labels(&span), ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"]);
        assert_eq!(span.place(1.5), Some(0.5));
        assert_eq!(span.ticks[3].place, 0.5);
        let span = Span::covering(Scale::Linear, [-2.0e6, 1.9e6].into_iter(), 0.03);
        assert_eq!(labels(&span), ["−2×10⁶", "−1×10⁶", "0", "1×10⁶", "2×10⁶"]);
        assert!(span.place(-2.0e6).unwrap() > 0.0);
        let span = Span::covering(Scale::Linear, [0.0, 1.5e-6].into_iter(), 0.0);
        assert_eq!(labels(&span)[..3], ["0", "0.5×10⁻⁶", "1.0×10⁻⁶"]);
        let zeros = Span::covering(Scale::Linear, [0.0, 0.0].into_iter(), 0.03);
        assert_eq!((zeros.place(0.0), zeros.place(1.0)), (Some(0.0), Some(1.0)));
        let span = Span::covering(Scale::Linear, [1.0, 1.00004].into_iter(), 0.0);
        assert_eq!(labels(&span)[..2], ["1.00000", "1.00001"]);
    }

    #[test]
    fn decades_are_labelled_and_divided() {
        let span = Span::covering(Scale::Log, [3e-3, 40.0].into_iter(), 0.0);
        assert_eq!(labels(&span), ["10⁻²", "10⁻¹", "10⁰", "10¹"]);
        assert_eq!((span.place(2e-3), span.place(50.0)), (Some(0.0), Some(1.0)));
        let place = |value: f64| span.place(value).unwrap();
        assert!((place(1.0) - place(0.1) - (place(0.1) - place(0.01))).abs() < 1e-12);
        assert!(
            span.ticks.iter().any(|tick| tick.label.is_none() && (tick.place - place(0.03)).abs() < 1e-12)
        );
        let wide = Span::covering(Scale::Log, [1e-16, 1.0].into_iter(), 0.0);
        assert!(labels(&wide).len() <= 8 && labels(&wide).contains(&"10⁻¹⁵"), "{:?}", labels(&wide));
        let narrow = Span::covering(Scale::Log, [0.021, 0.19].into_iter(), 0.0);
        assert_eq!(labels(&narrow), ["0.02", "0.05", "0.1", "0.2"]);
        let narrower = Span::covering(Scale::Log, [210.0, 400.0].into_iter(), 0.0);
        assert_eq!(labels(&narrower), ["200", "300", "400", "500"]);
    }

    #[test]
    fn whatever_the_numbers_there_are_ticks_to_read_them_by() {
        let sets: [&[f64]; 11] = [
            &[],
            &[f64::NAN, f64::INFINITY],
            &[0.0, 0.0],
            &[5.0],
            &[-7.0, -7.0],
            &[1.0, 1.0 + 1e-12],
            &[1e-320, 2e-320],
            &[-1e308, 1e308],
            &[-1e300, 1e300],
            &[1e-300, 1e300],
            &[1e9, 1e9 + 1.0],
        ];
        for numbers in sets {
            for scale in [Scale::Linear, Scale::Log] {
                let span = Span::covering(scale, numbers.iter().copied(), 0.03);
                assert!(span.low < span.high, "{numbers:?} {span:?}");
                assert!(labels(&span).len() >= 2, "{numbers:?} {span:?}");
                let places = numbers.iter().filter_map(|number| span.place(*number));
                assert!(places.into_iter().all(|place| (0.0..=1.0).contains(&place)), "{numbers:?} {span:?}");
            }
        }
    }
}
