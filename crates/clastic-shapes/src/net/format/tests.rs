use std::path::Path;

use super::NetFormat::{self, Hair, Msh, Obj, Ply};
use crate::{Cells, Net, NetError, Place};

fn read(text: &str, format: NetFormat) -> Result<Net, NetError> {
    Net::from_bytes(text.as_bytes(), format)
}

/// Where and why a file is refused.
#[track_caller]
fn refused(bytes: &[u8], format: NetFormat) -> (Place, String) {
    match Net::from_bytes(bytes, format) {
        Err(NetError::Malformed { place, reason }) => (place, reason),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn assert_refused(text: &str, format: NetFormat, line: usize, reason: &str) {
    assert_eq!(refused(text.as_bytes(), format), (Place::Line(line), reason.to_owned()));
}

const SQUARE: &str = "v 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nv 5 5 5\n";

#[test]
fn obj_has_faces_or_else_lines() {
    let net = read(&format!("{SQUARE}f 1 2 3 4\nl 1 3\n"), Obj).unwrap();
    assert_eq!(net.cells(), &Cells::Triangles(vec![[0, 1, 2], [0, 2, 3]]));
    assert_eq!(net.points().len(), 4);
    let net = read(&format!("{SQUARE}l 1 2 3 # three\nl -1 4/7\n"), Obj).unwrap();
    assert_eq!(net.cells(), &Cells::Lines(vec![vec![0, 1, 2], vec![4, 3]]));
    let round = read(&format!("{SQUARE}l 1 2 3 1\n"), Obj).unwrap();
    assert_eq!(round.cells(), &Cells::Lines(vec![vec![0, 1, 2], vec![2, 0]]));
}

#[test]
fn bad_obj_says_where() {
    let line = |text: &str| format!("{SQUARE}{text}\n");
    assert_refused(&line("l 1 9"), Obj, 6, "a line has the point 9, but the number of vertices is 5");
    assert_refused(&line("f 1 2 9"), Obj, 6, "a face has the corner 9, but the number of vertices is 5");
    assert_refused(&line("l 1"), Obj, 6, "a line needs at least 2 points, not 1");
    assert_refused(&line("f 1 2"), Obj, 6, "a face needs at least 3 corners, not 2");
    assert_refused("v 0 0 nan\n", Obj, 1, "the coordinate 'nan' is not finite");
    assert_eq!(read(SQUARE, Obj), Err(NetError::Empty));
    assert_eq!(read("", Obj), Err(NetError::Empty));
    assert_eq!(read(&line("l 1 1"), Obj), Err(NetError::RepeatedPoint { cell: 0, point: 0 }));
    // A closed mesh has no use for lines, and does not mind them.
    let cube = crate::Mesh::from_bytes(line("l 1 99").as_bytes(), crate::MeshFormat::Obj);
    assert_eq!(cube, Err(crate::MeshError::Empty));
}

fn ply(edges: &str, count: usize) -> String {
    format!(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
         element edge {count}\nproperty int vertex1\nproperty uchar red\nproperty int vertex2\nend_header\n\
         0 0 0\n1 0 0\n1 1 0\n0 1 1\n{edges}"
    )
}

#[test]
fn ply_edges_are_joined() {
    let net = read(&ply("2 255 3\n1 255 0\n1 255 2\n", 3), Ply).unwrap();
    assert_eq!(net.cells(), &Cells::Lines(vec![vec![0, 1, 2, 3]]));
    let text = ply("2 255 3\n1 255 7\n", 2);
    assert_refused(&text, Ply, 17, "an edge has the end 7, but the number of vertices is 4");
    assert_refused(
        &ply("", 1_000_000),
        Ply,
        15,
        "1000000 of 'edge' are announced, but the file is too short",
    );
    let unnamed = ply("", 0).replace("edge 0", "edge 1").replace("vertex2", "other") + "0 0 1\n";
    assert_refused(&unnamed, Ply, 15, "the edges need the properties vertex1 and vertex2");
    let faces = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
                 element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0 1 0 0 0 1 0 3 0 2 1\n";
    assert_eq!(read(faces, Ply).unwrap().cells(), &Cells::Triangles(vec![[0, 1, 2]]));
}

const MSH_2: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"a body\"\n$EndPhysicalNames\n\
    $Nodes\n5\n10 0 0 0\n20 1 0 0\n30 0 1 0\n40 0 0 1\n50 1 1 1\n$EndNodes\n\
    $Elements\n4\n1 15 2 0 1 10\n2 1 2 0 1 10 20\n3 2 2 0 1 10 20 30\n4 4 2 0 1 10 20 30 40\n$EndElements\n";

const MSH_4: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n1 0 0 0\n1 0 0 0 0\n$EndEntities\n\
    $Nodes\n2 5 10 50\n2 1 1 2\n10\n20\n0 0 0 0.5 0.5\n1 0 0 0.5 0.5\n3 1 0 3\n30\n40\n50\n0 1 0\n0 0 1\n1 1 1\n$EndNodes\n\
    $Elements\n2 2 1 2\n2 1 2 1\n1 10 20 30\n3 -1 4 1\n2 10 20 30 40\n$EndElements\n";

#[test]
fn gmsh_in_both_versions() {
    for text in [MSH_2, MSH_4] {
        let net = read(text, Msh).unwrap();
        assert_eq!(net.cells(), &Cells::Tetrahedra(vec![[0, 1, 2, 3]]), "{text}");
        assert_eq!(net.points(), [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        // The highest that is left.
        let flat = text
            .replace("4 4 2 0 1 10 20 30 40", "4 15 2 0 1 10")
            .replace("3 -1 4 1\n2 10 20 30 40", "0 0 15 0");
        assert_eq!(read(&flat, Msh).unwrap().cells(), &Cells::Triangles(vec![[0, 1, 2]]));
    }
    let lines =
        MSH_2.replace("3 2 2 0 1 10 20 30", "3 1 0 20 50").replace("4 4 2 0 1 10 20 30 40", "4 1 0 30 50");
    assert_eq!(read(&lines, Msh).unwrap().cells(), &Cells::Lines(vec![vec![0, 1, 3, 2]]));
    let quadrangle = MSH_2.replace("4 4 2 0 1 10 20 30 40", "4 3 0 10 20 50 30");
    let triangles = vec![[0, 1, 2], [0, 1, 3], [0, 3, 2]];
    assert_eq!(read(&quadrangle, Msh).unwrap().cells(), &Cells::Triangles(triangles));
    // Six nodes, of which the first three are corners.
    let curved = MSH_2.replace("4 4 2 0 1 10 20 30 40", "4 9 0 10 20 40 50 50 50");
    assert_eq!(read(&curved, Msh).unwrap().cells(), &Cells::Triangles(vec![[0, 1, 2], [0, 1, 3]]));
}

#[test]
fn bad_gmsh_says_where() {
    let change = |from: &str, to: &str| MSH_2.replace(from, to);
    assert_refused(
        &change("10 20 30 40", "10 20 30 41"),
        Msh,
        21,
        "an element has the node 41, which does not exist",
    );
    assert_refused(&change("20 1 0 0", "10 1 0 0"), Msh, 11, "node 10 is there twice");
    assert_refused(&change("40 0 0 1", "40 0 0 inf"), Msh, 13, "the coordinate 'inf' is not finite");
    assert_refused(&change("40 0 0 1", "40 0 zero 1"), Msh, 13, "'zero' is not a number");
    assert_refused(&change("2.2 0", "2.2 1"), Msh, 2, "the mesh is binary; Gmsh must save it as text");
    let version = "version '1' of Gmsh's meshes is not known, but 2.2 and 4.1 are";
    assert_refused(&change("2.2 0", "1 0"), Msh, 2, version);
    let kind = "elements of kind 5 are not known, but lines, triangles, quadrangles and tetrahedra are";
    assert_refused(&change("4 4 2 0 1", "4 5 2 0 1"), Msh, 21, kind);
    assert_refused(&change("$EndElements\n", ""), Msh, 21, "the section 'Elements' has no end");
    assert_refused("hello", Msh, 1, "'hello' is out of place here");
    assert_refused("", Msh, 1, "a mesh of Gmsh begins with '$MeshFormat'");
    assert_refused("$Nodes\n0\n$EndNodes", Msh, 1, "a mesh of Gmsh begins with '$MeshFormat'");
    for text in
        [change("$Nodes\n5", "$Nodes\n18446744073709551615"), MSH_4.replace("2 5 10 50", "9999999999 5 0 0")]
    {
        assert!(!refused(text.as_bytes(), Msh).1.is_empty());
    }
    assert_eq!(read("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", Msh), Err(NetError::Empty));
    let all = MSH_4.trim_end().len();
    for end in 0..all {
        let cut = read(&MSH_4[..end], Msh);
        assert!(matches!(cut, Err(NetError::Malformed { .. } | NetError::Empty)), "{end}: {cut:?}");
    }
}

/// A header and its arrays.
fn hair(strands: u32, arrays: u32, default: u32, segments: &[u16], points: &[[f32; 3]]) -> Vec<u8> {
    let mut bytes = b"HAIR".to_vec();
    for number in [strands, points.len() as u32, arrays, default] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.resize(128, 0);
    segments.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    points.iter().flatten().for_each(|x| bytes.extend(x.to_le_bytes()));
    // Thickness, transparency and colour of every point.
    let rest = (0..3).filter(|i| arrays >> (i + 2) & 1 == 1).map(|i| [4, 4, 12][i]).sum::<usize>();
    bytes.resize(bytes.len() + rest * points.len(), 7);
    bytes
}

fn row(count: u8) -> Vec<[f32; 3]> {
    (0..count).map(|i| [f32::from(i), 0.5, -1.0]).collect()
}

#[test]
fn hair_with_and_without_arrays() {
    for arrays in [0b11, 0b11111, 0b10011] {
        let net = Net::from_bytes(&hair(2, arrays, 0, &[2, 1], &row(5)), Hair).unwrap();
        assert_eq!(net.cells(), &Cells::Lines(vec![vec![0, 1, 2], vec![3, 4]]));
        assert_eq!(net.points()[4], [4.0, 0.5, -1.0]);
    }
    let net = Net::from_bytes(&hair(2, 0b10, 2, &[], &row(6)), Hair).unwrap();
    assert_eq!(net.cells(), &Cells::Lines(vec![vec![0, 1, 2], vec![3, 4, 5]]));
    // A strand of one point, and a tip that is there twice.
    let mut points = row(5);
    points[4] = points[3];
    let net = Net::from_bytes(&hair(2, 0b11, 0, &[0, 3], &points), Hair).unwrap();
    assert_eq!(net.cells(), &Cells::Lines(vec![vec![0, 1, 2]]));
}

#[test]
fn bad_hair_says_where() {
    let good = hair(2, 0b111, 0, &[2, 1], &row(5));
    assert_eq!(refused(b"HAIL", Hair), (Place::Byte(0), "a hair file begins with 'HAIR'".to_owned()));
    assert_eq!(refused(&good[..90], Hair), (Place::Byte(90), "the file ends within its header".to_owned()));
    let short = "the header announces 212 bytes, but the file has 211";
    assert_eq!(refused(&good[..211], Hair), (Place::Byte(4), short.to_owned()));
    assert_eq!(refused(&hair(2, 1, 0, &[2, 1], &[]), Hair).0, Place::Byte(12));
    let fewer = "the strands have 4 points, but 5 are announced";
    assert_eq!(refused(&hair(2, 0b11, 0, &[1, 1], &row(5)), Hair), (Place::Byte(8), fewer.to_owned()));
    assert_eq!(refused(&hair(u32::MAX, 0b10, u32::MAX, &[], &row(5)), Hair).0, Place::Byte(8));
    assert_eq!(refused(&hair(u32::MAX, 0b11, 0, &[1], &row(2)), Hair).0, Place::Byte(4));
    let mut points = row(5);
    points[1][2] = f32::NAN;
    let lost = "a coordinate of point 1 is not finite";
    assert_eq!(refused(&hair(2, 0b11, 0, &[2, 1], &points), Hair), (Place::Byte(144), lost.to_owned()));
    assert_eq!(Net::from_bytes(&hair(0, 0b10, 0, &[], &[]), Hair), Err(NetError::Empty));
}

#[test]
fn names_say_the_format() {
    assert_eq!(NetFormat::of(Path::new("a/b.MSH")), Ok(Msh));
    let error = NetFormat::of(Path::new("b.stl")).unwrap_err();
    assert_eq!(error.to_string(), "the name of a net must end in .obj, .ply, .msh or .hair, not as b.stl");
    let error = Net::load(Path::new("/nowhere/b.hair")).unwrap_err();
    assert!(
        matches!(&error, NetError::File { .. })
            && error.to_string().starts_with("cannot read /nowhere/b.hair")
    );
    let path = std::env::temp_dir().join(format!("clastic-net-{}.msh", std::process::id()));
    std::fs::write(&path, MSH_2).unwrap();
    let loaded = Net::load(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(loaded, read(MSH_2, Msh));
    assert!(matches!(Net::load(&std::env::temp_dir().join(".obj")), Err(NetError::UnknownFormat { .. })));
}
