//! Files of heights: ESRI ASCII grids and grey images.

use std::fs;
use std::io::Cursor;
use std::path::Path;

/// Rows of heights.
pub(super) struct Heights {
    /// The first row is at the low end of z.
    pub rows: Vec<Vec<f64>>,
    /// Between neighbours, in m, if the file says.
    pub spacing: Option<f64>,
}

/// As many as a height field can have.
const MOST_HEIGHTS: usize = 1 << 24;

impl Heights {
    /// From a file whose name says its format.
    pub(super) fn load(path: &Path) -> Result<Self, String> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let read = match ending.as_deref() {
            Some("asc") => Heights::from_grid,
            Some("png") => Heights::from_image,
            _ => return Err(format!("`{}` ends otherwise; expected a name in .asc or .png", path.display())),
        };
        let unreadable = |reason: String| format!("cannot read {}: {reason}", path.display());
        // A pipe or a device might never end.
        match fs::metadata(path) {
            Ok(data) if data.is_file() => {}
            Ok(_) => return Err(unreadable("it is not a regular file".to_string())),
            Err(error) => return Err(unreadable(error.to_string())),
        }
        read(&fs::read(path).map_err(|error| unreadable(error.to_string()))?)
    }

    /// A header of names and values, then rows of heights in m.
    fn from_grid(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "this is no text; expected an ESRI ASCII grid")?;
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line)).peekable();
        let mut header = Header::default();
        while let Some((number, line)) = lines.next_if(|(_, line)| !begins_with_number(line)) {
            header.read(line).map_err(|message| format!("line {number}: {message}"))?;
        }
        let [columns, rows] = header.counts()?;
        let mut heights = Vec::new();
        for (number, line) in lines {
            for word in line.split_whitespace() {
                if heights.len() == columns * rows {
                    return Err(format!("line {number}: too many heights; expected {columns} × {rows}"));
                }
                heights.push(header.height(word).map_err(|message| format!("line {number}: {message}"))?);
            }
        }
        if heights.len() < columns * rows {
            return Err(format!("the file holds {} heights; expected {columns} × {rows}", heights.len()));
        }
        let rows = heights.chunks(columns).map(<[f64]>::to_vec).collect();
        Ok(Heights { rows, spacing: header.spacing })
    }

    /// From black, which is 0, to white, which is 1.
    fn from_image(bytes: &[u8]) -> Result<Self, String> {
        let refused = |error: png::DecodingError| format!("this is no image that can be read: {error}");
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().map_err(refused)?;
        let info = reader.info();
        let (columns, rows) = (info.width as usize, info.height as usize);
        if columns.saturating_mul(rows) > MOST_HEIGHTS {
            return Err(format!("{columns} × {rows} pixels are too many; expected at most {MOST_HEIGHTS}"));
        }
        let bytes_each = match (info.color_type, info.bit_depth) {
            (png::ColorType::Grayscale, png::BitDepth::Eight) => 1,
            (png::ColorType::Grayscale, png::BitDepth::Sixteen) => 2,
            (color, depth) => {
                let depth = depth as u8;
                return Err(format!("the image is {color:?} of {depth} bits; expected grey of 8 or 16 bits"));
            }
        };
        let mut pixels = vec![0; columns * rows * bytes_each];
        reader.next_frame(&mut pixels).map_err(refused)?;
        let height = |pixel: &[u8]| match *pixel {
            [high, low] => f64::from(u16::from_be_bytes([high, low])) / f64::from(u16::MAX),
            _ => f64::from(pixel[0]) / f64::from(u8::MAX),
        };
        let row = |row: &[u8]| row.chunks_exact(bytes_each).map(height).collect();
        Ok(Heights { rows: pixels.chunks_exact(columns * bytes_each).map(row).collect(), spacing: None })
    }
}

fn begins_with_number(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| word.parse::<f64>().is_ok())
}

/// What a grid says of itself.
#[derive(Default)]
struct Header {
    columns: Option<usize>,
    rows: Option<usize>,
    spacing: Option<f64>,
    /// What stands for no height.
    nothing: Option<f64>,
}

impl Header {
    fn read(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else { return Ok(()) };
        let value = words.next().unwrap_or_default();
        let count = || match value.parse() {
            Ok(count @ 1..=MOST_HEIGHTS) => Ok(Some(count)),
            _ => Err(format!("`{}` is not allowed; expected from 1 to {MOST_HEIGHTS}", shown(value))),
        };
        match name.to_lowercase().as_str() {
            "ncols" => self.columns = count()?,
            "nrows" => self.rows = count()?,
            "cellsize" => {
                let spacing = number(value)?;
                if spacing <= 0.0 {
                    return Err(format!("{spacing:?} is not allowed; expected a cell size greater than 0"));
                }
                self.spacing = Some(spacing);
            }
            "nodata_value" => self.nothing = Some(number(value)?),
            // Where on earth it lies does not matter.
            "xllcorner" | "yllcorner" | "xllcenter" | "yllcenter" => {}
            _ => return Err(format!("`{}` is not known; expected the header of a grid", shown(name))),
        }
        Ok(())
    }

    fn counts(&self) -> Result<[usize; 2], String> {
        let missing = |name: &str| format!("`{name}` is missing; expected the header of a grid");
        let columns = self.columns.ok_or_else(|| missing("ncols"))?;
        let rows = self.rows.ok_or_else(|| missing("nrows"))?;
        self.spacing.ok_or_else(|| missing("cellsize"))?;
        match columns.checked_mul(rows) {
            Some(..=MOST_HEIGHTS) => Ok([columns, rows]),
            _ => Err(format!("{columns} × {rows} heights are too many; expected at most {MOST_HEIGHTS}")),
        }
    }

    fn height(&self, word: &str) -> Result<f64, String> {
        let height = number(word)?;
        if self.nothing == Some(height) {
            return Err("a height is missing; expected a grid without gaps".to_string());
        }
        Ok(height)
    }
}

fn number(word: &str) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(x),
        _ => Err(format!("`{}` is not allowed; expected a finite number", shown(word))),
    }
}

/// A word as it can be put in a message.
fn shown(word: &str) -> String {
    word.chars().take(24).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str = "ncols 3\nNROWS 2\nxllcorner 5e5\nyllcorner 0\ncellsize 0.5\nnodata_value -9999\n\
                        1 2 3\n4\n5 6\n";

    fn message(text: &str) -> String {
        Heights::from_grid(text.as_bytes()).err().unwrap_or_default()
    }

    #[test]
    fn grids_are_read_and_say_what_is_wrong() {
        let heights = Heights::from_grid(GRID.as_bytes()).unwrap();
        assert_eq!(heights.rows, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        assert_eq!(heights.spacing, Some(0.5));
        for (from, to, expected) in [
            ("ncols 3", "", "`ncols` is missing; expected the header of a grid"),
            ("ncols 3", "ncols 0", "line 1: `0` is not allowed; expected from 1 to 16777216"),
            ("ncols 3", "ncols 9999999", "9999999 × 2 heights are too many; expected at most 16777216"),
            ("0.5", "-1", "line 5: -1.0 is not allowed; expected a cell size greater than 0"),
            ("xllcorner", "corner", "line 3: `corner` is not known; expected the header of a grid"),
            ("6", "x", "line 9: `x` is not allowed; expected a finite number"),
            ("6", "inf", "line 9: `inf` is not allowed; expected a finite number"),
            ("6", "-9999", "line 9: a height is missing; expected a grid without gaps"),
            ("6", "6 7", "line 9: too many heights; expected 3 × 2"),
            (" 6", "", "the file holds 5 heights; expected 3 × 2"),
        ] {
            assert_eq!(message(&GRID.replacen(from, to, 1)), expected);
        }
        assert_eq!(
            Heights::from_grid(&[0xff]).err().unwrap(),
            "this is no text; expected an ESRI ASCII grid"
        );
    }

    fn image(color: png::ColorType, depth: png::BitDepth, pixels: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
        encoder.set_color(color);
        encoder.set_depth(depth);
        encoder.write_header().unwrap().write_image_data(pixels).unwrap();
        bytes
    }

    #[test]
    fn grey_images_are_heights_from_0_to_1() {
        use png::{BitDepth, ColorType};
        let fine = image(ColorType::Grayscale, BitDepth::Sixteen, &[0, 0, 255, 255, 51, 51, 0, 0]);
        assert_eq!(Heights::from_image(&fine).unwrap().rows, [[0.0, 1.0], [0.2, 0.0]]);
        let coarse = image(ColorType::Grayscale, BitDepth::Eight, &[0, 255, 51, 102]);
        assert_eq!(Heights::from_image(&coarse).unwrap().rows, [[0.0, 1.0], [0.2, 0.4]]);
        let colored = image(ColorType::Rgb, BitDepth::Eight, &[0; 12]);
        assert_eq!(
            Heights::from_image(&colored).err().unwrap(),
            "the image is Rgb of 8 bits; expected grey of 8 or 16 bits"
        );
        // Whatever the bytes are, reading them ends without a panic.
        for i in 0..fine.len() {
            let cut_off = Heights::from_image(&fine[..i]);
            assert!(cut_off.is_err() || i > fine.len() / 2);
            for other in [0, 1, 0x7f, 0xff] {
                let mut bytes = fine.clone();
                bytes[i] = other;
                let _ = Heights::from_image(&bytes);
            }
        }
    }
}
