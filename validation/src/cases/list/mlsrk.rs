//! Cases after "A Moving Least Square Reproducing Kernel Particle Method for Unified Multiphase Continuum Simulation", which is called the paper
//! here.

use crate::Case;
use crate::cases::{beside_mpm, coarsening, free_flight, meshfree, meshfree_solids, phases};

pub const CASES: &[Case] = &[
    Case {
        id: "D1",
        about: "a snowball rolls and grows",
        setup: "\
A ball of snow rolls down a slope that is covered with fresh snow, and falls on a stack of three; 580 particles or, with full effort, 5200. What moves with the ball hangs together with it, from \
neighbour to neighbour, and is off its rigid motion by less than half of its speed. `scenes/papers/d1-snowball.toml`, after figure 2 of the paper: it grows, and breaks at the stack, for which \
the 80 particles that it has in the quick case are too few.",
        run: meshfree_solids::snowball,
    },
    Case {
        id: "D2",
        about: "a mixture parts",
        setup: "\
Liquids of 1000 and 10 000 kg/m³, mixed particle by particle, break out of a dam of 0.4 m into a tank of 1 m; 729 particles for 1.6 s or, with full effort, 6400 for 2 s. How far it \
has parted: the height of the middle light particle above the middle heavy one, over that of the middle of all; 1 when one lies on the other. Beside it the material point \
method (APIC), with as many particles and with as many nodes as there are particles. `scenes/papers/d2-mixture.toml`, after figure 3 of the paper.",
        run: meshfree::mixture,
    },
    Case {
        id: "D3",
        about: "a block falls",
        setup: "\
An elastic block of 252 particles falls freely for 0.35 s in steps of 0.5 ms. `scenes/papers/d3-falling-block.toml`, after figure 9 of the paper: where constants are not reproduced, \
it floats.",
        run: meshfree::falling_block,
    },
    Case {
        id: "D4",
        about: "a jelly drops, and how velocities are blended",
        setup: "\
A square of jelly of 289 particles or, with full effort, 1156, drops 0.5 m on the floor. Noise is the share of kinetic energy in velocities off the mean of those within 1.5 distances of particles, less \
the gradient, at most in the later half of 1.6 s. `scenes/papers/d4-jelly.toml`, after figure 4 of the paper: unstable at α_b = 1, damped at 0, good at 0.8 to 0.95.",
        run: meshfree::jelly_drop,
    },
    Case {
        id: "D5",
        about: "powder dissolves",
        setup: "\
A ball of powder drops into water in a tank of 0.5 m; 470 particles for 1 s or, with full effort, 1900 for 2 s. Drift: of the mass of powder or of water, at most. \
`scenes/papers/d5-powder.toml`, after figure 5 of the paper: the mass of each component is kept by η = ρ c, not by η = c.",
        run: phases::powder,
    },
    Case {
        id: "D6",
        about: "water through pegs",
        setup: "\
A ball of water falls through a board of pegs into a tank of 1 m; 390 particles or, with full effort, 1870. Its area is that within its surface, as in the paper; close pairs are nearer to each other than a \
fifth of what they were. `scenes/papers/d6-galton.toml`, after figure 6 of the paper, which measures the volume of a surface: kept with the correction (equation 19), not without.",
        run: meshfree::galton,
    },
    Case {
        id: "D7",
        about: "visco-elastic blocks",
        setup: "\
Blocks of 252 particles or, with full effort, 2000, drop 0.5 m on the floor. `scenes/papers/d7-viscous-block.toml`, after figure 7 of the paper, which gives no numbers: four groups, by \
Young's modulus, Poisson's ratio, viscosity and bulk viscosity; the soft block has E = 20 kPa and ν = 0.3.",
        run: meshfree::viscous_block,
    },
    Case {
        id: "D8",
        about: "a spinning top",
        setup: "\
An elastic top spins at 25 rad/s on a floor without friction, which cannot turn it about the vertical: 580 particles, μ = λ = 2 MPa, for 0.25 s, or, with full effort, 37 000 of the paper's \
10 MPa for 1 s. `scenes/papers/d8-spinning-top.toml`, after figure 10 of the paper: angular momentum stays for r of 10⁻⁴ to 10⁻³, and is lost with more.",
        run: meshfree_solids::spinning_top,
    },
    Case {
        id: "D9",
        about: "a cannonball goes through an armadillo",
        setup: "\
Drucker and Prager's jelly with cohesion, which softens as it parts (equation 25), is shot by a ball that flies a path of its own; 2400 particles or, with full effort, 150 000. Pieces have at least a \
hundredth of the particles, and are farther apart than kernels reach. `scenes/papers/d9-armadillo.toml`, after figure 8 of the paper: it is smashed into pieces.",
        run: meshfree_solids::armadillo,
    },
    Case {
        id: "D10",
        about: "a dog shakes off water",
        setup: "\
A ball of water falls on a cylinder with soft hair, which from 0.2 s on turns to and fro four times a second; 1200 particles, two across a hair, or, with full effort, 4700, four across. Beside it one that stands \
still. In the hair is what is no farther from the middle than hair reaches. `scenes/papers/d10-dog.toml`, in 2D after figure 11 of the paper.",
        run: meshfree_solids::dog,
    },
    Case {
        id: "D11",
        about: "starch in a cup",
        setup: "\
Starch is poured on 3 cm of water in a slice of a cup, for 0.2 s; 340 particles, seen from 0.4 to 1.2 s, or, with full effort, 770 until 2 s, and 3000 in a whole cup until 1.2 s. \
`scenes/papers/d11-starch.toml` and, in space, `d11-starch-cup.toml`, after figure 12 of the paper: it first floats as a pile, then dissolves.",
        run: phases::starch,
    },
    Case {
        id: "D12",
        about: "a biscuit is dipped and pulled apart",
        setup: "\
A ring of biscuit, half dipped for 0.55 s, is lifted and opened by clamps in its dry half; 3.3 mm between particles or, with full effort, 2 mm. Neighbours have parted that are three times as far from each other as \
at the beginning. Beside it the same without water. `scenes/papers/d12-biscuit.toml`, after figure 13 of the paper: it breaks in the wet half.",
        run: phases::biscuit,
    },
    Case {
        id: "D13",
        about: "wet paper is torn",
        setup: "\
A ball of water hits a sheet of 20 cm × 10 cm and two layers of particles, 7.5 mm apart or, with full effort, 5 mm; after 0.2 s its ends are pulled. It is torn when the largest piece is less than 0.8 of it. \
Beside it the same without water. `scenes/papers/d13-wet-paper.toml`, after figure 1 of the paper: it swells and breaks where it is wet.",
        run: phases::paper,
    },
    Case {
        id: "coarsening",
        about: "domains of two phases grow",
        setup: "\
The energy, interface and mobility of PFHub's benchmark 1a, from noise around c = ½, on 64² particles 1.5 m apart or, with full effort, in the benchmark's square of 200 m on 200², \
which stay where they are. Lifshitz and Slyozov: the size of domains grows with the third root of time, which it nears from below. It is the area over the length of interfaces, or where concentrations are not \
correlated any more; the box over the mean number of waves in it grows slower, by a logarithm. Full effort gave 0.33 and 0.32 from 40 to 400 s; from 100 to 1000 s, when domains are a fifth of the square \
and few, 0.29 and 0.26.",
        run: coarsening::domains,
    },
    Case {
        id: "meshfree-solids",
        about: "solids by MLSRK beside those by MPM",
        setup: "\
The same particles by both, 2 per cell along each axis, a kernel of 2.5 distances. Constant stress in a block of 24² particles: the largest force per volume, times the distance of particles, over \
the stress. A disk of radius 1 m (neo-Hookean, E = 1000, ν = 0.3, ρ = 1) in its lowest breathing mode, (λ + 2μ) ξ J₀(ξ) = 2μ J₁(ξ). The beam of `cantilever`, \
whose root MLSRK holds by particles, under a tenth of its weight. Errors are over the exact, less 1; with full effort up to 80 particles on the radius and 12 across the beam. By MLSRK it gives \
at its root: beside that of MPM it is as if longer by 0.9 distances of particles, for 4 and 6 across and for beams of 5 and 10 m alike.",
        run: beside_mpm::solids,
    },
    Case {
        id: "meshfree-momentum",
        about: "momentum by MLSRK's forms",
        setup: "\
A disk and a ball of rubber, of radius 1 m, fly, turn and tremble for 1 s and 0.2 s or, with full effort, on particles half as far apart for five times as long. Forces sum to nothing by any form. Divided by the \
particles' own masses they keep Σ m u, divided by the row sums of equation 11 they do not; nor does the blend of velocities of equation 12, in place of which the residual and the pairwise one are offered. Drifts \
are over the mass times 3 m/s, which is about the fastest that it has; angular momentum is about the middle of mass.",
        run: free_flight::momentum,
    },
];
