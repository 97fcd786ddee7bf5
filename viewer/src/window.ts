// `window.clastic`: what tests, and the curious at the console, can ask the page. Nothing else is global.

import type { Picture } from "./picture.ts";
import type { Run } from "./protocol.ts";
import { nearest, type State } from "./state.ts";
import type { View } from "./view.ts";

export interface Clastic {
  /** Every run shows a frame. */
  readonly ready: boolean;
  /** Every run shows the frame and the colouring that are asked for, and the picture is drawn. */
  readonly settled: boolean;
  /** Number of the lead run's frame at this moment. */
  readonly frame: number;
  readonly time: number;
  readonly playing: boolean;
  /** What each view shows. */
  readonly runs: {
    title: string;
    status: string;
    frames: number;
    shown: number | null;
    particles: number;
    /** Of the particles, those that are joined. */
    joined: number;
    strands: number;
    triangles: number;
  }[];
  readonly color: string;
  readonly connected: boolean;
  /** Of the last picture. */
  readonly drawCalls: number;
  /** Of the frames now shown, all runs together. */
  readonly bytesPerFrame: number;
  /** Pictures drawn in the last second; 0 while nothing changes. */
  readonly fps: number;
  /** Where each run's camera is. */
  readonly cameras: number[][];
}

declare global {
  interface Window {
    clastic?: Clastic;
  }
}

export function publish(state: State, picture: Picture, views: View[]): void {
  // three.js leaves its version here, against a second copy of itself; there is none.
  Reflect.deleteProperty(window, "__THREE__");
  window.clastic = {
    get ready() {
      return views.every((view) => view.frame !== null);
    },
    get settled() {
      const at = (run: Run) => nearest(run.frames, state.choices.time);
      const shown = views.every(
        ({ run, frame, color }) => frame?.number === at(run) && color === state.colorOf(run),
      );
      return shown && picture.fresh;
    },
    get frame() {
      return state.frame;
    },
    get time() {
      return state.choices.time;
    },
    get playing() {
      return state.choices.playing || state.choices.following;
    },
    get runs() {
      return views.map(({ run, frame }) => ({
        title: run.title,
        status: run.status,
        frames: run.frames.length,
        shown: frame?.number ?? null,
        particles: frame?.count ?? 0,
        joined: frame?.net.joined ?? 0,
        strands: frame?.net.lines.length ?? 0,
        triangles: (frame?.net.triangles.length ?? 0) / 3,
      }));
    },
    get color() {
      return state.choices.color;
    },
    get connected() {
      return state.choices.link === "open";
    },
    get drawCalls() {
      return picture.drawCalls;
    },
    get bytesPerFrame() {
      return views.reduce((sum, { frame }) => sum + (frame?.bytes ?? 0), 0);
    },
    get fps() {
      return picture.fps;
    },
    get cameras() {
      return views.map(({ camera }) => camera.position.toArray());
    },
  };
}
