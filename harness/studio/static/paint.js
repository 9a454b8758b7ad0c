// @ts-check
/** Cells and clues on canvases, in the theme's colours: each cell paints all of itself, so a stroke paints its own cells alone. */

import { CLUE_LINE, signSize } from "./view.js";

/** @typedef {[number, string][]} Clue lengths, each with its colour's key */
/** @typedef {{ key: string, isUnknown: boolean, isCrossed: boolean, isBlank: boolean, rgb: string | null, isHair: boolean, marks: Set<string> }} CellLook
 *   `rgb` null: the theme's paper or ink */
/** @typedef {{ done: boolean[], isBad: boolean, isHair: boolean, isNow: boolean, isStalled: boolean }} ClueLook */

const TOKENS = [
  "cell", "cell-ink", "cell-line", "cell-five", "cell-frame", "cell-x", "cell-hair", "cell-ink-hair", "cell-doubt", "cell-hint",
  "clue", "clue-done", "clue-hair", "pen", "bad", "doubt-soft",
];
/** Cells from this size on have lines of two pixels every five, round corners and gaps. */
const LARGE_PX = 14;
/** Cells on trial are smaller by this part at each side. */
const TRIAL_INSET = 0.2;

export class Theme {
  /** @param {HTMLElement} place whose colours these are */
  constructor(place) {
    this.place = place;
    /** @type {Record<string, string>} */
    this.colours = {};
    this.font = "sans-serif";
    this.read();
  }

  /** Read the tokens as they are now: the theme may have changed. */
  read() {
    const probe = document.createElement("i");
    this.place.append(probe);
    for (const name of TOKENS) {
      probe.style.color = `var(--${name})`;
      this.colours[name] = getComputedStyle(probe).color;
    }
    this.font = getComputedStyle(probe).fontFamily;
    probe.remove();
  }

  /** @param {string} name of a token, without its dashes */
  of(name) {
    return this.colours[name] ?? "#000";
  }
}

/** @param {CanvasRenderingContext2D} context @param {Theme} theme @param {CellLook} look
 * @param {number} x @param {number} y @param {number} size @param {number} row @param {number} column */
export function paintCell(context, theme, look, x, y, size, row, column) {
  const isLarge = size >= LARGE_PX;
  const isFilled = !look.isUnknown && !look.isBlank;
  const inset = look.marks.has("trial") ? Math.max(1, Math.round(size * TRIAL_INSET)) : 0;
  context.fillStyle = isFilled ? theme.of("cell") : look.isHair ? theme.of("cell-hair") : look.rgb ?? theme.of("cell");
  context.fillRect(x, y, size, size);
  const [left, top] = [lineAt(column, isLarge), lineAt(row, isLarge)];
  if (left) {
    context.fillStyle = theme.of(column % 5 ? "cell-line" : "cell-five");
    context.fillRect(x, y, left, size);
  }
  if (top) {
    context.fillStyle = theme.of(row % 5 ? "cell-line" : "cell-five");
    context.fillRect(x, y, size, top);
  }
  if (isFilled) {
    context.fillStyle = look.marks.has("stroke") && look.rgb === null ? theme.of("cell-hint")
      : look.rgb ?? theme.of(look.isHair ? "cell-ink-hair" : "cell-ink");
    const [across, down] = [size - left - 2 * inset, size - top - 2 * inset];
    if (isLarge) {
      context.beginPath();
      context.roundRect(x + left + inset, y + top + inset, across, down, 1.5);
      context.fill();
    } else {
      context.fillRect(x + left + inset, y + top + inset, across, down);
    }
  } else if (look.isCrossed) {
    cross(context, theme.of("cell-x"), x + left / 2, y + top / 2, size, inset ? 0.4 : 0.3, Math.max(1, size / 24));
  }
  if (look.marks.size) paintMarks(context, theme, look, x, y, size);
}

/** @param {number} index @param {boolean} isLarge @returns {number} how thick the line before a row or a column is */
function lineAt(index, isLarge) {
  if (index === 0) return 0;
  return isLarge && index % 5 === 0 ? 2 : 1;
}

/** @param {CanvasRenderingContext2D} context @param {string} colour @param {number} x @param {number} y @param {number} size
 * @param {number} inset as a part of the size @param {number} width */
function cross(context, colour, x, y, size, inset, width) {
  const [near, far] = [size * inset, size * (1 - inset)];
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(x + near, y + near);
  context.lineTo(x + far, y + far);
  context.moveTo(x + far, y + near);
  context.lineTo(x + near, y + far);
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Theme} theme @param {CellLook} look @param {number} x @param {number} y @param {number} size */
function paintMarks(context, theme, look, x, y, size) {
  const [middle, width] = [size / 2 + 0.5, Math.max(1.5, size / 12)];
  const isFilled = !look.isUnknown && !look.isBlank;
  if (look.marks.has("repair")) {
    context.fillStyle = theme.of("cell-doubt");
    context.beginPath();
    context.roundRect(x + 2, y + 2, size - 3, size - 3, 3);
    context.fill();
    context.fillStyle = "#fff";
    const arm = size * 0.3;
    context.fillRect(x + middle - arm, y + middle - width / 2, 2 * arm, width);
    if (!isFilled) context.fillRect(x + middle - width / 2, y + middle - arm, width, 2 * arm);
  } else if (look.marks.has("doubt")) {
    context.fillStyle = theme.of("cell-doubt");
    context.beginPath();
    context.arc(x + middle, y + middle, Math.max(1.5, size * 0.18), 0, 7);
    context.fill();
  }
  if (look.marks.has("swapped")) ring(context, theme.of("cell-doubt"), x, y, size, width * 1.4, []);
  if (look.marks.has("lit")) ring(context, isFilled ? theme.of("cell") : theme.of("cell-hint"), x, y, size, Math.max(1.5, size / 16), [size / 9, size / 11]);
  if (look.marks.has("selected")) ring(context, theme.of("cell-hint"), x, y, size, 1.5, [3, 2]);
  if (look.marks.has("stroke") && !isFilled) ring(context, theme.of("cell-hint"), x, y, size, width, []);
  if (look.marks.has("wrong")) {
    context.fillStyle = theme.of("bad");
    context.beginPath();
    context.moveTo(x + 1, y + 1);
    context.lineTo(x + size * 0.55, y + 1);
    context.lineTo(x + 1, y + size * 0.55);
    context.fill();
    cross(context, theme.of("bad"), x, y, size, 0.26, width * 1.4);
  }
}

/** @param {CanvasRenderingContext2D} context @param {string} colour @param {number} x @param {number} y @param {number} size
 * @param {number} width @param {number[]} dashes */
function ring(context, colour, x, y, size, width, dashes) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash(dashes);
  context.beginPath();
  context.roundRect(x + 1 + width / 2, y + 1 + width / 2, size - 1 - width, size - 1 - width, 3);
  context.stroke();
  context.setLineDash([]);
}

/** A line's clue: of a row to the left of its end, of a column above it.
 * @param {CanvasRenderingContext2D} context @param {Theme} theme @param {Clue} clue @param {ClueLook} look
 * @param {{ axis: "row" | "column", x: number, y: number, width: number, height: number, cell: number, rgb: (key: string) => string }} at its strip */
export function paintClue(context, theme, clue, look, at) {
  const sign = signSize(at.cell);
  context.clearRect(at.x, at.y, at.width, at.height);
  if (look.isHair || look.isStalled) {
    context.fillStyle = theme.of(look.isHair ? "clue-hair" : "doubt-soft");
    context.beginPath();
    context.roundRect(at.x, at.y, at.width, at.height, 4);
    context.fill();
  }
  context.textBaseline = "middle";
  context.textAlign = "center";
  let [x, y] = at.axis === "row" ? [at.x + at.width - sign * 0.45, at.y + at.height / 2 + 1]
    : [at.x + at.width / 2 + 0.5, at.y + at.height - sign * CLUE_LINE * 0.5 - 3];
  if (!clue.length) {
    const empty = { ...look, isNow: false, isBad: false };
    paintNumber(context, theme, "0", at.axis === "row" ? x - 0.28 * sign : x, y, sign, 0.56 * sign, empty, false, null);
  }
  for (let index = clue.length - 1; index >= 0; index--) {
    const [length, key] = clue[index] ?? [0, ""];
    const digits = String(length);
    const wide = digits.length * 0.56 * sign;
    const middle = at.axis === "row" ? x - wide / 2 : x;
    paintNumber(context, theme, digits, middle, y, sign, wide, look, look.done[index] === true, key === "#" ? null : at.rgb(key));
    if (at.axis === "row") x -= wide + sign * 0.5;
    else y -= sign * CLUE_LINE;
  }
}

/** @param {CanvasRenderingContext2D} context @param {Theme} theme @param {string} digits @param {number} x @param {number} y
 * @param {number} sign @param {number} wide @param {ClueLook} look @param {boolean} isDone @param {string | null} rgb */
function paintNumber(context, theme, digits, x, y, sign, wide, look, isDone, rgb) {
  const colour = look.isBad ? theme.of("bad") : isDone ? theme.of("clue-done") : look.isNow ? theme.of("pen") : theme.of("clue");
  context.font = `${look.isNow || look.isBad ? 700 : isDone ? 400 : 500} ${sign}px ${theme.font}`;
  context.fillStyle = colour;
  if (rgb) {
    context.globalAlpha = isDone ? 0.45 : 1;
    context.fillStyle = rgb;
    context.fillRect(x - wide / 2 - sign * 0.18, y - sign * 0.58, wide + sign * 0.36, sign * 1.1);
    context.globalAlpha = 1;
    context.fillStyle = isDone ? theme.of("clue") : isDark(rgb) ? "#fff" : "#000";
  }
  context.fillText(digits, x, y);
  if (isDone || look.isBad) context.fillRect(x - wide / 2 - 1, look.isBad ? y + sign * 0.5 : y - 1, wide + 2, look.isBad ? 2 : 1.25);
}

/** Return the width of a row's clue, in heights of its signs. @param {Clue} clue */
export function clueWidth(clue) {
  return clue.reduce((width, [length]) => width + 0.56 * String(length).length + 0.5, 0.4);
}

/** @param {string} rgb as #rrggbb @returns {boolean} */
export function isDark(rgb) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => parseInt(rgb.slice(start, start + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}
