// What the page says in words: trouble in a banner, what has just changed in the status line.

import { byId } from "./controls.ts";
import { Trouble } from "./protocol.ts";
import type { Change, State } from "./state.ts";

export class Messages {
  private readonly banner = byId("alert");
  private readonly text = byId("alert-text");
  private readonly retry = byId("retry");
  private readonly status = byId("status");
  private trouble = "";
  private ticking = 0;

  constructor(onRetry: () => void) {
    this.retry.addEventListener("click", onRetry);
    byId("dismiss").addEventListener("click", () => this.clear());
  }

  show(error: unknown): void {
    this.trouble = error instanceof Trouble ? error.message : `Something went wrong in this page: ${String(error)}`;
    this.write("");
  }

  clear(): void {
    this.trouble = "";
    this.write("");
  }

  /** Counts down to the next try while the line is down. */
  link(state: State): void {
    clearInterval(this.ticking);
    const { link } = state.choices;
    document.documentElement.dataset.link = link.kind;
    byId("link").textContent = { connecting: "connecting", open: "connected", lost: "not connected" }[link.kind];
    if (link.kind !== "lost") {
      this.write("");
      return;
    }
    const count = () => {
      const seconds = Math.max(0, Math.ceil((link.retryAt - performance.now()) / 1000));
      this.write(`The connection to the server is lost. ${seconds > 0 ? `Trying again in ${seconds} s.` : "Trying again."}`);
    };
    count();
    this.ticking = window.setInterval(count, 500);
  }

  /** Says what a choice has become; not for every frame that passes. */
  announce(state: State, changes: Set<Change>): void {
    const { choices } = state;
    const say = (text: string) => (this.status.textContent = text);
    if (changes.has("color")) say(`Colour: ${byId<HTMLSelectElement>("color").selectedOptions[0]?.text ?? choices.color}`);
    if (changes.has("speed")) say(`Speed ${choices.speed}×`);
    if (changes.has("loop")) say(choices.loop ? "Loop" : "Play once");
    if (changes.has("blocks")) say(choices.blocks ? "Blocks of the grid that hold particles" : "No blocks");
    if (changes.has("obstacles")) say(choices.obstacles ? "Obstacles" : "No obstacles");
    if (changes.has("slice")) say(choices.slice.on ? `Slice across ${choices.slice.axis}` : "No slice");
    if (changes.has("playing") || changes.has("following")) {
      say(choices.following ? "Following" : choices.playing ? "Playing" : "");
    }
  }

  private write(lost: string): void {
    const text = [lost, this.trouble].filter(Boolean).join(" ");
    // Written only when it differs: a screen reader reads every change.
    if (this.text.textContent !== text) this.text.textContent = text;
    this.banner.hidden = text === "";
    this.retry.hidden = lost === "";
  }
}
