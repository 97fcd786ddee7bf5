//! What users say of a body whose parts keep their connections.

use clastic_shapes::{Dimension, hinges};

use super::manifold::Manifolds;
use super::matter::{SheetMatter, StrandMatter, positive};
use super::solid::SolidRest;
use super::spring::SpringRest;
use super::strands::StrandRest;
use crate::colliders::Motion;
use crate::integrators::Integrator;
use crate::materials::AnyLaw;
use crate::particles::Particle;
use crate::tensor::Vector;

/// How the forces within a mesh act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeshSolve {
    /// As they are at the beginning of a step, which they limit: no vibration of the mesh may be faster.
    #[default]
    Explicit,
    /// As they will be at its end, to first order: steps may be long, and fast vibrations die out.
    Implicit,
    /// As part of the grid's own implicit step, whose integrator decides when they are taken. Not for strands.
    Grid,
}

/// A body whose vertices are particles and whose elements join them.
///
/// ```
/// use clastic::forces::Mesh;
/// use clastic::materials::NeoHookean;
///
/// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let triangle = Mesh::solid(&corners, &[[0, 1, 2]], NeoHookean::new(1e4, 0.3), 1000.0)?;
/// assert_eq!(triangle.vertices[0].mass, 1000.0 / 6.0);
/// # Ok::<(), clastic::forces::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh {
    /// The vertices as they are when the mesh is added; elements are at rest where the mesh was made.
    pub vertices: Vec<Particle>,
    /// How its forces act.
    pub solve: MeshSolve,
    /// What holds vertices.
    pub pins: Vec<Pin>,
    pub(super) parts: Vec<Part>,
}

/// Something that holds vertices of a mesh.
#[derive(Clone, Debug)]
pub struct Pin {
    /// Which.
    pub vertices: Vec<u32>,
    /// How it moves from where they are when the mesh is added.
    pub motion: Motion,
    /// The stiffness, in N/m, of the springs of no length by which it holds them; without one it holds them fast.
    pub stiffness: Option<f64>,
}

/// What of a mesh can be seen, by vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeshCells {
    /// Polylines.
    pub lines: Vec<Vec<u32>>,
    /// Triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Tetrahedra, of positive volume.
    pub tetrahedra: Vec<[u32; 4]>,
}

/// Elements of a kind.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Springs(Vec<([u32; 2], SpringRest)>),
    Triangles(AnyLaw, Vec<([u32; 3], SolidRest<2>)>),
    Tetrahedra(AnyLaw, Vec<([u32; 4], SolidRest<3>)>),
    Membranes(AnyLaw, Vec<([u32; 3], SolidRest<2>)>),
    Hinges(Vec<([u32; 4], super::shell::HingeRest)>),
    Strands(Vec<StrandRest>),
}

impl Part {
    /// The edges of what is thin, some more than once.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        match self {
            Part::Membranes(_, cells) => {
                cells.iter().flat_map(|([a, b, c], _)| [[*a, *b], [*b, *c], [*a, *c]]).collect()
            }
            Part::Strands(strands) => {
                let edges = strands.iter().flat_map(|strand| strand.vertices.windows(2));
                edges.map(|edge| [edge[0], edge[1]]).collect()
            }
            Part::Springs(springs) => springs.iter().map(|(pair, _)| *pair).collect(),
            Part::Triangles(..) | Part::Tetrahedra(..) | Part::Hinges(_) => Vec::new(),
        }
    }
}

/// Why a mesh makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshError {
    /// An element names a vertex that there is not.
    Vertex {
        /// The element.
        element: usize,
        /// What it names.
        vertex: u32,
    },
    /// An element has no volume, area or length, or is inside out.
    Flat {
        /// The element.
        element: usize,
    },
    /// A strand has a vertex of another strand, or one of its own twice.
    Shared {
        /// The strand.
        element: usize,
        /// The vertex.
        vertex: u32,
    },
    /// A vertex belongs to no element, and so has no mass.
    Loose {
        /// The vertex.
        vertex: usize,
    },
    /// A number that must be positive and finite is not.
    Number(&'static str),
    /// Poisson's ratio is not one of an elastic matter.
    PoissonRatio,
    /// A pin that names a vertex that there is not, or moves by a value that is not a finite number.
    Pin {
        /// The pin.
        pin: usize,
    },
    /// The mesh belongs to another dimension than the simulation.
    Dimension,
    /// Its vertices have a law of contact for what they do not lie on.
    Law,
    /// Its forces cannot be part of the grid's step.
    Solve,
    /// The simulation's solver knows no meshes.
    Solver,
}

impl std::fmt::Display for MeshError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MeshError::Vertex { element, vertex } => {
                write!(f, "element {element} names vertex {vertex}, which there is not")
            }
            MeshError::Flat { element } => {
                write!(f, "element {element} has no extent or is inside out; expected one of positive size")
            }
            MeshError::Shared { element, vertex } => write!(
                f,
                "strand {element} meets another, or itself, at vertex {vertex}; expected strands that neither fork nor close"
            ),
            MeshError::Loose { vertex } => write!(f, "vertex {vertex} belongs to no element"),
            MeshError::Number(what) => write!(f, "{what} must be positive and finite"),
            MeshError::PoissonRatio => write!(f, "Poisson's ratio must be above -1 and below 0.5"),
            MeshError::Pin { pin } => {
                write!(f, "pin {pin} names a vertex that there is not, or its numbers are not finite")
            }
            MeshError::Dimension => {
                write!(f, "triangles of a solid belong to 2D; tetrahedra and sheets to 3D")
            }
            MeshError::Solver => write!(f, "meshes need the material point method"),
            MeshError::Solve => {
                write!(
                    f,
                    "forces in the grid's step need an implicit integrator, and strands cannot be among them"
                )
            }
            MeshError::Law => {
                write!(
                    f,
                    "law `across` of dimension 1 is for strands, of 2 for sheets; finite elements and springs need another"
                )
            }
        }
    }
}

impl std::error::Error for MeshError {}

impl Mesh {
    /// Triangles or tetrahedra of a law and a density in kg/m³, at rest at these places: of three vertices in 2D and of four in
    /// 3D.
    pub fn solid<const N: usize>(
        places: &[[f64; 3]],
        cells: &[[u32; N]],
        law: impl Into<AnyLaw>,
        density: f64,
    ) -> Result<Mesh, MeshError> {
        const { assert!(N == 3 || N == 4, "a solid is made of triangles or of tetrahedra") };
        positive("the density", density)?;
        let mut lumps = Lumps::new(places);
        let law = law.into();
        if !law.is_isotropic() {
            return Err(MeshError::Law);
        }
        let corner = |vertex: u32| Vector(places[vertex as usize]);
        let part = if N == 3 {
            let mut rests = Vec::with_capacity(cells.len());
            for (element, cell) in cells.iter().enumerate() {
                lumps.check(element, cell)?;
                let edges = [1, 2].map(|k| {
                    let edge = corner(cell[k]) - corner(cell[0]);
                    Vector([edge[0], edge[1]])
                });
                let rest = SolidRest::new(edges).ok_or(MeshError::Flat { element })?;
                lumps.add(cell, rest.volume);
                rests.push(([cell[0], cell[1], cell[2]], rest));
            }
            Part::Triangles(law, rests)
        } else {
            let mut rests = Vec::with_capacity(cells.len());
            for (element, cell) in cells.iter().enumerate() {
                lumps.check(element, cell)?;
                let edges = [1, 2, 3].map(|k| corner(cell[k % N]) - corner(cell[0]));
                let rest = SolidRest::new(edges).ok_or(MeshError::Flat { element })?;
                lumps.add(cell, rest.volume);
                rests.push(([cell[0], cell[1], cell[2], cell[3 % N]], rest));
            }
            Part::Tetrahedra(law, rests)
        };
        Ok(Mesh::new(lumps.particles(density)?, part))
    }

    /// A thin sheet of triangles in space, at rest at these places.
    pub fn sheet(
        places: &[[f64; 3]],
        triangles: &[[u32; 3]],
        matter: SheetMatter,
    ) -> Result<Mesh, MeshError> {
        matter.check()?;
        let mut lumps = Lumps::new(places);
        let corner = |vertex: u32| Vector(places[vertex as usize]);
        let mut rests = Vec::with_capacity(triangles.len());
        for (element, triangle) in triangles.iter().enumerate() {
            lumps.check(element, triangle)?;
            let [a, b] = [1, 2].map(|k| corner(triangle[k]) - corner(triangle[0]));
            let length = a.norm();
            let along = a * length.max(f64::MIN_POSITIVE).recip();
            let height = (b - along * along.dot(b)).norm();
            let flat = MeshError::Flat { element };
            let mut rest =
                SolidRest::new([Vector([length, 0.0]), Vector([along.dot(b), height])]).ok_or(flat)?;
            rest.volume *= matter.thickness;
            lumps.add(triangle, rest.volume);
            rests.push((*triangle, rest));
        }
        let bent = hinges(triangles).into_iter().map(|hinge| {
            let x = hinge.map(corner);
            (hinge, super::shell::HingeRest::new(&x, matter.bending()))
        });
        let (lambda, mu) = matter.plane_stress();
        let bent = Part::Hinges(bent.collect());
        let law = crate::materials::FixedCorotated { lambda, mu }.into();
        let mut mesh = Mesh::new(lumps.particles(matter.density)?, Part::Membranes(law, rests));
        mesh.parts.push(bent);
        Ok(mesh.framed())
    }

    /// Strands along polylines, at rest at these places. Each is solved for alone, so no vertex may belong to two of them.
    pub fn strands(places: &[[f64; 3]], lines: &[Vec<u32>], matter: StrandMatter) -> Result<Mesh, MeshError> {
        matter.check()?;
        let mut lumps = Lumps::new(places);
        let [stretching, bending, twisting] = matter.resistances();
        let mut strands = Vec::with_capacity(lines.len());
        let mut taken = vec![false; places.len()];
        for (element, line) in lines.iter().enumerate() {
            lumps.check(element, line)?;
            if line.len() < 2 {
                return Err(MeshError::Flat { element });
            }
            for vertex in line {
                if std::mem::replace(&mut taken[*vertex as usize], true) {
                    return Err(MeshError::Shared { element, vertex: *vertex });
                }
            }
            for pair in line.windows(2) {
                let length = distance(places, &[pair[0], pair[1]]).ok_or(MeshError::Flat { element })?;
                lumps.add(pair, length * matter.area());
            }
            strands.push(StrandRest {
                vertices: line.clone(),
                places: line.iter().map(|vertex| places[*vertex as usize]).collect(),
                stretching,
                bending,
                twisting,
                radius: matter.radius,
            });
        }
        Ok(Mesh::new(lumps.particles(matter.density)?, Part::Strands(strands)).framed())
    }

    /// Rods between pairs of vertices, at rest at these places, that push and pull along themselves and turn freely at their
    /// ends: springs of stiffness `EA/l`.
    pub fn springs(places: &[[f64; 3]], pairs: &[[u32; 2]], matter: StrandMatter) -> Result<Mesh, MeshError> {
        matter.check()?;
        let mut lumps = Lumps::new(places);
        let [stretching, ..] = matter.resistances();
        let mut springs = Vec::with_capacity(pairs.len());
        for (element, pair) in pairs.iter().enumerate() {
            lumps.check(element, pair)?;
            let length = distance(places, pair).ok_or(MeshError::Flat { element })?;
            lumps.add(pair, length * matter.area());
            springs.push((*pair, SpringRest { length, stiffness: stretching / length }));
        }
        Ok(Mesh::new(lumps.particles(matter.density)?, Part::Springs(springs)))
    }

    /// Adds springs of a stiffness in N/m between pairs of vertices, at rest at their present distances.
    pub fn with_springs(mut self, pairs: &[[u32; 2]], stiffness: f64) -> Result<Mesh, MeshError> {
        positive("the stiffness of springs", stiffness)?;
        let mut springs = Vec::with_capacity(pairs.len());
        for (element, pair) in pairs.iter().enumerate() {
            let mut ends = [Vector([0.0; 3]); 2];
            for (end, vertex) in ends.iter_mut().zip(pair) {
                let particle = self.vertices.get(*vertex as usize);
                *end = Vector(particle.ok_or(MeshError::Vertex { element, vertex: *vertex })?.position);
            }
            let length = (ends[1] - ends[0]).norm();
            if pair[0] == pair[1] || !length.is_finite() {
                return Err(MeshError::Flat { element });
            }
            springs.push((*pair, SpringRest { length, stiffness }));
        }
        self.parts.push(Part::Springs(springs));
        Ok(self)
    }

    /// Vertices without any element: [`Mesh::with_springs`] joins them.
    pub fn of_particles(vertices: Vec<Particle>) -> Mesh {
        Mesh { vertices, solve: MeshSolve::default(), pins: Vec::new(), parts: Vec::new() }
    }

    /// Whether it can be part of a simulation, with vertices of a law.
    pub fn check(&self, dimension: Dimension, integrator: Integrator, law: &AnyLaw) -> Result<(), MeshError> {
        self.check_law(law)?;
        let strands = self.parts.iter().any(|part| matches!(part, Part::Strands(_)));
        if self.solve == MeshSolve::Grid && (strands || !integrator.is_implicit()) {
            return Err(MeshError::Solve);
        }
        let flat = dimension == Dimension::Two;
        let fits = self.parts.iter().all(|part| match part {
            Part::Springs(_) | Part::Strands(_) => true,
            Part::Triangles(..) => flat,
            Part::Tetrahedra(..) | Part::Membranes(..) | Part::Hinges(_) => !flat,
        });
        if !fits {
            return Err(MeshError::Dimension);
        }
        for (index, pin) in self.pins.iter().enumerate() {
            let known = pin.vertices.iter().all(|vertex| (*vertex as usize) < self.vertices.len());
            let stiff = pin.stiffness.is_none_or(|stiffness| stiffness > 0.0 && stiffness.is_finite());
            if !(known && stiff && pin.motion.is_finite()) {
                return Err(MeshError::Pin { pin: index });
            }
        }
        Ok(())
    }

    fn new(vertices: Vec<Particle>, part: Part) -> Mesh {
        Mesh { parts: vec![part], ..Mesh::of_particles(vertices) }
    }

    /// The same whose vertices know which way its lines and surfaces run: as rotations, which isotropic laws do not mind.
    fn framed(mut self) -> Mesh {
        let mut manifolds = Manifolds::default();
        manifolds.add(&self.parts, self.vertices.len());
        for vertex in 0..self.vertices.len() {
            let place = |k: u32| Vector(self.vertices[k as usize].position);
            if let Some(frame) = manifolds.frame(vertex, place) {
                self.vertices[vertex].deformation = frame.0;
            }
        }
        self
    }

    /// Whether vertices may meet others by a law that is not isotropic: it must know whether they lie on lines or surfaces.
    fn check_law(&self, law: &AnyLaw) -> Result<(), MeshError> {
        let AnyLaw::Across(across) = law else { return Ok(()) };
        // Springs alone have none.
        let has_directions = self.parts.iter().any(|part| !matches!(part, Part::Springs(_)));
        let fits = self.parts.iter().all(|part| match part {
            Part::Strands(_) => !across.is_of_sheets(),
            Part::Membranes(..) | Part::Hinges(_) => across.is_of_sheets(),
            Part::Springs(_) => has_directions,
            Part::Triangles(..) | Part::Tetrahedra(..) => false,
        });
        if fits { Ok(()) } else { Err(MeshError::Law) }
    }

    /// What it looks like: the vertices of its lines, among them springs, triangles and tetrahedra.
    pub fn cells(&self) -> MeshCells {
        let mut cells = MeshCells::default();
        for part in &self.parts {
            match part {
                Part::Hinges(_) => {}
                Part::Springs(own) => cells.lines.extend(own.iter().map(|(ends, _)| ends.to_vec())),
                Part::Triangles(_, own) | Part::Membranes(_, own) => {
                    cells.triangles.extend(own.iter().map(|(vertices, _)| *vertices));
                }
                Part::Tetrahedra(_, own) => {
                    cells.tetrahedra.extend(own.iter().map(|(vertices, _)| *vertices))
                }
                Part::Strands(strands) => {
                    cells.lines.extend(strands.iter().map(|strand| strand.vertices.clone()));
                }
            }
        }
        cells
    }

    /// The same whose forces act in another way.
    pub fn solved(self, solve: MeshSolve) -> Mesh {
        Mesh { solve, ..self }
    }

    /// The same with vertices held fast where they are.
    pub fn pinned(self, vertices: Vec<u32>) -> Mesh {
        self.held(Pin { vertices, motion: Motion::Fixed, stiffness: None })
    }

    /// The same with something that holds vertices.
    pub fn held(mut self, pin: Pin) -> Mesh {
        self.pins.push(pin);
        self
    }
}

/// How far two vertices are apart, in m; none if that is no length.
fn distance(places: &[[f64; 3]], pair: &[u32; 2]) -> Option<f64> {
    let [a, b] = pair.map(|vertex| Vector(places[vertex as usize]));
    let length = (b - a).norm();
    (length > 0.0 && length.is_finite()).then_some(length)
}

/// The share of every vertex in the elements around it.
struct Lumps<'a> {
    places: &'a [[f64; 3]],
    volumes: Vec<f64>,
}

impl<'a> Lumps<'a> {
    fn new(places: &'a [[f64; 3]]) -> Self {
        Lumps { places, volumes: vec![0.0; places.len()] }
    }

    fn check(&self, element: usize, vertices: &[u32]) -> Result<(), MeshError> {
        match vertices.iter().find(|vertex| **vertex as usize >= self.places.len()) {
            Some(vertex) => Err(MeshError::Vertex { element, vertex: *vertex }),
            None => Ok(()),
        }
    }

    fn add(&mut self, vertices: &[u32], volume: f64) {
        for vertex in vertices {
            self.volumes[*vertex as usize] += volume / vertices.len() as f64;
        }
    }

    fn particles(self, density: f64) -> Result<Vec<Particle>, MeshError> {
        if let Some(vertex) = self.volumes.iter().position(|volume| *volume == 0.0) {
            return Err(MeshError::Loose { vertex });
        }
        let lumps = self.places.iter().zip(&self.volumes);
        Ok(lumps.map(|(place, volume)| Particle::at(*place, density * volume, *volume)).collect())
    }
}
