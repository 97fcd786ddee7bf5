// What the colours of a run mean: a bar with round numbers for a field, names for materials.

import { mapColors, sharedRange } from "./colors.ts";
import type { Field, Run } from "./protocol.ts";
import type { State } from "./state.ts";
import { format, ticks } from "./ticks.ts";

const STOPS = 24;

export class Legend {
  readonly element = document.createElement("div");

  constructor(private readonly state: State) {
    this.element.className = "legend";
  }

  update(run: Run, field: Field | undefined): void {
    this.element.replaceChildren(
      ...(field
        ? this.bar(field)
        : run.materials.map(({ name, color }) => {
            const row = box("material");
            const swatch = box("swatch");
            swatch.style.background = color;
            row.append(swatch, name);
            return row;
          })),
    );
  }

  private bar(field: Field): HTMLElement[] {
    const { low, high } = sharedRange(this.state, field);
    const colors = mapColors(this.state, field.map);
    const bar = box("bar");
    const stops = Array.from({ length: STOPS }, (_, i) => {
      const [r, g, b] = colors[Math.round((i / (STOPS - 1)) * (colors.length - 1))] ?? [128, 128, 128];
      return `rgb(${r} ${g} ${b})`;
    });
    bar.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
    const scale = box("scale");
    for (const value of ticks(low, high, 4)) {
      const tick = box("tick");
      tick.textContent = format(value);
      tick.style.left = `${high > low ? (100 * (value - low)) / (high - low) : 0}%`;
      scale.append(tick);
    }
    const label = box("label");
    label.textContent = field.label;
    return [label, bar, scale];
  }
}

function box(name: string): HTMLElement {
  const element = document.createElement("div");
  element.className = name;
  return element;
}
