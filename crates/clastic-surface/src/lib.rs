//! Smooth surfaces around particles, and the files that hold them.
