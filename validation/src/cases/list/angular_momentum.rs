//! Cases after "An angular momentum conserving affine-particle-in-cell method".

use crate::Case;
use crate::cases::{elastic_impacts, implicit, ringing, round_trip, tori};

pub const CASES: &[Case] = &[
    Case {
        id: "B1",
        about: "a rotating elastic disk",
        setup: "\
An elastic disk of radius 0.3 m on a 32² grid turns freely at 0.4 rad/s, for 2 s or, with full effort, for a turn. \
`scenes/papers/b1-rotating-disk.toml`, after section 6.1 and figure 3 of \"An angular momentum conserving \
affine-particle-in-cell method\" (2017), which steps by the midpoint rule; these steps are explicit.",
        run: elastic_impacts::rotating_disk,
    },
    Case {
        id: "B2",
        about: "a disk rebounds between two walls",
        setup: "\
A disk of radius 1.5 m on cells of 0.5 m flies at 0.5 m/s between slip walls 15 m apart and rebounds twice in 70 s. \
`scenes/papers/b2-rebound.toml`, after section 6.2 and figure 4 of the paper of B1.",
        run: elastic_impacts::rebound,
    },
    Case {
        id: "B3",
        about: "a skew impact of two disks",
        setup: "\
Two disks of radius 2 m on cells of 1 m fly at each other at ±0.75 m/s, 2 m off centre, and part again; 24 s. \
`scenes/papers/b3-skew-impact.toml`, after section 6.3 and figure 5 of the paper of B1.",
        run: elastic_impacts::skew_impact,
    },
    Case {
        id: "B4",
        about: "two rings collide head-on",
        setup: "\
Two rubber rings with walls as thick as a cell meet at ±50 m/s, fold flat and spring apart; 10 ms. \
`scenes/papers/b4-two-rings.toml`, after section 6.4 and figure 6 of the paper of B1.",
        run: elastic_impacts::two_rings,
    },
    Case {
        id: "B5",
        about: "a skew impact of two spheres",
        setup: "\
B3 in space, 12 s; and once more with spheres that spin at 1 rad/s and are eight times as stiff, 8 s. 5216 particles or, \
with full effort, the paper's 333 000. `scenes/papers/b5-two-spheres.toml` and `b5-spinning-spheres.toml`, after section 6.5 \
and figures 7 and 8 of the paper of B1.",
        run: elastic_impacts::two_spheres,
    },
    Case {
        id: "B6",
        about: "soft tori fall into a box",
        setup: "\
25 tori (tube 0.03 m, ring 0.06 m, E = 150 Pa, ν = 0.3, ρ = 5 kg/m³) fall one after another from 1 m into an open box of 0.4 × 0.4 × \
0.3 m, on cells of 1 cm; for the tests the first four, on cells of 2 cm, by explicit steps and by the midpoint rule. `scenes/papers/b6-tori.toml`, after section 6.6 and figure 9 \
of the paper of B1.",
        run: tori::into_a_box,
    },
    Case {
        id: "B7",
        about: "ringing that the grid does not see",
        setup: "\
An elastic square of 10 cm hits a block of 20 × 30 cm at 3 m/s whose top and bottom rows are held by springs: finite elements within a \
step of backward Euler on a grid of cells of 1/21 m, cubic kernel. `scenes/papers/b7-ringing.toml`, after figure 1 and section 6.7 of the \
paper of B1, at its size. Measured are the velocities of the block's vertices, and those that nodes have, at the vertices, in the \
last quarter second before the paper's last picture.",
        run: ringing::ringing,
    },
    Case {
        id: "midpoint",
        about: "the bodies of B1 to B5 by the midpoint rule",
        setup: "\
The scenes of B1 to B5 with `time.integrator=midpoint`, as the paper has them, steps as long as motion allows (ν = 0.5) and at most \
as long as the figures' points are apart; velocities are balanced to 10⁻¹⁴ m/s. The spheres of B5 are on cells of 0.9375 m but with full \
effort. Figures 3 to 8 of the paper of B1.",
        run: implicit::papers_bodies,
    },
    Case {
        id: "B9",
        about: "momentum for every λ, and with a solve that is cut",
        setup: "\
A disk like that of B1 on cells of 1/16 m turns at 2 rad/s, is stretched and flies, for 1000 steps of 0.5 ms, balanced as far as rounding \
lets it come. λ = 0 is symplectic Euler, ½ the midpoint rule. Cut, a step is one of Newton's with three iterations of conjugate \
gradients. Sections 3.4, 4.2 and 5.2 of the paper of B1.",
        run: implicit::lambda_family,
    },
    Case {
        id: "stiff",
        about: "a stiff block in steps set by its motion",
        setup: "\
A block of 48 × 24 × 24 cm (E = 10⁸ Pa, ν = 0.3, ρ = 1000 kg/m³) on cells of 2 cm turns freely at 1 rad/s for a second; for the tests one of a \
third the size, for a quarter of a second. Explicit steps are as long as sound allows, implicit ones 1/60 s. Errors are distances from the \
places to which a rigid block would turn. `f32`.",
        run: implicit::stiff,
    },
    Case {
        id: "grid-alone",
        about: "energy and order of the grid's step alone",
        setup: "\
A soft disk (E = 0.5 Pa, ν = 0.4) on cells of 0.1 m, whose particles keep their weights and whose nodes keep their velocities, swings in \
its slow ways: 40 long steps of backward Euler have taken most of the others away. Order by three runs with 32, 64 and 128 steps over 0.4 \
periods. Backward Euler's decay is that of a standing wave of sound, 16 cells long, in matter without end (E = 10 Pa, ν = 0.3, ρ = 2 kg/m²). \
By the plain reference, to which the engine is held by its tests.",
        run: implicit::grid_alone,
    },
    Case {
        id: "B8",
        about: "the error of a round trip",
        setup: "\
The field (1.1 sin x, 0.9 cos y) on the periodic square [0, 2π]² goes from the grid to a Poisson-disk cloud of particles, \
at least Δx/3 apart, and back, in no time, on grids from 16² to 128² or, with full effort, 256². Also the other way \
round, from particles that know the field to the grid and back. Section 6.8 and figure 11 of the paper of B1.",
        run: round_trip::round_trip,
    },
];
