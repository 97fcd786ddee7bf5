//! Clastic for Python: what `clastic_sim` is made of. The package's own face, with loops, callables and a progress bar, is
//! in Python; here is what must be fast or near the engine.

mod convert;
mod core;
mod errors;
mod frame;
mod motion;
mod picture;
mod process;
mod scene;
mod studio;

/// The engine behind `clastic_sim`.
#[pyo3::pymodule(name = "_clastic")]
mod clastic_module {
    #[pymodule_export]
    use crate::core::Core;
    #[pymodule_export]
    use crate::errors::{Mistake, SceneError, SimulationError};
    #[pymodule_export]
    use crate::frame::Frame;
    #[pymodule_export]
    use crate::picture::{Picture, contact_sheet, plot};
    #[pymodule_export]
    use crate::scene::{SceneFile, schemes};
    #[pymodule_export]
    use crate::studio::Studio;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
