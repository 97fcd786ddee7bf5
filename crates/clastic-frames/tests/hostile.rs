//! Broken and malicious NPZ files: an error, never a panic, and never much more memory than the file has bytes. One test,
//! since it measures the memory of the whole process.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use clastic_frames::{Damage, Floats, Format, Frame, Net, decode_npz, write};

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Measuring;

fn grow(bytes: usize) {
    PEAK.fetch_max(NOW.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Measuring {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller's contract is the system allocator's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grow(size);
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Measuring = Measuring;

/// The outcome, after a look at the memory that it took: the directory and the frame are both smaller than the file, and
/// small files have some names and shapes.
fn decode(bytes: &[u8]) -> Result<Frame, Damage> {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let outcome = decode_npz(bytes);
    let taken = PEAK.load(Relaxed) - before;
    assert!(taken <= 2 * bytes.len() + 2048, "{taken} bytes for {}", bytes.len());
    outcome
}

fn file(net: Option<Net>) -> (Frame, Vec<u8>) {
    let frame = Frame {
        net: net.map(Arc::new),
        dimension: 2,
        index: 5,
        time: 0.25,
        materials: vec!["sand".to_owned(), "water".to_owned()],
        id: vec![3, 4, 9],
        material: vec![0, 1, 1],
        x: Floats::F32((0..6).map(|i| i as f32 + 0.5).collect()),
        v: Floats::F32((0..6).map(|i| -(i as f32)).collect()),
        j: Floats::F64(vec![1.0, 0.9, 1.1]),
        temperature: Some(Floats::F32(vec![300.0; 3])),
        ..Frame::default()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("0005.npz");
    write(&frame, &path, Format::Npz).expect("a file");
    (frame, std::fs::read(path).expect("its bytes"))
}

fn truncated(bytes: &[u8]) {
    for end in 0..bytes.len() {
        assert!(decode(&bytes[..end]).is_err(), "the first {end} bytes");
    }
    for start in 1..bytes.len() {
        assert!(decode(&bytes[start..]).is_err(), "without the first {start} bytes");
    }
}

/// A frame, and what is left of it if an optional array cannot be found.
fn hidden(frame: &Frame) -> Vec<Frame> {
    let net = frame.net.as_deref().cloned().unwrap_or_default();
    let nets = [Net { triangles: Vec::new(), ..net.clone() }, Net { tetrahedra: Vec::new(), ..net }];
    let nets = nets.map(|net| Frame { net: Some(Arc::new(net)), ..frame.clone() });
    [vec![frame.clone(), Frame { temperature: None, ..frame.clone() }], nets.into()].concat()
}

/// A changed byte either does no harm, as in a date, or is noticed.
fn mutated(frame: &Frame, bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    let mut noticed = 0;
    for at in 0..bytes.len() {
        let byte = bytes[at];
        for change in [byte ^ 1, byte ^ 0x80, 0, 0xff, byte.wrapping_add(1)] {
            bytes[at] = change;
            match decode(&bytes) {
                // Names in the directory have no checksum: a changed one hides an optional array.
                Ok(read) => assert!(hidden(frame).contains(&read), "byte {at} as {change}"),
                Err(_) => noticed += 1,
            }
        }
        bytes[at] = byte;
    }
    assert!(noticed > 3 * bytes.len(), "{noticed} of {} changes were noticed", 5 * bytes.len());
}

/// Numbers of 2, 4 and 8 bytes that say too much, wherever they are.
fn exaggerated(bytes: &[u8]) {
    for at in 0..bytes.len() - 8 {
        for value in [u64::MAX, u64::MAX >> 1, 1 << 40, bytes.len() as u64 - 1] {
            for size in [2, 4, 8] {
                let mut bytes = bytes.to_vec();
                bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
                let _ = decode(&bytes);
            }
        }
    }
}

/// A directory that names the same large array a thousand times.
fn overlapping(bytes: &[u8]) {
    let start = bytes.windows(4).position(|window| window == b"PK\x01\x02").expect("a directory");
    let end = bytes.windows(4).position(|window| window == b"PK\x05\x06").expect("its end");
    let name = start + 46;
    let record_end = start + 46 + b"x.npy".len();
    assert_eq!(&bytes[name..record_end], b"x.npy");
    let mut file = bytes[..start].to_vec();
    for number in 0..1000u32 {
        let mut record = bytes[start..record_end].to_vec();
        record[46..].copy_from_slice(format!("{number:05}").as_bytes());
        file.extend_from_slice(&record);
    }
    let mut tail = bytes[end..].to_vec();
    tail[8..10].copy_from_slice(&1000u16.to_le_bytes());
    tail[10..12].copy_from_slice(&1000u16.to_le_bytes());
    file.extend_from_slice(&tail);
    assert_eq!(decode(&file), Err(Damage::Directory));
}

/// Arrays whose checksum is right and whose content is not.
fn forged(bytes: &[u8]) {
    let forge = |from: &[u8], to: &[u8]| {
        let mut bytes = bytes.to_vec();
        let at = bytes.windows(from.len()).position(|window| window == from).expect("what to forge");
        bytes[at..at + to.len()].copy_from_slice(to);
        mend(&mut bytes);
        decode(&bytes)
    };
    assert!(matches!(forge(b"(3, 2,)", b"(9, 2,)"), Err(Damage::Shape { array, .. }) if array == "x"));
    assert!(matches!(forge(b"(3, 2,)", b"(2, 3,)"), Err(Damage::Shape { array, .. }) if array == "id"));
    assert!(matches!(forge(b"'<f4'", b"'>f4'"), Err(Damage::Type { array, .. }) if array == "x"));
    assert!(matches!(forge(b"False", b"True,"), Err(Damage::Header(array)) if array == "x"));
    assert!(matches!(forge(b"'<U5'", b"'<U0'"), Err(Damage::Type { array, .. }) if array == "materials"));
    let ids = [3u64.to_le_bytes(), 4u64.to_le_bytes()].concat();
    let unsorted = [4u64.to_le_bytes(), 4u64.to_le_bytes()].concat();
    assert!(matches!(forge(&ids, &unsorted), Err(Damage::Frame(_))));
    let units = |text: &str| text.bytes().flat_map(|byte| u32::from(byte).to_le_bytes()).collect::<Vec<u8>>();
    assert_eq!(forge(&units("si"), &units("sj")).unwrap_err(), Damage::Units("sj".to_owned()));
}

/// Cells whose checksums are right and whose rows are not.
fn forged_cells(bytes: &[u8]) {
    let forge = |array: &str, at: usize, to: &[u8]| {
        let mut bytes = bytes.to_vec();
        let name = format!("{array}.npy");
        let start = bytes.windows(name.len()).position(|window| window == name.as_bytes()).expect("an array");
        let header = start + name.len();
        let data = header + 10 + usize::from(u16::from_le_bytes([bytes[header + 8], bytes[header + 9]]));
        bytes[data + at..data + at + to.len()].copy_from_slice(to);
        mend(&mut bytes);
        decode(&bytes)
    };
    assert!(forge("triangles", 0, &[0]).is_ok());
    for (array, at) in [("lines", 4), ("triangles", 8), ("tetrahedra", 12)] {
        for row in [3u32, 4, 1 << 31, u32::MAX] {
            assert_eq!(forge(array, at, &row.to_le_bytes()), Err(Damage::Cells(array)), "{row}");
        }
    }
    for (at, start) in [(0, 1u64), (8, 5), (8, u64::MAX), (16, 3), (16, 5)] {
        let outcome = forge("line_starts", at, &start.to_le_bytes());
        assert_eq!(outcome, Err(Damage::Cells("line_starts")), "{start} at {at}");
    }
    let retyped = |from: &[u8], to: &[u8], after: &str| {
        let mut bytes = bytes.to_vec();
        let name =
            bytes.windows(after.len()).position(|window| window == after.as_bytes()).expect("an array");
        let at = bytes[name..].windows(from.len()).position(|window| window == from).expect("what to forge");
        bytes[name + at..name + at + to.len()].copy_from_slice(to);
        mend(&mut bytes);
        decode(&bytes)
    };
    let float = retyped(b"'<u4'", b"'<f4'", "triangles.npy");
    assert!(matches!(float, Err(Damage::Type { array, .. }) if array == "triangles"));
    let flat = retyped(b"(2, 3,)", b"(3, 2,)", "triangles.npy");
    assert!(matches!(flat, Err(Damage::Shape { array, .. }) if array == "triangles"));
}

/// Puts right checksums into the directory.
fn mend(bytes: &mut [u8]) {
    let mut at = bytes.windows(4).position(|window| window == b"PK\x01\x02").expect("a directory");
    while bytes[at..].starts_with(b"PK\x01\x02") {
        let number = |at: usize, size: usize| {
            bytes[at..at + size].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
        };
        let (size, name, local) = (number(at + 24, 4), number(at + 28, 2), number(at + 42, 4));
        let data = local + 30 + number(local + 26, 2) + number(local + 28, 2);
        let checksum = crc32fast::hash(&bytes[data..data + size]);
        bytes[at + 16..at + 20].copy_from_slice(&checksum.to_le_bytes());
        at += 46 + name;
    }
}

/// A file that is nearly all cells takes no more memory than any other.
fn many_cells() {
    let net = Net {
        lines: (0..3000).map(|_| [3, 9]).collect(),
        triangles: vec![[3, 4, 9]; 3000],
        tetrahedra: vec![[3, 4, 9, 9]; 3000],
    };
    let (frame, bytes) = file(Some(net));
    assert_eq!(decode(&bytes), Ok(frame));
}

#[test]
fn broken_files_are_errors() {
    assert_eq!(decode(&[]), Err(Damage::EndsEarly));
    let net = Net {
        lines: [[3, 4], [9, 4]].into_iter().collect(),
        triangles: vec![[3, 4, 9], [9, 4, 3]],
        tetrahedra: vec![[3, 4, 9, 9]],
    };
    for net in [None, Some(net)] {
        let (frame, bytes) = file(net);
        assert_eq!(decode(&bytes), Ok(frame.clone()));
        truncated(&bytes);
        mutated(&frame, &bytes);
        exaggerated(&bytes);
        overlapping(&bytes);
        forged(&bytes);
        if frame.net.is_some() {
            forged_cells(&bytes);
        }
    }
    many_cells();
}
