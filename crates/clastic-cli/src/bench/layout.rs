//! Where the particles of `clastic bench` are and how they move.

use std::ops::Range;

use clap::ValueEnum;
use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::{Config, Dimension, Particle, TimeStep};

const CELLS_PER_UNIT: usize = 128;
const DENSITY: f64 = 1000.0;
/// The velocity gradient of the start, in 1/s.
const GRADIENT: [[f64; 3]; 3] = [[0.0, -8.0, 3.0], [6.0, 0.0, -4.0], [-5.0, 7.0, 0.0]];
const FALL: f64 = -2.0;
/// One particle of so many is in the jet.
const JET_SHARE: usize = 100;
/// The jet's height and depth, in cells.
const JET_WIDTH: usize = 2;
/// In m/s.
const JET_SPEED: f64 = 20.0;
/// Cells between the pile and the jet.
const JET_GAP: usize = 16;

/// How the particles lie.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Layout {
    /// A cube, 2 particles per cell along each axis
    Block,
    /// A cube of loose particles, 1 per cell
    Debris,
    /// The block, with one particle in a hundred in a thin jet that leaves it at 20 m/s
    Jet,
    /// The block at rest, at one end of a box that is three times as long: a dam that breaks
    Dam,
}

impl Layout {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Block => "block",
            Layout::Debris => "debris",
            Layout::Jet => "jet",
            Layout::Dam => "dam",
        }
    }
}

/// The particles and the box around them, in cells.
pub struct Matter {
    dimension: Dimension,
    layout: Layout,
    /// Particles of the cube; those of the jet come after.
    cube: usize,
    /// Particles in all.
    pub particles: usize,
    /// Particles per cell along each axis.
    per_axis: usize,
    side: usize,
    edge: usize,
}

impl Matter {
    /// So many particles.
    pub fn new(dimension: Dimension, layout: Layout, particles: usize) -> Self {
        let cube = if layout == Layout::Jet { particles - particles / JET_SHARE } else { particles };
        let per_axis = if layout == Layout::Debris { 1 } else { 2 };
        let per_cell = usize::pow(per_axis, dimension as u32);
        let cells = cube.div_ceil(per_cell);
        let root = (cells as f64).powf(1.0 / dimension as u8 as f64) as usize;
        // The root is rounded, so the side is found by trying.
        let fits = |side: &usize| side.pow(dimension as u32) >= cells;
        let side = (root.saturating_sub(1)..).find(fits).expect("numbers do not end before cells do");
        Matter { dimension, layout, cube, particles, per_axis, side, edge: CELLS_PER_UNIT.max(side + 8) }
    }

    /// How many cells hold particles.
    pub fn cells(&self) -> usize {
        self.particles.div_ceil(self.per_cell())
    }

    fn per_cell(&self) -> usize {
        self.per_axis.pow(self.dimension as u32)
    }

    /// The simulation to be. A jet has no end to run into.
    pub fn config(&self) -> Config {
        let dx = 1.0 / CELLS_PER_UNIT as f64;
        if self.layout == Layout::Dam {
            return self.dam(dx);
        }
        let wall = |cells: usize, contact| Some(Wall::new(cells as f64 * dx, contact));
        let end = wall(self.edge - 2, Contact::Separate);
        let axis = |floor, high| Axis::Bounded { low: wall(2, floor), high };
        let along = if self.layout == Layout::Jet { None } else { end };
        let mut config = Config::new(self.dimension, dx);
        config.time_step = TimeStep::Fixed(1e-4);
        config.axes =
            [axis(Contact::Separate, along), axis(Contact::Sticky, end), axis(Contact::Separate, end)];
        config
    }

    fn dam(&self, dx: f64) -> Config {
        let wall = |cells: f64| Some(Wall::new(cells * dx, Contact::Slip));
        let along = |sides: f64| {
            let low = self.corner()[0] as f64;
            Axis::Bounded { low: wall(low), high: wall(low + sides * self.side as f64) }
        };
        let mut config = Config::new(self.dimension, dx);
        config.axes = [along(3.0), along(1.5), along(1.0)];
        config
    }

    /// Some of the particles, by number.
    pub fn range(&self, numbers: Range<usize>) -> Vec<Particle> {
        numbers
            .map(|number| if number < self.cube { self.of_cube(number) } else { self.of_jet(number) })
            .collect()
    }

    /// The cube's lower corner.
    fn corner(&self) -> [usize; 3] {
        if self.layout == Layout::Dam {
            return [4; 3];
        }
        let middle = (self.edge - self.side) / 2;
        [middle, 4, middle]
    }

    /// A particle that falls, shears and spins with the cube.
    fn of_cube(&self, number: usize) -> Particle {
        let d = self.dimension as usize;
        let corner = self.corner();
        let mut particle = self.at(number, number / self.per_cell(), corner, [self.side; 3]);
        if self.layout == Layout::Dam {
            return particle;
        }
        let mut away = [0.0; 3];
        for i in 0..d {
            let centre = (corner[i] as f64 + 0.5 * self.side as f64) / CELLS_PER_UNIT as f64;
            away[i] = particle.position[i] - centre;
        }
        particle.velocity =
            std::array::from_fn(|i| GRADIENT[i].iter().zip(away).map(|(slope, x)| slope * x).sum());
        particle.velocity[1] += FALL;
        particle.affine = GRADIENT;
        particle
    }

    /// A particle of the jet, which begins above the cube and goes along x.
    fn of_jet(&self, number: usize) -> Particle {
        let place = number - self.cube;
        let [x, y, z] = self.corner();
        let corner = [x, y + self.side + JET_GAP, z + self.side / 2];
        // Its length is given by the particles, so that cells are counted along it last.
        let particle = self.at(number, place / self.per_cell(), corner, [usize::MAX, JET_WIDTH, JET_WIDTH]);
        particle.with_velocity([JET_SPEED, 0.0, 0.0])
    }

    /// The particle of that number, at its jittered place in a cell of a box with this corner and these sides.
    fn at(&self, number: usize, cell: usize, corner: [usize; 3], sides: [usize; 3]) -> Particle {
        let (d, dx) = (self.dimension as usize, 1.0 / CELLS_PER_UNIT as f64);
        let (mut cell, mut part) = (cell, number % self.per_cell());
        let mut position = [0.0; 3];
        // The last axis runs fastest, as in the peers' scripts.
        for i in (0..d).rev() {
            let place = corner[i] + cell % sides[i];
            let within = (part % self.per_axis) as f64 + 0.1 + 0.8 * uniform((number * d + i) as u64);
            position[i] = (place as f64 + within / self.per_axis as f64) * dx;
            cell /= sides[i];
            part /= self.per_axis;
        }
        let volume = dx.powi(d as i32) / self.per_cell() as f64;
        Particle::at(position, DENSITY * volume, volume)
    }
}

/// From 0 to 1, by number (Steele et al., "Fast splittable pseudorandom number generators", 2014).
fn uniform(number: u64) -> f64 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells_of(particle: &Particle) -> [i64; 3] {
        particle.position.map(|x| (x * CELLS_PER_UNIT as f64).floor() as i64)
    }

    #[test]
    fn the_block_fits_its_box() {
        for (dimension, particles, side, edge) in [
            (Dimension::Three, 1_000_000, 50, 128),
            (Dimension::Three, 1, 1, 128),
            (Dimension::Two, 1_000_000, 500, 508),
            (Dimension::Two, 40_001, 101, 128),
        ] {
            let matter = Matter::new(dimension, Layout::Block, particles);
            assert_eq!((matter.side, matter.edge), (side, edge));
        }
        let particles = Matter::new(Dimension::Two, Layout::Block, 1000).range(0..1000);
        assert_eq!(particles.len(), 1000);
        assert!(particles.iter().all(|p| p.position[1] > 4.0 / 128.0 && p.position[2] == 0.0));
    }

    #[test]
    fn particles_do_not_depend_on_the_range_they_are_asked_for_in() {
        let matter = Matter::new(Dimension::Three, Layout::Jet, 5000);
        let parts: Vec<_> = [0..1234, 1234..5000].into_iter().flat_map(|part| matter.range(part)).collect();
        assert_eq!(parts, matter.range(0..5000));
    }

    #[test]
    fn debris_has_a_particle_per_cell() {
        for dimension in [Dimension::Two, Dimension::Three] {
            let matter = Matter::new(dimension, Layout::Debris, 4096);
            let mut cells: Vec<_> = matter.range(0..4096).iter().map(cells_of).collect();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!((cells.len(), matter.cells()), (4096, 4096));
        }
    }

    #[test]
    fn a_dam_stands_in_its_box() {
        let matter = Matter::new(Dimension::Three, Layout::Dam, 8000);
        let Axis::Bounded { low: Some(low), high: Some(high) } = matter.config().axes[2] else {
            panic!("walls on both sides")
        };
        let particles = matter.range(0..8000);
        assert!(particles.iter().all(|p| p.velocity == [0.0; 3]));
        assert!(particles.iter().all(|p| p.position[2] > low.at && p.position[2] < high.at));
        assert!((high.at - low.at) * CELLS_PER_UNIT as f64 == 10.0);
    }

    #[test]
    fn a_jet_is_thin_long_and_fast() {
        let matter = Matter::new(Dimension::Three, Layout::Jet, 100_000);
        let jet: Vec<_> =
            matter.range(0..100_000).into_iter().filter(|p| p.velocity == [JET_SPEED, 0.0, 0.0]).collect();
        assert_eq!(jet.len(), 1000);
        let extent = |axis: usize| {
            let cells = || jet.iter().map(|p| cells_of(p)[axis]);
            cells().max().unwrap() - cells().min().unwrap() + 1
        };
        // 1000 particles, 8 per cell and 4 cells abreast.
        assert_eq!([extent(0), extent(1), extent(2)], [32, 2, 2]);
    }
}
