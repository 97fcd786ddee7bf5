//! Many pictures on one page.

use crate::color::Color;
use crate::picture::{Picture, Rect};
use crate::text::{self, Align, Pen};

/// A picture on a page.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    /// At any size; it is scaled to the cell.
    pub picture: &'a Picture,
    /// A line below it. May be empty.
    pub caption: &'a str,
}

/// A page of pictures.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// A line above them. May be empty.
    pub title: &'a str,
    /// From left to right, row by row.
    pub cells: &'a [Cell<'a>],
    /// Pictures per row; 0 chooses a number that makes a page wider than high.
    pub columns: u32,
    /// The width of a picture on the page, in pixels.
    pub cell_width: u32,
    /// Of the page.
    pub background: Color,
}

impl<'a> Sheet<'a> {
    /// A white page with pictures 480 pixels wide.
    pub fn of(title: &'a str, cells: &'a [Cell<'a>]) -> Self {
        Sheet { title, cells, columns: 0, cell_width: 480, background: Color::WHITE }
    }
}

/// Where things are on a page, in pixels.
struct Layout {
    columns: u32,
    rows: u32,
    cell: [u32; 2],
    margin: u32,
    gap: u32,
    /// Heights of the title and of a caption, with the space about them; 0 without.
    title: u32,
    caption: u32,
    /// Height of a caption's capitals.
    text: f32,
}

impl Layout {
    fn new(sheet: &Sheet) -> Self {
        let count = sheet.cells.len().max(1) as u32;
        let columns = match sheet.columns {
            0 => [1, 2, 3, 2, 3, 3, 4, 4, 3].get(count as usize - 1).copied().unwrap_or(4),
            columns => columns.min(count),
        };
        let width = sheet.cell_width.clamp(16, 4096);
        let text = (0.026 * width as f32).max(7.0);
        let written = |text: &str, height: f32| if text.is_empty() { 0 } else { height.round() as u32 };
        let caption = sheet.cells.iter().map(|cell| written(cell.caption, 2.6 * text)).max().unwrap_or(0);
        Layout {
            columns,
            rows: count.div_ceil(columns),
            cell: [width, sheet.cells.iter().map(|cell| fitted(cell.picture, width)).max().unwrap_or(width)],
            margin: (0.07 * width as f32).round() as u32,
            gap: (0.035 * width as f32).round() as u32,
            title: written(sheet.title, 4.6 * text),
            caption,
            text,
        }
    }

    fn size(&self) -> [u32; 2] {
        let along = |count: u32, size: u32| count * size + (count - 1) * self.gap + 2 * self.margin;
        [along(self.columns, self.cell[0]), along(self.rows, self.cell[1] + self.caption) + self.title]
    }

    fn corner(&self, number: u32) -> [u32; 2] {
        let [column, row] = [number % self.columns, number / self.columns];
        [
            self.margin + column * (self.cell[0] + self.gap),
            self.margin + self.title + row * (self.cell[1] + self.caption + self.gap),
        ]
    }
}

/// The height of a picture that is `width` wide on the page.
fn fitted(picture: &Picture, width: u32) -> u32 {
    let height = width as f64 * picture.height as f64 / picture.width.max(1) as f64;
    // A strip too long for a page is squeezed.
    (height.round() as u32).clamp(1, 4 * width)
}

/// Puts pictures, scaled, with their captions on one page.
pub fn contact_sheet(sheet: &Sheet) -> Picture {
    let layout = Layout::new(sheet);
    let [width, height] = layout.size();
    let mut page = Picture::filled(width, height, sheet.background);
    let (ink, faint) = match sheet.background.is_light() {
        true => (Color::hex(0x2b3138), Color::hex(0xd5dade)),
        false => (Color::hex(0xe8ebee), Color::hex(0x454c55)),
    };
    let longest = (width - 2 * layout.margin) as f32;
    let size = 1.55 * layout.text;
    let size = size * (longest / text::width(sheet.title, size).max(longest));
    let base = layout.margin as f32 + size;
    text::draw(
        &mut page,
        sheet.title,
        [layout.margin as f32, base],
        Pen { size, color: ink, align: Align::Left },
    );

    for (number, cell) in sheet.cells.iter().enumerate() {
        let [left, top] = layout.corner(number as u32);
        let picture = cell.picture.resized(layout.cell[0], fitted(cell.picture, layout.cell[0]));
        let [x, y] = [left as i64, top as i64];
        let [right, bottom] = [x + picture.width as i64, y + picture.height as i64];
        // A hair line tells a white picture from a white page.
        page.fill(Rect { left: x - 1, top: y - 1, right: right + 1, bottom: bottom + 1 }, faint);
        page.paste(&picture, left, top);
        let base = bottom as f32 + 1.75 * layout.text;
        let pen = Pen { size: layout.text, color: ink, align: Align::Left };
        text::draw(&mut page, cell.caption, [left as f32, base], pen);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_placed_row_by_row() {
        let colors: Vec<Color> = (0..7).map(|i| Color::hex(0x200040 + 0x1a1800 * i)).collect();
        let pictures: Vec<Picture> = colors.iter().map(|color| Picture::filled(320, 180, *color)).collect();
        let cells: Vec<Cell> =
            pictures.iter().map(|picture| Cell { picture, caption: "t = 0.10 s" }).collect();
        let sheet = Sheet { columns: 3, cell_width: 160, ..Sheet::of("A title", &cells) };
        let page = contact_sheet(&sheet);
        let layout = Layout::new(&sheet);
        assert_eq!([page.width, page.height], layout.size());
        for (number, color) in colors.iter().enumerate() {
            let [left, top] = layout.corner(number as u32);
            for [x, y] in [[0, 0], [159, 0], [0, 89], [159, 89], [80, 45]] {
                assert_eq!(page.color(left + x, top + y), *color, "{number}");
            }
            assert_ne!(page.color(left - 3, top + 4), *color);
        }
        // Rows and columns: the fourth is below the first, the second to its right.
        let corner = |number| layout.corner(number);
        assert_eq!(corner(3)[0], corner(0)[0]);
        assert!(corner(3)[1] > corner(0)[1] + 90);
        assert_eq!(corner(1)[1], corner(0)[1]);
        assert!(corner(1)[0] > corner(0)[0] + 160);
    }

    #[test]
    fn captions_and_titles_are_written() {
        let picture = Picture::filled(32, 18, Color::WHITE);
        let written = |title, caption| {
            let cells = [Cell { picture: &picture, caption }];
            contact_sheet(&Sheet { cell_width: 200, ..Sheet::of(title, &cells) })
        };
        let dark = |page: &Picture| page.pixels.chunks_exact(4).filter(|pixel| pixel[0] < 100).count();
        let bare = written("", "");
        assert_eq!(dark(&bare), 0);
        assert!(dark(&written("title", "")) > 30);
        assert!(dark(&written("", "caption")) > 30);
        assert!(written("title", "caption").height > bare.height);
    }

    #[test]
    fn a_page_without_pictures_and_a_long_title_is_a_page() {
        let page = contact_sheet(&Sheet::of(
            "a title that is much too long for one page of this width, really",
            &[],
        ));
        assert!(page.width > 0 && page.height > 0);
        let empty = Picture { width: 0, height: 0, pixels: Vec::new() };
        contact_sheet(&Sheet::of("", &[Cell { picture: &empty, caption: "" }]));
    }
}
