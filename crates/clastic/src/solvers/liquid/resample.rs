//! Keeps near `2^D` particles per cell: splits them where there are few and merges them where there are many.
//!
//! Mass, volume, momentum and, for schemes that keep rotation, angular momentum with its affine part stay the same but for
//! rounding: what a change of places does to angular momentum is made up for by a rotation in `c_pa`. Children and merged
//! particles stay in the cell. Volumes are not made equal: how dense the liquid is, is none of this file's business.

use crate::transfer::Scheme;

use super::grid::Grid;
use super::particles::Particles;
use super::solids::Solids;
use super::transfer::{affine_moment, inertia};

/// How many particles a cell may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// With fewer, those of cells within the liquid are split.
    pub least: usize,
    /// With more, small ones are merged, so that splitting does not make more and more.
    pub many: usize,
    /// With more, any are merged.
    pub most: usize,
}

impl Crowd {
    /// Around `2^D`.
    pub fn around(dimension: usize) -> Self {
        if dimension == 2 {
            Crowd { least: 3, many: 5, most: 8 }
        } else {
            Crowd { least: 4, many: 10, most: 16 }
        }
    }
}

/// Particles with less than this share of the volume that each of `2^D` in a cell has are not split.
const SMALLEST: f64 = 0.6;
/// Merged particles are not larger than this: where there are many, and where there are too many.
const LARGEST: [f64; 2] = [1.1, 2.5];
/// The least moment of inertia per mass, in squared cells, that can take up angular momentum.
const LEAST_INERTIA: f64 = 0.05;
/// How far children are from their parent, in cells, if the cell is wide enough, and at least.
const APART: [f64; 2] = [0.25, 0.05];

/// Pairs of axes and what they turn about.
const TURNS: [(usize, usize, usize); 3] = [(2, 0, 1), (0, 1, 2), (1, 2, 0)];

/// One particle.
#[derive(Clone, Copy)]
struct Particle<const D: usize> {
    x: [f64; D],
    v: [f64; D],
    c: [[f64; D]; D],
    mass: f64,
    volume: f64,
}

/// Splits and merges the particles of a grid.
pub(super) struct Resampling<'a, const D: usize> {
    pub grid: &'a Grid<D>,
    pub scheme: &'a Scheme,
    pub crowd: Crowd,
    /// Where the particles of every cell begin.
    pub cell_first: &'a [u32],
    /// What particles must not be put into, and when, in s.
    pub solids: &'a dyn Solids<D>,
    pub time: f64,
}

impl<const D: usize> Resampling<'_, D> {
    /// Appends children and lists the indices of those that were merged into others, in `gone`; whether anything changed.
    pub fn run(&self, particles: &mut Particles<D>, next_id: &mut u64, gone: &mut Vec<u32>) -> bool {
        gone.clear();
        let before = particles.len();
        let count = |cell: usize| (self.cell_first[cell + 1] - self.cell_first[cell]) as usize;
        for tile in (0..self.grid.tiles.len()).filter(|tile| !self.grid.tiles[*tile].is_empty()) {
            for cell in tile * Grid::<D>::CELLS..(tile + 1) * Grid::<D>::CELLS {
                let here = count(cell);
                if here > self.crowd.many {
                    self.merge_in(particles, cell, gone);
                } else if here > 0 && here < self.crowd.least {
                    let mut ways = (0..2 * D).map(|way| self.grid.beside_cell(cell, way / 2, way % 2));
                    if ways.all(|next| next.is_some_and(|next| count(next) > 0)) {
                        self.split_in(particles, cell, next_id);
                    }
                }
            }
        }
        gone.sort_unstable();
        !gone.is_empty() || particles.len() > before
    }

    /// The volume of one of `2^D` particles in a cell.
    fn usual_volume(&self) -> f64 {
        (0.5 * self.grid.cell).powi(D as i32)
    }

    fn split_in(&self, particles: &mut Particles<D>, cell: usize, next_id: &mut u64) {
        let own = self.cell_first[cell] as usize..self.cell_first[cell + 1] as usize;
        for p in own.clone().take(self.crowd.least - own.len()) {
            if particles.volume[p] < SMALLEST * self.usual_volume() {
                continue;
            }
            let Some([a, b]) = self.split(get(particles, p), particles.id[p]) else { continue };
            set(particles, p, a);
            let last = particles.len();
            particles.resize(last + 1);
            particles.id[last] = *next_id;
            *next_id += 1;
            set(particles, last, b);
        }
    }

    fn merge_in(&self, particles: &mut Particles<D>, cell: usize, gone: &mut Vec<u32>) {
        let own = self.cell_first[cell] as usize..self.cell_first[cell + 1] as usize;
        let first_gone = gone.len();
        for left in (self.crowd.many + 1..=own.len()).rev() {
            let largest = LARGEST[usize::from(left > self.crowd.most)];
            let is_left = |p: &usize| !gone[first_gone..].contains(&(*p as u32));
            let Some(small) = own
                .clone()
                .filter(is_left)
                .min_by(|a, b| particles.volume[*a].total_cmp(&particles.volume[*b]))
            else {
                return;
            };
            let apart = |p: &usize| -> f64 {
                let (a, b) = (&particles.position[*p], &particles.position[small]);
                (0..D).map(|axis| (a[axis] - b[axis]).powi(2)).sum()
            };
            let near = own
                .clone()
                .filter(|p| *p != small && is_left(p))
                .min_by(|a, b| apart(a).total_cmp(&apart(b)));
            let Some(near) = near else { return };
            let Some(merged) = self.merge(get(particles, near), get(particles, small), largest) else {
                return;
            };
            set(particles, near, merged);
            gone.push(small as u32);
        }
    }

    /// Two halves, apart along an axis that differs from particle to particle.
    fn split(&self, parent: Particle<D>, id: u64) -> Option<[Particle<D>; 2]> {
        let s = self.grid.in_cells(&parent.x);
        let room = |axis: usize| {
            let f = s[axis] - s[axis].floor();
            (0.9 * f.min(1.0 - f)).min(APART[0])
        };
        let axis = (0..D).map(|i| (id as usize + i) % D).find(|axis| room(*axis) >= APART[1])?;
        let away = room(axis) * self.grid.cell;
        let (own, transposed) = self.scheme.affine_shares();
        let child = |side: f64| {
            let mut child = Particle { mass: 0.5 * parent.mass, volume: 0.5 * parent.volume, ..parent };
            child.x[axis] += side * away;
            for a in 0..D {
                child.v[a] += side * away * (own * parent.c[a][axis] + transposed * parent.c[axis][a]);
            }
            child
        };
        let mut children = [child(-1.0), child(1.0)];
        self.keep_turning(&[parent], &mut children)?;
        Some(children)
    }

    /// One for two, unless it is larger than so many usual ones.
    fn merge(&self, a: Particle<D>, b: Particle<D>, largest: f64) -> Option<Particle<D>> {
        let mass = a.mass + b.mass;
        let volume = a.volume + b.volume;
        if volume > largest * self.usual_volume() {
            return None;
        }
        let mean = |x: f64, y: f64| (a.mass * x + b.mass * y) / mass;
        let mut merged = [Particle {
            x: std::array::from_fn(|i| mean(a.x[i], b.x[i])),
            v: std::array::from_fn(|i| mean(a.v[i], b.v[i])),
            c: std::array::from_fn(|i| std::array::from_fn(|j| mean(a.c[i][j], b.c[i][j]))),
            mass,
            volume,
        }];
        self.keep_turning(&[a, b], &mut merged)?;
        Some(merged[0])
    }

    /// Turns `after` until its angular momentum is that of `before`; `None` if there is too little inertia for that,
    /// or if it is in a solid.
    fn keep_turning(&self, before: &[Particle<D>], after: &mut [Particle<D>]) -> Option<()> {
        if !self.solids.is_empty() && after.iter().any(|p| self.solids.distance(p.x, self.time) <= 0.0) {
            return None;
        }
        if self.scheme.rotation == 0.0 {
            return Some(());
        }
        // About a place nearby, for rounding; momentum and its place are the same.
        let about = before[0].x;
        for (_, i, j) in TURNS.into_iter().filter(|(_, i, j)| *i < D && *j < D) {
            let sum = |all: &[Particle<D>]| all.iter().map(|p| self.turning(p, &about, i, j)).sum::<f64>();
            let missing = sum(before) - sum(after);
            let (mut moment, mut mass) = (0.0, 0.0);
            for p in after.iter() {
                let inertia = inertia(self.grid, &p.x);
                moment += p.mass * (inertia[j][i] + inertia[i][j]);
                mass += p.mass;
            }
            if moment < LEAST_INERTIA * mass * self.grid.cell * self.grid.cell {
                return None;
            }
            let omega = missing / (moment * self.scheme.rotation);
            for p in after.iter_mut() {
                p.c[j][i] += omega;
                p.c[i][j] -= omega;
            }
        }
        Some(())
    }

    /// A particle's angular momentum in the plane of two axes.
    fn turning(&self, p: &Particle<D>, about: &[f64; D], i: usize, j: usize) -> f64 {
        let b = affine_moment(self.grid, &p.x, &p.c, self.scheme);
        let arm = |axis: usize| p.x[axis] - about[axis];
        p.mass * (arm(i) * p.v[j] - arm(j) * p.v[i] + b[j][i] - b[i][j])
    }
}

fn get<const D: usize>(particles: &Particles<D>, p: usize) -> Particle<D> {
    Particle {
        x: particles.position[p],
        v: particles.velocity[p],
        c: particles.affine[p],
        mass: particles.mass[p],
        volume: particles.volume[p],
    }
}

fn set<const D: usize>(particles: &mut Particles<D>, p: usize, to: Particle<D>) {
    particles.position[p] = to.x;
    particles.velocity[p] = to.v;
    particles.affine[p] = to.c;
    particles.mass[p] = to.mass;
    particles.volume[p] = to.volume;
}
