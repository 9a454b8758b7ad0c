// @ts-check
/** The Spectrum's forty keys: drawn ones, and those of the computer in front of the person. */

import { element } from "./dom.js";

const ROWS = [
  ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"],
  ["q", "w", "e", "r", "t", "y", "u", "i", "o", "p"],
  ["a", "s", "d", "f", "g", "h", "j", "k", "l", "ENTER"],
  ["CAPS", "z", "x", "c", "v", "b", "n", "m", "SYMBOL", "SPACE"],
];
const SHIFTS = new Set(["CAPS", "SYMBOL"]);
/** Keys of a PC, and what one presses on a Spectrum for them. @type {Record<string, string[]>} */
const PC_KEYS = {
  Enter: ["ENTER"], " ": ["SPACE"], Backspace: ["CAPS", "0"], Shift: ["CAPS"], Control: ["SYMBOL"],
  ArrowLeft: ["CAPS", "5"], ArrowDown: ["CAPS", "6"], ArrowUp: ["CAPS", "7"], ArrowRight: ["CAPS", "8"],
  ",": ["SYMBOL", "n"], ".": ["SYMBOL", "m"], ";": ["SYMBOL", "o"], "-": ["SYMBOL", "j"], '"': ["SYMBOL", "p"],
};

export class SpectrumKeyboard {
  /** @param {HTMLElement} place for the drawn keys @param {HTMLElement} focus what takes the real ones
   *  @param {(down: string[]) => void} changed told all keys that are down, by name */
  constructor(place, focus, changed) {
    this.changed = changed;
    /** Keys down, and by what they are held. @type {Map<string, string[]>} */
    this.held = new Map();
    /** Shifts that wait for a key. @type {Set<string>} */
    this.latched = new Set();
    for (const row of ROWS) {
      const line = element("div");
      line.append(...row.map((key) => this.drawKey(key)));
      place.append(line);
    }
    this.place = place;
    focus.addEventListener("keydown", (event) => this.pcKey(event, true));
    focus.addEventListener("keyup", (event) => this.pcKey(event, false));
    focus.addEventListener("blur", () => this.releaseAll());
  }

  /** @param {string} key @returns {HTMLElement} */
  drawKey(key) {
    const button = element("button", key.length > 1 ? "w" : "", { type: "button", "data-key": key });
    button.textContent = key === "SYMBOL" ? "SYMB" : key.toUpperCase();
    if (key === "SYMBOL") button.setAttribute("aria-label", "SYMBOL SHIFT");
    if (SHIFTS.has(key)) {
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => this.latch(key));
      return button;
    }
    const press = () => this.set(`drawn ${key}`, [...this.latched, key]);
    const release = () => {
      this.set(`drawn ${key}`, null);
      for (const shift of [...this.latched]) this.latch(shift);
    };
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      press();
    });
    for (const name of ["pointerup", "pointercancel"]) button.addEventListener(name, release);
    button.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && !event.repeat) press();
    });
    button.addEventListener("keyup", (event) => {
      if (event.key === "Enter" || event.key === " ") release();
    });
    button.addEventListener("blur", () => this.set(`drawn ${key}`, null));
    return button;
  }

  /** A drawn shift stays down until the next key, as no pointer presses two. @param {string} key */
  latch(key) {
    if (this.latched.has(key)) this.latched.delete(key);
    else this.latched.add(key);
    this.place.querySelector(`[data-key="${key}"]`)?.setAttribute("aria-pressed", String(this.latched.has(key)));
  }

  /** @param {KeyboardEvent} event @param {boolean} down */
  pcKey(event, down) {
    if (event.metaKey || event.key === "Tab" || event.key === "Escape") return;
    const key = event.key.toLowerCase();
    const keys = PC_KEYS[event.key] ?? (/^[a-z0-9]$/.test(key) ? [key] : null);
    if (!keys) return;
    event.preventDefault();
    if (!event.repeat) this.set(`pc ${event.code}`, down ? keys : null);
  }

  /** @param {string} by @param {string[] | null} keys */
  set(by, keys) {
    const before = this.held.has(by);
    if (keys) this.held.set(by, keys);
    else this.held.delete(by);
    if (keys || before) this.changed([...new Set([...this.held.values()].flat())]);
  }

  releaseAll() {
    if (!this.held.size) return;
    this.held.clear();
    this.changed([]);
  }
}
