// @ts-check
/** A film of the Spectrum's screen as an animated GIF. Source: CompuServe, "Graphics Interchange Format", version 89a. */

import { BORDER, HEIGHT, PALETTE, WIDTH } from "../../../pyspectrum/page/picture.js";

/** @typedef {{ screen: Uint8Array, border: number, flash: number, frame: number }} Shot */

const SCREEN = 6912;
/** Pictures kept, at most: the last two minutes. */
const MOST = 1500;
const [FLASH_FRAMES, FRAME_HUNDREDTHS] = [16, 1.997];
const [COLOUR_BITS, LONGEST_CODE] = [4, 12];
const LOOPS = [0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0];

export class Film {
  constructor() {
    /** @type {Shot[]} */
    this.shots = [];
    this.last = 0;
  }

  /** Keep a picture if it is another one. @param {Uint8Array} screen @param {number} border @param {number} frame its number */
  add(screen, border, frame) {
    const flash = Math.floor(frame / FLASH_FRAMES) & 1;
    const before = this.shots.at(-1);
    this.last = frame;
    if (before?.border === border && before.flash === flash && before.screen.every((byte, at) => byte === screen[at])) return;
    this.shots.push({ screen: screen.slice(0, SCREEN), border, flash, frame });
    if (this.shots.length > MOST) this.shots.shift();
  }

  /** @returns {Uint8Array} the file; each picture has the rows that changed */
  bytes() {
    const palette = [...PALETTE].flatMap((colour) => [colour & 0xff, colour >> 8 & 0xff, colour >> 16 & 0xff]);
    const file = [...text("GIF89a"), ...word(WIDTH), ...word(HEIGHT), 0x80 | COLOUR_BITS - 1, 0, 0, ...palette, ...LOOPS];
    /** @type {Uint8Array | null} */
    let before = null;
    this.shots.forEach((shot, number) => {
      const picture = painted(shot);
      const [top, bottom] = changedRows(picture, before);
      const until = this.shots[number + 1]?.frame ?? this.last + 1;
      const delay = Math.max(2, Math.round(until * FRAME_HUNDREDTHS) - Math.round(shot.frame * FRAME_HUNDREDTHS));
      file.push(0x21, 0xf9, 4, 4, ...word(delay), 0, 0, 0x2c, 0, 0, ...word(top), ...word(WIDTH), ...word(bottom - top), 0, COLOUR_BITS);
      const packed = compressed(picture.subarray(top * WIDTH, bottom * WIDTH));
      for (let at = 0; at < packed.length; at += 255) {
        const part = packed.slice(at, at + 255);
        file.push(part.length, ...part);
      }
      file.push(0);
      before = picture;
    });
    file.push(0x3b);
    return Uint8Array.from(file);
  }
}

/** The numbers of the picture's colours. @param {Shot} shot */
function painted({ screen, border, flash }) {
  const picture = new Uint8Array(WIDTH * HEIGHT).fill(border);
  for (let y = 0; y < 192; y++) {
    const row = (y & 0xc0) << 5 | (y & 7) << 8 | (y & 0x38) << 2;
    for (let x = 0; x < 32; x++) {
      const attribute = screen[0x1800 + 32 * (y >> 3) + x] ?? 0;
      const [paper, ink] = [attribute >> 3 & 15, attribute >> 3 & 8 | attribute & 7];
      const bits = (screen[row + x] ?? 0) ^ (flash && attribute & 0x80 ? 0xff : 0);
      const at = (y + BORDER) * WIDTH + BORDER + 8 * x;
      for (let bit = 0; bit < 8; bit++) picture[at + bit] = bits & 0x80 >> bit ? ink : paper;
    }
  }
  return picture;
}

/** @param {Uint8Array} picture @param {Uint8Array | null} before @returns {[number, number]} the first row, and the one after the last */
function changedRows(picture, before) {
  if (!before) return [0, HEIGHT];
  let [first, last] = [0, picture.length - 1];
  while (first < last && picture[first] === before[first]) first += 1;
  while (last > first && picture[last] === before[last]) last -= 1;
  return [Math.floor(first / WIDTH), Math.floor(last / WIDTH) + 1];
}

/** Pack by LZW, with codes that grow. @param {Uint8Array} pixels @returns {number[]} */
function compressed(pixels) {
  const clear = 1 << COLOUR_BITS;
  /** @type {number[]} */
  const packed = [];
  /** Codes by the code before and the colour. @type {Map<number, number>} */
  const codes = new Map();
  let [next, size, bits, count] = [clear + 2, COLOUR_BITS + 1, 0, 0];
  const put = (/** @type {number} */ code) => {
    bits |= code << count;
    for (count += size; count >= 8; count -= 8, bits >>>= 8) packed.push(bits & 0xff);
  };
  put(clear);
  let run = pixels[0] ?? 0;
  for (let at = 1; at < pixels.length; at++) {
    const pixel = pixels[at] ?? 0;
    const known = codes.get(run << COLOUR_BITS | pixel);
    if (known !== undefined) {
      run = known;
      continue;
    }
    put(run);
    codes.set(run << COLOUR_BITS | pixel, next);
    if (next >= 1 << size) size += 1;
    next += 1;
    if (next >= 1 << LONGEST_CODE) {
      put(clear);
      codes.clear();
      [next, size] = [clear + 2, COLOUR_BITS + 1];
    }
    run = pixel;
  }
  put(run);
  put(clear + 1);
  if (count) packed.push(bits & 0xff);
  return packed;
}

/** @param {number} number */
function word(number) {
  return [number & 0xff, number >> 8];
}

/** @param {string} letters */
function text(letters) {
  return [...letters].map((letter) => letter.charCodeAt(0));
}
