//! The liquid solver against theory and experiment: a column that collapses, Taylor's vortices, what transfers keep.

use std::f64::consts::PI;

use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::solvers::liquid::{Liquid, NoSolids, Settings, momenta};
use clastic::transfer::Scheme;

use crate::bodies::Random;
use crate::{Effort, Finding, Plot, Report, Table, side_by_side};

const SCHEMES: [&str; 7] = ["pic", "flip-1", "flip-0.99", "rpic", "apic", "apic-0.9", "aflip-0.99"];

fn settings<const D: usize>(cell: f64, scheme: &str) -> Settings<D> {
    let scheme = Scheme::from_name(scheme, D).expect("a scheme of the table");
    Settings { scheme, ..Settings::new(cell) }
}

fn liquid<const D: usize>(settings: Settings<D>) -> Liquid<D> {
    Liquid::new(settings).expect("sound settings")
}

/// Martin and Moyce 1952, n² = 2: T = t √(2 g / a), Z = z / a.
const MEASURED: [[f64; 2]; 8] = [
    [0.832, 1.217],
    [1.219, 1.474],
    [1.997, 2.292],
    [2.547, 2.995],
    [3.345, 4.134],
    [4.034, 4.944],
    [5.091, 6.980],
    [6.306, 8.966],
];

/// How far the liquid reaches, in m: the surface beside the outermost cell.
fn front(liquid: &Liquid<2>) -> f64 {
    let (grid, level) = (liquid.grid(), &liquid.surface().level);
    let mut most = 0.0f64;
    for cell in (0..grid.len()).filter(|cell| level[*cell] < 0.0) {
        let next = grid.beside_cell(cell, 0, 1).map_or(1.0, |next| level[next]);
        let theta = if next > 0.0 { level[cell] / (level[cell] - next) } else { 1.0 };
        most = most.max(grid.center(cell)[0] + theta * grid.cell);
    }
    most
}

/// T and Z of a column that collapses, with steps in which nothing moves by more than so many cells.
fn collapse(scheme: &str, cells_per_a: i32, cells_per_step: f64) -> Vec<[f64; 2]> {
    let (a, g) = (0.05715, 9.81);
    let wall = |at| Some(Wall::new(at, Contact::Slip));
    let walls = |high| Axis::Bounded { low: wall(0.0), high: wall(high) };
    let mut settings = settings(a / cells_per_a as f64, scheme);
    settings.axes = [walls(12.0 * a), walls(3.0 * a)];
    settings.gravity[1] = -g;
    let mut column = liquid(settings);
    column.fill([0, 0], [cells_per_a, 2 * cells_per_a], |_| Some([0.0; 2]));
    let scale = (2.0 * g / a).sqrt();
    let (mut time, mut curve) = (0.0, Vec::new());
    while time * scale < 7.0 {
        let dt = column.step_for(cells_per_step).min(0.01);
        column.attempt(time, dt, &NoSolids, &mut |_| ()).expect("a column that collapses");
        curve.push([time * scale, front(&column) / a]);
        column.commit(&NoSolids, &mut |_| ());
        time += dt;
    }
    curve
}

fn at(curve: &[[f64; 2]], t: f64) -> f64 {
    let i = curve.partition_point(|point| point[0] < t).clamp(1, curve.len() - 1);
    let ([t0, z0], [t1, z1]) = (curve[i - 1], curve[i]);
    z0 + (z1 - z0) * ((t - t0) / (t1 - t0)).clamp(0.0, 1.0)
}

/// The shift in T with which the largest error is least, and that error.
fn best_shift(curve: &[[f64; 2]]) -> (f64, f64) {
    let worst =
        |shift: f64| MEASURED.iter().map(|[t, z]| (at(curve, t - shift) / z - 1.0).abs()).fold(0.0, f64::max);
    let shifts = (-100..=100).map(|i| 0.01 * i as f64).map(|shift| (shift, worst(shift)));
    shifts.min_by(|a, b| a.1.total_cmp(&b.1)).expect("shifts")
}

/// The front of a column that collapses, against Martin and Moyce.
pub fn column(effort: Effort) -> Report {
    let cells = effort.choose(32, 64);
    let runs = [("apic", 1.0), ("apic", 4.0), ("flip-0.99", 1.0)];
    let curves = side_by_side(&runs, |(scheme, step)| collapse(scheme, cells, *step));
    let mut table = Table::new(["scheme, cells per step", "shift in T", "largest error of Z"]);
    let mut plot = Plot::new("A column collapses").x("T = t √(2 g / a)").y("Z = z / a");
    for ((scheme, step), curve) in runs.iter().zip(&curves) {
        let (shift, error) = best_shift(curve);
        table.numbers(&format!("{scheme}, {step}"), [shift, error]);
        plot = plot.line(format!("{scheme}, {step}"), curve.iter().map(|[t, z]| [t + shift, *z]));
    }
    let findings =
        vec![Finding::at_most("Z of the front off Martin and Moyce's, APIC", best_shift(&curves[0]).1, 0.08)];
    Report::from(findings).table(table).plot("front", plot.dots("Martin and Moyce", MEASURED))
}

/// Taylor's vortices in a periodic box of so many cells, for T = 1/8 in so many steps: what is left of the energy, and the
/// error of particles' velocities, as a root mean square.
fn vortices(scheme: &str, cells: usize, steps: usize) -> [f64; 2] {
    let mut settings = settings(1.0 / cells as f64, scheme);
    settings.axes = [Axis::Periodic { low: 0.0, high: 1.0 }; 2];
    settings.solve.tolerance = 1e-9;
    settings.relaxation = None;
    let mut tank = liquid(settings);
    let k = 2.0 * PI;
    let flow = |x: [f64; 2]| {
        let [a, b] = x.map(|x| k * x);
        [a.sin() * b.cos(), -a.cos() * b.sin()]
    };
    tank.fill([0; 2], [cells as i32; 2], |x| Some(flow(x)));
    let particles = tank.particles_mut();
    for (c, x) in particles.affine.iter_mut().zip(&particles.position) {
        let [a, b] = x.map(|x| k * x);
        *c = [
            [k * a.cos() * b.cos(), -k * a.sin() * b.sin()],
            [k * a.sin() * b.sin(), -k * a.cos() * b.cos()],
        ];
    }
    let energy = |liquid: &Liquid<2>| {
        let each = liquid.particles().velocity.iter().zip(&liquid.particles().mass);
        each.map(|(v, m)| 0.5 * m * (v[0] * v[0] + v[1] * v[1])).sum::<f64>()
    };
    let (before, dt) = (energy(&tank), 0.125 / steps as f64);
    for step in 0..steps {
        tank.step(step as f64 * dt, dt, &NoSolids).expect("vortices that turn");
    }
    let particles = tank.particles();
    let off = particles.velocity.iter().zip(&particles.position).map(|(v, x)| {
        let u = flow(*x);
        (v[0] - u[0]).powi(2) + (v[1] - u[1]).powi(2)
    });
    [energy(&tank) / before, (off.sum::<f64>() / particles.len() as f64).sqrt()]
}

/// Taylor's vortices: the order of the step, and what each scheme takes of them.
pub fn taylor_vortices(effort: Effort) -> Report {
    let coarse = effort.choose(16, 32);
    let runs = side_by_side(&SCHEMES, |scheme| {
        let long = [1, 2, 4].map(|times| vortices(scheme, times * coarse, times * coarse / 4));
        (long, vortices(scheme, 32, 128))
    });
    let mut table = Table::new([
        "scheme",
        "error, coarse",
        "middle",
        "fine",
        "order",
        "energy left, fine",
        "energy left with short steps",
    ]);
    let order = |long: &[[f64; 2]; 3]| (long[1][1] / long[2][1]).log2();
    for (scheme, (long, short)) in SCHEMES.iter().zip(&runs) {
        table.numbers(scheme, [long[0][1], long[1][1], long[2][1], order(long), long[2][0], short[0]]);
    }
    let of = |name: &str| &runs[SCHEMES.iter().position(|scheme| *scheme == name).expect("one of them")];
    let short = |name: &str| of(name).1[0];
    let findings = vec![
        Finding::at_least("order, APIC", order(&of("apic").0), 0.9),
        Finding::at_least("order, FLIP", order(&of("flip-1").0), 0.9),
        Finding::at_least("energy left with short steps, APIC", short("apic"), 0.98),
        Finding::at_least("that of FLIP over APIC's", short("flip-1") / short("apic"), 1.0),
        Finding::at_least("that of APIC over RPIC's", short("apic") / short("rpic"), 1.0),
        Finding::at_least("that of RPIC over PIC's", short("rpic") / short("pic"), 1.0),
    ];
    Report::from(findings).table(table)
}

/// Particles at random places with random velocities and affine parts, far from everything; what is off after a transfer to faces and
/// back in no time: momentum, angular momentum, over `Σ m ‖v‖₁`.
fn round_trip<const D: usize>(scheme: &str) -> [f64; 2] {
    let mut cloud = liquid(settings::<D>(0.1, scheme));
    let mut random = Random::new(3);
    let mut vector = |size: f64| std::array::from_fn(|_| 0.5 * size * random.uniform());
    for _ in 0..2000 {
        cloud.add(vector(2.0), vector(1.0), 1e-3);
    }
    cloud.particles_mut().affine.fill_with(|| std::array::from_fn(|_| vector(5.0)));
    cloud.attempt(0.0, 1e-9, &NoSolids, &mut |_| ()).expect("a cloud at rest");
    let scheme = cloud.settings().scheme;
    let faces = cloud.gathered().velocity.clone();
    let back = cloud.returned(&faces);
    let ((p, l), (pb, lb)) =
        (momenta(cloud.grid(), cloud.particles(), &scheme), momenta(cloud.grid(), &back, &scheme));
    let each = cloud.particles().velocity.iter().zip(&cloud.particles().mass);
    let scale: f64 = each.map(|(v, m)| m * v.iter().map(|v| v.abs()).sum::<f64>()).sum();
    let off = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / scale;
    [off(&p, &pb), off(&l, &lb)]
}

/// What a transfer to faces and back keeps.
pub fn transfers(_: Effort) -> Report {
    let mut table = Table::new([
        "scheme",
        "momentum, 2D",
        "angular momentum, 2D",
        "momentum, 3D",
        "angular momentum, 3D",
    ]);
    let mut findings = Vec::new();
    for scheme in SCHEMES {
        let ([p2, l2], [p3, l3]) = (round_trip::<2>(scheme), round_trip::<3>(scheme));
        table.numbers(scheme, [p2, l2, p3, l3]);
        findings.push(Finding::at_most(format!("momentum lost, {scheme}"), p2.max(p3), 1e-14));
        if scheme == "apic" {
            findings.push(Finding::at_most("angular momentum lost, apic", l2.max(l3), 1e-14));
        }
    }
    Report::from(findings).table(table)
}
