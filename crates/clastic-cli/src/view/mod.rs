//! `clastic view`, and what `clastic run --view` shows.

mod control;
mod exhibit;

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use clap::Args;
use clastic_view::{Options, Run, Server};

pub use control::Control;
pub use exhibit::Exhibit;

use crate::Failure;

/// How often folders are looked at for something new.
const LOOK: Duration = Duration::from_millis(150);

/// What `view` takes.
#[derive(Args)]
pub struct ViewArguments {
    /// The output folders of one run or several, to be seen side by side; or a scene, which is run
    #[arg(required = true, value_name = "DIR|SCENE.toml")]
    pub what: Vec<PathBuf>,
    #[command(flatten)]
    pub door: Door,
}

/// Where the page is served.
#[derive(Args, Clone, Copy)]
pub struct Door {
    /// The page's port; any free one if not given
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// The page's address; others than this machine's own let in whoever reaches it and has the token
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub address: IpAddr,
}

/// Shows folders until the user ends it.
pub fn view(folders: &[PathBuf], door: &Door, interrupted: &AtomicBool) -> Result<(), Failure> {
    let exhibits = folders.iter().map(|folder| Exhibit::open(folder.clone(), None).map(Arc::new));
    let show = Show::start(exhibits.collect::<Result<_, _>>()?, door)?;
    crate::print(&show.url())?;
    crate::say("Ctrl-C closes the page");
    show.until(|| interrupted.load(Ordering::Relaxed));
    show.end();
    Ok(())
}

/// A page that is being served, and the thread that looks for news.
pub struct Show {
    server: Server,
    over: Arc<AtomicBool>,
    watcher: JoinHandle<()>,
}

impl Show {
    /// Opens the door.
    pub fn start(exhibits: Vec<Arc<Exhibit>>, door: &Door) -> Result<Self, Failure> {
        let runs = exhibits.iter().map(|exhibit| exhibit.clone() as Arc<dyn Run>).collect();
        let options = Options { address: door.address, port: door.port, ..Options::default() };
        let server = Server::start(runs, exhibit::maps(), options)
            .map_err(|error| Failure::Input(format!("--port {}: {error}", door.port)))?;
        let over = Arc::new(AtomicBool::new(false));
        let (changes, is_over) = (server.changes(), over.clone());
        let watcher = std::thread::spawn(move || {
            let mut last = vec![None; exhibits.len()];
            while !is_over.load(Ordering::Relaxed) {
                for (index, exhibit) in exhibits.iter().enumerate() {
                    let Ok(event) = exhibit.event() else { continue };
                    if last[index].as_ref() != Some(&event) {
                        last[index] = Some(event.clone());
                        changes.changed(index, event);
                    }
                }
                std::thread::sleep(LOOK);
            }
        });
        Ok(Show { server, over, watcher })
    }

    /// Where to look.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Waits.
    pub fn until(&self, is_enough: impl Fn() -> bool) {
        while !is_enough() {
            std::thread::sleep(LOOK);
        }
    }

    /// Closes the door.
    pub fn end(self) {
        self.over.store(true, Ordering::Relaxed);
        self.server.stop();
        // It has nothing to tell; that it has ended is all.
        let _ = self.watcher.join();
    }
}
