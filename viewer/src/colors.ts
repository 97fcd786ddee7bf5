// What the byte of a particle looks like: a strip of 256 colours, the last one for "no value".

import type { Field, Run } from "./protocol.ts";
import type { State } from "./state.ts";

export type Rgb = [number, number, number];
const NONE: Rgb = [128, 128, 128];

export interface Range {
  low: number;
  high: number;
}

/**
 * From the lowest to the highest number of all runs, so that equal colours mean equal numbers in all of them.
 */
export function sharedRange(state: State, field: Field): Range {
  const same = state.runs.flatMap((run) => run.fields).filter((other) => other.label === field.label);
  return { low: Math.min(...same.map(({ low }) => low)), high: Math.max(...same.map(({ high }) => high)) };
}

/** RGBA, 256 times, for the field or, if there is none, for the materials. */
export function strip(state: State, run: Run, field: Field | undefined): Uint8Array<ArrayBuffer> {
  const colors = new Uint8Array(4 * 256).fill(255);
  const at = field
    ? valueColor(state, field)
    : (index: number) => hex(run.materials[index]?.color ?? "#808080");
  for (let index = 0; index < 256; index++) colors.set(at(index), 4 * index);
  return colors;
}

function valueColor(state: State, field: Field): (index: number) => Rgb {
  const { low, high } = sharedRange(state, field);
  const map = mapColors(state, field.map);
  return (index) => {
    if (index === 255) return NONE;
    const value = field.low + (index / 254) * (field.high - field.low);
    const share = high > low ? (value - low) / (high - low) : 0;
    return map[Math.round(share * (map.length - 1))] ?? NONE;
  };
}

/** The colours of a map, from low to high. */
export function mapColors(state: State, name: string): Rgb[] {
  const digits = state.maps[name] ?? "";
  return Array.from({ length: digits.length / 6 }, (_, i) => hex(digits.slice(6 * i, 6 * i + 6)));
}

function hex(text: string): Rgb {
  const value = parseInt(text.replace("#", ""), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
