//! Whether a surface passes through itself.
//!
//! Where it does, points count as outside that its faces enclose twice, and the volume by its faces is not that of the
//! points inside. Both are compared, the latter summed over lines along z.

use super::{Mesh, MeshError};
use crate::random::uniform;

/// Lines along x and y, each at random in its cell.
const LINES: u64 = 128;

/// How far the volumes may differ, of the greater one.
const TOLERANCE: f64 = 0.05;

/// How far they may differ by chance, in standard deviations.
const DEVIATIONS: f64 = 6.0;

/// What is met by fewer lines than this may be met by none: walls along z, much thinner than the lines are apart.
const UNSEEN: f64 = 9.0;

/// Differences up to `rounding`, in m³, mean nothing.
pub(super) fn check(mesh: &Mesh, rounding: f64) -> Result<(), MeshError> {
    let [low, high] = mesh.bounds;
    let step = [0, 1].map(|i| (high[i] - low[i]) / LINES as f64);
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut heights = Vec::new();
    for index in 0..LINES * LINES {
        let cell = [index / LINES, index % LINES];
        let line = [0, 1].map(|i| {
            let x = low[i] + (cell[i] as f64 + uniform(0, index, i as u64)) * step[i];
            x.min(high[i])
        });
        heights.clear();
        heights.extend(mesh.crossings(line).map(|(_, z)| z));
        heights.sort_unstable_by(f64::total_cmp);
        let length: f64 = heights.chunks_exact(2).map(|pair| pair[1] - pair[0]).sum();
        sum += length;
        squares += length * length;
    }
    let area = step[0] * step[1];
    let (faces, points) = (mesh.volume, sum * area);
    // Of independent lines: an upper bound for lines that are spread evenly.
    let deviation = squares.sqrt() * area;
    let unseen = UNSEEN * area * (high[2] - low[2]);
    let allowed = (TOLERANCE * faces.max(points)).max(DEVIATIONS * deviation + unseen).max(rounding);
    if (faces - points).abs() > allowed {
        return Err(MeshError::OverlapsItself { faces, points });
    }
    Ok(())
}
