// @ts-check
/** A picture in cells with its numbers at the sides: to be drawn on, or solved, by pointer and by keyboard. */

import { BACKGROUND } from "./drawing.js";
import { text } from "./strings.js";

/** @typedef {[number, string][]} Clue lengths, each with its colour's key */
/** @typedef {{ rows: Clue[], columns: Clue[] }} Clues */
/** @typedef {{ rgb: (key: string) => string, nameOf: (key: string) => string }} Looks */
/**
 * @typedef {object} Hands what a person does
 * @property {(row: number, column: number, erases: boolean) => void} down a press begins
 * @property {(row: number, column: number) => void} over the pointer came to another cell
 * @property {() => void} up it is over
 * @property {(key: string, row: number, column: number, event: KeyboardEvent) => boolean} key
 *   a key that is not for moving; whether it was of use
 */

/** Room for numbers in a new board: cells at the left, lines above. */
const LEAST_ROOM = { cells: 2.4, lines: 3 };
const ROOM_LEAP = 1;

export class Board {
  /** @param {HTMLElement} place @param {string} label the key of its name @param {Hands} hands @param {Looks} looks */
  constructor(place, label, hands, looks) {
    this.place = place;
    this.label = label;
    this.hands = hands;
    this.looks = looks;
    /** @type {HTMLElement[][]} */
    this.cells = [];
    /** @type {string[]} */
    this.rows = [];
    /** @type {Clues | null} */
    this.clues = null;
    this.at = { row: 0, column: 0 };
    /** @type {Set<string>} */
    this.marked = new Set();
    this.isDown = false;
    this.room = LEAST_ROOM;
    place.classList.add("board");
    place.setAttribute("role", "grid");
    place.addEventListener("pointerdown", (event) => this.pointerDown(event));
    place.addEventListener("pointermove", (event) => this.pointerMove(event));
    for (const name of ["pointerup", "pointercancel"]) place.addEventListener(name, () => this.pointerUp());
    place.addEventListener("contextmenu", (event) => event.preventDefault());
    place.addEventListener("focusin", (event) => this.focused(event));
    place.addEventListener("keydown", (event) => this.keyDown(event));
  }

  /** Show a picture; the numbers that stood there go when it has another size.
   * @param {string[]} rows */
  show(rows) {
    const width = rows[0]?.length ?? 0;
    if (rows.length !== this.cells.length || width !== (this.cells[0]?.length ?? 0)) this.build(width, rows.length);
    rows.forEach((row, y) => {
      const before = this.rows[y];
      if (row === before) return;
      [...row].forEach((key, x) => {
        if (before?.[x] !== key) this.paint(y, x, key);
      });
    });
    this.rows = [...rows];
  }

  /** Say everything again, in another language or other colours. */
  showAgain() {
    const rows = this.rows;
    this.rows = [];
    this.show(rows);
    this.setLabel();
    if (this.clues) this.showClues(this.clues);
  }

  /** @param {Clues} clues */
  showClues(clues) {
    this.clues = clues;
    this.makeRoom(Math.max(...clues.rows.map(widthOf)), Math.max(...clues.columns.map((clue) => clue.length)));
    clues.rows.forEach((clue, index) => this.showClue(this.place.querySelector(`[data-row-clue="${index}"]`), clue, "row", index));
    clues.columns.forEach((clue, index) => this.showClue(this.place.querySelector(`[data-column-clue="${index}"]`), clue, "column", index));
  }

  /** Room for the numbers: it grows by leaps and never shrinks, so that the cells stay where they are while one draws.
   * @param {number} cells at the left @param {number} lines above */
  makeRoom(cells, lines) {
    const leapt = (/** @type {number} */ had, /** @type {number} */ wanted) => (wanted > had ? wanted + ROOM_LEAP : had);
    this.room = { cells: leapt(this.room.cells, cells), lines: leapt(this.room.lines, lines) };
    this.place.style.setProperty("--clue-cells", this.room.cells.toFixed(2));
    this.place.style.setProperty("--clue-lines", String(this.room.lines));
  }

  /** Light some cells, and no others. @param {string} how a class @param {number[][]} places */
  light(how, places) {
    const wanted = new Set(places.map(([row, column]) => `${row},${column}`));
    for (const lit of this.place.querySelectorAll(`.${how}`)) lit.classList.remove(how);
    for (const [row, column] of places) this.cells[row ?? 0]?.[column ?? 0]?.classList.add(how);
    if (how === "differs") {
      const changed = new Set([...wanted, ...this.marked]);
      this.marked = wanted;
      for (const place of changed) {
        const [row, column] = place.split(",").map(Number);
        this.name(row ?? 0, column ?? 0, this.rows[row ?? 0]?.[column ?? 0] ?? BACKGROUND);
      }
    }
  }

  /** Light the numbers of lines. @param {string} how a class @param {[string, number][]} lines */
  lightLines(how, lines) {
    for (const lit of this.place.querySelectorAll(`.${how}`)) lit.classList.remove(how);
    for (const [axis, index] of lines) this.place.querySelector(`[data-${axis}-clue="${index}"]`)?.classList.add(how);
  }

  /** @param {number} width @param {number} height */
  build(width, height) {
    this.rows = [];
    this.clues = null;
    this.marked = new Set();
    this.room = LEAST_ROOM;
    this.makeRoom(0, 0);
    this.place.style.setProperty("--columns", String(width));
    const head = element("div", "board-row", { role: "row" });
    head.append(element("span", "corner", { role: "presentation" }));
    for (let x = 0; x < width; x++) head.append(element("span", "clue column-clue", { role: "columnheader", "data-column-clue": String(x) }));
    this.cells = [];
    const lines = [head];
    for (let y = 0; y < height; y++) {
      const line = element("div", "board-row", { role: "row" });
      line.append(element("span", "clue row-clue", { role: "rowheader", "data-row-clue": String(y) }));
      const cells = [];
      for (let x = 0; x < width; x++) {
        const cell = element("span", "cell", { role: "gridcell", tabindex: "-1" });
        cell.dataset.row = String(y);
        cell.dataset.column = String(x);
        if (x % 5 === 4 && x < width - 1) cell.classList.add("fifth-column");
        if (y % 5 === 4 && y < height - 1) cell.classList.add("fifth-row");
        cells.push(cell);
      }
      line.append(...cells);
      this.cells.push(cells);
      lines.push(line);
    }
    this.place.replaceChildren(...lines);
    this.at = { row: Math.min(this.at.row, height - 1), column: Math.min(this.at.column, width - 1) };
    this.cells[this.at.row]?.[this.at.column]?.setAttribute("tabindex", "0");
    this.setLabel();
  }

  setLabel() {
    this.place.setAttribute("aria-label", text(this.label, { width: this.cells[0]?.length ?? 0, height: this.cells.length }));
  }

  /** @param {number} row @param {number} column @param {string} key */
  paint(row, column, key) {
    const cell = this.cells[row]?.[column];
    if (!cell) return;
    cell.classList.toggle("unknown", key === "?");
    cell.classList.toggle("known-white", key === BACKGROUND);
    cell.style.backgroundColor = key === "?" ? "" : this.looks.rgb(key);
    this.name(row, column, key);
  }

  /** @param {number} row @param {number} column @param {string} key */
  name(row, column, key) {
    const colour = key === "?" ? text("unknown") : this.looks.nameOf(key);
    const name = text("cell", { row: row + 1, column: column + 1, colour });
    this.cells[row]?.[column]?.setAttribute("aria-label", this.marked.has(`${row},${column}`) ? `${name}, ${text("differs")}` : name);
  }

  /** @param {Element | null} place @param {Clue} clue @param {"row" | "column"} axis @param {number} index */
  showClue(place, clue, axis, index) {
    if (!place) return;
    const said = clue.map(([length, key]) => (key === "#" ? String(length) : `${length} ${this.looks.nameOf(key)}`)).join(", ");
    place.setAttribute("aria-label", text(`${axis}-clue`, { number: index + 1, clue: said || text("empty") }));
    place.replaceChildren(...clue.map(([length, key]) => {
      const number = element("b", "", { "aria-hidden": "true" });
      number.textContent = String(length);
      if (key !== "#") {
        number.style.backgroundColor = this.looks.rgb(key);
        number.style.color = isDark(this.looks.rgb(key)) ? "#fff" : "#000";
      }
      return number;
    }));
  }

  /** @param {number} row @param {number} column */
  focus(row, column) {
    this.cells[row]?.[column]?.focus();
  }

  /** A cell has got the focus, in whichever way. @param {FocusEvent} event */
  focused(event) {
    const cell = event.target;
    if (!(cell instanceof HTMLElement) || cell.dataset.row === undefined) return;
    this.cells[this.at.row]?.[this.at.column]?.setAttribute("tabindex", "-1");
    this.at = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    cell.setAttribute("tabindex", "0");
  }

  /** @param {Event} event @returns {[number, number] | null} */
  cellOf(event) {
    const { clientX, clientY } = /** @type {PointerEvent} */ (event);
    const found = document.elementFromPoint(clientX, clientY)?.closest(".cell");
    if (!(found instanceof HTMLElement) || !this.place.contains(found)) return null;
    return [Number(found.dataset.row), Number(found.dataset.column)];
  }

  /** @param {PointerEvent} event */
  pointerDown(event) {
    const place = this.cellOf(event);
    if (!place) return;
    event.preventDefault();
    this.isDown = true;
    this.focus(...place);
    this.hands.down(...place, event.button === 2 || event.shiftKey);
  }

  /** @param {PointerEvent} event */
  pointerMove(event) {
    const place = this.isDown ? this.cellOf(event) : null;
    if (!place || (place[0] === this.at.row && place[1] === this.at.column)) return;
    this.at = { row: place[0], column: place[1] };
    this.hands.over(...place);
  }

  pointerUp() {
    if (this.isDown) this.hands.up();
    this.isDown = false;
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const { row, column } = this.at;
    const [height, width] = [this.cells.length, this.cells[0]?.length ?? 0];
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [row, 0], End: [row, width - 1], PageUp: [0, column], PageDown: [height - 1, column],
    };
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
    if (to) {
      event.preventDefault();
      this.focus(Math.min(Math.max(to[0], 0), height - 1), Math.min(Math.max(to[1], 0), width - 1));
    } else if (this.hands.key(event.key, row, column, event)) {
      event.preventDefault();
    }
  }
}

/** How many cells wide a line's numbers are, at .58 of a cell a sign's height. @param {Clue} clue */
function widthOf(clue) {
  return clue.reduce((width, [length]) => width + 0.38 * String(length).length + 0.15, 0.2);
}

/** @param {string} tag @param {string} [classes] @param {Record<string, string>} [attributes] @returns {HTMLElement} */
export function element(tag, classes = "", attributes = {}) {
  const made = document.createElement(tag);
  if (classes) made.className = classes;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** @param {string} rgb as #rrggbb @returns {boolean} */
export function isDark(rgb) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => parseInt(rgb.slice(start, start + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}
