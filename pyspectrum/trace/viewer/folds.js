// @ts-check
/** Loops that only wait: the same instructions again and again, of which none changes memory or sends anything. */

import { INSTRUCTION, PC, WORDS } from "./reader.js";

const LONGEST_LOOP = 64, FEWEST_ROUNDS = 4;

/**
 * Rounds of a loop after its first, which is shown: steps `from` up to, not including, `to`.
 * @typedef {{from: number, to: number, length: number, rounds: number}} Fold
 */

/** @type {WeakMap<import("./model.js").Steps, Fold[]>} */ const known = new WeakMap();

/** Which steps do more than go on: change a byte, send to a port, or are no instruction.
 *  @param {import("./model.js").Steps} steps */
function active(steps) {
  const found = new Uint8Array(steps.n);
  for (let k = 0; k < steps.n; k++) {
    found[k] = steps.kind[k] === INSTRUCTION ? 0 : 1;
    for (let w = steps.wrote[k]; w < steps.wrote[k + 1]; w++) if (steps.before[w] !== steps.after[w]) found[k] = 1;
  }
  for (const port of steps.ports) if (port.out) found[port.step] = 1;
  return found;
}

/** The loops of a frame that are folded, in their order.
 *  @param {import("./model.js").Steps} steps @returns {Fold[]} */
export function foldsOf(steps) {
  let found = known.get(steps);
  if (found) return found;
  found = [];
  const { n, rows } = steps, acts = active(steps), pcs = new Uint16Array(n);
  for (let k = 0; k < n; k++) pcs[k] = rows[k * WORDS + PC];
  for (let k = 0; k < n; k++) {
    for (let length = 1; length <= LONGEST_LOOP; length++) {
      let end = k + length;
      while (end < n && pcs[end] === pcs[end - length] && !acts[end]) end++;
      const rounds = Math.floor((end - k) / length);
      if (rounds < FEWEST_ROUNDS) continue;
      const to = k + rounds * length;
      found.push({ from: k + length, to, length, rounds: rounds - 1 });
      k = to - 1;
      break;
    }
  }
  known.set(steps, found);
  return found;
}

/** The fold that a step lies in.
 *  @param {import("./model.js").Steps} steps @param {number} step */
export const foldAt = (steps, step) => foldsOf(steps).find(fold => fold.from <= step && step < fold.to);
