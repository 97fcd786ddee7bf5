// A server by crates/clastic-view/PROTOCOL.md, for the page alone: synthetic runs, one of them live.
// By hand: node test/mock-server.mjs fountain heap live

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { raft, tuft } from "./mock-nets.mjs";
import { cube, fountain, heap, MAPS } from "./mock-runs.mjs";

const PAGE = new URL("../../crates/clastic-view/page/", import.meta.url);
const TOKEN = "mock-token";
const POLICY = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'";
const TYPES = {
  "index.html": "text/html; charset=utf-8",
  "viewer.js": "text/javascript",
  "viewer.css": "text/css",
};
const MATCHING = { pic: null, flip: 0.95, apic: null, asflip: 0.97 };

export const RUNS = {
  fountain: () => fountain(),
  twin: () => fountain({ name: "twin", scheme: "flip-0.95", turn: -1 }),
  heap,
  stray: () => ({ ...fountain(), strays: [[7200, 5600, 0, 100]] }),
  bare: () => ({ ...heap(), obstacles: [], matrices: () => [] }),
  live,
  tuft,
  raft,
  large: () => cube(200_000),
  million: () => cube(1_000_000),
};

/** A fountain that is being computed: ten frames a second, paused at frame 10 at first. */
function live() {
  const made = fountain({ name: "live", scheme: "asflip", particles: 6000 });
  made.run.radius = 0.9;
  made.run.status = "paused";
  made.run.frames.length = 11;
  made.run.live = { schemes: Object.keys(MATCHING), scheme: "asflip", alpha: 0.97 };
  return made;
}

function advance({ run }) {
  run.frames.push(run.frames.length * 0.04);
}

const COMMANDS = {
  pause: (made) => {
    made.run.status = "paused";
  },
  resume: (made) => {
    made.run.status = "running";
  },
  step: (made) => {
    advance(made);
    made.run.status = "paused";
  },
  stop: (made) => {
    made.run.status = "interrupted";
    made.run.live = null;
  },
  scheme: ({ run }, { name, alpha }) => {
    run.live = {
      ...run.live,
      scheme: name,
      alpha: MATCHING[name] === null ? null : (alpha ?? MATCHING[name]),
    };
    run.scheme = run.title = name;
  },
};

export function encodeFrame(made, number, color) {
  const { run } = made;
  const time = run.frames[number];
  const all = made.particles(time);
  const isJoined = made.joined?.(time) ?? [];
  const particles = all.filter((_, i) => !isJoined[i]);
  const joined = all.filter((_, i) => isJoined[i]);
  const strays = made.strays ?? [];
  const matrices = made.matrices(time);
  const field = run.fields.find(({ name }) => name === color);
  const kind = field ? 1 : run.materials.length > 1 ? 2 : 0;
  const n = particles.length;
  const count = n + strays.length + joined.length;
  const far = 60 + 48 * matrices.length;
  const start = far + 12 * (strays.length + joined.length);
  const bytes = Buffer.alloc(start + 6 * n + (kind ? count : 0));
  const corner = [0, 1, 2].map((axis) => particles.reduce((low, p) => Math.min(low, p[axis]), Infinity));
  const size = [0, 1, 2].map(
    (axis) => particles.reduce((high, p) => Math.max(high, p[axis]), -Infinity) - corner[axis],
  );
  bytes.write("CLV1");
  [count, number, kind].forEach((x, i) => bytes.writeUInt32LE(x, 4 + 4 * i));
  bytes.writeDoubleLE(time, 16);
  [...corner, ...size].forEach((x, i) => bytes.writeFloatLE(x, 24 + 4 * i));
  [matrices, strays, joined].forEach((list, i) => bytes.writeUInt32LE(list.length, 48 + 4 * i));
  matrices.flat().forEach((x, i) => bytes.writeFloatLE(x, 60 + 4 * i));
  const places = [...strays, ...joined].flatMap((p) => p.slice(0, 3));
  places.forEach((x, i) => bytes.writeFloatLE(x, far + 4 * i));
  particles.forEach((p, i) => {
    for (let axis = 0; axis < 3; axis++) {
      const q = size[axis] > 0 ? Math.round((65535 * (p[axis] - corner[axis])) / size[axis]) : 0;
      bytes.writeUInt16LE(q, start + 6 * i + 2 * axis);
    }
  });
  (kind ? [...particles, ...strays, ...joined] : []).forEach((p, i) => {
    const value = made.value(color, p, i);
    const share = field ? Math.min(1, Math.max(0, (value - field.low) / (field.high - field.low))) : 0;
    bytes[start + 6 * n + i] = field ? Math.round(254 * share) : value;
  });
  return bytes;
}

export function encodeNet(made, number) {
  const { joined, lines, triangles } = made.net(made.run.frames[number]);
  const points = lines.flat();
  const lengths = lines.map((line) => line.length);
  const counts = [joined, lines.length, points.length, triangles.length];
  const words = Uint32Array.from([...counts, ...lengths, ...points, ...triangles.flat()]);
  return Buffer.concat([Buffer.from("CLN1"), Buffer.from(words.buffer)]);
}

class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Frames are kept once made: making one takes longer than any server would. */
function api(all, kept) {
  const find = (text) => all[text] ?? refuse(404, `no run ${text}: there are ${all.length}`);
  return (url) => {
    const [, run, what, number] =
      /^\/api\/runs(?:\/(\d+)\/(frames|nets|obstacles|curves)(?:\/(\d+))?)?$/.exec(url.pathname) ??
      refuse(404, `nothing at ${url.pathname}`);
    if (run === undefined) return json({ version: 1, maps: MAPS, runs: all.map((made) => made.run) });
    const made = find(run);
    if (what === "curves" || what === "obstacles")
      return json(what === "curves" ? made.curves() : made.obstacles);
    if (!(number in made.run.frames)) refuse(404, `no frame ${number}: there are ${made.run.frames.length}`);
    const type = "application/octet-stream";
    if (what === "nets") return { type, body: encodeNet(made, Number(number)) };
    const color = url.searchParams.get("color");
    const key = `${run}/${number}/${color}`;
    if (!kept.has(key)) kept.set(key, encodeFrame(made, Number(number), color));
    return { type, body: kept.get(key) };
  };
}

function refuse(status, message) {
  throw new Refusal(status, message);
}

const json = (value) => ({ type: "application/json", body: JSON.stringify(value) });

/** Listens on a free port, or the given one. */
export async function startMock({ runs, port = 0 }) {
  const all = runs.map((name) => RUNS[name]());
  const answer = api(all, new Map());
  const commands = [];
  let [token, busy] = [TOKEN, 0];

  async function handle(request) {
    const url = new URL(request.url, "http://mock");
    const asked = url.pathname === "/" ? url.searchParams.get("token") : request.headers["x-clastic-token"];
    const file = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
    const open = file === "viewer.js" || file === "viewer.css";
    if (!open && asked !== token) refuse(401, "expected the token");
    if (busy > 0 && busy--) refuse(503, "too many answers are on their way");
    if (file in TYPES) return { type: TYPES[file], body: await readFile(new URL(file, PAGE)) };
    return answer(url);
  }

  const http = createServer((request, response) => {
    handle(request)
      .catch(({ status = 500, message }) => ({ status, ...json({ error: message }) }))
      .then((said) => {
        response.writeHead(said.status ?? 200, {
          "content-type": said.type,
          "content-security-policy": POLICY,
        });
        response.end(said.body);
      });
  });

  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4096 });
  http.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url, "http://mock");
    if (url.pathname !== "/api/events" || url.searchParams.get("token") !== token) return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit("connection", client));
  });
  const tell = (index) => {
    const { status, message, frames, particles, live } = all[index].run;
    const event = {
      type: "run",
      run: index,
      status,
      message,
      frames: frames.length,
      time: frames.at(-1),
      particles,
      live,
      steps_per_s: 214.6,
    };
    for (const client of sockets.clients) client.send(JSON.stringify(event));
  };
  sockets.on("connection", (client) => {
    client.send(JSON.stringify({ type: "hello", version: 1 }));
    client.on("message", (text) => {
      const command = JSON.parse(text);
      commands.push(command);
      const made = all[command.run];
      if (!made?.run.live || !(command.do in COMMANDS)) {
        return client.send(JSON.stringify({ type: "error", error: "this run takes no commands" }));
      }
      COMMANDS[command.do](made, command);
      tell(command.run);
    });
  });
  const clock = setInterval(
    () =>
      all.forEach((made, index) => {
        if (made.run.status !== "running") return;
        advance(made);
        tell(index);
      }),
    100,
  );

  await new Promise((resolve) => http.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${http.address().port}/?token=${TOKEN}`,
    /** What pages have sent. */
    commands,
    /** From now on another token is needed. */
    renew: () => (token = "another"),
    /** From now on this run has outgrown what it was, and is to be seen from farther away. */
    grow: (index) => {
      const { bounds, camera } = all[index].run;
      for (const place of [bounds.min, bounds.max, camera.eye]) place.forEach((x, i) => (place[i] = 2 * x));
    },
    /** So many requests are refused for the moment. */
    hurry: (count) => (busy = count),
    stop: () =>
      new Promise((resolve) => {
        clearInterval(clock);
        http.close(resolve);
        for (const client of sockets.clients) client.terminate();
        http.closeAllConnections();
      }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const runs = process.argv.slice(2);
  const { url } = await startMock({
    runs: runs.length > 0 ? runs : ["fountain"],
    port: Number(process.env.PORT ?? 0),
  });
  console.log(url);
}
