// Two runs side by side: one camera, one time. Against a real server if it shows more than one run.

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { look, settled, until, visiting } from "./browser.mjs";

describe("two runs", () => {
  let page, single;
  visiting(["fountain", "twin"], (visit) => ({ page } = visit));
  before(async () => {
    single = (await look(page)).runs.length < 2;
  });

  it("have a title each", async (test) => {
    if (single) return test.skip("the server shows one run");
    const titles = await page.locator(".title").allInnerTexts();
    assert.equal(new Set(titles).size, titles.length);
    assert.ok(titles.length >= 2);
  });

  it("are seen from one place", async (test) => {
    if (single) return test.skip("the server shows one run");
    const { x, y, width, height } = await page.locator(".view").nth(1).boundingBox();
    const [before] = (await look(page)).cameras;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 3 });
    await page.mouse.up();
    await page.waitForTimeout(200);
    const { cameras } = await look(page);
    assert.notDeepEqual(cameras[0], before);
    assert.deepEqual(cameras[0], cameras[1]);
  });

  it("are at one time", async (test) => {
    if (single) return test.skip("the server shows one run");
    await page.keyboard.press("Space");
    await until(page, (clastic) => clastic.frame >= 4);
    await page.keyboard.press("Space");
    await settled(page);
    const { runs } = await look(page);
    assert.equal(runs[0].shown, runs[1].shown);
    assert.deepEqual(page.complaints, []);
  });
});
