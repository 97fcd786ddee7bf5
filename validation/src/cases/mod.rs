//! The cases, by what they are about.

mod breaking;
mod cloth;
mod conservation;
mod contact;
mod cost;
mod elastic_impacts;
mod elements;
mod every_law;
mod flow;
mod fountain;
mod granular;
mod heat;
mod history;
mod hourglass;
mod implicit;
mod lava;
mod layers;
mod list;
mod manufactured;
mod meshes;
mod oscillation;
mod properties;
mod rest;
mod ringing;
mod rotation;
mod round_trip;
mod sand;
mod separation;
mod solids;
mod stirring;
mod strands;
mod thin;
mod time_step;
mod tori;
mod yield_surfaces;

pub use list::all;
