// The page of runs: arms, transport, plots, tables.
import {Run} from "./data.js";
import {colour, element, palette, save} from "./dom.js";
import {csvOf, npzOf} from "./keep.js";
import {chooseplots, Plot} from "./plots.js";
import {Arm, Stage} from "./scene.js";
import {factsOf, robotTables, togglesFor} from "./parts.js";
import {Time} from "./time.js";

export async function openRunPage(app) {
  const {data, root} = app;
  const runs = await Promise.all(data.runs.map((r) => Run.unpacked(r)));
  const page = new RunPage(app, runs);
  root.append(...page.build());
  page.choose(runs.length > 1 ? [0, 1].filter((i) => i < runs.length) : [0]);
  page.time.set(0);

  return page;
}

class RunPage {
  constructor(app, runs) {
    this.app = app;
    this.runs = runs;
    this.only = null; // joint whose lines are shown; null: all
    this.time = new Time(Math.max(...runs.map((r) => r.end), 0));
    this.time.listen((t) => this.show(t));
    this.plots = [];
  }

  build() {
    const {robot} = this.app;
    this.canvas = element("canvas", {class: "stage", tabindex: "0", role: "img", "aria-label": `${robot.name} in 3-D; arrow keys step, space plays`});
    this.captions = element("div", {class: "captions", "aria-hidden": "true"});
    this.stage = new Stage(this.canvas);
    this.joints = this.jointChoice();
    this.plotArea = element("div", {class: "plots"});
    const picture = element("section", {class: "picture", "aria-label": "The arm"}, element("div", {class: "stage-box"}, this.canvas, this.captions),
      this.transport(), this.togglesHost = element("div", {class: "toggles", role: "group", "aria-label": "What is drawn"}));
    const right = element("section", {class: "signals", "aria-label": "Signals"}, this.runs.length > 1 ? this.runChoice() : null, this.joints, this.plotArea);
    this.tables = element("section", {class: "tables"});
    document.addEventListener("keydown", (e) => this.key(e));
    return [element("div", {class: "columns"}, picture, right), this.tables];
  }

  transport() {
    const set = (t) => this.time.set(t);
    this.playButton = element("button", {id: "play", type: "button", "aria-label": "Play", onclick: () => this.time.play()}, "▶");
    this.scrubber = element("input", {id: "scrub", type: "range", min: 0, max: this.time.end, step: "any", value: 0, "aria-label": "Time in seconds",
      oninput: () => set(Number(this.scrubber.value))});
    this.clock = element("output", {id: "clock", for: "scrub"}, "0 s");
    const speeds = [0.1, 0.25, 0.5, 1, 2, 5];
    this.speed = element("select", {id: "speed", "aria-label": "Speed", onchange: () => (this.time.speed = Number(this.speed.value))},
      ...speeds.map((s) => element("option", {value: s, selected: s === 1}, `${s}×`)));
    return element("div", {class: "transport"}, this.playButton, this.scrubber, this.clock, this.speed,
      element("button", {type: "button", "aria-label": "Show the whole arm", onclick: () => this.aim()}, "Fit"));
  }

  jointChoice() {
    const select = element("select", {id: "joint", "aria-label": "Joints in the plots", onchange: () => {
      this.only = select.value === "" ? null : Number(select.value);
      this.replot();
    }}, element("option", {value: ""}, "all joints"), ...this.app.robot.joints.map((j, i) => element("option", {value: i}, j.name)));
    return element("label", {class: "choice"}, "Joints: ", select);
  }

  runChoice() {
    this.boxes = this.runs.map((r, i) => element("input", {type: "checkbox", value: i, onchange: () => {
      const chosen = this.boxes.filter((b) => b.checked).map((b) => Number(b.value)).slice(0, 4);
      if (chosen.length) this.choose(chosen);
      else this.boxes[i].checked = true;
    }}));
    return element("details", {class: "runs", open: true}, element("summary", {}, `${this.runs.length} runs; up to 4 beside each other`),
      element("div", {class: "run-list"}, ...this.runs.map((r, i) => element("label", {}, this.boxes[i], ` ${r.title}`))));
  }

  // Shows these runs: their arms, plots and tables.
  choose(indices) {
    this.chosen = indices.map((i) => this.runs[i]);
    this.boxes?.forEach((b, i) => (b.checked = indices.includes(i)));
    const several = this.chosen.length > 1;
    this.arms = this.chosen.map((run, k) => {
      const arm = new Arm(this.app.robot, this.app.meshes, several ? colour(k) : null);
      arm.run = run;
      if (run.has("hand")) arm.path = arm.addPath([0, 1, 2].map((i) => run.column("hand", i)), run.count, several ? colour(k) : palette[0], false);
      if (run.has("desired_hand")) arm.desired = arm.addPath([0, 1, 2].map((i) => run.column("desired_hand", i)), run.count, palette[4], true);
      if (run.has("contact")) {
        // a blow at the first touch does not make the rest invisible: nine tenths of all forces are drawn to scale
        const sizes = [...run.t.keys()].map((i) => Math.hypot(...[0, 1, 2].map((c) => run.column("contact", c)[i]))).filter((f) => f > 0).sort((a, b) => a - b);
        arm.forceScale = sizes[Math.floor(0.9 * sizes.length)] || 1;
      }
      return arm;
    });
    this.stage.setArms(this.arms, this.chosen.map((r) => r.surface));
    this.captions.replaceChildren(...(several ? this.chosen.map((r, k) => element("span", {style: `color:${colour(k)}`}, r.title)) : []));
    this.stage.placed = (cells) => [...this.captions.children].forEach((c, i) => cells[i] &&
      Object.assign(c.style, {left: `${cells[i].left}px`, top: `${cells[i].top + 6}px`, width: `${cells[i].width}px`}));
    this.togglesHost.replaceChildren(...togglesFor(this.arms, this.stage));
    this.replot();
    this.tables.replaceChildren(...this.buildTables());
    for (const arm of this.arms) this.pose(arm, this.time.now);
    this.aim();
  }

  // The camera sees where the arm is in the course of the run.
  aim() {
    const points = [];
    for (const arm of this.arms) {
      const run = arm.run;
      for (let k = 0; k <= 12; k++) {
        const q = run.at("q", (k / 12) * run.end), base = run.at("base", (k / 12) * run.end);
        if (!q || !q.every(Number.isFinite)) continue;
        if (base) arm.setBase(base);
        const p = this.app.core.poses(q);
        for (let i = 0; i <= this.app.core.n + 1; i++) points.push(arm.hand.clone().set(p[12 * i + 3], p[12 * i + 7], p[12 * i + 11]).applyMatrix4(arm.root.matrix));
      }
    }
    this.show(this.time.now);
    for (const arm of this.arms) points.push(...arm.corners());
    this.stage.aim(points);
  }

  replot() {
    for (const p of this.plots) p.close();
    this.plots = chooseplots(this.chosen, this.app.robot, this.only).map((c) => new Plot(c, this.chosen, this.time));
    this.plotArea.replaceChildren(...this.plots.map((p) => p.figure));
  }

  show(t) {
    this.scrubber.max = this.time.end;
    this.scrubber.value = t;
    this.clock.textContent = `${t.toFixed(3)} s`;
    this.playButton.textContent = this.time.playing ? "⏸" : "▶";
    this.playButton.setAttribute("aria-label", this.time.playing ? "Pause" : "Play");
    for (const arm of this.arms ?? []) this.pose(arm, t);
    this.stage.request();
    for (const p of this.plots) p.mark(t);
  }

  pose(arm, t) {
    const run = arm.run, q = run.at("q", t);
    const base = run.at("base", t);
    if (base) arm.setBase(base);
    if (q && q.every(Number.isFinite)) arm.setPoses(this.app.core.poses(q));
    const f = run.at("contact", t);
    if (f && arm.hand) arm.setForce(f, arm.forceScale);
  }

  buildTables() {
    const parts = [];
    for (const run of this.chosen) {
      parts.push(element("h2", {}, this.chosen.length > 1 ? `Summary: ${run.title}` : "Summary"), ...factsOf(run, this.time));
      const keep = (kind) => {
        const name = (run.title.replace(/[^\w]+/g, "_") || "run").slice(0, 60);
        if (kind === "csv") save(`${name}.csv`, "text/csv", [csvOf(run)]);
        else save(`${name}.npz`, "application/zip", npzOf(run));
      };
      parts.push(element("p", {class: "keep"}, element("button", {type: "button", id: "csv", onclick: () => keep("csv")}, "Data as CSV"), " ",
        element("button", {type: "button", onclick: () => keep("npz")}, "Data as .npz"),
        run.per > 1 ? ` Of ${run.rows} rows one of each ${run.per} is kept; plots show the least and the largest of each ${run.per}.` : ""));
    }
    parts.push(...robotTables(this.app.robot));
    const source = this.chosen[0].notes.get("source");
    if (source) parts.push(element("details", {}, element("summary", {}, "Scenario"), element("pre", {}, source)));
    return parts;
  }

  key(e) {
    if (e.target.closest?.("input[type=number], select, textarea, summary, a")) return;
    if (e.key === " " && e.target.closest?.("button")) return;
    const step = (e.shiftKey ? 0.1 : 0.01) * this.time.end;
    const actions = {" ": () => this.time.play(), ArrowRight: () => this.time.set(this.time.now + step), ArrowLeft: () => this.time.set(this.time.now - step),
      Home: () => this.time.set(0), End: () => this.time.set(this.time.end)};
    if (!actions[e.key] || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    actions[e.key]();
  }

  // A live page: another row, or an event, of run 0.
  append(row) {
    const run = this.runs[0], follows = this.pendingTime !== undefined || this.time.now >= this.time.end;
    run.append(row);
    this.time.end = run.end;
    if (follows) this.pendingTime = run.end;
    if (this.refreshing) return;
    this.refreshing = true;
    setTimeout(() => {
      this.refreshing = false;
      const start = performance.now();
      this.replotLive();
      this.replotTook = performance.now() - start;
    }, Math.max(100, 5 * (this.replotTook ?? 0))); // most of the time is left for what comes
  }

  replotLive() {
    for (const p of this.plots) {
      for (const l of p.choice.lines) if (l.column !== undefined) l.y = l.run.first[l.column];
      const complete = p.choice.lines.every((l) => l.column !== undefined);
      if (complete) p.refresh();
    }
    this.time.set(this.pendingTime ?? this.time.now);
    this.pendingTime = undefined;
  }

  event(e) {
    this.runs[0].events.push(e);
    this.runs[0].eventCount++;
  }
}
