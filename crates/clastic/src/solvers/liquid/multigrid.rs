//! A geometric V-cycle over the cells of the liquid, to precondition conjugate gradients.
//!
//! Every level is the list of its cells, red ones first and black ones after: a cell's neighbours all have the other colour, so
//! Gauss–Seidel updates one colour in parallel from the other, in any order, to the same bits. Rows hold conductances between
//! cells; on coarser levels these are computed as in a network of resistances: two faces in a row conduct half of what one
//! does, and to reach the surface from a coarser center half a cell comes in between. So the surface stays where it is, and
//! the levels stay symmetric and positive.
//!
//! Between levels velocities of pressure are interpolated linearly from a coarse cell and its neighbour along every axis (Khalil
//! and Wesseling 1992); residuals are summed by the transpose. Before and after, the same sweeps in opposite order: the
//! V-cycle is symmetric and positive.

use rayon::prelude::*;

use super::grid::NONE;
use super::numbering::{Numbering, resize};

/// Cells per piece of parallel work.
pub(super) const GRAIN: usize = 2048;
/// Sweeps before and after the coarser levels.
const SWEEPS: usize = 2;
/// Sweeps of the coarsest level in each order.
const COARSEST_SWEEPS: usize = 12;
/// A level of so few cells is the coarsest.
const COARSEST: usize = 8;
const MOST_LEVELS: usize = 20;

/// One equation: `diagonal x − Σ conductance x_neighbor = b`.
#[derive(Clone, Copy, Debug)]
pub struct Row<const D: usize> {
    /// What joins it to the cells below and above, per axis; 0 where there is none.
    pub conductance: [[f64; 2]; D],
    /// Those cells, counted among their colour; [`NONE`] where there is none.
    pub neighbor: [[u32; 2]; D],
    /// The sum of all conductances, those to the surface included.
    pub diagonal: f64,
    /// Its inverse; 0 where there is none.
    pub inverse: f64,
}

/// How a cell is joined to the surface across a face.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToSurface {
    /// What a whole cell of the faces that lead there conducts.
    pub face: f64,
    /// What leads to the surface.
    pub conductance: f64,
}

impl<const D: usize> Row<D> {
    /// Without any neighbour.
    pub const ALONE: Row<D> =
        Row { conductance: [[0.0; 2]; D], neighbor: [[NONE; 2]; D], diagonal: 0.0, inverse: 0.0 };

    #[inline(always)]
    fn sum_of_neighbors(&self, other: &[f64]) -> f64 {
        let mut sum = 0.0;
        for axis in 0..D {
            for side in 0..2 {
                let x = other.get(self.neighbor[axis][side] as usize).copied().unwrap_or(0.0);
                sum += self.conductance[axis][side] * x;
            }
        }
        sum
    }

    /// Sums the diagonal.
    pub fn close(&mut self, surface: &[[ToSurface; 2]; D]) {
        let between: f64 = self.conductance.as_flattened().iter().sum();
        self.diagonal = between + surface.as_flattened().iter().map(|s| s.conductance).sum::<f64>();
        self.inverse = if self.diagonal > 0.0 { 1.0 / self.diagonal } else { 0.0 };
    }
}

/// The system on one level.
#[derive(Clone, Debug)]
pub struct Level<const D: usize> {
    /// How many cells are red; they come first.
    pub reds: usize,
    /// One equation per cell.
    pub rows: Vec<Row<D>>,
    /// Where a cell is listed in `surface`; [`NONE`] for most.
    at_surface: Vec<u32>,
    /// How cells are joined to the surface, for those that are.
    surface: Vec<[[ToSurface; 2]; D]>,
    /// Across which faces there is a neighbour or the surface: a bit per axis and side.
    leads_on: Vec<u8>,
    /// After how many cells an axis begins again; 0 if it does not.
    pub period: [i32; D],
    /// Which axes the next level halves.
    halved: [bool; D],
    /// The cell of the next level, and which of its children this is: one bit per axis.
    parent: Vec<(u32, u8)>,
    /// The children on the level before.
    children: Vec<[u32; 8]>,
    x: Vec<f64>,
    b: Vec<f64>,
    r: Vec<f64>,
}

impl<const D: usize> Default for Level<D> {
    fn default() -> Self {
        Level {
            reds: 0,
            rows: vec![],
            at_surface: vec![],
            surface: vec![],
            leads_on: vec![],
            period: [0; D],
            halved: [false; D],
            parent: vec![],
            children: vec![],
            x: vec![],
            b: vec![],
            r: vec![],
        }
    }
}

/// A colour's range and the other's.
fn colours(reds: usize, len: usize) -> [(std::ops::Range<usize>, std::ops::Range<usize>); 2] {
    [(0..reds, reds..len), (reds..len, 0..reds)]
}

impl<const D: usize> Level<D> {
    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The cell that a row calls its neighbour.
    pub fn neighbor(&self, cell: usize, axis: usize, side: usize) -> Option<usize> {
        let neighbor = self.rows[cell].neighbor[axis][side];
        (neighbor != NONE).then(|| neighbor as usize + if cell < self.reds { self.reds } else { 0 })
    }

    /// `y ← A x`.
    pub fn apply(&self, x: &[f64], y: &mut [f64]) {
        for (own, other) in colours(self.reds, self.len()) {
            let other = &x[other];
            y[own.clone()]
                .par_iter_mut()
                .zip(&self.rows[own.clone()])
                .zip(&x[own])
                .with_min_len(GRAIN)
                .for_each(|((y, row), x)| *y = row.diagonal * x - row.sum_of_neighbors(other));
        }
    }

    /// Gauss–Seidel for one colour: 0 red, 1 black.
    fn relax(&mut self, colour: usize) {
        let (red, black) = self.x.split_at_mut(self.reds);
        let (own, other) = if colour == 0 { (red, &*black) } else { (black, &*red) };
        let range = colours(self.reds, self.rows.len())[colour].0.clone();
        own.par_iter_mut()
            .zip(&self.rows[range.clone()])
            .zip(&self.b[range])
            .with_min_len(GRAIN)
            .for_each(|((x, row), b)| *x = (b + row.sum_of_neighbors(other)) * row.inverse);
    }

    /// From `x = 0`.
    fn relax_first(&mut self) {
        let reds = self.reds;
        self.x[reds..].fill(0.0);
        self.x[..reds]
            .par_iter_mut()
            .zip(&self.rows[..reds])
            .zip(&self.b[..reds])
            .with_min_len(GRAIN)
            .for_each(|((x, row), b)| *x = b * row.inverse);
        self.relax(1);
    }

    /// Relaxes the system with this right side so many times, from `x = 0`.
    pub fn solve(&mut self, sweeps: usize, b: &(impl Fn(usize) -> f64 + Sync)) {
        self.b.par_iter_mut().enumerate().with_min_len(GRAIN / 4).for_each(|(cell, own)| *own = b(cell));
        self.relax_first();
        for _ in 1..sweeps {
            self.relax(0);
            self.relax(1);
        }
    }

    /// What [`Level::solve`] found.
    pub fn solution(&self) -> &[f64] {
        &self.x
    }

    /// `r ← b − A x` after black cells were relaxed, where it is 0.
    fn residual(&mut self) {
        let (red, black) = self.x.split_at(self.reds);
        self.r[self.reds..].fill(0.0);
        self.r[..self.reds]
            .par_iter_mut()
            .zip(&self.rows[..self.reds])
            .zip(self.b.par_iter().zip(red))
            .with_min_len(GRAIN)
            .for_each(|((r, row), (b, x))| *r = b - row.diagonal * x + row.sum_of_neighbors(black));
    }

    /// Takes the equations of all cells, of which so many are red; `row(cell)` tells how each is joined to the surface, too.
    pub fn fill(
        &mut self,
        reds: usize,
        len: usize,
        row: &(impl Fn(usize) -> (Row<D>, [[ToSurface; 2]; D]) + Sync),
    ) {
        self.reds = reds;
        resize(&mut self.rows, len, Row::ALONE);
        resize(&mut self.at_surface, len, NONE);
        resize(&mut self.leads_on, len, 0);
        resize(&mut self.x, len, 0.0);
        resize(&mut self.b, len, 0.0);
        resize(&mut self.r, len, 0.0);
        let own = self.rows.par_iter_mut().zip(&mut self.at_surface).zip(&mut self.leads_on);
        own.enumerate().with_min_len(GRAIN / 4).for_each(|(cell, ((own, at_surface), leads_on))| {
            let (row, surface) = row(cell);
            (*own, *at_surface, *leads_on) = (row, NONE, 0);
            for (way, to) in surface.as_flattened().iter().enumerate() {
                if to.conductance > 0.0 {
                    *at_surface = 0;
                }
                if to.conductance > 0.0 || row.neighbor.as_flattened()[way] != NONE {
                    *leads_on |= 1 << way;
                }
            }
        });
        // Few cells are at the surface: theirs is made again rather than kept for all.
        self.surface.clear();
        for (cell, place) in self.at_surface.iter_mut().enumerate().filter(|(_, place)| **place != NONE) {
            *place = self.surface.len() as u32;
            self.surface.push(row(cell).1);
        }
    }

    /// Whether a cell is joined to the surface.
    pub fn is_at_surface(&self, cell: usize) -> bool {
        self.at_surface[cell] != NONE
    }

    /// The share that a child takes from its parent.
    #[inline(always)]
    fn own_share(&self, halved: &[bool; D], cell: usize, child: u8) -> f64 {
        let mut share = 1.0;
        for axis in 0..D {
            if halved[axis] && self.leads_on[cell] >> (2 * axis as u8 + (child >> axis & 1)) & 1 == 1 {
                share -= 0.25;
            }
        }
        share
    }

    /// Adds what a coarser level found.
    fn interpolate(&mut self, coarse: &Level<D>) {
        let (parent, halved) = (&self.parent, &self.halved);
        self.x.par_iter_mut().zip(parent).with_min_len(GRAIN).for_each(|(x, &(cell, child))| {
            let cell = cell as usize;
            let mut sum = coarse.own_share(halved, cell, child) * coarse.x[cell];
            for axis in (0..D).filter(|axis| halved[*axis]) {
                if let Some(next) = coarse.neighbor(cell, axis, usize::from(child >> axis & 1)) {
                    sum += 0.25 * coarse.x[next];
                }
            }
            *x += sum;
        });
    }

    /// The transpose of [`Level::interpolate`], into this level's right side.
    fn restrict(&mut self, fine: &Level<D>) {
        let mut b = std::mem::take(&mut self.b);
        let halved = &fine.halved;
        b.par_iter_mut().enumerate().with_min_len(GRAIN / 4).for_each(|(cell, b)| {
            let mut sum = 0.0;
            for (child, &index) in self.children[cell].iter().enumerate().take(1 << D) {
                if index != NONE {
                    sum += self.own_share(halved, cell, child as u8) * fine.r[index as usize];
                }
            }
            for (axis, side) in (0..D).filter(|axis| halved[*axis]).flat_map(|axis| [(axis, 0), (axis, 1)]) {
                if let Some(next) = self.neighbor(cell, axis, side) {
                    for (child, &index) in self.children[next].iter().enumerate().take(1 << D) {
                        if index != NONE && child >> axis & 1 != side {
                            sum += 0.25 * fine.r[index as usize];
                        }
                    }
                }
            }
            *b = sum;
        });
        self.b = b;
    }

    /// Makes the next coarser level, and the numbers of its cells.
    fn coarsen(&mut self, coarse: &mut Level<D>, own: &Numbering<D>, above: &mut Numbering<D>) {
        // With an odd period red would meet red.
        self.halved = self.period.map(|period| period % 4 == 0);
        let halved = self.halved;
        coarse.period =
            std::array::from_fn(|axis| if halved[axis] { self.period[axis] / 2 } else { self.period[axis] });
        above.coarsen(own, halved);
        resize(&mut self.parent, own.len(), (NONE, 0));
        own.fill(&mut self.parent, &|tile, local| above.parent(halved, tile, local));
        let mut children = std::mem::take(&mut coarse.children);
        resize(&mut children, above.len(), [NONE; 8]);
        above.fill(&mut children, &|tile, local| above.children(own, halved, tile, local));
        let reds = above.reds();
        coarse.fill(reds, above.len(), &|cell| {
            self.conduct(&children[cell], if cell < reds { reds } else { 0 })
        });
        coarse.children = children;
    }

    /// The equation of a coarse cell with these children; its neighbours' numbers begin at `first`.
    fn conduct(&self, children: &[u32; 8], first: usize) -> (Row<D>, [[ToSurface; 2]; D]) {
        let (mut row, mut surface) = (Row::ALONE, [[ToSurface::default(); 2]; D]);
        for (child, &index) in children.iter().enumerate().filter(|(_, index)| **index != NONE) {
            let index = index as usize;
            let to_surface = self.surface.get(self.at_surface[index] as usize);
            for (axis, side) in (0..D).flat_map(|axis| [(axis, 0), (axis, 1)]) {
                let halved = self.halved[axis];
                let share = if halved { 0.5 } else { 1.0 };
                let outer = !halved || child >> axis & 1 == side;
                if let Some(next) = self.neighbor(index, axis, side).filter(|_| outer) {
                    row.conductance[axis][side] += share * self.rows[index].conductance[axis][side];
                    row.neighbor[axis][side] = self.parent[next].0 - first as u32;
                }
                let Some(ToSurface { face, conductance }) = to_surface.map(|to| to[axis][side]) else {
                    continue;
                };
                if conductance > 0.0 {
                    let before = if halved { 0.5 / face } else { 0.0 };
                    surface[axis][side].face += share * face;
                    surface[axis][side].conductance += 1.0 / (1.0 / conductance + before);
                }
            }
        }
        row.close(&surface);
        (row, surface)
    }
}

/// All levels.
#[derive(Clone, Debug, Default)]
pub struct Multigrid<const D: usize> {
    levels: Vec<Level<D>>,
    /// The numbers of the coarser levels' cells; the first is not used.
    numberings: Vec<Numbering<D>>,
    used: usize,
}

impl<const D: usize> Multigrid<D> {
    /// Takes the finest level out, to be filled and given to [`Multigrid::build`].
    pub fn take_finest(&mut self) -> Level<D> {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
            self.numberings.push(Numbering::default());
        }
        std::mem::take(&mut self.levels[0])
    }

    /// Changes one equation of the system. The coarser levels stay as they were: they make for a good V-cycle as long as few
    /// are changed.
    pub fn set(&mut self, cell: usize, row: Row<D>) {
        self.levels[0].rows[cell] = row;
    }

    /// The system itself.
    pub fn system(&self) -> &Level<D> {
        &self.levels[0]
    }

    /// How many levels there are.
    pub fn depth(&self) -> usize {
        self.used
    }

    /// Makes the coarser levels of one that [`Multigrid::take_finest`] gave, whose cells have these numbers.
    pub fn build(&mut self, finest: Level<D>, numbering: &mut Numbering<D>) {
        self.levels[0] = finest;
        std::mem::swap(&mut self.numberings[0], numbering);
        self.used = 1;
        while self.used < MOST_LEVELS && self.levels[self.used - 1].len() > COARSEST {
            if self.levels.len() == self.used {
                self.levels.push(Level::default());
                self.numberings.push(Numbering::default());
            }
            let (own, above) = self.numberings.split_at_mut(self.used);
            let (fine, coarse) = self.levels.split_at_mut(self.used);
            let fine = &mut fine[self.used - 1];
            fine.coarsen(&mut coarse[0], &own[self.used - 1], &mut above[0]);
            if coarse[0].len() == fine.len()
                && fine.period.iter().any(|p| *p != 0)
                && fine.halved == [false; D]
            {
                break;
            }
            self.used += 1;
        }
        std::mem::swap(&mut self.numberings[0], numbering);
    }

    /// `z ← M r`, one V-cycle.
    pub fn precondition(&mut self, r: &[f64], z: &mut [f64]) {
        if r.is_empty() {
            return;
        }
        copy(&mut self.levels[0].b, r);
        cycle(&mut self.levels[..self.used]);
        copy(z, &self.levels[0].x);
    }
}

fn copy(to: &mut [f64], from: &[f64]) {
    to.par_chunks_mut(GRAIN).zip(from.par_chunks(GRAIN)).for_each(|(to, from)| to.copy_from_slice(from));
}

fn cycle<const D: usize>(levels: &mut [Level<D>]) {
    let (fine, coarser) = levels.split_first_mut().expect("a level");
    let sweeps = if coarser.is_empty() { COARSEST_SWEEPS } else { SWEEPS };
    fine.relax_first();
    for _ in 1..sweeps {
        fine.relax(0);
        fine.relax(1);
    }
    if !coarser.is_empty() {
        fine.residual();
        coarser[0].restrict(fine);
        cycle(coarser);
        fine.interpolate(&coarser[0]);
    }
    for _ in 0..sweeps {
        fine.relax(1);
        fine.relax(0);
    }
}
