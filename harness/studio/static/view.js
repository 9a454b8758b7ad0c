// @ts-check
/** Layout of a board's cells: the largest whole cells that fit, the room for clues, zoom and pan. */

import { clamp } from "./shapes.js";

const MOST_CELL_PX = 64;
/** The least cell with a mouse. */
const LEAST_CELL_PX = 5;
/** A finger needs cells of the second size, if fitting ones would be smaller than the first. */
const FINGER_PX = { bearable: 12, good: 22 };
const MOST_ZOOM = 8;
const CLUE_PAD_PX = 10;
/** Heights of a line of clues above the cells, in heights of their signs. */
export const CLUE_LINE = 1.22;

/** @typedef {{ signs: number, lines: number }} Room for clues: their widest row in heights of a sign, their highest column */

/** Return the height of the clues' signs beside cells of that size. @param {number} cell */
export function signSize(cell) {
  return Math.min(17, Math.max(7, Math.round(cell * 0.56)));
}

export class View {
  constructor() {
    this.columns = 1;
    this.rows = 1;
    /** @type {Room} */
    this.room = { signs: 1, lines: 1 };
    this.zoom = 1;
    /** The zoom with which all is seen. */
    this.leastZoom = 1;
    /** Cells to the left of the window, and above it. */
    this.pan = { x: 0, y: 0 };
    this.size = { width: 0, height: 0 };
    /** Room at the right and below that is kept free. */
    this.reserved = { right: 0, below: 0 };
    this.cell = 10;
    /** Least part of a pixel by which cells may grow: one pixel of the device. */
    this.unit = 1;
    this.gutter = { width: 0, height: 0 };
    this.window = { width: 0, height: 0 };
    /** Of the window's corner in the board's place. */
    this.origin = { x: 0, y: 0 };
  }

  /** Work out everything for a place of that size. @param {number} width @param {number} height @param {boolean} isCoarse */
  layOut(width, height, isCoarse) {
    this.size = { width, height };
    const [free, high] = [width - this.reserved.right, height - this.reserved.below];
    const [fitting, usual] = [this.fitting(free, high), this.leastOrFitting(free, high, isCoarse)];
    this.leastZoom = fitting / usual;
    this.cell = Math.round((usual * this.zoom) / this.unit) * this.unit;
    this.gutter = this.gutterBeside(this.cell);
    this.window = {
      width: Math.max(20, Math.min(this.columns * this.cell, free - this.gutter.width - 4)),
      height: Math.max(20, Math.min(this.rows * this.cell, high - this.gutter.height - 4)),
    };
    // in the middle of the whole place, if that leaves the room that is kept free
    const left = Math.min((width - this.gutter.width - this.window.width) / 2, free - this.gutter.width - this.window.width - 4);
    const above = Math.min((height - this.gutter.height - this.window.height) / 2, high - this.gutter.height - this.window.height - 4);
    this.origin = { x: Math.max(0, Math.round(left)) + this.gutter.width, y: Math.max(0, Math.round(above)) + this.gutter.height };
    this.panTo(this.pan.x, this.pan.y);
  }

  /** @param {number} width @param {number} height @param {boolean} isCoarse */
  leastOrFitting(width, height, isCoarse) {
    const fitting = this.fitting(width, height);
    return isCoarse && fitting < FINGER_PX.bearable ? FINGER_PX.good : Math.max(LEAST_CELL_PX, fitting);
  }

  /** The height that the board takes if nothing limits it. @param {number} width @param {boolean} isCoarse */
  naturalHeight(width, isCoarse) {
    const cell = this.leastOrFitting(width, Infinity, isCoarse);
    return this.gutterBeside(cell).height + this.rows * cell + 6;
  }

  /** @param {number} width @param {number} height @returns {number} the largest cell, in whole pixels of the device, with which all fits, 1 at least */
  fitting(width, height) {
    for (let cell = MOST_CELL_PX; cell > 1; cell -= this.unit) {
      const gutter = this.gutterBeside(cell);
      if (gutter.width + cell * this.columns + 4 <= width && gutter.height + cell * this.rows + 4 <= height) return cell;
    }
    return 1;
  }

  /** @param {number} cell */
  gutterBeside(cell) {
    const sign = signSize(cell);
    return { width: Math.ceil(this.room.signs * sign) + CLUE_PAD_PX, height: Math.ceil(this.room.lines * sign * CLUE_LINE) + CLUE_PAD_PX };
  }

  get isWhole() {
    return this.window.width >= this.columns * this.cell && this.window.height >= this.rows * this.cell;
  }

  /** True if one sees all, in cells that are too small for a finger. */
  get isOverview() {
    return this.zoom < 1 && this.cell < FINGER_PX.bearable;
  }

  /** @param {number} x @param {number} y */
  panTo(x, y) {
    this.pan = {
      x: Math.round(clamp(x, 0, this.columns * this.cell - this.window.width)),
      y: Math.round(clamp(y, 0, this.rows * this.cell - this.window.height)),
    };
  }

  /** Zoom by a factor about a point of the place. @param {number} factor @param {number} x @param {number} y @param {boolean} isCoarse */
  zoomAt(factor, x, y, isCoarse) {
    const [column, row] = [(x - this.origin.x + this.pan.x) / this.cell, (y - this.origin.y + this.pan.y) / this.cell];
    this.zoom = clamp(this.zoom * factor, this.leastZoom, MOST_ZOOM);
    this.layOut(this.size.width, this.size.height, isCoarse);
    this.panTo(column * this.cell - (x - this.origin.x), row * this.cell - (y - this.origin.y));
  }

  /** Bring a cell into the window; whether that moved anything. @param {number} row @param {number} column */
  reveal(row, column) {
    const before = this.pan;
    const [x, y] = [column * this.cell, row * this.cell];
    this.panTo(clamp(before.x, x + this.cell - this.window.width, x), clamp(before.y, y + this.cell - this.window.height, y));
    return before.x !== this.pan.x || before.y !== this.pan.y;
  }

  /** The cell at a point of the place, null outside. @param {number} x @param {number} y @returns {[number, number] | null} */
  cellAt(x, y) {
    const [right, down] = [x - this.origin.x, y - this.origin.y];
    if (right < 0 || down < 0 || right >= this.window.width || down >= this.window.height) return null;
    return [Math.floor((down + this.pan.y) / this.cell), Math.floor((right + this.pan.x) / this.cell)];
  }

  /** The cell that is nearest to a point of the place. @param {number} x @param {number} y @returns {[number, number] | null} */
  cellNear(x, y) {
    const { origin, window: seen } = this;
    return this.cellAt(clamp(x, origin.x, origin.x + seen.width - 1), clamp(y, origin.y, origin.y + seen.height - 1));
  }

  /** The corner of a cell in the place. @param {number} row @param {number} column */
  cornerOf(row, column) {
    return { x: this.origin.x + column * this.cell - this.pan.x, y: this.origin.y + row * this.cell - this.pan.y };
  }
}
