// A live page: rows as they come from the run that serves it, and commands to it. docs/page.md, "Live".
//
// app.page (run_page.js) takes what arrives: append(row) one number for each column of run 0, null for NaN;
// event({t, kind, what, detail}). app.page.stage.dragHand(moved, released) tells where a hand is dragged to, in the base
// frame: a spring from the hand to there is the push. All that was done is told by the run, with the instant at which it holds.
import {element, shown} from "./dom.js";

const PER_METRE = 200; // N/m: how strong a dragged hand is pushed
const LEAST_MS = 40; // between two pushes

export function startLive(app) {
  const live = new Live(app);
  app.live = live;
  app.root.prepend(live.build());
  live.listen();
}

class Live {
  constructor(app) {
    this.app = app;
    this.hand = [0, 0, 0];
    this.force = [0, 0, 0];
    this.done = [];
    this.waiting = Promise.resolve();
  }

  build() {
    this.state = element("span", {id: "live-state", role: "status"}, "connecting …");
    this.pause = element("button", {id: "live-pause", type: "button", onclick: () => this.setSpeed(this.paused ? this.speed : 0)}, "Pause");
    this.speeds = element("select", {id: "live-speed", "aria-label": "Speed", onchange: () => this.setSpeed(Number(this.speeds.value))},
      ...[0.1, 0.25, 0.5, 1, 2, 5, 10].map((x) => element("option", {value: x, selected: x === 1}, `${x} × real time`)));
    this.gains = element("div", {id: "live-gains", class: "live-gains", role: "group", "aria-label": "Gains of the controller"});
    this.log = element("ol", {id: "live-log", class: "live-log", "aria-label": "What was changed"});
    this.keep = element("a", {id: "live-save", href: "scenario", download: "changed.yaml"}, "Save the scenario with these changes");
    return element("section", {class: "live", "aria-label": "Live"},
      element("p", {class: "live-line"}, this.state, " ", this.pause, " ", this.speeds, " ", this.keep), this.pushing(), this.gains, this.log);
  }

  // A force by numbers, for as long as the button is held; and the hand, dragged.
  pushing() {
    const axes = ["x", "y", "z"].map((axis, k) => element("input", {id: `live-f${axis}`, type: "number", step: "any", value: k === 2 ? 20 : 0, "aria-label": `Force along ${axis}, N`}));
    const press = () => this.push(axes.map((a) => Number(a.value) || 0)), release = () => this.push([0, 0, 0]);
    const button = element("button", {id: "live-push", type: "button", onpointerdown: (e) => {
      button.setPointerCapture(e.pointerId);
      press();
    }, onpointerup: release, onpointercancel: release,
    onkeydown: (e) => (e.key === " " || e.key === "Enter") && !e.repeat && press(), onkeyup: (e) => (e.key === " " || e.key === "Enter") && release()}, "Hold to push");
    this.pushText = element("span", {id: "live-force"}, "");
    return element("p", {class: "live-line"}, "Push on the hand (N, base axes): ", ...axes, " ", button, ` or drag the hand in the picture, ${PER_METRE} N/m. `, this.pushText);
  }

  listen() {
    const {page} = this.app, source = new EventSource("events");
    this.source = source;
    const on = (name, f) => source.addEventListener(name, (e) => f(JSON.parse(e.data)));
    on("hello", (d) => this.hello(d));
    on("rows", (rows) => {
      const first = page.runs[0].count === 0;
      for (const row of rows) page.append(row);
      this.note();
      if (first) this.first();
    });
    on("event", (e) => page.event(e));
    on("end", (d) => { // the connection stays: while it does, the run can be saved
      this.over = true;
      this.showForce();
      this.state.textContent = `The run is over: ${d.how}.${d.missed ? ` ${d.missed} pieces were not shown: this page was too slow.` : ""}`;
      for (const e of this.app.root.querySelectorAll(".live button, .live select, .live input")) e.disabled = true;
      page.choose([0]);
    });
    source.onerror = () => {
      source.close();
      if (this.over) return;
      this.over = true;
      this.state.textContent = this.greeted ? "The connection is lost; the run goes on without this page." : "The run does not answer: another page listens to it, or it is over.";
    };
    page.stage.dragHand((point) => this.drag(point), () => this.push([0, 0, 0]));
  }

  hello(d) {
    this.greeted = true;
    this.duration = d.duration;
    this.speed = d.speed || 1;
    this.paused = d.speed === 0;
    if (![...this.speeds.options].some((o) => Number(o.value) === this.speed)) this.speeds.prepend(element("option", {value: this.speed}, `${this.speed} × real time`));
    this.speeds.value = String(this.speed);
    this.gains.replaceChildren(...d.gains.map((g) => this.gain(g)));
    if (!d.gains.length) this.gains.append("This run has no controller whose gains could be changed.");
    this.note();
  }

  // A number, and a slider from a tenth of what it was to ten times that.
  gain({name, unit, value}) {
    const middle = value || 1, from = Math.log10(middle) - 1;
    const number = element("input", {type: "number", step: "any", value, id: `gain-${name}`, "aria-label": `${name}${unit ? `, ${unit}` : ""}`,
      onchange: () => this.setGain(name, Number(number.value), number, slider)});
    const slider = element("input", {type: "range", min: from, max: from + 2, step: 0.01, value: Math.log10(middle), "aria-label": `${name}, from a tenth to ten times`,
      oninput: () => (number.value = Number((10 ** Number(slider.value)).toPrecision(3))), onchange: () => this.setGain(name, Number(number.value), number, slider)});
    number.kept = value;
    return element("label", {}, element("span", {}, name), slider, number, element("span", {class: "unit"}, unit));
  }

  // The arm is seen from its first row on.
  first() {
    const {page} = this.app;
    setTimeout(() => {
      page.time.set(page.time.end);
      page.aim();
      if (page.arms?.[0]) page.arms[0].handle.visible = true;
      page.stage.request();
    }, 150);
  }

  note() {
    if (!this.over) this.state.textContent = `${this.paused ? "Paused" : "Running"}, t = ${shown(this.app.page.runs[0].end, 4)} of ${shown(this.duration)} s`;
    this.pause.textContent = this.paused ? "Go on" : "Pause";
  }

  // Commands go one after the other; what is answered stands in the list.
  send(line) {
    this.waiting = this.waiting.then(async () => {
      try {
        const answer = await fetch("do", {method: "POST", body: line});
        const text = (await answer.text()).trim();
        return {well: answer.ok, text: text.replace(/^at (\S+)$/, (_, t) => `at ${Number(Number(t).toPrecision(9))}`)};
      } catch {
        return {well: false, text: "the run does not answer"};
      }
    });
    return this.waiting;
  }

  tell(text, well) {
    this.log.prepend(element("li", {class: well ? "" : "warning"}, text));
    while (this.log.children.length > 200) this.log.lastChild.remove();
  }

  async setGain(name, value, number, slider) {
    const {well, text} = await this.send(`gain ${name} ${value}`);
    if (well) number.kept = value;
    else number.value = number.kept;
    slider.value = Math.log10(number.kept || 1);
    this.tell(`${name} ${well ? `= ${value} ${text} s` : `stays: ${text}`}`, well);
  }

  async setSpeed(speed) {
    if ((await this.send(`speed ${speed}`)).well) {
      if (speed) this.speed = speed;
      this.paused = speed === 0;
      this.note();
    }
  }

  drag(point) {
    const at = this.app.page.runs[0].at("hand", this.app.page.runs[0].end, this.hand);
    if (at) this.push([point.x - at[0], point.y - at[1], point.z - at[2]].map((x) => Number((PER_METRE * x).toFixed(2))));
  }

  // The last force wins; one at a time is on its way.
  async push(force) {
    this.wanted = force;
    if (this.sending || this.over) return;
    this.sending = true;
    while (this.wanted) {
      const next = this.wanted;
      this.wanted = null;
      const {well, text} = await this.send(`push ${next.join(" ")}`);
      this.force = well ? next : this.force;
      this.tell(`push ${next.map((x) => shown(x)).join(" ")} N ${text}${well ? " s" : ""}`, well);
      this.showForce();
      if (this.wanted && this.wanted.some((x) => x)) await new Promise((done) => setTimeout(done, LEAST_MS));
    }
    this.sending = false;
  }

  showForce() {
    this.pushText.textContent = this.force.some((x) => x) && !this.over ? `now ${this.force.map((x) => shown(x)).join(" ")} N` : "";
  }
}
