// @ts-check
/** The instructions of one frame, run again and taken down step by step. */

import {
  AF, AF2, BC, BC2, BORDER, FLAGS, INSTRUCTION, INTERRUPT, IR, IX, IY, OUTSIDE, PAGING, PC, Reader, SP, WORDS, WZ,
} from "./reader.js";
import { A, F } from "../../page/z80_prefixed.js";

/** More instructions than a frame has, the shortest of four T-states each. */
const FIRST_CAPACITY = 18000;

/** Runs the instructions of a frame, one frame after the other in the same arrays; what it hands back are copies. */
export class Runner {
  /** @param {import("./model.js").Trace} trace */
  constructor(trace) {
    this.trace = trace;
    this.ram = trace.ram0;
    this.z80 = trace.z80;
    this.reads = this.border = this.paging = this.pc = this.n = this.writes = 0;
    this.capacity = FIRST_CAPACITY;
    this.rows = new Uint16Array(this.capacity * WORDS);
    this.t = new Float64Array(this.capacity);
    this.count = new Uint32Array(this.capacity);
    this.kind = new Uint8Array(this.capacity);
    this.wrote = new Uint32Array(this.capacity);
    this.places = new Uint32Array(this.capacity);
    this.before = new Uint8Array(this.capacity);
    this.after = new Uint8Array(this.capacity);
    /** @type {import("./model.js").Steps["ports"]} */ this.ports = [];
    this.z80.store = (address, value) => this.put(this.trace.place(address, this.paging), value);
    this.z80.input = port => this.read(port);
    this.z80.output = (port, value) => this.write(port, value);
  }

  /** @param {number} place @param {number} value */
  put(place, value) {
    const at = this.writes++;
    if (at >= this.places.length) this.growWrites();
    this.places[at] = place;
    this.before[at] = this.ram[place];
    this.ram[place] = this.after[at] = value;
  }
  /** @param {number} port */
  read(port) {
    const value = this.trace.reads[this.reads++] ?? 255;
    this.ports.push({ t: this.z80.tstates, step: this.n, pc: this.pc, port, value, out: false });
    return value;
  }
  /** @param {number} port @param {number} value */
  write(port, value) {
    this.ports.push({ t: this.z80.tstates, step: this.n, pc: this.pc, port, value, out: true });
    if (!(port & 1)) this.border = value & 7;
    if (this.trace.head.model.banked && !(port & 0x8002) && !(this.paging & 0x20)) this.page(value);
  }
  /** @param {number} paging */
  page(paging) {
    const { ram, z80, trace } = this;
    this.paging = paging;
    if (!trace.head.model.banked) {
      z80.slots = [trace.rom, ram.subarray(0, 0x4000), ram.subarray(0x4000, 0x8000), ram.subarray(0x8000)];
      return;
    }
    const bank = (/** @type {number} */ number) => ram.subarray(number << 14, number + 1 << 14);
    z80.slots = [trace.rom.subarray((paging >> 4 & 1) << 14), bank(5), bank(2), bank(paging & 7)];
    z80.slow[3] = paging & 1;
  }

  /** @param {Uint16Array} words */
  setWords(words) {
    const { g, shadow } = this.z80, z80 = this.z80;
    for (const [registers, at] of /** @type {[Uint8Array, number][]} */ ([[g, AF], [shadow, AF2]])) {
      registers[A] = words[at] >> 8;
      registers[F] = words[at];
      for (let pair = 0; pair < 3; pair++) {
        registers[2 * pair] = words[at + 1 + pair] >> 8;
        registers[2 * pair + 1] = words[at + 1 + pair];
      }
    }
    z80.setPair(8, words[IX]);
    z80.setPair(10, words[IY]);
    z80.sp = words[SP];
    z80.pc = words[PC];
    z80.i = words[IR] >> 8;
    z80.r = words[IR] & 255;
    z80.im = words[FLAGS] & 15;
    z80.iff = words[FLAGS] >> 4 & 1;
    z80.halted = words[FLAGS] >> 5 & 1;
    z80.wz = words[WZ];
    this.border = words[BORDER];
    this.page(words[PAGING]);
  }

  /** Take down the registers before step `n`. */
  row() {
    const { g, shadow } = this.z80, z80 = this.z80, rows = this.rows, at = this.n * WORDS;
    for (let pair = 0; pair < 3; pair++) {
      rows[at + BC + pair] = g[2 * pair] << 8 | g[2 * pair + 1];
      rows[at + BC2 + pair] = shadow[2 * pair] << 8 | shadow[2 * pair + 1];
    }
    rows[at] = g[A] << 8 | g[F];
    rows[at + AF2] = shadow[A] << 8 | shadow[F];
    rows[at + IX] = g[8] << 8 | g[9];
    rows[at + IY] = g[10] << 8 | g[11];
    rows[at + SP] = z80.sp;
    rows[at + PC] = z80.pc;
    rows[at + IR] = z80.i << 8 | z80.r;
    rows[at + FLAGS] = z80.im | z80.iff << 4 | z80.halted << 5;
    rows[at + BORDER] = this.border;
    rows[at + WZ] = z80.wz;
    rows[at + PAGING] = this.paging;
    this.t[this.n] = z80.tstates;
    this.wrote[this.n] = this.writes;
  }
  grow() {
    this.capacity *= 2;
    const { rows, t, count, kind, wrote } = this;
    (this.rows = new Uint16Array(this.capacity * WORDS)).set(rows);
    (this.t = new Float64Array(this.capacity)).set(t);
    (this.count = new Uint32Array(this.capacity)).set(count);
    (this.kind = new Uint8Array(this.capacity)).set(kind);
    (this.wrote = new Uint32Array(this.capacity)).set(wrote);
  }
  growWrites() {
    const { places, before, after } = this, capacity = 2 * places.length;
    (this.places = new Uint32Array(capacity)).set(places);
    (this.before = new Uint8Array(capacity)).set(before);
    (this.after = new Uint8Array(capacity)).set(after);
  }
  /** End a step. @param {number} kind @param {number} count */
  push(kind, count) {
    this.kind[this.n] = kind;
    this.count[this.n] = count;
    if (++this.n + 2 >= this.capacity) this.grow();
    this.row();
  }

  /**
   * Run a frame from the machine at its beginning; `reads` INs came before.
   * @param {number} frame @param {Uint8Array} ram @param {Uint16Array} words
   * @param {number} start @param {number} reads
   * @returns {import("./model.js").Steps}
   */
  run(frame, ram, words, start, reads) {
    const { trace, z80 } = this, last = frame === trace.n - 1;
    this.ram = ram;
    this.reads = reads;
    this.n = this.writes = 0;
    this.ports = [];
    this.setWords(words);
    z80.tstates = start;
    const end = trace.times[frame + 1], changes = trace.changes;
    let following = changes.findIndex(change => change.t >= trace.times[frame]);
    if (following < 0) following = changes.length;
    this.row();
    for (;;) {
      const change = changes[following], now = z80.tstates;
      if (change && now >= change.t && (change.t < end || last)) {
        this.apply(change);
        following++;
      } else if (now >= end) break;
      else this.step(change && change.t < end ? change.t : end);
    }
    const { n, writes } = this;
    this.wrote[n] = writes;
    return {
      n, t: this.t.slice(0, n + 1), rows: this.rows.slice(0, (n + 1) * WORDS), count: this.count.slice(0, n),
      kind: this.kind.slice(0, n), wrote: this.wrote.slice(0, n + 1), places: this.places.slice(0, writes),
      before: this.before.slice(0, writes), after: this.after.slice(0, writes), ports: this.ports,
    };
  }

  /** One step: an instruction, with all its repetitions (HALT, LDIR,
   *  DJNZ to itself); an interrupt after it is another.
   *  @param {number} until */
  step(until) {
    const { z80 } = this, pc = this.pc = z80.pc, sp = z80.sp;
    let repeats = 0, interrupted;
    do {
      interrupted = z80.execute1();
      repeats++;
    } while (!interrupted && z80.pc === pc && z80.sp === sp && z80.tstates < until);
    this.push(INSTRUCTION, repeats);
    if (interrupted) {
      z80.interrupt();
      this.push(INTERRUPT, 1);
    }
  }

  /** @param {import("./model.js").Change} change */
  apply(change) {
    const bytes = this.trace.changesBytes, reader = new Reader(bytes);
    reader.at = change.at;
    reader.runs((place, from, length) => {
      for (let k = 0; k < length; k++) this.put(place + k, bytes[from + k]);
    });
    if (change.words) {
      this.setWords(change.words);
      this.z80.tstates = change.clock;
    }
    this.push(OUTSIDE, 1);
  }
}
