//! A net as bytes; `PROTOCOL.md` has the layout.

use crate::Net;
use crate::misfit::{Misfit, count};

/// The bytes of a net.
pub(crate) fn encode(net: &Net) -> Result<Vec<u8>, Misfit> {
    let Net { joined, lines, triangles } = net;
    let points = || lines.iter().flatten().chain(triangles.as_flattened());
    if let Some(named) = points().find(|point| **point as usize >= *joined) {
        return Err(Misfit::Net { named: *named, joined: *joined });
    }
    let on_lines = lines.iter().map(Vec::len).sum();
    let mut bytes = Vec::with_capacity(20 + 4 * (lines.len() + on_lines + 3 * triangles.len()));
    bytes.extend(b"CLN1");
    for part in [*joined, lines.len(), on_lines, triangles.len()] {
        bytes.extend(count(part)?);
    }
    for line in lines {
        bytes.extend(count(line.len())?);
    }
    bytes.extend(points().flat_map(|point| point.to_le_bytes()));
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the page reads it.
    fn decode(bytes: &[u8]) -> Net {
        assert_eq!(&bytes[..4], b"CLN1");
        let (words, rest) = bytes[4..].as_chunks();
        assert!(rest.is_empty());
        let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
        let [joined, lines, points, triangles] = std::array::from_fn(|_| words.next().expect("a count"));
        let lengths: Vec<u32> = words.by_ref().take(lines as usize).collect();
        assert_eq!(lengths.iter().sum::<u32>(), points);
        let lines = lengths.iter().map(|length| words.by_ref().take(*length as usize).collect()).collect();
        let corners: Vec<u32> = words.collect();
        assert_eq!(corners.len(), 3 * triangles as usize);
        Net { joined: joined as usize, lines, triangles: corners.as_chunks().0.to_vec() }
    }

    #[test]
    fn nets_come_back() {
        let net = Net {
            joined: 7,
            lines: vec![vec![0, 1, 2], vec![], vec![6, 5, 6]],
            triangles: vec![[2, 3, 4], [4, 3, 6]],
        };
        for net in [
            net.clone(),
            Net { lines: vec![], ..net.clone() },
            Net { triangles: vec![], ..net },
            Net::default(),
        ] {
            assert_eq!(decode(&encode(&net).expect("a net")), net);
        }
    }

    #[test]
    fn a_particle_that_is_not_joined_is_named() {
        let misfit = Err(Misfit::Net { named: 3, joined: 3 });
        assert_eq!(encode(&Net { joined: 3, lines: vec![vec![0, 3]], triangles: vec![] }), misfit);
        assert_eq!(encode(&Net { joined: 3, lines: vec![], triangles: vec![[0, 1, 3]] }), misfit);
        let beyond = u32::MAX as usize + 1;
        assert_eq!(encode(&Net { joined: beyond, ..Net::default() }), Err(Misfit::Count(beyond)));
    }
}
