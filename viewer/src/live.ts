// The controls of a run that goes on now: pause, resume, step, stop; scheme and α.

import type { Command, Run } from "./protocol.ts";
import type { State } from "./state.ts";
import { format } from "./ticks.ts";

export class LivePanel {
  readonly element: HTMLFieldSetElement;
  /** While α is being chosen, what the server says of it is not shown. */
  private sliding = false;
  private readonly part: <T extends HTMLElement>(name: string) => T;

  constructor(
    template: HTMLTemplateElement,
    private readonly state: State,
    private readonly index: number,
    private readonly send: (command: Command) => void,
  ) {
    this.element = template.content.firstElementChild!.cloneNode(true) as HTMLFieldSetElement;
    this.part = <T extends HTMLElement>(name: string) =>
      this.element.querySelector<T>(`[data-part=${name}]`)!;
    const command = (part: string, what: () => "pause" | "resume" | "step" | "stop") =>
      this.part(part).addEventListener("click", () => this.send({ run: index, do: what() }));
    command("pause", () => (this.run.status === "paused" ? "resume" : "pause"));
    command("step", () => "step");
    command("stop", () => "stop");
    this.scheme.addEventListener("change", () => send({ run: index, do: "scheme", name: this.scheme.value }));
    this.alpha.addEventListener("input", () => {
      this.sliding = true;
      this.writeAlpha(this.alpha.valueAsNumber);
    });
    this.alpha.addEventListener("change", () => {
      this.sliding = false;
      send({ run: index, do: "scheme", name: this.scheme.value, alpha: this.alpha.valueAsNumber });
    });
    this.update();
  }

  update(): void {
    const { live, status } = this.run;
    this.element.hidden = live === null;
    if (!live) return;
    this.part("title").textContent = this.state.runs.length > 1 ? this.state.titleOf(this.index) : "Live";
    const pace = this.state.pace.get(this.index);
    this.part("status").textContent =
      pace && status === "running" ? `${status} · ${format(pace)} steps/s` : status;
    this.element.dataset.status = status;
    this.part("pause").textContent = status === "paused" ? "Resume" : "Pause";
    this.element.disabled = status !== "running" && status !== "paused";
    if (this.scheme.options.length !== live.schemes.length) {
      this.scheme.replaceChildren(...live.schemes.map((name) => new Option(name)));
    }
    this.scheme.value = live.scheme;
    this.part("alpha-label").hidden = live.alpha === null;
    if (live.alpha !== null && !this.sliding) {
      this.alpha.valueAsNumber = live.alpha;
      this.writeAlpha(live.alpha);
    }
  }

  private get run(): Run {
    return this.state.runs[this.index]!;
  }

  private get scheme(): HTMLSelectElement {
    return this.part("scheme");
  }

  private get alpha(): HTMLInputElement {
    return this.part("alpha");
  }

  /** All of its digits, more than the slider may have: 0.995 is far from 0.99. */
  private writeAlpha(alpha: number): void {
    this.part("alpha-value").textContent = String(alpha);
  }
}
