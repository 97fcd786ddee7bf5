//! Components that move through matter: D5, D11 to D13, after figures 5, 12, 13 and 1 of "A Moving Least Square Reproducing Kernel Particle Method
//! for Unified Multiphase Continuum Simulation".

use clastic::{ParticleState, Simulation};
use clastic_shapes::Neighbours;

use crate::{Effort, Finding, GalleryScene, Plot, Report, Table, gallery, side_by_side};

/// What there is of water and of the rest, in kg/m or kg.
fn masses(simulation: &Simulation) -> [f64; 2] {
    simulation.particles().iter().fold([0.0; 2], |[wet, dry], state| {
        let (mass, c) = (state.particle.mass, state.particle.concentrations[0]);
        [wet + mass * c, dry + mass * (1.0 - c)]
    })
}

/// By which share of itself the mass of a component is off what it was, at most.
fn drift(now: [f64; 2], before: [f64; 2]) -> f64 {
    (now[0] / before[0] - 1.0).abs().max((now[1] / before[1] - 1.0).abs())
}

/// The volume of all matter, in m² or m³.
fn volume(simulation: &Simulation) -> f64 {
    simulation.particles().iter().map(|state| state.particle.volume * state.volume_ratio).sum()
}

/// D5: what is conserved when powder dissolves, by what is transported.
pub fn powder(effort: Effort) -> Report {
    let (cell, seconds) = effort.choose((0.04, 1.0), (0.02, 2.0));
    let scene = gallery("papers/d5-powder").set("grid.cell_size", cell);
    let ways = ["conserving", "paper", "concentration"];
    let runs = side_by_side(&ways, |transport| {
        let mut powder = scene.clone().set("mlsrk.phase.transport", *transport).build_on(1);
        let (mass, before) = (masses(&powder), volume(&powder));
        let (mut curve, mut volumes) = (vec![[0.0, 0.0]], vec![[0.0, 1.0]]);
        for look in 1..=20 {
            powder.advance_to(seconds * f64::from(look) / 20.0).expect("powder that dissolves");
            curve.push([powder.time(), drift(masses(&powder), mass)]);
            volumes.push([powder.time(), volume(&powder) / before]);
        }
        (curve, volumes)
    });
    let mut plot = Plot::new("Powder in water").x("time (s)").y("drift of a component's mass");
    let mut volumes = Plot::new("Powder in water").x("time (s)").y("volume over that at the beginning");
    let mut table = Table::new(["transport", "largest drift of a component's mass", "volume in the end"]);
    let mut drifts = Vec::new();
    for (name, (curve, volume)) in ways.iter().zip(&runs) {
        drifts.push(curve.iter().map(|[_, drift]| *drift).fold(0.0, f64::max));
        table.numbers(name, [drifts[drifts.len() - 1], volume[volume.len() - 1][1]]);
        plot = plot.line(*name, curve.iter().copied());
        volumes = volumes.line(*name, volume.iter().copied());
    }
    let findings = vec![
        // Round-off of sums over all particles in thousands of steps.
        Finding::at_most("mass of a component: drift, conserving", drifts[0], 1e-12),
        Finding::report("drift, η = ρ c as printed", drifts[1]),
        Finding::at_least("drift, η = c", drifts[2], 1e-3),
        Finding::at_most("volume in the end over that at the beginning", runs[0].1[20][1], 0.95),
    ];
    Report::from(findings).table(table).plot("mass", plot).plot("volume", volumes)
}

/// How starch floats and dissolves.
struct Starch {
    /// In s.
    time: f64,
    /// How far the middle of the starch is above that of the water, over twice the height of the middle of all.
    above: f64,
    /// By how much more water there is in what was water than in what was starch.
    apart: f64,
    /// The share of the starch whose friction water has not taken yet.
    dry: f64,
}

impl Starch {
    fn of(simulation: &Simulation) -> Starch {
        let of = |name: &str, number: &dyn Fn(&ParticleState) -> f64| {
            let particles = simulation.particles();
            let own = particles.iter().filter(|state| simulation.material_name(state.material) == name);
            let (sum, mass) = own.fold((0.0, 0.0), |(sum, mass), state| {
                let own = state.particle.mass;
                (sum + own * number(state), mass + own)
            });
            sum / mass
        };
        let height = |state: &ParticleState| state.particle.position[1];
        let wet = |state: &ParticleState| state.particle.concentrations[0];
        Starch {
            time: simulation.time(),
            above: (of("starch", &height) - of("water", &height))
                / (2.0 * simulation.diagnostics().center_of_mass[1]),
            apart: of("water", &wet) - of("starch", &wet),
            dry: of("starch", &|state| if wet(state) < 0.3 { 1.0 } else { 0.0 }),
        }
    }
}

/// Starch from when all of it has come, at a time in s, until an end, and by how much the mass of a component was off by then.
fn dissolving(scene: &GalleryScene, poured: f64, end: f64) -> (Vec<Starch>, f64) {
    let mut starch = scene.clone().build();
    starch.advance_to(poured).expect("starch that falls");
    let mass = masses(&starch);
    let mut looks = vec![Starch::of(&starch)];
    for look in 1..=16 {
        starch.advance_to(poured + (end - poured) * f64::from(look) / 16.0).expect("starch that dissolves");
        looks.push(Starch::of(&starch));
    }
    let off = drift(masses(&starch), mass);
    (looks, off)
}

/// D11: starch that is poured into water floats, then dissolves.
pub fn starch(effort: Effort) -> Report {
    let (cell, seconds) = effort.choose((0.006, 1.2), (0.004, 2.0));
    let slice = gallery("papers/d11-starch").set("grid.cell_size", cell);
    let (looks, off) = dissolving(&slice, 0.4, seconds);
    let mut plot = Plot::new("Starch in a cup").x("time (s)").y("share");
    plot = plot.line("above the water, over the depth", looks.iter().map(|look| [look.time, look.above]));
    plot = plot.line("concentrations apart", looks.iter().map(|look| [look.time, look.apart]));
    plot = plot.line("starch that is dry", looks.iter().map(|look| [look.time, look.dry]));
    let (first, last) = (&looks[0], &looks[looks.len() - 1]);
    let mut findings = vec![
        // Half the depth if all of it lay on the water.
        Finding::at_least("when it is poured: above the water, over the depth", first.above, 0.25),
        Finding::at_least("starch that is dry then", first.dry, 0.5),
        Finding::at_most("in the end: starch that is dry, over that then", last.dry / first.dry, 0.5),
        Finding::at_most("concentrations apart, over that then", last.apart / first.apart, 0.75),
        // Round-off of sums over all particles in thousands of steps.
        Finding::at_most("mass of a component: drift", off, 1e-12),
    ];
    if effort == Effort::Full {
        let cup = gallery("papers/d11-starch-cup").set("grid.cell_size", 0.015);
        let (looks, off) = dissolving(&cup, 0.5, 1.2);
        let (first, last) = (&looks[0], &looks[looks.len() - 1]);
        findings.extend([
            Finding::at_least(
                "in space, when it is poured: above the water, over the depth",
                first.above,
                0.25,
            ),
            Finding::at_least("in space: starch that is dry then", first.dry, 0.5),
            // The pile is more than twice as thick as in the slice, and so dissolves in more than four times its time.
            Finding::at_most(
                "in space, in the end: concentrations apart, over that then",
                last.apart / first.apart,
                0.9,
            ),
            Finding::at_most("in space, mass of a component: drift", off, 1e-12),
        ]);
    }
    Report::from(findings).plot("dissolving", plot)
}

/// What became of a body that was pulled.
struct Pulled {
    /// The share of it in the largest piece.
    largest: f64,
    /// Where pairs of neighbours that were parted began, in m.
    middles: Vec<[f64; 3]>,
    /// Their mean concentration, over that of all of it.
    wetness: f64,
    /// By the place where they began, in m: the share of those above a height that are in one piece.
    upper: f64,
    /// And of those below.
    lower: f64,
}

/// Particles of one material, in the order of their ids.
fn own(simulation: &Simulation, material: &str) -> Vec<ParticleState> {
    let mut own = simulation.particles();
    own.retain(|state| simulation.material_name(state.material) == material);
    own.sort_by_key(|state| state.id);
    own
}

impl Pulled {
    /// Of particles of this mean distance, in m, which began so and are now so; above and below a height, in m.
    fn new(before: &[ParticleState], now: &[ParticleState], spacing: f64, height: f64) -> Pulled {
        let places =
            |of: &[ParticleState]| of.iter().map(|state| state.particle.position).collect::<Vec<_>>();
        let (from, to) = (places(before), places(now));
        let wet = |i: usize| now[i].particle.concentrations[0];
        let near = Neighbours::new(from.clone(), 1.2 * spacing);
        let far = |i: usize, j: usize| {
            let way = (0..3).map(|axis| (to[i][axis] - to[j][axis]).powi(2)).sum::<f64>();
            way.sqrt() > 3.0 * spacing
        };
        let pairs = (0..from.len()).flat_map(|i| near.of(i).filter(move |j| i < *j).map(move |j| (i, j)));
        let parted: Vec<(usize, usize)> = pairs.filter(|(i, j)| far(*i, *j)).collect();
        let wet_there: f64 = parted.iter().map(|(i, j)| 0.5 * (wet(*i) + wet(*j))).sum();
        let wet_all: f64 = (0..now.len()).map(wet).sum::<f64>() / now.len() as f64;
        let pieces = Neighbours::new(to, 1.8 * spacing).pieces();
        let share = |is_part: &dyn Fn(f64) -> bool| {
            let of = |piece: &[usize]| piece.iter().filter(|i| is_part(from[**i][1])).count() as f64;
            pieces.iter().map(|piece| of(piece)).fold(0.0, f64::max)
                / from.iter().filter(|x| is_part(x[1])).count() as f64
        };
        Pulled {
            largest: pieces[0].len() as f64 / now.len() as f64,
            middles: parted
                .iter()
                .map(|(i, j)| std::array::from_fn(|axis| 0.5 * (from[*i][axis] + from[*j][axis])))
                .collect(),
            wetness: wet_there / parted.len().max(1) as f64 / wet_all,
            upper: share(&|y| y > height),
            lower: share(&|y| y <= height),
        }
    }
}

/// D12: a biscuit that was dipped breaks where it is wet.
pub fn biscuit(effort: Effort) -> Report {
    let cell = effort.choose(0.0066, 0.004);
    let scene = gallery("papers/d12-biscuit").set("grid.cell_size", cell).set("time.courant_sound", 0.8);
    let ways = [scene.clone(), scene.remove("bodies.water")];
    let runs = side_by_side(&ways, |scene| {
        let mut biscuit = scene.build_on(1);
        let before = own(&biscuit, "biscuit");
        biscuit.advance_to(1.7).expect("a biscuit that is pulled");
        // Where the clamps end, over the water.
        Pulled::new(&before, &own(&biscuit, "biscuit"), 0.5 * cell, 0.074)
    });
    let [dipped, dry] = &runs[..] else { unreachable!("two runs") };
    Report::from(vec![
        Finding::at_most("dipped: the largest piece, as a share of all", dipped.largest, 0.9),
        Finding::at_least("dipped: what stayed above the water that is in one piece", dipped.upper, 0.95),
        Finding::at_least("dipped: where it broke, concentration over the mean", dipped.wetness, 1.0),
        Finding::report("dipped: the rest that is in one piece", dipped.lower),
        Finding::at_least("not dipped: the largest piece, as a share of all", dry.largest, 0.99),
        Finding::report("not dipped: neighbours that parted", dry.middles.len() as f64),
    ])
}

/// When a sheet of paper tears.
struct Torn {
    /// How far the ends have been pulled from each other, in m; as far as they go if it holds.
    pull: f64,
    /// By how much its rest volume has grown before it is pulled, as a share.
    swollen: f64,
    /// How it is then, or in the end.
    pulled: Pulled,
    /// How far from the middle it parted, in m, on the mean.
    off: f64,
}

impl Torn {
    fn new(scene: &GalleryScene, spacing: f64) -> Torn {
        let mut paper = scene.build_on(1);
        let before = own(&paper, "paper");
        let rest = |of: &[ParticleState]| of.iter().map(|state| state.particle.volume).sum::<f64>();
        paper.advance_to(0.2).expect("paper that is hit");
        let swollen = rest(&own(&paper, "paper")) / rest(&before) - 1.0;
        // What the clamps grip, at both ends.
        let apart = |of: &[ParticleState]| {
            let end = |sign: f64| {
                let gripped =
                    before.iter().zip(of).filter(|(from, _)| sign * from.particle.position[0] > 0.09);
                let places: Vec<f64> = gripped.map(|(_, now)| now.particle.position[0]).collect();
                places.iter().sum::<f64>() / places.len() as f64
            };
            end(1.0) - end(-1.0)
        };
        for look in 1..=30 {
            paper.advance_to(0.2 + 0.01 * f64::from(look)).expect("paper that is pulled");
            let now = own(&paper, "paper");
            let pulled = Pulled::new(&before, &now, spacing, 0.0);
            if pulled.largest < 0.8 || look == 30 {
                let off = pulled.middles.iter().map(|x| x[0].abs()).sum::<f64>();
                let off = off / pulled.middles.len().max(1) as f64;
                return Torn { pull: apart(&now) - apart(&before), swollen, pulled, off };
            }
        }
        unreachable!("the last look returns")
    }
}

/// D13: paper that was hit by water tears where it is wet.
pub fn paper(effort: Effort) -> Report {
    let cell = effort.choose(0.015, 0.01);
    // At 0.8 some particles run away for a while, and steps get shorter, not longer.
    let scene = gallery("papers/d13-wet-paper").set("grid.cell_size", cell).set("time.courant_sound", 0.6);
    // Two layers.
    let scene = scene.set("bodies.paper.max", format!("[0.1, 0.1, {cell:?}]"));
    let ways = [scene.clone(), scene.remove("bodies.ball")];
    let runs = side_by_side(&ways, |scene| Torn::new(scene, 0.5 * cell));
    let [wet, dry] = &runs[..] else { unreachable!("two runs") };
    Report::from(vec![
        Finding::at_most("wet: the largest piece, as a share of all", wet.pulled.largest, 0.8),
        Finding::at_least("wet: where it tore, concentration over the mean", wet.pulled.wetness, 1.0),
        // The ends are 0.09 m from the middle.
        Finding::at_most("wet: how far from the middle it tore (m)", wet.off, 0.03),
        Finding::at_least("wet: growth of its volume at rest", wet.swollen, 0.001),
        Finding::at_most("pull at which it tears, or the longest: wet over dry", wet.pull / dry.pull, 0.8),
        Finding::report("dry: pull at which it tears, or the longest (m)", dry.pull),
        Finding::report("dry: the largest piece then", dry.pulled.largest),
        Finding::report("dry: how far from the middle it parted (m)", dry.off),
    ])
}
