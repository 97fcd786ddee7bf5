// What changes on the server, as it happens; when the line breaks, it is tried again, more and more rarely.

import {
  Trouble,
  UNAUTHORIZED,
  type Command,
  type RunEvent,
  type Server,
  type ServerEvent,
} from "./protocol.ts";
import type { State } from "./state.ts";

const FIRST_MS = 500;
const LONGEST_MS = 8000;

export interface Listener {
  /** The line is there, for the first time or again: something may have been missed. */
  open(): void;
  run(event: RunEvent): void;
  refused(message: string): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private wait = FIRST_MS;
  private timer = 0;

  constructor(
    private readonly server: Server,
    private readonly state: State,
    private readonly on: Listener,
  ) {
    this.connect();
    addEventListener("online", () => this.retry());
  }

  send(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
    else this.on.refused("There is no connection to the server: the command was not sent.");
  }

  /** Tries at once if the line is down. */
  retry(): void {
    if (this.state.choices.link !== "lost") return;
    clearTimeout(this.timer);
    void this.reconnect();
  }

  private connect(): void {
    const socket = this.server.events();
    this.socket = socket;
    socket.addEventListener("message", ({ data }) => this.receive(JSON.parse(data as string) as ServerEvent));
    socket.addEventListener("close", () => this.lost());
  }

  private receive(event: ServerEvent): void {
    if (event.type === "run") this.on.run(event);
    else if (event.type === "error") this.on.refused(event.error);
    else {
      this.wait = FIRST_MS;
      this.state.set({ link: "open" });
      this.on.open();
    }
  }

  private lost(): void {
    this.state.set({ link: "lost" });
    this.timer = window.setTimeout(() => void this.reconnect(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_MS);
  }

  /** A socket does not say why it fails, a request does: a server that has begun anew has another token. */
  private async reconnect(): Promise<void> {
    try {
      await this.server.runs();
      this.connect();
    } catch (error) {
      if (!(error instanceof Trouble && error.status === UNAUTHORIZED)) return this.lost();
      this.state.set({ link: "refused" });
      this.on.refused(error.message);
    }
  }
}
