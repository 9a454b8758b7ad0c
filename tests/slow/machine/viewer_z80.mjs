// One instruction each, from Python's cases: node viewer_z80.mjs CASES.json PAGE; prints what differs.
import { readFileSync } from "node:fs";

const [, , path, page] = process.argv;
const { Z80 } = await import(`${page}/z80.js`);
const { memory, cases } = JSON.parse(readFileSync(path, "utf8"));
const start = new Uint8Array(Buffer.from(memory, "base64"));
const differing = [];
const z80 = new Z80({ frame: 69888, interrupt: 32, contention: [14335, 224] });
for (const { code, at, before, after, wrote, reads, writes } of cases) {
  const ram = start.slice();
  code.forEach((byte, k) => { ram[at + k & 0xffff] = byte; });
  z80.slots = [0, 1, 2, 3].map(k => ram.subarray(k << 14, k + 1 << 14));
  const { g, shadow } = z80;
  [g[7], g[6], g[0], g[1], g[2], g[3], g[4], g[5], g[8], g[9], g[10], g[11], z80.sp, , z80.i, z80.r] = before;
  shadow.set(before.slice(18, 24));
  [shadow[7], shadow[6]] = before.slice(16, 18);
  [z80.pc, z80.tstates, z80.iff, z80.im, z80.halted, z80.wz] = before.slice(24);
  const left = [...reads], sent = [];
  z80.input = () => left.shift();
  z80.output = (port, value) => sent.push([port, value]);
  z80.step();
  const now = [g[7], g[6], g[0], g[1], g[2], g[3], g[4], g[5], g[8], g[9], g[10], g[11], z80.sp, 0, z80.i, z80.r,
    shadow[7], shadow[6], ...shadow.subarray(0, 6), z80.pc, z80.tstates, z80.iff, z80.im, z80.halted, z80.wz];
  const wrong = now.flatMap((value, k) => value === after[k] ? [] : [[k, value, after[k]]]);
  if (wrong.length || wrote.some(([a, v]) => ram[a] !== v) || JSON.stringify(sent) !== JSON.stringify(writes)) {
    differing.push([code.map(byte => byte.toString(16)).join(" "), wrong]);
  }
}
console.log(JSON.stringify(differing.slice(0, 5)));
