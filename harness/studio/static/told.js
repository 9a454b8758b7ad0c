// @ts-check
/** Report of the program's work, in words: the line at hand, the last ones, and how many cells of its picture are right. */

import { announce, element, get, icon } from "./dom.js";
import { currentLanguage, text } from "./strings.js";
import { paintThumb } from "./thumbs.js";

const LOGGED = 3;
/** Lines between two summaries for a screen reader. */
const SUMMARY_LINES = 10;
const PICTURE_PX = 140;

export class Told {
  constructor() {
    /** @type {any[]} */
    this.analyses = [];
    /** @type {string[]} */
    this.reference = [];
    /** @type {string[]} */
    this.grid = [];
    this.language = currentLanguage();
    /** @type {import("./drawing.js").Content | null} */
    this.content = null;
    this.told = 0;
    /** The stage that the end has told of. */
    this.ended = "";
    this.clear();
  }

  /** @param {import("./drawing.js").Content} content what is solved @param {string[]} reference what is known of its solution */
  begin(content, reference) {
    this.clear();
    this.content = content;
    this.reference = reference;
  }

  clear() {
    this.analyses = [];
    this.reference = [];
    this.grid = [];
    this.told = 0;
    this.ended = "";
    get("agree").hidden = true;
    get("now-title").textContent = text("nothing-yet");
    get("now-text").textContent = text("nothing-yet-text");
    get("log").replaceChildren();
  }

  showAgain() {
    if (this.analyses.length) this.showAnalyses();
    else {
      get("now-title").textContent = text("nothing-yet");
      get("now-text").textContent = text("nothing-yet-text");
    }
    if (this.reference.length) this.compare();
  }

  /** @param {any} message */
  hear(message) {
    if (message.what === "analysis") this.analysed(message);
    if (message.what === "grid") {
      this.grid = message.rows;
      this.compare();
    }
    if (message.what === "status" && !this.analyses.length && message.stage !== this.ended) {
      get("now-title").textContent = text(`stage-${message.stage}`);
      get("now-text").textContent = text(`stage-text-${message.stage}`, {}, "");
    }
    if (message.what === "end") {
      this.ended = message.stage;
      this.analyses = [];
      get("now-title").textContent = text(`stage-${message.stage}`);
      get("now-text").textContent = text("end-text", { lines: message.lines, seconds: (message.tstates / 3_500_000).toFixed(1) });
    }
  }

  /** @param {any} analysis */
  analysed(analysis) {
    this.analyses = [analysis, ...this.analyses].slice(0, LOGGED + 1);
    this.showAnalyses();
    if (analysis.count - this.told < SUMMARY_LINES) return;
    this.told = analysis.count;
    announce(text("summary", { lines: analysis.count, found: analysis.found, cells: analysis.cells }));
  }

  showAnalyses() {
    const [now, ...before] = this.analyses;
    get("now-title").textContent = `${lineName(now)}: ${now.clue.join(", ") || text("empty")}`;
    get("now-text").textContent = `${text("now-what")} ${text("lines-wait", { count: now.waiting })}`;
    get("log").replaceChildren(...before.map((analysis) => {
      const line = element("li");
      const found = element("span");
      found.textContent = analysis.fresh ? text("new-cells", { count: analysis.fresh }) : text("nothing-new");
      line.append(Object.assign(element("b"), { textContent: lineName(analysis) }), Object.assign(element("span"), { textContent: analysis.clue.join(", ") }), found);
      return line;
    }));
  }

  /** The picture so far, and whether each cell agrees with our own solver's. */
  compare() {
    const { reference, grid } = this;
    const cells = reference.length * (reference[0]?.length ?? 0);
    let [found, wrong] = [0, 0];
    grid.forEach((row, y) => [...row].forEach((key, x) => {
      const right = reference[y]?.[x];
      if (key !== "?") found += 1;
      if (key !== "?" && right !== "?" && right !== key) wrong += 1;
    }));
    get("agree").hidden = !reference.length || !found; // nothing found, nothing to compare
    const canvas = /** @type {HTMLCanvasElement} */ (get("compared"));
    const unknown = getComputedStyle(canvas).getPropertyValue("--line-2");
    if (grid.length) paintThumb(canvas, { rows: grid }, PICTURE_PX, { unknown });
    canvas.setAttribute("aria-label", text("agree", { found, cells }));
    const title = get("agree-title");
    title.replaceChildren(icon(wrong ? "close" : "tick", "i-s"), wrong ? text("wrong-cells", { count: wrong }) : text("no-cell-wrong"));
    title.classList.toggle("bad", wrong > 0);
    get("agree-text").textContent = text("agree", { found, cells });
    get("agree").dataset.agree = String(found - wrong);
  }
}

/** @param {any} analysis */
function lineName({ axis, number }) {
  return text(`line-${axis}`, { number });
}
