//! A scene as it is written down: every table and field of the language, declared once.

use clastic::colliders::Contact;
use clastic::kernels::Kernel;
use clastic::transfer::GradientForm;
use clastic::{COMPONENTS_MAX, Dimension, Precision};
use clastic_frames::Format;
use clastic_shapes::Sampling;
use serde_json::{Value as Json, json};
use toml::Value as Toml;

use crate::language::*;
use crate::material::MaterialTable;
use crate::meshes::MeshBody;
use crate::obstacles::{ColliderTable, SinkTable, SourceTable};
use crate::shape::{MeshPath, Placed};
use crate::steps::{LiquidTable, MlsrkTable, SolveTable, SolverName, Time};

table! {
    /// A scene. Numbers are in its units: m, kg, s, Pa, or cm, g, s, dyn/cm² with `units = "cgs"`. Angles are in degrees,
    /// angular velocities in rad/s. Up is +y.
    pub struct Scene {
        /// What the output folder is called; the file's name if not given.
        default name: Text = String::new(),
        /// 2 or 3. In 2D everything is per unit of depth.
        required dimension: DimensionNumber,
        /// What solves for the motion of matter: `mpm` for everything; `liquid` for water without compression, on a MAC grid;
        /// `mlsrk` for matter that mixes, dissolves and swells, as particles alone.
        default solver: Name<SolverName> = SolverName::Mpm,
        /// The system of units of every number here and in the output.
        default units: Name<Units> = Units::Si,
        /// The precision of particles and nodes.
        default precision: Name<Precision> = Precision::F32,
        /// What random sampling draws from.
        default seed: Count = 0,
        /// Gravity, in m/s², one number per dimension; 9.81 m/s² down if not given.
        optional gravity: Components,
        /// Whether bodies may lie in each other at the beginning.
        default allow_overlap: Flag = false,
        /// The grid.
        required grid: Nested<Grid>,
        /// Frames and steps.
        required time: Nested<Time>,
        /// When an implicit step is solved.
        default solve: Nested<SolveTable> = SolveTable::default(),
        /// How the liquid solver goes about it.
        default liquid: Nested<LiquidTable> = LiquidTable::default(),
        /// How the MLSRK solver goes about it.
        default mlsrk: Nested<MlsrkTable> = MlsrkTable::default(),
        /// How velocities travel between particles and nodes.
        default transfer: Nested<Transfer> = Transfer::default(),
        /// Walls across the axes; where none is given, the world is open.
        default walls: Nested<Walls> = Walls::default(),
        /// Axes whose ends meet.
        default periodic: Nested<Periodic> = Periodic::default(),
        /// The materials, by name. A preset (see `clastic list materials`) need not be declared.
        default materials: ByName<MaterialTable> = Vec::new(),
        /// What there is at the beginning, by name; needed unless there is a source.
        default bodies: ByName<Body> = Vec::new(),
        /// Bodies whose parts keep their connections, by name: finite elements, sheets and strands.
        default meshes: ByName<MeshBody> = Vec::new(),
        /// Solids that matter runs into, by name.
        default colliders: ByName<ColliderTable> = Vec::new(),
        /// Where matter comes from, by name.
        default sources: ByName<SourceTable> = Vec::new(),
        /// Where matter goes, by name.
        default sinks: ByName<SinkTable> = Vec::new(),
        /// What is written.
        default output: Nested<Output> = Output::default(),
        /// How pictures are taken.
        default camera: Nested<Camera> = Camera::default(),
    }
}

table! {
    /// The grid.
    pub struct Grid {
        /// The size of a cell, in m.
        required cell_size: Positive,
        /// The interpolation between particles and nodes.
        default kernel: Name<Kernel> = Kernel::Quadratic,
        /// How gradients are taken; moving least squares where the kernel allows, if not given.
        optional gradients: Name<GradientForm>,
    }
}

table! {
    /// A named scheme, and numbers that replace its own.
    pub struct Transfer {
        /// The scheme (see `clastic list schemes`), with its number if it takes one, as in `flip-0.995`.
        default scheme: Text = "apic".to_string(),
        /// Share of the symmetric part of the affine field.
        optional stretch: Share,
        /// Share of its antisymmetric part.
        optional rotation: Share,
        /// Share of the particle's own velocity that survives.
        optional alpha: Share,
        /// The same for the particle's position; `alpha`, where that is given.
        optional alpha_position: Share,
        /// β where the material is compressed.
        optional beta_min: Share,
        /// β where the material separates.
        optional beta_max: Share,
        /// Whether β drops to 0 where a particle runs into a boundary.
        optional boundary: Flag,
        /// How many polynomial modes are kept, the affine ones counted: PolyPIC, with the quadratic kernel; 9 at most in 2D
        /// and 8 in 3D.
        optional modes: Count,
        /// Which share of each mode beyond the affine ones; if not given, all but for 0.825 of the quadratic modes and 0.2 of
        /// their products in 2D, which keeps bodies whole.
        optional mode_shares: List<Share>,
    }
}

table! {
    /// Walls across the axes; where none is given, the world is open.
    pub struct Walls {
        /// The wall at the low end of x.
        optional x_low: Nested<WallTable>,
        /// The wall at the high end of x.
        optional x_high: Nested<WallTable>,
        /// The floor.
        optional y_low: Nested<WallTable>,
        /// The ceiling.
        optional y_high: Nested<WallTable>,
        /// The wall at the low end of z.
        optional z_low: Nested<WallTable>,
        /// The wall at the high end of z.
        optional z_high: Nested<WallTable>,
    }
}

table! {
    /// A wall.
    pub struct WallTable {
        /// Where it stands, in m.
        required at: Number,
        /// How matter meets it.
        default contact: Name<Contact> = Contact::Separate,
        /// Coulomb's coefficient of friction, where matter does not stick.
        default friction: Friction = 0.0,
        /// The temperature at which it holds the matter that it touches; it insulates if not given.
        optional temperature: Temperature,
    }
}

table! {
    /// Axes whose ends meet.
    pub struct Periodic {
        /// The low and the high end of x, in m.
        optional x: Pair,
        /// The low and the high end of y, in m.
        optional y: Pair,
        /// The low and the high end of z, in m.
        optional z: Pair,
    }
}

table! {
    /// A piece of matter.
    pub struct Body {
        /// The name of a material of this scene or of a preset.
        required material: Text,
        /// What it looks like.
        group shape: Placed,
        /// How finely it is cut into particles.
        group grain: Grain,
        /// Which of its places it takes, by lots from 0 to 1 that are drawn for them, such as `[0.0, 0.5]`: between its particles is room
        /// for those of another body of the same shape, with `[0.5, 1.0]`, and `allow_overlap`.
        optional part: Pair,
        /// The velocity, in m/s.
        default velocity: Components = [0.0; 3],
        /// The angular velocity about the pivot, in rad/s.
        default angular_velocity: Turn = [0.0; 3],
        /// A velocity that grows with the distance from the pivot: the gradient, row by row, in 1/s.
        optional velocity_gradient: List<List<Number>>,
        /// The temperature at the beginning, in K or °C, as all temperatures of a scene.
        default temperature: Temperature = 0.0,
        /// The concentration at the beginning of what is dissolved in it; a list of as many as `mlsrk.components` says, or fewer.
        default concentration: Shares = [0.0; COMPONENTS_MAX],
        /// Whether its particles keep their velocity whatever meets them: a boundary, with the MLSRK solver alone.
        default held: Flag = false,
        /// What the body turns and is stretched about, in m; the middle of its bounding box if not given.
        optional pivot: Components,
    }
}

table! {
    /// How finely matter is cut into particles.
    pub struct Grain {
        /// Particles per cell; 4 in 2D and 8 in 3D if neither this nor `spacing` is given.
        optional particles_per_cell: Positive,
        /// The mean distance of particles, in m, in place of `particles_per_cell`.
        optional spacing: Positive,
        /// How particles are placed.
        default sampling: Name<Sampling> = Sampling::Regular,
    }
}

table! {
    /// What is written.
    pub struct Output {
        /// The formats of frames (see `clastic list formats`).
        default formats: List<Name<Format>> = vec![Format::Npz],
        /// What frames hold besides `x`, `v`, `j`, `material` and `id`.
        default fields: List<Name<ExtraField>> = Vec::new(),
        /// Seconds on the wall between checkpoints; 0 writes one at every frame.
        default checkpoint_seconds: NonNegative = 60.0,
        /// Whether the run ends with `sheet.png`, a contact sheet of its frames.
        default sheet: Flag = true,
    }
}

table! {
    /// How pictures are taken.
    pub struct Camera {
        /// Where the eye is, in m; fitted to the matter if not given.
        optional eye: Components,
        /// What it looks at, in m; the middle of the matter if not given.
        optional target: Components,
        /// The vertical angle of view where `eye` or `target` is given.
        default fov: ViewAngle = 35.0,
        /// What colours show.
        default color: Name<ColorBy> = ColorBy::Material,
        /// The values at the two ends of the colours; found from the frames if not given.
        optional range: Pair,
        /// The radius of a particle, in m; from the spacing if not given.
        optional radius: Positive,
        /// Width and height of a picture, in pixels.
        default size: Pair = [1280.0, 720.0],
    }
}

defaults!(Transfer, Walls, Periodic, Output, Camera);

names! {
    /// A system of units.
    pub enum Units {
        /// m, kg, s, Pa.
        Si = "si",
        /// cm, g, s, dyn/cm².
        Cgs = "cgs",
    }
    /// What frames may hold besides the usual.
    pub enum ExtraField {
        /// The affine velocity field, in 1/s.
        C = "c",
        /// The elastic deformation gradient.
        F = "f",
        /// The Kirchhoff stress, in Pa.
        Stress = "stress",
        /// The temperature, as the scene gives it.
        Temperature = "temperature",
        /// The concentration.
        Concentration = "concentration",
    }
}

/// What colours show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorBy {
    /// The material.
    Material,
    /// The speed.
    Speed,
    /// The elastic volume ratio.
    J,
    /// The pressure; needs `stress` among the output's fields.
    Pressure,
    /// The temperature; needs `temperature` among the output's fields.
    Temperature,
    /// The concentration of a component, counted from 0; needs `concentration` among the output's fields.
    Concentration(usize),
    /// The particle's number, which tells where it began.
    Id,
}

impl Named for ColorBy {
    const ALL: &'static [Self] = &{
        let mut all = [ColorBy::Id; 6 + COMPONENTS_MAX];
        (all[0], all[1], all[2]) = (ColorBy::Material, ColorBy::Speed, ColorBy::J);
        (all[3], all[4]) = (ColorBy::Pressure, ColorBy::Temperature);
        let mut component = 0;
        while component < COMPONENTS_MAX {
            all[5 + component] = ColorBy::Concentration(component);
            component += 1;
        }
        all
    };
    fn name(self) -> &'static str {
        const CONCENTRATIONS: [&str; COMPONENTS_MAX] = [
            "concentration",
            "concentration-2",
            "concentration-3",
            "concentration-4",
            "concentration-5",
            "concentration-6",
            "concentration-7",
            "concentration-8",
        ];
        match self {
            ColorBy::Material => "material",
            ColorBy::Speed => "speed",
            ColorBy::J => "j",
            ColorBy::Pressure => "pressure",
            ColorBy::Temperature => "temperature",
            ColorBy::Concentration(component) => CONCENTRATIONS[component],
            ColorBy::Id => "id",
        }
    }
}

impl Named for Kernel {
    const ALL: &'static [Self] = &Kernel::ALL;
    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for GradientForm {
    const ALL: &'static [Self] = &GradientForm::ALL;
    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for Contact {
    const ALL: &'static [Self] = &Contact::ALL;
    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for Precision {
    const ALL: &'static [Self] = &[Precision::F32, Precision::F64];
    fn name(self) -> &'static str {
        match self {
            Precision::F32 => "f32",
            Precision::F64 => "f64",
        }
    }
}

impl Named for Sampling {
    const ALL: &'static [Self] = &[Sampling::Regular, Sampling::Jittered, Sampling::Poisson];
    fn name(self) -> &'static str {
        match self {
            Sampling::Regular => "regular",
            Sampling::Jittered => "jittered",
            Sampling::Poisson => "poisson",
        }
    }
}

impl Named for Format {
    const ALL: &'static [Self] = &Format::ALL;
    fn name(self) -> &'static str {
        self.name()
    }
}

/// `dimension = 2` or `3`.
pub struct DimensionNumber;
impl Kind for DimensionNumber {
    type Value = Dimension;
    fn read(node: &Node, reading: &mut Reading) -> Option<Dimension> {
        match node.value {
            Value::Integer(2) => Some(Dimension::Two),
            Value::Integer(3) => Some(Dimension::Three),
            Value::Integer(other) => {
                reading.wrong(&node.place, format!("{other} is not allowed; expected 2 or 3"));
                None
            }
            _ => {
                reading.wrong(&node.place, format!("this is {}; expected 2 or 3", node.kind()));
                None
            }
        }
    }
    fn stand_in() -> Dimension {
        Dimension::Three
    }
    fn write(value: &Dimension, _: usize) -> Toml {
        Toml::Integer(*value as i64)
    }
    fn expected() -> String {
        "2 or 3".to_string()
    }
    fn schema() -> Json {
        json!({"enum": [2, 3]})
    }
}

impl Scene {
    /// The scene as a file that says everything.
    pub fn to_toml(&self) -> String {
        let mut table = toml::Table::new();
        self.write(&mut table, self.dimension as usize);
        table.retain(|_, value| value.as_table().is_none_or(|table| !table.is_empty()));
        table.to_string()
    }

    /// What random sampling draws from for one of its bodies, or for a source behind them.
    pub(crate) fn seed_of(&self, index: usize) -> u64 {
        // Neighbouring seeds must not give neighbouring streams.
        self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(index as u64)
    }

    /// The files that its shapes are read from.
    pub(crate) fn shape_files(&mut self) -> impl Iterator<Item = &mut MeshPath> {
        let bodies = self.bodies.iter_mut().map(|(_, body)| &mut body.shape);
        let colliders = self.colliders.iter_mut().map(|(_, collider)| &mut collider.shape);
        let sources = self.sources.iter_mut().map(|(_, source)| &mut source.shape);
        let sinks = self.sinks.iter_mut().map(|(_, sink)| &mut sink.shape);
        let meshes = self.meshes.iter_mut().flat_map(|(_, mesh)| mesh.files());
        bodies.chain(colliders).chain(sources).chain(sinks).flat_map(Placed::meshes).chain(meshes)
    }
}

impl Walls {
    /// The walls at the low and at the high end of each axis, with their names.
    pub fn by_axis(&self) -> [[(&'static str, Option<&WallTable>); 2]; 3] {
        [
            [("x_low", self.x_low.as_ref()), ("x_high", self.x_high.as_ref())],
            [("y_low", self.y_low.as_ref()), ("y_high", self.y_high.as_ref())],
            [("z_low", self.z_low.as_ref()), ("z_high", self.z_high.as_ref())],
        ]
    }
}

impl Periodic {
    /// The ends of each axis.
    pub fn by_axis(&self) -> [Option<[f64; 2]>; 3] {
        [self.x, self.y, self.z]
    }
}

impl Grain {
    /// The mean distance of particles, in the scene's unit of length.
    pub fn mean_spacing(&self, scene: &Scene) -> f64 {
        let dimension = scene.dimension as usize;
        let usual = [4.0, 8.0][dimension - 2];
        let per_cell = self.particles_per_cell.unwrap_or(usual);
        self.spacing.unwrap_or(scene.grid.cell_size * per_cell.powf(-1.0 / dimension as f64))
    }
}

impl Units {
    /// The unit of length.
    pub fn length(self) -> &'static str {
        match self {
            Units::Si => "m",
            Units::Cgs => "cm",
        }
    }

    /// The size of an SI unit in this system.
    pub fn per_si(self, unit: &str) -> f64 {
        match (self, unit) {
            (Units::Si, _) | (_, "") => 1.0,
            (Units::Cgs, "m" | "m/s²") => 100.0,
            (Units::Cgs, "kg/m³") => 1e-3,
            (Units::Cgs, "Pa" | "Pa s") => 10.0,
            // erg = 1e-7 J.
            (Units::Cgs, "J/kg" | "J/(kg K)") => 1e4,
            (Units::Cgs, "W/(m K)") => 1e5,
            (Units::Cgs, "°" | "1/s") => 1.0,
            (Units::Cgs, other) => unreachable!("{other} has no counterpart in cgs yet"),
        }
    }
}
