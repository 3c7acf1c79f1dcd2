// A page of ulna: reads what it carries, and shows a run, several, or a robot.
import "uplot/dist/uPlot.min.css";
import "./page.css";
import {openModule, Robot} from "./core.js";
import {bytesOf, unpack} from "./data.js";
import {element} from "./dom.js";
import {openRunPage} from "./run_page.js";
import {openMeshes} from "./scene.js";
import {openView} from "./view.js";
import {startLive} from "./live.js";

const FORMAT = 1;

// The server answers when the robot's file has changed; the posture is kept over the reload.
async function watchFile() {
  try {
    if ((await fetch("changed")).ok) {
      sessionStorage.setItem("ulna-posture", JSON.stringify(window.ulna.page.q));
      location.reload();
    }
  } catch {
    window.ulna.page.note.textContent = "The server has gone: this page no longer follows the file.";
  }
}

async function start() {
  const data = JSON.parse(document.getElementById("ulna-data").textContent);
  if (data.ulna_page !== FORMAT) throw new Error(`this page's data is of format ${data.ulna_page}, its script reads ${FORMAT}`);
  const module = await openModule(JSON.parse(document.getElementById("ulna-core").textContent));
  const robot = data.robot;
  const core = new Robot(module, new Float64Array(await unpack(robot.numbers, 8)), bytesOf(robot.names), robot.joints.length);
  const root = element("main", {});
  const about = ["robot", "watched"].includes(data.kind) ? `${robot.joints.length} ${robot.joints.length === 1 ? "joint" : "joints"}` : robot.name;
  document.body.prepend(element("header", {}, element("h1", {}, data.title), element("p", {}, about)), root);
  document.body.append(element("footer", {}, `Made by ulna ${data.ulna}. Everything on this page is in this file; what it computes is computed by the library itself (WebAssembly, ${Math.round(module.size / 1024)} KiB).`));
  const app = {data, robot, core, root, meshes: await openMeshes(robot)};
  app.page = await (["robot", "watched"].includes(data.kind) ? openView(app) : openRunPage(app));
  if (data.kind === "live") startLive(app);
  if (data.kind === "watched") watchFile();
  window.ulna = app;
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => {
  document.body.prepend(element("p", {class: "warning", role: "alert"}, `This page cannot be shown: ${error.message}`));
  console.error(error);
});
