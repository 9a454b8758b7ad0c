// @ts-check
/** The timeline: film, calls of the test, keys, sound, and when what was looked at changed. */

import { Thumbnails } from "./screen.js";
import { $, attribute } from "./dom.js";
import { css, thousands } from "./view.js";

const GUTTER = 76, MARGIN = 14;
/** Top and height of each lane. @type {Record<string, [number, number]>} */
const HIGH = { film: [8, 44], test: [60, 18], keys: [82, 14], sound: [100, 14], region: [118, 12], rule: [134, 14] };
/** @type {Record<string, [number, number]>} */
const LOW = { film: [6, 32], test: [44, 15], keys: [62, 12], sound: [77, 12], region: [92, 10], rule: [106, 14] };

export class Timeline {
  /** @param {import("./view.js").View} view @param {import("./failure.js").Group[]} groups */
  constructor(view, groups) {
    this.view = view;
    this.groups = groups;
    this.canvas = $("tl");
    this.lanes = HIGH;
    /** @type {any} */ this.c = null;
    this.thumbnails = new Thumbnails(view);
  }
  get right() { return this.view.size(this.canvas)[0] - MARGIN; }
  /** @param {number} frame */
  x(frame) { return GUTTER + (frame - this.view.from) / (this.view.to - this.view.from) * (this.right - GUTTER); }
  /** @param {number} t since the beginning */
  xAt(t) { return this.x(t / this.view.frameTstates); }
  /** @param {number} x */
  frameAt(x) {
    const { view } = this;
    const frame = Math.round(view.from + (x - GUTTER) / (this.right - GUTTER) * (view.to - view.from));
    return Math.max(0, Math.min(view.n, frame));
  }

  draw() {
    const { canvas, view } = this, width = canvas.clientWidth, height = canvas.clientHeight, ratio = devicePixelRatio
      || 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const c = this.c = canvas.getContext("2d");
    c.scale(ratio, ratio);
    const lanes = this.lanes = height < 140 ? LOW : HIGH;
    c.textBaseline = "middle";
    c.font = `11px ${css("--font")}`;
    for (const [name, lane] of [["Picture", "film"], ["Test", "test"], ["Keys", "keys"], ["Sound", "sound"],
      [view.region.label, "region"]]) {
      const [top, high] = lanes[lane];
      c.fillStyle = css("--ink-3");
      c.fillText(name, MARGIN, top + high / 2, GUTTER - MARGIN - 4);
      if (lane === "film") continue;
      c.fillStyle = css("--paper-2");
      c.fillRect(GUTTER, top, this.right - GUTTER, high);
    }
    this.film();
    c.save();
    c.beginPath();
    c.rect(GUTTER, 0, this.right - GUTTER, height);
    c.clip();
    this.failed();
    this.calls();
    this.keys();
    this.sound();
    this.changes();
    this.rule();
    c.restore();
    this.placeHead();
  }

  film() {
    const { c, lanes } = this, [top, high] = lanes.film, wide = Math.round(high * 4 / 3);
    const count = Math.max(1, Math.floor((this.right - GUTTER) / (wide + 3)));
    const gap = count > 1 ? (this.right - GUTTER - count * wide) / (count - 1) : 0;
    for (let k = 0; k < count; k++) {
      const x = GUTTER + k * (wide + gap);
      c.save();
      c.beginPath();
      c.roundRect(x, top, wide, high, 3);
      c.clip();
      c.imageSmoothingQuality = "high";
      c.drawImage(this.thumbnails.get(this.frameAt(x + wide / 2)), x, top, wide, high);
      c.restore();
    }
  }
  /** The time that the failed call waited, through all lanes. */
  failed() {
    const { c, lanes } = this, call = this.view.head.calls.find(one => one.error);
    if (!call) return;
    const from = this.xAt(call.t), top = lanes.test[0];
    c.fillStyle = css("--bad-soft");
    c.fillRect(from, top, Math.max(2, this.xAt(call.e) - from), lanes.region[0] + lanes.region[1] - top);
  }
  calls() {
    const { c, lanes, view } = this, [top, high] = lanes.test, middle = top + high / 2;
    for (const group of this.groups) {
      const from = this.xAt(group.t), to = this.xAt(group.e), failed = group.calls.some(call => call.error);
      if (failed) {
        c.fillStyle = css("--bad");
        c.beginPath();
        c.roundRect(from, top + 2, Math.max(3, to - from), high - 4, 3);
        c.fill();
        c.fillStyle = css("--paper");
        c.font = `600 11px ${css("--font")}`;
        const text = group.e > group.t ? `waits ${view.seconds(group.e - group.t)}` : "";
        if (text && to - from > c.measureText(text).width + 12) c.fillText(text, from + 8, middle + 0.5);
      } else if (group.expects) {
        c.fillStyle = css("--good");
        c.beginPath();
        c.arc(from, middle, 4, 0, 7);
        c.fill();
        c.strokeStyle = css("--paper");
        c.lineWidth = 1.5;
        c.stroke();
      } else {
        c.fillStyle = css("--lane-do");
        c.globalAlpha = 0.42;
        c.beginPath();
        c.roundRect(from + 1, middle - 4, Math.max(3, to - from - 2), 8, 3);
        c.fill();
        c.globalAlpha = 1;
      }
    }
  }
  keys() {
    const { c, lanes, view } = this, [top, high] = lanes.keys, { keys, begin, end } = view.head;
    c.font = `600 10px ${css("--font")}`;
    c.fillStyle = css("--lane-key");
    for (let k = 0; k < keys.length; k++) {
      const [t, down] = keys[k];
      if (!down.length) continue;
      const from = this.xAt(t), to = this.xAt(k + 1 < keys.length ? keys[k + 1][0] : end - begin);
      c.globalAlpha = 0.16;
      c.fillRect(from, top, Math.max(1.5, to - from - 0.5), high);
      c.globalAlpha = 1;
      c.fillRect(from, top, 1.5, high);
      const text = down.join("+").toUpperCase();
      if (to - from > c.measureText(text).width + 6) c.fillText(text, from + 4, top + high / 2 + 0.5);
    }
  }
  sound() {
    const { c, lanes, view } = this, [top, high] = lanes.sound, { begin } = view.head;
    c.fillStyle = css("--lane-snd");
    for (const tone of view.tones) {
      const from = this.xAt(tone.from - begin), to = this.xAt(tone.to - begin);
      const part = Math.min(1, Math.max(0.35, tone.hz / 900));
      c.fillRect(from, top + high - high * part, Math.max(2.5, to - from), high * part);
    }
  }
  changes() {
    const { c, lanes, view } = this, [top, high] = lanes.region;
    c.fillStyle = css("--lane-chg");
    for (let frame = 0; frame <= view.n; frame++) if (view.region.frames[frame]) c.fillRect(this.x(frame + 0.5) - 1,
      top, 2.5, high);
    if (view.head.cut) this.hatch(top, high);
  }
  /** Mark the part that is not kept: before the beginning of a trace that was cut.
   * @param {number} top @param {number} high */
  hatch(top, high) {
    const { c } = this;
    c.strokeStyle = css("--line-2");
    c.lineWidth = 1;
    for (let x = GUTTER - high; x < this.x(0) + 10; x += 5) {
      c.beginPath();
      c.moveTo(x, top + high);
      c.lineTo(x + high, top);
      c.stroke();
    }
  }
  rule() {
    const { c, lanes, view } = this, [top] = lanes.rule, perSecond = view.head.model.second / view.frameTstates;
    const seconds = (view.to - view.from) / perSecond,
      apart = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60].find(step => seconds / step < 15) ?? 60;
    c.fillStyle = css("--ink-3");
    c.strokeStyle = css("--line");
    c.lineWidth = 1;
    c.font = `10.5px ${css("--font")}`;
    for (let s = Math.ceil(view.from / perSecond / apart) * apart; s <= view.to / perSecond + 0.001; s += apart) {
      const x = Math.round(this.x(s * perSecond)) + 0.5;
      c.beginPath();
      c.moveTo(x, top - 2);
      c.lineTo(x, top + 3);
      c.stroke();
      c.textAlign = x < GUTTER + 12 ? "left" : x > this.right - 14 ? "right" : "center";
      c.fillText(`${+s.toFixed(1)} s`, c.textAlign === "right" ? this.right : x, top + 9);
    }
    c.textAlign = "left";
  }

  placeHead() {
    const { view } = this, x = this.xAt(view.now), head = $("head");
    head.style.transform = `translateX(${x}px)`;
    head.hidden = x < GUTTER - 2 || x > this.right + 4;
    attribute(head, "aria-valuemax", String(view.n));
    attribute(head, "aria-valuenow", String(view.frame));
    attribute(head, "aria-valuetext", `frame ${view.frame}, ${view.seconds(view.now)}`);
  }

  /** A picture of the frame under the pointer. @param {number} x @param {boolean} drawn */
  tip(x, drawn) {
    const { view } = this, frame = this.frameAt(x), tip = $("tip"), canvas = tip.querySelector("canvas");
    tip.hidden = false;
    canvas.hidden = drawn;
    tip.style.left = `${Math.max(140, Math.min(this.canvas.clientWidth - 140, x))}px`;
    const when = view.seconds(view.trace.times[frame] - view.head.begin);
    tip.querySelector("span").textContent = `frame ${thousands(frame)} · ${when}`;
    this.thumbnails.full(frame, canvas.getContext("2d"));
  }

  /** @param {number} x @param {number} by */
  zoom(x, by) {
    const { view } = this, at = view.from + (x - GUTTER) / (this.right - GUTTER) * (view.to - view.from);
    const wide = Math.max(Math.min(40, view.n), Math.min(view.n, (view.to - view.from) * by));
    view.from = Math.max(0, Math.min(view.n - wide, at - (at - view.from) * wide / (view.to - view.from)));
    view.to = view.from + Math.max(1, wide);
    this.draw();
  }
}
