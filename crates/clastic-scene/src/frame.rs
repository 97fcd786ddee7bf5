//! Frames: the particles at one time, by id.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use clastic::{ParticleState, Precision, Simulation};

use crate::npz;

/// Writes the particles as NumPy arrays: `x` and `v` (N × d), `j` (N), in the simulation's precision, `material` (N, i32)
/// and `id` (N, u64). The file appears whole or not at all.
pub fn write_frame(path: &Path, simulation: &Simulation) -> io::Result<()> {
    let particles = simulation.particles();
    let dimension = simulation.config().dimension as usize;
    let precision = simulation.config().precision;
    let floats = |name, shape: &[usize], values: &dyn Fn(&ParticleState, &mut Vec<f64>)| {
        let mut numbers = Vec::with_capacity(shape.iter().product());
        particles.iter().for_each(|state| values(state, &mut numbers));
        match precision {
            Precision::F32 => npz::Array::new(name, shape, numbers.iter().map(|x| *x as f32)),
            Precision::F64 => npz::Array::new(name, shape, numbers),
        }
    };
    let n = particles.len();
    replace_file(path, |file| {
        let mut archive = npz::Writer::new(file);
        archive.add(&floats("x", &[n, dimension], &|state, out| {
            out.extend(&state.particle.position[..dimension]);
        }))?;
        archive.add(&floats("v", &[n, dimension], &|state, out| {
            out.extend(&state.particle.velocity[..dimension]);
        }))?;
        archive.add(&floats("j", &[n], &|state, out| out.push(state.volume_ratio)))?;
        archive.add(&npz::Array::new(
            "material",
            &[n],
            particles.iter().map(|state| state.material as i32),
        ))?;
        archive.add(&npz::Array::new("id", &[n], particles.iter().map(|state| state.id)))?;
        archive.finish()
    })
}

/// Writes a file under another name and renames it, so that a reader never sees half of it.
pub fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    let attempt = || {
        let mut file = BufWriter::new(File::create(&part)?);
        write(&mut file)?;
        file.flush()?;
        drop(file);
        fs::rename(&part, path)
    };
    let outcome = attempt();
    if outcome.is_err() {
        // Half a file is of no use; what went wrong is known already.
        let _ = fs::remove_file(&part);
    }
    outcome
}
