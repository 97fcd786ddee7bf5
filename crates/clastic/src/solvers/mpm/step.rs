//! The step.

use super::{Mpm, Settings};
use crate::grid::Tile;
use crate::integrators::{Advance, Contacts, Implicit, Integrator, Iterations, NodeMotion, NodeSums};
use crate::materials::{MaterialUpdate, VolumeUpdate};
use crate::observer::{Observer, Phase};
use crate::solvers::Attempt;
use crate::tensor::{LaneScalar, Narrow, RowKind, Vector};
use crate::transfer::{
    Arenas, ArenasMut, Conduction, Flaw, GridToParticles, Hold, MatterPlaces, ParticlesToGrid, Room,
};

impl<T: LaneScalar, const D: usize> Mpm<T, D> {
    /// Computes the next state and judges it. Nothing is committed: the present state stays as it is.
    pub(super) fn advance(
        &mut self,
        time: f64,
        dt: f64,
        observer: &mut dyn Observer,
    ) -> Result<Attempt, (usize, Flaw)> {
        let level = self.settings.level;
        let width = self.settings.transfer.width();
        let (homes, blocks, copies) =
            (self.topology.homes.len(), self.topology.nodes.len(), self.topology.copies());

        observer.phase(Phase::Meshes);
        self.accelerate(time);
        let adds = self.settings.body_force.is_some();
        let gravity = Vector(self.settings.gravity);
        let Iterations { in_meshes, unfinished, .. } =
            self.meshes.push(level, &mut self.sets, (time, dt), gravity, adds);
        observer.phase(Phase::ParticlesToGrid);
        let Mpm { settings, obstacles, topology, sets, .. } = self;
        let Settings { transfer, domain, guard, gravity, integrator, .. } = settings;
        obstacles.begin(time, dt, domain, topology);
        let ArenasMut { values, marks } = self.arenas.grown(copies, Tile::<D>::block(width));
        let nodes = self.nodes.grown(blocks * Tile::<D>::block(width));
        let touched = self.touched.grown(homes);
        let arenas = ArenasMut { values, marks };
        let explicit = *integrator == Integrator::SYMPLECTIC_EULER;
        let stressed = if explicit { dt } else { 0.0 };
        ParticlesToGrid { transfer, sets, topology, dt, stressed }.run(level, arenas, touched);
        let places = MatterPlaces { transfer, sets, topology, obstacles };
        let matter = places.are_needed().then(|| {
            let ArenasMut { values, marks } = self.matter.grown(copies, Tile::<D>::block(Narrow::NODE));
            places.run(level, ArenasMut { values, marks });
            Arenas { values, marks }
        });

        let gravity = *gravity;
        let (shares, deformation, solve) = (integrator.shares(), settings.deformation, settings.solve);
        let system = Implicit {
            level,
            transfer,
            domain,
            topology,
            sets,
            touched,
            deformation,
            shares,
            gravity,
            time,
            dt,
            solve,
        };
        let (motion, iterations) = if explicit {
            (NodeMotion::Momentum(Arenas { values, marks }), Iterations::default())
        } else {
            observer.phase(Phase::Solve);
            let contacts = Contacts { obstacles, matter };
            let arenas = ArenasMut { values, marks };
            let solved = system.run(arenas, contacts, &mut self.meshes, &mut self.scratch);
            let (iterations, solution) = solved.map_err(|unsolved| unsolved.flaw())?;
            (NodeMotion::Solved(solution), iterations)
        };

        observer.phase(Phase::Grid);
        let mut loads = obstacles.nodes.take_loads();
        let energy = settings.energy;
        let sums = Advance { topology, domain, obstacles, gravity, dt, width, energy }.run(
            level,
            NodeSums { motion, matter },
            nodes,
            &mut loads,
        );
        obstacles.nodes.put_loads(loads);
        self.wall_loads[1] = sums.walls;

        observer.phase(Phase::GridToParticles);
        let lags = transfer.lag > 0.0;
        if lags {
            system.lag(nodes, &mut self.scratch);
        }
        let mut loads = obstacles.homes.take_loads();
        let mut verdict = Ok(false);
        for (index, set) in sets.iter_mut().enumerate() {
            let g2p = GridToParticles { transfer, domain, obstacles, topology, touched, nodes, guard, dt };
            let mut judged = g2p.run(level, set, lags.then(|| self.scratch.lag(index)));
            if judged.flaw.is_none() && !obstacles.homes.is_empty() {
                judged = judged.and(Hold { obstacles, domain, guard }.run(set, &mut loads));
            }
            verdict = match judged.flaw {
                Some(flaw) => Err((index, flaw)),
                None => verdict.map(|left_skin| left_skin || judged.left_skin),
            };
            if verdict.is_err() {
                break;
            }
        }
        obstacles.homes.put_loads(loads);
        let held = self.meshes.hold(sets, domain, guard, (time, dt))?;
        self.leaves_skin = verdict? || held;
        self.conduct(dt, observer)?;
        let iterations = Iterations { in_meshes, unfinished, ..iterations };
        Ok(Attempt { energy: sums.energy, iterations })
    }

    /// Lets heat flow between the particles, at their old places.
    fn conduct(&mut self, dt: f64, observer: &mut dyn Observer) -> Result<(), (usize, Flaw)> {
        if self.sets.iter().all(|set| set.material.heat.is_none()) {
            return Ok(());
        }
        observer.phase(Phase::Heat);
        let (homes, blocks, copies) =
            (self.topology.homes.len(), self.topology.nodes.len(), self.topology.copies());
        // The arenas and nodes of momentum have served.
        let room = Room {
            arenas: self.arenas.grown(copies, Tile::<D>::block(Narrow::NODE)),
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
        self.obstacles.commit();
        self.meshes.commit();
        if self.settings.integrator.is_implicit() {
            self.scratch.commit(&self.topology, dt);
        }
        let [total, step] = &mut self.wall_loads;
        for (total, step) in total.as_flattened_mut().iter_mut().zip(step.as_flattened()) {
            *total += step;
        }
        self.must_order |= self.leaves_skin;
        // Ordering rounds positions and moves slots, so it belongs to this step: the next one, if it fails, must leave the
        // state as it found it, and the limits below name slots.
        self.order(observer);
        self.meshes.read(&self.sets, &self.settings.domain);
        self.update_materials(dt, observer);
        self.meshes.lay(&mut self.sets);
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
            volume: match self.settings.integrator {
                Integrator::SYMPLECTIC_EULER => VolumeUpdate::Divergence,
                _ => VolumeUpdate::Determinant,
            },
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
            self.obstacles.set_stale();
            self.meshes.locate(&self.sets, domain);
            self.must_order = false;
        }
    }
}
