//! Numbers as text: the fewest digits that read back to the same bits.

/// Appends a number. What is not finite is `inf`, `-inf` or `nan`, which all readers of our text formats know.
pub fn float(number: impl zmij::Float + Into<f64> + Copy, text: &mut Vec<u8>) {
    if number.into().is_nan() {
        text.extend_from_slice(b"nan");
    } else {
        text.extend_from_slice(zmij::Buffer::new().format(number).as_bytes());
    }
}

/// Appends a number.
pub fn integer(number: impl itoa::Integer, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_read_back() {
        for number in [0.1, -0.0, 1e-300, 1.7976931348623157e308, 5e-324, 1e15, 123456.75, f64::NEG_INFINITY]
        {
            let mut text = Vec::new();
            float(number, &mut text);
            let text = String::from_utf8(text).unwrap();
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), number.to_bits(), "{text}");
        }
        let mut text = Vec::new();
        float(f32::NAN, &mut text);
        float(0.1f32, &mut text);
        integer(u64::MAX, &mut text);
        assert_eq!(text, b"nan0.118446744073709551615");
    }
}
