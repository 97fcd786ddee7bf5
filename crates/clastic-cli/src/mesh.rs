//! `clastic mesh`: surfaces around the particles of a run.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use clastic::Dimension;
use clastic_frames::{Frame, read_npz};
use clastic_scene::{Scene, SceneFile};
use clastic_studio::fields::singles;
use clastic_surface::{
    Label, Points, Sequence, Settings, Surface, SurfaceError, SurfaceFormat, surface, write, write_sequences,
};

use crate::progress::Visibility;
use crate::{Failure, studio};

/// Where surfaces go; `meshes` holds the files that the scene's shapes name.
const SURFACES: &str = "surfaces";

/// What `mesh` takes.
#[derive(Args)]
pub struct MeshArguments {
    /// The output folder of a run in 3D
    folder: PathBuf,
    /// The formats of surfaces: ply, obj, usda or vtp
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "ply")]
    formats: Vec<String>,
    /// Only this material; all of them, each by itself, if not given
    #[arg(long, value_name = "NAME")]
    material: Vec<String>,
    /// How surfaces look; after each material's law if not given
    #[arg(long, value_name = "LOOK")]
    surface: Option<SurfaceLook>,
    /// Every so many frames
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// No progress bar and no closing line
    #[arg(long)]
    quiet: bool,
}

/// A kind of surface.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum SurfaceLook {
    /// Smooth, and drops run together
    Liquid,
    /// Grains stay to be seen
    Granular,
    /// Tight and smooth
    Solid,
}

impl SurfaceLook {
    /// What suits a law.
    fn of(law: &str) -> Self {
        match law {
            "liquid" | "herschel-bulkley" => SurfaceLook::Liquid,
            "drucker-prager" | "drucker-prager-hencky" | "snow" | "nacc" => SurfaceLook::Granular,
            _ => SurfaceLook::Solid,
        }
    }

    fn settings(self) -> Settings {
        match self {
            SurfaceLook::Liquid => Settings::liquid(),
            SurfaceLook::Granular => Settings::granular(),
            SurfaceLook::Solid => Settings::solid(),
        }
    }
}

/// One material of the run.
struct Matter {
    index: u16,
    name: String,
    look: SurfaceLook,
    /// Among the surfaces.
    folder: PathBuf,
}

/// Writes a surface per frame and material, and what plays them in order.
pub fn mesh(arguments: &MeshArguments) -> Result<(), Failure> {
    let formats = formats(&arguments.formats)?;
    let materials = materials(arguments)?;
    let paths: Vec<PathBuf> =
        studio::frames(&arguments.folder)?.into_iter().step_by(arguments.every as usize).collect();
    let surfaces = arguments.folder.join(SURFACES);
    for matter in &materials {
        let folder = surfaces.join(&matter.folder);
        fs::create_dir_all(&folder).map_err(|error| Failure::Disk(folder, error))?;
    }
    let visibility = if arguments.quiet { Visibility::Hidden } else { Visibility::Shown };
    let bar = crate::progress::plain_bar(paths.len() as u64, visibility);
    let mut triangles = 0;
    let sequence = |matter: &Matter| Sequence { material: matter.name.clone(), files: Vec::new() };
    let mut sequences: Vec<Sequence> = materials.iter().map(sequence).collect();
    for path in &paths {
        let frame = read_npz(path)?;
        for (matter, sequence) in materials.iter().zip(&mut sequences) {
            let stem = matter.folder.join(path.file_stem().unwrap_or_default());
            let surface = matter.wrap(&frame, path)?;
            for format in &formats {
                let to = surfaces.join(&stem).with_extension(format.extension());
                write(&surface, &Label::of(&frame, &matter.name), &to, *format)?;
            }
            triangles += surface.triangles.len();
            // A material's name holds no separator of folders.
            let stem = stem.to_string_lossy().replace('\\', "/");
            sequence.files.push((frame.index, frame.time, stem));
        }
        for format in &formats {
            write_sequences(&surfaces, &sequences, &Label::of(&frame, ""), *format)?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if !arguments.quiet {
        let (frames, folder) = (paths.len(), surfaces.display());
        crate::print(&format!("{frames} frames with {triangles} triangles in all, in {folder}"))?;
    }
    Ok(())
}

fn formats(names: &[String]) -> Result<Vec<SurfaceFormat>, Failure> {
    let known = || SurfaceFormat::ALL.map(SurfaceFormat::name).join(", ");
    let format = |name: &String| {
        SurfaceFormat::from_name(name)
            .ok_or_else(|| Failure::Input(format!("--formats {name}: no such format; expected {}", known())))
    };
    names.iter().map(format).collect()
}

fn materials(arguments: &MeshArguments) -> Result<Vec<Matter>, Failure> {
    let file = SceneFile::read(&arguments.folder.join("scene.toml"), &[]).map_err(Failure::Scene)?;
    if file.scene.dimension == Dimension::Two {
        let folder = arguments.folder.display();
        return Err(Failure::Input(format!("{folder}: a run in 2D has no surfaces; expected one in 3D")));
    }
    let all = &file.scene.materials;
    let names = || all.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    if let Some(name) = arguments.material.iter().find(|name| all.iter().all(|(known, _)| known != *name)) {
        return Err(Failure::Input(format!(
            "--material {name}: no such material; expected one of {}",
            names()
        )));
    }
    let wanted = |name: &String| arguments.material.is_empty() || arguments.material.contains(name);
    let matter =
        all.iter().enumerate().filter(|(_, (name, _))| wanted(name)).map(|(index, (name, table))| Matter {
            index: index as u16,
            name: name.clone(),
            look: arguments.surface.unwrap_or(SurfaceLook::of(table.law)),
            folder: if all.len() == 1 { PathBuf::new() } else { PathBuf::from(name) },
        });
    Ok(matter.collect())
}

/// The surfaces of the liquids in a frame, each with the index of its material.
pub fn liquids(scene: &Scene, frame: &Frame) -> Result<Vec<(u16, Surface)>, Failure> {
    let liquids = scene.materials.iter().enumerate();
    let liquids = liquids.filter(|(_, (_, table))| SurfaceLook::of(table.law) == SurfaceLook::Liquid);
    let wrapped = liquids.map(|(index, (name, _))| {
        let surface = wrap(frame, index as u16, SurfaceLook::Liquid)
            .map_err(|error| Failure::Input(format!("frame {}: {name}: {error}", frame.index)))?;
        Ok((index as u16, surface))
    });
    wrapped.collect()
}

/// The surface of one material's particles.
fn wrap(frame: &Frame, material: u16, look: SurfaceLook) -> Result<Surface, SurfaceError> {
    let own = |column: Vec<f32>| -> Vec<[f32; 3]> {
        let rows = column.as_chunks::<3>().0.iter().zip(&frame.material);
        rows.filter(|(_, other)| **other == material).map(|(row, _)| *row).collect()
    };
    let (positions, velocities) = (own(singles(&frame.x)), own(singles(&frame.v)));
    let points = Points { positions: &positions, velocities: &velocities, spacing: frame.spacing };
    surface(&points, &look.settings())
}

impl Matter {
    /// The surface of its particles in a frame, read from a path.
    fn wrap(&self, frame: &Frame, path: &Path) -> Result<Surface, Failure> {
        wrap(frame, self.index, self.look)
            .map_err(|error| Failure::Input(format!("{}: {}: {error}", path.display(), self.name)))
    }
}
