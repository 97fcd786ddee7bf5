// A live run: follow, pause, step, scheme, α, stop; lose and regain the connection.

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { foreign, interrupt, look, until, visiting } from "./browser.mjs";

describe("a live run", () => {
  let line, page, server, still;
  visiting(["live"], (visit) => ({ line, page, server } = visit));
  before(async () => {
    still = !(await page.locator(".live-run").first().isVisible());
  });
  const button = (name) => page.locator(".live-run").getByRole("button", { name });
  const status = (word) => page.locator(".live-run .state").filter({ hasText: word }).waitFor();
  const alive = (name, body) =>
    it(name, async (test) => {
      if (still) return test.skip("no run of this server is live");
      await body();
    });

  alive("is followed", async () => {
    if ((await look(page)).runs[0].status === "paused") await button("Resume").click();
    await status("running");
    const { frame } = await look(page);
    await until(page, (clastic) => clastic.frame > frame + 1 && clastic.runs[0].shown > frame);
    await page.locator("#following").waitFor();
  });

  alive("pauses and steps", async () => {
    await button("Pause").click();
    await status("paused");
    await page.waitForTimeout(300);
    const {
      runs: [{ frames }],
    } = await look(page);
    await button("Step").click();
    await until(page, (clastic) => clastic.runs[0].frames === frames + 1);
    await status("paused");
    await until(page, (clastic) => clastic.runs[0].shown === frames);
  });

  alive("stays where one has scrubbed to, and follows again", async () => {
    await page.keyboard.press("Home");
    await button("Resume").click();
    await status("running");
    const {
      runs: [{ frames }],
    } = await look(page);
    await until(page, (clastic) => clastic.runs[0].frames > frames);
    assert.equal((await look(page)).frame, 0);
    await page.keyboard.press("End");
    await until(page, (clastic) => clastic.playing && clastic.frame >= clastic.runs[0].frames - 1);
  });

  it("is seen as a whole when it has grown, unless the camera was moved", { skip: foreign }, async () => {
    const far = async () => Math.hypot(...(await look(page)).cameras[0]);
    const first = await far();
    server.grow(0);
    await until(page, ({ cameras }) => Math.hypot(...cameras[0]) > 1.5 * first);
    await page.keyboard.press("f");
    await page.waitForTimeout(200);
    const fitted = await far();
    server.grow(0);
    const { frame } = await look(page);
    await until(page, (clastic) => clastic.frame > frame + 12);
    assert.equal(await far(), fitted);
    await page.keyboard.press("r");
    await until(page, ({ cameras }) => Math.hypot(...cameras[0]) > 3 * first);
  });

  alive("changes its scheme and α", async () => {
    const [scheme, alpha] = [page.getByLabel("Scheme"), page.getByLabel("α")];
    const shown = (number) => page.locator("[data-part=alpha-value]").filter({ hasText: number }).waitFor();
    await scheme.selectOption("flip");
    if (!foreign) {
      await shown(/^0.95$/);
      assert.deepEqual(server.commands.at(-1), { run: 0, do: "scheme", name: "flip" });
      await alpha.fill("0.5");
      await until(page, () => server.commands.at(-1).alpha === 0.5);
      assert.deepEqual(server.commands.at(-1), { run: 0, do: "scheme", name: "flip", alpha: 0.5 });
    }
    await alpha.fill("0.995");
    await page.waitForTimeout(500);
    await shown(/^0.995$/);
    // Only the server says that there is none.
    await scheme.selectOption("pic");
    await alpha.waitFor({ state: "hidden" });
    assert.equal(await scheme.inputValue(), "pic");
  });

  alive("loses and regains the connection, and catches up", async () => {
    // A camera that someone has moved stays where it is.
    await page.keyboard.press("f");
    await page.waitForTimeout(200);
    const {
      cameras,
      runs: [{ frames }],
    } = await look(page);
    // The run goes on meanwhile.
    await interrupt(page, line, () => page.waitForTimeout(1500));
    await until(page, ({ runs: [run] }) => run.frames >= frames + 3 && run.shown >= frames + 3);
    const now = await look(page);
    assert.ok(now.playing, "it follows again");
    assert.deepEqual(now.cameras, cameras);
  });

  alive("stops", async () => {
    await button("Stop").click();
    await until(page, ({ runs: [run] }) => ["interrupted", "done"].includes(run.status));
    await page.locator(".live-run").waitFor({ state: "hidden" });
    await page.locator("#following").waitFor({ state: "hidden" });
  });
});
