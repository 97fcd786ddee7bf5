//! NPZ: NumPy arrays in a zip archive, stored without compression.
//!
//! Sources: NumPy's "NPY format", versions 1.0 to 3.0, and PKWARE's APPNOTE.TXT 6.3, with its ZIP64 extension for archives
//! beyond 4 GiB.
//!
//! A frame's columns are arrays of the same names: `x` and `v` (N × d), `j`, `material` (u16) and `id` (u64) (N), and
//! those of `c`, `f`, `stress` (N × d × d), `temperature` (N) and `concentration` (N, or N × K of K components) that there are. `index`, `time`,
//! `frame_rate`, `spacing` and `units` have no axes, `materials` lists the names.
//!
//! Cells are rows of these arrays: `lines` has those of all lines and `line_starts` where in it each line begins, and the
//! end of the last; `triangles` is M × 3 and `tetrahedra` M × 4. Those that a frame has none of are not there.

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
    use std::sync::Arc;

    use super::*;
    use crate::samples::{self, Precision};
    use crate::{Damage, Frame, Net};

    fn bytes_of(frame: &Frame) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(frame, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn frames_come_back() {
        let mut frames: Vec<Frame> = samples::CASES.map(|(d, precision)| samples::frame(d, precision)).into();
        frames.extend(samples::CASES.map(|(d, precision)| samples::joined(d, precision)));
        frames.push(Frame::default());
        frames.push(Frame { c: None, temperature: None, ..frames[0].clone() });
        for frame in frames {
            assert_eq!(decode(&bytes_of(&frame)), Ok(frame));
        }
    }

    #[test]
    fn cells_that_lost_particles_come_back_without_them() {
        let mut frame = samples::joined(3, Precision::Single);
        let whole = Net {
            lines: [vec![9, 3, 0, 4, 2, 3], vec![7, 8]].into_iter().collect(),
            triangles: vec![[0, 1, 2], [0, 2, 70_000]],
            tetrahedra: vec![[0, 2, 3, 4]],
        };
        frame.net = Some(Arc::new(whole));
        let left = Net {
            lines: [vec![3, 0], vec![2, 3]].into_iter().collect(),
            triangles: vec![[0, 2, 70_000]],
            tetrahedra: Vec::new(),
        };
        assert_eq!(decode(&bytes_of(&frame)).unwrap().net, Some(Arc::new(left)));
        // What joins nothing leaves no trace.
        frame.net = None;
        let plain = bytes_of(&frame);
        frame.net = Some(Arc::new(Net { triangles: vec![[0, 1, 2]], ..Net::default() }));
        assert!(bytes_of(&frame) == plain);
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
