//! A simulation, as the package's own `Simulation` drives it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use clastic::{
    BodyForce, BodyForceAt, Column, Fields, MaterialId, Observer, Particle, Simulation, StepReport, Until,
};
use clastic_scene::{Named, Recorder, Steps, component_columns, diagnostics_columns, save_checkpoint};
use numpy::{IntoPyArray, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{simulation_error, value_error};
use crate::frame::Frame;
use crate::motion::{Placed, keyed, placed};
use crate::process::Home;

/// Accelerations of particles by id; others have none.
#[derive(Default)]
pub struct Accelerations {
    /// Ascending.
    ids: Vec<u64>,
    values: Vec<f64>,
    dimension: usize,
}

impl Accelerations {
    fn of(&self, id: u64) -> [f64; 3] {
        let direct = usize::try_from(id).ok().filter(|row| self.ids.get(*row) == Some(&id));
        let row = direct.or_else(|| self.ids.binary_search(&id).ok());
        let mut acceleration = [0.0; 3];
        if let Some(row) = row {
            let d = self.dimension;
            acceleration[..d].copy_from_slice(&self.values[row * d..][..d]);
        }
        acceleration
    }

    /// What the engine asks.
    pub fn body_force(self) -> BodyForce {
        Arc::new(move |at: &BodyForceAt| self.of(at.id))
    }
}

struct State {
    simulation: Simulation,
    /// Counts what changes particles, so that arrays that were read are known to be old.
    generation: u64,
    /// Steps since they were last asked for.
    steps: Steps,
    recorder: (Fields, Recorder),
}

/// A simulation. Whoever asks waits until a step under way is done, without holding the interpreter up.
#[pyclass(frozen, module = "clastic_sim._clastic")]
pub struct Core {
    file: Arc<clastic_scene::SceneFile>,
    state: Mutex<State>,
    /// How many have come for it, and how many of those have had it, besides those who step.
    visits: [AtomicUsize; 2],
    has_accelerations: bool,
    home: Home,
}

/// Lets steps pass until there are enough, or time is up.
struct Slice<'a> {
    steps: &'a mut Steps,
    taken: u64,
    most: u64,
    end: Instant,
}

impl Observer for Slice<'_> {
    fn step(&mut self, _: f64, report: &StepReport) -> bool {
        self.steps.add(report);
        self.taken += 1;
        self.taken < self.most && Instant::now() < self.end
    }
}

impl Core {
    /// Around a simulation of a scene.
    pub fn new(file: Arc<clastic_scene::SceneFile>, simulation: Simulation) -> Self {
        let fields = file.scene.frame_fields();
        let recorder = (fields, Recorder::of(&file.scene, fields));
        let has_accelerations = simulation.config().body_force.is_some();
        let state = State { simulation, generation: 0, steps: Steps::none(), recorder };
        let (state, visits) = (Mutex::new(state), Default::default());
        Core { file, state, visits, has_accelerations, home: Home::here() }
    }

    /// Works on the state once nobody else does.
    fn with<R: Send>(&self, py: Python, work: impl FnOnce(&mut State) -> R + Send) -> PyResult<R> {
        self.home.check()?;
        py.detach(|| {
            let [come, had] = &self.visits;
            come.fetch_add(1, Ordering::SeqCst);
            let state = self.state.lock();
            had.fetch_add(1, Ordering::SeqCst);
            state.map(|mut state| work(&mut state)).map_err(|_| PIECES)
        })
        .map_err(simulation_error)
    }

    /// The same after as many as wait already: a mutex would let who has just had it pass before them.
    fn with_last<R: Send>(&self, py: Python, work: impl FnOnce(&mut State) -> R + Send) -> PyResult<R> {
        self.home.check()?;
        py.detach(|| {
            let [come, had] = &self.visits;
            let before = come.load(Ordering::SeqCst);
            while had.load(Ordering::SeqCst) < before {
                thread::yield_now();
            }
            self.state.lock().map(|mut state| work(&mut state)).map_err(|_| PIECES)
        })
        .map_err(simulation_error)
    }

    /// The same for what changes particles.
    fn change<R: Send>(
        &self,
        py: Python,
        work: impl FnOnce(&mut Simulation) -> Result<R, clastic::SimulationError> + Send,
    ) -> PyResult<R> {
        let changed = |state: &mut State| {
            state.generation += 1;
            work(&mut state.simulation)
        };
        self.with(py, changed)?.map_err(simulation_error)
    }

    fn dimension(&self) -> usize {
        self.file.scene.dimension as usize
    }

    fn collider(&self, name: &str) -> PyResult<usize> {
        let colliders = &self.file.scene.colliders;
        colliders.iter().position(|(known, _)| known == name).ok_or_else(|| {
            let names: Vec<&str> = colliders.iter().map(|(name, _)| name.as_str()).collect();
            value_error(format!("there is no collider {name:?}; expected one of [{}]", names.join(", ")))
        })
    }
}

#[pymethods]
impl Core {
    /// Time in s, steps, particles and the generation, all of the same moment.
    fn clock(&self, py: Python) -> PyResult<(f64, u64, usize, u64)> {
        self.with(py, |state| {
            let simulation = &state.simulation;
            (simulation.time(), simulation.steps(), simulation.len(), state.generation)
        })
    }

    #[getter]
    fn threads(&self, py: Python) -> PyResult<usize> {
        self.with(py, |state| state.simulation.threads())
    }

    #[getter]
    fn simd(&self, py: Python) -> PyResult<&'static str> {
        self.with(py, |state| state.simulation.simd().name())
    }

    #[getter]
    fn precision(&self) -> &'static str {
        self.file.scene.precision.name()
    }

    #[getter]
    fn has_accelerations(&self) -> bool {
        self.has_accelerations
    }

    /// Steps towards a time in s, or some number of steps; ends early after so many seconds on the wall. How many were
    /// taken, the length of the last in s, what limited it and how often it was refused before.
    fn advance(
        &self,
        py: Python,
        until: Option<f64>,
        most: u64,
        seconds: f64,
    ) -> PyResult<(u64, f64, &'static str, usize)> {
        let patience = std::time::Duration::try_from_secs_f64(seconds)
            .map_err(|error| value_error(error.to_string()))?;
        let outcome = self.with_last(py, |state| {
            state.generation += 1;
            let end = Instant::now() + patience;
            let mut slice = Slice { steps: &mut state.steps, taken: 0, most, end };
            let until = until.map_or(Until::Steps(most), Until::Time);
            let last = state.simulation.run(until, &mut slice);
            last.map(|last| (slice.taken, last))
        })?;
        let (taken, last) = outcome.map_err(simulation_error)?;
        Ok(last.map_or((taken, 0.0, "none", 0), |report| {
            (taken, report.dt, report.limit.criterion.name(), report.retries)
        }))
    }

    /// The particles as they are now, with these columns besides the usual ones.
    fn frame(&self, py: Python, number: u64, fields: Vec<String>) -> PyResult<Frame> {
        let fields = named_fields(&fields)?;
        let scene = &self.file.scene;
        let (frame, config) = self.with(py, |state| {
            if state.recorder.0 != fields {
                state.recorder = (fields, Recorder::of(scene, fields));
            }
            let frame = state.recorder.1.record(number, &state.simulation);
            (frame, Arc::new(state.simulation.config().clone()))
        })?;
        Frame::new(py, frame, self.file.clone(), config)
    }

    /// Masses and initial volumes, by id.
    fn masses(&self, py: Python) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let particles = self.with(py, |state| state.simulation.particles())?;
        let column = |of: fn(&Particle) -> f64| {
            let numbers: Vec<f64> = particles.iter().map(|state| of(&state.particle)).collect();
            numbers.into_pyarray(py).into_any().unbind()
        };
        Ok((column(|particle| particle.mass), column(|particle| particle.volume)))
    }

    /// Writes a column back, by id.
    fn set_column(&self, py: Python, name: &str, values: PyReadonlyArrayDyn<f64>) -> PyResult<()> {
        let column = match name {
            "x" => Column::X,
            "v" => Column::V,
            "c" => Column::C,
            "f" => Column::F,
            "temperature" => Column::Temperature,
            "concentration" => Column::Concentration,
            _ => return Err(value_error(format!("{name:?} cannot be written; expected one of {WRITABLE}"))),
        };
        let d = self.dimension();
        let count = self.with(py, |state| state.simulation.len())?;
        let expected = match column {
            Column::X | Column::V => vec![count, d],
            Column::C | Column::F => vec![count, d, d],
            Column::Temperature => vec![count],
            Column::Concentration => concentrations_shape(count, self.file.scene.components()),
        };
        expect_shape(name, values.shape(), &expected)?;
        let values = values.as_array().iter().copied().collect::<Vec<f64>>();
        self.change(py, |simulation| simulation.set_column(column, &values))
    }

    /// Sets the accelerations of these particles, by id, in m/s²; others have none.
    fn set_accelerations(
        &self,
        py: Python,
        ids: PyReadonlyArrayDyn<u64>,
        values: PyReadonlyArrayDyn<f64>,
    ) -> PyResult<()> {
        let ids: Vec<u64> = ids.as_array().iter().copied().collect();
        expect_shape("the acceleration", values.shape(), &[ids.len(), self.dimension()])?;
        let values: Vec<f64> = values.as_array().iter().copied().collect();
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            let row = place / self.dimension();
            return Err(value_error(format!("row {row} of the acceleration is not a finite number")));
        }
        let force = Accelerations { ids, values, dimension: self.dimension() }.body_force();
        self.with(py, |state| state.simulation.set_body_force(force))?.map_err(simulation_error)
    }

    /// Adds particles of a material; the columns have a row for each. The id of the first.
    fn add(
        &self,
        py: Python,
        material: &str,
        columns: Vec<(String, PyReadonlyArrayDyn<f64>)>,
    ) -> PyResult<u64> {
        let materials = &self.file.scene.materials;
        let Some(index) = materials.iter().position(|(name, _)| name == material) else {
            let names: Vec<&str> = materials.iter().map(|(name, _)| name.as_str()).collect();
            let names = names.join(", ");
            return Err(value_error(format!("there is no material {material:?}; expected one of [{names}]")));
        };
        let d = self.dimension();
        let count = columns.first().and_then(|(_, values)| values.shape().first().copied()).unwrap_or(0);
        let mut particles = vec![Particle::at([0.0; 3], 0.0, 0.0); count];
        for (name, values) in &columns {
            let numbers: Vec<f64> = values.as_array().iter().copied().collect();
            let shape = match name.as_str() {
                "x" | "v" => vec![count, d],
                "c" | "f" => vec![count, d, d],
                "concentration" => concentrations_shape(count, self.file.scene.components()),
                _ => vec![count],
            };
            expect_shape(name, values.shape(), &shape)?;
            for (particle, row) in
                particles.iter_mut().zip(numbers.chunks_exact(numbers.len().max(1) / count.max(1)))
            {
                put(particle, name, row, d);
            }
        }
        self.change(py, |simulation| simulation.add_particles(MaterialId(index), &particles))
    }

    /// Takes particles away, by id; how many there were.
    fn remove(&self, py: Python, ids: PyReadonlyArrayDyn<u64>) -> PyResult<usize> {
        let mut ids: Vec<u64> = ids.as_array().iter().copied().collect();
        ids.sort_unstable();
        self.change(py, |simulation| {
            Ok(simulation.retain_particles(|state| ids.binary_search(&state.id).is_err()))
        })
    }

    /// The state in numbers.
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (time, steps, diagnostics, components) = self.with(py, |state| {
            let simulation = &state.simulation;
            (simulation.time(), simulation.steps(), simulation.diagnostics(), simulation.components())
        })?;
        let dict = PyDict::new(py);
        dict.set_item("time", time)?;
        dict.set_item("steps", steps)?;
        dict.set_item("particles", diagnostics.particles)?;
        for (name, number) in diagnostics_columns(&diagnostics) {
            dict.set_item(name, number)?;
        }
        for (name, number) in component_columns(&components) {
            dict.set_item(name, number)?;
        }
        Ok(dict)
    }

    /// The shortest and the longest step since this was last asked for, in s, and what limited most of them.
    fn take_steps(&self, py: Python) -> PyResult<(f64, f64, &'static str)> {
        self.with(py, |state| {
            let steps = std::mem::replace(&mut state.steps, Steps::none());
            (steps.shortest(), steps.max, steps.limit())
        })
    }

    /// What [`Core::take_steps`] would tell of: the shortest, the longest, and how many each criterion limited.
    fn pending_steps(&self, py: Python) -> PyResult<(f64, f64, Vec<u64>)> {
        self.with(py, |state| (state.steps.min, state.steps.max, state.steps.limited.to_vec()))
    }

    /// Has it tell of these too.
    fn set_pending_steps(&self, py: Python, shortest: f64, longest: f64, limited: Vec<u64>) -> PyResult<()> {
        let limited = limited.try_into().map_err(|_| value_error("the notes know other criteria"))?;
        self.with(py, |state| {
            state.steps = Steps { min: shortest, max: longest, limited, ..Steps::none() };
        })
    }

    /// The distance of neighbours at rest, in the scene's unit of length.
    #[getter]
    fn spacing(&self) -> f64 {
        self.file.scene.spacing()
    }

    /// Where a collider is: how far it has moved, in m, and turned, in degrees.
    fn collider_pose(&self, py: Python, name: &str) -> PyResult<([f64; 3], [f64; 3])> {
        let index = self.collider(name)?;
        let table = &self.file.scene.colliders[index].1;
        self.with(py, |state| {
            let collider = &state.simulation.config().colliders[index];
            let Placed { translate, rotate } =
                placed(&collider.motion.pose(state.simulation.time()), table.pivot(collider.shape.bounds()));
            (translate, rotate)
        })
    }

    /// Has a collider move through keys: times in s, how far it has moved, in m, and turned, in degrees. It goes on after
    /// the last as before.
    fn move_collider(&self, py: Python, name: &str, keys: Vec<(f64, [f64; 3], [f64; 3])>) -> PyResult<()> {
        let index = self.collider(name)?;
        let table = &self.file.scene.colliders[index].1;
        let bounds = self.with(py, |state| state.simulation.config().colliders[index].shape.bounds())?;
        let motion = keyed(&keys, table.pivot(bounds)).map_err(|error| value_error(error.to_string()))?;
        self.with(py, |state| state.simulation.set_collider_motion(index, motion))?.map_err(simulation_error)
    }

    /// What matter has done to a collider since the beginning: the impulse, in N s, and the one about its pivot, in N m s.
    fn collider_load(&self, py: Python, name: &str) -> PyResult<([f64; 3], [f64; 3])> {
        let index = self.collider(name)?;
        self.with(py, |state| {
            let load = state.simulation.collider_loads()[index];
            (load.impulse, load.angular_impulse)
        })
    }

    /// Writes a checkpoint.
    fn save(&self, py: Python, path: PathBuf, notes: String) -> PyResult<()> {
        let key = self.file.scene.key();
        let snapshot = self.with(py, |state| state.simulation.snapshot())?;
        Ok(py.detach(|| save_checkpoint(&path, &snapshot, &notes, &key))?)
    }
}

const PIECES: &str = "an earlier panic has left it in pieces";
const WRITABLE: &str = "x, v, c, f, temperature, concentration";

/// An axis for components only where there are several.
pub(crate) fn concentrations_shape(particles: usize, components: usize) -> Vec<usize> {
    if components > 1 { vec![particles, components] } else { vec![particles] }
}

fn put(particle: &mut Particle, name: &str, row: &[f64], d: usize) {
    let matrix = |to: &mut [[f64; 3]; 3]| {
        for (to, row) in to.iter_mut().zip(row.chunks_exact(d)) {
            to[..d].copy_from_slice(row);
        }
    };
    match name {
        "x" => particle.position[..d].copy_from_slice(row),
        "v" => particle.velocity[..d].copy_from_slice(row),
        "c" => matrix(&mut particle.affine),
        "f" => matrix(&mut particle.deformation),
        "mass" => particle.mass = row[0],
        "volume" => particle.volume = row[0],
        "temperature" => particle.temperature = row[0],
        _ => particle.concentrations[..row.len()].copy_from_slice(row),
    }
}

fn expect_shape(name: &str, found: &[usize], expected: &[usize]) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    Err(value_error(format!("{name} has the shape {found:?}; expected {expected:?}")))
}

fn named_fields(names: &[String]) -> PyResult<Fields> {
    let mut fields = Fields::default();
    for name in names {
        *match name.as_str() {
            "c" => &mut fields.c,
            "f" => &mut fields.f,
            "stress" => &mut fields.stress,
            "temperature" => &mut fields.temperature,
            "concentration" => &mut fields.concentration,
            _ => {
                let expected = "c, f, stress, temperature, concentration";
                return Err(value_error(format!("there is no field {name:?}; expected some of {expected}")));
            }
        } = true;
    }
    Ok(fields)
}
