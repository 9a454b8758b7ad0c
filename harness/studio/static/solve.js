// @ts-check
/** Solve: the puzzle by hand. Whether it is solved the clues tell; what comes next, and what is wrong, the server says. */

import { Board, UNKNOWN } from "./board.js";
import { announce, element, enable, field, get, icon, onClick, reveal, setIcon, trying } from "./dom.js";
import { closeDrawers } from "./drawers.js";
import { BACKGROUND } from "./drawing.js";
import { Hand } from "./hand.js";
import { keep, keepForAll, kept, keptForAll } from "./kept.js";
import { columnsOf, stateOf } from "./lines.js";
import { Overview } from "./overview.js";
import { Palette, SHADES, keysOf, looksOf, shadesFor } from "./palette.js";
import { keepProgress, keepSteps, progressOf, puzzleId, stepsOf } from "./progress.js";
import { currentLanguage, text } from "./strings.js";
import { paintThumb } from "./thumbs.js";
import { Timer, clockText } from "./timer.js";
import { isBetter } from "./view.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {(asked: { document: Content | null, state: string[], language: string }) => Promise<any>} Advise
 *   what comes next, and what is wrong, as `hint_as_json` has it */

const [KEPT, OPTIONS] = ["solving", "solving-options"];
const OPTION_IDS = ["option-crosshair", "option-done", "option-crosses", "option-strike", "option-timer"];
const PAUSE_MS = 400;
/** Places of the reason, the usual one first. */
const SPOTS = ["right top", "right bottom", "left top", "left bottom"];
/** A question that has no answer after this says so. */
const THINKING_MS = 150;
const SIGNS = { "#": { icon: "black", name: "black-cell", key: "B" }, [BACKGROUND]: { icon: "cross", name: "empty-cell", key: "X" } };

export class Solving {
  /** @param {Advise} advise @param {() => { puzzle?: Content, address?: string }} [origin] where to find a puzzle again that is on no other list */
  constructor(advise, origin = () => ({})) {
    this.advise = advise;
    this.origin = origin;
    /** @type {{ puzzle?: Content, address?: string }} */
    this.found = {};
    /** @type {Content | null} */
    this.puzzle = null;
    this.id = "";
    this.blacks = 1;
    this.hints = 0;
    this.wasWrong = false;
    this.isSolved = false;
    /** Whether the puzzle has more solutions than one. */
    this.hasSeveral = false;
    /** Next step by the server. @type {any} */
    this.step = null;
    /** Mistakes that were shown: a mark belongs to a cell with that value. @type {import("./hand.js").Cell[]} */
    this.wrong = [];
    /** What the card tells of. @type {{ cells: import("./shapes.js").Place[], lines: ["row" | "column", number][] }} */
    this.told = { cells: [], lines: [] };
    /** The puzzle in the colours in which it is seen. @type {Content | null} */
    this.seen = null;
    /** Colours seen as others, by key: nothing else of them changes. @type {Record<string, string>} */
    this.shades = {};
    /** The key of the colour to exchange. */
    this.exchanged = "";
    this.looks = looksOf(() => this.seen);
    this.palette = new Palette(get("solve-palette"), this.looks, (ink) => this.hand.choose(ink), SIGNS);
    this.hand = new Hand(() => this.show(), (cells) => this.strokeEnded(cells));
    this.board = new Board(get("solve-board"), "solve-board", { ...this.hand.hands, clue: (axis, line, index) => this.strike(axis, line, index) }, this.looks);
    this.hand.board = this.board;
    this.overview = new Overview(get("solve-corner"), this.board);
    this.exchangeable = new Palette(get("exchangeable"), this.looks, (key) => this.offerShades(key));
    this.offered = new Palette(get("shades"), { rgb: (rgb) => rgb, nameOf: (rgb) => text(`colour-${SHADES[rgb]}`) },
      (rgb) => this.exchange({ ...this.shades, [this.exchanged]: rgb }));
    this.timer = new Timer(() => this.showTime());
    this.finish = new Finish();
    this.writing = 0;
    /** Questions asked so far: the newest one's answer counts. */
    this.questions = 0;
    this.isSlow = false;
    this.thinking = 0;
    for (const how of /** @type {const} */ (["try", "keep", "drop"])) onClick(`trial-${how}`, () => this.trial(how));
    onClick("shades-back", () => this.exchange({}));
    onClick("solve-undo", () => this.undo());
    onClick("solve-redo", () => this.redo());
    onClick("hint", () => this.askHint());
    onClick("do-step", () => this.doStep());
    onClick("hint-close", () => this.closeHint());
    onClick("mistakes", () => this.mistakes());
    for (const id of ["again", "start-again"]) onClick(id, () => this.again());
    onClick("zoom", () => this.board.zoomIn());
    onClick("fit", () => this.board.fit());
    onClick("pause-timer", () => this.pause());
    window.addEventListener("pagehide", () => this.write());
    window.addEventListener("resize", () => this.placeHint());
    const chosen = keptForAll(OPTIONS) ?? {};
    for (const id of OPTION_IDS) {
      field(id).checked = chosen[id] ?? field(id).checked;
      field(id).addEventListener("change", () => this.optionsChanged());
    }
    this.takeOptions();
    const last = kept(KEPT);
    if (last) this.begin(last.puzzle, last.clues, last.id);
  }

  /** @param {Content} puzzle @param {import("./board.js").Clues} clues @param {string} [id] under which progress is kept */
  begin(puzzle, clues, id = puzzleId(puzzle)) {
    const isSame = this.id === id;
    const progress = progressOf(id);
    keep(KEPT, { puzzle, clues, id });
    if (!isSame) this.write();
    this.puzzle = puzzle;
    this.found = this.origin();
    this.shade(isSame ? this.shades : progress?.shades ?? {});
    if (isSame) this.showAgain();
    else {
      this.id = id;
      this.blacks = count(puzzle.rows, BACKGROUND) || 1;
      this.start(clues, progress);
    }
    if (this.hand.strokes && !this.isSolved) this.timer.pause(this.timer.isPaused); // it is in sight
  }

  /** @param {import("./board.js").Clues} clues @param {import("./progress.js").Progress | null} progress */
  start(clues, progress) {
    if (!this.puzzle) return;
    this.hand.clues = clues;
    this.isSolved = progress?.isSolved ?? false;
    this.hints = 0;
    this.wrong = [];
    this.wasWrong = false;
    this.hand.begin(progress?.rows ?? this.puzzle.rows, keysOf(this.puzzle), progress !== null);
    Object.assign(this.hand, { strokes: progress?.strokes ?? 0, struck: progress?.struck ?? [], tried: progress?.tried ?? null, ...(progress && stepsOf(this.id)) });
    this.timer.begin(progress?.seconds ?? 0);
    this.closeHint();
    this.board.show(this.hand.rows);
    this.board.showClues(clues);
    this.finish.hide();
    this.showAgain();
    if (this.isSolved) this.celebrate(false);
  }

  again() {
    const { clues } = this.hand;
    closeDrawers();
    if (!clues) return;
    this.start(clues, null);
    this.write();
    this.board.focus(0, 0);
  }

  optionsChanged() {
    keepForAll(OPTIONS, Object.fromEntries(OPTION_IDS.map((id) => [id, field(id).checked])));
    this.takeOptions();
    this.show();
    this.board.paintAll();
  }

  takeOptions() {
    this.board.hasCrosshair = field("option-crosshair").checked;
    this.hand.crossesOut = field("option-crosses").checked;
    get("timer").hidden = !field("option-timer").checked && !this.isSolved;
  }

  // -- what is seen --------------------------------------------------------------------------

  show() {
    if (!this.puzzle || !this.hand.clues) return;
    const { hand, board } = this;
    board.show(hand.rows);
    board.mark("lit", []);
    board.markLines("lit", []);
    board.mark("trial", hand.onTrial);
    board.mark("wrong", this.wrong.filter(([row, column, key]) => hand.rows[row]?.[column] === key));
    this.showLines();
    this.palette.choose(hand.ink);
    this.showSteps();
    this.showProgress();
    this.overview.show(() => ({ ...this.seen, rows: hand.rows }));
  }

  /** What can be taken back, and whether something is on trial. */
  showSteps() {
    const { hand, isSolved } = this;
    enable("solve-undo", hand.before.length > 0 && !isSolved);
    enable("solve-redo", hand.after.length > 0 && !isSolved);
    const hadFocus = document.activeElement?.id.startsWith("trial-");
    for (const id of ["trial-keep", "trial-drop"]) reveal(get(id), hand.tried !== null);
    reveal(get("trial-try"), hand.tried === null);
    if (hadFocus) get(hand.tried ? "trial-keep" : "trial-try").focus();
  }

  /** Which numbers are done; clues that cannot be stay marked whatever the setting. */
  showLines() {
    const { clues, rows } = this.hand;
    if (!clues) return;
    const struck = new Set(this.hand.struck);
    const crosses = field("option-done").checked;
    const told = (/** @type {"row" | "column"} */ axis, /** @type {string[]} */ lines) => lines.map((line, number) => {
      const clue = (axis === "row" ? clues.rows : clues.columns)[number] ?? [];
      const state = stateOf(clue, line);
      return { ...state, done: clue.map((_, index) => (crosses && state.done[index] === true) || struck.has(`${axis} ${number} ${index}`)) };
    });
    this.board.showLines(told("row", rows), told("column", columnsOf(rows)));
  }

  /** @param {boolean} hasSeveral solutions, of which any will do */
  tellSeveral(hasSeveral) {
    if (this.hasSeveral === hasSeveral) return;
    this.hasSeveral = hasSeveral;
    if (this.puzzle) this.showProgress();
  }

  /** Strike a number, or take that back. @param {"row" | "column"} axis @param {number} line @param {number} index */
  strike(axis, line, index) {
    const name = `${axis} ${line} ${index}`;
    const isDone = this.board.lineStates[axis][line]?.done[index] && !this.hand.struck.includes(name);
    if (!field("option-strike").checked || this.isSolved || isDone) return; // a strike that is not seen would come out later
    this.hand.strike(name);
    this.showLines();
    this.showSteps();
    this.writeSoon();
  }

  showProgress() {
    const found = count(this.hand.rows, BACKGROUND, UNKNOWN);
    const [bar, rest] = /** @type {HTMLElement[]} */ ([...get("progress-bar").children]);
    if (bar) {
      bar.style.flex = String(Math.min(found, this.blacks));
      bar.className = this.isSolved ? "g" : "p";
    }
    if (rest) rest.style.flex = String(Math.max(0, this.blacks - found));
    const said = text(this.puzzle?.colours ? "of-coloured" : "of-black", { found, count: this.blacks });
    get("progress-text").textContent = this.hasSeveral ? `${said}; ${text("any-solution")}` : said;
    this.showTime();
  }

  showTime() {
    get("timer").hidden = !field("option-timer").checked && !this.isSolved;
    get("timer").textContent = this.isSolved ? text("solved") : clockText(this.timer.seconds);
    get("strokes").textContent = this.isSolved ? clockText(this.timer.seconds) : text("stroke-count", { count: this.hand.strokes });
    const button = get("pause-timer");
    button.className = `badge ${this.isSolved ? "good" : "plain"}`;
    setIcon(button, this.isSolved ? "tick" : this.timer.isPaused ? "play" : "pause");
    button.setAttribute("aria-label", text(this.isSolved ? "solved" : this.timer.isPaused ? "go-on" : "pause"));
  }

  /** Say everything again, in another language or other colours. */
  showAgain() {
    this.board.showAgain();
    this.palette.show([...this.hand.colours, BACKGROUND], this.hand.ink);
    this.offerShades(this.exchanged);
    this.show();
    if (this.step) this.askHint();
    if (this.isSolved) this.finish.tell(this.result);
  }

  // -- colours that are hard to tell apart ---------------------------------------------------

  /** See colours as others. @param {Record<string, string>} shades */
  shade(shades) {
    this.shades = shades;
    this.seen = this.puzzle && { ...this.puzzle, colours: this.puzzle.colours?.map((colour) => ({ ...colour, rgb: shades[colour.key] ?? colour.rgb })) };
  }

  /** @param {Record<string, string>} shades */
  exchange(shades) {
    this.shade(shades);
    this.showAgain();
    this.writeSoon();
  }

  /** Offer other looks for a colour. @param {string} wanted its key */
  offerShades(wanted) {
    const colours = this.seen?.colours ?? [];
    get("exchange").hidden = !colours.length;
    const chosen = colours.find(({ key }) => key === wanted) ?? colours[0];
    if (!chosen || !this.seen) return;
    this.exchanged = chosen.key;
    this.exchangeable.show(colours.map(({ key }) => key), chosen.key);
    this.offered.show(shadesFor(chosen.key, this.seen), chosen.rgb);
    enable("shades-back", Object.keys(this.shades).length > 0);
  }

  pause() {
    if (this.isSolved) return;
    this.timer.pause(!this.timer.isPaused);
    this.showTime();
  }

  /** Begin a trial, keep its cells, or drop them. @param {"try" | "keep" | "drop"} how */
  trial(how) {
    if (this.isSolved || (how === "try") !== (this.hand.tried === null)) return;
    this.hand.trial(how);
    announce(text(`said-${how}`));
  }

  // -- strokes -------------------------------------------------------------------------------

  /** @param {import("./hand.js").Cell[]} cells that changed */
  strokeEnded(cells) {
    this.timer.pause(false); // who makes a stroke solves on
    this.showTime();
    this.closeHint();
    this.writeSoon();
    if (!this.isSolved && this.hand.isSolved) this.celebrate(true);
    else if (cells.length) announce(this.board.nameOf(this.board.at.row, this.board.at.column));
  }

  undo() {
    if (!this.isSolved) this.hand.undo();
  }

  redo() {
    if (!this.isSolved) this.hand.redo();
  }

  /** @param {boolean} isNew whether it has just been solved */
  celebrate(isNew) {
    this.isSolved = true;
    this.hand.tried = null;
    this.timer.stop();
    this.show();
    reveal(get("hint"), false);
    reveal(get("again"), true);
    this.write();
    if (this.puzzle) this.finish.show(this.result, this.puzzle, isNew);
  }

  /** @returns {Result} */
  get result() {
    return {
      title: this.puzzle?.title ?? "", seconds: this.timer.seconds, strokes: this.hand.strokes, hints: this.hints, wasWrong: this.wasWrong,
      hasCrosses: this.hand.rows.some((row) => row.includes(BACKGROUND)), isColoured: Boolean(this.puzzle?.colours),
    };
  }

  writeSoon() {
    window.clearTimeout(this.writing);
    this.writing = window.setTimeout(() => this.write(), PAUSE_MS);
  }

  write() {
    window.clearTimeout(this.writing);
    if (!this.id || !this.hand.rows.length || (!this.hand.before.length && !Object.keys(this.shades).length && !this.isSolved && !progressOf(this.id))) return;
    const share = Math.min(1, count(this.hand.rows, BACKGROUND, UNKNOWN) / this.blacks);
    keepProgress(this.id, { ...this.hand.found, seconds: this.timer.seconds, strokes: this.hand.strokes, share, isSolved: this.isSolved, shades: this.shades, ...this.found });
    keepSteps(this.id, this.hand);
  }

  // -- hints ---------------------------------------------------------------------------------

  askHint() {
    this.ask((hint) => {
      if (hint.kind === "step" && !this.step) this.hints += 1;
      this.step = hint;
      this.showHint(hint);
    });
  }

  /** @param {any} hint */
  showHint(hint) {
    const step = hint.step;
    const cells = step?.cells ?? [];
    const wrong = hint.wrong_cells ?? [];
    get("hint-kind").textContent = text(wrong.length ? "found-mistake" : "hint");
    get("hint-title").textContent = titleOf(hint, this.looks.nameOf);
    get("hint-text").textContent = hint.sentence;
    this.showLinePictures(step);
    reveal(get("do-step"), cells.length > 0);
    get("hint-card").hidden = false;
    closeDrawers();
    const lit = cells.map((/** @type {any} */ cell) => [cell.row - 1, cell.column - 1]);
    this.board.mark("lit", lit);
    this.wrong = wrong.map((/** @type {any} */ { row, column }) => [row - 1, column - 1, this.hand.rows[row - 1]?.[column - 1]]);
    this.board.mark("wrong", this.wrong);
    const lines = step?.line ? [step.line] : step?.lines ?? [];
    this.told = { cells: wrong.length ? this.wrong : lit, lines: lines.map((/** @type {any} */ { axis, number }) => [axis, number - 1]) };
    this.board.place.dataset.places = JSON.stringify(this.told.cells);
    this.board.markLines("lit", this.told.lines);
    this.placeHint();
    announce(`${get("hint-title").textContent}. ${hint.sentence}`);
  }

  /** Put the card where it hides least of what it tells of, and move the cells there into sight. */
  placeHint() {
    const [side, card, { cells, lines }] = [get("side-solve"), get("hint-card"), this.told];
    if (card.hidden || !cells.length) return;
    const place = this.board.place.getBoundingClientRect();
    const found = SPOTS.map((spot) => {
      side.dataset.spot = spot;
      const { left, top, right, bottom } = card.getBoundingClientRect();
      const box = { left: left - place.left, top: top - place.top, right: right - place.left, bottom: bottom - place.top };
      return { spot, ...this.board.view.clearOf(cells, lines, box) };
    });
    const { spot, pan } = found.reduce((best, one) => (isBetter(one, best) ? one : best));
    side.dataset.spot = spot;
    if (pan.x === this.board.view.pan.x && pan.y === this.board.view.pan.y) return;
    this.board.view.pan = pan;
    this.board.moved();
  }

  /** @param {any} step */
  showLinePictures(step) {
    const line = step?.line ?? (step?.lines?.length === 1 ? step.lines[0] : null);
    const place = get("linepics");
    place.replaceChildren();
    if (!line) return;
    const index = line.number - 1;
    const before = line.axis === "row" ? this.hand.rows[index] ?? "" : columnsOf(this.hand.rows)[index] ?? "";
    const after = [...before];
    const fresh = new Set();
    for (const cell of step.cells) {
      const at = (line.axis === "row" ? cell.column : cell.row) - 1;
      after[at] = keyOf(cell);
      fresh.add(at);
    }
    place.append(linePicture(before, new Set(), this.looks.rgb), icon("down"), linePicture(after.join(""), fresh, this.looks.rgb));
  }

  closeHint() {
    this.step = null;
    reveal(get("hint-card"), false);
    this.board.mark("lit", []);
    this.board.markLines("lit", []);
  }

  /** Do what the card says, or ask for it. */
  doStep() {
    const cells = this.step?.step?.cells;
    if (!cells?.length) return this.askHint();
    const hadFocus = get("hint-card").contains(document.activeElement);
    this.hand.apply(cells.map((/** @type {any} */ cell) => [cell.row - 1, cell.column - 1, keyOf(cell)]));
    if (!this.isSolved && hadFocus) this.board.focus(cells[0].row - 1, cells[0].column - 1);
  }

  mistakes() {
    this.ask((hint) => {
      if (hint.isUnsure) throw new Error(text("unreachable"));
      const wrong = hint.wrong_cells ?? [];
      this.wasWrong ||= wrong.length > 0;
      this.step = null;
      this.showHint({ ...hint, step: null, kind: wrong.length ? "wrong" : hint.kind === "contradiction" ? hint.kind : "no-mistakes",
        sentence: wrong.length ? text("some-mistakes", { count: wrong.length }) : hint.kind === "contradiction" ? hint.sentence : text("no-mistakes-text") });
    });
  }

  /** @param {(hint: any) => void} answered */
  ask(answered) {
    const asked = this.hand.rows;
    const question = ++this.questions;
    this.think(true);
    trying(async () => {
      try {
        const hint = await this.advise({ document: this.puzzle, state: asked, language: currentLanguage() });
        if (this.hand.rows === asked) answered(hint);
      } finally {
        if (question === this.questions) this.think(false);
      }
    });
  }

  /** Say that an answer is being looked for, once that takes a moment. @param {boolean} isThinking */
  think(isThinking) {
    window.clearTimeout(this.thinking);
    const say = (/** @type {boolean} */ isSlow) => {
      this.isSlow = isSlow;
      get("hint-label").textContent = text(isSlow ? "thinking" : "hint");
    };
    get("hint").setAttribute("aria-busy", String(isThinking));
    if (!isThinking) say(false);
    else if (!this.isSlow) this.thinking = window.setTimeout(() => say(true), THINKING_MS);
  }

  /** A letter while the board or the tools have the focus. @param {string} key @returns {boolean} */
  key(key) {
    const colour = [...this.hand.colours, BACKGROUND][Number(key) - 1];
    if (key === "n") this.askHint();
    else if (key === "k") this.mistakes();
    else if (key === "t") this.trial(this.hand.tried ? "keep" : "try");
    else if (key === "d") this.trial("drop");
    else if (key === "b" && this.hand.colours[0]) this.hand.choose(this.hand.colours[0]);
    else if (key === "enter" && this.step?.step) this.doStep();
    else if (/^[1-9]$/.test(key) && colour) this.hand.choose(colour);
    else return false;
    return true;
  }
}

/** Count the cells that are none of these. @param {string[]} rows @param {string[]} keys */
function count(rows, ...keys) {
  let found = 0;
  for (const row of rows) for (const key of row) if (!keys.includes(key)) found += 1;
  return found;
}

// -- the reason card: what follows next, why, and the line before and after -------------------

/** @typedef {{ row: number, column: number, colour: string, key?: string }} HintCell rows and columns from 1 */

/** Return a step's conclusion as a title. @param {any} hint @param {import("./board.js").Looks["nameOf"]} nameOf @returns {string} */
function titleOf(hint, nameOf) {
  /** @type {HintCell[]} */
  const cells = hint.step?.cells ?? [];
  const [first] = cells;
  const line = hint.step?.line ?? hint.step?.lines?.[0];
  if (!first) return text(`hint-${hint.kind}`);
  const isOne = cells.every((cell) => keyOf(cell) === keyOf(first));
  if (!line || !cells.every((cell) => cell[line.axis === "row" ? "row" : "column"] === line.number)) {
    return text("becomes", { row: first.row, column: first.column, colour: nameOf(keyOf(first)) });
  }
  const places = cells.map((cell) => (line.axis === "row" ? cell.column : cell.row));
  const title = text(`line-${line.axis}`, { number: line.number });
  return isOne ? text("cells-are", { line: title, cells: spans(places), count: places.length, colour: nameOf(keyOf(first), places.length) })
    : text("cells-follow", { line: title, count: places.length });
}

/** @param {HintCell} cell @returns {string} */
function keyOf(cell) {
  return cell.key ?? (cell.colour === "black" ? "#" : BACKGROUND);
}

/** Numbers with those in a row joined: "1–3, 7". @param {number[]} numbers */
function spans(numbers) {
  /** @type {[number, number][]} */
  const joined = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = joined.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else joined.push([number, number]);
  }
  const said = joined.map(([from, to]) => (from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`));
  return said.join(", ");
}

/** A line as little cells. @param {string} line its keys @param {Set<number>} fresh places that the step decides @param {(key: string) => string | null} rgb */
function linePicture(line, fresh, rgb) {
  const place = element("div", "linepic");
  place.append(...[...line].map((key, index) => {
    const cell = element("i", key === "?" ? "" : key === BACKGROUND ? "blank" : "filled");
    if (fresh.has(index)) cell.classList.add("fresh");
    const colour = key === "?" || key === BACKGROUND ? null : rgb(key);
    if (colour) cell.style.backgroundColor = colour;
    return cell;
  }));
  return place;
}

// -- the end of a puzzle: the picture alone, the stripe behind it, squares that fly and rest --

/** @typedef {{ title: string, seconds: number, strokes: number, hints: number, wasWrong: boolean, hasCrosses: boolean, isColoured: boolean }} Result */

const PICTURE_PX = 600;
const SQUARES = 48;
const COLOURS = ["--zx-red", "--zx-yellow", "--zx-green", "--zx-cyan"];

class Finish {
  /** @param {Result} result @param {import("./drawing.js").Content} puzzle @param {boolean} isNew whether it has just been solved */
  show(result, puzzle, isNew) {
    get("finished").hidden = false;
    get("finished").classList.toggle("plays", isNew);
    get("solve-place").hidden = true;
    get("finish-card").hidden = false;
    const picture = /** @type {HTMLCanvasElement} */ (get("finished-picture"));
    paintThumb(picture, puzzle, PICTURE_PX);
    get("confetti").replaceChildren(...Array.from({ length: SQUARES }, (_, number) => square(number)));
    get("finish-watch").hidden = result.isColoured;
    this.tell(result);
    announce(`${text("solved")} ${get("finish-title").textContent}`);
    if (isNew) get("finish-title").focus({ preventScroll: true });
  }

  /** @param {Result} result */
  tell(result) {
    get("finish-title").textContent = result.title ? text("it-is", { name: result.title }) : text("solved-title");
    get("finished-picture").setAttribute("aria-label", result.title || text("solved-title"));
    const said = [text(result.hasCrosses ? "finish-crosses" : "finish-black")];
    if (!result.hints && !result.wasWrong) said.push(text("finish-clean"));
    get("finish-text").textContent = said.join(" ");
    get("finish-time").textContent = clockText(result.seconds);
    get("finish-strokes").textContent = String(result.strokes);
    get("finish-hints").textContent = String(result.hints);
  }

  hide() {
    const hadFocus = get("finish-card").contains(document.activeElement);
    for (const id of ["finished", "finish-card", "again"]) get(id).hidden = true;
    for (const id of ["solve-place", "hint"]) get(id).hidden = false;
    if (hadFocus) get("hint").focus();
  }
}

/** One of the squares: where it rests follows from its number, so that no two pictures differ. @param {number} number */
function square(number) {
  const made = element("i", "cf");
  const [right, down, turn] = [(number * 61 + 7) % 97, (number * 37 + 11) % 89, (number * 53) % 90];
  Object.assign(made.style, {
    left: `${right}%`, top: `${down + 5}%`, rotate: `${turn}deg`, width: `${8 + (number % 4) * 4}px`, height: `${8 + (number % 4) * 4}px`,
    background: `var(${COLOURS[Math.floor(number * 1.7) % COLOURS.length]})`,
  });
  made.style.setProperty("--from", `${50 - right}vw`);
  return made;
}
