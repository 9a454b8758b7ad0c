// @ts-check
/**
 * Tapes: `.tap` and `.tzx` files as parts, and the times at which they turn the EAR level over.
 *
 * It reads what `pyspectrum.tape` reads, and plays it alike. Source: the TZX specification, revision 1.20.
 */

import { Bytes, InputError } from "./bytes.js";

/**
 * @typedef {{kind: "block", bytes: Uint8Array, pause: number}} Block flag, payload and checksum, at the ROM's speed
 * @typedef {{kind: "signal", pulses: [number, number][], data: Uint8Array, zero: number, one: number, used: number,
 *  pause: number, level: number | null}} Signal pulses as [count, T-states], then bits of two pulses each
 * @typedef {{kind: "recording", samples: Uint8Array, tstates: number, used: number, pause: number}} Recording
 * @typedef {{kind: "stop", only48: boolean}} Stop
 * @typedef {Block | Signal | Recording | Stop} Part
 * @typedef {{edges: Float64Array, last: number, end: number}} Waveform end of the last pulse, and of the silence after
 */

const PILOT = 2168, HEADER_PILOTS = 8063, DATA_PILOTS = 3223, SYNC = [667, 735], ZERO = 855, ONE = 1710;
const MS = 3500, SECOND = 1000 * MS;
const MOST_PARTS = 65536, MOST_PULSES = 8_000_000;
const NO_DATA = new Uint8Array(0);
const REFUSED = /** @type {Record<number, string>} */ ({
  0x16: "a C64 tape", 0x17: "a C64 turbo tape", 0x18: "a CSW recording", 0x19: "generalized data", 0x40: "a snapshot",
});
/** Length of a block: bytes before the variable part; where its length stands: offset, bytes, unit. */
const BODIES = /** @type {Record<number, number[]>} */ ({
  0x10: [4, 2, 2, 1], 0x11: [18, 15, 3, 1], 0x12: [4], 0x13: [1, 0, 1, 2], 0x14: [10, 7, 3, 1], 0x15: [8, 5, 3, 1],
  0x16: [4, 0, 4, 1], 0x17: [4, 0, 4, 1], 0x18: [4, 0, 4, 1], 0x19: [4, 0, 4, 1], 0x20: [2], 0x21: [1, 0, 1, 1],
  0x22: [0], 0x23: [2], 0x24: [2], 0x25: [0], 0x26: [2, 0, 2, 2], 0x27: [0], 0x28: [2, 0, 2, 1], 0x2a: [4, 0, 4, 1],
  0x2b: [4, 0, 4, 1], 0x30: [1, 0, 1, 1], 0x31: [2, 1, 1, 1], 0x32: [2, 0, 2, 1], 0x33: [1, 0, 1, 3], 0x34: [8],
  0x35: [20, 16, 4, 1], 0x40: [4, 1, 3, 1], 0x5a: [9],
});

/** @param {Partial<Signal>} what @returns {Signal} */
const signal = what => ({
  kind: "signal", pulses: [], data: NO_DATA, zero: 0, one: 0, used: 8, pause: 0, level: null, ...what,
});

/** Return the parts of a tape file. @param {Uint8Array} data @param {string} name @returns {Part[]} */
export function parseTape(data, name) {
  const parts = /\.tzx$/i.test(name) ? parseTzx(data, name) : parseTap(data, name);
  if (!parts.length) throw new InputError(`${name} is an empty tape. Open another.`);
  return parts;
}

/** @param {Uint8Array} data @param {string} name @returns {Part[]} */
function parseTap(data, name) {
  const file = new Bytes(data, name);
  /** @type {Part[]} */ const parts = [];
  while (!file.atEnd) {
    const start = file.at, length = file.word();
    if (length < 2) throw new InputError(`${name} is no .tap: its block at byte ${start} has ${length} bytes.`);
    parts.push({ kind: "block", bytes: file.take(length), pause: SECOND });
  }
  return parts;
}

/** @param {Uint8Array} data @param {string} name @returns {Part[]} */
function parseTzx(data, name) {
  const file = new Bytes(data, name);
  if (file.text(Math.min(8, data.length)) !== "ZXTape!\x1a") throw new InputError(`${name} is no .tzx. Is it a .tap?`);
  file.take(2);
  /** @type {{kind: number, body: Bytes}[]} */ const blocks = [];
  while (!file.atEnd) {
    const kind = file.number(), place = `Block ${blocks.length + 1} of ${name}`, layout = BODIES[kind];
    if (!layout) throw new InputError(`${place} is of kind #${kind.toString(16)}, which .tzx 1.20 does not have.`);
    if (REFUSED[kind]) throw new InputError(`${place} is ${REFUSED[kind]}, which cannot be played.`);
    const [fixed, at, bytes, unit] = layout, start = file.at;
    let length = fixed;
    if (unit) {
      file.take(at);
      length += unit * file.number(bytes);
      file.at = start;
    }
    blocks.push({ kind, body: new Bytes(file.take(length), place) });
  }
  const parsed = blocks.map(({ kind, body }) => parseBlock(kind, body));
  return unroll(blocks, parsed, name);
}

/** One block; null for those that only direct the player, or are for people.
 *  @param {number} kind @param {Bytes} body @returns {Part | null} */
function parseBlock(kind, body) {
  const rest = () => body.take(body.data.length - body.at);
  /** How many bits of the last byte are used; of no byte all. @param {number} used @param {Uint8Array} data @returns {number} */
  const bits = (used, data) => {
    if (data.length && (used < 1 || used > 8)) throw new InputError(`${body.name} is damaged: its last byte has ${used} bits.`);
    return data.length ? used : 8;
  };
  switch (kind) {
    case 0x10: {
      const pause = body.word() * MS;
      body.take(2);
      const bytes = rest();
      if (bytes.length > 1) return { kind: "block", bytes, pause };
      if (!bytes.length) return signal({ pause });
      return { ...blockSignal(bytes), pause };
    }
    case 0x11: {
      const [pilot, sync1, sync2, zero, one, count] = Array.from({ length: 6 }, () => body.word());
      const used = body.number(), pause = body.word() * MS;
      body.take(3);
      const data = rest();
      return signal({ pulses: [[count, pilot], [1, sync1], [1, sync2]], data, zero, one, used: bits(used, data), pause });
    }
    case 0x12: {
      const length = body.word();
      return signal({ pulses: [[body.word(), length]] });
    }
    case 0x13: return signal({ pulses: Array.from({ length: body.number() }, () => [1, body.word()]) });
    case 0x14: {
      const zero = body.word(), one = body.word(), used = body.number(), pause = body.word() * MS;
      body.take(3);
      const data = rest();
      return signal({ data, zero, one, used: bits(used, data), pause });
    }
    case 0x15: {
      const tstates = body.word(), pause = body.word() * MS, used = body.number();
      body.take(3);
      const samples = rest();
      return { kind: "recording", samples, tstates, used: bits(used, samples), pause };
    }
    case 0x20: {
      const pause = body.word() * MS;
      return pause ? signal({ pause }) : { kind: "stop", only48: false };
    }
    case 0x2a: return { kind: "stop", only48: true };
    case 0x2b:
      body.take(4);
      return signal({ level: body.atEnd ? 0 : Math.min(1, body.number()) });
    default: return null;
  }
}

/** The parts in the order in which they are played.
 *  @param {{kind: number, body: Bytes}[]} blocks @param {(Part | null)[]} parsed @param {string} name */
function unroll(blocks, parsed, name) {
  /** @type {Part[]} */ const parts = [];
  let index = 0, steps = 0, loopAt = -1, left = 0, calling = -1, called = 0;
  /** @type {number[]} */ let sequence = [];
  const signed = (/** @type {Bytes} */ body) => body.word() << 16 >> 16;
  while (index < blocks.length) {
    if (++steps > MOST_PARTS) throw new InputError(`${name} jumps or loops without an end at block ${index + 1}.`);
    const { kind, body } = blocks[index], part = parsed[index];
    let following = index + 1;
    if (part) parts.push(part);
    if (kind >= 0x23 && kind <= 0x27) body.at = 0;
    if (kind === 0x23) following = index + signed(body);
    else if (kind === 0x24) [loopAt, left] = [following, body.word()];
    else if (kind === 0x25 && loopAt >= 0) {
      if (--left > 0) following = loopAt;
    } else if (kind === 0x26) {
      sequence = Array.from({ length: body.word() }, () => signed(body));
      [calling, called] = [index, 0];
    }
    if (calling >= 0 && (kind === 0x26 || kind === 0x27)) {
      if (called < sequence.length) following = calling + sequence[called++];
      else [following, calling] = [calling + 1, -1];
    }
    if (following < 0 || following > blocks.length) {
      throw new InputError(`Block ${index + 1} of ${name} goes to block ${following + 1}, which is not there.`);
    }
    index = following;
  }
  return parts;
}

// -- sound

/** Return true if there is more in a part than silence. @param {Part} part */
export const sounds = part => part.kind === "block" || part.kind === "recording"
  || (part.kind === "signal" && part.pulses.length + part.data.length > 0);

/** A block as the pulses that the ROM saves. @param {Uint8Array} bytes @returns {Signal} */
function blockSignal(bytes) {
  const count = bytes[0] < 0x80 ? HEADER_PILOTS : DATA_PILOTS;
  return signal({ pulses: [[count, PILOT], [1, SYNC[0]], [1, SYNC[1]]], data: bytes, zero: ZERO, one: ONE });
}

/** Return how long a part sounds before its first bit. @param {Part} part */
export function leaderOf(part) {
  const { pulses } = part.kind === "block" ? blockSignal(part.bytes) : part.kind === "signal" ? part : signal({});
  return pulses.reduce((sum, [count, duration]) => sum + count * duration, 0);
}

/** @param {Signal} part */
function pulsesOf({ pulses, data, zero, one, used }) {
  /** @type {number[]} */ const durations = [];
  for (const [count, duration] of pulses) for (let n = 0; n < count; n++) durations.push(duration);
  data.forEach((byte, k) => {
    const bits = k === data.length - 1 ? used : 8;
    for (let bit = 0; bit < bits; bit++) {
      const duration = byte & 0x80 >> bit ? one : zero;
      durations.push(duration, duration);
    }
  });
  return durations;
}

/** How long each level of a recording lasts. @param {Recording} part */
function runsOf({ samples, tstates, used }) {
  /** @type {number[]} */ const durations = [];
  let level = samples[0] >> 7, since = 0;
  const bits = 8 * samples.length - 8 + used;
  for (let bit = 1; bit <= bits; bit++) {
    const now = bit === bits ? 1 - level : samples[bit >> 3] >> 7 - (bit & 7) & 1;
    if (now === level) continue;
    durations.push((bit - since) * tstates);
    [level, since] = [now, bit];
  }
  return durations;
}

/** @param {Part} part */
const pulseCount = part => part.kind === "recording" ? 8 * part.samples.length
  : part.kind === "stop" ? 0 : part.kind === "block" ? DATA_PILOTS + 16 * part.bytes.length
    : part.pulses.reduce((sum, [count]) => sum + count, 0) + 16 * part.data.length;

/** Parts that start to play at a moment: low at first, the level turns over at each edge.
 *  @param {Part[]} parts @param {number} start @returns {Waveform} */
export function waveform(parts, start) {
  if (parts.reduce((sum, part) => sum + pulseCount(part), 0) > MOST_PULSES) {
    throw new InputError("This tape has too many pulses to be played in one go.");
  }
  /** @type {number[]} */ const edges = [];
  let now = start, last = start, silent = true;
  for (const part of parts) {
    if (part.kind === "stop") continue;
    const level = edges.length & 1, isRecording = part.kind === "recording";
    const durations = isRecording ? runsOf(part) : pulsesOf(part.kind === "block" ? blockSignal(part.bytes) : part);
    let wanted = level;
    if (part.kind === "block") wanted = silent && part.pause ? 1 : level;
    else if (isRecording) wanted = part.samples.length ? part.samples[0] >> 7 : 0;
    else wanted = part.level ?? level;
    if (wanted !== level) edges.push(now);
    durations.forEach((duration, k) => {
      now += duration;
      if (!isRecording || k < durations.length - 1) edges.push(now);
    });
    if (durations.length) {
      last = now;
      silent = false;
    }
    if (!part.pause) continue;
    const holds = part.kind === "signal" && part.level && !durations.length;
    if (edges.length & 1 && !holds) edges.push(now + Math.min(MS, part.pause));
    now += part.pause;
    silent = true;
  }
  return { edges: Float64Array.from(edges), last, end: now };
}
