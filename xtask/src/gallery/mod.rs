//! `cargo xtask gallery`: runs every scene, and makes `docs/gallery` of a picture and the measured claims of each.

mod exhibits;
mod page;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Failure;
use crate::process;
use exhibits::{EXHIBITS, Exhibit};

/// Pictures in a row; fewer where there are several rows.
const TIMES: &str = "4";
const TIMES_COMPARED: &str = "3";

/// Where the page and its pictures lie.
pub fn folder() -> PathBuf {
    process::root().join("docs/gallery")
}

/// Makes anew what the options name, or all. The page is written after each scene, so that it may be cut short.
pub fn run(options: &[String]) -> Result<(), Failure> {
    let chosen = chosen(options)?;
    build()?;
    for exhibit in chosen {
        eprintln!("{}", exhibit.name());
        let out = process::target().join("gallery").join(exhibit.name());
        picture(exhibit, &out)?;
        let measured = match exhibit.case() {
            Some(case) => page::claims(&measured(&case)?),
            None => page::run(&json(&read(&out.join("summary.json"))?)?, &read(&out.join("scene.toml"))?),
        };
        update(exhibit, &measured)?;
    }
    eprintln!("written to {}", folder().join("README.md").display());
    Ok(())
}

fn chosen(options: &[String]) -> Result<Vec<&'static Exhibit>, Failure> {
    if options.is_empty() {
        return Ok(EXHIBITS.iter().collect());
    }
    let find = |name: &String| {
        let found = EXHIBITS.iter().find(|exhibit| exhibit.name() == name);
        let names = || EXHIBITS.iter().map(Exhibit::name).collect::<Vec<_>>().join(", ");
        found.ok_or_else(|| Failure::Usage(format!("no scene is called `{name}`; there are {}", names())))
    };
    options.iter().map(find).collect()
}

fn build() -> Result<(), Failure> {
    let mut cargo = process::cargo();
    cargo.args(["build", "--release", "--package", "clastic-cli", "--package", "validation"]);
    succeed(&mut cargo)
}

fn program(name: &str) -> Command {
    let mut command = Command::new(target_release().join(format!("{name}{}", std::env::consts::EXE_SUFFIX)));
    command.current_dir(process::root());
    command
}

fn target_release() -> PathBuf {
    process::target().join("release")
}

fn succeed(command: &mut Command) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::Failed(format!("{command:?}: {status}"))),
        Err(error) => Err(Failure::Failed(format!("cannot run {command:?}: {error}"))),
    }
}

/// Runs the scene into a folder and puts its picture into the gallery.
fn picture(exhibit: &Exhibit, out: &Path) -> Result<(), Failure> {
    let words = page::command(exhibit);
    let mut command = program(&words[0]);
    command.args(&words[1..]).args(["--quiet", "--out"]).arg(out);
    let report = if exhibit.schemes.is_empty() {
        succeed(command.args(["--set", "output.sheet=false"]))?;
        succeed(program("clastic").args(["report", "--quiet", "--times", TIMES]).arg(out))?;
        "report"
    } else {
        succeed(command.args(["--times", TIMES_COMPARED]))?;
        "compare"
    };
    let picture = folder().join(format!("{}.png", exhibit.name()));
    let made = out.join(format!("{report}.png"));
    fs::copy(&made, &picture).map_err(|error| unwritten(&picture, error))?;
    Ok(())
}

/// What a case measures.
fn measured(case: &str) -> Result<Value, Failure> {
    let mut command = program("validation");
    command.args(["--json", "--out"]).arg(process::target().join("validation")).arg(case);
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| Failure::Failed(format!("cannot run {command:?}: {error}")))?;
    if !output.status.success() {
        return Err(Failure::Failed(format!("{case}: a claim does not hold")));
    }
    Ok(json(&String::from_utf8_lossy(&output.stdout))?["cases"][0].take())
}

/// Puts a scene's section on the page; the others stay as they are.
fn update(exhibit: &Exhibit, measured: &str) -> Result<(), Failure> {
    let path = folder().join("README.md");
    let mut sections = page::kept(&read(&path).unwrap_or_default());
    let text = read(&process::root().join(format!("scenes/{}.toml", exhibit.scene)))?;
    sections.insert(exhibit.name().to_string(), page::section(exhibit, &text, measured));
    let section = |exhibit: &Exhibit| sections.get(exhibit.name()).map_or("", String::as_str);
    let (papers, own): (Vec<_>, Vec<_>) = EXHIBITS.iter().partition(|exhibit| exhibit.case().is_some());
    let part = |exhibits: Vec<&Exhibit>| exhibits.into_iter().map(section).collect::<String>();
    let page = format!("{}{}{}{}", page::HEAD, part(own), page::PAPERS, part(papers));
    fs::write(&path, page).map_err(|error| unwritten(&path, error))
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .map_err(|error| Failure::Failed(format!("cannot read {}: {error}", path.display())))
}

fn json(text: &str) -> Result<Value, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::Failed(format!("not JSON: {error}")))
}

fn unwritten(path: &Path, error: std::io::Error) -> Failure {
    Failure::Failed(format!("cannot write {}: {error}", path.display()))
}
