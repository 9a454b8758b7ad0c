// @ts-check
/** Pages without a server: cards, puzzles with hints worked out beforehand, a Spectrum that solves them, and puzzles out of links. */

import { advise } from "./advice.js";
import { get, isTextField, onClick } from "./dom.js";
import { blankRows } from "./drawing.js";
import { en } from "./english.js";
import { cluesOf } from "./follow.js";
import { FreshDoor, addressOf, stockOf, wishOf } from "./fresh.js";
import { toast } from "./notices.js";
import { byState, isSolved, nextOf, progressOf, progressed, puzzleId } from "./progress.js";
import { ru } from "./russian.js";
import { contentOf, fragmentOf, handLink } from "./share.js";
import { Solving } from "./solve.js";
import { STRINGS, chooseLanguage, currentLanguage, nextLanguage, speak, text, wantedLanguage } from "./strings.js";
import { followTheme } from "./theme.js";
import { fillCard } from "./thumbs.js";
import { asToolbar } from "./toolbar.js";
import { Watching, watchProblem } from "./watch.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ document: Content, hints: import("./advice.js").Hint[] }} Puzzle */
/** @typedef {{ id: string, title: string, link: string, level: string, width: number, height: number, colours?: Content["colours"], background?: string }} Entry */
/**
 * @typedef {object} Data what the page was written with
 * @property {Entry[]} entries all puzzles, in order
 * @property {Record<string, Puzzle>} puzzles those that this file holds, by id
 * @property {string} here the one that this page is of, empty: the cards
 * @property {string} index the address of the cards
 * @property {string[]} stock new puzzles: the address of each and its cells, a bit each, in base64
 * @property {string} worker the service worker's address, empty: none
 */

/** @type {Data} */
const data = JSON.parse(get("data").textContent ?? "{}");
/** The puzzle in sight; `base` begins the addresses of its modes. @type {{ id: string, puzzle: Puzzle, base: string } | null} */
let current = null;
/** The new puzzles that this file holds, by their addresses. */
const stock = stockOf(data.stock);
/** @type {"start" | "solve" | "watch"} */
let mode = data.here ? "solve" : "start";

Object.assign(STRINGS, { en, ru });
speak(wantedLanguage(), "crosswords");
const solving = new Solving(async (asked) => {
  const { document, hints } = /** @type {{ puzzle: Puzzle }} */ (current).puzzle;
  return advise(document, asked, { hints });
});
/** What a Spectrum is made of, if the pages have one. @type {import("./watch.js").Parts | null} */
const parts = /** @type {any} */ (globalThis).spectrumParts ?? null;
const watching = new Watching({
  parts: async () => /** @type {import("./watch.js").Parts} */ (parts),
  content: () => current?.puzzle.document ?? { rows: ["."] },
  reference: () => current?.puzzle.document.rows ?? [],
});

// -- where one is ----------------------------------------------------------------------------

/** Show the place that the address names: a link's puzzle, one of the file's, the page's own, or the cards. */
async function go() {
  const shared = await contentOf(location.hash);
  const [, name = "", place = ""] = /^#([^/]*)(?:\/(.*))?$/.exec(decodeURIComponent(location.hash)) ?? [];
  const puzzle = data.puzzles[name] ?? data.puzzles[data.here];
  const wish = wishOf(location.hash);
  const stocked = wish && stock.get(addressOf(wish));
  const fresh = stocked && (current?.puzzle.document === stocked ? current.puzzle : { document: stocked, hints: [] });
  const modeOf = (/** @type {Puzzle} */ one) => (isWatchable(one) && (place || name) === "watch" ? "watch" : "solve");
  if (shared) open("", { document: shared, hints: [] }, "solve");
  else if (fresh) open("", fresh, modeOf(fresh), `${addressOf(wish)}/`);
  else if (puzzle) open(data.puzzles[name] ? name : data.here, puzzle, modeOf(puzzle), data.puzzles[data.here] ? "#" : `#${name}/`);
  else show("start");
  if (wish && !fresh) toast(text("fresh-elsewhere"));
}

/** True if there is a Spectrum and the puzzle fits its screen. @param {Puzzle} puzzle */
function isWatchable({ document }) {
  return parts !== null && !watchProblem(document);
}

/** @param {string} id @param {Puzzle} puzzle @param {"solve" | "watch"} wanted @param {string} [base] */
function open(id, puzzle, wanted, base = "#") {
  if (puzzle !== current?.puzzle) watching.stop();
  current = { id, puzzle, base };
  show(wanted);
  solving.begin(puzzle.document, cluesOf(puzzle.document.rows), id || undefined);
  solving.board.layOut();
  if (!isWatchable(puzzle)) get("finish-watch").hidden = true;
}

/** @param {"start" | "solve" | "watch"} wanted */
function show(wanted) {
  mode = wanted;
  document.body.className = `exported ${wanted}`;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-mode]"))) part.hidden = !part.dataset.mode?.split(" ").includes(wanted);
  if (wanted !== "solve") solving.timer.stop();
  if (wanted === "start") showCards();
  if (parts) watching.look(wanted === "watch");
  const base = current?.base ?? "#";
  for (const one of ["solve", "watch"]) {
    const link = get(`mode-${one}`);
    link.setAttribute("href", base + one);
    if (one === wanted) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  get("finish-watch").setAttribute("href", `${base}watch`);
  get("switch").hidden = wanted === "start" || !current || !isWatchable(current.puzzle);
  showNames();
}

/** Say what is in sight: until it is solved here, a puzzle's size and difficulty stand for its name. */
function showNames() {
  const { title = "", rows = [] } = mode === "start" ? {} : current?.puzzle.document ?? {};
  const entry = data.entries.find(({ id }) => id === current?.id);
  const wish = wishOf(location.hash);
  const step = entry?.level ?? wish?.step;
  const size = rows.length ? `${rows[0]?.length} × ${rows.length}${step ? `, ${text(`level-${step}`)}` : ""}` : "";
  const isShown = current !== null && isSolved(current.id || puzzleId(current.puzzle.document));
  const name = isShown ? title || text(wish ? "fresh" : "unnamed") : size;
  document.title = name ? `${name} · ${text("crosswords")}` : text("crosswords");
  for (const id of ["page-name", "solve-name", "watch-name"]) get(id).textContent = name;
  for (const id of ["solve-size", "watch-size"]) get(id).textContent = isShown ? size : "";
  get("work-title").textContent = name;
  get("language-code").textContent = currentLanguage().toUpperCase();
}

// -- cards -----------------------------------------------------------------------------------

function showCards() {
  const { sorted, said } = byState(data.entries);
  for (const { id, title, width, height, level, colours, background } of sorted) {
    const card = document.querySelector(`[data-card="${CSS.escape(id)}"]`);
    if (!card) continue;
    const progress = progressOf(id);
    const rows = progress?.isSolved ? progress.rows : blankRows(width, height);
    fillCard(card, { content: { rows, colours, background }, name: title, said: `${width} × ${height}, ${text(`level-${level}`)}` }, progress);
    card.parentElement?.append(card);
  }
  get("cards-title").textContent = text("puzzle-count", { count: data.entries.length });
  get("cards-note").textContent = [said, data.worker ? text("offline") : ""].filter(Boolean).join(". ");
}

/** After a new puzzle another one of its kind; otherwise the next puzzle that is not solved yet. The cards if there is none. */
function next() {
  const wish = wishOf(location.hash);
  if (wish) return door?.another(wish);
  const rows = current?.puzzle.document.rows ?? [];
  const all = data.entries.map((entry) => ({ ...entry, cells: entry.width * entry.height }));
  location.href = nextOf(all, current?.id ?? "", rows.join("").length)?.link ?? data.index;
}

/** The door to the stock, where there is one: another puzzle of the kind wanted, which is not solved yet. */
const door = document.getElementById("fresh") && new FreshDoor(stock, (_, address) => {
  location.hash = address;
}, () => {
  throw new Error(text("fresh-none"));
});

/** Share a link that opens this puzzle: the page's own address, or the whole puzzle if it came in a link. */
async function send() {
  const address = new URL(location.href);
  address.hash = !current?.id ? await fragmentOf(current?.puzzle.document ?? { rows: ["."] }) : data.here ? "" : current.id;
  await handLink(address.href);
}

// -- keys, language, theme -------------------------------------------------------------------

/** @param {KeyboardEvent} event @returns {boolean} whether it was of use */
function press(event) {
  const [key, target] = [event.key.toLowerCase(), /** @type {Element} */ (event.target)];
  if (mode === "watch") {
    const isOurs = !target.closest("#screen, .side, .bar, select, [type=range]") && !(target.closest("button, a") && (key === " " || key === "enter"));
    return isOurs && !event.ctrlKey && !event.metaKey && watching.key(key);
  }
  if (mode !== "solve") return false;
  if (event.ctrlKey || event.metaKey) {
    if (key !== "z" && key !== "y") return false;
    if (key === "y" || event.shiftKey) solving.redo();
    else solving.undo();
    return true;
  }
  if (target.closest(".side, .bar") || (target.closest("button, a, input") && (key === " " || key === "enter"))) return false;
  const zooms = /** @type {Record<string, () => void>} */ ({ "+": () => solving.board.zoomIn(), "=": () => solving.board.zoomIn(), "-": () => solving.board.zoomOut(), 0: () => solving.board.fit() });
  if (!zooms[key]) return solving.key(key);
  zooms[key]?.();
  return true;
}

/** Open a link that was typed or pasted. @param {SubmitEvent} event */
async function openLink(event) {
  event.preventDefault();
  const link = /** @type {HTMLInputElement} */ (get("link-field")).value;
  const content = await contentOf(link);
  get("link-message").textContent = content ? "" : text("no-link");
  if (content) location.hash = await fragmentOf(content);
}

document.addEventListener("keydown", (event) => {
  if (!event.defaultPrevented && !isTextField(event.target) && !event.altKey && press(event)) event.preventDefault();
});
onClick("next-puzzle", next);
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
  button.addEventListener("click", send);
  button.hidden = location.protocol === "file:"; // an address on this disk leads nobody here
}
progressed.addEventListener("kept", showNames);
for (const id of ["language", "more-language"]) {
  onClick(id, () => {
    chooseLanguage(nextLanguage(), "crosswords");
    solving.showAgain();
    watching.showAgain();
    show(mode);
  });
}
document.getElementById("link-form")?.addEventListener("submit", openLink);
followTheme(() => {
  solving.board.readTheme();
  if (mode === "start") showCards();
});
for (const bar of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[role=toolbar]"))) asToolbar(bar);
window.addEventListener("hashchange", go);
if (data.worker && location.protocol !== "file:") navigator.serviceWorker?.register(data.worker);
go().then(() => {
  document.documentElement.dataset.ready = "true";
});
