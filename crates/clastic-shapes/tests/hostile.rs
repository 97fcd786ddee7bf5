//! Whatever is in a file, reading it ends, does not panic, and asks for memory in proportion to the file. One test, since
//! it counts the allocations of the whole process.
#![allow(unsafe_code)]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use clastic_shapes::MeshFormat::{self, Obj, Ply, Stl};
use clastic_shapes::{Mesh, MeshError, Net, NetError, NetFormat};
use common::*;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

fn grow(size: usize) {
    PEAK.fetch_max(HELD.fetch_add(size, Relaxed) + size, Relaxed);
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller's contract is the system allocator's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grow(size);
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Reads, and holds the peak of memory to the size of the file.
fn read(bytes: &[u8], format: MeshFormat) -> Result<Mesh, MeshError> {
    measured(bytes, || Mesh::from_bytes(bytes, format))
}

fn read_net(bytes: &[u8], format: NetFormat) -> Result<Net, NetError> {
    measured(bytes, || Net::from_bytes(bytes, format))
}

fn measured<T>(bytes: &[u8], read: impl FnOnce() -> T) -> T {
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = read();
    let peak = PEAK.load(Relaxed) - before;
    // A triangle takes about 200 bytes while edges are sorted, and a byte can add one to a fan.
    assert!(peak <= 300 * bytes.len() + 65_536, "{peak} bytes for a file of {}", bytes.len());
    result
}

/// How many of the changed files are refused and accepted; `read` tells whether one is.
fn mutate_every_byte(bytes: &[u8], read: impl Fn(&[u8]) -> bool) -> [usize; 2] {
    let mut outcomes = [0; 2];
    let mut count = |bytes: &[u8]| outcomes[usize::from(read(bytes))] += 1;
    let mut copy = bytes.to_vec();
    for i in 0..bytes.len() {
        for other in
            [0, b' ', b'\n', b'-', b'9', b'e', 0x7f, 0x80, 0xff, bytes[i] ^ 1, bytes[i].wrapping_add(1)]
        {
            copy[i] = other;
            count(&copy);
        }
        copy[i] = bytes[i];
        count(&bytes[..i]);
        count(&[&bytes[..i], &bytes[i + 1..]].concat());
        count(&[&bytes[..=i], &bytes[i..]].concat());
    }
    outcomes
}

/// Lines and numbers in the wrong places: what a mutation of single bytes rarely makes.
fn shuffled_lines(bytes: &[u8], read: impl Fn(&[u8])) {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
    for i in 0..lines.len() {
        for j in 0..lines.len() {
            let mut other = lines.clone();
            other.swap(i, j);
            read(&other.concat());
            other.insert(i, lines[j]);
            read(&other.concat());
        }
    }
}

fn claims() {
    let ply = |encoding: &str, element: &str| {
        format!("ply\nformat {encoding} 1.0\n{element}\nend_header\n0 0 0 0 0 0\n").into_bytes()
    };
    for encoding in ["ascii", "binary_little_endian", "binary_big_endian"] {
        for count in ["1000000000000", "18446744073709551615", "4294967295"] {
            let scalar = "property double x\nproperty double y\nproperty double z";
            let list = "property list uchar int vertex_indices";
            let long = "property list uint int vertex_indices";
            for (name, properties) in [("vertex", scalar), ("face", list), ("face", long), ("other", list)] {
                let element = format!("element {name} {count}\n{properties}");
                assert!(read(&ply(encoding, &element), Ply).is_err());
            }
            // An element of nothing takes no bytes, and must take no time.
            assert_eq!(read(&ply(encoding, &format!("element other {count}")), Ply), Err(MeshError::Empty));
        }
    }
    let mut stl = stl_binary(&cube());
    stl[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    stl[..5].fill(0);
    assert!(read(&stl, Stl).is_err());
}

#[test]
fn no_file_panics_hangs_or_takes_memory_that_it_does_not_pay_for() {
    claims();
    type Writer = fn(&Soup) -> Vec<u8>;
    let writers: [(MeshFormat, Writer); 6] =
        [(Obj, obj), (Stl, stl_text), (Stl, stl_binary), (Ply, ply_text), (Ply, ply_little), (Ply, ply_big)];
    let tetrahedron = Soup {
        vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.5, 0.0], [0.0, 0.25, 1.0]],
        triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    };
    for (format, write) in writers {
        let bytes = write(&tetrahedron);
        assert!(read(&bytes, format).is_ok());
        let [refused, accepted] = mutate_every_byte(&bytes, |bytes| {
            let mesh = read(bytes, format);
            assert!(
                mesh.as_ref().is_ok_and(|mesh| mesh.volume().is_normal() && mesh.volume() > 0.0)
                    == mesh.is_ok()
            );
            mesh.is_ok()
        });
        assert!(refused > 100 && accepted > 100, "{format:?}: {refused} refused, {accepted} accepted");
    }
    for (format, write) in [(Obj, obj as Writer), (Stl, stl_text), (Ply, ply_text)] {
        shuffled_lines(&write(&tetrahedron), |bytes| drop(read(bytes, format)));
    }
    // As another format.
    for (format, write) in writers {
        for other in [Obj, Stl, Ply].into_iter().filter(|other| *other != format) {
            assert!(read(&write(&tetrahedron), other).is_err());
        }
    }
    nets(&tetrahedron);
}

const MSH: &[u8] =
    b"$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n\
    0 1 0\n0 0 1\n$EndNodes\n$Elements\n2 2 1 2\n2 1 2 1\n1 1 2 3\n3 1 4 1\n2 1 2 3 4\n$EndElements\n";

const OLD_MSH: &[u8] =
    b"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n\
    $EndNodes\n$Elements\n3\n1 1 2 0 1 1 2\n2 1 2 0 1 2 4\n3 1 2 0 1 3 2\n$EndElements\n";

const LINES: &[u8] = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 1\nl 1 2 3 1 4\nl -2 -1\n";

const EDGES: &[u8] = b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
    property float z\nelement edge 3\nproperty int vertex1\nproperty int vertex2\nend_header\n\
    0 0 0\n1 0 0\n1 1 0\n0 1\n1 2\n2 0\n";

fn hair() -> Vec<u8> {
    let mut bytes = b"HAIR".to_vec();
    [2, 5, 0b111, 0].iter().for_each(|number: &u32| bytes.extend(number.to_le_bytes()));
    bytes.resize(128, b'.');
    [2, 1].iter().for_each(|segments: &u16| bytes.extend(segments.to_le_bytes()));
    (0..15).for_each(|i| bytes.extend((i as f32).to_le_bytes()));
    bytes.resize(bytes.len() + 20, 1);
    bytes
}

/// The cells of what is accepted have sizes, and every point has its share.
fn nets(tetrahedron: &Soup) {
    let faces = (NetFormat::Obj, obj(tetrahedron));
    let files =
        [(NetFormat::Obj, LINES), (NetFormat::Ply, EDGES), (NetFormat::Msh, MSH), (NetFormat::Msh, OLD_MSH)];
    let files = files.map(|(format, bytes)| (format, bytes.to_vec()));
    let binary = [(NetFormat::Ply, ply_little(tetrahedron)), (NetFormat::Hair, hair())];
    for (format, bytes) in files.into_iter().chain(binary).chain([faces]) {
        let accepts = |bytes: &[u8]| {
            let Ok(net) = read_net(bytes, format) else { return false };
            let measures = net.measures();
            assert!(
                measures.cells.iter().chain(&measures.points).all(|size| size.is_normal() && *size > 0.0)
            );
            true
        };
        assert!(accepts(&bytes), "{format:?}: {:?}", read_net(&bytes, format));
        let [refused, accepted] = mutate_every_byte(&bytes, accepts);
        assert!(refused > 100 && accepted > 100, "{format:?}: {refused} refused, {accepted} accepted");
        shuffled_lines(&bytes, |bytes| {
            accepts(bytes);
        });
    }
}
