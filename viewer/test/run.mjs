// npm test [-- --update]: all tests, one file after the other; --update makes the screenshots that are kept.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const asked = process.argv.slice(2).filter((word) => word !== "--update");
const files = readdirSync(here)
  .filter((name) => name.endsWith(".test.mjs"))
  .filter((name) => asked.length === 0 || asked.some((word) => name.includes(word)));
const env = { ...process.env, ...(process.argv.includes("--update") ? { UPDATE: "1" } : {}) };
const words = ["--test", "--test-concurrency=1", ...files.map((name) => `${here}${name}`)];
process.exit(spawnSync(process.execPath, words, { stdio: "inherit", env }).status ?? 1);
