// What the viewer computes, held against the machine: node viewer_equal.mjs TRACE.html INSTRUCTIONS.bin VIEWER EVERY
// INSTRUCTIONS.bin has, for each instruction that the machine executed in some frames, its clock's low 32 bits and 17 words.
// Of the frames' edges, one in EVERY is looked at; of the instructions, all that are in the file.
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

const [, , page, instructions, viewer, every] = process.argv;
const { Trace } = await import(`${viewer}/model.js`);
const { WORDS } = await import(`${viewer}/reader.js`);
const html = readFileSync(page, "utf8");
const section = name => new RegExp(`id="${name}-0">([^]*?)</script>`).exec(html)[1];
const head = JSON.parse(section("head-data"));
const parts = {};
for (const name of ["ram", "rom", "frames", "reads", "sound", "changes"]) {
  parts[name] = new Uint8Array(inflateRawSync(Buffer.from(section(name), "base64")));
}
const trace = new Trace(head, parts);
const differing = [];
let steps = 0, compared = 0;
for (let frame = 0; frame < trace.n; frame += Number(every)) {
  if (trace.kept[frame + 1] && !trace.isExact(frame)) differing.push(frame);
  steps += trace.steps(frame).n;
}
const raw = readFileSync(instructions), machine = new Map();
const words = new Uint32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
for (let at = 0; at < words.length; at += WORDS + 1) machine.set(words[at], words.subarray(at + 1, at + 1 + WORDS));
const wrong = [], clocks = [...machine.keys()].sort((a, b) => a - b);
for (let frame = 0; frame < trace.n; frame++) {
  const [from, to] = [trace.times[frame] % 2 ** 32, trace.times[frame + 1] % 2 ** 32];
  if (!clocks.some(clock => clock >= from && clock < to)) continue;
  const { n, t, rows, kind } = trace.steps(frame);
  for (let k = 0; k < n; k++) {
    if (kind[k] !== 0) continue;
    const real = machine.get(t[k] % 2 ** 32);
    if (!real) continue;
    compared++;
    for (let word = 0; word < WORDS; word++) if (real[word] !== rows[k * WORDS + word]) wrong.push([frame, k, word]);
  }
}
console.log(JSON.stringify({ frames: trace.n, steps, compared, differing: differing.slice(0, 5), wrong: wrong.slice(0, 5) }));
