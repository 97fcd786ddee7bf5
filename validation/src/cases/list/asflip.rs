//! Cases after "Revisiting Integration in the Material Point Method: A Scheme for Easier Separation and Less Dissipation".

use crate::Case;
use crate::cases::{
    board, breaking, brush, cost, elements, fountain, hair, hourglass, meshes, properties, sand, separation,
    sheets, stirring, strands, wet_square, yield_surfaces,
};

pub const CASES: &[Case] = &[
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
        id: "A4",
        about: "fibres slide off a roof",
        setup: "\
Twenty fibres of 30 cm on cells of 1 cm lie 0.8 cm above each other, by turns farther left and farther right, and fall on a roof of \
45° that divides them; without friction, 0.9 s. Crossings are of edges of different fibres, looked at every 20 ms. \
`scenes/papers/a4-fibres.toml`, after figures 10 and 25 and table 2 of the paper of A1, which do not give the pile, the roof or the \
step: SFLIP's fibres fall sooner than FLIP's and APIC's and NFLIP's through each other; with three times the step, 3 Δt, SFLIP's cross as well if β_max is \
large. 3 Δt is the scene's 0.4 ms here, for three times that, 2.4 of the time that sound takes through a cell, is unstable: \
steps are refused, and fibres fall by 0.5 cm with a β_max of 1 and 17 cm with 0.1. With sand's law in place of contact across the fibres, they fell 13 cm with FLIP, 24 cm with APIC and 29 cm with SFLIP, and \
there were 4 crossings with SFLIP and 30 with NFLIP. The pile and the step were chosen after others, all with sand's law: fibres that all \
slide to one side fall alike with FLIP, APIC and SFLIP; with 0.5 cm between them, and with steps of 0.4 Δx/c, APIC's fell farther than SFLIP's.",
        run: strands::fibres,
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
stress acts between them, so that they should go straight on. They turn by the rotation that fits their vertices best, and together \
by that of the line between their middles. `scenes/papers/a7-squares.toml`, after figures 13 and 14 and table 2 of \
the paper of A1, which do not give sizes and speeds: with SFLIP and ASFLIP the squares come apart, with FLIP, APIC, AFLIP and ASPIC they \
turn as one body, and with NFLIP they go wrong. So they do here, but with the paper's β_max of 0.1 those that come apart do not go \
straight on: they stick for the first 0.16 s, keep a third of their speed, and each turns by about 140°. The reason is β_max. Within a \
cell of where they meet, nodes carry both along with a common velocity; β_max gives back a tenth of that way in a step, so the elements \
there are sheared, and nodes hand half of their forces to the other square. With β_max of 0.2, 0.5 and 1, SFLIP's way is 0.52, 0.61 and 0.92 of the exact one \
and ASFLIP's 0.54, 0.63 and 0.69. Little else helps: α = 1 gives 0.49, steps of 1 and 4 ms 0.36 and 0.47, half the cells, edges and gap 0.50, \
squares of 102 cm 0.50 after 0.66 s; elements ten times as soft give 0.74, a speed of 10 m/s 0.79 and a gap of a cell 0.77, but then \
APIC's squares part as well, with 0.70, 0.77 and 0.74. So what the paper says of separating holds here, and what it draws as the truth is met only \
with a larger β_max, or in a set-up that it does not give. NFLIP's elements fold, so that its turn means nothing. After 0.45 s those that stuck shake loose as well, AFLIP's first; at \
1 m/s all but NFLIP's stick, for a step keeps 0.99 of a velocity of their own and there are three times as many steps.",
        run: meshes::squares,
    },
    Case {
        id: "A8",
        about: "water on a spinning square",
        setup: "\
A block of water 60 cm wide flies at 3 m/s at an elastic square of 46 cm that turns at 20 rad/s; 5100 particles on cells of 2 cm, 0.4 s \
without gravity. The energy below a size is the kinetic energy of the water's particles less that of their means over squares of that \
size, over their mass, as a mean over time from 0.05 s on, when water has reached the square. PolyPIC keeps 0.825 of modes 5 and 6 and \
0.2 of modes 7 to 9, or 0.825 of modes 5 to 7, or all of each; what ends early is averaged until then. `scenes/papers/a8-water-on-square.toml`, after figure 15 and table 2 of the paper of A1, \
which do not give sizes and speeds: there AFLIP has the fine structure of FLIP and APIC on cells a quarter as large, full FLIP has it with \
noise, PolyPIC does not show it, with all of its modes it is not stable, and with seven modes it explodes. Here that is so, but for the last: with seven modes energy \
never exceeds the first, not even with all of each and in 0.8 s, and it does with all of nine, of which steps are refused after 0.08 s. \
AFLIP has more energy below 4 Δx than FLIP, APIC and PolyPIC, by 9 % to 30 %.",
        run: wet_square::wet_square,
    },
    Case {
        id: "A9",
        about: "a box is dropped",
        setup: "\
A square of finite elements, 40 cm wide and turned by 20°, falls 34 cm onto a floor and bounces for 2 s; edges of 2 cm on cells of 4 cm or, \
with full effort, half of that. The energy is that of the particles' velocities, of the elements and of gravity, from the floor up. \
`scenes/papers/a9-box-drop.toml`, after figure 16 of the paper of A1, which gives no numbers: there AFLIP keeps more energy than FLIP and APIC, \
and about as much as PolyPIC.",
        run: elements::box_drop,
    },
    Case {
        id: "A11",
        about: "a pressed brush",
        setup: "\
A box with round edges is pressed 2 cm into a brush of 100 strands, 5 cm long and 0.24 cm apart, or for the tests 49 and 0.34 cm, in 0.2 s, turned by 180° and pulled out until \
0.6 s; cells of 0.5 cm. How far vertices are from where they began is the root of the mean square, after 0.7 s or, with full effort, 1 s. The second table is figure 19, with 256 strands when the box is in: β is 1, \
or 0.2 where strands are pressed together, and knows of boundaries or not, while colliders hold no particle one by one. Others are vertices that were not \
in the way of the box. With 100 strands and 0.5, tried first, these moved as far with SFLIP as with NFLIP. `scenes/papers/a11-brush.toml`, after figures 17 and 19 \
and table 2 of the paper of A1, which do not give sizes and speeds: strands return to rest with SFLIP and ASFLIP, and stay tangled with FLIP, \
APIC and AFLIP, whose energies stay high and whose steps are many. Its β of 0.05 and 0.2 were tried first: strands that cross within a cell then \
tremble with SFLIP and ASFLIP too, unless steps are as short as 0.05 ms.",
        run: brush::pressed_brush,
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
        id: "A13",
        about: "sand breaks through a board",
        setup: "\
A column of sand, 30 × 48 × 30 cm, falls at 2 m/s on an elastic board of 60 × 60 cm that is one cell thick, was cut into 24 pieces and is held along its \
rim; cells of 4.8 cm, and 0.25 s, or 3.2 cm and 0.4 s with full effort. Sand is left on the board if it is not more than a cell below its lower side. \
`scenes/papers/a13-plate.toml`, after figure 22 and table 2 of the paper of A1, which do not give sizes: with FLIP and APIC sand stays on the plate, with SFLIP \
and ASFLIP it falls through at once. The board is a tenth as stiff as theirs: as stiff, on these cells, it holds with every scheme (95 % left with ASFLIP). \
On cells of 2 cm one as stiff, which is 2 cm thick then, gives way: with ASFLIP 45 % of the sand is left after 0.2 s, \
and less from step to step; other schemes were not run. A board also holds if forces within pieces are explicit and so go through the grid: what moves a piece against its neighbours happens within a cell.",
        run: board::board,
    },
    Case {
        id: "A14",
        about: "two sheets are pulled apart",
        setup: "\
Two sheets of cloth of 24 × 24 cm or, for the tests, 12 × 12 cm hang 0.8 cm apart on cells of 2 cm; their upper edges move apart, at \
30 cm/s each. The delay is by how much later than each alone, with nothing beside it, their middles are a cell apart; alone that is after \
0.08 s with every scheme. Wrinkles are what hinges hold, as a mean over the second half of 0.15 s or 0.3 s. `scenes/papers/a14-sheets.toml`, after figure 23 \
and table 2 of the paper of A1, which do not give sizes, speed and thickness: with FLIP and APIC the sheets part late and wrinkle, with SFLIP and ASFLIP they do \
not. With the paper's β of 0.05 and 0.2 that is so of each and the scheme that it is made of, but not by much, and SFLIP's sheets part later than \
APIC's and wrinkle more. The reason is β, as in A7: nodes pull both sheets along, and what stretches and bends them back is within a cell, where \
only the share β of it comes to pass. With β of 0.5 and 1, as in A11 and A15, wrinkles are what a sheet alone has, and all four pairs of schemes differ by \
5 to 18 times. The delay is then shorter than APIC's with ASFLIP, and with SFLIP only with full effort, by half (0.018 s and 0.034 s): APIC's \
sheets are dragged open from above by a viscosity that grows with the number of steps, with steps of 0.25 ms at all heights at once (after 0.15 s \
by 4.4, 3.8 and 3.4 cells at a quarter, half and three quarters of their height; alone by 4.2, 3.2 and 2.0). Other things change little: friction does nothing, \
gaps of 0.4 cm, twice the speed and cells, edges and gaps half as large keep the order.",
        run: sheets::sheets,
    },
    Case {
        id: "A15",
        about: "a head of hair",
        setup: "\
400 strands of about 14 cm stand off a round head and fall on it, for 0.3 s. Then the head is shaken by ±60° until 1.1 s: with each scheme from \
the same hair, which fell with ASFLIP, 200 strands or, with full effort, 400. Cells of 3 cm. How far neighbours have moved apart is, for every tip, its \
displacement as the head sees it less that of the strand with the nearest root: the root of the mean square, and the mean over the shaking. \
`scenes/papers/a15-hair.toml`, after figure 24 and table 2 of the paper of A1, whose head is that of a character of a \
game: with FLIP and APIC strands can hardly separate and look rigid, with SFLIP and ASFLIP they do and flow. Here the order is so, but not by far. \
APIC's hair falls less, swings less and stays together. FLIP's comes apart nearly as far as SFLIP's with 200 strands and less so with 400, which leave less \
room (SFLIP over FLIP 1.06 and 1.27, ASFLIP over FLIP 1.4 and 1.5); but it does not flow: it trembles, stretched by a hundred times the energy, which takes 4 and 14 times the steps. \
The room that hair takes says nothing here, for it stands off at first: who holds it up keeps the most.",
        run: hair::head_of_hair,
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
        id: "strands-cost",
        about: "what strands cost",
        setup: "\
The brush of A11 with 10⁴ strands of 20 segments, on cells of 0.25 cm and two threads, before the box reaches it: 210 000 vertices. Within \
meshes are the forces of strands and their solve, the phase `meshes` of `summary.json`. Less than half of a step is wanted. Times depend on the machine and on \
what else it does, and are reported, not judged. `docs/meshes.md` has the command of a run of its own.",
        run: cost::strands,
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
];
