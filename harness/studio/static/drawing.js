// @ts-check
/** The drawing that the page works on: cells, colours, and what was done to it. It knows no rule of crosswords. */

import { areaAround } from "./shapes.js";

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
/** @typedef {import("./shapes.js").Place} Place */

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

  /** Begin with another drawing, of which nothing can be taken back. @param {Content} content */
  open(content) {
    this.done = [];
    this.undone = [];
    this.set({ ...content, rows: [...content.rows] });
  }

  /** Go on with a drawing where it was left, in another tab or before a reload. @param {Content} content @param {{ done: Content[], undone: Content[] }} [steps] */
  goOn(content, { done, undone } = { done: [], undone: [] }) {
    this.done = [...done];
    this.undone = [...undone];
    this.set(content);
  }

  /** Continue with another content; one can come back from that, too.
   * @param {Content} content */
  replace(content) {
    this.change({ ...content, rows: [...content.rows] });
  }

  /** @param {Place[]} places @param {string} key */
  paint(places, key) {
    this.changeRows(withCells(this.content.rows, places.map(([row, column]) => [row, column, key])));
  }

  /** Fill the area of one colour around a cell. @param {Place} place @param {string} key */
  fill(place, key) {
    this.paint(areaAround(this.content.rows, place), key);
  }

  /** @param {"h" | "v"} way */
  mirror(way) {
    const rows = this.content.rows;
    this.changeRows(way === "h" ? rows.map((row) => [...row].reverse().join("")) : [...rows].reverse());
  }

  /** Swap rows and columns. */
  turn() {
    const rows = this.content.rows.map((row) => [...row]);
    this.changeRows((rows[0] ?? []).map((_, column) => rows.map((row) => row[column]).join("")));
  }

  /** Move everything; what leaves at one side comes in at the other. @param {number} down @param {number} right */
  shift(down, right) {
    this.changeRows(this.shifted(down, right));
  }

  /** @param {number} down @param {number} right @returns {string[]} */
  shifted(down, right) {
    return rotated(this.content.rows, down).map((row) => rotated([...row], right).join(""));
  }

  /** @param {string[]} rows */
  changeRows(rows) {
    if (rows.length === this.height && rows.every((row, index) => row === this.content.rows[index])) return;
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
   * @param {string} rgb as #rrggbb @param {boolean} [isSilent] as a part of a larger change @returns {string} */
  addColour(rgb, isSilent = false) {
    const colours = this.content.colours ?? [{ key: "k", name: "black", rgb: "#000000" }];
    const same = colours.find((colour) => colour.rgb.toLowerCase() === rgb.toLowerCase());
    const added = same ?? { ...newName(rgb, colours.map((colour) => colour.key)), rgb };
    const rows = this.content.colours ? this.content.rows : this.content.rows.map((row) => row.replaceAll("#", "k"));
    if (!same || !this.content.colours) {
      const content = { ...this.content, rows, colours: same ? colours : [...colours, added] };
      if (isSilent) this.content = content;
      else this.change(content);
    }
    return added.key;
  }

  /** Give a colour another look. @param {string} key @param {string} rgb */
  recolour(key, rgb) {
    if (!this.content.colours?.some((colour) => colour.key === key && colour.rgb !== rgb)) return;
    const taken = this.content.colours.filter((colour) => colour.key !== key).map((colour) => colour.key);
    const { name } = newName(rgb, taken);
    this.change({ ...this.content, colours: this.content.colours.map((colour) => (colour.key === key ? { ...colour, rgb, name } : colour)) });
  }

  /** Take a colour away; its cells become white. @param {string} key */
  removeColour(key) {
    if (!this.content.colours) return;
    const colours = this.content.colours.filter((colour) => colour.key !== key);
    const rows = this.content.rows.map((row) => row.replaceAll(key, BACKGROUND));
    this.change({ ...this.content, rows, colours: colours.length ? colours : undefined });
  }

  /** Have the colours of a palette to draw with, besides those that the drawing uses. @param {string[]} rgbs */
  usePalette(rgbs) {
    const before = this.content;
    const used = new Set(before.rows.join(""));
    for (const rgb of rgbs) this.addColour(rgb, true);
    const { content } = this;
    const wanted = new Set(rgbs.map((rgb) => rgb.toLowerCase()));
    const colours = content.colours?.filter((colour) => wanted.has(colour.rgb.toLowerCase()) || used.has(colour.key) || (colour.key === "k" && used.has("#")));
    this.content = before;
    this.change({ ...content, colours });
  }

  /** Another size; the drawing stays at one side or in the middle.
   * @param {number} width @param {number} height @param {number} across 0 left, 0.5 middle, 1 right @param {number} down 0 top, 1 bottom */
  resize(width, height, across, down) {
    const [left, top] = [Math.round((width - this.width) * across), Math.round((height - this.height) * down)];
    const rows = Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) => this.content.rows[row - top]?.[column - left] ?? BACKGROUND).join(""));
    this.changeRows(rows);
  }

  undo() {
    this.goTo(this.done, this.undone);
  }

  redo() {
    this.goTo(this.undone, this.done);
  }

  /** @param {Content[]} from @param {Content[]} to */
  goTo(from, to) {
    const content = from.pop();
    if (!content) return;
    to.push(this.content);
    this.set(content);
  }

  /** @param {Content} content */
  set(content) {
    this.content = content;
    this.dispatchEvent(new Event("change"));
  }
}

/** A letter that is free, and a word for a colour, of those that come nearest. @param {string} rgb @param {string[]} taken */
function newName(rgb, taken) {
  const [key, name] = nearest(rgb, NAMES.filter(([letter]) => !taken.includes(letter))) ?? [LETTERS.find((letter) => !taken.includes(letter)) ?? "", ""];
  return { key, name };
}

/** @param {string} rgb @param {[string, string, string][]} names */
function nearest(rgb, names) {
  return [...names].sort(([, , one], [, , other]) => distance(rgb, one) - distance(rgb, other))[0];
}

/** The word for a colour that has none. @param {string} rgb @returns {string} */
export function nearestName(rgb) {
  return nearest(rgb, NAMES)?.[1] ?? "";
}

/** @param {string} one @param {string} other both as #rrggbb */
export function distance(one, other) {
  return [1, 3, 5].reduce((sum, at) => sum + (parseInt(one.slice(at, at + 2), 16) - parseInt(other.slice(at, at + 2), 16)) ** 2, 0);
}

/** @param {number} width @param {number} height @returns {string[]} */
export function blankRows(width, height) {
  return Array.from({ length: height }, () => BACKGROUND.repeat(width));
}

/** A picture with some of its cells changed; those outside it are left out.
 * @param {string[]} rows @param {[number, number, string][]} cells row, column and key @returns {string[]} */
export function withCells(rows, cells) {
  /** @type {Map<number, string[]>} */
  const changed = new Map();
  for (const [row, column, key] of cells) {
    const keys = changed.get(row) ?? [...(rows[row] ?? "")];
    if (keys[column] === undefined) continue;
    keys[column] = key;
    changed.set(row, keys);
  }
  return rows.map((row, index) => changed.get(index)?.join("") ?? row);
}

/** A list moved on by some places, the end coming in at the beginning.
 * @template T
 * @param {T[]} list @param {number} by @returns {T[]} */
function rotated(list, by) {
  const cut = (((-by) % list.length) + list.length) % list.length;
  return [...list.slice(cut), ...list.slice(0, cut)];
}
