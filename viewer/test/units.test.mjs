// What can be checked without a browser: reading frames and nets, scales, edges, surfaces, blocks, the nearest
// frame.

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { LOST_AT, raft, tuft } from "./mock-nets.mjs";
import { fountain, heap } from "./mock-runs.mjs";
import { encodeFrame, encodeNet } from "./mock-server.mjs";

const EXPORTS = ["protocol", "ticks", "facets", "blocks", "state", "nets", "skin", "strands"].map(
  (name) => `export * from "./${name}.ts";`,
);

describe("parts", () => {
  let parts;
  before(async () => {
    const { outputFiles } = await build({
      stdin: { contents: EXPORTS.join("\n"), resolveDir: fileURLToPath(new URL("../src", import.meta.url)) },
      bundle: true,
      write: false,
      format: "esm",
    });
    parts = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  });
  const bytes = (buffer) => buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);

  it("a frame is read as it was written", () => {
    const made = fountain({ particles: 200 });
    const frame = parts.readFrame(bytes(encodeFrame(made, 3, "speed")));
    assert.deepEqual([frame.number, frame.count, frame.time], [3, 200, made.run.frames[3]]);
    made.particles(frame.time).forEach((place, i) => {
      for (let axis = 0; axis < 3; axis++) {
        const read = frame.corner[axis] + (frame.positions[3 * i + axis] / 65535) * frame.size[axis];
        // Half a step of 16 bits, and the corner and size in single precision.
        const bound = frame.size[axis] * (0.5 / 65535 + 1e-6) + 1e-5;
        assert.ok(Math.abs(read - place[axis]) <= bound, `${read} for ${place[axis]}`);
      }
      assert.equal(frame.values[i], Math.round((254 * Math.min(place[3], 310)) / 310));
    });
  });

  it("strays are read as they are, their values last", () => {
    const strays = [
      [7200, 5600, -0.5, 310],
      [0, -1e30, 0, 0],
    ];
    const made = { ...fountain({ particles: 200 }), strays };
    const frame = parts.readFrame(bytes(encodeFrame(made, 3, "speed")));
    assert.deepEqual([frame.count, frame.positions.length, frame.values.length], [202, 600, 202]);
    assert.deepEqual(
      [...frame.strays],
      strays.flatMap((place) => place.slice(0, 3).map(Math.fround)),
    );
    assert.deepEqual([...frame.values.subarray(200)], [254, 0]);
    assert.ok(frame.size.every((size) => size < 100));
  });

  it("a frame of one material has no values, and a short one is refused", () => {
    const frame = encodeFrame(heap(), 0, "material");
    assert.equal(parts.readFrame(bytes(frame)).values, null);
    assert.throws(() => parts.readFrame(bytes(frame.subarray(0, frame.length - 1))), /were expected/);
    assert.throws(() => parts.readFrame(new ArrayBuffer(100)), /not a frame/);
  });

  it("joined particles and their net are read as they were written, before and after some are lost", () => {
    for (const [made, color] of [
      [tuft(), "speed"],
      [raft(), "material"],
    ]) {
      for (const number of [LOST_AT - 1, LOST_AT]) {
        const time = made.run.frames[number];
        const frame = parts.readFrame(bytes(encodeFrame(made, number, color)));
        const isJoined = made.joined(time);
        const joined = made.particles(time).filter((_, i) => isJoined[i]);
        assert.deepEqual(
          [...frame.joined],
          joined.flatMap((place) => place.slice(0, 3).map(Math.fround)),
        );
        assert.equal(frame.positions.length / 3, frame.count - joined.length);
        const net = parts.readNet(bytes(encodeNet(made, number)), joined.length);
        const { lines, triangles } = made.net(time);
        assert.deepEqual(
          [...net.lines],
          lines.map((line) => line.length),
        );
        assert.deepEqual([...net.points], lines.flat());
        assert.deepEqual([...net.triangles], triangles.flat());
      }
    }
  });

  it("a net that does not fit together is refused", () => {
    const whole = encodeNet(raft(), 0);
    const joined = whole.readUInt32LE(4);
    parts.readNet(bytes(whole), joined);
    const refused = (bad, words, count = joined) =>
      assert.throws(() => parts.readNet(bytes(bad), count), words);
    const changed = (at, value) => {
      const copy = Buffer.from(whole);
      copy.writeUInt32LE(value, at);
      return copy;
    };
    refused(whole, /net of 3 joined/, 3);
    for (const length of [0, 3, 19]) refused(whole.subarray(0, length), /not a net/);
    refused(changed(0, 0x31564c43), /not a net/);
    for (const length of [20, whole.length - 4, whole.length - 1])
      refused(whole.subarray(0, length), /not fit/);
    refused(Buffer.concat([whole, Buffer.alloc(4)]), /not fit/);
    // Counts of lines, points and triangles, the length of a line, a point and a corner.
    for (const at of [8, 12, 16, 20, 20 + 4 * 20, whole.length - 4]) {
      for (const value of [joined, 2 ** 31, 2 ** 32 - 1]) refused(changed(at, value), /not fit/);
    }
  });

  it("a net is asked for once, and again if that failed", async () => {
    const asked = [];
    const server = {
      net: async (run, frame, joined) => {
        asked.push([run, frame, joined]);
        if (asked.length === 1) throw new Error("busy");
        return { joined };
      },
    };
    const nets = new parts.Nets(server);
    const frame = (number, joined) => ({ number, joined: new Float32Array(3 * joined) });
    await assert.rejects(nets.of(0, frame(4, 9)), /busy/);
    const [a, b] = await Promise.all([nets.of(0, frame(4, 9)), nets.of(0, frame(5, 9))]);
    assert.equal(a, b);
    await nets.of(0, frame(6, 8));
    await nets.of(1, frame(6, 8));
    assert.equal((await nets.of(1, frame(7, 0))).joined, 0);
    assert.deepEqual(asked, [
      [0, 4, 9],
      [0, 4, 9],
      [0, 6, 8],
      [1, 6, 8],
    ]);
  });

  it("strands are threaded with gaps between them, and where a point is nowhere", () => {
    const net = { joined: 4, lines: Uint32Array.of(2, 3), points: Uint32Array.of(0, 1, 3, 2, 3) };
    const joined = Float32Array.of(1, 2, 3, 4, 5, 6, NaN, 0, 0, 7, 8, 9);
    const values = Uint8Array.of(99, 10, 20, 30, 40);
    const thread = parts.thread({ net, joined, values, count: 5 });
    const tone = 256 * Math.floor(256 * 0.618034);
    assert.deepEqual(
      Array.from({ length: thread.length / 4 }, (_, i) => [...thread.subarray(4 * i, 4 * i + 4)]),
      [
        [0, 0, 0, -1],
        [1, 2, 3, 10],
        [4, 5, 6, 20],
        [0, 0, 0, -1],
        [7, 8, 9, tone + 40],
        [0, 0, 0, -1],
        [7, 8, 9, tone + 40],
        [0, 0, 0, -1],
      ],
    );
    assert.equal(parts.thread({ net, joined, values: null, count: 5 })[7], 0);
  });

  it("a skin is smooth where it bends a little and sharp where it bends much", () => {
    // Two triangles that meet at an angle along the y axis.
    const triangles = Uint32Array.of(0, 1, 2, 0, 3, 1);
    for (const [angle, smooth] of [
      [0.5, true],
      [1.2, false],
    ]) {
      const points = Float32Array.of(0, 0, 0, 0, 1, 0, -1, 0, 0, Math.cos(angle), 0, Math.sin(angle));
      const { positions, normals } = parts.skin(points, triangles, parts.around(triangles, 4));
      assert.deepEqual([...positions.subarray(9, 12)], [0, 0, 0]);
      const at = (corner) => [...normals.subarray(3 * corner, 3 * corner + 3)];
      const near = (a, b) =>
        assert.ok(
          a.every((x, i) => Math.abs(x - b[i]) < 1e-6),
          `${a} for ${b}`,
        );
      near(at(2), [0, 0, 1]);
      near(at(4), [-Math.sin(angle), 0, Math.cos(angle)]);
      const middle = smooth ? angle / 2 : 0;
      near(at(0), [-Math.sin(middle), 0, Math.cos(middle)]);
    }
    const nowhere = Float32Array.of(0, 0, 0, 0, 1, 0, NaN, 0, 0, 1, 0, 0);
    const { positions, normals } = parts.skin(nowhere, triangles, parts.around(triangles, 4));
    assert.deepEqual([...positions.subarray(0, 9)], new Array(9).fill(0));
    assert.ok(normals.every(Number.isFinite));
    assert.deepEqual([...normals.subarray(9, 12)], [0, 0, 1]);
    assert.equal(parts.skin(nowhere, triangles, null).normals, null);
  });

  it("scales have round numbers", () => {
    assert.deepEqual(parts.ticks(0, 310, 4), [0, 100, 200, 300]);
    assert.deepEqual(
      parts.ticks(-0.3, 0.31, 3).map((x) => Number(x.toFixed(9))),
      [-0.2, 0, 0.2],
    );
    assert.deepEqual(parts.ticks(5, 5, 4), [5]);
    assert.deepEqual(parts.logTicks(-6.2, -2.9, 4), [-6, -5, -4, -3]);
    assert.equal(parts.logTicks(0.1, 0.8, 3).length, 2);
    assert.deepEqual(
      parts.logTicks(Math.log10(32), Math.log10(46), 3).map((x) => Math.round(10 ** x)),
      [35, 40, 45],
    );
    assert.deepEqual([0, -1234.56, 1e8, 2.5e-7, 0.25].map(parts.format), [
      "0",
      "−1235",
      "1e8",
      "2.5e−7",
      "0.25",
    ]);
  });

  it("a cube has twelve edges and six normals, a fine ball neither edges nor flat faces", () => {
    const { obstacles } = fountain();
    const shape = ({ positions, triangles }) =>
      parts.facets(parts.decode(positions, Float32Array), parts.decode(triangles, Uint32Array));
    const cube = shape(obstacles[1]);
    assert.equal(cube.edges.length, 12 * 6);
    const normals = new Set(
      Array.from({ length: cube.normals.length / 3 }, (_, i) =>
        [...cube.normals.subarray(3 * i, 3 * i + 3)].map(Math.round).join(),
      ),
    );
    assert.equal(normals.size, 6);
    const ball = shape(obstacles[0]);
    for (let i = 0; i < ball.normals.length; i += 3) {
      const along = [0, 1, 2].reduce(
        (sum, axis) => sum + (ball.normals[i + axis] * ball.positions[i + axis]) / 5,
        0,
      );
      assert.ok(along === 0 || along > 0.98, `a normal of the ball: ${along}`);
    }
  });

  it("blocks are those that hold particles", () => {
    const frame = {
      corner: [-1, 0, 0],
      size: [2, 1, 1],
      positions: Uint16Array.of(0, 0, 0, 100, 0, 0, 65535, 0, 0, 65535, 0, 65535),
      strays: new Float32Array(),
      joined: new Float32Array(),
    };
    const run = { dimension: 3, block: { edge: 0.75, origin: [0, 0, 0] } };
    assert.deepEqual([...parts.occupied(frame, run)], [-1.5, 0, 0, 0.75, 0, 0, 0.75, 0, 0.75]);
    assert.deepEqual([...parts.occupied(frame, { ...run, dimension: 2 })], [-1.5, 0, 0, 0.75, 0, 0]);
    const far = { ...frame, positions: new Uint16Array(), strays: Float32Array.of(-100, 8, 0.8) };
    assert.deepEqual([...parts.occupied(far, run)], [-100.5, 7.5, 0.75]);
    const tied = { ...frame, joined: Float32Array.of(0.8, 0.1, 0.1, 3.1, 0, 0, 3.2, 0, 0) };
    assert.deepEqual([...parts.occupied(tied, run)].slice(9), [3, 0, 0], "each block once");
  });

  it("the nearest frame is found", () => {
    const times = [0, 1, 2, 4];
    assert.deepEqual(
      [-1, 0.4, 0.6, 2.9, 3.1, 9].map((time) => parts.nearest(times, time)),
      [0, 0, 1, 2, 3, 3],
    );
    assert.equal(parts.nearest([], 1), 0);
  });
});
