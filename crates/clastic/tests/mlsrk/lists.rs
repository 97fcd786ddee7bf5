//! Lists of neighbours against all pairs.

use crate::common::*;
use clastic::materials::{Liquid, Material};
use clastic::solvers::mlsrk::*;

fn water<const D: usize>(settings: Settings<D>) -> Mlsrk<D> {
    Mlsrk::new(settings, vec![Material::from(Liquid::new(1e3))]).unwrap()
}

/// Who is nearer than this to a particle along every axis.
fn near<const D: usize>(matter: &Mlsrk<D>, i: usize, cut: f64) -> Vec<u32> {
    let places = &matter.particles().position;
    let period = matter.settings().period;
    let is_near = |j: &usize| {
        (0..D).all(|axis| {
            let way = (places[i][axis] - places[*j][axis]).abs();
            period[axis].map_or(way, |[low, high]| way.min(high - low - way)) < cut
        })
    };
    (0..places.len()).filter(is_near).map(|j| j as u32).collect()
}

/// Lists hold exactly those within the kernel's reach and a skin, of a shaken block that is periodic along one axis.
#[test]
fn lists_are_complete() {
    let settings = Settings::<3> { period: [Some([0.0, 14.0]), None, None], ..Settings::new(2.6) };
    let cut = (2.0 + settings.skin) * settings.scale;
    let mut matter = water(settings);
    for x in lattice([14, 9, 7], 1.0, 0.9) {
        matter.add(Seed::at(x, 1.0, 1.0), &[]).unwrap();
    }
    matter.shapes().unwrap();
    for i in 0..matter.particles().len() {
        assert_eq!(matter.neighbours().of(i), near(&matter, i, cut), "particle {i}");
    }
}

/// Drops that fly alone have lists made anew only when they have gone as far as a cell is long, and whoever comes near is seen: one hits a
/// pool that stands still, one flies past it at half a kernel's reach, one through a period.
fn drops<const D: usize>(period: bool) {
    let h = 0.1;
    let width = if D == 2 { 40 } else { 14 };
    let mut settings = Settings::<D>::new(2.5 * h);
    if period {
        settings.period[0] = Some([0.0, width as f64 * h]);
    }
    let reach = 2.0 * settings.scale;
    let mut matter = water(settings);
    let mut counts = [width; D];
    counts[1] = 4;
    for x in lattice(counts, h, 0.2) {
        matter.add(Seed::at(x, 1.0, h.powi(D as i32)).held(), &[]).unwrap();
    }
    let middle = 0.5 * width as f64 * h;
    for (dx, y, way) in [(0.0, 2.2, [0.0, -3.0]), (-4.0 * middle, 0.6, [4.0, 0.0]), (1.5, 2.0, [5.0, 1.0])] {
        let (mut x, mut u) = ([middle + 0.013; D], [0.0; D]);
        (x[0], x[1]) = (x[0] + dx, y);
        u[..2].copy_from_slice(&way);
        matter.add(Seed::at(x, 1.0, h.powi(D as i32)).moving(u).held(), &[]).unwrap();
    }
    let (mut made, mut anchor) = (0, Vec::new());
    let steps = 180;
    for step in 0..steps {
        matter.step(4e-3, &NoSolids).unwrap();
        matter.shapes().unwrap();
        if anchor != matter.neighbours().anchor() {
            anchor = matter.neighbours().anchor().to_vec();
            made += 1;
        }
        // The fastest goes 2 cm in a step, as far as the skin; so far none has come near to anything.
        if step == 50 && !period {
            println!("{D}D: lists made {made} times in {step} steps");
            assert!(made > 1 && made < 7, "lists made {made} times in {step} steps");
        }
        for i in 0..matter.particles().len() {
            let listed = matter.neighbours().of(i);
            let missing: Vec<u32> =
                near(&matter, i, reach).into_iter().filter(|j| !listed.contains(j)).collect();
            assert!(missing.is_empty(), "step {step}: {missing:?} are near {i} and not listed");
        }
    }
}

/// A body that flies round and round without any motion within it stays where colliders are, but for a cell.
#[test]
fn what_flies_on_comes_back() {
    let h = 0.1;
    let settings = Settings::<2> { period: [Some([-1.0, 1.0]), None], ..Settings::new(2.5 * h) };
    let mut matter = water(settings);
    for x in lattice([4, 4], h, 0.0) {
        matter.add(Seed::at(x, 1.0, h * h).moving([1.0, 0.0]), &[]).unwrap();
    }
    for _ in 0..1000 {
        matter.step(5e-3, &NoSolids).unwrap();
        let farthest = matter.particles().position.iter().map(|x| x[0].abs()).fold(0.0, f64::max);
        assert!(farthest < 1.0 + 4.0 * h, "{farthest}");
    }
}

#[test]
fn drops_that_fly_alone_are_seen_when_they_come_near() {
    drops::<2>(false);
    drops::<2>(true);
    drops::<3>(false);
}
