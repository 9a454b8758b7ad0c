// @ts-check
/** Instructions as text, from memory as it is at a moment. */

const R8 = ["B", "C", "D", "E", "H", "L", "(HL)", "A"];
const R16 = ["BC", "DE", "HL", "SP"];
const CONDITIONS = ["NZ", "Z", "NC", "C", "PO", "PE", "P", "M"];
const ALU = ["ADD A,", "ADC A,", "SUB ", "SBC A,", "AND ", "XOR ", "OR ", "CP "];
const ROTATIONS = ["RLC", "RRC", "RL", "RR", "SLA", "SRA", "SLL", "SRL"];
const BLOCK = [["LDI", "CPI", "INI", "OUTI"], ["LDD", "CPD", "IND", "OUTD"], ["LDIR", "CPIR", "INIR", "OTIR"],
  ["LDDR", "CPDR", "INDR", "OTDR"]];

/** @param {number} n @param {number} [width] */
export const hex = (n, width = 4) => n.toString(16).toUpperCase().padStart(width, "0");

/** @typedef {{text: string, length: number, target: number}} Instruction `target` is the address that it names,
 *  or -1 */

class Decoder {
  /** @param {(address: number) => number} peek @param {number} pc */
  constructor(peek, pc) {
    this.peek = peek;
    this.at = this.pc = pc;
    this.index = "";
    this.target = -1;
    /** @type {number | null} */ this.offset = null;
  }
  byte() {
    const value = this.peek(this.at);
    this.at = this.at + 1 & 0xffff;
    return value;
  }
  n() { return `#${hex(this.byte(), 2)}`; }
  nn() {
    this.target = this.byte() | this.byte() << 8;
    return `#${hex(this.target)}`;
  }
  relative() {
    const offset = this.byte() << 24 >> 24;
    this.target = this.at + offset & 0xffff;
    return `#${hex(this.target)}`;
  }
  /** @param {number} r @param {boolean} [plain] H and L even after a prefix */
  r8(r, plain = false) {
    if (!this.index || plain) return R8[r];
    if (r === 6) {
      const offset = (this.offset ??= this.byte()) << 24 >> 24;
      return `(${this.index}${offset < 0 ? "-" : "+"}#${hex(Math.abs(offset), 2)})`;
    }
    return r === 4 ? `${this.index}h` : r === 5 ? `${this.index}l` : R8[r];
  }
  /** @param {number} p @param {string} [last] */
  r16(p, last = "SP") { return p === 2 ? this.index || "HL" : p === 3 ? last : R16[p]; }

  /** @returns {string} */
  decode() {
    const op = this.byte(), y = op >> 3 & 7, z = op & 7, p = y >> 1, q = y & 1;
    if (op < 0x40) return this.quarter0(y, z, p, q);
    if (op === 0x76) return "HALT";
    if (op < 0x80) {
      const memory = y === 6 || z === 6;
      const source = this.r8(z, memory && z !== 6), target = this.r8(y, memory && y !== 6);
      return `LD ${target},${source}`;
    }
    if (op < 0xc0) return ALU[y] + this.r8(z);
    return this.quarter3(y, z, p, q);
  }
  /** @param {number} y @param {number} z @param {number} p @param {number} q */
  quarter0(y, z, p, q) {
    switch (z) {
      case 0: return y < 2 ? ["NOP", "EX AF,AF'"][y] : y === 2 ? `DJNZ ${this.relative()}`
        : y === 3 ? `JR ${this.relative()}` : `JR ${CONDITIONS[y - 4]},${this.relative()}`;
      case 1: return q ? `ADD ${this.r16(2)},${this.r16(p)}` : `LD ${this.r16(p)},${this.nn()}`;
      case 2:
        if (y < 4) return ["LD (BC),A", "LD A,(BC)", "LD (DE),A", "LD A,(DE)"][y];
        return y === 4 ? `LD (${this.nn()}),${this.r16(2)}` : y === 5 ? `LD ${this.r16(2)},(${this.nn()})`
          : y === 6 ? `LD (${this.nn()}),A` : `LD A,(${this.nn()})`;
      case 3: return `${q ? "DEC" : "INC"} ${this.r16(p)}`;
      case 4: return `INC ${this.r8(y)}`;
      case 5: return `DEC ${this.r8(y)}`;
      case 6: { const target = this.r8(y); return `LD ${target},${this.n()}`; }
      default: return ["RLCA", "RRCA", "RLA", "RRA", "DAA", "CPL", "SCF", "CCF"][y];
    }
  }
  /** @param {number} y @param {number} z @param {number} p @param {number} q @returns {string} */
  quarter3(y, z, p, q) {
    const hl = this.index || "HL";
    switch (z) {
      case 0: return `RET ${CONDITIONS[y]}`;
      case 1: return q ? ["RET", "EXX", `JP (${hl})`, `LD SP,${hl}`][p] : `POP ${this.r16(p, "AF")}`;
      case 2: return `JP ${CONDITIONS[y]},${this.nn()}`;
      case 3: return y === 0 ? `JP ${this.nn()}` : y === 1 ? this.bits() : y === 2 ? `OUT (${this.n()}),A`
        : y === 3 ? `IN A,(${this.n()})` : ["", "", "", "", `EX (SP),${hl}`, "EX DE,HL", "DI", "EI"][y];
      case 4: return `CALL ${CONDITIONS[y]},${this.nn()}`;
      case 5: return q ? (p === 0 ? `CALL ${this.nn()}` : p === 2 ? this.extended() : "NOP")
        : `PUSH ${this.r16(p, "AF")}`;
      case 6: return ALU[y] + this.n();
      default:
        this.target = 8 * y;
        return `RST #${hex(8 * y, 2)}`;
    }
  }
  bits() {
    if (this.index) this.offset = this.byte();
    const op = this.byte(), y = op >> 3 & 7, z = op & 7;
    const copied = this.index && z !== 6 && (op & 0xc0) !== 0x40 ? `,${R8[z]}` : "";
    const place = this.r8(this.index ? 6 : z) + copied;
    return op < 0x40 ? `${ROTATIONS[y]} ${place}` : `${["", "BIT", "RES", "SET"][op >> 6]} ${y},${place}`;
  }
  extended() {
    const op = this.byte(), y = op >> 3 & 7, z = op & 7, p = y >> 1;
    if (op >= 0xa0 && op < 0xc0 && y > 3 && z < 4) return BLOCK[y - 4][z];
    if (op < 0x40 || op > 0x7f) return `DEFB #ED,#${hex(op, 2)}`;
    switch (z) {
      case 0: return y === 6 ? "IN F,(C)" : `IN ${R8[y]},(C)`;
      case 1: return `OUT (C),${y === 6 ? "0" : R8[y]}`;
      case 2: return `${y & 1 ? "ADC" : "SBC"} HL,${R16[p]}`;
      case 3: return y & 1 ? `LD ${R16[p]},(${this.nn()})` : `LD (${this.nn()}),${R16[p]}`;
      case 4: return "NEG";
      case 5: return y === 1 ? "RETI" : "RETN";
      case 6: return `IM ${[0, 0, 1, 2][y & 3]}`;
      default: return ["LD I,A", "LD R,A", "LD A,I", "LD A,R", "RRD", "RLD", "NOP", "NOP"][y];
    }
  }
}

/** The instruction at an address. @param {(address: number) => number} peek @param {number} pc
 *  @param {(op: number) => boolean} usesHl @returns {Instruction} */
export function disassemble(peek, pc, usesHl) {
  const decoder = new Decoder(peek, pc), first = peek(pc);
  if (first === 0xdd || first === 0xfd) {
    decoder.byte();
    if (!usesHl(peek(decoder.at))) return { text: `DEFB #${hex(first, 2)}`, length: 1, target: -1 };
    decoder.index = first === 0xdd ? "IX" : "IY";
  }
  const text = decoder.decode();
  return { text, length: decoder.at - pc & 0xffff, target: decoder.target };
}
