// @ts-check
/** Watch: a Spectrum in the page before which one can pause, go back and take over; and what it is doing, in words. */

import { announce, element, enable, field, get, icon, onClick, press, save, say, setIcon, trying } from "./dom.js";
import { cluesOf } from "./follow.js";
import { keepForAll, keptForAll } from "./kept.js";
import { currentLanguage, text } from "./strings.js";
import { paintThumb } from "./thumbs.js";
import { clockText } from "./timer.js";
import { asChoice, showChoice } from "./toolbar.js";
import { fromBase64, inflate } from "../../../pyspectrum/page/bytes.js";
import { Keyboard } from "../../../pyspectrum/page/keyboard.js";
import { Player } from "../../../pyspectrum/page/player.js";
import { fit, loadingScreen, showScreen } from "../../../pyspectrum/page/television.js";

/** @typedef {import("./drawing.js").Content} Content */
/**
 * @typedef {object} Parts what a Spectrum is made of (`harness/spectrum/in_page.py`); bytes are deflated, in base64
 * @property {import("../../../pyspectrum/page/machine.js").Model} model
 * @property {string} rom
 * @property {import("../../../pyspectrum/page/runner.js").Script} script the keys that load a tape
 * @property {Record<string, { name: string, data: string, entry: number | null }>} tapes by their editions
 * @property {Record<string, string>} starts the edition to begin with, by the reader's language
 * @property {Record<string, string[]>} said messages of the program
 * @property {string} worker
 * @property {string} loudspeaker its script, or the address of that
 */
/**
 * @typedef {object} Asked what Watch asks of its page
 * @property {() => Promise<Parts>} parts
 * @property {() => Content} content what is solved
 * @property {() => string[]} reference what is known of its solution, "?" unknown
 */

const SETTINGS = "watching";
const BUTTONS = ["stop", "watch-back", "step-frame", "step-line", "film"];
const [MOST_BYTES, SECOND] = [1 << 20, 3_500_000];
/** The largest puzzle for the program, turned as well. */
const [MOST_LONG, MOST_SHORT] = [62, 42];

/** Why no Spectrum can solve a drawing, empty if one can. @param {Content} content @returns {string} */
export function watchProblem({ rows, colours }) {
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  if (colours) return text("no-colours");
  return Math.max(width, height) > MOST_LONG || Math.min(width, height) > MOST_SHORT ? text("too-large", { width, height }) : "";
}

/** @param {string} packed @param {number} most bytes */
async function unpacked(packed, most) {
  try {
    return await inflate(fromBase64(packed), most);
  } catch {
    throw new Error(text("damaged"));
  }
}

export class Watching {
  /** @param {Asked} asked */
  constructor(asked) {
    this.asked = asked;
    this.canvas = /** @type {HTMLCanvasElement} */ (get("screen"));
    this.told = new Told();
    this.seek = new Seek((frame) => this.ask("seek", frame));
    /** @type {Player | null} */
    this.player = null;
    this.isOn = this.isFilming = this.isHeard = this.wasRunning = false;
    /** Which switching on it is: what comes from an earlier one is old. */
    this.turn = 0;
    /** @type {any} */
    this.status = {};
    /** Ending of the program with the puzzle. @type {any} */
    this.end = null;
    onClick("play", () => this.play());
    onClick("switch-on", () => this.play());
    onClick("stop", () => this.stop());
    onClick("step-frame", () => this.ask("frame"));
    onClick("step-line", () => this.ask("stepLine"));
    onClick("watch-back", () => this.ask("back", 10));
    onClick("film", () => trying(() => this.film()));
    onClick("sound", () => trying(() => this.toggleSound()));
    onClick("crt", () => this.set({ crt: !get("tv").classList.contains("crt") }));
    onClick("keys", () => this.set({ keys: get("keyboard").hidden }));
    onClick("full", () => this.fullScreen());
    asChoice(get("speeds"), (button) => this.set({ speed: Number(button.dataset.speed) }));
    get("edition").addEventListener("change", () => {
      this.set({ edition: /** @type {HTMLSelectElement} */ (get("edition")).value });
      if (!this.isOn) this.showOff();
    });
    this.settings = { speed: 10, crt: true, keys: true, edition: "", ...(keptForAll(SETTINGS) ?? {}) };
    this.set({});
    this.keyboard = new Keyboard(get("keyboard"), this.canvas, (held) => this.ask("keys", held));
    this.canvas.addEventListener("keydown", (event) => {
      if (event.key === "Escape") get("play").focus();
    });
    this.fit = () => fit(this.canvas, document.fullscreenElement ?? get("stage-watch"));
    new ResizeObserver(this.fit).observe(get("stage-watch"));
    document.addEventListener("fullscreenchange", this.fit);
    document.addEventListener("visibilitychange", () => this.look(!document.hidden && get("stage-watch").getClientRects().length > 0));
  }

  /** Ask the Spectrum for something, if it is on. @param {string} what @param {unknown} [given] */
  ask(what, given) {
    if (this.isOn) trying(async () => this.player?.ask(what, given));
  }

  /** Change some settings, and keep them. @param {Partial<{ speed: number, crt: boolean, keys: boolean, edition: string }>} changed */
  set(changed) {
    this.settings = { ...this.settings, ...changed };
    keepForAll(SETTINGS, this.settings);
    const { speed, crt, keys, edition } = this.settings;
    showChoice(get("speeds"), get("speeds").querySelector(`[data-speed="${speed}"]`));
    get("tv").classList.toggle("crt", crt);
    get("keyboard").hidden = !keys;
    press("crt", crt);
    press("keys", keys);
    if (edition) /** @type {HTMLSelectElement} */ (get("edition")).value = edition;
    if (changed.speed !== undefined) this.ask("speed", speed);
  }

  // -- on and off ----------------------------------------------------------------------------

  /** Watch comes into sight, or goes: a Spectrum that nobody sees stands still. @param {boolean} isSeen */
  look(isSeen) {
    if (isSeen) this.fit();
    if (isSeen && !this.isOn) this.showOff();
    if (isSeen && this.wasRunning) this.ask("run");
    if (!isSeen && this.isOn && !this.status.paused) this.ask("pause");
    this.wasRunning = !isSeen && this.isOn && (this.wasRunning || !this.status.paused);
  }

  /** Show the loading picture of the chosen program. */
  async showOff() {
    await trying(async () => {
      const parts = await this.asked.parts();
      const options = [...get("edition").querySelectorAll("option")];
      for (const option of options) if (!(option.value in parts.tapes)) option.remove();
      const { edition } = this.settings, choice = /** @type {HTMLSelectElement} */ (get("edition"));
      if (!edition) choice.value = parts.starts[currentLanguage()] ?? "";
      get("edition-row").hidden = Object.keys(parts.tapes).length < 2;
      const { data } = await this.tape(parts);
      if (!this.isOn) showScreen(this.canvas, parts.model, loadingScreen(data));
    });
  }
  /** @param {Parts} parts the chosen tape, or the one that there is */
  async tape({ tapes, starts }) {
    const tape = tapes[this.settings.edition || (starts[currentLanguage()] ?? "")] ?? Object.values(tapes)[0];
    return { name: tape?.name ?? "", entry: tape?.entry ?? null, data: await unpacked(tape?.data ?? "", MOST_BYTES) };
  }

  /** Switch on, pause, or continue. */
  play() {
    if (this.isOn) this.ask(this.status.paused ? "run" : "pause");
    else trying(() => this.start());
  }

  async start() {
    const turn = ++this.turn;
    const parts = await this.asked.parts();
    const { name, data, entry } = await this.tape(parts);
    const rom = await unpacked(parts.rom, 1 << 14);
    const { rows, columns } = cluesOf(this.asked.content().rows);
    const lengths = [rows, columns].map((lines) => lines.map((clue) => clue.map(([length]) => length)));
    const said = Object.fromEntries(Object.entries(parts.said).map(([key, all]) => [key, all.map(fromBase64)]));
    if (turn !== this.turn) return;
    this.player ??= new Player(this.canvas, parts.worker, {
      status: (status) => this.showStatus(status),
      end: (end) => this.tell((this.end = end)),
      grid: (grid) => this.tell(grid),
      analysis: (analysis) => this.tell(analysis),
      lost: () => say(text("no-answer"), "bad"),
      problem: (/** @type {any} */ sentence) => say(sentence, "bad"),
    });
    Object.assign(globalThis, { spectrum: this.player });
    this.told.begin(this.asked.content(), this.asked.reference());
    this.isOn = true;
    get("tv").classList.remove("off");
    for (const id of BUTTONS) enable(id, true);
    this.showPlay();
    await this.player.ask("power", { model: parts.model, roms: [rom], kempston: false });
    const clues = { rows: lengths[0], columns: lengths[1] };
    await this.player.ask("perform", { name, data, entry, said, clues, script: parts.script, speed: this.settings.speed });
    if (this.isHeard) await this.player.listen(parts.loudspeaker);
  }

  stop() {
    this.turn += 1;
    if (!this.isOn) return;
    const turn = this.turn;
    // its last pictures come before its answer
    this.player?.ask("pause").then(() => {
      if (turn === this.turn) this.showOff();
    });
    this.isOn = this.isFilming = this.wasRunning = false;
    this.status = {};
    this.end = null;
    this.seek.clear();
    this.told.clear();
    for (const id of BUTTONS) enable(id, false);
    get("tv").classList.add("off");
    get("stage-text").textContent = "";
    get("film-text").textContent = text("film");
    this.showAgain();
    announce(text("stopped"));
  }

  showPlay() {
    const isPlaying = this.isOn && !this.status.paused;
    const play = get("play");
    setIcon(play, isPlaying ? "pause" : "play");
    const name = text(!this.isOn ? "start" : isPlaying ? "pause" : "go-on");
    play.setAttribute("aria-label", name);
    const tip = play.querySelector("[data-t]");
    if (tip) tip.textContent = name;
  }

  // -- what comes ----------------------------------------------------------------------------

  /** @param {any} message */
  tell(message) {
    if (this.isOn) this.told.hear(message);
  }

  /** @param {any} status */
  showStatus(status) {
    if (!this.isOn) return;
    const before = this.status.stage;
    this.status = status;
    this.told.hear(status);
    this.showStage();
    if (before !== status.stage) announce(get("stage-text").textContent ?? "");
  }

  showStage() {
    const { stage, past, lines } = this.status;
    this.showPlay();
    if (!stage) return;
    const solved = !past && this.end?.stage === stage ? this.end : null;
    const said = past ? text("status-past") : text(`stage-${stage}`);
    get("screen-text").textContent = said;
    get("stage-text").textContent = solved
      ? text("status-end", { stage: said, seconds: (solved.tstates / SECOND).toFixed(1), lines: solved.lines })
      : text("status", { stage: said, lines });
    this.seek.show(this.status);
  }

  /** Say everything again in another language. */
  showAgain() {
    this.told.showAgain();
    this.showStage();
    get("film-text").textContent = text(this.isFilming ? "film-end" : "film");
    if (!this.isOn) get("screen-text").textContent = text("stopped");
    if (!this.isOn && get("stage-watch").getClientRects().length) this.showOff();
  }

  // -- the other buttons ---------------------------------------------------------------------

  async film() {
    const bytes = await this.player?.ask("film", !this.isFilming);
    if (this.isFilming) save(new Blob([bytes], { type: "image/gif" }), "spectrum.gif");
    this.isFilming = !this.isFilming;
    get("film-text").textContent = text(this.isFilming ? "film-end" : "film");
  }

  async toggleSound() {
    const isHeard = !this.isHeard;
    if (isHeard && this.isOn) await this.player?.listen((await this.asked.parts()).loudspeaker);
    if (!isHeard) await this.player?.mute();
    this.isHeard = isHeard;
    press("sound", isHeard);
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else get("tv").requestFullscreen?.();
  }

  /** A key while the Spectrum has not the focus. @param {string} key @returns {boolean} */
  key(key) {
    const keys = /** @type {Record<string, () => void>} */ ({
      k: () => this.play(), " ": () => this.play(), ".": () => this.ask("frame"), l: () => this.ask("stepLine"), j: () => this.ask("back", 10),
      ",": () => {
        this.ask("pause");
        this.ask("seek", Math.max(0, (this.status.frame ?? 1) - 1));
      },
      g: () => trying(() => this.toggleSound()), f: () => this.fullScreen(),
    });
    keys[key]?.();
    return key in keys;
  }
}

// -- the seek bar, with ticks where solving began and where it ended --------------------------

const FRAMES_A_SECOND = 50.08;

class Seek {
  /** @param {(frame: number) => void} chosen told where a person wants to go */
  constructor(chosen) {
    this.isDragged = false;
    const input = field("seek");
    input.addEventListener("input", () => {
      this.isDragged = true;
      this.place(Number(input.value), Number(input.max));
      chosen(Number(input.value));
    });
    input.addEventListener("change", () => {
      this.isDragged = false;
    });
  }

  /** @param {{ frame: number, last: number, solving: number | null, solved: number | null }} status in frames since switching on */
  show({ frame, last, solving, solved }) {
    const input = field("seek");
    input.disabled = false;
    input.max = String(last);
    if (!this.isDragged) input.value = String(frame);
    this.place(this.isDragged ? Number(input.value) : frame, last);
    const ticks = [solving, solved].filter((tick) => tick !== null && tick <= last);
    if (String(ticks) !== get("ticks").dataset.at) {
      get("ticks").dataset.at = String(ticks);
      get("ticks").replaceChildren(...ticks.map(() => element("i", "tick")));
    }
    [...get("ticks").children].forEach((tick, index) => {
      /** @type {HTMLElement} */ (tick).style.left = `${(100 * (ticks[index] ?? 0)) / Math.max(1, last)}%`;
    });
  }

  /** @param {number} frame @param {number} last */
  place(frame, last) {
    const [at, all] = [clockText(frame / FRAMES_A_SECOND), clockText(last / FRAMES_A_SECOND)];
    get("track-at").style.width = `${(100 * frame) / Math.max(1, last)}%`;
    get("track-had").style.width = last ? "100%" : "0";
    get("at").textContent = at;
    get("of").textContent = `/ ${all}`;
    field("seek").setAttribute("aria-valuetext", text("seek-at", { at, all }));
  }

  clear() {
    field("seek").disabled = true;
    field("seek").value = "0";
    get("ticks").replaceChildren();
    get("ticks").dataset.at = "";
    this.place(0, 0);
    get("of").textContent = "";
  }
}

// -- report of the program's work, in words: the line at hand, the last ones, and how many cells are right 

const LOGGED = 3;
/** Lines between two summaries for a screen reader. */
const SUMMARY_LINES = 10;
const PICTURE_PX = 140;

class Told {
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
    get("log").replaceChildren();
    this.showAgain();
  }

  showAgain() {
    if (this.analyses.length) this.showAnalyses();
    else this.say("nothing-yet", text("nothing-yet-text"));
    if (this.reference.length) this.compare();
  }

  /** @param {string} title its key @param {string} sentence */
  say(title, sentence) {
    get("now-title").textContent = text(title);
    get("now-text").textContent = sentence;
  }

  /** @param {any} message */
  hear(message) {
    if (message.what === "analysis") this.analysed(message);
    if (message.what === "grid") {
      this.grid = message.rows;
      this.compare();
    }
    if (message.what === "status" && !this.analyses.length && message.stage !== this.ended) {
      this.say(`stage-${message.stage}`, text(`stage-text-${message.stage}`, {}, ""));
    }
    if (message.what === "end") {
      this.ended = message.stage;
      this.analyses = [];
      this.say(`stage-${message.stage}`, text("end-text", { lines: message.lines, seconds: (message.tstates / SECOND).toFixed(1) }));
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
