//! Files hold what was drawn, appear whole or not at all, and say what went wrong.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;

use clastic_render::{Color, Film, FilmFormat, FilmSpec, Picture, WriteError, write_png};

/// An empty folder that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("clastic-render-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.into_string().unwrap()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A gradient with a square that moves.
fn frame(number: u32, [width, height]: [u32; 2]) -> Picture {
    let mut picture = Picture::filled(width, height, Color::WHITE);
    for (i, pixel) in picture.pixels.chunks_exact_mut(4).enumerate() {
        let (x, y) = (i as u32 % width, i as u32 / width);
        let square = (4..8).contains(&y) && (4 * number..4 * number + 4).contains(&x);
        let color = if square { [200, 30, 60] } else { [(5 * x) as u8, (6 * y) as u8, 90] };
        pixel[..3].copy_from_slice(&color);
    }
    picture
}

const SIZE: [u32; 2] = [40, 30];

fn spec(format: FilmFormat) -> FilmSpec {
    FilmSpec { format, width: SIZE[0], height: SIZE[1], frames_per_second: 30.0, frames: 3 }
}

fn decode(path: &PathBuf) -> png::Reader<BufReader<File>> {
    png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap()
}

#[test]
fn a_png_of_few_colors_has_a_table_of_them_and_comes_back_too() {
    let folder = Folder::new("table");
    let path = folder.0.join("picture.png");
    let mut picture = Picture::filled(SIZE[0], SIZE[1], Color::hex(0x4477aa));
    for (i, pixel) in picture.pixels.chunks_exact_mut(4).enumerate() {
        pixel[0] = i as u8;
    }
    write_png(&path, &picture).unwrap();
    let mut decoder = png::Decoder::new(BufReader::new(File::open(&path).unwrap()));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Indexed);
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let opaque: Vec<u8> = bytes.chunks_exact(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect();
    assert_eq!(opaque, picture.pixels);
}

#[test]
fn a_png_comes_back_as_it_was() {
    let folder = Folder::new("png");
    let path = folder.0.join("picture.png");
    let picture = frame(2, SIZE);
    write_png(&path, &frame(0, [9, 9])).unwrap();
    write_png(&path, &picture).unwrap();
    assert_eq!(folder.names(), ["picture.png"]);
    let mut reader = decode(&path);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (40, 30, png::ColorType::Rgba));
    assert_eq!(pixels, picture.pixels);
}

#[test]
fn an_animated_png_holds_every_frame_and_the_rate() {
    let folder = Folder::new("apng");
    let path = folder.0.join("film.png");
    let mut film = Film::create(&path, spec(FilmFormat::Apng)).unwrap();
    (0..3).for_each(|number| film.push(&frame(number, SIZE)).unwrap());
    assert_eq!(folder.names(), ["film.png.part"], "unfinished");
    film.finish().unwrap();
    assert_eq!(folder.names(), ["film.png"]);
    let mut reader = decode(&path);
    assert_eq!(reader.info().animation_control().unwrap().num_frames, 3);
    for number in 0..3 {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, frame(number, SIZE).pixels);
        let control = reader.info().frame_control().unwrap();
        assert_eq!(30 * control.delay_num as u32, control.delay_den as u32);
    }
}

#[test]
fn a_gif_shows_nearly_what_was_drawn() {
    let folder = Folder::new("gif");
    let path = folder.0.join("film.gif");
    let mut film = Film::create(&path, spec(FilmFormat::Gif)).unwrap();
    (0..3).for_each(|number| film.push(&frame(number, SIZE)).unwrap());
    film.finish().unwrap();
    assert_eq!(folder.names(), ["film.gif"]);

    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(BufReader::new(File::open(&path).unwrap())).unwrap();
    let mut shown = vec![0u8; 4 * 40 * 30];
    let mut time = 0;
    for number in 0..3 {
        let part = decoder.read_next_frame().unwrap().unwrap();
        time += part.delay;
        for (i, pixel) in part.buffer.chunks_exact(4).enumerate() {
            let x = part.left as usize + i % part.width as usize;
            let y = part.top as usize + i / part.width as usize;
            if pixel[3] > 0 {
                shown[4 * (40 * y + x)..][..4].copy_from_slice(pixel);
            }
        }
        let apart = shown.iter().zip(&frame(number, SIZE).pixels).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
        assert!(apart <= 14, "frame {number}: {apart}");
        assert_eq!(part.width < 40, number > 0, "later frames hold what changed");
    }
    assert_eq!(time, 10, "3 frames at 30 per second, in hundredths");
    assert!(decoder.read_next_frame().unwrap().is_none());
}

#[test]
fn a_film_that_is_not_finished_leaves_nothing() {
    let folder = Folder::new("unfinished");
    for format in [FilmFormat::Apng, FilmFormat::Gif] {
        let path = folder.0.join("film");
        let mut film = Film::create(&path, spec(format)).unwrap();
        film.push(&frame(0, SIZE)).unwrap();
        drop(film);
        assert!(folder.names().is_empty());

        let mut film = Film::create(&path, spec(format)).unwrap();
        film.push(&frame(0, SIZE)).unwrap();
        assert!(matches!(film.finish(), Err(WriteError::Frames { expected: 3, found: 1, .. })));
        assert!(folder.names().is_empty());
    }
}

#[test]
fn mistakes_have_their_own_errors() {
    let folder = Folder::new("mistakes");
    let path = folder.0.join("film.gif");
    let gif = spec(FilmFormat::Gif);
    let mut film = Film::create(&path, gif).unwrap();
    let wrong = film.push(&frame(0, [8, 8]));
    assert!(matches!(wrong, Err(WriteError::Size { expected: SIZE, found: [8, 8], .. })));
    (0..3).for_each(|number| film.push(&frame(number, SIZE)).unwrap());
    assert!(matches!(film.push(&frame(3, SIZE)), Err(WriteError::Frames { expected: 3, found: 4, .. })));
    for frames_per_second in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let film = Film::create(&path, FilmSpec { frames_per_second, ..gif });
        assert!(matches!(film, Err(WriteError::Rate { .. })));
    }
    assert!(matches!(Film::create(&path, FilmSpec { frames: 0, ..gif }), Err(WriteError::Frames { .. })));
    assert!(matches!(Film::create(&path, FilmSpec { width: 70_000, ..gif }), Err(WriteError::File { .. })));

    let nowhere = folder.0.join("no").join("picture.png");
    let Err(WriteError::File { path, error }) = write_png(&nowhere, &frame(0, SIZE)) else {
        panic!("written")
    };
    assert_eq!((path, error.kind()), (nowhere, std::io::ErrorKind::NotFound));
    let empty = Picture { width: 0, height: 0, pixels: Vec::new() };
    assert!(matches!(write_png(&folder.0.join("empty.png"), &empty), Err(WriteError::File { .. })));
}

#[test]
fn formats_follow_names() {
    for (name, format) in [
        ("a.gif", Some(FilmFormat::Gif)),
        ("b/c.MP4", Some(FilmFormat::Mp4)),
        ("d.png", Some(FilmFormat::Apng)),
        ("e.apng", Some(FilmFormat::Apng)),
        ("f.avi", None),
        ("g", None),
    ] {
        assert_eq!(FilmFormat::of(&PathBuf::from(name)), format, "{name}");
    }
}
