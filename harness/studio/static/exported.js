// @ts-check
/** A page without a server: puzzles with their solutions, hints and recordings in files beside it. */

import { Board, UNKNOWN } from "./board.js";
import { get, onClick, say } from "./dom.js";
import { BACKGROUND } from "./drawing.js";
import { Hand } from "./hand.js";
import { columnsOf, stateOf } from "./lines.js";
import { Palette, keysOf, looksOf } from "./palette.js";
import { SpectrumScreen } from "./screen.js";
import { STRINGS, currentLanguage, speak, text } from "./strings.js";

const FRAMES_A_SECOND = 50.08;

/** @typedef {{ cells: [number, number, string][], texts: Record<string, string> }} Hint */
/** @typedef {{ pictures: string, frames: number, stage: string, tstates: number, lines: number }} Recording */
/** @typedef {{ document: import("./drawing.js").Content, clues: import("./board.js").Clues, hints: Hint[], recording: Recording | null }} Page */

/** @type {Page | null} */
let page = null;
let showing = 0;

const looks = looksOf(() => page?.document ?? null);
const palette = new Palette(get("solve-palette"), looks, (key) => hand.choose(key));
const hand = new Hand(show, check);
const board = new Board(get("solve-board"), "solve-board", hand.hands, looks);
hand.board = board;
board.hasCrosshair = true;
const screen = new SpectrumScreen(/** @type {HTMLCanvasElement} */ (get("screen")));

function show() {
  board.show(hand.rows);
  board.mark("lit", []);
  const { clues } = hand;
  if (clues) board.showLines(hand.rows.map((row, index) => stateOf(clues.rows[index] ?? [], row)), columnsOf(hand.rows).map((column, index) => stateOf(clues.columns[index] ?? [], column)));
  palette.choose(hand.ink);
}

function showAgain() {
  board.showAgain();
  palette.show([...hand.colours, BACKGROUND], hand.ink);
}

/** The cells that are not as in the solution. @returns {number[][]} */
function wrongCells() {
  const solution = page?.document.rows ?? [];
  return hand.rows.flatMap((cells, row) => [...cells].flatMap((key, column) => (key !== UNKNOWN && key !== solution[row]?.[column] ? [[row, column]] : [])));
}

/** @param {import("./hand.js").Cell[]} cells that changed */
function check(cells) {
  for (const [row, column] of cells) board.unmark("wrong", row, column);
  tell(hand.isSolved ? text("solved-title") : "");
}

/** @param {string} sentence */
function tell(sentence) {
  get("hint-text").textContent = sentence;
}

/** The first step whose cells are not all known; what is wrong comes before. */
function hint() {
  const wrong = wrongCells();
  if (wrong.length) {
    mistakes();
    return;
  }
  const next = page?.hints.find((step) => step.cells.some(([row, column]) => hand.rows[row]?.[column] === UNKNOWN));
  tell(next ? next.texts[currentLanguage()] ?? next.texts.en ?? "" : text("no-hint"));
  board.mark("lit", next?.cells.map(([row, column]) => [row, column]) ?? []);
}

function mistakes() {
  const wrong = wrongCells();
  board.mark("wrong", wrong);
  tell(wrong.length ? text("some-mistakes", { count: wrong.length }) : text("no-mistakes"));
}

/** @param {Recording} recording @returns {Promise<Uint8Array[]>} */
async function picturesOf(recording) {
  const packed = Uint8Array.from(atob(recording.pictures), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const pictures = [];
  for (let at = 0; at < bytes.length;) {
    const length = view.getUint32(at);
    pictures.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return pictures;
}

async function play() {
  const recording = page?.recording;
  if (!recording) return;
  const mine = ++showing;
  const pictures = await picturesOf(recording);
  let at = 0;
  let spent = performance.now();
  /** @param {number} now */
  function step(now) {
    if (mine !== showing || !recording) return;
    const speed = Number(/** @type {HTMLSelectElement} */ (get("speed")).value);
    const due = Math.floor(((now - spent) / 1000) * (FRAMES_A_SECOND / recording.frames) * speed);
    if (due > 0) spent = now;
    for (const picture of pictures.slice(at, at + due)) screen.take(picture);
    at += Math.max(0, due);
    const seconds = Math.floor((at * recording.frames) / FRAMES_A_SECOND);
    const stage = at >= pictures.length ? text(`stage-${recording.stage}`) : text("stage-solving");
    get("screen-text").textContent = text("recorded", { stage, seconds, lines: recording.lines });
    if (at < pictures.length) requestAnimationFrame(step);
  }
  screen.switchOff();
  requestAnimationFrame(step);
}

/** @param {string} file */
async function open(file) {
  page = await (await fetch(`puzzles/${file}`)).json();
  if (!page) return;
  hand.clues = page.clues;
  hand.begin(page.document.rows, keysOf(page.document));
  board.mark("wrong", []);
  board.showClues(page.clues);
  showAgain();
  tell("");
  showing += 1;
  screen.switchOff();
  get("watch").hidden = !page.recording;
  get("screen-text").textContent = "";
}

onClick("solve-undo", () => hand.undo());
onClick("solve-redo", () => hand.redo());
document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!event.ctrlKey || (key !== "z" && key !== "y")) return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) hand.redo();
  else hand.undo();
});
onClick("hint", hint);
onClick("mistakes", mistakes);
onClick("play", play);
const language = /** @type {HTMLSelectElement} */ (get("language"));
language.addEventListener("change", () => {
  speak(language.value, "crosswords");
  showAgain();
});
const chosen = /** @type {HTMLSelectElement} */ (get("puzzle"));
chosen.addEventListener("change", () => open(chosen.value));

const browser = navigator.language.slice(0, 2);
speak(browser in STRINGS ? browser : "en", "crosswords");
language.value = document.documentElement.lang;
try {
  for (const { file, title } of await (await fetch("puzzles.json")).json()) chosen.append(new Option(title, file));
  await open(chosen.value);
} catch (error) {
  say(String(error), "bad");
}
document.documentElement.dataset.ready = "true";
