// What the page shows: the runs, the moment, and the choices of the person who looks.

import type { Box, Run, Runs } from "./protocol.ts";

export type Axis = "x" | "y" | "z";
/** Cuts at `at` of the way through the bounds and hides what is beyond, or before. */
export interface Slice {
  on: boolean;
  axis: Axis;
  at: number;
  hide: "beyond" | "before";
}
export type Link = "connecting" | "open" | "lost" | "refused";

export interface Choices {
  /** In the runs' unit of time. */
  time: number;
  playing: boolean;
  /** Shows the newest frame of a run that goes on. */
  following: boolean;
  speed: number;
  loop: boolean;
  color: string;
  blocks: boolean;
  obstacles: boolean;
  /** Joined particles as points too. */
  vertices: boolean;
  plots: boolean;
  slice: Slice;
  link: Link;
}
export type Change = keyof Choices | "runs";

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export class State {
  choices: Choices;
  runs: Run[];
  readonly maps: Record<string, string>;
  /** Steps per second of live runs, by run, as the server last said. */
  readonly pace = new Map<number, number>();
  private readonly listeners: ((changes: Set<Change>) => void)[] = [];

  constructor({ runs, maps }: Runs) {
    this.runs = runs;
    this.maps = maps;
    const following = this.growing;
    this.choices = {
      time: following ? this.end : this.start,
      playing: false,
      following,
      speed: 1,
      loop: false,
      color: runs[0]?.color ?? "material",
      blocks: false,
      obstacles: true,
      vertices: false,
      plots: innerWidth > 700,
      slice: { on: false, axis: "x", at: 0.5, hide: "beyond" },
      link: "connecting",
    };
  }

  onChange(listener: (changes: Set<Change>) => void): void {
    this.listeners.push(listener);
  }

  set(choices: Partial<Choices>): void {
    Object.assign(this.choices, choices);
    this.notify(new Set(Object.keys(choices) as Change[]));
  }

  setRuns(runs: Run[]): void {
    this.runs = runs;
    this.runsChanged();
  }

  /** Says that something in `runs` is new; keeps to the newest frame if that is shown. */
  runsChanged(): void {
    const changes = new Set<Change>(["runs"]);
    if (this.choices.following) {
      this.choices.time = this.end;
      changes.add("time");
      if (!this.growing) {
        this.choices.following = false;
        changes.add("following");
      }
    }
    this.notify(changes);
  }

  /** The run whose frames the scrubber counts: the one that reaches furthest. */
  get lead(): Run | undefined {
    return this.runs.reduce<Run | undefined>(
      (best, run) => (!best || last(run) > last(best) ? run : best),
      undefined,
    );
  }

  get start(): number {
    return Math.min(...this.runs.map((run) => run.frames[0] ?? 0));
  }

  get end(): number {
    return this.lead ? last(this.lead) : 0;
  }

  get frame(): number {
    return this.lead ? nearest(this.lead.frames, this.choices.time) : 0;
  }

  seekFrame(frame: number): void {
    const frames = this.lead?.frames ?? [];
    const to = Math.max(0, Math.min(frames.length - 1, frame));
    this.set({ time: frames[to] ?? 0, playing: false, following: to === frames.length - 1 && this.growing });
  }

  seekTime(time: number): void {
    if (this.lead) this.seekFrame(nearest(this.lead.frames, time));
  }

  togglePlay(): void {
    const { playing, following, time } = this.choices;
    if (playing || following) this.set({ playing: false, following: false });
    else if (time < this.end) this.set({ playing: true });
    else if (this.growing) this.set({ following: true });
    else this.set({ playing: true, time: this.start });
  }

  /** Moves on by so many seconds of the one who looks. */
  advance(seconds: number): void {
    const { speed, loop, time } = this.choices;
    const to = time + seconds * speed;
    if (to < this.end) this.set({ time: to });
    else if (this.growing) this.set({ time: this.end, playing: false, following: true });
    else if (loop) this.set({ time: this.start });
    else this.set({ time: this.end, playing: false });
  }

  changeSpeed(by: 1 | -1): void {
    const at = SPEEDS.indexOf(this.choices.speed) + by;
    this.set({ speed: SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))]! });
  }

  /** A run's title, with its number where others have the same. */
  titleOf(index: number): string {
    const { title } = this.runs[index]!;
    const alone = this.runs.filter((run) => run.title === title).length === 1;
    return alone ? title : `${title} (${index + 1})`;
  }

  /** Names of all colourings that some run has. */
  get colors(): string[] {
    return ["material", ...new Set(this.runs.flatMap((run) => run.fields.map((field) => field.name)))];
  }

  nextColor(): void {
    const colors = this.colors;
    this.set({ color: colors[(colors.indexOf(this.choices.color) + 1) % colors.length]! });
  }

  /** The colouring of this run: the chosen one, or materials if it has no such field. */
  colorOf(run: Run): string {
    return run.fields.some((field) => field.name === this.choices.color) ? this.choices.color : "material";
  }

  private get growing(): boolean {
    return this.lead !== undefined && goesOn(this.lead);
  }

  private notify(changes: Set<Change>): void {
    for (const listener of this.listeners) listener(changes);
  }
}

export function goesOn(run: Run): boolean {
  return run.status === "running" || run.status === "paused";
}

function last(run: Run): number {
  return run.frames.at(-1) ?? 0;
}

/** Where a slice cuts, along its axis. */
export function slicePosition({ axis, at }: Slice, { min, max }: Box): number {
  const i = { x: 0, y: 1, z: 2 }[axis];
  return min[i]! + at * (max[i]! - min[i]!);
}

/** Index of the number nearest to `time` in an ascending list. */
export function nearest(times: number[], time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time - times[low - 1]! <= times[low]! - time ? low - 1 : Math.max(0, low);
}
