//! Colours.

use serde_json::{Value as Json, json};
use toml::Value as Toml;

use super::kinds::{Kind, Text};
use super::node::Node;
use super::reading::Reading;

/// A colour as on the web.
pub struct HexColor;
impl Kind for HexColor {
    type Value = [u8; 3];
    fn read(node: &Node, reading: &mut Reading) -> Option<[u8; 3]> {
        let text = Text::read(node, reading)?;
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let number = digits
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        if number.is_none() {
            let message = format!("`{}` is no colour; expected {}", text.escape_debug(), Self::expected());
            reading.wrong(&node.place, message);
        }
        number.map(|number| [(number >> 16) as u8, (number >> 8) as u8, number as u8])
    }
    fn stand_in() -> [u8; 3] {
        [0; 3]
    }
    fn write([r, g, b]: &[u8; 3], _: usize) -> Toml {
        Toml::String(format!("#{r:02x}{g:02x}{b:02x}"))
    }
    fn expected() -> String {
        "a colour as in \"#3377aa\"".to_string()
    }
    fn schema() -> Json {
        json!({"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"})
    }
}
