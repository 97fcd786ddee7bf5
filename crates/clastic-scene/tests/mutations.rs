//! Scenes and meshes spoilt at random: whatever a file says, reading it ends, does not panic and takes little memory.
//!
//! Runs for `CLASTIC_MUTATION_SECONDS` (1 if not given) and prints the seed, with which `CLASTIC_MUTATION_SEED` repeats it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clastic_scene::SceneFile;
use clastic_shapes::{Mesh, MeshFormat};

/// No text of at most 1 MB may take more than this before it is refused.
const MOST_BYTES: usize = 64 << 20;
/// A mesh of a scene is made as the scene is read, to see what its pins hold. It may have 4 million vertices, of 1 kB.
const MOST_MESH_BYTES: usize = 4 << 30;
/// Reading one must not take longer.
const MOST_TIME: Duration = Duration::from_secs(10);

struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator; only sizes are counted beside it.
#[allow(unsafe_code, reason = "an allocator cannot be written without it, and only it sees every allocation")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(live, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A small generator whose every number follows from the seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// What spoils a text best.
const TOKENS: &[&str] = &[
    "-1",
    "0",
    "1e308",
    "-1e308",
    "1e-308",
    "nan",
    "inf",
    "-inf",
    "9223372036854775807",
    "-9223372036854775808",
    "\"\"",
    "[]",
    "{}",
    "[[",
    "]]",
    "[",
    "]",
    "=",
    "\"",
    "'''",
    "#",
    "\n",
    "\u{0}",
    "\u{feff}",
    "💧",
    "true",
    "2024-01-01",
    "dimension = 2\n",
    "dimension = 3\n",
    "shape = \"union\"\n",
    "of = [{}]\n",
    "\nf 1 2 3\n",
    "\nf -1 -2 -3\n",
    "\nv nan 0 0\n",
    "\nelement vertex 4294967295\n",
    "\nformat binary_little_endian 1.0\n",
    "property list uint uint x\n",
    "\nfacet normal 0 0 0\n",
    "endsolid",
    "1e400",
    "00",
    "0x7fffffffffffffff",
];

fn spoil(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => drop(bytes.drain(at..(at + 1 + random.below(20)).min(bytes.len()))),
            2 => drop(bytes.splice(at..at, random.pick(TOKENS).bytes())),
            3 => {
                // In place of a word or number.
                let end =
                    bytes[at..].iter().position(|b| b.is_ascii_whitespace()).map_or(bytes.len(), |n| at + n);
                bytes.splice(at..end, random.pick(TOKENS).bytes());
            }
            4 => {
                let other = random.pick(others);
                let from = random.below(other.len());
                let piece = other[from..(from + random.below(200)).min(other.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let piece = bytes[at..(at + random.below(100)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes.truncate(1 << 20);
}

fn files(folder: &Path, extensions: &[&str]) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| extensions.iter().any(|extension| end == *extension))
            {
                found.push((path.clone(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Reads under watch; the message says how to see it again.
fn read(what: &str, most: usize, bytes: &[u8], read: impl FnOnce(&[u8])) {
    let (before, start) = (LIVE.load(Ordering::Relaxed), Instant::now());
    PEAK.store(before, Ordering::Relaxed);
    read(bytes);
    let (took, time) = (PEAK.load(Ordering::Relaxed).saturating_sub(before), start.elapsed());
    if took > most || time > MOST_TIME {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutation");
        fs::write(&path, bytes).unwrap();
        panic!("{what} took {took} bytes and {time:?}; the text is in {}", path.display());
    }
}

#[test]
fn nothing_that_a_file_says_breaks_its_reader() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seconds = number("CLASTIC_MUTATION_SECONDS").unwrap_or(1);
    let seed = number("CLASTIC_MUTATION_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    println!("CLASTIC_MUTATION_SEED={seed}");
    let mut random = Random(seed);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut scenes: Vec<Vec<u8>> = Vec::new();
    for (_, text) in files(&root.join("../../scenes"), &["toml"])
        .into_iter()
        .chain(files(&root.join("tests/broken"), &["toml"]))
    {
        // Includes are taken apart: what they lead to is there already.
        let text = String::from_utf8_lossy(&text).replace(
            "include = \"good.toml\"\n",
            &fs::read_to_string(root.join("tests/broken/good.toml")).unwrap(),
        );
        scenes.push(text.into_bytes());
    }
    let meshes: Vec<(MeshFormat, Vec<u8>)> = sample_meshes();
    let mesh_texts: Vec<Vec<u8>> = meshes.iter().map(|(_, bytes)| bytes.clone()).collect();
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut tries, mut good) = (0u64, 0u64);
    while Instant::now() < end {
        let mut text = random.pick(&scenes).clone();
        spoil(&mut text, &scenes, &mut random);
        let text = String::from_utf8_lossy(&text);
        let mut parsed = |text: &[u8]| {
            let text = str::from_utf8(text).expect("made so");
            good += u64::from(SceneFile::parse("mutated.toml", text, &[]).is_ok());
        };
        match without_meshes(&text) {
            Some(rest) => {
                read("a scene with its meshes", MOST_MESH_BYTES, text.as_bytes(), &mut parsed);
                read("a scene without its meshes", MOST_BYTES, rest.as_bytes(), &mut parsed);
            }
            None => read("a scene", MOST_BYTES, text.as_bytes(), &mut parsed),
        }
        let (format, bytes) = random.pick(&meshes);
        let (format, mut bytes) = (*format, bytes.clone());
        spoil(&mut bytes, &mesh_texts, &mut random);
        read("a mesh", MOST_BYTES, &bytes, |bytes| {
            good += u64::from(Mesh::from_bytes(bytes, format).is_ok())
        });
        tries += 2;
    }
    println!("{tries} files, {good} of them still good");
    assert!(tries > 100, "{tries}");
    // If all were refused, only the first lines of the readers would be tried.
    assert!(good > 0);
}

/// The rest of a scene that has meshes.
fn without_meshes(text: &str) -> Option<String> {
    let mut table: toml::Table = text.parse().ok()?;
    table.remove("meshes")?;
    Some(table.to_string())
}

/// A tetrahedron in every format.
fn sample_meshes() -> Vec<(MeshFormat, Vec<u8>)> {
    let corners = [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = [[0usize, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let mut obj = String::from("# a tetrahedron\n");
    let mut ply = String::from(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
         element face 4\nproperty list uchar int vertex_indices\nend_header\n",
    );
    for [x, y, z] in corners {
        obj += &format!("v {x} {y} {z}\n");
        ply += &format!("{x} {y} {z}\n");
    }
    let mut stl = String::from("solid t\n");
    let mut binary = vec![0u8; 80];
    binary.extend(4u32.to_le_bytes());
    let mut binary_ply = ply
        .replace("ascii", "binary_little_endian")
        .split("end_header\n")
        .next()
        .unwrap()
        .as_bytes()
        .to_vec();
    binary_ply.extend(b"end_header\n");
    corners.as_flattened().iter().for_each(|x| binary_ply.extend(x.to_le_bytes()));
    for face in faces {
        let [a, b, c] = face.map(|i| i + 1);
        obj += &format!("f {a} {b} {c}\n");
        ply += &format!("3 {} {} {}\n", face[0], face[1], face[2]);
        binary_ply.push(3);
        face.iter().for_each(|i| binary_ply.extend((*i as u32).to_le_bytes()));
        stl += "facet normal 0 0 0\nouter loop\n";
        binary.extend([0u8; 12]);
        for i in face {
            let [x, y, z] = corners[i];
            stl += &format!("vertex {x} {y} {z}\n");
            corners[i].iter().for_each(|x| binary.extend(x.to_le_bytes()));
        }
        stl += "endloop\nendfacet\n";
        binary.extend([0u8; 2]);
    }
    stl += "endsolid t\n";
    vec![
        (MeshFormat::Obj, obj.into_bytes()),
        (MeshFormat::Ply, ply.into_bytes()),
        (MeshFormat::Ply, binary_ply),
        (MeshFormat::Stl, stl.into_bytes()),
        (MeshFormat::Stl, binary),
    ]
}
