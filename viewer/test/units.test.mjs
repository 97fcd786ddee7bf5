// What can be checked without a browser: reading frames, scales, edges, blocks, the nearest frame.

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { fountain, heap } from "./mock-runs.mjs";
import { encodeFrame } from "./mock-server.mjs";

const EXPORTS = ["protocol", "ticks", "facets", "blocks", "state"].map(
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
    };
    const run = { dimension: 3, block: { edge: 0.75, origin: [0, 0, 0] } };
    assert.deepEqual([...parts.occupied(frame, run)], [-1.5, 0, 0, 0.75, 0, 0, 0.75, 0, 0.75]);
    assert.deepEqual([...parts.occupied(frame, { ...run, dimension: 2 })], [-1.5, 0, 0, 0.75, 0, 0]);
    const far = { ...frame, positions: new Uint16Array(), strays: Float32Array.of(-100, 8, 0.8) };
    assert.deepEqual([...parts.occupied(far, run)], [-100.5, 7.5, 0.75]);
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
