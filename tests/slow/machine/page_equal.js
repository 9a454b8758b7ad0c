// A machine of the page does again what the Python machine did: `compare` returns where they part, and how fast it ran.
import { InputError, fromBase64, toBase64 } from "./bytes.js";
import { Deck } from "./deck.js";
import { rowsOf } from "./keyboard.js";
import { Machine } from "./machine.js";
import { Picture } from "./picture.js";
import { Runner } from "./runner.js";
import { applySnapshot, parseSnapshot, writeSzx } from "./snapshot.js";
import { Mixer } from "./sound.js";
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
  return [g[7], g[6], ...g.subarray(0, 6), ...g.subarray(8, 12), sp, i, r,
    shadow[7], shadow[6], ...shadow.subarray(0, 6), pc, iff, im, halted, wz];
}
function setRegisters(machine, values) {
  const { z80 } = machine, { g, shadow } = z80;
  [g[7], g[6], g[0], g[1], g[2], g[3], g[4], g[5], g[8], g[9], g[10], g[11], z80.sp, z80.i, z80.r, shadow[7], shadow[6],
    shadow[0], shadow[1], shadow[2], shadow[3], shadow[4], shadow[5], z80.pc, z80.iff, z80.im, z80.halted,
    z80.wz] = values;
}

export function built({ model, roms, banks, start }) {
  const machine = new Machine(model, roms.map(fromBase64));
  machine.z80.asSkoolKit = true; // so that nothing else differs
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
  const machine = built(given), deck = machine.tape = new Deck(machine);
  const picture = machine.beam = new Picture(machine.model);
  picture.begin(machine);
  const saved = [];
  if (given.saved.length) deck.saved = bytes => saved.push(toBase64(bytes));
  if (given.tape) deck.insert(parseTape(fromBase64(given.tape.data), given.tape.name));
  const events = [...given.events], parted = [], began = performance.now();
  let frames = 0;
  for (const { tstates, registers: wanted, memory, border, picture: drawn } of given.edges) {
    // the Python machine may note a frame some instructions behind its edge
    for (; events.length && events[0].tstates <= tstates; events.shift()) {
      machine.run(events[0].tstates);
      machine.rows.set(events[0].rows);
      if (machine.kempston >= 0) machine.kempston = events[0].kempston;
    }
    machine.run(tstates);
    const now = {
      tstates: machine.tstates, registers: registers(machine), memory: crc(order(machine)), border: machine.ula & 7,
    };
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
    loaded: deck.position, saved };
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

// A machine under a runner, whose clock is ours; `go` has it do what is due after so many milliseconds.
async function underRunner(given) {
  const sent = [], clock = { ms: 0, works: [], now: () => clock.ms, later: work => clock.works.push(work) };
  const runner = new Runner(message => sent.push(message), clock);
  const ask = async (what, value) => {
    await runner.answer({ id: 1, what, given: value });
    const answer = sent.findLast(message => message.id === 1);
    if (answer.problem) throw new InputError(answer.problem);
    return answer.value;
  };
  const go = async ms => {
    for (let passed = 0; passed < ms; passed += 5) {
      clock.ms += 5;
      for (const work of clock.works.splice(0)) work();
      for (const { buffer } of sent) if (buffer) await ask("shown", buffer);
      for (const message of sent) delete message.buffer;
    }
  };
  await ask("power", { model: given.model, roms: given.roms.map(fromBase64) });
  return { runner, ask, go, sent };
}
const typed = keys => keys.map(key => rowsOf(key ? key.split("+") : []));

// Keys are typed quickly, then it goes back, and what was done since is done again.
export async function goesBack(given) {
  const { runner, ask, go, sent } = await underRunner(given), machine = runner.machine;
  await ask("type", [[120, rowsOf([])]]);
  await ask("run");
  for (const rows of typed(["p", "", "1", "", "1", "", "2", "", "ENTER", ""])) await ask("keys", { rows, kempston: 0 });
  await go(2000);
  await ask("pause");
  const line = await ask("peek", { address: 0x4000, length: 3 }), then = machine.tstates, memory = crc(order(machine));
  const before = registers(machine);
  for (const rows of typed(["a", ""])) await ask("keys", { rows, kempston: 0 });
  await ask("until", then + 300 * given.model.frame);
  const later = crc(order(machine));
  const at = await ask("goTo", then);
  const isSame = memory === crc(order(machine)) && before.join() === registers(machine).join();
  return { line: [...line], exact: at === then && isSame,
    differs: later !== memory, pictures: sent.filter(message => message.what === "picture").length,
    seconds: then / given.model.second };
}

// Speeds: frames in a second of ours.
export async function paces(given) {
  const { runner, ask, go } = await underRunner(given), found = [];
  for (const times of [1, 10]) {
    await ask("speed", times);
    await ask("run");
    const before = runner.machine.frame;
    await go(1000);
    found.push(runner.machine.frame - before);
  }
  await ask("pause");
  const before = runner.machine.frame;
  await go(1000);
  found.push(runner.machine.frame - before);
  await ask("frame");
  found.push(runner.machine.frame - before);
  return found;
}

// A hook sends memory along, and stops the machine.
export async function hooks(given) {
  const { ask, sent } = await underRunner(given), { frame } = given.model;
  const hook = await ask("hook", { address: 0x0f2c, page: given.page, peeks: [[0x5c3b, 1]], stop: true });
  await ask("until", 200 * frame).catch(() => 0);
  await ask("unhook", hook);
  await ask("until", 300 * frame);
  return sent.filter(({ what }) => what === "hook" || what === "stopped");
}

// The pitch of what is heard, by its rising through nothing.
export function pitches({ model, writes, seconds, rate }) {
  const mixer = new Mixer(model, rate), machine = { tstates: 0, ula: 0, ay: new Uint8Array(16) };
  mixer.begin(machine);
  const samples = mixer.render(writes, seconds * model.second);
  let rises = 0;
  for (let k = 1; k < samples.length; k++) if (samples[k - 1] <= 0 && samples[k] > 0) rises++;
  return { count: samples.length, hz: rises / seconds, loudest: Math.max(...samples) };
}

// Samples that are sent in a second of ours: at real speed, after it has gone back, at ten times the speed.
export async function hears(given) {
  const { runner, ask, go } = await underRunner(given), found = [];
  let heard = 0;
  await ask("listen", { port: { postMessage: samples => { heard += samples.length; } }, rate: 44100 });
  await ask("run");
  for (const change of [() => 0, () => ask("back", 0.5), () => ask("speed", 10)]) {
    await change();
    heard = 0;
    await go(1000);
    found.push(heard);
  }
  return found;
}

// Files that were damaged are refused by a sentence, never otherwise. Returns what else happened.
export async function survives({ files, ...given }) {
  const strange = [];
  for (const { name, data } of files) {
    const { ask } = await underRunner(given);
    await ask("open", { name, data: fromBase64(data), script: [] }).catch(error => {
      if (/has failed/.test(error.message)) strange.push([name, error.message, data.slice(0, 99)]);
    });
  }
  return strange;
}
export async function refuses({ files, ...given }) {
  const said = [];
  for (const { name, data } of files) {
    const { ask } = await underRunner(given);
    said.push(await ask("open", { name, data: fromBase64(data), script: [] }).then(() => "", error => error.message));
  }
  return said;
}
