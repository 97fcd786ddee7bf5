//! What a user may choose.

use std::path::PathBuf;

use super::job::{Case, Peer};
use crate::Failure;
use crate::process;

pub const MATERIALS: [&str; 3] = ["jelly", "sand", "liquid"];
/// The peers' scripts know these schemes only.
pub const SCHEMES: [&str; 3] = ["apic", "flip", "asflip"];
/// The size that the targets are stated for.
const TARGET_SIZE: usize = 1_000_000;
/// Particle-steps per run: seconds for the slowest peer.
const PARTICLE_STEPS: usize = 40_000_000;
const FEWEST_STEPS: usize = 10;
const MOST_STEPS: usize = 400;

#[derive(Debug, PartialEq)]
pub struct Options {
    /// What is timed next to the peers.
    pub cases: Vec<Case>,
    pub particles: Vec<usize>,
    pub threads: Vec<usize>,
    /// Timed steps per run; by the size if not given.
    pub steps: Option<usize>,
    pub reps: usize,
    pub peers: Vec<Peer>,
    /// Sizes of the scaling table; without any there is none of threads either.
    pub scaling: Vec<usize>,
    pub out: PathBuf,
    pub json: bool,
}

impl Options {
    pub fn parse(options: &[String]) -> Result<Options, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let mut parsed = Options {
            cases: Vec::new(),
            particles: vec![TARGET_SIZE],
            threads: vec![cores],
            steps: None,
            reps: 3,
            peers: Peer::ALL.to_vec(),
            scaling: vec![10_000, 100_000, 1_000_000, 10_000_000],
            out: process::root().join("bench").join("results.md"),
            json: false,
        };
        let full = options.iter().any(|option| option == "--full");
        if full {
            parsed.particles = vec![100_000, 1_000_000, 8_000_000];
            parsed.threads = if cores > 1 { vec![1, cores] } else { vec![1] };
        }
        let (mut materials, mut schemes) = (None, None);
        let mut rest = options.iter();
        while let Some(option) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| usage(format!("`{option}` needs a value")));
            match option.as_str() {
                "--materials" => materials = Some(named(option, value()?, &MATERIALS)?),
                "--schemes" => schemes = Some(named(option, value()?, &SCHEMES)?),
                "--particles" => parsed.particles = numbers(option, value()?)?,
                "--threads" => parsed.threads = numbers(option, value()?)?,
                "--steps" => parsed.steps = Some(number(option, value()?)?),
                "--reps" => parsed.reps = number(option, value()?)?,
                "--peers" => parsed.peers = peers(option, value()?)?,
                "--scaling" => parsed.scaling = scaling(option, value()?)?,
                "--out" => parsed.out = PathBuf::from(value()?),
                "--json" => parsed.json = true,
                "--full" => (),
                _ => return Err(usage(format!("unknown option `{option}` of `bench`"))),
            }
        }
        if full {
            materials = materials.or(Some(MATERIALS.to_vec()));
            schemes = schemes.or(Some(SCHEMES.to_vec()));
        }
        parsed.cases = cases(materials, schemes);
        Ok(parsed)
    }

    /// The most threads.
    pub fn most_threads(&self) -> usize {
        self.threads.iter().copied().max().unwrap_or(1)
    }

    /// The size for which phases, sparse scenes and targets are told.
    pub fn reference_size(&self) -> usize {
        if self.particles.contains(&TARGET_SIZE) { TARGET_SIZE } else { self.particles[0] }
    }

    /// Timed steps of so many particles. Every code takes as many.
    pub fn steps_of(&self, particles: usize) -> usize {
        self.steps.unwrap_or((PARTICLE_STEPS / particles).clamp(FEWEST_STEPS, MOST_STEPS))
    }
}

/// Each material with each scheme; what is not given is all materials and APIC, and ASFLIP with jelly if neither is.
fn cases(materials: Option<Vec<&'static str>>, schemes: Option<Vec<&'static str>>) -> Vec<Case> {
    let neither = materials.is_none() && schemes.is_none();
    let materials = materials.unwrap_or(MATERIALS.to_vec());
    let schemes = schemes.unwrap_or(vec!["apic"]);
    let mut cases = Vec::new();
    for material in materials {
        cases.extend(schemes.iter().map(|scheme| Case { material, scheme }));
    }
    if neither {
        cases.push(Case { material: "jelly", scheme: "asflip" });
    }
    cases
}

fn usage(what: String) -> Failure {
    Failure::Usage(what)
}

fn named(option: &str, value: &str, known: &[&'static str]) -> Result<Vec<&'static str>, Failure> {
    let find = |name: &str| known.iter().find(|known| **known == name).copied();
    let one = |name: &str| {
        find(name).ok_or_else(|| usage(format!("`{option}`: no `{name}`, only {}", known.join(", "))))
    };
    value.split(',').map(one).collect()
}

fn peers(option: &str, value: &str) -> Result<Vec<Peer>, Failure> {
    if value == "none" {
        return Ok(Vec::new());
    }
    let names = named(option, value, &Peer::ALL.map(Peer::name))?;
    Ok(Peer::ALL.into_iter().filter(|peer| names.contains(&peer.name())).collect())
}

fn scaling(option: &str, value: &str) -> Result<Vec<usize>, Failure> {
    if value == "none" { Ok(Vec::new()) } else { numbers(option, value) }
}

fn numbers(option: &str, value: &str) -> Result<Vec<usize>, Failure> {
    value.split(',').map(|value| number(option, value)).collect()
}

/// A whole number as in `1000000`, `1_000_000` or `1e6`.
fn number(option: &str, value: &str) -> Result<usize, Failure> {
    let digits = value.replace('_', "");
    let whole = digits.parse::<f64>().ok().filter(|x| x.fract() == 0.0 && (1.0..=1e9).contains(x));
    let number = digits.parse().ok().or(whole.map(|x| x as usize)).filter(|number| *number > 0);
    number.ok_or_else(|| usage(format!("`{option}` needs a positive whole number, not `{value}`")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::tests::options;

    #[test]
    fn options_are_read() {
        let parsed = options(
            "--materials sand,liquid --schemes apic,flip --particles 1_000,2e4 --threads 1,4 --steps 5 --reps 2 \
             --peers warp --scaling none --out page.md --json",
        )
        .unwrap();
        let case = |material, scheme| Case { material, scheme };
        let expected = Options {
            cases: vec![
                case("sand", "apic"),
                case("sand", "flip"),
                case("liquid", "apic"),
                case("liquid", "flip"),
            ],
            particles: vec![1000, 20_000],
            threads: vec![1, 4],
            steps: Some(5),
            reps: 2,
            peers: vec![Peer::Warp],
            scaling: Vec::new(),
            out: "page.md".into(),
            json: true,
        };
        assert_eq!(parsed, expected);
        assert_eq!((parsed.most_threads(), parsed.reference_size()), (4, 1000));
    }

    #[test]
    fn without_options_it_is_what_the_targets_are_about() {
        let parsed = options("").unwrap();
        assert_eq!(parsed.cases.len(), 4);
        assert_eq!(parsed.particles, [1_000_000]);
        assert!(options("--peers none").unwrap().peers.is_empty());
    }

    #[test]
    fn full_is_every_case() {
        let parsed = options("--full").unwrap();
        assert_eq!((parsed.cases.len(), parsed.particles.len()), (9, 3));
        assert_eq!(options("--full --materials sand").unwrap().cases.len(), 3);
        assert_eq!(options("--particles 1e5 --full").unwrap().particles, [100_000]);
    }

    #[test]
    fn larger_jobs_take_fewer_steps() {
        let parsed = options("").unwrap();
        let steps = [1_000, 100_000, 1_000_000, 8_000_000].map(|particles| parsed.steps_of(particles));
        assert_eq!(steps, [400, 400, 40, 10]);
        assert_eq!(options("--steps 7").unwrap().steps_of(1_000), 7);
    }

    #[test]
    fn mistakes_are_usage_errors() {
        for line in [
            "--particles",
            "--particles 0",
            "--particles 1.5",
            "--particles 1e5,",
            "--steps -1",
            "--schemes apic,magic",
            "--materials fluid",
            "--peers matlab",
            "--quick",
        ] {
            assert!(matches!(options(line), Err(Failure::Usage(_))), "{line}");
        }
    }
}
