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
    use crate::samples::{self, Precision};
    use crate::{Damage, Frame};

    fn bytes_of(frame: &Frame) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(frame, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn frames_come_back() {
        let mut frames: Vec<Frame> = samples::CASES.map(|(d, precision)| samples::frame(d, precision)).into();
        frames.push(Frame::default());
        frames.push(Frame { c: None, temperature: None, ..frames[0].clone() });
        for frame in frames {
            assert_eq!(decode(&bytes_of(&frame)), Ok(frame));
        }
    }

    /// The same archive with a directory as those beyond 4 GiB have it: all sizes and places in 64 bits.
    fn widened(file: &[u8]) -> Vec<u8> {
        let start = file.windows(4).position(|window| window == CENTRAL.to_le_bytes()).unwrap();
        let mut wide = file[..start].to_vec();
        let (mut rest, mut count) = (&file[start..], 0u64);
        while rest.starts_with(&CENTRAL.to_le_bytes()) {
            let (mut record, name) = (rest[..46].to_vec(), usize::from(rest[28]));
            let number = |at: usize| u64::from(u32::from_le_bytes(*rest[at..].first_chunk().unwrap()));
            let extra = write::zip64(&[number(24), number(20), number(42)]);
            record[20..28].fill(0xff);
            record[30] = extra.len() as u8;
            record[42..46].fill(0xff);
            wide.extend_from_slice(&[&record, &rest[46..46 + name], &extra].concat());
            (rest, count) = (&rest[46 + name..], count + 1);
        }
        let end = wide.len() as u64;
        let end64 = [44, 0, 0, count, count, end - start as u64, start as u64].map(u64::to_le_bytes).concat();
        // The versions and the disks take 12 bytes, not 16.
        wide.extend_from_slice(&[&END64.to_le_bytes(), &end64[..20], &end64[24..]].concat());
        wide.extend_from_slice(&[LOCATOR64.to_le_bytes(), [0; 4]].concat());
        wide.extend_from_slice(&[&end.to_le_bytes()[..], &[1, 0, 0, 0]].concat());
        wide.extend_from_slice(&[&END.to_le_bytes()[..], &[0; 4], &[0xff; 12], &[0; 2]].concat());
        wide
    }

    #[test]
    fn archives_with_a_wide_directory_are_read() {
        let frame = samples::frame(3, Precision::Single);
        let bytes = widened(&bytes_of(&frame));
        assert_eq!(decode(&bytes), Ok(frame));
        for end in 0..bytes.len() {
            assert!(decode(&bytes[..end]).is_err(), "the first {end} bytes");
        }
        let mut lost = bytes.clone();
        let locator = bytes.len() - 22 - 20;
        lost[locator] ^= 1;
        assert_eq!(decode(&lost), Err(Damage::Directory));
    }

    #[test]
    fn a_comment_at_the_end_does_no_harm() {
        let frame = samples::frame(2, Precision::Double);
        let mut bytes = bytes_of(&frame);
        let length = bytes.len();
        bytes[length - 2] = 5;
        bytes.extend_from_slice(b"hello");
        assert_eq!(decode(&bytes), Ok(frame));
    }
}
