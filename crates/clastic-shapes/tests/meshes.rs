//! Meshes: what is read is what was written, the inside is that of the shape, and broken ones say what is wrong.

mod common;

use std::f64::consts::PI;
use std::sync::Arc;

use clastic_shapes::MeshFormat::{Obj, Ply, Stl};
use clastic_shapes::{Dimension, Mesh, MeshError, MeshFormat, Rotation, Shape, Solid, Transform};
use common::*;

type Writer = fn(&Soup) -> Vec<u8>;
const WRITERS: [(&str, MeshFormat, Writer); 6] = [
    ("obj", Obj, obj),
    ("stl text", Stl, stl_text),
    ("stl binary", Stl, stl_binary),
    ("ply text", Ply, ply_text),
    ("ply little", Ply, ply_little),
    ("ply big", Ply, ply_big),
];

fn mesh(soup: Soup) -> Mesh {
    Mesh::new(soup.vertices, soup.triangles).unwrap()
}

fn message(soup: Soup) -> String {
    Mesh::new(soup.vertices, soup.triangles).unwrap_err().to_string()
}

/// A sequence that fills [-1, 1]³.
fn point(i: u32) -> [f64; 3] {
    [0.8191725, 0.6710436, 0.5497005].map(|step| 2.0 * (f64::from(i) * step).fract() - 1.0)
}

#[test]
fn every_format_gives_back_the_volume() {
    for soup in [cube(), sphere(3), torus(1.0, 0.4, 40, 20)] {
        let direct = mesh(soup.clone());
        for (name, format, write) in WRITERS {
            let read = Mesh::from_bytes(&write(&soup), format).unwrap_or_else(|e| panic!("{name}: {e}"));
            // Binary STL has 24 bits of each coordinate.
            let tolerance = if name == "stl binary" { 1e-6 } else { 1e-14 };
            assert!((read.volume() / direct.volume() - 1.0).abs() < tolerance, "{name}");
            assert_eq!(read.vertices().len(), direct.vertices().len(), "{name}");
            assert_eq!(read.triangles().len(), direct.triangles().len(), "{name}");
        }
    }
}

#[test]
fn volumes_are_those_of_the_polyhedra() {
    assert!((mesh(cube()).volume() - 1.0).abs() < 1e-15);
    assert!((mesh(octahedron()).volume() - 4.0 / 3.0).abs() < 1e-15);
    // Pappus: the area of a regular polygon times the way of its sections, which are prisms here.
    let (around, tube) = (100u32, 50u32);
    let area = 0.5 * f64::from(tube) * 0.4f64.powi(2) * (2.0 * PI / f64::from(tube)).sin();
    let smooth = 2.0 * PI * area;
    let way = f64::from(around) * (2.0 * PI / f64::from(around)).sin() / (2.0 * PI);
    assert!((mesh(torus(1.0, 0.4, around, tube)).volume() / (smooth * way) - 1.0).abs() < 1e-3);
    assert!((mesh(sphere(6)).volume() / (4.0 / 3.0 * PI) - 1.0).abs() < 1e-3);
}

#[test]
fn far_from_the_origin_volume_keeps_its_digits() {
    let far = cube().map(|v| v.map(|x| x + 1e6));
    assert!((mesh(far).volume() - 1.0).abs() < 1e-9);
}

#[test]
fn the_inside_of_a_fine_sphere_is_that_of_a_ball() {
    let fine = mesh(sphere(6));
    let mut inside = 0;
    for p in (0..200_000).map(point) {
        let radius = p.iter().map(|x| x * x).sum::<f64>().sqrt();
        // The mesh lies between these.
        if !(0.9997..1.0).contains(&radius) {
            assert_eq!(fine.contains(p), radius < 1.0, "{p:?}");
        }
        inside += usize::from(fine.contains(p));
    }
    assert!((inside as f64 / 200_000.0 - PI / 6.0).abs() < 2e-3);
}

#[test]
fn the_inside_of_a_fine_torus_is_that_of_a_ring() {
    let fine = Arc::new(mesh(torus(0.7, 0.25, 400, 200)));
    let ring = |grow: f64| {
        let shape = Shape::Ring { center: [0.0; 3], inner_radius: 0.45 - grow, outer_radius: 0.95 + grow };
        Solid::new(shape, Dimension::Three).unwrap()
    };
    let (smaller, larger) = (ring(-2e-4), ring(0.0));
    for p in (0..100_000).map(point) {
        assert!(!smaller.contains(p) || fine.contains(p), "{p:?}");
        assert!(larger.contains(p) || !fine.contains(p), "{p:?}");
    }
}

#[test]
fn a_turned_and_scaled_cube_is_a_turned_and_scaled_box() {
    let transform = Transform {
        scale: 0.7,
        rotation: Rotation::from_degrees([20.0, -35.0, 110.0]),
        translation: [0.2, -0.1, 0.3],
    };
    let solid = |shape| Solid::new(Shape::Transformed(Box::new(shape), transform), Dimension::Three).unwrap();
    let by_shape = solid(Shape::Box { low: [0.0; 3], high: [1.0; 3] });
    let by_mesh = solid(Shape::Mesh(Arc::new(mesh(cube()))));
    let moved = mesh(cube().map(|v| transform.apply(v)));
    assert!((by_mesh.volume().value - 0.343).abs() < 1e-15);
    assert!((moved.volume() - 0.343).abs() < 1e-15);
    for (bound, expected) in by_mesh.bounds().iter().zip(moved.bounds()) {
        assert!((0..3).all(|i| (bound[i] - expected[i]).abs() < 1e-15));
    }
    for p in (0..100_000).map(point) {
        assert_eq!(by_shape.contains(p), by_mesh.contains(p), "{p:?}");
        assert_eq!(by_shape.contains(p), moved.contains(p), "{p:?}");
    }
}

/// Points whose lines pass exactly through vertices and along edges, faces and diagonals.
#[test]
fn lines_through_vertices_and_edges_do_not_leak() {
    let octahedron = mesh(octahedron());
    let cube = mesh(cube().map(|v| v.map(|x| 2.0 * x - 1.0)));
    let ball = mesh(sphere(3));
    let steps = || (-24..=24).map(|i| f64::from(i) / 16.0);
    let mut tested = 0;
    for x in steps() {
        for y in steps() {
            for z in steps() {
                let p = [x, y, z];
                let sum = x.abs() + y.abs() + z.abs();
                let largest = x.abs().max(y.abs()).max(z.abs());
                assert!(sum == 1.0 || octahedron.contains(p) == (sum < 1.0), "octahedron at {p:?}");
                assert!(largest == 1.0 || cube.contains(p) == (largest < 1.0), "cube at {p:?}");
                let radius = (x * x + y * y + z * z).sqrt();
                assert!(
                    (0.97..=1.0).contains(&radius) || ball.contains(p) == (radius < 1.0),
                    "ball at {p:?}"
                );
                tested += 1;
            }
        }
    }
    // Exactly below and above each vertex, and below each middle of an edge, of a turned mesh.
    let turn = Rotation::from_degrees([30.0, 40.0, 50.0]);
    let turned = mesh(sphere(4).map(|v| turn.apply(v)));
    let vertices = turned.vertices();
    let middles = turned.triangles().iter().map(|t| {
        let [a, b] = [vertices[t[0] as usize], vertices[t[1] as usize]];
        std::array::from_fn(|i| 0.5 * (a[i] + b[i]))
    });
    for v in vertices.iter().copied().chain(middles) {
        for z in (-15..=15).map(|i| 0.1 * f64::from(i)) {
            let p: [f64; 3] = [v[0], v[1], z];
            let radius = p.iter().map(|x| x * x).sum::<f64>().sqrt();
            assert!((0.99..=1.0).contains(&radius) || turned.contains(p) == (radius < 1.0), "{p:?}");
            tested += 1;
        }
    }
    assert!(tested > 200_000, "{tested}");
}

#[test]
fn triangles_may_face_any_way() {
    let mut soup = cube();
    soup.triangles[3].swap(0, 1);
    let one = mesh(soup.clone());
    assert_eq!((one.volume(), one.repairs().turned_triangles), (1.0, 1));
    soup = cube();
    soup.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    let all = mesh(soup);
    assert_eq!((all.volume(), all.repairs().turned_triangles), (1.0, 12));
    assert_eq!(mesh(cube()).repairs().turned_triangles, 0);
}

#[test]
fn parts_may_be_apart_and_parts_within_parts_are_cavities() {
    let small = |at: f64| cube().map(|v| v.map(|x| 0.25 * x + at));
    let hollow = mesh(cube().and(small(0.5)).and(small(2.0)));
    assert!((hollow.volume() - 1.0).abs() < 1e-15);
    for (x, inside) in [(0.3, true), (0.6, false), (0.9, true), (1.5, false), (2.1, true)] {
        assert_eq!(hollow.contains([x, x + 0.01, x - 0.02]), inside, "{x}");
    }
    // The cavity's triangles face into it.
    assert_eq!(hollow.repairs().turned_triangles, 12);
    // A kernel in the cavity.
    let kernel = cube().map(|v| v.map(|x| 0.125 * x + 0.55));
    assert!(
        (mesh(cube().and(small(0.5)).and(kernel)).volume() - (1.0 - 1.0 / 64.0 + 1.0 / 512.0)).abs() < 1e-15
    );
}

#[test]
fn thin_meshes_are_not_taken_for_broken_ones() {
    let turn = Rotation::from_degrees([25.0, 65.0, 10.0]);
    let plate = cube().map(|v| turn.apply([v[0], v[1], 1e-4 * v[2]]));
    assert!((mesh(plate).volume() / 1e-4 - 1.0).abs() < 1e-9);
    for (around, tube_radius) in [(100, 0.02), (300, 0.002), (1000, 0.0002)] {
        let wire = mesh(torus(1.0, tube_radius, around, 6).map(|v| turn.apply(v)));
        let section = 3.0 * (PI / 3.0).sin() * tube_radius.powi(2);
        assert!((wire.volume() / (2.0 * PI * section) - 1.0).abs() < 0.01);
        for u in (0..1000).map(|i| 2.0 * PI * f64::from(i) / 1000.0) {
            let out = 1.0 - 0.5 * (PI / f64::from(around)).powi(2);
            assert!(wire.contains(turn.apply([out * u.cos(), out * u.sin(), 0.0])), "{tube_radius} at {u}");
            assert!(!wire.contains(turn.apply([out * u.cos(), out * u.sin(), 1.1 * tube_radius])));
        }
    }
}

#[test]
fn small_gaps_are_closed_and_large_ones_are_not() {
    let loose = |gap: f64| {
        let soup = cube();
        let vertices = soup.triangles.iter().enumerate().flat_map(|(i, t)| {
            let shift = gap * (i as f64 / 12.0);
            t.map(|corner| soup.vertices[corner as usize].map(|x| x + shift))
        });
        Mesh::new(vertices.collect(), (0..12).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
    };
    let closed = loose(1e-7).unwrap();
    assert!((closed.volume() - 1.0).abs() < 1e-6);
    assert_eq!((closed.vertices().len(), closed.repairs().moved_vertices), (8, 28));
    assert_eq!(loose(0.0).unwrap().repairs().moved_vertices, 0);
    assert!(matches!(loose(1e-3), Err(MeshError::Open { edges: 36, .. })));
}

#[test]
fn broken_meshes_say_what_is_wrong() {
    let mut open = cube();
    open.triangles.truncate(10);
    assert_eq!(
        message(open),
        "the mesh is open: 4 edges belong to one triangle only, the first near (1, 0.5, 0)"
    );
    let mut lonely = cube();
    lonely.triangles.truncate(11);
    assert_eq!(
        message(lonely),
        "the mesh is open: 3 edges belong to one triangle only, the first near (1, 0.5, 1)"
    );
    let mut repeated = cube();
    repeated.triangles.push([3, 2, 0]);
    assert_eq!(
        message(repeated),
        "the mesh lies on itself: 1 triangle is there more than once, the first near (0.33333, 0.66667, 0)"
    );
    let mut fin = cube();
    fin.vertices.push([2.0, 2.0, 2.0]);
    fin.triangles.push([0, 1, 8]);
    assert_eq!(
        message(fin),
        "the mesh branches: 1 edge belongs to more than two triangles, the first near (0.5, 0, 0)"
    );
    let mut nan = cube();
    nan.vertices[5][1] = f64::NAN;
    assert_eq!(message(nan), "vertex 5 of the mesh is not finite");
    let mut outside = cube();
    outside.triangles[7][2] = 8;
    assert_eq!(message(outside), "triangle 7 of the mesh has the corner 8, which does not exist");
    let empty = Soup { vertices: vec![[0.0; 3]; 3], triangles: vec![[0, 1, 2]] };
    assert_eq!(message(empty), "the mesh has no triangles");
    let flat = octahedron().map(|v| [v[0], v[1], 0.3 * v[0]]);
    assert_eq!(
        message(flat),
        "the mesh lies on itself: 4 triangles are there more than once, the first near (0.33333, 0.33333, 0.1)"
    );
    let sheet = cube().map(|v| [v[0] + 0.1 * v[2], v[1] + 0.2 * v[2], 0.3 * v[0] + 0.03 * v[2]]);
    assert_eq!(message(sheet), "the mesh encloses no volume");
    let crossing = cube().and(cube().map(|v| v.map(|x| x + 0.5)));
    assert_eq!(
        message(crossing),
        "the mesh passes through itself: the volume by its faces is 2.00e0, that of the points inside 1.75e0"
    );
}

#[test]
fn what_would_take_forever_is_refused() {
    let nested = |i: u32| octahedron().map(|v| v.map(|x| x * (1.0 + 1e-5 * f64::from(i))));
    let vertices = (0..8000).flat_map(|i| nested(i).vertices).collect();
    let triangles =
        (0..8000).flat_map(|i| octahedron().triangles.into_iter().map(move |t| t.map(|k| k + 6 * i)));
    let error = Mesh::new(vertices, triangles.collect()).unwrap_err();
    assert!(matches!(error, MeshError::Tangled { layers: 10_000.. }), "{error}");
}

#[test]
fn a_surface_with_one_side_is_refused() {
    // A Klein bottle: a torus grid whose second seam is glued in reverse.
    let (rows, columns) = (6u32, 6u32);
    let at = |i: u32, j: u32| {
        let j = j % columns;
        if i < rows { i * columns + j } else { (i - rows) * columns + (columns - j) % columns }
    };
    let vertices =
        (0..rows * columns).map(|i| [f64::from(i), f64::from(i * i), f64::from(i * i * i % 17)]).collect();
    let quads = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
    let triangles = quads.flat_map(|(i, j)| {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    let error = Mesh::new(vertices, triangles.collect()).unwrap_err();
    assert!(matches!(error, MeshError::NotOrientable { .. }), "{error}");
    assert!(error.to_string().starts_with("the mesh has no inside: its sides cannot be told apart, near ("));
}

#[test]
fn obj_has_polygons_and_counts_from_either_end() {
    let text = "\
        v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n\
        f 1 4 3 2 # the floor\n\
        v 0 0 1 0.5 0.5 0.5\nv 1 0 1\nv 1 1 1\nv 0 1 1\nvn 0 0 1\nusemtl stone\r\n\
        f -4//1 -3//1 -2//1 \\\n -1//1\n\
        f 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    let cube = Mesh::from_bytes(text.as_bytes(), Obj).unwrap();
    assert_eq!((cube.volume(), cube.triangles().len(), cube.repairs().turned_triangles), (1.0, 12, 0));
}

#[test]
fn ply_may_have_other_elements_and_types() {
    let text = "ply\r\nformat ascii 1.0\r\nelement camera 1\r\nproperty list uchar float view\r\nproperty int id\r\n\
        element face 4\r\nproperty list int16 uint32 vertex_index\r\nproperty float quality\r\n\
        element vertex 4\r\nproperty float32 z\r\nproperty float32 y\r\nproperty float32 x\r\nend_header\r\n\
        2 0.5 0.5\r\n7\r\n3 0 1 2 0.5\r\n3 0 3 1 0.5\r\n3 0 2 3 0.5\r\n3 1 3 2 0.5\r\n\
        0 0 0\r\n0 0 1\r\n0 1 0\r\n1 0 0";
    let tetrahedron = Mesh::from_bytes(text.as_bytes(), Ply).unwrap();
    assert!((tetrahedron.volume() - 1.0 / 6.0).abs() < 1e-16);
}

#[test]
fn broken_files_say_what_is_wrong_and_where() {
    let check = |format, text: &str, expected: &str| {
        assert_eq!(Mesh::from_bytes(text.as_bytes(), format).unwrap_err().to_string(), expected);
    };
    check(Obj, "", "the mesh has no triangles");
    check(Obj, "v 0 0\n", "line 1: a vertex needs three coordinates");
    check(Obj, "v 0 0 x1\n", "line 1: 'x1' is not a number");
    check(Obj, "\nv 0 0 nan\n", "line 2: the coordinate 'nan' is not finite");
    check(Obj, "v 0 0 0\nf 1 1\n", "line 2: a face needs at least 3 corners, not 2");
    check(Obj, "v 0 0 0\nf 1 1 2\n", "line 2: a face has the corner 2, but the number of vertices is 1");
    check(Obj, "v 0 0 0\nf 1 1 -2\n", "line 2: a face has the corner -2, but the number of vertices is 1");
    check(Obj, "v 0 0 0\nf 1 1 0\n", "line 2: a face has the corner 0, but the number of vertices is 1");
    check(Obj, "v 0 0 0\nf 1 1 /2\n", "line 2: '/2' is not the index of a vertex");
    check(Stl, "", "byte 0: the file ends before its first triangle");
    check(
        Stl,
        "solid\nfacet\nouter loop\nvertex 0 0 0\nendloop\n",
        "line 5: a triangle needs 3 corners, not 1",
    );
    check(Stl, "solid\nfacet\nouter loop\nvertex 0 0 0\n", "line 4: the file ends before its 'endsolid'");
    check(Stl, "solid\nvertex 0 0 0\n", "line 2: 'vertex' is out of place here");
    check(Stl, "solid\nendsolid\n", "the mesh has no triangles");
    check(Ply, "plx\n", "line 1: a PLY file begins with 'ply'");
    check(Ply, "ply\nformat ascii 1.0\n", "line 2: the file ends within its header");
    check(Ply, "ply\nend_header\n", "line 2: the header has no 'format'");
    check(Ply, "ply\nformat text 1.0\n", "line 2: the format 'text' is not known");
    check(Ply, "ply\nproperty int8 x\n", "line 2: a property needs an element");
    check(Ply, "ply\nelement vertex 1\nproperty long x\n", "line 3: the type 'long' is not known");
    let vertices = "property float x\nproperty float y\nproperty float z\n";
    let announced =
        format!("ply\nformat ascii 1.0\nelement vertex 1000000000000\n{vertices}end_header\n0 0 0\n");
    check(Ply, &announced, "line 8: 1000000000000 of 'vertex' are announced, but the file is too short");
    let missing = "ply\nformat ascii 1.0\nelement vertex 1000000000000\nend_header\n";
    check(Ply, missing, "line 5: the vertices need the properties x, y and z");
    let infinite = format!("ply\nformat ascii 1.0\nelement vertex 1\n{vertices}end_header\n0 inf 0\n");
    check(Ply, &infinite, "line 8: vertex 0 is not finite");
    let faces = "element face 1\nproperty list uchar int vertex_indices\n";
    let outside =
        format!("ply\nformat ascii 1.0\nelement vertex 1\n{vertices}{faces}end_header\n0 0 0\n3 0 0 1\n");
    check(Ply, &outside, "line 11: a face has the corner 1, but the number of vertices is 1");
    let negative = outside.replace("3 0 0 1", "3 0 0 -1");
    check(Ply, &negative, "line 11: the index of a vertex cannot be -1");
    let truncated = outside.replace("3 0 0 1", "3 0 0");
    check(Ply, &truncated, "line 12: the file ends within its values");
}

#[test]
fn truncated_binary_files_say_where() {
    let mut stl = stl_binary(&cube());
    stl.truncate(84 + 50 * 11);
    stl[..5].copy_from_slice(b"hello");
    let error = Mesh::from_bytes(&stl, Stl).unwrap_err();
    assert_eq!(error.to_string(), "byte 80: 12 triangles are announced, but the file has the size of 11");
    let mut ply = ply_big(&cube());
    ply.pop();
    let error = Mesh::from_bytes(&ply, Ply).unwrap_err();
    assert!(error.to_string().ends_with(": the file ends within its values"), "{error}");
}

#[test]
fn files_are_found_by_their_names() {
    let directory = std::env::temp_dir().join(format!("clastic-shapes-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("cube.STL");
    std::fs::write(&path, stl_binary(&cube())).unwrap();
    assert_eq!(Mesh::load(&path).unwrap().volume(), 1.0);
    let error = Mesh::load(&directory.join("cube.step")).unwrap_err();
    assert!(
        error.to_string().starts_with("the name of a mesh must end in .ply, .obj or .stl, not as "),
        "{error}"
    );
    assert!(matches!(Mesh::load(&directory.join("none.ply")), Err(MeshError::File { .. })));
    std::fs::create_dir_all(directory.join("folder.obj")).unwrap();
    let error = Mesh::load(&directory.join("folder.obj")).unwrap_err();
    assert!(error.to_string().ends_with("it is not a regular file"), "{error}");
    std::fs::remove_dir_all(&directory).unwrap();
}
