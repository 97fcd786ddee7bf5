//! C11: cloth and matter on one grid, after figure 11 of "The affine particle-in-cell method".

use clastic::{ParticleState, Simulation};

use crate::{Effort, Finding, Plot, Report, gallery};

const SECONDS: f64 = 1.0;
const LOOKS: usize = 20;

/// What lies on a cloth.
struct Load {
    time: f64,
    /// The height of its middle, in m.
    height: f64,
    /// How fast that moves, in m/s.
    speed: f64,
    /// The share of its particles that is under the cloth.
    passed: f64,
}

/// The cloth's height above the points of a lattice, where there is any of it.
struct Heights {
    spacing: f64,
    all: std::collections::BTreeMap<[i64; 2], f64>,
}

impl Heights {
    fn at(&self, x: f64, z: f64) -> [i64; 2] {
        [x, z].map(|place| (place / self.spacing).round() as i64)
    }

    fn of<'a>(cloth: impl Iterator<Item = &'a ParticleState>, spacing: f64) -> Heights {
        let mut heights = Heights { spacing, all: Default::default() };
        for state in cloth {
            let [x, y, z] = state.particle.position;
            let lowest = heights.all.entry(heights.at(x, z)).or_insert(y);
            *lowest = lowest.min(y);
        }
        heights
    }
}

fn look(simulation: &Simulation, cell: f64) -> Load {
    let states = simulation.particles();
    let first = simulation.meshes().next().expect("the cloth").0;
    let (yogurt, cloth): (Vec<_>, Vec<_>) = states.iter().partition(|state| state.id < first);
    let heights = Heights::of(cloth.into_iter(), 2.0 * cell);
    let mean = |f: &dyn Fn(&ParticleState) -> f64| {
        yogurt.iter().map(|state| f(state)).sum::<f64>() / yogurt.len() as f64
    };
    let under = |state: &ParticleState| {
        let [x, y, z] = state.particle.position;
        // Half a cell is as near as the grid can tell.
        let above = heights.all.get(&heights.at(x, z)).is_none_or(|height| y > height - 0.5 * cell);
        // Beside the cloth there is nothing to lie on.
        let beside = x.abs().max(z.abs()) > 0.2;
        f64::from(!above || beside)
    };
    Load {
        time: simulation.time(),
        height: mean(&|state| state.particle.position[1]),
        speed: mean(&|state| state.particle.velocity[1]),
        passed: mean(&under),
    }
}

/// A cloth carries the yogurt that falls on it, and lets none through.
pub fn yogurt(effort: Effort) -> Report {
    let (cell, spacing) = effort.choose((0.02, 0.02), (0.01, 0.005));
    let scene = gallery("papers/c11-yogurt-on-cloth").set("grid.cell_size", cell);
    let mut simulation = scene.set("meshes.cloth.spacing", spacing).build();
    let mut history = vec![look(&simulation, cell)];
    for k in 1..=LOOKS {
        simulation.advance_to(SECONDS * k as f64 / LOOKS as f64).expect("a cloth that carries");
        history.push(look(&simulation, cell));
    }
    let curve =
        |f: &dyn Fn(&Load) -> f64| history.iter().map(|load| [load.time, f(load)]).collect::<Vec<_>>();
    let plot = Plot::new("Yogurt on a cloth")
        .x("time (s)")
        .y("height of its middle (m)")
        .line("on the cloth", curve(&|load| load.height))
        .dashed(
            "in free fall",
            curve(&|load| history[0].height - 0.5 * 9.81 * load.time.powi(2))
                .into_iter()
                .take(7)
                .collect::<Vec<_>>(),
        );
    let passed = history.iter().map(|load| load.passed).fold(0.0, f64::max);
    let (middle, end) = (&history[LOOKS / 2], &history[LOOKS]);
    let fallen = (end.speed - middle.speed).abs() / (9.81 * (end.time - middle.time));
    let findings = vec![
        Finding::at_most("share of the yogurt that is ever under the cloth or beside it", passed, 0.0),
        // Its momentum tells: gravity's less the cloth's.
        Finding::at_most(
            "share of its weight that is not carried, mean over the last half second",
            fallen,
            0.1,
        ),
        Finding::report("height of its middle in the end over the corners, in m", end.height),
    ];
    Report::from(findings).plot("height", plot)
}
