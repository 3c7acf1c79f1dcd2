// A picture of every built-in robot and scenario, to be looked at: build/page/pictures. No page may be blank or complain.
import assert from "node:assert/strict";
import {mkdirSync} from "node:fs";
import {after, before, test} from "node:test";
import {coloursOf, openBrowser, openPage, settled, temporaryFolder, ulna} from "./browser.mjs";

const folder = temporaryFolder();
const pictures = process.env.PICTURES ?? new URL("../../build/page/pictures", import.meta.url).pathname;
let browser;
before(async () => {
  mkdirSync(pictures, {recursive: true});
  browser = await openBrowser();
});
after(() => browser.close());

const names = (...words) => ulna(...words, "--names").trim().split("\n");

test("every_robot_has_a_picture", async () => {
  for (const robot of names("robots")) {
    ulna("view", robot, "-o", `${folder}/page.html`);
    const {page, trouble, close} = await openPage(browser, `file://${folder}/page.html`);
    for (const what of ["frames", "centres", "ellipsoids"]) await page.locator(`#draw-${what}`).check();
    await settled(page);
    assert.ok((await coloursOf(page)) > 20, `${robot} is blank`);
    await page.screenshot({path: `${pictures}/robot_${robot}.png`});
    assert.deepEqual(trouble, [], robot);
    await close();
  }
});

test("every_scenario_has_a_picture", async () => {
  for (const scenario of names("simulate")) {
    ulna("simulate", scenario, "--quiet", "--report", `${folder}/page.html`);
    const {page, trouble, close} = await openPage(browser, `file://${folder}/page.html`);
    await page.evaluate(() => window.ulna.page.time.set(0.6 * window.ulna.page.time.end));
    await settled(page);
    assert.ok((await coloursOf(page)) > 20, `${scenario} is blank`);
    await page.screenshot({path: `${pictures}/scenario_${scenario}.png`});
    assert.deepEqual(trouble, [], scenario);
    await close();
  }
});
