// @ts-check
/** The verdict's meter: asked for at each change of the drawing, shown in a strip whose height never changes. */

import { announce, get, onClick, press, reveal, setIcon } from "./dom.js";
import { BACKGROUND, withCells } from "./drawing.js";
import { cluesOf } from "./follow.js";
import { LOOKS, MOST, judge } from "./kernel.js";
import { columnsOf } from "./lines.js";
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
/** As much longer the page looks when a person says so. */
const PATIENCE = 10;
const OUTCOMES = { one: "unique", several: "multiple", none: "contradiction", undecided: "looks" };
/** Outcomes after which one can look on. */
const UNDECIDED = new Set(["timeout", "looks", "interrupted"]);

export class Verdict {
  /** @param {Drawing} drawing @param {Board} board @param {Connection} connection told how the line is
   * @param {() => Promise<ArrayBuffer>} kernel for the verdict in the page */
  constructor(drawing, board, connection, kernel) {
    this.kernel = kernel;
    /** Ends the verdict in the page. */
    this.ending = new AbortController();
    /** Whether a server judges the drawing, too. */
    this.isServed = false;
    this.drawing = drawing;
    this.board = board;
    this.number = 0;
    this.timer = 0;
    /** @type {any[]} */
    this.answers = [];
    /** The cells that were last found to have one solution. */
    this.unique = "";
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
    /** The numbers of the drawing as it is. @type {import("./board.js").Clues} */
    this.clues = cluesOf(drawing.content.rows);
    this.line = openLine("/ws/analysis", {
      open: () => {
        connection.found();
        this.ask();
      },
      message: (answer) => this.answered(answer),
      lost: () => {
        connection.lost();
        this.isServed = false;
        this.tell();
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
    onClick("judge-no-more", () => this.ending.abort());
  }

  ask(isPatient = false) {
    this.number += 1;
    this.clues = cluesOf(this.drawing.content.rows);
    this.board.showClues(this.clues);
    this.showsOther = false;
    this.answers = [];
    this.repairs = [];
    this.shown = 0;
    this.isChosen = false;
    window.clearTimeout(this.timer);
    this.isServed = this.line.send({ id: this.number, document: this.drawing.content, patient: isPatient, language: currentLanguage() });
    this.timer = window.setTimeout(() => this.judging(), PATIENCE_MS);
    this.judgeHere(LOOKS * (isPatient ? PATIENCE : 1));
  }

  /** Judge in the page: quickly, and without a server; what it leaves undecided is the server's. @param {number} looks at most */
  async judgeHere(looks) {
    const { number, clues, drawing: { content: { rows } } } = this;
    const answer = { id: number, part: "here" };
    this.ending = new AbortController();
    try {
      const { kind, known, solution, other, differing, doubtful } = await judge(clues, { wasm: await this.kernel(), looks, signal: this.ending.signal });
      const stalled = Object.entries({ row: known, column: columnsOf(known) }).flatMap(([axis, lines]) => lines.flatMap((line, index) => (line.includes("?") ? [[axis, index]] : [])));
      const another = [other, solution].find((one) => one && one.join() !== rows.join());
      this.answered({ ...answer, outcome: OUTCOMES[kind], solutions: 2, complete: false, differing, undecided: doubtful, other: another, known, stalled, looks });
    } catch (error) {
      const isLarge = error instanceof RangeError;
      const message = isLarge ? text("bad-size", { width: clues.columns.length, height: clues.rows.length, most: MOST }) : "";
      this.answered({ ...answer, outcome: "interrupted", differing: [], undecided: 0, known: rows, stalled: [], message });
    }
  }

  /** Tell whether the drawing as it is was judged. @returns {boolean} */
  isJudged() {
    return Boolean(this.find("solutions") || this.find("error"));
  }

  /** Wait until the drawing as it is was judged. */
  async judged() {
    while (!this.isJudged()) await new Promise((resolve) => this.drawing.addEventListener("judged", resolve, { once: true }));
  }

  /** True if the drawing was found to have one solution, before the server went, too. */
  get wasUnique() {
    return this.unique === this.drawing.content.rows.join();
  }

  judging() {
    if (this.isJudged()) return;
    reveal(get("judge-no-more"), !this.isServed);
    get("verdict-note").textContent = text("judging");
    get("strip-make").dataset.state = "judging";
  }

  /** @param {string} part @returns {any} */
  find(part) {
    const found = this.answers.find((answer) => answer.part === part);
    if (found || part !== "solutions") return found;
    const here = this.find("here");
    return here && UNDECIDED.has(here.outcome) && this.isServed ? undefined : here;
  }

  /** @param {any} answer */
  answered(answer) {
    if (answer.id !== this.number) return; // of a drawing that is no more
    if (answer.part === "done") return;
    if (answer.part === "waiting") {
      get("verdict-note").textContent = text("waits-turn");
      return;
    }
    if (answer.part === "repair") this.proposed(answer);
    if (answer.part === "solutions") this.showOther(false); // it may be a nearer one
    this.answers.push(answer);
    if (this.isJudged()) window.clearTimeout(this.timer);
    this.tell();
  }

  /** Show all that is known. */
  tell() {
    const solutions = this.find("solutions");
    const error = solutions ? undefined : this.find("error");
    const outcome = error ? "error" : solutions && this.isBlank ? "blank" : solutions?.outcome ?? "";
    get("strip-make").dataset.state = outcome;
    this.markBoard();
    this.board.markLines("stalled", solutions && outcome !== "unique" ? solutions.stalled : []);
    if (!outcome) return;
    reveal(get("judge-no-more"), false);
    const isUnique = outcome === "unique";
    this.badge(outcome);
    get("verdict").textContent = error ? text("no-verdict") : this.headline(solutions);
    get("verdict-note").textContent = error ? error.message : this.note(solutions);
    this.gauge(solutions, isUnique);
    this.acts(outcome);
    get("gauge").style.visibility = error || UNDECIDED.has(outcome) ? "hidden" : "visible";
    const said = `${get("verdict").textContent}. ${get("verdict-note").textContent}`;
    if (said !== this.told && !error && document.body.classList.contains("make")) {
      this.told = said;
      announce(said);
    }
    if (outcome === "unique") this.unique = this.drawing.content.rows.join();
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
    const { outcome, differing, undecided, stalled, looks, message } = solutions;
    const { fixed } = this;
    if (this.isBlank) return text("nothing-drawn-text");
    if (outcome === "multiple") return text(undecided ? "in-doubt-least" : "in-doubt", { count: differing.length });
    if (outcome !== "unique") return message || text(`note-${outcome}`, { looks: looks?.toLocaleString(currentLanguage()) ?? "" });
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
    get("diff").hidden = get("diff-cap").hidden = !isJudged || !(this.isServed || difficulty);
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
    reveal(get("judge-again"), UNDECIDED.has(outcome));
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
    const isLooking = this.isServed && !this.find("repaired");
    if (!repair && !this.isServed) return "";
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
