// The page of a run in a real browser.
import assert from "node:assert/strict";
import {readFileSync, statSync, writeFileSync} from "node:fs";
import {after, before, test} from "node:test";
import {changed, coloursOf, openBrowser, openPage, pictureOf, settled, temporaryFolder, ulna} from "./browser.mjs";

const folder = temporaryFolder();
let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

// The line that marks the instant, in the first plot: where it is on the axis, as a time.
const markedTime = (page, plot = 0) => page.evaluate((i) => {
  const p = window.ulna.page.plots[i];
  return p.u.posToVal(Number(p.line.dataset.x), "x");
}, plot);
const handAt = (page) => page.evaluate(() => window.ulna.page.arms[0].hand.toArray());

test("a_report_opens_from_disk_and_asks_nobody", async () => {
  ulna("simulate", "scribe", "--quiet", "--report", `${folder}/scribe.html`);
  const {page, trouble, requests, close} = await openPage(browser, `file://${folder}/scribe.html`);
  await settled(page);
  assert.deepEqual(trouble, []);
  assert.deepEqual(requests.filter((r) => !r.startsWith("blob:")), [`file://${folder}/scribe.html`]);
  assert.ok((await coloursOf(page)) > 20, "the picture is blank");
  assert.equal(await page.title(), "scribe");
  await close();
});

test("the_scrubber_moves_arm_and_plots_together", async () => {
  const {page, close} = await openPage(browser, `file://${folder}/scribe.html`);
  const before = await pictureOf(page), hand = await handAt(page);
  await page.locator("#scrub").evaluate((s) => {
    s.value = 0.6 * Number(s.max);
    s.dispatchEvent(new Event("input"));
  });
  await settled(page);
  const end = await page.evaluate(() => window.ulna.page.time.end);
  assert.ok(Math.abs((await markedTime(page)) - 0.6 * end) < 1e-6 * end);
  assert.ok(Math.abs((await markedTime(page, 1)) - 0.6 * end) < 1e-6 * end);
  const moved = await handAt(page);
  assert.ok(Math.hypot(...moved.map((x, i) => x - hand[i])) > 0.01, "the arm stands still");
  assert.ok(changed(before, await pictureOf(page)) > 50, "the picture is the same");
  // where the library puts the hand is where the recording says it was
  const recorded = await page.evaluate(() => window.ulna.page.runs[0].at("hand", window.ulna.page.time.now));
  assert.ok(Math.hypot(...moved.map((x, i) => x - recorded[i])) < 1e-6);
  await close();
});

test("keys_step_play_and_go_to_the_ends", async () => {
  const {page, close} = await openPage(browser, `file://${folder}/scribe.html`);
  const now = () => page.evaluate(() => window.ulna.page.time.now);
  const end = await page.evaluate(() => window.ulna.page.time.end);
  await page.locator("canvas.stage").focus();
  await page.keyboard.press("End");
  assert.equal(await now(), end);
  await page.keyboard.press("ArrowLeft");
  assert.ok(Math.abs((await now()) - 0.99 * end) < 1e-9);
  await page.keyboard.press("Home");
  assert.equal(await now(), 0);
  await page.keyboard.press("Space");
  await page.waitForFunction(() => window.ulna.page.time.now > 0.05);
  assert.equal(await page.locator("#play").getAttribute("aria-label"), "Pause");
  await page.keyboard.press("Space");
  const stopped = await now();
  await page.waitForTimeout(150);
  assert.equal(await now(), stopped);
  // every control is reached by tab, and has a name
  const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, select, canvas")].filter((e) =>
    !e.closest("label, .plot-host") && !e.getAttribute("aria-label") && !e.textContent.trim()).map((e) => e.outerHTML.slice(0, 80)));
  assert.deepEqual(unnamed, []);
  await close();
});

test("toggles_draw_frames_masses_inertia_paths_and_force", async () => {
  const {page, close} = await openPage(browser, `file://${folder}/scribe.html`);
  await page.evaluate(() => window.ulna.page.time.set(5));
  for (const what of ["frames", "centres", "ellipsoids", "path", "desired", "grid", "links"]) {
    await settled(page);
    const before = await pictureOf(page);
    await page.locator(`#draw-${what}`).click();
    await settled(page);
    assert.ok(changed(before, await pictureOf(page)) > 3, `${what} changes nothing`);
  }
  assert.equal(await page.evaluate(() => window.ulna.page.arms[0].force.visible), true);
  await page.locator("#draw-force").click();
  assert.equal(await page.evaluate(() => window.ulna.page.arms[0].force.visible), false);
  await close();
});

test("every_axis_has_a_unit_and_numbers_show_on_hover", async () => {
  const {page, close} = await openPage(browser, `file://${folder}/scribe.html`);
  const units = await page.evaluate(() => window.ulna.page.plots.filter((p) => !p.choice.bands && p.choice.key !== "stage").map((p) => p.choice.unit));
  assert.ok(units.length > 8 && units.every((u) => u.length > 0), String(units));
  const over = page.locator(".u-over").first();
  await over.hover({position: {x: 120, y: 40}});
  const values = await page.locator(".u-legend").first().locator(".u-value").allTextContents();
  assert.ok(values.slice(1).some((v) => /\d.* rad$/.test(v)), String(values));
  await close();
});

test("the_data_of_a_page_is_the_recording", async () => {
  writeFileSync(`${folder}/swing.yaml`, "ulna_scenario: 1\nname: swing\nrobot: planar2r\nstart: {q: [0.5, 0]}\nduration: 0.5\nintegrator: {method: rk4, step: 0.001}\n" +
    "record: {every: 0.001, what: [q, qd, tau, hand, energy, work, u]}\n");
  ulna("simulate", `${folder}/swing.yaml`, "--quiet", "--record", `${folder}/swing.csv`, "--report", `${folder}/swing.html`);
  const {page, close} = await openPage(browser, `file://${folder}/swing.html`);
  const rowsOf = (text) => {
    const lines = text.trim().split("\n").filter((l) => !l.startsWith("#"));
    const heads = lines[0].split(",");
    return lines.slice(1).map((l) => Object.fromEntries(l.split(",").map((x, i) => [heads[i], Number(x)])));
  };
  const waiting = page.waitForEvent("download");
  await page.locator("#csv").click();
  const kept = rowsOf(readFileSync(await (await waiting).path(), "utf8")), recorded = rowsOf(readFileSync(`${folder}/swing.csv`, "utf8"));
  assert.equal(kept.length, recorded.length);
  for (let i = 0; i < recorded.length; i++)
    for (const [name, x] of Object.entries(recorded[i])) assert.equal(kept[i][name], x, `${name} in row ${i}`);
  await close();
});

test("html_in_names_is_shown_as_text", async () => {
  const name = "<img src=x onerror=alert(1)></script><b>arm</b>";
  const robot = readFileSync(new URL("../../robots/planar2r.yaml", import.meta.url), "utf8").replace(/^name: .*$/m, `name: "${name}"`);
  writeFileSync(`${folder}/named.yaml`, robot);
  ulna("view", `${folder}/named.yaml`, "-o", `${folder}/named.html`);
  const {page, trouble, close} = await openPage(browser, `file://${folder}/named.html`);
  page.on("dialog", () => assert.fail("a script of the name has run"));
  assert.equal(await page.locator("h1").textContent(), name);
  assert.equal(await page.locator("h1 img, h1 b").count(), 0);
  assert.deepEqual(trouble, []);
  await close();
});

test("many_rows_keep_their_peaks_and_stay_quick", async () => {
  // 200,001 rows: more than a page keeps
  writeFileSync(`${folder}/long.yaml`, "ulna_scenario: 1\nname: long\nrobot: pendulum\nstart: {q: [0.3]}\nduration: 20\nintegrator: {method: rk4, step: 0.0001}\n" +
    "record: {every: 0.0001, what: [q]}\n");
  ulna("simulate", `${folder}/long.yaml`, "--quiet", "--report", `${folder}/long.html`);
  assert.ok(statSync(`${folder}/long.html`).size < 15e6);
  const {page, trouble, close} = await openPage(browser, `file://${folder}/long.html`);
  const run = await page.evaluate(() => ({rows: ulna.page.runs[0].rows, per: ulna.page.runs[0].per, most: Math.max(...ulna.page.runs[0].largest[1])}));
  assert.equal(run.rows, 200001);
  assert.ok(run.per > 1 && run.most >= 0.3);
  assert.match(await page.locator(".keep").textContent(), /Of 200001 rows one of each/);
  const times = await page.evaluate(() => {
    const all = [];
    for (let k = 0; k < 60; k++) {
      ulna.page.time.set((k / 60) * ulna.page.time.end);
      all.push(ulna.page.time.took);
    }
    return all.sort((a, b) => a - b);
  });
  console.log(`  a scrub step takes ${times[30].toFixed(2)} ms of script (median of 60)`);
  assert.ok(times[30] < 50);
  assert.deepEqual(trouble, []);
  await close();
});

test("compared_runs_stand_beside_each_other", async () => {
  ulna("simulate", "puma560_pick_and_place", "--compare", "--mass-error", "0", "--quiet", "--format", "json", "--report", `${folder}/compare.html`);
  assert.ok(statSync(`${folder}/compare.html`).size < 15e6);
  const {page, trouble, close} = await openPage(browser, `file://${folder}/compare.html`);
  const count = await page.evaluate(() => window.ulna.page.runs.length);
  assert.ok(count >= 6, `${count} runs`);
  assert.equal(await page.evaluate(() => window.ulna.page.arms.length), 2);
  await page.locator(".run-list input").nth(3).check();
  assert.equal(await page.evaluate(() => window.ulna.page.arms.length), 3);
  assert.equal(await page.evaluate(() => window.ulna.page.plots[0].choice.lines.length), 3);
  await settled(page);
  assert.ok((await coloursOf(page)) > 20);
  assert.deepEqual(trouble, []);
  await close();
});

test("a_phone_and_the_dark_have_a_page_too", async () => {
  const {page, trouble, close} = await openPage(browser, `file://${folder}/scribe.html`, {viewport: {width: 390, height: 780}, colorScheme: "dark", hasTouch: true});
  await settled(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} px wide`);
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.match(dark, /rgb\(20, 23, 26\)/);
  assert.deepEqual(trouble, []);
  await close();
});
