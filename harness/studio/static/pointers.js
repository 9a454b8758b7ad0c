// @ts-check
/** Mouse, pen and fingers on a board: one paints, two pan and zoom; a stroke belongs to its pointer until it is released, and
 * moves the cells when it reaches the window's edge. */

/** @typedef {import("./board.js").Board} Board */

const LONG_PRESS_MS = 500;
const WHEEL_ZOOM = 1.0015;
/** Where a stroke moves the cells, from the window's edge inwards; the farther out, the faster. */
const EDGE_PX = 16;
const EDGE_SPEED = 1 / 6;
/** A finger that moves as far does not tap. */
const TAP_PX = 10;

/** @typedef {{ x: number, y: number }} Point */

export class Pointers {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The pointer that makes a stroke. @type {number | null} */
    this.painting = null;
    this.erases = false;
    /** The cell that it came to last. @type {[number, number] | null} */
    this.last = null;
    /** Fingers down, and where. @type {Map<number, Point>} */
    this.fingers = new Map();
    this.timer = 0;
    /** Where the middle button holds the cells, in the window. @type {Point | null} */
    this.held = null;
    /** Where the stroke began, where it is, and with which keys. @type {{ from: Point, to: Point, how: import("./board.js").How } | null} */
    this.path = null;
    this.creeping = 0;
    /** A press that paints nothing, done when it is soon released. @type {{ pointer: number, from: Point, since: number, act: () => void } | null} */
    this.tap = null;
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
      this.tap = null;
      this.end("cancel");
      return;
    }
    const act = event.button ? null : this.pressAt(where, event.pointerType === "touch");
    this.tap = act && { pointer: event.pointerId, from: where, since: event.timeStamp, act };
    if (!event.button) board.enlarge(board.barAt(where.x, where.y), where.x, where.y);
    if (event.button === 1) this.held = { x: event.clientX, y: event.clientY };
    if (act || this.held) board.place.setPointerCapture(event.pointerId);
    const cell = board.view.cellAt(where.x, where.y);
    if (act || !cell || this.painting !== null || event.button > 2 || event.button === 1) return;
    event.preventDefault();
    board.place.setPointerCapture(event.pointerId);
    this.painting = event.pointerId;
    this.last = cell;
    this.erases = event.button === 2;
    board.focus(...cell);
    this.path = { from: where, to: where, how: this.how(event) };
    board.hands.down(...cell, this.path.how);
    if (event.pointerType !== "touch") return;
    this.timer = window.setTimeout(() => this.longPress(cell), LONG_PRESS_MS);
  }

  /** What a press does that paints nothing: it strikes a number, or in an overview goes where it points. @param {Point} where @param {boolean} isFinger
   * @returns {(() => void) | null} */
  pressAt({ x, y }, isFinger) {
    const { board } = this;
    const { view, hands: { clue } } = board;
    if (view.cellAt(x, y)) return isFinger && view.isOverview ? () => board.zoom(1 / view.zoom, x, y) : null;
    const number = board.numberAt(x, y);
    return number && clue ? () => clue(...number) : null;
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
    if (this.tap && Math.hypot(where.x - this.tap.from.x, where.y - this.tap.from.y) > TAP_PX) this.tap = null;
    if (this.held && event.buttons & 4) {
      board.panBy(this.held.x - event.clientX, this.held.y - event.clientY);
      this.held = { x: event.clientX, y: event.clientY };
    }
    const cell = board.view.cellAt(where.x, where.y);
    if (cell && event.pointerType === "mouse") board.setHair(...cell);
    if (event.pointerId !== this.painting || !this.path) return;
    this.path = { from: this.path.from, to: where, how: this.how(event) };
    this.reach();
    if (!this.creeping) this.creep();
  }

  /** The stroke continues to where its pointer is; if not all cells are in sight, to the nearest one that is. */
  reach() {
    const { board, path } = this;
    if (!path) return;
    const { x, y } = path.to;
    const cell = board.view.isWhole ? board.view.cellAt(x, y) : board.view.cellNear(x, y);
    if (!cell) return;
    if (this.last && cell[0] === this.last[0] && cell[1] === this.last[1]) return;
    window.clearTimeout(this.timer);
    this.last = cell;
    board.at = { row: cell[0], column: cell[1] };
    board.placeCursor();
    board.setHair(...cell);
    board.hands.over(...cell, path.how);
  }

  /** Move the cells under a stroke at the edge, a little in each frame. */
  creep() {
    this.creeping = 0;
    const { board, path } = this;
    if (!path || board.view.isWhole) return;
    const { origin, pan, window: seen } = board.view;
    board.panBy(push(path.to.x - origin.x, seen.width, path.to.x - path.from.x), push(path.to.y - origin.y, seen.height, path.to.y - path.from.y));
    if (board.view.pan.x === pan.x && board.view.pan.y === pan.y) return;
    this.reach();
    this.creeping = requestAnimationFrame(() => this.creep());
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
    this.held = null;
    if (this.painting === null) this.board.enlarge(null);
    if (this.tap?.pointer === event.pointerId) {
      const { act, since } = this.tap;
      this.tap = null;
      if (how === "up" && event.timeStamp - since < LONG_PRESS_MS) act();
    }
    if (event.pointerId === this.painting) this.end(how);
  }

  /** The stroke is over, or never was. @param {"up" | "cancel"} how */
  end(how) {
    window.clearTimeout(this.timer);
    this.path = null;
    if (this.painting === null) return;
    this.painting = null;
    this.board.hands[how]();
    this.board.makeRoom();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const { board } = this;
    const { x, y } = this.at(event);
    const [across, before] = [event.shiftKey ? event.deltaX || event.deltaY : event.deltaX, board.view.zoom];
    if (across && !event.ctrlKey) board.panBy(across, event.shiftKey ? 0 : event.deltaY);
    else board.zoom(WHEEL_ZOOM ** -event.deltaY, x, y);
    if (across || board.view.zoom !== before) event.preventDefault(); // otherwise it is the page's
  }

  /** @param {PointerEvent} event @returns {import("./board.js").How} */
  how(event) {
    return { erases: this.erases, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
  }
}

/** How far cells move in a frame: only to the side to which the stroke has gone. @param {number} at @param {number} size @param {number} gone */
function push(at, size, gone) {
  if (gone < -EDGE_PX && at < EDGE_PX) return -Math.ceil((EDGE_PX - at) * EDGE_SPEED);
  if (gone > EDGE_PX && at > size - EDGE_PX) return Math.ceil((at - size + EDGE_PX) * EDGE_SPEED);
  return 0;
}
