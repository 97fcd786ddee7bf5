//! The cases, by what they are about.

mod breaking;
mod conservation;
mod contact;
mod cost;
mod elastic_impacts;
mod every_law;
mod flow;
mod fountain;
mod granular;
mod heat;
mod history;
mod hourglass;
mod implicit;
mod lava;
mod layers;
mod manufactured;
mod meshes;
mod oscillation;
mod properties;
mod rest;
mod rotation;
mod round_trip;
mod sand;
mod separation;
mod solids;
mod stirring;
mod thin;
mod time_step;
mod tori;
mod yield_surfaces;

use crate::Case;

/// Every case.
pub const ALL: &[Case] = &[
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
        id: "A2",
        about: "sand that began on lines",
        setup: "\
A column of sand of 3 × 7 cm on cells of 2 mm, its 2100 particles on 30 vertical lines, collapses. The roughness is the root mean \
square of how far particles lie off the middle of their neighbours on the line. `scenes/papers/a2-sand-lines.toml`, after figure 5 \
and table 2 of the paper of A1, which do not give the column's size: with PIC, FLIP and APIC particles stay in line, with NFLIP \
they do not.",
        run: sand::sand_on_lines,
    },
    Case {
        id: "A3",
        about: "sand in an hourglass",
        setup: "\
Sand runs through an hourglass 1.2 m wide for 2 s: 8650 particles on cells of 2 cm or, for the tests, 2190 on 4 cm. A grain is loose \
that has fewer than 5 neighbours within 1.5 Δx; means are over the time from 0.5 s on, when sand reaches the floor. \
`scenes/papers/a3-hourglass.toml`, after figure 8 and table 2 of the paper of A1, which give neither the glass nor its contact. \
There NFLIP sinks deep, here by 0.4 cells, or by 1.1 in the test. It depends on the set-up: on a floor with friction 0.3 in place \
of a sticky one, with sand from a regular lattice and steps of 0.4 Δx/c in place of 0.6, tried first on cells of 2 cm, NFLIP sank by \
0.11 cells and SFLIP by 0.36. Contact acts from half a cell away, which the paper does not say of its own.",
        run: hourglass::hourglass,
    },
    Case {
        id: "ablation",
        about: "what SFLIP's two switches are for",
        setup: "\
The hourglass of A3 with NFLIP, with NFLIP and β = 0 at boundaries, with SFLIP that has no such switch, and with SFLIP. Grains overlap \
that are within Δx/8 of each other in the end. After figure 19 of the paper of A1, whose strands sink into the box without the \
first switch and into each other without the other one. The first is judged. The second hardly shows in sand and is reported: \
grains that had twice as many others within 0.75 Δx as on a lattice, tried first, were fewer with NFLIP (0.8 %) than with SFLIP \
(2.3 %).",
        run: hourglass::ablation,
    },
    Case {
        id: "A5",
        about: "a slab breaks on a wedge",
        setup: "\
Slabs of brittle clay of 84 × 20 cm, each at another place among the nodes, hit a wedge at 2.2 m/s and their halves the ground; 0.75 s, \
cells of 2 cm and of 1 cm. Particles more than 2 cm apart belong to different parts: pieces of at least a hundredth of the slab, and \
crumbs. Means over the slabs, for how one of them breaks is chance. `scenes/papers/a5-fracture.toml`, after figure 11 and table 2 of the \
paper of A1, which do not give sizes and speeds. There SFLIP breaks the slab as FLIP and APIC do on cells half as large. Here it makes \
more crumbs than they do, as many as they make on finer cells, but not more pieces. With full effort, sixteen slabs each: 13.4 crumbs \
with SFLIP, 7.6 with FLIP and 9.5 with APIC (9.8 and 12.9 on cells of 1 cm); 2.2, 2.1 and 2.3 pieces (5.9 and 5.5).",
        run: breaking::fracture,
    },
    Case {
        id: "A6",
        about: "wet clay is torn",
        setup: "\
Clay of 40 × 68 cm is pulled apart by two bars that hold its ends, at 25 cm/s each, for 0.3 s, on cells of 2 cm or, with full effort, \
0.833 cm. It has parted when no chain of particles less than Δx apart joins the bars; looked at every 2 ms, means over clays at \
other places among the nodes. `scenes/papers/a6-wet-clay.toml`, after figure 12 and table 2 of the paper of A1, which do not give \
sizes and speeds. There SFLIP parts first, and NFLIP scatters. Here SFLIP parts before APIC and together with FLIP, for the clay gives way \
all at once and few particles are beyond J_c for long; β_max = 1 changes nothing. NFLIP is late and does not scatter.",
        run: breaking::tearing,
    },
    Case {
        id: "A7",
        about: "two squares side by side, one up and one down",
        setup: "\
Two squares of finite elements, 66 cm wide and 2 cm apart, on cells of 6 cm; one moves up and the other down, at 3 m/s, for 0.44 s. No \
stress acts between them, so that they should go straight on. `scenes/papers/a7-squares.toml`, after figures 13 and 14 and table 2 of \
the paper of A1, which do not give sizes and speeds: with SFLIP and ASFLIP the squares come apart, with FLIP, APIC, AFLIP and ASPIC they \
turn as one body, and with NFLIP they go wrong. So they do here. After 0.45 s those that stuck shake loose as well, AFLIP's first; at \
1 m/s all but NFLIP's stick, for a step keeps 0.99 of a velocity of their own and there are three times as many steps.",
        run: meshes::squares,
    },
    Case {
        id: "A12",
        about: "a wheel throws sand",
        setup: "\
A wheel with paddles, 44 cm across, turns at 15 rad/s, comes down into a box of sand 40 cm deep and leaves: 1.755 million particles on \
cells of 1 cm for 1.6 s; for the tests a slice of 20 cm, with 6100 particles on cells of 5 cm, ten times softer, for 1 s. \
`scenes/papers/a12-wheel.toml`, after figure 21 and table 2 of the paper of A1, which do not give sizes; there ASFLIP sprays the most \
and PIC and APIC the least. Here that depends on how high one looks: PIC and APIC lift more sand a little, ASFLIP throws the most \
high. 60 cm was tried first; there the order is the other way round, and it is reported. Whole, as soft, on cells of 4 cm, APIC's share over \
ASFLIP's is 1.05, 0.70 and 0.47 above 60, 80 and 100 cm. The paper's size was not run.",
        run: stirring::wheel,
    },
    Case {
        id: "A16",
        about: "stirred sand gains volume",
        setup: "\
A rock turns ten times in 2 s in sand 48 cm deep and 1.2 m wide and stops; the height is taken after 3 s, as the mean over columns of \
cells of the highest particle with at least 6 neighbours within 1.5 Δx. Cells of 4 cm or, with full effort, 2 cm. Volume \
correction is the law's: what sand remembers of its expansion and gives back. `scenes/papers/a16-stirred-sand.toml`, after figure 20 \
of the paper of A1, which gives no numbers and leaves the gain as an open problem.",
        run: stirring::stirred,
    },
    Case {
        id: "A10",
        about: "a fountain",
        setup: "\
Water leaves a nozzle of 11 cm upwards at 1.5 m/s, falls on a plate, runs over its edge onto a wider one and into a basin, with a \
friction of 0.0125; 5.9 l of water in 0.25 cm cells, three million particles, or for the tests 5859 particles in cells of 2 cm with \
water ten times as compressible. The spread is the root mean square of the distance from the axis, after 0.7 s or, with full effort, \
1.2 s. `scenes/papers/a10-fountain.toml`, after figure 1 and table 2 of the paper of A1, which do not give plates and speed. In \
the paper ASFLIP spreads more than AFLIP as well. That is not reproduced: with two sets of plates on cells of 2 cm, and one on cells of \
1.5 cm, ASFLIP's spread was 0.985, 0.997 and 1.001 of AFLIP's. The paper's cells are six times finer, and were not run. The order \
of APIC depends on the time: until 0.58 s, on cells of 2 cm, APIC's spread is the largest.",
        run: fountain::fountain,
    },
    Case {
        id: "A17",
        about: "what the schemes cost",
        setup: "\
The cube of sand of C5, let go just above the torus, on one thread. All schemes run by turns of a few steps, and the shortest turn of \
each counts. Times depend on the machine and on what else it does, and are reported, not judged. Section 6 of the paper of A1: SFLIP \
and ASFLIP take 22.8 % longer than FLIP for a step and 62.2 % for the transfer to particles, AFLIP as long as APIC. The numbers \
below are one of four measurements on two cores that others kept busy. In these a step took from −9 % to +1 % longer with SFLIP and −3 % \
to +4 % with ASFLIP, and the transfer 6 % to 17 % and 11 % to 31 %; with AFLIP −4 % to +20 % and 25 % to 41 % longer than with APIC. \
Three before them, with the median of turns on all threads, were worse: up to +18 % for a step, and +9 % to +142 % for the transfer. \
Only a quiet machine can tell.",
        run: cost::cost,
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
step with β = 0 and β = 1. In colliders, which may move, and in a source. Figure 7 of the paper of A1.",
        run: separation::cases_of_beta,
    },
    Case {
        id: "E3",
        about: "ASPIC mixes two steps' nodal velocities",
        setup: "The parting pair of A1 with ASPIC, against equation 9 of the paper of A1.",
        run: separation::aspic_in_free_flight,
    },
    Case {
        id: "E5",
        about: "particles beside a frictional wall",
        setup: "\
Two particles of a cell, one at rest in a floor that matter sticks to and one that flies along beside it; one step. Figure 18 of the \
paper of A1.",
        run: separation::beside_a_wall,
    },
    Case {
        id: "E4",
        about: "yield surfaces and where matter comes apart",
        setup: "\
The surfaces of a liquid (γ = 7), of sand (φ = 30°), dry and with a cohesion of 0.03 E, and of the clays of figures 11 and 12, \
traced in 2D by the laws' own yield functions in the plane of principal Kirchhoff stresses and over the elastic volume ratio J. \
J_c is where β turns to β_max; it must be at the tip, where the return mapping puts what was pulled apart. Figure 9 of the paper \
of A1, whose J_c of clay is of the form x + √(1 + x²) with x = χ p₀/κ. That takes p₀ for a Cauchy pressure; our yield function is \
in Kirchhoff stresses, as that of the law's source, and has its tip at √(1 + 2x).",
        run: yield_surfaces::tips,
    },
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
    Case {
        id: "E6",
        about: "what each scheme does",
        setup: "\
The share of random velocities left after ten transfers; how far a pair within a cell parts in a step, over what its \
velocities say; the angle of C2's disk, over the exact; how far one goes in a step that would carry it into a wall; how far the \
facing layers of two slabs get that fly apart, over how far they should; the share of energy that the gallery's \
two disks keep. 2D, f64, α = 0.99 unless named; PolyPIC with its usual shares. Table 1 of the paper of A1 says which \
schemes have which property; its stars for energy are an order.",
        run: properties::table,
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
        id: "step",
        about: "how long a step may be, and what it does to energy",
        setup: "\
A neo-Hookean disk of radius 0.3 on a 32² grid (E = 1000, ν = 0.3, ρ = 2), stretched along one axis and squeezed along the \
other at 5/s, swings while sound crosses it 20 times. The Courant number is Δt over the time in which sound and matter cross a \
cell.",
        run: time_step::courant,
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
    Case {
        id: "incline",
        about: "a block on an incline",
        setup: "\
A block of 0.8 × 0.4 m (E = 2 MPa, ν = 0.3, ρ = 1000 kg/m³) on cells of 0.05 m lies on a plane that is tilted against the grid, with \
Coulomb's friction. Its acceleration is that of the centre of mass from 0.35 s to 1 s.",
        run: contact::incline,
    },
    Case {
        id: "conveyor",
        about: "a block, a disk and a ball are set down on a belt",
        setup: "\
The belt is a plane that moves at 0.6 m/s, with μ = 0.3. A block of 0.8 × 0.4 m, a disk and a ball of radius 0.4 m (E = 1 MPa, \
ν = 0.3, ρ = 1000 kg/m³), at rest, are set down on it, on cells of 0.05 m, the disk 0.025 m. Friction \
accelerates them until nothing slips: the block at the belt's speed, the disk at a third and the ball at 2/7 of it.",
        run: contact::conveyor,
    },
    Case {
        id: "spinning-plate",
        about: "a plate that spins takes along what lies on it",
        setup: "\
A block of 0.8 × 0.3 × 0.8 m (E = 1 MPa, ν = 0.3, ρ = 1000 kg/m³) on cells of 0.1 m is set down in the middle of a plate that turns at \
3 rad/s, with μ = 0.5.",
        run: contact::spinning_plate,
    },
    Case {
        id: "thin-box",
        about: "a closed box of thin walls is shaken",
        setup: "\
A box of 1 m with walls of a fifth of a cell, 60 % full of sand or water, is shaken and turned along key frames at up to 4 m/s, with \
μ = 0.2; 24 cells across in 2D, 10 in 3D, for 1 s, or with full effort 28 in 3D, which is 10⁵ particles, for 10 s. Crowding is the \
number of particles in the lowest half cell over that in half a cell further up.",
        run: thin::shaken_box,
    },
    Case {
        id: "cup",
        about: "a cup with thin walls is carried",
        setup: "\
A cup of radius 0.4 m with walls of 0.3 cells, half full of water, is carried 1.2 m along, up, down and tilted by ±12°. ASFLIP, cells of \
0.04 m in 2D and 0.08 m or, with full effort, 0.04 m in 3D.",
        run: thin::cup,
    },
    Case {
        id: "impulse",
        about: "momentum comes and goes as loads and flows say",
        setup: "\
A pool of water, 2D, cells of 0.05 m, for 0.6 s: a nozzle pours into it, a thin paddle that spins and moves on stirs it, it sticks to a \
ball, rubs on the walls of its basin and leaves by a drain. The momentum of all particles changes by gravity, by what came and went, \
and by the impulses that the engine reports for colliders, sources and walls.",
        run: thin::impulses,
    },
    Case {
        id: "sand-runout",
        about: "how far columns of sand run",
        setup: "\
A column of sand one metre wide and a metres high (φ = 30°, E = 100 times the pressure at its foot, ν = 0.3, 4 particles per cell) \
stands at a smooth wall on a rough floor and collapses. It has run to the first column of cells without sand. Lube et al., \
\"Collapses of two-dimensional granular columns\" (2005): 1.2 a for a < 1.8 and 1.9 a^(2/3) for tall ones. The law knows no size of \
grains and no rate: the finer the grid, the farther it runs. Judged is sand with the viscosity that grains of a hundredth of the \
width have, 0.87 d √(ρ p) after the μ(I) rheology; the law alone is reported.",
        run: sand::run_out,
    },
    Case {
        id: "sand-triaxial",
        about: "an element of sand yields where Mohr and Coulomb say",
        setup: "\
One element of the law, without a grid: pressed from all sides by a strain of 10⁻⁴, then strained along one axis in steps of \
5·10⁻⁶ while the stress at its sides is held. E = 10 MPa, ν = 0.3. The cone of the law touches Mohr and Coulomb's pyramid in \
compression, (1 + sin φ)/(1 − sin φ), in 3D and in plane strain. Both forms, Simo's strain and Hencky's, also shear by 4 ε after a \
compression of ε.",
        run: sand::element,
    },
    Case {
        id: "sand-incline",
        about: "a layer of sand on a slope begins to flow",
        setup: "\
A layer 0.4 m deep on a rough floor that is tilted, periodic along the slope; E = 1.6 MPa, ν = 0.3, ρ = 1600 kg/m³; APIC, cells of \
0.05 m, 4 particles per cell in 2D and 8 in 3D; a bulk viscosity of 0.1 ρ c Δx damps sound, which shakes a finer layer loose half \
a per cent early. It begins with the stress of its weight, and flows if it has gained 0.4 % of the \
speed of free fall after 1 s; the tilt is bracketed by halves. It must lie between atan(sin φ_e), where the layer is at yield with \
the same stress along the slope as across, and φ_e, where the slope is the plane of the largest ratio of stresses; sin φ_e = √2 α \
in 2D and 3 α/√2 in plane strain in 3D.",
        run: sand::incline,
    },
    Case {
        id: "couette",
        about: "Couette flow",
        setup: "\
The moving plate is in the middle: between sticky walls 10 cm apart a sheet of the fluid, 12.5 mm \
thick, is dragged along by a body force with 50 Pa on either side. On both sides flows Couette's linear profile, with the \
shear rate τ/η. Liquid with η = 10 Pa s and ρ = 1000 kg/m³, from rest, periodic along the flow; f64, APIC, 16 and 32 cells \
across or, with full effort, 64.",
        run: flow::couette,
    },
    Case {
        id: "poiseuille",
        about: "Poiseuille flow",
        setup: "\
The channel of `couette`, driven by 1000 Pa/m everywhere, from rest until it is steady; against the exact series and the \
parabola.",
        run: flow::poiseuille,
    },
    Case {
        id: "shear-wave",
        about: "viscosity damps a shear wave",
        setup: "\
The fluid of `couette` in a periodic square of 10 cm, with the velocity U sin(2πy/L) along x: no walls, so that what \
decays is due to viscosity alone.",
        run: flow::shear_wave,
    },
    Case {
        id: "bingham",
        about: "yield fluids flow as a plug",
        setup: "\
The channel of `poiseuille` with yield fluids of s_Y = 20 Pa: n = 1 and K = 5 Pa s (Bingham), n = 0.5 and K = 10 Pa √s; shear \
modulus 3.6 kPa, 2.5 s from rest, 16 and 32 cells across. Slip and elastic strain speed the plug up, APIC's own viscosity \
slows it down, and on 32 cells they partly cancel. Thinner fluids suffer more: with n = 0.5 and K = 5 Pa √s, tried with full \
effort, the plug is 14 % slow on 32 cells. The plug's width is where γ̇ⁿ, a straight line in the exact answer, goes to 0.",
        run: flow::yield_fluids,
    },
    Case {
        id: "viscoelastic",
        about: "a visco-elastic layer swings and comes to rest",
        setup: "\
A neo-Hookean layer 0.5 m high (E = 100 kPa, ν = 0.3, ρ = 1000 kg/m³) with η = 100 Pa s on a sticky floor, periodic along \
it, begins with the velocity 0.01 m/s sin(πy/2h), along the floor and upright: the first mode of a Kelvin–Voigt solid, \
which decays as exp(−η k² t/2ρ). Damping is measured by the logarithm of the extrema.",
        run: layers::visco_elastic,
    },
    Case {
        id: "heated-bar",
        about: "heat in a bar",
        setup: "\
A bar of 1 m at rest (ρ = 1000 kg/m³, c = 500 J/(kg K), k = 50 W/(m K)), f64, 16 to 64 cells long or, with full effort, \
128. Between walls at 0 K: one wave of sin(πx/L), and a bar at 1 K throughout, against Fourier's series after 0.1 L²/α. \
With walls that keep heat in: a wave of cos(πx/L), and particles of random temperature.",
        run: heat::bar,
    },
    Case {
        id: "stefan",
        about: "Stefan's melting front",
        setup: "\
The bar of `heated-bar` at its melting point melts from a wall 1 K above it, with the latent heat c/St per K, on 64 cells \
or, with full effort, 128. The front should be at 2λ√(αt), with √π λ e^{λ²} erf λ = St.",
        run: heat::stefan,
    },
    Case {
        id: "energy-box",
        about: "no material gains energy in a closed box",
        setup: "\
A disk of radius 0.22 m on cells of 1/16 m drops, spins and slides in a box of 1 m with slip walls for 10 000 steps or, with full \
effort, 40 000; for every law, with the numbers of its example (E = 1 kPa or alike, ρ = 1 kg/m³), with APIC and ASFLIP, f32. \
A rise is above any earlier value, and 1 % is allowed. The energy is kinetic, that of affine fields included, elastic and gravitational, from the floor up.",
        run: every_law::energy_box,
    },
    Case {
        id: "impact-30",
        about: "every material hits the floor at 30 m/s",
        setup: "\
A block of 0.2 m, 10 cells high in 2D and 4 in 3D, of every law and as soft as scenes have it, hits a floor that it may leave \
again; f32, APIC and ASFLIP. For jelly and clay this is faster than their sound.",
        run: every_law::impact,
    },
    Case {
        id: "cantilever",
        about: "a cantilever hangs and swings under its own weight",
        setup: "\
A beam of 10 × 2 × 2 m (E = 10⁸ Pa, ν = 0.3, ρ = 1000 kg/m³, Hencky's law) sticks out of a wall to which nodes stick. APIC, 8 \
particles per cell. Its weight is laid on evenly over 1 s, which is a period, and the deflection is the mean over the next \
second; for the frequency a tenth of it is laid on at once. Timoshenko's beam with κ = 5/6: 0.3832 m and 0.9908 Hz.",
        run: solids::cantilever,
    },
    Case {
        id: "taylor-bar",
        about: "a copper rod hits a wall",
        setup: "\
A quarter of a rod (E = 117 GPa, ν = 0.35, ρ = 8930 kg/m³, von Mises with linear hardening) flies onto a frictionless floor and is \
looked at after 80 µs; APIC, 5 cells on its radius or, with full effort, 10. Two rods: that of Wilkins and Guinan, 32.4 mm × 6.4 mm \
at 227 m/s with 400 MPa and 100 MPa, for which finite elements converge to a foot's radius of 7.22 mm and a length of 21.42 mm; and \
that of Johnson and Holmquist (1988), 25.4 mm × 7.6 mm at 190 m/s, measured as 16.2 mm long, 13.5 mm wide at the foot and 10.1 mm \
at a fifth of its former length, once with the same copper and once with 157 MPa and 425 MPa, a line up to about a tenth below the \
curve 118 + 484 ε^0.74 MPa that OpenMPM3D has for this rod at strains from 0.1 to 1. Deviations are reported.",
        run: solids::taylor_bar,
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
        id: "C10",
        about: "two balls of sand meet",
        setup: "\
Two balls of sand of radius 0.195 m fly at each other at ±20 m/s, 0.2 m off centre; 0.06 s, f64, on cells of 4 cm or, with full effort, \
0.77 cm, which is the paper's 1.1 million particles. `scenes/papers/c10-collision.toml`, after figure 10 and table 2 of the paper of C2, \
which give no numbers. Times are measured on a machine that does other things too. On the coarse cells sound limits \
most of PIC's steps and motion most of FLIP's.",
        run: granular::collision,
    },
];
