// Parts that both kinds of pages have: what is drawn, and tables.
import {element, shown} from "./dom.js";

// A button for each thing that can be drawn.
export function togglesFor(arms, stage) {
  const things = [
    ["links", "Links", true, (a, on) => {
      for (const l of a.links) l.visible = on;
      a.bodies.visible = on && (a.withShapes.size === 0 || a.skeleton === true);
      a.foot.visible = on && a.withShapes.size === 0;
    }, () => true],
    ["frames", "Frames", false, (a, on) => (a.frames.visible = on), () => true],
    ["centres", "Mass centres", false, (a, on) => (a.centres.visible = on), () => true],
    ["ellipsoids", "Inertia", false, (a, on) => (a.ellipsoids.visible = on), () => true],
    ["path", "Hand path", true, (a, on) => a.path && (a.path.visible = on), (a) => a.path],
    ["desired", "Desired path", true, (a, on) => a.desired && (a.desired.visible = on), (a) => a.desired],
    ["force", "Contact force", true, (a, on) => {
      a.force.wanted = on;
      a.force.visible = on && a.force.shown === true;
    }, (a) => a.forceScale],
    ["grid", "Grid", true, (a, on) => (a.grid.visible = on), () => true],
  ];
  const remembered = (stage.remembered ??= {});
  return things.filter(([, , , , there]) => arms.some(there)).map(([key, label, first, apply]) => {
    remembered[key] ??= first;
    const set = (on) => {
      remembered[key] = on;
      for (const a of arms) apply(a, on);
      stage.request();
    };
    const box = element("input", {type: "checkbox", id: `draw-${key}`, checked: remembered[key], onchange: () => set(box.checked)});
    set(remembered[key]);
    return element("label", {}, box, ` ${label}`);
  });
}

function table(heads, rows, attributes = {}) {
  return element("div", {class: "wide"}, element("table", attributes, element("thead", {}, element("tr", {}, ...heads.map((h) => element("th", {scope: "col"}, h)))),
    element("tbody", {}, ...rows.map((r) => element("tr", {}, ...r.map((c, i) => (i ? element("td", {}, c) : element("th", {scope: "row"}, c))))))));
}

// What happened and how it went.
export function factsOf(run, time) {
  const parts = [];
  const summary = run.notes.get("summary");
  if (summary) parts.push(element("p", {}, summary));
  if (run.notes.get("incomplete")) parts.push(element("p", {class: "warning", role: "alert"}, `Incomplete: ${run.notes.get("incomplete")}`));
  if (run.warnings.length) parts.push(element("ul", {class: "warnings"}, ...run.warnings.map((w) => element("li", {}, w))));
  const notes = ["robot", "controller", "model", "integrator", "seed"].filter((n) => run.notes.get(n)).map((n) => [n, run.notes.get(n)]);
  parts.push(table(["", ""], [...notes, ...run.figures.map(([name, x, unit]) => [name, `${shown(x, 5)} ${unit}`])], {class: "facts"}));
  if (run.events.length) {
    const rows = run.events.slice(0, 500).map((e) => [
      element("button", {type: "button", class: "link", onclick: () => time.set(e.t)}, `${shown(e.t, 6)} s`), e.kind, e.what, e.detail]);
    const more = run.eventCount > rows.length ? `, the first ${rows.length} here` : "";
    parts.push(element("details", {}, element("summary", {}, `${run.eventCount} events${more}`), table(["time", "event", "where", ""], rows)));
  }
  return parts;
}

const angle = (x, type) => (x === null ? "–" : type === "revolute" ? `${shown((x * 180) / Math.PI, 5)}°` : `${shown(x)} m`);

// The robot's own tables, problems first.
export function robotTables(robot) {
  const parts = [element("h2", {}, "Robot")];
  parts.push(element("p", {}, `${robot.name}: ${robot.joints.length} joints, ${shown(robot.mass, 5)} kg of links, reach at most ${shown(robot.reach, 5)} m. ${robot.source || ""}`));
  const marks = {error: "Error", warning: "Warning", note: "Note"};
  if (robot.problems?.length)
    parts.push(element("ul", {class: "problems"}, ...robot.problems.map((p) => element("li", {class: p.severity},
      element("strong", {}, `${marks[p.severity]}: `), `${p.line ? `line ${p.line}: ` : ""}${p.subject}: ${p.text}`))));
  const axis = robot.convention === "axis";
  const heads = ["joint", "type", ...(axis ? ["axis"] : ["theta", "d (m)", "a (m)", "alpha"]), "lower", "upper", "speed", "effort", "link", "mass (kg)", "mass centre (m)"];
  const rows = robot.joints.map((j) => [j.name, j.type + (j.follows ? `, follows ${j.follows}` : ""),
    ...(axis ? [j.axis.map((x) => shown(x)).join(" ")] : [angle(j.theta, "revolute"), shown(j.d), shown(j.a), angle(j.alpha, "revolute")]),
    angle(j.lower, j.type), angle(j.upper, j.type), j.velocity === null ? "–" : `${shown(j.velocity)} ${j.type === "revolute" ? "rad/s" : "m/s"}`,
    j.effort === null ? "–" : `${shown(j.effort)} ${j.type === "revolute" ? "N m" : "N"}`, j.link, shown(j.mass), j.com.map((x) => shown(x)).join(" ")]);
  parts.push(table(heads, rows));
  if (robot.meshes?.some((m) => m.of > m.count)) {
    const kept = robot.meshes.reduce((s, m) => s + m.count, 0), of = robot.meshes.reduce((s, m) => s + m.of, 0);
    parts.push(element("p", {class: "simplified"}, `Meshes are simplified: ${kept} of ${of} triangles.`));
  }
  if (robot.missing?.length)
    parts.push(element("p", {}, "Shapes that are not shown:"), element("ul", {class: "missing"}, ...robot.missing.map((m) => element("li", {}, `${m.name}: ${m.why}`))));
  return parts;
}
