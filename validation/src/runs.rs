//! Runs beside each other, and curves through what they give.

/// Runs that are small: one thread for each is faster than all threads for one after another.
pub fn side_by_side<T: Sync, U: Send>(of: &[T], run: impl Fn(&T) -> U + Sync) -> Vec<U> {
    std::thread::scope(|scope| {
        let runs: Vec<_> = of.iter().map(|item| scope.spawn(|| run(item))).collect();
        runs.into_iter().map(|run| run.join().expect("a run that does not panic")).collect()
    })
}

/// The straight line `a + b x` with the least squares.
pub fn line(points: &[[f64; 2]]) -> (f64, f64) {
    let n = points.len() as f64;
    let [x, y] = [0, 1].map(|i| points.iter().map(|p| p[i]).sum::<f64>() / n);
    let slope = points.iter().map(|p| (p[0] - x) * (p[1] - y)).sum::<f64>()
        / points.iter().map(|p| (p[0] - x).powi(2)).sum::<f64>();
    (y - slope * x, slope)
}

/// The exponent of a power law through points: the slope of a line through their logarithms.
pub fn exponent(points: &[[f64; 2]]) -> f64 {
    line(&points.iter().map(|p| p.map(f64::ln)).collect::<Vec<_>>()).1
}
