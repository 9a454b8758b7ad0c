// @ts-check
/**
 * A Spectrum that runs by itself in a worker: its pace, its keys, pictures and sound, moments to go back to.
 *
 * A page talks to it by messages: `{id, what, given}` asks for one of the methods that `asked` names; the answer is
 * `{id, value}` or `{id, problem}`. By itself it sends `{what: "picture" | "saved" | "hook" | "stopped", …}`.
 */

import { InputError } from "./bytes.js";
import { Machine } from "./machine.js";
import { Picture, HEIGHT, WIDTH } from "./picture.js";
import { Deck } from "./deck.js";
import { Mixer } from "./sound.js";
import { parseTape } from "./tape.js";
import { applySnapshot, parseSnapshot, writeSzx } from "./snapshot.js";
import { Ring, capture, restore, timeOf } from "./states.js";

/**
 * @typedef {import("./machine.js").Model} Model
 * @typedef {[number, number[]][]} Script keys to hold: for so many frames, the eight half-rows
 * @typedef {{model: Model, roms: Uint8Array[], kempston?: boolean}} Power
 * @typedef {{at: number, rows: number[], kempston: number}} Held keys and joystick from a moment on
 * @typedef {{address: number, page?: number, peeks?: [number, number][], stop?: boolean}} Wish a hook's address, the
 *  page that must be seen there (8 and 9 are the ROMs), memory to send along, and whether the machine stops there
 */

const PICTURE_MS = 20, MOST_BEHIND_MS = 100, TICK_MS = 4, FAST_TICK_MS = 16;
/** Frames that keys are held at least; and that the same key is up before it is pressed again, for the ROM. */
const PRESS_FRAMES = 4, AGAIN_FRAMES = 6;
const RING_FRAMES = 50, RING_STATES = 120, MOST_PICTURES = 2;
const EMPTY = Array(8).fill(0x1f);

export class Runner {
  /** The methods that a page may ask for. */
  static asked = ["power", "open", "type", "run", "pause", "speed", "frame", "until", "keys", "listen", "tape", "parts",
    "insert", "keep", "back", "goTo", "save", "peek", "poke", "registers", "hook", "unhook", "reset", "shown"];

  /** @param {(message: any, transfer?: Transferable[]) => void} send
   *  @param {{now: () => number, later: (work: () => void, ms: number) => void}} clock */
  constructor(send, clock) {
    this.send = send;
    this.clock = clock;
    this.times = 1;
    this.running = false;
    this.turn = 0;
    this.begun = this.owed = 0;
    /** Pictures on their way, and buffers that came back. */
    this.inFlight = 0;
    /** @type {ArrayBuffer[]} */ this.buffers = [];
    /** @type {Held[]} */ this.waiting = [];
    /** What has been held, to run a stretch again. @type {Held[]} */
    this.held = [];
    this.changed = 0;
    /** True while a stretch is run again: what it saves has been saved. */
    this.isPast = false;
    this.ring = new Ring(0, 0);
    /** @type {Map<number, () => void>} */ this.hooks = new Map();
    /** @type {MessagePort | null} */ this.speaker = null;
    /** @type {Mixer | null} */ this.mixer = null;
  }

  /** Answer a message. @param {{id: number, what: string, given: any}} message */
  async answer({ id, what, given }) {
    try {
      const { asked } = /** @type {typeof Runner} */ (this.constructor);
      if (!asked.includes(what)) throw new InputError(`A Spectrum cannot ${what}.`);
      const value = await /** @type {any} */ (this)[what](given);
      if (id) this.send({ id, value });
    } catch (error) {
      const problem = error instanceof InputError ? error.message : `This Spectrum has failed: ${error}`;
      this.send({ id, problem });
    }
  }

  // -- power, tapes and snapshots

  /** Build the machine. @param {Power} given */
  power({ model, roms, kempston }) {
    this.machine = new Machine(model, roms);
    this.machine.kempston = kempston ? 0 : -1;
    this.picture = new Picture(model);
    this.deck = this.machine.tape = new Deck(this.machine);
    this.deck.saved = bytes => {
      if (!this.isPast) this.send({ what: "saved", bytes, tstates: this.it.tstates });
    };
    this.begin();
  }
  /** Forget the past: the machine is another one. */
  begin() {
    const { frame } = this.it.model;
    this.ring = new Ring(RING_FRAMES * frame, RING_STATES);
    this.waiting = [];
    this.held = [];
    this.changed = 0;
    this.it.rows.fill(0x1f);
    this.pace();
  }
  get it() {
    if (!this.machine) throw new InputError("The Spectrum is off. Switch it on first.");
    return this.machine;
  }
  get tapeDeck() {
    if (!this.deck) throw new InputError("The Spectrum is off. Switch it on first.");
    return this.deck;
  }
  /** Load a tape as a person would who switches the machine on and presses the script's keys; or go on from a
   *  snapshot. @param {{name: string, data: Uint8Array, script: Script, label?: string}} given */
  async open({ name, data, script, label }) {
    if (!data.length) throw new InputError(`${name} is empty. Open another file.`);
    if (/\.(tap|tzx)$/i.test(name)) {
      const parts = parseTape(data, name);
      this.reset();
      this.tapeDeck.insert(parts, label);
      return this.type(script);
    }
    if (!/\.(z80|szx|sna)$/i.test(name)) {
      throw new InputError(`${name} is neither a tape (.tap, .tzx) nor a snapshot (.z80, .szx, .sna).`);
    }
    const snapshot = await parseSnapshot(data, name);
    applySnapshot(this.it, snapshot, name);
    this.tapeDeck.insert([]);
    this.begin();
  }
  /** Press keys at full speed, as a person would on a machine that has just been switched on. @param {Script} script */
  type(script) {
    const { it } = this;
    it.beam = null;
    for (const [frames, rows] of script) {
      this.apply({ at: it.tstates, rows, kempston: 0 });
      for (let n = 0; n < frames; n++) this.oneFrame(false);
    }
    this.apply({ at: it.tstates, rows: EMPTY, kempston: 0 });
    this.pace();
  }
  reset() {
    this.it.reset();
    this.tapeDeck.rewind();
    this.begin();
  }
  /** Return how many parts a tape has. @param {{name: string, data: Uint8Array}} given */
  parts({ name, data }) { return parseTape(data, name).length; }
  /** Put a tape in while the machine goes on. @param {{name: string, data: Uint8Array, label?: string}} given */
  insert({ name, data, label }) {
    this.tapeDeck.insert(parseTape(data, name), label);
    return this.tapeDeck.shown();
  }
  /** Give the ROM's blocks at once, or play them; wind back, play, stop.
   *  @param {{atOnce?: boolean, rewind?: boolean, plays?: boolean}} given */
  tape({ atOnce, rewind, plays }) {
    if (atOnce !== undefined) this.tapeDeck.atOnce = atOnce;
    if (rewind) this.tapeDeck.rewind();
    if (plays !== undefined) this.tapeDeck.press(plays);
    return this.tapeDeck.shown();
  }
  /** Return a `.szx` snapshot. */
  save() { return writeSzx(this.it); }

  // -- pace

  run() {
    if (this.running || !this.it) return;
    this.running = true;
    this.pace();
    this.tick(++this.turn);
  }
  pause() {
    this.running = false;
    this.turn++;
  }
  /** How many times as fast as a real one; 0 is as fast as it goes. @param {number} times */
  speed(times) {
    this.times = times;
    this.pace();
  }
  /** Count what is owed from now on. */
  pace() {
    this.begun = this.clock.now();
    this.owed = this.machine ? this.machine.tstates : 0;
  }
  /** True while keys are held: then time passes as it does for the person, lest they repeat. */
  get isHeld() {
    const now = this.held.at(-1);
    return !!now && (now.kempston > 0 || now.rows.some(row => row !== 0x1f));
  }
  /** Whole frames that are due now. @param {number} times */
  due(times) {
    const { second, frame } = this.it.model, passed = this.clock.now() - this.begun;
    return Math.floor((this.owed + passed * times * second / 1000 - this.it.tstates) / frame);
  }
  /** Run what is due, show the last picture of it, and come back. @param {number} turn */
  tick(turn) {
    if (turn !== this.turn) return;
    const { clock, isHeld } = this, times = isHeld ? 1 : this.times, end = clock.now() + PICTURE_MS;
    let frames = times ? this.due(times) : Infinity, isLast = frames < 1;
    while (!isLast && this.running && this.isHeld === isHeld) {
      isLast = frames-- === 1 || clock.now() >= end;
      this.oneFrame(isLast || times === 1, this.times === 1 && !!this.speaker);
      if (isLast) this.show();
    }
    const { frame, second } = this.it.model, isBehind = times
      && this.due(times) * frame > MOST_BEHIND_MS * times * second / 1000;
    if (isBehind || this.isHeld !== isHeld) this.pace();
    if (this.running) clock.later(() => this.tick(turn), times === 1 ? TICK_MS : times ? FAST_TICK_MS : 0);
  }
  /** Run to the next frame's edge. @param {boolean} draws @param {boolean} [hears] send its sound */
  oneFrame(draws, hears = false) {
    const { it, picture } = this;
    if (this.ring.isDue(it.tstates)) this.keep();
    this.takeKeys();
    if (draws && !it.beam && picture) {
      picture.begin(it);
      it.beam = picture;
    } else if (!draws) it.beam = null;
    if (hears && !it.logs) this.mixer?.begin(it);
    it.logs = hears;
    it.runFrame();
    if (hears && this.mixer) {
      const samples = this.mixer.render(it.writes, it.tstates);
      this.speaker?.postMessage(samples, [samples.buffer]);
    }
    it.writes.length = 0;
    if (it.stopped) {
      this.pause();
      this.show();
      this.send({ what: "stopped", pc: it.z80.pc, tstates: it.tstates });
    }
  }
  /** Run one frame and show it. */
  frame() {
    this.pause();
    this.oneFrame(true);
    this.show();
  }
  /** Run at full speed to a moment, and show it. @param {number} tstates */
  until(tstates) {
    const { it } = this;
    do this.oneFrame(it.tstates + 2 * it.model.frame > tstates);
    while (!it.stopped && it.tstates < tstates);
    this.pace();
    this.show();
  }

  /** Send the picture; skip it if the page is still busy with others. */
  show() {
    if (!this.picture || this.inFlight >= MOST_PICTURES) return;
    const buffer = this.buffers.pop() ?? new ArrayBuffer(4 * WIDTH * HEIGHT), { it, tapeDeck } = this;
    this.picture.paint(new Uint32Array(buffer));
    this.inFlight++;
    const tape = tapeDeck.shown();
    this.send({ what: "picture", buffer, tstates: it.tstates, border: it.ula & 7, tape }, [buffer]);
  }
  /** A picture has been shown: its buffer comes back. @param {ArrayBuffer} buffer */
  shown(buffer) {
    this.inFlight--;
    this.buffers.push(buffer);
  }

  // -- keys and sound

  /** Hold these; each is held long enough for the ROM to see it. @param {{rows: number[], kempston: number}} held */
  keys({ rows, kempston }) {
    this.waiting.push({ at: 0, rows, kempston });
  }
  takeKeys() {
    const next = this.waiting[0], now = this.held.at(-1), before = this.held.at(-2);
    if (!next) return;
    const isAgain = !!before && next.rows.some((row, k) => 0x1f & ~row & ~before.rows[k] & (now?.rows[k] ?? 0));
    if (this.it.frame - this.changed < (isAgain ? AGAIN_FRAMES : this.isHeld ? PRESS_FRAMES : 1)) return;
    this.waiting.shift();
    this.apply({ ...next, at: this.it.tstates });
  }
  /** @param {Held} held */
  apply(held) {
    const { it } = this;
    it.rows.set(held.rows);
    if (it.kempston >= 0 || held.kempston) it.kempston = held.kempston;
    this.changed = it.frame;
    this.held.push(held);
  }
  /** Send samples to a port; none ends it. @param {{port?: MessagePort, rate?: number}} given */
  listen({ port, rate }) {
    this.speaker = port ?? null;
    this.mixer = rate ? new Mixer(this.it.model, rate) : null;
    this.it.logs = false;
  }

  // -- moments

  /** Keep the present; return when it is. */
  keep() {
    const { it, held } = this, oldest = this.ring.keep(capture(it, this.tapeDeck.state()));
    while (held.length > 2 && held[1].at < timeOf(oldest)) held.shift();
    return it.tstates;
  }
  /** Go back by so many seconds, or as far as is kept. @param {number} seconds */
  back(seconds) {
    return this.goTo(Math.max(0, this.it.tstates - seconds * this.it.model.second));
  }
  /** Go to a moment of the past that is kept, or to the future, frame by frame, with the keys that were held then;
   *  return when it is. @param {number} tstates */
  goTo(tstates) {
    const { it } = this;
    if (tstates < it.tstates) {
      const state = this.ring.before(tstates);
      if (!state) return it.tstates;
      restore(it, state);
      this.tapeDeck.restore(state.deck);
      this.waiting = [];
      const held = this.held;
      this.held = held.filter(one => one.at <= it.tstates);
      it.rows.set(this.held.at(-1)?.rows ?? EMPTY);
      const later = held.filter(one => one.at > it.tstates && one.at <= tstates);
      it.beam = null;
      this.isPast = true;
      while (it.z80.edge + it.model.frame <= tstates) {
        while (later.length && later[0].at <= it.tstates) this.apply(/** @type {Held} */ (later.shift()));
        this.oneFrame(it.tstates + 2 * it.model.frame > tstates);
      }
      this.isPast = false;
      this.apply({ at: it.tstates, rows: EMPTY, kempston: 0 });
      this.pace();
      this.show();
    } else this.until(tstates);
    return it.tstates;
  }

  // -- a look inside

  /** @param {{address: number, length: number, bank?: number}} given memory as the Z80 sees it, or of a bank */
  peek({ address, length, bank }) {
    return bank === undefined ? this.it.peek(address, length) : this.it.banks[bank].slice(address, address + length);
  }
  /** @param {{address: number, data: Uint8Array}} given */
  poke({ address, data }) { this.it.poke(address, data); }
  registers() {
    const { z80, paging, ula, rows, kempston, tstates } = this.it, { pc, sp, i, r, im, iff, wz } = z80;
    return {
      pc, sp, af: z80.af, bc: z80.pair(0), de: z80.pair(2), hl: z80.pair(4), ix: z80.pair(8), iy: z80.pair(10), i, r,
      im, iff, wz, paging, border: ula & 7, rows: [...rows], kempston, tstates,
    };
  }
  /** Send a message each time the machine comes to an address; return the hook's number. @param {Wish} wish */
  hook({ address, page, peeks = [], stop = false }) {
    const { it } = this, number = Math.max(0, ...this.hooks.keys()) + 1;
    this.hooks.set(number, it.hook(address, () => {
      if (page !== undefined && page !== this.pageAt(address)) return;
      const memory = peeks.map(([from, length]) => it.peek(from, length));
      this.send({ what: "hook", hook: number, tstates: it.tstates, registers: this.registers(), memory });
      if (stop) it.stop();
    }));
    return number;
  }
  /** @param {number} number */
  unhook(number) {
    this.hooks.get(number)?.();
    this.hooks.delete(number);
  }
  /** @param {number} address */
  pageAt(address) {
    const { paging } = this.it;
    return [8 + (paging >> 4 & 1), 5, 2, paging & 7][address >> 14];
  }
}

/** Be a worker's whole work: answer its messages by a Spectrum. @param {typeof Runner} Kind */
export function serve(Kind) {
  const turns = new MessageChannel(), scope = /** @type {any} */ (self);
  /** @type {(() => void)[]} */ const works = [];
  turns.port1.onmessage = () => works.shift()?.();
  const clock = {
    now: () => performance.now(),
    /** Without a wait, a timer's least one is too long. @param {() => void} work @param {number} ms */
    later(work, ms) {
      if (ms) setTimeout(work, ms);
      else {
        works.push(work);
        turns.port2.postMessage(0);
      }
    },
  };
  const runner = new Kind((message, transfer = []) => scope.postMessage(message, transfer), clock);
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => runner.answer(data);
}
