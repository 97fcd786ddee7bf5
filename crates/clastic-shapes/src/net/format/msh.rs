//! Gmsh, versions 2.2 and 4.1, as text: sections between `$Name` and `$EndName`, of words.

use std::collections::HashMap;

use super::Parts;
use super::chains::chains;
use crate::check::LARGEST;
use crate::file::Malformed;
use crate::mesh::format::text::shown;
use crate::net::Cells;

pub(super) fn read(bytes: &[u8]) -> Result<Parts, Malformed> {
    let mut words = Words { bytes, at: 0, line: 1 };
    let mut version = None;
    let mut net = Found::default();
    while let Some(section) = words.section()? {
        match (section, version) {
            ("MeshFormat", _) => version = Some(words.version()?),
            ("Nodes" | "Elements", None) => {
                return Err(words.error("a mesh of Gmsh begins with '$MeshFormat'"));
            }
            ("Nodes", Some(Version::Two)) => net.nodes_2(&mut words)?,
            ("Nodes", Some(Version::Four)) => net.nodes_4(&mut words)?,
            ("Elements", Some(Version::Two)) => net.elements_2(&mut words)?,
            ("Elements", Some(Version::Four)) => net.elements_4(&mut words)?,
            _ => {}
        }
        words.skip_to_end(section)?;
    }
    if version.is_none() {
        return Err(words.error("a mesh of Gmsh begins with '$MeshFormat'"));
    }
    let Found { points, lines, triangles, tetrahedra, .. } = net;
    let cells = if !tetrahedra.is_empty() {
        Cells::Tetrahedra(tetrahedra)
    } else if !triangles.is_empty() {
        Cells::Triangles(triangles)
    } else {
        Cells::Lines(chains(&lines))
    };
    Ok((points, cells))
}

#[derive(Clone, Copy)]
enum Version {
    Two,
    Four,
}

struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Counted from 1.
    line: usize,
}

impl<'a> Words<'a> {
    fn error(&self, reason: impl Into<String>) -> Malformed {
        Malformed::at_line(self.line, reason)
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        while let Some(byte) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_whitespace()) {
            self.line += usize::from(*byte == b'\n');
            self.at += 1;
        }
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }

    fn word(&mut self) -> Result<&'a str, Malformed> {
        let word = self.next().ok_or_else(|| self.error("the file ends within a section"))?;
        str::from_utf8(word).map_err(|_| self.error("this is not text"))
    }

    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, Malformed> {
        let word = self.word()?;
        word.parse().map_err(|_| self.error(format!("{} is not {what}", shown(word))))
    }

    fn count(&mut self) -> Result<u64, Malformed> {
        self.number("a count")
    }

    fn coordinate(&mut self) -> Result<f64, Malformed> {
        let word = self.word()?;
        match word.parse::<f64>() {
            Ok(x) if x.abs() <= LARGEST => Ok(x),
            Ok(_) => Err(self.error(format!("the coordinate {} is not finite", shown(word)))),
            Err(_) => Err(self.error(format!("{} is not a number", shown(word)))),
        }
    }

    /// The name of the next section, if there is one.
    fn section(&mut self) -> Result<Option<&'a str>, Malformed> {
        let Some(word) = self.next() else { return Ok(None) };
        let name = str::from_utf8(word).ok().and_then(|word| word.strip_prefix('$'));
        let shown = || shown(&String::from_utf8_lossy(word));
        name.map(Some).ok_or_else(|| self.error(format!("{} is out of place here", shown())))
    }

    fn skip_to_end(&mut self, section: &str) -> Result<(), Malformed> {
        let begun = self.line;
        let is_end = |word: &[u8]| word.strip_prefix(b"$End") == Some(section.as_bytes());
        while let Some(word) = self.next() {
            if is_end(word) {
                return Ok(());
            }
        }
        let section = shown(section);
        Err(Malformed::at_line(begun, format!("the section {section} has no end")))
    }

    fn version(&mut self) -> Result<Version, Malformed> {
        let version = match self.word()? {
            "2.2" => Version::Two,
            "4.1" => Version::Four,
            other => {
                let reason =
                    format!("version {} of Gmsh's meshes is not known, but 2.2 and 4.1 are", shown(other));
                return Err(self.error(reason));
            }
        };
        match self.word()? {
            "0" => Ok(version),
            _ => Err(self.error("the mesh is binary; Gmsh must save it as text")),
        }
    }
}

/// What has been read.
#[derive(Default)]
struct Found {
    points: Vec<[f64; 3]>,
    /// Points by the names that the file has for them.
    names: HashMap<u64, u32>,
    lines: Vec<[u32; 2]>,
    triangles: Vec<[u32; 3]>,
    tetrahedra: Vec<[u32; 4]>,
}

/// Gmsh's number of a kind of element, how many nodes it has, and how many of them, which come first, are corners. Those
/// of higher order have more nodes.
const KINDS: [[u64; 3]; 15] = [
    [1, 2, 2],
    [8, 3, 2],
    [26, 4, 2],
    [27, 5, 2],
    [2, 3, 3],
    [9, 6, 3],
    [21, 10, 3],
    [23, 15, 3],
    [3, 4, QUADRANGLE],
    [10, 9, QUADRANGLE],
    [16, 8, QUADRANGLE],
    [4, 4, 4],
    [11, 10, 4],
    [29, 20, 4],
    [15, 1, 1],
];

/// It has four corners, but a tetrahedron has as many.
const QUADRANGLE: u64 = 5;

impl Found {
    fn nodes_2(&mut self, words: &mut Words) -> Result<(), Malformed> {
        for _ in 0..words.count()? {
            let name = words.number("the number of a node")?;
            self.name(name, words)?;
            self.place(words)?;
        }
        Ok(())
    }

    fn nodes_4(&mut self, words: &mut Words) -> Result<(), Malformed> {
        let [blocks, _, _, _] = four(words)?;
        for _ in 0..blocks {
            let [dimension, _, parametric, count] = four(words)?;
            let first = self.points.len() as u64;
            for i in 0..count {
                let name = words.number("the number of a node")?;
                self.name_as(name, first.saturating_add(i), words)?;
            }
            for _ in 0..count {
                self.place(words)?;
                // Where on its curve or surface the node is.
                for _ in 0..if parametric == 0 { 0 } else { dimension.min(3) } {
                    words.coordinate()?;
                }
            }
        }
        Ok(())
    }

    fn name(&mut self, name: u64, words: &Words) -> Result<(), Malformed> {
        self.name_as(name, self.points.len() as u64, words)
    }

    fn name_as(&mut self, name: u64, point: u64, words: &Words) -> Result<(), Malformed> {
        let point = u32::try_from(point).map_err(|_| words.error("there are too many nodes"))?;
        match self.names.insert(name, point) {
            None => Ok(()),
            Some(_) => Err(words.error(format!("node {name} is there twice"))),
        }
    }

    fn place(&mut self, words: &mut Words) -> Result<(), Malformed> {
        let mut place = [0.0; 3];
        for x in &mut place {
            *x = words.coordinate()?;
        }
        self.points.push(place);
        Ok(())
    }

    fn elements_2(&mut self, words: &mut Words) -> Result<(), Malformed> {
        for _ in 0..words.count()? {
            let _name = words.word()?;
            let kind = words.count()?;
            for _ in 0..words.count()? {
                words.word()?;
            }
            self.element(kind, words)?;
        }
        Ok(())
    }

    fn elements_4(&mut self, words: &mut Words) -> Result<(), Malformed> {
        let [blocks, _, _, _] = four(words)?;
        for _ in 0..blocks {
            let [_, _, kind, count] = four(words)?;
            for _ in 0..count {
                let _name = words.word()?;
                self.element(kind, words)?;
            }
        }
        Ok(())
    }

    fn element(&mut self, kind: u64, words: &mut Words) -> Result<(), Malformed> {
        let Some([_, nodes, corners]) = KINDS.into_iter().find(|known| known[0] == kind) else {
            let what = "lines, triangles, quadrangles and tetrahedra are";
            return Err(words.error(format!("elements of kind {kind} are not known, but {what}")));
        };
        let mut points = [0; 4];
        for node in 0..nodes {
            let name: u64 = words.number("the number of a node")?;
            let Some(point) = self.names.get(&name).filter(|point| (**point as usize) < self.points.len())
            else {
                return Err(words.error(format!("an element has the node {name}, which does not exist")));
            };
            if let Some(corner) = points.get_mut(node as usize) {
                *corner = *point;
            }
        }
        let [a, b, c, d] = points;
        match corners {
            2 => self.lines.push([a, b]),
            3 => self.triangles.push([a, b, c]),
            4 => self.tetrahedra.push([a, b, c, d]),
            QUADRANGLE => self.triangles.extend([[a, b, c], [a, c, d]]),
            _ => {}
        }
        Ok(())
    }
}

fn four(words: &mut Words) -> Result<[u64; 4], Malformed> {
    let mut numbers = [0; 4];
    for number in &mut numbers {
        // Names of entities may be negative, and no one asks for them.
        *number = words.number::<i64>("a count").map(|number| number.max(0).cast_unsigned())?;
    }
    Ok(numbers)
}
