// The instant that everything on a page shows.
export class Time {
  constructor(end) {
    this.end = end;
    this.now = 0;
    this.speed = 1;
    this.playing = false;
    this.listeners = [];
  }
  listen(f) { this.listeners.push(f); }
  set(t) {
    this.now = Math.min(Math.max(0, Number.isFinite(t) ? t : 0), this.end);
    const start = performance.now();
    for (const f of this.listeners) f(this.now);
    this.took = performance.now() - start;
  }
  play(on = !this.playing) {
    this.playing = on;
    if (on && this.now >= this.end) this.set(0);
    for (const f of this.listeners) f(this.now);
    if (!on) return;
    let last = performance.now();
    const tick = (stamp) => {
      if (!this.playing) return;
      const t = this.now + ((stamp - last) / 1000) * this.speed;
      last = stamp;
      if (t >= this.end) this.playing = false;
      this.set(t);
      if (this.playing) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}
