// @ts-check
/** A picture's way to cells: sizes to choose from, then its part, size and threshold as one likes. */

import { sendPicture } from "./bring.js";
import { element, field, get, numberIn, onClick, reveal, say, trying } from "./dom.js";
import { toggleDrawer } from "./drawers.js";
import { text } from "./strings.js";
import { thumbOf } from "./thumbs.js";
import { asChoice, showChoice } from "./toolbar.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {{ width: number, height: number, threshold: number, outcome: string, solutions: number, document: import("./drawing.js").Content }} Choice */

const OPTIONS = ["cells-width", "cells-height", "colour-count", "threshold"];
const CROP = ["crop-left", "crop-top", "crop-width", "crop-height"];
const CHECKS = ["dither", "invert"];
/** The place for errors in a picture. */
const SAID = "picture-message";
const SHOWN_BY_BROWSERS = /^image\//;
/** A picture shows its pixels if it has few. */
const COARSE_PX = 300;
const HIGHEST_REM = 15;
/** The largest drawing for a Spectrum. */
const [MOST_COLUMNS, MOST_ROWS] = [62, 42];
const THUMB_PX = 160;

export class Picture {
  /** @param {Drawing} drawing @param {(content: import("./drawing.js").Content) => void} opened told what a person begins with */
  constructor(drawing, opened) {
    this.drawing = drawing;
    this.opened = opened;
    /** @type {{ file: Blob, name: string, width: number, height: number } | null} */
    this.picture = null;
    /** The drawing that the picture gave last. @type {import("./drawing.js").Content | null} */
    this.given = null;
    /** @type {Choice[]} */
    this.choices = [];
    this.chosen = 0;
    /** Columns and rows at most as the part changes. */
    this.room = { columns: MOST_COLUMNS, rows: MOST_ROWS };
    this.isAsking = false;
    this.isOutdated = false;
    this.isAllowed = false;
    this.box = new CropBox(get("crop"), get("crop-box"), (part) => this.cropped(part));
    asChoice(get("choices"), (button) => this.choose(Number(button.dataset.number)));
    onClick("photo-open", () => this.open());
    onClick("picture-open", () => toggleDrawer("picture"));
    onClick("picture-anew", () => {
      this.isAllowed = true;
      this.again();
    });
    for (const id of [...OPTIONS, ...CROP, ...CHECKS, "proportion"]) {
      get(id).addEventListener("input", () => {
        if (id === "cells-width" || id === "proportion") this.keepProportion("width");
        if (id === "cells-height") this.keepProportion("height");
        if (CROP.includes(id)) this.partChanged();
        this.again();
      });
    }
  }

  /** A picture was brought. @param {File} file @param {any} answer */
  async take(file, answer) {
    this.show(file, answer);
    if (!answer.is_photo) {
      this.begin(answer.document);
      return;
    }
    const { picture } = this;
    reveal(get("photo-section"), true);
    get("photo-section").scrollIntoView({ block: "nearest" });
    get("photo-open").textContent = text("judging");
    /** @type {HTMLButtonElement} */ (get("photo-open")).disabled = true;
    get("choices").replaceChildren();
    await trying(async () => {
      const found = await sendPicture("choices", file, file.name, "");
      if (picture === this.picture) this.offer(found.choices, found.chosen);
    }, "bring-message");
  }

  // -- sizes to choose from ------------------------------------------------------------------

  /** @param {Choice[]} choices @param {number} chosen */
  offer(choices, chosen) {
    this.choices = choices;
    get("choices").replaceChildren(...choices.map((choice, number) => this.choiceOf(choice, number)));
    this.choose(chosen);
    const open = /** @type {HTMLButtonElement} */ (get("photo-open"));
    open.disabled = false;
    open.focus({ preventScroll: true });
  }

  /** @param {Choice} choice @param {number} number */
  choiceOf({ width, height, outcome, solutions, document: content }, number) {
    const button = element("button", "choice", { type: "button", role: "radio", "data-number": String(number), "data-outcome": outcome });
    const place = element("span", "th");
    place.append(thumbOf(content, THUMB_PX));
    const size = element("span", "c");
    size.append(Object.assign(element("b"), { textContent: String(width) }), ` × ${height}`);
    const said = element("span", "s");
    said.append(element("i", outcome === "unique" ? "pip" : "pip d"), text(outcome === "unique" ? "one-solution" : outcome === "multiple" ? "outcome-more" : "not-known", { count: solutions }));
    button.append(place, size, said);
    return button;
  }

  /** @param {number} number */
  choose(number) {
    this.chosen = number;
    showChoice(get("choices"), get("choices").children[number]);
    const choice = this.choices[number];
    if (choice) get("photo-open").textContent = text("open-size", { width: choice.width, height: choice.height });
  }

  /** Work on the size that was chosen. */
  open() {
    const choice = this.choices[this.chosen];
    if (!choice) return;
    set("cells-width", choice.width);
    set("cells-height", choice.height);
    set("threshold", choice.threshold);
    this.room = { columns: choice.width, rows: choice.height };
    this.begin(choice.document);
  }

  /** @param {import("./drawing.js").Content} content */
  begin(content) {
    this.opened(content);
    this.given = this.drawing.content;
    reveal(get("picture-open"), true);
  }

  // -- the picture itself --------------------------------------------------------------------

  /** @param {File} file @param {any} answer */
  show(file, answer) {
    this.forget();
    const [width, height] = answer.pixels;
    this.picture = { file, name: file.name, width, height };
    const image = /** @type {HTMLImageElement} */ (get("picture-image"));
    // a SCREEN$, or another picture that no browser knows, the server has made a PNG
    const shown = answer.preview ?? (SHOWN_BY_BROWSERS.test(file.type) ? URL.createObjectURL(file) : null);
    for (const one of [image, /** @type {HTMLImageElement} */ (get("photo-image"))]) {
      if (shown) one.src = shown;
      one.hidden = !shown;
    }
    const crop = get("crop");
    crop.hidden = !shown;
    crop.classList.toggle("coarse", width < COARSE_PX);
    Object.assign(crop.style, { aspectRatio: `${width} / ${height}`, width: `min(100%, ${(HIGHEST_REM * width) / height}rem)` });
    CROP.forEach((id, index) => {
      set(id, answer.crop[index]);
      field(id).max = String(answer.pixels[index % 2]);
    });
    this.showCrop();
    // where a cell is a pixel, it stays one when something is cut off
    const [columns, rows] = [answer.document.rows[0].length, answer.document.rows.length];
    const isScaled = columns !== answer.crop[2] || rows !== answer.crop[3];
    set("cells-width", isScaled ? columns : "");
    set("cells-height", isScaled ? rows : "");
    set("colour-count", 2);
    set("threshold", answer.threshold ?? 128);
    for (const id of CHECKS) field(id).checked = false;
    this.room = isScaled ? { columns, rows } : { columns: MOST_COLUMNS, rows: MOST_ROWS };
    this.allowThreshold();
  }

  /** A threshold means nothing among colours. */
  allowThreshold() {
    const isColoured = (numberIn("colour-count") ?? 2) > 2;
    for (const id of ["threshold", "dither"]) field(id).disabled = isColoured;
  }

  /** The same picture with what the sliders say now; what changes meanwhile is asked for next. */
  async again() {
    this.allowThreshold();
    // what was drawn by hand goes only if a person says so
    if (this.picture && this.drawing.content !== this.given && !this.isAllowed) {
      reveal(get("picture-ask"), true);
      return;
    }
    this.isOutdated = true;
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.isOutdated && this.picture) {
      this.isOutdated = false;
      await trying(() => this.askAgain(), SAID);
    }
    this.isAsking = false;
  }

  async askAgain() {
    const { picture, drawing } = this;
    if (!picture) return;
    const names = /** @type {Record<string, string>} */ ({ "colour-count": "colours" });
    const sizes = OPTIONS.map((id) => `&${names[id] ?? id.replace("cells-", "")}=${numberIn(id) ?? ""}`).join("");
    const checks = CHECKS.map((id) => `&${id}=${field(id).checked ? 1 : 0}`).join("");
    const crop = CROP.map((id) => numberIn(id) ?? 0).join(",");
    const answer = await sendPicture("bring", picture.file, picture.name, `${sizes}${checks}&crop=${crop}`);
    if (picture !== this.picture) return;
    // one can come back from what was drawn since, and not from each place of a slider
    const isDrawnOn = drawing.content !== this.given;
    if (isDrawnOn && !this.isAllowed) {
      reveal(get("picture-ask"), true);
      return;
    }
    if (isDrawnOn) drawing.replace(answer.document);
    else drawing.set(answer.document);
    this.isAllowed = false;
    reveal(get("picture-ask"), false);
    this.given = drawing.content;
  }

  /** A person chose a part on the picture. @param {Part} part */
  cropped({ left, top, width, height }) {
    [left, top, width, height].forEach((value, index) => set(CROP[index] ?? "", value));
    this.partChanged();
    this.again();
  }

  partChanged() {
    this.showCrop();
    this.keepProportion("part");
  }

  showCrop() {
    if (!this.picture) return;
    const [left = 0, top = 0, width = 1, height = 1] = CROP.map((id) => numberIn(id) ?? 0);
    this.box.show(this.picture.width, this.picture.height, { left, top, width, height });
    get("crop-box").setAttribute("aria-label", text("crop-box", { left, top, width, height }));
  }

  /** Columns and rows as the part's width and height: the side that was not typed follows; as the part changes, both
   * stay within what they were. @param {"width" | "height" | "part"} changed */
  keepProportion(changed) {
    const [, , width = 0, height = 0] = CROP.map((id) => numberIn(id) ?? 0);
    const [columns, rows] = [numberIn("cells-width"), numberIn("cells-height")];
    if (field("proportion").checked && width > 0 && height > 0) {
      if (changed === "width" && columns) set("cells-height", Math.max(1, Math.round((columns * height) / width)));
      if (changed === "height" && rows) set("cells-width", Math.max(1, Math.round((rows * width) / height)));
      if (changed === "part" && columns && rows) {
        const scale = Math.min(1, this.room.columns / width, this.room.rows / height);
        set("cells-width", Math.max(1, Math.round(width * scale)));
        set("cells-height", Math.max(1, Math.round(height * scale)));
      }
    }
    if (changed !== "part") this.room = { columns: numberIn("cells-width") ?? MOST_COLUMNS, rows: numberIn("cells-height") ?? MOST_ROWS };
  }

  forget() {
    this.picture = null;
    this.isAllowed = false;
    const image = /** @type {HTMLImageElement} */ (get("picture-image"));
    if (image.src.startsWith("blob:")) URL.revokeObjectURL(image.src);
    image.removeAttribute("src");
    for (const id of ["photo-section", "picture-open", "picture-ask"]) reveal(get(id), false);
    say("", "good", SAID);
  }
}

/** @param {string} id @param {number | ""} value */
function set(id, value) {
  field(id).value = String(value);
}

// -- the part of a picture that counts, as a rectangle on it ----------------------------------

/** @typedef {{ left: number, top: number, width: number, height: number }} Part in pixels of the picture */
/** @typedef {"left" | "right" | "top" | "bottom"} Edge */

const HANDLE_PX = { mouse: 9, touch: 22 };
/** Distance that a pointer moves before a press is a drag. */
const DRAG_PX = 4;
const KEY_STEPS = 50;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class CropBox {
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
