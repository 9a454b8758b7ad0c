// @ts-check
/** The worker's own script: a Spectrum that answers the page's messages. */

import { Runner } from "./runner.js";

const turns = new MessageChannel(), scope = /** @type {any} */ (self);
/** @type {(() => void)[]} */ const works = [];
turns.port1.onmessage = () => works.shift()?.();
const clock = {
  now: () => performance.now(),
  /** Without a wait, a timer's least one is too long. @param {() => void} work @param {number} ms */
  later(work, ms) {
    if (ms) setTimeout(work, ms);
    else {
      works.push(work);
      turns.port2.postMessage(0);
    }
  },
};
const runner = new Runner((message, transfer = []) => scope.postMessage(message, transfer), clock);
scope.onmessage = (/** @type {MessageEvent} */ { data }) => runner.answer(data);
