// @ts-check
/** The end of a puzzle: the picture alone, the stripe behind it, squares that fly and rest; two seconds at most. */

import { announce } from "./announce.js";
import { element, get } from "./dom.js";
import { text } from "./strings.js";
import { paintThumb } from "./thumbs.js";
import { clockText } from "./timer.js";

/** @typedef {{ title: string, seconds: number, strokes: number, hints: number, wasWrong: boolean, hasCrosses: boolean, isColoured: boolean }} Result */

const PICTURE_PX = 600;
const SQUARES = 48;
const COLOURS = ["--zx-red", "--zx-yellow", "--zx-green", "--zx-cyan"];

export class Finish {
  /** @param {Result} result @param {import("./drawing.js").Content} puzzle @param {boolean} isNew whether it has just been solved */
  show(result, puzzle, isNew) {
    get("finished").hidden = false;
    get("finished").classList.toggle("plays", isNew);
    get("solve-place").hidden = true;
    get("finish-card").hidden = false;
    const picture = /** @type {HTMLCanvasElement} */ (get("finished-picture"));
    paintThumb(picture, puzzle, PICTURE_PX);
    get("confetti").replaceChildren(...Array.from({ length: SQUARES }, (_, number) => square(number)));
    get("finish-watch").hidden = result.isColoured;
    this.tell(result);
    announce(`${text("solved")} ${get("finish-title").textContent}`);
    if (isNew) get("finish-title").focus({ preventScroll: true });
  }

  /** @param {Result} result */
  tell(result) {
    get("finish-title").textContent = result.title ? text("it-is", { name: result.title }) : text("solved-title");
    get("finished-picture").setAttribute("aria-label", result.title || text("solved-title"));
    const said = [text(result.hasCrosses ? "finish-crosses" : "finish-black")];
    if (!result.hints && !result.wasWrong) said.push(text("finish-clean"));
    get("finish-text").textContent = said.join(" ");
    get("finish-time").textContent = clockText(result.seconds);
    get("finish-strokes").textContent = String(result.strokes);
    get("finish-hints").textContent = String(result.hints);
  }

  hide() {
    const hadFocus = get("finish-card").contains(document.activeElement);
    for (const id of ["finished", "finish-card", "again"]) get(id).hidden = true;
    for (const id of ["solve-place", "hint"]) get(id).hidden = false;
    if (hadFocus) get("hint").focus();
  }
}

/** One of the squares: where it rests follows from its number, so that no two pictures differ. @param {number} number */
function square(number) {
  const made = element("i", "cf");
  const [right, down, turn] = [(number * 61 + 7) % 97, (number * 37 + 11) % 89, (number * 53) % 90];
  Object.assign(made.style, {
    left: `${right}%`, top: `${down + 5}%`, rotate: `${turn}deg`, width: `${8 + (number % 4) * 4}px`, height: `${8 + (number % 4) * 4}px`,
    background: `var(${COLOURS[Math.floor(number * 1.7) % COLOURS.length]})`,
  });
  made.style.setProperty("--from", `${50 - right}vw`);
  return made;
}
