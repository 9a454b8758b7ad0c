// @ts-check
/** The one polite region: a sentence in two seconds at most, and the last one wins. */

import { get } from "./dom.js";

const GAP_MS = 2000;

let waiting = "";
let timer = 0;
let spokenAt = -GAP_MS;

/** Have a screen reader say a sentence. @param {string} sentence */
export function announce(sentence) {
  waiting = sentence;
  if (timer) return;
  timer = window.setTimeout(speakNow, Math.max(0, spokenAt + GAP_MS - performance.now()));
}

function speakNow() {
  timer = 0;
  spokenAt = performance.now();
  get("announced").textContent = waiting;
}
