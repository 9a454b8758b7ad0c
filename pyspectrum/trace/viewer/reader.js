// @ts-check
/** The file's numbers, and what the columns of a row of registers are. */

/** The places of a row of registers. */
export const AF = 0, BC = 1, DE = 2, HL = 3, AF2 = 4, BC2 = 5, DE2 = 6, HL2 = 7, IX = 8, IY = 9, SP = 10, PC = 11,
  IR = 12;
export const FLAGS = 13, BORDER = 14, WZ = 15, PAGING = 16, WORDS = 17;
/** Kinds of steps. */
export const INSTRUCTION = 0, INTERRUPT = 1, OUTSIDE = 2;

/** Reads numbers from bytes. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) { this.bytes = bytes; this.at = 0; }
  byte() { return this.bytes[this.at++]; }
  word() { return this.bytes[this.at++] | this.bytes[this.at++] << 8; }
  number() {
    let value = 0, scale = 1, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }
  /** @param {(place: number, from: number, length: number) => void} [each] */
  runs(each) {
    let place = 0;
    for (let left = this.number(); left; left--) {
      place += this.number();
      const length = this.number();
      if (each) each(place, this.at, length);
      this.at += length;
      place += length;
    }
  }
}
