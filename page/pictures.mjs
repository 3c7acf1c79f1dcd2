// The pictures of the README and the guide, made anew: docs/pictures. `make pictures` runs it.
import {mkdirSync} from "node:fs";
import {openBrowser, openPage, settled, temporaryFolder, ulna} from "./tests/browser.mjs";

const folder = temporaryFolder(), pictures = new URL("../docs/pictures", import.meta.url).pathname;
mkdirSync(pictures, {recursive: true});
const browser = await openBrowser();

async function picture(name, width, height, prepare, options = {}) {
  const {page, close} = await openPage(browser, `file://${folder}/page.html`, {viewport: {width, height}, ...options});
  await prepare(page);
  await settled(page);
  await page.waitForTimeout(300);
  await page.screenshot({path: `${pictures}/${name}.png`});
  await close();
}

const goTo = (t) => (page) => page.evaluate((at) => window.ulna.page.time.set(at), t);

ulna("simulate", "scribe_friction", "--quiet", "--report", `${folder}/page.html`);
await picture("report", 1240, 720, goTo(6));
await picture("report_dark", 390, 780, goTo(6), {colorScheme: "dark"});

ulna("simulate", "puma560_pick_and_place", "--compare", "--mass-error", "-10", "--unknown-payload", "--quiet", "--format", "json", "--report", `${folder}/page.html`);
await picture("compare", 1240, 720, async (page) => {
  await page.locator(".run-list input").nth(3).check();
  await goTo(2.4)(page);
});

ulna("view", "panda", "--q", "0 -0.5 0 -2 0 1.6 0.8", "-o", `${folder}/page.html`);
await picture("view", 1240, 720, async (page) => {
  for (const what of ["frames", "centres"]) await page.locator(`#draw-${what}`).check();
});
await browser.close();
