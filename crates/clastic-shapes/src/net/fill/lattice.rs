//! Lattices that fit a box exactly.

use super::steps;
use crate::net::NetError;
use crate::net::error::check_made;

/// Nodes joined to cells of N corners.
pub(super) trait Lattice<const N: usize> {
    /// How many nodes there are.
    fn nodes(&self) -> u32;
    /// Where a node is, in m.
    fn place(&self, node: u32) -> [f64; 3];
    /// Hands out all cells.
    fn each_cell(&self, take: impl FnMut([u32; N]));
    /// The share of an edge within which a node moves to where the surface crosses it.
    fn share(&self, edge: [u32; 2]) -> f64;
}

/// In 2D: rows of triangles with equal sides, and halves of them at both ends of every second row.
pub(super) struct Rows {
    bounds: [[f64; 3]; 2],
    /// Sides along a row.
    sides: u32,
    rows: u32,
}

impl Rows {
    pub(super) fn new(bounds: [[f64; 3]; 2], spacing: f64) -> Result<Self, NetError> {
        let [low, high] = bounds;
        let sides = steps(low[0], high[0], spacing);
        // An even number: a corner of the last of an odd one would be a cell of its own with no point inside.
        let rows = 2.0 * steps(low[1], high[1], 2.0 * 0.75f64.sqrt() * spacing);
        check_made((sides + 2.0) * (rows + 1.0))?;
        Ok(Rows { bounds, sides: sides as u32, rows: rows as u32 })
    }

    /// The first node of a row; odd ones have one more than even ones, which have one more than sides.
    fn start(&self, row: u32) -> u32 {
        row / 2 * (2 * self.sides + 3) + row % 2 * (self.sides + 1)
    }
}

impl Lattice<3> for Rows {
    fn nodes(&self) -> u32 {
        self.start(self.rows + 1)
    }

    fn place(&self, node: u32) -> [f64; 3] {
        let pair = 2 * self.sides + 3;
        let odd = node % pair > self.sides;
        let row = node / pair * 2 + u32::from(odd);
        let i = f64::from(node - self.start(row)) - if odd { 0.5 } else { 0.0 };
        let along = i.clamp(0.0, f64::from(self.sides)) / f64::from(self.sides);
        let up = f64::from(row) / f64::from(self.rows);
        [between(self.bounds, 0, along), between(self.bounds, 1, up), 0.0]
    }

    fn each_cell(&self, mut take: impl FnMut([u32; 3])) {
        for row in 0..self.rows {
            let [even, odd] = [row + row % 2, row + 1 - row % 2].map(|row| self.start(row));
            for i in 0..=self.sides {
                take([odd + i, odd + i + 1, even + i]);
                if i < self.sides {
                    take([even + i, even + i + 1, odd + i + 1]);
                }
            }
        }
    }

    /// By trial: no angle is below 15 degrees along planes and circles, or 11 along waves as small as the cells. With
    /// 0.3 it is 12 and 10 degrees.
    fn share(&self, _: [u32; 2]) -> f64 {
        0.42
    }
}

/// In 3D: cubes with a node in the middle of each, the body-centred cubic lattice. Two middles and two corners of the
/// side between them are a cell; at the bounds, where there is only one middle, it and half of the side are.
pub(super) struct Centred {
    bounds: [[f64; 3]; 2],
    cubes: [u32; 3],
}

/// The mean length of a cell's edges, of the cube's: two of its own and four half diagonals.
const MEAN_EDGE: f64 = 0.910_683_602_522_959;

impl Centred {
    pub(super) fn new(bounds: [[f64; 3]; 2], spacing: f64) -> Result<Self, NetError> {
        let cubes = [0, 1, 2].map(|i| steps(bounds[0][i], bounds[1][i], spacing / MEAN_EDGE));
        check_made(2.0 * cubes.map(|n| n + 1.0).iter().product::<f64>())?;
        Ok(Centred { bounds, cubes: cubes.map(|n| n as u32) })
    }

    fn corners(&self) -> u32 {
        self.cubes.map(|n| n + 1).iter().product()
    }

    fn corner(&self, [x, y, z]: [u32; 3]) -> u32 {
        (x * (self.cubes[1] + 1) + y) * (self.cubes[2] + 1) + z
    }

    fn middle(&self, [x, y, z]: [u32; 3]) -> u32 {
        self.corners() + (x * self.cubes[1] + y) * self.cubes[2] + z
    }

    /// The cells at the side through which one enters a cube along an axis, or beyond the last through which one leaves.
    fn side(&self, cube: [u32; 3], axis: usize, take: &mut impl FnMut([u32; 4])) {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[du, dv]| {
            let mut corner = cube;
            corner[u] += du;
            corner[v] += dv;
            self.corner(corner)
        });
        let before = |mut cube: [u32; 3]| {
            cube[axis] -= 1;
            self.middle(cube)
        };
        if cube[axis] > 0 && cube[axis] < self.cubes[axis] {
            let middles = [before(cube), self.middle(cube)];
            (0..4).for_each(|k| take([middles[0], middles[1], corners[k], corners[(k + 1) % 4]]));
            return;
        }
        let middle = if cube[axis] == 0 { self.middle(cube) } else { before(cube) };
        let turn = ((cube[u] + cube[v]) % 2) as usize;
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| corners[(k + turn) % 4]);
        take([a, b, c, middle]);
        take([a, c, d, middle]);
    }
}

impl Lattice<4> for Centred {
    fn nodes(&self) -> u32 {
        self.corners() + self.cubes.iter().product::<u32>()
    }

    fn place(&self, node: u32) -> [f64; 3] {
        let is_corner = node < self.corners();
        let (index, offset) = if is_corner { (node, 0.0) } else { (node - self.corners(), 0.5) };
        let [_, ny, nz] = self.cubes.map(|n| n + u32::from(is_corner));
        let at = [index / (ny * nz), index / nz % ny, index % nz];
        std::array::from_fn(|axis| {
            between(self.bounds, axis, (f64::from(at[axis]) + offset) / f64::from(self.cubes[axis]))
        })
    }

    fn each_cell(&self, mut take: impl FnMut([u32; 4])) {
        let [nx, ny, nz] = self.cubes;
        for x in 0..=nx {
            for y in 0..=ny {
                for z in 0..=nz {
                    let cube = [x, y, z];
                    for axis in 0..3 {
                        let beside = (0..3).all(|i| i == axis || cube[i] < self.cubes[i]);
                        if beside {
                            self.side(cube, axis, &mut take);
                        }
                    }
                }
            }
        }
    }

    /// Those of the paper: 0.24999 for edges of cubes, and 0.41189 for half diagonals.
    fn share(&self, edge: [u32; 2]) -> f64 {
        let [a, b] = edge.map(|node| node < self.corners());
        if a == b { 0.24999 } else { 0.41189 }
    }
}

/// A place between the bounds along an axis, which are met exactly.
fn between([low, high]: [[f64; 3]; 2], axis: usize, share: f64) -> f64 {
    low[axis] * (1.0 - share) + high[axis] * share
}
