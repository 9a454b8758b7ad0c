// @ts-check
/** The puzzle to be solved by hand. What is right, and what comes next, the server says. */

import { Board } from "./board.js";
import { get, onClick, trying } from "./dom.js";
import { Hand } from "./hand.js";
import { kept, keep } from "./kept.js";
import { Palette, keysOf, looksOf } from "./palette.js";
import { ask } from "./server.js";
import { currentLanguage, text } from "./strings.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./findings.js").Findings} Findings */

const KEPT = "solving";

export class Solving {
  /** @param {Drawing} drawing @param {Findings} findings */
  constructor(drawing, findings) {
    this.drawing = drawing;
    this.findings = findings;
    /** @type {import("./drawing.js").Content | null} */
    this.puzzle = null;
    const looks = looksOf(() => this.puzzle);
    this.palette = new Palette(get("solve-palette"), "×", looks, (key) => this.hand.choose(key));
    this.hand = new Hand(() => this.show(), () => this.check());
    this.board = new Board(get("solve-board"), "solve-board", this.hand.hands, looks);
    onClick("solve-start", () => trying(() => this.start()));
    onClick("solve-undo", () => this.hand.undo());
    onClick("hint", () => this.hint());
    onClick("mistakes", () => this.mistakes());
    const last = kept(KEPT);
    if (last) this.begin(last.puzzle, last.clues, last.rows);
  }

  async start() {
    const { content } = this.drawing;
    const clues = await this.findings.known();
    this.begin(content, clues, null);
    this.board.focus(0, 0);
  }

  /** @param {import("./drawing.js").Content} puzzle @param {import("./board.js").Clues} clues @param {string[] | null} rows known so far */
  begin(puzzle, clues, rows) {
    this.puzzle = puzzle;
    this.hand.begin(rows ?? puzzle.rows, keysOf(puzzle), rows !== null);
    this.board.showClues(clues);
    this.say("");
    this.showAgain();
    for (const id of ["solve-undo", "hint", "mistakes"]) /** @type {HTMLButtonElement} */ (get(id)).disabled = false;
  }

  show() {
    this.board.show(this.hand.rows);
    this.board.light("lit", []);
    this.board.light("wrong", []);
    this.palette.choose(this.hand.ink);
    keep(KEPT, { puzzle: this.puzzle, clues: this.board.clues, rows: this.hand.rows });
  }

  /** Say everything again, in another language or other colours. */
  showAgain() {
    this.board.showAgain();
    if (this.puzzle) this.palette.show(this.hand.colours, this.hand.ink);
    get("solve-note").textContent = text(this.puzzle?.colours ? "solve-colour-keys" : "solve-keys", { keys: this.hand.colours.join(", ") });
  }

  /** @param {string} sentence */
  say(sentence) {
    get("hint-text").textContent = sentence;
  }

  /** Whether the last cell was the last one; the server knows of other solutions, too. */
  check() {
    if (!this.hand.isWhole) return;
    this.ask((hint) => {
      if (hint.kind === "complete") this.say(text("solved"));
    });
  }

  hint() {
    this.ask((hint) => {
      this.say(hint.sentence);
      const cells = [...(hint.step?.cells ?? []), ...(hint.step?.decided ?? [])];
      this.board.light("lit", cells.map((cell) => [cell.row - 1, cell.column - 1]));
      this.board.light("wrong", hint.wrong_cells.map((/** @type {any} */ cell) => [cell.row - 1, cell.column - 1]));
    });
  }

  mistakes() {
    this.ask((hint) => {
      const wrong = hint.wrong_cells;
      this.board.light("wrong", wrong.map((/** @type {any} */ cell) => [cell.row - 1, cell.column - 1]));
      const contradiction = hint.kind === "contradiction" ? hint.sentence : text("no-mistakes");
      this.say(wrong.length ? text("some-mistakes", { count: wrong.length }) : contradiction);
    });
  }

  /** @param {(hint: any) => void} answered */
  ask(answered) {
    const asked = this.hand.rows;
    trying(async () => {
      const body = { document: this.puzzle, state: asked, language: currentLanguage() };
      const hint = await (await ask("/api/hint", body)).json();
      if (this.hand.rows === asked) answered(hint);
    });
  }
}
