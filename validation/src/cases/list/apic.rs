//! Cases after "The affine particle-in-cell method".

use crate::Case;
use crate::cases::{cloth, dam, elements, granular, lava, oscillation, rotation, water};

pub const CASES: &[Case] = &[
    Case {
        id: "C1",
        about: "a dam breaks",
        setup: "\
Water that does not compress, 1.2 m × 2 m, breaks into a tank of 4 m, on cells of 5 cm for 3 s or, with full effort, 2 cm for 5 s; `solver = \"liquid\"`. Velocities \
are means over squares of 4 Δx, so that noise does not count; enstrophy is half their vorticity squared, times the area, as a mean over time \
from 1 s on. `scenes/papers/c1-dam-break.toml`, after figure 4 of \"The Affine Particle-In-Cell Method\" (2015), which gives no sizes: APIC \
preserves more vorticity than even pure FLIP. On cells of 5 cm the water is two such squares deep, and FLIP's enstrophy about PIC's: it is reported. With full \
effort it is 13 m²/s² with PIC, 41 with FLIP 1 and 48 with APIC.",
        run: dam::dam_break,
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
        id: "C3",
        about: "an oscillating circle, and where its energy goes",
        setup: "\
A soft disk of radius 0.3 m on a 32² grid begins with the velocity (x − 0.5, 0) and swings for 20 s, in steps of 1/96 s. \
Losses are those of the engine's energy account, over the energy at the beginning. `scenes/papers/c3-oscillating-circle.toml`, \
after figures 13b and 14 of the paper of C2, which steps by backward Euler and has the transfers lose 82 % of the total with APIC \
and 95 % with PIC.",
        run: oscillation::oscillating_circle,
    },
    Case {
        id: "C9",
        about: "lava in free fall",
        setup: "\
A jet of lava 20 cm thick, with a core at 1150 °C (yield stress 0.1 Pa, consistency 0.05 Pa s) that is 7 m/s faster than its rim at \
1000 °C (200 Pa, 20 Pa s). 7000 particles for 0.4 s or, with full effort, 24 000 for 1 s. \
`scenes/papers/c9-lava-free-fall.toml`, after figure 6 of the paper of C2, which gives no numbers and pours from a spout; this \
is a piece of the jet, with the ends joined, in the falling frame. The paper has pure FLIP explode from the interior and \
blends and APIC stable. The numbers were chosen among seven sets because FLIP's core bursts out with them; with a rim that bears \
1 kPa or more, or a core only 1 m/s faster, no scheme's leaves the jet. AFLIP's and ASFLIP's burst out as well, so that \
this does not show noise to be the cause, and FLIP's share is reported, not judged.",
        run: lava::free_fall,
    },
    Case {
        id: "C4",
        about: "wine is poured",
        setup: "\
Wine comes from a spout of 14 mm at 0.6 m/s into a glass of 8 cm, on cells of 4 mm for 0.6 s or, with full effort, 1.6 mm for 1.2 s; \
`solver = \"liquid\"`. Noise is how far velocities of particles are off the mean of their cell, over their speed; roughness, how far the heights of the \
surface are off the mean of the four beside them, in cells; both as root mean squares and, as the energy, means over the later half. \
`scenes/papers/c4-wine.toml`, after figure 1 of the paper of C1, which gives no sizes: APIC/PIC blends are more energetic and more stable than FLIP/PIC \
blends. The energy is that of the cells' means, in which noise does not count. A livelier splash is rougher too, so that roughness, here greater with APIC, does not tell noise \
from waves: it is reported.",
        run: water::wine,
    },
    Case {
        id: "C5",
        about: "a cube of sand falls on a torus",
        setup: "\
A cube of 0.3 m falls on a torus at 2 m/s and is followed for 0.6 s, on cells of 3.75 cm or, with full effort, 1 cm. A particle is \
loose that has fewer than 10 neighbours within 1.5 Δx. `scenes/papers/c5-sand-on-torus.toml`, after figure 2 of the paper of C2, which \
gives no numbers; its sand is the snow of Stomakhin et al. (2013). There FLIP is noisy, PIC and blends clump, and APIC does neither. \
The ratio of FLIP to APIC falls as the sand lands; the mean over all looks is judged. FLIP's sand that is not loose is more \
crowded than APIC's too, so that crowding alone does not tell clumps from heaps.",
        run: granular::sand_on_torus,
    },
    Case {
        id: "C6",
        about: "layers of sand on a slide",
        setup: "\
Two layers of sand, 4 cm thick each, come from inlets at the top of a slide at 1.2 m/s and run down it, on cells of 2 cm for 0.7 s in a \
periodic slice or, with full effort, of 1 cm for 1.8 s. `scenes/papers/c6-sand-incline.toml`, after figure 3 of the paper of C2, which \
gives no numbers. There FLIP mixes more than APIC. Here that depends on the inlet, and is reported, not judged: of three that were \
tried, FLIP's share was 0.95 of APIC's where the sand falls on the slide from above, 1.02 where its particles come in rows, and as \
below with this one. PIC mixed least in all three.",
        run: granular::slide,
    },
    Case {
        id: "C7",
        about: "a fountain",
        setup: "\
Water shoots up at 4 m/s from a nozzle of 20 cm, 12 cm below the surface of a basin, on cells of 6 cm for 0.7 s or, with full effort, \
1.5 cm for 1 s; `solver = \"liquid\"`. The front is where the twentieth particle from above is; noise and roughness as in C4. \
`scenes/papers/c7-fountain.toml`, after figure 5 of the paper of C1, which gives no sizes: APIC and FLIP are the least dissipative, any blend \
with PIC lags behind, and FLIP's surface becomes noisy.",
        run: water::fountain,
    },
    Case {
        id: "C8",
        about: "a river over rocks",
        setup: "\
Water flows down a bed of 6 m with rocks and over a sill; more comes at 1.5 m/s, 1.4 m wide and 0.4 m deep; on cells of 14 cm for 2.5 s or, with full effort, 3 cm for 4 s; \
`solver = \"liquid\"`, APIC. A cell is within the water if it and all around it hold particles; it is filled by their volume. \
`scenes/papers/c8-river.toml`, after figure 8 of the paper of C1, which gives no sizes.",
        run: water::river,
    },
    Case {
        id: "C10",
        about: "two balls of sand meet",
        setup: "\
Two balls of sand of radius 0.195 m fly at each other at ±20 m/s, 0.2 m off centre; 0.06 s, f64, on cells of 4 cm or, with full effort, \
0.77 cm, which is the paper's 1.1 million particles. `scenes/papers/c10-collision.toml`, after figure 10 and table 2 of the paper of C2, \
which give no numbers. Times are measured on a machine that does other things too. On the coarse cells sound limits \
most of PIC's steps and motion most of FLIP's.",
        run: granular::collision,
    },
    Case {
        id: "C11",
        about: "frozen yogurt on a cloth",
        setup: "\
Two rolls of frozen yogurt of 12 cm fall on a cloth of 40 × 40 cm that is held at its corners. APIC, cells of 2 cm, or 1 cm with \
full effort. `scenes/papers/c11-yogurt-on-cloth.toml`, after figure 11 of the paper of C2, which gives no \
numbers: coupled through the grid, the cloth carries the load, and nothing passes through.",
        run: cloth::yogurt,
    },
    Case {
        id: "C12",
        about: "a cube of finite elements falls on plates",
        setup: "\
A spinning cube of 0.3 m (E = 200 kPa) falls 0.4 m onto a plate of glass, from there on another, and onto a soft block; 2 s, edges and cells of \
4 cm, or for the tests of 5 cm and 1 s, in which it does not reach the block. Ringing is how far the velocities of inner vertices are off \
the mean of those that they are joined to, as a root mean square; it is 0 in a body that moves, turns and is strained evenly. In \
flight: the cube alone, without gravity, for 0.3 s, f64. `scenes/papers/c12-cube.toml`, after figure 12 of the paper of C2, which gives \
no numbers: there FLIP and blends ring and APIC keeps angular momentum. With edges half as long as the cells, tried first, FLIP with \
α = 1 and AFLIP gain energy after the impact until elements turn inside out: vertices move in ways that the grid does not see.",
        run: elements::cube,
    },
];
