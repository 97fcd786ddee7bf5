//! Cases after theory and experiments.

use crate::Case;
use crate::cases::{
    conservation, contact, elements, every_law, flow, heat, layers, liquid, manufactured, rest, sand, solids,
    thin, time_step,
};

pub const CASES: &[Case] = &[
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
        id: "cantilever-fe",
        about: "a cantilever of finite elements hangs under its own weight",
        setup: "\
The beam of `cantilever` in tetrahedra (neo-Hookean), held by the vertices of its root, on cells as large as the edges are long. APIC, \
f64; the weight is laid on and the deflection taken as there. Tetrahedra of constant strain are too stiff where they bend, by an amount \
that falls with the square of their size, and at the edges of the root, where stress is singular, with its power 1.42; so the limit \
is extrapolated. With full effort, 8 edges across, the deflection is 4.1 % short and the limit 0.3 %.",
        run: elements::cantilever,
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
        id: "liquid-column",
        about: "a column of water collapses",
        setup: "\
Martin and Moyce's experiment (1952), n² = 2: a column of 5.715 cm × 11.43 cm, 32 cells wide or, with full effort, 64; `solver = \"liquid\"`. \
Z is how far the front has come, with a shift of T for which the largest error is least: their gate opens in some time.",
        run: liquid::column,
    },
    Case {
        id: "liquid-vortices",
        about: "Taylor's vortices, by scheme",
        setup: "\
A periodic box of 1 m full of water that turns at 1 m/s at most, without volume control, for 1/8 s, on 16², 32² and 64² cells or, with full effort, twice as \
fine, in steps that halve with the cells; and on 32² cells in 128 short steps. The flow is steady. The step is split into advection and \
pressure, and so of first order in Δt whatever the scheme; short steps show what the transfers take. At twice the time the lattice of particles is \
torn and holes appear.",
        run: liquid::taylor_vortices,
    },
    Case {
        id: "liquid-transfers",
        about: "momentum to faces and back, by scheme",
        setup: "\
2000 particles with random places, velocities and affine parts give to the faces of a MAC grid and take back, in no time. Losses are over \
Σ m |v|. The skew part of `c_pa` alone, RPIC, does not keep angular momentum on staggered faces.",
        run: liquid::transfers,
    },
];
