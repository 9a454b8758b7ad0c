// @ts-check
/** Going about in the trace. */

import { currentGroup } from "./failure.js";
import { hex } from "./disassembly.js";
import { foldAt } from "./folds.js";
import { INSTRUCTION, PAGING, PC, SP, WORDS } from "./reader.js";
import { placesOf } from "./screen.js";
import { $, select } from "./dom.js";

const FARTHEST_FRAMES = 200;

export class Actions {
  /** @param {import("./view.js").View} view @param {import("./failure.js").Group[]} groups
   *  @param {() => void} render @param {() => void} redraw */
  constructor(view, groups, render, redraw) {
    this.view = view;
    this.groups = groups;
    this.render = render;
    this.redraw = redraw;
    /** The call that was gone to last. @type {import("./failure.js").Group | undefined} */ this.chosen = undefined;
  }

  /** @param {number} frame @param {number} [step] */
  go(frame, step = -1) {
    const { view } = this;
    view.frame = Math.max(0, Math.min(view.n, Math.round(frame) || 0));
    view.step = view.frame >= view.n ? -1 : step;
    if (view.step >= view.trace.steps(view.frame).n) view.step = -1;
    const { said } = view;
    if (!said || said.frame !== view.frame || said.step !== view.step) view.square = null;
    this.render();
  }
  /** A sentence for five seconds. @param {string} text */
  toast(text) {
    $("toast").textContent = text;
    $("toast").hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { $("toast").hidden = true; }, 5000);
  }

  /** Go to the step that last changed one of these places. @param {number[]} places */
  whoChanged(places) {
    const { view } = this, { trace } = view, wanted = new Set(places);
    for (let frame = Math.min(view.frame, view.n); frame >= 0; frame--) {
      if (frame === view.frame && view.step < 0) continue;
      const steps = trace.steps(frame), limit = frame === view.frame ? view.step : steps.n;
      for (let w = steps.wrote[limit] - 1; w >= 0; w--) {
        if (!wanted.has(steps.places[w]) || steps.before[w] === steps.after[w]) continue;
        return this.found(frame, stepOf(steps, w), w);
      }
    }
    this.toast("That has not changed since the trace began.");
  }
  /** @param {number} frame @param {number} step @param {number} w */
  found(frame, step, w) {
    const { view } = this, steps = view.trace.steps(frame), paging = steps.rows[step * WORDS + PAGING];
    const address = view.trace.address(steps.places[w], paging);
    const name = address < 0 ? `bank ${steps.places[w] >> 14}` : view.names.place(address, paging)
      || `#${hex(address)}`;
    view.code = "source";
    view.said = { frame, step, text: `${name}: ${hex(steps.before[w], 2)} → ${hex(steps.after[w], 2)}` };
    const { square } = view;
    this.go(frame, step);
    if (square !== null) {
      view.square = square;
      this.render();
    }
  }
  /** @param {number} square */
  whoPainted(square) {
    this.view.square = square;
    this.whoChanged(placesOf(this.view, square));
  }

  /** Go to the failure; again: to the change before. */
  lead() {
    const { view } = this, { failure } = view.head;
    const atEnd = view.frame >= view.n;
    if (failure?.at !== undefined && failure.button && atEnd) {
      if (failure.tab) view.tab = failure.tab;
      return this.go(failure.at, this.stepAt(failure));
    }
    const found = view.region.lastBefore(view.frame, view.step);
    if (!found) return this.toast("No earlier change is in the trace.");
    view.code = "source";
    this.go(...found);
  }

  /** A step back or on, over the frames' edges. @param {number} by */
  instruction(by) {
    const { view } = this, { trace } = view;
    let frame = view.frame, step = view.step + (by > 0 && view.step < 0 ? 1 : by);
    if (by < 0 && view.step < 0) step = -1;
    if (step < 0 || by < 0 && view.step <= 0) {
      if (by > 0) step = 0;
      else {
        do frame--; while (frame >= 0 && !trace.steps(frame).n);
        if (frame < 0) return;
        step = trace.steps(frame).n - 1;
      }
    }
    while (frame < view.n && step >= trace.steps(frame).n) { frame++; step = 0; }
    this.go(frame, step);
  }
  /** On to the first step after this for which something holds.
   *  @param {(rows: Uint16Array, at: number, sp: number, kind: number) => boolean} holds */
  until(holds) {
    const { view } = this, { trace } = view, start = Math.max(0, view.step);
    const sp = trace.steps(view.frame).rows[start * WORDS + SP];
    for (let frame = view.frame; frame < Math.min(view.n, view.frame + FARTHEST_FRAMES); frame++) {
      const { rows, n, kind } = trace.steps(frame);
      for (let k = frame === view.frame ? start + 1 : 0; k < n; k++) {
        if (holds(rows, k * WORDS, sp, kind[k])) return this.go(frame, k);
      }
    }
    this.go(view.frame + 1);
  }
  over() {
    const { view } = this, steps = view.trace.steps(view.frame), fold = foldAt(steps, view.step);
    if (fold && view.step >= 0) return fold.to < steps.n ? this.go(view.frame, fold.to) : this.go(view.frame + 1);
    const moment = view.moment(), pc = moment.words[PC];
    const { text, length } = view.instruction(moment, pc), next = pc + length & 0xffff;
    if (!/^(CALL|RST|DJNZ|JR|HALT)/.test(text)) return this.instruction(1);
    const calls = /^(CALL|RST)/.test(text);
    this.until((rows, at, sp) => rows[at + PC] === next && (!calls || rows[at + SP] >= sp));
  }
  out() {
    this.until((rows, at, sp, kind) => kind === INSTRUCTION && rows[at + SP] > sp
      && rows[at + PC] !== rows[at - WORDS + PC]);
  }
  /** Back to a call on the stack. @param {number} address */
  toCall(address) {
    const { view } = this, { trace } = view;
    for (let frame = Math.min(view.frame, view.n - 1); frame >= Math.max(0, view.frame - FARTHEST_FRAMES); frame--) {
      const { rows, n } = trace.steps(frame);
      for (let k = (frame === view.frame && view.step >= 0 ? view.step : n) - 1; k >= 0; k--) {
        if (rows[k * WORDS + PC] === address) return this.go(frame, k);
      }
    }
    this.toast("That call was made before the trace began.");
  }

  /** @param {number} by */
  call(by) {
    const { view, groups } = this, frameOf = (/** @type {number} */ t) => this.frameOfCall(t);
    const found = by > 0 ? groups.find(group => frameOf(group.t) > view.frame)
      : groups.filter(group => frameOf(group.t) < view.frame).pop();
    this.go(found ? frameOf(found.t) : by > 0 ? view.n : 0);
  }
  /** The frame to be shown for a call. @param {number} t */
  frameOfCall(t) {
    const { trace, head } = this.view;
    let frame = 0;
    while (frame < trace.n && trace.times[frame] - head.begin < t) frame++;
    return frame;
  }
  /** Go to a call of the test: to its beginning, from there to its end. @param {number} number of the group */
  toGroup(number) {
    const group = this.groups[number];
    if (!group) return;
    const isThere = this.chosen === group && this.view.frame === this.frameOfCall(group.t);
    this.chosen = group;
    if (group.calls.some(call => call.error) && !isThere) return this.go(this.view.n);
    this.go(this.frameOfCall(isThere ? group.e : group.t));
  }
  /** To the beginning or the end of the call that was gone to, or that the moment belongs to. @param {boolean} isAfter */
  edge(isAfter) {
    const ends = this.chosen ? [this.chosen.t, this.chosen.e].map(t => this.frameOfCall(t)) : [];
    if (!ends.includes(this.view.frame)) this.chosen = this.groups[Math.max(0, this.group)];
    const group = this.chosen;
    if (group) this.go(this.frameOfCall(isAfter ? group.e : group.t));
  }

  play() {
    const { view } = this;
    view.playing = !view.playing;
    $("play").classList.toggle("on", view.playing);
    $("play").setAttribute("aria-label", view.playing ? "Pause (Space)" : "Play (Space)");
    if (!view.playing) return;
    if (view.frame >= view.n) this.go(0);
    const since = performance.now(), from = view.frame, spin = ++view.spin;
    const perFrame = 1000 * view.frameTstates / view.head.model.second;
    const tick = (/** @type {number} */ now) => {
      if (!view.playing || spin !== view.spin) return;
      const frame = from + Math.floor(Math.max(0, now - since) / perFrame);
      if (frame >= view.n) {
        this.go(view.n);
        this.play();
        return;
      }
      if (frame !== view.frame) this.go(frame);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
  theme() {
    const root = document.documentElement, { theme } = root.dataset;
    const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    this.redraw();
  }
  zoom() {
    const { view } = this, all = view.to - view.from >= view.n;
    view.from = all ? Math.max(0, Math.min(view.n - 120, view.frame - 60)) : 0;
    view.to = all ? Math.min(view.n, view.from + 120) : Math.max(1, view.n);
    this.redraw();
  }

  /** @param {string} name */
  perform(name) {
    const { view } = this;
    switch (name) {
      case "prev": return this.go(view.step >= 0 ? view.frame : view.frame - 1);
      case "next": return this.go(view.frame + 1);
      case "back": return this.go(view.frame - 50);
      case "on": return this.go(view.frame + 50);
      case "first": return this.go(0);
      case "last": return this.go(view.n);
      case "fail": return this.toFailure();
      case "lead": return this.lead();
      case "iprev": return this.instruction(-1);
      case "inext": return this.instruction(1);
      case "over": return this.over();
      case "out": return this.out();
      case "nextcall": return this.call(1);
      case "prevcall": return this.call(-1);
      case "before": return this.edge(false);
      case "after": return this.edge(true);
      case "calls": case "printed": view.test = name; return this.render();
      case "text":
        view.test = view.test === name ? "calls" : name;
        side("test");
        return this.render();
      case "goto":
        view.tab = "mem";
        side("machine");
        this.render();
        return $("goto").focus();
      case "play": return this.play();
      case "theme": return this.theme();
      case "zoom": return this.zoom();
      case "keys": return $("keys").showModal();
      case "more": view.all = true; return this.render();
      case "source": case "executed": view.code = name; return this.render();
      case "mem": case "stack": case "ports": case "basic": view.tab = name; view.all = false; return this.render();
      case "expected": case "actual": case "difference":
        if (!view.head.pictures?.[name]) return;
        view.picture = view.picture === name ? "" : name;
        return this.render();
    }
  }
  /** First moment shown of a failure. */
  toFailure() {
    const { view } = this, { failure } = view.head;
    if (failure && failure.at !== undefined && ["crash", "report"].includes(failure.kind)) {
      view.tab = failure.tab ?? view.tab;
      return this.go(failure.at, this.stepAt(failure));
    }
    this.go(view.head.outcome === "passed" ? 0 : view.n);
  }
  /** The step of the instruction that a failure names by its time. @param {import("./model.js").Failure} failure */
  stepAt(failure) {
    if (failure.t === undefined || failure.at === undefined || failure.at >= this.view.n) return -1;
    return this.view.trace.steps(failure.at).t.indexOf(failure.t);
  }
  /** The group that the moment belongs to. */
  get group() { return currentGroup(this.view, this.groups); }
}

/** Show the test's side or the machine's, where there is room for one. @param {string} name */
function side(name) {
  document.body.dataset.side = name;
  select("side", name);
}

/** The step that a write belongs to. @param {import("./model.js").Steps} steps @param {number} w */
function stepOf(steps, w) {
  let low = 0, high = steps.n - 1;
  while (low < high) {
    const middle = low + high + 1 >> 1;
    if (steps.wrote[middle] <= w) low = middle;
    else high = middle - 1;
  }
  return low;
}
