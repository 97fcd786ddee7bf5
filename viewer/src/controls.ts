// Buttons, lists and sliders: each shows a choice and changes it.

import type { Picture } from "./picture.ts";
import type { Axis, Change, State } from "./state.ts";
import { SPEEDS } from "./state.ts";
import type { Themes } from "./theme.ts";

export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export interface Parts {
  state: State;
  picture: Picture;
  themes: Themes;
}

/** All that a person can ask for; buttons and keys call the same. */
export interface Actions {
  play(): void;
  back(): void;
  forward(): void;
  first(): void;
  last(): void;
  faster(): void;
  slower(): void;
  loop(): void;
  color(): void;
  blocks(): void;
  obstacles(): void;
  vertices(): void;
  slice(): void;
  plots(): void;
  fit(): void;
  home(): void;
  theme(): void;
  help(): void;
}

export function actions({ state, picture, themes }: Parts): Actions {
  const flip = (choice: "blocks" | "obstacles" | "vertices" | "plots" | "loop") =>
    state.set({ [choice]: !state.choices[choice] });
  const help = byId<HTMLDialogElement>("help");
  return {
    play: () => state.togglePlay(),
    back: () => state.seekFrame(state.frame - 1),
    forward: () => state.seekFrame(state.frame + 1),
    first: () => state.seekFrame(0),
    last: () => state.seekFrame(Infinity),
    faster: () => state.changeSpeed(1),
    slower: () => state.changeSpeed(-1),
    loop: () => flip("loop"),
    color: () => state.nextColor(),
    blocks: () => flip("blocks"),
    obstacles: () => flip("obstacles"),
    vertices: () => flip("vertices"),
    plots: () => flip("plots"),
    slice: () => state.set({ slice: { ...state.choices.slice, on: !state.choices.slice.on } }),
    fit: () => picture.fit(),
    home: () => picture.reset(),
    theme: () => themes.toggle(),
    help: () => (help.open ? help.close() : help.showModal()),
  };
}

export class Controls {
  private readonly scrub = byId<HTMLInputElement>("scrub");
  private readonly color = byId<HTMLSelectElement>("color");
  private readonly speed = byId<HTMLSelectElement>("speed");
  private readonly axis = byId<HTMLSelectElement>("slice-axis");
  private readonly at = byId<HTMLInputElement>("slice-at");

  constructor(
    private readonly state: State,
    actions: Actions,
  ) {
    for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-do]")) {
      button.addEventListener("click", (event) => {
        actions[button.dataset.do as keyof Actions]();
        // After a click of the mouse the space bar should play, not click again.
        if (event.detail > 0) button.blur();
      });
    }
    this.scrub.addEventListener("input", () => state.seekFrame(Number(this.scrub.value)));
    this.color.addEventListener("change", () => state.set({ color: this.color.value }));
    this.speed.replaceChildren(...SPEEDS.map((speed) => new Option(`${speed}×`, String(speed))));
    this.speed.addEventListener("change", () => state.set({ speed: Number(this.speed.value) }));
    const { slice } = state.choices;
    this.axis.addEventListener("change", () => this.setSlice({ axis: this.axis.value as Axis }));
    this.at.addEventListener("input", () => this.setSlice({ at: Number(this.at.value) }));
    byId("slice-flip").addEventListener("click", () => {
      this.setSlice({ hide: state.choices.slice.hide === "beyond" ? "before" : "beyond" });
    });
    this.axis.value = slice.axis;
    byId("vertices").hidden = !state.runs.some((run) => run.joined);
    if (state.runs.every((run) => run.dimension === 2)) this.axis.options[2]!.remove();
    this.update(
      new Set(["runs", "color", "slice", "speed", "loop", "blocks", "obstacles", "vertices", "plots"]),
    );
  }

  update(changes: Set<Change>): void {
    this.writeMoment();
    if (changes.size === 1 && changes.has("time")) return;
    const { choices } = this.state;
    if (changes.has("runs") && this.color.options.length !== this.state.colors.length) this.listColors();
    this.color.value = choices.color;
    this.speed.value = String(choices.speed);
    for (const choice of ["blocks", "obstacles", "vertices", "plots", "loop"] as const)
      press(choice, choices[choice]);
    press("slice", choices.slice.on);
    byId("slice-parts").hidden = !choices.slice.on;
    this.axis.value = choices.slice.axis;
    this.at.value = String(choices.slice.at);
    const moves = choices.playing || choices.following;
    const play = byId("play");
    play.setAttribute("aria-label", moves ? "Pause" : "Play");
    play.classList.toggle("moves", moves);
    byId("following").hidden = !choices.following;
  }

  private writeMoment(): void {
    const { lead, frame } = this.state;
    const time = lead?.frames[frame] ?? 0;
    const text = `${time.toFixed(digits(lead?.frames ?? []))} ${lead?.units.time ?? ""}`;
    this.scrub.max = String(Math.max(0, (lead?.frames.length ?? 0) - 1));
    this.scrub.value = String(frame);
    this.scrub.setAttribute("aria-valuetext", `${text}, frame ${frame + 1} of ${lead?.frames.length ?? 0}`);
    byId("time").textContent = text;
    byId("frame").textContent = `${frame} / ${this.scrub.max}`;
  }

  private listColors(): void {
    const labels = new Map(
      this.state.runs.flatMap((run) => run.fields.map(({ name, label }) => [name, label])),
    );
    this.color.replaceChildren(
      ...this.state.colors.map((name) => new Option(labels.get(name) ?? name, name)),
    );
  }

  private setSlice(part: Partial<State["choices"]["slice"]>): void {
    this.state.set({ slice: { ...this.state.choices.slice, ...part } });
  }
}

function press(action: string, pressed: boolean): void {
  document.querySelector(`button[data-do=${action}]`)!.setAttribute("aria-pressed", String(pressed));
}

/** Decimals that tell one frame's time from the next. */
function digits(times: number[]): number {
  const step = times.length > 1 ? (times.at(-1)! - times[0]!) / (times.length - 1) : 0;
  return step > 0 ? Math.min(9, Math.max(0, Math.ceil(1 - Math.log10(step)))) : 2;
}
