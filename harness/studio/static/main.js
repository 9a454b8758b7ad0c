// @ts-check
/** The page: its parts, and what is kept in the browser. */

import { Board, element } from "./board.js";
import { get, onClick, say, trying } from "./dom.js";
import { BACKGROUND, Drawing, lineBetween, withCells } from "./drawing.js";
import { Findings } from "./findings.js";
import { Bringing } from "./picture.js";
import { ask } from "./server.js";
import { Solving } from "./solve.js";
import { STRINGS, speak, text } from "./strings.js";
import { Taking, contentOfLink } from "./take.js";
import { Watching } from "./watch.js";

const KEPT_DRAWING = "drawing";
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

const looks = {
  rgb: (/** @type {string} */ key) => drawing.rgb(key),
  nameOf: (/** @type {string} */ key) => {
    if (key === BACKGROUND) return text("white");
    if (key === "#" && !drawing.content.colours) return text("black");
    return drawing.colours.find((colour) => colour.key === key)?.name || key;
  },
};

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

function showPalette() {
  const keys = [...drawing.colours.map((colour) => colour.key), BACKGROUND];
  if (!keys.includes(ink)) ink = keys[0] ?? "#";
  get("palette").replaceChildren(...keys.map((key) => {
    const label = element("label", "ink");
    const radio = /** @type {HTMLInputElement} */ (element("input", "", { type: "radio", name: "ink", value: key }));
    radio.checked = key === ink;
    radio.setAttribute("aria-label", looks.nameOf(key));
    radio.addEventListener("change", () => {
      ink = key;
    });
    const sample = element("span", "", { title: looks.nameOf(key) });
    sample.style.backgroundColor = looks.rgb(key);
    label.append(radio, sample);
    return label;
  }));
}

const findings = new Findings(drawing, board, (found) => say(text(found ? "found-again" : "lost"), found ? "good" : "bad"));
const watching = new Watching(drawing);
const solving = new Solving(drawing, findings, looks);
new Bringing(drawing);
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
  try {
    localStorage.setItem(KEPT_DRAWING, JSON.stringify(drawing.content));
  } catch { /* a browser that keeps nothing */ }
});

for (const name of ["pencil", "line", "fill"]) {
  onClick(`tool-${name}`, () => {
    tool = name;
    for (const other of ["pencil", "line", "fill"]) get(`tool-${other}`).setAttribute("aria-pressed", String(other === name));
  });
}
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
  solving.board.showAgain();
  findings.tell();
  watching.tell();
}

chosen.addEventListener("change", () => {
  localStorage.setItem(KEPT_LANGUAGE, chosen.value);
  setLanguage(chosen.value);
});

/** What was kept from the last time, if anything. @returns {any} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_DRAWING) ?? "null");
  } catch {
    return null;
  }
}

await trying(async () => {
  const browser = navigator.language.slice(0, 2);
  setLanguage(localStorage.getItem(KEPT_LANGUAGE) ?? (browser in STRINGS ? browser : "en"));
  const begun = await (await ask("/api/begin")).json();
  drawing.set(contentOfLink() ?? begun.brought?.document ?? kept() ?? drawing.content);
});
document.documentElement.dataset.ready = "true";
