//! The results as a page of Markdown and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::job::{self, Case, Code, Results, Run, median_of};
use super::options::Options;
use super::roofline::{Load, Machine, PHASES, Work};
use super::targets::{Bound, Target, targets};

/// All that a page tells.
pub struct Page<'a> {
    pub options: &'a Options,
    pub results: &'a Results,
    /// Every scheme with what `clastic bench` says of its memory.
    pub schemes: &'a [(String, Value)],
    pub commit: &'a str,
    /// As in 2026-01-31.
    pub date: &'a str,
}

impl Page<'_> {
    pub fn markdown(&self) -> String {
        let sections = [
            self.head(),
            self.races(),
            self.targets(),
            self.roofline(),
            self.scaling(),
            self.sparse(),
            self.memory(),
        ];
        sections.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    fn head(&self) -> Option<String> {
        let machine = self.results.machine.first()?;
        let text = |key: &str| machine[key].as_str().unwrap_or("unknown").to_owned();
        let memory =
            machine["memory_bytes"].as_f64().map_or("unknown".into(), |x| format!("{:.0} GB", 1e-9 * x));
        let limits = self.machine()?;
        let Page { options, date, commit, .. } = self;
        Some(format!(
            "# Measured speed\n\n\
             Written by `cargo xtask bench`; [README.md](README.md) says what the job is. 3D, `f32`, quadratic kernel.\n\
             Medians of {} rounds in which all codes take turns; ratios count, machines differ.\n\n\
             {}",
            options.reps,
            table(
                &["what", "this machine"],
                &[
                    vec!["CPU".into(), text("cpu")],
                    vec!["cores".into(), machine["cores"].to_string()],
                    vec!["instruction set".into(), text("simd")],
                    vec!["memory".into(), memory],
                    vec![
                        format!("triad on {} threads", options.most_threads()),
                        format!("{:.1} GB/s", 1e-9 * limits.bandwidth)
                    ],
                    vec![
                        format!("multiply-adds on {} threads", options.most_threads()),
                        format!("{:.0} GFLOP/s", 1e-9 * limits.flops)
                    ],
                    vec!["commit".into(), (*commit).into()],
                    vec!["date".into(), (*date).into()],
                ],
            )
        ))
    }

    fn machine(&self) -> Option<Machine> {
        let machine = &self.results.machine;
        Some(Machine {
            bandwidth: median_of(machine, "/triad_bytes_per_s")?,
            flops: median_of(machine, "/fma_flops_per_s")?,
        })
    }

    fn races(&self) -> Option<String> {
        let row = |run: &Run| {
            let ratio = self.results.ratio(run)?;
            Some(vec![
                run.particles.to_string(),
                run.case.material.into(),
                run.case.scheme.into(),
                run.threads.to_string(),
                run.code.name().into(),
                format!("{:.2}", 1e-6 * self.results.rate(run)?),
                if run.code == Code::Clastic { String::new() } else { format!("{ratio:.2}") },
            ])
        };
        let rows: Vec<_> = job::races(self.options).iter().filter_map(row).collect();
        let headings =
            ["particles", "material", "scheme", "threads", "code", "M particle-steps/s", "Clastic / code"];
        Some(format!("## Next to other codes\n\n{}", table(&headings, &rows)))
    }

    fn targets(&self) -> Option<String> {
        let row = |target: Target| {
            let met = match target.is_met() {
                Some(true) => "yes",
                Some(false) => "no",
                None => "not measured",
            };
            let bound = match target.bound {
                Bound::AtLeast(least) => format!("≥ {least}"),
                Bound::AtMost(most) => format!("≤ {most}"),
            };
            let measured = target.measured.map_or(String::new(), |x| format!("{x:.2}"));
            vec![target.what, bound, measured, met.into()]
        };
        let rows: Vec<_> = targets(self.options, self.results).into_iter().map(row).collect();
        Some(format!(
            "## Targets\n\n{} particles, {} threads.\n\n{}",
            self.options.reference_size(),
            self.options.most_threads(),
            table(&["what", "target", "measured", "met"], &rows)
        ))
    }

    fn roofline(&self) -> Option<String> {
        let machine = self.machine()?;
        let (size, threads) = (self.options.reference_size(), self.options.most_threads());
        let mut rows = Vec::new();
        for &case in &self.options.cases {
            rows.extend(self.phases(&Run::clastic(case, size, threads), machine).unwrap_or_default());
        }
        let headings = [
            "material",
            "scheme",
            "phase",
            "ns",
            "bytes",
            "operations",
            "ns for the bytes",
            "ns for the operations",
            "share",
        ];
        Some(format!(
            "## Phases against the roofline\n\n\
             {size} particles, {threads} threads; per particle and step. Bytes and operations are the least that the\n\
             algorithm must move and compute (`xtask/src/bench/roofline.rs` says how they are counted); the share is the\n\
             larger of the two least times over the measured one.\n\n{}",
            table(&headings, &rows)
        ))
    }

    /// The rows of one run, and its sum.
    fn phases(&self, run: &Run, machine: Machine) -> Option<Vec<Vec<String>>> {
        let number = |pointer: &str| self.results.median(run, pointer);
        let load = Load {
            case: run.case,
            particles: run.particles as f64,
            homes: number("/home_blocks")?,
            node_blocks: number("/node_blocks")?,
            orderings: number("/orderings")? / number("/steps")?,
        };
        let mut rows = Vec::new();
        let mut all = Cost::default();
        for phase in PHASES {
            let work = load.work(phase);
            let bounds = work.bounds(machine);
            let least = bounds[0].max(bounds[1]);
            let cost = Cost { ns: number(&format!("/phases_ns/{phase}"))?, work, bounds, least };
            rows.push(cost.row(run.case, phase));
            all = all.and(cost);
        }
        rows.push(all.row(run.case, "all"));
        Some(rows)
    }

    fn scaling(&self) -> Option<String> {
        if self.options.scaling.is_empty() {
            return None;
        }
        let rate = |run: &Run| self.results.rate(run);
        let by_size = |run: &Run| {
            let rate = rate(run)?;
            let peak = self.results.median(run, "/memory/peak");
            Some(vec![
                run.particles.to_string(),
                format!("{:.2}", 1e-6 * rate),
                format!("{:.1}", 1e9 / rate),
                peak.map_or(String::new(), |peak| format!("{:.0}", 1e-6 * peak)),
                peak.map_or(String::new(), |peak| format!("{:.0}", peak / run.particles as f64)),
            ])
        };
        let threads = job::by_threads(self.options);
        let alone = threads.first().and_then(rate);
        let by_threads = |run: &Run| {
            let (rate, alone) = (rate(run)?, alone?);
            Some(vec![
                run.threads.to_string(),
                format!("{:.2}", 1e-6 * rate),
                format!("{:.2}", rate / alone),
                format!("{:.0} %", 100.0 * rate / alone / run.threads as f64),
            ])
        };
        let sizes: Vec<_> = job::by_size(self.options).iter().filter_map(by_size).collect();
        let threads: Vec<_> = threads.iter().filter_map(by_threads).collect();
        Some(format!(
            "## Scaling\n\nJelly, APIC. With particles, on {} threads:\n\n{}\nWith threads, {} particles:\n\n{}",
            self.options.most_threads(),
            table(
                &[
                    "particles",
                    "M particle-steps/s",
                    "ns per particle-step",
                    "peak MB",
                    "B per particle in all"
                ],
                &sizes
            ),
            self.options.reference_size(),
            table(&["threads", "M particle-steps/s", "times one thread", "efficiency"], &threads)
        ))
    }

    fn sparse(&self) -> Option<String> {
        let runs = job::by_layout(self.options);
        let block = self.results.rate(&runs[0])?;
        let row = |run: &Run| {
            let rate = self.results.rate(run)?;
            let per_block = run.particles as f64 / self.results.median(run, "/home_blocks")?;
            Some(vec![
                run.layout.name().into(),
                format!("{per_block:.0}"),
                format!("{:.1}", 1e9 / rate),
                format!("{:.2}", block / rate),
            ])
        };
        let rows: Vec<_> = runs.iter().filter_map(row).collect();
        Some(format!(
            "## Sparse scenes\n\n{} particles of jelly, APIC, {} threads.\n\n{}",
            self.options.reference_size(),
            self.options.most_threads(),
            table(&["layout", "particles per block", "ns per particle-step", "over the block's"], &rows)
        ))
    }

    fn memory(&self) -> Option<String> {
        let row = |(scheme, memory): &(String, Value)| {
            let bytes = |key: &str| memory[key].as_f64().map_or(String::new(), |x| format!("{x:.0}"));
            vec![format!("`{scheme}`"), bytes("per_particle"), bytes("per_block")]
        };
        let rows: Vec<_> = self.schemes.iter().map(row).collect();
        let block = Run::clastic(Case::JELLY, self.options.reference_size(), self.options.most_threads());
        let peak = self.results.median(&block, "/memory/peak");
        let measured = peak.map_or(String::new(), |peak| {
            format!(
                "\n\nA run of {} particles of jelly with APIC took {:.0} MB in all, {:.0} B per particle; 10⁷ are {:.2} GB\n\
                 in proportion.",
                block.particles,
                1e-6 * peak,
                peak / block.particles as f64,
                1e-2 * peak / block.particles as f64
            )
        });
        Some(format!(
            "## Memory\n\nWhat the engine says that one more particle and one more block of 4³ cells take, in bytes, with the\n\
             law that keeps most and the slack that arrays are given.\n\n{}{measured}\n",
            table(&["scheme", "per particle", "per block"], &rows).trim_end()
        ))
    }

    pub fn json(&self) -> Value {
        let run = |run: &Run| {
            let number = |pointer: &str| self.results.median(run, pointer);
            json!({
                "code": run.code.name(),
                "material": run.case.material,
                "scheme": run.case.scheme,
                "layout": run.layout.name(),
                "particles": run.particles,
                "threads": run.threads,
                "steps": self.options.steps_of(run.particles),
                "particle_steps_per_s": self.results.rate(run),
                "ratio": self.results.ratio(run),
                "phases_ns": PHASES.map(|phase| json!([phase, number(&format!("/phases_ns/{phase}"))])),
                "peak_bytes": number("/memory/peak"),
            })
        };
        let target = |target: Target| {
            let (relation, bound) = match target.bound {
                Bound::AtLeast(least) => ("at least", least),
                Bound::AtMost(most) => ("at most", most),
            };
            json!({
                "what": target.what,
                "relation": relation,
                "bound": bound,
                "measured": target.measured,
                "met": target.is_met(),
            })
        };
        let runs = job::round(self.options);
        let memory = |(scheme, memory): &(String, Value)| json!({"scheme": scheme, "memory": memory});
        json!({
            "date": self.date,
            "commit": self.commit,
            "machine": self.results.machine,
            "reps": self.options.reps,
            "runs": runs.iter().filter(|run| self.results.rate(run).is_some()).map(run).collect::<Vec<_>>(),
            "targets": targets(self.options, self.results).into_iter().map(target).collect::<Vec<_>>(),
            "schemes": self.schemes.iter().map(memory).collect::<Vec<_>>(),
        })
    }
}

/// What phases take, per particle and step.
#[derive(Clone, Copy, Default)]
struct Cost {
    ns: f64,
    work: Work,
    /// The least time for the bytes and for the operations, in ns.
    bounds: [f64; 2],
    /// The least time in all, in ns.
    least: f64,
}

impl Cost {
    fn and(self, other: Cost) -> Cost {
        Cost {
            ns: self.ns + other.ns,
            work: Work {
                bytes: self.work.bytes + other.work.bytes,
                operations: self.work.operations + other.work.operations,
            },
            bounds: [self.bounds[0] + other.bounds[0], self.bounds[1] + other.bounds[1]],
            least: self.least + other.least,
        }
    }

    fn row(&self, case: Case, phase: &str) -> Vec<String> {
        let share = 100.0 * self.least / self.ns;
        vec![
            case.material.into(),
            case.scheme.into(),
            phase.into(),
            format!("{:.2}", self.ns),
            format!("{:.0}", self.work.bytes),
            format!("{:.0}", self.work.operations),
            format!("{:.2}", self.bounds[0]),
            format!("{:.2}", self.bounds[1]),
            if self.ns > 0.0 { format!("{share:.0} %") } else { String::new() },
        ]
    }
}

/// A table in Markdown whose columns are also straight as plain text; columns of numbers are set to the right.
pub fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([headings[column].chars().count(), 3]).max().unwrap_or(3)
    };
    let is_number = |cell: &String| cell.is_empty() || cell.starts_with(|c: char| c.is_ascii_digit());
    let right = |column: usize| rows.iter().all(|row| is_number(&row[column]));
    let columns: Vec<_> = (0..headings.len()).map(|column| (width(column), right(column))).collect();
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = String>| {
        let _ = writeln!(text, "| {} |", cells.collect::<Vec<_>>().join(" | "));
    };
    let set = |cell: &str, (width, right): (usize, bool)| {
        let space = " ".repeat(width - cell.chars().count());
        if right { format!("{space}{cell}") } else { format!("{cell}{space}") }
    };
    line(&mut headings.iter().zip(&columns).map(|(cell, column)| set(cell, *column)));
    line(&mut columns.iter().map(|(width, right)| {
        if *right { format!("{}:", "-".repeat(width - 1)) } else { "-".repeat(*width) }
    }));
    for row in rows {
        line(&mut row.iter().zip(&columns).map(|(cell, column)| set(cell, *column)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::job::Layout;
    use crate::bench::tests::options;

    fn report(rate: f64) -> Value {
        let phases: serde_json::Map<_, _> =
            PHASES.iter().map(|phase| (phase.to_string(), json!(5.0))).collect();
        json!({
            "particle_steps_per_s": rate, "phases_ns": phases, "orderings": 10, "steps": 40, "home_blocks": 2000,
            "node_blocks": 3000, "memory": {"peak": 4e8},
        })
    }

    fn results(options: &Options) -> Results {
        let mut results = Results::default();
        for run in job::round(options) {
            results.push(run, report(if run.code == Code::Clastic { 30e6 } else { 2e6 }));
        }
        results.machine.push(json!({
            "cpu": "A CPU", "cores": 2, "memory_bytes": 16e9, "simd": "avx2", "triad_bytes_per_s": 3e10,
            "fma_flops_per_s": 2e11,
        }));
        results
    }

    #[test]
    fn the_page_holds_every_part() {
        let options = options("--threads 2").unwrap();
        let results = results(&options);
        let schemes = [("apic".to_owned(), json!({"per_particle": 375, "per_block": 24096}))];
        let page = Page {
            options: &options,
            results: &results,
            schemes: &schemes,
            commit: "abc",
            date: "2026-01-31",
        };
        let text = page.markdown();
        for part in [
            "| CPU ",
            "A CPU",
            "16 GB",
            "30.0 GB/s",
            "200 GFLOP/s",
            "abc",
            "2026-01-31",
            "## Next to other codes",
            "Taichi, atomic ",
            "15.00 |",
            "## Targets",
            "| ≥ 10 ",
            "## Phases against the roofline",
            "particles_to_grid",
            "## Scaling",
            " 10000000 |",
            "100 %",
            "50 %",
            "## Sparse scenes",
            "debris",
            "## Memory",
            "`apic`",
            "24096",
            "4.00 GB",
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        let json = page.json();
        assert_eq!(json["runs"].as_array().unwrap().len(), job::round(&options).len());
        assert_eq!(json["targets"][0]["met"], true);
    }

    #[test]
    fn what_was_not_run_is_left_out() {
        let options = options("--threads 2 --peers none --scaling none").unwrap();
        let mut results = results(&options);
        let page = |results: &Results| {
            Page { options: &options, results, schemes: &[], commit: "", date: "" }.markdown()
        };
        let text = page(&results);
        assert!(!text.contains("Warp") && !text.contains("## Scaling"), "{text}");
        assert!(text.contains("not measured"), "{text}");
        results.machine.clear();
        assert!(!page(&results).contains("roofline"));
    }

    #[test]
    fn the_share_is_the_larger_bound_over_the_time() {
        let options = options("--threads 2").unwrap();
        let results = results(&options);
        let page = Page { options: &options, results: &results, schemes: &[], commit: "", date: "" };
        let run = Run::clastic(Case::JELLY, 1_000_000, 2);
        let rows = page.phases(&run, Machine { bandwidth: 1.6e11, flops: 5.3e11 }).unwrap();
        // 160 bytes and 530 operations: 1 ns each, of 5.
        assert_eq!(rows[4][2..], ["materials", "5.00", "160", "530", "1.00", "1.00", "20 %"]);
        assert_eq!(rows[5][2..4], ["all", "25.00"]);
        assert_eq!(
            page.phases(&Run { layout: Layout::Block, threads: 9, ..run }, page.machine().unwrap()),
            None
        );
    }

    #[test]
    fn tables_are_straight() {
        let rows = [vec!["a".into(), "1.5".into()], vec!["long name".into(), "10.5".into()]];
        let text = table(&["what", "ns"], &rows);
        assert_eq!(
            text,
            "| what      |   ns |\n| --------- | ---: |\n| a         |  1.5 |\n| long name | 10.5 |\n"
        );
    }
}
