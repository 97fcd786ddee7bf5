//! The cases, by what they are about.

mod conservation;
mod rest;
mod rotation;
mod separation;

use crate::Case;

/// Every case.
pub const ALL: &[Case] = &[
    Case { id: "A1", about: "two particles part", run: separation::parting_pair },
    Case { id: "E1", about: "a pair parts, a pair collides", run: separation::colliding_pair },
    Case { id: "E2", about: "the cases of β", run: separation::cases_of_beta },
    Case {
        id: "E3",
        about: "ASPIC mixes two steps' nodal velocities",
        run: separation::aspic_in_free_flight,
    },
    Case { id: "C2", about: "a spinning disk", run: rotation::spinning_disk },
    Case { id: "C2b", about: "a spinning disk with a heavy rim", run: rotation::heavy_rim },
    Case { id: "momentum", about: "mass and momentum in free flight", run: conservation::momentum },
    Case { id: "angular", about: "angular momentum in free flight", run: conservation::angular_momentum },
    Case { id: "laws", about: "every law keeps momentum", run: conservation::every_law },
    Case { id: "affine", about: "affine fields and lone particles", run: conservation::affine_round_trip },
    Case {
        id: "dissipation",
        about: "APIC's transfers never raise energy",
        run: conservation::never_raises_energy,
    },
    Case { id: "fall", about: "a jelly block in free fall", run: rest::free_fall },
    Case { id: "rest", about: "a jelly block rests on the floor", run: rest::block_at_rest },
    Case { id: "column", about: "a liquid column comes to rest", run: rest::liquid_column },
];
