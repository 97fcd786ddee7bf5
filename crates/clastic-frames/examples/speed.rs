//! How long a frame of a million particles takes in each format: `cargo run --release -p clastic-frames --example speed`,
//! with the number of particles and a folder as arguments if you like.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use clastic_frames::{Floats, Format, Frame, Writer, read_npz, write};

const REPEATS: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let particles = arguments.next().map_or(Ok(1_000_000), |number| number.parse())?;
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from).join("clastic-frames-speed");
    std::fs::create_dir_all(&folder)?;
    let frame = frame(particles);
    println!("{particles} particles, median of {REPEATS}");
    for format in Format::ALL {
        let path = folder.join(format!("0000.{}", format.extension()));
        let seconds = median(|| Ok(write(&frame, &path, format)?))?;
        print(&format!("write {}", format.name()), seconds, std::fs::metadata(&path)?.len());
    }
    let path = folder.join("0000.npz");
    let size = std::fs::metadata(&path)?.len();
    print("read npz", median(|| Ok(read_npz(&path).map(drop)?))?, size);
    let bytes = std::fs::read(&path)?;
    print("plain copy of npz", median(|| Ok(std::fs::write(folder.join("copy"), &bytes)?))?, size);

    let mut writer = Writer::new(&folder, &[Format::Npz])?;
    let start = Instant::now();
    for index in 0..REPEATS as u64 {
        let mut next = writer.recycle().unwrap_or_else(|| frame.clone());
        next.index = index;
        writer.push(next)?;
    }
    writer.finish()?;
    print("background npz", start.elapsed().as_secs_f64() / REPEATS as f64, size);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// A frame of single precision in space.
fn frame(particles: usize) -> Frame {
    let column = |components: usize| {
        Floats::F32((0..particles * components).map(|i| (i as f32 * 0.618).fract() * 2.0 - 1.0).collect())
    };
    Frame {
        materials: vec!["sand".to_owned()],
        id: (0..particles as u64).collect(),
        material: vec![0; particles],
        x: column(3),
        v: column(3),
        j: column(1),
        ..Frame::default()
    }
}

fn median(mut job: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..REPEATS {
        let start = Instant::now();
        job()?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[REPEATS / 2])
}

fn print(what: &str, seconds: f64, bytes: u64) {
    let (megabytes, gigabytes) = (bytes as f64 / 1e6, bytes as f64 / 1e9);
    println!("{what:<18} {:8.1} ms  {megabytes:7.1} MB  {:6.2} GB/s", 1e3 * seconds, gigabytes / seconds);
}
