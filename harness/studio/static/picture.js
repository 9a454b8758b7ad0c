// @ts-check
/** Things brought: files, what is pasted or dropped, samples; and a picture's way to cells. */

import { get, onClick, say, trying } from "./dom.js";
import { blankRows } from "./drawing.js";
import { ask } from "./server.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */

const OPTIONS = ["cells-width", "cells-height", "colours", "threshold"];
const CROP = ["crop-left", "crop-top", "crop-width", "crop-height"];
const CHECKS = ["dither", "invert"];
/** Where it is said what is wrong with a file. */
const SAID = "bring-message";
const SHOWN_BY_BROWSERS = /^image\//;

export class Bringing {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    /** @type {{ file: Blob, name: string } | null} */
    this.picture = null;
    this.asked = 0;
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
    const sample = /** @type {HTMLSelectElement} */ (get("sample"));
    sample.addEventListener("change", () => {
      if (sample.value) trying(async () => this.brought(await (await ask(`/api/sample/${sample.value}`)).json()), SAID);
    });
    onClick("new", () => {
      this.forgetPicture();
      drawing.replace({ rows: blankRows(number("new-width") ?? 15, number("new-height") ?? 15), title: "" });
    });
    for (const id of [...OPTIONS, ...CROP, ...CHECKS]) get(id).addEventListener("input", () => this.again());
    trying(async () => {
      for (const { name, file: path } of await (await ask("/api/samples")).json()) {
        sample.append(new Option(name, path));
      }
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
      this.forgetPicture();
      if (answer.kind === "picture") this.showPicture(file, answer);
      this.brought(answer);
    }, SAID);
  }

  /** @param {Blob} file @param {string} name @param {string} options @returns {Promise<any>} */
  async send(file, name, options) {
    return (await ask(`/api/bring?name=${encodeURIComponent(name)}${options}`, file)).json();
  }

  /** @param {any} answer */
  brought(answer) {
    this.drawing.replace(answer.document);
  }

  /** @param {File} file @param {any} answer */
  showPicture(file, answer) {
    this.picture = { file, name: file.name };
    get("picture").hidden = false;
    const image = /** @type {HTMLImageElement} */ (get("picture-image"));
    image.hidden = !SHOWN_BY_BROWSERS.test(file.type);
    if (!image.hidden) image.src = URL.createObjectURL(file);
    CROP.forEach((id, index) => {
      const field = /** @type {HTMLInputElement} */ (get(id));
      field.value = String(answer.crop[index]);
      field.max = String(answer.pixels[index % 2]);
    });
    this.pixels = answer.pixels;
    this.showCrop();
    // where a cell is a pixel, it stays one when something is cut off
    const [width, height] = [answer.document.rows[0].length, answer.document.rows.length];
    const isScaled = width !== answer.crop[2] || height !== answer.crop[3];
    set("cells-width", isScaled ? width : "");
    set("cells-height", isScaled ? height : "");
    set("colours", 2);
  }

  /** The same picture with what the sliders say now; an answer that was overtaken is dropped. */
  async again() {
    if (!this.picture) return;
    this.showCrop();
    const mine = ++this.asked;
    const { file, name } = this.picture;
    const sizes = OPTIONS.map((id) => `&${id.replace("cells-", "")}=${number(id) ?? ""}`).join("");
    const checks = CHECKS.map((id) => `&${id}=${/** @type {HTMLInputElement} */ (get(id)).checked ? 1 : 0}`).join("");
    const crop = CROP.map((id) => number(id) ?? 0).join(",");
    await trying(async () => {
      const answer = await this.send(file, name, `${sizes}${checks}&crop=${crop}`);
      if (mine === this.asked) this.brought(answer);
    }, SAID);
  }

  showCrop() {
    const [left = 0, top = 0, width = 1, height = 1] = CROP.map((id) => number(id) ?? 0);
    const [wide = 1, high = 1] = this.pixels ?? [1, 1];
    const box = get("crop-box");
    box.hidden = get("picture-image").hidden;
    Object.assign(box.style, {
      left: `${(100 * left) / wide}%`, top: `${(100 * top) / high}%`,
      width: `${(100 * width) / wide}%`, height: `${(100 * height) / high}%`,
    });
  }

  forgetPicture() {
    this.picture = null;
    this.asked += 1;
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
