// Bundles the page into the crate that embeds it. The result is committed: cargo needs no Node.

import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const page = here("../crates/clastic-view/page");

await mkdir(page, { recursive: true });
await build({
  entryPoints: { viewer: here("src/main.ts") },
  outdir: page,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "eof",
  charset: "utf8",
});
await build({
  entryPoints: { viewer: here("src/style/viewer.css") },
  outdir: page,
  bundle: true,
  minify: true,
  charset: "utf8",
});
await copyFile(here("src/index.html"), `${page}/index.html`);
