// @ts-check
/** Things brought: files, what is pasted or dropped, samples; and a picture's way to cells. */

import { CropBox } from "./crop.js";
import { get, onClick, say, trying } from "./dom.js";
import { blankRows } from "./drawing.js";
import { ask } from "./server.js";
import { text } from "./strings.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./crop.js").Part} Part */

const OPTIONS = ["cells-width", "cells-height", "colours", "threshold"];
const CROP = ["crop-left", "crop-top", "crop-width", "crop-height"];
const CHECKS = ["dither", "invert"];
/** Where it is said what is wrong with a file. */
const SAID = "bring-message";
const SHOWN_BY_BROWSERS = /^image\//;
/** A picture on the page is no higher, and shows its pixels where it has few. */
const [HIGHEST_REM, COARSE_PX] = [22, 300];
/** The largest drawing for a Spectrum. */
const [MOST_COLUMNS, MOST_ROWS] = [62, 42];

export class Bringing {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    /** @type {{ file: Blob, name: string, width: number, height: number } | null} */
    this.picture = null;
    /** The drawing that the picture gave last. @type {import("./drawing.js").Content | null} */
    this.given = null;
    /** Columns and rows at most as the part changes. */
    this.room = { columns: MOST_COLUMNS, rows: MOST_ROWS };
    /** Cells a side at most; the server knows better. */
    this.mostCells = MOST_COLUMNS;
    this.isAsking = false;
    this.isOutdated = false;
    this.box = new CropBox(get("crop"), get("crop-box"), (part) => this.cropped(part));
    this.listenForFiles();
    const sample = /** @type {HTMLSelectElement} */ (get("sample"));
    sample.addEventListener("change", () => {
      if (sample.value) trying(async () => this.brought(await (await ask(`/api/sample/${sample.value}`)).json()), SAID);
    });
    onClick("new", () => this.beginAnew());
    for (const id of [...OPTIONS, ...CROP, ...CHECKS, "proportion"]) {
      get(id).addEventListener("input", () => {
        if (id === "cells-width" || id === "proportion") this.keepProportion("width");
        if (id === "cells-height") this.keepProportion("height");
        if (CROP.includes(id)) this.partChanged();
        this.again();
      });
    }
    trying(async () => {
      for (const { name, file: path } of await (await ask("/api/samples")).json()) {
        sample.append(new Option(name, path));
      }
    });
  }

  beginAnew() {
    const [width, height] = [number("new-width") ?? 0, number("new-height") ?? 0];
    if (Math.min(width, height) < 1 || Math.max(width, height) > this.mostCells) {
      say(text("bad-size", { width, height, most: this.mostCells }), "bad", SAID);
      return;
    }
    this.forgetPicture();
    this.drawing.replace({ rows: blankRows(width, height), title: "" });
  }

  listenForFiles() {
    const drop = get("drop");
    for (const name of ["dragenter", "dragover"]) {
      document.addEventListener(name, (event) => {
        event.preventDefault();
        drop.classList.add("over");
      });
    }
    document.addEventListener("dragleave", () => drop.classList.remove("over"));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      this.take(event.dataTransfer?.files[0]);
    });
    document.addEventListener("paste", (event) => this.pasted(event));
    const file = /** @type {HTMLInputElement} */ (get("file"));
    file.addEventListener("change", () => {
      this.take(file.files?.[0]);
      file.value = "";
    });
  }

  /** @param {ClipboardEvent} event */
  pasted(event) {
    if (event.target instanceof HTMLInputElement) return;
    const file = event.clipboardData?.files[0];
    const typed = event.clipboardData?.getData("text/plain");
    if (file) this.take(file);
    else if (typed) this.take(new File([typed], "pasted.txt"));
  }

  /** @param {File | undefined} file */
  async take(file) {
    if (!file) return;
    await trying(async () => {
      const answer = await this.send(file, file.name, "");
      this.brought(answer);
      if (answer.kind === "picture") this.showPicture(file, answer);
    }, SAID);
  }

  /** @param {Blob} file @param {string} name @param {string} options @returns {Promise<any>} */
  async send(file, name, options) {
    return (await ask(`/api/bring?name=${encodeURIComponent(name)}${options}`, file)).json();
  }

  /** Something new. @param {any} answer */
  brought(answer) {
    this.forgetPicture();
    this.drawing.replace(answer.document);
  }

  /** @param {File} file @param {any} answer */
  showPicture(file, answer) {
    const [width, height] = answer.pixels;
    this.picture = { file, name: file.name, width, height };
    this.given = this.drawing.content;
    get("picture").hidden = false;
    const image = /** @type {HTMLImageElement} */ (get("picture-image"));
    // of a SCREEN$, which no browser knows, the server has made a picture
    const shown = answer.preview ?? (SHOWN_BY_BROWSERS.test(file.type) ? URL.createObjectURL(file) : null);
    if (shown) image.src = shown;
    const crop = get("crop");
    crop.hidden = !image.getAttribute("src");
    crop.classList.toggle("coarse", width < COARSE_PX);
    Object.assign(crop.style, { aspectRatio: `${width} / ${height}`, width: `min(100%, ${(HIGHEST_REM * width) / height}rem)` });
    CROP.forEach((id, index) => {
      set(id, answer.crop[index]);
      /** @type {HTMLInputElement} */ (get(id)).max = String(answer.pixels[index % 2]);
    });
    this.showCrop();
    // where a cell is a pixel, it stays one when something is cut off
    const [columns, rows] = [answer.document.rows[0].length, answer.document.rows.length];
    const isScaled = columns !== answer.crop[2] || rows !== answer.crop[3];
    set("cells-width", isScaled ? columns : "");
    set("cells-height", isScaled ? rows : "");
    set("colours", 2);
    this.room = isScaled ? { columns, rows } : { columns: MOST_COLUMNS, rows: MOST_ROWS };
  }

  /** The same picture with what the sliders say now; what changes meanwhile is asked for next. */
  async again() {
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
    const sizes = OPTIONS.map((id) => `&${id.replace("cells-", "")}=${number(id) ?? ""}`).join("");
    const checks = CHECKS.map((id) => `&${id}=${/** @type {HTMLInputElement} */ (get(id)).checked ? 1 : 0}`).join("");
    const crop = CROP.map((id) => number(id) ?? 0).join(",");
    const answer = await this.send(picture.file, picture.name, `${sizes}${checks}&crop=${crop}`);
    if (picture !== this.picture) return;
    // one can come back from what was drawn since, and not from each place of a slider
    if (drawing.content === this.given) drawing.set(answer.document);
    else drawing.replace(answer.document);
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
    const [left = 0, top = 0, width = 1, height = 1] = CROP.map((id) => number(id) ?? 0);
    this.box.show(this.picture.width, this.picture.height, { left, top, width, height });
    get("crop-box").setAttribute("aria-label", text("crop-box", { left, top, width, height }));
  }

  /** Columns and rows as the part's width and height: the side that was not typed follows; as the part changes, both
   * stay within what they were. @param {"width" | "height" | "part"} changed */
  keepProportion(changed) {
    const [, , width = 0, height = 0] = CROP.map((id) => number(id) ?? 0);
    const [columns, rows] = [number("cells-width"), number("cells-height")];
    const keeps = /** @type {HTMLInputElement} */ (get("proportion")).checked;
    if (keeps && width > 0 && height > 0) {
      if (changed === "width" && columns) set("cells-height", Math.max(1, Math.round((columns * height) / width)));
      if (changed === "height" && rows) set("cells-width", Math.max(1, Math.round((rows * width) / height)));
      if (changed === "part" && columns && rows) {
        const scale = Math.min(1, this.room.columns / width, this.room.rows / height);
        set("cells-width", Math.max(1, Math.round(width * scale)));
        set("cells-height", Math.max(1, Math.round(height * scale)));
      }
    }
    if (changed !== "part") this.room = { columns: number("cells-width") ?? MOST_COLUMNS, rows: number("cells-height") ?? MOST_ROWS };
  }

  forgetPicture() {
    this.picture = null;
    const image = /** @type {HTMLImageElement} */ (get("picture-image"));
    if (image.src.startsWith("blob:")) URL.revokeObjectURL(image.src);
    image.removeAttribute("src");
    get("picture").hidden = true;
    say("", "good", SAID);
  }
}

/** @param {string} id @returns {number | null} */
function number(id) {
  const { value } = /** @type {HTMLInputElement} */ (get(id));
  return value === "" ? null : Math.round(Number(value));
}

/** @param {string} id @param {number | ""} value */
function set(id, value) {
  /** @type {HTMLInputElement} */ (get(id)).value = String(value);
}
