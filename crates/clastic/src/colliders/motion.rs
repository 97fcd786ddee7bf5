//! How colliders, sources and sinks move.

use clastic_shapes::{Rotation, Transform};

use crate::tensor::Vector;

/// How something rigid moves, as seen from where its shape stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Motion {
    /// It stays where it is.
    #[default]
    Fixed,
    /// It moves on and turns evenly.
    Steady {
        /// The velocity, in m/s.
        velocity: [f64; 3],
        /// The angular velocity, in rad/s.
        angular_velocity: [f64; 3],
        /// What it turns about at time 0, in m; it moves along.
        pivot: [f64; 3],
    },
    /// It moves from key to key.
    Keyed(KeyFrames),
}

/// Where it is at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Key {
    /// When, in s.
    pub time: f64,
    /// How far it has moved, in m.
    pub translation: [f64; 3],
    /// How far it has turned about the pivot, in degrees: about x, then y, then z. Only the last turns in 2D.
    pub rotation: [f64; 3],
}

/// Whether key frames begin again after the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeat {
    /// It rests at the last.
    #[default]
    Never,
    /// The last is the first again, moved on by as much as lies between the two.
    Forever,
}

/// Keys and what is between them: every number follows a cubic that is smooth at the keys and does not overshoot them.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyFrames {
    keys: Vec<Key>,
    /// The slopes of the six numbers at every key, per s.
    slopes: Vec<[f64; 6]>,
    pivot: [f64; 3],
    repeat: Repeat,
}

/// Why keys make no motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// There are none.
    None,
    /// A key holds a value that is not a finite number; its index.
    NotFinite(usize),
    /// A key is not later than the one before; its index.
    Order(usize),
    /// A key is so close to the one before that the motion would be infinitely fast; its index.
    Infinite(usize),
}

impl std::fmt::Display for KeyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            KeyError::None => write!(f, "there are no keys; expected at least one"),
            KeyError::NotFinite(index) => write!(f, "key {index} holds a value that is not a finite number"),
            KeyError::Order(index) => write!(f, "key {index} is not later than the one before"),
            KeyError::Infinite(index) => {
                write!(
                    f,
                    "key {index} is so close to the one before that the motion would be infinitely fast"
                )
            }
        }
    }
}

impl std::error::Error for KeyError {}

impl KeyFrames {
    /// From keys in the order of their times, which turn about the pivot, in m; it moves along.
    pub fn new(keys: Vec<Key>, pivot: [f64; 3], repeat: Repeat) -> Result<Self, KeyError> {
        if keys.is_empty() {
            return Err(KeyError::None);
        }
        for (index, key) in keys.iter().enumerate() {
            if !(key.time.is_finite() && key.numbers().iter().chain(&pivot).all(|x| x.is_finite())) {
                return Err(KeyError::NotFinite(index));
            }
            if index > 0 && key.time <= keys[index - 1].time {
                return Err(KeyError::Order(index));
            }
            if index > 0 && !chord(&keys, index - 1).1.iter().all(|x| x.is_finite()) {
                return Err(KeyError::Infinite(index));
            }
        }
        let slopes = (0..keys.len()).map(|k| slopes(&keys, k, repeat)).collect();
        Ok(KeyFrames { keys, slopes, pivot, repeat })
    }

    /// The six numbers and their rates at a time.
    fn at(&self, time: f64) -> [[f64; 6]; 2] {
        let (first, last) = (&self.keys[0], &self.keys[self.keys.len() - 1]);
        let period = last.time - first.time;
        if time < first.time || period == 0.0 {
            return [first.numbers(), [0.0; 6]];
        }
        if self.repeat == Repeat::Never && time >= last.time {
            return [last.numbers(), [0.0; 6]];
        }
        let laps = ((time - first.time) / period).floor();
        // Rounding must not lead out of the lap.
        let time = (time - laps * period).clamp(first.time, last.time);
        let next = self.keys.partition_point(|key| key.time <= time).clamp(1, self.keys.len() - 1);
        let [mut values, rates] = self.between(next - 1, time);
        let (begin, end) = (first.numbers(), last.numbers());
        for (i, value) in values.iter_mut().enumerate() {
            *value += laps * (end[i] - begin[i]);
        }
        [values, rates]
    }

    /// Hermite's cubic from key `k` to the next.
    fn between(&self, k: usize, time: f64) -> [[f64; 6]; 2] {
        let (a, b) = (self.keys[k].numbers(), self.keys[k + 1].numbers());
        let span = self.keys[k + 1].time - self.keys[k].time;
        let t = (time - self.keys[k].time) / span;
        let (mut values, mut rates) = ([0.0; 6], [0.0; 6]);
        for i in 0..6 {
            let (m, n) = (self.slopes[k][i] * span, self.slopes[k + 1][i] * span);
            let rise = b[i] - a[i];
            let (c2, c3) = (3.0 * rise - 2.0 * m - n, m + n - 2.0 * rise);
            values[i] = a[i] + t * (m + t * (c2 + t * c3));
            rates[i] = (m + t * (2.0 * c2 + 3.0 * t * c3)) / span;
        }
        [values, rates]
    }
}

impl Key {
    fn numbers(&self) -> [f64; 6] {
        let ([x, y, z], [a, b, c]) = (self.translation, self.rotation);
        [x, y, z, a, b, c]
    }
}

/// The slopes at a key: the harmonic mean of those before and after, weighted by their lengths, and 0 where they differ
/// in sign, so that nothing overshoots (Fritsch and Butland). At an end that is not repeated it rests.
fn slopes(keys: &[Key], k: usize, repeat: Repeat) -> [f64; 6] {
    let last = keys.len() - 1;
    let (before, after) = match (k, repeat) {
        _ if last == 0 => return [0.0; 6],
        (0, Repeat::Never) => return [0.0; 6],
        (k, Repeat::Never) if k == last => return [0.0; 6],
        (0, Repeat::Forever) => (last - 1, 0),
        (k, Repeat::Forever) if k == last => (last - 1, 0),
        (k, _) => (k - 1, k),
    };
    let ((h, p), (g, q)) = (chord(keys, before), chord(keys, after));
    std::array::from_fn(|i| {
        if p[i] * q[i] <= 0.0 {
            return 0.0;
        }
        let (u, v) = (2.0 * g + h, g + 2.0 * h);
        (u + v) / (u / p[i] + v / q[i])
    })
}

/// The time from a key to the next, in s, and the mean rates on the way.
fn chord(keys: &[Key], from: usize) -> (f64, [f64; 6]) {
    let span = keys[from + 1].time - keys[from].time;
    let (a, b) = (keys[from].numbers(), keys[from + 1].numbers());
    (span, std::array::from_fn(|i| (b[i] - a[i]) / span))
}

/// Where something rigid is and how it moves at one time.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    rotation: Rotation,
    /// The pivot in its own frame and in the world, in m.
    pivot: [Vector<f64, 3>; 2],
    /// The pivot's velocity, in m/s, and the angular velocity, in rad/s.
    velocity: Vector<f64, 3>,
    spin: Vector<f64, 3>,
}

impl Motion {
    /// Evenly, without turning, at a velocity in m/s.
    pub fn moving(velocity: [f64; 3]) -> Self {
        Motion::Steady { velocity, angular_velocity: [0.0; 3], pivot: [0.0; 3] }
    }

    /// Evenly about a pivot, in m, that stays where it is, at an angular velocity in rad/s.
    pub fn spinning(angular_velocity: [f64; 3], pivot: [f64; 3]) -> Self {
        Motion::Steady { velocity: [0.0; 3], angular_velocity, pivot }
    }

    /// Whether it never moves.
    pub fn is_fixed(&self) -> bool {
        *self == Motion::Fixed
    }

    /// Whether all its values are finite; those of keys always are.
    pub fn is_finite(&self) -> bool {
        match self {
            Motion::Fixed | Motion::Keyed(_) => true,
            Motion::Steady { velocity, angular_velocity, pivot } => {
                velocity.iter().chain(angular_velocity).chain(pivot).all(|x| x.is_finite())
            }
        }
    }

    /// Where it is at a time, in s.
    pub fn pose(&self, time: f64) -> Pose {
        let zero = Vector([0.0; 3]);
        match self {
            Motion::Fixed => Pose { rotation: Rotation::NONE, pivot: [zero; 2], velocity: zero, spin: zero },
            Motion::Steady { velocity, angular_velocity, pivot } => {
                let (velocity, spin, pivot) = (Vector(*velocity), Vector(*angular_velocity), Vector(*pivot));
                let rate = spin.norm_squared().sqrt();
                let rotation = if rate > 0.0 { Rotation::about(spin.0, rate * time) } else { Rotation::NONE };
                Pose { rotation, pivot: [pivot, pivot + velocity * time], velocity, spin }
            }
            Motion::Keyed(frames) => {
                let [[x, y, z, a, b, c], [u, v, w, p, q, r]] = frames.at(time);
                let pivot = Vector(frames.pivot);
                // Each rate turns about its axis as the later rotations have left it.
                let about_z = Rotation::from_degrees([0.0, 0.0, c]);
                let about_zy = about_z.after(Rotation::from_degrees([0.0, b, 0.0]));
                let spin = Vector([0.0, 0.0, r])
                    + Vector(about_z.apply([0.0, q, 0.0]))
                    + Vector(about_zy.apply([p, 0.0, 0.0]));
                Pose {
                    rotation: Rotation::from_degrees([a, b, c]),
                    pivot: [pivot, pivot + Vector([x, y, z])],
                    velocity: Vector([u, v, w]),
                    spin: spin * 1f64.to_radians(),
                }
            }
        }
    }
}

impl Pose {
    /// A place of the world in its own frame, in m.
    pub fn undo(&self, x: Vector<f64, 3>) -> Vector<f64, 3> {
        Vector(self.rotation.undo((x - self.pivot[1]).0)) + self.pivot[0]
    }

    /// A place of its own frame in the world, in m.
    pub fn apply(&self, x: Vector<f64, 3>) -> Vector<f64, 3> {
        Vector(self.rotation.apply((x - self.pivot[0]).0)) + self.pivot[1]
    }

    /// A direction of its own frame in the world.
    pub fn turn(&self, v: [f64; 3]) -> Vector<f64, 3> {
        Vector(self.rotation.apply(v))
    }

    /// Its own velocity at a place of the world, in m/s.
    pub fn velocity(&self, x: Vector<f64, 3>) -> Vector<f64, 3> {
        self.velocity + self.spin.cross(x - self.pivot[1])
    }

    /// The fastest that any place within bounds of its own frame moves, in m/s; infinite if it turns without bounds.
    pub(crate) fn fastest(&self, [low, high]: &[[f64; 3]; 2]) -> f64 {
        let rate = self.spin.norm();
        if rate == 0.0 {
            return self.velocity.norm();
        }
        let mut arm = Vector([0.0; 3]);
        for axis in 0..3 {
            let pivot = self.pivot[0][axis];
            arm[axis] = (low[axis] - pivot).abs().max((high[axis] - pivot).abs());
        }
        self.velocity.norm() + rate * arm.norm()
    }

    /// Where its pivot is, in m.
    pub fn pivot(&self) -> Vector<f64, 3> {
        self.pivot[1]
    }

    /// How fast it turns, in rad/s.
    pub fn spin(&self) -> Vector<f64, 3> {
        self.spin
    }

    /// The same as a transform.
    pub fn transform(&self) -> Transform {
        let translation = self.apply(Vector([0.0; 3])).0;
        Transform { scale: 1.0, rotation: self.rotation, translation }
    }
}
