//! Runs of a scene with one scheme after another, looked at as time goes on.

use clastic::{Diagnostics, Observer, Simulation, StepReport, Until};

use crate::{GalleryScene, Plot};

/// The schemes that are compared: how they are called in figures and in scenes. The first four are those of the papers
/// on APIC.
pub const SCHEMES: [(&str, &str); 8] = [
    ("PIC", "pic"),
    ("RPIC", "rpic"),
    ("APIC", "apic"),
    ("FLIP 1", "flip-1"),
    ("FLIP .95", "flip-0.95"),
    ("AFLIP .99", "aflip-0.99"),
    ("ASFLIP .99", "asflip-0.99"),
    ("PolyPIC", "polypic"),
];

/// The schemes that keep angular momentum.
pub const CONSERVING: [&str; 3] = ["RPIC", "APIC", "PolyPIC"];

/// One run.
pub struct History {
    /// The scheme.
    pub label: &'static str,
    /// Times in s, and the state then; the first is the beginning.
    pub states: Vec<(f64, Diagnostics)>,
    /// Attempts at steps that the guard refused.
    pub refused: usize,
}

struct Refusals(usize);

impl Observer for Refusals {
    fn step(&mut self, _: f64, report: &StepReport) -> bool {
        self.0 += report.retries;
        true
    }
}

/// How long a run is followed.
#[derive(Clone, Copy)]
pub struct Span {
    /// Simulated time, in s.
    pub seconds: f64,
    /// How often to look at the state on the way.
    pub looks: usize,
}

impl History {
    /// Follows a simulation from its beginning.
    pub fn of(label: &'static str, simulation: &mut Simulation, span: Span) -> History {
        let mut refusals = Refusals(0);
        let mut states = vec![(simulation.time(), simulation.diagnostics())];
        for look in 1..=span.looks {
            let time = span.seconds * look as f64 / span.looks as f64;
            simulation
                .run(Until::Time(time), &mut refusals)
                .unwrap_or_else(|error| panic!("{label}: {error}"));
            states.push((time, simulation.diagnostics()));
        }
        History { label, states, refused: refusals.0 }
    }

    /// The state at the beginning.
    pub fn first(&self) -> &Diagnostics {
        &self.states[0].1
    }

    /// The state at the end.
    pub fn last(&self) -> &Diagnostics {
        &self.states[self.states.len() - 1].1
    }

    /// The largest distance of angular momentum from that at the beginning, in kg m²/s.
    pub fn angular_drift(&self) -> f64 {
        let start = self.first().angular_momentum;
        let away = |state: &Diagnostics| norm(std::array::from_fn(|i| state.angular_momentum[i] - start[i]));
        self.states.iter().map(|(_, state)| away(state)).fold(0.0, f64::max)
    }

    /// The largest distance of momentum from that at the beginning, over that of all mass at the highest speed.
    pub fn momentum_drift(&self) -> f64 {
        let start = self.first();
        let away = |state: &Diagnostics| norm(std::array::from_fn(|i| state.momentum[i] - start.momentum[i]));
        self.states.iter().map(|(_, state)| away(state)).fold(0.0, f64::max) / (start.mass * start.max_speed)
    }

    /// The state at a look that falls on this time or is the first after it.
    pub fn at(&self, time: f64) -> &Diagnostics {
        let later = self.states.iter().find(|(when, _)| *when >= time);
        later.map(|(_, state)| state).expect("a time within the span")
    }

    /// The share of the energy at the beginning that is left at the end.
    pub fn energy_kept(&self) -> f64 {
        energy(self.last()) / energy(self.first())
    }
}

/// Follows a scene with one scheme after another.
pub fn compare(scene: &GalleryScene, schemes: &[(&'static str, &str)], span: Span) -> Vec<History> {
    let follow = |(label, scheme): &(&'static str, &str)| {
        History::of(label, &mut scene.clone().set("transfer.scheme", scheme).build(), span)
    };
    schemes.iter().map(follow).collect()
}

/// The history of a scheme.
pub fn find<'a>(histories: &'a [History], label: &str) -> &'a History {
    histories.iter().find(|history| history.label == label).expect("a scheme of the list")
}

/// A quantity over time, one line per scheme.
pub fn figure(histories: &[History], title: &str, y: &str, quantity: fn(&Diagnostics) -> f64) -> Plot {
    histories.iter().fold(Plot::new(title).x("time (s)").y(y), |plot, history| {
        plot.line(history.label, history.states.iter().map(|(time, state)| [*time, quantity(state)]))
    })
}

/// Kinetic energy, with that of the affine fields, and elastic energy, in J: what the transfers hand on and forces trade.
pub fn energy(state: &Diagnostics) -> f64 {
    state.kinetic + state.kinetic_affine + state.elastic
}

/// The length of a vector.
pub fn norm(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}
