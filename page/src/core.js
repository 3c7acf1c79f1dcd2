// The library itself, compiled to WebAssembly: everything about robots that a page computes comes from here.
import {bytesOf, inflate} from "./data.js";

export async function openModule(text) {
  const bytes = await inflate(bytesOf(text));
  // the C library would write messages of failed assertions, which have nowhere to go
  const nothing = () => 8;
  const {instance} = await WebAssembly.instantiate(bytes, {
    wasi_snapshot_preview1: {fd_close: nothing, fd_seek: nothing, fd_write: nothing},
  });
  instance.exports._initialize();
  return {exports: instance.exports, size: bytes.length};
}

export class Robot {
  constructor(module, numbers, names, n) {
    const e = (this.e = module.exports);
    this.n = n;
    this.size = module.size;
    const words = e.malloc(8 * numbers.length), text = e.malloc(names.length + 1);
    new Float64Array(e.memory.buffer, words, numbers.length).set(numbers);
    new Uint8Array(e.memory.buffer, text, names.length).set(names);
    this.handle = e.open(words, numbers.length, text, names.length);
    e.free(words);
    e.free(text);
    if (!this.handle) throw new Error("the robot cannot be made again in the browser");
    this.places = {};
    for (const [name, count] of [["q", n], ["qd", n], ["qdd", n], ["tau", n], ["held", n], ["free", n], ["M", n * n],
      ["poses", 12 * (n + 2)], ["values", 6], ["target", 12], ["error", 2]])
      this.places[name] = {at: e.malloc(8 * count), count};
  }

  // Memory may grow and move: a view is made at each call.
  view(name) {
    const p = this.places[name];
    return new Float64Array(this.e.memory.buffer, p.at, p.count);
  }
  put(name, values) {
    const to = this.view(name);
    for (let i = 0; i < to.length; i++) to[i] = values ? values[i] : 0;
    return this.places[name].at;
  }
  at(name) { return this.places[name].at; }

  follow(q) {
    this.e.follow(this.handle, this.put("q", q));
    return Array.from(this.view("q"));
  }
  // 12 numbers for each of links 0…n and the hand, rows of [R | p], in the base frame.
  poses(q) {
    this.e.poses(this.handle, this.put("q", q), this.at("poses"));
    return this.view("poses");
  }
  torques(q, qd, qdd) {
    const status = this.e.torques(this.handle, this.put("q", q), this.put("qd", qd), this.put("qdd", qdd), this.at("tau"));
    return status === 0 ? Array.from(this.view("tau")) : null;
  }
  mass(q) {
    return this.e.mass(this.handle, this.put("q", q), this.at("M")) === 0 ? Array.from(this.view("M")) : null;
  }
  inertias(q) {
    const status = this.e.inertias(this.handle, this.put("q", q), this.at("held"), this.at("free"));
    return status === 0 ? {held: Array.from(this.view("held")), free: Array.from(this.view("free"))} : null;
  }
  manipulability(q) {
    const measure = this.e.manipulability(this.handle, this.put("q", q), this.at("values"));
    return {measure, values: Array.from(this.view("values")).slice(0, Math.min(6, this.n))};
  }
  // Joints that bring the hand to a pose, or as near as they get.
  reach(target, withOrientation, q) {
    const status = this.e.reach(this.handle, this.put("target", target), withOrientation ? 1 : 0, this.put("q", q), this.at("error"));
    const error = this.view("error");
    return {status, q: Array.from(this.view("q")), position: error[0], orientation: error[1]};
  }
  // Inverse dynamics of the links in a second.
  speed(milliseconds = 200) {
    this.put("q", new Array(this.n).fill(0.3));
    this.put("qd", new Array(this.n).fill(0.5));
    this.put("qdd", new Array(this.n).fill(0.7));
    const batch = 2000, start = performance.now();
    let done = 0;
    do {
      this.e.bench(this.handle, batch, this.at("q"), this.at("qd"), this.at("qdd"), this.at("tau"));
      done += batch;
    } while (performance.now() - start < milliseconds);
    return done / ((performance.now() - start) / 1000);
  }
}
