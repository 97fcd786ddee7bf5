//! What the test runners print, read back: counts, times, and the names of failures.

/// One test as nextest reports it.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    pub passed: bool,
    pub seconds: f64,
    /// The package, and behind `::` the target unless it is the library.
    pub binary: String,
    pub name: String,
}

impl Test {
    /// The command that runs this test alone.
    pub fn reproduce(&self) -> String {
        let package = self.binary.split("::").next().unwrap_or_default();
        format!("cargo nextest run --package {package} -- --exact {}", self.name)
    }
}

/// Tests that ran, over one runner or several.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    pub passed: usize,
    pub failed: usize,
}

/// Whose lines these are. Nextest shows a failed test's own output, in which libtest counts that test once more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Runner {
    Nextest,
    Libtest,
}

/// Everything learned from the runners' output.
#[derive(Debug, Default)]
pub struct Report {
    pub tests: Vec<Test>,
    /// None until a runner has finished.
    pub count: Option<Count>,
    /// The time that nextest ran tests, compilation aside.
    pub run_seconds: Option<f64>,
}

impl Report {
    /// Takes in one line of a runner's output; lines of no interest change nothing.
    pub fn read(&mut self, runner: Runner, line: &str) {
        match runner {
            Runner::Nextest => {
                if let Some(test) = nextest_test(line) {
                    // Failures are listed a second time at the end.
                    if !self.tests.iter().any(|seen| seen.name == test.name && seen.binary == test.binary) {
                        self.tests.push(test);
                    }
                } else if let Some((seconds, count)) = nextest_summary(line) {
                    self.run_seconds = Some(seconds);
                    self.add(count);
                }
            }
            Runner::Libtest => {
                if let Some(count) = libtest_summary(line) {
                    self.add(count);
                }
            }
        }
    }

    fn add(&mut self, count: Count) {
        let sum = self.count.get_or_insert_default();
        sum.passed += count.passed;
        sum.failed += count.failed;
    }

    /// The slowest tests, slowest first.
    pub fn slowest(&self, how_many: usize) -> Vec<&Test> {
        let mut tests: Vec<&Test> = self.tests.iter().collect();
        tests.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        tests.truncate(how_many);
        tests
    }
}

/// `PASS [   1.234s] (17/42) clastic::contracts threads`, the counter being newer than the rest.
fn nextest_test(line: &str) -> Option<Test> {
    let (status, seconds, rest) = status_line(line)?;
    // Other lines may hold brackets too, and a try is not a verdict.
    let verdict = !status.is_empty() && !status.contains(|c: char| c.is_ascii_lowercase() || c == ':');
    if !verdict || status.starts_with("TRY") || status.starts_with("SETUP") {
        return None;
    }
    let passed = status == "PASS" || status == "LEAK" || status.starts_with("FLAKY");
    let rest = match rest.strip_prefix('(') {
        Some(counter) => counter.split_once(')')?.1,
        None => rest,
    };
    let (binary, name) = rest.trim().split_once(char::is_whitespace)?;
    Some(Test { passed, seconds, binary: binary.to_owned(), name: name.trim().to_owned() })
}

/// `Summary [  12.345s] 9 tests run: 7 passed (1 slow, 1 leaky), 1 failed, 1 timed out, 0 skipped`
fn nextest_summary(line: &str) -> Option<(f64, Count)> {
    let (status, seconds, rest) = status_line(line)?;
    let (_, outcomes) = rest.split_once(" run: ").filter(|_| status == "Summary")?;
    let mut count = Count::default();
    for outcome in without_parentheses(outcomes).split(',') {
        let (number, what) = outcome.trim().split_once(' ')?;
        let number: usize = number.parse().ok()?;
        match what.trim() {
            "passed" => count.passed += number,
            "skipped" => {}
            _ => count.failed += number,
        }
    }
    Some((seconds, count))
}

/// `test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s`
fn libtest_summary(line: &str) -> Option<Count> {
    let outcomes = line.trim().strip_prefix("test result: ")?;
    let of = |what: &str| -> Option<usize> {
        let before = outcomes.split(';').find_map(|part| part.trim().strip_suffix(what))?;
        before.split_whitespace().last()?.parse().ok()
    };
    Some(Count { passed: of(" passed")?, failed: of(" failed")? })
}

/// Splits `STATUS [ 1.234s] rest`.
fn status_line(line: &str) -> Option<(&str, f64, &str)> {
    let (status, rest) = line.split_once('[')?;
    let (seconds, rest) = rest.split_once("s]")?;
    Some((status.trim(), seconds.trim().parse().ok()?, rest.trim()))
}

fn without_parentheses(text: &str) -> String {
    let mut depth = 0_usize;
    let mut outside = String::new();
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(character),
            _ => {}
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(passed: bool, seconds: f64, binary: &str, name: &str) -> Option<Test> {
        Some(Test { passed, seconds, binary: binary.to_owned(), name: name.to_owned() })
    }

    #[test]
    fn nextest_lines_give_tests() {
        assert_eq!(
            nextest_test("        PASS [   0.004s] (1/3) clastic tensor::svd\n"),
            test(true, 0.004, "clastic", "tensor::svd")
        );
        assert_eq!(
            nextest_test("        PASS [  61.500s] clastic::contracts threads"),
            test(true, 61.5, "clastic::contracts", "threads")
        );
        assert_eq!(
            nextest_test("        FAIL [   0.010s] ( 2/33) xtask::bin/xtask report::x"),
            test(false, 0.01, "xtask::bin/xtask", "report::x")
        );
        assert_eq!(nextest_test("     SIGABRT [   0.1s] a b"), test(false, 0.1, "a", "b"));
        assert_eq!(nextest_test("     TIMEOUT [   9.0s] a b"), test(false, 9.0, "a", "b"));
    }

    #[test]
    fn other_lines_give_none() {
        for line in [
            "        SLOW [> 60.000s] clastic::contracts threads",
            "    Finished `test` profile [optimized + debuginfo] target(s) in 1.20s",
            "   TRY 1 FAIL [   0.010s] clastic x",
            "     Summary [   0.014s] 3 tests run: 3 passed, 0 skipped",
            "thread 'x' panicked at src/lib.rs: index [0.5s] out of range",
            "",
        ] {
            assert_eq!(nextest_test(line), None, "{line}");
        }
    }

    #[test]
    fn nextest_summaries_are_counted() {
        let of = |line| nextest_summary(line).map(|(seconds, c)| (seconds, c.passed, c.failed));
        assert_eq!(of("     Summary [   0.014s] 3 tests run: 3 passed, 0 skipped"), Some((0.014, 3, 0)));
        assert_eq!(
            of(
                "     Summary [  12.5s] 9 tests run: 7 passed (1 slow, 1 leaky), 1 failed, 1 timed out, 4 skipped"
            ),
            Some((12.5, 7, 2))
        );
        assert_eq!(
            of("     Summary [   1.0s] 1/3 tests run: 0 passed, 1 failed, 0 skipped"),
            Some((1.0, 0, 1))
        );
        assert_eq!(of("     Summary [   1.0s] 1 test run: 1 passed, 0 skipped"), Some((1.0, 1, 0)));
        assert_eq!(of("        PASS [   0.004s] a b"), None);
    }

    #[test]
    fn libtest_summaries_are_counted() {
        let line =
            "test result: FAILED. 3 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0s";
        assert_eq!(libtest_summary(line), Some(Count { passed: 3, failed: 2 }));
        assert_eq!(libtest_summary("test tensor::svd ... ok"), None);
    }

    #[test]
    fn runners_add_up_and_a_repeated_failure_counts_once() {
        let mut report = Report::default();
        assert_eq!(report.count, None);
        for line in [
            "        PASS [   0.300s] (1/2) clastic a",
            "        FAIL [   0.500s] (2/2) clastic b",
            "    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 1 filtered out; finished in 0.5s",
            "     Summary [   0.800s] 2 tests run: 1 passed, 1 failed, 0 skipped",
            "        FAIL [   0.500s] (2/2) clastic b",
        ] {
            report.read(Runner::Nextest, line);
        }
        let doctests =
            "test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s";
        report.read(Runner::Libtest, doctests);
        assert_eq!(report.count, Some(Count { passed: 5, failed: 1 }));
        assert_eq!(report.slowest(10).iter().map(|test| test.name.as_str()).collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(report.slowest(1).len(), 1);
        assert_eq!(report.tests[1].reproduce(), "cargo nextest run --package clastic -- --exact b");
    }
}
