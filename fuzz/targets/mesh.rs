//! Any bytes as a mesh and as a net in each format.
#![no_main]

use clastic_shapes::{Mesh, MeshFormat, Net, NetFormat};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in [MeshFormat::Ply, MeshFormat::Obj, MeshFormat::Stl] {
        let _ = Mesh::from_bytes(bytes, format);
    }
    for format in [NetFormat::Obj, NetFormat::Ply, NetFormat::Msh, NetFormat::Hair] {
        let _ = Net::from_bytes(bytes, format);
    }
});
