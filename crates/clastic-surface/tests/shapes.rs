//! Surfaces around bodies of known volume, and around particles that are no body.

mod bodies;

use bodies::{Body, SPACING, assert_closed, field};
use clastic_surface::{Points, Settings, Surface, SurfaceError, surface};

fn all() -> [(&'static str, Settings); 3] {
    [("liquid", Settings::liquid()), ("granular", Settings::granular()), ("solid", Settings::solid())]
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

/// The stated bound on the volume, and what "closed", "outward" and "linear fields are kept" mean.
#[test]
fn bodies_keep_their_volume_and_velocities() {
    for (name, settings) in all() {
        for (body, shape) in [(Body::cube(24), "cube"), (Body::ball(30), "ball")] {
            let surface = surface(&body.points(), &settings).unwrap();
            assert_closed(&surface);
            let change = surface.volume() / body.volume() - 1.0;
            assert!(change.abs() < 0.02, "{name} {shape}: {change}");

            let middle = std::array::from_fn(|axis| {
                body.positions.iter().map(|place| place[axis]).sum::<f32>() / body.positions.len() as f32
            });
            let apart =
                |place: &[f32; 3], from: [f32; 3]| std::array::from_fn(|axis| place[axis] - from[axis]);
            let (mut error, mut inward) = (0.0f32, 0);
            for (vertex, place) in surface.positions.iter().enumerate() {
                let normal = surface.normals[vertex];
                assert!((dot(normal, normal) - 1.0).abs() < 1e-5);
                let outward: [f32; 3] = apart(place, middle);
                // Grains have sides of their own.
                inward += usize::from(dot(normal, outward) < 0.2 * dot(outward, outward).sqrt());
                let off: [f32; 3] = apart(&surface.velocities[vertex], field(*place));
                error = error.max(dot(off, off).sqrt());
            }
            assert!(100 * inward < surface.positions.len(), "{name} {shape}: {inward}");
            // A thousandth of what the field changes by over a spacing.
            assert!(error < 1e-3 * 4.0 * SPACING as f32, "{name} {shape}: {error}");
        }
    }
}

#[test]
fn threads_do_not_matter() {
    // Several subdomains of splashsurf, some of them nearly empty.
    let body = Body::new([70, 20, 40], |[x, y, z]| y < 13.0 + 6.0 * (0.2 * x + 0.1 * z).sin());
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| surface(&body.points(), &Settings::liquid()).unwrap())
    };
    let one = with(1);
    assert_closed(&one);
    for _ in 0..2 {
        assert!(one == with(4));
    }
}

/// Gaps between particles are matter, bubbles are not.
#[test]
fn bubbles_stay_and_gaps_are_filled() {
    let solid = surface(&Body::cube(16).points(), &Settings::solid()).unwrap();
    for (radius, change) in [(0.8, 0.0), (4.0, -4.0 / 3.0 * std::f64::consts::PI * 4f64.powi(3))] {
        let apart = |place: [f64; 3]| place.iter().map(|x| (x - 8.0).powi(2)).sum::<f64>().sqrt();
        let hollow = Body::new([16; 3], |place| apart(place) > radius);
        let found = surface(&hollow.points(), &Settings::solid()).unwrap();
        assert_closed(&found);
        let found = (found.volume() - solid.volume()) / SPACING.powi(3);
        assert!((found - change).abs() < 0.1 * change.abs() + 30.0, "{radius}: {found}");
    }
}

#[test]
fn no_particle_has_no_surface() {
    let none = Points { positions: &[], velocities: &[], spacing: 1.0 };
    assert_eq!(surface(&none, &Settings::liquid()), Ok(Surface::default()));
}

fn of(positions: &[[f32; 3]]) -> Result<Surface, SurfaceError> {
    let velocities = vec![[1.0, 2.0, 3.0]; positions.len()];
    surface(&Points { positions, velocities: &velocities, spacing: SPACING }, &Settings::liquid())
}

#[test]
fn lone_particles_are_balls() {
    let one = of(&[[0.1, 0.2, 0.3]]).unwrap();
    assert_closed(&one);
    let volume = one.volume() / SPACING.powi(3);
    assert!(volume > 0.5 && volume < 1.2, "{volume}");
    assert!(one.velocities.iter().all(|velocity| *velocity == [1.0, 2.0, 3.0]));
    let two = of(&[[0.1, 0.2, 0.3], [-70.0, 0.2, 0.3]]).unwrap();
    assert_closed(&two);
    assert!((two.volume() / one.volume() - 2.0).abs() < 0.1, "{}", two.volume() / one.volume());
    let many = of(&[[0.1, 0.2, 0.3]; 500]).unwrap();
    assert_closed(&many);
    assert!((many.volume() / one.volume() - 1.0).abs() < 1e-3);
}

/// A stray costs its own few cubes, and changes no bit of what it left.
#[test]
fn strays_are_islands() {
    let body = Body::ball(12);
    let alone = of(&body.positions).unwrap();
    for far in [3.0, 1e3, 1e9] {
        let positions: Vec<_> = body.positions.iter().copied().chain([[far, far, -far]]).collect();
        let both = of(&positions).unwrap();
        let lost = both.positions.iter().position(|place| *place == alone.positions[0]).unwrap();
        let same = lost..lost + alone.positions.len();
        assert!(both.positions[same.clone()] == alone.positions && both.normals[same] == alone.normals);
        assert!(both.triangles.len() > alone.triangles.len());
        assert_closed(&both);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut positions = Body::cube(3).positions;
    positions[5][1] = f32::NAN;
    let flaw = of(&positions).unwrap_err();
    assert_eq!(flaw, SurfaceError::NotFinite { what: "position", particle: 5 });
    assert_eq!(flaw.to_string(), "the position of particle 5 is not finite");
    positions[5][1] = -1e30;
    assert!(matches!(of(&positions), Err(SurfaceError::TooFar { particle: 5, .. })));

    let body = Body::cube(3);
    let with = |change: &dyn Fn(&mut Points)| {
        let mut points = body.points();
        change(&mut points);
        surface(&points, &Settings::solid()).unwrap_err()
    };
    for spacing in [0.0, -1.0, f64::INFINITY] {
        assert_eq!(with(&|points| points.spacing = spacing), SurfaceError::Spacing(spacing));
    }
    let short = SurfaceError::Length { positions: 27, velocities: 1 };
    assert_eq!(with(&|points| points.velocities = &[[0.0; 3]]), short);
    let chain: Vec<[f32; 3]> = (0..3000).map(|n| [0.5 * n as f32, 0.0, 0.0]).collect();
    assert!(matches!(of(&chain), Err(SurfaceError::TooLong { most: 131072, .. })));

    let set = |change: &dyn Fn(&mut Settings)| {
        let mut settings = Settings::liquid();
        change(&mut settings);
        surface(&body.points(), &settings).unwrap_err().to_string()
    };
    assert_eq!(set(&|settings| settings.cube_size = 0.0), "the cube size is 0 instead of 0.1 to 2");
    assert_eq!(
        set(&|settings| settings.iso_level = f64::NAN),
        "the iso level is NaN instead of 0.05 to 0.95"
    );
    let wide = "the kernel radius is 4 instead of 1 to 3.1";
    assert_eq!(set(&|settings| (settings.cube_size, settings.kernel_radius) = (0.1, 4.0)), wide);
}
