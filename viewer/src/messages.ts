// What the page says in words: trouble in a banner, what has just changed in the status line.

import { byId } from "./controls.ts";
import { Trouble } from "./protocol.ts";
import { slicePosition, type Change, type State } from "./state.ts";
import { format } from "./ticks.ts";

const LINKS = { connecting: "connecting", open: "connected", lost: "not connected", refused: "refused" };
const LOST = "The connection to the server is lost. This page keeps trying; until then it shows what it has.";

export class Messages {
  private readonly banner = byId("alert");
  private readonly text = byId("alert-text");
  private readonly retry = byId("retry");
  private readonly dismiss = byId("dismiss");
  private readonly status = byId("status");
  private trouble = "";
  private lost = false;

  constructor(onRetry: () => void) {
    this.retry.addEventListener("click", onRetry);
    this.dismiss.addEventListener("click", () => this.clear());
  }

  show(error: unknown): void {
    this.trouble =
      error instanceof Trouble ? error.message : `Something went wrong in this page: ${String(error)}`;
    this.write();
  }

  clear(): void {
    this.trouble = "";
    this.write();
  }

  link({ choices: { link } }: State): void {
    document.documentElement.dataset.link = link;
    byId("link").textContent = LINKS[link];
    this.lost = link === "lost";
    this.write();
  }

  /** Says what a choice has become; not for every frame that passes. */
  announce(state: State, changes: Set<Change>): void {
    const { choices } = state;
    const say = (text: string) => (this.status.textContent = text);
    if (changes.has("color"))
      say(`Colour: ${byId<HTMLSelectElement>("color").selectedOptions[0]?.text ?? choices.color}`);
    if (changes.has("speed")) say(`Speed ${choices.speed}×`);
    if (changes.has("loop")) say(choices.loop ? "Loop" : "Play once");
    if (changes.has("blocks")) say(choices.blocks ? "Blocks of the grid that hold particles" : "No blocks");
    if (changes.has("obstacles")) say(choices.obstacles ? "Obstacles" : "No obstacles");
    if (changes.has("slice")) say(choices.slice.on ? cutAt(state) : "No slice");
    if (changes.has("playing") || changes.has("following")) {
      say(choices.following ? "Following" : choices.playing ? "Playing" : "");
    }
  }

  private write(): void {
    const text = this.lost ? LOST : this.trouble;
    this.text.textContent = text;
    this.banner.hidden = text === "";
    this.retry.hidden = !this.lost;
    this.dismiss.hidden = this.lost;
  }
}

function cutAt({ lead, choices: { slice } }: State): string {
  if (!lead) return "";
  return `${slice.axis} = ${format(slicePosition(slice, lead.bounds))} ${lead.units.length}`;
}
