// Energy, momentum, Δt and pace over time, beside the picture. The cursor is the scrubber's; a click moves
// it.

import type { Column, Curves, Run } from "./protocol.ts";
import { nearest, type State } from "./state.ts";
import type { Inks } from "./theme.ts";
import { format, logTicks, ticks } from "./ticks.ts";

interface Line {
  name: string;
  values: Column;
}
interface Kind {
  title(run: Run): string;
  scale: "linear" | "log";
  lines(columns: Record<string, Column>, run: Run): Line[];
}

/** Dashes tell runs apart where there are several; colours tell lines. */
const DASHES = [[], [5, 3], [1.5, 2.5], [7, 2, 1.5, 2]];
const MARGIN = { left: 46, right: 8, top: 6, bottom: 16 };
const NAMES = ["kinetic", "elastic", "gravitational"] as const;

const KINDS: Kind[] = [
  {
    title: (run) => `Energy (${run.units.energy})`,
    scale: "linear",
    lines: (columns) => {
      const parts = NAMES.map((name) => columns[name] ?? []);
      const total = (parts[0] ?? []).map((_, i) => sum(parts.map((part) => part[i] ?? null)));
      return [...NAMES.map((name, i) => ({ name, values: parts[i]! })), { name: "total", values: total }];
    },
  },
  {
    title: (run) => `Momentum (${run.units.momentum})`,
    scale: "linear",
    lines: (columns, run) =>
      (run.dimension === 2 ? ["x", "y"] : ["x", "y", "z"]).map((axis) => ({
        name: axis,
        values: columns[`p${axis}`] ?? [],
      })),
  },
  {
    title: (run) => `Δt (${run.units.time})`,
    scale: "log",
    lines: (columns) => [
      { name: "longest", values: columns.dt_max ?? [] },
      { name: "shortest", values: columns.dt_min ?? [] },
    ],
  },
  {
    title: () => "Steps per second",
    scale: "linear",
    lines: (columns) => [{ name: "steps/s", values: pace(columns) }],
  },
];

function sum(numbers: (number | null)[]): number | null {
  return numbers.reduce((total, x) => (total === null || x === null ? null : total + x), 0);
}

/** Steps and seconds are counted from the beginning; a run that was resumed begins its seconds anew. */
function pace({ steps = [], wall_s = [] }: Record<string, Column>): Column {
  return steps.map((now, i) => {
    const [before, from, to] = [steps[i - 1], wall_s[i - 1], wall_s[i]];
    if (now === null || before == null || from == null || to == null || to <= from) return null;
    return (now - before) / (to - from);
  });
}

export class Plots {
  private readonly curves = new Map<number, Curves>();
  private readonly plots: Plot[];
  private inks: Inks | undefined;

  constructor(
    private readonly element: HTMLElement,
    state: State,
  ) {
    if (state.runs.length > 1) element.append(runKey(state));
    this.plots = KINDS.map((kind) => new Plot(kind, state));
    element.append(...this.plots.map((plot) => plot.element));
    new ResizeObserver(() => this.draw()).observe(element);
  }

  set(run: number, curves: Curves): void {
    this.curves.set(run, curves);
    this.draw();
  }

  paint(inks: Inks): void {
    this.inks = inks;
    this.draw();
  }

  draw(): void {
    if (!this.inks || this.element.hidden) return;
    for (const plot of this.plots) plot.draw(this.curves, this.inks);
  }
}

function runKey(state: State): HTMLElement {
  const key = document.createElement("ul");
  key.className = "run-key";
  state.runs.forEach((_, index) => {
    const row = document.createElement("li");
    const dash = DASHES[index % DASHES.length]!.join(" ");
    row.innerHTML = `<svg width="26" height="6" aria-hidden="true"><path d="M0 3h26"/></svg>`;
    row.querySelector("path")!.setAttribute("stroke-dasharray", dash);
    row.append(state.titleOf(index));
    key.append(row);
  });
  return key;
}

class Plot {
  readonly element = document.createElement("figure");
  private readonly canvas = document.createElement("canvas");
  private readonly key = document.createElement("div");

  constructor(
    private readonly kind: Kind,
    private readonly state: State,
  ) {
    const title = document.createElement("figcaption");
    title.textContent = state.lead ? kind.title(state.lead) : "";
    this.key.className = "key";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${title.textContent} over time`);
    this.element.append(title, this.canvas, this.key);
    const scrub = (event: PointerEvent) => {
      const share = (event.offsetX - MARGIN.left) / (this.canvas.clientWidth - MARGIN.left - MARGIN.right);
      state.seekTime(state.start + share * (state.end - state.start));
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      scrub(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (this.canvas.hasPointerCapture(event.pointerId)) scrub(event);
    });
  }

  draw(curves: Map<number, Curves>, inks: Inks): void {
    const ratio = Math.min(devicePixelRatio, 2);
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (width === 0) return;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const context = this.canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    const sets = this.state.runs.map((run, index) => ({
      times: run.frames,
      lines: this.kind.lines(curves.get(index)?.columns ?? {}, run),
    }));
    const axes = new Axes(
      this.kind.scale,
      this.state,
      sets.flatMap(({ lines }) => lines),
      { width, height },
    );
    axes.draw(context, inks);
    sets.forEach(({ times, lines }, index) => {
      context.setLineDash(DASHES[index % DASHES.length]!);
      lines.forEach(({ values }, i) => axes.line(context, inks.lines[i]!, times, values));
    });
    context.setLineDash([]);
    axes.cursor(context, inks, this.state.choices.time);
    this.writeKey(sets[0]?.lines ?? [], sets[0]?.times ?? []);
  }

  /** Names of the lines, and their numbers at the cursor in the first run. */
  private writeKey(lines: Line[], times: number[]): void {
    const at = nearest(times, this.state.choices.time);
    this.key.replaceChildren(
      ...lines.map(({ name, values }, i) => {
        const entry = document.createElement("span");
        entry.className = `line-${i + 1}`;
        // The curves of a live run come a little later than its frames.
        const value = values[Math.min(at, values.length - 1)];
        const number = document.createElement("b");
        number.textContent = value == null ? "–" : format(value);
        entry.append(name, " ", number);
        return entry;
      }),
    );
  }
}

class Axes {
  private readonly low: number;
  private readonly high: number;

  constructor(
    private readonly scale: "linear" | "log",
    private readonly state: State,
    lines: Line[],
    private readonly size: { width: number; height: number },
  ) {
    const seen = lines
      .flatMap(({ values }) => values)
      .filter((x): x is number => this.usable(x))
      .map((x) => this.raise(x));
    const [low, high] = seen.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
    const pad = high > low ? 0.06 * (high - low) : Math.abs(high) * 0.1 || 1;
    this.low = seen.length > 0 ? low - pad : 0;
    this.high = seen.length > 0 ? high + pad : 1;
  }

  draw(context: CanvasRenderingContext2D, inks: Inks): void {
    const { width, height } = this.size;
    context.font = `10px ${getComputedStyle(document.body).fontFamily}`;
    context.lineWidth = 1;
    context.strokeStyle = inks.faint;
    context.fillStyle = inks.text;
    context.textBaseline = "middle";
    context.textAlign = "right";
    const find = this.scale === "log" ? logTicks : ticks;
    for (const value of find(this.low, this.high, 3)) {
      const y = Math.round(this.down(value)) + 0.5;
      context.beginPath();
      context.moveTo(MARGIN.left, y);
      context.lineTo(width - MARGIN.right, y);
      context.stroke();
      context.fillText(format(this.scale === "log" ? 10 ** value : value), MARGIN.left - 5, y);
    }
    context.textBaseline = "alphabetic";
    context.textAlign = "center";
    for (const time of ticks(this.state.start, this.state.end, 4)) {
      context.fillText(format(time), this.across(time), height - 3);
    }
  }

  line(context: CanvasRenderingContext2D, color: string, times: number[], values: Column): void {
    context.strokeStyle = color;
    context.lineWidth = 1.5;
    context.lineJoin = "round";
    context.beginPath();
    let apart = true;
    values.forEach((value, i) => {
      const time = times[i];
      if (time === undefined || !this.usable(value)) {
        apart = true;
        return;
      }
      const [x, y] = [this.across(time), this.down(this.raise(value))];
      if (apart) context.moveTo(x, y);
      else context.lineTo(x, y);
      apart = false;
    });
    context.stroke();
  }

  cursor(context: CanvasRenderingContext2D, inks: Inks, time: number): void {
    const x = Math.round(this.across(time)) + 0.5;
    context.strokeStyle = inks.text;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, MARGIN.top - 4);
    context.lineTo(x, this.size.height - MARGIN.bottom);
    context.stroke();
  }

  private usable(value: number | null): value is number {
    return value !== null && Number.isFinite(value) && (this.scale === "linear" || value > 0);
  }

  private raise(value: number): number {
    return this.scale === "log" ? Math.log10(value) : value;
  }

  private across(time: number): number {
    const { start, end } = this.state;
    const share = end > start ? (time - start) / (end - start) : 0;
    return MARGIN.left + share * (this.size.width - MARGIN.left - MARGIN.right);
  }

  private down(value: number): number {
    const share = (value - this.low) / (this.high - this.low);
    return this.size.height - MARGIN.bottom - share * (this.size.height - MARGIN.top - MARGIN.bottom);
  }
}
