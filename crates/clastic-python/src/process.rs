//! Threads do not survive a fork: a child that waited for them would wait forever.

use std::process;
use std::sync::OnceLock;

use pyo3::prelude::*;

use crate::errors::simulation_error;

/// The process whose threads something needs.
pub struct Home(u32);

impl Home {
    /// This one.
    pub fn here() -> Self {
        Home(process::id())
    }

    /// Refuses to go on in a child that was forked.
    pub fn check(&self) -> PyResult<()> {
        if self.0 == process::id() {
            return Ok(());
        }
        Err(simulation_error(
            "this process was forked, and its threads were not; expected one that is spawned, as by \
             multiprocessing.get_context(\"spawn\")",
        ))
    }
}

/// The same for pictures, which share their threads: those of the process that has drawn the first.
pub fn check_pictures() -> PyResult<()> {
    static PICTURES: OnceLock<Home> = OnceLock::new();
    PICTURES.get_or_init(Home::here).check()
}
