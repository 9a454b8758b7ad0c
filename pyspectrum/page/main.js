// @ts-check
/** The page of one program: its tube, its buttons, its keys. */

import { InputError, fromBase64, inflate, toBase64 } from "./bytes.js";
import { Keyboard } from "./keyboard.js";
import { Player } from "./player.js";

/** @typedef {{title: string, files: string[], model: import("./machine.js").Model, kempston: boolean,
 *  script: [number, number[]][]}} Head `files` are the
 *  programs, of which one is chosen; `script` are the keys that load a tape, from power on */

const BACK_SECONDS = 10, MOST_BYTES = 1 << 26;
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** A part of the page that is data. @param {string} id */
const part = id => $(id)?.textContent?.trim() ?? "";
const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-do]"));

/** Say something to the person; nothing takes it away. @param {string} sentence */
function say(sentence) {
  $("notice").textContent = sentence;
  $("notice").hidden = !sentence;
}
/** Run, and say what goes wrong. @param {() => unknown} work */
async function saying(work) {
  try {
    say("");
    await work();
  } catch (error) {
    say(error instanceof InputError ? error.message : `This page has failed: ${error}`);
  }
}

class Page {
  /** @param {Head} head */
  constructor(head) {
    this.head = head;
    this.tube = $("tube");
    this.isOn = this.runs = this.wasRunning = this.hears = false;
    this.wantsSound = true;
    /** @type {Promise<void> | null} */ this.switching = null;
    this.player = new Player(/** @type {HTMLCanvasElement} */ ($("screen")), part("worker"), {
      picture: ({ tape }) => {
        $("lamp").classList.toggle("tape", tape.playing);
        this.keyboard.readGamepads();
      },
      problem: sentence => say(sentence),
    });
    this.keyboard = new Keyboard($("keyboard"), this.tube, held => {
      if (this.isOn) void this.player.ask("keys", held);
    });
    this.keyboard.hasStick = head.kempston;
    this.mark("stick", head.kempston);
    this.mark("sound", true);
    for (const button of buttons) button.addEventListener("click", () => saying(() => this.press(button)));
    this.tube.addEventListener("keydown", () => void this.sound());
    $("keyboard").addEventListener("pointerdown", () => void this.sound());
    document.addEventListener("visibilitychange", () => saying(() => this.look(!document.hidden)));
    $("file").addEventListener("change", event => {
      const input = /** @type {HTMLInputElement} */ (event.target), [file] = input.files ?? [];
      if (file) void saying(() => this.openFile(file));
      input.value = "";
    });
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", event => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void saying(() => this.openFile(file));
    });
    $("program-choice")?.addEventListener("change", () => saying(async () => {
      if (this.isOn) await this.load();
    }));
    if (!document.fullscreenEnabled) this.button("full").hidden = true;
  }
  /** @param {string} what */
  button(what) { return /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${what}"]`)); }
  /** @param {string} what @param {boolean} pressed */
  mark(what, pressed) { this.button(what).setAttribute("aria-pressed", String(pressed)); }

  /** @param {HTMLButtonElement} button */
  async press({ dataset: { do: what, times } }) {
    if (what === "on") return this.switchOn().then(() => this.sound());
    if (what === "open") return $("file").click();
    if (what === "full") return this.fullScreen();
    if (what === "keys") {
      $("keyboard").hidden = !$("keyboard").hidden;
      return this.mark("keys", !$("keyboard").hidden);
    }
    if (what === "stick") {
      this.keyboard.hasStick = !this.keyboard.hasStick;
      return this.mark("stick", this.keyboard.hasStick);
    }
    if (what === "sound") {
      this.wantsSound = !this.wantsSound;
      this.mark("sound", this.wantsSound);
      return this.sound();
    }
    const wasOn = this.isOn;
    if (!wasOn) await this.switchOn().then(() => this.sound());
    if (what === "play") await this.play(!wasOn || !this.runs);
    else if (what === "frame") {
      await this.play(false);
      await this.player.ask("frame");
    } else if (what === "back") await this.player.ask("back", BACK_SECONDS);
    else if (what === "again") await this.load();
    else if (what === "speed") await this.speed(Number(times));
    else if (what === "tape") await this.hearTape();
    else if (what === "keep") await this.keep();
    else if (what === "kept") await this.takeKept();
    else if (what === "save") await this.save();
    this.tube.focus();
  }

  async fullScreen() {
    try {
      await (document.fullscreenElement ? document.exitFullscreen() : $("set").requestFullscreen());
    } catch {
      throw new InputError("This browser shows no full screen here.");
    }
    this.tube.focus();
  }
  /** Have the ROM's blocks played, or loaded at once, from the next one on. */
  async hearTape() {
    const plays = this.button("tape").getAttribute("aria-pressed") !== "true";
    await this.player.ask("tape", { atOnce: !plays });
    this.mark("tape", plays);
  }

  async power() {
    const { head } = this, packed = fromBase64(part("rom"));
    const all = await inflate(packed, 0x8000).catch(() => {
      throw new InputError("The ROM in this page is damaged. Make the page again.");
    });
    const roms = Array.from({ length: all.length >> 14 }, (_, n) => all.slice(n << 14, n + 1 << 14));
    await this.player.ask("power", { model: head.model, roms, kempston: head.kempston });
  }
  /** Switch on, and load the page's own program. */
  async switchOn() {
    await this.power();
    this.isOn = true;
    document.body.classList.add("on");
    this.tube.focus();
    await this.load();
  }
  /** As the player's, for the console: the first question switches on. @type {Player["ask"]} */
  async ask(...asked) {
    if (!this.isOn) await (this.switching ??= this.switchOn());
    return this.player.ask(...asked);
  }
  get chosen() { return Number(/** @type {HTMLSelectElement | null} */ ($("program-choice"))?.value ?? 0); }
  async load() {
    const { chosen } = this, text = part("program").split("\n")[chosen];
    if (!text) {
      throw new InputError("This page has no program in it. Open a tape or a snapshot, or make the page again.");
    }
    const data = await inflate(fromBase64(text), MOST_BYTES).catch(() => {
      throw new InputError("The program in this page is damaged. Open a tape or a snapshot, or make the page again.");
    });
    await this.open(this.head.files[chosen], data);
  }
  /** @param {File} file */
  async openFile(file) {
    if (!this.isOn) await this.power();
    this.isOn = true;
    document.body.classList.add("on");
    await this.open(file.name, new Uint8Array(await file.arrayBuffer()));
    this.tube.focus();
  }
  /** Start a program: a tape is loaded as a person would, a snapshot goes on. @param {string} name
   *  @param {Uint8Array} data */
  async open(name, data) {
    await this.player.ask("open", { name, data, script: this.head.script });
    await this.play(true);
  }
  /** @param {boolean} runs */
  async play(runs) {
    this.runs = runs;
    document.body.classList.toggle("runs", runs);
    this.button("play").setAttribute("aria-label", runs ? "Pause" : "Play");
    await this.player.ask(runs ? "run" : "pause");
  }
  /** @param {number} times */
  async speed(times) {
    await this.player.ask("speed", times);
    for (const button of buttons) {
      if (button.dataset.times) button.setAttribute("aria-pressed", String(Number(button.dataset.times) === times));
    }
  }
  /** Stop while nobody looks. @param {boolean} isSeen */
  async look(isSeen) {
    if (isSeen && this.wasRunning) await this.play(true);
    else if (!isSeen) {
      this.wasRunning = this.runs;
      if (this.runs) await this.play(false);
    }
  }
  /** Be heard or not; called by a touch or a key, before which no browser lets a page be heard. */
  async sound() {
    if (!this.isOn || this.hears === this.wantsSound) return;
    this.hears = this.wantsSound;
    try {
      await (this.hears ? this.player.listen(part("loudspeaker")) : this.player.mute());
    } catch (error) {
      this.mark("sound", this.wantsSound = false);
      say(/** @type {Error} */ (error).message);
      this.hears = false;
    }
  }

  // -- moments

  get place() { return `spectrum: ${this.head.title}`; }
  async keep() {
    const text = toBase64(await this.player.ask("save"));
    try {
      localStorage.setItem(this.place, text);
    } catch {
      throw new InputError("This browser keeps nothing for this page: a private window, or no room. Download the "
        + "snapshot instead.");
    }
    say("Kept in this browser.");
  }
  async takeKept() {
    let text = null;
    try {
      text = localStorage.getItem(this.place);
    } catch { /* a private window: nothing is kept */ }
    if (!text) throw new InputError("Nothing is kept in this browser yet.");
    await this.open("kept.szx", fromBase64(text));
  }
  async save() {
    const data = await this.player.ask("save"), link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data]));
    link.download = `${this.head.files[this.chosen].replace(/\.\w+$/, "")}.szx`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

void saying(() => {
  const head = part("head");
  if (!head) throw new InputError("This page has lost its data. Make it again.");
  const page = new Page(JSON.parse(head));
  const ask = page.ask.bind(page);
  Object.assign(globalThis, { spectrum: Object.assign(Object.create(page.player), { ask }) });
}).then(() => { document.documentElement.dataset.ready = ""; });
