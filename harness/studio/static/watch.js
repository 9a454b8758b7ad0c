// @ts-check
/** The Spectrum on the page: its picture, its pace, its keys, and whether it agrees with our own solver. */

import { element } from "./board.js";
import { get, onClick, say } from "./dom.js";
import { SpectrumKeyboard } from "./keyboard.js";
import { SpectrumScreen } from "./screen.js";
import { openLine } from "./server.js";
import { text } from "./strings.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */

const [FRAME, FILM] = [1, 2];
const TSTATES_A_SECOND = 3_500_000;
const BUTTONS = ["stop", "pause", "step-frame", "step-line", "back", "live", "film"];

export class Watching {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    this.screen = new SpectrumScreen(/** @type {HTMLCanvasElement} */ (get("screen")));
    /** @type {import("./server.js").Line | null} */
    this.line = null;
    this.isFilming = false;
    /** @type {any} */
    this.status = {};
    /** How the program ended with the puzzle. @type {any} */
    this.end = null;
    /** @type {string[]} */
    this.reference = [];
    /** @type {string[]} */
    this.grid = [];
    onClick("start", () => this.start());
    onClick("stop", () => this.stop());
    onClick("pause", () => this.send({ do: this.status.paused ? "resume" : "pause" }));
    onClick("step-frame", () => this.send({ do: "step", what: "frame" }));
    onClick("step-line", () => this.send({ do: "step", what: "line" }));
    onClick("back", () => this.send({ do: "back", seconds: 10 }));
    onClick("live", () => this.send({ do: "live" }));
    onClick("film", () => this.film());
    get("speed").addEventListener("change", () => this.sendSpeed());
    new SpectrumKeyboard(get("keyboard"), get("screen"), (down) => this.send({ do: "keys", down }));
  }

  /** @param {object} command */
  send(command) {
    this.line?.send(command);
  }

  sendSpeed() {
    this.send({ do: "speed", value: Number(/** @type {HTMLSelectElement} */ (get("speed")).value) });
  }

  start() {
    this.stop();
    say("");
    const { content } = this.drawing;
    const edition = /** @type {HTMLSelectElement} */ (get("edition")).value;
    this.line = openLine("/ws/spectrum", {
      again: false, // the Spectrum was switched off with it
      open: () => {
        this.send({ document: content, edition });
        this.sendSpeed();
      },
      message: (message) => this.told(message),
      bytes: (message) => this.shown(message),
      lost: (byServer) => this.ended(text(byServer ? "stopped" : "stopped-lost")),
    });
    for (const id of BUTTONS) /** @type {HTMLButtonElement} */ (get(id)).disabled = false;
    get("start").textContent = text("start");
    get("screen").focus();
  }

  stop() {
    if (!this.line) return;
    this.line.close();
    this.ended(text("stopped"));
  }

  /** @param {string} sentence why */
  ended(sentence) {
    this.line = null;
    this.isFilming = false;
    this.status = {};
    this.end = null;
    this.reference = this.grid = [];
    for (const id of BUTTONS) /** @type {HTMLButtonElement} */ (get(id)).disabled = true;
    get("screen-text").textContent = sentence;
    get("film").textContent = text("film");
  }

  /** @param {Uint8Array} message */
  shown(message) {
    if (message[0] === FRAME) {
      this.screen.take(message);
      // told when it is on the screen, so that a slow page is sent fewer
      requestAnimationFrame(() => this.send({ do: "drawn" }));
    } else if (message[0] === FILM) {
      save(new Blob([message.slice(1)], { type: "image/gif" }), "spectrum.gif");
    }
  }

  /** @param {any} message */
  told(message) {
    if (message.kind === "error") say(message.message, "bad");
    if (message.kind === "reference") this.reference = message.rows;
    if (message.kind === "grid") this.grid = message.rows;
    if (message.kind === "grid" || message.kind === "reference") this.compare();
    if (message.kind === "end") this.end = message;
    if (message.kind === "status") {
      // whoever takes over has real time
      if (this.status.driven && !message.driven) /** @type {HTMLSelectElement} */ (get("speed")).value = String(message.speed);
      this.status = message;
      this.tell();
    }
  }

  tell() {
    const { stage, seconds, lines, paused, past } = this.status;
    if (!stage) return;
    const where = past ? text("status-past") : text(`stage-${stage}`);
    const solved = !past && this.end?.stage === stage ? this.end : null;
    get("screen-text").textContent = solved
      ? text("status-end", { stage: where, seconds: (solved.tstates / TSTATES_A_SECOND).toFixed(1), lines: solved.lines })
      : text("status", { stage: where, seconds: Math.floor(seconds), lines });
    get("pause").textContent = text(paused ? "resume" : "pause");
    /** @type {HTMLButtonElement} */ (get("live")).disabled = !past;
  }

  /** The reference's grid beside the screen, each cell green where the Spectrum has the same. */
  compare() {
    const place = get("compared");
    place.hidden = !this.reference.length;
    const width = this.reference[0]?.length ?? 0;
    place.style.setProperty("--columns", String(width));
    let agree = 0;
    const cells = this.reference.flatMap((row, y) => [...row].map((key, x) => {
      const agrees = key !== "?" && this.grid[y]?.[x] === key;
      agree += Number(agrees);
      return element("i", `${key === "#" ? "black" : ""} ${agrees ? "agrees" : ""}`);
    }));
    place.replaceChildren(...cells);
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", text("agree", { agree, cells: cells.length }));
    place.dataset.agree = String(agree);
  }

  film() {
    this.send({ do: this.isFilming ? "cut" : "film" });
    this.isFilming = !this.isFilming;
    get("film").textContent = text(this.isFilming ? "film-end" : "film");
  }
}

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
