// Synthetic runs, the same at every call: a fountain in 3D, a heap in 2D, and a block of any size for
// measuring.

export const UNITS = {
  length: "cm",
  time: "s",
  speed: "cm/s",
  energy: "erg",
  momentum: "g cm/s",
  pressure: "dyn/cm²",
};
const GRAVITY = 981;

/** Numbers in [0, 1) from a seed: mulberry32. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function gradient(stops) {
  const colors = stops.map((text) => [0, 2, 4].map((i) => parseInt(text.slice(i, i + 2), 16)));
  return Array.from({ length: 255 }, (_, i) => {
    const at = (i / 254) * (colors.length - 1);
    const low = Math.min(Math.floor(at), colors.length - 2);
    const mixed = colors[low].map((c, k) => Math.round(c + (at - low) * (colors[low + 1][k] - c)));
    return mixed.map((c) => c.toString(16).padStart(2, "0")).join("");
  }).join("");
}

export const MAPS = {
  viridis: gradient(["440154", "3b528b", "21918c", "5ec962", "fde725"]),
  balance: gradient(["2b4a8b", "8fb3d9", "e8e6e3", "e0a184", "8f2d2d"]),
};

const base64 = (Type, numbers) => Buffer.from(new Type(numbers).buffer).toString("base64");

function box(min, max) {
  const corner = (i) => [0, 1, 2].map((axis) => ((i >> axis) & 1 ? max[axis] : min[axis]));
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return {
    positions: base64(Float32Array, Array.from({ length: 8 }, (_, i) => corner(i)).flat()),
    triangles: base64(
      Uint32Array,
      quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
    ),
    edges: "",
  };
}

function ball(radius, rings = 16) {
  const [positions, triangles] = [[], []];
  for (let i = 0; i <= rings; i++) {
    for (let j = 0; j < 2 * rings; j++) {
      const [phi, theta] = [(Math.PI * i) / rings, (Math.PI * j) / rings];
      positions.push(
        radius * Math.sin(phi) * Math.cos(theta),
        radius * Math.cos(phi),
        radius * Math.sin(phi) * Math.sin(theta),
      );
      const at = (ring, place) => ring * 2 * rings + (place % (2 * rings));
      const [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)];
      if (i < rings) triangles.push(a, b, c, b, d, c);
    }
  }
  return { positions: base64(Float32Array, positions), triangles: base64(Uint32Array, triangles), edges: "" };
}

function disk(radius, sides = 48) {
  const rim = Array.from({ length: sides }, (_, i) => (2 * Math.PI * i) / sides);
  const positions = [0, 0, 0, ...rim.flatMap((a) => [radius * Math.cos(a), radius * Math.sin(a), 0])];
  const next = (i) => 1 + ((i + 1) % sides);
  return {
    positions: base64(Float32Array, positions),
    triangles: base64(
      Uint32Array,
      rim.flatMap((_, i) => [0, i + 1, next(i)]),
    ),
    edges: base64(
      Uint32Array,
      rim.flatMap((_, i) => [i + 1, next(i)]),
    ),
  };
}

const AT_REST = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const NOWHERE = new Array(12).fill(NaN);
const moved = (x, y, z) => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];

export function curves(frames, particles) {
  const column = (f) => frames.map((time, i) => f(time, i));
  return {
    columns: {
      time: frames,
      kinetic: column((t) => 4e7 * (1.1 + Math.sin(4 * t)) * Math.exp(-0.4 * t)),
      elastic: column((t) => 9e6 * (1 + Math.cos(7 * t)) * Math.exp(-0.2 * t)),
      gravitational: column((t) => 6e7 + 2e7 * Math.cos(3 * t)),
      px: column((t) => 3e4 * Math.sin(5 * t)),
      py: column((t) => -5e5 * t * Math.exp(-2 * t)),
      pz: column((t) => 1e4 * Math.cos(6 * t)),
      lx: column(() => 0),
      ly: column(() => 0),
      lz: column(() => null),
      dt_min: column((t) => 6e-5 * (1.3 + Math.sin(9 * t))),
      dt_max: column((t) => 4e-4 * (1.2 + Math.cos(5 * t))),
      steps: column((_, i) => 120 * i + (i % 3) * 9),
      particles: column(() => particles),
      max_speed: column((t) => 300 - 40 * t),
      wall_s: column((_, i) => 0.5 * i + 0.03 * Math.sin(i)),
    },
  };
}

export const every = (count, step) => Array.from({ length: count }, (_, i) => i * step);

/** Jets that fall back into a basin of glass, past a ball that circles above it. */
export function fountain({ name = "fountain", scheme = "asflip-0.97", turn = 1, particles = 20000 } = {}) {
  const dice = random(7);
  const drops = Array.from({ length: particles }, (_, i) => ({
    pool: i < 0.45 * particles,
    age: dice(),
    way: 2 * Math.PI * dice(),
    out: 14 + 34 * Math.sqrt(dice()),
    up: 262 + 46 * dice(),
    x: 66 * dice() - 33,
    y: dice(),
    z: 66 * dice() - 33,
  }));
  const place = (drop, time) => {
    if (drop.pool) {
      const level = 9 + 1.4 * Math.sin(0.16 * drop.x + 5 * time) + 1.1 * Math.cos(0.2 * drop.z - 4 * time);
      return [drop.x, level * drop.y, drop.z, 12 + 20 * drop.y];
    }
    const flight = (2 * drop.up) / GRAVITY;
    const t = ((drop.age + time) * flight * 1.6) % flight;
    const way = drop.way + turn * 0.8 * t;
    const speed = Math.hypot(drop.out, drop.up - GRAVITY * t);
    return [
      drop.out * t * Math.cos(way) * turn,
      6 + drop.up * t - 0.5 * GRAVITY * t * t,
      drop.out * t * Math.sin(way),
      speed,
    ];
  };
  const frames = every(40, 0.04);
  const run = {
    name,
    title: `${name} · ${scheme}`,
    scheme,
    dimension: 3,
    status: "done",
    message: null,
    frames,
    particles,
    joined: false,
    radius: 0.62,
    units: UNITS,
    materials: [
      { name: "water", color: "#4a86c5" },
      { name: "dyed water", color: "#c8754a" },
    ],
    fields: [
      { name: "speed", label: "speed (cm/s)", low: 0, high: 310, map: "viridis" },
      { name: "pressure", label: "pressure (dyn/cm²)", low: -9000, high: 9000, map: "balance" },
      { name: "id", label: "id", low: 0, high: particles, map: "viridis" },
    ],
    color: "speed",
    bounds: { min: [-36, 0, -36], max: [36, 56, 36] },
    camera: { eye: [72, 66, 104], target: [0, 20, 0], fov: 34 },
    walls: { floor: 0, outline: null },
    block: { edge: 4, origin: [0, 0, 0] },
    live: null,
  };
  const obstacles = [
    { name: "ball", kind: "collider", look: "solid", color: "#9aa7b4", ...ball(5) },
    { name: "basin", kind: "collider", look: "glass", color: "#9fb6c9", ...box([-34, 0, -34], [34, 16, 34]) },
    { name: "nozzle", kind: "source", look: "region", color: "#6fb58a", ...box([-3, 4, -3], [3, 8, 3]) },
    { name: "drain", kind: "sink", look: "region", color: "#c77d6d", ...box([-34, 0, -34], [-26, 3, -26]) },
  ];
  return {
    run,
    obstacles,
    curves: () => curves(run.frames, particles),
    particles: (time) => drops.map((drop) => place(drop, time)),
    value: (color, [x, y, z, speed], i) =>
      ({
        speed,
        pressure: 9000 * Math.sin(0.1 * x) * Math.cos(0.12 * z),
        id: i,
        material: drops[i]?.pool ? 1 : 0,
      })[color],
    matrices: (time) => [
      moved(22 * Math.cos(2 * time), 30, 22 * Math.sin(2 * time)),
      AT_REST,
      AT_REST,
      time > 0.2 ? AT_REST : NOWHERE,
    ],
  };
}

/** A column that slumps between walls, beside a wheel. */
export function heap() {
  const side = 70;
  const frames = every(30, 0.05);
  const run = {
    name: "heap",
    title: "heap · apic",
    scheme: "apic",
    dimension: 2,
    status: "interrupted",
    message: null,
    frames,
    particles: side * side,
    joined: false,
    radius: 0.012,
    units: { ...UNITS, length: "m", speed: "m/s", energy: "J/m" },
    materials: [{ name: "sand", color: "#c9a35f" }],
    fields: [{ name: "speed", label: "speed (m/s)", low: 0, high: 2, map: "viridis" }],
    color: "material",
    bounds: { min: [0, 0, 0], max: [4, 2, 0] },
    camera: { eye: [2, 0.95, 3.6], target: [2, 0.95, 0], fov: 36 },
    walls: { floor: 0, outline: { min: [0, 0, 0], max: [4, 2, 0] } },
    block: { edge: 0.1, origin: [0, 0, 0] },
    live: null,
  };
  const place = (i, time) => {
    const [u, v] = [((i % side) + 0.5) / side, (Math.floor(i / side) + 0.5) / side];
    const spread = 1 + 1.4 * (1 - Math.exp(-1.6 * time)) * (1 - 0.7 * v);
    return [
      0.05 + u * spread,
      (1.6 * v * (1 - (0.5 * u * (spread - 1)) / 1.4)) / spread,
      0,
      (2 * u * time) / (0.3 + time),
    ];
  };
  return {
    run,
    curves: () => curves(run.frames, side * side),
    obstacles: [
      { name: "wheel", kind: "collider", look: "solid", color: "#8b97a3", ...disk(0.25) },
      { name: "gate", kind: "source", look: "region", color: "#6fb58a", ...disk(0.4) },
    ],
    particles: (time) => Array.from({ length: side * side }, (_, i) => place(i, time)),
    value: (color, [, , , speed]) => ({ speed, material: 0 })[color],
    matrices: (time) => [moved(2.9 + 0.2 * Math.sin(3 * time), 0.3, 0), moved(0.6, 1.5, 0)],
  };
}

/** So many particles in a block that sways, with two frames: for measuring. */
export function cube(particles) {
  const side = Math.ceil(Math.cbrt(particles));
  const step = 60 / side;
  const whole = fountain();
  const run = {
    ...whole.run,
    name: "cube",
    title: `${particles} particles`,
    particles,
    radius: 0.55 * step,
    frames: every(40, 0.04),
    materials: whole.run.materials,
  };
  const place = (i, time) => {
    const y = step * (Math.floor(i / side) % side);
    return [
      step * (i % side) - 30 + 0.1 * y * Math.sin(4 * time),
      y,
      step * Math.floor(i / side / side) - 30,
      5 * y,
    ];
  };
  return {
    ...whole,
    run,
    curves: () => curves(run.frames, particles),
    particles: (time) => Array.from({ length: particles }, (_, i) => place(i, time)),
    value: (color, [, , , speed], i) => ({ speed, pressure: 0, id: i, material: 0 })[color],
  };
}
