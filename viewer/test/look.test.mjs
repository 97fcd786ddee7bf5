// What the page looks like, against screenshots that someone has looked at.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { foreign, launch, look, open, ready, settled } from "./browser.mjs";
import { startMock } from "./mock-server.mjs";
import { compare, difference } from "./picture.mjs";

const PICTURES = {
  "3d-dark": { runs: ["fountain"] },
  "3d-light": { runs: ["fountain"], theme: "light" },
  "3d-blocks-slice": { runs: ["fountain"], keys: ["g", "s", "c"] },
  "2d-dark": { runs: ["heap"] },
  "2d-light-bare": { runs: ["bare"], theme: "light", keys: ["c"] },
  "3d-net": { runs: ["tuft"] },
  "3d-net-lost": { runs: ["tuft"], frame: 24, keys: ["c", "v"], theme: "light" },
  "2d-net": { runs: ["raft"] },
  "side-by-side": { runs: ["fountain", "twin"] },
  phone: { runs: ["fountain"], width: 390, height: 844, touch: true, theme: "light" },
  "phone-plots": { runs: ["fountain"], width: 390, height: 844, touch: true, keys: ["p"] },
  live: { runs: ["live"] },
  help: { runs: ["fountain"], keys: ["?"] },
};

describe("pictures", { skip: foreign }, () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  for (const [name, { runs, frame = 14, keys = [], ...options }] of Object.entries(PICTURES)) {
    it(name, async (test) => {
      const server = await startMock({ runs });
      test.after(() => server.stop());
      const page = await open(browser, server.url, options);
      await ready(page);
      if (runs[0] !== "live") {
        await page.getByLabel("Frame").fill(String(frame));
        await page.getByLabel("Frame").blur();
      } else {
        await page.keyboard.press("ArrowLeft");
      }
      for (const key of keys) await page.keyboard.press(key);
      await settled(page);
      await page.waitForTimeout(400);
      await compare(page, name);
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    });
  }

  it("are the same with a stray a hundred times as far as they show", async (test) => {
    const calls = [];
    for (const runs of [["fountain"], ["stray"]]) {
      const server = await startMock({ runs });
      test.after(() => server.stop());
      const page = await open(browser, server.url);
      await ready(page);
      await page.keyboard.press("f");
      await settled(page);
      const { cameras, drawCalls } = await look(page);
      calls.push([cameras, drawCalls - (runs[0] === "stray" ? 1 : 0)]);
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
    assert.deepEqual(calls[0], calls[1]);
  });

  it("that differ are told apart", () => {
    const plain = (value) => ({ width: 4, height: 4, data: new Uint8Array(64).fill(value) });
    assert.equal(difference(plain(10), plain(20)), 0);
    assert.equal(difference(plain(10), plain(90)), 1);
    assert.equal(difference(plain(10), { ...plain(10), width: 2, height: 8 }), 1);
    const spot = plain(10);
    spot.data[5] = 200;
    assert.equal(difference(plain(10), spot), 1 / 16);
  });
});
