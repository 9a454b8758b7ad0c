// @ts-check
/** The solver's compiled kernel in a page: one verdict on a puzzle, in a worker, with no server.
 *
 * `kernel.wasm` beside this module is made of harness/solver/kernel/c/; a page hands its bytes over. The worker's script is
 * made of this module's own text, so a page needs `worker-src blob:` and `script-src 'wasm-unsafe-eval'`, and no other file.
 */

/** @typedef {import("./board.js").Clues} Clues */
/**
 * @typedef {object} Judged
 * @property {"one" | "several" | "none" | "undecided"} kind "undecided": the looks, or the memory, ran out first
 * @property {string[]} known the picture that single lines lead to, "?" where they say nothing
 * @property {string[] | null} solution the first one found, as a drawing's rows
 * @property {string[] | null} other with "several": another one, the nearest found
 * @property {[number, number][]} differing with "several": cells (row, column) that are not the same in all solutions
 * @property {number} doubtful with "several": further cells that were not decided within the looks
 * @property {["row" | "column", number] | null} line with "none": a line, from 0, that no arrangement fits; null if only
 *   several lines together show it
 * @property {number} looks lines that were analysed
 */
/**
 * @typedef {object} How
 * @property {BufferSource} wasm the bytes of `kernel.wasm`
 * @property {number} [looks] lines that may be analysed: `LOOKS` if left out
 * @property {AbortSignal} [signal] ends the work at once
 */

/** About a second of an ordinary computer. */
export const LOOKS = 1_000_000;
/** The longest side. */
export const MOST = 99;

/** Judge a puzzle here and now: for the worker, which gets this function's text and nothing else, and for tests.
 * @param {WebAssembly.Module} module @param {Clues} clues @param {number} looks @returns {Judged} */
export function judgeHere(module, clues, looks) {
  const lines = [...clues.rows, ...clues.columns], [height, width] = [clues.rows.length, clues.columns.length];
  const keys = [".", ...new Set(lines.flat().map(([, key]) => key))];
  const colours = new Map(keys.map((key, colour) => [key, colour]));
  const numbers = [width, height, keys.length, lines.flat().length, Math.max(...lines.map(({ length }) => length))];
  for (const clue of lines) numbers.push(clue.length, ...clue.flatMap(([length, key]) => [Math.min(length, width + height), colours.get(key) ?? 0]));
  const { memory, room, judge } = /** @type {any} */ (new WebAssembly.Instance(module).exports);
  const asked = room(numbers.length);
  new Int32Array(memory.buffer, asked).set(numbers);
  const at = judge(asked, looks);
  const told = (/** @type {number} */ from, /** @type {number} */ count) => [...new Int32Array(memory.buffer, from, count)];
  const [kind = 3, line = -1, found = 0, doubtful = 0, counted = 0, known = 0, first = 0, other = 0, differing = 0] = told(at, 9);
  const drawn = (/** @type {number} */ from) => clues.rows.map((_, row) => told(from + 4 * row * width, width).map((colour) => keys[colour] ?? "?").join(""));
  const cells = kind === 1 ? told(differing, width * height).flatMap((differs, cell) => (differs ? [cell] : [])) : [];
  return {
    kind: /** @type {const} */ (["one", "several", "none", "undecided"])[kind] ?? "undecided",
    known: drawn(known),
    solution: found ? drawn(first) : null,
    other: kind === 1 ? drawn(other) : null,
    differing: cells.map((cell) => [Math.floor(cell / width), cell % width]),
    doubtful,
    line: line < 0 ? null : line < height ? ["row", line] : ["column", line - height],
    looks: counted,
  };
}

const WORK = `const judgeHere = ${judgeHere};
let module;
onmessage = ({ data: { wasm, clues, looks } }) => {
  module ??= new WebAssembly.Module(wasm);
  postMessage(judgeHere(module, clues, looks));
};`;

/** A worker that waits for a puzzle. @type {Worker | null} */
let idle = null;
/** Ends the judgement under way. @type {(reason: unknown) => void} */
let endLast = () => {};

/** Judge a puzzle by its clues (`cluesOf(rows)` of a drawing), in black and white or colours; one at a time: a new one ends the
 * one before it. Rejects with the signal's reason (an AbortError) when it is ended, with a RangeError if a side is not 1 to 99.
 * @param {Clues} clues @param {How} how @returns {Promise<Judged>} */
export async function judge(clues, { wasm, looks = LOOKS, signal }) {
  endLast(new DOMException("another puzzle is judged", "AbortError"));
  signal?.throwIfAborted();
  const sides = [clues.rows.length, clues.columns.length];
  if (sides.some((side) => side < 1 || side > MOST)) throw new RangeError(`no side of 1 to ${MOST}: ${sides.join(" × ")}`);
  const worker = idle ?? new Worker(URL.createObjectURL(new Blob([WORK], { type: "text/javascript" })));
  idle = null;
  return new Promise((resolve, reject) => {
    const cancel = () => end(signal?.reason);
    const end = (/** @type {unknown} */ reason) => {
      worker.terminate();
      signal?.removeEventListener("abort", cancel);
      reject(reason);
    };
    endLast = end;
    signal?.addEventListener("abort", cancel);
    worker.onerror = ({ message }) => end(new Error(message));
    worker.onmessage = ({ data }) => {
      endLast = () => {};
      signal?.removeEventListener("abort", cancel);
      idle = worker;
      resolve(data);
    };
    worker.postMessage({ wasm, clues, looks });
  });
}
