//! Particle sets: one per material, structure of arrays, ordered by block and padded to whole registers.

mod change;
pub mod field;
mod order;
mod stored;

pub use field::Field;
pub use order::Orderer;

use crate::grid::{BlockCoord, Domain, EDGE};
use crate::materials::{Carried, Law, LawVisitor, Material, MaterialNumbers, State, StateOf};
use crate::tensor::{LaneScalar, Matrix};
use field::{Part, Register, symmetric};

/// How many components particles have at most.
pub const COMPONENTS_MAX: usize = 8;

/// A particle as users give and get it; in 2D the third components are ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particle {
    /// Where it is, in m.
    pub position: [f64; 3],
    /// Its velocity, in m/s.
    pub velocity: [f64; 3],
    /// Its affine velocity field `C`, row by row, in 1/s.
    pub affine: [[f64; 3]; 3],
    /// Its deformation gradient `F`, row by row.
    pub deformation: [[f64; 3]; 3],
    /// Its mass, in kg (kg/m in 2D).
    pub mass: f64,
    /// Its undeformed volume, in m³ (m² in 2D).
    pub volume: f64,
    /// Its temperature, in K or °C; 0 where its material keeps none.
    pub temperature: f64,
    /// The concentrations of what is dissolved in it, from 0 to 1; 0 where there is no such component. The MLSRK solver alone
    /// knows more than the first.
    pub concentrations: [f64; COMPONENTS_MAX],
    /// Whether its velocity stays as it is: a boundary of particles, with the MLSRK solver alone.
    pub is_held: bool,
}

impl Particle {
    /// A particle at rest.
    pub fn at(position: [f64; 3], mass: f64, volume: f64) -> Self {
        let identity = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Particle {
            position,
            velocity: [0.0; 3],
            affine: [[0.0; 3]; 3],
            deformation: identity,
            mass,
            volume,
            temperature: 0.0,
            concentrations: [0.0; COMPONENTS_MAX],
            is_held: false,
        }
    }

    /// The same particle with another velocity.
    pub fn with_velocity(self, velocity: [f64; 3]) -> Self {
        Particle { velocity, ..self }
    }
}

/// What a particle keeps of its heat: its value, and what rounding has kept from being added to it.
pub const HEAT_NUMBERS: usize = 2;

/// The id of a slot that holds no particle.
pub const EMPTY: u64 = u64::MAX;

/// The particles of one set in one block: whole chunks of slots, filled from the first.
#[derive(Clone, Copy, Debug)]
pub struct Segment<const D: usize> {
    /// The block that the particles' positions are relative to.
    pub block: BlockCoord<D>,
    /// The index of that block among the homes.
    pub home: u32,
    /// The first chunk.
    pub first_chunk: u32,
    /// How many slots hold particles.
    pub count: u32,
}

impl<const D: usize> Segment<D> {
    /// The chunk after the last.
    #[inline(always)]
    pub fn end_chunk(&self, lanes: usize) -> usize {
        self.first_chunk as usize + (self.count as usize).div_ceil(lanes)
    }

    /// Its chunks, and how many slots of each hold particles.
    #[inline(always)]
    pub fn chunks(&self, lanes: usize) -> impl Iterator<Item = (usize, usize)> + use<D> {
        let (first, count) = (self.first_chunk as usize, self.count as usize);
        (first..self.end_chunk(lanes)).map(move |chunk| (chunk, (count - (chunk - first) * lanes).min(lanes)))
    }

    /// Its registers, which may be narrower than a chunk, and how many slots of each hold particles.
    #[inline(always)]
    pub fn parts<R: Register>(&self) -> impl Iterator<Item = (Part, usize)> + use<R, D> {
        let (lanes, count) = (R::Scalar::PER_REGISTER, self.count as usize);
        let first = self.first_chunk as usize * lanes;
        let slots = (first..self.end_chunk(lanes) * lanes).step_by(R::LANES);
        slots.map(move |slot| (Part::at::<R::Scalar>(slot), count.saturating_sub(slot - first).min(R::LANES)))
    }
}

/// The particles of one material.
pub struct ParticleSet<T, const D: usize> {
    /// The material.
    pub material: Material,
    /// Offsets from the block's origin, in cells.
    pub position: Field<T>,
    /// Velocities, in m/s.
    pub velocity: Field<T>,
    /// Affine fields `C`, in 1/s.
    pub affine: Field<T>,
    /// `∇v` of the last step where it differs from `C`, in 1/s; empty otherwise.
    pub gradient: Field<T>,
    /// Coefficients of the modes beyond the affine field, in m/s: a vector each; empty without PolyPIC.
    pub modes: Field<T>,
    /// Mass in kg and initial volume in m³.
    pub mass_volume: Field<T>,
    /// What the law keeps.
    pub state: Field<T>,
    /// Heat `θ` and its remainder, in K; empty where the material keeps none.
    pub heat: Field<T>,
    /// Concentrations; empty where the material keeps none.
    pub concentration: Field<T>,
    /// `V⁰ τ`, upper triangle, in J.
    pub stress: Field<T>,
    /// `J_E` and `J_c`.
    pub volume_ratio: Field<T>,
    /// Where the particle began, in m; kept only for body forces that ask.
    pub reference: Field<T>,
    /// The acceleration by body forces and by those within meshes, in m/s²; empty without either.
    pub acceleration: Field<T>,
    /// Stable names.
    pub ids: Vec<u64>,
    /// The blocks' particles, one after the other.
    pub segments: Vec<Segment<D>>,
    /// The segment of every home, or [`NONE`](crate::grid::NONE).
    pub segment_of_home: Vec<u32>,
    chunks: usize,
}

/// The most numbers that a law keeps: as many as a matrix has, so that they fit where the affine field does.
const STATE_MAX: usize = 9;

/// What fills a slot that holds no particle: it lies in the middle of its block, massless and undeformed.
#[derive(Clone, Copy)]
enum Filling {
    Zero,
    One,
    Middle,
    Rest,
}

impl Filling {
    #[inline(always)]
    fn value<T: LaneScalar>(self, rest: &[T; STATE_MAX], component: usize) -> T {
        match self {
            Filling::Zero => T::from_f64(0.0),
            Filling::One => T::from_f64(1.0),
            Filling::Middle => T::from_f64(EDGE as f64 / 2.0),
            Filling::Rest => rest[component],
        }
    }
}

/// When a field gets other values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Renewal {
    /// In a step, which reads the old ones to its end: the field has a second half.
    Step,
    /// In the pass over a set that comes before they are next read: an ordering need not move them.
    Derived,
    /// Where they are, or never.
    Never,
}

/// What is known of a field without its values.
#[derive(Clone, Copy)]
struct FieldKind {
    /// Its name in snapshots.
    name: &'static str,
    filling: Filling,
    renewal: Renewal,
}

impl FieldKind {
    const fn new(name: &'static str, filling: Filling, renewal: Renewal) -> Self {
        FieldKind { name, filling, renewal }
    }
}

/// The fields of a set, in the order of [`ParticleSet::fields`].
const FIELDS: [FieldKind; 13] = [
    FieldKind::new("position", Filling::Middle, Renewal::Step),
    FieldKind::new("velocity", Filling::Zero, Renewal::Step),
    FieldKind::new("affine", Filling::Zero, Renewal::Step),
    FieldKind::new("gradient", Filling::Zero, Renewal::Step),
    FieldKind::new("modes", Filling::Zero, Renewal::Step),
    FieldKind::new("mass and volume", Filling::Zero, Renewal::Never),
    FieldKind::new("state", Filling::Rest, Renewal::Never),
    FieldKind::new("heat", Filling::Zero, Renewal::Step),
    FieldKind::new("concentration", Filling::Zero, Renewal::Never),
    FieldKind::new("stress", Filling::Zero, Renewal::Derived),
    FieldKind::new("volume ratios", Filling::One, Renewal::Derived),
    FieldKind::new("reference", Filling::Zero, Renewal::Never),
    FieldKind::new("acceleration", Filling::Zero, Renewal::Derived),
];

impl<T: LaneScalar, const D: usize> ParticleSet<T, D> {
    /// An empty set, with the optional fields that are to be kept.
    pub fn new(material: Material, keep: Keep) -> Self {
        struct Count<const D: usize>;
        impl<const D: usize> LawVisitor for Count<D> {
            type Output = usize;
            fn visit<L: Law>(self, _: &L) -> usize {
                <StateOf<L, f64, D>>::COUNT
            }
        }
        let state = material.law.visit(Count::<D>);
        let heat = if material.keeps_heat() { HEAT_NUMBERS } else { 0 };
        let concentration = usize::from(material.keeps_concentration());
        ParticleSet {
            material,
            position: Field::new(D),
            velocity: Field::new(D),
            affine: Field::new(D * D),
            gradient: Field::new(if keep.gradient { D * D } else { 0 }),
            modes: Field::new(D * keep.modes),
            mass_volume: Field::new(2),
            state: Field::new(state),
            heat: Field::new(heat),
            concentration: Field::new(concentration),
            stress: Field::new(symmetric(D)),
            volume_ratio: Field::new(2),
            reference: Field::new(if keep.reference { D } else { 0 }),
            acceleration: Field::new(if keep.reference { D } else { 0 }),
            ids: Vec::new(),
            segments: Vec::new(),
            segment_of_home: Vec::new(),
            chunks: 0,
        }
    }

    /// The fields that move with a particle when it is ordered, as [`FIELDS`] lists them.
    fn fields(&self) -> [&Field<T>; 13] {
        [
            &self.position,
            &self.velocity,
            &self.affine,
            &self.gradient,
            &self.modes,
            &self.mass_volume,
            &self.state,
            &self.heat,
            &self.concentration,
            &self.stress,
            &self.volume_ratio,
            &self.reference,
            &self.acceleration,
        ]
    }

    /// The same, to be changed.
    fn fields_mut(&mut self) -> [(&mut Field<T>, FieldKind); 13] {
        let fields = [
            &mut self.position,
            &mut self.velocity,
            &mut self.affine,
            &mut self.gradient,
            &mut self.modes,
            &mut self.mass_volume,
            &mut self.state,
            &mut self.heat,
            &mut self.concentration,
            &mut self.stress,
            &mut self.volume_ratio,
            &mut self.reference,
            &mut self.acceleration,
        ];
        let mut kinds = FIELDS.into_iter();
        fields.map(|field| (field, kinds.next().expect("one kind per field")))
    }

    /// How many particles it holds.
    pub fn len(&self) -> usize {
        self.segments.iter().map(|segment| segment.count as usize).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes room for that many chunks, and for `slack` more if there is too little.
    fn reserve(&mut self, chunks: usize, slack: usize) {
        if chunks > self.chunks {
            self.chunks = chunks + slack;
            let chunks = self.chunks;
            for (field, kind) in self.fields_mut() {
                field.resize(chunks, kind.renewal == Renewal::Step);
            }
            self.ids.resize(chunks * T::PER_REGISTER, EMPTY);
        }
    }

    /// Makes room for these segments, however their particles share them, and for some more segments.
    fn reserve_for(&mut self, segments: &[Segment<D>]) {
        let particles: usize = segments.iter().map(|segment| segment.count as usize).sum();
        let most = particles / T::PER_REGISTER + segments.len();
        self.reserve(most, most / 32 + segments.len() / 8);
    }

    /// Bytes that a slot takes, ordering included.
    pub(crate) fn slot_bytes(&self) -> usize {
        let halves = |kind: FieldKind| if kind.renewal == Renewal::Step { 2 } else { 1 };
        let fields = self.fields().into_iter().zip(FIELDS);
        let numbers: usize = fields.map(|(field, kind)| halves(kind) * field.components).sum();
        numbers * size_of::<T>() + size_of::<u64>() + order::BYTES_PER_SLOT
    }

    /// Keeps an acceleration per particle from now on, if it does not yet.
    pub(crate) fn keep_accelerations(&mut self) {
        if self.acceleration.components == 0 {
            self.acceleration = Field::new(D);
            self.acceleration.resize(self.chunks, false);
        }
    }

    fn used_chunks(&self) -> usize {
        self.segments.last().map_or(0, |segment| segment.end_chunk(T::PER_REGISTER))
    }

    /// Adds particles, which are numbered from `first_id`. They must be ordered before the next step.
    ///
    /// Fails with the index of the first particle that is not somewhere.
    pub fn add(&mut self, domain: &Domain<D>, particles: &[Particle], first_id: u64) -> Result<(), usize> {
        let mut places = Vec::with_capacity(particles.len());
        for (index, particle) in particles.iter().enumerate() {
            let (block, offset) = domain.locate(&particle.position).ok_or(index)?;
            places.push((block, index, offset));
        }
        self.lay(&mut places, |set, slot, index, offset| {
            set.write(slot, offset, &particles[index], first_id + index as u64);
        });
        Ok(())
    }

    fn write(&mut self, slot: usize, offset: [f64; D], particle: &Particle, id: u64) {
        let mut f = Matrix::<f64, D>::identity(0.0);
        for i in 0..D {
            self.position.set(slot, i, T::from_f64(offset[i]));
            self.velocity.set(slot, i, T::from_f64(particle.velocity[i]));
            for j in 0..D {
                let slope = T::from_f64(particle.affine[i][j]);
                self.affine.set(slot, i * D + j, slope);
                if self.gradient.components > 0 {
                    self.gradient.set(slot, i * D + j, slope);
                }
                f.0[i][j] = particle.deformation[i][j];
            }
            if self.reference.components > 0 {
                self.reference.set(slot, i, T::from_f64(particle.position[i]));
            }
        }
        self.mass_volume.set(slot, 0, T::from_f64(particle.mass));
        self.mass_volume.set(slot, 1, T::from_f64(particle.volume));
        if self.heat.components > 0 {
            let heat = self.material.heat_or_none().heat(particle.temperature);
            self.heat.set(slot, 0, T::from_f64(heat));
        }
        if self.concentration.components > 0 {
            self.concentration.set(slot, 0, T::from_f64(particle.concentrations[0]));
        }
        self.deform(slot, f);
        self.ids[slot] = id;
    }

    fn clear(&mut self, slot: usize) {
        let rest = self.state_values(Matrix::identity(0.0));
        for (field, kind) in self.fields_mut() {
            for k in 0..field.components {
                field.set(slot, k, kind.filling.value(&rest, k));
            }
        }
        self.ids[slot] = EMPTY;
    }

    /// What the law keeps of a particle deformed by `F`.
    fn state_values(&self, f: Matrix<f64, D>) -> [T; STATE_MAX] {
        struct Values<const D: usize>(Matrix<f64, D>);
        impl<const D: usize> LawVisitor for Values<D> {
            type Output = [f64; STATE_MAX];
            fn visit<L: Law>(self, _: &L) -> [f64; STATE_MAX] {
                const { assert!(<StateOf<L, f64, D>>::COUNT <= D * D) };
                let state = StateOf::<L, f64, D>::from_deformation(self.0);
                let mut values = [0.0; STATE_MAX];
                for (k, value) in values.iter_mut().enumerate().take(<StateOf<L, f64, D>>::COUNT) {
                    *value = state.get(k);
                }
                values
            }
        }
        self.material.law.visit(Values(f)).map(T::from_f64)
    }

    /// Takes away the particles for which `keep` is false, by slot. The set must be ordered before the next step.
    pub fn retain(&mut self, mut keep: impl FnMut(&Self, &Segment<D>, usize) -> bool) -> usize {
        (0..self.segments.len()).map(|index| self.retain_within(index, &mut keep)).sum()
    }

    /// The same for one segment.
    pub fn retain_within(
        &mut self,
        index: usize,
        mut keep: impl FnMut(&Self, &Segment<D>, usize) -> bool,
    ) -> usize {
        let mut removed = 0;
        let segment = self.segments[index];
        let first = segment.first_chunk as usize * T::PER_REGISTER;
        for slot in first..first + segment.count as usize {
            if self.ids[slot] != EMPTY && !keep(self, &segment, slot) {
                self.clear(slot);
                removed += 1;
            }
        }
        removed
    }

    /// Calls `f` for every particle's segment and slot, in the order of storage.
    pub fn for_each(&self, mut f: impl FnMut(&Segment<D>, usize)) {
        for segment in &self.segments {
            let first = segment.first_chunk as usize * T::PER_REGISTER;
            for slot in first..first + segment.count as usize {
                if self.ids[slot] != EMPTY {
                    f(segment, slot);
                }
            }
        }
    }

    /// A scalar of the particle in a slot; 0 where the material keeps none.
    pub fn carried(&self, which: Carried, slot: usize) -> f64 {
        let get = |field: &Field<T>| if field.components > 0 { field.get(slot, 0).to_f64() } else { 0.0 };
        let heat = self.material.heat_or_none();
        match which {
            Carried::Temperature => heat.temperature(get(&self.heat)),
            Carried::Melt => heat.melt(get(&self.heat)),
            Carried::Concentration => get(&self.concentration),
        }
    }

    /// The material's numbers for the particle in a slot.
    pub(crate) fn numbers(&self, slot: usize) -> MaterialNumbers<f64> {
        match &self.material.variation {
            Some(variation) => variation.at(self.carried(variation.by, slot)),
            None => self.material.numbers(),
        }
    }

    /// Where the particle in a slot is, in m.
    pub fn place(&self, domain: &Domain<D>, segment: &Segment<D>, slot: usize) -> [f64; D] {
        let mut offset = [0.0; D];
        for (i, x) in offset.iter_mut().enumerate() {
            *x = self.position.get(slot, i).to_f64();
        }
        domain.place(&segment.block, offset)
    }
}

/// Which optional fields a set keeps.
#[derive(Clone, Copy, Debug)]
pub struct Keep {
    /// `∇v` apart from `C`: the kernel-gradient form with a wide kernel.
    pub gradient: bool,
    /// Initial positions and accelerations: body forces.
    pub reference: bool,
    /// How many modes beyond the affine field: PolyPIC.
    pub modes: usize,
}
