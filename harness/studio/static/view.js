// @ts-check
/** Layout of a board's cells: the largest whole cells that fit, the room for clues, zoom and pan. */

import { clamp } from "./shapes.js";

const MOST_CELL_PX = 64;
/** The least cells that can be read, and pressed by a finger: where fewer fit, the board opens zoomed. */
const [LEAST_PX, FINGER_PX] = [18, 22];
/** In smaller cells a finger cannot paint. */
const BEARABLE_PX = 12;
/** Signs of clues: the least that can be read, and the least beside cells that one only looks over. */
const [LEAST_SIGN_PX, TINY_SIGN_PX] = [11, 7];
const MOST_ZOOM = 8;
const CLUE_PAD_PX = 10;
/** Heights of a line of clues above the cells, in heights of their signs. */
export const CLUE_LINE = 1.22;

/** @typedef {{ signs: number, lines: number }} Room for clues: their widest row in heights of a sign, their highest column */

/** Return the height of the clues' signs beside cells of that size. @param {number} cell */
export function signSize(cell) {
  return clamp(Math.round(cell * 0.56), cell < LEAST_PX ? TINY_SIGN_PX : LEAST_SIGN_PX, 17);
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
    /** Room at the right that a card may take: left free if the cells leave it. */
    this.beside = 0;
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
    const fitting = this.fitting(width, height);
    const usual = Math.max(fitting, isCoarse ? FINGER_PX : LEAST_PX);
    this.leastZoom = fitting / usual;
    this.cell = Math.round((usual * this.zoom) / this.unit) * this.unit;
    this.gutter = this.gutterBeside(this.cell);
    this.window = {
      width: Math.max(20, Math.min(this.columns * this.cell, width - this.gutter.width - 4)),
      height: Math.max(20, Math.min(this.rows * this.cell, height - this.gutter.height - 4)),
    };
    const [left, above] = [width - this.gutter.width - this.window.width, height - this.gutter.height - this.window.height];
    this.origin = { x: Math.max(0, Math.round(Math.min(left / 2, left - this.beside))) + this.gutter.width, y: Math.max(0, Math.round(above / 2)) + this.gutter.height };
    this.panTo(this.pan.x, this.pan.y);
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
    return this.zoom < 1 && this.cell < BEARABLE_PX;
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

  /** Where to pan so that most of these cells, and the clue of their line, are in sight beside a card; the nearest of such places.
   * @param {import("./shapes.js").Place[]} cells @param {[string, number][]} lines @param {{ left: number, top: number, right: number, bottom: number }} card in the place */
  clearOf(cells, lines, card) {
    const { cell, origin, window: { width, height }, pan: now } = this;
    const [left, top, right, bottom] = [card.left - origin.x, card.top - origin.y, card.right - origin.x, card.bottom - origin.y];
    const [down, across] = [cells.map(([row]) => row), cells.map(([, column]) => column)];
    const points = [...cells, ...lines.map(([axis, index]) => /** @type {[number, number]} */ (axis === "row" ? [index, -1] : [-1, index]))];
    const free = [[0, 0, width, height], [0, 0, width, top], [0, bottom, width, height], [0, 0, left, height], [right, 0, width, height]];
    return free.map(([fromX = 0, fromY = 0, toX = 0, toY = 0]) => {
      this.panTo(...clampBoth(now, Math.min(...across) * cell - Math.max(0, fromX), (Math.max(...across) + 1) * cell - Math.min(width, toX),
        Math.min(...down) * cell - Math.max(0, fromY), (Math.max(...down) + 1) * cell - Math.min(height, toY)));
      const { pan } = this;
      this.pan = now;
      const seen = points.filter(([row, column]) => {
        const [x, y] = [column < 0 ? -cell / 2 : (column + 0.5) * cell - pan.x, row < 0 ? -cell / 2 : (row + 0.5) * cell - pan.y];
        return x < width && y < height && (column < 0 || x > 0) && (row < 0 || y > 0) && (x < left || x > right || y < top || y > bottom);
      }).length;
      return { pan, seen, moved: Math.abs(pan.x - now.x) + Math.abs(pan.y - now.y) };
    }).reduce((best, one) => (isBetter(one, best) ? one : best));
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

/** @param {{ x: number, y: number }} now @param {number} mostX @param {number} leastX @param {number} mostY @param {number} leastY
 * @returns {[number, number]} the nearest place; if there is no room for all, where it begins */
function clampBoth(now, mostX, leastX, mostY, leastY) {
  return [clamp(now.x, leastX, mostX), clamp(now.y, leastY, mostY)];
}

/** @param {{ seen: number, moved: number }} one @param {{ seen: number, moved: number }} other */
export function isBetter(one, other) {
  return one.seen > other.seen || (one.seen === other.seen && one.moved < other.moved);
}
