//! From a scene's table of transfers to a scheme.

use clastic::Dimension;
use clastic::transfer::{Modes, Scheme};

use crate::scene::Transfer;

impl Transfer {
    /// The scheme in numbers; `None` if it has no such name.
    pub fn resolve(&self, dimension: Dimension) -> Option<Scheme> {
        let named = Scheme::from_name(&self.scheme, dimension as usize)?;
        Some(Scheme {
            stretch: self.stretch.unwrap_or(named.stretch),
            rotation: self.rotation.unwrap_or(named.rotation),
            alpha: self.alpha.unwrap_or(named.alpha),
            alpha_position: self.alpha_position.or(self.alpha).unwrap_or(named.alpha_position),
            beta_min: self.beta_min.unwrap_or(named.beta_min),
            beta_max: self.beta_max.unwrap_or(named.beta_max),
            boundary: self.boundary.unwrap_or(named.boundary),
            modes: self.kept_modes(named.modes, dimension).unwrap_or(Modes::NONE),
        })
    }

    /// The modes beyond the affine field, those of the named scheme unless others are given; or the field that is wrong and
    /// what was expected.
    pub(crate) fn kept_modes(
        &self,
        named: Modes,
        dimension: Dimension,
    ) -> Result<Modes, (&'static str, String)> {
        let dimension = dimension as usize;
        let affine = dimension + 1;
        let modes = match self.modes {
            Some(total) => Modes::first(total as usize, dimension).ok_or_else(|| {
                let most = affine + Modes::all(dimension).len();
                (
                    "modes",
                    format!("{total} is not allowed; expected {affine} to {most} modes in {dimension}D"),
                )
            })?,
            None => named,
        };
        let Some(shares) = &self.mode_shares else { return Ok(modes) };
        modes.with_shares(shares).ok_or_else(|| {
            let (count, expected) = (shares.len(), modes.len());
            (
                "mode_shares",
                format!("a list of {count}; expected {expected}, one per mode beyond the affine {affine}"),
            )
        })
    }

    /// What to call the scheme in reports: its name, unless its numbers are others.
    pub fn label(&self, dimension: Dimension) -> &str {
        let named = Scheme::from_name(&self.scheme, dimension as usize);
        if self.resolve(dimension) == named { &self.scheme } else { "custom" }
    }
}
