// @ts-check
/** The beginning: the user's puzzles and the samples as cards, with what is solved and how far. */

import { element, field, get, icon, numberIn, onClick, save, say, trying } from "./dom.js";
import { blankRows } from "./drawing.js";
import { sizeProblem } from "./make.js";
import { toast } from "./notices.js";
import { progressOf, puzzleId } from "./progress.js";
import { ownProjects, projectsFile, removeProject, savedState } from "./projects.js";
import { ask } from "./server.js";
import { text } from "./strings.js";
import { thumbOf } from "./thumbs.js";
import { stepOf } from "./verdict.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ file: string, document: Content, outcome: string, difficulty: any }} Sample */
/**
 * @typedef {object} Doors where the cards and buttons lead
 * @property {(content: Content, mode: "make" | "solve" | "watch", project?: string) => void} open
 */

const THUMB_PX = 180;
const LEVELS = ["easy", "moderate", "hard", "trial"];
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
    this.samples = await (await ask("/api/samples")).json();
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
    get("samples").replaceChildren(...this.samples.map((sample) => this.sampleCard(sample)));
    const solved = this.samples.filter(({ document: content }) => progressOf(puzzleId(content))?.isSolved).length;
    get("samples-note").textContent = solved ? text("solved-of", { solved, count: this.samples.length }) : text("samples-text");
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

  /** The next puzzle that is not solved yet. @param {string} id of the one that is */
  next(id) {
    const all = this.samples.filter(({ document: content }) => puzzleId(content) !== id);
    const open = all.find(({ document: content }) => !progressOf(puzzleId(content))?.isSolved) ?? all[0];
    if (open) this.doors.open(open.document, "solve");
  }

  /** @param {import("./projects.js").Project} project */
  ownCard({ id, content, verdict }) {
    const name = content.title || text("unnamed");
    const said = [sizeOf(content), ...(verdict === "multiple" ? [text("several")] : [])].join(", ");
    const card = this.card(content, name, said, verdict === "unique" ? "pip" : verdict ? "pip d" : "", () => this.doors.open(content, "make", id));
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
  sampleCard({ document: content, difficulty, outcome }) {
    const name = nameOfSample(content.title ?? "");
    const level = difficulty.level || outcome === "unique" ? text(`level-${LEVELS[stepOf(difficulty)]}`) : text("several");
    return this.card(content, name, `${sizeOf(content)}, ${level}`, outcome === "unique" ? "pip" : "pip d", () => this.doors.open({ ...content, title: name }, "solve"));
  }

  /** @param {Content} content @param {string} name @param {string} said @param {string} pip its class @param {() => void} open */
  card(content, name, said, pip, open) {
    const progress = progressOf(puzzleId(content));
    const line = element("li");
    const button = element("button", "pc", { type: "button" });
    const place = element("span", "th");
    place.append(thumbOf(content, THUMB_PX));
    const caption = element("span", "cap");
    const title = element("b");
    title.textContent = name;
    const note = element("span");
    if (pip) note.append(element("i", pip));
    note.append(said);
    caption.append(title, note);
    if (progress) {
      const far = element("span", "far");
      if (progress.isSolved) far.append(icon("tick", "okc"), text("solved-card"));
      else far.append(text("so-far", { share: Math.round(100 * progress.share) }));
      caption.append(far);
      line.dataset.progress = progress.isSolved ? "solved" : "begun";
    }
    button.append(place, caption);
    button.addEventListener("click", open);
    line.append(button);
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
