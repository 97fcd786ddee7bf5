//! Bodies whose parts keep their connections, as scenes write them down and as the engine takes them.

mod elements;
mod roots;
mod sheet;
mod strands;

use clastic::forces::{Mesh, MeshError, MeshSolve};
use clastic::integrators::Integrator;
use clastic_shapes::{Dimension, Net};

use crate::language::*;
use crate::motion::MotionTable;
use crate::shape::{MeshPath, Placed, Placement, Workshop, Wrong};

use elements::{ElementsTable, SolidTable};
use sheet::SheetTable;
use strands::SpringsTable;
pub(crate) use strands::StrandsTable;

table! {
    /// A body whose parts keep their connections: its vertices are particles, and forces within it act between those that
    /// are joined. It meets all other matter on the grid.
    pub struct MeshBody {
        /// The name of a material of this scene or of a preset: its density, and the law by which vertices meet others; by
        /// `inert` they pass.
        required material: Text,
        /// What joins the vertices.
        group kind: MeshKind,
        /// Young's modulus of what joins them, in Pa.
        required young_modulus: Positive,
        /// Its Poisson's ratio.
        default poisson_ratio: Number = 0.3,
        /// When forces within it are taken: at the beginning of a step, which they then limit, at its end, for each body alone, or as
        /// `grid`, with all others in the grid's implicit step. If not given, `implicit` for strands; for the others `grid` if
        /// `time.integrator` is implicit, else `explicit` for solids and `implicit` for sheets and springs.
        optional solve: Name<MeshSolve>,
        /// The velocity, in m/s.
        default velocity: Components = [0.0; 3],
        /// The angular velocity about the middle of its bounding box, in rad/s.
        default angular_velocity: Turn = [0.0; 3],
        /// What holds vertices.
        default pins: List<Nested<PinTable>> = Vec::new(),
    }
}

choice! {
    /// What joins the vertices of a mesh.
    pub enum MeshKind by "kind" {
        "solid" => Solid(SolidTable),
        "elements" => Elements(ElementsTable),
        "sheet" => Sheet(SheetTable),
        "strands" => Strands(StrandsTable),
        "springs" => Springs(SpringsTable),
    }
}

table! {
    /// Something that holds the vertices that begin in its shape.
    pub struct PinTable {
        /// What it looks like.
        group shape: Placed,
        /// How it moves, with what it holds; it stands still if not given.
        optional motion: Nested<MotionTable>,
        /// The stiffness of the springs, of no length, by which it holds each, in N/m; it holds them fast if not given.
        optional stiffness: Positive,
    }
}

impl Named for MeshSolve {
    const ALL: &'static [Self] = &[MeshSolve::Explicit, MeshSolve::Implicit, MeshSolve::Grid];
    fn name(self) -> &'static str {
        match self {
            MeshSolve::Explicit => "explicit",
            MeshSolve::Implicit => "implicit",
            MeshSolve::Grid => "grid",
        }
    }
}

/// The matter of what joins vertices.
#[derive(Clone, Copy)]
struct Matter {
    /// In Pa.
    young_modulus: f64,
    poisson_ratio: f64,
    /// In kg/m³.
    density: f64,
}

/// A mesh, or what is wrong with it.
type Made = Result<Mesh, MeshError>;

fn flaw(field: &'static str, why: impl ToString) -> Vec<Wrong> {
    vec![Wrong { part: Vec::new(), field: Some(field), message: why.to_string() }]
}

fn whole(why: impl ToString) -> Vec<Wrong> {
    vec![Wrong { part: Vec::new(), field: None, message: why.to_string() }]
}

impl MeshBody {
    /// The mesh of a material's density; of what holds it the roots alone, which stand still.
    pub(crate) fn mesh(
        &self,
        workshop: &mut Workshop,
        integrator: Integrator,
        density: f64,
        seed: u64,
    ) -> Result<Mesh, Vec<Wrong>> {
        if !(self.poisson_ratio > -1.0 && self.poisson_ratio < 0.5) {
            return Err(flaw("poisson_ratio", "expected a number above -1 and below 0.5"));
        }
        let net = self.net(workshop, seed)?;
        let Self { young_modulus, poisson_ratio, .. } = *self;
        let matter = Matter { young_modulus, poisson_ratio, density };
        let made = match &self.kind {
            MeshKind::Solid(SolidTable { law, .. }) | MeshKind::Elements(ElementsTable { law, .. }) => {
                law.mesh(&net, matter)?
            }
            MeshKind::Sheet(table) => table.mesh(&net, matter)?,
            MeshKind::Strands(table) => table.mesh(&net, matter)?,
            MeshKind::Springs(table) => table.mesh(&net, matter),
        };
        let made = made.map_err(|error| match error {
            // Those that are grown are apart.
            MeshError::Shared { .. } => {
                flaw("file", format!("{error}, or `kind = \"springs\"`, whose rods may"))
            }
            error => whole(error),
        });
        let mut mesh = made?.solved(self.solve.unwrap_or(match self.kind {
            MeshKind::Strands(_) => MeshSolve::Implicit,
            _ if integrator.is_implicit() => MeshSolve::Grid,
            MeshKind::Solid(_) | MeshKind::Elements(_) => MeshSolve::Explicit,
            MeshKind::Sheet(_) | MeshKind::Springs(_) => MeshSolve::Implicit,
        }));
        let [low, high] = net.bounds();
        let [a, b, c] = self.angular_velocity;
        for vertex in &mut mesh.vertices {
            let [x, y, z]: [f64; 3] =
                std::array::from_fn(|axis| vertex.position[axis] - 0.5 * (low[axis] + high[axis]));
            let turning = [b * z - c * y, c * x - a * z, a * y - b * x];
            vertex.velocity = std::array::from_fn(|axis| self.velocity[axis] + turning[axis]);
        }
        if let MeshKind::Strands(table) = &self.kind {
            mesh = table.root(mesh, &net);
        }
        Ok(mesh)
    }

    fn net(&self, workshop: &mut Workshop, seed: u64) -> Result<Net, Vec<Wrong>> {
        let dimension = workshop.dimension;
        match &self.kind {
            MeshKind::Solid(table) => table.net(workshop, seed),
            MeshKind::Elements(table) => table.net(dimension, seed),
            MeshKind::Sheet(table) => table.net(dimension, seed),
            MeshKind::Strands(table) => table.net(workshop, seed),
            MeshKind::Springs(table) => table.net(dimension),
        }
    }

    /// How wide to draw its vertices in a grid of such cells, in m.
    pub fn width(&self, cell: f64) -> f64 {
        match &self.kind {
            MeshKind::Solid(table) => table.spacing,
            MeshKind::Elements(_) => 0.5 * cell,
            MeshKind::Sheet(table) => table.spacing.unwrap_or(0.5 * cell),
            // Thinner ones would not be seen.
            MeshKind::Strands(StrandsTable { radius, .. })
            | MeshKind::Springs(SpringsTable { radius, .. }) => (2.0 * radius).max(0.1 * cell),
        }
    }

    /// The files that it is made of.
    pub(crate) fn files(&mut self) -> Vec<&mut MeshPath> {
        let mut files: Vec<&mut MeshPath> = match &mut self.kind {
            MeshKind::Solid(table) => table.shape.meshes(),
            MeshKind::Elements(table) => vec![&mut table.file],
            MeshKind::Springs(table) => vec![&mut table.file],
            MeshKind::Sheet(table) => table.file.iter_mut().collect(),
            MeshKind::Strands(table) => {
                let surface = table.roots.iter_mut().filter_map(|roots| roots.file());
                table.file.iter_mut().chain(surface).collect()
            }
        };
        files.extend(self.pins.iter_mut().flat_map(|pin| pin.shape.meshes()));
        files
    }
}

fn cut(net: Net, pieces: u64, seed: u64) -> Result<Net, Vec<Wrong>> {
    match usize::try_from(pieces) {
        Ok(1) => Ok(net),
        Ok(pieces) if pieces > 0 => net.cut(pieces, seed).map_err(|error| flaw("pieces", error)),
        _ => Err(flaw("pieces", "expected a whole number of at least 1")),
    }
}

fn moved(net: Net, placement: &Placement) -> Result<Net, Vec<Wrong>> {
    match placement.transform() {
        Some(transform) => net.transformed(&transform).map_err(whole),
        None => Ok(net),
    }
}

/// A net from a file, which must lie in the plane in 2D.
fn flat(net: Net, dimension: Dimension) -> Result<Net, Vec<Wrong>> {
    match dimension {
        Dimension::Two if !net.is_flat() => Err(flaw("file", "expected every point to have z = 0")),
        _ => Ok(net),
    }
}
