// @ts-check
/** The page: its parts, and what is kept in the browser. */

import { Board } from "./board.js";
import { watchedConnection } from "./connection.js";
import { get, onClick, trying } from "./dom.js";
import { BACKGROUND, Drawing, lineBetween, withCells } from "./drawing.js";
import { Findings } from "./findings.js";
import { keep, kept, keptByOthers } from "./kept.js";
import { Palette, keysOf, looksOf } from "./palette.js";
import { Bringing } from "./picture.js";
import { ask } from "./server.js";
import { Solving } from "./solve.js";
import { STRINGS, speak } from "./strings.js";
import { Taking, contentOfLink, forgetLink } from "./take.js";
import { Watching } from "./watch.js";

const KEPT_DRAWING = "drawing";
const KEPT_FILE = "file";
const KEPT_LANGUAGE = "language";
const MOVES = { "shift-left": [0, -1], "shift-right": [0, 1], "shift-up": [-1, 0], "shift-down": [1, 0] };

const drawing = new Drawing();
let tool = "pencil";
let ink = "#";
/** @type {import("./drawing.js").Place | null} */
let strokeFrom = null;
let strokeInk = "#";
/** @type {import("./drawing.js").Place[]} */
let stroke = [];

const looks = looksOf(() => drawing.content);

const board = new Board(get("board"), "board", {
  down(row, column, erases) {
    const now = drawing.content.rows[row]?.[column];
    strokeInk = erases || now === ink ? BACKGROUND : ink;
    if (tool === "fill") {
      drawing.fill([row, column], strokeInk);
      return;
    }
    strokeFrom = [row, column];
    stroke = [strokeFrom];
    preview();
  },
  over(row, column) {
    if (!strokeFrom) return;
    const last = stroke.at(-1) ?? strokeFrom;
    stroke = tool === "line" ? lineBetween(strokeFrom, [row, column]) : [...stroke, ...lineBetween(last, [row, column])];
    preview();
  },
  up() {
    const places = stroke;
    strokeFrom = null;
    stroke = [];
    drawing.paint(places, strokeInk);
    board.show(drawing.content.rows);
  },
  key(key, row, column, event) {
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() !== "z") return false;
      if (event.shiftKey) drawing.redo();
      else drawing.undo();
      return true;
    }
    if (drawing.content.colours && keysOf(drawing.content).includes(key)) {
      ink = key;
      colours.choose(ink);
      drawing.paint([[row, column]], ink);
      return true;
    }
    if (key !== " " && key !== "Enter") return false;
    const erases = event.shiftKey || drawing.content.rows[row]?.[column] === ink;
    if (tool === "fill") drawing.fill([row, column], erases ? BACKGROUND : ink);
    else drawing.paint([[row, column]], erases ? BACKGROUND : ink);
    return true;
  },
}, looks);

/** Show the stroke before it is done. */
function preview() {
  board.show(withCells(drawing.content.rows, stroke.map(([row, column]) => [row, column, strokeInk])));
}

const colours = new Palette(get("palette"), "", looks, (key) => {
  ink = key;
});

function showPalette() {
  const keys = keysOf(drawing.content);
  if (ink !== BACKGROUND && !keys.includes(ink)) ink = keys[0] ?? "#";
  colours.show(keys, ink);
}

const findings = new Findings(drawing, board, watchedConnection());
const watching = new Watching(drawing);
const solving = new Solving(drawing, findings);
const bringing = new Bringing(drawing);
new Taking(drawing);

let palette = "";
drawing.addEventListener("change", () => {
  const colours = JSON.stringify([drawing.content.colours, drawing.content.background]);
  if (colours !== palette) {
    palette = colours;
    showPalette();
    board.showAgain();
  }
  board.show(drawing.content.rows);
  keep(KEPT_DRAWING, drawing.content, { forOthers: true });
  forgetLink();
});

for (const name of ["pencil", "line", "fill"]) {
  onClick(`tool-${name}`, () => {
    tool = name;
    for (const other of ["pencil", "line", "fill"]) get(`tool-${other}`).setAttribute("aria-pressed", String(other === name));
  });
}
get("new-colour").addEventListener("change", (event) => {
  ink = drawing.addColour(/** @type {HTMLInputElement} */ (event.target).value);
  showPalette();
});
onClick("undo", () => drawing.undo());
onClick("redo", () => drawing.redo());
onClick("mirror-h", () => drawing.mirror("h"));
onClick("mirror-v", () => drawing.mirror("v"));
for (const [id, [down = 0, right = 0]] of Object.entries(MOVES)) onClick(id, () => drawing.shift(down, right));

const chosen = /** @type {HTMLSelectElement} */ (get("language"));

/** @param {string} code */
function setLanguage(code) {
  speak(code);
  chosen.value = document.documentElement.lang;
  showPalette();
  board.showAgain();
  solving.showAgain();
  findings.tell();
  watching.tell();
}

chosen.addEventListener("change", () => {
  keep(KEPT_LANGUAGE, chosen.value, { forOthers: true });
  setLanguage(chosen.value);
});

/** What to begin with: a link's drawing; after a reload what this page had; the file that the server was given; what
 * was drawn last. @param {any} begun @returns {import("./drawing.js").Content} */
function firstContent(begun) {
  const mine = kept(KEPT_FILE) === (begun.brought?.name ?? null) ? kept(KEPT_DRAWING) : null;
  keep(KEPT_FILE, begun.brought?.name ?? null);
  return contentOfLink() ?? mine ?? begun.brought?.document ?? keptByOthers(KEPT_DRAWING) ?? drawing.content;
}

window.addEventListener("hashchange", () => {
  const content = contentOfLink();
  if (content) drawing.replace(content);
});

await trying(async () => {
  const browser = navigator.language.slice(0, 2);
  setLanguage(keptByOthers(KEPT_LANGUAGE) ?? (browser in STRINGS ? browser : "en"));
  const begun = await (await ask("/api/begin")).json();
  bringing.mostCells = begun.max_side;
  drawing.set(firstContent(begun));
});
document.documentElement.dataset.ready = "true";
