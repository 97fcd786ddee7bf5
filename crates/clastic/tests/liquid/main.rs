//! The liquid solver against what is known.
#![allow(clippy::needless_range_loop)]

mod common;
mod determinism;
mod door;
mod loads;
mod motion;
mod multigrid;
mod parabola;
mod rest;
mod spray;
mod transfers;
mod waves;
