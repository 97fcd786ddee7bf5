//! From a simulation to frames.

use std::mem;
use std::sync::Arc;

use clastic::{Columns, Fields, Simulation, Values};
use clastic_frames::{Floats, Frame, Net, Units};

use crate::scene::{ExtraField, Scene};

/// Makes frames of a simulation: columns become frames without being copied, and frames that are done with give their
/// memory back.
pub struct Recorder {
    columns: Columns,
    fields: Fields,
    /// What all frames have in common.
    usual: Frame,
    /// Which particles are joined, once it has been asked.
    net: Option<Arc<Net>>,
}

impl Recorder {
    /// With these columns besides the usual ones, of frames that have this in common.
    pub fn new(fields: Fields, usual: Frame) -> Self {
        Recorder { columns: Columns::default(), fields, usual, net: None }
    }

    /// Of a scene, with these columns besides the usual ones.
    pub fn of(scene: &Scene, fields: Fields) -> Self {
        Recorder::new(fields, scene.usual_frame())
    }

    /// The particles as they are now, in a frame whose memory is used.
    pub fn record_into(&mut self, mut frame: Frame, number: u64, simulation: &Simulation) -> Frame {
        simulation.columns(self.fields, &mut self.columns);
        if simulation.meshes().next().is_some() {
            frame.net = Some(self.net.get_or_insert_with(|| Arc::new(net(simulation))).clone());
        }
        frame.index = number;
        frame.time = simulation.time();
        let columns = &mut self.columns;
        exchange(&mut columns.x, &mut frame.x);
        exchange(&mut columns.v, &mut frame.v);
        exchange(&mut columns.j, &mut frame.j);
        mem::swap(&mut columns.id, &mut frame.id);
        frame.material.clear();
        frame.material.extend(columns.material.iter().map(|material| *material as u16));
        let Fields { c, f, stress, temperature, concentration } = self.fields;
        let extra = [
            (c, &mut columns.c, &mut frame.c),
            (f, &mut columns.f, &mut frame.f),
            (stress, &mut columns.stress, &mut frame.stress),
            (temperature, &mut columns.temperature, &mut frame.temperature),
            (concentration, &mut columns.concentration, &mut frame.concentration),
        ];
        for (wanted, column, to) in extra {
            if wanted {
                exchange(column, to.get_or_insert_default());
            }
        }
        frame
    }

    /// The particles as they are now.
    pub fn record(&mut self, number: u64, simulation: &Simulation) -> Frame {
        self.record_into(self.usual.clone(), number, simulation)
    }
}

impl Scene {
    /// What its frames hold besides the usual columns.
    pub fn frame_fields(&self) -> Fields {
        let extra = |field| self.output.fields.contains(&field);
        Fields {
            c: extra(ExtraField::C),
            f: extra(ExtraField::F),
            stress: extra(ExtraField::Stress),
            temperature: extra(ExtraField::Temperature),
            concentration: extra(ExtraField::Concentration),
        }
    }

    /// The distance of neighbours at rest, where they are closest, in its unit of length.
    pub fn spacing(&self) -> f64 {
        let bodies = self.bodies.iter().map(|(_, body)| &body.grain);
        let grains = bodies.chain(self.sources.iter().map(|(_, source)| &source.grain));
        let widths = self.meshes.iter().map(|(_, mesh)| mesh.width(self.grid.cell_size));
        grains.map(|grain| grain.mean_spacing(self)).chain(widths).fold(f64::INFINITY, f64::min)
    }

    /// What all of its frames have in common.
    fn usual_frame(&self) -> Frame {
        Frame {
            dimension: self.dimension as u8,
            frame_rate: self.time.fps,
            spacing: self.spacing(),
            units: match self.units {
                crate::Units::Si => Units::Si,
                crate::Units::Cgs => Units::Cgs,
            },
            materials: self.materials.iter().map(|(name, _)| name.clone()).collect(),
            ..Frame::default()
        }
    }
}

/// Which particles of a simulation are joined, by id.
fn net(simulation: &Simulation) -> Net {
    let mut net = Net::default();
    for (first, mesh) in simulation.meshes() {
        let cells = mesh.cells();
        let id = |vertex: u32| first + u64::from(vertex);
        for line in &cells.lines {
            net.lines.push(line.iter().map(|vertex| id(*vertex)));
        }
        net.triangles.extend(cells.triangles.iter().map(|triangle| triangle.map(id)));
        net.tetrahedra.extend(cells.tetrahedra.iter().map(|cell| cell.map(id)));
    }
    net
}

/// Swaps the numbers of a column and of a frame without copying them.
fn exchange(column: &mut Values, floats: &mut Floats) {
    let old = mem::take(floats);
    *floats = match mem::take(column) {
        Values::F32(numbers) => Floats::F32(numbers),
        Values::F64(numbers) => Floats::F64(numbers),
    };
    *column = match old {
        Floats::F32(numbers) => Values::F32(numbers),
        Floats::F64(numbers) => Values::F64(numbers),
    };
}
