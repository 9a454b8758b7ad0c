// @ts-check
/** Screens as tapes: a `.scr` as `spectrum convert` puts it on one, a picture in the cells of `crossword convert`. */

import { InputError } from "./bytes.js";

const COLUMNS = 32, WIDTH = 256, HEIGHT = 192, BITMAP_BYTES = 0x1800, SCREEN_BYTES = 0x1b00, THIRD_BYTES = 0x800;
const WHITE_INK = 7, BLACK_INK_ON_WHITE = 56, MID_GREY = 128;
const SCREEN_ADDRESS = 0x4000, NO_LINE = 0x8000, CODE = 3, NAME_SIZE = 10;
/** Bits of a weight in the sum of pixels: those of Pillow's `resize`. */
const PRECISION = 1 << 22;

/** Return a block as a `.tap` has it. @param {Uint8Array} bytes flag and checksum with it */
export const onTap = bytes => Uint8Array.of(bytes.length & 255, bytes.length >> 8, ...bytes);

/** @param {number} flag @param {Iterable<number>} payload */
function block(flag, payload) {
  const bytes = Uint8Array.of(flag, ...payload, 0);
  bytes[bytes.length - 1] = bytes.reduce((parity, byte) => parity ^ byte);
  return onTap(bytes);
}

/** Return the `.tap` that `SAVE name SCREEN$` makes. @param {Uint8Array} screen @param {string} name the file's */
export function screenTape(screen, name) {
  const stem = [...name.replace(/(?<=.)\.[^.]*$/, "")].slice(0, NAME_SIZE).join("");
  const shown = /^[\0-\x7f]*$/.test(stem) ? stem : "screen", words = [SCREEN_BYTES, SCREEN_ADDRESS, NO_LINE];
  const letters = [...shown.padEnd(NAME_SIZE)].map(letter => letter.charCodeAt(0));
  const header = [CODE, ...letters, ...words.flatMap(word => [word & 255, word >> 8])];
  return Uint8Array.of(...block(0, header), ...block(0xff, screen));
}

/** Return all of a screen's bytes. Without attributes it is white on black; of a third the rest is background.
 *  @param {Uint8Array} data @param {string} name */
export function wholeScreen(data, name) {
  if (![SCREEN_BYTES, BITMAP_BYTES, THIRD_BYTES].includes(data.length)) {
    throw new InputError(`${name} has ${data.length} bytes; a .scr has 6912, 6144 or 2048. Is it another format?`);
  }
  const screen = new Uint8Array(SCREEN_BYTES);
  screen.fill(data.length === THIRD_BYTES && data[THIRD_BYTES - 1] & 1 ? 0xff : 0, 0, BITMAP_BYTES);
  screen.fill(WHITE_INK, BITMAP_BYTES);
  screen.set(data);
  return screen;
}

/** Draw cells, one a pixel, black on white in the top left corner. @param {Uint8Array} cells 1 is black
 *  @param {number} width */
export function screenOf(cells, width) {
  const screen = new Uint8Array(SCREEN_BYTES).fill(BLACK_INK_ON_WHITE, BITMAP_BYTES);
  cells.forEach((cell, k) => {
    const x = k % width, y = Math.floor(k / width);
    if (cell) screen[(y & 0xc0) << 5 | (y & 7) << 8 | (y & 0x38) << 2 | x >> 3] |= 0x80 >> (x & 7);
  });
  return screen;
}

/** Scale each row to another width: each pixel is the mean of those that it covers. @param {Uint8Array} grey
 *  @param {number} from @param {number} to */
function narrowed(grey, from, to) {
  if (from === to) return grey;
  const scale = from / to, share = 1 / scale, rows = grey.length / from, out = new Uint8Array(rows * to);
  for (let x = 0; x < to; x++) {
    const centre = (x + 0.5) * scale, first = Math.max(0, Math.trunc(centre - scale / 2 + 0.5));
    const last = Math.min(from, Math.trunc(centre + scale / 2 + 0.5)), weights = [];
    for (let k = first; k < last; k++) {
      const place = (k - centre + 0.5) * share;
      weights.push(place > -0.5 && place <= 0.5 ? 1 : 0);
    }
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const shares = weights.map(weight => Math.round(weight / all * PRECISION));
    for (let y = 0; y < rows; y++) {
      const sum = shares.reduce((sum, share, k) => sum + share * grey[y * from + first + k], PRECISION / 2);
      out[y * to + x] = Math.floor(sum / PRECISION);
    }
  }
  return out;
}
/** @param {Uint8Array} grey @param {number} width */
function turned(grey, width) {
  const height = grey.length / width;
  return Uint8Array.from(grey, (_, k) => grey[k % height * width + Math.floor(k / height)]);
}

/** Return a picture's cells, black where it is darker than mid-grey, no more of them than fit.
 *  @param {Uint8ClampedArray} pixels RGBA @param {number} width @param {[number, number]} fit */
export function cellsOf(pixels, width, fit) {
  const height = pixels.length / 4 / width, scale = Math.min(fit[0] / width, fit[1] / height, 1);
  const [across, down] = [width, height].map(side => Math.max(1, roundEven(side * scale)));
  const grey = new Uint8Array(width * height);
  for (let k = 0, at = 0; k < grey.length; k++, at += 4) {
    const alpha = pixels[at + 3], level = pixels[at] * 19595 + pixels[at + 1] * 38470 + pixels[at + 2] * 7471 + 0x8000;
    grey[k] = Math.round(((level >> 16) * alpha + 255 * (255 - alpha)) / 255);
  }
  const scaled = turned(narrowed(turned(narrowed(grey, width, across), across), height, down), down);
  return { cells: scaled.map(level => level < MID_GREY ? 1 : 0), width: across };
}
/** Round a half to the even number, as Python does. @param {number} value */
const roundEven = value => value % 1 === 0.5 ? 2 * Math.round(value / 2) : Math.round(value);

/** Read a picture that the browser knows. @param {Blob} file @param {string} name @param {[number, number]} fit */
export async function pictureScreen(file, name, fit) {
  let image;
  try {
    image = await createImageBitmap(file, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  } catch {
    throw new InputError(`${name} is no picture that this browser can read. Save it as a PNG.`);
  }
  const { width, height } = image, canvas = new OffscreenCanvas(width, height), context = canvas.getContext("2d");
  if (!context) throw new InputError(`${name} is too large to be read here. Scale it down.`);
  context.drawImage(image, 0, 0);
  const found = cellsOf(context.getImageData(0, 0, width, height).data, width, fit);
  return screenOf(found.cells, found.width);
}
