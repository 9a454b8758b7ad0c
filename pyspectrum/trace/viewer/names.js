// @ts-check
/** Names for addresses: the author's labels and lines, and those of the ROM and of the screen. */

import { hex } from "./disassembly.js";

/** Routines of the ROM with 48 BASIC that one meets. @type {Record<string, string>} */
const ROM = {
  0x0000: "START", 0x0008: "ERROR-1", 0x0010: "PRINT-A", 0x0018: "GET-CHAR", 0x0020: "NEXT-CHAR", 0x0028: "FP-CALC",
  0x0030: "BC-SPACES", 0x0038: "MASK-INT", 0x028e: "KEY-SCAN", 0x02bf: "KEYBOARD", 0x031e: "K-TEST", 0x03b5: "BEEPER",
  0x03f8: "BEEP", 0x04c2: "SA-BYTES", 0x0556: "LD-BYTES", 0x05e3: "LD-EDGE-2", 0x0605: "SAVE-ETC", 0x09f4: "PRINT-OUT",
  0x0b24: "PO-ANY", 0x0bdb: "PO-ATTR", 0x0c55: "PO-SCR", 0x0d6b: "CLS", 0x0dfe: "CL-SC-ALL", 0x0e44: "CL-LINE",
  0x0f2c: "EDITOR", 0x10a8: "KEY-INPUT", 0x11b7: "NEW", 0x11cb: "START-NEW", 0x12a2: "MAIN-EXEC", 0x1303: "MAIN-4",
  0x15d4: "WAIT-KEY", 0x15f2: "PRINT-A-2", 0x1601: "CHAN-OPEN", 0x1855: "OUT-LINE", 0x1b17: "LINE-SCAN",
  0x1b28: "STMT-LOOP",
  0x1b76: "STMT-RET", 0x1e67: "GO-TO", 0x1f3a: "PAUSE", 0x1fcd: "PRINT", 0x2089: "INPUT", 0x22aa: "PIXEL-ADD",
  0x22dc: "PLOT", 0x2382: "DRAW", 0x24fb: "SCANNING", 0x28b2: "LOOK-VARS", 0x2aff: "LET", 0x2d28: "STACK-A",
  0x2de3: "PRINT-FP",
  0x335b: "CALCULATE",
};
const ROM_PLACES = Object.keys(ROM).map(Number).sort((a, b) => a - b);
const FARTHEST = 300, MOST_VARIABLES = 24;

/** The place of the last of `sorted` that is not above `value`, -1 for none. @param {number[]} sorted
 *  @param {number} value */
function lastUpTo(sorted, value) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export class Names {
  /** @param {import("./model.js").Source} source @param {boolean} banked */
  constructor(source, banked) {
    this.source = source;
    this.banked = banked;
    this.lines = new Map(Object.entries(source.lines).map(([key, line]) => [Number(key), line]));
    /** @type {Map<string, number[]>} addresses of each line */ this.addresses = new Map();
    for (const [key, line] of this.lines) {
      const known = this.addresses.get(line.join(":"));
      if (known) known.push(key & 0xffff);
      else this.addresses.set(line.join(":"), [key & 0xffff]);
    }
    this.places = source.labels.map(label => label[0]);
    this.hasSource = this.lines.size > 0;
    this.variables = this.findVariables();
  }

  /** File and line of an instruction. @param {number} address @param {number} paging
   *  @returns {[number, number] | undefined} */
  line(address, paging) {
    const bank = this.banked && address >= 0xc000 ? paging & 7 : 0;
    return this.lines.get(bank << 16 | address) ?? this.lines.get(address);
  }
  /** The address that a label or a number in hexadecimal (of five digits: in decimal) means, or null.
   *  @param {string} text */
  find(text) {
    const label = this.source.labels.find(one => one[1] === text)
      ?? this.source.labels.find(one => one[1].toLowerCase() === text.toLowerCase());
    if (label) return label[0];
    const digits = text.replace(/^(#|\$|0x)/i, "").replace(/h$/i, ""), decimal = /^\d{5}$/.test(text);
    const address = /^[0-9a-f]{1,5}$/i.test(digits) ? parseInt(digits, decimal ? 10 : 16) : -1;
    return address >= 0 && address <= 0xffff ? address : null;
  }
  /** @param {[number, number] | undefined} line */
  lineName(line) { return line ? `${this.source.files[line[0]].name}:${line[1]}` : ""; }

  /** The label at or before an address. @param {number} address @param {number} paging
   *  @returns {[string, number] | null} */
  nearest(address, paging) {
    if (address < 0x4000) {
      if (this.banked && !(paging & 0x10)) return null;
      const at = ROM_PLACES[lastUpTo(ROM_PLACES, address)];
      return address - at <= FARTHEST ? [ROM[at], address - at] : null;
    }
    for (let k = lastUpTo(this.places, address); k >= 0; k--) {
      const [place, name, bank] = this.source.labels[k];
      if (address - place > FARTHEST) return null;
      if (bank === undefined || address < 0xc000 || bank === (paging & 7)) return [name, address - place];
    }
    return null;
  }
  /** @param {number} address @param {number} paging */
  label(address, paging) {
    const found = this.nearest(address, paging);
    return found ? found[0] + (found[1] ? `+${found[1]}` : "") : "";
  }
  /** A label, or the number. @param {number} address @param {number} paging */
  name(address, paging) { return this.label(address, paging) || `#${hex(address)}`; }

  /** Name the contents of an address. @param {number} address @param {number} paging */
  place(address, paging) {
    if (address < 0x4000) return "ROM";
    if (address < 0x5800) {
      const y = (address >> 11 & 3) * 64 + (address >> 5 & 7) * 8 + (address >> 8 & 7);
      return `row ${y >> 3}, col ${address & 31}`;
    }
    if (address < 0x5b00) return `attr ${address - 0x5800 >> 5},${address & 31}`;
    const name = this.label(address, paging);
    return name || (address < 0x5cb6 ? "system" : "");
  }

  /** Labels of the program's own variables: of places that hold no instruction, with their lengths.
   *  @returns {[number, string, number][]} */
  findVariables() {
    /** @type {[number, string, number][]} */ const found = [];
    const { labels, start, end } = this.source;
    for (let k = 0; k < labels.length && found.length < MOST_VARIABLES; k++) {
      const [address, name, bank] = labels[k];
      const isCode = this.lines.has((bank ?? 0) << 16 | address) || this.lines.has(address);
      if (isCode || address < start || address >= end) continue;
      const room = Math.min(k + 1 < labels.length ? labels[k + 1][0] : end, end) - address;
      if (room < 1 || room > 2 || !this.hasSource) continue;
      found.push([address, name, room]);
    }
    return found;
  }
}
