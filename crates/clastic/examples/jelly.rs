//! Drops a cube of jelly on a floor and prints the height of its centre.

use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::materials::FixedCorotated;
use clastic::{Config, Dimension, Particle, Simulation, SimulationError};

fn main() -> Result<(), SimulationError> {
    let mut config = Config::new(Dimension::Three, 0.1);
    config.axes[1] = Axis::Bounded { low: Some(Wall::new(0.0, Contact::Sticky)), high: None };
    let mut simulation = Simulation::new(config)?;
    let jelly = simulation.add_material("jelly", FixedCorotated::new(1e5, 0.3));

    // A cube with edges of 0.5 m, 8 particles per cell, 1000 kg/m³, half a metre above the floor.
    let spacing = 0.05;
    let place = |i: usize| (i as f64 + 0.5) * spacing;
    let mut cube = Vec::new();
    for i in 0..1000 {
        let position = [place(i % 10), 0.5 + place(i / 10 % 10), place(i / 100)];
        cube.push(Particle::at(position, 1000.0 * spacing.powi(3), spacing.powi(3)));
    }
    simulation.add_particles(jelly, &cube)?;

    for frame in 1..=24 {
        simulation.advance_to(frame as f64 / 24.0)?;
        println!("{:.3} s: {:.3} m", simulation.time(), simulation.diagnostics().center_of_mass[1]);
    }
    Ok(())
}
