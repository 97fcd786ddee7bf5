//! Bodies whose parts keep their connections, as scenes write them down and as the engine takes them.

use std::path::Path;

use clastic::forces::{Mesh, MeshError, MeshSolve, SheetMatter, StrandMatter};
use clastic::integrators::Integrator;
use clastic::materials::AnyLaw;
use clastic_shapes::{Cells, Curl, Density, Dimension, Jitter, Net, Roots, Strands};

use crate::language::*;
use crate::motion::MotionTable;
use crate::shape::{MeshFile, MeshPath, NetFile, Placed, Placement, Workshop, Wrong};

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
    /// Finite elements that fill a shape: triangles in 2D, tetrahedra in 3D.
    pub struct SolidTable {
        /// What it looks like; it must have an end.
        group shape: Placed,
        /// The length of the elements' edges, in m.
        required spacing: Positive,
        /// The law of the elements.
        default law: Name<ElementLaw> = ElementLaw::FixedCorotated,
        /// Into how many pieces it is cut that share no vertex and are a little apart.
        default pieces: Count = 1,
    }
}

table! {
    /// Finite elements of a file: triangles in 2D, tetrahedra in 3D.
    pub struct ElementsTable {
        /// An MSH file in the scene's folder; of triangles an OBJ or PLY file too.
        required file: NetFile,
        /// Where it is moved to.
        group placement: Placement,
        /// The law of the elements.
        default law: Name<ElementLaw> = ElementLaw::FixedCorotated,
        /// Into how many pieces it is cut that share no vertex and are a little apart.
        default pieces: Count = 1,
    }
}

table! {
    /// A thin sheet in 3D, such as cloth or paper: a parallelogram, or the triangles of a file.
    pub struct SheetTable {
        /// The thickness, in m.
        required thickness: Positive,
        /// A corner, in m.
        default corner: Components = [0.0; 3],
        /// The edge from the corner along which it is cut first, in m.
        default along: Components = [1.0, 0.0, 0.0],
        /// The other edge from the corner, in m.
        default across: Components = [0.0, 0.0, 1.0],
        /// The length of the triangles' edges, in m; needed without a file.
        optional spacing: Positive,
        /// An OBJ, PLY or MSH file in the scene's folder, in place of a parallelogram.
        optional file: NetFile,
        /// Where it is moved to.
        group placement: Placement,
        /// Into how many pieces it is cut that share no vertex and are a little apart.
        default pieces: Count = 1,
    }
}

table! {
    /// Strands, such as hair, fur and grass: grown from roots, or the lines of a file.
    pub struct StrandsTable {
        /// The radius of a strand, in m.
        required radius: Positive,
        /// Where they grow from; needed without a file.
        optional roots: Nested<RootsTable>,
        /// The length from root to tip, in m; needed without a file.
        optional length: Positive,
        /// Into how many segments a strand is cut.
        default segments: Count = 20,
        /// Where they grow, of any length; added to the normal of a surface.
        default direction: Components = [0.0, 1.0, 0.0],
        /// The radius of their curls, in m.
        default curl_radius: NonNegative = 0.0,
        /// How many turns they curl.
        default curl_turns: NonNegative = 0.0,
        /// By which share of their distance roots are shifted at random.
        default root_jitter: Share = 0.0,
        /// By which share of it lengths differ.
        default length_jitter: Share = 0.0,
        /// By how much directions differ, in parts of a unit vector.
        default direction_jitter: Share = 0.0,
        /// An OBJ, PLY, MSH or HAIR file in the scene's folder, in place of grown ones.
        optional file: NetFile,
        /// Where they are moved to.
        group placement: Placement,
        /// Whether roots are held, with the segments behind them.
        default rooted: Flag = true,
        /// How the roots move; they stand still if not given.
        optional motion: Nested<MotionTable>,
    }
}

table! {
    /// Springs along all edges of a file's net, such as a truss, a net or a frame: round rods that turn freely at their ends, of
    /// stiffness `E π r²/l`. They may fork and close; `poisson_ratio` makes no difference.
    pub struct SpringsTable {
        /// The radius of a rod, in m.
        required radius: Positive,
        /// An OBJ, PLY, MSH or HAIR file in the scene's folder, of lines, triangles or tetrahedra.
        required file: NetFile,
        /// Where they are moved to.
        group placement: Placement,
    }
}

table! {
    /// Where strands grow from. Either `count` or `spacing` is needed but for points.
    pub struct RootsTable {
        /// The pattern.
        group pattern: RootPattern,
        /// How many strands.
        optional count: Count,
        /// The distance of roots, in m.
        optional spacing: Positive,
    }
}

choice! {
    /// Where roots are.
    pub enum RootPattern by "pattern" {
        "points" => Points(PointsTable),
        "segment" => Segment(SegmentTable),
        "rectangle" => Rectangle(RectangleTable),
        "disk" => Disk(RootDiskTable),
        "surface" => Surface(SurfaceTable),
    }
}

table! {
    /// At given places.
    pub struct PointsTable {
        /// The places, in m.
        required at: List<Components>,
    }
}

table! {
    /// Along a line.
    pub struct SegmentTable {
        /// One end, in m.
        required from: Components,
        /// The other end, in m.
        required to: Components,
    }
}

table! {
    /// On a parallelogram.
    pub struct RectangleTable {
        /// A corner, in m.
        required corner: Components,
        /// An edge from the corner, in m.
        required along: Components,
        /// The other edge from the corner, in m.
        required across: Components,
    }
}

table! {
    /// On a disk, in 3D.
    pub struct RootDiskTable {
        /// The middle, in m.
        required center: Components,
        /// The direction across the disk, of any length.
        default normal: Components = [0.0, 1.0, 0.0],
        /// The radius of the disk, in m.
        required disk_radius: Positive,
    }
}

table! {
    /// All over a closed mesh.
    pub struct SurfaceTable {
        /// A PLY, OBJ or STL file in the scene's folder. If it is closed, strands grow outwards; if it is open (PLY or OBJ), to the side
        /// from which corners follow each other anticlockwise.
        required surface: MeshFile,
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

names! {
    /// The laws of finite elements.
    pub enum ElementLaw {
        /// Solid that keeps its volume and turns freely.
        FixedCorotated = "fixed-corotated",
        /// Rubber.
        NeoHookean = "neo-hookean",
        /// Rubber whose volume and shape respond apart.
        Simo = "simo",
        /// Solid of logarithmic strains.
        Hencky = "hencky",
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
        let (points, cells) = (net.points(), net.cells());
        let (young_modulus, poisson_ratio) = (self.young_modulus, self.poisson_ratio);
        let made = match (&self.kind, cells) {
            (
                MeshKind::Solid(SolidTable { law, .. }) | MeshKind::Elements(ElementsTable { law, .. }),
                Cells::Triangles(cells),
            ) => Mesh::solid(points, cells, law.of(young_modulus, poisson_ratio)?, density),
            (
                MeshKind::Solid(SolidTable { law, .. }) | MeshKind::Elements(ElementsTable { law, .. }),
                Cells::Tetrahedra(cells),
            ) => Mesh::solid(points, cells, law.of(young_modulus, poisson_ratio)?, density),
            (MeshKind::Sheet(table), Cells::Triangles(triangles)) => {
                let thickness = table.thickness;
                Mesh::sheet(
                    points,
                    triangles,
                    SheetMatter { young_modulus, poisson_ratio, thickness, density },
                )
            }
            (MeshKind::Strands(table), Cells::Lines(lines)) => {
                let radius = table.radius;
                let matter = StrandMatter { young_modulus, poisson_ratio, radius, density };
                Mesh::strands(points, lines, matter)
            }
            (MeshKind::Springs(table), _) => {
                let radius = table.radius;
                let matter = StrandMatter { young_modulus, poisson_ratio, radius, density };
                Mesh::springs(points, &net.edges(), matter)
            }
            (MeshKind::Sheet(_), _) => return Err(flaw("file", "it holds no triangles; expected some")),
            (MeshKind::Strands(_), _) => return Err(flaw("file", "it holds no lines; expected some")),
            (MeshKind::Solid(_) | MeshKind::Elements(_), Cells::Lines(_)) => {
                return Err(whole("a solid has no lines"));
            }
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
        if let (MeshKind::Strands(StrandsTable { rooted: true, .. }), Cells::Lines(lines)) =
            (&self.kind, cells)
        {
            let vertices = lines.iter().flat_map(|line| [line[0], line[1]]).collect();
            mesh = mesh.pinned(vertices);
        }
        Ok(mesh)
    }

    fn net(&self, workshop: &mut Workshop, seed: u64) -> Result<Net, Vec<Wrong>> {
        match &self.kind {
            MeshKind::Solid(table) => {
                let solid = table.shape.solid(workshop)?;
                let net = Net::fill(&solid, table.spacing).map_err(whole)?;
                cut(net, table.pieces, seed)
            }
            MeshKind::Elements(table) => cut(table.net(workshop.dimension)?, table.pieces, seed),
            MeshKind::Sheet(table) => {
                if workshop.dimension == Dimension::Two {
                    return Err(flaw("kind", "sheets are in 3D; in 2D a strand is one seen from its edge"));
                }
                cut(moved(table.net()?, &table.placement)?, table.pieces, seed)
            }
            MeshKind::Strands(table) => moved(table.net(workshop, seed)?, &table.placement),
            MeshKind::Springs(table) => {
                let net = Net::load(&table.file.path).map_err(|error| flaw("file", error))?;
                moved(flat(net, workshop.dimension)?, &table.placement)
            }
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
                let surface = table.roots.iter_mut().filter_map(|roots| match &mut roots.pattern {
                    RootPattern::Surface(surface) => Some(&mut surface.surface),
                    _ => None,
                });
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

impl ElementsTable {
    fn net(&self, dimension: Dimension) -> Result<Net, Vec<Wrong>> {
        let net = Net::load(&self.file.path).map_err(|error| flaw("file", error))?;
        match (dimension, net.cells()) {
            (Dimension::Two, Cells::Triangles(_)) => moved(flat(net, dimension)?, &self.placement),
            (Dimension::Two, _) => {
                Err(flaw("file", "it holds no triangles, or more than that; expected triangles"))
            }
            (Dimension::Three, Cells::Tetrahedra(_)) => moved(net, &self.placement),
            (Dimension::Three, _) => Err(flaw(
                "file",
                "it holds no tetrahedra; expected some, or `kind = \"solid\"` with the shape `mesh`, which fills a closed surface",
            )),
        }
    }
}

impl ElementLaw {
    fn of(self, young_modulus: f64, poisson_ratio: f64) -> Result<AnyLaw, Vec<Wrong>> {
        let numbers = [("young_modulus", young_modulus), ("poisson_ratio", poisson_ratio)];
        AnyLaw::from_parameters(self.name(), &numbers).map_err(whole)
    }
}

impl SheetTable {
    fn net(&self) -> Result<Net, Vec<Wrong>> {
        if let Some(file) = &self.file {
            return Net::load(&file.path).map_err(|error| flaw("file", error));
        }
        let Some(spacing) = self.spacing else { return Err(flaw("spacing", "expected it, or a file")) };
        let edges = [self.along, self.across];
        let divisions = edges.map(|edge| {
            let length = edge.iter().map(|x| x * x).sum::<f64>().sqrt();
            (length / spacing).round().clamp(1.0, 1e6) as usize
        });
        Net::sheet(self.corner, edges, divisions).map_err(whole)
    }
}

impl StrandsTable {
    fn net(&self, workshop: &mut Workshop, seed: u64) -> Result<Net, Vec<Wrong>> {
        if let Some(file) = &self.file {
            let net = Net::load(&file.path).map_err(|error| flaw("file", error))?;
            return flat(net, workshop.dimension);
        }
        let Some(roots) = &self.roots else { return Err(flaw("roots", "expected them, or a file")) };
        let Some(length) = self.length else { return Err(flaw("length", "expected it, or a file")) };
        let (radius, turns) = (self.curl_radius, self.curl_turns);
        let jitter = Jitter {
            root: self.root_jitter,
            length: self.length_jitter,
            direction: self.direction_jitter,
            ..Jitter::default()
        };
        let strands = Strands {
            roots: roots.roots(workshop)?,
            direction: self.direction,
            length,
            segments: self.segments as usize,
            curl: Curl { radius, turns },
            jitter,
            seed,
        };
        strands.grow(workshop.dimension).map_err(whole)
    }
}

/// The triangles of a file: outwards if they enclose something, else as they are.
fn triangles(workshop: &mut Workshop, file: &Path) -> Result<Vec<[[f64; 3]; 3]>, Vec<Wrong>> {
    fn corners(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> Vec<[[f64; 3]; 3]> {
        triangles.iter().map(|triangle| triangle.map(|k| points[k as usize])).collect()
    }
    let why = match workshop.mesh(file) {
        Ok(mesh) => return Ok(corners(mesh.vertices(), mesh.triangles())),
        Err(why) => why,
    };
    let net = Net::load(file).map_err(|_| flaw("roots", &why))?;
    match net.cells() {
        Cells::Triangles(triangles) => Ok(corners(net.points(), triangles)),
        _ => Err(flaw("roots", why)),
    }
}

impl RootsTable {
    fn roots(&self, workshop: &mut Workshop) -> Result<Roots, Vec<Wrong>> {
        if let RootPattern::Points(points) = &self.pattern {
            return Ok(Roots::Points(points.at.clone()));
        }
        let density = match (self.count, self.spacing) {
            (Some(count), None) => Density::Count(count as usize),
            (None, Some(spacing)) => Density::Spacing(spacing),
            _ => return Err(flaw("roots", "expected `count` or `spacing`, one of them")),
        };
        Ok(match &self.pattern {
            RootPattern::Points(points) => Roots::Points(points.at.clone()),
            RootPattern::Segment(SegmentTable { from, to }) => {
                Roots::Segment { from: *from, to: *to, density }
            }
            RootPattern::Rectangle(RectangleTable { corner, along, across }) => {
                Roots::Rectangle { corner: *corner, edges: [*along, *across], density }
            }
            RootPattern::Disk(RootDiskTable { center, normal, disk_radius }) => {
                Roots::Disk { center: *center, normal: *normal, radius: *disk_radius, density }
            }
            RootPattern::Surface(SurfaceTable { surface }) => {
                Roots::Surface { triangles: triangles(workshop, &surface.path)?, density }
            }
        })
    }
}
