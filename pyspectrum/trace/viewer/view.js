// @ts-check
/** The view, and the machine at that moment. */

import { disassemble } from "./disassembly.js";
import { FLAGS, IR, PAGING, PC, SP, WORDS } from "./reader.js";
import { usesHl } from "../../page/z80_prefixed.js";

/** Colours and lengths of the style; asked for once, since to ask is to have the whole style computed. */
const styles = new Map();
/** A colour or length of the style. @param {string} name @returns {string} */
export function css(name) {
  if (!styles.has(name)) styles.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return styles.get(name);
}
/** The style is another now: light or dark. */
export const forgetStyles = () => styles.clear();
const inGroups = new Intl.NumberFormat("en");
/** @param {number} n */
export const thousands = n => inGroups.format(n);

/** @typedef {{ram: Uint8Array, words: Uint16Array, before: Uint16Array, wrote: Set<number>,
 *   base: Uint8Array, t: number,
 *   peek: (address: number) => number, paging: number}} Moment
 *   `wrote`: places of the step before; `base`: RAM to compare with */

export class View {
  /**
   * @param {import("./model.js").Trace} trace @param {import("./names.js").Names} names
   * @param {import("./sound.js").Tone[]} tones @param {number[]} edges @param {import("./region.js").Region} region
   * @param {{t: number, colour: number}[]} borders
   */
  constructor(trace, names, tones, edges, region, borders) {
    this.trace = trace;
    this.head = trace.head;
    this.names = names;
    this.tones = tones;
    this.edges = edges;
    this.region = region;
    this.borders = borders;
    this.frame = 0;
    /** The step that is about to be executed; -1 at the frame's edge. */
    this.step = -1;
    this.code = "source";
    this.tab = "mem";
    this.picture = "";
    /** The part of the test beside the trace: its calls, its text, what it printed. */
    this.test = "calls";
    /** The address that memory is shown from; null for what has changed. @type {number | null} */ this.address = null;
    this.base = "hex";
    /** True if long lists are shown to their end. */
    this.all = false;
    /** The list of code that is shown, and its first row: it stays while the marked row is well within. */
    this.list = { name: "", top: 0 };
    this.playing = false;
    this.spin = 0;
    /** The frames that the timeline shows. */
    this.from = 0;
    this.to = Math.max(1, trace.n);
    /** A square of the screen that was asked about. @type {number | null} */ this.square = null;
    /** The finding of a jump: shown while one stays there.
     *  @type {{frame: number, step: number, text: string} | null} */
    this.said = null;
    /** @type {Moment | null} */ this.known = null;
    this.knownAt = "";
    /** Sizes of elements, measured once until the page is drawn anew. @type {Map<HTMLElement, [number, number]>} */
    this.sizes = new Map();
  }
  /** Width and height of an element. @param {HTMLElement} element @returns {[number, number]} */
  size(element) {
    let size = this.sizes.get(element);
    if (!size) this.sizes.set(element, size = [element.clientWidth, element.clientHeight]);
    return size;
  }
  get n() { return this.trace.n; }
  get frameTstates() { return this.head.model.frame; }
  /** T-states since the beginning. @param {number} t */
  seconds(t) { return `${(t / this.head.model.second).toFixed(2)} s`; }
  /** The moment shown, since the beginning. */
  get now() {
    if (this.step < 0 || this.frame >= this.n) return this.trace.times[this.frame] - this.head.begin;
    return this.trace.steps(this.frame).t[this.step] - this.head.begin;
  }

  /** The machine at the moment that is shown. @returns {Moment} */
  moment() {
    const key = `${this.frame}:${this.step}`;
    if (this.known && this.knownAt === key) return this.known;
    const { trace, frame, step } = this;
    let ram = trace.ramOf(frame), base = ram;
    let words = trace.wordsAt(frame), before = frame ? trace.wordsAt(frame - 1) : words;
    /** @type {Set<number>} */ const wrote = new Set();
    if (step >= 0) {
      const steps = trace.steps(frame);
      ram = base.slice();
      for (let w = 0; w < steps.wrote[step]; w++) ram[steps.places[w]] = steps.after[w];
      words = steps.rows.subarray(step * WORDS, step * WORDS + WORDS);
      before = step ? steps.rows.subarray((step - 1) * WORDS, step * WORDS) : words;
      for (let w = step ? steps.wrote[step - 1] : 0; w < steps.wrote[step]; w++) wrote.add(steps.places[w]);
    } else if (frame) base = trace.ramOf(frame - 1);
    const paging = words[PAGING];
    const peek = (/** @type {number} */ address) => trace.peek(ram, address, paging);
    this.known = { ram, words, before, wrote, base, t: this.now, peek, paging };
    this.knownAt = key;
    return this.known;
  }
  /** The instruction at an address as it is at a moment. @param {Moment} moment @param {number} pc */
  instruction(moment, pc) { return disassemble(moment.peek, pc, usesHl); }

  /** The calls that lead to a moment: return addresses on the stack that follow a CALL. @param {Moment} moment */
  callers(moment) {
    const found = [];
    for (let k = 0, sp = moment.words[SP]; k < 24 && found.length < 6; k++, sp += 2) {
      const target = moment.peek(sp) | moment.peek(sp + 1) << 8, call = target - 3;
      if (call < 0x4000) continue;
      const op = moment.peek(call);
      if ((op === 0xcd || (op & 0xc7) === 0xc4) && this.names.line(call, moment.paging)) found.push(call);
    }
    return found;
  }
  /** PC, or where an interrupt that has just come will return to. @param {Moment} moment
   *  @returns {[number, boolean]} */
  whereabouts(moment) {
    const pc = moment.words[PC];
    if (!this.names.line(pc, moment.paging) && this.step <= 1) {
      const back = moment.peek(moment.words[SP]) | moment.peek(moment.words[SP] + 1) << 8;
      if (this.names.line(back, moment.paging)) return [back, true];
    }
    return [pc, false];
  }
  /** Describe I, IM, interrupts and border for the registers' row. @param {Uint16Array} words */
  status(words) {
    const flags = words[FLAGS], i = (words[IR] >> 8).toString(16).toUpperCase().padStart(2, "0");
    const paging = this.head.model.banked ? ` · bank ${words[PAGING] & 7}${words[PAGING] & 8 ? " · screen 7" : ""}`
      : "";
    return `I ${i} · IM ${flags & 15} · ${flags >> 4 & 1 ? "EI" : "DI"} · border ${words[14] & 7}${paging}`;
  }
  /** The keys that are down. @param {number} t @returns {string[]} */
  held(t) {
    /** @type {string[]} */ let keys = [];
    for (const [since, down] of this.head.keys) {
      if (since > t) break;
      keys = down;
    }
    return keys;
  }
}
