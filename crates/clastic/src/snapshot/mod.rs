//! Snapshots: everything that decides how a simulation goes on, as plain bytes.
//!
//! The order of the particles and the age of the skin decide the order of summation, so both are kept, and a simulation
//! made from a snapshot takes the same steps, bit by bit, as the one that it was taken from.

mod sections;

pub use sections::{LittleEndian, Section};
pub(crate) use sections::{Reader, Sections};

use crate::colliders::Load;
use crate::config::{Config, Precision};
use crate::error::SnapshotError;
use crate::grid::WALLS;
use crate::simulation::{Clock, EnergyAccount, Simulation};
use crate::sources::Flow;
use crate::tensor::SimdLevel;

/// The state of a simulation between two steps. Where it is stored is the caller's business.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Its parts, whose names and order [`Simulation::restore`] checks.
    pub sections: Vec<Section>,
}

impl Snapshot {
    /// The size of all sections, in bytes.
    pub fn size(&self) -> usize {
        self.sections.iter().map(|section| section.bytes.len()).sum()
    }
}

/// What a snapshot says of the simulation as a whole.
struct Header<'a> {
    dimension: u32,
    /// Bits of a number.
    precision: u32,
    cell_size: f64,
    simd: &'a str,
    clock: Clock,
    next_id: u64,
    materials: Vec<String>,
}

const HEADER: &str = "simulation";
const BOUNDARIES: &str = "boundaries";
/// Beyond this a count of steps or particles is damage, and might overflow when it grows.
const MOST: u64 = 1 << 62;

impl Simulation {
    /// Everything that decides how the simulation goes on; taking it changes nothing.
    ///
    /// The configuration is not part of it, a body force least of all: [`Simulation::restore`] is given it again.
    pub fn snapshot(&self) -> Snapshot {
        let mut header = Section::new(HEADER);
        header.put(self.config.dimension as u32);
        header.put(bits(self.config.precision));
        header.put(self.config.cell_size);
        header.put_text(self.simd().name());
        let Clock { time, steps, energy } = self.clock;
        header.put(time);
        header.put(steps);
        header.put_all(&[energy.to_grid, energy.on_grid, energy.to_particles]);
        header.put(self.next_id);
        header.put(self.materials.len() as u32);
        for name in &self.materials {
            header.put_text(name);
        }
        let mut sections = vec![header, self.save_boundaries()];
        self.solver.save(&mut sections);
        Snapshot { sections }
    }

    /// The simulation that a snapshot was taken of, on any number of threads.
    ///
    /// With the same configuration, meshes included, it goes on bit by bit as the other did. Dimension, precision, cell size, period, and
    /// what particles carry for the form of gradients, a body force and PolyPIC must be the same; gravity, walls, the motion of colliders, time
    /// steps and the rest of the scheme may be others. It runs with the instruction set that the snapshot names, or not at all.
    ///
    /// A snapshot may come from anywhere: everything in it is checked, and no more memory is taken than a simulation of
    /// that many particles needs.
    pub fn restore(mut config: Config, snapshot: &Snapshot) -> Result<Simulation, SnapshotError> {
        let mut sections = Sections::new(&snapshot.sections);
        let header = Header::read(sections.next(HEADER)?)?;
        header.compare(&config)?;
        config.simd = Some(
            SimdLevel::from_name(header.simd).ok_or_else(|| SnapshotError::Simd(header.simd.to_string()))?,
        );
        let meshes = std::mem::take(&mut config.meshes);
        let mut simulation = Simulation::new(config).map_err(SnapshotError::Simulation)?;
        simulation.load_boundaries(sections.next(BOUNDARIES)?)?;
        simulation.solver.load(header.materials.len(), header.next_id, &meshes, &mut sections)?;
        simulation.config.meshes = meshes;
        sections.finish()?;
        simulation.clock = header.clock;
        simulation.next_id = header.next_id;
        simulation.materials = header.materials;
        Ok(simulation)
    }
}

/// What has passed through the world's bounds, and what was done to them.
impl Simulation {
    fn save_boundaries(&self) -> Section {
        let mut section = Section::new(BOUNDARIES);
        let flows = &self.flows;
        for count in [self.config.colliders.len(), flows.sources.len(), flows.sinks.len()] {
            section.put(count as u32);
        }
        section.put(flows.approach);
        section.put_all(self.solver.wall_loads().as_flattened());
        for load in self.solver.loads() {
            section.put_all(&load.impulse);
            section.put_all(&load.angular_impulse);
        }
        for last in &flows.last {
            section.put(u8::from(last.is_some()));
            section.put(last.unwrap_or(0.0));
        }
        for flow in flows.sources.iter().chain(&flows.sinks) {
            section.put(flow.particles);
            section.put(flow.mass);
            section.put_all(&flow.momentum);
        }
        section
    }

    fn load_boundaries(&mut self, mut from: Reader) -> Result<(), SnapshotError> {
        let flows = &mut self.flows;
        same("number of colliders", from.number()?, self.config.colliders.len() as u32)?;
        same("number of sources", from.number()?, flows.sources.len() as u32)?;
        same("number of sinks", from.number()?, flows.sinks.len() as u32)?;
        flows.approach = from.number()?;
        from.ensure(flows.approach >= 0.0, "holds a distance below zero")?;
        let mut walls = [[0.0; 3]; WALLS];
        for wall in &mut walls {
            *wall = from.array()?;
        }
        let mut loads = Vec::new();
        for _ in self.solver.loads() {
            loads.push(Load { impulse: from.array()?, angular_impulse: from.array()? });
        }
        for last in &mut flows.last {
            let (known, time): (bool, f64) = (from.flag()?, from.number()?);
            from.ensure(time.is_finite(), "holds a time that is no number")?;
            *last = known.then_some(time);
        }
        for flow in flows.sources.iter_mut().chain(&mut flows.sinks) {
            *flow = Flow { particles: from.number()?, mass: from.number()?, momentum: from.array()? };
            let sound = flow.particles < MOST && flow.mass >= 0.0 && flow.mass.is_finite();
            from.ensure(sound, "holds a flow that cannot be")?;
        }
        from.expect(0)?;
        self.solver.set_loads(&loads, walls);
        Ok(())
    }
}

fn bits(precision: Precision) -> u32 {
    match precision {
        Precision::F32 => 32,
        Precision::F64 => 64,
    }
}

impl<'a> Header<'a> {
    fn read(mut from: Reader<'a>) -> Result<Self, SnapshotError> {
        let (dimension, precision) = (from.number()?, from.number()?);
        let cell_size = from.number()?;
        let simd = from.text()?;
        let (time, steps): (f64, u64) = (from.number()?, from.number()?);
        from.ensure(time.is_finite() && steps < MOST, "holds a clock that shows no time")?;
        let [to_grid, on_grid, to_particles] = from.array()?;
        let energy = EnergyAccount { to_grid, on_grid, to_particles };
        let next_id = from.number()?;
        from.ensure(next_id < MOST, "holds a number of particles that cannot be")?;
        let count: u32 = from.number()?;
        let mut materials = Vec::new();
        for _ in 0..count {
            materials.push(from.text()?.to_string());
        }
        from.expect(0)?;
        let clock = Clock { time, steps, energy };
        Ok(Header { dimension, precision, cell_size, simd, clock, next_id, materials })
    }

    /// Whether the configuration is for this kind of simulation.
    fn compare(&self, config: &Config) -> Result<(), SnapshotError> {
        same("dimension", self.dimension, config.dimension as u32)?;
        same("bits of precision", self.precision, bits(config.precision))?;
        same("cell size", self.cell_size, config.cell_size)?;
        match config.simd {
            Some(level) => same("instruction set", self.simd, level.name()),
            None => Ok(()),
        }
    }
}

/// Fails if the snapshot and the configuration differ.
pub(crate) fn same<T: PartialEq + ToString>(
    what: &'static str,
    snapshot: T,
    config: T,
) -> Result<(), SnapshotError> {
    if snapshot == config {
        return Ok(());
    }
    Err(SnapshotError::Differs { what, snapshot: snapshot.to_string(), config: config.to_string() })
}
