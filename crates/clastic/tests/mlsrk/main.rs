//! Matter as particles alone, in one binary: what is generic over the dimension is compiled for whoever uses it.

mod common;
mod components;
mod conservation;
mod contracts;
mod guard;
mod mixture;
mod phases;
mod shape;
mod solids;
