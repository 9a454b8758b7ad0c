// @ts-check
/** The beginning: the user's puzzles and the samples as cards, with what is solved and how far. */

import { element, field, get, icon, numberIn, onClick, save, say, trying } from "./dom.js";
import { blankRows } from "./drawing.js";
import { sizeProblem } from "./make.js";
import { toast } from "./notices.js";
import { ofDay, wishOf } from "./fresh.js";
import { byState, forgetProgress, keepProgress, nextOf, progressOf, puzzleId, touchedPuzzles } from "./progress.js";
import { ownProjects, projectsFile, removeProject, savedState } from "./projects.js";
import { ask } from "./server.js";
import { text } from "./strings.js";
import { fillCard } from "./thumbs.js";
import { levelText } from "./verdict.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ file: string, document: Content, outcome: string, difficulty: any, id: string, cells: number }} Sample `id` of its progress */
/**
 * @typedef {object} Doors where the cards and buttons lead
 * @property {(content: Content, mode: "make" | "solve" | "watch", project?: string, address?: string) => void} open
 */

/** @typedef {{ changed: number, open: () => void, card: HTMLElement }} Touched */

/** The puzzle that the Spectrum solves by default. */
const SEEN = "duck.txt";

export class Start {
  /** @param {Doors} doors @param {Map<string, Content>} stock of new puzzles */
  constructor(doors, stock) {
    this.doors = doors;
    this.stock = stock;
    /** @type {Sample[]} */
    this.samples = [];
    /** All that was drawn or begun, the latest first. @type {Touched[]} */
    this.touched = [];
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-size]"))) {
      button.addEventListener("click", () => this.beginNew(Number(button.dataset.size), Number(button.dataset.size)));
    }
    onClick("other-size", () => this.askSize());
    get("new-sizes").addEventListener("submit", (event) => {
      event.preventDefault();
      const [width, height] = [numberIn("new-width") ?? 0, numberIn("new-height") ?? 0];
      const sentence = sizeProblem(width, height);
      say(sentence, "bad", "new-message");
      if (!sentence) this.beginNew(width, height);
    });
    onClick("go-on", () => this.touched[0]?.open());
    onClick("today", () => this.openToday());
    onClick("see", () => trying(() => this.see()));
    onClick("save-all", () => save(projectsFile(), "puzzles.json"));
  }

  async fetchSamples() {
    const found = /** @type {Sample[]} */ (await (await ask("/api/samples")).json());
    this.samples = found.map((one) => ({ ...one, id: puzzleId(one.document), cells: one.document.rows.join("").length }));
    this.showSamples();
    document.documentElement.dataset.samples = "true";
  }

  /** A sample's number, 0 of other puzzles. @param {string} id of its progress */
  numberOf(id) {
    return this.samples.findIndex((sample) => sample.id === id) + 1;
  }

  /** Show all cards, as things are now. */
  show() {
    this.touched = [...ownProjects().map((project) => this.own(project)), ...touchedPuzzles().map((begun) => this.begun(begun))].sort((one, other) => other.changed - one.changed);
    get("lead").classList.toggle("unseen", this.touched.length > 0);
    get("own-section").hidden = get("go-on-part").hidden = !this.touched.length;
    get("own-text").textContent = text({ full: "not-saved-full", none: "not-saved" }[/** @type {string} */ (savedState())] ?? "own-text");
    get("own").replaceChildren(...this.touched.map(({ card }) => card));
    get("go-on-text").textContent = [...this.touched[0]?.card.querySelectorAll(".cap > *") ?? []].map(({ textContent }) => textContent).join(", ");
    const [address, content] = ofDay(this.stock) ?? ["", { rows: [""] }];
    const isSolved = progressOf(puzzleId(content))?.isSolved;
    get("today-text").textContent = [sizeOf(content), text(`level-${wishOf(address)?.step}`), ...(isSolved ? [text("solved-card")] : [])].join(", ");
    this.showSamples();
  }

  openToday() {
    const [address, content] = ofDay(this.stock) ?? [];
    if (content) this.doors.open(content, "solve", undefined, address);
  }

  showSamples() {
    const { sorted, said } = byState(this.samples);
    get("samples").replaceChildren(...sorted.map((sample) => this.sampleCard(sample)));
    get("samples-note").textContent = said;
  }

  /** @param {number} width @param {number} height */
  beginNew(width, height) {
    this.doors.open({ rows: blankRows(width, height), title: "" }, "make", "");
  }

  askSize() {
    const form = get("new-sizes");
    form.hidden = !form.hidden;
    get("other-size").setAttribute("aria-expanded", String(!form.hidden));
    if (!form.hidden) field("new-width").focus();
  }

  /** Have the Spectrum solve a sample, as soon as there is one. */
  async see() {
    if (!this.samples.length) await this.fetchSamples();
    const sample = this.samples.find(({ file }) => file === SEEN) ?? this.samples[0];
    if (sample) this.doors.open(sample.document, "watch");
  }

  /** Go on after a puzzle; to the cards if all are solved. @param {string} id @param {number} cells of the one just solved */
  next(id, cells) {
    const next = nextOf(this.samples, id, cells);
    if (next) this.openSample(next);
    else location.hash = "#start";
  }

  /** @param {Sample} sample */
  openSample({ document: content }) {
    this.doors.open({ ...content, title: nameOfSample(content.title ?? "") }, "solve");
  }

  /** @param {import("./projects.js").Project} project @returns {Touched} */
  own({ id, content, verdict, changed }) {
    const name = content.title || text("unnamed");
    const said = [sizeOf(content), ...(verdict === "multiple" ? [text("several")] : [])].join(", ");
    const pip = verdict === "unique" ? "pip" : verdict ? "pip d" : "";
    const open = () => this.doors.open(content, "make", id);
    const card = this.card({ content, name, said, pip, isShown: true }, puzzleId(content), open);
    return { changed, open, card: this.removable(card, name, () => {
      removeProject(id);
      return open;
    }) };
  }

  /** A puzzle that is not the user's own, and was begun. @param {ReturnType<typeof touchedPuzzles>[number]} begun @returns {Touched} */
  begun({ id, puzzle, address, changed }) {
    const wish = wishOf(address);
    const said = [sizeOf(puzzle), ...(wish ? [text(`level-${wish.step}`)] : [])].join(", ");
    const open = () => this.doors.open(puzzle, "solve", undefined, wish ? address : undefined);
    const card = this.card({ content: puzzle, name: puzzle.title || text(wish ? "fresh" : "unnamed"), said }, id, open);
    return { changed, open, card: this.removable(card, progressOf(id)?.isSolved && puzzle.title || said, () => {
      const forgotten = forgetProgress(id);
      return () => {
        if (forgotten) keepProgress(id, forgotten);
        this.show();
      };
    }) };
  }

  /** @param {HTMLElement} card @param {string} name @param {() => () => void} forget returns how to take that back */
  removable(card, name, forget) {
    const remove = element("button", "tool card-remove", { type: "button", "aria-label": text("remove", { name }) });
    remove.append(icon("bin"));
    remove.addEventListener("click", () => {
      const back = forget();
      this.show();
      get("start-title").focus();
      toast(text("removed", { name }), text("undo"), back);
    });
    card.append(remove);
    return card;
  }

  /** @param {Sample} sample */
  sampleCard(sample) {
    const { document: content, difficulty, outcome, id } = sample;
    const level = difficulty.level || outcome === "unique" ? levelText(difficulty) : text("several");
    const card = { content, name: nameOfSample(content.title ?? ""), said: `${sizeOf(content)}, ${level}`, pip: outcome === "unique" ? "pip" : "pip d" };
    const line = this.card(card, id, () => this.openSample(sample));
    line.dataset.card = content.title;
    return line;
  }

  /** @param {Parameters<typeof fillCard>[1]} card @param {string} id @param {() => void} open */
  card(card, id, open) {
    const line = element("li");
    const button = element("button", "pc", { type: "button" });
    button.append(element("span", "th"), element("span", "cap"));
    button.addEventListener("click", open);
    line.append(button);
    fillCard(line, card, progressOf(id));
    return line;
  }
}

/** @param {Content} content */
function sizeOf({ rows }) {
  return `${rows[0]?.length ?? 0} × ${rows.length}`;
}

/** A sample's name in the page's language. @param {string} title */
function nameOfSample(title) {
  return text(`sample-${title}`, {}, title.charAt(0).toUpperCase() + title.slice(1));
}
