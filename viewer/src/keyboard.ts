// Every action has a key. Those that a focused control needs for itself stay with it.

import { byId, type Actions } from "./controls.ts";
import type { Picture } from "./picture.ts";

const KEYS: Record<string, keyof Actions> = {
  " ": "play",
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  "+": "faster",
  "=": "faster",
  "-": "slower",
  l: "loop",
  c: "color",
  g: "blocks",
  o: "obstacles",
  v: "vertices",
  s: "slice",
  p: "plots",
  f: "fit",
  r: "home",
  t: "theme",
  "?": "help",
};

/** Where the arrows point: right and up. */
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const APPROACH: Record<string, number> = { PageUp: 1 / 1.15, PageDown: 1.15 };

export function followKeys(actions: Actions, picture: Picture): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || needsKey(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (byId<HTMLDialogElement>("help").open && key !== "?") return;
    const arrow = event.shiftKey ? ARROWS[key] : undefined;
    const approach = APPROACH[key];
    const action = KEYS[key];
    if (arrow) picture.nudge(...arrow);
    else if (approach) picture.rig.approach(approach);
    else if (action) actions[action]();
    else return;
    picture.touch();
    event.preventDefault();
  });
}

function needsKey({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement) return key !== "?";
  if (target instanceof HTMLInputElement) return target.id !== "scrub" && /^(Arrow|Home|End|Page)/.test(key);
  return target instanceof HTMLButtonElement && key === " ";
}
