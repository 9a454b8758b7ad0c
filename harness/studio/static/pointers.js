// @ts-check
/** Mouse, pen and fingers on a board: one paints, two pan and zoom; a stroke belongs to its pointer until it is released. */

/** @typedef {import("./board.js").Board} Board */

const LONG_PRESS_MS = 500;
const WHEEL_ZOOM = 1.0015;

export class Pointers {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The pointer that makes a stroke. @type {number | null} */
    this.painting = null;
    this.erases = false;
    /** The cell that it came to last. @type {[number, number] | null} */
    this.last = null;
    /** Fingers down, and where. @type {Map<number, { x: number, y: number }>} */
    this.fingers = new Map();
    this.timer = 0;
    const { place } = board;
    place.addEventListener("pointerdown", (event) => this.down(event));
    place.addEventListener("pointermove", (event) => this.move(event));
    place.addEventListener("pointerup", (event) => this.left(event, "up"));
    for (const name of /** @type {const} */ (["pointercancel", "lostpointercapture"])) place.addEventListener(name, (event) => this.left(event, "cancel"));
    place.addEventListener("contextmenu", (event) => event.preventDefault());
    place.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** Return an event's place in the board. @param {MouseEvent} event */
  at(event) {
    const box = this.board.place.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.target instanceof Element && event.target.closest("button")) return;
    const { board } = this;
    const where = this.at(event);
    if (event.pointerType === "touch") {
      this.fingers.set(event.pointerId, where);
      board.place.setPointerCapture(event.pointerId);
    }
    if (this.fingers.size > 1) {
      this.end("cancel");
      return;
    }
    const cell = board.view.cellAt(where.x, where.y);
    const number = cell || event.button ? null : board.numberAt(where.x, where.y);
    if (number) board.hands.clue?.(...number);
    if (!cell || this.painting !== null || event.button > 2 || event.button === 1) return;
    event.preventDefault();
    board.place.setPointerCapture(event.pointerId);
    this.painting = event.pointerId;
    this.last = cell;
    this.erases = event.button === 2;
    board.focus(...cell);
    board.hands.down(...cell, this.how(event));
    if (event.pointerType !== "touch") return;
    this.timer = window.setTimeout(() => this.longPress(cell), LONG_PRESS_MS);
  }

  /** A finger that rests crosses out. @param {[number, number]} cell */
  longPress(cell) {
    if (this.painting === null) return;
    this.board.hands.cancel();
    this.erases = true;
    this.board.hands.down(...cell, { erases: true, shift: false, ctrl: false });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { board } = this;
    const where = this.at(event);
    if (this.fingers.has(event.pointerId)) {
      if (this.fingers.size > 1) this.pinch(event.pointerId, where);
      this.fingers.set(event.pointerId, where);
    }
    const cell = board.view.cellAt(where.x, where.y);
    if (cell && event.pointerType === "mouse") board.setHair(...cell);
    if (event.pointerId !== this.painting || !cell) return;
    if (this.last && cell[0] === this.last[0] && cell[1] === this.last[1]) return;
    window.clearTimeout(this.timer);
    this.last = cell;
    board.at = { row: cell[0], column: cell[1] };
    board.placeCursor();
    board.setHair(...cell);
    board.hands.over(...cell, this.how(event));
  }

  /** Two fingers: what lay under them stays under them. @param {number} moved @param {{ x: number, y: number }} to */
  pinch(moved, to) {
    const other = [...this.fingers].find(([id]) => id !== moved)?.[1];
    const from = this.fingers.get(moved);
    if (!other || !from) return;
    const [before, after] = [Math.hypot(from.x - other.x, from.y - other.y), Math.hypot(to.x - other.x, to.y - other.y)];
    this.board.panBy((from.x - to.x) / 2, (from.y - to.y) / 2);
    if (before > 10) this.board.zoom(after / before, (to.x + other.x) / 2, (to.y + other.y) / 2);
  }

  /** @param {PointerEvent} event @param {"up" | "cancel"} how */
  left(event, how) {
    this.fingers.delete(event.pointerId);
    if (event.pointerId === this.painting) this.end(how);
  }

  /** The stroke is over, or never was. @param {"up" | "cancel"} how */
  end(how) {
    window.clearTimeout(this.timer);
    if (this.painting === null) return;
    this.painting = null;
    this.board.hands[how]();
    this.board.makeRoom();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const { board } = this;
    const { x, y } = this.at(event);
    if (event.ctrlKey) board.zoom(WHEEL_ZOOM ** -event.deltaY, x, y);
    else if (!board.view.isWhole) board.panBy(event.shiftKey ? event.deltaY : event.deltaX, event.shiftKey ? 0 : event.deltaY);
    else return;
    event.preventDefault();
  }

  /** @param {PointerEvent} event @returns {import("./board.js").How} */
  how(event) {
    return { erases: this.erases, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
  }
}
