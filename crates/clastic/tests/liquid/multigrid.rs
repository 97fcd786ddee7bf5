//! The V-cycle as a preconditioner: iterations, symmetry, and the divergence that is left.

use std::sync::Mutex;

use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::solvers::liquid::*;

/// A ball that moves.
struct Ball<const D: usize> {
    center: [f64; D],
    radius: f64,
    velocity: [f64; D],
}

impl<const D: usize> Solids<D> for Ball<D> {
    fn distance(&self, x: [f64; D], _: f64) -> f64 {
        (0..D).map(|a| (x[a] - self.center[a]).powi(2)).sum::<f64>().sqrt() - self.radius
    }
    fn velocity(&self, _: [f64; D], _: f64) -> [f64; D] {
        self.velocity
    }
}

/// A unit box of n cells per side, liquid below a wavy surface, velocities at random.
struct Tank<const D: usize> {
    grid: Grid<D>,
    room: Room<D>,
    level: Vec<f64>,
    velocity: [Vec<f64>; D],
}

fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
}

fn tank<const D: usize>(n: usize, solids: &dyn Solids<D>) -> Tank<D> {
    let h = 1.0 / n as f64;
    let wall = |at| Some(Wall::new(at, Contact::Slip));
    let mut grid = Grid::<D>::new(h, [Axis::Bounded { low: wall(0.0), high: wall(1.0) }; D]).unwrap();
    let tiles = n.div_ceil(EDGE);
    let mut homes: Vec<u64> = (0..tiles.pow(D as u32))
        .map(|i| {
            let x =
                std::array::from_fn(|a| ((i / tiles.pow(a as u32) % tiles) as f64 + 0.5) * EDGE as f64 * h);
            grid.locate(&x).unwrap().0
        })
        .collect();
    grid.rebuild(&mut homes);
    let mut room = Room::default();
    room.run(&grid, solids, 0.0);
    let level = (0..grid.len())
        .map(|cell| {
            let x = grid.center(cell);
            let height = 0.7 + 0.1 * (6.0 * x[0]).sin() * if D == 3 { (5.0 * x[2]).cos() } else { 1.0 };
            if x.iter().any(|x| *x < 0.0 || *x > 1.0) { 1.0 } else { ((x[1] - height) / h).clamp(-1.0, 1.0) }
        })
        .collect();
    let mut seed = 1;
    let velocity = std::array::from_fn(|_| (0..grid.len()).map(|_| random(&mut seed)).collect());
    Tank { grid, room, level, velocity }
}

impl<const D: usize> Tank<D> {
    fn situation(&self) -> Situation<'_, D> {
        Situation { grid: &self.grid, room: &self.room, level: &self.level, growth: &[] }
    }

    /// Projects; returns iterations of the first solve, and the worst outflow of a cell that is not released, and of one that is.
    fn project(&mut self, tolerance: f64) -> (Pressure<D>, Projected, f64, f64) {
        let mut pressure = Pressure::default();
        let mut velocity = self.velocity.clone();
        let solve = Solve { tolerance, iterations: 200 };
        let projected = pressure.project(self.situation(), &mut velocity, solve).unwrap();
        let (mut worst, mut released) = (0.0f64, f64::INFINITY);
        for cell in (0..self.grid.len()).filter(|cell| self.level[*cell] < 0.0) {
            let outflow = self.situation().outflow(&velocity, cell);
            let open = (0..D).any(|a| {
                let above = self.grid.beside_cell(cell, a, 1).unwrap();
                self.room.open[a][cell] > 0.0 || self.room.open[a][above] > 0.0
            });
            if pressure.released[cell] {
                released = released.min(outflow);
            } else if open {
                worst = worst.max(outflow.abs());
            }
        }
        (pressure, projected, worst, released)
    }

    /// Smooth velocities: gravity in a tank, so that nothing is released.
    fn falling(mut self) -> Self {
        self.velocity = std::array::from_fn(|a| {
            (0..self.grid.len())
                .map(|f| {
                    let x = self.grid.face_center(f, a);
                    if a == 1 { -1.0 } else { 0.1 * (3.0 * x[0] + 2.0 * x[1]).sin() }
                })
                .collect()
        });
        self
    }
}

fn ball<const D: usize>(velocity: f64) -> Ball<D> {
    Ball { center: [0.45; D], radius: 0.21, velocity: [velocity; D] }
}

fn iterations<const D: usize>(sizes: &[usize]) -> Vec<[usize; 2]> {
    let mut all = Vec::new();
    for &n in sizes {
        let mut counts = [0; 2];
        for (i, solids) in [&NoSolids as &dyn Solids<D>, &ball::<D>(0.0)].into_iter().enumerate() {
            let (_, projected, worst, _) = tank::<D>(n, solids).falling().project(1e-10);
            counts[i] = projected.iterations;
            println!(
                "{D}D {n:4}: {} cells, {} iterations in {} solves, left {:.1e} m/s",
                projected.cells,
                projected.iterations,
                projected.releases + 1,
                worst
            );
        }
        all.push(counts);
    }
    all
}

fn check(counts: &[[usize; 2]]) {
    for counts in counts {
        assert!(counts.iter().all(|count| *count <= 24), "{counts:?}");
    }
    let (first, last) = (counts[0], counts[counts.len() - 1]);
    assert!((0..2).all(|i| last[i] <= first[i] + 8), "{counts:?}");
}

#[test]
fn iterations_hardly_depend_on_resolution() {
    check(&iterations::<2>(&[32, 64, 128, 256]));
    check(&iterations::<3>(&[16, 32, 64]));
}

#[test]
#[ignore = "half a minute"]
fn iterations_hardly_depend_on_resolution_128() {
    check(&iterations::<3>(&[64, 128]));
    check(&iterations::<2>(&[512, 1024]));
}

fn symmetry<const D: usize>(n: usize) {
    let (mut pressure, ..) = tank::<D>(n, &ball::<D>(0.0)).falling().project(1e-8);
    let len = pressure.system().len();
    let mut seed = 7;
    let mut vector = || (0..len).map(|_| random(&mut seed)).collect::<Vec<f64>>();
    let (x, y) = (vector(), vector());
    let (mut mx, mut my) = (vec![0.0; len], vec![0.0; len]);
    pressure.multigrid().precondition(&x, &mut mx);
    pressure.multigrid().precondition(&y, &mut my);
    let ((a, _), (b, _)) = (dot_and_max(&mx, &y), dot_and_max(&my, &x));
    let scale = dot_and_max(&mx, &x).0;
    println!("{D}D: <Mx,y> − <x,My> = {:.1e} of <Mx,x>", (a - b) / scale);
    assert!(scale > 0.0 && (a - b).abs() < 1e-13 * scale);
    pressure.system().apply(&x, &mut mx);
    pressure.system().apply(&y, &mut my);
    let (a, b) = (dot_and_max(&mx, &y).0, dot_and_max(&my, &x).0);
    assert!((a - b).abs() < 1e-12 * dot_and_max(&mx, &x).0);
}

#[test]
fn cycle_is_symmetric() {
    symmetry::<2>(48);
    symmetry::<3>(24);
}

/// Every cell's outflow, that of the moving ball included, is within the tolerance; released cells only open.
#[test]
fn projection_leaves_no_divergence() {
    static LOCK: Mutex<()> = Mutex::new(());
    let _lock = LOCK.lock();
    fn one<const D: usize>(n: usize, velocity: f64, smooth: bool) {
        let mut tank = tank::<D>(n, &ball::<D>(velocity));
        if smooth {
            tank = tank.falling();
        }
        let most = (0..tank.grid.len())
            .filter(|cell| tank.level[*cell] < 0.0)
            .map(|cell| tank.situation().outflow(&tank.velocity, cell).abs())
            .fold(0.0, f64::max);
        let (pressure, projected, worst, released) = tank.project(1e-9);
        let count = pressure.released.iter().filter(|r| **r).count();
        println!("{D}D {n}: {projected:?}, left {worst:.1e}, released {count} with at least {released:.1e}");
        assert!(worst <= 1.01e-9 * most + 1e-15);
        assert!(released >= -1e-9 * most);
    }
    for velocity in [0.0, 2.0, -2.0] {
        one::<2>(64, velocity, true);
        one::<3>(24, velocity, true);
        one::<2>(64, velocity, false);
    }
}
