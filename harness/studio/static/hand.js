// @ts-check
/** A picture being found out by hand: what is known of it, and what a pointer and keys do. It cannot tell right from wrong. */

import { UNKNOWN } from "./board.js";
import { BACKGROUND, withCells } from "./drawing.js";
import { columnsOf, stateOf } from "./lines.js";
import { blockBetween, lineBetween } from "./shapes.js";

/** @typedef {import("./shapes.js").Place} Place */
/** @typedef {[number, number, string]} Cell row, column and key */
/** @typedef {{ rows: string[], tried: string[] | null, struck: string[] }} Found what undo brings back: cells, those before a trial, struck numbers */

export class Hand {
  /** @param {() => void} changed told when the picture or the colour in use has changed
   *  @param {(cells: Cell[]) => void} ended and what a stroke that is over has changed */
  constructor(changed, ended) {
    this.changed = changed;
    this.ended = ended;
    /** @type {import("./board.js").Board | null} */
    this.board = null;
    /** @type {string[]} */
    this.rows = [];
    /** The cells as they were before a trial, null if nothing is on trial. @type {string[] | null} */
    this.tried = null;
    /** Numbers that a person has struck: the axis, the line, and which of its numbers. @type {string[]} */
    this.struck = [];
    /** @type {Found[]} */
    this.before = [];
    /** @type {Found[]} */
    this.after = [];
    /** Keys of the colours, chosen by their numbers. @type {string[]} */
    this.colours = [];
    this.ink = "";
    /** True if the rest of a finished line is crossed out. */
    this.crossesOut = false;
    this.strokes = 0;
    this.strokeKey = UNKNOWN;
    this.strokeOver = UNKNOWN;
    /** @type {Place | null} */
    this.from = null;
    /** @type {Place[]} */
    this.places = [];
    this.brush = UNKNOWN;
    /** @type {import("./board.js").Clues | null} */
    this.clues = null;
  }

  /** Begin with a picture, or with one of that size of which nothing is known.
   * @param {string[]} rows @param {string[]} colours @param {boolean} [isKnown] */
  begin(rows, colours, isKnown = false) {
    this.rows = isKnown ? [...rows] : rows.map((row) => UNKNOWN.repeat(row.length));
    this.tried = null;
    this.struck = [];
    this.before = [];
    this.after = [];
    this.strokes = 0;
    this.colours = colours;
    this.choose(colours[0] ?? BACKGROUND);
  }

  /** Return true if every line has just the runs of its clue; unknown cells count as white. */
  get isSolved() {
    const { clues, rows } = this;
    return clues !== null && rows.every((row, index) => stateOf(clues.rows[index] ?? [], row).isFinished)
      && columnsOf(rows).every((column, index) => stateOf(clues.columns[index] ?? [], column).isFinished);
  }

  /** Build the board's callbacks. @returns {import("./board.js").Hands} */
  get hands() {
    return {
      down: (row, column, how) => this.down([row, column], how.erases ? BACKGROUND : this.ink),
      over: (row, column, how) => this.over([row, column], how),
      up: () => this.up(),
      cancel: () => this.cancel(),
      key: (key, row, column, event) => this.key(key, row, column, event),
      moved: (row, column) => this.apply([[row, column, this.brush]]),
    };
  }

  /** Use another colour. @param {string} ink */
  choose(ink) {
    this.ink = ink;
    this.changed();
  }

  // -- strokes -------------------------------------------------------------------------------

  /** @param {Place} place @param {string} wanted */
  down(place, wanted) {
    this.strokeOver = this.rows[place[0]]?.[place[1]] ?? UNKNOWN;
    this.strokeKey = this.strokeOver === wanted ? UNKNOWN : wanted;
    this.from = place;
    this.places = [place];
    this.preview();
  }

  /** Along one row or column; with Shift freely, with Ctrl a rectangle. @param {Place} place @param {import("./board.js").How} how */
  over(place, how) {
    if (!this.from) return;
    if (how.ctrl) this.places = blockBetween(this.from, place);
    else if (how.shift) this.places = [...this.places, ...lineBetween(this.places.at(-1) ?? place, place)];
    else this.places = lineBetween(this.from, straight(this.from, place));
    this.preview();
  }

  preview() {
    this.board?.showStroke(this.paintable(), this.strokeKey, true);
  }

  /** The stroke's cells that are as its first one was. @returns {Place[]} */
  paintable() {
    return this.places.filter(([row, column]) => this.rows[row]?.[column] === this.strokeOver);
  }

  up() {
    const places = this.paintable();
    const key = this.strokeKey;
    this.cancel();
    this.apply(places.map(([row, column]) => [row, column, key]));
  }

  /** It never was. */
  cancel() {
    this.from = null;
    this.places = [];
    this.board?.showStroke([], "");
  }

  /** One step, which one can take back. @param {Cell[]} cells */
  apply(cells) {
    const changed = cells.filter(([row, column, key]) => this.rows[row]?.[column] !== undefined && this.rows[row]?.[column] !== key);
    if (!changed.length) return;
    this.step();
    this.strokes += 1;
    this.rows = withCells(this.rows, changed);
    if (this.crossesOut) this.crossOut(changed);
    this.changed();
    this.ended(changed);
  }

  /** Cross out the rest of the lines that these cells finish. @param {Cell[]} cells */
  crossOut(cells) {
    const columns = columnsOf(this.rows);
    /** @type {Cell[]} */
    const crosses = [];
    for (const row of new Set(cells.map(([at]) => at))) {
      if (stateOf(this.clues?.rows[row] ?? [], this.rows[row] ?? "").isFinished) [...(this.rows[row] ?? "")].forEach((key, column) => key === UNKNOWN && crosses.push([row, column, BACKGROUND]));
    }
    for (const column of new Set(cells.map(([, at]) => at))) {
      if (stateOf(this.clues?.columns[column] ?? [], columns[column] ?? "").isFinished) [...(columns[column] ?? "")].forEach((key, row) => key === UNKNOWN && crosses.push([row, column, BACKGROUND]));
    }
    this.rows = withCells(this.rows, crosses);
  }

  /** Strike a number, or take that back. @param {string} name */
  strike(name) {
    this.step();
    this.struck = this.struck.includes(name) ? this.struck.filter((one) => one !== name) : [...this.struck, name];
  }

  // -- trial ---------------------------------------------------------------------------------

  /** Begin a trial, make its cells ordinary, or take them back. @param {"try" | "keep" | "drop"} how */
  trial(how) {
    this.step();
    if (how === "drop") this.rows = this.tried ?? this.rows;
    this.tried = how === "try" ? this.rows : null;
    this.changed();
    this.ended([]);
  }

  /** Find the cells that differ from those before the trial. @returns {Place[]} */
  get onTrial() {
    const { tried } = this;
    return !tried ? [] : this.rows.flatMap((line, row) => (line === tried[row] ? []
      : [...line].flatMap((key, column) => (key === tried[row]?.[column] ? [] : [/** @type {Place} */ ([row, column])]))));
  }

  // -- keys ----------------------------------------------------------------------------------

  /** @param {string} key @param {number} row @param {number} column @param {KeyboardEvent} event @returns {boolean} */
  key(key, row, column, event) {
    if (event.ctrlKey || event.metaKey) return false;
    const now = this.rows[row]?.[column];
    const wanted = /** @type {Record<string, string>} */ ({ " ": this.ink, x: BACKGROUND, ".": BACKGROUND, Backspace: UNKNOWN, Delete: UNKNOWN })[key.length > 1 ? key : key.toLowerCase()];
    if (wanted === undefined) return false;
    this.brush = now === wanted ? UNKNOWN : wanted;
    this.apply([[row, column, this.brush]]);
    return true;
  }

  /** @returns {Found} */
  get found() {
    return { rows: this.rows, tried: this.tried, struck: this.struck };
  }

  /** Something changes, which one can take back. */
  step() {
    this.before.push(this.found);
    this.after = [];
  }

  undo() {
    this.goTo(this.before, this.after);
  }

  redo() {
    this.goTo(this.after, this.before);
  }

  /** @param {Found[]} from @param {Found[]} to */
  goTo(from, to) {
    const found = from.pop();
    if (!found) return;
    to.push(this.found);
    Object.assign(this, found);
    this.changed();
    this.ended([]);
  }
}

/** The end of a stroke in one row or one column. @param {Place} from @param {Place} to @returns {Place} */
function straight([row, column], [toRow, toColumn]) {
  return Math.abs(toColumn - column) >= Math.abs(toRow - row) ? [row, toColumn] : [toRow, column];
}
