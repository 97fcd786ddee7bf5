// Where the page begins, and its clock.

import { Connection } from "./connection.ts";
import { actions, byId, Controls } from "./controls.ts";
import { Frames, type Wish } from "./frames.ts";
import { followKeys } from "./keyboard.ts";
import { LivePanel } from "./live.ts";
import { Messages } from "./messages.ts";
import { Picture } from "./picture.ts";
import { Plots } from "./plots.ts";
import { Server, Trouble, type Run, type RunEvent } from "./protocol.ts";
import { nearest, State } from "./state.ts";
import { Themes } from "./theme.ts";
import { View } from "./view.ts";
import { publish } from "./window.ts";

const NEWS_MS = 500;

class Page {
  private readonly views: View[];
  private readonly frames: Frames;
  private readonly picture: Picture;
  private readonly plots: Plots;
  private readonly connection: Connection;
  private readonly messages: Messages;
  private before = performance.now();
  private plotsStale = true;
  /** What each view was last asked to show. */
  private readonly targets: Wish[] = [];
  /** The timer for what is to be asked anew. */
  private due = 0;

  constructor(
    private readonly server: Server,
    private readonly state: State,
    themes: Themes,
  ) {
    this.views = state.runs.map((_, index) => new View(state, index));
    this.picture = new Picture(byId("picture"), byId("canvas"), this.views);
    this.plots = new Plots(byId("plots"), state);
    this.messages = new Messages(() => this.connection.retry());
    this.frames = new Frames(server, (error) => this.messages.show(error));
    this.connection = new Connection(server, state, {
      open: () => {
        this.messages.clear();
        void this.catchUp();
      },
      run: (event) => this.runChanged(event),
      refused: (message) => this.messages.show(new Trouble(0, message)),
    });
    const doing = actions({ state, picture: this.picture, themes });
    const controls = new Controls(state, doing);
    followKeys(doing, this.picture);
    const panels = state.runs.map(
      (_, run) =>
        new LivePanel(byId("live-template"), state, run, (command) => this.connection.send(command)),
    );
    byId("live").append(...panels.map((panel) => panel.element));
    byId("plots").hidden = !state.choices.plots;

    const paint = () => {
      const inks = themes.inks;
      for (const view of this.views) view.paint(inks);
      this.plots.paint(inks);
      this.picture.touch();
    };
    themes.onChange(paint);
    paint();

    state.onChange((changes) => {
      for (const view of this.views) view.update(changes);
      controls.update(changes);
      if (changes.has("runs")) for (const panel of panels) panel.update();
      if (changes.has("plots")) byId("plots").hidden = !state.choices.plots;
      if (changes.has("link")) this.messages.link(state);
      this.messages.announce(state, changes);
      if (changes.has("time") || changes.has("runs") || changes.has("plots")) this.plotsStale = true;
      if (!(changes.size === 1 && changes.has("time"))) this.picture.touch();
    });
    document.title = `${state.runs.map((run) => run.title).join(", ")} – clastic`;
    publish(state, this.picture, this.views);
  }

  start(): void {
    this.views.forEach((view, run) => {
      this.server.obstacles(run).then(
        (list) => {
          view.setObstacles(list);
          this.picture.touch();
        },
        (error: unknown) => this.messages.show(error),
      );
    });
    this.readCurves().catch((error: unknown) => this.messages.show(error));
    const tick = (now: number) => {
      this.tick(now);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  private tick(now: number): void {
    const seconds = Math.min((now - this.before) / 1000, 0.25);
    this.before = now;
    // The clock waits for frames that have not come: nothing is skipped because the server is slow.
    if (this.showFrames() && this.state.choices.playing) this.state.advance(seconds);
    this.picture.draw();
    if (this.plotsStale) this.plots.draw();
    this.plotsStale = false;
  }

  /** Shows each run's frame at this moment and asks for the next ones; says whether all are there. */
  private showFrames(): boolean {
    const { time } = this.state.choices;
    const now: Wish[] = [];
    const next: Wish[] = [];
    let complete = true;
    this.views.forEach((view, run) => {
      const { frames } = view.run;
      if (frames.length === 0) return;
      const wish = this.target(view, {
        run,
        frame: nearest(frames, time),
        color: this.state.colorOf(view.run),
      });
      now.push(wish);
      const end = Math.min(wish.frame + this.frames.ahead(view.frame, this.views.length), frames.length - 1);
      for (let frame = wish.frame + 1; frame <= end; frame++) next.push({ ...wish, frame });
      const frame = this.frames.get(wish);
      complete &&= frame !== undefined;
      if (!frame || frame === view.frame) return;
      // What an event says is the time of the run, which may have gone on since that frame.
      frames[wish.frame] = frame.time;
      view.show(frame, wish.color);
      this.picture.touch();
    });
    this.frames.want([...now, ...next.sort((a, b) => a.frame - b.frame)]);
    return complete;
  }

  /**
   * While a run is followed, a frame that is on its way is waited for: else a slow line would never bring
   * one.
   */
  private target(view: View, wish: Wish): Wish {
    const before = this.targets[wish.run];
    const waiting = before && before.frame !== view.frame?.number && before.color === wish.color;
    return (this.targets[wish.run] = waiting && this.state.choices.following ? before : wish);
  }

  private runChanged(event: RunEvent): void {
    const run = this.state.runs[event.run];
    if (!run) return;
    const { status, message, particles, live } = event;
    Object.assign(run, { status, message, particles, live });
    if (event.steps_per_s !== null) this.state.pace.set(event.run, event.steps_per_s);
    const news = event.frames - run.frames.length;
    if (news === 1) run.frames.push(event.time);
    if (news !== 0) this.due ||= window.setTimeout(() => void this.catchUp(), NEWS_MS);
    this.state.runsChanged();
  }

  /** Asks for all that events do not tell, after a break and some time after news. */
  private async catchUp(): Promise<void> {
    this.due = 0;
    try {
      const { runs } = await this.server.runs();
      this.renew(runs);
      await this.readCurves();
    } catch (error) {
      this.messages.show(error);
    }
  }

  private renew(runs: Run[]): void {
    const names = (list: Run[]) => list.map(({ name }) => name).join();
    if (names(runs) !== names(this.state.runs)) return location.reload();
    const ranges = (list: Run[]) => JSON.stringify(list.map(({ fields }) => fields));
    if (ranges(runs) !== ranges(this.state.runs)) this.frames.clear();
    this.state.setRuns(runs);
    this.picture.renew();
  }

  private async readCurves(): Promise<void> {
    const read = async (run: number) => this.plots.set(run, await this.server.curves(run));
    await Promise.all(this.state.runs.map((_, run) => read(run)));
  }
}

async function begin(): Promise<void> {
  const themes = new Themes();
  const token = new URLSearchParams(location.search).get("token");
  try {
    if (!token) throw new Trouble(401, "This address has no token. Open the one that clastic printed.");
    const server = new Server(token);
    const runs = await server.runs();
    if (runs.runs.length === 0) throw new Trouble(404, "The server has no run to show.");
    new Page(server, new State(runs), themes).start();
  } catch (error) {
    new Messages(() => location.reload()).show(error);
  }
}

void begin();
