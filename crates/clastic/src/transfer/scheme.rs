//! The family of transfers from PIC to ASFLIP and PolyPIC as data: six numbers, a switch, and shares of modes.

use super::Modes;

/// How velocities travel between particles and nodes.
///
/// With `v̂ = Σ w v_i*` after forces and `v̄ = Σ w v_iⁿ` before them:
///
/// ```text
/// P2G   m_i v_iⁿ = Σ w m_p (v_p + Ĉ (x_i − x_p)),   Ĉ = C (stretch + rotation)/2 + Cᵀ (stretch − rotation)/2
/// G2P   v_p ← v̂ + alpha (v_p − v̄)
///       x_p ← x_p + Δt [v̂ + β alpha_position (v_p − v̄)]
/// ```
///
/// `β` follows equation 5 of "Revisiting Integration in the Material Point Method": 0 where a particle runs into a
/// boundary (if [`Scheme::boundary`]), [`Scheme::beta_min`] where the material is compressed, [`Scheme::beta_max`]
/// where it may separate. With [`Scheme::modes`] `Ĉ (x_i − x_p)` goes on with products of higher degree. A scheme is these
/// numbers; any others make a scheme that has no name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scheme {
    /// Share of the symmetric part of the affine field, 0 to 1.
    pub stretch: f64,
    /// Share of its antisymmetric part, 0 to 1.
    pub rotation: f64,
    /// Share of the particle's own velocity that survives (FLIP), 0 to 1.
    pub alpha: f64,
    /// The same share for the particle's position, 0 to 1.
    pub alpha_position: f64,
    /// `β` where the material is compressed, 0 to 1.
    pub beta_min: f64,
    /// `β` where the material separates, 0 to 1.
    pub beta_max: f64,
    /// Whether `β` drops to 0 where a particle runs into a boundary.
    pub boundary: bool,
    /// What is kept of velocities beyond the affine field (PolyPIC); nothing in all other schemes.
    pub modes: Modes,
}

/// A named row of the table.
struct Row {
    name: &'static str,
    /// What the number behind the name sets.
    takes: Takes,
    affine: Affine,
    velocity: bool,
    position: bool,
    beta: Beta,
    what: &'static str,
}

#[derive(PartialEq)]
enum Takes {
    Nothing,
    Alpha,
    Affinity,
    Modes,
}
enum Affine {
    None,
    Rotation,
    Full,
}
enum Beta {
    Unused,
    Always,
    Separating,
}

/// Every scheme with a name. The names take a number: `flip-0.95` sets α, `apic-0.9` blends APIC with PIC, `polypic-4`
/// keeps four modes.
const TABLE: &[Row] = &[
    row("pic", Takes::Nothing, Affine::None, [false, false], Beta::Unused, "smooths everything; very stable"),
    row("rpic", Takes::Nothing, Affine::Rotation, [false, false], Beta::Unused, "keeps rotation"),
    row(
        "apic",
        Takes::Affinity,
        Affine::Full,
        [false, false],
        Beta::Unused,
        "keeps affine motion; conserves angular momentum",
    ),
    row(
        "polypic",
        Takes::Modes,
        Affine::Full,
        [false, false],
        Beta::Unused,
        "APIC with bilinear and quadratic motion too; little loss, less stable",
    ),
    row(
        "flip",
        Takes::Alpha,
        Affine::None,
        [true, false],
        Beta::Unused,
        "keeps each particle's velocity; noisy",
    ),
    row(
        "nflip",
        Takes::Alpha,
        Affine::None,
        [true, true],
        Beta::Always,
        "FLIP that also moves particles by their own velocity; ignores contact",
    ),
    row(
        "sflip",
        Takes::Alpha,
        Affine::None,
        [true, true],
        Beta::Separating,
        "NFLIP only where the material separates",
    ),
    row(
        "aflip",
        Takes::Alpha,
        Affine::Full,
        [true, false],
        Beta::Unused,
        "APIC and FLIP together: the most energy",
    ),
    row(
        "aspic",
        Takes::Alpha,
        Affine::Full,
        [false, true],
        Beta::Separating,
        "ablation: position without velocity; cannot separate",
    ),
    row(
        "asflip",
        Takes::Alpha,
        Affine::Full,
        [true, true],
        Beta::Separating,
        "AFLIP that lets matter separate",
    ),
];

const fn row(
    name: &'static str,
    takes: Takes,
    affine: Affine,
    [velocity, position]: [bool; 2],
    beta: Beta,
    what: &'static str,
) -> Row {
    Row { name, takes, affine, velocity, position, beta, what }
}

/// α unless given: .99 in 2D, .97 in 3D, as in the paper.
pub fn default_alpha(dimension: usize) -> f64 {
    if dimension == 2 { 0.99 } else { 0.97 }
}

impl Scheme {
    /// Names and one line about each.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        TABLE.iter().map(|row| (row.name, row.what))
    }

    /// The scheme of that name, with its number if one follows (`flip-0.995`); `None` if there is no such scheme or the
    /// number is not one that it takes: a share between 0 and 1, or how many modes.
    pub fn from_name(name: &str, dimension: usize) -> Option<Scheme> {
        let (name, number) = match name.split_once('-') {
            Some((name, number)) => (name, Some(number)),
            None => (name, None),
        };
        let row = TABLE.iter().find(|row| row.name == name)?;
        let (mut alpha, mut affinity, mut modes) = (default_alpha(dimension), 1.0, Modes::NONE);
        let share = |number: &str| number.parse().ok().filter(|x| (0.0..=1.0).contains(x));
        match (&row.takes, number) {
            (Takes::Nothing, Some(_)) => return None,
            (Takes::Alpha, Some(number)) => alpha = share(number)?,
            (Takes::Affinity, Some(number)) => affinity = share(number)?,
            (Takes::Modes, Some(number)) => modes = Modes::first(number.parse().ok()?, dimension)?,
            (Takes::Modes, None) => modes = Modes::all(dimension),
            (_, None) => {}
        }
        let (stretch, rotation) = match row.affine {
            Affine::None => (0.0, 0.0),
            Affine::Rotation => (0.0, 1.0),
            Affine::Full => (affinity, affinity),
        };
        let (beta_min, beta_max, boundary) = match row.beta {
            Beta::Unused => (0.0, 0.0, false),
            Beta::Always => (1.0, 1.0, false),
            Beta::Separating => (0.0, 1.0, true),
        };
        Some(Scheme {
            stretch,
            rotation,
            alpha: if row.velocity { alpha } else { 0.0 },
            alpha_position: if row.position { alpha } else { 0.0 },
            beta_min,
            beta_max,
            boundary,
            modes,
        })
    }

    /// The scheme with another range of `β`.
    pub fn with_beta(self, beta_min: f64, beta_max: f64) -> Scheme {
        Scheme { beta_min, beta_max, ..self }
    }

    /// The scheme with the boundary's switch on (the paper's ablation of NFLIP).
    pub fn with_boundary(self) -> Scheme {
        Scheme { boundary: true, ..self }
    }

    /// The scheme with the boundary's switch off (the paper's ablation of SFLIP).
    pub fn without_boundary(self) -> Scheme {
        Scheme { boundary: false, ..self }
    }

    /// The shares of `C` and of `Cᵀ` in `Ĉ`.
    pub fn affine_shares(&self) -> (f64, f64) {
        (0.5 * (self.stretch + self.rotation), 0.5 * (self.stretch - self.rotation))
    }

    /// Whether particles need the nodes' velocity before forces, and so a second field on the grid.
    pub fn compares_velocities(&self) -> bool {
        self.alpha > 0.0 || self.moves_on_its_own()
    }

    /// Whether a particle's own velocity enters its position, and so `β` matters.
    pub fn moves_on_its_own(&self) -> bool {
        self.alpha_position > 0.0 && (self.beta_min > 0.0 || self.beta_max > 0.0)
    }

    /// The first field whose value is not between 0 and 1, with that value.
    pub fn invalid_field(&self) -> Option<(&'static str, f64)> {
        [
            ("stretch", self.stretch),
            ("rotation", self.rotation),
            ("alpha", self.alpha),
            ("alpha_position", self.alpha_position),
            ("beta_min", self.beta_min),
            ("beta_max", self.beta_max),
        ]
        .into_iter()
        .chain(self.modes.shares().iter().map(|share| ("mode_shares", *share)))
        .find(|(_, value)| !(0.0..=1.0).contains(value))
    }
}
