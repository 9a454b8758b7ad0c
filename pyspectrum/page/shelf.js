// @ts-check
/** The shelf beside the tape deck: the page's own tape, those that were brought, and what a program has saved. */

import { InputError, fromBase64, toBase64 } from "./bytes.js";
import { onTap } from "./screens.js";
import { told } from "./words.js";

/**
 * @typedef {{id: string, name: string, data: Uint8Array}} Tape `name` is the file's
 * @typedef {"insert" | "start" | "download" | "remove"} Act
 */

/** A saved header within so many seconds of Spectrum time goes on the tape of the block before. */
const SAME_TAPE_SECONDS = 10;
const HEADER_BYTES = 19;

export class Shelf {
  /** @param {HTMLElement} place @param {string} title of the page, which has a shelf of its own
   *  @param {(act: Act, tape: Tape) => void} asked */
  constructor(place, title, asked) {
    this.place = place;
    this.prefix = `spectrum tape: ${title}: `;
    this.asked = asked;
    this.label = "";
    /** @type {Tape | null} */ this.own = null;
    /** @type {Tape[]} */ this.tapes = this.kept();
    /** The tape that is being recorded, and when its last block came. @type {{tape: Tape, at: number} | null} */
    this.recording = null;
    this.draw();
  }

  /** @returns {Tape[]} */
  kept() {
    /** @type {Tape[]} */ const tapes = [];
    try {
      for (const key of Object.keys(localStorage).filter(key => key.startsWith(this.prefix)).sort()) {
        const { name, data } = JSON.parse(localStorage.getItem(key) ?? "");
        tapes.push({ id: key.slice(this.prefix.length), name, data: fromBase64(data) });
      }
    } catch { /* a private window, or nothing of ours */ }
    return tapes;
  }
  /** Keep a tape in this browser. @param {Tape} tape */
  keep({ id, name, data }) {
    try {
      localStorage.setItem(this.prefix + id, JSON.stringify({ name, data: toBase64(data) }));
    } catch {
      throw new InputError(`${name} stands on the shelf, but this browser does not keep it: a private window, or no `
        + "room. Download it before you leave.");
    }
  }

  /** Put a tape on the shelf; `keep` keeps it. @param {string} name @param {Uint8Array} data @returns {Tape} */
  add(name, data) {
    let number = Date.now();
    while (this.tapes.some(({ id }) => id === String(number))) number++;
    const tape = { id: String(number), name, data };
    this.tapes.push(tape);
    this.draw();
    return tape;
  }
  /** @param {Tape} tape */
  remove(tape) {
    this.tapes = this.tapes.filter(one => one !== tape);
    if (this.recording?.tape === tape) this.recording = null;
    this.draw();
    try {
      localStorage.removeItem(this.prefix + tape.id);
    } catch { /* a private window: it was not kept */ }
  }
  /** Take a block that a program has saved; return its tape. @param {Uint8Array} bytes @param {number} seconds */
  record(bytes, seconds) {
    const isHeader = bytes[0] === 0 && bytes.length === HEADER_BYTES, { recording } = this;
    const passed = recording ? seconds - recording.at : Infinity;
    const goesOn = recording && (!isHeader || (passed >= 0 && passed < SAME_TAPE_SECONDS));
    const name = isHeader ? String.fromCharCode(...bytes.subarray(2, 12)).replace(/[^ -~]|[\\/:]/g, "_").trim() : "";
    const tape = goesOn ? recording.tape : this.add(`${name || "saved"}.tap`, new Uint8Array(0));
    tape.data = Uint8Array.of(...tape.data, ...onTap(bytes));
    this.recording = { tape, at: seconds };
    return tape;
  }

  /** Show which one is in the deck. @param {string} label */
  mark(label) {
    if (label === this.label) return;
    this.label = label;
    this.draw();
  }
  draw() {
    const tapes = this.own ? [this.own, ...this.tapes] : this.tapes;
    this.place.replaceChildren(...tapes.map(tape => {
      const line = document.createElement("li"), isIn = tape.id === this.label;
      /** @type {[Act, string, string][]} */ const acts = [["insert", tape.name, `Put ${tape.name} in`],
        ["start", "Start", `Reset, and load ${tape.name}`], ["download", "↓", `Download ${tape.name}`]];
      if (tape !== this.own) acts.push(["remove", "×", `Take ${tape.name} off the shelf`]);
      line.append(...acts.map(([act, text, label]) => {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", textContent: told(text), title: told(label) });
        button.dataset.act = act;
        button.setAttribute("aria-label", told(act === "insert" && isIn ? `${tape.name} is in` : label));
        if (act === "insert") button.setAttribute("aria-pressed", String(isIn));
        button.addEventListener("click", () => this.asked(act, tape));
        return button;
      }));
      return line;
    }));
  }
}
