// @ts-check
/** The beginning: the user's puzzles and the samples as cards, with what is solved and how far. */

import { element, field, get, icon, numberIn, onClick, save, say, trying } from "./dom.js";
import { blankRows } from "./drawing.js";
import { sizeProblem } from "./make.js";
import { toast } from "./notices.js";
import { byState, nextOf, progressOf, puzzleId } from "./progress.js";
import { ownProjects, projectsFile, removeProject, savedState } from "./projects.js";
import { ask } from "./server.js";
import { text } from "./strings.js";
import { fillCard } from "./thumbs.js";
import { levelText } from "./verdict.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ file: string, document: Content, outcome: string, difficulty: any, id: string, cells: number }} Sample `id` of its progress */
/**
 * @typedef {object} Doors where the cards and buttons lead
 * @property {(content: Content, mode: "make" | "solve" | "watch", project?: string) => void} open
 */

/** The puzzle that the Spectrum solves by default. */
const SEEN = "duck.txt";

export class Start {
  /** @param {Doors} doors */
  constructor(doors) {
    this.doors = doors;
    /** @type {Sample[]} */
    this.samples = [];
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
    onClick("see", () => trying(() => this.see()));
    onClick("save-all", () => save(projectsFile(), "puzzles.json"));
  }

  async fetchSamples() {
    const found = /** @type {Sample[]} */ (await (await ask("/api/samples")).json());
    this.samples = found.map((one) => ({ ...one, id: puzzleId(one.document), cells: one.document.rows.join("").length }));
    this.showSamples();
    document.documentElement.dataset.samples = "true";
  }

  /** Show all cards, as things are now. */
  show() {
    const own = ownProjects();
    get("own-section").hidden = !own.length;
    get("own-text").textContent = text({ full: "not-saved-full", none: "not-saved" }[/** @type {string} */ (savedState())] ?? "own-text");
    get("own").replaceChildren(...own.map((project) => this.ownCard(project)));
    this.showSamples();
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

  /** @param {import("./projects.js").Project} project */
  ownCard({ id, content, verdict }) {
    const name = content.title || text("unnamed");
    const said = [sizeOf(content), ...(verdict === "multiple" ? [text("several")] : [])].join(", ");
    const pip = verdict === "unique" ? "pip" : verdict ? "pip d" : "";
    const card = this.card({ content, name, said, pip, isShown: true }, puzzleId(content), () => this.doors.open(content, "make", id));
    const remove = element("button", "tool card-remove", { type: "button", "aria-label": text("remove", { name }) });
    remove.append(icon("bin"));
    remove.addEventListener("click", () => this.remove(id, name));
    card.append(remove);
    return card;
  }

  /** @param {string} id @param {string} name */
  remove(id, name) {
    const kept = ownProjects().find((project) => project.id === id);
    removeProject(id);
    this.show();
    get("start-title").focus();
    if (kept) toast(text("removed", { name }), text("undo"), () => this.doors.open(kept.content, "make", id));
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
