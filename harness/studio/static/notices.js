// @ts-check
/** Passing notices: a toast that can be acted on, and whether the server is there. */

import { announce, get, reveal, say } from "./dom.js";
import { text } from "./strings.js";

const TOAST_MS = 6000;
const FOUND_MS = 10_000;

let timer = 0;
/** @type {(() => void) | null} */
let act = null;

/** @param {string} sentence @param {string} [label] of what one can do about it @param {() => void} [action] @param {boolean} [isLasting] until it is hidden */
export function toast(sentence, label = "", action, isLasting = false) {
  act = action ?? null;
  get("toast-text").textContent = sentence;
  get("toast-act").textContent = label;
  get("toast-act").hidden = !label;
  get("toast").hidden = false;
  announce(sentence);
  window.clearTimeout(timer);
  if (!isLasting) wait();
}

function wait() {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (get("toast").matches(":hover, :focus-within")) wait();
    else hideToast();
  }, TOAST_MS);
}

export function hideToast() {
  window.clearTimeout(timer);
  reveal(get("toast"), false);
}

get("toast-act").addEventListener("click", () => {
  const action = act;
  hideToast();
  action?.();
});

/** @returns {import("./verdict.js").Connection} */
export function watchedConnection() {
  let isLost = false;
  let gone = 0;
  const tell = (/** @type {string} */ sentence, /** @type {"good" | "bad"} */ kind) => {
    say(sentence, kind, "connection");
    document.body.parentElement?.classList.toggle("tells", sentence !== ""); // the header makes room for its line
    if (sentence) announce(sentence);
  };
  return {
    found() {
      if (!isLost) return;
      isLost = false;
      tell(text("found-again"), "good");
      gone = window.setTimeout(() => tell("", "good"), FOUND_MS);
    },
    lost() {
      if (isLost) return;
      isLost = true;
      window.clearTimeout(gone);
      tell(text("lost"), "bad");
    },
    refused: (sentence) => tell(sentence, "bad"),
  };
}
