// @ts-check
/** Watch: a television before which one can pause, go back and take over; and what the program is doing, in words. */

import { announce } from "./announce.js";
import { enable, get, onClick, press, save, say, setIcon } from "./dom.js";
import { SpectrumKeyboard } from "./keyboard.js";
import { keepForAll, keptForAll } from "./kept.js";
import { SpectrumScreen } from "./screen.js";
import { Seek } from "./seek.js";
import { openLine } from "./server.js";
import { Speaker } from "./speaker.js";
import { currentLanguage, text } from "./strings.js";
import { Told } from "./told.js";
import { asChoice, showChoice } from "./toolbar.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */

/** The first byte of a message. */
const [FRAME, FILM, SOUND] = [1, 2, 3];
const SETTINGS = "watching";
const BUTTONS = ["stop", "watch-back", "step-frame", "step-line", "film"];

export class Watching {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    this.screen = new SpectrumScreen(/** @type {HTMLCanvasElement} */ (get("screen")));
    this.speaker = new Speaker();
    this.told = new Told();
    this.seek = new Seek((frame) => this.send({ do: "seek", frame }));
    /** @type {import("./server.js").Line | null} */
    this.line = null;
    this.isFilming = false;
    /** @type {any} */
    this.status = {};
    /** Ending of the program with the puzzle. @type {any} */
    this.end = null;
    this.speed = 1;
    onClick("play", () => this.play());
    onClick("stop", () => this.stop());
    onClick("step-frame", () => this.send({ do: "step", what: "frame" }));
    onClick("step-line", () => this.send({ do: "step", what: "line" }));
    onClick("watch-back", () => this.send({ do: "back", seconds: 10 }));
    onClick("film", () => this.film());
    onClick("sound", () => this.toggleSound());
    onClick("crt", () => this.set({ crt: !get("tv").classList.contains("crt") }));
    onClick("keys", () => this.set({ keys: get("keyboard").hidden }));
    onClick("full", () => this.fullScreen());
    asChoice(get("speeds"), (button) => this.set({ speed: Number(button.dataset.speed) }));
    get("edition").addEventListener("change", () => this.set({ edition: /** @type {HTMLSelectElement} */ (get("edition")).value }));
    this.settings = { speed: 10, crt: true, keys: true, edition: "turbo", ...(keptForAll(SETTINGS) ?? {}) };
    this.set({});
    this.keyboard = new SpectrumKeyboard(get("keyboard"), get("screen"), (down) => this.send({ do: "keys", down }));
    get("screen").addEventListener("keydown", (event) => {
      if (event.key === "Escape") get("play").focus();
    });
    new ResizeObserver(() => this.screen.fit(get("stage-watch"))).observe(get("stage-watch"));
    document.addEventListener("fullscreenchange", () => this.screen.fit(get("stage-watch")));
  }

  /** @param {object} command */
  send(command) {
    this.line?.send(command);
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
    /** @type {HTMLSelectElement} */ (get("edition")).value = edition;
    this.send({ do: "speed", value: speed });
  }

  // -- on and off ----------------------------------------------------------------------------

  /** Switch on, pause, or continue. */
  play() {
    if (!this.line) this.start();
    else if (this.status.past && !this.status.paused) this.send({ do: "pause" });
    else this.send({ do: this.status.paused ? "resume" : "pause" });
  }

  start() {
    this.stop();
    say("");
    const { content } = this.drawing;
    this.told.begin(content);
    this.line = openLine("/ws/spectrum", {
      again: false, // the Spectrum was switched off with it
      open: () => {
        this.send({ document: content, edition: this.settings.edition, language: currentLanguage() });
        this.send({ do: "speed", value: this.settings.speed });
        if (this.speaker.isOn) this.send({ do: "sound", on: true });
      },
      message: (message) => this.hear(message),
      bytes: (message) => this.shown(message),
      lost: (byServer) => this.ended(text(byServer ? "stopped" : "stopped-lost")),
    });
    for (const id of BUTTONS) enable(id, true);
    get("led").classList.add("on");
    this.showPlay();
  }

  stop() {
    if (!this.line) return;
    this.line.close();
    this.ended(text("stopped"));
  }

  /** @param {string} sentence why */
  ended(sentence) {
    this.line = null;
    this.isFilming = false;
    this.status = {};
    this.end = null;
    this.screen.switchOff();
    this.speaker.silence();
    this.seek.clear();
    this.told.clear();
    for (const id of BUTTONS) enable(id, false);
    get("led").classList.remove("on");
    get("screen-text").textContent = sentence;
    get("stage-text").textContent = "";
    get("film-text").textContent = text("film");
    announce(sentence);
    this.showPlay();
  }

  showPlay() {
    const isPlaying = this.line !== null && !this.status.paused;
    const play = get("play");
    setIcon(play, isPlaying ? "pause" : "play");
    const name = text(!this.line ? "start" : isPlaying ? "pause" : "go-on");
    play.setAttribute("aria-label", name);
    const tip = play.querySelector("[data-t]");
    if (tip) tip.textContent = name;
  }

  // -- what comes ----------------------------------------------------------------------------

  /** @param {Uint8Array} message */
  shown(message) {
    if (message[0] === FRAME) {
      this.screen.take(message);
      // told when it is on the screen, so that a slow page is sent fewer
      requestAnimationFrame(() => this.send({ do: "drawn" }));
    } else if (message[0] === FILM) {
      save(new Blob([message.slice(1)], { type: "image/gif" }), "spectrum.gif");
    } else if (message[0] === SOUND) {
      this.speaker.take(message);
    }
  }

  /** @param {any} message */
  hear(message) {
    if (message.kind === "error") say(message.message, "bad");
    if (message.kind === "end") this.end = message;
    this.told.hear(message);
    if (message.kind !== "status") return;
    const before = this.status.stage;
    this.status = message;
    this.tell();
    if (before !== message.stage) announce(get("stage-text").textContent ?? "");
  }

  tell() {
    const { stage, past } = this.status;
    this.showPlay();
    if (!stage) return;
    const solved = !past && this.end?.stage === stage ? this.end : null;
    const said = past ? text("status-past") : text(`stage-${stage}`);
    get("screen-text").textContent = said;
    get("stage-text").textContent = solved
      ? text("status-end", { stage: said, seconds: (solved.tstates / 3_500_000).toFixed(1), lines: solved.lines })
      : text("status", { stage: said, lines: this.status.lines });
    this.seek.show(this.status);
  }

  /** Say everything again in another language. */
  showAgain() {
    this.told.showAgain();
    this.tell();
    get("film-text").textContent = text(this.isFilming ? "film-end" : "film");
    if (!this.line) get("screen-text").textContent = text("stopped");
  }

  // -- the other buttons ---------------------------------------------------------------------

  film() {
    this.send({ do: this.isFilming ? "cut" : "film" });
    this.isFilming = !this.isFilming;
    get("film-text").textContent = text(this.isFilming ? "film-end" : "film");
  }

  toggleSound() {
    this.speaker.turn(!this.speaker.isOn);
    press("sound", this.speaker.isOn);
    this.send({ do: "sound", on: this.speaker.isOn });
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else get("tv").requestFullscreen?.();
  }

  /** A key while the Spectrum has not the focus. @param {string} key @returns {boolean} */
  key(key) {
    const keys = /** @type {Record<string, () => void>} */ ({
      k: () => this.play(), " ": () => this.play(), ".": () => this.send({ do: "step", what: "frame" }), l: () => this.send({ do: "step", what: "line" }),
      ",": () => this.send({ do: "seek", frame: Math.max(0, (this.status.frame ?? 1) - 1), paused: true }), j: () => this.send({ do: "back", seconds: 10 }),
      g: () => this.toggleSound(), f: () => this.fullScreen(),
    });
    keys[key]?.();
    return key in keys;
  }
}
