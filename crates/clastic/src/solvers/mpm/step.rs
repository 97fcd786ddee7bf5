//! The step.

use super::{Mpm, Settings};
use crate::grid::Tile;
use crate::integrators::{GridEnergy, SymplecticEuler};
use crate::materials::MaterialUpdate;
use crate::simulation::{Observer, Phase};
use crate::tensor::{LaneScalar, Narrow, RowKind};
use crate::transfer::{Conduction, Flaw, GridToParticles, ParticlesToGrid, Room, Verdict};

impl<T: LaneScalar, const D: usize> Mpm<T, D> {
    /// Computes the next state and judges it. Nothing is committed: the present state stays as it is.
    pub(super) fn advance(
        &mut self,
        time: f64,
        dt: f64,
        observer: &mut dyn Observer,
    ) -> Result<GridEnergy, (usize, Flaw)> {
        let level = self.settings.level;
        let width = self.settings.transfer.width();
        let (homes, blocks) = (self.topology.homes.len(), self.topology.nodes.len());

        observer.phase(Phase::ParticlesToGrid);
        self.accelerate(time);
        let Mpm { settings, topology, sets, .. } = self;
        let arenas = self.arenas.grown(homes * Tile::<D>::len(width));
        let nodes = self.nodes.grown(blocks * Tile::<D>::block(width));
        let touched = self.touched.grown(homes);
        ParticlesToGrid { transfer: &settings.transfer, sets, topology, dt }.run(level, arenas, touched);

        observer.phase(Phase::Grid);
        let (domain, gravity) = (&settings.domain, settings.gravity);
        let energy =
            SymplecticEuler { topology, touched, domain, gravity, dt, width, energy: settings.energy }
                .run(level, arenas, nodes);

        observer.phase(Phase::GridToParticles);
        let (transfer, guard) = (&settings.transfer, &settings.guard);
        self.leaves_skin = false;
        for (index, set) in sets.iter_mut().enumerate() {
            let g2p = GridToParticles { transfer, domain, topology, touched, nodes, guard, dt };
            let Verdict { flaw, left_skin } = g2p.run(level, set);
            if let Some(flaw) = flaw {
                return Err((index, flaw));
            }
            self.leaves_skin |= left_skin;
        }
        self.conduct(dt, observer)?;
        Ok(energy)
    }

    /// Lets heat flow between the particles, at their old places.
    fn conduct(&mut self, dt: f64, observer: &mut dyn Observer) -> Result<(), (usize, Flaw)> {
        if self.sets.iter().all(|set| set.material.heat.is_none()) {
            return Ok(());
        }
        observer.phase(Phase::Heat);
        let (homes, blocks) = (self.topology.homes.len(), self.topology.nodes.len());
        // The arenas and nodes of momentum have served.
        let room = Room {
            arenas: self.arenas.grown(homes * Tile::<D>::len(Narrow::NODE)),
            touched: self.touched.grown(homes),
            nodes: self.nodes.grown(blocks * Tile::<D>::block(Narrow::NODE)),
        };
        let conduction = Conduction { topology: &self.topology, domain: &self.settings.domain, dt };
        conduction.run(self.settings.level, &mut self.sets, room)
    }

    /// Makes the judged state the present one and deforms the materials by it.
    pub(super) fn commit_step(&mut self, dt: f64, observer: &mut dyn Observer) {
        for set in &mut self.sets {
            set.position.commit();
            set.velocity.commit();
            set.affine.commit();
            set.gradient.commit();
            set.modes.commit();
            if set.material.heat.is_some() {
                set.heat.commit();
            }
        }
        self.must_order |= self.leaves_skin;
        // Ordering rounds positions and moves slots, so it belongs to this step: the next one, if it fails, must leave the
        // state as it found it, and the limits below name slots.
        self.order(observer);
        self.update_materials(dt, observer);
    }

    pub(super) fn update_materials(&mut self, dt: f64, observer: &mut dyn Observer) {
        observer.phase(Phase::Materials);
        let transfer = &self.settings.transfer;
        // The linear kernel's D_p is at most Δx²/4.
        let inertia = transfer.kernel.inertia().unwrap_or(0.25);
        let update = MaterialUpdate {
            level: self.settings.level,
            dt,
            deformation: self.settings.deformation,
            affine_reach: 6.0 * (D as f64).sqrt() * inertia * transfer.cell,
        };
        for (set, speeds) in self.sets.iter_mut().zip(&mut self.speeds) {
            *speeds = update.run(set);
        }
    }

    pub(super) fn order(&mut self, observer: &mut dyn Observer) {
        if self.must_order {
            observer.phase(Phase::Order);
            let Settings { domain, transfer, .. } = &self.settings;
            self.orderer.order(&mut self.sets, domain, &mut self.topology, transfer.kernel.stagger());
            self.must_order = false;
        }
    }
}
