// @ts-check
/** The television of all our pages: its size, and what stands on its screen while it is off. */

import { HEIGHT, Picture, WIDTH } from "./picture.js";

/** Visible part of the picture, with half of the border. */
const SHOWN = { width: 288, height: 224 };
/** A whole multiple of the device's pixels is worth so much of the size. */
const WORTH = 0.88;
const SCREEN = 6912, PAIRS = 192 * 16;

/** Give a television the largest size that fits into a place: if that loses little, a whole multiple of the device's
 *  pixels. In the column of a narrow page the height is free.
 *  @param {HTMLElement} canvas @param {Element} place */
export function fit(canvas, place) {
  const tv = /** @type {HTMLElement} */ (canvas.closest(".tv")), glass = /** @type {HTMLElement} */ (tv.firstElementChild);
  if (!place.clientWidth || !tv.offsetWidth) return; // hidden
  const style = getComputedStyle(place), isColumn = matchMedia("(max-width: 719px) and (orientation: portrait)").matches;
  const px = (/** @type {string} */ side) => parseFloat(style.getPropertyValue(`padding-${side}`)) || 0;
  const width = place.clientWidth - px("left") - px("right"), height = place.clientHeight - px("top") - px("bottom");
  const [beside, around] = place === tv ? [0, 0] : [tv.offsetWidth - glass.offsetWidth, tv.offsetHeight - glass.offsetHeight];
  const across = (width - beside) / SHOWN.width, down = (height - around) / SHOWN.height;
  const scale = window.devicePixelRatio || 1;
  const free = Math.max(0.5, isColumn && !document.fullscreenElement ? across : Math.min(across, down)) * scale;
  const isWhole = Math.floor(free) >= WORTH * free, times = isWhole ? Math.floor(free) : free;
  tv.style.setProperty("--k", String(times / scale));
  canvas.classList.toggle("smooth", !isWhole);
  canvas.dataset.scale = String(times);
}

/** Show a screen in a border of one colour. @param {HTMLCanvasElement} canvas
 *  @param {import("./machine.js").Model} model @param {Uint8Array} screen @param {number} [border] */
export function showScreen(canvas, model, screen, border = 0) {
  const picture = new Picture(model), image = new ImageData(WIDTH, HEIGHT);
  picture.goTo(PAIRS, screen);
  picture.squares.fill(border);
  picture.paint(new Uint32Array(image.data.buffer));
  canvas.getContext("2d", { alpha: false })?.putImageData(image, 0, 0);
}

/** Return the screen that a `.tap` loads first, or an empty one. @param {Uint8Array} tape blocks, each behind its
 *  length, with a flag before and a parity behind */
export function loadingScreen(tape) {
  for (let at = 0; at + 2 < tape.length;) {
    const length = tape[at] | tape[at + 1] << 8;
    if (length === SCREEN + 2 && tape[at + 2]) return tape.slice(at + 3, at + 3 + SCREEN);
    at += 2 + length;
  }
  return new Uint8Array(SCREEN);
}
