//! NPZ: NumPy arrays in a zip archive, stored without compression.
//!
//! Sources: NumPy's "NPY format", versions 1.0 to 3.0, and PKWARE's APPNOTE.TXT 6.3, with its ZIP64 extension for archives
//! beyond 4 GiB.
//!
//! A frame's columns are arrays of the same names: `x` and `v` (N × d), `j`, `material` (u16) and `id` (u64) (N), and
//! those of `c`, `f`, `stress` (N × d × d), `temperature` and `concentration` (N) that there are. `index`, `time`,
//! `frame_rate`, `spacing` and `units` have no axes, `materials` lists the names.

mod array;
mod directory;
mod read;
mod write;

pub use read::{decode, read};
pub(crate) use write::encode;

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const END64: u32 = 0x0606_4b50;
const LOCATOR64: u32 = 0x0706_4b50;
/// The tag of the extra field with sizes and places of 64 bits.
const ZIP64: u16 = 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Frame;
    use crate::samples;

    #[test]
    fn frames_come_back() {
        let mut frames: Vec<Frame> = samples::CASES.map(|(d, precision)| samples::frame(d, precision)).into();
        frames.push(Frame::default());
        frames.push(Frame { c: None, temperature: None, ..frames[0].clone() });
        for frame in frames {
            let mut bytes = Vec::new();
            encode(&frame, &mut bytes).unwrap();
            assert_eq!(decode(&bytes), Ok(frame));
        }
    }
}
