//! Whatever is in a file, reading it ends, does not panic, and asks for memory in proportion to the file. One test, since
//! it counts the allocations of the whole process.
#![allow(unsafe_code)]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use clastic_shapes::MeshFormat::{self, Obj, Ply, Stl};
use clastic_shapes::{Mesh, MeshError};
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
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = Mesh::from_bytes(bytes, format);
    let peak = PEAK.load(Relaxed) - before;
    // A triangle takes about 200 bytes while edges are sorted, and a byte can add one to a fan.
    assert!(peak <= 300 * bytes.len() + 65_536, "{peak} bytes for a {format:?} file of {}", bytes.len());
    result
}

fn mutate_every_byte(bytes: &[u8], format: MeshFormat) -> [usize; 2] {
    let mut outcomes = [0; 2];
    let mut count = |result: Result<Mesh, MeshError>| {
        if let Ok(mesh) = &result {
            assert!(mesh.volume().is_normal() && mesh.volume() > 0.0);
        }
        outcomes[usize::from(result.is_ok())] += 1;
    };
    let mut copy = bytes.to_vec();
    for i in 0..bytes.len() {
        for other in
            [0, b' ', b'\n', b'-', b'9', b'e', 0x7f, 0x80, 0xff, bytes[i] ^ 1, bytes[i].wrapping_add(1)]
        {
            copy[i] = other;
            count(read(&copy, format));
        }
        copy[i] = bytes[i];
        count(read(&bytes[..i], format));
        let without = [&bytes[..i], &bytes[i + 1..]].concat();
        count(read(&without, format));
        let twice = [&bytes[..=i], &bytes[i..]].concat();
        count(read(&twice, format));
    }
    outcomes
}

/// Lines and numbers in the wrong places: what a mutation of single bytes rarely makes.
fn shuffled_lines(bytes: &[u8], format: MeshFormat) {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
    for i in 0..lines.len() {
        for j in 0..lines.len() {
            let mut other = lines.clone();
            other.swap(i, j);
            let _ = read(&other.concat(), format);
            other.insert(i, lines[j]);
            let _ = read(&other.concat(), format);
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
        let [refused, accepted] = mutate_every_byte(&bytes, format);
        assert!(refused > 100 && accepted > 100, "{format:?}: {refused} refused, {accepted} accepted");
    }
    for (format, write) in [(Obj, obj as Writer), (Stl, stl_text), (Ply, ply_text)] {
        shuffled_lines(&write(&tetrahedron), format);
    }
    // As another format.
    for (format, write) in writers {
        for other in [Obj, Stl, Ply].into_iter().filter(|other| *other != format) {
            assert!(read(&write(&tetrahedron), other).is_err());
        }
    }
}
