// @ts-check
/**
 * Snapshots: `.z80`, `.szx` and `.sna` files read, `.szx` written.
 *
 * They are taken as `pyspectrum.snapshot` takes them. Sources: World of Spectrum, ".z80 format" and ".sna format";
 * Spectaculator, "ZX-State (SZX)".
 */

import { Bytes, InputError, deflate, inflate } from "./bytes.js";
import { A, F } from "./z80_prefixed.js";

/**
 * @typedef {import("./machine.js").Machine} Machine
 * @typedef {{machine: string, banks: Uint8Array[], words: number[], af: number[], i: number, r: number, iff: number,
 *  im: number, wz: number, border: number, ula: number, paging: number, selected: number, ay: number[],
 *  tstates: number}} Snapshot `words` are BC DE HL BC' DE' HL' IX IY SP PC, `af` AF and AF'; `banks` by their numbers
 */

const PAGE = 0x4000, PAGING_OF_48K = 0x30;
const SZX_MACHINES = ["16K", "48K", "128K", "+2", "+2A", "+3", "+3e", "Pentagon 128", "TC2048", "TC2068", "Scorpion",
  "SE", "TS2068", "Pentagon 512", "Pentagon 1024", "NTSC 48K", "128Ke"];
const Z80_MACHINES = /** @type {Record<number, string>} */ ({
  0: "48K", 1: "48K", 2: "SamRam", 3: "48K", 4: "128K", 5: "128K", 6: "128K", 7: "+3", 8: "+3", 9: "Pentagon 128",
  10: "Scorpion", 11: "Didaktik Kompakt", 12: "+2", 13: "+2A", 14: "TC2048", 15: "TC2068", 128: "TS2068",
});

/** @returns {Snapshot} */
const blank = () => ({
  machine: "48K", banks: [], words: Array(10).fill(0), af: [0, 0], i: 0, r: 0, iff: 0, im: 1, wz: 0, border: 7, ula: 0,
  paging: PAGING_OF_48K, selected: 0, ay: Array(16).fill(0), tstates: 0,
});

/** Read a snapshot. @param {Uint8Array} data @param {string} name @returns {Promise<Snapshot>} */
export async function parseSnapshot(data, name) {
  const file = new Bytes(data, name);
  const found = /\.sna$/i.test(name) ? parseSna(file) : /\.szx$/i.test(name) ? await parseSzx(file) : parseZ80(file);
  const needed = found.machine === "16K" ? [5] : found.machine === "48K" ? [5, 2, 0] : [0, 1, 2, 3, 4, 5, 6, 7];
  for (const bank of needed) {
    if (found.banks[bank]?.length !== PAGE) throw new InputError(`${name} is damaged: bank ${bank} is missing.`);
  }
  if (found.machine === "16K") {
    found.machine = "48K";
    found.banks[2] = found.banks[0] = new Uint8Array(PAGE);
  }
  return found;
}

/** Read the pairs at these places of a header. @param {Uint8Array} header @param {number[]} places */
const wordsAt = (header, places) => places.map(at => header[at] | header[at + 1] << 8);

/** @param {Bytes} file */
function parseSna(file) {
  const found = blank(), header = file.take(27);
  const low = file.take(PAGE), middle = file.take(PAGE), high = file.take(PAGE);
  found.words = wordsAt(header, [13, 11, 9, 5, 3, 1, 17, 15, 23, 0]);
  found.af = wordsAt(header, [21, 7]);
  [found.i, found.r, found.iff, found.im, found.border] = [header[0], header[20], header[19] >> 2 & 1, header[25],
    header[26] & 7];
  let bank = 0;
  if (file.atEnd) {
    const sp = found.words[8];
    if (sp < PAGE || sp > 0xfffe) throw new InputError(`${file.name} is damaged: its stack, with PC, is not in RAM.`);
    const at = sp - PAGE, ram = new Uint8Array([...low, ...middle, ...high]);
    found.words[9] = ram[at] | ram[at + 1] << 8;
    found.words[8] = sp + 2 & 0xffff;
  } else {
    found.machine = "128K";
    found.words[9] = file.word();
    found.paging = file.number();
    bank = found.paging & 7;
    file.number();
    for (let other = 0; other < 8; other++) {
      if (![5, 2, bank].includes(other)) found.banks[other] = file.take(PAGE);
    }
  }
  found.banks[bank] = high;
  found.banks[5] = low;
  found.banks[2] = middle;
  return found;
}

/** @param {Bytes} file */
async function parseSzx(file) {
  if (file.text(Math.min(4, file.data.length)) !== "ZXST") throw new InputError(`${file.name} is no .szx.`);
  const found = blank();
  file.take(2);
  const machine = file.number();
  file.take(1);
  found.machine = checked(SZX_MACHINES[machine] ?? `machine of kind ${machine}`, file.name);
  while (!file.atEnd) {
    const kind = file.text(4), block = new Bytes(file.take(file.number(4)), file.name), { data } = block;
    if (kind === "ROM\0") {
      throw new InputError(`${file.name} is of a machine with a ROM of its own: it cannot run here.`);
    }
    if (kind === "Z80R") {
      block.take(37);
      found.words = wordsAt(data, [2, 4, 6, 10, 12, 14, 16, 18, 20, 22]);
      found.af = [data[1] << 8 | data[0], data[9] << 8 | data[8]];
      [found.i, found.r, found.iff, , found.im] = data.subarray(24, 29);
      found.tstates = data[29] | data[30] << 8 | data[31] << 16;
      found.wz = data[35] | data[36] << 8;
    } else if (kind === "SPCR") {
      const [border, paging, , ula] = block.take(8);
      [found.border, found.ula] = [border & 7, ula];
      if (machine > 1) found.paging = paging;
    } else if (kind === "AY\0\0") {
      [, found.selected, ...found.ay] = block.take(18);
    } else if (kind === "RAMP") {
      const flags = block.word(), bank = block.number() & 7, rest = data.subarray(3);
      found.banks[bank] = flags & 1 ? await inflate(rest, PAGE).catch(() => {
        throw new InputError(`${file.name} is damaged: bank ${bank} cannot be unpacked.`);
      }) : rest;
    }
  }
  return found;
}

/** @param {Bytes} file */
function parseZ80(file) {
  const found = blank(), header = file.take(30);
  found.words = wordsAt(header, [2, 13, 4, 15, 17, 19, 25, 23, 8, 6]);
  found.af = [header[0] << 8 | header[1], header[21] << 8 | header[22]];
  [found.i, found.r, found.iff, found.im] = [header[10], header[11] & 0x7f | header[12] << 7 & 0x80, header[27],
    header[29] & 3];
  found.border = header[12] >> 1 & 7;
  if (found.words[9]) {
    const isPacked = header[12] & 0x20, size = 3 * PAGE;
    const ram = isPacked ? unpacked(file.data.subarray(30), size, file.name) : file.take(size);
    [5, 2, 0].forEach((bank, k) => { found.banks[bank] = ram.slice(k * PAGE, (k + 1) * PAGE); });
    return found;
  }
  const more = file.take(file.word()), isVersion2 = more.length === 23, kind = more[2];
  found.words[9] = more[0] | more[1] << 8;
  const known = isVersion2 && kind === 3 ? "128K" : Z80_MACHINES[kind] ?? `machine of kind ${kind}`;
  const modified = /** @type {Record<string, string>} */ ({ "48K": "16K", "128K": "+2", "+3": "+2A" });
  found.machine = checked(more[5] & 0x80 ? modified[known] ?? known : known, file.name);
  const isBanked = found.machine === "128K" || found.machine === "+2";
  if (isBanked) found.paging = more[3];
  found.selected = more[6];
  found.ay = [...more.subarray(7, 23)];
  if (!isVersion2) {
    const frame = isBanked ? 70908 : 69888, quarter = frame / 4;
    found.tstates = frame - 1 - ((2 - more[25] & 3) * quarter) - (more[23] | more[24] << 8) % quarter;
  }
  const banks = isBanked ? [-1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7] : [-1, -1, -1, -1, 2, 0, -1, -1, 5];
  while (!file.atEnd && Object.keys(found.banks).length < (isBanked ? 8 : 3)) {
    const length = file.word(), page = file.number(), bank = banks[page] ?? -1;
    const ram = length === 0xffff ? file.take(PAGE) : unpacked(file.take(length), PAGE, file.name);
    if (bank >= 0) found.banks[bank] = ram;
  }
  return found;
}

/** Unpack runs, ED ED length byte. @param {Uint8Array} packed @param {number} length @param {string} name */
function unpacked(packed, length, name) {
  const out = new Uint8Array(length);
  let to = 0;
  for (let at = 0; at < packed.length && to < length;) {
    if (packed[at] === 0xed && packed[at + 1] === 0xed) {
      out.fill(packed[at + 3], to, to + packed[at + 2]);
      to += packed[at + 2];
      at += 4;
    } else out[to++] = packed[at++];
  }
  if (to !== length) throw new InputError(`${name} is damaged: its memory cannot be unpacked.`);
  return out;
}

/** @param {string} machine @param {string} name */
function checked(machine, name) {
  if (["16K", "48K", "128K", "+2"].includes(machine)) return machine;
  const known = "which this page cannot run: it knows the 48K, 128K and +2.";
  throw new InputError(`${name} is a snapshot of a ${machine}, ${known}`);
}

/** Put a machine into a snapshot's state, in a frame that has not been yet.
 *  @param {Machine} machine @param {Snapshot} snapshot @param {string} name */
export function applySnapshot(machine, snapshot, name) {
  const { z80, model, banks } = machine, isOther = snapshot.machine !== "48K" && snapshot.machine !== model.name;
  if (isOther && !(model.banked && /\.sna$/i.test(name))) {
    throw new InputError(`${name} is a snapshot of a ${snapshot.machine}; this page has a ${model.name}.`);
  }
  const frame = Math.ceil(machine.tstates / model.frame);
  banks.forEach((bank, number) => bank.set(snapshot.banks[number] ?? new Uint8Array(PAGE)));
  [0, 2, 4].forEach((at, k) => {
    z80.setPair(at, snapshot.words[k]);
    z80.shadow[at] = snapshot.words[3 + k] >> 8;
    z80.shadow[at + 1] = snapshot.words[3 + k];
  });
  z80.setPair(8, snapshot.words[6]);
  z80.setPair(10, snapshot.words[7]);
  [z80.sp, z80.pc] = snapshot.words.slice(8);
  z80.af = snapshot.af[0];
  [z80.shadow[A], z80.shadow[F]] = [snapshot.af[1] >> 8, snapshot.af[1]];
  [z80.i, z80.r, z80.im, z80.wz] = [snapshot.i, snapshot.r, snapshot.im, snapshot.wz];
  z80.iff = snapshot.iff ? 1 : 0;
  z80.halted = z80.code = 0; // a machine that waited in HALT takes that instruction again
  z80.edge = frame * model.frame;
  z80.now = snapshot.tstates % model.frame;
  machine.ula = snapshot.ula & ~7 | snapshot.border;
  if (model.banked) {
    machine.selected = snapshot.machine === "48K" ? 0 : snapshot.selected;
    machine.ay.set(snapshot.ay);
  }
  machine.page(model.banked ? snapshot.paging : PAGING_OF_48K);
  machine.beam?.begin(machine);
}

/** The machine as a `.szx` file. @param {Machine} machine @returns {Promise<Uint8Array>} */
export async function writeSzx(machine) {
  const { z80, model } = machine, { g, shadow } = z80;
  /** @param {number[]} words */
  const bytesOf = words => words.flatMap(word => [word & 255, word >> 8]);
  const pairs = (/** @type {Uint8Array} */ from) => [0, 2, 4].map(at => from[at] << 8 | from[at + 1]);
  const registers = [g[F], g[A], ...bytesOf(pairs(g)), shadow[F], shadow[A], ...bytesOf(pairs(shadow)),
    ...bytesOf([z80.pair(8), z80.pair(10), z80.sp, z80.pc]), z80.i, z80.r, z80.iff, z80.iff, z80.im,
    z80.now & 255, z80.now >> 8 & 255, z80.now >> 16, 0, 0, 0, ...bytesOf([z80.wz])];
  /** @type {number[]} */ const file = [];
  const block = (/** @type {string} */ kind, /** @type {Iterable<number>} */ content) => {
    const body = [...content];
    file.push(...[...kind].map(letter => letter.charCodeAt(0)), ...bytesOf([body.length & 0xffff, body.length >> 16]));
    for (const byte of body) file.push(byte);
  };
  file.push(...new TextEncoder().encode("ZXST"), 1, 4, model.name === "+2" ? 3 : model.banked ? 2 : 1, 0);
  block("SPCR", [machine.ula & 7, model.banked ? machine.paging : 0, 0, machine.ula, 0, 0, 0, 0]);
  block("Z80R", registers);
  if (model.banked) block("AY\0\0", [0, machine.selected, ...machine.ay]);
  else block("KEYB", [0, 0, 0, 0, 0]);
  for (const [number, bank] of machine.banks.entries()) {
    if (bank) block("RAMP", [1, 0, number, ...await deflate(bank)]);
  }
  return Uint8Array.from(file);
}
