//! Exponential and logarithm over lanes, from their series.

use std::f64::consts::{LN_2, LOG2_E, SQRT_2};

use super::real::{Real, Scalar};

/// `ln 2 = LN_2_HIGH + LN_2_LOW`; the high part has trailing zeros, so its product with an exponent is exact.
const LN_2_HIGH: f64 = 0.693_359_375;
const LN_2_LOW: f64 = LN_2 - LN_2_HIGH;
/// The same split for `f64`: 32 bits are left for the exponent's 11.
const LN_2_HIGH_F64: f64 = 0.693_147_180_369_123_8;

/// `ln 2` in two parts whose first multiplies any exponent exactly in this precision.
#[inline(always)]
fn ln_2<R: Real>(x: R) -> (R, R) {
    if R::Scalar::EPSILON > 1e-10 {
        (x.of(LN_2_HIGH), x.of(LN_2_LOW))
    } else {
        (x.of(LN_2_HIGH_F64), x.of(1.908_214_929_270_587_7e-10))
    }
}

/// `e^x = 2^k e^r` with `|r| ≤ ln 2 / 2` and the Taylor series of `e^r`; 0 and ∞ beyond the range.
#[inline(always)]
pub fn exp<R: Real>(x: R) -> R {
    let (high, low) = ln_2(x);
    let (e_min, e_max) = R::Scalar::EXPONENTS;
    let k = x.mul_add(x.of(LOG2_E), x.of(0.5)).floor();
    let k = k.max(x.of(e_min)).min(x.of(e_max));
    let r = (x - k * high) - k * low;
    let terms = R::Scalar::SERIES_TERMS.0;
    let mut factorial = 1.0;
    for n in 2..=terms {
        factorial *= n as f64;
    }
    let mut sum = x.of(1.0 / factorial);
    for n in (1..=terms).rev() {
        factorial /= n as f64;
        sum = sum.mul_add(r, x.of(1.0 / factorial));
    }
    let y = sum * k.exp2_whole();
    let y = R::select(x.lt(x.of(e_min * LN_2)), x.zero(), y);
    let y = R::select(x.of((e_max + 1.0) * LN_2).lt(x), x.of(f64::INFINITY), y);
    // A comparison with itself is false for NaN only.
    R::select(x.le(x), y, x)
}

/// `ln(m 2^e) = e ln 2 + 2 artanh s`, `s = (m − 1)/(m + 1)`, `m` in `[1/√2, √2)`.
#[inline(always)]
pub fn ln<R: Real>(x: R) -> R {
    let (high, low) = ln_2(x);
    let (m, e) = x.split_exponent();
    let above = x.of(SQRT_2).le(m);
    let m = R::select(above, m * x.of(0.5), m);
    let e = R::select(above, e + x.one(), e);
    let f = m - x.one();
    let s = f / (m + x.one());
    let z = s * s;
    let terms = R::Scalar::SERIES_TERMS.1;
    let mut sum = x.of(1.0 / (2 * terms + 1) as f64);
    for n in (1..terms).rev() {
        sum = sum.mul_add(z, x.of(1.0 / (2 * n + 1) as f64));
    }
    // 2s = f − s f, so that the leading term f is exact.
    let series = f - s * (f - x.of(2.0) * z * sum);
    let y = e.mul_add(high, e.mul_add(low, series));
    let y = R::select(x.lt(x.of(R::Scalar::MIN_POSITIVE)), x.of(f64::NEG_INFINITY), y);
    let y = R::select(x.lt(x.zero()), x.of(f64::NAN), y);
    R::select(x.le(x.of(R::Scalar::MAX)), y, x)
}
