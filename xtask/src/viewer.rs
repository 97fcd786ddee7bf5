//! `cargo xtask viewer`: the page of `clastic view`, built anew and tried in a browser.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::Failure;
use crate::process;

/// What Debian and its kin call the browser.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// The scene that a real server shows.
const SCENE: &str = "scenes/cup.toml";
/// Those whose particles are joined: to strands, and to bodies in the plane.
const MESHES: [&str; 2] = ["scenes/hair.toml", "scenes/papers/a7-squares.toml"];

fn folder() -> PathBuf {
    process::root().join("viewer")
}

/// Whether Node and a browser are there; installs the browser where that is one command away.
pub fn needs() -> Result<(), Failure> {
    for program in ["node", "npm"] {
        if !is_there(Command::new(program).arg("--version")) {
            let how = "install Node 20 or newer with npm";
            return Err(Failure::Failed(format!("cannot run {program}, which the page's tests need: {how}")));
        }
    }
    if has_browser() {
        return Ok(());
    }
    eprintln!("\n== browser: apt-get install chromium");
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--no-install-recommends", "chromium"]);
    install.stdout(Stdio::null());
    if !install.status().is_ok_and(|status| status.success()) {
        // Lists of packages may be old, or not there at all.
        let _ = Command::new("apt-get").arg("update").stdout(Stdio::null()).status();
        let _ = install.status();
    }
    if has_browser() {
        return Ok(());
    }
    let how = "install it (Debian: apt install chromium), or name it in the variable CHROMIUM";
    Err(Failure::Failed(format!("no Chromium, in which the page is tested: {how}")))
}

fn has_browser() -> bool {
    let named = std::env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).exists());
    named || BROWSERS.iter().any(|name| is_there(Command::new(name).arg("--version")))
}

fn is_there(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Installs what the page is made of, builds it, and tests it against a mock and against the command.
pub fn run(options: &[String]) -> Result<(), Failure> {
    if let Some(option) = options.first() {
        return Err(Failure::Usage(format!("unknown option `{option}` of `viewer`")));
    }
    needs()?;
    install()?;
    let before = page()?;
    npm(&["run", "build"], &[])?;
    if page()? != before {
        let place = "crates/clastic-view/page";
        return Err(Failure::Failed(format!(
            "{place} was not what its sources make; it is now: look, and commit it"
        )));
    }
    npm(&["test"], &[])?;
    let clastic = process::clastic()?;
    let command = |arguments: &[&str]| {
        let mut command = Command::new(&clastic);
        command.current_dir(process::root()).args(arguments);
        command
    };
    let runs = process::target().join("viewer");
    let [one, other, hair, squares, live] = ["one", "other", "hair", "squares", "live"]
        .map(|name| runs.join(name).to_string_lossy().into_owned());
    for (scene, out, frames, scheme) in [
        (SCENE, &one, "40", "apic"),
        (SCENE, &other, "40", "flip"),
        (MESHES[0], &hair, "4", "asflip"),
        (MESHES[1], &squares, "20", "asflip"),
    ] {
        let mut run =
            command(&["run", scene, "--quiet", "--frames", frames, "--scheme", scheme, "--out", out]);
        if !run.status().is_ok_and(|status| status.success()) {
            return Err(Failure::Failed(format!("{run:?} failed")));
        }
    }
    let endless = ["run", SCENE, "--view", "--quiet", "--frames", "100000", "--out", &live];
    let shown: [(&[&str], &str); 4] = [
        (&["view", &one], "finished"),
        (&["view", &one, &other], "compare"),
        (&["view", &hair, &squares], "nets"),
        (&endless, "live"),
    ];
    for (arguments, tests) in shown {
        let server = Server::start(command(arguments))?;
        npm(&["test", "--", tests], &[("CLASTIC_VIEW_URL", &server.url)])?;
    }
    Ok(())
}

/// `npm ci`, unless nothing has changed since the last one.
fn install() -> Result<(), Failure> {
    let lock = folder().join("package-lock.json");
    let wanted = std::fs::read_to_string(&lock)
        .map_err(|error| Failure::Failed(format!("cannot read {}: {error}", lock.display())))?;
    let stamp = folder().join("node_modules/.installed");
    if std::fs::read_to_string(&stamp).is_ok_and(|done| done == wanted) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"], &[])?;
    std::fs::write(&stamp, wanted)
        .map_err(|error| Failure::Failed(format!("cannot write {}: {error}", stamp.display())))
}

fn npm(arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), Failure> {
    let given: String = environment.iter().map(|(key, value)| format!("{key}='{value}' ")).collect();
    eprintln!("\n== {given}npm {}", arguments.join(" "));
    let mut command = Command::new("npm");
    command.current_dir(folder()).args(arguments).envs(environment.iter().copied());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(Failure::Failed(format!("`npm {}` in viewer failed", arguments.join(" ")))),
        Err(error) => Err(Failure::Failed(format!("cannot run npm: {error}"))),
    }
}

/// The page as the crate embeds it.
fn page() -> Result<Vec<Vec<u8>>, Failure> {
    let folder = process::root().join("crates/clastic-view/page");
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read(&path)
            .map_err(|error| Failure::Failed(format!("cannot read {}: {error}", path.display())))
    };
    ["index.html", "viewer.js", "viewer.css"].into_iter().map(read).collect()
}

/// The command at work, with a page of its own.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    /// Starts a command that serves a page, and reads where.
    fn start(mut command: Command) -> Result<Self, Failure> {
        // `view` names its page on stdout, `run` on stderr.
        let on_stdout = command.get_args().next().is_some_and(|word| word == "view");
        if on_stdout {
            command.stdout(Stdio::piped())
        } else {
            command.stderr(Stdio::piped())
        };
        let mut child =
            command.spawn().map_err(|error| Failure::Failed(format!("cannot run {command:?}: {error}")))?;
        let stream: Option<Box<dyn Read>> = if on_stdout {
            child.stdout.take().map(|stream| Box::new(stream) as _)
        } else {
            child.stderr.take().map(|stream| Box::new(stream) as _)
        };
        let mut server = Server { child, url: String::new() };
        let mut lines = BufReader::new(stream.expect("piped")).lines().map_while(Result::ok);
        let url = lines.find_map(|line| line.find("http://").map(|at| line[at..].to_string()));
        server.url = url.ok_or_else(|| Failure::Failed(format!("{command:?} names no page")))?;
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
