//! Any text as a scene.
#![no_main]

use clastic_scene::SceneFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = SceneFile::parse("fuzzed.toml", text, &[]);
});
