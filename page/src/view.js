// The page of a robot: sliders, and what the library says of the posture they give.
import {element, shown} from "./dom.js";
import {robotTables, togglesFor} from "./parts.js";
import {Arm, Stage} from "./scene.js";

export async function openView(app) {
  const view = new View(app);
  app.root.append(...view.build());
  view.set(view.keptPosture() ?? app.data.posture ?? view.startPosture());
  view.stage.aim(view.points());
  return view;
}

const turns = (j) => j.type === "revolute";
const pi = Math.PI;

class View {
  constructor(app) {
    this.app = app;
    this.n = app.robot.joints.length;
    this.q = new Array(this.n).fill(0);
  }

  // Where the arm was before a watched page loaded itself again.
  keptPosture() {
    if (this.app.data.kind !== "watched") return null;
    const q = JSON.parse(sessionStorage.getItem("ulna-posture"));
    return Array.isArray(q) && q.length === this.n ? q : null;
  }

  // Zero, or the limit nearest to it.
  startPosture() {
    return this.app.robot.joints.map((j) => Math.min(Math.max(0, j.lower ?? -Infinity), j.upper ?? Infinity));
  }

  build() {
    const {robot, core} = this.app;
    this.canvas = element("canvas", {class: "stage", tabindex: "0", role: "img", "aria-label": `${robot.name} in 3-D; drag the hand to move it`});
    this.stage = new Stage(this.canvas);
    this.arm = new Arm(robot, this.app.meshes);
    this.arm.handle.visible = core.n > 0 && !robot.joints.some((j) => j.follows);
    this.arm.setPoses(core.poses(this.q));
    this.stage.setArms([this.arm]);
    this.stage.dragHand((p) => this.reach([p.x, p.y, p.z]));
    this.note = element("p", {class: "note", role: "status"}, "");
    const picture = element("section", {class: "picture", "aria-label": "The arm"}, element("div", {class: "stage-box"}, this.canvas),
      element("div", {class: "toggles", role: "group", "aria-label": "What is drawn"}, ...togglesFor([this.arm], this.stage)), this.note, this.handInputs());
    const right = element("section", {class: "signals", "aria-label": "Posture"}, element("h2", {}, "Joints"), this.sliders(),
      element("h2", {}, "The hand"), this.measures = element("p", {id: "measures"}), element("h2", {}, "Mass matrix"), this.matrix = element("canvas", {class: "matrix", role: "img", "aria-label": "Mass matrix"}),
      this.matrixNote = element("p", {class: "note"}));
    return [element("div", {class: "columns"}, picture, right), element("section", {class: "tables"}, ...robotTables(robot))];
  }

  sliders() {
    const {robot} = this.app;
    this.rows = robot.joints.map((j, i) => {
      const lower = j.lower ?? (turns(j) ? -pi : -1), upper = j.upper ?? (turns(j) ? pi : 1);
      const slider = element("input", {type: "range", min: lower, max: upper, step: "any", id: `q${i + 1}`, "aria-label": `${j.name}, ${turns(j) ? "rad" : "m"}`, disabled: Boolean(j.follows),
        oninput: () => this.change(i, Number(slider.value))});
      const number = element("input", {type: "number", step: turns(j) ? 0.01 : 0.001, id: `n${i + 1}`, "aria-label": `${j.name} as a number`, disabled: Boolean(j.follows),
        onchange: () => this.change(i, Number(number.value))});
      const cells = {tau: element("td", {id: `tau${i + 1}`}), held: element("td", {id: `held${i + 1}`}), free: element("td", {id: `free${i + 1}`})};
      return {slider, number, cells, row: element("tr", {}, element("th", {scope: "row"}, j.name), element("td", {class: "slide"}, slider), element("td", {}, number, ` ${turns(j) ? "rad" : "m"}`),
        cells.tau, cells.held, cells.free)};
    });
    const head = ["joint", "", "position", "torque at rest", `inertia${robot.drives.length ? " at the drive" : ""}, others held`, "others free"];
    return element("div", {class: "wide"}, element("table", {class: "sliders"}, element("thead", {}, element("tr", {}, ...head.map((h) => element("th", {scope: "col"}, h)))),
      element("tbody", {}, ...this.rows.map((r) => r.row))));
  }

  handInputs() {
    this.hand = ["x", "y", "z"].map((name, k) => element("input", {type: "number", step: 0.01, id: `hand-${name}`, "aria-label": `Hand ${name}, m`,
      onchange: () => this.reach(this.hand.map((h, i) => (i === k ? Number(h.value) : this.arm.handPose[4 * i + 3])))}));
    this.turned = element("input", {type: "checkbox", id: "keep-turned"});
    return element("div", {class: "hand"}, "Hand (m): ", ...this.hand.flatMap((h, k) => [element("label", {}, "xyz"[k] + " ", h), " "]),
      element("label", {}, this.turned, " keep its orientation"), " ",
      element("button", {type: "button", onclick: () => this.set(this.startPosture())}, "Start"), " ",
      element("button", {type: "button", "aria-label": "Show the whole arm", onclick: () => this.stage.aim(this.points())}, "Fit"));
  }

  change(i, value) {
    const q = [...this.q];
    q[i] = value;
    this.set(q);
  }

  // Inverse kinematics from where the arm is.
  reach(p) {
    const target = [...this.arm.handPose];
    p.forEach((x, k) => (target[4 * k + 3] = x));
    const found = this.app.core.reach(target, this.turned.checked, this.q);
    if (found.status !== 0 && !found.q.every(Number.isFinite)) return;
    const far = found.position > 1e-4 * this.arm.size || found.orientation > 1e-3;
    this.set(found.q, far ? `Out of reach: nearest posture, ${shown(1e3 * found.position, 3)} mm off` : "");
  }

  set(q, note = "") {
    const {core, robot} = this.app;
    this.q = core.follow(q);
    const zero = new Array(this.n).fill(0);
    this.arm.setPoses(core.poses(this.q));
    this.tau = core.torques(this.q, zero, zero);
    const inertia = core.inertias(this.q);
    const none = 1e-12 * Math.max(1, ...(this.tau ?? []).map(Math.abs)), rounded = (x, small) => (Math.abs(x) < small ? 0 : x);
    robot.joints.forEach((j, i) => {
      const r = this.rows[i], inertial = turns(j) ? "kg m²" : "kg";
      if (document.activeElement !== r.slider) r.slider.value = this.q[i];
      r.number.value = Number(this.q[i].toPrecision(5));
      r.cells.tau.textContent = this.tau ? `${shown(rounded(this.tau[i], none))} ${turns(j) ? "N m" : "N"}` : "–";
      r.cells.tau.dataset.value = this.tau?.[i];
      r.cells.held.textContent = inertia ? `${shown(inertia.held[i])} ${inertial}` : "–";
      r.cells.free.textContent = inertia ? `${shown(inertia.free[i])} ${inertial}` : "–";
    });
    this.hand.forEach((h, k) => (h.value = this.arm.handPose[4 * k + 3].toFixed(4)));
    const m = core.manipulability(this.q);
    this.measures.textContent = `Manipulability ${shown(rounded(m.measure, 1e-12))}; singular values of the Jacobian ${m.values.map((x) => shown(rounded(x, 1e-12), 3)).join(", ")}`;
    this.note.textContent = note;
    this.drawMatrix(core.mass(this.q));
    this.stage.request();
  }

  points() {
    const p = this.app.core.poses(this.q), points = [];
    for (let i = 0; i <= this.n + 1; i++) points.push(this.arm.hand.clone().set(p[12 * i + 3], p[12 * i + 7], p[12 * i + 11]).applyMatrix4(this.arm.root.matrix));
    points.push(...this.arm.corners());
    return points;
  }

  // Squares from blue (negative) over white to orange (positive), by size on a scale of powers of ten.
  drawMatrix(M) {
    const n = this.n, cell = Math.max(14, Math.min(36, Math.floor(260 / n)));
    const ratio = devicePixelRatio || 1, c = this.matrix.getContext("2d");
    this.matrix.width = this.matrix.height = cell * n * ratio;
    this.matrix.style.width = this.matrix.style.height = `${cell * n}px`;
    if (!M) return;
    c.scale(ratio, ratio);
    const most = Math.max(...M.map(Math.abs)) || 1;
    for (let i = 0; i < n; i++)
      for (let k = 0; k < n; k++) {
        const x = M[i * n + k] / most, strength = Math.max(0, 1 + Math.log10(Math.abs(x) || 1e-9) / 4);
        const [r, g, b] = x < 0 ? [0, 114, 178] : [213, 94, 0];
        c.fillStyle = `rgb(${[r, g, b].map((v) => Math.round(255 + strength * (v - 255))).join(",")})`;
        c.fillRect(k * cell, i * cell, cell - 1, cell - 1);
      }
    this.matrixNote.textContent = `Largest element ${shown(most)}; orange positive, blue negative; colour falls to white over four powers of ten. Hover for numbers.`;
    this.matrix.onmousemove = (e) => {
      const box = this.matrix.getBoundingClientRect(), k = Math.floor((e.clientX - box.left) / cell), i = Math.floor((e.clientY - box.top) / cell);
      if (i >= 0 && i < n && k >= 0 && k < n) this.matrix.title = `M(${i + 1}, ${k + 1}) = ${shown(M[i * n + k], 6)}`;
    };
  }
}
