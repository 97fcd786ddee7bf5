//! A simulation that is restored from a snapshot goes on as if nothing had happened, on any number of threads; taking one
//! changes nothing; and a snapshot that makes no sense is an error.

mod common;

use std::sync::Arc;

use clastic::grid::Axis;
use clastic::materials::{AnyLaw, Liquid, Material};
use clastic::transfer::{GradientForm, Scheme};
use clastic::{
    BodyForceAt, Config, ConfigError, Dimension, MaterialId, Observer, Phase, Precision, Section, Simulation,
    SimulationError, Snapshot, SnapshotError, StepReport, TimeStep, Until,
};
use common::{DIMENSIONS, PRECISIONS, Random, Scene, assert_same, collision, fill};

const STEPS: u64 = 60;

/// Every step's report, and the steps at which particles were ordered.
#[derive(Default)]
struct Diary {
    reports: Vec<StepReport>,
    ordered: Vec<usize>,
}

impl Observer for Diary {
    fn phase(&mut self, phase: Phase) {
        if phase == Phase::Order {
            self.ordered.push(self.reports.len());
        }
    }
    fn step(&mut self, _: f64, report: &StepReport) -> bool {
        self.reports.push(*report);
        true
    }
}

fn run(simulation: &mut Simulation, steps: u64) -> Diary {
    let mut diary = Diary::default();
    simulation.run(Until::Steps(steps), &mut diary).unwrap_or_else(|error| panic!("{error}"));
    diary
}

fn restore(config: &Config, snapshot: &Snapshot) -> Simulation {
    Simulation::restore(config.clone(), snapshot).unwrap_or_else(|error| panic!("{error}"))
}

/// Goes on from here for so many steps, and from a snapshot on 1, 2 and 7 threads: all must be the same in every bit.
fn goes_on(simulation: &mut Simulation, steps: u64, what: &str) -> Diary {
    let snapshot = simulation.snapshot();
    let blocks = simulation.blocks();
    let expected = run(simulation, steps);
    let end = simulation.snapshot();
    for threads in [1, 2, 7] {
        let what = format!("{what}, restored on {threads} threads");
        let mut config = simulation.config().clone();
        config.threads = threads;
        let mut restored = restore(&config, &snapshot);
        assert_eq!(restored.snapshot(), snapshot, "{what}: another snapshot");
        assert_eq!(restored.blocks(), blocks, "{what}");
        let got = run(&mut restored, steps);
        assert_eq!(got.reports, expected.reports, "{what}: other steps");
        assert_eq!(got.ordered, expected.ordered, "{what}: ordered at other steps");
        assert_same(&restored.particles(), &simulation.particles(), &what);
        assert_eq!((restored.time(), restored.steps()), (simulation.time(), simulation.steps()), "{what}");
        // As text, since the centre of no mass is not a number.
        let diagnostics = |of: &Simulation| format!("{:?}", of.diagnostics());
        assert_eq!(diagnostics(&restored), diagnostics(simulation), "{what}");
        assert_eq!(restored.energy_account(), simulation.energy_account(), "{what}");
        assert_eq!(restored.blocks(), simulation.blocks(), "{what}");
        assert_eq!(restored.snapshot(), end, "{what}: another snapshot at the end");
    }
    expected
}

/// The colliding bodies, with steps as long as they may be.
fn scene(dimension: Dimension, precision: Precision, scheme: &str) -> Scene {
    let mut scene = collision(dimension);
    scene.config.precision = precision;
    scene.config.scheme = Scheme::from_name(scheme, dimension as usize).expect("a name of the table");
    scene.config.time_step = TimeStep::default();
    scene
}

#[test]
fn a_restored_simulation_goes_on_bit_by_bit() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        for name in ["apic", "polypic", "asflip"] {
            for liquid in [false, true] {
                let mut scene = scene(dimension, precision, name);
                scene.bodies.retain(|body| matches!(body.material.law, AnyLaw::Liquid(_)) == liquid);
                let law = scene.bodies[0].material.law.name();
                let what = format!("{dimension:?} {precision:?} {name} {law}");
                let mut simulation = scene.simulation();
                let mut ordered = run(&mut simulation, 23).ordered.len();
                // At an ordering the skin is new; the snapshot is to have its age too.
                while let 1.. = run(&mut simulation, 1).ordered.len() {
                    ordered += 1;
                }
                let after = goes_on(&mut simulation, STEPS - 23, &what);
                assert!(ordered > 1 && !after.ordered.is_empty(), "{what}: {ordered}, {:?}", after.ordered);
            }
        }
    }
}

/// What goes on with another scheme is what is restored with it.
#[test]
fn another_scheme_may_take_over() {
    for dimension in DIMENSIONS {
        let mut simulation = scene(dimension, Precision::F32, "apic").simulation();
        run(&mut simulation, 20);
        for name in ["flip-0.97", "asflip", "pic"] {
            let mut without = restore(&simulation.config().clone(), &simulation.snapshot());
            let scheme = Scheme::from_name(name, dimension as usize).expect("a name of the table");
            simulation.set_scheme(scheme).expect("a scheme without modes");
            goes_on(&mut simulation, 10, &format!("{dimension:?} {name}"));
            run(&mut without, 10);
            assert_ne!(simulation.particles(), without.particles(), "{dimension:?} {name} changes nothing");
        }
        let before = simulation.snapshot();
        let polypic = Scheme::from_name("polypic", dimension as usize).expect("a name of the table");
        let refused = simulation.set_scheme(polypic).expect_err("particles have no modes");
        assert_eq!(refused, SimulationError::Config(ConfigError::OtherModes));
        assert_eq!(simulation.snapshot(), before);
    }
}

/// Everything that a particle may carry, in a world that repeats: gradients apart from `C`, and where it began.
#[test]
fn what_particles_carry_on_request_is_kept() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        let mut scene = scene(dimension, precision, "aflip");
        scene.config.gradients = Some(GradientForm::KernelGradient);
        scene.config.energy_account = true;
        scene.config.axes = [Axis::Periodic { low: -0.25, high: 1.0 }; 3];
        scene.config.body_force =
            Some(Arc::new(|at: &BodyForceAt| [at.time - 3.0 * at.reference[1], 2.0 * at.position[0], 0.0]));
        scene.bodies[1].material.critical_volume_ratio = Some(0.98);
        let mut simulation = scene.simulation();
        run(&mut simulation, 23);
        goes_on(&mut simulation, STEPS - 23, &format!("{dimension:?} {precision:?}"));
    }
}

#[test]
fn particles_that_wait_to_be_ordered_are_kept() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        let what = |when| format!("{dimension:?} {precision:?}, {when}");
        let scene = scene(dimension, precision, "asflip");
        let mut simulation = scene.simulation();
        goes_on(&mut simulation, 10, &what("before the first step"));
        simulation.retain_particles(|state| state.id % 3 != 1);
        goes_on(&mut simulation, 10, &what("after some were removed"));
        simulation.retain_particles(|state| state.id % 5 != 2);
        let drop = fill(&scene.config, [9, 8, 3], [2, 2, 2], 4, 7);
        let first = simulation.add_particles(MaterialId(1), &drop).expect("sound particles");
        goes_on(&mut simulation, 10, &what("after some were removed and others added"));
        assert_eq!(simulation.particles().last().map(|last| last.id), Some(first + drop.len() as u64 - 1));
        simulation.retain_particles(|state| state.material == 1);
        goes_on(&mut simulation, 10, &what("after whole materials were removed"));
        simulation.retain_particles(|_| false);
        goes_on(&mut simulation, 3, &what("without particles"));
        let more = restore(&scene.config, &simulation.snapshot()).add_particles(MaterialId(0), &drop);
        assert_eq!(more, Ok(first + drop.len() as u64), "{}: ids are never used twice", what("filled again"));
    }
}

#[test]
fn a_material_without_particles_is_kept() {
    for dimension in DIMENSIONS {
        let mut simulation = scene(dimension, Precision::F32, "apic").simulation();
        simulation.run_steps(5).expect("steps");
        simulation.add_material("water", Material::from(Liquid::new(1e3)).separating_at(0.9));
        goes_on(&mut simulation, 20, "with a material of nothing");
        let restored = restore(simulation.config(), &simulation.snapshot());
        assert_eq!(restored.material_name(3), "water");
    }
}

#[test]
fn taking_a_snapshot_changes_nothing() {
    for dimension in DIMENSIONS {
        let scene = scene(dimension, Precision::F32, "asflip");
        let mut simulation = scene.simulation();
        let expected = run(&mut simulation, STEPS);
        let mut watched = scene.simulation();
        let mut reports = Vec::new();
        for _ in 0..STEPS {
            let snapshot = watched.snapshot();
            assert_eq!(watched.snapshot(), snapshot);
            reports.push(watched.step().expect("a step"));
        }
        assert_eq!(reports, expected.reports);
        assert_same(&watched.particles(), &simulation.particles(), "with a snapshot before every step");
    }
}

/// Why a changed snapshot, or one with another configuration, is refused.
fn refusal(change: impl FnOnce(&mut Config, &mut Snapshot)) -> SnapshotError {
    let mut simulation = scene(Dimension::Two, Precision::F32, "apic").simulation();
    simulation.run_steps(10).expect("steps");
    let (mut config, mut snapshot) = (simulation.config().clone(), simulation.snapshot());
    change(&mut config, &mut snapshot);
    let error = Simulation::restore(config, &snapshot).map(|_| ()).expect_err("it was taken");
    assert!(!error.to_string().is_empty());
    error
}

#[test]
fn a_configuration_for_something_else_is_refused() {
    let differs = |change: fn(&mut Config)| match refusal(|config, _| change(config)) {
        SnapshotError::Differs { what, snapshot, config } => {
            assert_ne!(snapshot, config, "{what}");
            what
        }
        other => panic!("{other}"),
    };
    assert_eq!(differs(|config| config.dimension = Dimension::Three), "dimension");
    assert_eq!(differs(|config| config.precision = Precision::F64), "bits of precision");
    assert_eq!(differs(|config| config.cell_size *= 2.0), "cell size");
    let period = Axis::Periodic { low: 0.0, high: 2.0 };
    assert_eq!(
        differs(|config| config.axes[0] = Axis::Periodic { low: 0.5, high: 2.5 }),
        "origin of a periodic axis"
    );
    assert!(matches!(
        refusal(|config, _| config.axes[1] = period),
        SnapshotError::Differs { what: "period in blocks", .. }
    ));
    assert_eq!(
        differs(|config| config.gradients = Some(GradientForm::KernelGradient)),
        "gradient apart from the affine field"
    );
    assert_eq!(differs(|config| config.body_force = Some(Arc::new(|_| [0.0; 3]))), "body force");
    assert!(matches!(refusal(|config, _| config.gravity[0] = f64::NAN), SnapshotError::Simulation(_)));
}

#[test]
fn another_instruction_set_is_refused() {
    let replace = |snapshot: &mut Snapshot, name: &[u8]| {
        // Dimension, precision and cell size stand before the name.
        let bytes = &mut snapshot.sections[0].bytes;
        let length = u32::from_le_bytes(bytes[16..20].try_into().expect("four bytes")) as usize;
        let mut text = (name.len() as u32).to_le_bytes().to_vec();
        text.extend_from_slice(name);
        bytes.splice(16..20 + length, text);
    };
    let error = refusal(|config, snapshot| {
        config.simd = None;
        replace(snapshot, b"avx1024");
    });
    assert_eq!(error, SnapshotError::Simd("avx1024".to_string()));
    let error = refusal(|config, snapshot| {
        assert!(config.simd.is_none());
        config.simd = clastic::tensor::SimdLevel::available().first().copied();
        replace(snapshot, b"avx1024");
    });
    assert!(matches!(error, SnapshotError::Differs { what: "instruction set", .. }), "{error}");
}

fn section<'a>(snapshot: &'a mut Snapshot, name: &str) -> &'a mut Vec<u8> {
    let section = snapshot.sections.iter_mut().find(|section| section.name == name);
    &mut section.unwrap_or_else(|| panic!("no section `{name}`")).bytes
}

#[test]
fn values_that_cannot_be_are_refused() {
    type Spoil = fn(&mut Snapshot);
    let spoiled: [(&str, Spoil); 9] = [
        ("material 0 position", |s| {
            section(s, "material 0 position")[..4].copy_from_slice(&5.0f32.to_le_bytes())
        }),
        ("material 0 position", |s| {
            section(s, "material 0 position")[..4].copy_from_slice(&f32::NAN.to_le_bytes())
        }),
        ("material 1 velocity", |s| {
            section(s, "material 1 velocity")[8..12].copy_from_slice(&f32::INFINITY.to_le_bytes())
        }),
        ("material 2 mass and volume", |s| section(s, "material 2 mass and volume")[..4].fill(0)),
        // The second particle has the first one's id; or one that was never given; or there is none.
        ("solver", |s| section(s, "material 0 ids").copy_within(..8, 8)),
        ("solver", |s| section(s, "material 0 ids")[4] = 1),
        ("material 0", |s| section(s, "material 0 ids")[..8].fill(0xff)),
        // The first block goes far away.
        ("material 0 segments", |s| section(s, "material 0 segments")[3] = 0x7f),
        // Two blocks out of order; what order that is depends on all materials.
        ("solver", |s| {
            let bytes = section(s, "material 0 segments");
            let (first, second) = bytes.split_at_mut(12);
            first[..8].swap_with_slice(&mut second[..8]);
        }),
    ];
    for (index, (expected, spoil)) in spoiled.into_iter().enumerate() {
        match refusal(|_, snapshot| spoil(snapshot)) {
            SnapshotError::Value { section, .. } => assert_eq!(section, expected, "{index}"),
            other => panic!("{index}: {other}"),
        }
    }
    let law = refusal(|_, s| section(s, "material 1")[4..10].copy_from_slice(b"solid!"));
    assert_eq!(law, SnapshotError::Law { name: "solid!".to_string() });
}

#[test]
fn a_snapshot_of_other_sections_is_refused() {
    let mut simulation = scene(Dimension::Two, Precision::F32, "apic").simulation();
    simulation.run_steps(10).expect("steps");
    let snapshot = simulation.snapshot();
    let refused = |changed: &Snapshot, what: &str| {
        let error = Simulation::restore(simulation.config().clone(), changed).map(|_| ());
        assert!(
            matches!(error, Err(SnapshotError::Section { .. } | SnapshotError::Size { .. })),
            "{what}: {error:?}"
        );
    };
    refused(&Snapshot::default(), "nothing");
    for (index, Section { name, bytes }) in snapshot.sections.iter().enumerate() {
        let mut changed = snapshot.clone();
        changed.sections.remove(index);
        refused(&changed, &format!("without {name}"));
        let mut changed = snapshot.clone();
        changed.sections.insert(index, snapshot.sections[index].clone());
        refused(&changed, &format!("twice {name}"));
        let mut changed = snapshot.clone();
        changed.sections[index].bytes.push(0);
        refused(&changed, &format!("{name} and a byte"));
        for length in [0, 1, bytes.len() / 2, bytes.len().saturating_sub(1)] {
            if length < bytes.len() {
                let mut changed = snapshot.clone();
                changed.sections[index].bytes.truncate(length);
                let error = Simulation::restore(simulation.config().clone(), &changed).map(|_| ());
                assert!(error.is_err(), "{length} bytes of {name}");
            }
        }
    }
}

/// Whatever a snapshot holds, it is refused, or makes a simulation whose steps succeed or fail with an error.
#[test]
fn any_bits_are_an_error_or_a_simulation() {
    let mut random = Random::new(11);
    let (mut refused, mut taken) = (0, 0);
    for dimension in DIMENSIONS {
        let mut simulation = scene(dimension, Precision::F32, "asflip").simulation();
        simulation.run_steps(10).expect("steps");
        let mut config = simulation.config().clone();
        config.threads = 1;
        let snapshot = simulation.snapshot();
        for index in 0..snapshot.sections.len() {
            for _ in 0..20 {
                let mut changed = snapshot.clone();
                let bytes = &mut changed.sections[index].bytes;
                if bytes.is_empty() {
                    continue;
                }
                for _ in 0..1 + random.between(0.0, 4.0) as usize {
                    let place = random.between(0.0, bytes.len() as f64) as usize;
                    bytes[place] ^= 1 << random.between(0.0, 8.0) as u32;
                }
                match Simulation::restore(config.clone(), &changed) {
                    Err(error) => {
                        assert!(!error.to_string().is_empty());
                        refused += 1;
                    }
                    Ok(mut simulation) => {
                        // An error is as good as a step here; a panic is not.
                        let _ = simulation.run_steps(2);
                        taken += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 100 && taken > 100, "{refused} refused, {taken} taken");
}
