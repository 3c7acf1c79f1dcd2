// The page of a robot in a real browser.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {after, before, test} from "node:test";
import {changed, coloursOf, command, openBrowser, openPage, pictureOf, settled, temporaryFolder, ulna} from "./browser.mjs";

const folder = temporaryFolder();
let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

// To a share of the way between its limits.
const slideWithin = (page, joint, share) => page.locator(`#q${joint}`).evaluate((s, part) => {
  s.value = Number(s.min) + part * (Number(s.max) - Number(s.min));
  s.dispatchEvent(new Event("input"));
}, share);
const slide = (page, joint, value) => page.locator(`#q${joint}`).evaluate((s, v) => {
  s.value = v;
  s.dispatchEvent(new Event("input"));
}, value);

// Torques at rest as the command gives them, to rounding of another compiler's.
function torques(robot, q) {
  return JSON.parse(ulna("id", robot, "--q", q.join(" "), "--format", "json"))[0].tau;
}

test("a_slider_gives_the_torque_of_ulna_id", async () => {
  for (const robot of ["puma560", "panda", "scara", "irb6", "stanford"]) {
    ulna("view", robot, "-o", `${folder}/${robot}.html`);
    const {page, trouble, requests, close} = await openPage(browser, `file://${folder}/${robot}.html`);
    const before = await pictureOf(page);
    await slideWithin(page, 2, 0.63);
    await slideWithin(page, 3, 0.37);
    await settled(page);
    const {q, tau} = await page.evaluate(() => ({q: window.ulna.page.q, tau: window.ulna.page.tau}));
    const expected = torques(robot, q);
    const scale = Math.max(...expected.map(Math.abs), 1);
    tau.forEach((x, i) => assert.ok(Math.abs(x - expected[i]) <= 1e-9 * scale, `${robot}, joint ${i + 1}: ${x} and ${expected[i]}`));
    const shown = await page.locator("#tau2").getAttribute("data-value");
    assert.equal(Number(shown), tau[1]);
    assert.ok(changed(before, await pictureOf(page)) > 20, `${robot} stands still`);
    assert.deepEqual(trouble, []);
    assert.equal(requests.length, 1 + requests.filter((r) => r.startsWith("blob:")).length);
    await close();
  }
});

test("the_core_is_quick", async () => {
  const {page, close} = await openPage(browser, `file://${folder}/panda.html`);
  const {speed, size} = await page.evaluate(() => ({speed: window.ulna.core.speed(500), size: window.ulna.core.size}));
  console.log(`  WebAssembly: ${size} bytes; ${Math.round(speed)} inverse dynamics of the Panda a second in the browser`);
  assert.ok(speed > 20000);
  await close();
});

test("dragging_the_hand_moves_the_joints", async () => {
  const {page, close} = await openPage(browser, `file://${folder}/puma560.html`);
  for (const [joint, value] of [[2, 0.6], [3, -0.8], [5, 0.5]]) await slide(page, joint, value);
  await settled(page);
  const at = () => page.evaluate(() => {
    const {stage, arm} = window.ulna.page;
    return {...stage.project(arm, arm.hand), hand: arm.hand.toArray(), q: window.ulna.page.q};
  });
  const start = await at(), box = await page.locator("canvas.stage").boundingBox();
  await page.mouse.move(box.x + start.x, box.y + start.y);
  await page.mouse.down();
  await page.mouse.move(box.x + start.x - 30, box.y + start.y + 20, {steps: 4});
  await page.mouse.up();
  const end = await at();
  assert.ok(Math.hypot(end.x - start.x + 30, end.y - start.y - 20) < 3, "the hand is not where the mouse is");
  assert.ok(end.q.some((x, i) => Math.abs(x - start.q[i]) > 1e-3));
  // by numbers, too: the hand goes there by the library's inverse kinematics
  await page.locator("#hand-x").fill(String(end.hand[0] - 0.05));
  await page.locator("#hand-x").press("Tab");
  const typed = await at();
  assert.ok(Math.abs(typed.hand[0] - (end.hand[0] - 0.05)) < 1e-5);
  await close();
});

test("what_check_finds_is_highlighted", async () => {
  const robot = readFileSync(new URL("../../robots/planar2r.yaml", import.meta.url), "utf8");
  const faulty = robot.replace(/mass: [\d.]+/, "mass: -2");
  assert.notEqual(faulty, robot);
  writeFileSync(`${folder}/faulty.yaml`, faulty);
  ulna("view", `${folder}/faulty.yaml`, "-o", `${folder}/faulty.html`);
  const {page, trouble, close} = await openPage(browser, `file://${folder}/faulty.html`);
  assert.match(await page.locator(".problems .error").first().textContent(), /mass/);
  const glowing = await page.evaluate(() => window.ulna.page.arm.materials.map((m) => m.emissive.getHex() !== 0));
  assert.deepEqual(glowing, [false, true, false]);
  assert.deepEqual(trouble, []);
  await close();
});

test("a_urdf_is_drawn_as_it_says", async () => {
  const urdf = `<robot name="drawn"><material name="red"><color rgba="0.8 0.1 0.1 1"/></material>
  <link name="base"><visual><geometry><cylinder radius="0.1" length="0.1"/></geometry></visual></link>
  <joint name="j1" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.1"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="10" velocity="3"/></joint>
  <link name="arm"><inertial><origin xyz="0 0 0.25"/><mass value="2"/><inertia ixx="0.05" iyy="0.05" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 0.25"/><geometry><box size="0.06 0.06 0.5"/></geometry><material name="red"/></visual>
    <visual><origin xyz="0 0 0.5"/><geometry><sphere radius="0.06"/></geometry></visual>
    <visual><geometry><mesh filename="tetra.stl" scale="0.5 0.5 0.5"/></geometry></visual>
    <visual><geometry><mesh filename="package://nowhere/gone.dae"/></geometry></visual>
    <visual><geometry><mesh filename="../outside.stl"/></geometry></visual>
    <visual><geometry><mesh filename="lies.stl"/></geometry></visual></link></robot>`;
  const p = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]].map((v) => `vertex ${v.join(" ")}`);
  const facet = (a, b, c) => `facet normal 0 0 0\nouter loop\n${p[a]}\n${p[b]}\n${p[c]}\nendloop\nendfacet\n`;
  writeFileSync(`${folder}/tetra.stl`, `solid t\n${facet(0, 2, 1)}${facet(0, 1, 3)}${facet(0, 3, 2)}${facet(1, 2, 3)}endsolid t\n`);
  const lies = Buffer.alloc(84);
  lies.writeUInt32LE(1000000000, 80); // a billion triangles that are not there
  writeFileSync(`${folder}/lies.stl`, lies);
  writeFileSync(`${folder}/drawn.urdf`, urdf);
  ulna("view", `${folder}/drawn.urdf`, "-o", `${folder}/drawn.html`);
  const {page, trouble, close} = await openPage(browser, `file://${folder}/drawn.html`);
  await settled(page);
  assert.ok((await coloursOf(page)) > 20);
  const kinds = await page.evaluate(() => window.ulna.robot.shapes.map((s) => [s.kind, s.link]));
  assert.deepEqual(kinds, [["cylinder", 0], ["box", 1], ["sphere", 1], ["mesh", 1]]);
  assert.equal(await page.evaluate(() => window.ulna.meshes[0].index.count), 12);
  const missing = await page.locator(".missing li").allTextContents();
  assert.equal(missing.length, 3);
  assert.match(missing.join("\n"), /gone\.dae: No such file/);
  assert.match(missing.join("\n"), /outside\.stl: it lies outside/);
  assert.match(missing.join("\n"), /lies\.stl: more than 2,000,000 triangles/);
  assert.deepEqual(trouble, []);
  await close();
});

test("a_watched_page_follows_the_file", async () => {
  const file = `${folder}/watched.yaml`, robot = readFileSync(new URL("../../robots/planar2r.yaml", import.meta.url), "utf8");
  writeFileSync(file, robot);
  const server = spawn(command, ["view", file, "--watch"], {stdio: ["ignore", "pipe", "ignore"]});
  try {
    const address = await new Promise((done) => server.stdout.once("data", (d) => done(String(d).trim())));
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
    const {page, trouble, close} = await openPage(browser, address);
    await slide(page, 1, 0.5);
    const tau = await page.evaluate(() => window.ulna.page.tau[0]);
    writeFileSync(file, robot.replace(/mass: ([\d.]+)/, (_, m) => `mass: ${2 * Number(m)}`));
    await page.waitForFunction((old) => window.ulna && window.ulna.page && Math.abs(window.ulna.page.tau[0] - old) > 1e-6, tau, {timeout: 60000});
    assert.ok(Math.abs((await page.evaluate(() => window.ulna.page.q[0])) - 0.5) < 1e-12, "the posture is lost");
    assert.deepEqual(trouble, []);
    await close();
    // a wrong token, or a Host of somebody else's, is refused
    const wrong = address.replace(/[0-9a-f]{32}/, "0".repeat(32));
    assert.equal((await fetch(wrong)).status, 403);
    const {request} = await import("node:http");
    const status = await new Promise((done) => request(address, {headers: {Host: "elsewhere.example"}}, (r) => done(r.statusCode)).end());
    assert.equal(status, 403);
  } finally {
    server.kill("SIGINT");
    await new Promise((done) => server.once("exit", done));
  }
});
