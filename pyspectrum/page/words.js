// @ts-check
/** The page in the reader's language: English sentences are the keys, `{}` in them is what a sentence has there. */

/** @type {Record<string, string>} */ let table = {};
/** @type {[RegExp, string][]} */ let patterns = [];
const NAMES = ["aria-label", "title"];

/** Return a sentence in the language of the page. @param {string} sentence @returns {string} */
export function told(sentence) {
  if (table[sentence]) return table[sentence];
  for (const [pattern, translated] of patterns) {
    const found = pattern.exec(sentence);
    let number = 0;
    if (found) return translated.replace(/\{\}/g, () => found[++number]);
  }
  return sentence;
}

/** Say all that stands on the page in a language. @param {string} code @param {Record<string, string>} words */
export function speak(code, words) {
  table = words;
  const longestFirst = Object.entries(words).sort(([one], [other]) => other.length - one.length);
  patterns = longestFirst.filter(([key]) => key.includes("{}")).map(([key, translated]) => [
    RegExp(`^${key.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\}/g, "(.+)")}$`), translated]);
  document.documentElement.lang = code;
  document.title = told(document.title);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = (node.nodeValue ?? "").replace(/\s+/g, " "), core = text.trim();
    if (core && node.parentElement?.tagName !== "SCRIPT") node.nodeValue = text.replace(core, () => told(core));
  }
  for (const name of NAMES) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, told(element.getAttribute(name) ?? ""));
    }
  }
}
