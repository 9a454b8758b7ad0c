// @ts-check
/**
 * A whole 48K, 128K or +2 but for its casing: memory, paging, ports, the floating bus, the sound chip's registers.
 *
 * It does what `pyspectrum.core` does, T-state for T-state: see `bus.py` and `paging.py` there for the
 * sources. Tape, picture and sound are devices that are put in.
 */

import { Z80 } from "./z80.js";

/**
 * @typedef {{name: string, banked: boolean, frame: number, second: number, interrupt: number,
 *  contention: [number, number], fetch: number}} Model facts in T-states: frame, second, INT's length, first wait and
 *  line, first fetch of the picture
 * @typedef {{nextLook: () => number, look: () => void, serve: () => void, trap: number}} Device one that stops the
 *  machine at moments and, in the ROM with 48 BASIC, at an address
 * @typedef {{begin: (machine: Machine) => void, fetch: (now: number) => void,
 *  border: (now: number, colour: number) => void, end: () => void}} Beam
 */

const SCREEN_BYTES = 0x1b00, BITMAP_BYTES = 0x1800;
const NOTHING = 0xff, NO_KEY = 0x1f;
const LOCK = 0x20, PAGING_OF_48K = 0x30;
const AFTER_FETCH = 3;
/** Bits that each register of the sound chip has. */
const AY_MASKS = [0xff, 15, 0xff, 15, 0xff, 15, 31, 0xff, 31, 31, 31, 0xff, 0xff, 15, 0xff, 0xff];
const AY_MIXER = 7, AY_PORT_A = 14, PORT_A_PINS = 0xbf;

export class Machine {
  /** @param {Model} model @param {Uint8Array[]} roms one, or two of which the second holds 48 BASIC */
  constructor(model, roms) {
    this.model = model;
    this.roms = roms;
    /** By their numbers; a 48K has 5, 2 and 0. @type {Uint8Array[]} */
    this.banks = [];
    for (const bank of model.banked ? [0, 1, 2, 3, 4, 5, 6, 7] : [5, 2, 0]) this.banks[bank] = new Uint8Array(0x4000);
    this.z80 = new Z80(model);
    /** Half-rows #FEFE to #7FFE; a pressed key is a 0 bit. */
    this.rows = new Uint8Array(8).fill(NO_KEY);
    /** Bits 000FUDLR of a Kempston joystick; -1 without one. */
    this.kempston = -1;
    this.ula = 7;
    this.paging = 0;
    /** @type {Uint8Array} */ this.screen = this.banks[5];
    this.selected = 0;
    this.ay = new Uint8Array(16);
    this.ulaReads = 0;
    /** Clock at the beginning of the instruction under way, within the frame. */
    this.began = 0;
    /** T-states at which the EAR level turns over, and how many have passed. @type {Float64Array} */
    this.edges = new Float64Array(0);
    this.passed = 0;
    /** Writes since they were taken: T-states, register (16 for the ULA), value. @type {number[]} */
    this.writes = [];
    this.logs = false;
    /** @type {Device | null} */ this.tape = null;
    /** @type {Beam | null} */ this.beam = null;
    /** Callbacks by address. @type {Map<number, Set<(machine: Machine) => void>>} */
    this.hooks = new Map();
    this.stops = new Uint8Array(0x10000);
    this.stopped = false;
    this.z80.store = (address, value) => this.store(address, value);
    this.z80.input = port => this.read(port);
    this.z80.output = (port, value) => this.write(port, value);
    this.page(model.banked ? 0 : PAGING_OF_48K);
    this.reset();
  }

  get tstates() { return this.z80.edge + this.z80.now; }
  /** Number of the frame since power-on. */
  get frame() { return this.z80.edge / this.model.frame; }
  /** True if the ROM with 48 BASIC is paged in. */
  get isBasicRom() { return !!(this.paging & 0x10); }

  /** Start the Z80 at 0 with the sound chip silent and the paging unlocked; time continues. */
  reset() {
    const { z80 } = this;
    if (this.model.banked) this.page(0);
    this.selected = 0;
    this.ay.fill(0);
    z80.pc = z80.iff = z80.im = z80.halted = 0;
    if (!z80.edge && !z80.now) z80.sp = 0xffff;
  }

  // -- memory

  /** Page in what a byte at #7FFD says. @param {number} value */
  page(value) {
    const { banks, roms, z80 } = this;
    this.beam?.fetch(z80.now);
    this.paging = value;
    this.screen = banks[value & 8 ? 7 : 5];
    z80.slots = [roms[value >> 4 & roms.length - 1], banks[5], banks[2], banks[value & 7]];
    z80.slow[3] = this.model.banked ? value & 1 : 0;
  }
  /** @param {number} address @param {number} value */
  store(address, value) {
    const slot = this.z80.slots[address >> 14], at = address & 0x3fff;
    if (at < SCREEN_BYTES && slot === this.screen) this.beam?.fetch(this.z80.now);
    slot[at] = value;
  }
  /** Return bytes that the Z80 sees. @param {number} address @param {number} length */
  peek(address, length) {
    return Uint8Array.from({ length }, (_, k) => this.z80.peek(address + k & 0xffff));
  }
  /** Write to RAM from outside. @param {number} address @param {Uint8Array} bytes */
  poke(address, bytes) {
    bytes.forEach((byte, k) => { if (address + k & 0xc000) this.store(address + k & 0xffff, byte); });
  }

  // -- ports

  /** @param {number} port */
  read(port) {
    const { banked } = this.model;
    if (!(port & 1)) {
      this.ulaReads++;
      return 0xa0 | this.ear() << 6 | this.keys(port >> 8);
    }
    if (this.kempston >= 0 && !(port & 0x20)) return this.kempston;
    if (banked && (port & 0xc002) === 0xc000) return this.readChip();
    const value = this.floating(this.z80.now % this.model.frame);
    // a 128 does not tell this read from a write: what is on the bus goes to the port
    if (banked && !(port & 0x8002) && !(this.paging & LOCK)) this.page(value);
    return value;
  }
  /** The EAR level as it was when the instruction began, as the Python machine has it. */
  ear() {
    const { edges } = this, now = this.z80.edge + this.began;
    while (edges[this.passed] <= now) this.passed++;
    return this.passed & 1;
  }
  /** @param {number} unselected half-rows, a bit 1 each that is not asked for */
  keys(unselected) {
    let keys = NO_KEY;
    for (let row = 0; row < 8; row++) if (!(unselected >> row & 1)) keys &= this.rows[row];
    return keys;
  }
  readChip() {
    const { ay, selected } = this;
    if (selected > 15) return NOTHING;
    if (selected !== AY_PORT_A) return ay[selected];
    return ay[AY_MIXER] & 0x40 ? ay[AY_PORT_A] & PORT_A_PINS : PORT_A_PINS;
  }
  /** The byte on the bus when an input cycle ends: what the ULA fetches. @param {number} now */
  floating(now) {
    const place = now - this.model.fetch - AFTER_FETCH, tstates = this.model.contention[1];
    const line = Math.floor(place / tstates), within = place - line * tstates, phase = within & 7;
    if (line < 0 || line > 191 || within > 127 || phase > 3) return NOTHING;
    const column = (within >> 3) * 2 + (phase >> 1);
    if (phase & 1) return this.screen[BITMAP_BYTES + 32 * (line >> 3) + column];
    return this.screen[(line >> 6 << 11 | (line & 7) << 8 | (line >> 3 & 7) << 5) + column];
  }

  /** @param {number} port @param {number} value */
  write(port, value) {
    const { now } = this.z80;
    if (!(port & 1) && value !== this.ula) {
      if ((value ^ this.ula) & 7) this.beam?.border(now, value & 7);
      this.ula = value;
      this.log(16, value);
    }
    if (!this.model.banked) return;
    if (!(port & 0x8002) && !(this.paging & LOCK)) this.page(value);
    if ((port & 0xc002) === 0xc000) this.selected = value;
    else if ((port & 0xc002) === 0x8000 && this.selected < 16) {
      this.ay[this.selected] = value & AY_MASKS[this.selected];
      this.log(this.selected, value);
    }
  }
  /** @param {number} register @param {number} value */
  log(register, value) {
    if (this.logs) this.writes.push(this.tstates, register, value);
  }

  // -- the tape's socket, and hooks

  /** Turn the EAR level over at these T-states, ascending; none stops the tape. @param {Float64Array} edges */
  play(edges) {
    this.edges = edges;
    this.passed = 0;
  }
  /** Call back before the instruction at an address; return what ends it.
   *  @param {number} address @param {(machine: Machine) => void} callback */
  hook(address, callback) {
    const here = this.hooks.get(address) ?? new Set();
    this.hooks.set(address, here.add(callback));
    this.stops[address]++;
    return () => { if (here.delete(callback)) this.stops[address]--; };
  }
  /** Have `run` return before the next instruction; for hooks. */
  stop() { this.stopped = true; }

  // -- running

  /** Run until the clock reaches `until`, or a hook stops it. @param {number} until */
  run(until) {
    this.stopped = false;
    while (!this.stopped && this.tstates < until) {
      const { tape } = this;
      this.execute(Math.min(until, tape ? Math.max(tape.nextLook(), this.tstates + 1) : until), tape ? tape.trap : -1);
      tape?.look();
      if (this.stops[this.z80.pc]) for (const hook of [...this.hooks.get(this.z80.pc) ?? []]) hook(this);
      if (tape && this.z80.pc === tape.trap && this.isBasicRom) tape.serve();
    }
  }
  /** Run to the next frame's edge, or until a hook stops. */
  runFrame() {
    this.run(this.z80.edge + this.model.frame);
  }

  /** Execute instructions to a moment, a hook's address or the trap. @param {number} until @param {number} trap */
  execute(until, trap) {
    const { z80, stops } = this;
    do {
      const { edge } = z80;
      this.began = z80.now;
      z80.step();
      if (edge !== z80.edge) this.endFrame();
    } while (z80.edge + z80.now < until && !stops[z80.pc] && z80.pc !== trap);
  }
  endFrame() {
    this.beam?.end();
    this.beam?.begin(this);
  }
}
