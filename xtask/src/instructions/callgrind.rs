//! Reads what callgrind writes: the instructions of every function and of all that it calls.
//!
//! The format is described in the manual of Valgrind, "Callgrind Format Specification". Of it this knows the lines that
//! carry costs, for files written without compressed names and with one event, `Ir`.

use std::collections::BTreeMap;

/// What one function cost.
#[derive(Debug, Default, PartialEq)]
pub struct Function {
    /// Instructions in it and in all that it called. Too many for a function that calls itself.
    pub inclusive: u64,
    /// Its own instructions by the source file of the line that they were compiled from, inlined lines too.
    pub own: BTreeMap<String, u64>,
}

/// All functions by their symbols.
pub fn functions(text: &str) -> Result<BTreeMap<&str, Function>, String> {
    let mut functions: BTreeMap<&str, Function> = BTreeMap::new();
    let (mut file, mut name, mut is_call) = ("", None, false);
    for (index, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("line {}: `{line}`: {what}", index + 1);
        if line.starts_with(|c: char| c.is_ascii_digit() || "+-*".contains(c)) {
            let name = name.ok_or_else(|| wrong("a cost outside of any function"))?;
            let cost = line.split(' ').nth(1).and_then(|cost| cost.parse().ok());
            let cost: u64 = cost.ok_or_else(|| wrong("expected a position and a number of instructions"))?;
            let function = functions.entry(name).or_default();
            function.inclusive += cost;
            if !std::mem::take(&mut is_call) {
                *function.own.entry(file.to_string()).or_default() += cost;
            }
        } else if let Some((key, value)) = line.split_once('=') {
            match key {
                "fl" | "fi" | "fe" => file = value,
                "fn" => name = Some(value),
                // The line after it has the cost of the calls.
                "calls" => is_call = true,
                _ => {}
            }
        } else if line.starts_with("events:") && line != "events: Ir" {
            return Err(wrong("expected `events: Ir`"));
        }
    }
    Ok(functions)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# callgrind format
version: 1
cmd:  clastic bench --particles=4096
positions: line
events: Ir
summary: 1111

fl=main.rs
fn=main
10 1
cfi=kernel.rs
cfn=kernel
calls=2 20 
12 1100
+1 4

fl=kernel.rs
fn=kernel
20 600
fi=matrix.rs
* 300
fe=kernel.rs
25 200

totals: 1105
";

    #[test]
    fn calls_count_for_the_caller_but_are_not_its_own() {
        let functions = functions(FILE).unwrap();
        assert_eq!(functions.len(), 2);
        assert_eq!(functions["main"].inclusive, 1105);
        assert_eq!(functions["main"].own, BTreeMap::from([("main.rs".to_string(), 5)]));
        assert_eq!(functions["kernel"].inclusive, 1100);
        let own = BTreeMap::from([("kernel.rs".to_string(), 800), ("matrix.rs".to_string(), 300)]);
        assert_eq!(functions["kernel"].own, own);
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line() {
        let error = |text| functions(text).unwrap_err();
        assert!(error("events: Ir Dr\n").contains("line 1"), "{}", error("events: Ir Dr\n"));
        assert!(error("events: Ir\n12 40\n").contains("line 2"));
        assert!(error("fn=main\n12 many\n").contains("line 2"));
    }
}
