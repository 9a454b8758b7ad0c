// @ts-check
/** The page of one program: its tube, its buttons, its keys. */

import { InputError, fromBase64, inflate, toBase64 } from "./bytes.js";
import { Keyboard } from "./keyboard.js";
import { Pad } from "./pad.js";
import { Player } from "./player.js";
import { pictureScreen, screenTape, wholeScreen } from "./screens.js";
import { Shelf } from "./shelf.js";
import { fit, loadingScreen, showScreen } from "./television.js";
import { speak, told } from "./words.js";

/** @typedef {{model: import("./machine.js").Model, roms: [number, number], script: [number, number[]][]}} Kind of machine:
 *  the first of its ROMs and their number, and the keys that load a tape, from power on
 * @typedef {{title: string, files: string[], machines: Kind[], kempston: boolean, fit: [number, number],
 *  pad: import("./pad.js").Layout | null, few: boolean, border: number, starts: Record<string, number>,
 *  words: Record<string, Record<string, string>>}} Head `files` are the programs, of which one is
 *  chosen; `fit` are the most cells that a picture becomes; `pad` has the program's keys;
 *  `words` are translations by languages, `starts` the program that each begins with
 * @typedef {import("./shelf.js").Tape} Tape */

const BACK_SECONDS = 10, MOST_BYTES = 1 << 26, TAPES = /\.(tap|tzx)$/i;
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** A part of the page that is data. @param {string} id */
const part = id => $(id)?.textContent?.trim() ?? "";
const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-do]"));

/** Say something to the person; a button or a click on it takes it away. @param {string} sentence */
function say(sentence) {
  $("notice").textContent = told(sentence);
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
  /** @param {Head} head @param {string} worker its script */
  constructor(head, worker) {
    this.head = head;
    this.tube = $("tube");
    this.isOn = this.runs = this.wasRunning = this.hears = false;
    this.deckEnds = true;
    this.wantsSound = true;
    /** @type {Promise<void> | null} */ this.switching = null;
    this.player = new Player(/** @type {HTMLCanvasElement} */ ($("screen")), worker, {
      picture: ({ tape }) => {
        this.showDeck(tape);
        this.keyboard.readGamepads();
      },
      saved: ({ bytes, tstates }) => void saying(() => this.record(bytes, tstates)),
      problem: sentence => say(sentence),
    });
    this.keyboard = new Keyboard($("keyboard"), this.tube, held => {
      if (this.isOn) void this.player.ask("keys", held);
    });
    this.keyboard.hasStick = head.kempston;
    this.mark("stick", head.kempston);
    this.mark("sound", true);
    this.pad = new Pad($("cross"), $("pad"), this.keyboard, head.pad);
    const kind = /** @type {HTMLSelectElement} */ ($("pad-kind"));
    kind.addEventListener("change", () => this.pad.choose(kind.value));
    if (head.few) {
      $("few").hidden = false;
      kind.value = head.kempston ? "kempston" : "qaop";
      this.pad.choose(kind.value);
    }
    this.thumbs(matchMedia("(pointer: coarse)").matches);
    const canvas = /** @type {HTMLCanvasElement} */ ($("screen"));
    new ResizeObserver(() => fit(canvas, $("place"))).observe($("place"));
    for (const button of buttons) button.addEventListener("click", () => saying(() => this.press(button)));
    $("notice").addEventListener("click", () => say(""));
    this.tube.addEventListener("keydown", () => void this.sound());
    for (const id of ["keyboard", "cross", "pad"]) $(id).addEventListener("pointerdown", () => void this.sound());
    document.addEventListener("visibilitychange", () => saying(() => this.look(!document.hidden)));
    $("file").addEventListener("change", event => {
      const input = /** @type {HTMLInputElement} */ (event.target), files = [...input.files ?? []];
      input.value = "";
      void saying(() => this.bring(files));
    });
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", event => {
      event.preventDefault();
      const files = [...event.dataTransfer?.files ?? []];
      void saying(() => this.bring(files));
    });
    $("program-choice")?.addEventListener("change", () => saying(async () => {
      await this.showOwn();
      if (this.isOn) await this.load();
    }));
    $("model-choice")?.addEventListener("change", () => saying(async () => {
      await this.switchOn();
      this.hears = false;
      await this.sound();
    }));
    this.shelf = new Shelf($("shelf"), head.title, (act, tape) => saying(() => this.take(act, tape)));
    void this.showOwn();
    if (!document.fullscreenEnabled) this.button("full").hidden = true;
  }
  /** @param {string} what */
  button(what) { return /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${what}"]`)); }
  /** @param {string} what @param {boolean} pressed */
  mark(what, pressed) { this.button(what).setAttribute("aria-pressed", String(pressed)); }
  /** @param {string} what */
  isPressed(what) { return this.button(what).getAttribute("aria-pressed") === "true"; }

  /** @param {HTMLButtonElement} button */
  async press({ dataset: { do: what, times } }) {
    if (what === "on") return this.switchOn().then(() => this.sound());
    if (what === "open") return $("file").click();
    if (what === "full") return this.fullScreen();
    if (what === "keys" || what === "pad") return this.thumbs(what === "pad" && !this.isPressed("pad"), what === "keys");
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
    else if (what === "rewind") this.showDeck(await this.player.ask("tape", { rewind: true }));
    else if (what === "roll") this.showDeck(await this.player.ask("tape", { plays: !this.isPressed("roll") }));
    else if (what === "keep") await this.keep();
    else if (what === "kept") await this.takeKept();
    else if (what === "save") await this.save();
    this.tube.focus({ preventScroll: true });
  }

  /** Show the pad, or the whole keyboard; what is shown already goes. @param {boolean} hasPad @param {boolean} [byKeys] */
  thumbs(hasPad, byKeys = false) {
    const hasKeys = byKeys ? !this.isPressed("keys") : !hasPad;
    document.documentElement.classList.toggle("thumbs", hasPad);
    for (const id of ["cross", "pad", "pad-row"]) $(id).hidden = !hasPad;
    $("keyboard").hidden = !hasKeys;
    this.mark("pad", hasPad);
    this.mark("keys", hasKeys);
  }
  async fullScreen() {
    try {
      await (document.fullscreenElement ? document.exitFullscreen() : $("main").requestFullscreen());
    } catch {
      throw new InputError("This browser shows no full screen here.");
    }
    this.tube.focus({ preventScroll: true });
  }
  /** Have the ROM's blocks played, or loaded at once, from the next one on. */
  async hearTape() {
    const plays = !this.isPressed("tape");
    await this.player.ask("tape", { atOnce: !plays });
    this.mark("tape", plays);
  }

  async power() {
    const { head: { kempston }, machine } = this, [first, count] = machine.roms, packed = fromBase64(part("rom"));
    const all = await inflate(packed, MOST_BYTES).catch(() => {
      throw new InputError("The ROM in this page is damaged. Make the page again.");
    });
    const roms = Array.from({ length: count }, (_, n) => all.slice(first + n << 14, first + n + 1 << 14));
    await this.player.ask("power", { model: machine.model, roms, kempston });
    $("lamp").textContent = machine.model.name;
    this.isOn = true;
    document.body.classList.add("on");
    $("tv").classList.remove("off");
  }
  /** Switch on, and load the page's own program. */
  async switchOn() {
    await this.power();
    this.tube.focus({ preventScroll: true });
    await this.load();
  }
  /** As the player's, for the console: the first question switches on. @type {Player["ask"]} */
  async ask(...asked) {
    if (!this.isOn) await (this.switching ??= this.switchOn());
    return this.player.ask(...asked);
  }
  get machine() {
    return this.head.machines[Number(/** @type {HTMLSelectElement | null} */ ($("model-choice"))?.value ?? 0)];
  }
  get chosen() { return Number(/** @type {HTMLSelectElement | null} */ ($("program-choice"))?.value ?? 0); }
  /** Return the page's chosen program. @returns {Promise<Tape>} */
  async own() {
    const { chosen } = this, text = part("program").split("\n")[chosen];
    if (!text) {
      throw new InputError("This page has no program in it. Open a tape or a snapshot, or make the page again.");
    }
    const data = await inflate(fromBase64(text), MOST_BYTES).catch(() => {
      throw new InputError("The program in this page is damaged. Open a tape or a snapshot, or make the page again.");
    });
    return { id: `own ${chosen}`, name: this.head.files[chosen], data };
  }
  async showOwn() {
    const own = await this.own().catch(() => null); // what is wrong is said when it is loaded
    this.shelf.own = own && TAPES.test(own.name) ? own : null;
    this.shelf.draw();
    const canvas = /** @type {HTMLCanvasElement} */ ($("screen"));
    const poster = part("poster"), { border, machines: [{ model }] } = this.head;
    const screen = poster ? await inflate(fromBase64(poster), MOST_BYTES) : own && loadingScreen(own.data);
    if (screen && !this.isOn) showScreen(canvas, model, screen, poster ? border : 0);
  }
  async load() { await this.start(await this.own()); }
  /** Start a program: a tape is loaded as a person would, a snapshot goes on. @param {Tape} tape */
  async start({ id, name, data }) {
    await this.player.ask("open", { name, data, script: this.machine.script, label: id });
    await this.play(true);
  }

  // -- tapes

  /** Take files: tapes and pictures go on the shelf, the first of them into the deck; a snapshot goes on.
   *  @param {File[]} files */
  async bring(files) {
    if (!files.length) return;
    const wasOn = this.isOn;
    if (!wasOn) await this.power();
    /** @type {Tape[]} */ const tapes = [];
    for (const file of files) {
      const tape = await this.tapeOf(file);
      if (!tape) {
        await this.start({ id: "", name: file.name, data: new Uint8Array(await file.arrayBuffer()) });
        continue;
      }
      await this.player.ask("parts", tape); // a damaged one is refused
      tapes.push(this.shelf.add(tape.name, tape.data));
    }
    if (tapes.length && !wasOn && TAPES.test(files[0].name)) await this.start(tapes[0]);
    else if (tapes.length) {
      if (!wasOn) await this.load();
      await this.insert(tapes[0]);
    }
    this.tube.focus({ preventScroll: true });
    for (const tape of tapes) this.shelf.keep(tape);
  }
  /** Return a file as a tape; null if it is none. @param {File} file
   *  @returns {Promise<{name: string, data: Uint8Array} | null>} */
  async tapeOf(file) {
    const { name, type } = file, tapeName = `${name.replace(/(?<=.)\.[^.]*$/, "")}.tap`;
    if (TAPES.test(name)) return { name, data: new Uint8Array(await file.arrayBuffer()) };
    if (type.startsWith("image/")) {
      return { name: tapeName, data: screenTape(await pictureScreen(file, name, this.head.fit), name) };
    }
    if (!/\.scr$/i.test(name)) return null;
    return { name: tapeName, data: screenTape(wholeScreen(new Uint8Array(await file.arrayBuffer()), name), name) };
  }
  /** Put a tape in while the Spectrum goes on. @param {Tape} tape */
  async insert({ id, name, data }) {
    this.showDeck(await this.player.ask("insert", { name, data, label: id }));
  }
  /** A program has saved a block; its tape goes in where the one before has come to its end.
   *  @param {Uint8Array} bytes @param {number} tstates */
  async record(bytes, tstates) {
    const tape = this.shelf.record(bytes, tstates / this.machine.model.second);
    if (this.deckEnds || this.shelf.label === tape.id) await this.insert(tape);
    this.shelf.keep(tape);
    say(`Saved: ${tape.name} stands on the shelf, and this browser keeps it.`);
  }
  /** Do what was asked of a tape on the shelf. @param {import("./shelf.js").Act} act @param {Tape} tape */
  async take(act, tape) {
    if (act === "download") return download(tape.name, tape.data);
    if (act === "remove") return this.shelf.remove(tape);
    if (!this.isOn) await this.switchOn();
    await (act === "start" ? this.start(tape) : this.insert(tape));
    this.tube.focus({ preventScroll: true });
  }
  /** @param {import("./player.js").Tape} deck */
  showDeck({ label, position, parts, playing, atEnd }) {
    this.deckEnds = atEnd;
    this.shelf.mark(label);
    const text = parts ? `block ${Math.min(position + 1, parts)} of ${parts}${atEnd ? ", at its end" : ""}` : "empty";
    if ($("counter").textContent !== told(text)) $("counter").textContent = told(text);
    $("lamp").classList.toggle("tape", playing);
    this.mark("roll", playing);
  }

  /** @param {boolean} runs */
  async play(runs) {
    this.runs = runs;
    document.body.classList.toggle("runs", runs);
    this.button("play").setAttribute("aria-label", told(runs ? "Pause" : "Play"));
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
    await this.start({ id: "", name: "kept.szx", data: fromBase64(text) });
  }
  async save() {
    const name = this.head.files[this.chosen].replace(/\.\w+$/, "");
    download(`${name}.szx`, await this.player.ask("save"));
  }
}

/** @param {string} name @param {Uint8Array} data */
function download(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (data)]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

void saying(async () => {
  const head = part("head"), worker = await inflate(fromBase64(part("worker")), MOST_BYTES).catch(() => null);
  if (!head || !worker) throw new InputError("This page has lost its data. Make it again.");
  const facts = /** @type {Head} */ (JSON.parse(head)), language = navigator.language.slice(0, 2);
  if (facts.words[language]) speak(language, facts.words[language]);
  const programs = /** @type {HTMLSelectElement | null} */ ($("program-choice"));
  if (programs) programs.value = String(facts.starts[language] ?? facts.starts.en);
  const page = new Page(facts, new TextDecoder().decode(worker));
  const ask = page.ask.bind(page);
  Object.assign(globalThis, { spectrum: Object.assign(Object.create(page.player), { ask }) });
}).then(() => { document.documentElement.dataset.ready = ""; });
