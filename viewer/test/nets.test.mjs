// Meshes and strands: drawn as what they are, with what is lost left out. Also against a real server whose runs
// have some.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { foreign, look, settled, until, visiting } from "./browser.mjs";
import { LOST_AT, raft, tuft } from "./mock-nets.mjs";

describe("meshes and strands", () => {
  let page;
  visiting(["tuft", "raft"], (visit) => ({ page } = visit));
  const seek = async (frame) => {
    await page.getByLabel("Frame").fill(String(frame));
    await page.getByLabel("Frame").blur();
    await settled(page);
  };

  it("are known", async () => {
    await settled(page);
    const { runs } = await look(page);
    assert.ok(runs.every(({ joined, particles }) => joined > 0 && joined <= particles));
    assert.ok(runs.every(({ strands, triangles }) => strands + triangles > 0));
    assert.deepEqual(page.complaints, []);
  });

  it("are drawn, and coloured by every field", async () => {
    const matter = () => pictureOf(page);
    for (const key of ["o", "p"]) await page.keyboard.press(key);
    await settled(page);
    const seen = new Set();
    const colors = await page.getByLabel("Colour").locator("option").count();
    for (let i = 0; i < colors; i++) {
      await page.keyboard.press("c");
      await settled(page);
      seen.add(await matter());
    }
    assert.equal(seen.size, colors, "every colouring looks different");
    for (const key of ["o", "p"]) await page.keyboard.press(key);
  });

  it("show their vertices, or not", async () => {
    const button = page.getByRole("button", { name: "Vertices" });
    const count = async () => {
      await settled(page);
      return (await look(page)).drawCalls;
    };
    const calls = await count();
    await page.keyboard.press("v");
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    await until(page, ({ drawCalls }) => drawCalls === calls + 2);
    await button.click();
    await until(page, ({ drawCalls }) => drawCalls === calls);
  });

  it("are sliced, at no draw call", async () => {
    await settled(page);
    const [{ drawCalls }, before] = [await look(page), await pictureOf(page)];
    await page.keyboard.press("s");
    await settled(page);
    assert.equal((await look(page)).drawCalls, drawCalls);
    assert.notEqual(await pictureOf(page), before);
    await page.keyboard.press("s");
  });

  it("lose what is around lost particles, and nothing else", { skip: foreign }, async () => {
    for (const frame of [LOST_AT - 1, LOST_AT, LOST_AT - 2]) {
      await seek(frame);
      const { runs, time } = await look(page);
      [tuft(), raft()].forEach((made, i) => {
        const { lines, triangles, joined } = made.net(made.run.frames[runs[i].shown]);
        const { particles, ...found } = runs[i];
        assert.equal(particles, made.particles(made.run.frames[found.shown]).length, `at ${time}`);
        assert.deepEqual(
          [found.joined, found.strands, found.triangles],
          [joined, lines.length, triangles.length],
        );
      });
    }
    assert.deepEqual(page.complaints, []);
  });

  it("are asked for once for all frames", { skip: foreign }, async () => {
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    for (const frame of [0, 3, 30, 39, LOST_AT]) await seek(frame);
    assert.ok(asked.some((path) => path.includes("/frames/")));
    assert.deepEqual(
      asked.filter((path) => path.includes("/nets/")),
      [],
    );
  });

  it("that cannot be had are told in words", { skip: foreign }, async () => {
    await page.route(/nets/, (route) => route.fulfill({ body: "CLN2" }));
    await page.reload();
    await page.getByRole("alert").filter({ hasText: "not a net" }).waitFor();
    await page.unroute(/nets/);
    await until(page, (clastic) => clastic.ready);
  });
});

/** What is on the canvas, as text that differs where pictures do. */
async function pictureOf(page) {
  return (await page.locator("#picture").screenshot()).toString("base64");
}
