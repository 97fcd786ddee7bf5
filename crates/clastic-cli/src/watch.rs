//! Follows a run: time per phase, lengths of steps and what limited them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clastic::{Observer, Phase, StepReport};
use clastic_scene::Steps;

use crate::progress::Progress;
use crate::view::Control;

/// The phases in the order of a step, with their names in reports.
pub const PHASES: [(Phase, &str); 13] = [
    (Phase::Order, "order"),
    (Phase::Meshes, "meshes"),
    (Phase::ParticlesToGrid, "particles_to_grid"),
    (Phase::Solve, "solve"),
    (Phase::Grid, "grid"),
    (Phase::GridToParticles, "grid_to_particles"),
    (Phase::Shapes, "shapes"),
    (Phase::Forces, "forces"),
    (Phase::Components, "components"),
    (Phase::Blend, "blend"),
    (Phase::Positions, "positions"),
    (Phase::Heat, "heat"),
    (Phase::Materials, "materials"),
];

/// Time per phase.
pub struct Timer {
    phase: Phase,
    since: Instant,
    sums: [Duration; PHASES.len() + 1],
}

impl Timer {
    /// Starts outside all steps.
    pub fn new() -> Self {
        Timer { phase: Phase::Outside, since: Instant::now(), sums: [Duration::ZERO; PHASES.len() + 1] }
    }

    /// Seconds spent in a phase so far.
    pub fn seconds(&self, phase: Phase) -> f64 {
        self.sums[phase as usize].as_secs_f64()
    }

    /// Seconds spent in each phase so far, in the order of their numbers.
    pub fn all_seconds(&self) -> [f64; PHASES.len() + 1] {
        self.sums.map(|sum| sum.as_secs_f64())
    }

    /// Adds what was spent before.
    pub fn begin_with(&mut self, seconds: [f64; PHASES.len() + 1]) {
        for (sum, seconds) in self.sums.iter_mut().zip(seconds) {
            *sum += Duration::try_from_secs_f64(seconds).unwrap_or_default();
        }
    }

    /// Seconds spent in steps so far.
    pub fn stepping(&self) -> f64 {
        PHASES.iter().map(|(phase, _)| self.seconds(*phase)).sum()
    }
}

impl Observer for Timer {
    fn phase(&mut self, phase: Phase) {
        let now = Instant::now();
        self.sums[self.phase as usize] += now - self.since;
        self.since = now;
        self.phase = phase;
    }
}

/// All that a run's reports need to know.
pub struct Watch {
    /// Time per phase.
    pub timer: Timer,
    /// Steps of the whole run.
    pub all: Steps,
    /// Steps since the last frame.
    pub since_frame: Steps,
    /// Particles times steps up to the last frame.
    pub until_frame: f64,
    /// The progress bar.
    pub progress: Progress,
    /// Between the run and those who watch it, if it is shown.
    pub control: Option<Arc<Control>>,
    interrupted: Arc<AtomicBool>,
}

impl Watch {
    /// Begins; `interrupted` ends the run after the step in which it turns true.
    pub fn new(progress: Progress, interrupted: Arc<AtomicBool>, control: Option<Arc<Control>>) -> Self {
        Watch {
            timer: Timer::new(),
            all: Steps::none(),
            since_frame: Steps::none(),
            until_frame: 0.0,
            progress,
            control,
            interrupted,
        }
    }

    /// A frame is written, of so many particles.
    pub fn frame(&mut self, number: u64, particles: usize) {
        self.until_frame = self.particle_steps(particles);
        self.since_frame = Steps::none();
        self.progress.frame(number, particles);
    }

    /// Particles times steps so far, if as many particles as now were there in all steps since the last frame.
    pub fn particle_steps(&self, particles: usize) -> f64 {
        self.until_frame + self.since_frame.total() as f64 * particles as f64
    }

    /// Whether the user wants it to end.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

impl Observer for Watch {
    fn phase(&mut self, phase: Phase) {
        self.timer.phase(phase);
    }

    fn step(&mut self, time: f64, report: &StepReport) -> bool {
        self.all.add(report);
        self.since_frame.add(report);
        self.progress.step(time, report);
        if let Some(control) = &self.control {
            control.hold();
        }
        !self.interrupted()
    }
}
