// @ts-check
/** Small pictures of drawings on canvases, a whole number of pixels a cell. */

import { UNKNOWN } from "./board.js";
import { element } from "./dom.js";
import { BACKGROUND } from "./drawing.js";
import { backgroundOf } from "./palette.js";

/** @typedef {import("./drawing.js").Content} Content */

/** Paint a drawing; cells that are not known stay blank. @param {HTMLCanvasElement} canvas @param {Content} content @param {number} most pixels a side
 * @param {{ unknown?: string }} [how] a colour for cells that are not known */
export function paintThumb(canvas, content, most, { unknown } = {}) {
  const { rows } = content;
  const [width, height] = [rows[0]?.length ?? 1, rows.length];
  const cell = Math.max(1, Math.floor((most * Math.min(2, window.devicePixelRatio || 1)) / Math.max(width, height)));
  [canvas.width, canvas.height] = [width * cell, height * cell];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const style = getComputedStyle(canvas);
  const [paper, ink] = [style.getPropertyValue("--cell"), style.getPropertyValue("--cell-ink")];
  context.fillStyle = backgroundOf(content) ?? (paper || "#fff");
  context.fillRect(0, 0, canvas.width, canvas.height);
  /** @type {Map<string, string>} */
  const looks = new Map(content.colours?.map(({ key, rgb }) => [key, rgb]) ?? []);
  rows.forEach((row, y) => {
    for (let x = 0; x < width;) {
      const key = row[x] ?? BACKGROUND;
      let end = x + 1;
      while (row[end] === key) end += 1;
      const isBlank = key === BACKGROUND || (key === UNKNOWN && !unknown);
      if (!isBlank) {
        context.fillStyle = key === UNKNOWN ? unknown ?? paper : looks.get(key) ?? (ink || "#000");
        context.fillRect(x * cell, y * cell, (end - x) * cell, cell);
      }
      x = end;
    }
  });
}

const PAUSE_MS = 150;
/** Pictures that wait for a pause in drawing. @type {Map<HTMLCanvasElement, number>} */
const waiting = new Map();

/** Paint a drawing when nothing has changed for a moment. @param {HTMLCanvasElement} canvas @param {() => Content} current @param {number} most */
export function paintThumbSoon(canvas, current, most) {
  window.clearTimeout(waiting.get(canvas));
  waiting.set(canvas, window.setTimeout(() => paintThumb(canvas, current(), most), PAUSE_MS));
}

/** @param {Content} content @param {number} most pixels a side @returns {HTMLCanvasElement} */
export function thumbOf(content, most) {
  const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", "thumb", { "aria-hidden": "true" }));
  // its colours are the page's, which a canvas has only when it is in the page
  requestAnimationFrame(() => paintThumb(canvas, content, most));
  return canvas;
}
