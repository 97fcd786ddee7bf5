// One canvas for all runs, each in its own part of it; drawn when something has changed, never otherwise.

import { WebGLRenderer } from "three";
import { Rig } from "./camera.ts";
import { followPointers } from "./pointer.ts";
import { Trouble } from "./protocol.ts";
import type { View } from "./view.ts";

/** Pixels of the picture per pixel of the page, at most, and while something moves on a slow machine. */
const SHARPEST = 2;
const COARSE = 0.5;
/** A machine is slow if pictures take longer than this, so many times in a row. */
const SLOW_MS = 60;
const SLOW_TIMES = 3;
/**
 * Nothing moves if nothing has changed for so long, and for so many ticks: on a slow machine a tick is long.
 */
const STILL_MS = 300;
const STILL_TICKS = 3;

/** One press of a key: an angle, and a share of the picture's height. */
const TURN = Math.PI / 24;
const SHIFT = 0.05;

/** What draws: a graphics card or the processor. */
function graphics(): "software" | "hardware" {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) throw new Trouble(0, "This browser does not offer WebGL2, with which the particles are drawn.");
  const name = gl.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER;
  return /swiftshader|llvmpipe|software/i.test(String(gl.getParameter(name))) ? "software" : "hardware";
}

export class Picture {
  readonly rig = new Rig();
  drawCalls = 0;
  private readonly renderer: WebGLRenderer;
  /** When the pictures of the last second were drawn. */
  private drawn: number[] = [];
  private last = performance.now();
  private stale = true;
  /** Ticks since the last picture. */
  private idle = 0;
  private slow = 0;

  constructor(
    private readonly element: HTMLElement,
    canvas: HTMLCanvasElement,
    readonly views: View[],
  ) {
    this.renderer = new WebGLRenderer({
      canvas,
      alpha: true,
      // On a processor, smooth edges would take as long as all the rest.
      antialias: graphics() === "hardware",
      powerPreference: "high-performance",
    });
    this.renderer.setScissorTest(true);
    this.renderer.localClippingEnabled = true;
    this.renderer.info.autoReset = false;
    element.dataset.views = String(views.length);
    for (const view of views) {
      element.append(view.element);
      followPointers(view, this.rig, () => this.touch());
    }
    canvas.addEventListener("webglcontextrestored", () => this.touch());
    new ResizeObserver(() => this.resize()).observe(element);
    this.resize();
  }

  /** Something has changed: draw anew. */
  touch(): void {
    this.stale = true;
  }

  /** Moves the camera a little to the right and up: around what it looks at or, in 2D, along it. */
  nudge(right: number, up: number): void {
    const [view] = this.views;
    if (view?.run.dimension === 2) this.rig.shift(SHIFT * right, SHIFT * up, view);
    else this.rig.turn(TURN * right, -TURN * up);
    this.touch();
  }

  /** What is on the screen is how things are. */
  get fresh(): boolean {
    return !this.stale && !this.coarse;
  }

  /** The camera goes home, to where what there is now is seen. */
  reset(): void {
    this.rig.reset();
    this.renew();
  }

  /** The runs are others, or go on: a camera that nobody has moved follows. */
  renew(): void {
    for (const view of this.views) {
      view.renew();
      if (this.rig.isHome) view.home = view.run;
    }
    this.touch();
  }

  fit(): void {
    const [view] = this.views;
    if (view) this.rig.fit(view.occupied, view);
    this.touch();
  }

  /** To be called at every tick. */
  draw(): void {
    const now = performance.now();
    const since = now - this.last;
    if (this.stale) {
      this.judge(since);
    } else {
      this.idle += 1;
      if (!this.coarse || this.idle < STILL_TICKS || since < STILL_MS) return;
      this.sharpen(Math.min(devicePixelRatio, SHARPEST));
    }
    this.idle = 0;
    this.last = now;
    this.stale = false;
    this.render();
    this.drawn = [...this.drawn.filter((time) => time > now - 1000), now];
  }

  /** Two pictures in a row: something moves. If that has been too slow, fewer pixels will do. */
  private judge(since: number): void {
    if (this.idle > 0) return;
    if (this.slow < SLOW_TIMES) this.slow = since > SLOW_MS ? this.slow + 1 : 0;
    if (this.slow === SLOW_TIMES && !this.coarse) this.sharpen(COARSE);
  }

  private render(): void {
    this.renderer.info.reset();
    const frame = this.element.getBoundingClientRect();
    for (const view of this.views) {
      const { left, bottom, width, height } = view.element.getBoundingClientRect();
      if (width < 1 || height < 1) continue;
      this.renderer.setViewport(left - frame.left, frame.bottom - bottom, width, height);
      this.renderer.setScissor(left - frame.left, frame.bottom - bottom, width, height);
      const away = this.rig.place(view, width / height);
      view.prepare(height * this.renderer.getPixelRatio(), away);
      this.renderer.render(view.scene, view.camera);
    }
    this.drawCalls = this.renderer.info.render.calls;
  }

  /** Pictures drawn in the last second. */
  get fps(): number {
    const since = performance.now() - 1000;
    return this.drawn.filter((time) => time > since).length;
  }

  private resize(): void {
    this.slow = 0;
    this.renderer.setSize(this.element.clientWidth, this.element.clientHeight, false);
    this.sharpen(Math.min(devicePixelRatio, SHARPEST));
    // In the same frame as the change of size, which empties the canvas.
    this.draw();
  }

  private get coarse(): boolean {
    return this.renderer.getPixelRatio() === COARSE;
  }

  private sharpen(ratio: number): void {
    this.renderer.setPixelRatio(ratio);
    this.stale = true;
  }
}
