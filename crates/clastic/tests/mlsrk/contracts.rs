//! The same bits for any number of threads, the same numbers by any instruction set, steps that fail leave no trace, restored matter goes on as it would have.

use crate::common::*;
use clastic::Diagnostics;
use clastic::materials::{Carried, Liquid, Material, NeoHookean, RestDensity, SandHencky, VolumeSource};
use clastic::solvers::mlsrk::*;
use clastic::tensor::SimdLevel;

/// Wet sand, water and jelly in a tank, with a component that spreads and swells the sand.
fn mixture<const D: usize>() -> Mlsrk<D> {
    let h = 0.1;
    let mut gravity = [0.0; D];
    gravity[1] = -9.81;
    let phase = PhaseField::new(FreeEnergy::SingleWell, 0.1);
    let settings = Settings { gravity, components: 2, phase: Some(phase), ..Settings::new(2.5 * h) };
    let sand = |friction: f64| Material::from(SandHencky::new(1e5, 0.3, friction));
    let wet = sand(35.0).varying(Carried::Concentration, &[(0.0, sand(35.0)), (0.4, sand(5.0))]).unwrap();
    let density = RestDensity(vec![1000.0, -100.0]);
    let materials = vec![
        wet.measured().mobile(1e-2).swelling(density),
        Material::from(Liquid::new(1e5)).measured().mobile(1e-2),
        Material::from(NeoHookean::new(1e5, 0.3)).viscous(5.0, 1.0).mobile(1e-3),
    ];
    let mut matter = Mlsrk::new(settings, materials).unwrap();
    let mut counts = [6; D];
    (counts[0], counts[1]) = (24, 12);
    for x in lattice(counts, h, 0.2) {
        let material = (x[0] / 0.8) as u32;
        let c = if material == 1 { [1.0, 0.0] } else { [0.0, 0.5] };
        let mut u = [0.0; D];
        u[0] = x[1];
        matter.add(Seed::at(x, 1e3 * h.powi(D as i32), h.powi(D as i32)).moving(u).of(material), &c).unwrap();
    }
    matter
}

fn tank<const D: usize>() -> Planes<D> {
    let mut size = [0.6; D];
    (size[0], size[1]) = (2.6, 3.0);
    Planes { friction: 0.2, ..Planes::tank(size) }
}

fn threads_do_not_matter<const D: usize>(steps: usize) {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut matter = mixture::<D>();
            for _ in 0..steps {
                matter.step(5e-4, &tank()).unwrap();
            }
            matter.particles().clone()
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(3), "the number of threads has changed the result");
}

#[test]
fn threads_do_not_matter_2d() {
    threads_do_not_matter::<2>(200);
}

#[test]
fn threads_do_not_matter_3d() {
    threads_do_not_matter::<3>(30);
}

/// How far two runs of the same matter are apart: the largest difference of any number, over the largest of its kind.
fn apart<const D: usize>(a: &Particles<D>, b: &Particles<D>) -> f64 {
    assert_eq!(a.id, b.id, "particles in another order");
    let columns = |p: &Particles<D>| {
        [
            p.position.as_flattened().to_vec(),
            p.velocity.as_flattened().to_vec(),
            p.stress.as_flattened().as_flattened().to_vec(),
            p.volume.clone(),
            p.rest_volume.clone(),
            p.concentration.clone(),
            p.state.clone(),
        ]
    };
    let largest = |numbers: &mut dyn Iterator<Item = f64>| numbers.map(f64::abs).fold(0.0, f64::max);
    let both = columns(a).into_iter().zip(columns(b));
    let shares = both.map(|(a, b)| {
        assert!(a.iter().chain(&b).all(|x| x.is_finite()));
        let off = largest(&mut a.iter().zip(&b).map(|(a, b)| a - b));
        if off == 0.0 { 0.0 } else { off / largest(&mut a.iter().copied()) }
    });
    shares.fold(0.0, f64::max)
}

/// The largest [`apart`] of all instruction sets, and of the plainest.
fn disagreement<const D: usize>(build: impl Fn() -> Mlsrk<D>, steps: usize, solids: &dyn Solids<D>) -> f64 {
    let run = |level: SimdLevel| {
        let mut matter = build();
        matter.set_level(level);
        for _ in 0..steps {
            matter.step(5e-4, solids).unwrap();
        }
        matter.particles().clone()
    };
    let runs: Vec<_> = SimdLevel::available().into_iter().map(run).collect();
    runs.iter().map(|other| apart(&runs[0], other)).fold(0.0, f64::max)
}

#[test]
fn instruction_sets_agree() {
    let mixtures =
        [("2D", disagreement(mixture::<2>, 40, &tank())), ("3D", disagreement(mixture::<3>, 20, &tank()))];
    for (name, apart) in mixtures {
        println!("a mixture, {name}: {apart:.1e} apart");
        assert!(apart < 1e-13, "a mixture, {name}: {apart:.1e}");
    }
    for law in clastic::materials::AnyLaw::LAWS {
        let build = || {
            let material = Material::new(law.example());
            let mut matter = Mlsrk::new(Settings::<3>::new(0.25), vec![material]).unwrap();
            for x in lattice([5; 3], 0.1, 0.1) {
                let seed = Seed::at(x, 1.0, 1e-3).moving([0.5 * x[1], 0.0, 0.3 * x[0]]);
                // So far from rest that stress is not lost to rounding.
                let deformation = [[0.97, 0.02, 0.0], [0.0, 0.95, 0.0], [0.0, 0.0, 0.98]];
                matter.add(Seed { deformation, ..seed }, &[]).unwrap();
            }
            matter
        };
        let apart = disagreement(build, 4, &NoSolids);
        println!("{}: {apart:.1e} apart", law.name);
        assert!(apart < 1e-13, "{}: {apart:.1e}", law.name);
    }
}

#[test]
fn a_step_that_fails_leaves_no_trace() {
    let mut matter = mixture::<2>();
    for _ in 0..20 {
        matter.step(5e-4, &tank()).unwrap();
    }
    matter.attempt(5e-4, &tank(), &mut |_| ()).unwrap();
    let before = matter.particles().clone();
    assert!(matches!(matter.step(0.0, &tank()), Err(MlsrkError::TimeStep(_))));
    assert!(matches!(
        matter.step(1.0, &tank()),
        Err(MlsrkError::TooFast { .. } | MlsrkError::NotFinite { .. })
    ));
    assert!(*matter.particles() == before);
    matter.commit();
    assert!(*matter.particles() == before, "what failed is not committed");
    matter.step(5e-4, &tank()).unwrap();
}

#[test]
fn restored_matter_goes_on() {
    let mut matter = mixture::<2>();
    for _ in 0..50 {
        matter.step(5e-4, &tank()).unwrap();
    }
    let mut other = mixture::<2>();
    other.restore(matter.particles().clone(), matter.past()).unwrap();
    for _ in 0..50 {
        matter.step(5e-4, &tank()).unwrap();
        other.step(5e-4, &tank()).unwrap();
    }
    assert!(matter.particles() == other.particles());
    let mut short = matter.particles().clone();
    short.mass.pop();
    assert!(other.restore(short, Past { next_id: u64::MAX, ..Past::default() }).is_none());
}

#[test]
fn every_law_takes_steps() {
    for law in clastic::materials::AnyLaw::LAWS {
        for volume in [VolumeSource::Deformation, VolumeSource::Density] {
            let settings = Settings::<3> { gravity: [0.0, -9.81, 0.0], ..Settings::new(0.25) };
            let mut material = Material::new(law.example());
            material.mixing.volume = volume;
            let mut matter = Mlsrk::new(settings, vec![material]).unwrap();
            for x in lattice([5; 3], 0.1, 0.1) {
                matter.add(Seed::at(x, 1e-3, 1e-3).moving([0.5 * x[1], 0.0, 0.0]), &[]).unwrap();
            }
            let floor = Planes::floor(0.0, clastic::colliders::Contact::Sticky);
            let Diagnostics { kinetic, gravitational, .. } = matter.diagnostics().of_all;
            let before = kinetic + gravitational;
            let mut time = 0.0;
            while time < 0.1 {
                let dt = longest(&mut matter).min(1e-3);
                matter.step(dt, &floor).unwrap_or_else(|error| panic!("{}, {volume:?}: {error}", law.name));
                time += dt;
            }
            let Measured { of_all: d, volume: whole, .. } = matter.diagnostics();
            let (energy, growth) = ((d.kinetic + d.elastic + d.gravitational) / before, whole / 0.125);
            println!("{}, {volume:?}: energy {energy:.4} and volume {growth:.4} of the first", law.name);
            match volume {
                VolumeSource::Deformation => assert!(energy < 1.0 && (growth - 1.0).abs() < 0.01),
                // It disturbs solids, whose volume their deformation knows; no law blows up.
                VolumeSource::Density => assert!(d.kinetic < 0.1 && (0.9..1.5).contains(&growth)),
            }
        }
    }
}

#[test]
fn wrong_settings_are_refused() {
    let jelly = || vec![Material::from(NeoHookean::new(1.0, 0.3))];
    let new = |settings: Settings<2>| Mlsrk::new(settings, jelly()).err();
    assert!(matches!(new(Settings::new(-1.0)), Some(MlsrkError::Setting { name: "scale", .. })));
    assert!(matches!(new(Settings::new(f64::NAN)), Some(MlsrkError::Setting { name: "scale", .. })));
    let short = Settings { period: [Some([0.0, 2.0]), None], ..Settings::new(1.0) };
    assert!(matches!(new(short), Some(MlsrkError::Period { axis: 0, .. })));
    let mut matter = Mlsrk::new(Settings::<2>::new(1.0), jelly()).unwrap();
    assert!(matches!(matter.add(Seed::at([0.0; 2], 1.0, 1.0).of(3), &[]), Err(MlsrkError::Material(3))));
    assert!(matter.add(Seed::at([0.0; 2], 0.0, 1.0), &[]).is_err());
    assert!(matter.add(Seed::at([f64::NAN; 2], 1.0, 1.0), &[]).is_err());
    matter.add(Seed::at([1e30; 2], 1.0, 1.0), &[]).unwrap();
    assert!(matches!(matter.step(1e-3, &NoSolids), Err(MlsrkError::Astray { particle: 0 })));
}
