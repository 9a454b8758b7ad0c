// @ts-check
/**
 * The picture as the beam draws it: what the ULA fetched when it passed, and the border by the line.
 *
 * The times are those of `pyspectrum.screen.beam`, which names the sources.
 */

/** @typedef {import("./machine.js").Machine} Machine @typedef {import("./machine.js").Model} Model */

export const BORDER = 32, WIDTH = 320, HEIGHT = 256;
const LINES = 192, PAIRS = 16, COLUMNS = 32, SQUARES = WIDTH / 8;
const FETCH_LATER = 2, OUT_LATER = 3, FLASH_FRAMES = 16;
const BITMAP_BYTES = 0x1800;

/** Sixteen colours as a canvas has them, ABGR. */
export const PALETTE = Uint32Array.from({ length: 16 }, (_, n) => {
  const level = n > 7 ? 0xff : 0xd7;
  return (0xff000000 | (n & 1 ? level : 0) << 16 | (n & 4 ? level : 0) << 8 | (n & 2 ? level : 0)) >>> 0;
});

/** Where a pixel row begins in a screen. @param {number} y */
const rowAt = y => (y & 0xc0) << 5 | (y & 7) << 8 | (y & 0x38) << 2;

export class Picture {
  /** @param {Model} model */
  constructor(model) {
    const [, line] = model.contention;
    this.line = line;
    this.fetched = model.fetch + FETCH_LATER;
    this.first = model.fetch + OUT_LATER - BORDER * line - BORDER / 2;
    this.frame = model.frame;
    /** Of each pixel row, 32 bytes of bits and of attributes. */
    this.bits = new Uint8Array(LINES * COLUMNS);
    this.attributes = new Uint8Array(LINES * COLUMNS);
    /** The border's colour at each eight pixels, line by line. */
    this.squares = new Uint8Array(SQUARES * HEIGHT);
    this.pairs = this.passed = this.colour = this.number = 0;
    /** @type {Machine | null} */ this.machine = null;
  }

  /** A frame begins, or goes on from another moment. @param {Machine} machine */
  begin(machine) {
    this.machine = machine;
    this.pairs = this.passed = 0;
    this.colour = machine.ula & 7;
  }
  /** Fetch all that the ULA has by now; called before the screen changes. @param {number} now */
  fetch(now) {
    const place = now - this.fetched, line = Math.floor(place / this.line);
    if (line < 0 || !this.machine) return;
    const within = Math.min(PAIRS, (place - line * this.line >> 3) + 1);
    this.goTo(Math.min(LINES * PAIRS, PAIRS * line + within), this.machine.screen);
  }
  /** @param {number} pairs of squares, in the order of the beam @param {Uint8Array} screen */
  goTo(pairs, screen) {
    const { bits, attributes } = this;
    while (this.pairs < pairs) {
      const y = Math.floor(this.pairs / PAIRS), from = 2 * (this.pairs % PAIRS), row = rowAt(y);
      const to = Math.min(COLUMNS, from + 2 * (pairs - this.pairs));
      for (let x = from; x < to; x++) {
        bits[COLUMNS * y + x] = screen[row + x];
        attributes[COLUMNS * y + x] = screen[BITMAP_BYTES + COLUMNS * (y >> 3) + x];
      }
      this.pairs += (to - from) / 2;
    }
  }
  /** The border takes another colour. @param {number} now @param {number} colour */
  border(now, colour) {
    const line = Math.floor((now - this.first) / this.line), within = now - this.first - line * this.line;
    const passed = Math.min(this.squares.length, SQUARES * line + Math.min(SQUARES, within >> 2));
    if (passed > this.passed) {
      this.squares.fill(this.colour, this.passed, passed);
      this.passed = passed;
    }
    this.colour = colour;
  }
  end() {
    if (!this.machine) return;
    this.goTo(LINES * PAIRS, this.machine.screen);
    this.squares.fill(this.colour, this.passed);
    this.passed = this.squares.length;
    this.number = this.machine.frame - 1;
  }

  /** Paint the frame. @param {Uint32Array} out of `WIDTH` by `HEIGHT` pixels */
  paint(out) {
    const { bits, attributes, squares } = this, flash = this.number / FLASH_FRAMES & 1;
    for (let k = 0; k < squares.length; k++) out.fill(PALETTE[squares[k]], 8 * k, 8 * k + 8);
    for (let k = 0; k < bits.length; k++) {
      const attribute = attributes[k], byte = bits[k];
      let ink = PALETTE[attribute & 7 | attribute >> 3 & 8], paper = PALETTE[attribute >> 3 & 15];
      if (flash && attribute & 0x80) [ink, paper] = [paper, ink];
      const at = ((k >> 5) + BORDER) * WIDTH + (k & 31) * 8 + BORDER;
      for (let bit = 0; bit < 8; bit++) out[at + bit] = byte & 0x80 >> bit ? ink : paper;
    }
  }
}
