// @ts-check
/** A page without a server: puzzles with their solutions, hints and recordings in files beside it. */

import { Board } from "./board.js";
import { get, onClick, say } from "./dom.js";
import { BACKGROUND } from "./drawing.js";
import { SpectrumScreen } from "./screen.js";
import { STRINGS, currentLanguage, speak, text } from "./strings.js";

const UNKNOWN = "?";
const FRAMES_A_SECOND = 50.08;

/** @typedef {{ cells: [number, number, string][], texts: Record<string, string> }} Hint */
/** @typedef {{ pictures: string, frames: number, stage: string, tstates: number, lines: number }} Recording */
/** @typedef {{ document: import("./drawing.js").Content, clues: import("./board.js").Clues, hints: Hint[], recording: Recording | null }} Page */

/** @type {Page | null} */
let page = null;
/** @type {string[]} */
let rows = [];
/** @type {string[][]} */
let before = [];
let ink = "#";
let stroke = UNKNOWN;
let showing = 0;

const looks = {
  rgb: (/** @type {string} */ key) => key === BACKGROUND ? page?.document.background ?? "#ffffff"
    : page?.document.colours?.find((colour) => colour.key === key)?.rgb ?? "#000000",
  nameOf: (/** @type {string} */ key) => key === BACKGROUND ? text("white") : key === "#" ? text("black")
    : page?.document.colours?.find((colour) => colour.key === key)?.name || key,
};

const board = new Board(get("solve-board"), "solve-board", {
  down(row, column, erases) {
    const wanted = erases ? BACKGROUND : ink;
    stroke = rows[row]?.[column] === wanted ? UNKNOWN : wanted;
    before.push(rows);
    set(row, column, stroke);
  },
  over: (row, column) => set(row, column, stroke),
  up: check,
  key(key, row, column) {
    const now = rows[row]?.[column];
    /** @type {Record<string, string>} */
    const keys = { " ": now === ink ? UNKNOWN : ink, x: now === BACKGROUND ? UNKNOWN : BACKGROUND, Backspace: UNKNOWN, Delete: UNKNOWN };
    const colours = page?.document.colours?.map((colour) => colour.key) ?? [];
    const wanted = keys[key] ?? (colours.includes(key) ? key : undefined);
    if (wanted === undefined) return false;
    if (colours.includes(key)) ink = key;
    before.push(rows);
    set(row, column, wanted);
    check();
    return true;
  },
}, looks);
const screen = new SpectrumScreen(/** @type {HTMLCanvasElement} */ (get("screen")));

/** @param {number} row @param {number} column @param {string} key */
function set(row, column, key) {
  rows = rows.map((cells, index) => (index === row ? cells.slice(0, column) + key + cells.slice(column + 1) : cells));
  show();
}

function show() {
  board.show(rows);
  board.light("lit", []);
  board.light("wrong", []);
}

/** The cells that are not as in the solution. @returns {number[][]} */
function wrongCells() {
  const solution = page?.document.rows ?? [];
  return rows.flatMap((cells, row) => [...cells].flatMap((key, column) => (key !== UNKNOWN && key !== solution[row]?.[column] ? [[row, column]] : [])));
}

function check() {
  if (!rows.join("").includes(UNKNOWN) && !wrongCells().length) tell(text("solved"));
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
  const next = page?.hints.find((step) => step.cells.some(([row, column]) => rows[row]?.[column] === UNKNOWN));
  tell(next ? next.texts[currentLanguage()] ?? next.texts.en ?? "" : text("no-hint"));
  board.light("lit", next?.cells.map(([row, column]) => [row, column]) ?? []);
}

function mistakes() {
  const wrong = wrongCells();
  board.light("wrong", wrong);
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
  ink = page.document.colours?.[0]?.key ?? "#";
  before = [];
  rows = page.document.rows.map((row) => UNKNOWN.repeat(row.length));
  show();
  board.showClues(page.clues);
  tell("");
  showing += 1;
  screen.switchOff();
  get("watch").hidden = !page.recording;
  get("screen-text").textContent = "";
}

onClick("solve-undo", () => {
  rows = before.pop() ?? rows;
  show();
});
onClick("hint", hint);
onClick("mistakes", mistakes);
onClick("play", play);
const language = /** @type {HTMLSelectElement} */ (get("language"));
language.addEventListener("change", () => {
  speak(language.value, "crosswords");
  board.showAgain();
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
