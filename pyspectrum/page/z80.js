// @ts-check
/**
 * A Z80, T-state for T-state as the Python machine's: contention, MEMPTR and the undocumented flags included.
 * It knows no devices: its machine gives it `input`, `output` and `store`.
 *
 * SCF and CCF take bits 3 and 5 from A, and from F too unless the instruction before has set the flags. SkoolKit takes
 * them from A alone; with `asSkoolKit` so does this, to do again what it did.
 *
 * Sources: Zilog's manual; S. Young, "The Undocumented Z80 Documented"; P. Rak, z80test; World of Spectrum on
 * contention.
 */

import { A, B, D, E, F, H, L, SZP, bits, extended, setsFlags, usesHl } from "./z80_prefixed.js";

const IX = 8, IY = 10;
const DELAYS = [6, 5, 4, 3, 2, 1, 0, 0];

/** @typedef {{frame: number, interrupt: number, contention: [number, number]}} Timing frame's length, INT's,
 *  first wait and line */

export class Z80 {
  /** @param {Timing} timing */
  constructor(timing) {
    this.timing = timing;
    this.g = new Uint8Array(12); // B C D E H L F A IXh IXl IYh IYl
    this.shadow = new Uint8Array(8);
    this.sp = this.pc = this.wz = this.i = this.r = this.im = this.iff = this.halted = 0;
    /** The instruction under way and the one before: its opcode, after CB and ED with that in the high byte. */
    this.code = this.codeBefore = 0;
    this.asSkoolKit = false;
    /** The clock: T-states since the last frame's edge, and when that was. */
    this.now = this.edge = 0;
    /** The pages that are seen, the first the ROM, and whether the ULA delays them. @type {Uint8Array[]} */
    this.slots = [];
    this.slow = [0, 1, 0, 0];
    this.waits = new Uint8Array(timing.frame + 256);
    for (let line = 0; line < 192; line++) {
      for (let t = 0; t < 128; t++) this.waits[timing.contention[0] + line * timing.contention[1] + t] = DELAYS[t & 7];
    }
    /** @type {(port: number) => number} */
    this.input = () => 255;
    /** @type {(port: number, value: number) => void} */
    this.output = () => {};
    /** @type {(address: number, value: number) => void} */
    this.store = (address, value) => { this.slots[address >> 14][address & 0x3fff] = value; };
  }

  get tstates() { return this.edge + this.now; }
  set tstates(t) {
    this.now = t % this.timing.frame;
    this.edge = t - this.now;
  }

  /** @param {number} address */
  peek(address) { return this.slots[address >> 14 & 3][address & 0x3fff]; }

  // -- the bus: every access waits for the ULA, then takes its time

  /** @param {number} address @param {number} t */
  wait(address, t) { this.now += (this.slow[address >> 14] ? this.waits[this.now] : 0) + t; }
  /** @param {number} address @param {number} times */
  idle(address, times) {
    if (!this.slow[address >> 14]) this.now += times;
    else while (times--) this.now += this.waits[this.now] + 1;
  }
  /** @param {number} address */
  read(address) {
    this.now += (this.slow[address >> 14] ? this.waits[this.now] : 0) + 3;
    return this.slots[address >> 14][address & 0x3fff];
  }
  /** @param {number} address @param {number} value */
  write(address, value) {
    this.wait(address, 3);
    if (address > 0x3fff) this.store(address, value);
  }
  opcode() {
    const pc = this.pc;
    this.now += (this.slow[pc >> 14] ? this.waits[this.now] : 0) + 4;
    this.r = this.r & 0x80 | this.r + 1 & 0x7f;
    this.pc = pc + 1 & 0xffff;
    return this.slots[pc >> 14][pc & 0x3fff];
  }
  next() {
    const value = this.read(this.pc);
    this.pc = this.pc + 1 & 0xffff;
    return value;
  }
  nextWord() { const low = this.next(); return low | this.next() << 8; }
  /** @param {number} port */
  portCycle(port) {
    const slow = this.slow[port >> 14];
    if (port & 1) {
      if (slow) this.idle(0x4000, 4);
      else this.now += 4;
    } else {
      this.now += (slow ? this.waits[this.now] : 0) + 1;
      this.now += this.waits[this.now] + 3;
    }
  }
  get ir() { return this.i << 8 | this.r; }
  /** @param {number} word */
  push(word) {
    this.sp = this.sp - 1 & 0xffff;
    this.write(this.sp, word >> 8);
    this.sp = this.sp - 1 & 0xffff;
    this.write(this.sp, word & 0xff);
  }
  pop() {
    const low = this.read(this.sp);
    const high = this.read(this.sp + 1 & 0xffff);
    this.sp = this.sp + 2 & 0xffff;
    return high << 8 | low;
  }

  // -- registers

  /** @param {number} at */
  pair(at) { return this.g[at] << 8 | this.g[at + 1]; }
  /** @param {number} at @param {number} word */
  setPair(at, word) { this.g[at] = word >> 8; this.g[at + 1] = word; }
  /** BC, DE, HL (or IX, IY) or SP. @param {number} p @param {number} hl */
  wide(p, hl) { return p === 3 ? this.sp : this.pair(p === 2 ? hl : 2 * p); }
  /** @param {number} p @param {number} hl @param {number} word */
  setWide(p, hl, word) {
    if (p === 3) this.sp = word & 0xffff;
    else this.setPair(p === 2 ? hl : 2 * p, word);
  }
  get af() { return this.g[A] << 8 | this.g[F]; }
  set af(word) { this.g[A] = word >> 8; this.g[F] = word; }
  /** @param {number} condition */
  holds(condition) {
    const f = this.g[F];
    return (f >> [6, 0, 2, 7][condition >> 1] & 1) === (condition & 1);
  }

  // -- arithmetic

  /** @param {number} operation @param {number} value */
  alu(operation, value) {
    const g = this.g, a = g[A];
    switch (operation) {
      case 0: case 1: {
        const sum = a + value + (operation ? g[F] & 1 : 0);
        g[A] = sum;
        g[F] = sum & 0xa8 | (sum & 0xff ? 0 : 0x40) | (a ^ value ^ sum) & 0x10
          | ((a ^ sum) & (value ^ sum) & 0x80) >> 5 | sum >> 8;
        return;
      }
      case 2: case 3: case 7: {
        const rest = a - value - (operation === 3 ? g[F] & 1 : 0);
        const seen = operation === 7 ? value : rest;
        g[F] = rest & 0x80 | seen & 0x28 | (rest & 0xff ? 0 : 0x40) | (a ^ value ^ rest) & 0x10
          | ((a ^ value) & (a ^ rest) & 0x80) >> 5 | 2 | rest >> 8 & 1;
        if (operation !== 7) g[A] = rest;
        return;
      }
      case 4: g[A] = a & value; g[F] = SZP[g[A]] | 0x10; return;
      case 5: g[A] = a ^ value; g[F] = SZP[g[A]]; return;
      default: g[A] = a | value; g[F] = SZP[g[A]];
    }
  }
  /** @param {number} value @param {number} by 1 or -1 */
  step1(value, by) {
    const result = value + by & 0xff;
    const overflow = by > 0 ? result === 0x80 : result === 0x7f;
    const half = by > 0 ? !(result & 15) : (result & 15) === 15;
    this.g[F] = this.g[F] & 1 | result & 0xa8 | (result ? 0 : 0x40) | (half ? 0x10 : 0) | (overflow ? 4 : 0)
      | (by > 0 ? 0 : 2);
    return result;
  }
  /** RLC RRC RL RR SLA SRA SLL SRL. @param {number} kind @param {number} value */
  rotate(kind, value) {
    const carry = this.g[F] & 1, left = !(kind & 1);
    const into = [left ? value >> 7 : value & 1, carry, left ? 0 : value >> 7, left ? 1 : 0][kind >> 1];
    const result = left ? value << 1 & 0xff | into : value >> 1 | into << 7;
    this.g[F] = SZP[result] | (left ? value >> 7 : value & 1);
    return result;
  }
  /** @param {number} hl @param {number} value */
  addWide(hl, value) {
    const before = this.pair(hl), sum = before + value;
    this.wz = before + 1 & 0xffff;
    this.setPair(hl, sum);
    this.g[F] = this.g[F] & 0xc4 | sum >> 8 & 0x28 | (before ^ value ^ sum) >> 8 & 0x10 | sum >> 16;
  }
  /** @param {number} value @param {boolean} subtract */
  carryWide(value, subtract) {
    const hl = this.pair(H), carry = this.g[F] & 1, sum = subtract ? hl - value - carry : hl + value + carry;
    const overflow = subtract ? (hl ^ value) & (hl ^ sum) : (hl ^ sum) & (value ^ sum);
    this.wz = hl + 1 & 0xffff;
    this.setPair(H, sum);
    this.g[F] = sum >> 8 & 0xa8 | (sum & 0xffff ? 0 : 0x40) | (hl ^ value ^ sum) >> 8 & 0x10
      | (overflow & 0x8000) >> 13 | (subtract ? 2 : 0) | sum >> 16 & 1;
  }
  /** RLCA RRCA RLA RRA DAA CPL SCF CCF. @param {number} y */
  accumulator(y) {
    const g = this.g, a = g[A], f = g[F];
    if (y < 4) {
      const result = this.rotate(y, a);
      g[F] = f & 0xc4 | result & 0x28 | g[F] & 1;
      g[A] = result;
    } else if (y === 4) {
      const low = f & 0x10 || (a & 15) > 9 ? 6 : 0, high = f & 1 || a > 0x99 ? 0x60 : 0;
      const result = f & 2 ? a - low - high : a + low + high;
      g[A] = result;
      g[F] = SZP[result & 0xff] | (a ^ result) & 0x10 | f & 2 | (high ? 1 : 0);
    } else if (y === 5) {
      g[A] = a ^ 0xff;
      g[F] = f & 0xc5 | g[A] & 0x28 | 0x12;
    } else {
      const seen = this.asSkoolKit || setsFlags(this.codeBefore) ? a : a | f;
      g[F] = f & 0xc4 | seen & 0x28 | (y === 6 ? 1 : f & 1 ? 0x10 : 1);
    }
  }

  // -- instructions

  /** Execute one instruction, and accept an interrupt after it where one is due. */
  step() {
    if (this.execute1()) this.interrupt();
  }
  /** Execute one instruction. @returns {boolean} whether an interrupt is due after it */
  execute1() {
    const pc = this.pc, first = this.peek(pc);
    this.codeBefore = this.code;
    this.code = first;
    if (this.halted && first === 0x76) this.idleHalted();
    else this.execute(this.opcode(), H);
    if (this.now >= this.timing.frame) {
      this.now -= this.timing.frame;
      this.edge += this.timing.frame;
    }
    if (!this.iff || this.now >= this.timing.interrupt || first === 0xfb) return false;
    return (first !== 0xdd && first !== 0xfd) || this.pc !== (pc + 1 & 0xffff); // a prefix alone: not yet
  }

  interrupt() {
    const target = this.im === 2 ? this.peek(this.i << 8 | 255) | this.peek((this.i << 8 | 255) + 1 & 0xffff) << 8
      : 0x38;
    const before = this.now;
    this.push(this.pc);
    this.now = before + (this.im === 2 ? 19 : 13);
    this.r = this.r & 0x80 | this.r + 1 & 0x7f;
    this.pc = this.wz = target;
    this.iff = this.halted = this.code = 0;
  }

  idleHalted() {
    this.wait(this.pc + 1 & 0xffff, 4);
    this.r = this.r & 0x80 | this.r + 1 & 0x7f;
    this.endHalt();
  }
  endHalt() {
    if (this.iff && this.now % this.timing.frame < this.timing.interrupt) {
      this.pc = this.pc + 1 & 0xffff;
      this.halted = 0;
    } else this.halted = 1;
  }

  /** @param {number} op @param {number} hl where HL's place is taken: H, IX or IY */
  execute(op, hl) {
    const y = op >> 3 & 7, z = op & 7;
    if (op < 0x40) this.quarter0(op, y, z, hl);
    else if (op < 0x80) this.load(y, z, hl);
    else if (op < 0xc0) this.alu(y, this.source(z, hl));
    else this.quarter3(op, y, z, hl);
  }

  /** Return the address of (HL), (IX+d) or (IY+d). @param {number} hl */
  place(hl) {
    if (hl === H) return this.pair(H);
    const offset = this.next();
    this.idle(this.pc - 1 & 0xffff, 5);
    return this.wz = this.pair(hl) + (offset << 24 >> 24) & 0xffff;
  }
  /** @param {number} r @param {number} hl */
  at(r, hl) { return r === 4 ? hl : r === 5 ? hl + 1 : r; }
  /** @param {number} r @param {number} hl */
  source(r, hl) { return r === 6 ? this.read(this.place(hl)) : this.g[this.at(r, hl)]; }

  /** @param {number} y @param {number} z @param {number} hl */
  load(y, z, hl) {
    if (y === 6 && z === 6) {
      this.pc = this.pc - 1 & 0xffff;
      this.endHalt();
    } else if (y === 6) this.write(this.place(hl), this.g[z]);
    else if (z === 6) this.g[y] = this.read(this.place(hl));
    else this.g[this.at(y, hl)] = this.g[this.at(z, hl)];
  }

  /** @param {number} op @param {number} y @param {number} z @param {number} hl */
  quarter0(op, y, z, hl) {
    const g = this.g, p = y >> 1;
    switch (z) {
      case 0:
        if (y === 1) [this.af, this.shadow[A], this.shadow[F]] = [this.shadow[A] << 8 | this.shadow[F], g[A], g[F]];
        else if (y === 2) {
          this.idle(this.ir, 1);
          g[B]--;
          this.relative(g[B] !== 0);
        } else if (y > 2) this.relative(y === 3 || this.holds(y - 4));
        return;
      case 1:
        if (!(y & 1)) return this.setWide(p, hl, this.nextWord());
        this.idle(this.ir, 7);
        return this.addWide(hl, this.wide(p, hl));
      case 2: return this.indirect(y, hl);
      case 3:
        this.idle(this.ir, 2);
        return this.setWide(p, hl, this.wide(p, hl) + (y & 1 ? -1 : 1));
      case 4: case 5: {
        const by = z === 4 ? 1 : -1;
        if (y !== 6) { g[this.at(y, hl)] = this.step1(g[this.at(y, hl)], by); return; }
        const address = this.place(hl), value = this.read(address);
        this.idle(address, 1);
        return this.write(address, this.step1(value, by));
      }
      case 6: {
        if (y !== 6) { g[this.at(y, hl)] = this.next(); return; }
        if (hl === H) return this.write(this.pair(H), this.next());
        const offset = this.next(), value = this.next();
        this.idle(this.pc - 1 & 0xffff, 2);
        this.wz = this.pair(hl) + (offset << 24 >> 24) & 0xffff;
        return this.write(this.wz, value);
      }
      default: return this.accumulator(y);
    }
  }
  /** @param {boolean} taken */
  relative(taken) {
    const offset = this.next();
    if (!taken) return;
    this.idle(this.pc - 1 & 0xffff, 5);
    this.pc = this.wz = this.pc + (offset << 24 >> 24) & 0xffff;
  }
  /** LD by (BC), (DE) or (nn). @param {number} y @param {number} hl */
  indirect(y, hl) {
    const g = this.g;
    if (y < 4) {
      const address = this.pair(y & 2);
      if (y & 1) { g[A] = this.read(address); this.wz = address + 1 & 0xffff; }
      else { this.write(address, g[A]); this.wz = g[A] << 8 | address + 1 & 0xff; }
      return;
    }
    const address = this.nextWord();
    if (y === 4) this.writeWord(address, this.pair(hl));
    else if (y === 5) this.setPair(hl, this.readWord(address));
    else if (y === 6) { this.write(address, g[A]); this.wz = g[A] << 8 | address + 1 & 0xff; }
    else { g[A] = this.read(address); this.wz = address + 1 & 0xffff; }
  }
  /** @param {number} address */
  readWord(address) {
    this.wz = address + 1 & 0xffff;
    const low = this.read(address);
    return low | this.read(this.wz) << 8;
  }
  /** @param {number} address @param {number} word */
  writeWord(address, word) {
    this.wz = address + 1 & 0xffff;
    this.write(address, word & 0xff);
    this.write(this.wz, word >> 8);
  }

  /** @param {number} op @param {number} y @param {number} z @param {number} hl */
  quarter3(op, y, z, hl) {
    const p = y >> 1;
    switch (z) {
      case 0:
        this.idle(this.ir, 1);
        if (this.holds(y)) this.pc = this.wz = this.pop();
        return;
      case 1:
        if (!(y & 1)) {
          const word = this.pop();
          if (p === 3) this.af = word;
          else this.setPair(p === 2 ? hl : 2 * p, word);
        } else if (p === 0) this.pc = this.wz = this.pop();
        else if (p === 1) {
          for (let n = 0; n < 6; n++) [this.g[n], this.shadow[n]] = [this.shadow[n], this.g[n]];
        } else if (p === 2) this.pc = this.pair(hl);
        else {
          this.idle(this.ir, 2);
          this.sp = this.pair(hl);
        }
        return;
      case 2:
        this.wz = this.nextWord();
        if (this.holds(y)) this.pc = this.wz;
        return;
      case 3: return this.various(y, hl);
      case 4: return this.call(this.holds(y));
      case 5:
        if (!(y & 1)) {
          this.idle(this.ir, 1);
          this.push(p === 3 ? this.af : this.pair(p === 2 ? hl : 2 * p));
        } else if (p === 0) this.call(true);
        else if (p === 2) extended(this, this.opcode());
        else this.indexed(p === 1 ? IX : IY);
        return;
      case 6: return this.alu(y, this.next());
      default:
        this.idle(this.ir, 1);
        this.push(this.pc);
        this.pc = this.wz = y << 3;
    }
  }
  /** @param {boolean} taken */
  call(taken) {
    this.wz = this.nextWord();
    if (!taken) return;
    this.idle(this.pc - 1 & 0xffff, 1);
    this.push(this.pc);
    this.pc = this.wz;
  }
  /** @param {number} y @param {number} hl */
  various(y, hl) {
    const g = this.g;
    if (y === 0) this.pc = this.wz = this.nextWord();
    else if (y === 1) bits(this, hl);
    else if (y === 2) {
      const low = this.next(), port = g[A] << 8 | low;
      this.wz = g[A] << 8 | low + 1 & 0xff;
      this.portCycle(port);
      this.output(port, g[A]);
    } else if (y === 3) {
      const port = g[A] << 8 | this.next();
      this.wz = port + 1 & 0xffff;
      this.portCycle(port);
      g[A] = this.input(port);
    } else if (y === 4) {
      const low = this.read(this.sp), top = this.sp + 1 & 0xffff, high = this.read(top);
      this.idle(top, 1);
      this.write(top, g[hl]);
      this.write(this.sp, g[hl + 1]);
      this.idle(this.sp, 2);
      this.setPair(hl, this.wz = high << 8 | low);
    } else if (y === 5) [g[D], g[E], g[H], g[L]] = [g[H], g[L], g[D], g[E]];
    else this.iff = y - 6;
  }
  /** After DD or FD: an instruction with IX or IY; before any other the prefix alone is one. @param {number} index */
  indexed(index) {
    const op = this.peek(this.pc);
    this.code = usesHl(op) ? op : this.codeBefore;
    if (usesHl(op)) this.execute(this.opcode(), index);
  }
}
