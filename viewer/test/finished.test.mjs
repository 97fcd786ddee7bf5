// A finished run: load, play, scrub, orbit, recolour, slice, keys, themes, phone, a line that breaks. Also
// against a real server.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { foreign, interrupt, look, open, ready, settled, until, visiting } from "./browser.mjs";

describe("a finished run", () => {
  let browser, line, page, server;
  visiting(["fountain"], (visit) => ({ browser, line, page, server } = visit));

  it("shows the first frame", async () => {
    const state = await look(page);
    assert.equal(state.runs[0].shown, 0);
    assert.equal(state.frame, 0);
    assert.ok(state.runs[0].particles > 0);
    assert.ok(state.bytesPerFrame <= 7 * state.runs[0].particles + 4096, "at most 7 bytes per particle");
    assert.match(await page.locator(".title").innerText(), /\S/);
  });

  it("plays and pauses", async () => {
    await page.getByRole("button", { name: "Play" }).click();
    await until(page, (clastic) => clastic.frame >= 3);
    await page.getByRole("button", { name: "Pause" }).click();
    await settled(page);
    const { frame, time } = await look(page);
    await page.waitForTimeout(200);
    assert.deepEqual([(await look(page)).frame, (await look(page)).time], [frame, time]);
  });

  it("plays in real time", async () => {
    await page.keyboard.press("End");
    const half = Math.min(0.5, (await look(page)).time / 2);
    await page.keyboard.press("Home");
    await settled(page);
    await page.waitForTimeout(500);
    const began = await page.evaluate(() => performance.now());
    await page.keyboard.press("Space");
    await until(page, (clastic) => clastic.time > half);
    const [seconds, { time }] = [
      ((await page.evaluate(() => performance.now())) - began) / 1000,
      await look(page),
    ];
    await page.keyboard.press("Space");
    assert.ok(time <= seconds + 0.1, `${time} of the run in ${seconds} s`);
  });

  it("scrubs", async () => {
    const last = (await look(page)).runs[0].frames - 1;
    await page.getByLabel("Frame").fill(String(last));
    await settled(page);
    assert.equal((await look(page)).runs[0].shown, last);
    assert.equal(await page.locator("#frame").innerText(), `${last} / ${last}`);
  });

  it("stops at the end, starts anew, loops", async () => {
    await page.keyboard.press("End");
    await page.keyboard.press("Space");
    await until(page, (clastic) => clastic.playing && clastic.frame < 10);
    await page.keyboard.press("End");
    assert.equal((await look(page)).playing, false);
    await page.keyboard.press("l");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Space");
    await until(page, (clastic) => clastic.playing && clastic.frame < 10);
    await page.keyboard.press("Space");
    await page.keyboard.press("l");
  });

  it("goes where a plot is clicked", async () => {
    const plot = page.locator("#plots canvas").first();
    const { width, height } = await plot.boundingBox();
    await plot.click({ position: { x: width - 9, y: height / 2 } });
    await settled(page);
    const { frame, runs } = await look(page);
    assert.equal(frame, runs[0].frames - 1);
  });

  it("turns, moves, comes closer, fits", async () => {
    const view = page.locator(".view").first();
    const at = async () => (await look(page)).cameras[0].map((x) => x.toFixed(6)).join();
    const seen = new Set([await at()]);
    const drag = async (options) => {
      const { x, y, width, height } = await view.boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down(options);
      await page.mouse.move(x + width / 2 + 90, y + height / 2 + 40, { steps: 4 });
      await page.mouse.up(options);
    };
    const moved = async (what) => {
      await page.waitForTimeout(150);
      await settled(page);
      const now = await at();
      assert.ok(!seen.has(now), `${what} moves the camera`);
      seen.add(now);
    };
    await drag({ button: "left" });
    await moved("dragging");
    await drag({ button: "right" });
    await moved("dragging with the right button");
    await page.mouse.wheel(0, 240);
    await moved("the wheel");
    await page.keyboard.press("Shift+ArrowLeft");
    await moved("Shift and an arrow");
    await page.keyboard.press("f");
    await moved("fit");
    await page.keyboard.press("r");
    await page.waitForTimeout(150);
    await settled(page);
    assert.equal(await at(), [...seen][0], "reset goes back");
  });

  it("colours by material and by every field", async () => {
    const select = page.getByLabel("Colour");
    const names = await select
      .locator("option")
      .evaluateAll((options) => options.map((option) => option.value));
    assert.ok(names.includes("material") && names.length > 1);
    for (const name of names) {
      await select.selectOption(name);
      await settled(page);
      assert.equal((await look(page)).color, name);
      await page
        .locator(name === "material" ? ".legend .swatch" : ".legend .bar")
        .first()
        .waitFor();
      if (name !== "material") assert.ok((await page.locator(".legend .tick").count()) >= 2);
    }
  });

  it("slices", async () => {
    const count = () =>
      page.evaluate(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return window.clastic.drawCalls;
      });
    const calls = await count();
    await page.keyboard.press("s");
    for (const axis of ["x", "y"]) {
      await page.getByLabel("Axis").selectOption(axis);
      await page.getByLabel("Position").fill("0.4");
      assert.equal(await count(), calls, "a slice costs no draw call");
    }
    await page.getByRole("button", { name: "Flip" }).click();
    await page.keyboard.press("s");
    assert.equal(await page.getByLabel("Axis").isVisible(), false);
  });

  it("is driven by keys", async () => {
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    assert.equal((await look(page)).frame, 1);
    const pressed = (name) => page.getByRole("button", { name }).first().getAttribute("aria-pressed");
    for (const [key, name, then] of [
      ["g", "Blocks", "true"],
      ["o", "Obstacles", "false"],
      ["p", "Plots", "false"],
    ]) {
      await page.keyboard.press(key);
      assert.equal(await pressed(name), then);
      await page.keyboard.press(key);
      assert.notEqual(await pressed(name), then);
    }
    await page.keyboard.press("+");
    assert.equal(await page.locator("#speed").inputValue(), "2");
    await page.keyboard.press("-");
    const color = (await look(page)).color;
    await page.keyboard.press("c");
    assert.notEqual((await look(page)).color, color);
    await page.keyboard.press("?");
    assert.ok(await page.getByRole("dialog").isVisible());
    await page.keyboard.press("?");
    assert.equal(await page.getByRole("dialog").isVisible(), false);
  });

  it("is dark or light", async () => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), "dark");
    await page.keyboard.press("t");
    assert.equal(await theme(), "light");
    await page.keyboard.press("t");
  });

  it("names every control", async () => {
    const nameless = await page.locator("button, input, select").evaluateAll((all) =>
      all
        .filter((control) => {
          const label = control.getAttribute("aria-label") ?? control.textContent;
          return !label.trim() && !control.labels?.length;
        })
        .map((control) => control.outerHTML),
    );
    assert.deepEqual(nameless, []);
  });

  it("fits a phone", async () => {
    const phone = await open(browser, server.url, { width: 390, height: 844, touch: true });
    await ready(phone);
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(wide, 390, "nothing sticks out");
    for (const button of await phone.locator("header button:visible, footer button:visible").all()) {
      const { x, width, height } = await button.boundingBox();
      assert.ok(x >= 0 && x + width <= 390 && height >= 36);
    }
    assert.deepEqual(phone.complaints, []);
    await phone.context().close();
  });

  it("keeps the console clean and one global", async () => {
    assert.deepEqual(page.complaints, []);
    const globals = await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow));
      frame.remove();
      return Object.getOwnPropertyNames(window).filter(
        (name) => !usual.has(name) && !/^(\d+|__playwright.*)$/.test(name),
      );
    });
    assert.deepEqual(globals, ["clastic"]);
  });

  it("loses and regains the connection, and plays on", async () => {
    // A page of its own, which has seen nothing yet.
    const other = await open(browser, server.url);
    await ready(other);
    await other.keyboard.press("ArrowUp");
    await other.keyboard.press("Space");
    await until(other, (clastic) => clastic.frame >= 2);
    const waits = (clastic) => clastic.playing && clastic.runs[0].shown < clastic.frame;
    let before;
    await interrupt(other, line, async () => {
      // It plays what it has, and then waits for more.
      await until(other, waits);
      await other.waitForTimeout(500);
      before = await look(other);
      assert.ok(waits(before), "it does not skip what it has not seen");
    });
    await until(other, (clastic) => clastic.runs[0].shown > before.frame);
    assert.deepEqual((await look(other)).cameras, before.cameras);
    await other.context().close();
  });
});

describe("trouble", { skip: foreign }, () => {
  let line, page, server;
  visiting(["fountain"], (visit) => ({ line, page, server } = visit));
  const told = (words) => page.getByRole("alert").filter({ hasText: words }).waitFor();

  it("of a busy server passes without a word", async () => {
    server.hurry(2);
    await page.keyboard.press("End");
    await settled(page);
    assert.ok(await page.getByRole("alert").isHidden());
  });

  it("with a frame that is not there is told in words", async () => {
    await page.route(/frames\/20/, (route) => route.fulfill({ status: 404, json: { error: "no frame 20" } }));
    await page.getByLabel("Frame").fill("20");
    await told(/not there, or no longer: no frame 20/);
    await page.keyboard.press("Home");
    await settled(page);
    await page.getByRole("button", { name: "Dismiss" }).click();
  });

  it("with a token that holds no more is told in words", async () => {
    await line.cut();
    await told(/connection to the server is lost/);
    server.renew();
    await line.mend();
    await told(/does not accept this page's token/);
    assert.equal((await look(page)).connected, false);
  });
});
