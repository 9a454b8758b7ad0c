// @ts-check
/** The part of a picture that counts, as a rectangle on it: drawn, moved and sized by pointer and by keyboard. */

/** @typedef {{ left: number, top: number, width: number, height: number }} Part in pixels of the picture */
/** @typedef {"left" | "right" | "top" | "bottom"} Edge */

const HANDLE_PX = { mouse: 9, touch: 22 };
/** Distance that a pointer moves before a press is a drag. */
const DRAG_PX = 4;
const KEY_STEPS = 50;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class CropBox {
  /** @param {HTMLElement} place holds the picture, and nothing beside it @param {HTMLElement} box
   *  @param {(part: Part) => void} changed told what a person chose */
  constructor(place, box, changed) {
    this.place = place;
    this.box = box;
    this.changed = changed;
    this.pixels = { width: 1, height: 1 };
    /** @type {Part} */
    this.part = { left: 0, top: 0, width: 1, height: 1 };
    /** Action of a drag at the pointer's place. @type {((x: number, y: number) => Part) | null} */
    this.drag = null;
    this.pressed = { x: 0, y: 0 };
    this.isDragged = false;
    place.addEventListener("pointerdown", (event) => this.pointerDown(event));
    place.addEventListener("pointermove", (event) => this.pointerMove(event));
    for (const name of ["pointerup", "pointercancel"]) {
      place.addEventListener(name, () => {
        this.drag = null;
      });
    }
    place.addEventListener("dragstart", (event) => event.preventDefault());
    box.addEventListener("keydown", (event) => this.keyDown(event));
  }

  /** Show a part of a picture of that many pixels. @param {number} width @param {number} height @param {Part} part */
  show(width, height, part) {
    this.pixels = { width, height };
    this.part = part;
    for (const [name, value, whole] of /** @type {[string, number, number][]} */ ([
      ["left", part.left, width], ["width", part.width, width], ["top", part.top, height], ["height", part.height, height],
    ])) this.box.style.setProperty(name, `${(100 * value) / whole}%`);
  }

  get isWhole() {
    return this.part.width === this.pixels.width && this.part.height === this.pixels.height;
  }

  /** @param {Part} part */
  choose(part) {
    const { left, top, width, height } = this.part;
    if (part.left === left && part.top === top && part.width === width && part.height === height) return;
    this.show(this.pixels.width, this.pixels.height, part);
    this.changed(part);
  }

  /** Return a pointer's place, in pixels of the picture. @param {PointerEvent} event */
  at(event) {
    const on = this.place.getBoundingClientRect();
    return {
      x: within(((event.clientX - on.left) / on.width) * this.pixels.width, 0, this.pixels.width),
      y: within(((event.clientY - on.top) / on.height) * this.pixels.height, 0, this.pixels.height),
    };
  }

  /** @param {PointerEvent} event */
  pointerDown(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.box.focus({ preventScroll: true });
    this.place.setPointerCapture(event.pointerId);
    this.pressed = { x: event.clientX, y: event.clientY };
    this.isDragged = false;
    const from = this.at(event);
    const { part, pixels } = this;
    const edges = this.edgesNear(event);
    const isInside = from.x >= part.left && from.x <= part.left + part.width && from.y >= part.top && from.y <= part.top + part.height;
    if (edges.length) this.drag = (x, y) => sized(part, edges, x, y);
    else if (isInside && !this.isWhole) this.drag = (x, y) => moved(part, x - from.x, y - from.y, pixels);
    else this.drag = (x, y) => between(from.x, from.y, x, y);
  }

  /** @param {PointerEvent} event */
  pointerMove(event) {
    if (!this.drag) {
      this.place.style.cursor = this.cursorAt(event);
      return;
    }
    if (Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) >= DRAG_PX) this.isDragged = true;
    if (!this.isDragged) return;
    const { x, y } = this.at(event);
    this.choose(this.drag(x, y));
  }

  /** The edges of the rectangle that a pointer takes hold of. @param {PointerEvent} event @returns {Edge[]} */
  edgesNear(event) {
    const reach = event.pointerType === "mouse" ? HANDLE_PX.mouse : HANDLE_PX.touch;
    const on = this.box.getBoundingClientRect();
    const [x, y] = [event.clientX, event.clientY];
    const isBeside = x > on.left - reach && x < on.right + reach && y > on.top - reach && y < on.bottom + reach;
    if (!isBeside) return [];
    /** @type {Edge[]} */
    const edges = [];
    // in a small rectangle the nearer one of two edges
    if (Math.abs(x - on.left) < Math.min(reach, on.width / 3)) edges.push("left");
    else if (Math.abs(x - on.right) < Math.min(reach, on.width / 3)) edges.push("right");
    if (Math.abs(y - on.top) < Math.min(reach, on.height / 3)) edges.push("top");
    else if (Math.abs(y - on.bottom) < Math.min(reach, on.height / 3)) edges.push("bottom");
    return edges;
  }

  /** @param {PointerEvent} event */
  cursorAt(event) {
    const edges = this.edgesNear(event).join("-");
    if (/^(left-top|right-bottom)$/.test(edges)) return "nwse-resize";
    if (edges.includes("-")) return "nesw-resize";
    if (edges) return edges === "left" || edges === "right" ? "ew-resize" : "ns-resize";
    return event.target === this.box && !this.isWhole ? "move" : "crosshair";
  }

  /** Arrows move the rectangle, with Shift its right and lower edges; Home takes the whole picture. @param {KeyboardEvent} event */
  keyDown(event) {
    const { part, pixels } = this;
    const arrow = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || !(arrow || event.key === "Home")) return;
    event.preventDefault();
    if (!arrow) {
      this.choose({ left: 0, top: 0, ...pixels });
      return;
    }
    const step = Math.max(1, Math.round(Math.max(pixels.width, pixels.height) / KEY_STEPS));
    const [x, y] = [arrow[0] * step, arrow[1] * step];
    if (!event.shiftKey) this.choose(moved(part, x, y, pixels));
    else {
      const right = within(part.left + part.width + x, part.left + 1, pixels.width);
      const bottom = within(part.top + part.height + y, part.top + 1, pixels.height);
      this.choose(between(part.left, part.top, right, bottom));
    }
  }
}

/** @param {number} value @param {number} least @param {number} most */
function within(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

/** The rectangle with these two corners, of whole pixels and one of them at least.
 * @param {number} x @param {number} y @param {number} toX @param {number} toY @returns {Part} */
function between(x, y, toX, toY) {
  const [left, top] = [Math.floor(Math.min(x, toX)), Math.floor(Math.min(y, toY))];
  return { left, top, width: Math.max(1, Math.round(Math.max(x, toX)) - left), height: Math.max(1, Math.round(Math.max(y, toY)) - top) };
}

/** @param {Part} part @param {number} x @param {number} y @param {{ width: number, height: number }} pixels @returns {Part} */
function moved(part, x, y, pixels) {
  const left = within(Math.round(part.left + x), 0, pixels.width - part.width);
  const top = within(Math.round(part.top + y), 0, pixels.height - part.height);
  return { ...part, left, top };
}

/** @param {Part} part @param {Edge[]} edges those that go to x and y @param {number} x @param {number} y @returns {Part} */
function sized(part, edges, x, y) {
  const [right, bottom] = [part.left + part.width, part.top + part.height];
  const [fromX, toX] = edges.includes("left") ? [x, right] : [part.left, edges.includes("right") ? x : right];
  const [fromY, toY] = edges.includes("top") ? [y, bottom] : [part.top, edges.includes("bottom") ? y : bottom];
  return between(fromX, fromY, toX, toY);
}
