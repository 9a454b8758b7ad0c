// @ts-check
/** A picture in cells with its clues at the sides, which stay in sight: painted on canvases, told to a screen reader by the
 * cell that has the focus. */

import { element } from "./dom.js";
import { BACKGROUND } from "./drawing.js";
import { Theme, clueWidth, paintCell, paintClue } from "./paint.js";
import { Pointers } from "./pointers.js";
import { clamp } from "./shapes.js";
import { text } from "./strings.js";
import { CLUE_LINE, View, signSize } from "./view.js";

/** @typedef {import("./paint.js").Clue} Clue */
/** @typedef {{ rows: Clue[], columns: Clue[] }} Clues */
/** @typedef {{ rgb: (key: string) => string | null, nameOf: (key: string, count?: number) => string }} Looks `rgb` null: paper or ink of the theme */
/**
 * @typedef {object} Hands what a person does
 * @property {(row: number, column: number, how: How) => void} down a press begins
 * @property {(row: number, column: number, how: How) => void} over the pointer came to another cell
 * @property {() => void} up it is over
 * @property {() => void} cancel it never was
 * @property {(key: string, row: number, column: number, event: KeyboardEvent) => boolean} key
 *   a key that is not for moving; whether it was of use
 * @property {(axis: "row" | "column", line: number, index: number) => void} [clue] a number was pressed
 * @property {(row: number, column: number) => void} [moved] the keyboard came to another cell while Shift was down
 */
/** @typedef {{ erases: boolean, shift: boolean, ctrl: boolean }} How */
/** @typedef {{ done: boolean[], isBad: boolean }} LineState */

export const UNKNOWN = "?";
const LEAP = { signs: 0.9, lines: 1 };
const NO_MARKS = /** @type {Set<string>} */ (new Set());
const ZOOM_STEP = 1.4;

export class Board {
  /** @param {HTMLElement} place @param {string} label the key of its name @param {Hands} hands @param {Looks} looks */
  constructor(place, label, hands, looks) {
    this.place = place;
    this.label = label;
    this.hands = hands;
    this.looks = looks;
    /** @type {string[]} */
    this.rows = [];
    /** @type {Clues | null} */
    this.clues = null;
    this.at = { row: 0, column: 0 };
    /** Marks by kind: the cells that have them. @type {Map<string, Set<number>>} */
    this.marked = new Map();
    /** Cells of the stroke that is being made, with their keys. @type {Map<number, string>} */
    this.stroke = new Map();
    /** @type {Record<"row" | "column", LineState[]>} */
    this.lineStates = { row: [], column: [] };
    /** @type {Record<"row" | "column", Set<number>>} */
    this.lit = { row: new Set(), column: new Set() };
    /** @type {Record<"row" | "column", Set<number>>} */
    this.stalled = { row: new Set(), column: new Set() };
    this.hasCrosshair = false;
    /** @type {[number, number] | null} */
    this.hair = null;
    this.view = new View();
    /** Work for the next frame. @type {{ all: boolean, cells: Set<number>, clues: Set<string> }} */
    this.due = { all: false, cells: new Set(), clues: new Set() };
    this.frame = 0;
    place.classList.add("board");
    place.setAttribute("role", "grid");
    this.layers = ["board-columns", "board-rows", "board-cells"].map((name) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", name, { "aria-hidden": "true" }));
      return { canvas, context: /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")) };
    });
    this.edge = element("div", "board-frame", { "aria-hidden": "true" });
    this.ties = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.ties.setAttribute("class", "board-ties");
    this.bubble = element("div", "bubble", { "aria-hidden": "true" });
    this.bubble.hidden = true;
    this.line = element("div", "unseen-row", { role: "row" });
    this.header = element("span", "unseen", { role: "rowheader" });
    /** Two cells take turns with the focus, so that a screen reader says each one that it comes to. */
    this.cells = [0, 1].map(() => element("span", "cursor", { role: "gridcell" }));
    this.line.append(this.header, ...this.cells);
    this.turn = 0;
    place.append(...this.layers.map(({ canvas }) => canvas), this.edge, this.ties, this.bubble, this.line);
    this.theme = new Theme(place);
    this.pointers = new Pointers(this);
    place.addEventListener("keydown", (event) => this.keyDown(event));
    new ResizeObserver(() => {
      this.layOut();
      this.paintNow(); // it is called behind the frame's other work: at the next one the empty canvases would have been seen
    }).observe(place);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.readTheme());
    window.matchMedia("(forced-colors: active)").addEventListener("change", () => this.readTheme());
  }

  get width() {
    return this.rows[0]?.length ?? 0;
  }

  get height() {
    return this.rows.length;
  }

  readTheme() {
    this.theme.read();
    this.paintAll();
  }

  /** Show a picture; the clues that stood there go if it has another size.
   * @param {string[]} rows */
  show(rows) {
    const width = rows[0]?.length ?? 0;
    if (rows.length !== this.height || width !== this.width) this.build(rows);
    rows.forEach((row, y) => {
      const before = this.rows[y];
      if (row === before) return;
      for (let x = 0; x < width; x++) if (before?.[x] !== row[x]) this.paint(y * width + x);
    });
    this.rows = [...rows];
    this.nameCell();
  }

  /** Say and paint everything again, in another language or other colours. */
  showAgain() {
    this.setLabel();
    this.nameCell();
    this.paintAll();
  }

  /** @param {Clues} clues */
  showClues(clues) {
    const before = this.clues;
    this.clues = clues;
    this.makeRoom();
    for (const axis of /** @type {("row" | "column")[]} */ (["row", "column"])) {
      const [lines, old] = axis === "row" ? [clues.rows, before?.rows] : [clues.columns, before?.columns];
      lines.forEach((clue, index) => {
        if (String(clue) !== String(old?.[index]) || !old?.[index]) this.paintLine(axis, index);
      });
    }
    this.nameCell();
  }

  /** Room for the clues: it grows by leaps and never shrinks, so that the cells stay where they are while one draws. Under
   * a stroke they stay in any case: it would continue in others than it was aimed at. */
  makeRoom() {
    const { clues, view: { room } } = this;
    if (!clues || this.pointers.painting !== null) return;
    const [signs, lines] = [Math.max(1, ...clues.rows.map(clueWidth)), Math.max(1, ...clues.columns.map((clue) => clue.length))];
    const leap = this.place.dataset.clues === "fixed" ? { signs: 0, lines: 0 } : LEAP; // a puzzle's clues stay as they are
    const grown = {
      signs: signs > room.signs ? signs + leap.signs : room.signs,
      lines: lines > room.lines ? lines + leap.lines : room.lines,
    };
    if (grown.signs === room.signs && grown.lines === room.lines) return;
    this.view.room = grown;
    this.layOut();
  }

  /** Mark some cells, and no others. @param {string} how @param {[number, number, ...unknown[]][]} places */
  mark(how, places) {
    const before = this.marked.get(how) ?? new Set();
    const wanted = new Set(places.map(([row, column]) => row * this.width + column));
    this.marked.set(how, wanted);
    for (const index of [...before, ...wanted]) if (before.has(index) !== wanted.has(index)) this.paint(index);
    this.place.dataset[how] = String(wanted.size);
    this.nameCell();
  }

  /** Join pairs of cells by lines, broken ones where the cells are not filled. @param {[number, number, number, number, boolean][]} pairs */
  tie(pairs) {
    this.place.dataset.ties = String(pairs.length);
    this.ties.replaceChildren(...pairs.map(([row, column, down, across, isShown]) => {
      const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
      const ends = { x1: column, y1: row, x2: across, y2: down };
      for (const [name, at] of Object.entries(ends)) line.setAttribute(name, String(at + 0.5));
      if (!isShown) line.setAttribute("stroke-dasharray", "0.3 0.2");
      return line;
    }));
  }

  /** Mark lines with something beside them. @param {"lit" | "stalled"} how @param {[string, number][]} lines */
  markLines(how, lines) {
    for (const axis of /** @type {("row" | "column")[]} */ (["row", "column"])) {
      const wanted = new Set(lines.filter(([one]) => one === axis).map(([, index]) => index));
      const before = this[how][axis];
      this[how][axis] = wanted;
      for (const index of [...before, ...wanted]) if (before.has(index) !== wanted.has(index)) this.paintLine(axis, index);
    }
  }

  /** Which numbers are done, and which clues cannot be. @param {LineState[]} rows @param {LineState[]} columns */
  showLines(rows, columns) {
    for (const [axis, states] of /** @type {["row" | "column", LineState[]][]} */ ([["row", rows], ["column", columns]])) {
      const before = this.lineStates[axis];
      this.lineStates[axis] = states;
      states.forEach((state, index) => {
        if (String(state.done) !== String(before[index]?.done) || state.isBad !== before[index]?.isBad) this.paintLine(axis, index);
      });
    }
    this.place.dataset.done = String([...rows, ...columns].reduce((sum, { done }) => sum + done.filter(Boolean).length, 0));
  }

  /** The stroke as it would be. @param {number[][]} places @param {string} key @param {boolean} [isCounted] with a count above its first cell */
  showStroke(places, key, isCounted = false) {
    const before = this.stroke;
    this.stroke = new Map(places.map(([row = 0, column = 0]) => [row * this.width + column, key]));
    for (const index of [...before.keys(), ...this.stroke.keys()]) if (before.get(index) !== this.stroke.get(index)) this.paint(index);
    this.bubble.hidden = !isCounted || places.length < 2;
    if (this.bubble.hidden) return;
    const [rows, columns] = [places.map(([at = 0]) => at), places.map(([, at = 0]) => at)];
    const [width, height] = [columns, rows].map((numbers) => Math.max(...numbers) - Math.min(...numbers) + 1);
    const { x, y } = this.view.cornerOf(rows[0] ?? 0, columns[0] ?? 0);
    this.bubble.textContent = Number(width) > 1 && Number(height) > 1 ? `${width}×${height}` : String(places.length);
    Object.assign(this.bubble.style, { left: `${Math.max(16, x + this.view.cell / 2)}px`, top: `${Math.max(16, y - this.view.cell * 0.45)}px` });
  }

  // -- painting ------------------------------------------------------------------------------

  /** @param {number} index of a cell */
  paint(index) {
    this.due.cells.add(index);
    this.paintSoon();
  }

  /** @param {"row" | "column"} axis @param {number} index */
  paintLine(axis, index) {
    this.due.clues.add(`${axis} ${index}`);
    this.paintSoon();
  }

  paintAll() {
    this.due.all = true;
    this.paintSoon();
  }

  paintSoon() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.paintNow());
  }

  paintNow() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { due, view } = this;
    this.due = { all: false, cells: new Set(), clues: new Set() };
    if (!this.height || !view.size.width) return;
    const { x, y } = view.pan;
    const [fromRow, fromColumn] = [Math.floor(y / view.cell), Math.floor(x / view.cell)];
    const [toRow, toColumn] = [Math.min(this.height, Math.ceil((y + view.window.height) / view.cell)), Math.min(this.width, Math.ceil((x + view.window.width) / view.cell))];
    const isSeen = (/** @type {number} */ row, /** @type {number} */ column) => row >= fromRow && row < toRow && column >= fromColumn && column < toColumn;
    if (due.all) {
      for (const { canvas, context } of this.layers.slice(0, 2)) context.clearRect(0, 0, canvas.width, canvas.height);
      for (let row = fromRow; row < toRow; row++) {
        for (let column = fromColumn; column < toColumn; column++) this.paintCell(row, column);
        this.paintClue("row", row);
      }
      for (let column = fromColumn; column < toColumn; column++) this.paintClue("column", column);
      return;
    }
    for (const index of due.cells) {
      const [row, column] = [Math.floor(index / this.width), index % this.width];
      if (isSeen(row, column)) this.paintCell(row, column);
    }
    for (const line of due.clues) {
      const [axis = "", index = 0] = line.split(" ");
      if (isSeen(axis === "row" ? Number(index) : fromRow, axis === "row" ? fromColumn : Number(index))) this.paintClue(/** @type {"row"} */ (axis), Number(index));
    }
  }

  /** @param {number} row @param {number} column */
  paintCell(row, column) {
    const [index, { view }] = [row * this.width + column, this];
    const key = this.stroke.get(index) ?? this.rows[row]?.[column] ?? BACKGROUND;
    let marks = NO_MARKS;
    for (const [how, places] of this.marked) if (places.has(index)) marks = new Set([...marks, how]);
    if (this.stroke.has(index)) marks = new Set([...marks, "stroke"]);
    const isHair = this.hasCrosshair && this.hair !== null && (this.hair[0] === row || this.hair[1] === column);
    const context = this.layers[2]?.context;
    if (!context) return;
    const isBlank = key === BACKGROUND;
    paintCell(context, this.theme, {
      key, isBlank, isUnknown: key === UNKNOWN, isCrossed: isBlank && this.place.dataset.crosses === "true",
      rgb: key === UNKNOWN ? null : this.looks.rgb(key), isHair, marks,
    }, column * view.cell - view.pan.x, row * view.cell - view.pan.y, view.cell, row, column);
  }

  /** @param {"row" | "column"} axis @param {number} index */
  paintClue(axis, index) {
    const clue = (axis === "row" ? this.clues?.rows : this.clues?.columns)?.[index];
    const layer = this.layers[axis === "row" ? 1 : 0];
    if (!clue || !layer) return;
    const { view, lineStates } = this;
    const { cell, pan, gutter } = view;
    const state = lineStates[axis][index];
    const isHair = this.hasCrosshair && this.hair !== null && this.hair[axis === "row" ? 0 : 1] === index;
    paintClue(layer.context, this.theme, clue, {
      done: state?.done ?? [], isBad: state?.isBad ?? false, isHair, isNow: this.lit[axis].has(index), isStalled: this.stalled[axis].has(index),
    }, {
      axis, cell, rgb: (key) => this.looks.rgb(key) ?? "#000000",
      ...(axis === "row" ? { x: 0, y: index * cell - pan.y, width: gutter.width - 4, height: cell } : { x: index * cell - pan.x, y: 0, width: cell, height: gutter.height - 4 }),
    });
  }

  /** @param {string[]} rows */
  build(rows) {
    this.rows = rows.map((row) => UNKNOWN.repeat(row.length));
    this.clues = null;
    this.marked.clear();
    this.stroke.clear();
    this.lineStates = { row: [], column: [] };
    this.hair = null;
    Object.assign(this.view, { columns: rows[0]?.length ?? 0, rows: rows.length, room: { signs: 1.4, lines: 2 }, zoom: 1, pan: { x: 0, y: 0 } });
    this.at = { row: Math.min(this.at.row, rows.length - 1), column: Math.min(this.at.column, (rows[0]?.length ?? 1) - 1) };
    this.setLabel();
    this.layOut();
  }

  /** Fit cells and clues into the place. */
  layOut() {
    const { place, view } = this;
    if (!this.height || !place.clientWidth) return;
    const isCoarse = window.matchMedia("(pointer: coarse)").matches;
    view.unit = Number.isInteger(window.devicePixelRatio) ? 1 / window.devicePixelRatio : 1;
    const side = document.getElementById(place.dataset.beside ?? "");
    view.beside = side && getComputedStyle(side).position === "absolute" ? side.offsetWidth : 0;
    view.layOut(place.clientWidth, place.clientHeight, isCoarse);
    const { origin, gutter, window: seen } = view;
    const boxes = [
      [origin.x, origin.y - gutter.height, seen.width, gutter.height - 4], [origin.x - gutter.width, origin.y, gutter.width - 4, seen.height],
      [origin.x, origin.y, seen.width, seen.height],
    ];
    const scale = window.devicePixelRatio || 1;
    this.layers.forEach(({ canvas, context }, number) => {
      const [x = 0, y = 0, width = 0, height = 0] = boxes[number] ?? [];
      Object.assign(canvas.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
      [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
      context.setTransform(scale, 0, 0, scale, 0, 0);
    });
    Object.assign(this.edge.style, { left: `${origin.x}px`, top: `${origin.y}px`, width: `${seen.width}px`, height: `${seen.height}px` });
    const around = place.parentElement ?? place;
    around.style.setProperty("--gutter-left", `${origin.x - gutter.width}px`);
    around.style.setProperty("--gutter-top", `${origin.y - gutter.height}px`);
    around.style.setProperty("--gutter", `${Math.max(24, Math.min(gutter.width, gutter.height, 72) - 10)}px`);
    this.moved();
  }

  /** The line whose clue's bar is at a point of the place. @param {number} x @param {number} y @returns {["row" | "column", number] | null} */
  barAt(x, y) {
    const { origin, pan, cell, window: seen } = this.view;
    const [right, down] = [x - origin.x, y - origin.y];
    if (right < 0 && down >= 0 && down < seen.height) return ["row", Math.floor((down + pan.y) / cell)];
    return down < 0 && right >= 0 && right < seen.width ? ["column", Math.floor((right + pan.x) / cell)] : null;
  }

  /** The number of a clue at a point of the place, null beside all. @param {number} x @param {number} y
   * @returns {["row" | "column", number, number] | null} */
  numberAt(x, y) {
    const { origin, cell } = this.view;
    const [sign, [axis, line] = ["", 0]] = [signSize(cell), this.barAt(x, y) ?? undefined];
    if (axis === "row") {
      const clue = this.clues?.rows[line] ?? [];
      let end = -4;
      for (const [back, [length]] of [...clue].reverse().entries()) {
        end -= String(length).length * 0.56 * sign + sign * 0.5;
        if (x - origin.x >= end) return ["row", line, clue.length - 1 - back];
      }
    } else if (axis === "column") {
      const clue = this.clues?.columns[line] ?? [];
      const index = clue.length - 1 - Math.floor((origin.y - y - 7) / (sign * CLUE_LINE));
      if (clue[index]) return ["column", line, Math.min(index, clue.length - 1)];
    }
    return null;
  }

  /** The window is elsewhere over the cells. */
  moved() {
    const { x, y } = this.view.cornerOf(0, 0);
    const { origin, pan, cell, window: seen } = this.view;
    Object.assign(this.ties.style, { left: `${origin.x}px`, top: `${origin.y}px`, width: `${seen.width}px`, height: `${seen.height}px` });
    this.ties.setAttribute("viewBox", [pan.x, pan.y, seen.width, seen.height].map((at) => at / cell).join(" "));
    Object.assign(this.place.dataset, { left: String(x), top: String(y), cell: String(this.view.cell), whole: String(this.view.isWhole) });
    this.place.dispatchEvent(new Event("moved"));
    this.placeCursor();
    this.paintAll();
  }

  // -- zoom and pan --------------------------------------------------------------------------

  /** @param {number} factor @param {number} [x] @param {number} [y] about a point of the place */
  zoom(factor, x = this.view.size.width / 2, y = this.view.size.height / 2) {
    this.view.zoomAt(factor, x, y, window.matchMedia("(pointer: coarse)").matches);
    this.layOut();
  }

  zoomIn() {
    this.zoom(ZOOM_STEP);
  }

  zoomOut() {
    this.zoom(1 / ZOOM_STEP);
  }

  /** Enlarge the numbers of a line, over a point of the place; none without one. @param {["row" | "column", number] | null} line @param {number} [x] @param {number} [y] */
  enlarge(line, x = 0, y = 0) {
    const clue = line && (line[0] === "row" ? this.clues?.rows : this.clues?.columns)?.[line[1]];
    this.bubble.hidden = !clue?.length;
    this.bubble.classList.toggle("numbers", line !== null);
    if (!clue?.length) return;
    this.bubble.textContent = clue.map(([length]) => length).join("  ");
    const half = this.bubble.offsetWidth / 2;
    Object.assign(this.bubble.style, { left: `${clamp(x, half, Math.max(half, this.place.clientWidth - half))}px`, top: `${Math.max(24, y - 44)}px` });
  }

  /** See all; what is all in sight already gets cells of the usual size. */
  fit() {
    this.view.zoom = this.view.isWhole ? 1 : this.view.leastZoom;
    this.layOut();
  }

  /** @param {number} right @param {number} down in pixels */
  panBy(right, down) {
    const before = this.view.pan;
    this.view.panTo(before.x + right, before.y + down);
    if (before.x !== this.view.pan.x || before.y !== this.view.pan.y) this.moved();
  }

  // -- the cursor ----------------------------------------------------------------------------

  setLabel() {
    this.place.setAttribute("aria-label", text(this.label, { width: this.width, height: this.height }));
    this.place.setAttribute("aria-rowcount", String(this.height));
    this.place.setAttribute("aria-colcount", String(this.width));
  }

  /** Say what the cell at hand is. */
  nameCell() {
    const { row, column } = this.at;
    const cell = this.cells[this.turn];
    if (!cell || !this.height) return;
    cell.setAttribute("aria-label", this.nameOf(row, column));
    cell.setAttribute("aria-colindex", String(column + 1));
    this.line.setAttribute("aria-rowindex", String(row + 1));
    this.header.textContent = [this.clueName("row", row), this.clueName("column", column)].join("; ");
    this.cells.forEach((other, number) => {
      other.tabIndex = number === this.turn ? 0 : -1;
      other.toggleAttribute("hidden", number !== this.turn && other !== document.activeElement);
    });
  }

  /** @param {number} row @param {number} column @returns {string} */
  nameOf(row, column) {
    const key = this.rows[row]?.[column] ?? UNKNOWN;
    const colour = key === UNKNOWN ? text("unknown") : this.looks.nameOf(key);
    const index = row * this.width + column;
    const marks = ["doubt", "wrong", "trial"].filter((how) => this.marked.get(how)?.has(index)).map((how) => text(`mark-${how}`));
    return [text("cell", { row: row + 1, column: column + 1, colour }), ...marks].join(", ");
  }

  /** @param {"row" | "column"} axis @param {number} index */
  clueName(axis, index) {
    const clue = (axis === "row" ? this.clues?.rows : this.clues?.columns)?.[index] ?? [];
    const said = clue.map(([length, key]) => (key === "#" ? String(length) : `${length} ${this.looks.nameOf(key)}`)).join(", ");
    return text(`${axis}-clue`, { number: index + 1, clue: said || text("empty") });
  }

  placeCursor() {
    const { x, y } = this.view.cornerOf(this.at.row, this.at.column);
    for (const cell of this.cells) Object.assign(cell.style, { left: `${x}px`, top: `${y}px`, width: `${this.view.cell}px`, height: `${this.view.cell}px` });
  }

  /** Go to a cell. @param {number} row @param {number} column */
  focus(row, column) {
    this.at = { row: clamp(row, 0, this.height - 1), column: clamp(column, 0, this.width - 1) };
    this.turn = 1 - this.turn;
    if (this.view.reveal(this.at.row, this.at.column)) this.moved();
    this.placeCursor();
    this.cells[this.turn]?.removeAttribute("hidden");
    this.nameCell();
    this.cells[this.turn]?.focus({ preventScroll: true });
    this.nameCell();
    this.setHair(this.at.row, this.at.column);
  }

  /** The crosshair goes through a cell. @param {number} row @param {number} column */
  setHair(row, column) {
    const before = this.hair;
    if (before && before[0] === row && before[1] === column) return;
    this.hair = [row, column];
    if (this.hasCrosshair) for (const cell of before ? [before, this.hair] : [this.hair]) this.paintCross(...cell);
  }

  /** @param {number} row @param {number} column */
  paintCross(row, column) {
    for (let x = 0; x < this.width; x++) this.paint(row * this.width + x);
    for (let y = 0; y < this.height; y++) this.paint(y * this.width + column);
    this.paintLine("row", row);
    this.paintLine("column", column);
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    if (event.altKey || event.metaKey) return;
    const { row, column } = this.at;
    const step = event.ctrlKey ? 5 : 1;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowUp: [row - step, column], ArrowDown: [row + step, column], ArrowLeft: [row, column - step], ArrowRight: [row, column + step],
      Home: [row, 0], End: [row, this.width - 1], PageUp: [0, column], PageDown: [this.height - 1, column],
    };
    const to = moves[event.key];
    if (this.hands.key(event.key, row, column, event)) {
      event.preventDefault();
      this.nameCell();
    } else if (to) {
      event.preventDefault();
      this.focus(...to);
      if (event.shiftKey) this.hands.moved?.(this.at.row, this.at.column);
    }
  }
}
