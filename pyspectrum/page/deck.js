// @ts-check
/**
 * The tape recorder: it gives a block to the ROM at once, plays all else as pulses when a program listens, and catches
 * what the ROM saves.
 *
 * It decides, and leaves registers, as `pyspectrum.tape.deck` does, which says why.
 */

import { leaderOf, sounds, waveform } from "./tape.js";
import { capture, restore } from "./states.js";
import { A, B, C, D, F, H, L, SZP } from "./z80_prefixed.js";

/**
 * @typedef {import("./machine.js").Machine} Machine
 * @typedef {import("./tape.js").Part} Part
 * @typedef {{first: number, following: number, start: number, wave: import("./tape.js").Waveform, leader: number,
 *  heard?: boolean}} Playing
 */

const SA_LEADER_OUT = 0x04da, SA_BYTES_RET = 0x053e, SPACE_ROW = 7, SPACE = 1;
const LD_START_OUT = 0x055c, LD_BYTES_RET = 0x05e2, SA_LD_RET = 0x053f, LISTENING = [0x0562, 0x05f2];
const LOOK_TSTATES = 23456, SUSPICIOUS = 40, READS_A_LOOK = 60, TRIALS = [1, 2], DEAF_FRAMES = 50;
const MS = 3500, GAP_TSTATES = 20 * MS, NO_EDGES = new Float64Array(0);
const AF2_AFTER_LOADING = 0x0145, AF2_AFTER_VERIFYING = 0x0044;

export class Deck {
  /** @param {Machine} machine */
  constructor(machine) {
    this.machine = machine;
    this.trap = LD_START_OUT;
    /** True to give the ROM's blocks at once, false to play them. */
    this.atOnce = true;
    /** Told each block that the ROM saves, flag and checksum with it; without it blocks go out as sound.
     *  @type {((bytes: Uint8Array) => void) | null} */ this.saved = null;
    /** The page's name for the tape that is in. */
    this.label = "";
    /** @type {Part[]} */ this.parts = [];
    this.position = 0;
    /** @type {Playing | null} */ this.playing = null;
    this.begun = -1;
    this.silentUntil = 0;
    this.reads = this.looked = this.lookAt = this.suspicion = this.suspected = 0;
    this.listenAfresh();
    machine.hook(SA_LEADER_OUT, () => { if (machine.isBasicRom) this.save(); });
  }

  // -- the buttons

  /** @param {Part[]} parts @param {string} [label] */
  insert(parts, label = "") {
    this.parts = parts;
    this.label = label;
    this.rewind();
  }
  rewind() {
    this.stop(0);
    this.begun = -1;
    this.silentUntil = 0;
  }
  /** Play from here on, or stop. @param {boolean} plays */
  press(plays) {
    const { playing } = this, now = this.machine.tstates;
    if (!plays && playing?.heard) this.stop(now < playing.leader ? playing.first : playing.following);
    else if (plays && !playing?.heard && !this.atEnd) this.playGroup(this.group(Math.max(now, this.silentUntil)));
  }
  get atEnd() { return this.nextSound() < 0; }
  /** Return what a page shows of it. */
  shown() {
    const { label, position, parts, playing, atEnd } = this;
    return { label, position, parts: parts.length, playing: !!playing?.heard, atEnd };
  }
  /** Return where the tape is, to come back to. */
  state() {
    const { label, parts, position, playing, begun, silentUntil, machine, looked, lookAt, suspicion, suspected } = this;
    return { label, parts, position, playing, begun, silentUntil, looked, lookAt, suspicion, suspected,
      reads: machine.ulaReads - this.reads };
  }
  /** After the machine has been restored. @param {unknown} state what `state` has returned */
  restore(state) {
    Object.assign(this, state);
    this.reads = this.machine.ulaReads - this.reads;
    this.start(this.playing);
  }

  // -- for the machine

  nextLook() {
    const { playing } = this, end = playing ? playing.wave.last + MS : Infinity;
    return playing?.heard || this.nextSound() < 0 ? end : Math.min(end, this.lookAt);
  }
  /** Stop the tape at the end of what plays; start it if the program listens. */
  look() {
    const { machine, playing } = this, now = machine.tstates;
    if (playing && now >= playing.wave.last + MS) return this.finish();
    if (playing?.heard || now < this.lookAt || this.nextSound() < 0) return;
    const reads = machine.ulaReads - this.reads, span = now - this.looked, { pc, iff } = machine.z80;
    const wanted = machine.isBasicRom && pc >= LISTENING[0] && pc < LISTENING[1];
    if (reads * LOOK_TSTATES >= READS_A_LOOK * span && span <= 2 * LOOK_TSTATES) {
      this.suspicion += wanted || !iff ? 10 : 1;
    } else [this.suspicion, this.suspected] = [0, now];
    [this.reads, this.looked, this.lookAt] = [machine.ulaReads, now, now + LOOK_TSTATES];
    if (this.suspicion >= SUSPICIOUS && this.begun !== this.nextSound()) {
      this.suspicion = 0;
      this.tryToPlay();
    }
  }
  /** The ROM wants a block: the machine stands at the trap. */
  serve() {
    const { playing, machine } = this, now = machine.tstates, { z80 } = machine;
    if (this.nextSound() < 0 && !playing) return;
    z80.wz = z80.g[A] << 8 | 0xff;
    if (playing) {
      if (now >= playing.wave.last || !playing.heard) this.finish();
      else if (this.parts[playing.first].kind !== "block" || !this.atOnce) return; // the ROM hears the pulses
      else this.stop(now < playing.leader ? playing.first : playing.following);
    }
    const index = this.nextSound(), part = this.parts[index];
    if (!part) return;
    if (part.kind === "block" && this.atOnce) {
      loadBytes(machine, part.bytes);
      this.position = index + 1;
      this.runOn();
    } else this.playGroup(this.group(Math.max(now, this.silentUntil)));
  }

  /** The ROM saves a block: take it at once, unless SPACE is down, which breaks off. */
  save() {
    const { machine } = this, { z80 } = machine, { g, shadow } = z80;
    if (!this.saved || !(machine.rows[SPACE_ROW] & SPACE)) return;
    const start = z80.pair(8) + 1, length = z80.pair(D) - 1 & 0xffff;
    const bytes = Uint8Array.of(shadow[A], ...machine.peek(start, length), 0);
    bytes[length + 1] = bytes.reduce((parity, byte) => parity ^ byte);
    z80.wz = g[A] << 8 | 0xff;
    z80.setPair(8, start + length + 1 & 0xffff);
    z80.setPair(B, 0x000e);
    z80.setPair(D, 0xffff);
    [g[A], g[F], g[H], g[L]] = [0, 0x51, 0, 0];
    z80.pc = SA_BYTES_RET;
    this.saved(bytes);
  }

  // -- inside

  listenAfresh() {
    const { ulaReads, tstates } = this.machine;
    [this.reads, this.suspicion] = [ulaReads, 0];
    [this.looked, this.suspected, this.lookAt] = [tstates, tstates, tstates + LOOK_TSTATES];
  }
  /** The next part with a sound, or -1. */
  nextSound() {
    for (let k = this.position; k < this.parts.length; k++) if (sounds(this.parts[k])) return k;
    return -1;
  }
  tryToPlay() {
    const { machine, playing } = this, now = machine.tstates;
    const isLate = !playing || now < playing.start || this.suspected > playing.leader;
    let group = isLate ? this.group(now) : playing;
    if (!TRIALS.some(frames => this.after(frames, NO_EDGES) !== this.after(frames, group.wave.edges))) {
      this.lookAt = now + DEAF_FRAMES * machine.model.frame;
      return;
    }
    this.begun = group.first;
    if (now < this.silentUntil) group = this.group(this.silentUntil);
    this.playGroup(group);
  }
  /** Let the tape play behind a block given at once, if it does not go on at the ROM's speed. */
  runOn() {
    const first = this.nextSound(), between = this.parts.slice(this.position - 1, first);
    if (first < 0 || this.parts[first].kind === "block" || between.some(part => this.stops(part))) return;
    const pause = between.reduce((sum, part) => sum + (part.kind === "stop" ? 0 : part.pause), 0);
    this.start(this.group(Math.max(this.machine.tstates, this.silentUntil) + pause));
  }
  /** @param {Part} part */
  stops(part) { return part.kind === "stop" && !(part.only48 && this.machine.model.banked); }
  /** The parts that sound without a gap from the next one on. @param {number} start @returns {Playing} */
  group(start) {
    const { parts } = this, first = this.nextSound();
    let following = first;
    for (let silence = 0; following < parts.length && silence < GAP_TSTATES; following++) {
      const part = parts[following];
      if (this.stops(part)) break;
      if (part.kind !== "stop") silence = sounds(part) ? part.pause : silence + part.pause;
    }
    const wave = waveform(parts.slice(first, following), start);
    return { first, following, start, wave, leader: start + leaderOf(parts[first]) };
  }
  /** Run a trial with these edges; return the program's place after so many frames, and what tells its way.
   *  @param {number} frames @param {Float64Array} edges */
  after(frames, edges) {
    const { machine } = this, { z80, beam, logs } = machine, before = capture(machine);
    const until = machine.tstates + frames * machine.model.frame;
    machine.beam = null;
    machine.logs = false;
    machine.play(edges);
    while (machine.tstates < until) machine.execute(until, -1);
    const place = [z80.pc, machine.tstates, z80.r, z80.sp].join();
    restore(machine, before);
    machine.beam = beam;
    machine.logs = logs;
    return place;
  }
  /** @param {Playing} playing */
  playGroup(playing) { this.start({ ...playing, heard: true }); }
  /** @param {Playing | null} playing */
  start(playing) {
    this.playing = playing;
    this.machine.play(playing?.wave.edges ?? NO_EDGES);
  }
  finish() {
    const { playing } = this;
    if (!playing?.heard) return this.start(null);
    this.silentUntil = playing.wave.end;
    this.stop(playing.following);
  }
  /** @param {number} position */
  stop(position) {
    this.position = position;
    this.start(null);
    this.listenAfresh();
  }
}

/** Give a block to a machine at LD-BYTES's first OUT, as the ROM's routine would leave it.
 *  @param {Machine} machine @param {Uint8Array} bytes */
function loadBytes(machine, bytes) {
  const { z80 } = machine, { g, shadow } = z80, expected = shadow[A], loading = shadow[F] & 1, wanted = z80.pair(D);
  let address = z80.pair(8), left = wanted, parity = 0, difference = 0;
  let [a, f, b, last] = [0, 0x50, 0, 1]; // LD-EDGE-1 has counted B up to zero: the block ended too soon
  for (let k = 0; k < bytes.length; k++) {
    const byte = bytes[k];
    parity ^= byte;
    if (left === 0) {
      g[A] = parity;
      z80.alu(7, 1);
      [a, f, b, last] = [parity, g[F], 0xb0, byte];
      break;
    }
    if (k === 0) difference = expected ^ byte;
    else if (loading) {
      difference = 0;
      if (address > 0x3fff) machine.store(address, byte);
    } else difference = z80.peek(address) ^ byte;
    if (difference) {
      [a, f, b, last] = [difference, SZP[difference], 0xb0, byte];
      break;
    }
    if (k) {
      address = address + 1 & 0xffff;
      left--;
    }
  }
  if (wanted !== left && (loading || !difference)) {
    const word = loading ? AF2_AFTER_LOADING : AF2_AFTER_VERIFYING;
    [shadow[A], shadow[F]] = [word >> 8, word];
    g[C] = 1;
  }
  z80.setPair(8, address);
  z80.setPair(D, left);
  [g[A], g[F], g[B], g[H], g[L]] = [a, f, b, parity, last];
  z80.sp = z80.sp - 2 & 0xffff;
  machine.poke(z80.sp, Uint8Array.of(SA_LD_RET & 255, SA_LD_RET >> 8));
  z80.iff = 0;
  z80.pc = LD_BYTES_RET;
}
