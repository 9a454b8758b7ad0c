// @ts-check
/** The verdict's meter: asked for at each change of the drawing, shown in a strip whose height never changes. */

import { announce, get, onClick, press, reveal, setIcon } from "./dom.js";
import { BACKGROUND, withCells } from "./drawing.js";
import { keepVerdict } from "./projects.js";
import { openLine } from "./server.js";
import { currentLanguage, text } from "./strings.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {{ found: () => void, lost: () => void, refused: (sentence: string) => void }} Connection */

/** Until then the old verdict stays. */
const PATIENCE_MS = 300;
const LISTED_RULES = 2;
/** Proposals to choose from. */
const MOST_FIXES = 6;
const STEPS = ["easy", "moderate", "hard", "trial"];

export class Verdict {
  /** @param {Drawing} drawing @param {Board} board @param {Connection} connection told how the line is */
  constructor(drawing, board, connection) {
    this.drawing = drawing;
    this.board = board;
    this.number = 0;
    this.timer = 0;
    /** @type {any[]} */
    this.answers = [];
    /** The verdict last told. */
    this.told = "";
    /** The drawing before it was fixed, and after. @type {{ before: string[], after: string[], count: number } | null} */
    this.fixed = null;
    /** The proposed fixes of the drawing as it is, the smallest first. @type {any[]} */
    this.repairs = [];
    /** Which of them is shown, and whether a person chose it: then a smaller one does not take its place. */
    this.shown = 0;
    this.isChosen = false;
    /** Whether another solution is shown in the drawing's place. */
    this.showsOther = false;
    /** The clues of the drawing as it is, once they are known. @type {import("./board.js").Clues | null} */
    this.clues = null;
    /** Told the clues when they are known. @type {((clues: import("./board.js").Clues) => void)[]} */
    this.waiting = [];
    this.line = openLine("/ws/analysis", {
      open: () => {
        connection.found();
        this.ask();
      },
      message: (answer) => this.answered(answer),
      lost: () => {
        connection.lost();
        if (!this.isJudged()) this.unjudged();
      },
      refused: (sentence) => connection.refused(sentence),
    });
    drawing.addEventListener("change", () => this.ask());
    onClick("fix", () => this.fix());
    onClick("another-fix", () => this.anotherFix());
    onClick("other", () => this.showOther(!this.showsOther));
    for (const begun of ["pointerdown", "keydown"]) board.place.addEventListener(begun, () => this.showOther(false), { capture: true });
    onClick("undo-fix", () => this.undoFix());
    onClick("judge-again", () => this.ask(true));
  }

  ask(isPatient = false) {
    this.number += 1;
    this.clues = null;
    this.showsOther = false;
    this.board.place.dataset.awaits = "clues";
    window.clearTimeout(this.timer);
    if (this.line.send({ id: this.number, document: this.drawing.content, patient: isPatient, language: currentLanguage() })) {
      this.timer = window.setTimeout(() => this.judging(), PATIENCE_MS);
      return;
    }
    this.unjudged();
  }

  /** Tell whether the drawing as it is was judged. @returns {boolean} */
  isJudged() {
    return this.answers.some(({ id, part }) => id === this.number && (part === "solutions" || part === "error"));
  }

  /** Wait until the drawing as it is was judged. */
  async judged() {
    while (!this.isJudged()) await new Promise((resolve) => this.drawing.addEventListener("judged", resolve, { once: true }));
  }

  /** Say that the drawing is not judged: what stands there is of one that is no more. */
  unjudged() {
    window.clearTimeout(this.timer);
    this.board.place.dataset.awaits = "";
    this.board.place.classList.add("outdated");
    this.answers = [{ id: this.number, part: "error", message: text("not-judged") }];
    this.tell();
  }

  judging() {
    if (this.find("solutions") || this.find("error")) return;
    get("verdict-note").textContent = text("judging");
    get("strip-make").dataset.state = "judging";
  }

  /** The clues of the drawing as it is. @returns {Promise<import("./board.js").Clues>} */
  known() {
    const { clues } = this;
    return clues ? Promise.resolve(clues) : new Promise((resolve) => this.waiting.push(resolve));
  }

  /** @param {string} part @returns {any} */
  find(part) {
    return this.answers.find((answer) => answer.part === part);
  }

  /** @param {any} answer */
  answered(answer) {
    if (answer.id !== this.number) return; // of a drawing that is no more
    this.board.place.dataset.awaits = "";
    if (answer.part === "clues") {
      this.clues = { rows: answer.rows, columns: answer.columns };
      this.board.showClues(this.clues);
      this.board.place.classList.remove("outdated");
      for (const resolve of this.waiting.splice(0)) resolve(this.clues);
      this.answers = [answer];
      this.repairs = [];
      this.shown = 0;
      this.isChosen = false;
      return;
    }
    if (answer.part === "done") return;
    if (answer.part === "repair") this.proposed(answer);
    this.answers.push(answer);
    window.clearTimeout(this.timer);
    this.tell();
  }

  /** Show all that is known. */
  tell() {
    const [solutions, error] = ["solutions", "error"].map((part) => this.find(part));
    const outcome = error ? "error" : solutions && this.isBlank ? "blank" : solutions?.outcome ?? "";
    get("strip-make").dataset.state = outcome;
    this.markBoard();
    this.board.markLines("stalled", solutions && outcome !== "unique" ? solutions.stalled : []);
    if (!outcome) return;
    const isUnique = outcome === "unique";
    this.badge(outcome);
    get("verdict").textContent = error ? text("no-verdict") : this.headline(solutions);
    get("verdict-note").textContent = error ? error.message : this.note(solutions);
    this.gauge(solutions, isUnique);
    this.acts(outcome);
    get("gauge").style.visibility = error ? "hidden" : "visible";
    const said = `${get("verdict").textContent}. ${get("verdict-note").textContent}`;
    if (said !== this.told && !error && document.body.classList.contains("make")) {
      this.told = said;
      announce(said);
    }
    if (!error) keepVerdict(outcome);
    this.drawing.dispatchEvent(new Event("judged"));
  }

  /** @param {any} solutions @returns {string} */
  headline(solutions) {
    const { outcome, complete, solutions: count } = solutions;
    if (this.isBlank) return text("nothing-drawn");
    if (outcome === "multiple") return text(complete ? "outcome-count" : "outcome-more", { count });
    return text(`outcome-${outcome}`);
  }

  /** @param {any} solutions @returns {string} */
  note(solutions) {
    const { outcome, differing, undecided, stalled } = solutions;
    const { fixed } = this;
    if (this.isBlank) return text("nothing-drawn-text");
    if (outcome === "multiple") return text(undecided ? "in-doubt-least" : "in-doubt", { count: differing.length });
    if (outcome !== "unique") return text(`note-${outcome}`);
    if (fixed && fixed.after.join() === this.drawing.content.rows.join()) return text("fixed", { count: fixed.count });
    return text(stalled.length ? "needs-trial" : "line-by-line");
  }

  /** @param {string} outcome */
  badge(outcome) {
    const badge = get("verdict-badge");
    const kind = { unique: "good", multiple: "doubt", contradiction: "bad" }[outcome] ?? "plain";
    badge.className = `badge ${kind}`;
    setIcon(badge, { good: "tick", doubt: "doubt", bad: "close", plain: "lamp" }[kind] ?? "lamp");
  }

  /** @param {any} solutions @param {boolean} isUnique */
  gauge(solutions, isUnique) {
    const difficulty = this.find("difficulty");
    const isJudged = isUnique && !this.isBlank;
    for (const id of ["gauge-bar", "gauge-text"]) get(id).hidden = isUnique;
    get("gauge-cap").hidden = isUnique;
    get("diff").hidden = get("diff-cap").hidden = !isJudged;
    if (!isUnique) {
      const cells = this.drawing.width * this.drawing.height;
      const undecided = solutions?.undecided ?? 0;
      const doubtful = (solutions?.differing?.length ?? 0) + undecided;
      const [sure, doubt] = /** @type {HTMLElement[]} */ ([...get("gauge-bar").children]);
      if (sure) sure.style.flex = String(cells - doubtful);
      if (doubt) doubt.style.flex = String(doubtful);
      if (doubt) doubt.hidden = !doubtful;
      get("gauge-text").textContent = text(undecided ? "follow-least" : "follow", { count: cells - doubtful, cells });
      return;
    }
    const step = difficulty ? stepOf(difficulty) : -1;
    [...get("diff").children].forEach((mark, index) => mark.classList.toggle("on", index === step));
    [...get("diff-cap").children].forEach((label, index) => label.classList.toggle("on", index === step));
    get("diff").setAttribute("aria-valuenow", String(Math.max(1, step + 1)));
    get("diff").setAttribute("aria-valuetext", difficulty ? levelText(difficulty) : text("judging"));
  }

  /** @param {string} outcome */
  acts(outcome) {
    const { repair } = this;
    const difficulty = this.find("difficulty");
    const isMultiple = outcome === "multiple";
    const isFixed = outcome === "unique" && this.fixed?.after.join() === this.drawing.content.rows.join();
    reveal(get("fix"), isMultiple && Boolean(repair));
    reveal(get("another-fix"), isMultiple && this.repairs.length > 1);
    reveal(get("other"), isMultiple && Boolean(this.find("solutions")?.other));
    press("other", this.showsOther);
    reveal(get("undo-fix"), isFixed === true);
    reveal(get("judge-again"), outcome === "timeout");
    get("fix-mark").toggleAttribute("hidden", !isMultiple || !repair);
    get("act-note").textContent = isMultiple ? this.fixNote() : outcome === "unique" && difficulty ? whyText(difficulty) : "";
  }

  // -- fixes ---------------------------------------------------------------------------------

  /** Nothing is drawn. */
  get isBlank() {
    return this.drawing.content.rows.every((row) => [...row].every((key) => key === BACKGROUND));
  }

  /** The proposed fix that is shown. @returns {any} */
  get repair() {
    return this.repairs[this.shown];
  }

  /** One more proposal: it comes before the larger ones. @param {any} proposal */
  proposed(proposal) {
    const shown = this.repair;
    const same = JSON.stringify(proposal.changes);
    if (this.repairs.some(({ changes }) => JSON.stringify(changes) === same)) return;
    this.repairs = [...this.repairs, proposal].sort((one, other) => one.changes.length - other.changes.length).slice(0, MOST_FIXES);
    if (this.isChosen && !this.repairs.includes(shown)) this.repairs.push(shown);
    this.shown = this.isChosen ? this.repairs.indexOf(shown) : 0;
  }

  anotherFix() {
    this.isChosen = true;
    this.shown = (this.shown + 1) % this.repairs.length;
    this.showOther(false);
    this.tell();
    announce(this.fixNote());
  }

  /** @returns {string} */
  fixNote() {
    const { repair } = this;
    const isLooking = !this.find("repaired");
    if (!repair) return text(isLooking ? "repair-sought" : "repair-none");
    const { changes, levels } = repair;
    const [[row, column, key]] = changes;
    const change = changes.length > 1 ? text("cells-change", { count: changes.length })
      : text("becomes", { row: row + 1, column: column + 1, colour: this.board.looks.nameOf(key) });
    const said = levels ? text("fix-level", { change, level: [...new Set(levels.map(fixLevel))].join(" → ") }) : change;
    return isLooking && changes.length > 1 ? text("looking-for-fewer", { said }) : said;
  }

  /** Show another solution, or the drawing itself. @param {boolean} isShown */
  showOther(isShown) {
    if (this.showsOther === isShown) return;
    this.showsOther = isShown;
    this.board.show(isShown ? this.find("solutions").other : this.drawing.content.rows);
    press("other", isShown);
    this.markBoard();
    if (isShown) announce(text("shows-other"));
  }

  /** Mark the cells in doubt and those to be changed; or how the other solution differs. */
  markBoard() {
    const { board, drawing: { content: { rows } } } = this;
    const solutions = this.find("solutions");
    /** @type {[number, number][]} */
    const swapped = this.showsOther ? differing(rows, solutions.other) : [];
    board.mark("doubt", this.showsOther ? [] : solutions?.differing ?? []);
    board.mark("repair", this.showsOther ? [] : this.repair?.changes ?? []);
    board.mark("swapped", swapped);
    board.tie(this.showsOther ? diagonals(rows, solutions.other, swapped) : []);
  }

  fix() {
    const changes = this.repair?.changes;
    if (!changes) return;
    const before = this.drawing.content.rows;
    this.fixed = { before, after: withCells(before, changes), count: changes.length };
    announce(this.fixNote());
    this.drawing.changeRows(this.fixed.after);
  }

  undoFix() {
    if (this.fixed) this.drawing.changeRows(this.fixed.before);
    this.fixed = null;
  }
}

/** @param {any} difficulty @returns {number} of the four steps */
function stepOf(difficulty) {
  if (difficulty.difficulty !== "line") return 3;
  return { easy: 0, moderate: 1, tricky: 2, hard: 2 }[/** @type {string} */ (difficulty.level)] ?? 2;
}

/** Name a difficulty by its step. @param {any} difficulty @returns {string} */
export function levelText(difficulty) {
  return text(`level-${STEPS[stepOf(difficulty)]}`);
}

/** @param {string | null} level of the command line */
function fixLevel(level) {
  return level ? levelText({ difficulty: /very-hard|extreme/.test(level) ? "branch" : "line", level }) : text("nothing-follows");
}

/** @param {any} difficulty */
function whyText({ steps, rules }) {
  const telling = rules.filter((/** @type {any} */ { rule }) => rule !== "no-blocks" || rules.length === 1);
  const named = telling.slice(0, LISTED_RULES).map((/** @type {any} */ rule) => text("rule-count", { rule: rule.name[currentLanguage()], count: rule.steps }));
  return `${text("steps", { count: steps })}: ${named.join(", ")}`;
}

/** The cells in which two pictures differ. @param {string[]} one @param {string[]} other @returns {[number, number][]} */
function differing(one, other) {
  return one.flatMap((line, row) => [...line].flatMap((key, column) => (key === other[row]?.[column] ? [] : [/** @type {[number, number]} */ ([row, column])])));
}

/** Pairs of cells at opposite corners that change places with the two other corners: what both solutions cannot tell apart.
 * @param {string[]} rows @param {string[]} other @param {[number, number][]} cells in which they differ */
function diagonals(rows, other, cells) {
  const isSwapped = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ at) => rows[row]?.[at] === other[row]?.[column] && rows[row]?.[column] === other[row]?.[at];
  const left = new Set(cells.map(String));
  /** @type {[number, number, number, number, boolean][]} two cells, and whether they are filled in the other one */
  const pairs = [];
  for (const [row, column] of cells) {
    const over = cells.find(([down, across]) => down > row && across !== column && isSwapped(row, column, across) && isSwapped(down, column, across)
      && [[row, column], [down, across], [row, across], [down, column]].every((cell) => left.has(String(cell))));
    if (!over) continue;
    const [down, across] = over;
    for (const cell of [[row, column], [down, across], [row, across], [down, column]]) left.delete(String(cell));
    const isShown = other[row]?.[column] !== BACKGROUND;
    pairs.push([row, column, down, across, isShown], [row, across, down, column, !isShown]);
  }
  return pairs;
}
