// @ts-check
/** The Z80's instructions after CB, DD, ED and FD, and the registers' places. */

export const [B, C, D, E, H, L, F, A] = [0, 1, 2, 3, 4, 5, 6, 7];

/** Sign, zero, bits 5 and 3, and parity of a byte. */
export const SZP = Uint8Array.from({ length: 256 }, (_, n) => {
  let ones = 0;
  for (let bit = 0; bit < 8; bit++) ones += n >> bit & 1;
  return n & 0xa8 | (n ? 0 : 0x40) | (ones & 1 ? 0 : 4);
});

/** Return true if DD and FD change an instruction. @param {number} op */
export function usesHl(op) {
  const y = op >> 3 & 7, z = op & 7;
  if (op < 0x40) return (op & 15) === 9 || (y === 4 && z > 0 && z < 7) || (y === 5 && z > 1 && z < 7)
    || (y === 6 && z > 3 && z < 7);
  if (op < 0x80) return op !== 0x76 && ((y > 3 && y < 7) || (z > 3 && z < 7));
  if (op < 0xc0) return z > 3 && z < 7;
  return [0xcb, 0xe1, 0xe3, 0xe5, 0xe9, 0xf9].includes(op);
}

/** Return true if an instruction sets the flags by its result; POP AF and EX AF,AF' do not.
 *  @param {number} code as `Z80.code` */
export function setsFlags(code) {
  const op = code & 0xff, y = op >> 3 & 7, z = op & 7;
  if (code >> 8 === 0xcb) return op < 0x80;
  if (code >> 8 === 0xed) {
    if (op >= 0xa0) return op < 0xc0 && z < 4 && y > 3;
    return op >= 0x40 && op < 0x80 && (z === 0 || z === 2 || z === 4 || (z === 7 && y > 1 && y < 6));
  }
  if (op < 0x40) return z === 4 || z === 5 || z === 7 || (z === 1 && (y & 1) === 1);
  return op >= 0x80 && (op < 0xc0 || z === 6);
}

/** CB: rotations, BIT, RES, SET. @param {import('./z80.js').Z80} z80 @param {number} hl */
export function bits(z80, hl) {
  const g = z80.g;
  let address = -1, op;
  if (hl !== H) {
    const offset = z80.next();
    op = z80.next();
    z80.idle(z80.pc - 1 & 0xffff, 2);
    address = z80.wz = z80.pair(hl) + (offset << 24 >> 24) & 0xffff;
  } else {
    op = z80.opcode();
    if ((op & 7) === 6) address = z80.pair(H);
  }
  z80.code = 0xcb00 | op;
  const y = op >> 3 & 7, r = op & 7, group = op >> 6;
  let value = g[r];
  if (address >= 0) {
    value = z80.read(address);
    z80.idle(address, 1);
  }
  if (group === 1) {
    const seen = address >= 0 ? z80.wz >> 8 : value;
    const set = value >> y & 1;
    g[F] = g[F] & 1 | 0x10 | seen & 0x28 | (set ? 0 : 0x44) | (set && y === 7 ? 0x80 : 0);
    return;
  }
  const result = group === 0 ? z80.rotate(y, value) : group === 2 ? value & ~(1 << y) : value | 1 << y;
  if (address >= 0) z80.write(address, result);
  if (address < 0 || (hl !== H && r !== 6)) g[r] = result;
}

/** ED. @param {import('./z80.js').Z80} z80 @param {number} op */
export function extended(z80, op) {
  const g = z80.g, y = op >> 3 & 7, z = op & 7, p = y >> 1;
  z80.code = 0xed00 | op;
  if (op >= 0xa0 && op < 0xc0 && z < 4 && y > 3) return block(z80, y, z);
  if (op < 0x40 || op > 0x7f) return;
  const bc = z80.pair(B);
  switch (z) {
    case 0: {
      z80.portCycle(bc);
      const value = z80.input(bc);
      z80.wz = bc + 1 & 0xffff;
      if (y !== 6) g[y] = value;
      g[F] = SZP[value] | g[F] & 1;
      return;
    }
    case 1:
      z80.portCycle(bc);
      z80.wz = bc + 1 & 0xffff;
      return z80.output(bc, y === 6 ? 0 : g[y]);
    case 2:
      z80.idle(z80.ir, 7);
      return z80.carryWide(z80.wide(p, H), !(y & 1));
    case 3: {
      const address = z80.nextWord();
      if (y & 1) z80.setWide(p, H, z80.readWord(address));
      else z80.writeWord(address, z80.wide(p, H));
      return;
    }
    case 4: {
      const value = g[A];
      g[A] = 0;
      return z80.alu(2, value);
    }
    case 5:
      z80.pc = z80.wz = z80.pop();
      return;
    case 6:
      z80.im = [0, 0, 1, 2][y & 3];
      return;
    default: special(z80, y);
  }
}

/** LD with I and R, RRD, RLD. @param {import('./z80.js').Z80} z80 @param {number} y */
function special(z80, y) {
  const g = z80.g;
  if (y < 4) {
    z80.idle(z80.ir, 1);
    if (y === 0) z80.i = g[A];
    else if (y === 1) z80.r = g[A];
    else {
      g[A] = y === 2 ? z80.i : z80.r;
      const soon = z80.now % z80.timing.frame < z80.timing.interrupt;
      g[F] = g[A] & 0xa8 | (g[A] ? 0 : 0x40) | (z80.iff && !soon ? 4 : 0) | g[F] & 1;
    }
  } else if (y < 6) {
    const hl = z80.pair(H), value = z80.read(hl), a = g[A];
    z80.idle(hl, 4);
    z80.write(hl, y === 4 ? (a & 15) << 4 | value >> 4 : value << 4 & 0xf0 | a & 15);
    g[A] = a & 0xf0 | (y === 4 ? value & 15 : value >> 4);
    g[F] = SZP[g[A]] | g[F] & 1;
    z80.wz = hl + 1 & 0xffff;
  }
}

/** LDI, CPI, INI, OUTI and their kin. @param {import('./z80.js').Z80} z80 @param {number} y @param {number} z */
function block(z80, y, z) {
  const g = z80.g, by = y & 1 ? -1 : 1, repeats = y > 5, hl = z80.pair(H), start = z80.pc - 2 & 0xffff;
  let again = false, waits = hl;
  if (z === 0) {
    const de = z80.pair(D), value = z80.read(hl), bc = z80.pair(B) - 1 & 0xffff;
    z80.write(de, value);
    z80.idle(de, 2);
    z80.setPair(D, de + by & 0xffff);
    z80.setPair(B, bc);
    const n = g[A] + value;
    again = repeats && bc !== 0;
    waits = de;
    g[F] = g[F] & 0xc1 | (again ? start >> 8 & 0x28 : (n & 2) << 4 | n & 8) | (bc ? 4 : 0);
  } else if (z === 1) {
    const value = z80.read(hl), bc = z80.pair(B) - 1 & 0xffff, rest = g[A] - value;
    z80.idle(hl, 5);
    z80.setPair(B, bc);
    const half = (g[A] & 15) < (value & 15) ? 1 : 0, n = rest - half;
    again = repeats && rest !== 0 && bc !== 0;
    g[F] = rest & 0x80 | half << 4 | 2 | g[F] & 1 | (rest ? 0 : 0x40) | (bc ? 4 : 0)
      | (again ? start >> 8 & 0x28 : (n & 2) << 4 | n & 8);
    z80.wz = z80.wz + by & 0xffff;
  } else [again, waits] = inputOutput(z80, z === 2, by, repeats, hl, start);
  z80.setPair(H, hl + by & 0xffff);
  if (again) {
    z80.idle(waits, 5);
    z80.pc = start;
    z80.wz = start + 1 & 0xffff;
  }
}

/**
 * INI and OUTI.
 * @param {import('./z80.js').Z80} z80 @param {boolean} input @param {number} by
 * @param {boolean} repeats @param {number} hl
 * @param {number} start @returns {[boolean, number]} whether it repeats, and which address it waits at
 */
function inputOutput(z80, input, by, repeats, hl, start) {
  const g = z80.g, bc = z80.pair(B), b = g[B] - 1 & 0xff;
  z80.idle(z80.ir, 1);
  let value, sum;
  if (input) {
    z80.portCycle(bc);
    value = z80.input(bc);
    z80.write(hl, value);
    z80.wz = bc + by & 0xffff;
    sum = value + (g[C] + by & 0xff);
  } else {
    value = z80.read(hl);
    const port = b << 8 | g[C];
    z80.portCycle(port);
    z80.output(port, value);
    z80.wz = port + by & 0xffff;
    sum = value + (hl + by & 0xff);
  }
  g[B] = b;
  const carry = sum > 255 ? 1 : 0, n = value >> 6 & 2, again = repeats && b !== 0;
  if (!again) {
    g[F] = b & 0xa8 | (b ? 0 : 0x40) | carry * 0x11 | SZP[sum & 7 ^ b] & 4 | n;
    return [false, hl];
  }
  const turn = carry ? (n ? b - 1 : b + 1) : b;
  const half = carry && (n ? (b & 15) === 0 : (b & 15) === 15) ? 0x10 : 0;
  g[F] = b & 0x80 | start >> 8 & 0x28 | half | SZP[sum & 7 ^ b ^ turn & 7] & 4 | n | carry;
  return [true, input ? hl : b << 8 | g[C]];
}
