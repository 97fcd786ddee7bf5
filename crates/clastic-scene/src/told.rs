//! What is told of a run: its steps, and its state in numbers with their names.

use clastic::integrators::Iterations;
use clastic::{Component, Criterion, Diagnostics, StepReport};

/// The state in numbers, by the names that tables have for them.
pub fn diagnostics_columns(d: &Diagnostics) -> [(&'static str, f64); 14] {
    let ([px, py, pz], [lx, ly, lz], [cx, cy, cz]) = (d.momentum, d.angular_momentum, d.center_of_mass);
    [
        ("mass", d.mass),
        ("px", px),
        ("py", py),
        ("pz", pz),
        ("lx", lx),
        ("ly", ly),
        ("lz", lz),
        ("cx", cx),
        ("cy", cy),
        ("cz", cz),
        ("kinetic", d.kinetic),
        ("elastic", d.elastic),
        ("gravitational", d.gravitational),
        ("max_speed", d.max_speed),
    ]
}

/// The same of every component.
pub fn component_columns(components: &[Component]) -> impl Iterator<Item = (String, f64)> {
    components.iter().enumerate().flat_map(|(index, component)| {
        let Component { mass, least, greatest } = *component;
        let of = [("mass", mass), ("least", least), ("greatest", greatest)];
        of.map(|(what, number)| match index {
            0 => (format!("component_{what}"), number),
            _ => (format!("component_{what}_{}", index + 1), number),
        })
    })
}

/// Lengths of steps.
#[derive(Clone, Copy)]
pub struct Steps {
    /// The shortest, in s.
    pub min: f64,
    /// The longest, in s.
    pub max: f64,
    /// How many each criterion limited, in the order of [`Criterion::ALL`].
    pub limited: [u64; Criterion::ALL.len()],
    /// What the solves of implicit steps and within meshes took in all, and the largest residual that a step's left.
    pub iterations: Iterations,
}

impl Steps {
    /// None yet.
    pub fn none() -> Self {
        let (limited, iterations) = ([0; Criterion::ALL.len()], Iterations::default());
        Steps { min: f64::INFINITY, max: 0.0, limited, iterations }
    }

    /// One more.
    pub fn add(&mut self, report: &StepReport) {
        self.min = self.min.min(report.dt);
        self.max = self.max.max(report.dt);
        let Iterations { newton, linear, residual, in_meshes, unfinished } = report.iterations;
        self.iterations.newton += newton;
        self.iterations.linear += linear;
        self.iterations.residual = self.iterations.residual.max(residual);
        self.iterations.in_meshes += in_meshes;
        self.iterations.unfinished += unfinished;
        if let Some(index) = Criterion::ALL.iter().position(|criterion| *criterion == report.limit.criterion)
        {
            self.limited[index] += 1;
        }
    }

    /// How many.
    pub fn total(&self) -> u64 {
        self.limited.iter().sum()
    }

    /// How many a criterion limited.
    pub fn count(&self, criterion: Criterion) -> u64 {
        self.limited
            .iter()
            .zip(Criterion::ALL)
            .filter(|(_, known)| *known == criterion)
            .map(|(count, _)| count)
            .sum()
    }

    /// The shortest, or 0 if there are none.
    pub fn shortest(&self) -> f64 {
        if self.min.is_finite() { self.min } else { 0.0 }
    }

    /// What limited most of them.
    pub fn limit(&self) -> &'static str {
        let counted = self.limited.iter().zip(Criterion::ALL).filter(|(count, _)| **count > 0);
        // The first of the most frequent.
        counted.rev().max_by_key(|(count, _)| **count).map_or("none", |(_, criterion)| criterion.name())
    }
}
