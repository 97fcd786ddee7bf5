// The line between a page and a server: it passes bytes on, can be cut, and can be mended.

import { connect, createServer } from "node:net";

/** A line to the server of an address, from a port of its own. */
export async function startLine({ hostname, port }) {
  const ends = new Set();
  const keep = (end) => {
    ends.add(end);
    end.on("error", () => end.destroy());
    end.on("close", () => ends.delete(end));
    return end;
  };
  const from = createServer((page) => {
    const server = keep(connect(Number(port), hostname));
    keep(page).pipe(server).pipe(page);
    page.on("close", () => server.destroy());
    server.on("close", () => page.destroy());
  });
  const listen = (at) => new Promise((resolve) => from.listen(at, "127.0.0.1", resolve));
  await listen(0);
  const bound = from.address().port;
  return {
    /** What makes Chromium take this line. The page keeps its address, by which the server knows its own. */
    rule: `MAP ${hostname}:${port} 127.0.0.1:${bound}`,
    cut: () =>
      new Promise((resolve) => {
        from.close(resolve);
        for (const end of ends) end.destroy();
      }),
    mend: () => listen(bound),
  };
}
