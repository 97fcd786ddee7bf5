// Screenshots against those kept. Two pictures are alike if at most SHARE of their pixels differ by more than
// STEP in a channel: software drawing is the same everywhere, letters are not quite.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { PNG } from "pngjs";

const STEP = 24;
const SHARE = 0.01;
const KEPT = new URL("screenshots/", import.meta.url);
const OUT = new URL("out/", import.meta.url);

/** Share of the pixels that differ; 1 if the sizes do. Both are { width, height, data: RGBA }. */
export function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const apart = Math.max(
      ...[0, 1, 2, 3].map((channel) => Math.abs(a.data[i + channel] - b.data[i + channel])),
    );
    if (apart > STEP) count++;
  }
  return count / (a.width * a.height);
}

export async function compare(page, name) {
  const taken = await page.screenshot({ animations: "disabled" });
  if (process.env.UPDATE) {
    await mkdir(KEPT, { recursive: true });
    return writeFile(new URL(`${name}.png`, KEPT), taken);
  }
  await mkdir(OUT, { recursive: true });
  await writeFile(new URL(`${name}.png`, OUT), taken);
  const kept = PNG.sync.read(await readFile(new URL(`${name}.png`, KEPT)));
  const share = difference(PNG.sync.read(taken), kept);
  assert.ok(
    share <= SHARE,
    `${name}: ${(100 * share).toFixed(2)} % of the pixels differ, at most ${100 * SHARE} % may. ` +
      `See test/out/${name}.png; npm test -- --update keeps it.`,
  );
}
