// @ts-check
/** The verdict's meter: asked for at each change of the drawing, shown in a strip whose height never changes. */

import { announce } from "./announce.js";
import { enable, get, onClick, reveal, setIcon } from "./dom.js";
import { withCells } from "./drawing.js";
import { keepVerdict } from "./projects.js";
import { openLine } from "./server.js";
import { currentLanguage, text } from "./strings.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {{ found: () => void, lost: () => void, refused: (sentence: string) => void }} Connection */

/** Until then the old verdict stays. */
const PATIENCE_MS = 300;
const LISTED_RULES = 2;
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
    onClick("undo-fix", () => this.undoFix());
    onClick("judge-again", () => this.ask(true));
  }

  ask(isPatient = false) {
    this.number += 1;
    this.clues = null;
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

  /** Say that the drawing is not judged: what stands there is of one that is no more. */
  unjudged() {
    window.clearTimeout(this.timer);
    this.board.place.dataset.awaits = "";
    this.board.place.classList.add("outdated");
    this.answers = [{ part: "error", message: text("not-judged") }];
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
      return;
    }
    if (answer.part === "done") return;
    this.answers.push(answer);
    window.clearTimeout(this.timer);
    this.tell();
  }

  /** Show all that is known. */
  tell() {
    const [solutions, repair, error] = ["solutions", "repair", "error"].map((part) => this.find(part));
    const outcome = error ? "error" : solutions?.outcome ?? "";
    get("strip-make").dataset.state = outcome;
    this.board.mark("doubt", solutions?.differing ?? []);
    this.board.mark("repair", repair?.changes ?? []);
    this.board.markLines("stalled", solutions && outcome !== "unique" ? solutions.stalled : []);
    if (!outcome) return;
    const isUnique = outcome === "unique";
    this.badge(outcome);
    get("verdict").textContent = error ? text("no-verdict") : this.headline(solutions);
    get("verdict-note").textContent = error ? error.message : this.note(solutions);
    this.gauge(solutions, isUnique);
    this.acts(outcome, repair);
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
    if (outcome === "multiple") return text(complete ? "outcome-count" : "outcome-more", { count });
    return text(`outcome-${outcome}`);
  }

  /** @param {any} solutions @returns {string} */
  note(solutions) {
    const { outcome, differing, stalled } = solutions;
    const { fixed } = this;
    if (outcome === "multiple") return text("in-doubt", { count: differing.length });
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
    for (const id of ["gauge-bar", "gauge-text"]) get(id).hidden = isUnique;
    get("gauge-cap").hidden = isUnique;
    get("diff").hidden = get("diff-cap").hidden = !isUnique;
    if (!isUnique) {
      const cells = this.drawing.width * this.drawing.height;
      const doubtful = solutions?.differing?.length ?? 0;
      const [sure, doubt] = /** @type {HTMLElement[]} */ ([...get("gauge-bar").children]);
      if (sure) sure.style.flex = String(cells - doubtful);
      if (doubt) doubt.style.flex = String(doubtful);
      if (doubt) doubt.hidden = !doubtful;
      get("gauge-text").textContent = text("follow", { count: cells - doubtful, cells });
      return;
    }
    const step = difficulty ? stepOf(difficulty) : -1;
    [...get("diff").children].forEach((mark, index) => mark.classList.toggle("on", index === step));
    [...get("diff-cap").children].forEach((label, index) => label.classList.toggle("on", index === step));
    get("diff").setAttribute("aria-valuenow", String(Math.max(1, step + 1)));
    get("diff").setAttribute("aria-valuetext", step < 0 ? text("judging") : text(`level-${STEPS[step]}`));
  }

  /** @param {string} outcome @param {any} repair */
  acts(outcome, repair) {
    const changes = repair?.changes ?? [];
    const difficulty = this.find("difficulty");
    const isFixed = outcome === "unique" && this.fixed?.after.join() === this.drawing.content.rows.join();
    reveal(get("fix"), outcome === "multiple");
    enable("fix", changes.length > 0);
    reveal(get("undo-fix"), isFixed === true);
    reveal(get("judge-again"), outcome === "timeout");
    get("fix-mark").toggleAttribute("hidden", outcome !== "multiple" || !changes.length);
    get("act-note").textContent = outcome === "multiple"
      ? repair ? changesText(changes, this.board.looks.nameOf) : text("repair-sought")
      : outcome === "unique" && difficulty ? whyText(difficulty) : "";
  }

  fix() {
    const changes = this.find("repair")?.changes;
    if (!changes?.length) return;
    const before = this.drawing.content.rows;
    this.fixed = { before, after: withCells(before, changes), count: changes.length };
    this.drawing.changeRows(this.fixed.after);
    announce(changesText(changes, this.board.looks.nameOf));
  }

  undoFix() {
    if (this.fixed) this.drawing.changeRows(this.fixed.before);
    this.fixed = null;
  }
}

/** @param {any} difficulty @returns {number} of the four steps */
export function stepOf(difficulty) {
  if (difficulty.difficulty !== "line") return 3;
  return { easy: 0, moderate: 1, tricky: 2, hard: 2 }[/** @type {string} */ (difficulty.level)] ?? 2;
}

/** @param {any} difficulty */
function whyText({ steps, rules }) {
  const named = rules.slice(0, LISTED_RULES).map((/** @type {any} */ rule) => text("rule-count", { rule: rule.name[currentLanguage()], count: rule.steps }));
  return `${text("steps", { count: steps })}: ${named.join(", ")}`;
}

/** Describe the changes of a fix. @param {[number, number, string][]} changes @param {import("./board.js").Looks["nameOf"]} nameOf */
function changesText(changes, nameOf) {
  const [first] = changes;
  if (!first) return text("repair-none");
  const place = text("becomes", { row: first[0] + 1, column: first[1] + 1, colour: nameOf(first[2]) });
  return changes.length > 1 ? `${place}, ${text("and-more", { count: changes.length - 1 })}` : place;
}
