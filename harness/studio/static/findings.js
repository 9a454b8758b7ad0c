// @ts-check
/** What the drawing is as a puzzle: asked for at each change, shown as the answers come. */

import { get } from "./dom.js";
import { withCells } from "./drawing.js";
import { openLine } from "./server.js";
import { text } from "./strings.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {{ found: () => void, lost: () => void, refused: (sentence: string) => void }} Connection */

const LISTED_CELLS = 4;

export class Findings {
  /** @param {Drawing} drawing @param {Board} board @param {Connection} connection told how the line is */
  constructor(drawing, board, connection) {
    this.drawing = drawing;
    this.board = board;
    this.number = 0;
    /** @type {any[]} */
    this.answers = [];
    /** The numbers of the drawing as it is, once they are known. @type {import("./board.js").Clues | null} */
    this.clues = null;
    /** Told the numbers when they are known. @type {((clues: import("./board.js").Clues) => void)[]} */
    this.waiting = [];
    this.line = openLine("/ws/analysis", {
      open: () => {
        connection.found();
        this.ask();
      },
      message: (answer) => this.answered(answer),
      lost: () => connection.lost(),
      refused: (sentence) => connection.refused(sentence),
    });
    drawing.addEventListener("change", () => this.ask());
    get("accept").addEventListener("click", () => this.accept());
  }

  ask() {
    this.number += 1;
    this.clues = null;
    if (this.line.send({ id: this.number, document: this.drawing.content })) return;
    // what stands there is of a drawing that is no more
    this.board.place.classList.add("outdated");
    this.answers = [{ part: "error", message: text("not-judged") }];
    this.tell();
  }

  /** The numbers of the drawing as it is. @returns {Promise<import("./board.js").Clues>} */
  known() {
    const { clues } = this;
    return clues ? Promise.resolve(clues) : new Promise((resolve) => this.waiting.push(resolve));
  }

  /** @param {any} answer */
  answered(answer) {
    if (answer.id !== this.number) return; // of a drawing that is no more
    if (answer.part === "clues" || answer.part === "error") this.answers = [];
    if (answer.part === "clues") {
      this.clues = { rows: answer.rows, columns: answer.columns };
      this.board.showClues(this.clues);
      this.board.place.classList.remove("outdated");
      for (const resolve of this.waiting.splice(0)) resolve(this.clues);
    }
    this.answers.push(answer);
    this.tell();
  }

  /** Show all that is known. */
  tell() {
    const found = (/** @type {string} */ part) => this.answers.find((answer) => answer.part === part);
    const [solutions, difficulty, repair, error] = ["solutions", "difficulty", "repair", "error"].map(found);
    get("finding-unique").textContent = error ? error.message : solutions
      ? text(`outcome-${solutions.outcome}`, { count: solutions.solutions }) : text("thinking");
    get("findings").dataset.outcome = solutions?.outcome ?? "";
    get("finding-difficulty").textContent = difficulty?.level
      ? text(difficulty.difficulty === "line" ? "difficulty" : "difficulty-trial", {
        level: text(`level-${difficulty.level}`), steps: difficulty.steps,
      }) : "";
    const stalled = solutions?.stalled ?? [];
    get("finding-stalled").textContent = stalled.length
      ? text("stalled", { lines: stalled.length, first: text(`line-${stalled[0][0]}`, { number: stalled[0][1] + 1 }) }) : "";
    this.board.light("differs", solutions?.differing ?? []);
    this.board.lightLines("stalls", stalled);
    this.tellRepair(repair, solutions?.outcome === "multiple");
  }

  /** @param {any} repair what was found, once it is known @param {boolean} isSought */
  tellRepair(repair, isSought) {
    const place = /** @type {HTMLElement} */ (get("finding-repair").firstElementChild);
    const changes = repair?.changes ?? [];
    const cells = changes.slice(0, LISTED_CELLS).map((/** @type {any[]} */ [row, column]) => text("repair-cell", { row: row + 1, column: column + 1 }));
    place.textContent = !repair ? (isSought ? text("repair-sought") : "") : changes.length ? text("repair", { cells: cells.join("; ") }) : text("repair-none");
    get("accept").hidden = !changes.length;
    this.board.light("repair", changes);
  }

  accept() {
    const repair = this.answers.find((answer) => answer.part === "repair");
    if (!repair) return;
    this.drawing.changeRows(withCells(this.drawing.content.rows, repair.changes));
  }
}
