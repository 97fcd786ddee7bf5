//! Any bytes as a frame.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = clastic_frames::decode_npz(bytes);
});
