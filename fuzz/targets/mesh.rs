//! Any bytes as a mesh in each format.
#![no_main]

use clastic_shapes::{Mesh, MeshFormat};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in [MeshFormat::Ply, MeshFormat::Obj, MeshFormat::Stl] {
        let _ = Mesh::from_bytes(bytes, format);
    }
});
