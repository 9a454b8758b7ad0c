// @ts-check
/** Whether the server is there, said at the top of the page for as long as it is not. */

import { say } from "./dom.js";
import { text } from "./strings.js";

const PLACE = "connection";
const FOUND_MS = 10_000;

/** @returns {import("./findings.js").Connection} */
export function watchedConnection() {
  let isLost = false;
  let timer = 0;
  return {
    found() {
      if (!isLost) return;
      isLost = false;
      say(text("found-again"), "good", PLACE);
      timer = window.setTimeout(() => say("", "good", PLACE), FOUND_MS);
    },
    lost() {
      if (isLost) return;
      isLost = true;
      window.clearTimeout(timer);
      say(text("lost"), "bad", PLACE);
    },
    refused(sentence) {
      say(sentence, "bad", PLACE);
    },
  };
}
