// npm run measure: bytes per frame and draw calls for 10⁶ particles, pictures per second for 2·10⁵ in
// software.

import { launch, look, open, ready } from "./browser.mjs";
import { startMock } from "./mock-server.mjs";

const SECONDS = 6;
/** Pictures after which the page knows that the machine is slow. */
const WARM = 6;

async function measure(browser, run, act) {
  const server = await startMock({ runs: [run] });
  const page = await open(browser, server.url, { width: 1280, height: 720 });
  page.setDefaultTimeout(120_000);
  await ready(page);
  await page.waitForTimeout(1500);
  const result = await act(page);
  await page.context().close();
  await server.stop();
  return result;
}

/** Turns the camera for some seconds and counts the pictures drawn, in the page itself. */
function orbit(page) {
  return page.evaluate(
    async ({ seconds, warm }) => {
      const view = document.querySelector(".view");
      const { left, top, width, height } = view.getBoundingClientRect();
      const send = (type, i) =>
        view.dispatchEvent(
          new PointerEvent(type, {
            pointerId: 1,
            buttons: 1,
            clientX: left + width / 2 + i,
            clientY: top + height / 2,
          }),
        );
      view.setPointerCapture = () => {};
      const next = () => new Promise(requestAnimationFrame);
      send("pointerdown", 0);
      let [moves, count] = [0, 0];
      const picture = () => {
        send("pointermove", 3 * ++moves);
        return next();
      };
      for (let i = 0; i < warm; i++) await picture();
      const began = performance.now();
      for (; performance.now() - began < 1000 * seconds; count++) await picture();
      return count / ((performance.now() - began) / 1000);
    },
    { seconds: SECONDS, warm: WARM },
  );
}

const browser = await launch();
const million = await measure(browser, "million", look);
console.log(`10⁶ particles: ${million.bytesPerFrame} bytes per frame, ${million.drawCalls} draw calls`);
const pictures = await measure(browser, "large", orbit);
console.log(`2·10⁵ particles, turning: ${pictures.toFixed(1)} pictures per second`);
await browser.close();
