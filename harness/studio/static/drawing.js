// @ts-check
/** The drawing that the page works on: cells, colours, and what was done to it. It knows no rule of crosswords. */

export const BACKGROUND = ".";
const MOST_UNDONE = 500;

/** Colours with their letters, as a file will have them. @type {[string, string, string][]} */
const NAMES = [
  ["r", "red", "#d01828"], ["o", "orange", "#f08000"], ["y", "yellow", "#f0d000"], ["g", "green", "#188030"], ["c", "cyan", "#00b0c0"],
  ["b", "blue", "#2848b0"], ["v", "violet", "#8030a0"], ["p", "pink", "#f080a0"], ["n", "brown", "#804820"], ["e", "grey", "#808080"],
];
const LETTERS = [..."acdefghijklmqstuwzABCDEFGHIJKLMNOPQRSTUVWYZ"];

/** @typedef {{ key: string, name: string, rgb: string }} Colour */
/** @typedef {{ rows: string[], title?: string, colours?: Colour[], background?: string }} Content as the server has it */
/** @typedef {[number, number]} Place row and column, from 0 */

export class Drawing extends EventTarget {
  constructor() {
    super();
    /** @type {Content} */
    this.content = { rows: blankRows(15, 15), title: "" };
    /** @type {Content[]} */
    this.done = [];
    /** @type {Content[]} */
    this.undone = [];
  }

  get width() {
    return this.content.rows[0]?.length ?? 0;
  }

  get height() {
    return this.content.rows.length;
  }

  /** @returns {Colour[]} the colours to draw with */
  get colours() {
    return this.content.colours ?? [{ key: "#", name: "", rgb: "#000000" }];
  }

  /** @param {string} key @returns {string} what a cell of that key looks like */
  rgb(key) {
    if (key === BACKGROUND) return this.content.background ?? "#ffffff";
    return this.colours.find((colour) => colour.key === key)?.rgb ?? "#000000";
  }

  /** Begin with another content; one can come back from that, too.
   * @param {Content} content */
  replace(content) {
    this.change({ ...content, rows: [...content.rows] });
  }

  /** @param {Place[]} places @param {string} key */
  paint(places, key) {
    this.changeRows(withCells(this.content.rows, places.map(([row, column]) => [row, column, key])));
  }

  /** Fill the area of one colour around a cell. @param {Place} place @param {string} key */
  fill([row, column], key) {
    const before = this.content.rows[row]?.[column];
    if (before === undefined || before === key) return;
    /** @type {Place[]} */
    const waiting = [[row, column]];
    const seen = new Set([row * this.width + column]);
    /** @type {Place[]} */
    const area = [];
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      area.push(place);
      for (const [down, right] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) {
        const [y, x] = [place[0] + (down ?? 0), place[1] + (right ?? 0)];
        const number = y * this.width + x;
        if (this.content.rows[y]?.[x] === before && !seen.has(number)) {
          seen.add(number);
          waiting.push([y, x]);
        }
      }
    }
    this.paint(area, key);
  }

  /** @param {"h" | "v"} way */
  mirror(way) {
    const rows = this.content.rows;
    this.changeRows(way === "h" ? rows.map((row) => [...row].reverse().join("")) : [...rows].reverse());
  }

  /** Move everything; what leaves at one side comes in at the other. @param {number} down @param {number} right */
  shift(down, right) {
    const moved = rotated(this.content.rows, down);
    this.changeRows(moved.map((row) => rotated([...row], right).join("")));
  }

  /** @param {string[]} rows */
  changeRows(rows) {
    if (rows.every((row, index) => row === this.content.rows[index])) return;
    this.change({ ...this.content, rows });
  }

  /** @param {Content} content */
  change(content) {
    this.done.push(this.content);
    if (this.done.length > MOST_UNDONE) this.done.shift();
    this.undone = [];
    this.set(content);
  }

  /** Have one more colour to draw with; returns its key. A drawing in black and white has black as its first one then.
   * @param {string} rgb as #rrggbb @returns {string} */
  addColour(rgb) {
    const colours = this.content.colours ?? [{ key: "k", name: "black", rgb: "#000000" }];
    const same = colours.find((colour) => colour.rgb.toLowerCase() === rgb.toLowerCase());
    const added = same ?? { ...newName(rgb, colours.map((colour) => colour.key)), rgb };
    const rows = this.content.colours ? this.content.rows : this.content.rows.map((row) => row.replaceAll("#", "k"));
    if (!same || !this.content.colours) this.change({ ...this.content, rows, colours: same ? colours : [...colours, added] });
    return added.key;
  }

  undo() {
    const before = this.done.pop();
    if (!before) return;
    this.undone.push(this.content);
    this.set(before);
  }

  redo() {
    const after = this.undone.pop();
    if (!after) return;
    this.done.push(this.content);
    this.set(after);
  }

  /** @param {Content} content */
  set(content) {
    this.content = content;
    this.dispatchEvent(new Event("change"));
  }
}

/** A letter that is free, and a word for a colour, of those that come nearest. @param {string} rgb @param {string[]} taken */
function newName(rgb, taken) {
  const free = NAMES.filter(([key]) => !taken.includes(key));
  const [key, name] = free.sort(([, , one], [, , other]) => distance(rgb, one) - distance(rgb, other))[0]
    ?? [LETTERS.find((letter) => !taken.includes(letter)) ?? "", ""];
  return { key, name };
}

/** @param {string} one @param {string} other both as #rrggbb */
function distance(one, other) {
  return [1, 3, 5].reduce((sum, at) => sum + (parseInt(one.slice(at, at + 2), 16) - parseInt(other.slice(at, at + 2), 16)) ** 2, 0);
}

/** @param {number} width @param {number} height @returns {string[]} */
export function blankRows(width, height) {
  return Array.from({ length: height }, () => BACKGROUND.repeat(width));
}

/** A picture with some of its cells changed; those outside it are left out.
 * @param {string[]} rows @param {[number, number, string][]} cells row, column and key @returns {string[]} */
export function withCells(rows, cells) {
  const changed = rows.map((row) => [...row]);
  for (const [row, column, key] of cells) {
    const keys = changed[row];
    if (keys?.[column] !== undefined) keys[column] = key;
  }
  return changed.map((row) => row.join(""));
}

/** The cells of a straight line between two cells, both included. @param {Place} from @param {Place} to @returns {Place[]} */
export function lineBetween([row, column], [toRow, toColumn]) {
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const part = steps ? step / steps : 0;
    return /** @type {Place} */ ([Math.round(row + (toRow - row) * part), Math.round(column + (toColumn - column) * part)]);
  });
}

/** A list moved on by some places, the end coming in at the beginning.
 * @template T
 * @param {T[]} list @param {number} by @returns {T[]} */
function rotated(list, by) {
  const cut = (((list.length - by) % list.length) + list.length) % list.length;
  return [...list.slice(cut), ...list.slice(0, cut)];
}
