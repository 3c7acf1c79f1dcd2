// Small things about elements. Text only ever goes in as text.

export function element(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) e.setAttribute(key, value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

// A number for the eye: `digits` significant ones.
export function shown(x, digits = 4) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const size = Math.abs(x);
  const text = size !== 0 && (size < 1e-3 || size >= 1e6) ? x.toExponential(digits - 1) : String(Number(x.toPrecision(digits)));
  return text.replace("-", "−");
}

// Okabe and Ito's colours, which colour-blind readers tell apart; beyond them lines are dashed.
export const palette = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#7f7f7f"];
export const colour = (i) => palette[i % palette.length];
export const dash = (i) => [undefined, [8, 4], [2, 3], [10, 3, 2, 3]][Math.floor(i / 4) % 4];

export const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

export function style(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// A file for the reader to keep, made here.
export function save(name, type, parts) {
  const link = element("a", {href: URL.createObjectURL(new Blob(parts, {type})), download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
