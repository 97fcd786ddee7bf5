//! Many mistakes at once: each is told, and nothing else is.
//!
//! A good scene is spoilt by a handful of known mistakes at a time. What each must say is known, and so are the fields
//! that it makes doubtful and those that it follows from. Runs for a fixed number of draws; a failure prints its edits.

use clastic_scene::{Edit, SceneFile};

const GOOD: &str = r#"
dimension = 2
seed = 3

[grid]
cell_size = 0.1

[time]
frames = 2

[walls]
x_low = { at = -9.0 }
y_low = { at = 0.0 }

[materials.goo]
law = "neo-hookean"
density = 1000.0
young_modulus = 1e5
poisson_ratio = 0.3

[materials.wax]
law = "hencky"
density = 900.0
young_modulus = { melt = [[0.0, 1e6], [1.0, 1e4]] }
viscosity = 1.0
heat_capacity = 2100.0
conductivity = 0.2
latent_heat = 2e5
melting_temperature = 60.0

[bodies.block]
material = "jelly"
shape = "box"
min = [0.0, 0.2]
max = [0.5, 0.7]

[bodies.ball]
material = "goo"
shape = "disk"
center = [2.0, 2.0]
radius = 0.3

[bodies.pair]
material = "jelly"
shape = "union"
of = [
  { shape = "disk", center = [5.0, 5.0], radius = 0.3 },
  { shape = "ring", center = [5.0, 6.0], radius = 0.3, inner_radius = 0.1 },
]

[colliders.rock]
shape = "disk"
center = [8.0, 8.0]
radius = 0.3

[colliders.paddle]
shape = "box"
center = [8.0, 6.0]
size = [1.0, 0.1]
motion = { angular_velocity = 3.0 }

[sources.tap]
material = "goo"
shape = "box"
min = [7.0, 2.0]
max = [7.4, 2.4]
velocity = [0.0, -1.0]

[sinks.drain]
shape = "box"
min = [6.5, 0.0]
max = [8.0, 0.3]
"#;

/// A known mistake.
struct Spoilt {
    /// What is set to make it.
    sets: &'static [&'static str],
    /// The field that is named, and a part of what is said.
    says: (&'static str, &'static str),
    /// The fields that nothing can be concluded from any more.
    doubts: &'static [&'static str],
    /// The fields that it is concluded from.
    needs: &'static [&'static str],
}

const fn value(set: &'static [&'static str], field: &'static str, says: &'static str) -> Spoilt {
    Spoilt { sets: set, says: (field, says), doubts: set, needs: &[] }
}

const SPOILT: &[Spoilt] = &[
    value(&["grid.cell_size=-1"], "grid.cell_size", "expected a positive number"),
    value(&["time.frames=-3"], "time.frames", "expected a whole number of at least 0"),
    value(&["time.fps=fast"], "time.fps", "this is a text; expected a positive number"),
    value(&["transfer.alpha=7"], "transfer.alpha", "expected a number from 0 to 1"),
    value(&["gravity=3"], "gravity", "this is a whole number; expected a list of"),
    value(&["seed=-1"], "seed", "expected a whole number of at least 0"),
    value(&["dimension=4"], "dimension", "4 is not allowed; expected 2 or 3"),
    value(&["units=imperial"], "units", "`imperial` is not known"),
    value(&["allow_overlap=yes"], "allow_overlap", "expected true or false"),
    value(&["output.fields=[\"F\"]"], "output.fields.0", "`F` is not known (`f`?)"),
    value(&["materials.goo.density=thick"], "materials.goo.density", "expected a positive number"),
    value(&["bodies.block.sampling=poison"], "bodies.block.sampling", "`poison` is not known (`poisson`?)"),
    Spoilt {
        sets: &["materials.goo.young_modulus=-1"],
        says: ("materials.goo.young_modulus", "-1.0 is not allowed"),
        doubts: &["materials.goo.young_modulus"],
        needs: &["units"],
    },
    Spoilt {
        sets: &["materials.wax.young_modulus.melt=[[0.0, 1e6], [1.0, -1.0]]"],
        says: ("materials.wax.young_modulus.melt.1", "-1.0 is not allowed; expected a number from 0"),
        // What it depends on is clear.
        doubts: &[],
        needs: &["units"],
    },
    value(
        &["materials.wax.young_modulus.melt=[[0.0, 1e6]]"],
        "materials.wax.young_modulus.melt",
        "a curve of 1 points",
    ),
    value(
        &["materials.wax.young_modulus.melt=[[1.0, 1e6], [0.0, 1e6]]"],
        "materials.wax.young_modulus.melt",
        "expected every melt above the one before",
    ),
    value(
        &[
            "materials.wax.young_modulus={ melt = [[0.0, 1e6], [1.0, 1e6]], concentration = [[0.0, 1e6], [1.0, 1e6]] }",
        ],
        "materials.wax.young_modulus",
        "a curve depends on one scalar",
    ),
    value(
        &["materials.wax.young_modulus=stiff"],
        "materials.wax.young_modulus",
        "this is a text; expected a finite number, or a curve as in",
    ),
    Spoilt {
        sets: &["materials.wax.bulk_viscosity={ temperature = [[0.0, 1.0], [1.0, 2.0]] }"],
        says: (
            "materials.wax.bulk_viscosity",
            "depends on `temperature`, while `young_modulus` depends on `melt`",
        ),
        doubts: &["materials.wax.bulk_viscosity"],
        needs: &["materials.wax.young_modulus"],
    },
    Spoilt {
        sets: &["materials.wax.viscosity=-2"],
        says: ("materials.wax.viscosity", "-2.0 is not allowed"),
        doubts: &["materials.wax.viscosity"],
        needs: &["units"],
    },
    Spoilt {
        sets: &["materials.wax.heat_capacity=0"],
        says: ("materials.wax.heat_capacity", "0.0 is not allowed"),
        doubts: &["materials.wax.heat_capacity"],
        needs: &["units"],
    },
    value(
        &["materials.wax.latent_heat=much"],
        "materials.wax.latent_heat",
        "this is a text; expected a finite number",
    ),
    Spoilt {
        sets: &["materials.goo.heat_capacity=1000"],
        says: ("materials.goo", "`conductivity` is missing; expected it, beside `heat_capacity`"),
        doubts: &["materials.goo.conductivity"],
        needs: &[],
    },
    Spoilt {
        sets: &["materials.goo.young_modulus={ melt = [[0.0, 1e5], [1.0, 1e4]] }"],
        says: ("materials.goo.young_modulus", "nothing melts here; expected `latent_heat`"),
        doubts: &["materials.goo.young_modulus"],
        needs: &[],
    },
    Spoilt {
        sets: &["bodies.block.temperature=20"],
        says: ("bodies.block.temperature", "the material `jelly` keeps no temperature"),
        doubts: &[],
        needs: &["bodies.block.material", "materials.jelly"],
    },
    Spoilt {
        sets: &["bodies.pair.concentration=0.5"],
        says: ("bodies.pair.concentration", "the material `jelly` keeps no concentration"),
        doubts: &[],
        needs: &["bodies.pair.material", "materials.jelly"],
    },
    value(&["bodies.ball.concentration=2"], "bodies.ball.concentration", "expected a number from 0 to 1"),
    value(
        &["walls.y_low.temperature=1e9"],
        "walls.y_low.temperature",
        "expected a temperature from -1e6 to 1e6",
    ),
    Spoilt {
        sets: &["materials=3"],
        says: ("materials", "this is a whole number; expected tables by name"),
        doubts: &["materials"],
        needs: &[],
    },
    Spoilt {
        sets: &["bodies.ball.radius=-1"],
        says: ("bodies.ball.radius", "-1.0 is not allowed"),
        doubts: &["bodies.ball.radius", "bodies.ball.shape"],
        needs: &[],
    },
    Spoilt {
        sets: &["bodies.ball.sclae=3"],
        says: ("bodies.ball.sclae", "did you mean `scale`?"),
        doubts: &["bodies.ball.shape"],
        needs: &[],
    },
    Spoilt {
        sets: &["tmie.frames=3"],
        says: ("tmie", "did you mean `time`?"),
        doubts: &["time"],
        needs: &[],
    },
    Spoilt {
        sets: &["bodies.pair.of.0.radius=0"],
        says: ("bodies.pair.of.0.radius", "0.0 is not allowed"),
        doubts: &["bodies.pair.of.0", "bodies.pair.shape"],
        needs: &[],
    },
    Spoilt {
        sets: &["bodies.pair.of.1.inner_radius=3.0"],
        says: ("bodies.pair.of.1.inner_radius", "expected less than the radius"),
        doubts: &[],
        needs: &["dimension"],
    },
    Spoilt { sets: &["name=../up"], says: ("name", "cannot name a folder"), doubts: &[], needs: &[] },
    Spoilt {
        sets: &["time.duration=1.0"],
        says: ("time.frames", "expected `duration` or `frames`, not both"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        // Frames of its own: those that are spoilt would hide it.
        sets: &["time.dt=1e-300", "time.frames=2"],
        says: ("time.dt", "steps are too many"),
        doubts: &[],
        needs: &["time.fps"],
    },
    Spoilt {
        sets: &["time.dt=1e-3", "time.courant_sound=0.3"],
        says: ("time.courant_sound", "goes with an adaptive step"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        sets: &["transfer.scheme=asflp"],
        says: ("transfer.scheme", "`asflp` is not known (`asflip`?)"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        sets: &["grid.kernel=linear", "grid.gradients=mls"],
        says: ("grid.gradients", "singular with the linear kernel"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        sets: &["walls.x_high.at=-10"],
        says: ("walls.x_high", "expected low < high"),
        doubts: &["walls.x_high"],
        needs: &[],
    },
    Spoilt {
        // The ball stays where it is, or it would be beyond the wall too.
        sets: &["walls.y_low.at=0.3", "bodies.ball.center=[2.0, 2.0]"],
        says: ("bodies.block", "the body reaches y = 0.2, beyond the world's low end at 0.3"),
        doubts: &[],
        needs: &["dimension", "walls.y_low"],
    },
    Spoilt {
        sets: &["walls.z_low.at=0.0"],
        says: ("walls.z_low", "a 2D scene has no z axis"),
        doubts: &[],
        needs: &["dimension"],
    },
    Spoilt {
        sets: &["periodic.y=[0.0, 0.7]", "walls.y_low.at=0.0"],
        says: ("walls.y_low", "it cannot have walls as well"),
        doubts: &["walls.y_low"],
        needs: &[],
    },
    Spoilt {
        sets: &["bodies.block.material=jely"],
        says: ("bodies.block.material", "no material is called `jely` (`jelly`?)"),
        doubts: &["bodies.block.material"],
        needs: &["materials"],
    },
    Spoilt {
        sets: &["bodies.block.velocity_gradient=[[1.0]]"],
        says: ("bodies.block.velocity_gradient", "expected 2 rows of 2 numbers"),
        doubts: &[],
        needs: &["dimension"],
    },
    Spoilt {
        sets: &["bodies.block.spacing=0.05", "bodies.block.particles_per_cell=4"],
        says: ("bodies.block.spacing", "expected `particles_per_cell` or `spacing`, not both"),
        doubts: &["bodies.block.spacing"],
        needs: &[],
    },
    Spoilt {
        sets: &["bodies.ball.center=[0.3, 0.4]"],
        says: ("bodies.ball", "the body lies in `block`"),
        doubts: &[],
        needs: &[
            "dimension",
            "seed",
            "allow_overlap",
            "grid.cell_size",
            "bodies.ball.shape",
            "bodies.block.spacing",
            "bodies.block.sampling",
        ],
    },
    value(&["colliders.rock.friction=-1"], "colliders.rock.friction", "expected a number from 0 to 1e6"),
    value(&["colliders.rock.contact=glue"], "colliders.rock.contact", "`glue` is not known"),
    value(&["colliders.rock.motion=3"], "colliders.rock.motion", "this is a whole number; expected a table"),
    value(&["sinks.drain.end=-1"], "sinks.drain.end", "expected a positive number"),
    Spoilt {
        sets: &["colliders.rock.raduis=2"],
        says: ("colliders.rock.raduis", "did you mean `radius`?"),
        doubts: &["colliders.rock.shape"],
        needs: &[],
    },
    Spoilt {
        sets: &["colliders.paddle.motion.keys=[]"],
        says: ("colliders.paddle.motion.angular_velocity", "expected `keys` or this, not both"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        sets: &["colliders.rock.motion.repeat=true"],
        says: ("colliders.rock.motion.repeat", "there is nothing to repeat"),
        doubts: &["colliders.rock.motion"],
        needs: &[],
    },
    Spoilt {
        sets: &["colliders.rock.motion={ keys = [{ time = 1.0 }, { time = 0.5 }] }"],
        says: ("colliders.rock.motion.keys.1.time", "expected keys in the order of their times"),
        doubts: &["colliders.rock.motion"],
        needs: &[],
    },
    Spoilt {
        sets: &["colliders.rock.motion.velocity=[1e300, 0.0]"],
        says: ("colliders.rock.motion.velocity", "too large; expected at most 1e9 either way"),
        doubts: &["colliders.rock.motion"],
        needs: &[],
    },
    Spoilt {
        // The ball stays where it is, or it would be in the rock too.
        sets: &[
            "colliders.rock.center=[0.25, 0.45]",
            "colliders.rock.radius=1.5",
            "bodies.ball.center=[2.0, 2.0]",
        ],
        says: ("bodies.block", "all of it begins in `rock`"),
        doubts: &[],
        needs: &[
            "dimension",
            "seed",
            "grid.cell_size",
            "bodies.block.spacing",
            "bodies.block.sampling",
            "colliders.rock.shape",
            "colliders.rock.motion",
        ],
    },
    Spoilt {
        sets: &["walls.x_low.contact=sticky", "walls.x_low.friction=1"],
        says: ("walls.x_low.friction", "matter sticks here; expected no friction"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        sets: &["sources.tap.material=gooo"],
        says: ("sources.tap.material", "no material is called `gooo` (`goo`?)"),
        doubts: &["sources.tap.material"],
        needs: &["materials"],
    },
    Spoilt {
        sets: &["sources.tap.temperature=20"],
        says: ("sources.tap.temperature", "the material `goo` keeps no temperature"),
        doubts: &[],
        needs: &["sources.tap.material", "materials.goo"],
    },
    Spoilt {
        sets: &["sources.tap.sampling=poisson"],
        says: ("sources.tap.sampling", "expected regular or jittered"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        sets: &["sources.tap.spacing=0.05", "sources.tap.particles_per_cell=4"],
        says: ("sources.tap.spacing", "expected `particles_per_cell` or `spacing`, not both"),
        doubts: &["sources.tap.spacing"],
        needs: &[],
    },
    Spoilt {
        sets: &["sources.tap.start=2.0", "sources.tap.end=1.0"],
        says: ("sources.tap.end", "expected a later end"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        sets: &["sources.tap.max_particles=0"],
        says: ("sources.tap.max_particles", "expected a whole number of at least 1"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        sets: &["sources.tap.velocity=[0.0, -1e300]"],
        says: ("sources.tap.velocity", "expected it slower, or an end"),
        doubts: &[],
        needs: &["time", "dimension", "grid.cell_size", "sources.tap.spacing"],
    },
    Spoilt {
        sets: &["sinks.drain.max=[0.0, 0.0]"],
        says: ("sinks.drain.max", "the box is empty"),
        doubts: &[],
        needs: &["dimension"],
    },
    Spoilt {
        sets: &["camera.range=[2.0, 1.0]"],
        says: ("camera.range", "expected the lower value before the higher"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        sets: &["camera.size=[8, 8]"],
        says: ("camera.size", "expected two whole numbers of pixels"),
        doubts: &[],
        needs: &[],
    },
    Spoilt {
        sets: &["camera.color=pressure"],
        says: ("camera.color", "frames hold no stress"),
        doubts: &[],
        needs: &["output.fields"],
    },
    Spoilt {
        sets: &["camera.color=temperature"],
        says: (
            "camera.color",
            "frames hold no temperature; expected `temperature` among the output's fields",
        ),
        doubts: &[],
        needs: &["output.fields"],
    },
    Spoilt {
        sets: &["camera.eye=[0.0, 1.0]"],
        says: ("camera.eye", "a picture of 2D shows everything"),
        doubts: &[],
        needs: &["dimension"],
    },
];

fn path(set: &str) -> &str {
    set.split('=').next().unwrap_or(set)
}

/// Whether one path is the other or leads to it.
fn related(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.split('.'), other.split('.'));
    loop {
        match (one.next(), other.next()) {
            (Some(a), Some(b)) if a == b => {}
            (Some(_), Some(_)) => return false,
            _ => return true,
        }
    }
}

impl Spoilt {
    /// Whether both want to set the same field, or fields in each other.
    fn collides(&self, other: &Spoilt) -> bool {
        self.sets.iter().any(|a| other.sets.iter().any(|b| related(path(a), path(b))))
    }

    /// Whether this goes untold because of the other.
    fn hidden_by(&self, other: &Spoilt) -> bool {
        self.needs.iter().any(|need| {
            // A table's own entries are known though one of them is wrong.
            let within = |doubt: &str| *need == "materials" && doubt != "materials";
            other.doubts.iter().map(|doubt| path(doubt)).any(|doubt| related(need, doubt) && !within(doubt))
        })
    }
}

fn told(edits: &[&str]) -> Vec<(String, String)> {
    let edits: Vec<Edit> = edits.iter().map(|edit| Edit::parse(edit).expect("an edit")).collect();
    match SceneFile::parse("good.toml", GOOD, &edits).and_then(|scene| scene.verify()) {
        Ok(_) => Vec::new(),
        Err(mistakes) => mistakes.0.into_iter().map(|mistake| (mistake.field, mistake.message)).collect(),
    }
}

#[test]
fn each_of_many_mistakes_is_told_and_nothing_else() {
    let scene = SceneFile::parse("good.toml", GOOD, &[]).expect("a good scene");
    assert!(scene.verify().is_ok());
    let mut state = 1u64;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % bound
    };
    for draw in 0..4000 {
        let mut chosen: Vec<&Spoilt> = Vec::new();
        for _ in 0..1 + draw % 8 {
            let spoilt = &SPOILT[random(SPOILT.len())];
            if !chosen.iter().any(|other| spoilt.collides(other)) {
                chosen.push(spoilt);
            }
        }
        let edits: Vec<&str> = chosen.iter().flat_map(|spoilt| spoilt.sets).copied().collect();
        let mut found = told(&edits);
        for spoilt in &chosen {
            let hidden = chosen.iter().any(|other| spoilt.hidden_by(other));
            if hidden {
                continue;
            }
            let (field, says) = spoilt.says;
            let index = found.iter().position(|(at, message)| at == field && message.contains(says));
            let index =
                index.unwrap_or_else(|| panic!("{edits:#?}\ndo not tell of {field}: {says}\n{found:#?}"));
            found.remove(index);
        }
        assert!(found.is_empty(), "{edits:#?}\ntell of more: {found:#?}");
    }
}
