//! From a scene to a simulation.

use std::collections::BTreeMap;

use clastic::grid::{Axis, Wall};
use clastic::tensor::SimdLevel;
use clastic::{Config, MaterialId, Particle, Simulation};

use crate::error::SceneError;
use crate::scene::{Scene, WallTable};

/// What a run may choose without changing the scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// Threads; 0 takes one per core.
    pub threads: usize,
    /// The instruction set; `None` takes the fastest that the CPU has.
    pub simd: Option<SimdLevel>,
}

/// Particles that are handed to the engine at a time, which bounds what is held twice.
const BATCH: usize = 1 << 20;

impl Scene {
    /// The engine's configuration.
    pub fn config(&self, overrides: &Overrides) -> Result<Config, SceneError> {
        let mut config = Config::new(self.dimension, self.grid.cell_size);
        config.precision = self.precision;
        config.kernel = self.grid.kernel;
        config.gradients = self.grid.gradients;
        config.scheme = self.transfer.resolve(self.dimension).map_err(|error| error.within(&["transfer"]))?;
        config.time_step = self.time.step();
        config.axes = std::array::from_fn(|axis| self.axis(axis));
        config.threads = overrides.threads;
        config.simd = overrides.simd;
        if let Some(gravity) = &self.gravity {
            config.gravity = std::array::from_fn(|i| gravity.get(i).copied().unwrap_or(0.0));
        }
        Ok(config)
    }

    pub(crate) fn axis(&self, axis: usize) -> Axis {
        let wall = |wall: Option<&WallTable>| wall.map(|&WallTable { at, contact }| Wall { at, contact });
        let [(_, low), (_, high)] = self.walls.by_axis()[axis];
        match self.periodic.by_axis()[axis] {
            Some([low, high]) => Axis::Periodic { low, high },
            None => Axis::Bounded { low: wall(low), high: wall(high) },
        }
    }

    /// The simulation at its beginning. Materials are numbered in the order of their names.
    pub fn build(&self, overrides: &Overrides) -> Result<Simulation, SceneError> {
        self.check()?;
        let refused = |error: clastic::SimulationError| SceneError::new(&[], error.to_string());
        let mut simulation = Simulation::new(self.config(overrides)?).map_err(refused)?;
        let mut materials = BTreeMap::new();
        for (name, table) in &self.materials {
            let material = table.resolve().map_err(|error| error.within(&["materials", name]))?;
            let id = simulation.add_separable_material(name, material, table.critical_volume_ratio);
            materials.insert(name.as_str(), (id, table.density));
        }
        for (index, body) in self.bodies.iter().enumerate() {
            let (id, density) = materials[body.material.as_str()];
            self.add_body(&mut simulation, index, id, density)
                .map_err(|error| error.within(&["bodies", &index.to_string()]))?;
        }
        Ok(simulation)
    }

    fn add_body(
        &self,
        simulation: &mut Simulation,
        index: usize,
        material: MaterialId,
        density: f64,
    ) -> Result<(), SceneError> {
        let lattice = self.lattice(index)?;
        let motion = self.bodies[index].motion(self.dimension)?;
        let count = lattice.places().count();
        let volume = self.bodies[index].solid(self.dimension)?.volume(self.dimension as usize) / count as f64;
        let mut places = lattice.places();
        let mut batch: Vec<Particle> = Vec::with_capacity(count.min(BATCH));
        loop {
            batch.clear();
            batch.extend(places.by_ref().take(BATCH).map(|x| motion.particle(x, density * volume, volume)));
            if batch.is_empty() {
                return Ok(());
            }
            simulation
                .add_particles(material, &batch)
                .map_err(|error| SceneError::new(&[], format!("the body cannot be placed: {error}")))?;
        }
    }
}
