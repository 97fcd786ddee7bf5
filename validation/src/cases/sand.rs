//! Sand: where it yields, when a slope of it flows, how far a column of it runs, and whether it stays in line.

use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::materials::{Increment, Material, Response, Sand, SandHencky, State};
use clastic::tensor::Matrix;
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Simulation};

use crate::bodies::{box_3d, lattice_2d};
use crate::{Effort, Finding, Plot, Report, Table, exponent, gallery, short, side_by_side};

const GRAVITY: f64 = 9.81;
const DENSITY: f64 = 1600.0;

/// The element's axial strain and its axial stress over that at its sides, as it is strained in equal steps along its
/// first axis and the stress at its sides is held.
fn element_test<L: Response<f64>, const D: usize>(law: &L, axial: f64, steps: usize) -> Vec<[f64; 2]> {
    let strained = |state: L::State<D>, lateral: f64| {
        let mut change = Matrix::scaled_identity(lateral);
        change.0[0][0] = axial;
        law.advance(state, Increment { rate: change, change, dt: 1.0 })
    };
    let mut state = L::State::<D>::from_deformation(Matrix::scaled_identity(1.0 - PRESSED));
    let side = |state: L::State<D>| law.kirchhoff(state).0[1][1];
    let held = side(state);
    let mut path = vec![[0.0, 1.0]];
    for step in 1..=steps {
        // More lateral strain is more tension at the sides, so the one that is right can be bracketed.
        let (mut low, mut high) = (-2.0 * axial.abs(), 2.0 * axial.abs());
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if side(strained(state, middle)) < held { low = middle } else { high = middle }
        }
        state = strained(state, 0.5 * (low + high));
        let stress = law.kirchhoff(state);
        path.push([step as f64 * axial.abs(), stress.0[0][0] / stress.0[1][1]]);
    }
    path
}

/// The strain by which an element is pressed from all sides before its test.
const PRESSED: f64 = 1e-4;

/// The ratio of stresses at the end of a test.
fn ratio(path: &[[f64; 2]]) -> f64 {
    path[path.len() - 1][1]
}

/// The difference of the stresses of both forms, over the stress, after an element was pressed by a strain and sheared
/// by four times as much.
fn difference_of_forms<const D: usize>(strain: f64) -> f64 {
    fn sheared<L: Response<f64>, const D: usize>(law: &L, strain: f64) -> Matrix<f64, D> {
        let mut state = L::State::<D>::from_deformation(Matrix::scaled_identity(1.0 - strain));
        for _ in 0..100 {
            let mut change = Matrix::zero(0.0);
            change.0[0][1] = 0.04 * strain;
            state = law.advance(state, Increment { rate: change, change, dt: 1.0 });
        }
        law.kirchhoff(state)
    }
    let [simo, hencky] = [
        sheared::<_, D>(&Sand::new(YOUNG, POISSON, 30.0), strain),
        sheared::<_, D>(&SandHencky::new(YOUNG, POISSON, 30.0), strain),
    ];
    (simo - hencky).norm() / hencky.norm()
}

const YOUNG: f64 = 1e7;
const POISSON: f64 = 0.3;

/// An element of sand yields where Mohr and Coulomb say, in both forms.
pub fn element(_: Effort) -> Report {
    let mut findings = Vec::new();
    let mut plot = Plot::new("An element of sand, φ = 30°").x("axial strain").y("axial over lateral stress");
    let (axial, steps) = (-5e-6, 400);
    for angle in [20.0f64, 30.0, 40.0] {
        let s = angle.to_radians().sin();
        let exact = (1.0 + s) / (1.0 - s);
        let (simo, hencky) = (Sand::new(YOUNG, POISSON, angle), SandHencky::new(YOUNG, POISSON, angle));
        let tests = [
            ("2D, Simo's strain", element_test::<_, 2>(&simo, axial, steps)),
            ("2D, Hencky's strain", element_test::<_, 2>(&hencky, axial, steps)),
            ("3D, Simo's strain", element_test::<_, 3>(&simo, axial, steps)),
            ("3D, Hencky's strain", element_test::<_, 3>(&hencky, axial, steps)),
        ];
        for (name, path) in tests {
            let claim = format!(
                "{name}, φ = {angle}°: axial over lateral stress at yield over Mohr and Coulomb's {}, less 1",
                short(exact, 4)
            );
            // Both forms yield on the cone itself; what remains is the rounding of stresses at strains of 10⁻⁴.
            findings.push(Finding::at_most(claim, (ratio(&path) / exact - 1.0).abs(), 1e-9));
            if angle == 30.0 {
                plot = plot.line(name, path);
            }
        }
        // The cone touches Mohr and Coulomb's pyramid in compression only: (√(2/3) + α)/(√(2/3) − 2α) in extension,
        // which is infinite from sin φ = 3/5 on.
        if s < 0.6 {
            let root = (2.0f64 / 3.0).sqrt();
            let alpha = root * 2.0 * s / (3.0 - s);
            let cone = (root + alpha) / (root - 2.0 * alpha);
            let extended = 1.0 / ratio(&element_test::<_, 3>(&simo, -axial, steps));
            let claim = format!(
                "3D, φ = {angle}°: lateral over axial stress in extension over the cone's {}, less 1",
                short(cone, 4)
            );
            findings.push(Finding::at_most(claim, (extended / cone - 1.0).abs(), 1e-9));
        }
    }
    let differences = |strain: f64| (difference_of_forms::<2>(strain), difference_of_forms::<3>(strain));
    let (coarse, fine) = (differences(1e-3), differences(1e-4));
    for (name, coarse, fine) in [("2D", coarse.0, fine.0), ("3D", coarse.1, fine.1)] {
        findings.push(Finding::report(
            format!("{name}: difference of both forms' stresses, relative, at a strain of 10⁻³"),
            coarse,
        ));
        // The laws agree to first order, so their difference over the stress is of first order in the strain.
        findings.push(Finding::between(
            format!("{name}: the same over that at a strain of 10⁻⁴"),
            coarse / fine,
            9.0,
            11.0,
        ));
    }
    Report::from(findings)
        .plot("ratio", plot.dashed("Mohr and Coulomb", [[0.0, 3.0], [steps as f64 * axial.abs(), 3.0]]))
}

/// A layer of sand on a rough slope without ends.
struct Slope {
    dimension: Dimension,
    /// The friction angle of the law, in degrees.
    friction: f64,
    /// Cells in its depth.
    cells: f64,
}

impl Slope {
    const DEPTH: f64 = 0.4;
    const SECONDS: f64 = 1.0;

    /// `sin φ_e`, the strength in plane strain.
    fn strength(&self) -> f64 {
        let s = self.friction.to_radians().sin();
        match self.dimension {
            // √2 α with α = sin φ/√2.
            Dimension::Two => s,
            // 3 α/√2 with α = √(2/3) 2 sin φ/(3 − sin φ).
            Dimension::Three => 2.0 * 3.0f64.sqrt() * s / (3.0 - s),
        }
    }

    /// The speed along the slope after one second, over that of free fall.
    fn speed(&self, tilt: f64) -> f64 {
        let cell = Slope::DEPTH / self.cells;
        let (width, tilt) = (8.0 * cell, tilt.to_radians());
        let along = |cells: f64| Axis::Periodic { low: 0.0, high: cells * cell };
        let config = Config {
            axes: [
                along(8.0),
                Axis::Bounded { low: Some(Wall::new(0.0, Contact::Sticky)), high: None },
                if self.dimension == Dimension::Two { Axis::OPEN } else { along(4.0) },
            ],
            gravity: [GRAVITY * tilt.sin(), -GRAVITY * tilt.cos(), 0.0],
            ..Config::new(self.dimension, cell)
        };
        let mut layer = match self.dimension {
            Dimension::Two => lattice_2d([0.0; 2], [width, Slope::DEPTH], cell / 2.0, DENSITY, |_, _| true),
            Dimension::Three => box_3d([0.0; 3], [width, Slope::DEPTH, 4.0 * cell], cell / 2.0, DENSITY),
        };
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        // 250 times the pressure at the bottom: elastic strain turns the axes of stress and shifts the tilt by as much.
        let law = Sand::new(1.6e6, POISSON, self.friction);
        // It begins with the stress of its weight, the same along the slope as across: a layer that had to flow to come
        // to that would still be moving in the end.
        let dimension = self.dimension as usize;
        let bulk = law.lambda + 2.0 * law.mu / dimension as f64;
        for particle in &mut layer {
            let weight = DENSITY * GRAVITY * (Slope::DEPTH - particle.position[1]);
            for axis in 0..dimension {
                particle.deformation[axis][axis] -= weight * tilt.cos() / (dimension as f64 * bulk);
            }
            particle.deformation[0][1] = weight * tilt.sin() / law.mu;
        }
        // Sound would shake it loose a little early: a bulk viscosity takes it away and resists no shear.
        let sound = ((law.lambda + 2.0 * law.mu) / DENSITY).sqrt();
        let sand =
            simulation.add_material("sand", Material::from(law).viscous(0.0, 0.1 * DENSITY * sound * cell));
        simulation.add_particles(sand, &layer).expect("valid particles");
        simulation.advance_to(Slope::SECONDS).expect("a layer of sand");
        let end = simulation.diagnostics();
        end.momentum[0] / (end.mass * GRAVITY * Slope::SECONDS)
    }

    /// The tilt in degrees at which it begins to flow, and the speeds found on the way.
    fn critical_tilt(&self, halvings: usize) -> (f64, Vec<[f64; 2]>) {
        let strength = self.strength();
        let (mut low, mut high) = (0.8 * strength.atan().to_degrees(), 1.1 * strength.asin().to_degrees());
        let mut speeds = Vec::new();
        for _ in 0..halvings {
            let middle = 0.5 * (low + high);
            let speed = self.speed(middle);
            speeds.push([middle, speed]);
            // A layer that is tilted a quarter of a degree more than it can bear gains this much.
            if speed < 4e-3 { low = middle } else { high = middle }
        }
        speeds.sort_by(|a, b| a[0].total_cmp(&b[0]));
        (0.5 * (low + high), speeds)
    }
}

/// A layer on a slope begins to flow between the two angles that theory allows.
pub fn incline(effort: Effort) -> Report {
    let cells = effort.choose(8.0, 16.0);
    let mut findings = Vec::new();
    let mut plot =
        Plot::new("A layer of sand on a slope").x("tilt (°)").y("speed after 1 s, over that of free fall");
    for (dimension, friction) in
        [(Dimension::Two, 20.0), (Dimension::Two, 30.0), (Dimension::Three, 20.0), (Dimension::Three, 30.0)]
    {
        let slope = Slope { dimension, friction, cells };
        let (tilt, speeds) = slope.critical_tilt(effort.choose(7, 9));
        let name = format!("{}D, φ = {friction}°", dimension as usize);
        let (low, high) = (slope.strength().atan().to_degrees(), slope.strength().asin().to_degrees());
        findings.push(Finding::between(
            format!("{name}: tilt at which it begins to flow, in °"),
            tilt,
            low,
            high,
        ));
        plot = plot.line(name, speeds);
    }
    Report::from(findings).plot("speed", plot)
}

/// A column of sand one metre wide at a smooth wall, on a rough floor.
#[derive(Clone, Copy, PartialEq)]
struct Column {
    /// Height over width.
    aspect: f64,
    /// Cells in its width.
    cells: f64,
    scheme: &'static str,
    /// The law's share of remembered expansion that is given back in a step.
    volume_correction: f64,
    grains: Grains,
}

/// Whether sand has a scale.
#[derive(Clone, Copy, PartialEq)]
enum Grains {
    /// The law as it is, which does not depend on how fast it shears.
    Points,
    /// With the viscosity that grains of a hundredth of the column's width give it.
    Hundredth,
}

impl Grains {
    /// The shear viscosity in Pa s under a pressure in Pa.
    ///
    /// The friction of grains of size `d` grows with the inertial number `I = γ̇ d/√(p/ρ)`, at first by
    /// `(μ₂ − μ_s) I/I₀`: a viscosity of `(μ₂ − μ_s)/I₀ · d √(ρ p)`. With μ₂ − μ_s = 0.26 and I₀ = 0.3 of Jop, Forterre
    /// and Pouliquen, "A constitutive law for dense granular flows" (2006).
    fn viscosity(self, pressure: f64) -> f64 {
        match self {
            Grains::Points => 0.0,
            Grains::Hundredth => 0.26 / 0.3 * 0.01 * (DENSITY * pressure).sqrt(),
        }
    }
}

/// What a column has become.
struct Deposit {
    /// How far it ran, over its width at the beginning.
    run_out: f64,
    /// Its surface.
    profile: Vec<[f64; 2]>,
}

impl Column {
    /// Young's modulus of its sand, over the pressure at its foot.
    const STIFFNESS: f64 = 100.0;
    /// How long it is followed, in times `√(h/g)`; the front of Lube's columns stops at 3.3.
    const TIMES: f64 = 5.0;

    /// Lube's run-out, over the width.
    fn expected(&self) -> f64 {
        if self.aspect < 1.8 { 1.2 * self.aspect } else { 1.9 * self.aspect.powf(2.0 / 3.0) }
    }

    fn collapse(&self) -> Deposit {
        let cell = 1.0 / self.cells;
        let wall = |contact| Axis::Bounded { low: Some(Wall::new(0.0, contact)), high: None };
        let config = Config {
            scheme: Scheme::from_name(self.scheme, 2).expect("a scheme of the table"),
            axes: [wall(Contact::Slip), wall(Contact::Sticky), Axis::OPEN],
            threads: 1,
            ..Config::new(Dimension::Two, cell)
        };
        let column = lattice_2d([0.0; 2], [1.0, self.aspect], cell / 2.0, DENSITY, |_, _| true);
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        let pressure = DENSITY * GRAVITY * self.aspect;
        let law =
            Sand { repaid: self.volume_correction, ..Sand::new(Column::STIFFNESS * pressure, POISSON, 30.0) };
        // The viscosity is that at half the height.
        let material = Material::from(law).viscous(self.grains.viscosity(0.5 * pressure), 0.0);
        let sand = simulation.add_material("sand", material);
        simulation.add_particles(sand, &column).expect("valid particles");
        simulation
            .advance_to(Column::TIMES * (self.aspect / GRAVITY).sqrt())
            .expect("a column that collapses");

        // Sand per column of cells, as a depth, and how far it reaches there; the first that is empty ends the deposit.
        let mut depths = Vec::new();
        let mut reach = Vec::new();
        for state in simulation.particles() {
            let x = state.particle.position[0].max(0.0);
            let index = (x / cell) as usize;
            depths.resize(depths.len().max(index + 2), 0.0);
            reach.resize(depths.len(), 0.0f64);
            depths[index] += state.particle.volume / cell;
            reach[index] = reach[index].max(x);
        }
        let end = depths.iter().position(|depth| *depth == 0.0).expect("an empty column ahead of the sand");
        Deposit {
            // A particle reaches half its spacing farther.
            run_out: reach[end - 1] + 0.25 * cell - 1.0,
            profile: (0..end).map(|k| [(k as f64 + 0.5) * cell, depths[k]]).collect(),
        }
    }
}

/// Columns of sand run as far as Lube's.
pub fn run_out(effort: Effort) -> Report {
    let (fine, coarse) = effort.choose((24.0, 8.0), (64.0, 16.0));
    let grains = Column {
        aspect: 0.5,
        cells: fine,
        scheme: "apic",
        volume_correction: 1.0,
        grains: Grains::Hundredth,
    };
    let points = Column { grains: Grains::Points, ..grains };
    let mut table = Table::new(["sand", "scheme", "cells", "a", "run-out", "Lube", "off by"]);
    let mut findings = Vec::new();
    let mut row = |name: &str, column: &Column, deposit: &Deposit| {
        let (found, expected) = (deposit.run_out, column.expected());
        table.row(vec![
            name.to_string(),
            column.scheme.to_string(),
            short(column.cells, 3),
            short(column.aspect, 3),
            short(found, 3),
            short(expected, 3),
            format!("{:+.0} %", 100.0 * (found / expected - 1.0)),
        ]);
    };

    let low = |column: Column| [0.5, 1.5].map(|aspect| Column { aspect, ..column });
    let judged = low(grains);
    let deposits = side_by_side(&judged, Column::collapse);
    let mut plot = Plot::new("What is left of columns of sand")
        .x("distance from the wall, over the width")
        .y("height, over the width");
    for (column, deposit) in judged.iter().zip(&deposits) {
        row("grains of 1 %", column, deposit);
        let claim = format!("a = {}: run-out over Lube's 1.2 a", column.aspect);
        findings.push(Finding::between(claim, deposit.run_out / column.expected(), 0.8, 1.2));
        plot = plot.line(format!("a = {}, grains", column.aspect), deposit.profile.iter().copied());
    }

    let tall = [4.0, 8.0, 16.0].map(|aspect| Column { aspect, cells: coarse, ..grains });
    let deposits = side_by_side(&tall, Column::collapse);
    let run: Vec<[f64; 2]> =
        tall.iter().zip(&deposits).map(|(column, d)| [column.aspect, d.run_out]).collect();
    for (column, deposit) in tall.iter().zip(&deposits) {
        row("grains of 1 %", column, deposit);
    }
    let claim = "a = 4 to 16: exponent of the run-out in a";
    findings.push(Finding::between(claim, exponent(&run), 2.0 / 3.0 - 0.1, 2.0 / 3.0 + 0.1));

    // Without a scale there is no run-out to converge to but that without any viscosity.
    let half = Column { cells: 0.5 * fine, ..points };
    let mut others = vec![
        ("without a scale", points),
        ("without a scale", half),
        ("without a scale or volume correction", Column { volume_correction: 0.0, ..half }),
    ];
    if effort == Effort::Full {
        let with = |scheme| ("without a scale", Column { scheme, ..half });
        others.extend(["flip-0.99", "asflip-0.99"].map(with));
    }
    for (name, column) in others {
        let columns = low(column);
        let deposits = side_by_side(&columns, Column::collapse);
        for (column, deposit) in columns.iter().zip(&deposits) {
            row(name, column, deposit);
        }
        if column == points {
            for (column, deposit) in columns.iter().zip(deposits) {
                let claim = format!("a = {}, without a scale: run-out over Lube's", column.aspect);
                findings.push(Finding::report(claim, deposit.run_out / column.expected()));
                plot = plot.dashed(format!("a = {}, without a scale", column.aspect), deposit.profile);
            }
        }
    }
    Report::from(findings).table(table).plot("profile", plot)
}

/// Where particles of the scene began on vertical lines: their ids from the foot of each line up.
fn lines(simulation: &Simulation) -> Vec<Vec<usize>> {
    let particles = simulation.particles();
    let mut order: Vec<usize> = (0..particles.len()).collect();
    let place = |i: usize| particles[i].particle.position;
    order.sort_by(|a, b| place(*a)[0].total_cmp(&place(*b)[0]).then(place(*a)[1].total_cmp(&place(*b)[1])));
    let same = |a: &usize, b: &usize| (place(*a)[0] - place(*b)[0]).abs() < 1e-6;
    order.chunk_by(same).map(<[usize]>::to_vec).collect()
}

/// How far particles lie off the middle of their neighbours on a line, as a root mean square over all.
fn roughness(simulation: &Simulation, lines: &[Vec<usize>]) -> f64 {
    let particles = simulation.particles();
    let place = |i: usize| particles[i].particle.position;
    let (mut sum, mut count) = (0.0, 0.0);
    for three in lines.iter().flat_map(|line| line.windows(3)) {
        let [before, here, after] = [place(three[0]), place(three[1]), place(three[2])];
        let off = |axis: usize| here[axis] - 0.5 * (before[axis] + after[axis]);
        sum += off(0).powi(2) + off(1).powi(2);
        count += 1.0;
    }
    (sum / count).sqrt()
}

/// A2: particles that began on lines stay in line with PIC, FLIP and APIC, and come free with NFLIP and ASFLIP.
pub fn sand_on_lines(_: Effort) -> Report {
    let scene = gallery("papers/a2-sand-lines");
    let told = scene.read().scene;
    let (cell, seconds) = (told.grid.cell_size, told.time.duration.expect("a scene that ends"));
    let mut plot =
        Plot::new("Sand that began on vertical lines").x("time (s)").y("roughness of the lines, in cells");
    let schemes = ["pic", "flip-0.99", "apic", "nflip-0.99", "nflip-0.995", "asflip-0.99"];
    let follow = |scheme: &str| {
        let mut simulation = scene.clone().set("transfer.scheme", scheme).build_on(1);
        let lines = lines(&simulation);
        let mut history = vec![[0.0, 0.0]];
        for look in 1..=30 {
            simulation.advance_to(seconds * look as f64 / 30.0).expect("a column that collapses");
            history.push([simulation.time(), roughness(&simulation, &lines) / cell]);
        }
        history
    };
    let mut found = Vec::new();
    for (scheme, history) in schemes.iter().zip(side_by_side(&schemes, |scheme| follow(scheme))) {
        found.push((*scheme, history[30][1]));
        plot = plot.line(*scheme, history);
    }
    let of = |name: &str| found.iter().find(|(scheme, _)| *scheme == name).map_or(f64::NAN, |(_, r)| *r);
    let roughest = of("pic").max(of("flip-0.99")).max(of("apic"));
    let mut findings: Vec<Finding> = found
        .iter()
        .map(|(scheme, roughness)| {
            Finding::report(format!("{scheme}: roughness of the lines, in cells"), *roughness)
        })
        .collect();
    for scheme in ["nflip-0.99", "nflip-0.995", "asflip-0.99"] {
        let claim = format!("{scheme}: the same over the most of PIC, FLIP and APIC");
        // The figure shows lines or none: several times as rough.
        findings.push(Finding::at_least(claim, of(scheme) / roughest, 3.0));
    }
    Report::from(findings).plot("roughness", plot)
}
