//! Numbers of a material that may depend on a scalar which particles carry.

use clastic::materials::Carried;
use serde_json::{Value as Json, json};
use toml::Value as Toml;

use crate::language::*;

table! {
    /// A number that depends on one scalar of a particle: points, each the scalar and the number there, in ascending order.
    /// Between points the law's own numbers, such as Lamé's parameters, are linear; beyond the ends they stay. All curves of
    /// a material depend on the same scalar.
    pub struct Curve {
        /// Points over the temperature, in the unit in which the scene gives temperatures.
        optional temperature: List<Pair>,
        /// Points over the molten share, from 0 to 1; needs `latent_heat`.
        optional melt: List<Pair>,
        /// Points over the concentration, from 0 to 1.
        optional concentration: List<Pair>,
    }
}

/// More points than anyone writes down; each costs every particle a little.
const MAX_POINTS: usize = 256;
/// The largest temperature of a curve: far beyond any, and far from where numbers end.
const MAX_SCALAR: f64 = 1e6;
/// Scalars that are nearer to each other cannot be told apart.
const MIN_GAP: f64 = 1e-6;

/// A number of a material.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// The same for all particles.
    Constant(f64),
    /// One that depends on a scalar: the scalar's values, ascending, and the numbers there.
    Curve(Carried, Vec<[f64; 2]>),
}

impl Quantity {
    /// The number where the scalar has this value.
    pub fn at(&self, scalar: f64) -> f64 {
        let points = match self {
            Quantity::Constant(value) => return *value,
            Quantity::Curve(_, points) => points,
        };
        let (first, last) = (points[0], points[points.len() - 1]);
        let above = points.iter().position(|[at, _]| scalar < *at);
        match above {
            Some(0) => first[1],
            None => last[1],
            Some(k) => {
                let ([x0, y0], [x1, y1]) = (points[k - 1], points[k]);
                let share = (scalar - x0) / (x1 - x0);
                y0 * (1.0 - share) + y1 * share
            }
        }
    }

    /// The scalar that it depends on.
    pub fn varies_with(&self) -> Option<Carried> {
        match self {
            Quantity::Constant(_) => None,
            Quantity::Curve(by, _) => Some(*by),
        }
    }

    /// The points of a curve; none of a constant.
    pub fn points(&self) -> &[[f64; 2]] {
        match self {
            Quantity::Constant(_) => &[],
            Quantity::Curve(_, points) => points,
        }
    }

    /// The same with every number, and no scalar, multiplied.
    pub(crate) fn scaled(&self, by: f64) -> Quantity {
        match self {
            Quantity::Constant(value) => Quantity::Constant(value * by),
            Quantity::Curve(scalar, points) => {
                Quantity::Curve(*scalar, points.iter().map(|[x, y]| [*x, y * by]).collect())
            }
        }
    }
}

/// The values of the scalar at which any of these has a point, ascending.
pub fn knots<'a>(quantities: impl Iterator<Item = &'a Quantity>) -> Vec<f64> {
    let mut knots: Vec<f64> = quantities.flat_map(|q| q.points()).map(|[x, _]| *x).collect();
    knots.sort_by(f64::total_cmp);
    knots.dedup_by(|next, last| *next - *last < MIN_GAP);
    knots
}

/// A number, or a curve.
pub struct NumberOrCurve;

impl NumberOrCurve {
    fn curve(node: &Node, reading: &mut Reading) -> Option<Quantity> {
        let curve = reading.if_sound(|reading| TableReader::read::<Curve>(node, reading))?;
        let given = [
            (Carried::Temperature, curve.temperature),
            (Carried::Melt, curve.melt),
            (Carried::Concentration, curve.concentration),
        ];
        let mut given = given.into_iter().filter_map(|(by, points)| points.map(|points| (by, points)));
        let (Some((by, points)), None) = (given.next(), given.next()) else {
            let scalars = one_of(Carried::ALL.map(Carried::name));
            let message = format!("a curve depends on one scalar; expected {scalars} and its points");
            reading.wrong(&node.place, message);
            return None;
        };
        let name = by.name();
        let place = node.child(name).map_or(&node.place, |list| &list.place);
        let most = if by == Carried::Temperature { MAX_SCALAR } else { 1.0 };
        let least = if by == Carried::Temperature { -MAX_SCALAR } else { 0.0 };
        let wrong = if !(2..=MAX_POINTS).contains(&points.len()) {
            Some(format!("a curve of {} points; expected 2 to {MAX_POINTS}", points.len()))
        } else if let Some(pair) = points.windows(2).find(|pair| pair[1][0] - pair[0][0] < MIN_GAP) {
            let (before, after) = (pair[0][0], pair[1][0]);
            Some(format!("{before:?} stands before {after:?}; expected every {name} above the one before"))
        } else {
            let beyond = points.iter().find(|[at, _]| !(least..=most).contains(at));
            beyond.map(|[at, _]| format!("{at:?} is no {name}; expected {least:?} to {most:?}"))
        };
        if let Some(message) = wrong {
            reading.within(name, |reading| reading.wrong(place, message));
            return None;
        }
        Some(Quantity::Curve(by, points))
    }
}

impl Kind for NumberOrCurve {
    type Value = Quantity;
    fn read(node: &Node, reading: &mut Reading) -> Option<Quantity> {
        match node.value {
            Value::Table(_) => NumberOrCurve::curve(node, reading),
            Value::Integer(_) | Value::Float(_) => Number::read(node, reading).map(Quantity::Constant),
            _ => {
                let message = format!(
                    "this is {}; expected a finite number, or a curve as in {{ temperature = [[0.0, 1e6], [100.0, 1e4]] }}",
                    node.kind()
                );
                reading.wrong(&node.place, message);
                None
            }
        }
    }
    fn stand_in() -> Quantity {
        Quantity::Constant(Number::stand_in())
    }
    fn write(value: &Quantity, dimension: usize) -> Toml {
        match value {
            Quantity::Constant(value) => Number::write(value, dimension),
            Quantity::Curve(by, points) => {
                let points = List::<Pair>::write(points, dimension);
                Toml::Table([(by.name().to_string(), points)].into_iter().collect())
            }
        }
    }
    fn expected() -> String {
        "a number or a curve".to_string()
    }
    fn schema() -> Json {
        json!({"anyOf": [Number::schema(), Nested::<Curve>::schema()]})
    }
    fn inside() -> Option<GroupInfo> {
        Some(Curve::info())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_go_through_their_points_and_end_flat() {
        let curve = Quantity::Curve(Carried::Temperature, vec![[0.0, 10.0], [2.0, 20.0], [10.0, -4.0]]);
        let values = [-5.0, 0.0, 1.0, 2.0, 8.0, 10.0, 99.0].map(|scalar| curve.at(scalar));
        assert_eq!(values, [10.0, 10.0, 15.0, 20.0, 2.0, -4.0, -4.0]);
        let other = Quantity::Curve(Carried::Temperature, vec![[2.0, 1.0], [5.0, 2.0]]);
        assert_eq!(knots([&curve, &Quantity::Constant(3.0), &other].into_iter()), [0.0, 2.0, 5.0, 10.0]);
    }
}
