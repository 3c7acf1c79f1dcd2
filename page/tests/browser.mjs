// A browser for the tests: Debian's chromium, without a screen and without a graphics card.
import {chromium} from "playwright-core";
import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

export const command = process.env.ULNA ?? new URL("../../build/ulna", import.meta.url).pathname;

export function ulna(...words) {
  return execFileSync(command, words, {encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "pipe"]});
}

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "ulna_page_"));
  process.on("exit", () => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

export async function openBrowser() {
  const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({executablePath: path, args: ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"]});
}

// A page that is ready; what it logs as an error, and what it asks of anyone, is kept.
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({viewport: {width: 1000, height: 640}, acceptDownloads: true, ...options});
  const page = await context.newPage();
  const trouble = [], requests = [];
  page.on("console", (m) => m.type() === "error" && trouble.push(m.text()));
  page.on("pageerror", (e) => trouble.push(e.message));
  page.on("request", (r) => requests.push(r.url()));
  await page.goto(address);
  await page.waitForSelector("html[data-ready]", {timeout: 120000});
  return {page, trouble, requests, close: () => context.close()};
}

// Two frames: what was asked to be drawn is drawn.
export const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

// How many colours the picture has: a blank one has one.
export function coloursOf(page, selector = "canvas.stage") {
  return page.evaluate((s) => {
    const from = document.querySelector(s), to = document.createElement("canvas");
    to.width = 200;
    to.height = 150;
    const c = to.getContext("2d");
    c.drawImage(from, 0, 0, 200, 150);
    return new Set(new Uint32Array(c.getImageData(0, 0, 200, 150).data.buffer)).size;
  }, selector);
}

// The picture as numbers, to see whether it changed.
export function pictureOf(page, selector = "canvas.stage") {
  return page.evaluate((s) => {
    const from = document.querySelector(s), to = document.createElement("canvas");
    to.width = 160;
    to.height = 120;
    const c = to.getContext("2d");
    c.drawImage(from, 0, 0, 160, 120);
    return Array.from(c.getImageData(0, 0, 160, 120).data);
  }, selector);
}

export const changed = (a, b) => a.reduce((sum, x, i) => sum + (Math.abs(x - b[i]) > 24 ? 1 : 0), 0);
