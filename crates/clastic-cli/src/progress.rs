//! The progress bar; it hides where stderr is no terminal.

use std::time::Instant;

use clastic::integrators::Iterations;
use clastic::{Simulation, StepReport};
use clastic_scene::Scene;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Ticks of the whole bar.
const LENGTH: u64 = 10_000;

/// Frame, time, particles, speed and what limits the step.
pub struct Progress {
    bar: ProgressBar,
    materials: Vec<String>,
    particles: usize,
    frames: u64,
    frame: u64,
    end: f64,
    start: Instant,
    steps: u64,
    /// In the scene's unit of length.
    per_millimetre: f64,
}

impl Progress {
    /// For a run of that scene.
    pub fn new(scene: &Scene, simulation: &Simulation, hidden: Visibility) -> Self {
        let bar = bar(LENGTH, "{bar:20} {msg}, {eta} left", hidden);
        let frames = scene.time.frame_count();
        Progress {
            bar,
            materials: scene.materials.iter().map(|(name, _)| name.clone()).collect(),
            particles: simulation.len(),
            frames,
            frame: 0,
            end: scene.time.frame_time(frames),
            start: Instant::now(),
            steps: 0,
            per_millimetre: 1e-3 * scene.units.per_si("m"),
        }
    }

    /// A step is done.
    pub fn step(&mut self, time: f64, report: &StepReport) {
        self.steps += 1;
        if self.bar.is_hidden() {
            return;
        }
        let limit = report.limit.criterion.name();
        let material = report.limit.material.and_then(|index| self.materials.get(index));
        let limit = material.map_or(limit.to_string(), |material| format!("{limit} in {material}"));
        let rate = self.steps as f64 / self.start.elapsed().as_secs_f64();
        self.bar.set_position((LENGTH as f64 * time / self.end) as u64);
        self.bar.set_message(format!(
            "frame {}/{}, t = {time:.3} s, {} particles, {rate:.0} steps/s, Δt = {:.2e} s ({limit}){}",
            self.frame,
            self.frames,
            self.particles,
            report.dt,
            self.solve(&report.iterations)
        ));
    }

    /// What a solve took, if there was one.
    fn solve(&self, iterations: &Iterations) -> String {
        match *iterations {
            Iterations { newton: 0, .. } => String::new(),
            Iterations { newton, linear, residual, .. } => {
                format!(", {newton} Newton, {linear} CG, {:.2e} mm/s off", residual / self.per_millimetre)
            }
        }
    }

    /// A frame is written, of so many particles.
    pub fn frame(&mut self, frame: u64, particles: usize) {
        (self.frame, self.particles) = (frame, particles);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar that counts pieces of work.
pub fn plain_bar(length: u64, visibility: Visibility) -> ProgressBar {
    bar(length, "{bar:20} {pos}/{len}, {eta} left", visibility)
}

fn bar(length: u64, template: &str, visibility: Visibility) -> ProgressBar {
    let target = match visibility {
        // Draws nothing unless stderr is a terminal.
        Visibility::Shown => ProgressDrawTarget::stderr_with_hz(5),
        Visibility::Hidden => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Whether the user wants to see it.
#[derive(Clone, Copy, PartialEq)]
pub enum Visibility {
    /// On a terminal.
    Shown,
    /// Nowhere.
    Hidden,
}
