// The data of a page as files: CSV as `ulna simulate --record` writes it, and .npz for NumPy.

const number = (x) => (Number.isNaN(x) ? "nan" : x === Infinity ? "inf" : x === -Infinity ? "-inf" : Object.is(x, -0) ? "-0" : String(x));

export function csvOf(run) {
  const lines = ["# ulna recording 1"];
  const left = run.per > 1 ? `; one row of each ${run.per} of the run's ${run.rows}` : "";
  lines.push(`# status: complete, ${run.count} rows, ${run.events.length} events${left}`);
  for (const [name, value] of run.notes)
    if (name !== "source" && value && !/[\r\n]/.test(value)) lines.push(`# ${name}: ${value}`);
  lines.push(run.columns.map((c) => (c.unit ? `${c.name} [${c.unit}]` : c.name)).join(","));
  let next = 0;
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  for (let i = 0; i < run.count; i++) {
    while (next < run.events.length && run.events[next].t <= run.t[i]) {
      const e = run.events[next++];
      lines.push(`# event: ${number(e.t)},${quoted(e.kind)},${quoted(e.what)},${quoted(e.detail)}`);
    }
    lines.push(run.first.map((c) => number(c[i])).join(","));
  }
  return lines.join("\n") + "\n";
}

let table = null;
function crc32(bytes) {
  if (!table)
    table = Uint32Array.from({length: 256}, (_, n) => {
      for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
      return n;
    });
  let c = 0xffffffff;
  for (const b of bytes) c = table[(c ^ b) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function npy(values, shape) {
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
  const padded = text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11, " ") + "\n";
  const head = new Uint8Array(10 + padded.length);
  head.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, padded.length & 255, padded.length >> 8]);
  head.set(new TextEncoder().encode(padded), 10);
  const all = new Uint8Array(head.length + 8 * values.length);
  all.set(head);
  all.set(new Uint8Array(values.buffer, values.byteOffset, 8 * values.length), head.length);
  return all;
}

// A zip whose entries are stored: one array for each group of columns.
export function npzOf(run) {
  const entries = [];
  for (const [group, columns] of run.groups) {
    const alone = columns.length === 1 && run.columns[columns[0]].index === 0;
    const values = new Float64Array(run.count * columns.length);
    for (let i = 0; i < run.count; i++)
      for (let k = 0; k < columns.length; k++) values[i * columns.length + k] = run.first[columns[k]][i];
    entries.push([`${group}.npy`, npy(values, alone ? [run.count] : [run.count, columns.length])]);
  }
  const parts = [], directory = [];
  let offset = 0;
  for (const [name, bytes] of entries) {
    const path = new TextEncoder().encode(name);
    const fields = new DataView(new ArrayBuffer(26));
    fields.setUint16(0, 20, true);
    fields.setUint16(8, 0x21, true); // 1980-01-01
    fields.setUint32(10, crc32(bytes), true);
    fields.setUint32(14, bytes.length, true);
    fields.setUint32(18, bytes.length, true);
    fields.setUint16(22, path.length, true);
    const common = new Uint8Array(fields.buffer);
    parts.push(Uint8Array.of(0x50, 0x4b, 3, 4), common, path, bytes);
    const tail = new DataView(new ArrayBuffer(14));
    tail.setUint32(10, offset, true);
    directory.push(Uint8Array.of(0x50, 0x4b, 1, 2, 20, 0), common, new Uint8Array(tail.buffer), path);
    offset += 30 + path.length + bytes.length;
  }
  const size = directory.reduce((sum, p) => sum + p.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, offset, true);
  return [...parts, ...directory, new Uint8Array(end.buffer)];
}
