//! A simulation that is made from a snapshot goes on bit by bit, whatever came before it.

use clastic::grid::Axis;
use clastic::materials::{Liquid, Material, NeoHookean, RestDensity};
use clastic::shapes::{DistanceField, Shape};
use clastic::solvers::mlsrk::{FreeEnergy, PhaseField};
use clastic::sources::{Sink, Source};
use clastic::{Column, Config, Dimension, MaterialId, Method, MlsrkMethod, Particle, Simulation, Snapshot};

const SPACING: f64 = 0.05;

/// A jet that is led upwards falls into a sink; steps adapt.
fn config() -> Config {
    let mut config = Config::new(Dimension::Two, 2.0 * SPACING);
    let phase = Some(PhaseField::new(FreeEnergy::SingleWell, 0.05));
    config.method = Method::Mlsrk(MlsrkMethod { components: 1, phase, ..MlsrkMethod::default() });
    let part = |low, high| DistanceField::new(Shape::Box { low, high }, Dimension::Two, 0.4).expect("a box");
    let mut jet = Source::new(part([0.0; 3], [0.2, 0.1, 0.0]), MaterialId(0), 1e3, SPACING);
    jet.velocity = [0.5, 3.0, 0.0];
    jet.end = 0.3;
    config.sources.push(jet);
    config.sinks.push(Sink::new(part([-0.3, 0.4, 0.0], [0.8, 1.2, 0.0])));
    config
}

/// With a block of jelly above the jet.
fn jet() -> Simulation {
    let mut jet = Simulation::new(config()).expect("a sound configuration");
    let density = RestDensity(vec![1e3, -100.0]);
    jet.add_material("water", Material::from(Liquid::new(1e4)).measured().mobile(1e-2).swelling(density));
    let jelly = jet.add_material("jelly", Material::from(NeoHookean::new(1e5, 0.3)).mobile(1e-2));
    let block: Vec<Particle> = (0..24).map(|k| drop([0.3, 0.2], k)).collect();
    jet.add_particles(jelly, &block).expect("particles");
    jet
}

/// One of a block of six across.
fn drop(corner: [f64; 2], k: u32) -> Particle {
    let area = SPACING * SPACING;
    let place = |axis: usize, k: u32| corner[axis] + SPACING * f64::from(k);
    let mut particle = Particle::at([place(0, k % 6), place(1, k / 6), 0.0], 1e3 * area, area);
    particle.concentrations[0] = 0.3;
    particle
}

/// Goes on for so many steps, and is as it is then.
fn after(mut simulation: Simulation, steps: u64) -> Snapshot {
    simulation.run_steps(steps).expect("steps");
    simulation.snapshot()
}

#[test]
fn a_jet_goes_on_from_any_step() {
    let (steps, mut jet) = (160, jet());
    let (mut moments, mut lost) = (Vec::new(), 0);
    for step in 0..steps {
        if step % 4 == 0 {
            moments.push((step, jet.snapshot()));
        }
        let before = jet.len();
        jet.run_steps(1).expect("steps");
        if jet.len() < before {
            lost += before - jet.len();
            moments.push((step + 1, jet.snapshot()));
        }
    }
    assert!(lost > 10, "only {lost} particles went into the sink");
    let end = jet.snapshot();
    for (step, snapshot) in moments {
        let restored =
            Simulation::restore(config(), &snapshot).unwrap_or_else(|error| panic!("{step}: {error}"));
        assert!(after(restored, steps - step) == end, "from step {step} on it goes another way");
    }
}

#[test]
fn another_kernel_or_period_is_refused() {
    let snapshot = jet().snapshot();
    let mut wider = config();
    let Method::Mlsrk(method) = &mut wider.method else { unreachable!() };
    method.radius *= 1.1;
    let mut round = config();
    round.axes[0] = Axis::Periodic { low: 0.0, high: 4.0 };
    for (other, what) in [(wider, "half radius of kernels"), (round, "end of a period")] {
        let refused = Simulation::restore(other, &snapshot).err().expect("another configuration").to_string();
        assert!(refused.contains(what), "{refused}");
    }
}

#[test]
fn what_is_changed_by_hand_goes_on_too() {
    type Change = fn(&mut Simulation);
    let changes: [(&str, Change); 6] = [
        ("nothing", |_| ()),
        ("fewer particles", |jet| assert!(jet.retain_particles(|state| state.id % 7 != 3) > 2)),
        ("more particles", |jet| {
            jet.add_particles(MaterialId(1), &[drop([0.9, 0.9], 0)]).expect("room");
        }),
        ("others", |jet| {
            jet.retain_particles(|state| state.id != 23);
            jet.add_particles(MaterialId(1), &[drop([0.9, 0.9], 0)]).expect("room");
        }),
        ("stretched", |jet| {
            let stretched: Vec<f64> = (0..jet.len()).flat_map(|_| [1.1, 0.0, 0.0, 1.05]).collect();
            jet.set_column(Column::F, &stretched).expect("whole matter");
        }),
        ("faster", |jet| {
            let faster: Vec<f64> = (0..jet.len()).flat_map(|k| [0.1 * k as f64, 5.0]).collect();
            jet.set_column(Column::V, &faster).expect("numbers");
        }),
    ];
    for begun in [0, 9] {
        for (name, change) in changes {
            let mut jet = jet();
            jet.run_steps(begun).expect("steps");
            change(&mut jet);
            let restored = Simulation::restore(config(), &jet.snapshot());
            let restored = restored.unwrap_or_else(|error| panic!("{name} after {begun} steps: {error}"));
            assert!(after(restored, 5) == after(jet, 5), "{name} after {begun} steps: it goes another way");
        }
    }
}
