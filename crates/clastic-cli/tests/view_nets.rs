//! Meshes and strands as `clastic view` sends them, while a sink takes their vertices.
#![cfg(unix)]

mod common;

use std::collections::BTreeMap;

use common::Folder;
use common::served::Served;

/// A cube of tetrahedra and free strands move into a sink, past jelly that stays.
const SCENE: &str = r#"
name = "nets"
dimension = 3
gravity = [0.0, 0.0, 0.0]

[grid]
cell_size = 0.1

[time]
frames = 8
fps = 30

[materials.skin]
law = "inert"
density = 1000.0

[materials.jelly]
preset = "jelly"

[bodies.block]
material = "jelly"
shape = "box"
center = [2.0, 0.5, 0.0]
size = [0.3, 0.3, 0.3]

[meshes.cube]
kind = "solid"
material = "skin"
shape = "box"
min = [0.0, 0.0, 0.0]
max = [0.4, 0.4, 0.4]
spacing = 0.1
young_modulus = 1e4
velocity = [0.0, -1.0, 0.0]

[meshes.hair]
kind = "strands"
material = "skin"
young_modulus = 1e6
radius = 5e-3
roots = { pattern = "segment", from = [1.0, 0.4, 0.0], to = [1.4, 0.4, 0.0], count = 3 }
rooted = false
direction = [0.0, -1.0, 0.0]
length = 0.4
segments = 4
velocity = [0.0, -1.0, 0.0]

[sinks.drain]
shape = "box"
min = [-1.0, -1.0, -1.0]
max = [3.0, -0.05, 1.0]
"#;

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// What is joined in a frame, and where.
struct Fabric {
    free: u32,
    places: Vec<[f32; 3]>,
    lines: Vec<Vec<u32>>,
    triangles: Vec<[u32; 3]>,
}

impl Fabric {
    fn of(served: &Served, number: usize) -> Fabric {
        let (status, frame) = served.get(&format!("/api/runs/0/frames/{number}?color=speed"));
        assert_eq!((status, &frame[..4]), (200, &b"CLV1"[..]));
        let [particles, obstacles, strays, joined] = [4, 48, 52, 56].map(|at| words(&frame[at..at + 4])[0]);
        let begin = 60 + 48 * obstacles as usize + 12 * strays as usize;
        let places = words(&frame[begin..begin + 12 * joined as usize]);
        let places: Vec<f32> = places.into_iter().map(f32::from_bits).collect();

        let (status, net) = served.get(&format!("/api/runs/0/nets/{number}"));
        assert_eq!((status, &net[..4]), (200, &b"CLN1"[..]));
        let net = words(&net[4..]);
        assert_eq!(net[0], joined, "the frame's net");
        let (lengths, mut points) = net[4..].split_at(net[1] as usize);
        let mut lines = Vec::new();
        for length in lengths {
            let (line, rest) = points.split_at(*length as usize);
            (lines, points) = ([lines, vec![line.to_vec()]].concat(), rest);
        }
        assert_eq!(points.len(), 3 * net[3] as usize);
        Fabric {
            free: particles - joined,
            places: places.as_chunks().0.to_vec(),
            lines,
            triangles: points.as_chunks().0.to_vec(),
        }
    }

    /// Edges are about as long as they were made, so that they join those that belong together.
    fn holds_together(&self) {
        let far = |a: u32, b: u32| {
            let [a, b] = [a, b].map(|point| self.places[point as usize]);
            (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f32>().sqrt()
        };
        for line in &self.lines {
            assert!(line.len() > 1);
            assert!(line.windows(2).all(|ends| (far(ends[0], ends[1]) - 0.1).abs() < 0.02), "{line:?}");
        }
        // Corners lie on a grid, its diagonals among the edges.
        let longest = 0.1 * 3.0_f32.sqrt() + 0.02;
        assert!(
            self.triangles.iter().all(|[a, b, c]| far(*a, *b).max(far(*b, *c)).max(far(*c, *a)) < longest)
        );
    }

    /// Every edge is passed as often one way as the other: the surface has no hole.
    fn is_closed(&self) {
        let mut sum: BTreeMap<[u32; 2], i32> = BTreeMap::new();
        for [a, b, c] in &self.triangles {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                *sum.entry([*from.min(to), *from.max(to)]).or_default() += if from < to { 1 } else { -1 };
            }
        }
        assert!(sum.values().all(|sum| *sum == 0));
    }
}

fn check(served: &Served) {
    let first = Fabric::of(served, 0);
    assert_eq!((first.lines.len(), first.free > 0), (3, true));
    assert!(first.lines.iter().all(|line| line.len() == 5));
    let mut before = usize::MAX;
    for number in 0..=8 {
        let fabric = Fabric::of(served, number);
        fabric.holds_together();
        fabric.is_closed();
        assert!(fabric.places.len() <= before, "what is lost stays lost");
        before = fabric.places.len();
        let lowest = fabric.places.iter().map(|place| place[1]).fold(f32::INFINITY, f32::min);
        assert!(lowest > -0.05, "frame {number} has a vertex in the sink: {lowest}");
    }
    let last = Fabric::of(served, 8);
    assert!(last.places.len() < first.places.len() && !last.triangles.is_empty());
    assert!(last.lines.iter().all(|line| line.len() < 5) && !last.lines.is_empty());
    assert_eq!(served.get("/api/runs/0/nets/9").0, 404);
}

#[test]
fn lost_vertices_take_along_what_they_held_live_and_after() {
    let folder = Folder::new("view-nets");
    folder.scene(SCENE);
    let live = Served::start(&folder, "run scene-file.toml --out out --view --quiet");
    let run = live.until("the end", |run| run["status"] == "done");
    assert_eq!(run["joined"], true);
    check(&live);
    drop(live);
    check(&Served::start(&folder, "view out"));
}
