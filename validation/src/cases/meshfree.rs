//! Matter as particles alone: D2 to D4, D6 and D7, after figures 3, 4, 6, 7 and 9 of "A Moving Least Square Reproducing Kernel Particle Method
//! for Unified Multiphase Continuum Simulation".

use clastic::{ParticleState, Simulation};

use crate::{Effort, Finding, GalleryScene, Plot, Report, Table, gallery, neighbours, side_by_side};

/// The middle one of the heights of some particles, in m.
fn middle(simulation: &Simulation, of: impl Fn(&ParticleState) -> bool) -> f64 {
    let particles = simulation.particles();
    let mut heights: Vec<f64> =
        particles.iter().filter(|state| of(state)).map(|state| state.particle.position[1]).collect();
    let place = heights.len() / 2;
    *heights.select_nth_unstable_by(place, f64::total_cmp).1
}

/// How far the light are above the heavy, over what it would be if they had parted: half the depth, which is the height of the middle.
fn parted(simulation: &Simulation) -> f64 {
    let of = |name: &str| middle(simulation, |state| simulation.material_name(state.material) == name);
    (of("light") - of("heavy")) / middle(simulation, |_| true)
}

/// D2: how a mixture parts, by particles alone and on grids.
pub fn mixture(effort: Effort) -> Report {
    let (cell, seconds) = effort.choose((0.03, 1.6), (0.01, 2.0));
    let scene = gallery("papers/d2-mixture");
    let on_grid =
        scene.clone().set("solver", "mpm").remove("materials.heavy.volume").remove("materials.light.volume");
    let ways = [
        ("mlsrk", scene.set("grid.cell_size", cell)),
        ("mpm, as many particles", on_grid.clone().set("grid.cell_size", cell)),
        ("mpm, as many degrees of freedom", on_grid.set("grid.cell_size", 0.5 * cell)),
    ];
    let curves = side_by_side(&ways, |(_, scene)| {
        let mut simulation = scene.build_on(1);
        let mut curve = vec![[0.0, parted(&simulation)]];
        for look in 1..=20 {
            simulation.advance_to(seconds * f64::from(look) / 20.0).expect("liquids that flow");
            curve.push([simulation.time(), parted(&simulation)]);
        }
        curve
    });
    let mut plot = Plot::new("A mixture").x("time (s)").y("how far it has parted");
    let mut table = Table::new(["solver", "parted at the beginning", "in the end, mean over a quarter"]);
    let mut rises = Vec::new();
    for ((name, _), curve) in ways.iter().zip(&curves) {
        let late = &curve[16..];
        let end = late.iter().map(|[_, parted]| parted).sum::<f64>() / late.len() as f64;
        rises.push(end - curve[0][1]);
        table.numbers(name, [curve[0][1], end]);
        plot = plot.line(*name, curve.iter().copied());
    }
    let over = |other: f64| rises[0] / other.abs().max(1e-3);
    let findings = vec![
        Finding::at_least("MLSRK parts by", rises[0], 0.2),
        Finding::at_least("that over MPM's, as many particles", over(rises[1]), 2.0),
        Finding::at_least("that over MPM's, as many degrees of freedom", over(rises[2]), 2.0),
    ];
    Report::from(findings).table(table).plot("parted", plot)
}

/// How far a body has fallen in 0.35 s over what is exact for steps of this length.
fn fallen(scene: GalleryScene) -> f64 {
    let (dt, steps) = (5e-4, 700);
    let mut simulation = scene.set("time.dt", dt).build_on(1);
    let from = height(&simulation);
    simulation.run_steps(steps).expect("a block that falls");
    let exact = 9.81 * dt * dt * (steps * (steps + 1)) as f64 / 2.0;
    (from - height(&simulation)) / exact
}

/// D3: a block falls, with constants reproduced and not.
pub fn falling_block(_: Effort) -> Report {
    // With more regularization more is lost in a step where constants are penalized, and nothing where they are reproduced.
    let fallen = |penalized: bool, regularization: f64| {
        let scene = gallery("papers/d3-falling-block").set("mlsrk.penalize_constants", penalized);
        fallen(scene.set("mlsrk.regularization", regularization))
    };
    let regularizations = [1e-3, 1e-2, 1e-1];
    let mut table = Table::new(["r", "constants reproduced: fallen over the exact", "constants penalized"]);
    let runs = regularizations.map(|r| [false, true].map(|penalized| fallen(penalized, r)));
    for (r, run) in regularizations.iter().zip(&runs) {
        table.numbers(&format!("{r:.0e}"), *run);
    }
    let off = runs.iter().map(|[with, _]| (with - 1.0).abs()).fold(0.0, f64::max);
    Report::from(vec![
        Finding::at_most("fallen, constants reproduced: off the exact, for any r", off, 1e-9),
        Finding::at_most("fallen, constants penalized, r = 10⁻³: over the exact", runs[0][1], 0.98),
        Finding::at_most("fallen, constants penalized, r = 10⁻¹: over the exact", runs[2][1], 0.5),
    ])
    .table(table)
}

/// How far a body that drops comes down, and how high it bounces: heights of its center, in m.
struct Bounce {
    lowest: f64,
    /// After the lowest.
    highest: f64,
}

impl Bounce {
    fn from(height: f64) -> Bounce {
        Bounce { lowest: height, highest: height }
    }

    fn see(&mut self, height: f64) {
        if height < self.lowest {
            *self = Bounce::from(height);
        }
        self.highest = self.highest.max(height);
    }
}

/// The height of the center of mass, in m.
fn height(body: &Simulation) -> f64 {
    body.diagnostics().center_of_mass[1]
}

/// What of the kinetic energy of a jelly is noise after it has hit the floor, at most: how far velocities are off those of their neighbours, of which
/// the gradient is taken off. And how high its center bounces over from where it fell.
fn bounce(scene: &GalleryScene, seconds: f64) -> [f64; 2] {
    let mut jelly = scene.build_on(1);
    let from = height(&jelly);
    let (mut bounce, mut noise) = (Bounce::from(from), 0.0f64);
    let looks = 160;
    for look in 1..=looks {
        if jelly.advance_to(seconds * f64::from(look) / f64::from(looks)).is_err() {
            return [1.0, 0.0];
        }
        bounce.see(height(&jelly));
        if 2 * look > looks {
            noise = noise.max(noise_of(&jelly));
        }
    }
    [noise, (bounce.highest - bounce.lowest) / (from - bounce.lowest)]
}

/// The share of the kinetic energy that is noise.
fn noise_of(jelly: &Simulation) -> f64 {
    let particles = jelly.particles();
    let near = neighbours(jelly, 0.75 * jelly.config().cell_size);
    let (mut off, mut all) = (0.0, 0.0);
    for (index, ParticleState { particle, .. }) in particles.iter().enumerate() {
        let around: Vec<usize> = near.of(index).collect();
        if around.is_empty() {
            continue;
        }
        let mean = |of: &dyn Fn(&ParticleState) -> f64| {
            around.iter().map(|j| of(&particles[*j])).sum::<f64>() / around.len() as f64
        };
        let way = [0, 1].map(|axis| mean(&|state| state.particle.position[axis]) - particle.position[axis]);
        for axis in 0..2 {
            let there = mean(&|state| state.particle.velocity[axis]);
            let slope = particle.affine[axis][0] * way[0] + particle.affine[axis][1] * way[1];
            off += particle.mass * (particle.velocity[axis] - (there - slope)).powi(2);
            all += particle.mass * particle.velocity[axis].powi(2);
        }
    }
    off / all
}

/// D4: what blending does to a jelly that drops on the floor.
pub fn jelly_drop(effort: Effort) -> Report {
    let cell = effort.choose(0.08, 0.04);
    let scene = gallery("papers/d4-jelly").set("grid.cell_size", cell);
    let ways = [
        ("paper", 0.0),
        ("paper", 0.8),
        ("paper", 0.95),
        ("paper", 1.0),
        ("residual", 0.5),
        ("residual", 0.8),
    ];
    let runs = side_by_side(&ways, |(blend, share)| {
        bounce(&scene.clone().set("mlsrk.blend", *blend).set("mlsrk.blend_share", *share), 1.6)
    });
    let mut table = Table::new(["blend", "largest share of noise", "bounces back to"]);
    for ((blend, share), run) in ways.iter().zip(&runs) {
        table.numbers(&format!("{blend}, α {share}"), *run);
    }
    let findings = vec![
        Finding::at_least("noise: the paper's blend, α = 1 over .8", runs[3][0] / runs[1][0], 3.0),
        Finding::at_most("noise: the paper's blend, α = .95 over 1", runs[2][0] / runs[3][0], 0.5),
        Finding::at_most("noise: the paper's blend, α = 0 over .8", runs[0][0] / runs[1][0], 0.2),
        // It damps what is small, and not the bounce.
        Finding::report("bounce: the paper's blend, α = 0 over .8", runs[0][1] / runs[1][1]),
        Finding::at_most(
            "noise: the residual blend, α = .5, over the paper's, α = .95",
            runs[4][0] / runs[2][0],
            1.0,
        ),
        Finding::at_least(
            "bounce: the residual blend, α = .5, over the paper's, α = .8",
            runs[4][1] / runs[1][1],
            1.0,
        ),
    ];
    Report::from(findings).table(table)
}

/// The area within the surface of water in a tank of 1 m, over what is exact. The surface is where a mean of the particles' areas, over three of their
/// distances, is a half; floor and walls mirror it. The lowest particles lie on the floor and the outermost on the walls, which are half a distance beyond.
fn area(water: &Simulation) -> f64 {
    let particles = water.particles();
    let spacing = 0.5 * water.config().cell_size;
    let (reach, wide) = (3.0 * spacing, 1.0 + spacing);
    let places = particles.iter().map(|state| {
        let [x, y, _] = state.particle.position;
        [x, y].map(|x| x + 0.5 * spacing)
    });
    let cells = (4.0 / spacing).round();
    let size = wide / cells;
    let rows = (places.clone().map(|[_, y]| y + reach).fold(reach, f64::max) / size) as usize;
    let mut share = vec![0.0; rows * cells as usize];
    // The integral of (1 − r²/R²)³ is a quarter of the disk.
    let weight = spacing * spacing * 4.0 / (std::f64::consts::PI * reach * reach);
    let images = places.flat_map(|[x, y]| [-x, x, 2.0 * wide - x].map(|x| [[x, y], [x, -y]])).flatten();
    for [x, y] in images {
        let near = |at: f64, most: usize| {
            let [low, high] = [at - reach, at + reach].map(|at| (at / size).clamp(0.0, most as f64) as usize);
            low..(high + 1).min(most)
        };
        for row in near(y, rows) {
            for column in near(x, cells as usize) {
                let [dx, dy] = [(column, x), (row, y)].map(|(k, at)| (k as f64 + 0.5) * size - at);
                let left = (1.0 - (dx * dx + dy * dy) / (reach * reach)).max(0.0);
                share[row * cells as usize + column] += weight * left.powi(3);
            }
        }
    }
    let within = share.iter().filter(|share| **share > 0.5).count();
    within as f64 * size * size / (particles.len() as f64 * spacing * spacing)
}

/// How many pairs of particles are closer than a fifth of their distance at the beginning, over the number of particles.
fn close_pairs(water: &Simulation) -> f64 {
    let near = neighbours(water, 0.1 * water.config().cell_size);
    let count = water.particles().len();
    (0..count).map(|index| near.of(index).count()).sum::<usize>() as f64 / (2 * count) as f64
}

/// D6: the volume of water that has fallen through a board of pegs, by where its volume comes from.
pub fn galton(effort: Effort) -> Report {
    let (cell, seconds) = effort.choose((0.044, 3.0), (0.02, 3.0));
    let scene = gallery("papers/d6-galton").set("grid.cell_size", cell);
    let ways = ["density", "deformation"];
    let runs = side_by_side(&ways, |volume| {
        let mut water = scene.clone().set("materials.water.volume", *volume).build_on(1);
        let mut curve = Vec::new();
        for look in 1..=60 {
            water.advance_to(seconds * f64::from(look) / 60.0).expect("water that falls");
            curve.push([water.time(), area(&water)]);
        }
        (curve, close_pairs(&water))
    });
    let mut plot = Plot::new("Water through pegs").x("time (s)").y("area over the exact");
    let mut table =
        Table::new(["volume by", "area over the exact, mean of the last second", "close pairs per particle"]);
    let mut ends = Vec::new();
    for (name, (curve, pairs)) in ways.iter().zip(&runs) {
        let late: Vec<f64> =
            curve.iter().filter(|[time, _]| *time > seconds - 1.0).map(|[_, y]| *y).collect();
        ends.push(late.iter().sum::<f64>() / late.len() as f64);
        table.numbers(name, [ends[ends.len() - 1], *pairs]);
        plot = plot.line(*name, curve.iter().copied());
    }
    let findings = vec![
        Finding::between("area over the exact, mean of the last second: by density", ends[0], 0.98, 1.02),
        Finding::report("by deformation", ends[1]),
        Finding::at_least(
            "error by deformation over that by density",
            (ends[1] - 1.0).abs() / (ends[0] - 1.0).abs(),
            2.0,
        ),
        // What moves particles is a mean over a kernel, by which two that have come together stay so. What measures volumes keeps apart.
        Finding::at_most("close pairs per particle: by density", runs[0].1, 0.05),
        Finding::at_least("close pairs per particle: by deformation", runs[1].1, 0.5),
    ];
    Report::from(findings).table(table).plot("area", plot)
}

/// Young's modulus in Pa, Poisson's ratio, viscosity and bulk viscosity in Pa s.
type Putty = [f64; 4];

/// How low and how high the center of a block comes that drops, in m, and by how much it is wider than before when it is widest, in m.
fn drop_block(
    scene: &GalleryScene,
    [young_modulus, poisson_ratio, viscosity, bulk_viscosity]: Putty,
) -> [f64; 3] {
    let scene = scene.clone().set("materials.putty.young_modulus", young_modulus);
    let scene = scene.set("materials.putty.poisson_ratio", poisson_ratio);
    let scene = scene.set("materials.putty.viscosity", viscosity);
    let mut block = scene.set("materials.putty.bulk_viscosity", bulk_viscosity).build_on(1);
    let width = |block: &Simulation| {
        let particles = block.particles();
        let places = particles.iter().map(|state| state.particle.position[0]);
        places.clone().fold(f64::MIN, f64::max) - places.fold(f64::MAX, f64::min)
    };
    let (mut bounce, before, mut widest) = (Bounce::from(height(&block)), width(&block), 0.0f64);
    for look in 1..=120 {
        block.advance_to(0.01 * f64::from(look)).expect("a block that drops");
        bounce.see(height(&block));
        widest = widest.max(width(&block) - before);
    }
    [bounce.lowest, bounce.highest, widest]
}

/// D7: how a visco-elastic block gives, spreads and rebounds, by each of its four parameters.
pub fn viscous_block(effort: Effort) -> Report {
    let cell = effort.choose(0.1, 0.05);
    let scene = gallery("papers/d7-viscous-block").set("grid.cell_size", cell);
    let blocks: [(&str, Putty); 6] = [
        ("soft", [2e4, 0.3, 0.0, 0.0]),
        ("stiff: E = 200 kPa", [2e5, 0.3, 0.0, 0.0]),
        ("soft and viscous: 200 Pa s", [2e4, 0.3, 200.0, 0.0]),
        ("stiff and viscous", [2e5, 0.3, 200.0, 0.0]),
        ("soft, hardly compressible: ν = 0.45", [2e4, 0.45, 0.0, 0.0]),
        ("soft, viscous in volume: 1000 Pa s", [2e4, 0.3, 0.0, 1000.0]),
    ];
    let runs = side_by_side(&blocks, |(_, putty)| drop_block(&scene, *putty));
    let mut table = Table::new(["block", "lowest center (m)", "highest after (m)", "wider by (m)"]);
    for ((name, _), run) in blocks.iter().zip(&runs) {
        table.numbers(name, *run);
    }
    let [soft, stiff, viscous, both, dense, slow] = runs[..] else { unreachable!("six runs") };
    let findings = vec![
        Finding::at_least("lowest center: stiff over soft", stiff[0] / soft[0], 1.02),
        Finding::at_least("lowest center: stiff over soft, both viscous", both[0] / viscous[0], 1.02),
        Finding::at_most("highest after: viscous over not, soft", viscous[1] / soft[1], 0.98),
        Finding::at_most("highest after: viscous over not, stiff", both[1] / stiff[1], 0.98),
        Finding::at_least("lowest center: viscous in volume over not", slow[0] / soft[0], 1.02),
        // What gives less loses less on the floor: there particles stop one by one.
        Finding::report("highest after: viscous in volume over not", slow[1] / soft[1]),
        Finding::at_least("wider by: ν = 0.45 over 0.3", dense[2] / soft[2], 1.02),
    ];
    Report::from(findings).table(table)
}
