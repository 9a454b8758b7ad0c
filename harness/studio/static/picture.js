// @ts-check
/** A picture's way to cells: sizes to choose from, then its part, detail and darkness as one likes. */

import { sendPicture } from "./bring.js";
import { element, field, get, onClick, reveal, say, trying } from "./dom.js";
import { toggleDrawer } from "./drawers.js";
import { clamp } from "./shapes.js";
import { text } from "./strings.js";
import { paintThumb, thumbOf } from "./thumbs.js";
import { asChoice, showChoice } from "./toolbar.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ darkness: number, invert: boolean, colours: number, outcome: string, solutions: number, document: Content }} Choice */

const SLIDERS = ["detail", "darkness", "colour-count", "in-colour", "invert"];
/** Colours at first, the background among them. */
const COLOURS = 4;
/** The place for errors in a picture. */
const SAID = "picture-message";
const SHOWN_BY_BROWSERS = /^image\//;
/** A picture shows its pixels if it has few. */
const COARSE_PX = 300;
const HIGHEST_REM = 15;
const THUMB_PX = 160;
const CELLS_PX = 480;
/** Cells of the longer side: the largest drawing for a Spectrum, unless a picture begins with more. */
const MOST_DETAIL = 62;

export class Picture {
  /** @param {Drawing} drawing @param {(content: Content) => void} opened told what a person begins with */
  constructor(drawing, opened) {
    this.drawing = drawing;
    this.opened = opened;
    /** @type {{ file: Blob, name: string, width: number, height: number } | null} */
    this.picture = null;
    /** The drawing that the picture gave last. @type {Content | null} */
    this.given = null;
    /** @type {Choice[]} */
    this.choices = [];
    this.chosen = 0;
    /** The part that the choices show. @type {number[]} */
    this.choicesCrop = [];
    this.isAsking = false;
    this.isOutdated = false;
    this.isAllowed = false;
    this.box = new CropBox(get("crop"), get("crop-box"), () => this.again());
    asChoice(get("choices"), (button) => this.choose(Number(button.dataset.number)));
    onClick("photo-open", () => this.open());
    onClick("picture-open", () => toggleDrawer("picture"));
    onClick("picture-anew", () => {
      this.isAllowed = true;
      this.again();
    });
    for (const id of SLIDERS) get(id).addEventListener("input", () => this.again());
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
    get("photo-open").textContent = text("judging");
    /** @type {HTMLButtonElement} */ (get("photo-open")).disabled = true;
    this.choices = [];
    get("choices").replaceChildren();
    this.scrollToChoices();
    await trying(async () => {
      const found = await sendPicture("choices", file, file.name, "");
      if (picture === this.picture) this.offer(found);
    }, "bring-message");
    // refused: the sentence stands above, and nothing is waited for
    if (picture === this.picture && !this.choices.length) reveal(get("photo-section"), false);
  }

  // -- sizes to choose from ------------------------------------------------------------------

  /** @param {{ choices: Choice[], chosen: number, crop: number[] }} found */
  offer({ choices, chosen, crop }) {
    this.choices = choices;
    this.choicesCrop = crop;
    get("choices").replaceChildren(...choices.map((choice, number) => this.choiceOf(choice, number)));
    this.choose(chosen);
    const open = /** @type {HTMLButtonElement} */ (get("photo-open"));
    open.disabled = false;
    open.focus({ preventScroll: true });
    this.scrollToChoices();
  }

  scrollToChoices() {
    get("photo-section").scrollIntoView({ block: "nearest" });
  }

  /** @param {Choice} choice @param {number} number */
  choiceOf({ outcome, solutions, document: content }, number) {
    const button = element("button", "choice", { type: "button", role: "radio", "data-number": String(number), "data-outcome": outcome });
    const place = element("span", "th");
    place.append(thumbOf(content, THUMB_PX));
    const { width, height } = sizeOf(content);
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
    if (choice) get("photo-open").textContent = text("open-size", sizeOf(choice.document));
  }

  /** Work on the size that was chosen. */
  open() {
    const choice = this.choices[this.chosen];
    if (!choice) return;
    this.set(choice.document, this.choicesCrop, choice);
    this.begin(choice.document);
  }

  /** @param {Content} content */
  begin(content) {
    this.opened(content);
    this.takeGiven();
    reveal(get("picture-open"), true);
  }

  /** What the drawing is now, the picture gave. */
  takeGiven() {
    this.given = this.drawing.content;
    paintThumb(/** @type {HTMLCanvasElement} */ (get("picture-cells")), this.given, CELLS_PX);
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
    this.set(answer.document, answer.crop, { darkness: 0, invert: false, colours: 2 });
  }

  /** Set the part and the sliders to those of a drawing.
   * @param {Content} content @param {number[]} crop @param {{ darkness: number, invert: boolean, colours: number }} settings */
  set(content, [left = 0, top = 0, width = 1, height = 1], { darkness, invert, colours }) {
    const { width: columns, height: rows } = sizeOf(content);
    field("detail").max = String(Math.max(MOST_DETAIL, columns, rows));
    field("detail").value = String(Math.max(columns, rows));
    field("darkness").value = String(darkness);
    field("invert").checked = invert;
    field("in-colour").checked = colours > 2;
    field("colour-count").value = String(colours > 2 ? colours : COLOURS);
    if (this.picture) this.box.show(this.picture.width, this.picture.height, { left, top, width, height });
    this.showSliders();
  }

  /** Among colours their number counts, not what is dark. */
  showSliders() {
    const isColoured = field("in-colour").checked;
    for (const [id, isShown] of /** @type {[string, boolean][]} */ ([["darkness", !isColoured], ["invert", !isColoured], ["colour-count", isColoured]])) {
      reveal(/** @type {HTMLElement} */ (get(id).closest("label")), isShown);
    }
  }

  /** The same picture with what the sliders say now; what changes meanwhile is asked for next. */
  async again() {
    this.showSliders();
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
    const { left, top, width, height } = this.box.part;
    // a pixel becomes one cell at most
    const cells = Math.min(Number(field("detail").value), Math.max(width, height));
    const colours = field("in-colour").checked ? field("colour-count").value : 2;
    const options = `&${width >= height ? "width" : "height"}=${cells}&crop=${left},${top},${width},${height}&darkness=${field("darkness").value}&invert=${Number(field("invert").checked)}&colours=${colours}`;
    const answer = await sendPicture("bring", picture.file, picture.name, options);
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
    this.takeGiven();
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

/** @param {Content} content */
function sizeOf({ rows }) {
  return { width: rows[0]?.length ?? 0, height: rows.length };
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
   *  @param {() => void} changed told that a person chose a part */
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
    this.box.setAttribute("aria-label", text("crop-box", { ...part }));
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
    this.changed();
  }

  /** Return a pointer's place, in pixels of the picture. @param {PointerEvent} event */
  at(event) {
    const on = this.place.getBoundingClientRect();
    return {
      x: clamp(((event.clientX - on.left) / on.width) * this.pixels.width, 0, this.pixels.width),
      y: clamp(((event.clientY - on.top) / on.height) * this.pixels.height, 0, this.pixels.height),
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
      const right = clamp(part.left + part.width + x, part.left + 1, pixels.width);
      const bottom = clamp(part.top + part.height + y, part.top + 1, pixels.height);
      this.choose(between(part.left, part.top, right, bottom));
    }
  }
}

/** The rectangle with these two corners, of whole pixels and one of them at least.
 * @param {number} x @param {number} y @param {number} toX @param {number} toY @returns {Part} */
function between(x, y, toX, toY) {
  const [left, top] = [Math.floor(Math.min(x, toX)), Math.floor(Math.min(y, toY))];
  return { left, top, width: Math.max(1, Math.round(Math.max(x, toX)) - left), height: Math.max(1, Math.round(Math.max(y, toY)) - top) };
}

/** @param {Part} part @param {number} x @param {number} y @param {{ width: number, height: number }} pixels @returns {Part} */
function moved(part, x, y, pixels) {
  const left = clamp(Math.round(part.left + x), 0, pixels.width - part.width);
  const top = clamp(Math.round(part.top + y), 0, pixels.height - part.height);
  return { ...part, left, top };
}

/** @param {Part} part @param {Edge[]} edges those that go to x and y @param {number} x @param {number} y @returns {Part} */
function sized(part, edges, x, y) {
  const [right, bottom] = [part.left + part.width, part.top + part.height];
  const [fromX, toX] = edges.includes("left") ? [x, right] : [part.left, edges.includes("right") ? x : right];
  const [fromY, toY] = edges.includes("top") ? [y, bottom] : [part.top, edges.includes("bottom") ? y : bottom];
  return between(fromX, fromY, toX, toY);
}
