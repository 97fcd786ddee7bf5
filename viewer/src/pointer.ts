// Mouse, pen and fingers on a view: turn, move, come closer.

import type { Rig } from "./camera.ts";
import type { View } from "./view.ts";

/** Radians per height of the view. */
const TURN = 3.6;

interface Point {
  x: number;
  y: number;
}

export function followPointers(view: View, rig: Rig, moved: () => void): void {
  const { element } = view;
  const down = new Map<number, Point>();
  const height = () => element.clientHeight;

  const shift = (by: Point) => rig.shift(-by.x / height(), by.y / height(), view);
  const turn = (by: Point) => rig.turn((-by.x / height()) * TURN, (-by.y / height()) * TURN);

  element.addEventListener("pointerdown", (event) => {
    if (event.target !== element) return;
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  element.addEventListener("pointermove", (event) => {
    const from = down.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    const by = { x: to.x - from.x, y: to.y - from.y };
    if (other) {
      // Two fingers: what is between them keeps its size on the screen and moves half as far as the one that
      // moves.
      rig.approach(distance(from, other) / Math.max(distance(to, other), 1));
      shift({ x: by.x / 2, y: by.y / 2 });
    } else if (view.run.dimension === 2 || event.shiftKey || (event.buttons & 6) !== 0) {
      shift(by);
    } else {
      turn(by);
    }
    down.set(event.pointerId, to);
    moved();
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    element.addEventListener(end, (event) => down.delete(event.pointerId));
  }
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      rig.approach(Math.exp(0.0012 * lines * event.deltaY));
      moved();
    },
    { passive: false },
  );
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
