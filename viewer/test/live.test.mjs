// A live run: follow, pause, step, scheme, α, stop; lose and regain the connection.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { foreign, launch, look, open, ready, serve, until } from "./browser.mjs";

/** What the browser itself writes when there is nobody to talk to. */
const REFUSED = /net::ERR_|WebSocket connection to/;

describe("a live run", () => {
  let browser, server, page, still;
  before(async () => {
    browser = await launch();
    server = await serve(["live"]);
    page = await open(browser, server.url);
    await ready(page);
    still = !(await page.locator(".live-run").first().isVisible());
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
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

  alive("changes its scheme and α", async () => {
    const scheme = page.getByLabel("Scheme");
    const names = await scheme.locator("option").allInnerTexts();
    const other = names.includes("flip") ? "flip" : names[0];
    await scheme.selectOption(other);
    if (foreign) return;
    const [alpha, shown] = [page.getByLabel("α"), page.locator("[data-part=alpha-value]")];
    await shown.filter({ hasText: "0.95" }).waitFor();
    assert.deepEqual(server.commands.at(-1), { run: 0, do: "scheme", name: "flip" });
    await alpha.fill("0.5");
    await until(page, () => server.commands.at(-1).alpha === 0.5);
    assert.deepEqual(server.commands.at(-1), { run: 0, do: "scheme", name: "flip", alpha: 0.5 });
    await scheme.selectOption("pic");
    await alpha.waitFor({ state: "hidden" });
  });

  it("loses and regains the connection, and catches up", { skip: foreign }, async () => {
    assert.deepEqual(page.complaints, []);
    const {
      runs: [{ frames }],
    } = await look(page);
    await server.down();
    await page.getByRole("alert").filter({ hasText: "connection to the server is lost" }).waitFor();
    assert.equal((await look(page)).connected, false);
    await page.waitForTimeout(1500);
    await server.up();
    await until(page, (clastic) => clastic.connected);
    await page.getByRole("alert").waitFor({ state: "hidden" });
    await until(page, ({ runs: [run] }) => run.frames >= frames + 10 && run.shown >= frames + 10);
    assert.deepEqual(
      page.complaints.filter((text) => !REFUSED.test(text)),
      [],
    );
  });

  alive("stops", async () => {
    await button("Stop").click();
    await until(page, ({ runs: [run] }) => ["interrupted", "done"].includes(run.status));
    await page.locator(".live-run").waitFor({ state: "hidden" });
    await page.locator("#following").waitFor({ state: "hidden" });
  });
});
