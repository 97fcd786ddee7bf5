//! Matter as particles alone, in one binary: what is generic over the dimension is compiled for whoever uses it.

mod common;
mod components;
mod conservation;
mod contracts;
mod flow;
mod guard;
mod lists;
mod mixture;
mod phases;
mod restart;
mod shape;
mod solids;
