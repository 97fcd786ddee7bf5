// One canvas for all runs, each in its own part of it; drawn when something has changed, never otherwise.

import { WebGLRenderer } from "three";
import { Rig } from "./camera.ts";
import { followPointers } from "./pointer.ts";
import type { View } from "./view.ts";

/** Pixels of the picture per pixel of the page, at most, and while something moves on a slow machine. */
const SHARPEST = 2;
const COARSE = 0.5;
/** A machine is slow if pictures take longer than this, so many times in a row. */
const SLOW_MS = 60;
const SLOW_TIMES = 3;
const STILL_MS = 300;

export class Picture {
  readonly rig = new Rig();
  drawCalls = 0;
  private readonly renderer: WebGLRenderer;
  private readonly drawn: number[] = [];
  private stale = true;
  private touched = 0;
  /** When the picture before was drawn, if that was at the tick before. */
  private before: number | null = null;
  private slow = 0;

  constructor(private readonly element: HTMLElement, canvas: HTMLCanvasElement, readonly views: View[]) {
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, powerPreference: "high-performance" });
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
    this.touched = performance.now();
  }

  /** What is on the screen is how things are. */
  get fresh(): boolean {
    return !this.stale && !this.coarse;
  }

  fit(): void {
    const [view] = this.views;
    if (view) this.rig.fit(view.occupied, view.run, view.camera);
    this.touch();
  }

  /** To be called at every tick. */
  draw(): void {
    const now = performance.now();
    const still = now - this.touched > STILL_MS;
    if (this.coarse && still) this.sharpen(Math.min(devicePixelRatio, SHARPEST));
    else if (!still && this.slow >= SLOW_TIMES && !this.coarse) this.sharpen(COARSE);
    if (!this.stale) {
      this.before = null;
      return;
    }
    if (this.before !== null && this.slow < SLOW_TIMES) this.slow = now - this.before > SLOW_MS ? this.slow + 1 : 0;
    this.before = now;
    this.stale = false;
    this.render();
    this.drawn.push(now);
  }

  private render(): void {
    this.renderer.info.reset();
    const frame = this.element.getBoundingClientRect();
    for (const view of this.views) {
      const { left, bottom, width, height } = view.element.getBoundingClientRect();
      if (width < 1 || height < 1) continue;
      this.renderer.setViewport(left - frame.left, frame.bottom - bottom, width, height);
      this.renderer.setScissor(left - frame.left, frame.bottom - bottom, width, height);
      const away = this.rig.place(view.run, view.camera, width / height);
      view.prepare(height * this.renderer.getPixelRatio(), away);
      this.renderer.render(view.scene, view.camera);
    }
    this.drawCalls = this.renderer.info.render.calls;
  }

  /** Pictures drawn in the last second. */
  get fps(): number {
    const since = performance.now() - 1000;
    while (this.drawn.length > 0 && this.drawn[0]! < since) this.drawn.shift();
    return this.drawn.length;
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
