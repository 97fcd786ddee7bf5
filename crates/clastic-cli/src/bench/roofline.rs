//! What a machine can do at most: how fast its memory streams, and how fast its registers multiply and add.

use std::hint::black_box;
use std::sync::Barrier;
use std::time::Instant;

use clastic::tensor::{LaneScalar, Real, Simd, SimdLevel, Vectorized};

/// Times each is measured; the best counts.
const REPETITIONS: usize = 7;
/// Numbers in each of the triad's three arrays, over all threads: far more than caches hold.
const TRIAD_LENGTH: usize = 1 << 26;
/// Multiply-adds of each chain.
const CHAIN_LENGTH: usize = 2_000_000;

/// The most that the machine does with all its given threads.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes read and written per second by `a ← b + s c` over arrays of `f32`: three numbers each, as STREAM counts.
    pub bandwidth: f64,
    /// Floating-point operations per second of independent multiply-adds of `f32`, two each.
    pub flops: f64,
}

/// Measures both.
pub fn measure(level: SimdLevel, threads: usize) -> Limits {
    Limits {
        bandwidth: bandwidth(level, threads),
        // An add takes several cycles, so that many chains must be under way; too many leave the registers.
        flops: flops::<6>(level, threads).max(flops::<10>(level, threads)),
    }
}

fn bandwidth(level: SimdLevel, threads: usize) -> f64 {
    let length = (TRIAD_LENGTH / threads).next_multiple_of(f32::PER_REGISTER);
    let seconds = best_seconds(threads, || {
        // Each thread touches its own part first.
        let (mut a, b, c) = (vec![1.0; length], vec![2.0; length], vec![3.0; length]);
        move || {
            level.run(Triad { a: &mut a, b: &b, c: &c, scale: black_box(0.5) });
            black_box(&mut a);
        }
    });
    (threads * length * 3 * size_of::<f32>()) as f64 / seconds
}

fn flops<const CHAINS: usize>(level: SimdLevel, threads: usize) -> f64 {
    let seconds = best_seconds(threads, || {
        move || {
            black_box(level.run(Chains::<CHAINS> { length: CHAIN_LENGTH }));
        }
    });
    (threads * CHAINS * CHAIN_LENGTH * f32::PER_REGISTER * 2) as f64 / seconds
}

/// The least time from the first thread's start to the last one's end, of work that every thread prepares for itself.
fn best_seconds<W: FnMut()>(threads: usize, prepare: impl Fn() -> W + Sync) -> f64 {
    let barrier = Barrier::new(threads);
    let thread = || {
        let mut work = prepare();
        work();
        [(); REPETITIONS].map(|()| {
            barrier.wait();
            let start = Instant::now();
            work();
            (start, Instant::now())
        })
    };
    let times: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(thread)).collect();
        threads.into_iter().map(|thread| thread.join().expect("nothing in it panics")).collect()
    });
    let seconds = |repetition: usize| {
        let starts = times.iter().map(|times| times[repetition].0);
        let ends = times.iter().map(|times| times[repetition].1);
        let (start, end) = (starts.min().expect("a thread"), ends.max().expect("a thread"));
        (end - start).as_secs_f64()
    };
    (0..REPETITIONS).map(seconds).fold(f64::INFINITY, f64::min)
}

/// `a ← b + s c`.
struct Triad<'a> {
    a: &'a mut [f32],
    b: &'a [f32],
    c: &'a [f32],
    scale: f32,
}

impl Vectorized for Triad<'_> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        type Lanes<S> = <f32 as LaneScalar>::Lanes<S>;
        let scale = Lanes::<S>::splat(token, self.scale);
        let parts = self.b.chunks_exact(f32::PER_REGISTER).zip(self.c.chunks_exact(f32::PER_REGISTER));
        for (a, (b, c)) in self.a.chunks_exact_mut(f32::PER_REGISTER).zip(parts) {
            Lanes::<S>::load(token, c).mul_add(scale, Lanes::<S>::load(token, b)).store(a);
        }
    }
}

/// Independent chains of `x ← x a + b`.
struct Chains<const CHAINS: usize> {
    length: usize,
}

impl<const CHAINS: usize> Vectorized for Chains<CHAINS> {
    type Output = f32;
    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> f32 {
        type Lanes<S> = <f32 as LaneScalar>::Lanes<S>;
        // Chains and halves of registers that are equal would be computed once.
        let starts: [[f32; f32::PER_REGISTER]; CHAINS] =
            black_box(std::array::from_fn(|k| std::array::from_fn(|lane| (CHAINS * lane + k) as f32)));
        let mut chains = [Lanes::<S>::splat(token, 0.0); CHAINS];
        for (chain, start) in chains.iter_mut().zip(&starts) {
            *chain = Lanes::<S>::load(token, start);
        }
        let a = Lanes::<S>::splat(token, black_box(0.999));
        let b = Lanes::<S>::splat(token, black_box(0.001));
        for _ in 0..self.length {
            for chain in &mut chains {
                *chain = chain.mul_add(a, b);
            }
        }
        let mut sum = chains[0];
        for chain in &chains[1..] {
            sum += *chain;
        }
        (0..f32::PER_REGISTER).map(|lane| sum.lane(lane)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_triad_and_the_chains_compute_what_they_say() {
        for level in SimdLevel::available() {
            let (mut a, b, c) = ([0.0; 64], [1.0; 64], [4.0; 64]);
            level.run(Triad { a: &mut a, b: &b, c: &c, scale: 0.5 });
            assert_eq!(a, [3.0; 64]);
            // Each chain goes to b/(1 − a) = 1.
            let sum = level.run(Chains::<6> { length: 50_000 });
            assert!((sum - 96.0).abs() < 0.1, "{}: {sum}", level.name());
        }
    }

    #[test]
    fn the_time_is_that_of_the_slowest_thread() {
        let pause = std::time::Duration::from_millis(2);
        let seconds = best_seconds(2, || move || std::thread::sleep(pause));
        assert!(seconds >= pause.as_secs_f64());
    }
}
