// A headless Chromium that draws in software, and what tests ask of the page.
// CHROMIUM names the browser, CLASTIC_VIEW_URL a server to test instead of the mock.

import assert from "node:assert/strict";
import { accessSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { startLine } from "./line.mjs";
import { startMock } from "./mock-server.mjs";

const WAIT_MS = 20_000;
const ARGUMENTS = [
  "--no-sandbox",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--force-device-scale-factor=1",
  "--hide-scrollbars",
];

function executable() {
  const places = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name)));
  const found = [process.env.CHROMIUM, ...places].find((path) => {
    try {
      accessSync(path);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) throw new Error("no Chromium: install it, or name it in the variable CHROMIUM");
  return found;
}

export const launch = (options = []) =>
  chromium.launch({ executablePath: executable(), args: [...ARGUMENTS, ...options] });

/** True where the tests run against a server of someone else. */
export const foreign = Boolean(process.env.CLASTIC_VIEW_URL);

/**
 * For the tests of a group: a browser whose page looks at a server, the one named or a mock with these runs,
 * over a line that can be cut. `arrive` is given them before the first test.
 */
export function visiting(runs, arrive) {
  const begun = [];
  before(async () => {
    const server = foreign ? { url: process.env.CLASTIC_VIEW_URL } : await startMock({ runs });
    begun.push(() => server.stop?.());
    const line = await startLine(new URL(server.url));
    begun.push(line.cut);
    const browser = await launch([`--host-resolver-rules=${line.rule}`]);
    begun.push(() => browser.close());
    const page = await open(browser, server.url);
    await ready(page);
    arrive({ browser, line, page, server });
  });
  after(async () => {
    for (const close of begun.reverse()) await close();
  });
}

/** A page that has shown its first frame. `page.complaints` collects what the console says amiss. */
export async function open(browser, url, { width = 1280, height = 720, theme = "dark", touch = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: touch,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  await page.goto(url);
  return page;
}

/** A copy of `window.clastic`. */
export const look = (page) => page.evaluate(() => ({ ...window.clastic }));

/** Waits until something is true of `window.clastic`. */
export async function until(page, condition) {
  for (const began = Date.now(); ;) {
    const state = await look(page);
    if (state.runs && condition(state)) return;
    if (Date.now() - began > WAIT_MS) {
      throw new Error(`never in ${WAIT_MS} ms: ${condition}; instead ${JSON.stringify(state)}`);
    }
    await page.waitForTimeout(30);
  }
}

export const ready = (page) => until(page, (clastic) => clastic.ready && clastic.connected);

/** The frame and the colouring that are asked for are on the screen in every view. */
export const settled = (page) => until(page, (clastic) => clastic.settled && !clastic.playing);

/** What the browser itself writes when there is nobody to talk to. */
const UNANSWERED = /net::ERR_|WebSocket connection to/;

/** Cuts the line, does something, and mends it: the page says that it is cut, and comes back by itself. */
export async function interrupt(page, line, meanwhile) {
  assert.deepEqual(page.complaints, []);
  await line.cut();
  const alert = page.getByRole("alert").filter({ hasText: "connection to the server is lost" });
  await alert.waitFor();
  assert.equal((await look(page)).connected, false);
  await meanwhile();
  assert.ok(await alert.isVisible());
  await line.mend();
  await until(page, (clastic) => clastic.connected);
  await page.getByRole("alert").waitFor({ state: "hidden" });
  page.complaints = page.complaints.filter((text) => !UNANSWERED.test(text));
  assert.deepEqual(page.complaints, []);
}
