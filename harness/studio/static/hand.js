// @ts-check
/** A picture being found out by hand: what is known of it, and what a pointer and keys do. It cannot tell right from wrong. */

import { BACKGROUND, withCells } from "./drawing.js";

export const UNKNOWN = "?";

export class Hand {
  /** @param {() => void} changed told when the picture or the colour in use has changed
   *  @param {() => void} ended and when a stroke is over */
  constructor(changed, ended) {
    this.changed = changed;
    this.ended = ended;
    /** @type {string[]} */
    this.rows = [];
    /** @type {string[][]} */
    this.before = [];
    /** Keys of the colours, each chosen by its letter. @type {string[]} */
    this.colours = [];
    this.ink = "";
    this.stroke = UNKNOWN;
  }

  /** Begin with a picture, or with one of that size of which nothing is known.
   * @param {string[]} rows @param {string[]} colours @param {boolean} [isKnown] */
  begin(rows, colours, isKnown = false) {
    this.rows = isKnown ? [...rows] : rows.map((row) => UNKNOWN.repeat(row.length));
    this.before = [];
    this.colours = colours;
    this.choose(colours[0] ?? BACKGROUND);
  }

  get isWhole() {
    return !this.rows.join("").includes(UNKNOWN);
  }

  /** What a board tells. @returns {import("./board.js").Hands} */
  get hands() {
    return {
      down: (row, column, erases) => {
        const wanted = erases ? BACKGROUND : this.ink;
        this.stroke = this.rows[row]?.[column] === wanted ? UNKNOWN : wanted;
        this.before.push(this.rows);
        this.set(row, column, this.stroke);
      },
      over: (row, column) => this.set(row, column, this.stroke),
      up: this.ended,
      key: (key, row, column, event) => this.key(key, row, column, event),
    };
  }

  /** Use another colour. @param {string} ink */
  choose(ink) {
    this.ink = ink;
    this.changed();
  }

  /** @param {number} row @param {number} column @param {string} key */
  set(row, column, key) {
    if (this.rows[row]?.[column] === key) return;
    this.rows = withCells(this.rows, [[row, column, key]]);
    this.changed();
  }

  /** @param {string} key @param {number} row @param {number} column @param {KeyboardEvent} event @returns {boolean} */
  key(key, row, column, event) {
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() === "z") this.undo();
      return key.toLowerCase() === "z";
    }
    const now = this.rows[row]?.[column];
    const isColour = this.colours.includes(key);
    const white = now === BACKGROUND ? UNKNOWN : BACKGROUND;
    /** @type {Record<string, string>} */
    const keys = { " ": now === this.ink ? UNKNOWN : this.ink, x: white, ".": white, Backspace: UNKNOWN, Delete: UNKNOWN };
    const wanted = isColour ? key : keys[key];
    if (wanted === undefined) return false;
    if (isColour) this.ink = key;
    this.before.push(this.rows);
    this.rows = withCells(this.rows, [[row, column, wanted]]);
    this.changed();
    this.ended();
    return true;
  }

  undo() {
    const rows = this.before.pop();
    if (!rows) return;
    this.rows = rows;
    this.changed();
  }
}
