// @ts-check
/** Cards, and small pictures of drawings on canvases, a whole number of pixels a cell. */

import { UNKNOWN } from "./board.js";
import { element, icon } from "./dom.js";
import { BACKGROUND } from "./drawing.js";
import { backgroundOf } from "./palette.js";
import { text } from "./strings.js";

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

const [THUMB_PX, FINEST] = [180, 25];

/** An empty grid; of a large one, every fifth line alone. @param {number} width @param {number} height @returns {SVGElement} */
function gridOf(width, height) {
  const side = Math.max(width, height);
  const edge = side / 60;
  /** @param {number} step @param {number} from */
  const lines = (step, from) => {
    let path = "";
    for (let x = from; x < width; x += step) path += `M${x} 0v${height}`;
    for (let y = from; y < height; y += step) path += `M0 ${y}h${width}`;
    return path;
  };
  /** @param {string} name @param {Record<string, string | number>} attributes */
  const shape = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
  };
  const viewBox = `${(width - side) / 2 - edge} ${(height - side) / 2 - edge} ${side + 2 * edge} ${side + 2 * edge}`;
  const grid = /** @type {SVGElement} */ (shape("svg", { viewBox, fill: "none", "stroke-width": side / 140, "aria-hidden": "true" }));
  grid.append(shape("path", { class: "thin", d: lines(side <= FINEST ? 1 : 5, 0) }), shape("path", { class: "five", d: lines(5, 5) }));
  grid.append(shape("rect", { class: "frame", width, height, "stroke-width": edge }));
  return grid;
}

/** Fill a card. Until the puzzle is solved here, it has an empty grid, and its size and difficulty for its name.
 * @param {Element} line @param {{ content: Content, name: string, said: string, pip?: string, isShown?: boolean }} card `pip`: a class
 * @param {import("./progress.js").Progress | null} progress */
export function fillCard(line, { content, name, said, pip = "", isShown = false }, progress) {
  const shows = isShown || progress?.isSolved;
  line.querySelector(".th")?.replaceChildren(shows ? thumbOf(content, THUMB_PX) : gridOf(content.rows[0]?.length ?? 1, content.rows.length));
  const title = element("b", shows ? "" : "kind");
  title.textContent = shows ? name : said;
  const parts = [title];
  if (shows) {
    const note = element("span");
    if (pip) note.append(element("i", pip));
    note.append(said);
    parts.push(note);
  }
  if (progress) {
    const far = element("span", "far");
    if (progress.isSolved) far.append(icon("tick", "okc"), text("solved-card"));
    else far.append(text("so-far", { share: Math.round(100 * progress.share) }));
    parts.push(far);
    line.setAttribute("data-progress", progress.isSolved ? "solved" : "begun");
  } else line.removeAttribute("data-progress");
  line.querySelector(".cap")?.replaceChildren(...parts);
}
