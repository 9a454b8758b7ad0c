// @ts-check
/** The puzzle to be solved by hand. What is right, and what comes next, the server says. */

import { Board } from "./board.js";
import { get, onClick, trying } from "./dom.js";
import { BACKGROUND } from "./drawing.js";
import { ask } from "./server.js";
import { currentLanguage, text } from "./strings.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./findings.js").Findings} Findings */

const UNKNOWN = "?";

export class Solving {
  /** @param {Drawing} drawing @param {Findings} findings @param {import("./board.js").Looks} looks */
  constructor(drawing, findings, looks) {
    this.drawing = drawing;
    this.findings = findings;
    /** @type {import("./drawing.js").Content | null} */
    this.puzzle = null;
    /** @type {string[]} */
    this.rows = [];
    /** @type {string[][]} */
    this.before = [];
    this.stroke = UNKNOWN;
    this.board = new Board(get("solve-board"), "solve-board", {
      down: (row, column, erases) => this.begin(row, column, erases),
      over: (row, column) => this.set(row, column, this.stroke),
      up: () => this.check(),
      key: (key, row, column) => this.key(key, row, column),
    }, looks);
    onClick("solve-start", () => this.start());
    onClick("solve-undo", () => this.undo());
    onClick("hint", () => this.hint());
    onClick("mistakes", () => this.mistakes());
  }

  start() {
    const { content } = this.drawing;
    this.puzzle = content;
    this.before = [];
    this.rows = content.rows.map((row) => UNKNOWN.repeat(row.length));
    this.show();
    if (this.findings.clues) this.board.showClues(this.findings.clues);
    this.say("");
    for (const id of ["solve-undo", "hint", "mistakes"]) /** @type {HTMLButtonElement} */ (get(id)).disabled = false;
    this.board.focus(0, 0);
  }

  show() {
    this.board.show(this.rows);
    this.board.light("lit", []);
    this.board.light("wrong", []);
  }

  /** @param {string} sentence */
  say(sentence) {
    get("hint-text").textContent = sentence;
  }

  get ink() {
    return this.drawing.colours[0]?.key ?? "#";
  }

  /** @param {number} row @param {number} column @param {boolean} erases */
  begin(row, column, erases) {
    const now = this.rows[row]?.[column];
    const wanted = erases ? BACKGROUND : this.ink;
    this.stroke = now === wanted ? UNKNOWN : wanted;
    this.before.push(this.rows);
    this.set(row, column, this.stroke);
  }

  /** @param {number} row @param {number} column @param {string} key */
  set(row, column, key) {
    this.rows = this.rows.map((cells, index) => (index === row ? cells.slice(0, column) + key + cells.slice(column + 1) : cells));
    this.show();
  }

  /** @param {string} key @param {number} row @param {number} column @returns {boolean} */
  key(key, row, column) {
    const now = this.rows[row]?.[column];
    /** @type {Record<string, string>} */
    const keys = { " ": now === this.ink ? UNKNOWN : this.ink, x: now === BACKGROUND ? UNKNOWN : BACKGROUND, Backspace: UNKNOWN, Delete: UNKNOWN };
    const wanted = keys[key];
    if (wanted === undefined) return false;
    this.before.push(this.rows);
    this.set(row, column, wanted);
    this.check();
    return true;
  }

  undo() {
    const rows = this.before.pop();
    if (!rows) return;
    this.rows = rows;
    this.show();
  }

  /** Whether the last cell was the last one; the server knows of other solutions, too. */
  check() {
    if (this.rows.join("").includes(UNKNOWN)) return;
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
    const asked = this.rows;
    trying(async () => {
      const body = { document: this.puzzle, state: asked, language: currentLanguage() };
      const hint = await (await ask("/api/hint", body)).json();
      if (this.rows === asked) answered(hint);
    });
  }
}
