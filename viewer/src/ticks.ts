// Round numbers for scales.

/** The one of 1, 2, 5 × 10ⁿ that is nearest to `step`. */
export function niceStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const digit = step / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/** Round numbers from low to high, about `count` of them. */
export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const step = niceStep((high - low) / count);
  const first = Math.ceil(low / step - 1e-9);
  const length = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length }, (_, i) => (first + i) * step);
}

/**
 * Exponents, from low to high, of powers of ten; of 2 and 5 times them where there would be fewer than two;
 * of evenly spaced numbers where even those are too few.
 */
export function logTicks(low: number, high: number, count: number): number[] {
  const powers = ticks(low, high, count).filter((power) => Number.isInteger(Number(power.toFixed(6))));
  if (powers.length > 1) return powers;
  const between = [];
  for (let power = Math.floor(low); power <= high; power++) {
    between.push(...[1, 2, 5].map((digit) => power + Math.log10(digit)));
  }
  const inside = between.filter((exponent) => exponent >= low && exponent <= high);
  return inside.length > 1 ? inside : ticks(10 ** low, 10 ** high, count).map(Math.log10);
}

/** Short: three or four digits, with a power of ten where it must be. */
export function format(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 1e6 || size < 1e-3) {
    const [digits, power] = value.toExponential(2).split("e") as [string, string];
    const short = digits.replace(/\.?0+$/, "").replace("-", "−");
    return `${short}e${power.replace("+", "").replace("-", "−")}`;
  }
  return String(Number(value.toPrecision(4))).replace("-", "−");
}
