//! The command line.

use std::path::{Path, PathBuf};

use clastic_scene::language::guess;
use validation::{Case, Effort, cases, find};

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Job {
    /// Runs cases.
    Run,
    /// Says which there are.
    List,
}

/// What the user chose.
pub struct Options {
    pub job: Job,
    /// Those to run, in the order of the list.
    pub cases: Vec<&'static Case>,
    pub effort: Effort,
    /// Prints JSON to the standard output, and nothing else there.
    pub json: bool,
    /// The folder for figures and the page.
    pub out: PathBuf,
}

impl Options {
    /// Reads the arguments, or says what is wrong with them.
    pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Options, String> {
        let (mut job, mut effort, mut json) = (Job::Run, Effort::Quick, false);
        let mut out = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("validation");
        let mut named: Vec<&'static str> = Vec::new();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--full" => effort = Effort::Full,
                "--json" => json = true,
                "--list" => job = Job::List,
                "--out" => out = arguments.next().ok_or("`--out` needs a folder")?.into(),
                option if option.starts_with('-') => {
                    let known = ["--full", "--json", "--list", "--out"];
                    return Err(format!("unknown option `{option}` of `validate`{}", guess(option, known)));
                }
                id => named.push(find(id).ok_or_else(|| unknown(id))?.id),
            }
        }
        let chosen = |case: &&Case| named.is_empty() || named.contains(&case.id);
        Ok(Options { job, cases: cases::all().filter(chosen).collect(), effort, json, out })
    }
}

fn unknown(id: &str) -> String {
    let ids = || cases::all().map(|case| case.id);
    let list = ids().collect::<Vec<_>>().join(", ");
    format!("no case is called `{id}`{}; there are {list}", guess(id, ids()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Options, String> {
        Options::parse(line.split_whitespace().map(str::to_string))
    }

    #[test]
    fn cases_are_named_in_any_case_and_run_once_in_order() {
        let options = parsed("C2B a1 --full c2b --out some/where").unwrap_or_else(|error| panic!("{error}"));
        let ids: Vec<&str> = options.cases.iter().map(|case| case.id).collect();
        assert_eq!(ids, ["A1", "C2b"]);
        assert_eq!((options.effort, options.json, options.job), (Effort::Full, false, Job::Run));
        assert_eq!(options.out, PathBuf::from("some/where"));
        let all = parsed("--json --list").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((all.cases.len(), all.json, all.job), (cases::all().count(), true, Job::List));
    }

    #[test]
    fn mistakes_come_with_a_suggestion() {
        let message = |line| parsed(line).err().unwrap_or_default();
        assert!(message("momentun").starts_with("no case is called `momentun` (`momentum`?)"));
        assert_eq!(message("--ful"), "unknown option `--ful` of `validate` (`--full`?)");
        assert_eq!(message("A1 --out"), "`--out` needs a folder");
    }
}
