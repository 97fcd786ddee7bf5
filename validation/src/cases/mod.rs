//! The cases, by what they are about.

mod conservation;
mod manufactured;
mod properties;
mod rest;
mod rotation;
mod separation;

use crate::Case;

/// Every case.
pub const ALL: &[Case] = &[
    Case { id: "E6", about: "the property table of the schemes", setup: "", run: properties::probe },
    Case {
        id: "A1",
        about: "two particles part",
        setup: "\
A pair of particles begins 0.2 Δx apart around x = 10.3 Δx, moves 0.003 Δx per step for 5000 steps, and should end 30.2 Δx \
apart. Quadratic kernel, f64, no force. Figures 3 and 4 of \"Revisiting Integration in the Material Point Method: A Scheme \
for Easier Separation and Less Dissipation\" (2021).",
        run: separation::parting_pair,
    },
    Case {
        id: "E1",
        about: "a pair parts, a pair collides",
        setup: "\
The parting pair of A1, and a pair that begins 0.4 Δx apart and flies into a liquid's contact force (κ = 3). Figure 6 of \
the paper of A1.",
        run: separation::colliding_pair,
    },
    Case {
        id: "E2",
        about: "the cases of β",
        setup: "\
One step of a pair at a wall, compressed and separating. β is measured exactly, by bracketing the step between the same \
step with β = 0 and β = 1. Figure 7 of the paper of A1, but for its source.",
        run: separation::cases_of_beta,
    },
    Case {
        id: "E3",
        about: "ASPIC mixes two steps' nodal velocities",
        setup: "The parting pair of A1 with ASPIC, against equation 9 of the paper of A1.",
        run: separation::aspic_in_free_flight,
    },
    Case {
        id: "C2",
        about: "a spinning disk",
        setup: "\
An elastic disk of radius 0.3 on a 32² grid, 4 particles per cell, turns freely at ω = 1 rad/s for 3 s. Figure 4 of \"The \
Affine Particle-In-Cell Method\" (2015).",
        run: rotation::spinning_disk,
    },
    Case {
        id: "C2b",
        about: "a spinning disk with a heavy rim",
        setup: "The disk of C2 with four times the particles and mass in its outer sixth.",
        run: rotation::heavy_rim,
    },
    Case {
        id: "order",
        about: "order of accuracy against a manufactured solution",
        setup: "\
Every axis of a neo-Hookean square or cube (μ = 3846.15, λ = 5769.23, ρ = 1) oscillates by itself with the amplitude 0.05 \
and the frequency 100 π, driven by the body force that makes it a solution. f64, moving least squares, Δt ∝ Δx²; the error \
is the largest root mean square of the displacement's over half a period. The solution goes on periodically, or ends at \
slip walls.",
        run: manufactured::order,
    },
    Case {
        id: "momentum",
        about: "mass and momentum in free flight",
        setup: "\
An elastic body tumbles, stretches and flies for 120 steps, with every scheme × kernel × gradient form × dimension × \
precision. Bounds are in units of the rounding of one step.",
        run: conservation::momentum,
    },
    Case {
        id: "angular",
        about: "angular momentum in free flight",
        setup: "\
The flights of `momentum` with RPIC, APIC and PolyPIC, quadratic and cubic kernels. \"An angular momentum conserving \
affine-particle-in-cell method\" (2017).",
        run: conservation::angular_momentum,
    },
    Case {
        id: "angular-drift",
        about: "angular momentum that others lose",
        setup: "\
The flights of `momentum` that cannot keep it: the linear kernel's lagged form, and schemes with α > 0. Their drift is \
reported, not judged.",
        run: conservation::angular_drift,
    },
    Case {
        id: "laws",
        about: "every law keeps momentum",
        setup: "The flight of `momentum` with APIC and f64, for every material.",
        run: conservation::every_law,
    },
    Case {
        id: "affine",
        about: "affine fields and lone particles",
        setup: "\
An affine velocity field makes a round trip through the grid, and a particle alone in the world takes 20 steps; every \
scheme × kernel × gradient form × dimension × precision.",
        run: conservation::affine_round_trip,
    },
    Case {
        id: "dissipation",
        about: "APIC's transfers never raise energy",
        setup: "Random velocity fields, from affine ones to pure noise, go grid → particles → grid.",
        run: conservation::never_raises_energy,
    },
    Case {
        id: "fall",
        about: "a jelly block in free fall",
        setup: "A block of 0.4 m on cells of 0.05 m falls for 1 s.",
        run: rest::free_fall,
    },
    Case {
        id: "rest",
        about: "a jelly block rests on the floor",
        setup: "\
A block of 1 m on cells of 0.1 m. It begins settled: PIC takes all motion out first, then the scheme under test holds the \
state for 10 s.",
        run: rest::block_at_rest,
    },
    Case {
        id: "column",
        about: "a liquid column comes to rest",
        setup: "\
Water 1 m deep between slip walls 0.5 m apart, on cells of 0.05 m. It begins settled, as in `rest`, and stands for 2 s.",
        run: rest::liquid_column,
    },
];
