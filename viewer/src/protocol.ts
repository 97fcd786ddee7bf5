// What the server says, as types, and the requests for it. The contract is crates/clastic-view/PROTOCOL.md.

export type Vec3 = [number, number, number];
export interface Box {
  min: Vec3;
  max: Vec3;
}

export type Status = "running" | "paused" | "done" | "interrupted" | "failed";
export interface Live {
  schemes: string[];
  scheme: string;
  alpha: number | null;
}
export interface Field {
  name: string;
  label: string;
  low: number;
  high: number;
  map: string;
}
export interface Material {
  name: string;
  color: string;
}

export interface Run {
  name: string;
  title: string;
  scheme: string;
  dimension: 2 | 3;
  status: Status;
  message: string | null;
  /** Time of each frame. */
  frames: number[];
  particles: number;
  /** Whether particles are joined, or were at first. */
  joined: boolean;
  radius: number;
  units: Record<"length" | "time" | "speed" | "energy" | "momentum" | "pressure", string>;
  materials: Material[];
  fields: Field[];
  color: string;
  bounds: Box;
  /** `fov` in degrees, from bottom to top. */
  camera: { eye: Vec3; target: Vec3; fov: number };
  walls: { floor: number | null; outline: Box | null };
  block: { edge: number; origin: Vec3 };
  live: Live | null;
}

export interface Runs {
  version: number;
  maps: Record<string, string>;
  runs: Run[];
}

export interface Obstacle {
  name: string;
  kind: "collider" | "source" | "sink";
  look: "solid" | "glass" | "region";
  color: string;
  positions: string;
  triangles: string;
  edges: string;
}

export type Column = (number | null)[];
export interface Curves {
  columns: Record<string, Column>;
}

export interface RunEvent {
  type: "run";
  run: number;
  status: Status;
  message: string | null;
  frames: number;
  time: number;
  particles: number;
  live: Live | null;
  steps_per_s: number | null;
}
export type ServerEvent = { type: "hello"; version: number } | RunEvent | { type: "error"; error: string };

export type Command =
  | { run: number; do: "pause" | "resume" | "step" | "stop" }
  | { run: number; do: "scheme"; name: string; alpha?: number };

/** Which particles of a frame are joined; these are counted from 0. */
export interface Net {
  /** How many are joined. */
  joined: number;
  /** Points of each line. */
  lines: Uint32Array;
  /** Those of all lines. */
  points: Uint32Array;
  /** Three corners each. */
  triangles: Uint32Array;
}

/** One frame; the arrays are views of the bytes that came, copied nowhere. */
export interface Frame {
  number: number;
  time: number;
  /** Strays and those that are joined too. */
  count: number;
  corner: Vec3;
  size: Vec3;
  /** Three per particle that is no stray and not joined: corner + q/65535 · size. */
  positions: Uint16Array<ArrayBuffer>;
  /** The few that are far from all others, three per particle. */
  strays: Float32Array<ArrayBuffer>;
  /** Those that are joined, three per particle. */
  joined: Float32Array<ArrayBuffer>;
  /** How they are joined. */
  net: Net;
  /** One per particle, those of strays and then of joined ones last; or none where all have one material. */
  values: Uint8Array<ArrayBuffer> | null;
  /** Twelve per obstacle: a 3 × 4 matrix, row by row. */
  matrices: Float32Array<ArrayBuffer>;
  bytes: number;
}

const VERSION = 1;
const MAGIC = 0x31564c43; // "CLV1"
const HEADER = 60;
const NET_MAGIC = 0x314e4c43; // "CLN1"
const NET_HEADER = 20;

/** The server has too much to do at once: asked again later, so many times in all. */
const BUSY = 503;
const ATTEMPTS = 8;
const PATIENCE_MS = 200;

export const UNAUTHORIZED = 401;

/** What went wrong, in words for the one who looks. */
export class Trouble extends Error {
  /** 0 where there was no answer at all. */
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A frame but for its net, which comes by itself. */
export function readFrame(buffer: ArrayBuffer): Omit<Frame, "net"> {
  const view = new DataView(buffer);
  if (buffer.byteLength < HEADER || view.getUint32(0, true) !== MAGIC) {
    throw new Trouble(0, "The server sent something that is not a frame.");
  }
  const at = (offset: number) => view.getUint32(offset, true);
  const [count, number, kind, obstacles, strays, joined] = [at(4), at(8), at(12), at(48), at(52), at(56)];
  const triple = (at: number): Vec3 => [
    view.getFloat32(at, true),
    view.getFloat32(at + 4, true),
    view.getFloat32(at + 8, true),
  ];
  const far = HEADER + 48 * obstacles;
  const near = count - strays - joined;
  const tied = far + 12 * strays;
  const positions = tied + 12 * joined;
  const values = positions + 6 * near;
  const bytes = values + (kind === 0 ? 0 : count);
  if (near < 0 || buffer.byteLength !== bytes) {
    throw new Trouble(0, `Frame ${number} has ${buffer.byteLength} bytes where ${bytes} were expected.`);
  }
  return {
    number,
    time: view.getFloat64(16, true),
    count,
    corner: triple(24),
    size: triple(36),
    positions: new Uint16Array(buffer, positions, 3 * near),
    strays: new Float32Array(buffer, far, 3 * strays),
    joined: new Float32Array(buffer, tied, 3 * joined),
    values: kind === 0 ? null : new Uint8Array(buffer, values, count),
    matrices: new Float32Array(buffer, HEADER, 12 * obstacles),
    bytes,
  };
}

export function readNet(buffer: ArrayBuffer, joined: number): Net {
  const words = new Uint32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
  if (buffer.byteLength < NET_HEADER || words[0] !== NET_MAGIC) {
    throw new Trouble(0, "The server sent something that is not a net.");
  }
  const [, named, lines, points, triangles] = words as unknown as [number, number, number, number, number];
  const bytes = NET_HEADER + 4 * (lines + points + 3 * triangles);
  const net: Net = {
    joined: named,
    lines: words.subarray(5, 5 + lines),
    points: words.subarray(5 + lines, 5 + lines + points),
    triangles: words.subarray(5 + lines + points),
  };
  const within = (list: Uint32Array) => list.every((point) => point < named);
  const whole = buffer.byteLength === bytes && net.lines.reduce((sum, length) => sum + length, 0) === points;
  if (!whole || named !== joined || !within(net.points) || !within(net.triangles)) {
    throw new Trouble(0, `The net of ${joined} joined particles does not fit together.`);
  }
  return net;
}

/** Requests to the server that the page came from. */
export class Server {
  constructor(private readonly token: string) {}

  async runs(): Promise<Runs> {
    const runs = await this.json<Runs>("/api/runs");
    if (runs.version !== VERSION) {
      throw new Trouble(
        0,
        `The server speaks version ${runs.version}, this page ${VERSION}. Reload the page.`,
      );
    }
    return runs;
  }

  obstacles(run: number): Promise<Obstacle[]> {
    return this.json(`/api/runs/${run}/obstacles`);
  }

  curves(run: number): Promise<Curves> {
    return this.json(`/api/runs/${run}/curves`);
  }

  /** How so many particles of a frame are joined. */
  async net(run: number, frame: number, joined: number): Promise<Net> {
    return readNet(await (await this.get(`/api/runs/${run}/nets/${frame}`)).arrayBuffer(), joined);
  }

  async frame(run: number, frame: number, color: string, signal: AbortSignal): Promise<Omit<Frame, "net">> {
    const path = `/api/runs/${run}/frames/${frame}?color=${encodeURIComponent(color)}`;
    return readFrame(await (await this.get(path, signal)).arrayBuffer());
  }

  events(): WebSocket {
    const url = new URL(`/api/events?token=${encodeURIComponent(this.token)}`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(url);
  }

  private async json<T>(path: string): Promise<T> {
    return (await this.get(path)).json() as Promise<T>;
  }

  private async get(path: string, signal: AbortSignal | null = null): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.ask(path, signal);
      if (response.ok) return response;
      if (response.status !== BUSY || attempt === ATTEMPTS) {
        throw new Trouble(response.status, await refusal(response));
      }
      await new Promise((resolve) => setTimeout(resolve, attempt * PATIENCE_MS));
    }
  }

  private async ask(path: string, signal: AbortSignal | null): Promise<Response> {
    try {
      return await fetch(path, { headers: { "x-clastic-token": this.token }, signal, cache: "no-store" });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Trouble(0, "The server does not answer. Is clastic still running?");
    }
  }
}

async function refusal(response: Response): Promise<string> {
  const said = await response.json().then(
    (body: { error?: string }) => body.error ?? "",
    () => "",
  );
  if (response.status === UNAUTHORIZED) {
    return "The server does not accept this page's token. Open the address that clastic printed.";
  }
  if (response.status === 404)
    return `This is not there, or no longer: ${said || new URL(response.url).pathname}.`;
  return said || `The server answered ${response.status} ${response.statusText}.`;
}

/** Numbers from base64 of their little-endian bytes. */
export function decode<T>(text: string, Type: new (buffer: ArrayBuffer) => T): T {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new Type(bytes.buffer);
}
