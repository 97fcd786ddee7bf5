// Which particles are joined, asked for once: the net of a run changes only when a joined particle is lost,
// and is known by how many are left.

import type { Frame, Net, Server } from "./protocol.ts";

/** Nets that are kept. Frames hold on to theirs. */
const KEPT = 16;

const NONE: Net = {
  joined: 0,
  lines: new Uint32Array(),
  points: new Uint32Array(),
  triangles: new Uint32Array(),
};

export class Nets {
  /** Those that have come and those on their way, the oldest first. */
  private readonly kept = new Map<string, Promise<Net>>();

  constructor(private readonly server: Server) {}

  of(run: number, frame: Pick<Frame, "number" | "joined">): Promise<Net> {
    const joined = frame.joined.length / 3;
    if (joined === 0) return Promise.resolve(NONE);
    const key = `${run}/${joined}`;
    const known = this.kept.get(key);
    if (known) return known;
    const net = this.server.net(run, frame.number, joined);
    this.kept.set(key, net);
    net.catch(() => this.kept.delete(key));
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT) this.kept.delete(oldest!);
    return net;
  }
}
