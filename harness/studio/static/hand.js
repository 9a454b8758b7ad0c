// @ts-check
/** A picture being found out by hand: what is known of it, and what a pointer and keys do. It cannot tell right from wrong. */

import { BACKGROUND, withCells } from "./drawing.js";

export const UNKNOWN = "?";

export class Hand {
  /** @param {() => void} changed told when the picture has changed @param {() => void} ended and when a stroke is over */
  constructor(changed, ended) {
    this.changed = changed;
    this.ended = ended;
    /** @type {string[]} */
    this.rows = [];
    /** @type {string[][]} */
    this.before = [];
    this.ink = "#";
    /** Keys that choose a colour. @type {string[]} */
    this.colours = [];
    this.stroke = UNKNOWN;
  }

  /** Begin with a picture of that size of which nothing is known. @param {string[]} rows @param {string} ink @param {string[]} [colours] */
  begin(rows, ink, colours = []) {
    this.rows = rows.map((row) => UNKNOWN.repeat(row.length));
    this.before = [];
    this.ink = ink;
    this.colours = colours;
    this.changed();
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
      key: (key, row, column) => this.key(key, row, column),
    };
  }

  /** @param {number} row @param {number} column @param {string} key */
  set(row, column, key) {
    this.rows = withCells(this.rows, [[row, column, key]]);
    this.changed();
  }

  /** @param {string} key @param {number} row @param {number} column @returns {boolean} */
  key(key, row, column) {
    const now = this.rows[row]?.[column];
    const isColour = this.colours.includes(key);
    /** @type {Record<string, string>} */
    const keys = {
      " ": now === this.ink ? UNKNOWN : this.ink, x: now === BACKGROUND ? UNKNOWN : BACKGROUND,
      Backspace: UNKNOWN, Delete: UNKNOWN,
    };
    const wanted = keys[key] ?? (isColour ? key : undefined);
    if (wanted === undefined) return false;
    if (isColour) this.ink = key;
    this.before.push(this.rows);
    this.set(row, column, wanted);
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
