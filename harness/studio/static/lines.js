// @ts-check
/** State of a line by itself: which of its numbers are done, whether it is finished, whether it cannot be. */

import { BACKGROUND } from "./drawing.js";

/** @typedef {import("./paint.js").Clue} Clue */
/** @typedef {{ done: boolean[], isBad: boolean, isFinished: boolean }} LineState */

const UNKNOWN = "?";

/** The runs of colour in a line, each with where it begins. @param {string} line @returns {[number, string, number][]} */
export function runsOf(line) {
  /** @type {[number, string, number][]} */
  const runs = [];
  for (let at = 0; at < line.length;) {
    const key = line[at] ?? BACKGROUND;
    let end = at + 1;
    while (line[end] === key) end += 1;
    if (key !== BACKGROUND && key !== UNKNOWN) runs.push([end - at, key, at]);
    at = end;
  }
  return runs;
}

/** @param {Clue} clue @param {string} line its cells @returns {LineState} */
export function stateOf(clue, line) {
  const runs = runsOf(line);
  const isFinished = runs.length === clue.length && runs.every(([length, key], index) => length === clue[index]?.[0] && key === clue[index]?.[1]);
  if (isFinished) return { done: clue.map(() => true), isBad: false, isFinished };
  const done = clue.map(() => false);
  for (let count = closedRuns(clue, line), index = 0; index < count; index++) done[index] = true;
  const [turnedClue, turnedLine] = [[...clue].reverse(), [...line].reverse().join("")];
  for (let count = closedRuns(turnedClue, turnedLine), index = 0; index < count; index++) done[clue.length - 1 - index] = true;
  return { done, isBad: isImpossible(clue, runs, line), isFinished };
}

/** Count the first numbers that are done: all cells up to the end of each are known. @param {Clue} clue @param {string} line */
function closedRuns(clue, line) {
  const known = line.split(UNKNOWN, 1)[0] ?? "";
  let count = 0;
  for (const [length, key, start] of runsOf(known)) {
    const isOpen = start + length === known.length && known.length < line.length;
    if (isOpen || clue[count]?.[0] !== length || clue[count]?.[1] !== key) break;
    count += 1;
  }
  return count;
}

/** More of a colour than there is, or a run longer than any. @param {Clue} clue @param {[number, string, number][]} runs @param {string} line */
function isImpossible(clue, runs, line) {
  const keys = new Set(runs.map(([, key]) => key));
  for (const key of keys) {
    const lengths = clue.filter(([, one]) => one === key).map(([length]) => length);
    const cells = runs.filter(([, one]) => one === key).map(([length]) => length);
    if (sum(cells) > sum(lengths) || Math.max(...cells) > Math.max(0, ...lengths)) return true;
  }
  return !line.includes(UNKNOWN);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The columns of a picture, each from top to bottom. @param {string[]} rows @returns {string[]} */
export function columnsOf(rows) {
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, column) => rows.map((row) => row[column] ?? "").join(""));
}
