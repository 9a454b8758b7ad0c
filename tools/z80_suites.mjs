// Vectors through the page's Z80: node z80_suites.mjs PAGE <VECTORS.json; prints what each leaves, as `z80_suites.py` has it.
import { readFileSync } from "node:fs";

const { Z80 } = await import(`${process.argv[2]}/z80.js`);
const { timing, asSkoolKit, filled, vectors } = JSON.parse(readFileSync(0, "utf8"));
const ram = new Uint8Array(Buffer.from(filled, "base64")), empty = ram.slice();
const z80 = new Z80(timing), { g, shadow } = z80;
z80.slots = [0, 1, 2, 3].map(k => ram.subarray(k << 14, k + 1 << 14));
z80.asSkoolKit = asSkoolKit;
const found = vectors.map(({ memory, before, reads, flags_set: flagsSet, steps, until }) => {
  const old = new Map(), sent = [], left = [...reads];
  for (const [address, value] of memory) ram[address] = value;
  [g[7], g[6], g[0], g[1], g[2], g[3], g[4], g[5], g[8], g[9], g[10], g[11], z80.sp, , z80.i, z80.r] = before;
  [shadow[7], shadow[6]] = before.slice(16, 18);
  shadow.set(before.slice(18, 24));
  [z80.pc, z80.tstates, z80.iff, z80.im, z80.halted, z80.wz] = before.slice(24);
  z80.code = flagsSet ? 0x80 : 0; // ADD A,B, which sets them, or NOP
  z80.input = () => left.shift() ?? 255;
  z80.output = (port, value) => sent.push([port, value]);
  z80.store = (address, value) => {
    if (!old.has(address)) old.set(address, ram[address]);
    ram[address] = value;
  };
  let done = 0;
  for (; steps ? done < steps : z80.tstates < until; done++) z80.step();
  const after = [g[7], g[6], g[0], g[1], g[2], g[3], g[4], g[5], g[8], g[9], g[10], g[11], z80.sp, 0, z80.i, z80.r,
    shadow[7], shadow[6], ...shadow.subarray(0, 6), z80.pc, z80.tstates, z80.iff, z80.im, z80.halted, z80.wz];
  const changed = [...old].filter(([address, value]) => ram[address] !== value).map(([at]) => [at, ram[at]]);
  for (const [address] of [...memory, ...old]) ram[address] = empty[address];
  return { after, changed, sent, steps: done };
});
console.log(JSON.stringify(found));
