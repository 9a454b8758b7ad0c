// @ts-check
/** Contents of a trace, and the machine at any moment of it: frames as kept, their instructions run again. */

import { Reader, WORDS } from "./reader.js";
import { Runner } from "./runner.js";
import { Z80 } from "../../page/z80.js";

/** @typedef {{name: string, frame: number, second: number, interrupt: number, contention: [number, number],
 *  banked: boolean}} Model */
/** @typedef {{k: string, n: string, a: string, t: number, e: number, l: [number, string, number][],
 *  error?: string}} Call */
/** @typedef {{title: string, kind: string, expected?: string, shown?: string, note?: string,
 *   looks_at: Record<string, any>,
 *   at?: number, t?: number, tab?: string, button?: string, report?: string, line?: [number, number]}} Failure */
/** @typedef {{format: string, name: string, test: string, file: string, outcome: string, model: Model,
 *   begin: number, end: number,
 *   frames: number, every: number, not_exact?: string, cut?: string, failure?: Failure, output?: string,
 *   calls: Call[], keys: [number, string[]][],
 *   pictures?: Record<string, string>}} Head */
/** @typedef {{labels: [number, string, number?][], lines: Record<string, [number, number]>,
 *   files: {name: string, lines: string[]}[],
 *   start: number, end: number}} Source */

const KEYFRAMES = 64;
/** Of frames that were run, those run last are kept: some 50 bytes a step. */
const MOST_STEPS_KEPT = 800000;
/** And at the least so many, and those since two frames that the file has: a frame is run from those before it. */
const FEWEST_FRAMES_KEPT = 8;
/** Contents of the RAM that are kept: the next frame begins from them, and is compared with them. */
const RAMS_KEPT = 4;

/** @typedef {{t: number, clock: number, words: Uint16Array | null, at: number}} Change */

/** @typedef {{t: number, step: number, pc: number, port: number, value: number, out: boolean}} PortEvent */
/**
 * The instructions of a frame, in columns: `rows` are the registers before each step and, last, after them;
 * `wrote` says where in `places` (of the RAM), `before` and `after` a step's changes begin.
 * @typedef {{n: number, t: Float64Array, rows: Uint16Array, count: Uint32Array, kind: Uint8Array, wrote: Uint32Array,
 *   places: Uint32Array, before: Uint8Array, after: Uint8Array, ports: PortEvent[]}} Steps
 */

export class Trace {
  /**
   * @param {Head} head
   * @param {{ram: Uint8Array, rom: Uint8Array, frames: Uint8Array, reads: Uint8Array, sound: Uint8Array,
   *   changes: Uint8Array}} parts
   */
  constructor(head, parts) {
    this.head = head;
    this.ram0 = parts.ram;
    this.rom = parts.rom;
    this.bytes = parts.frames;
    this.reads = parts.reads;
    this.n = head.frames;
    this.ulaBefore = 0;
    this.ayBefore = new Uint8Array(16);
    /** Writes to the ULA and the sound chip. @type {{t: number, value: number}[]} */ this.ula = [];
    /** @type {{t: number, register: number, value: number}[]} */ this.ay = [];
    this.timing = { frame: head.model.frame, interrupt: head.model.interrupt, contention: head.model.contention };
    /** T-states since power-on, registers, INs before, and where the changes of memory lie; of kept frames only. */
    this.times = new Float64Array(this.n + 1);
    /** @type {Uint16Array[]} */ this.words = [];
    this.readsBefore = new Uint32Array(this.n + 1);
    this.memoryAt = new Int32Array(this.n + 1).fill(-1);
    this.kept = new Uint8Array(this.n + 1);
    /** @type {Map<number, Uint8Array>} memory at some frames, to begin from */
    this.keyframes = new Map();
    /** @type {Map<number, Steps>} */ this.runs = new Map();
    /** @type {{frame: number, ram: Uint8Array}[]} the RAM at some frames, the last asked for at the end */
    this.rams = [];
    this.parseFrames();
    this.changesBytes = parts.changes;
    this.changes = this.parseChanges(parts.changes);
    this.parseSound(parts.sound);
    this.z80 = new Z80(this.timing);
    this.z80.asSkoolKit = true;
    this.runner = new Runner(this);
    this.stepsKept = 0;
  }

  parseFrames() {
    const reader = new Reader(this.bytes), ram = this.ram0.slice();
    let t = this.head.begin, reads = 0, words = new Uint16Array(WORDS), number = 0;
    while (reader.at < this.bytes.length) {
      const frame = Math.min(number * this.head.every, this.n);
      t += reader.number();
      const mask = reader.word() | reader.byte() << 16;
      words = words.slice();
      for (let index = 0; index < WORDS; index++) if (mask >> index & 1) words[index] = reader.word();
      reads += reader.number();
      this.times[frame] = t;
      this.words[frame] = words;
      this.readsBefore[frame] = reads;
      this.memoryAt[frame] = reader.at;
      this.kept[frame] = 1;
      reader.runs((place, from, length) => ram.set(this.bytes.subarray(from, from + length), place));
      if (number % KEYFRAMES === 0) this.keyframes.set(frame, ram.slice());
      number++;
    }
    for (let frame = 1; frame < this.n; frame++) {
      const edge = Math.floor(this.head.begin / this.timing.frame) + frame;
      if (!this.kept[frame]) this.times[frame] = edge * this.timing.frame;
    }
  }

  /** @param {Uint8Array} bytes @returns {Change[]} */
  parseChanges(bytes) {
    const reader = new Reader(bytes), changes = [];
    for (let left = reader.number(); left; left--) {
      const t = reader.number() + this.head.begin, clock = reader.number() + this.head.begin;
      /** @type {Uint16Array | null} */ let words = null;
      if (reader.byte()) {
        words = new Uint16Array(WORDS);
        for (let index = 0; index < WORDS; index++) words[index] = reader.word();
      }
      changes.push({ t, clock, words, at: reader.at });
      reader.runs();
    }
    return changes;
  }

  /** @param {Uint8Array} bytes */
  parseSound(bytes) {
    const reader = new Reader(bytes);
    this.ulaBefore = reader.byte();
    let t = this.head.begin;
    for (let left = reader.number(); left; left--) this.ula.push({ t: t += reader.number(), value: reader.byte() });
    this.ayBefore = Uint8Array.from({ length: 16 }, () => reader.byte());
    t = this.head.begin;
    for (let left = reader.number(); left; left--) {
      this.ay.push({ t: t += reader.number(), register: reader.byte(), value: reader.byte() });
    }
  }

  // -- memory

  /** Return an address's place in the RAM, -1 in the ROM. @param {number} address @param {number} paging */
  place(address, paging) {
    if (address < 0x4000) return -1;
    if (!this.head.model.banked) return address - 0x4000;
    const bank = address < 0x8000 ? 5 : address < 0xc000 ? 2 : paging & 7;
    return bank << 14 | address & 0x3fff;
  }
  /** The address at which a place of the RAM is seen, or -1. @param {number} place @param {number} paging */
  address(place, paging) {
    if (!this.head.model.banked) return place + 0x4000;
    const bank = place >> 14, offset = place & 0x3fff;
    if (bank === (paging & 7)) return 0xc000 | offset;
    return bank === 5 ? 0x4000 | offset : bank === 2 ? 0x8000 | offset : -1;
  }
  /** Return the beginning of the screen that shows. @param {number} paging */
  screenPlace(paging) { return this.head.model.banked ? (paging & 8 ? 7 : 5) << 14 : 0; }
  /** @param {Uint8Array} ram @param {number} address @param {number} paging */
  peek(ram, address, paging) {
    address &= 0xffff;
    const place = this.place(address, paging);
    return place < 0 ? this.rom[(this.head.model.banked ? (paging >> 4 & 1) << 14 : 0) | address] : ram[place];
  }
  /** @param {Uint8Array} ram @param {number} address @param {number} paging */
  peekWord(ram, address, paging) { return this.peek(ram, address, paging) | this.peek(ram, address + 1, paging) << 8; }

  /** The last kept frame up to a frame. @param {number} frame */
  keptBefore(frame) {
    while (!this.kept[frame]) frame--;
    return frame;
  }

  /** The RAM at a kept frame; not to be written to. @param {number} frame */
  keptRam(frame) {
    const { rams, bytes } = this;
    let at = -1, from = this.ram0;
    for (const known of rams) {
      if (known.frame === frame) return known.ram;
      if (known.frame < frame && known.frame > at && this.kept[known.frame]) ({ frame: at, ram: from } = known);
    }
    if (at < 0 || frame - at > KEYFRAMES * this.head.every) {
      for (at = frame; !this.keyframes.has(at);) at--;
      from = /** @type {Uint8Array} */ (this.keyframes.get(at));
    }
    const reader = new Reader(bytes), ram = from.slice();
    while (at < frame) {
      do at++; while (!this.kept[at]);
      reader.at = this.memoryAt[at];
      reader.runs((place, start, length) => {
        for (let k = 0; k < length; k++) ram[place + k] = bytes[start + k];
      });
    }
    return this.keepRam(frame, ram);
  }

  /** Call back for each run of bytes that differs from the kept frame before. @param {number} frame
   *  @param {(place: number, from: number, length: number) => void} each */
  changedRuns(frame, each) {
    if (this.memoryAt[frame] < 0) return;
    const reader = new Reader(this.bytes);
    reader.at = this.memoryAt[frame];
    reader.runs(each);
  }

  /** @param {number} frame @param {Uint8Array} ram */
  keepRam(frame, ram) {
    this.rams.push({ frame, ram });
    if (this.rams.length > RAMS_KEPT) this.rams.shift();
    return ram;
  }

  /** The RAM at the beginning of a frame; not to be written to. @param {number} frame @returns {Uint8Array} */
  ramOf(frame) {
    if (this.kept[frame]) return this.keptRam(frame);
    const known = this.rams.find(one => one.frame === frame);
    if (known) return known.ram;
    const { places, after } = this.steps(frame - 1), ram = this.ramAt(frame - 1);
    for (let k = 0; k < places.length; k++) ram[places[k]] = after[k];
    return this.keepRam(frame, ram);
  }
  /** The RAM at the beginning of a frame, a copy. @param {number} frame */
  ramAt(frame) { return this.ramOf(frame).slice(); }
  /** The registers at the beginning of a frame. @param {number} frame */
  wordsAt(frame) {
    if (this.kept[frame]) return this.words[frame];
    const steps = this.steps(frame - 1);
    return steps.rows.slice(steps.n * WORDS, steps.n * WORDS + WORDS);
  }

  // -- instructions

  /** The steps of a frame, run again. @param {number} frame @returns {Steps} */
  steps(frame) {
    const known = this.runs.get(frame);
    if (known) return known;
    if (frame >= this.n) {
      const none = new Uint8Array(0), empty = new Uint32Array(0), wrote = new Uint32Array(1);
      const t = Float64Array.of(this.times[this.n]), rows = this.wordsAt(this.n).slice();
      return { n: 0, t, rows, count: empty, kind: none, wrote, places: empty, before: none, after: none, ports: [] };
    }
    const ram = this.ramAt(frame), reads = this.readsAt(frame);
    const start = this.kept[frame] ? this.times[frame] : this.endOf(frame - 1);
    const steps = this.runner.run(frame, ram, this.wordsAt(frame), start, reads);
    this.runs.set(frame, steps);
    this.stepsKept += steps.n;
    for (const [oldest, { n }] of this.runs) {
      if (this.stepsKept <= MOST_STEPS_KEPT || this.runs.size <= 2 * this.head.every + FEWEST_FRAMES_KEPT) break;
      this.runs.delete(oldest);
      this.stepsKept -= n;
    }
    return steps;
  }
  /** When a frame's last step ended. @param {number} frame */
  endOf(frame) {
    const steps = this.steps(frame);
    return steps.t[steps.n];
  }
  /** Count the INs before a frame. @param {number} frame */
  readsAt(frame) {
    const from = this.keptBefore(frame);
    let reads = this.readsBefore[from];
    for (let at = from; at < frame; at++) for (const port of this.steps(at).ports) if (!port.out) reads++;
    return reads;
  }

  /** Return true if a kept frame's instructions lead to the next kept one, bit by bit. @param {number} frame */
  isExact(frame) {
    let next = frame + 1;
    while (!this.kept[next]) next++;
    const ram = this.ramAt(next - 1), { places, after, rows, n } = this.steps(next - 1);
    for (let k = 0; k < places.length; k++) ram[places[k]] = after[k];
    const words = rows.subarray(n * WORDS), kept = this.keptRam(next);
    return words.every((word, index) => word === this.words[next][index])
      && ram.every((byte, place) => byte === kept[place])
      && this.endOf(next - 1) === this.times[next];
  }
}
