// @ts-check
/** What one takes home: files, a link, a printed sheet. */

import { element } from "./board.js";
import { get, onClick, say, trying } from "./dom.js";
import { ask } from "./server.js";
import { text } from "./strings.js";
import { save } from "./watch.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */

/** Each with the format's name and what the file's name ends in. */
const FORMATS = [
  ["puzzle.txt", ".txt"], ["non", ".non"], ["xml", ".xml"], ["svg", ".svg"], ["solution.svg", "-solution.svg"],
  ["sheet.png", ".png"], ["tap", ".tap"], ["z80", ".z80"],
];
const LINK_KEY = "#puzzle=";

export class Taking {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    const name = /** @type {HTMLInputElement} */ (get("name"));
    name.addEventListener("change", () => drawing.change({ ...drawing.content, title: name.value }));
    drawing.addEventListener("change", () => {
      name.value = drawing.content.title ?? "";
    });
    for (const [kind = "", suffix = ""] of FORMATS) {
      const button = element("button", "", { type: "button", "data-kind": kind });
      button.textContent = suffix;
      button.addEventListener("click", () => this.take(kind, suffix));
      get("formats").append(button);
    }
    onClick("print", () => this.print());
    onClick("link", () => this.link());
  }

  get stem() {
    return (this.drawing.content.title || "puzzle").replace(/[^\p{L}\p{N}-]+/gu, "-").slice(0, 40);
  }

  /** @param {string} kind @returns {Promise<Blob>} */
  async file(kind) {
    const edition = /** @type {HTMLSelectElement} */ (get("edition")).value;
    return (await ask(`/api/take/${kind}`, { document: this.drawing.content, edition })).blob();
  }

  /** @param {string} kind @param {string} suffix */
  take(kind, suffix) {
    return trying(async () => save(await this.file(kind), this.stem + suffix));
  }

  /** One page with the puzzle, and one with its solution. */
  print() {
    return trying(async () => {
      const pages = await Promise.all(["svg", "solution.svg"].map(async (kind) => {
        const image = element("img", "", { alt: "" });
        /** @type {HTMLImageElement} */ (image).src = URL.createObjectURL(new Blob([await this.file(kind)], { type: "image/svg+xml" }));
        await /** @type {HTMLImageElement} */ (image).decode();
        const page = element("figure");
        const caption = element("figcaption");
        const title = this.drawing.content.title ?? "";
        caption.textContent = kind === "svg" ? title : `${text("solution")}: ${title}`;
        page.append(caption, image);
        return page;
      }));
      get("sheet").replaceChildren(...pages);
      window.print();
    });
  }

  link() {
    return trying(async () => {
      history.replaceState(null, "", linkOf(this.drawing.content)); // and "back" leads to where one came from
      await navigator.clipboard.writeText(location.href);
      say(text("link-copied"));
    });
  }
}

/** @param {object} content @returns {string} */
export function linkOf(content) {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const base64 = btoa(String.fromCharCode(...bytes));
  return LINK_KEY + base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The drawing is no longer the one of the address, which a reload would bring back. */
export function forgetLink() {
  if (location.hash.startsWith(LINK_KEY)) history.replaceState(null, "", location.pathname + location.search);
}

/** The drawing in a link, null where there is none. @returns {any} */
export function contentOfLink() {
  if (!location.hash.startsWith(LINK_KEY)) return null;
  try {
    const base64 = location.hash.slice(LINK_KEY.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
