// @ts-check
/** A picture's way to cells: sizes to choose from, then its part, size and threshold as one likes. */

import { sendPicture } from "./bring.js";
import { CropBox } from "./crop.js";
import { element, field, get, numberIn, onClick, reveal, say, trying } from "./dom.js";
import { toggleDrawer } from "./drawers.js";
import { text } from "./strings.js";
import { thumbOf } from "./thumbs.js";
import { asChoice, showChoice } from "./toolbar.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./crop.js").Part} Part */
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
