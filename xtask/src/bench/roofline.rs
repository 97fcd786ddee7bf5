//! What every phase of a step must at least do, for 3D, `f32` and the quadratic kernel.
//!
//! Bytes are those that must come from or go to memory if nothing is left in the caches from the phase before: every
//! number that a phase reads or writes, once. Operations are those of the algorithm, a multiply-add as two, without what
//! only fills registers (the fourth node of a row of three) and without comparisons and conversions. Both follow from the
//! layout in ARCHITECTURE.md and were counted by hand in the engine's loops.

use super::job::Case;

/// The phases as `clastic bench` names them.
pub const PHASES: [&str; 5] = ["order", "particles_to_grid", "grid", "grid_to_particles", "materials"];

/// Bytes of a number.
const NUMBER: f64 = 4.0;
/// Bytes of an id, and of a sorted entry.
const WORD: f64 = 8.0;
/// Numbers of a particle that every law keeps: position, velocity, affine field, mass and volume, stress, volume ratios.
const COMMON: f64 = (3 + 3 + 9 + 2 + 6 + 2) as f64;
/// Nodes of an arena per home, where a family is whole and just ordered: its 8 homes reach 11 × 11 rows of four registers
/// of four.
const ARENA_NODES: f64 = (11 * 11 * 16 / 8) as f64;
/// Nodes of a block.
const BLOCK_NODES: f64 = 64.0;
/// A particle's rows of nodes, and the planes that they lie in.
const ROWS: f64 = 9.0;
const PLANES: f64 = 3.0;
/// Nodes of a row in reach.
const ROW_NODES: f64 = 3.0;
/// Weights, offsets and the first node of a particle.
const WEIGHTS: f64 = 66.0;

/// What is known of a run.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    pub case: Case,
    pub particles: f64,
    pub homes: f64,
    pub node_blocks: f64,
    /// Orderings per step.
    pub orderings: f64,
}

/// What a phase does, per particle and step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    pub bytes: f64,
    pub operations: f64,
}

/// What the machine can do.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Bytes per second.
    pub bandwidth: f64,
    /// Floating-point operations per second.
    pub flops: f64,
}

impl Work {
    /// The least time that its bytes and its operations take, in ns.
    pub fn bounds(&self, machine: Machine) -> [f64; 2] {
        [1e9 * self.bytes / machine.bandwidth, 1e9 * self.operations / machine.flops]
    }
}

impl Load {
    /// Whether velocities before and after forces are compared, so that nodes hold 8 values and not 4.
    fn is_split(&self) -> bool {
        self.case.scheme != "apic"
    }

    fn node_values(&self) -> f64 {
        if self.is_split() { 8.0 } else { 4.0 }
    }

    /// Numbers that the law keeps: `F`; `b` and a memory; `J`.
    fn state(&self) -> f64 {
        match self.case.material {
            "jelly" => 9.0,
            "sand" => 7.0,
            _ => 1.0,
        }
    }

    /// What the law, the deformation and the limits of the next step take: a polar decomposition; a return to the cone
    /// with `exp`, `ln` and two roots; two powers.
    fn law_operations(&self) -> f64 {
        match self.case.material {
            "jelly" => 530.0,
            "sand" => 470.0,
            _ => 135.0,
        }
    }

    /// Bytes of the arenas and of the nodes, per particle.
    fn arenas(&self) -> f64 {
        self.homes * ARENA_NODES * self.node_values() * NUMBER / self.particles
    }

    fn nodes(&self) -> f64 {
        self.node_blocks * BLOCK_NODES * self.node_values() * NUMBER / self.particles
    }

    /// What a phase must do.
    pub fn work(&self, phase: &str) -> Work {
        match phase {
            "order" => self.order(),
            "particles_to_grid" => self.particles_to_grid(),
            "grid" => self.grid(),
            "grid_to_particles" => self.grid_to_particles(),
            _ => self.materials(),
        }
    }

    /// Positions are rebased, entries sorted, every field moved.
    fn order(&self) -> Work {
        let rebased = 2.0 * 3.0 * NUMBER + WORD;
        let entries = 2.0 * WORD + 2.0 * NUMBER;
        let moved = 2.0 * (COMMON + self.state()) * NUMBER + 2.0 * WORD;
        Work { bytes: self.orderings * (rebased + entries + moved), operations: 0.0 }
    }

    /// Reads position, velocity, affine field, stress and mass; writes the arena.
    fn particles_to_grid(&self) -> Work {
        let read = (3 + 3 + 9 + 6 + 1) as f64 * NUMBER;
        let row = ROW_NODES * self.node_values();
        // Five per value of the row's columns, a multiply-add per plane, two per row.
        let scatter = row * (5.0 + 2.0 * PLANES + 4.0 * ROWS);
        let columns = 54.0;
        Work { bytes: read + self.arenas(), operations: WEIGHTS + columns + scatter }
    }

    /// Reads the arenas, writes the nodes; an addition per value, then velocities.
    fn grid(&self) -> Work {
        let values = self.homes * ARENA_NODES * self.node_values() / self.particles;
        let velocities = self.node_blocks * BLOCK_NODES * (if self.is_split() { 13.0 } else { 7.0 });
        Work { bytes: self.arenas() + self.nodes(), operations: values + velocities / self.particles }
    }

    /// Reads the nodes, position, mass and volume ratio, and with a split the velocity and the critical ratio; writes
    /// position, velocity and affine field.
    fn grid_to_particles(&self) -> Work {
        let read = if self.is_split() { 3 + 1 + 1 + 3 + 1 } else { 3 + 1 + 1 };
        let numbers = (read + 3 + 3 + 9) as f64;
        // Values and two slopes; a third of it again for the velocity before forces.
        let row = ROW_NODES * 4.0;
        let value = row * (2.0 * ROWS + 2.0 * PLANES + 2.0);
        let slopes = row * (2.0 * ROWS + 4.0 * PLANES + 5.0);
        let second = if self.is_split() { value + 20.0 } else { 0.0 };
        let advance = 70.0;
        Work {
            bytes: numbers * NUMBER + self.nodes(),
            operations: WEIGHTS + value + slopes + second + advance,
        }
    }

    /// Reads velocity, affine field, mass and volume; reads and writes the state; writes stress and volume ratios.
    fn materials(&self) -> Work {
        let numbers = (3 + 9 + 2) as f64 + 2.0 * self.state() + (6 + 2) as f64;
        Work { bytes: numbers * NUMBER, operations: self.law_operations() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(scheme: &'static str) -> Load {
        let case = Case { material: "jelly", scheme };
        Load { case, particles: 512.0, homes: 1.0, node_blocks: 1.0, orderings: 0.25 }
    }

    #[test]
    fn bytes_follow_from_the_layout() {
        let load = load("apic");
        assert_eq!(load.work("materials").bytes, 160.0);
        // 22 numbers, and 242 nodes of 16 bytes for 512 particles.
        assert_eq!(load.work("particles_to_grid").bytes, 88.0 + 242.0 * 16.0 / 512.0);
        assert_eq!(load.work("grid").bytes, (242.0 + 64.0) * 16.0 / 512.0);
        assert_eq!(load.work("grid_to_particles").bytes, 80.0 + 2.0);
        assert_eq!(load.work("order").bytes, 0.25 * (32.0 + 24.0 + 34.0 * 8.0 + 16.0));
    }

    #[test]
    fn comparing_velocities_is_more_work() {
        for phase in ["particles_to_grid", "grid", "grid_to_particles"] {
            let (narrow, wide) = (load("apic").work(phase), load("asflip").work(phase));
            assert!(wide.bytes > narrow.bytes && wide.operations > narrow.operations, "{phase}");
        }
        assert_eq!(load("apic").work("materials"), load("asflip").work("materials"));
    }

    #[test]
    fn a_step_of_jelly_is_about_two_thousand_operations() {
        let operations: f64 = PHASES.iter().map(|phase| load("apic").work(phase).operations).sum();
        assert!((1800.0..2600.0).contains(&operations), "{operations}");
    }

    #[test]
    fn bounds_are_in_nanoseconds() {
        let work = Work { bytes: 100.0, operations: 400.0 };
        assert_eq!(work.bounds(Machine { bandwidth: 1e10, flops: 2e11 }), [10.0, 2.0]);
    }
}
