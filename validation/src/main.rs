//! Runs the cases named on the command line, or all, and prints what they measured as a Markdown table.

use std::process::ExitCode;

use validation::{Effort, cases};

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = names.iter().find(|name| !cases::ALL.iter().any(|case| case.id == **name)) {
        let known: Vec<_> = cases::ALL.iter().map(|case| case.id).collect();
        eprintln!("error: no case is called `{unknown}`; there are {}", known.join(", "));
        return ExitCode::from(2);
    }
    let mut failures = 0;
    for case in cases::ALL.iter().filter(|case| names.is_empty() || names.iter().any(|name| name == case.id))
    {
        println!("\n### {}: {}\n\n| claim | measured | expected | |\n|---|---|---|---|", case.id, case.about);
        for finding in (case.run)(Effort::Quick).findings {
            let verdict = if finding.holds() { "" } else { "**fails**" };
            failures += usize::from(!finding.holds());
            println!("| {} | {:.5e} | {} | {verdict} |", finding.claim, finding.measured, finding.expected());
        }
    }
    if failures > 0 {
        eprintln!("\n{failures} claims do not hold");
        return ExitCode::from(1);
    }
    ExitCode::SUCCESS
}
