//! Parts of the engine by themselves: memory, functions, kernels, modes, schemes, contact and motion.

mod memory {
    use clastic::memory::Buffer;

    /// Bytes of a cache line.
    const LINE: usize = 64;

    #[test]
    fn begins_at_a_line_and_keeps_its_values() {
        let mut buffer = Buffer::<f32>::default();
        for len in [1, 5, 16, 17, 1000, 3, 100_000] {
            let before: Vec<f32> = buffer.iter().copied().take(len).collect();
            buffer.resize(len);
            assert_eq!(buffer.len(), len);
            assert_eq!(buffer.as_ptr() as usize % LINE, 0);
            assert_eq!(&buffer[..before.len()], before);
            assert!(buffer[before.len()..].iter().all(|x| *x == 0.0));
            buffer.fill(len as f32);
        }
    }
}

mod functions {
    use clastic::tensor::Scalar;
    use clastic::tensor::functions::{exp, ln};

    fn ulps<T: Scalar>(got: T, exact: f64) -> f64 {
        let scale = exact.abs().max(T::MIN_POSITIVE) * T::EPSILON;
        (got.to_f64() - exact).abs() / scale
    }

    fn worst<T: Scalar>(bound: f64) {
        for i in 0..40_000 {
            let t = i as f64 / 40_000.0;
            for x in [1e-3 + 4.0 * t, 0.9 + 0.2 * t, (60.0 * (t - 0.5)).exp()] {
                let x = T::from_f64(x);
                let exact = x.to_f64().ln();
                assert!(ulps(ln(x), exact) < bound, "ln({x:?}) = {:?}, not {exact}", ln(x));
            }
            let x = T::from_f64(160.0 * (t - 0.5));
            let exact = x.to_f64().exp();
            assert!(ulps(exp(x), exact) < bound, "exp({x:?}) = {:?}, not {exact}", exp(x));
        }
    }

    #[test]
    fn agree_with_the_standard_library() {
        worst::<f32>(2.0);
        worst::<f64>(2.0);
    }

    #[test]
    fn edges_of_the_range() {
        assert_eq!(ln(1.0f32), 0.0);
        assert_eq!(exp(0.0f64), 1.0);
        assert_eq!(ln(0.0f64), f64::NEG_INFINITY);
        assert!(ln(-1.0f32).is_nan() && ln(f64::NAN).is_nan() && exp(f32::NAN).is_nan());
        assert_eq!(exp(1e4f64), f64::INFINITY);
        assert_eq!(exp(-1e4f32), 0.0);
        assert_eq!(ln(f32::INFINITY), f32::INFINITY);
    }
}

mod kernels {
    use clastic::kernels::{Kernel, Place};

    /// Partition of unity, linear precision and their derivatives, which every conservation proof rests on.
    #[test]
    fn identities() {
        for kernel in Kernel::ALL {
            let spline = kernel.spline::<f64>();
            for i in 0..4001 {
                let x = -2.0 + i as f64 / 1000.0;
                let place = spline.place(x);
                let (mut w, mut wx, mut g, mut gx) = (0.0, 0.0, 0.0, 0.0);
                for n in 0..spline.nodes {
                    let (weight, slope) = (spline.weight(n, place), spline.slope(n, place));
                    assert!(weight >= 0.0, "{kernel:?} at {x}: w{n} = {weight}");
                    w += weight;
                    wx += weight * spline.offset(n, place);
                    g += slope;
                    gx += slope * (place.base + n as f64);
                }
                for (got, exact) in [(w, 1.0), (wx, 0.0), (g, 0.0), (gx, 1.0)] {
                    assert!(
                        (got - exact).abs() < 4.0 * f64::EPSILON,
                        "{kernel:?} at {x}: {got}, not {exact}"
                    );
                }
                if let Some(inertia) = kernel.inertia() {
                    assert!((spline.second_moment(place) - inertia).abs() < 4.0 * f64::EPSILON);
                }
            }
        }
    }

    #[test]
    fn slope_is_the_derivative_of_weight() {
        let step = 1e-6;
        for kernel in Kernel::ALL {
            let spline = kernel.spline::<f64>();
            for i in 0..100 {
                let place = spline.place(0.503 + i as f64 / 101.0);
                for n in 0..spline.nodes {
                    let at = |d: f64| spline.weight(n, Place { base: place.base, t: place.t + d });
                    let difference = (at(step) - at(-step)) / (2.0 * step);
                    assert!((difference - spline.slope(n, place)).abs() < 1e-9, "{kernel:?} {n}");
                }
            }
        }
    }
}

mod modes {
    use clastic::kernels::Kernel;
    use clastic::solvers::mpm::reference::kernel::{Mode, modes, spline};
    use clastic::transfer::Modes;

    /// On its three nodes along each axis, a field made of the modes gives their coefficients back.
    #[test]
    fn are_dual_and_carry_no_momentum() {
        for k in 0..60 {
            let places = [3.0 + 0.0166 * k as f64, -0.5 + 0.0123 * k as f64];
            let count = Modes::all(2).len();
            let mut found = vec![vec![0.0; count]; count];
            let (mut momentum, mut moment) = (vec![0.0; count], vec![[0.0; 2]; count]);
            for i in -1..=1 {
                for j in -1..=1 {
                    let node = [places[0].round() as i64 + i, places[1].round() as i64 + j];
                    let r = [0, 1].map(|axis: usize| node[axis] as f64 - places[axis]);
                    let w: f64 = r.iter().map(|r| spline(Kernel::Quadratic, *r).0).product();
                    let all: Vec<Mode> = modes(places, node).collect();
                    for (a, mode) in all.iter().enumerate() {
                        momentum[a] += w * mode.value;
                        moment[a][0] += w * mode.value * r[0];
                        moment[a][1] += w * mode.value * r[1];
                        for (b, other) in all.iter().enumerate() {
                            found[a][b] += mode.dual * other.value;
                        }
                    }
                }
            }
            for a in 0..count {
                assert!(momentum[a].abs() < 1e-15 && moment[a].iter().all(|x| x.abs() < 1e-15), "{k}: {a}");
                for (b, coefficient) in found[a].iter().enumerate() {
                    let exact = if a == b { 1.0 } else { 0.0 };
                    assert!((coefficient - exact).abs() < 1e-14, "{k}: {a} {b} {coefficient}");
                }
            }
        }
    }
}

mod schemes {
    use clastic::transfer::{Modes, Scheme};

    fn numbers(name: &str) -> [f64; 6] {
        let s = Scheme::from_name(name, 2).unwrap_or_else(|| panic!("no scheme {name}"));
        [s.stretch, s.rotation, s.alpha, s.alpha_position, s.beta_min, s.beta_max]
    }

    #[test]
    fn table_of_the_papers() {
        assert_eq!(numbers("pic"), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(numbers("rpic"), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(numbers("apic"), [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(numbers("apic-0.9"), [0.9, 0.9, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(numbers("flip-1"), [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(numbers("nflip"), [0.0, 0.0, 0.99, 0.99, 1.0, 1.0]);
        assert_eq!(numbers("sflip"), [0.0, 0.0, 0.99, 0.99, 0.0, 1.0]);
        assert_eq!(numbers("aflip"), [1.0, 1.0, 0.99, 0.0, 0.0, 0.0]);
        assert_eq!(numbers("aspic-0.5"), [1.0, 1.0, 0.0, 0.5, 0.0, 1.0]);
        assert_eq!(numbers("asflip-0.995"), [1.0, 1.0, 0.995, 0.995, 0.0, 1.0]);
        assert_eq!(Scheme::from_name("asflip", 3).map(|s| s.alpha), Some(0.97));
        for (dimension, most) in [(2, 9), (3, 8)] {
            let modes = |name: &str| Scheme::from_name(name, dimension).map(|s| s.modes);
            assert_eq!(modes("polypic"), Modes::first(most, dimension));
            assert_eq!(modes(&format!("polypic-{}", most + 1)), None);
            // Modes 1 to d + 1 are APIC.
            let few = Scheme::from_name(&format!("polypic-{}", dimension + 1), dimension);
            assert_eq!(few, Scheme::from_name("apic", dimension));
        }
    }

    #[test]
    fn wrong_names() {
        for name in [
            "",
            "pick",
            "pic-0.5",
            "flip-",
            "flip-2",
            "flip-x",
            "flip--0.5",
            "flip-nan",
            "polypic-2",
            "polypic-5.5",
        ] {
            assert_eq!(Scheme::from_name(name, 3), None, "{name}");
        }
    }
}

mod contact {
    use clastic::colliders::Contact;
    use clastic::tensor::Vector;

    fn resolve(contact: Contact, friction: f64, v: [f64; 2]) -> [f64; 2] {
        contact.resolve(friction, Vector(v), Vector([0.0, 1.0])).0
    }

    #[test]
    fn four_cases() {
        assert_eq!(resolve(Contact::Sticky, 0.0, [3.0, 1.0]), [0.0, 0.0]);
        assert_eq!(resolve(Contact::Slip, 0.0, [3.0, 1.0]), [3.0, 0.0]);
        assert_eq!(resolve(Contact::Separate, 0.5, [3.0, 1.0]), [3.0, 1.0]);
        assert_eq!(resolve(Contact::Separate, 0.0, [3.0, -1.0]), [3.0, 0.0]);
    }

    #[test]
    fn friction_slows_or_stops() {
        assert_eq!(resolve(Contact::Separate, 0.5, [3.0, -2.0]), [2.0, 0.0]);
        assert_eq!(resolve(Contact::Separate, 0.5, [-3.0, -2.0]), [-2.0, 0.0]);
        assert_eq!(resolve(Contact::Separate, 0.5, [0.9, -2.0]), [0.0, 0.0]);
        // Nothing presses, so nothing rubs.
        assert_eq!(resolve(Contact::Slip, 0.5, [3.0, 1.0]), [3.0, 0.0]);
        assert_eq!(resolve(Contact::Separate, 0.5, [0.0, -2.0]), [0.0, 0.0]);
    }
}

mod motion {
    use clastic::colliders::{Key, KeyError, KeyFrames, Motion, Repeat};
    use clastic::shapes::Rotation;
    use clastic::tensor::Vector;

    fn key(time: f64, x: f64, angle: f64) -> Key {
        Key { time, translation: [x, -x, 0.5 * x], rotation: [angle, 0.5 * angle, -2.0 * angle] }
    }

    fn keys() -> [Key; 4] {
        [key(0.0, 0.0, 10.0), key(0.5, 1.0, 40.0), key(0.9, 1.0, 35.0), key(1.4, 0.2, 90.0)]
    }

    fn keyed(keys: [Key; 4], pivot: [f64; 3], repeat: Repeat) -> Motion {
        Motion::Keyed(KeyFrames::new(keys.to_vec(), pivot, repeat).expect("keys in order"))
    }

    fn motions() -> [Motion; 4] {
        let steady = Motion::Steady {
            velocity: [0.3, -0.2, 0.1],
            angular_velocity: [0.5, 1.0, -2.0],
            pivot: [1.0, 0.0, 0.5],
        };
        let [once, again] =
            [Repeat::Never, Repeat::Forever].map(|repeat| keyed(keys(), [0.1, 0.2, 0.3], repeat));
        [Motion::Fixed, steady, once, again]
    }

    /// The velocity of a point that is carried along is the derivative of its place.
    #[test]
    fn velocities_are_derivatives() {
        let (point, h) = (Vector([0.7, -0.3, 0.4]), 1e-6);
        for motion in motions() {
            for time in [-0.2, 0.1, 0.49, 0.7, 1.1, 1.7, 5.03] {
                let at = |t: f64| motion.pose(t).apply(point);
                let exact = (at(time + h) - at(time - h)) * (0.5 / h);
                let pose = motion.pose(time);
                let got = pose.velocity(pose.apply(point));
                assert!((got - exact).norm_squared() < 1e-14, "{motion:?} at {time}: {got:?}, not {exact:?}");
                assert!((pose.undo(pose.apply(point)) - point).norm_squared() < 1e-28);
                assert!((Vector(pose.transform().apply(point.0)) - at(time)).norm_squared() < 1e-28);
            }
        }
    }

    #[test]
    fn keys_are_met_and_not_overshot() {
        // About the origin, so that where the pivot is says how far it has moved, in every bit.
        let [once, again] = [Repeat::Never, Repeat::Forever].map(|repeat| keyed(keys(), [0.0; 3], repeat));
        for motion in [&once, &again] {
            for key in keys() {
                assert_eq!(motion.pose(key.time).pivot().0, key.translation);
            }
            for i in 0..140 {
                assert!((0.0..=1.0).contains(&motion.pose(0.01 * i as f64).pivot()[0]));
            }
        }
        // Before the first key and after the last it rests.
        for (time, key) in [(-1.0, keys()[0]), (99.0, keys()[3])] {
            let pose = once.pose(time);
            assert_eq!(pose.pivot().0, key.translation);
            assert_eq!(pose.transform().rotation, Rotation::from_degrees(key.rotation));
            assert_eq!([pose.velocity(pose.pivot()).0, pose.spin().0], [[0.0; 3]; 2]);
        }
        // Laps add up.
        assert!((again.pose(1.4 * 3.0 + 0.5).pivot()[0] - (1.0 + 3.0 * 0.2)).abs() < 1e-12);
    }

    /// Whatever the rounding. About one axis at a time, so that the spin is the angle's rate.
    #[test]
    fn no_halt_between_laps() {
        for axis in 0..3 {
            let turn = |key: Key| {
                let mut rotation = [0.0; 3];
                rotation[axis] = key.rotation[0];
                Key { rotation, ..key }
            };
            let motion = keyed(keys().map(turn), [0.0; 3], Repeat::Forever);
            // The last two keys are 55° apart and the first two 30°, both in 0.5 s: the harmonic mean.
            let rate = 2.0 / (1.0 / 110.0 + 1.0 / 60.0);
            for lap in 0..200 {
                let spin = motion.pose(1.4 * f64::from(lap)).spin()[axis].to_degrees();
                assert!((spin - rate).abs() < 1e-9, "axis {axis}, lap {lap}: {spin}°/s, not {rate}°/s");
            }
        }
    }

    #[test]
    fn wrong_keys() {
        let make = |keys: Vec<Key>| KeyFrames::new(keys, [0.0; 3], Repeat::Never).unwrap_err();
        assert_eq!(make(vec![]), KeyError::None);
        assert_eq!(make(vec![key(0.0, f64::NAN, 0.0)]), KeyError::NotFinite(0));
        assert_eq!(make(vec![key(1.0, 0.0, 0.0), key(1.0, 0.0, 0.0)]), KeyError::Order(1));
        assert_eq!(make(vec![key(0.0, 0.0, 0.0), key(1e-300, 1e10, 0.0)]), KeyError::Infinite(1));
    }
}
