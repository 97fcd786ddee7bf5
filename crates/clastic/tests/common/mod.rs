//! Scenes and comparisons that the contract tests share.
#![allow(dead_code)]

use clastic::colliders::{Contact, Motion};
use clastic::forces::{Mesh, MeshSolve, Pin, Point, SheetMatter, StrandMatter};
use clastic::grid::{Axis, Wall};
use clastic::materials::{Carried, FixedCorotated, Heat, Inert, Liquid, Material, Sand};
use clastic::solvers::mpm::reference::Reference;
use clastic::tensor::{Matrix, Vector};
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Particle, ParticleState, Precision, Simulation, TimeStep};

pub const DIMENSIONS: [Dimension; 2] = [Dimension::Two, Dimension::Three];
pub const PRECISIONS: [Precision; 2] = [Precision::F32, Precision::F64];
pub const DENSITY: f64 = 1000.0;

/// Repeatable numbers.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x1234_5678_9ABC_DEF1))
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + (high - low) * (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn vector(&mut self, dimension: Dimension, size: f64) -> [f64; 3] {
        let mut v = [0.0; 3];
        for x in v.iter_mut().take(dimension as usize) {
            *x = self.between(-size, size);
        }
        v
    }

    pub fn matrix(&mut self, dimension: Dimension, size: f64) -> [[f64; 3]; 3] {
        let mut m = [[0.0; 3]; 3];
        for row in m.iter_mut().take(dimension as usize) {
            *row = self.vector(dimension, size);
        }
        m
    }
}

/// Bodies whose parts keep their connections, one of each kind, that fall together: a block of tetrahedra, a cloth whose
/// forces are implicit, and hair on a root that moves.
pub fn meshes(threads: usize) -> Simulation {
    let mut config = Config::new(Dimension::Three, 0.1);
    config.threads = threads;
    config.scheme = Scheme::from_name("asflip", 3).expect("a scheme of the table");
    config.axes[1] = Axis::Bounded { low: Some(Wall::new(-0.3, Contact::Separate)), high: None };
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    let skin = simulation.add_material("skin", Inert::new());
    let grain = simulation.add_material("grain", Sand::new(1e4, 0.3, 30.0));

    let (n, h) = (4usize, 0.08);
    let index = |i: usize, j: usize, k: usize| ((k * (n + 1) + j) * (n + 1) + i) as u32;
    let (mut places, mut cells) = (Vec::new(), Vec::new());
    for k in 0..=n {
        for j in 0..=n {
            for i in 0..=n {
                places.push([i as f64 * h, 0.1 + j as f64 * h, k as f64 * h]);
            }
        }
    }
    // Six tetrahedra per cube, around its diagonal.
    let ways = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    for k in 0..n {
        for j in 0..n {
            for i in 0..n {
                for (way, axes) in ways.iter().enumerate() {
                    let mut corner = [i, j, k];
                    let mut cell = [index(i, j, k); 4];
                    for (vertex, axis) in cell[1..].iter_mut().zip(axes) {
                        corner[*axis] += 1;
                        *vertex = index(corner[0], corner[1], corner[2]);
                    }
                    if way >= 3 {
                        cell.swap(2, 3);
                    }
                    cells.push(cell);
                }
            }
        }
    }
    let block = Mesh::solid(&places, &cells, FixedCorotated::new(2e4, 0.3), DENSITY).expect("a sound mesh");
    simulation.add_mesh(skin, block).expect("a sound mesh");

    let index = |i: usize, j: usize| (j * 9 + i) as u32;
    let places: Vec<_> =
        (0..81).map(|v| [-0.2 + 0.07 * (v % 9) as f64, 0.6, -0.2 + 0.07 * (v / 9) as f64]).collect();
    let mut triangles = Vec::new();
    for j in 0..8 {
        for i in 0..8 {
            let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
            triangles.extend([[a, c, b], [a, d, c]]);
        }
    }
    let matter = SheetMatter { young_modulus: 1e6, poisson_ratio: 0.3, thickness: 2e-3, density: DENSITY };
    let cloth = Mesh::sheet(&places, &triangles, matter).expect("a sound mesh").solved(MeshSolve::Implicit);
    simulation.add_mesh(grain, cloth).expect("a sound mesh");

    let (strands, segments) = (11usize, 8usize);
    let mut places = Vec::new();
    let mut lines = Vec::new();
    let mut roots = Vec::new();
    for strand in 0..strands {
        let first = places.len() as u32;
        roots.extend([first, first + 1]);
        // One is shorter than the others.
        let vertices = if strand == 4 { segments } else { segments + 1 };
        for i in 0..vertices {
            places.push([
                0.5 + 0.02 * strand as f64,
                0.8 - 0.05 * i as f64,
                0.1 + 0.01 * ((i + strand) % 3) as f64,
            ]);
        }
        lines.push((first..first + vertices as u32).collect());
    }
    let matter = StrandMatter { young_modulus: 1e7, poisson_ratio: 0.4, radius: 3e-3, density: DENSITY };
    let motion = Motion::spinning([0.0, 3.0, 1.0], [0.5, 0.8, 0.1]);
    let hair = Mesh::strands(&places, &lines, matter)
        .expect("sound strands")
        .solved(MeshSolve::Implicit)
        .held(Pin { vertices: roots, motion, stiffness: None });
    simulation.add_mesh(grain, hair).expect("a sound mesh");
    simulation
}

/// The particles of one material.
#[derive(Clone)]
pub struct Body {
    pub name: String,
    pub material: Material,
    pub particles: Vec<Particle>,
}

impl Body {
    pub fn new(name: &str, material: impl Into<Material>, particles: Vec<Particle>) -> Self {
        Body { name: name.into(), material: material.into(), particles }
    }

    /// Every particle changed.
    pub fn with(mut self, mut change: impl FnMut(&mut Particle)) -> Self {
        self.particles.iter_mut().for_each(&mut change);
        self
    }
}

/// A configuration and its matter.
#[derive(Clone)]
pub struct Scene {
    pub config: Config,
    pub bodies: Vec<Body>,
}

impl Scene {
    pub fn simulation(&self) -> Simulation {
        let mut simulation = Simulation::new(self.config.clone()).expect("a sound configuration");
        for body in &self.bodies {
            let material = simulation.add_material(&body.name, body.material.clone());
            simulation.add_particles(material, &body.particles).expect("sound particles");
        }
        simulation
    }

    pub fn reference<const D: usize>(&self) -> Reference<D> {
        let mut reference = Reference::new(&self.config).expect("a sound configuration");
        for body in &self.bodies {
            let material = reference.add_material(body.material.clone());
            reference.add_particles(material, &body.particles).expect("sound particles");
        }
        reference
    }

    /// The scene moved, walls and periods included, by a number of cells per axis.
    pub fn shifted(&self, cells: [f64; 3]) -> Scene {
        let mut scene = self.clone();
        let by = cells.map(|n| n * self.config.cell_size);
        for (axis, by) in scene.config.axes.iter_mut().zip(by) {
            match axis {
                Axis::Bounded { low, high } => {
                    for wall in [low, high].into_iter().flatten() {
                        wall.at += by;
                    }
                }
                Axis::Periodic { low, high } => {
                    *low += by;
                    *high += by;
                }
            }
        }
        for particle in scene.bodies.iter_mut().flat_map(|body| &mut body.particles) {
            for (x, by) in particle.position.iter_mut().zip(by) {
                *x += by;
            }
        }
        scene
    }
}

/// Particles in a box given in cells, `per_cell` in each cell at random places that are multiples of 2⁻¹⁶ cells.
pub fn fill(config: &Config, low: [i64; 3], size: [i64; 3], per_cell: usize, seed: u64) -> Vec<Particle> {
    let d = config.dimension as usize;
    let mut random = Random::new(seed);
    let depth = if d == 2 { 1 } else { size[2] };
    let volume = config.cell_size.powi(d as i32) / per_cell as f64;
    let mut particles = Vec::new();
    for cell in 0..size[0] * size[1] * depth * per_cell as i64 {
        let cell = cell / per_cell as i64;
        let cell = [cell / (size[1] * depth), cell / depth % size[1], cell % depth];
        let mut x = [0.0; 3];
        for axis in 0..d {
            let offset = (random.between(0.02, 0.98) * 65536.0).floor() / 65536.0;
            x[axis] = ((low[axis] + cell[axis]) as f64 + offset) * config.cell_size;
        }
        particles.push(Particle::at(x, DENSITY * volume, volume));
    }
    particles
}

pub fn wall(cells: f64, cell: f64, contact: Contact) -> Option<Wall> {
    Some(Wall::new(cells * cell, contact))
}

/// A closed box of so many cells with every kind of contact.
pub fn box_of_walls(cells: [f64; 3], cell: f64) -> [Axis; 3] {
    let axis =
        |size: f64, low, high| Axis::Bounded { low: wall(0.0, cell, low), high: wall(size, cell, high) };
    [
        axis(cells[0], Contact::Separate, Contact::Slip),
        axis(cells[1], Contact::Sticky, Contact::Separate),
        axis(cells[2], Contact::Slip, Contact::Separate),
    ]
}

/// A jelly that softens when it is warm.
fn warm_jelly() -> Material {
    let heated = |young| Material::from(FixedCorotated::new(young, 0.3)).heated(Heat::new(1000.0, 5e3));
    let knots = [(0.0, heated(2e4)), (50.0, heated(1e4).viscous(5.0, 2.0))];
    heated(2e4).varying(Carried::Temperature, &knots).expect("ascending, and of one law")
}

/// Two jellies and a liquid that fly into each other and into the walls of a box, on a grid of power-of-two cells; heat flows
/// between the first two.
pub fn collision(dimension: Dimension) -> Scene {
    let cell = 0.0625;
    let mut config = Config::new(dimension, cell);
    config.axes = box_of_walls([20.0, 12.0, 8.0], cell);
    config.time_step = TimeStep::Fixed(0.001);
    let size = if dimension == Dimension::Two { [5, 5, 1] } else { [4, 4, 4] };
    let per_cell = if dimension == Dimension::Two { 6 } else { 5 };
    let mut random = Random::new(5);
    let mut body = |name: &str, material: Material, low, velocity: [f64; 3], seed| {
        Body::new(name, material, fill(&config, low, size, per_cell, seed)).with(|p| {
            let jitter = random.vector(dimension, 0.1);
            p.temperature = random.between(0.0, 60.0);
            for axis in 0..dimension as usize {
                p.velocity[axis] = velocity[axis] + jitter[axis];
            }
        })
    };
    let water = Material::from(Liquid::new(2e4)).viscous(0.5, 0.0).heated(Heat::new(4000.0, 1e4));
    let bodies = vec![
        body("soft jelly", warm_jelly(), [2, 1, 1], [3.0, -2.0, 0.5], 1),
        body("liquid", water, [8, 1, 2], [0.0, -3.0, 0.0], 2),
        body("stiff jelly", FixedCorotated::new(8e4, 0.2).into(), [14, 2, 1], [-3.0, 1.0, 1.0], 3),
    ];
    Scene { config, bodies }
}

/// All bits of a particle's position, velocity, affine field, deformation, stress and scalars.
pub fn bits(state: &ParticleState) -> Vec<u64> {
    let p = &state.particle;
    let mut bits = vec![state.id, state.material as u64];
    let matrices = [p.affine, p.deformation, state.stress];
    let values = p.position.iter().chain(&p.velocity).chain(matrices.iter().flatten().flatten());
    let scalars = [p.mass, p.volume, p.temperature, p.concentrations[0], state.volume_ratio];
    bits.extend(values.chain(&scalars).map(|x| x.to_bits()));
    bits
}

/// Fails unless both are the same in every bit.
pub fn assert_same(got: &[ParticleState], expected: &[ParticleState], what: &str) {
    assert_eq!(got.len(), expected.len(), "{what}: another number of particles");
    let different = got.iter().zip(expected).filter(|(a, b)| bits(a) != bits(b)).count();
    if different > 0 {
        let (a, b) = got.iter().zip(expected).find(|(a, b)| bits(a) != bits(b)).expect("one differs");
        panic!("{what}: {different} of {} particles differ; the first is\n{a:?}\nnot\n{b:?}", got.len());
    }
}

/// A place within a cube.
pub fn point<const D: usize>(random: &mut Random, size: f64) -> Point<D> {
    let mut x = Vector([0.0; D]);
    for axis in 0..D {
        x[axis] = random.between(-size, size);
    }
    x
}

/// A proper rotation.
pub fn rotation<const D: usize>(random: &mut Random) -> Matrix<f64, D> {
    let mut m = Matrix::zero(0.0);
    for i in 0..D {
        for j in 0..D {
            m.0[i][j] = random.between(-1.0, 1.0);
        }
    }
    let svd = m.svd();
    svd.u * svd.v.transpose()
}
