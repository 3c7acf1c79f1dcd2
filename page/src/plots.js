// Plots over time, all tied to one instant.
import uPlot from "uplot";
import {drawn, drawnTimes} from "./data.js";
import {colour, dash, element, shown, style} from "./dom.js";

const names = {
  q: "Joint positions", qd: "Joint speeds", qdd: "Joint accelerations", tau: "Joint torques", u: "Input of the plant",
  command: "The controller's share", q_a: "Actuator positions", qd_a: "Actuator speeds", current: "Motor currents",
  F_d: "Actuator forces", friction: "Friction", stop_force: "Forces of the stops", measured_q: "Measured positions",
  measured_qd: "Measured speeds", measured_wrench: "Measured wrench", hand: "The hand", twist: "The hand's twist",
  wrench: "Wrench on the hand", contact: "Force of the surface on the hand", base: "The base", energy: "Energy", work: "Work",
  stage: "The controller's stage", desired_q: "Desired positions", desired_qd: "Desired speeds", desired_hand: "The desired hand",
};
// A part of a group that its unit sets apart.
const partNames = {contact: {m: "Depth of the hand in the surface"}};
const order = ["q", "qd", "tau", "error", "q_error", "contact", "wrench", "energy", "work", "current", "F_d", "friction", "sticking",
  "u", "command", "qd_a", "q_a", "hand", "twist", "stop_force", "measured_q", "measured_qd", "measured_wrench", "qdd", "base", "stage"];

// What stands on the axis beside the unit.
const jointName = (robot, i) => robot.joints[i]?.name ?? `${i + 1}`;

function partsOf(run, robot, group) {
  const byUnit = new Map();
  run.groups.get(group).forEach((column, i) => {
    const c = run.columns[column];
    if (!byUnit.has(c.unit)) byUnit.set(c.unit, []);
    const joint = c.index > 0 && /^(q|qd|qdd|tau|desired_q|desired_qd|measured_q|measured_qd|stop_force)$/.test(group);
    byUnit.get(c.unit).push({column, i, label: joint ? jointName(robot, i) : c.name.replace(`${group}_`, "")});
  });
  return byUnit;
}

// |hand − desired hand| in millimetres, row by row.
function handError(run) {
  const e = new Float64Array(run.count);
  for (let i = 0; i < run.count; i++)
    e[i] = 1e3 * Math.hypot(...[0, 1, 2].map((k) => run.column("hand", k)[i] - run.column("desired_hand", k)[i]));
  return e;
}

function difference(run, a, b, k) {
  const x = run.column(a, k), y = run.column(b, k), e = new Float64Array(run.count);
  for (let i = 0; i < run.count; i++) e[i] = x[i] - y[i];
  return e;
}

// Computed rows stand for both ends of a bucket.
const spread = (run, y) => (run.per === 1 ? y : Float64Array.from({length: 2 * y.length}, (_, i) => y[i >> 1]));

// When each place of friction sticks, from the events.
export function stickingOf(run) {
  const places = new Map();
  for (const e of run.events) {
    if (e.kind !== "stick" && e.kind !== "slip") continue;
    if (!places.has(e.what)) places.set(e.what, {bands: [], since: e.kind === "slip" ? 0 : null});
    const p = places.get(e.what);
    if (e.kind === "stick" && p.since === null) p.since = e.t;
    if (e.kind === "slip" && p.since !== null) {
      p.bands.push([p.since, e.t]);
      p.since = null;
    }
  }
  for (const p of places.values()) if (p.since !== null) p.bands.push([p.since, run.end]);
  return places;
}

// What is plotted of the chosen runs: of one run every line, of several one line for each, of joint `only`.
export function chooseplots(runs, robot, only) {
  const plots = [], one = runs.length === 1;
  // of several runs, what tells them apart comes first
  for (const group of one ? order : ["error", ...order.filter((g) => g !== "error")]) {
    const run = runs[0];
    if (group === "error" && run.has("hand") && run.has("desired_hand")) {
      plots.push({key: group, title: "Error of the hand", unit: "mm",
        lines: runs.map((r, k) => ({label: one ? "distance" : r.title, y: spread(r, handError(r)), run: r, colour: k}))});
    } else if (group === "q_error" && run.has("desired_q") && run.has("q")) {
      const lines = [];
      runs.forEach((r, k) => r.has("desired_q") && run.groups.get("q").forEach((_, i) => {
        const y = difference(r, "q", "desired_q", i);
        if ((one ? only === null || only === i : i === (only ?? 0)) && y.some(Number.isFinite))
          lines.push({label: one ? jointName(robot, i) : r.title, y: spread(r, y), run: r, colour: one ? i : k});
      }));
      if (lines.length) plots.push({key: group, title: "Errors of the joints", unit: "rad, m", lines});
    } else if (group === "sticking") {
      const places = stickingOf(run);
      if (one && places.size) plots.push({key: group, title: "Sticking (bars) and slipping", unit: "", bands: places, lines: []});
    } else if (run.has(group)) {
      let part = 0;
      for (const [unit, members] of partsOf(run, robot, group)) {
        const lines = [];
        const joints = members.length > 1 && members[0].i + 1 === run.columns[members[0].column].index;
        runs.forEach((r, k) => {
          for (const m of members) {
            if (joints && (one ? only !== null && only !== m.i && group.length < 5 : m.i !== (only ?? members[0].i))) continue;
            if (!r.groups.has(group)) continue;
            const label = one ? m.label : members.length > 1 && !joints ? `${r.title}, ${m.label}` : r.title;
            lines.push({label, y: drawn(r, m.column), run: r, colour: one ? m.i : k, column: m.column, joint: m.i});
            if (one && group === "q" && r.has("desired_q") && r.column("desired_q", m.i).some(Number.isFinite))
              lines.push({label: `${m.label}, desired`, y: drawn(r, r.groups.get("desired_q")[m.i]), run: r, colour: m.i, thin: true});
          }
        });
        const limits = group === "tau" ? lines.map((l) => ({value: run.effort[l.joint], colour: l.colour})).filter((l) => l.value > 0 && Number.isFinite(l.value)) : [];
        const shownJoint = !one && joints ? `, ${members.find((m) => m.i === (only ?? members[0].i))?.label ?? ""}` : "";
        plots.push({key: part++ ? `${group}_${part}` : group, title: (partNames[group]?.[unit] ?? names[group] ?? group) + shownJoint, unit, lines, limits});
      }
    }
  }
  return plots;
}

function eventMarks(run, u) {
  const c = u.ctx, {left, top, width, height} = u.bbox;
  c.save();
  c.strokeStyle = style("--event");
  c.lineWidth = devicePixelRatio;
  c.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  let last = -Infinity;
  for (const e of run.events) {
    const x = u.valToPos(e.t, "x", true);
    if (x < left || x > left + width || x - last < 4) continue;
    last = x;
    c.beginPath();
    c.moveTo(x, top);
    c.lineTo(x, top + height);
    c.stroke();
  }
  c.restore();
}

function limitLines(limits, u) {
  const c = u.ctx, {left, width, top, height} = u.bbox;
  c.save();
  c.setLineDash([6, 6]);
  for (const l of limits)
    for (const side of [-1, 1]) {
      const y = u.valToPos(side * l.value, "y", true);
      if (y < top || y > top + height) continue;
      c.strokeStyle = colour(l.colour);
      c.beginPath();
      c.moveTo(left, y);
      c.lineTo(left + width, y);
      c.stroke();
    }
  c.restore();
}

function bandBars(places, u) {
  const c = u.ctx;
  let k = 0;
  c.save();
  for (const p of places.values()) {
    const y = u.valToPos(places.size - k - 0.2, "y", true), below = u.valToPos(places.size - k - 0.8, "y", true);
    c.fillStyle = colour(k);
    for (const [from, to] of p.bands) {
      const x = Math.max(u.valToPos(from, "x", true), u.bbox.left), end = Math.min(u.valToPos(to, "x", true), u.bbox.left + u.bbox.width);
      if (end > x) c.fillRect(x, y, end - x, below - y);
    }
    k++;
  }
  c.restore();
}

// One plot of the page; made when it comes into sight.
export class Plot {
  constructor(choice, runs, time) {
    this.choice = choice;
    this.runs = runs;
    this.time = time;
    this.host = element("div", {class: "plot-host"});
    this.figure = element("figure", {class: "plot", "data-plot": choice.key},
      element("figcaption", {}, choice.title, element("span", {class: "unit"}, `${choice.unit ? ` (${choice.unit})` : ""}${choice.lines.some((l) => l.thin) ? "; desired: thin and dashed" : ""}`)), this.host);
    this.visible = false;
    this.observer = new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
      if (this.visible && !this.u) this.make();
      if (this.visible) this.mark(this.time.now);
    }, {rootMargin: "200px"});
    this.observer.observe(this.figure);
    this.sizes = new ResizeObserver(() => {
      if (this.u && this.host.clientWidth && this.host.clientWidth !== this.u.width) this.u.setSize({width: this.host.clientWidth, height: this.height()});
    });
    this.sizes.observe(this.host);
  }

  height() { return this.choice.bands ? 60 + 18 * this.choice.bands.size : 200; }

  data() {
    const lines = this.choice.lines;
    if (this.choice.bands) {
      const r = this.runs[0];
      return [[0, r.end], [null, null]];
    }
    const first = lines[0]?.run;
    if (lines.every((l) => l.run.count === first.count && l.run.per === first.per)) return [drawnTimes(first), ...lines.map((l) => l.y)];
    return uPlot.join(lines.map((l) => [drawnTimes(l.run), l.y]));
  }

  make() {
    const {choice} = this, places = choice.bands, ink = style("--ink"), faint = style("--line");
    const axis = {stroke: ink, grid: {stroke: faint, width: 1}, ticks: {stroke: faint, width: 1}, font: "12px system-ui, sans-serif"};
    const labels = places ? [...places.keys()].reverse() : [];
    const u = (this.u = new uPlot({
      width: this.host.clientWidth || 400, height: this.height(),
      scales: {x: {time: false}, y: places ? {range: [0, places.size]} : {}},
      cursor: {sync: {key: "ulna"}, drag: {x: true, y: false}, points: {size: 6}},
      legend: {live: true, isolate: true},
      series: [{label: "t (s)", value: (_, x) => shown(x, 6)},
        ...(places ? [{label: "", show: true, stroke: "transparent"}] : choice.lines.map((l) => ({
          label: l.label, stroke: colour(l.colour), width: l.thin ? 1 : 1.6, dash: l.thin ? [4, 4] : dash(l.colour),
          points: {show: false}, spanGaps: false, pxAlign: 0, value: (_, x) => (x === null ? "–" : `${shown(x, 5)} ${choice.unit}`),
        })))],
      axes: [{...axis, label: "time (s)", labelSize: 16, labelFont: "12px system-ui, sans-serif", size: 34},
        {...axis, label: choice.unit, labelSize: 16, labelFont: "12px system-ui, sans-serif", size: places ? 110 : 62,
          ...(places ? {splits: () => labels.map((_, i) => i + 0.5), values: () => labels, grid: {show: false}} : {values: (_, all) => all.map((x) => shown(x, 4))})}],
      hooks: {
        drawClear: [(p) => places && bandBars(places, p)],
        draw: [(p) => eventMarks(this.runs[0], p), (p) => choice.limits?.length && limitLines(choice.limits, p)],
        setSize: [() => this.mark(this.time.now)],
        setScale: [() => this.mark(this.time.now)],
      },
    }, this.data(), this.host));
    if (places) u.root.querySelector(".u-legend")?.remove();
    const legend = [...u.root.querySelectorAll(".u-legend .u-series")];
    choice.lines.forEach((l, i) => l.thin && legend[i + 1]?.remove());
    this.line = element("div", {class: "now", "aria-hidden": "true"});
    u.over.append(this.line);
    u.over.addEventListener("click", (event) => {
      if (Math.abs(event.movementX) > 2) return;
      this.time.set(u.posToVal(event.clientX - u.over.getBoundingClientRect().left, "x"));
    });
    this.mark(this.time.now);
  }

  // Moves the line of the instant, and the legend's numbers with it.
  mark(t) {
    if (!this.u || !this.line || !this.visible) return;
    const x = this.u.valToPos(t, "x");
    this.line.style.transform = `translateX(${x}px)`;
    this.line.style.display = x >= 0 && x <= this.u.over.clientWidth ? "" : "none";
    this.line.dataset.x = x;
    if (!this.choice.bands) {
      const run = this.choice.lines[0].run;
      this.u.setLegend({idx: Math.min(this.u.data[0].length - 1, run.indexAt(t) * (run.per === 1 ? 1 : 2))}, false);
    }
  }

  refresh() {
    if (this.u && this.visible) this.u.setData(this.data());
  }

  close() {
    this.observer.disconnect();
    this.sizes.disconnect();
    this.u?.destroy();
    this.figure.remove();
  }
}
