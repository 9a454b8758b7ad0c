// A machine of the page runs beside what the Python machine did: `compare` returns where they part, and how fast it ran.
import { fromBase64, toBase64 } from "./bytes.js";
import { Deck } from "./deck.js";
import { Machine } from "./machine.js";
import { Picture } from "./picture.js";
import { applySnapshot, parseSnapshot, writeSzx } from "./snapshot.js";
import { parseTape, waveform } from "./tape.js";

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? n >>> 1 ^ 0xedb88320 : n >>> 1;
  return n;
});
function crc(chunks) {
  let sum = ~0;
  for (const chunk of chunks) for (const byte of chunk) sum = sum >>> 8 ^ CRC[(sum ^ byte) & 255];
  return ~sum >>> 0;
}
const order = machine => machine.model.banked ? machine.banks : [5, 2, 0].map(bank => machine.banks[bank]);

// As the Python machine has them: A F B C D E H L IXh … the clock is apart.
function registers({ z80 }) {
  const { g, shadow, sp, i, r, pc, iff, im, halted, wz } = z80;
  return [g[7], g[6], ...g.subarray(0, 6), ...g.subarray(8, 12), sp, i, r, shadow[7], shadow[6], ...shadow.subarray(0, 6),
    pc, iff, im, halted, wz];
}
function setRegisters(machine, values) {
  const { z80 } = machine, { g, shadow } = z80;
  [g[7], g[6], g[0], g[1], g[2], g[3], g[4], g[5], g[8], g[9], g[10], g[11], z80.sp, z80.i, z80.r, shadow[7], shadow[6],
    shadow[0], shadow[1], shadow[2], shadow[3], shadow[4], shadow[5], z80.pc, z80.iff, z80.im, z80.halted, z80.wz] = values;
}

export function built({ model, roms, banks, start }) {
  const machine = new Machine(model, roms.map(fromBase64));
  banks.forEach((bank, k) => order(machine)[k].set(fromBase64(bank)));
  setRegisters(machine, start.registers);
  machine.z80.edge = Math.floor(start.tstates / model.frame) * model.frame;
  machine.z80.now = start.tstates - machine.z80.edge;
  machine.ula = start.ula;
  machine.selected = start.selected;
  machine.ay.set(start.ay);
  machine.page(start.paging);
  machine.kempston = start.kempston;
  return machine;
}

export function compare(given) {
  const machine = built(given), { frame } = machine.model, deck = machine.tape = new Deck(machine);
  const picture = machine.beam = new Picture(machine.model);
  picture.begin(machine);
  if (given.tape) deck.insert(parseTape(fromBase64(given.tape.data), given.tape.name));
  const events = [...given.events], parted = [], began = performance.now();
  let frames = 0;
  for (const { tstates, registers: wanted, memory, border, picture: drawn } of given.edges) {
    const edge = Math.floor(tstates / frame) * frame;
    for (; events.length && events[0].tstates <= edge; events.shift()) {
      machine.run(events[0].tstates);
      machine.rows.set(events[0].rows);
      if (machine.kempston >= 0) machine.kempston = events[0].kempston;
    }
    machine.run(edge);
    const now = { tstates: machine.tstates, registers: registers(machine), memory: crc(order(machine)), border: machine.ula & 7 };
    const found = [now.tstates === tstates || ["tstates", now.tstates, tstates],
      now.registers.join() === wanted.join() || ["registers", now.registers, wanted],
      now.memory === memory || ["memory", now.memory, memory], now.border === border || ["border", now.border, border],
      !drawn || drawn === crc([picture.bits, picture.attributes, picture.squares]) || ["picture", picture.number]];
    frames++;
    if (found.some(one => one !== true)) {
      parted.push({ frame: frames, found: found.filter(one => one !== true) });
      break;
    }
  }
  const seconds = (performance.now() - began) / 1000;
  return { frames, parted, times: (machine.tstates - given.start.tstates) / machine.model.second / seconds,
    loaded: deck.position };
}

export function edges({ name, data, start }) {
  const { edges: times, end } = waveform(parseTape(fromBase64(data), name), start);
  return { edges: [...times], end };
}

export async function snapshot({ name, data, ...given }) {
  const machine = built(given);
  applySnapshot(machine, await parseSnapshot(fromBase64(data), name), name);
  return { registers: registers(machine), memory: crc(order(machine)), ula: machine.ula, paging: machine.paging,
    tstates: machine.tstates, ay: [...machine.ay], selected: machine.selected, szx: toBase64(await writeSzx(machine)) };
}
