//! What the machine has.

use std::fs;

/// Bytes of memory that a process may still take, where the system tells (Linux).
pub fn available_memory() -> Option<u64> {
    let free = fs::read_to_string("/proc/meminfo").ok().and_then(|text| kilobytes(&text, "MemAvailable:"));
    let limit =
        fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    let used: u64 = fs::read_to_string("/sys/fs/cgroup/memory.current")
        .ok()
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(0);
    // Files that the system keeps in memory give way when memory is needed.
    let cached = fs::read_to_string("/sys/fs/cgroup/memory.stat").map_or(0, |text| cached(&text));
    let allowed = limit.map(|limit: u64| limit.saturating_sub(used.saturating_sub(cached)));
    [free, allowed].into_iter().flatten().min()
}

/// Bytes of memory that the machine has, where the system tells (Linux).
pub fn total_memory() -> Option<u64> {
    fs::read_to_string("/proc/meminfo").ok().and_then(|text| kilobytes(&text, "MemTotal:"))
}

/// What the CPU is called, or its architecture where the system does not tell.
pub fn cpu() -> String {
    let name = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| model_name(&text));
    name.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// The most bytes of memory that this process has had at once, where the system tells (Linux).
pub fn peak_memory() -> Option<u64> {
    fs::read_to_string("/proc/self/status").ok().and_then(|text| kilobytes(&text, "VmHWM:"))
}

fn model_name(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn cached(stat: &str) -> u64 {
    let value = |line: &str| {
        let (key, value) = line.split_once(' ')?;
        ["active_file", "inactive_file"].contains(&key).then(|| value.parse::<u64>().ok())?
    };
    stat.lines().filter_map(value).sum()
}

/// In bytes what a line says in kilobytes.
fn kilobytes(text: &str, label: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_read() {
        let text = "MemTotal:       24605648 kB\nMemFree:         1000000 kB\nMemAvailable:    2000000 kB\n";
        assert_eq!(kilobytes(text, "MemAvailable:"), Some(2_048_000_000));
        assert_eq!(kilobytes("MemTotal: 3 kB", "MemAvailable:"), None);
        assert_eq!(model_name("processor\t: 0\nmodel name\t: A CPU @ 2 GHz\n"), Some("A CPU @ 2 GHz".into()));
        assert_eq!(cached("anon 5\nactive_file 10\ninactive_file 7\nfile 99\n"), 17);
    }
}
