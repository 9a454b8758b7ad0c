// @ts-check
/** The television: its size, and the loading picture of a program that is off. */

import { HEIGHT, Picture, WIDTH } from "../../../pyspectrum/page/picture.js";

/** Visible part of the picture, with half of the border; and the size of the television's case. */
const [SHOWN, CASE] = [{ width: 288, height: 224 }, { width: 40, height: 60 }];
const [SCREEN, PAIRS] = [6912, 192 * 16];

/** Give a television the largest whole multiple of the screen's own pixels that fits into a place.
 * @param {HTMLCanvasElement} canvas @param {HTMLElement} place */
export function fitScreen(canvas, place) {
  if (!place.clientWidth) return; // hidden
  const scale = window.devicePixelRatio || 1;
  const isFull = document.fullscreenElement !== null;
  const style = getComputedStyle(place);
  const [width, height] = isFull ? [window.innerWidth, window.innerHeight]
    : [place.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), place.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)];
  const isNarrow = window.matchMedia("(max-width: 719px)").matches && !isFull;
  const most = Math.min((width - CASE.width) / SHOWN.width, isNarrow ? Infinity : (height - CASE.height) / SHOWN.height);
  const times = Math.max(1, Math.floor(most * scale)) / scale;
  canvas.closest("figure")?.style.setProperty("--k", String(times));
  canvas.dataset.scale = String(times * scale);
}

/** Show the picture that a tape loads first, if it has one, in a black border.
 * @param {HTMLCanvasElement} canvas @param {import("../../../pyspectrum/page/machine.js").Model} model @param {Uint8Array} tape a .tap */
export function showLoadingPicture(canvas, model, tape) {
  const picture = new Picture(model);
  const image = new ImageData(WIDTH, HEIGHT);
  picture.goTo(PAIRS, pictureOf(tape) ?? new Uint8Array(SCREEN));
  picture.paint(new Uint32Array(image.data.buffer));
  canvas.getContext("2d", { alpha: false })?.putImageData(image, 0, 0);
}

/** @param {Uint8Array} tape blocks, each behind its length, with a flag before and a parity behind */
function pictureOf(tape) {
  for (let at = 0; at + 2 < tape.length;) {
    const length = (tape[at] ?? 0) | (tape[at + 1] ?? 0) << 8;
    if (length === SCREEN + 2 && tape[at + 2]) return tape.slice(at + 3, at + 3 + SCREEN);
    at += 2 + length;
  }
  return null;
}
