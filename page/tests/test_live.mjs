// A run that is looked at while it goes on: a push and a gain by mouse, the scenario saved, the same recording again.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {after, before, test} from "node:test";
import {coloursOf, command, openBrowser, openPage, settled, temporaryFolder, ulna} from "./browser.mjs";

const folder = temporaryFolder();
let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

const scenario = `ulna_scenario: 1
name: tried <b>by hand</b>
robot: puma560
start: {q: [0.3, 0.6, -0.7, 0.2, 0.5, 0]}
duration: 6
integrator: {method: rk4, step: 0.001}
controller: {kind: unified, period: 0.002}
trajectory: [{line: {by: [0, 0.1, -0.1], duration: 1}}]
record: {every: 0.01, what: [q, qd, command, hand, wrench]}
`;

// The command under way: its address, and a promise of its end.
function view(...words) {
  const child = spawn(command, ["simulate", ...words, "--view", "--quiet"], {stdio: ["ignore", "ignore", "pipe"]});
  const ended = new Promise((done) => child.on("exit", (code) => done(code)));
  const address = new Promise((done, failed) => {
    let text = "";
    child.stderr.on("data", (data) => {
      text += data;
      const found = text.match(/http:\S+/);
      if (found) done(found[0]);
    });
    child.on("exit", () => failed(new Error(text)));
  });
  return {child, ended, address};
}

const time = (page) => page.evaluate(() => window.ulna.page.runs[0].end);
const reached = (page, t) => page.waitForFunction((x) => window.ulna.page.runs[0].end > x, t, {timeout: 60000});

// Where the hand is on the screen.
const handOnScreen = (page) => page.evaluate(() => {
  const {stage, arms} = window.ulna.page, box = stage.canvas.getBoundingClientRect();
  const p = arms[0].handle.getWorldPosition(arms[0].handle.position.clone()).project(stage.camera);
  return [box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height];
});

test("a_push_and_a_gain_by_mouse_are_saved_and_repeated", async () => {
  writeFileSync(`${folder}/tried.yaml`, scenario);
  const {ended, address} = view(`${folder}/tried.yaml`, "--record", `${folder}/live.csv`, "--speed", "0.1");
  const opened = await openPage(browser, await address);
  const {page, trouble, requests, close} = opened;
  await reached(page, 0.05);
  await settled(page);
  assert.ok((await coloursOf(page)) > 20, "the picture is blank");
  // the button, held
  await page.locator("#live-fz").fill("-30");
  const button = await page.locator("#live-push").boundingBox();
  await page.mouse.move(button.x + 5, button.y + 5);
  await page.mouse.down();
  await page.waitForSelector("#live-log li:has-text('push 0 0 −30 N at')");
  await page.mouse.up();
  await page.waitForSelector("#live-log li:has-text('push 0 0 0 N at')");
  // the hand, dragged in the picture
  await page.waitForFunction(() => window.ulna.page.arms[0].handle.visible);
  await page.locator("canvas.stage").scrollIntoViewIfNeeded();
  const count = await page.locator("#live-log li").count();
  const [x, y] = await handOnScreen(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 20, {steps: 4});
  await page.waitForFunction((n) => document.querySelectorAll("#live-log li").length > n, count);
  await page.waitForFunction(() => Math.hypot(...window.ulna.live.force) > 0.5); // else dragging pushes nothing
  await page.mouse.up();
  await page.waitForFunction(() => window.ulna.live.force.every((f) => f === 0));
  // a gain, by its slider
  const slider = page.locator("label:has(#gain-hand\\.frequency) input[type=range]");
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  await page.mouse.click(box.x + 0.3 * box.width, box.y + box.height / 2);
  await page.waitForSelector("#live-log li:has-text('hand.frequency =')");
  const gain = Number(await page.locator("#gain-hand\\.frequency").inputValue());
  assert.ok(gain < 25 && gain > 3, `hand.frequency is ${gain}`);
  // one that cannot be is refused, and stays what it was
  await page.locator("#gain-hand\\.damping_ratio").fill("-1");
  await page.locator("#gain-hand\\.damping_ratio").blur();
  await page.waitForSelector("#live-log li.warning");
  assert.equal(await page.locator("#gain-hand\\.damping_ratio").inputValue(), "1");
  // pause
  await page.locator("#live-pause").click();
  await page.waitForFunction(() => window.ulna.live.paused);
  await page.waitForTimeout(200);
  const paused = await time(page);
  await page.waitForTimeout(300);
  assert.equal(await time(page), paused);
  await page.locator("#live-speed").selectOption("10");
  await page.waitForSelector("#live-state:has-text('The run is over')", {timeout: 60000});
  assert.ok((await time(page)) > 5.99);
  const [saving] = await Promise.all([page.waitForEvent("download"), page.locator("#live-save").click()]);
  await saving.saveAs(`${folder}/saved.yaml`);
  assert.deepEqual(trouble.filter((t) => !t.includes("422")), []); // the browser logs the gain that was refused
  const root = await address;
  assert.deepEqual(requests.filter((r) => !r.startsWith(root) && !r.startsWith("blob:")), []);
  await close();
  assert.equal(await ended, 0);
  const saved = readFileSync(`${folder}/saved.yaml`, "utf8");
  assert.match(saved, /"force": \[0, 0, -30\]/);
  assert.match(saved, new RegExp(`"gain": "hand.frequency", "to": ${gain}[,}]`));
  ulna("simulate", `${folder}/saved.yaml`, "--quiet", "--record", `${folder}/again.csv`);
  assert.ok(readFileSync(`${folder}/live.csv`).equals(readFileSync(`${folder}/again.csv`)), "the recording is another");
});

test("a_second_page_and_a_wrong_token_are_refused", async () => {
  const {child, ended, address} = view(`${folder}/tried.yaml`, "--speed", "0.2");
  const at = await address;
  const {page, close} = await openPage(browser, at);
  await reached(page, 0.01);
  const other = await browser.newContext(), second = await other.newPage();
  const answer = await second.goto(at);
  assert.equal(answer.status(), 409);
  assert.match(await second.textContent("body"), /another page listens/);
  const wrong = await second.goto(at.replace(/\/\w{4}(\w{28})\/$/, "/0000$1/"));
  assert.ok(wrong.status() === 403 || at.includes("/0000"));
  await other.close();
  const before = await time(page);
  await close(); // and the run goes on
  assert.equal(child.exitCode, null);
  child.kill("SIGINT");
  assert.equal(await ended, 130);
  assert.ok(before < 6);
});

test("closing_the_page_does_not_stop_the_run", async () => {
  const {ended, address} = view(`${folder}/tried.yaml`, "--speed", "3", "--record", `${folder}/closed.csv`);
  const {page, close} = await openPage(browser, await address);
  await reached(page, 0.01);
  await close();
  assert.equal(await ended, 0);
  assert.match(readFileSync(`${folder}/closed.csv`, "utf8"), /# status: complete, 601 rows/);
});

test("plots_of_the_command_open_as_pictures", async () => {
  ulna("simulate", "puma560_fall", "--quiet", "--record", `${folder}/fall.csv`);
  for (const kind of ["svg", "png"]) {
    ulna("plot", `${folder}/fall.csv`, "q", "hand", "-o", `${folder}/fall.${kind}`);
    const context = await browser.newContext(), page = await context.newPage(), trouble = [];
    page.on("console", (m) => m.type() === "error" && trouble.push(m.text()));
    writeFileSync(`${folder}/fall_${kind}.html`, `<!doctype html><img src="fall.${kind}">`);
    await page.goto(`file://${folder}/fall_${kind}.html`);
    const size = await page.evaluate(async () => {
      const image = document.querySelector("img");
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
    assert.deepEqual(size, kind === "svg" ? [960, 34 + 3 * 240] : [1200, 40 + 3 * 300]);
    await page.goto(`file://${folder}/fall.${kind}`); // and by itself
    assert.deepEqual(trouble, []);
    await context.close();
  }
});
