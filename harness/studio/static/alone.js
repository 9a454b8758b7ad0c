// @ts-check
/** The studio in one file: this module stands for `server.js` there, and answers what the page can by itself. */

import { get } from "./dom.js";
import { en } from "./english.js";
import { contentIn, fileOf } from "./files.js";
import { MOST, judge } from "./kernel.js";
import { ru } from "./russian.js";
import { fragmentOf } from "./share.js";
import { STRINGS, text } from "./strings.js";
import { fromBase64, inflate } from "../../../pyspectrum/page/bytes.js";

const MOST_BYTES = 100_000;
/** As `pages.py` writes them. @type {any} */
const { studio, studioParts } = globalThis;
const { dataset: { address } } = get("script");

/** There is no server. */
export class UnreachableError extends Error {}

for (const [code, words] of Object.entries({ en, ru })) {
  const own = Object.entries(words).filter(([key]) => key.startsWith("alone-")).map(([key, said]) => [key.slice("alone-".length), said]);
  STRINGS[code] = { ...words, ...Object.fromEntries(own) };
}
document.documentElement.dataset.alone = "true";

/** Answers by the kind of the question. @type {Record<string, (body: any, more: string) => unknown>} */
const ANSWERS = {
  spectrum: () => studioParts.spectrum,
  kernel,
  begin: () => ({ max_side: MOST, share_at: address || (location.protocol === "file:" ? "" : location.href.replace(/#.*/, "")) }),
  samples: () => studioParts.samples,
  bring: async (file) => ({ document: await contentIn(file, MOST, solve) }),
  take: ({ document }, kind) => (kind === "html" ? pageOf(document) : fileOf(document, kind)),
  new: () => {
    throw new Error(text("fresh-none"));
  },
};

/** Answer as the server does. @param {string} path @param {unknown} [body] @returns {Promise<Response>} */
export async function ask(path, body) {
  const [, kind = "", more = ""] = /^(?:\/api\/)?(\w+)\/?([\w.]*)/.exec(path) ?? [];
  const answer = ANSWERS[kind];
  if (!answer) throw new UnreachableError(text("more-in-studio"));
  const found = await answer(body, more);
  return new Response(found instanceof Blob ? found : JSON.stringify(found));
}

async function kernel() {
  return new Blob([await inflate(fromBase64(studioParts.kernel), MOST_BYTES)]);
}

/** A solution of a file's clues. @param {import("./board.js").Clues} clues @returns {Promise<string[]>} */
async function solve(clues) {
  const { kind, solution, line } = await judge(clues, { wasm: await (await kernel()).arrayBuffer() });
  if (solution) return solution;
  if (kind !== "none") throw new Error(text("file-undecided"));
  throw new Error([text("note-contradiction"), ...(line ? [text(`line-${line[0]}`, { number: line[1] + 1 })] : [])].join(": "));
}

/** Nothing is asked that takes long. */
export function dropQuestion() {}

/** A line on which nobody listens. */
export function openLine() {
  return { send: () => false };
}

/** This page, which begins with a puzzle. @param {import("./drawing.js").Content} content */
async function pageOf(content) {
  const begun = `<script id="shared">location.hash ||= "${await fragmentOf(content)}"</script>`;
  return new Blob(["<!doctype html>\n", studio.replace(/<script id="shared">.*?<\/script>/, begun)], { type: "text/html" });
}
