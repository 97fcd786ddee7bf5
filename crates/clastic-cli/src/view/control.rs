//! What pages ask of a live run, and what the run tells them. A run looks here between steps and takes its time only when it
//! was asked to wait.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clastic::transfer::Scheme;
use clastic_view::{Command, Live, Status};

/// How often a run that waits looks whether it was interrupted.
const LOOK: Duration = Duration::from_millis(100);

/// Between a run and those who watch it.
pub struct Control {
    dimension: usize,
    state: Mutex<State>,
    changed: Condvar,
    /// Ends the run as Ctrl-C does.
    interrupted: Arc<AtomicBool>,
}

/// What is wished, and what is.
#[derive(Clone)]
struct State {
    paused: bool,
    /// Whether to wait again after the next frame.
    once: bool,
    /// The scheme to go on with from the next frame.
    wanted: Option<String>,
    scheme: String,
    status: Status,
    message: Option<String>,
    steps_per_second: f64,
    /// Whether a page has ended the run.
    stopped: bool,
}

impl Control {
    /// For a run that begins with a scheme of this name.
    pub fn new(scheme: &str, dimension: usize, interrupted: Arc<AtomicBool>) -> Self {
        let state = State {
            paused: false,
            once: false,
            wanted: None,
            scheme: scheme.to_string(),
            status: Status::Running,
            message: None,
            steps_per_second: 0.0,
            stopped: false,
        };
        Control { dimension, state: Mutex::new(state), changed: Condvar::new(), interrupted }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits as long as the run is to wait.
    pub fn hold(&self) {
        let mut state = self.state();
        while state.paused && !self.interrupted.load(Ordering::Relaxed) {
            state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The name of the scheme to go on with, if it is another.
    pub fn take_scheme(&self) -> Option<String> {
        let mut state = self.state();
        let wanted = state.wanted.take().filter(|wanted| *wanted != state.scheme)?;
        state.scheme.clone_from(&wanted);
        Some(wanted)
    }

    /// The run goes on with the scheme of this name.
    pub fn set_scheme(&self, name: &str) {
        self.state().scheme = name.to_string();
    }

    /// A frame is done, at so many steps per second.
    pub fn frame_done(&self, steps_per_second: f64) {
        let mut state = self.state();
        state.steps_per_second = steps_per_second;
        state.paused |= std::mem::take(&mut state.once);
    }

    /// The run is over.
    pub fn end(&self, status: Status, message: Option<String>) {
        let mut state = self.state();
        (state.status, state.message, state.paused) = (status, message, false);
    }

    /// Whether a page has ended the run, and not the user's Ctrl-C.
    pub fn was_stopped(&self) -> bool {
        self.state().stopped
    }

    /// How it is, why if it failed, and its speed in steps per second.
    pub fn status(&self) -> (Status, Option<String>, f64) {
        let state = self.state();
        let status = if state.paused { Status::Paused } else { state.status };
        (status, state.message.clone(), state.steps_per_second)
    }

    /// What may be asked; `None` once the run is over.
    pub fn live(&self) -> Option<Live> {
        let state = self.state();
        if state.status != Status::Running {
            return None;
        }
        let name = state.wanted.as_ref().unwrap_or(&state.scheme);
        let scheme = Scheme::from_name(name, self.dimension);
        let own = |name: &str| {
            Scheme::from_name(name, self.dimension).is_some_and(|scheme| scheme.modes.is_empty())
        };
        let short = name.split('-').next().unwrap_or(name);
        Some(Live {
            schemes: Scheme::names()
                .map(|(name, _)| name)
                .filter(|name| own(name))
                .map(String::from)
                .collect(),
            scheme: short.to_string(),
            alpha: scheme
                .filter(Scheme::compares_velocities)
                .map(|scheme| scheme.alpha.max(scheme.alpha_position)),
        })
    }

    /// Does what a page asks, or says why not.
    pub fn command(&self, command: Command) -> Result<(), String> {
        let mut state = self.state();
        if state.status != Status::Running {
            return Err("the run is over and takes no commands".to_string());
        }
        match command {
            Command::Pause => state.paused = true,
            Command::Resume => (state.paused, state.once) = (false, false),
            Command::Step => (state.paused, state.once) = (false, true),
            Command::Stop => {
                state.stopped = true;
                self.interrupted.store(true, Ordering::Relaxed);
            }
            Command::Scheme { name, alpha } => {
                let full = alpha.map_or(name.clone(), |alpha| format!("{name}-{alpha}"));
                match Scheme::from_name(&full, self.dimension) {
                    Some(scheme) if scheme.modes.is_empty() => state.wanted = Some(full),
                    Some(_) => {
                        return Err(format!("{full}: a run cannot gain modes; expected another scheme"));
                    }
                    None => {
                        return Err(format!("{full}: no scheme is called so, or it takes no such number"));
                    }
                }
            }
        }
        drop(state);
        self.changed.notify_all();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control() -> Control {
        Control::new("asflip-0.97", 3, Arc::new(AtomicBool::new(false)))
    }

    fn scheme(name: &str, alpha: Option<f64>) -> Command {
        Command::Scheme { name: name.to_string(), alpha }
    }

    #[test]
    fn a_step_goes_to_the_next_frame_and_waits() {
        let control = control();
        control.command(Command::Step).expect("a live run");
        control.hold();
        assert_eq!(control.status().0, Status::Running);
        control.frame_done(10.0);
        assert_eq!((control.status().0, control.status().2), (Status::Paused, 10.0));
        control.command(Command::Resume).expect("a live run");
        control.hold();
        control.frame_done(10.0);
        assert_eq!(control.status().0, Status::Running);
    }

    #[test]
    fn a_run_that_waits_ends_when_it_is_stopped() {
        let control = Arc::new(control());
        control.command(Command::Pause).expect("a live run");
        let waiting = std::thread::spawn({
            let control = control.clone();
            move || control.hold()
        });
        control.command(Command::Stop).expect("a live run");
        waiting.join().expect("it stops waiting");
        control.end(Status::Interrupted, None);
        assert!(control.command(Command::Resume).is_err());
        assert!(control.live().is_none());
    }

    #[test]
    fn a_scheme_is_taken_once_and_only_if_it_is_another() {
        let control = control();
        control.command(scheme("asflip", Some(0.97))).expect("the same");
        assert_eq!(control.take_scheme(), None);
        control.command(scheme("flip", Some(0.5))).expect("a name of the table");
        let live = control.live().expect("it runs");
        assert_eq!((live.scheme.as_str(), live.alpha), ("flip", Some(0.5)));
        assert_eq!(control.take_scheme().as_deref(), Some("flip-0.5"));
        assert_eq!(control.take_scheme(), None);
        for wrong in [
            scheme("flop", None),
            scheme("pic", Some(0.5)),
            scheme("polypic", None),
            scheme("flip", Some(2.0)),
        ] {
            assert!(control.command(wrong.clone()).is_err(), "{wrong:?}");
        }
    }
}
