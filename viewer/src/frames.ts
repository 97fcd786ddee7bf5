// Frames that have come and those on their way. Bounded by bytes; what nobody waits for any more is aborted.

import { Nets } from "./nets.ts";
import type { Frame, Server } from "./protocol.ts";

const BUDGET = 192 * 2 ** 20;
const AHEAD = 8;
const AT_ONCE = 3;
const RETRY_MS = 1000;

/** One frame of one run in one colouring. */
export interface Wish {
  run: number;
  frame: number;
  color: string;
}

const name = ({ run, frame, color }: Wish) => `${run}/${frame}/${color}`;

export class Frames {
  /** In the order of last use, the oldest first. */
  private readonly kept = new Map<string, Frame>();
  private readonly coming = new Map<string, AbortController>();
  private readonly failed = new Map<string, number>();
  private readonly nets: Nets;
  private bytes = 0;

  constructor(
    private readonly server: Server,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.nets = new Nets(server);
  }

  get(wish: Wish): Frame | undefined {
    const key = name(wish);
    const frame = this.kept.get(key);
    if (frame) {
      this.kept.delete(key);
      this.kept.set(key, frame);
    }
    return frame;
  }

  /** Asks for these, the first ones first, and stops asking for all others. */
  want(wishes: Wish[]): void {
    const wanted = new Set(wishes.map(name));
    for (const [key, controller] of this.coming) {
      if (wanted.has(key)) continue;
      this.coming.delete(key);
      controller.abort();
    }
    for (const wish of wishes) {
      if (this.coming.size >= AT_ONCE) return;
      const key = name(wish);
      const rests = performance.now() - (this.failed.get(key) ?? -Infinity) < RETRY_MS;
      if (!this.kept.has(key) && !this.coming.has(key) && !rests) void this.fetch(wish);
    }
  }

  /** How many frames beyond the present one of each run fit in half the budget. */
  ahead(frame: Frame | null, runs: number): number {
    return frame ? Math.min(AHEAD, Math.floor(BUDGET / 2 / runs / frame.bytes)) : 0;
  }

  /** Forgets all frames: their colours mean something else now. */
  clear(): void {
    for (const controller of this.coming.values()) controller.abort();
    this.coming.clear();
    this.kept.clear();
    this.failed.clear();
    this.bytes = 0;
  }

  private async fetch(wish: Wish): Promise<void> {
    const key = name(wish);
    const controller = new AbortController();
    this.coming.set(key, controller);
    try {
      const came = await this.server.frame(wish.run, wish.frame, wish.color, controller.signal);
      const frame = { ...came, net: await this.nets.of(wish.run, came) };
      if (this.coming.get(key) !== controller) return;
      this.coming.delete(key);
      this.failed.delete(key);
      this.keep(key, frame);
    } catch (error) {
      if (controller.signal.aborted) return;
      this.coming.delete(key);
      this.failed.set(key, performance.now());
      this.onFailure(error);
    }
  }

  private keep(key: string, frame: Frame): void {
    this.kept.set(key, frame);
    this.bytes += frame.bytes;
    for (const [oldest, { bytes }] of this.kept) {
      if (this.bytes <= BUDGET || oldest === key) return;
      this.kept.delete(oldest);
      this.bytes -= bytes;
    }
  }
}
