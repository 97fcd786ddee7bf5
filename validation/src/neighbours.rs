//! Who is near whom among particles.

use clastic::Simulation;
use clastic_shapes::Neighbours;

/// Which particles of a simulation lie within a reach, in m, of each other.
pub fn neighbours(simulation: &Simulation, reach: f64) -> Neighbours {
    Neighbours::new(simulation.particles().iter().map(|state| state.particle.position).collect(), reach)
}
