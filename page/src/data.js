// What a page carries, unpacked: docs/page.md has the format.

export const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

// zlib's bytes, unpacked by the browser.
export async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Items of `size` bytes again, from all first bytes, then all second ones, …
export async function unpack(text, size) {
  const mixed = await inflate(bytesOf(text));
  const count = mixed.length / size;
  const plain = new Uint8Array(mixed.length);
  for (let k = 0; k < size; k++)
    for (let i = 0; i < count; i++) plain[i * size + k] = mixed[k * count + i];
  return plain.buffer;
}

const doubles = async (text) => new Float64Array(await unpack(text, 8));
const floats = async (text) => new Float32Array(await unpack(text, 4));

// One run: columns by name and by group, and how to find an instant.
export class Run {
  constructor(json) {
    Object.assign(this, {
      title: json.title,
      columns: json.columns,
      notes: new Map(json.notes),
      figures: json.figures,
      warnings: json.warnings,
      events: json.events.map(([t, kind, what, detail]) => ({t, kind, what, detail})),
      eventCount: json.event_count,
      rows: json.rows,
      per: json.per,
      surface: json.surface,
      effort: json.effort || [],
      duration: json.duration,
    });
    this.groups = new Map();
    json.columns.forEach((c, i) => {
      if (!this.groups.has(c.group)) this.groups.set(c.group, []);
      this.groups.get(c.group).push(i);
    });
  }

  static async unpacked(json) {
    const run = new Run(json);
    run.first = await Promise.all(json.first.map(doubles));
    run.least = json.least ? await Promise.all(json.least.map(floats)) : null;
    run.largest = json.largest ? await Promise.all(json.largest.map(floats)) : null;
    return run;
  }

  get t() { return this.first[0]; }
  get count() { return this.first[0].length; }
  get end() { return this.count ? this.t[this.count - 1] : 0; }
  has(group) { return this.groups.has(group); }
  column(group, i = 0) { return this.first[this.groups.get(group)[i]]; }

  // The last row that is not after time t.
  indexAt(time) {
    const t = this.t;
    let low = 0, high = t.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (t[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // The numbers of a group at an instant, between rows where both are sound.
  at(group, time, out = []) {
    const columns = this.groups.get(group);
    if (!columns || !this.count) return null;
    const i = this.indexAt(time);
    const t = this.t, next = Math.min(i + 1, this.count - 1);
    const part = t[next] > t[i] ? Math.min(1, Math.max(0, (time - t[i]) / (t[next] - t[i]))) : 0;
    for (let k = 0; k < columns.length; k++) {
      const c = this.first[columns[k]];
      out[k] = c[i] + (part > 0 && Number.isFinite(c[next]) ? part * (c[next] - c[i]) : 0);
    }
    out.length = columns.length;
    return out;
  }

  // Another row of a run that goes on (a live page).
  append(row) {
    const n = this.count;
    for (let c = 0; c < this.columns.length; c++) {
      if (!this.store) this.store = [];
      if (!this.store[c] || this.store[c].length <= n) {
        const larger = new Float64Array(Math.max(1024, 2 * n));
        larger.set(this.first[c]);
        this.store[c] = larger;
      }
      this.store[c][n] = row[c] === null ? NaN : row[c];
    }
    for (let c = 0; c < this.columns.length; c++) this.first[c] = this.store[c].subarray(0, n + 1);
    this.rows = n + 1;
  }
}

// x and y of a plotted column: of buckets of several rows the least and the largest value, beside each other.
export function drawn(run, column) {
  if (run.per === 1 || column === 0) return run.first[column];
  const n = run.count, y = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    y[2 * i] = run.least[column][i];
    y[2 * i + 1] = run.largest[column][i];
  }
  return y;
}

export function drawnTimes(run) {
  if (run.per === 1) return run.t;
  const n = run.count, x = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    x[2 * i] = run.t[i];
    x[2 * i + 1] = i + 1 < n ? (run.t[i] + run.t[i + 1]) / 2 : run.t[i];
  }
  return x;
}
