// @ts-check
/** The beginning and the three modes: one is seen at a time, and the address says which. */

import { get } from "./dom.js";
import { closeDrawers } from "./drawers.js";
import { text } from "./strings.js";

/** @typedef {"start" | "make" | "solve" | "watch"} Mode */

const MODES = /** @type {Mode[]} */ (["start", "make", "solve", "watch"]);
/** @type {Mode} */
let mode = "start";
/** The address of Solve: of a new puzzle, its own. */
let solveAddress = "#solve";

/** @returns {string} */
export function addressOfSolve() {
  return solveAddress;
}

/** Name what is solved in the address. @param {string} [hash] */
export function nameSolve(hash = "#solve") {
  solveAddress = hash;
  get("mode-solve").setAttribute("href", hash);
}

/** @param {Mode} wanted @returns {string} */
function addressOfMode(wanted) {
  return wanted === "solve" ? solveAddress : `#${wanted}`;
}

/** @returns {Mode} */
export function currentMode() {
  return mode;
}

/** The mode that the address names. @returns {Mode | null} */
export function modeOfAddress() {
  return MODES.find((one) => location.hash === addressOfMode(one)) ?? null;
}

/** Show a mode. @param {Mode} wanted */
export function showMode(wanted) {
  mode = wanted;
  closeDrawers();
  const focused = document.activeElement;
  document.body.className = wanted;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-mode]"))) {
    part.hidden = !part.dataset.mode?.split(" ").includes(wanted);
  }
  for (const one of MODES.slice(1)) {
    if (one === wanted) get(`mode-${one}`).setAttribute("aria-current", "page");
    else get(`mode-${one}`).removeAttribute("aria-current");
  }
  get("work-title").textContent = text(`${mode}-title`, {}, "");
  if (!(focused instanceof HTMLElement) || !focused.getClientRects().length) focusOf(wanted)?.focus({ preventScroll: true });
  const address = addressOfMode(wanted);
  if (location.hash !== address) history.replaceState(history.state, "", `${location.pathname}${location.search}${address}`);
}

/** Say in the page's title what is in sight. @param {string} name of a puzzle, empty on the first page */
export function nameMode(name) {
  document.title = [name, ...(mode === "start" ? [] : [text(mode)]), text("title")].filter(Boolean).join(" · ");
  get("work-title").textContent = text(`${mode}-title`, {}, "");
}

/** @param {Mode} wanted @returns {HTMLElement | null} */
function focusOf(wanted) {
  if (wanted === "start") return get("start-title");
  if (wanted === "watch") return get("play");
  return /** @type {HTMLElement | null} */ (get(wanted === "make" ? "board" : "solve-board").querySelector(".cursor[tabindex='0']"));
}
