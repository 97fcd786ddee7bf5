//! What `clastic run` is told.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use clastic_scene::{Edit, Mistakes};

use crate::view::Door;
use crate::{Changes, PrecisionName, SimdName};

/// What `run` takes.
#[derive(Args)]
// Without a page its door leads nowhere.
#[command(mut_arg("port", |port| port.requires("view")))]
#[command(mut_arg("address", |address| address.requires("view")))]
pub struct RunArguments {
    /// The scene file
    pub scene: PathBuf,
    /// The output folder; out/NAME, after the scene, if not given
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Another transfer scheme, such as asflip or flip-0.995, in place of the scene's whole `transfer` table
    #[arg(long, value_name = "NAME")]
    pub scheme: Option<String>,
    #[command(flatten)]
    pub changes: Changes,
    /// Run so many frames
    #[arg(long, value_name = "N", conflicts_with = "until")]
    pub frames: Option<u32>,
    /// Run until this time
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub until: Option<f64>,
    /// Threads; one per core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Another precision
    #[arg(long)]
    pub precision: Option<PrecisionName>,
    /// The instruction set
    #[arg(long, value_name = "LEVEL", default_value = "auto")]
    pub simd: SimdName,
    /// The formats of frames, in place of the scene's
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub formats: Vec<String>,
    /// Go on from the last checkpoint in the output folder; without one, begin
    #[arg(long)]
    pub resume: bool,
    /// Show the run in a browser while it goes on, and after it until Ctrl-C; says where
    #[arg(long)]
    pub view: bool,
    #[command(flatten)]
    pub door: Door,
    /// No progress bar and no closing lines
    #[arg(long)]
    pub quiet: bool,
    /// Print summary.json to stdout
    #[arg(long)]
    pub json: bool,
    /// What was typed, if not on the command line itself
    #[arg(skip)]
    words: Option<Vec<OsString>>,
}

/// The options alone, with their defaults.
#[derive(Parser)]
struct Bare {
    #[command(flatten)]
    run: RunArguments,
}

impl RunArguments {
    /// From the words that a user would type, of which the first is ignored.
    pub fn of(words: Vec<OsString>) -> Self {
        RunArguments { words: Some(words.clone()), ..Bare::parse_from(words).run }
    }

    /// For a scene that is run to be looked at.
    pub fn shown(scene: &Path, door: Door) -> Self {
        let (port, address) = (door.port.to_string(), door.address.to_string());
        let door = ["--port".into(), port.into(), "--address".into(), address.into()];
        RunArguments::of(["run".into(), scene.into(), "--view".into()].into_iter().chain(door).collect())
    }

    /// What the options change in the scene; `--set` has the last word.
    pub fn edits(&self) -> Result<Vec<Edit>, Mistakes> {
        let mut edits = Vec::new();
        if let Some(name) = &self.scheme {
            edits.extend(Edit::scheme(&format!("--scheme {name}"), name));
        }
        if let Some(frames) = self.frames {
            let option = format!("--frames {frames}");
            edits.push(Edit::remove(&option, "time.duration"));
            edits.push(Edit::set(&option, "time.frames", i64::from(frames)));
        }
        if let Some(until) = self.until {
            let option = format!("--until {until}");
            edits.push(Edit::remove(&option, "time.frames"));
            edits.push(Edit::set(&option, "time.duration", until));
        }
        if let Some(precision) = self.precision {
            let name = precision.name();
            edits.push(Edit::set(format!("--precision {name}"), "precision", name));
        }
        if !self.formats.is_empty() {
            let option = format!("--formats {}", self.formats.join(","));
            edits.push(Edit::set(option, "output.formats", self.formats.clone()));
        }
        edits.extend(self.changes.edits()?);
        Ok(edits)
    }

    /// What to type to go on after an interruption.
    pub fn resume_line(&self) -> String {
        let quoted = |argument: OsString| {
            let text = argument.to_string_lossy().into_owned();
            let plain = |c: char| c.is_alphanumeric() || "-_=./,:+@%".contains(c);
            if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
        };
        let typed = || std::env::args_os().skip(1).collect();
        let words = self.words.clone().unwrap_or_else(typed).into_iter();
        let given: Vec<String> = words.filter(|word| word != "--resume").map(quoted).collect();
        format!("clastic {} --resume", given.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    /// A run that another command began goes on by `run`, which has the option for it.
    #[test]
    fn a_run_of_another_command_goes_on_by_its_own() {
        let door = Door { port: 7878, address: IpAddr::V4(Ipv4Addr::LOCALHOST) };
        let shown = RunArguments::shown(Path::new("my scene.toml"), door);
        assert!(shown.view && shown.door.port == 7878);
        let expected = "clastic run 'my scene.toml' --view --port 7878 --address 127.0.0.1 --resume";
        assert_eq!(shown.resume_line(), expected);
    }

    #[test]
    fn a_port_needs_a_page() {
        for line in ["run scene.toml --port 7878", "run scene.toml --address 127.0.0.1"] {
            let refused = Bare::try_parse_from(line.split(' ')).err().expect("a refusal");
            assert!(refused.to_string().contains("--view"), "{refused}");
        }
        assert!(Bare::try_parse_from(["run", "scene.toml"]).is_ok());
    }
}
