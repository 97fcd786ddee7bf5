// Synthetic runs with meshes, the same at every call. Each loses joined particles on the way.

import { curves, every, random, UNITS } from "./mock-runs.mjs";

/** When particles are lost, and from when on the frames show it. */
export const LOST_AT = 20;

/**
 * A net by number of particle, and what of it is left where some are gone: as the server finds it, but for the
 * surfaces of bodies.
 */
function remains(net, here) {
  const pieces = net.lines.flatMap((line) => {
    const found = [[]];
    for (const point of line) {
      if (here(point)) found.at(-1).push(point);
      else found.push([]);
    }
    return found.filter((piece) => piece.length > 1);
  });
  return { lines: pieces, triangles: net.triangles.filter((corners) => corners.every(here)) };
}

/** What encoders need: particles that are there, which of them are joined, and how. */
function joining({ count, place, net, lost, frames }) {
  const at = (time) => {
    const gone = time >= frames[LOST_AT] ? lost : new Set();
    const left = remains(net, (i) => !gone.has(i));
    const held = new Set([...left.lines, ...left.triangles].flat());
    const ids = Array.from({ length: count }, (_, i) => i).filter((i) => !gone.has(i));
    const joined = ids.filter((i) => held.has(i));
    const number = new Map(joined.map((id, i) => [id, i]));
    const named = (list) => list.map((points) => points.map((id) => number.get(id)));
    return {
      ids,
      held,
      net: { joined: joined.length, lines: named(left.lines), triangles: named(left.triangles) },
    };
  };
  return {
    particles: (time) => at(time).ids.map((id) => place(id, time)),
    joined: (time) => {
      const { ids, held } = at(time);
      return ids.map((id) => held.has(id));
    },
    net: (time) => at(time).net,
  };
}

/** Points of a grid as triangles, counted from `first`. */
function weave(first, columns, rows) {
  const triangles = [];
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = first + row * columns + column;
      triangles.push([a, a + 1, a + columns], [a + 1, a + columns + 1, a + columns]);
    }
  }
  return triangles;
}

/**
 * Hair on a round head, beside a cloth in the wind, above grains. The cloth loses a corner and some hair its
 * middle.
 */
export function tuft() {
  const [strands, points, side, grains] = [900, 18, 30, 400];
  const dice = random(11);
  const roots = Array.from({ length: strands }, () => {
    const [up, way] = [0.15 + 0.85 * dice(), 2 * Math.PI * dice()];
    const flat = Math.sqrt(1 - up * up);
    return { out: [flat * Math.cos(way), up, flat * Math.sin(way)], phase: 6 * dice(), long: 6 + 3 * dice() };
  });
  const grain = Array.from({ length: grains }, () => [
    40 * dice() - 20,
    0.3 + 0.2 * dice(),
    30 * dice() - 15,
  ]);
  const hair = ({ out, phase, long }, k, time) => {
    const along = (long * k) / (points - 1);
    const curl = 0.35 * Math.min(1, along / 3);
    const sway = 0.05 * along * along * Math.sin(5 * time + 0.4 * out[0]);
    const bend = 0.075 * along * along;
    return [
      -8 + 5 * out[0] + along * out[0] + sway + curl * Math.cos(1.8 * along + phase),
      9 + 5 * out[1] + along * out[1] - bend,
      5 * out[2] + along * out[2] + curl * Math.sin(1.8 * along + phase),
      4 + along * (2 + Math.abs(Math.cos(5 * time))),
    ];
  };
  const cloth = (i, time) => {
    const [u, v] = [(i % side) / (side - 1), Math.floor(i / side) / (side - 1)];
    const wave = 1.6 * u * Math.sin(7 * u + 2 * v - 8 * time);
    return [4 + 14 * u, 17 - 14 * v - u * u, 2 * v + wave, 6 + 20 * u * Math.abs(Math.sin(7 * u - 8 * time))];
  };
  const first = grains + strands * points;
  const place = (id, time) => {
    if (id < grains) return [...grain[id], 0, 2];
    const vertex = id - grains;
    if (id >= first) return [...cloth(id - first, time), 1];
    return [...hair(roots[Math.floor(vertex / points)], vertex % points, time), 0];
  };
  const lines = Array.from({ length: strands }, (_, line) =>
    Array.from({ length: points }, (_, k) => grains + line * points + k),
  );
  const corner = Array.from({ length: side * side }, (_, i) => i).filter(
    (i) => (i % side) - Math.floor(i / side) > 16,
  );
  const lost = new Set([...corner.map((i) => first + i), ...lines.slice(0, 60).map((line) => line[9])]);
  const frames = every(40, 0.04);
  const count = first + side * side;
  const run = {
    name: "tuft",
    title: "tuft · asflip-0.97",
    scheme: "asflip-0.97",
    dimension: 3,
    status: "done",
    message: null,
    frames,
    particles: count,
    joined: true,
    radius: 0.3,
    units: UNITS,
    materials: ["hair", "cloth", "sand"].map((name, i) => ({
      name,
      color: ["#8a5a33", "#4a86c5", "#c9a35f"][i],
    })),
    fields: [{ name: "speed", label: "speed (cm/s)", low: 0, high: 30, map: "viridis" }],
    color: "material",
    bounds: { min: [-20, 0, -15], max: [20, 24, 15] },
    camera: { eye: [14, 22, 44], target: [0, 10, 0], fov: 34 },
    walls: { floor: 0, outline: null },
    block: { edge: 4, origin: [0, 0, 0] },
    live: null,
  };
  return {
    run,
    obstacles: [],
    curves: () => curves(frames, count),
    matrices: () => [],
    value: (color, [, , , speed, material]) => ({ speed, material })[color],
    ...joining({ count, place, net: { lines, triangles: weave(first, side, side) }, lost, frames }),
  };
}

/** A raft of triangles in the plane that bends, with grass on it, beside grains. It loses a corner. */
export function raft() {
  const [columns, rows, blades, points, grains] = [25, 9, 20, 8, 200];
  const fabric = columns * rows;
  const bend = (x, time) => 0.12 * Math.sin(3 * x + 6 * time);
  const place = (id, time) => {
    if (id < fabric) {
      const [x, y] = [0.5 + 0.1 * (id % columns), 0.6 + 0.06 * Math.floor(id / columns)];
      return [x, y + bend(x, time), 0, 2 * Math.abs(Math.cos(3 * x + 6 * time))];
    }
    const vertex = id - fabric;
    if (vertex < blades * points) {
      const [blade, k] = [Math.floor(vertex / points), vertex % points];
      const x = 0.55 + (2.3 * blade) / (blades - 1);
      const lean = 0.012 * k * k * Math.sin(6 * time + blade);
      return [x + lean, 1.08 + bend(x, time) + 0.06 * k, 0, 0.25 * k];
    }
    const grain = vertex - blades * points;
    return [3.2 + 0.05 * (grain % 14), 0.03 + 0.05 * Math.floor(grain / 14), 0, 0];
  };
  const lines = Array.from({ length: blades }, (_, blade) =>
    Array.from({ length: points }, (_, k) => fabric + blade * points + k),
  );
  const frames = every(30, 0.05);
  const count = fabric + blades * points + grains;
  const run = {
    name: "raft",
    title: "raft · apic",
    scheme: "apic",
    dimension: 2,
    status: "done",
    message: null,
    frames,
    particles: count,
    joined: true,
    radius: 0.025,
    units: { ...UNITS, length: "m", speed: "m/s", energy: "J/m" },
    materials: [{ name: "raft", color: "#c8754a" }],
    fields: [{ name: "speed", label: "speed (m/s)", low: 0, high: 2, map: "viridis" }],
    color: "speed",
    bounds: { min: [0, 0, 0], max: [4, 2, 0] },
    camera: { eye: [2, 0.95, 3.6], target: [2, 0.95, 0], fov: 36 },
    walls: { floor: 0, outline: { min: [0, 0, 0], max: [4, 2, 0] } },
    block: { edge: 0.1, origin: [0, 0, 0] },
    live: null,
  };
  const lost = new Set([0, 1, 2, columns, columns + 1, 2 * columns]);
  return {
    run,
    obstacles: [],
    curves: () => curves(frames, count),
    matrices: () => [],
    value: (color, [, , , speed]) => ({ speed, material: 0 })[color],
    ...joining({ count, place, net: { lines, triangles: weave(0, columns, rows) }, lost, frames }),
  };
}
