// @ts-check
/** Drawing on the board: the tools, by pointer and by keyboard. A stroke is seen before it is done, and can be discarded. */

import { announce } from "./dom.js";
import { BACKGROUND, withCells } from "./drawing.js";
import { keysOf } from "./palette.js";
import { areaAround, areaBetween, blockBetween, clamp, ellipseBetween, lineBetween, rectangleBetween, withSymmetry } from "./shapes.js";
import { text } from "./strings.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./shapes.js").Place} Place */
/** @typedef {"pencil" | "line" | "rectangle" | "ellipse" | "fill" | "select" | "shift"} Tool */

/** @type {Record<string, Tool>} */
export const TOOL_KEYS = { p: "pencil", l: "line", r: "rectangle", e: "ellipse", f: "fill", s: "select", a: "shift" };
/** @type {import("./shapes.js").Symmetry[]} */
const SYMMETRIES = ["", "h", "v", "hv"];
/** @type {Record<string, (from: Place, to: Place) => Place[]>} */
const SHAPES = { line: lineBetween, rectangle: rectangleBetween, ellipse: ellipseBetween };
/** @type {Record<string, Place>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Pens {
  /** @param {Drawing} drawing @param {() => void} changed told when tool, ink or symmetry is another one */
  constructor(drawing, changed) {
    this.drawing = drawing;
    this.changed = changed;
    /** @type {import("./board.js").Board | null} */
    this.board = null;
    /** @type {Tool} */
    this.tool = "pencil";
    this.ink = "#";
    /** @type {import("./shapes.js").Symmetry} */
    this.symmetry = "";
    /** Colour of the stroke. */
    this.brush = "#";
    /** First place of the stroke. @type {Place | null} */
    this.from = null;
    /** Last place of the stroke. @type {Place | null} */
    this.to = null;
    /** @type {Place[]} */
    this.stroke = [];
    /** The corners of what is selected. @type {{ top: number, left: number, bottom: number, right: number } | null} */
    this.selected = null;
    this.isMoving = false;
    drawing.addEventListener("change", () => this.inkStays());
  }

  /** @returns {import("./board.js").Hands} */
  get hands() {
    return {
      down: (row, column, how) => this.down([row, column], how.erases || how.shift),
      over: (row, column) => this.over([row, column]),
      up: () => this.up(),
      cancel: () => this.cancel(),
      key: (key, row, column, event) => this.key(key, [row, column], event),
      moved: (row, column) => this.dragged([row, column]),
    };
  }

  /** @param {Tool} tool */
  take(tool) {
    this.cancel();
    this.tool = tool;
    if (tool !== "select") this.select(null);
    this.changed();
  }

  /** @param {string} ink */
  choose(ink) {
    this.ink = ink;
    this.changed();
  }

  /** The ink is one of the drawing's. */
  inkStays() {
    const keys = keysOf(this.drawing.content);
    if (this.ink !== BACKGROUND && !keys.includes(this.ink)) this.choose(keys[0] ?? "#");
  }

  nextSymmetry() {
    this.symmetry = SYMMETRIES[(SYMMETRIES.indexOf(this.symmetry) + 1) % SYMMETRIES.length] ?? "";
    announce(text(`symmetry-${this.symmetry || "off"}`));
    this.changed();
  }

  // -- strokes -------------------------------------------------------------------------------

  /** @param {Place} place @param {boolean} erases */
  down(place, erases) {
    const now = this.drawing.content.rows[place[0]]?.[place[1]];
    this.brush = erases || now === this.ink ? BACKGROUND : this.ink;
    this.from = place;
    this.stroke = [place];
    this.isMoving = this.tool === "select" && this.isSelected(place);
    if (this.tool === "fill") {
      this.paint(areaAround(this.drawing.content.rows, place));
      this.from = null;
      return;
    }
    this.preview(place);
  }

  /** @param {Place} place */
  over(place) {
    if (!this.from) return;
    const shape = SHAPES[this.tool];
    this.stroke = shape ? shape(this.from, place) : [...this.stroke, ...lineBetween(this.stroke.at(-1) ?? place, place)];
    this.preview(place);
  }

  up() {
    const { from, stroke } = this;
    if (!from) return;
    const last = stroke.at(-1) ?? from;
    const to = this.to ?? last;
    this.cancel();
    if (this.tool === "shift") this.drawing.shift(to[0] - from[0], to[1] - from[1]);
    else if (this.tool === "select" && this.isMoving) this.moveSelected(to[0] - from[0], to[1] - from[1]);
    else if (this.tool === "select") this.select(from[0] === to[0] && from[1] === to[1] ? null : areaBetween(from, to));
    else this.paint(stroke);
  }

  /** It never was. */
  cancel() {
    this.from = null;
    this.to = null;
    this.stroke = [];
    this.board?.showStroke([], "");
    this.board?.show(this.drawing.content.rows);
    this.board?.mark("selected", this.selected ? blockOf(this.selected) : []);
  }

  /** Show the stroke before it is done. @param {Place} to where it has come */
  preview(to) {
    const { board, from, drawing } = this;
    if (!board || !from) return;
    this.to = to;
    if (this.tool === "shift") board.show(drawing.shifted(to[0] - from[0], to[1] - from[1]));
    else if (this.tool === "select" && !this.isMoving) board.mark("selected", blockBetween(from, to));
    else if (this.tool === "select") board.show(this.movedRows(to[0] - from[0], to[1] - from[1]));
    else board.showStroke(withSymmetry(this.stroke, this.symmetry, drawing.width, drawing.height), this.brush, this.tool !== "pencil");
  }

  /** @param {Place[]} places */
  paint(places) {
    this.drawing.paint(withSymmetry(places, this.symmetry, this.drawing.width, this.drawing.height), this.brush);
  }

  // -- what is selected ----------------------------------------------------------------------

  /** @param {{ top: number, left: number, bottom: number, right: number } | null} area */
  select(area) {
    this.selected = area;
    this.board?.mark("selected", area ? blockOf(area) : []);
  }

  /** @param {Place} place */
  isSelected([row, column]) {
    const area = this.selected;
    return area !== null && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
  }

  /** The picture with what is selected elsewhere. @param {number} down @param {number} right */
  movedRows(down, right) {
    const { rows } = this.drawing.content;
    if (!this.selected) return rows;
    const places = blockOf(this.selected);
    const lifted = withCells(rows, places.map(([row, column]) => [row, column, BACKGROUND]));
    return withCells(lifted, places.map(([row, column]) => [row + down, column + right, rows[row]?.[column] ?? BACKGROUND]));
  }

  /** @param {number} down @param {number} right */
  moveSelected(down, right) {
    if (!this.selected) return;
    const { top, left, bottom, right: end } = this.selected;
    const rows = this.movedRows(down, right);
    this.select({ top: top + down, left: left + right, bottom: bottom + down, right: end + right });
    this.drawing.changeRows(rows);
  }

  // -- keys ----------------------------------------------------------------------------------

  /** Shift and an arrow continue with the stroke. @param {Place} place */
  dragged(place) {
    if (this.from || this.tool === "select" || this.tool === "shift") return;
    this.paint([place]);
  }

  /** @param {string} key @param {Place} place @param {KeyboardEvent} event @returns {boolean} */
  key(key, place, event) {
    const arrow = ARROWS[key];
    if (arrow) return this.arrow(arrow, place, event);
    if (event.ctrlKey) return false;
    if (key === "Escape" && (this.from || this.selected)) {
      this.select(null);
      this.cancel();
      return true;
    }
    if (key === "Delete" || key === "Backspace" || key.toLowerCase() === "x") return this.erase(place);
    if (key !== " " && key !== "Enter") return false;
    if (this.from) {
      this.over(place);
      this.up();
    } else {
      this.down(place, false);
      if (this.tool === "pencil") this.up();
      else if (this.from) announce(text("shape-begun"));
    }
    announce(this.board?.nameOf(...place) ?? "");
    return true;
  }

  /** @param {Place} arrow @param {Place} place @param {KeyboardEvent} event */
  arrow([down, right], place, event) {
    if (event.shiftKey || event.ctrlKey) return false;
    if (this.tool === "shift") this.drawing.shift(down, right);
    else if (this.tool === "select" && this.selected && !this.from) this.moveSelected(down, right);
    else {
      if (this.from) this.over([clamp(place[0] + down, 0, this.drawing.height - 1), clamp(place[1] + right, 0, this.drawing.width - 1)]);
      return false;
    }
    return true;
  }

  /** @param {Place} place */
  erase(place) {
    this.brush = BACKGROUND;
    if (this.selected) this.drawing.paint(blockOf(this.selected), BACKGROUND);
    else this.paint([place]);
    return true;
  }
}

/** @param {{ top: number, left: number, bottom: number, right: number }} area @returns {Place[]} */
function blockOf({ top, left, bottom, right }) {
  return blockBetween([top, left], [bottom, right]);
}
