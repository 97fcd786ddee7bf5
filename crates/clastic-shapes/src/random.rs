//! Random numbers that depend on nothing but their arguments.

/// A number in [0, 1) that depends on nothing but these three: SplitMix64.
pub(crate) fn uniform(seed: u64, index: u64, axis: u64) -> f64 {
    let z = mix(seed).wrapping_add(index.wrapping_mul(3).wrapping_add(axis));
    (mix(z) >> 11) as f64 / (1u64 << 53) as f64
}

/// Three numbers in [0, 1), coarse and cheap: 21 bits each.
pub(crate) fn three_uniform(seed: u64, index: u64) -> [f64; 3] {
    const BITS: u32 = 21;
    let z = mix(mix(seed).wrapping_add(index));
    [0, 1, 2].map(|i| (z >> (i * BITS) & ((1 << BITS) - 1)) as f64 / f64::from(1 << BITS))
}

fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
