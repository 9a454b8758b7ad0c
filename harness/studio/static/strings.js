// @ts-check
/** Texts of the page, in each language: `{x}` is filled in, `{x|one|many}` is the word that goes with the number. */

import { keepForAll, keptForAll } from "./kept.js";

/** Texts of the languages that the page has by now. @type {Record<string, Record<string, string>>} */
export const STRINGS = {};

/** Which form of a word goes with a number. @type {Record<string, Intl.LDMLPluralRule[]>} */
const FORMS = { en: ["one", "other"], ru: ["one", "few", "many"] };
const LANGUAGES = Object.keys(FORMS);
const KEPT = "language";

let language = "en";

/** @returns {string} the code of the language that was chosen, or else of the browser's */
export function wantedLanguage() {
  return [keptForAll(KEPT), navigator.language.slice(0, 2)].find((code) => LANGUAGES.includes(code)) ?? "en";
}

/** @returns {string} the code of the language after the one in force */
export function nextLanguage() {
  return LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length] ?? "en";
}

/** @returns {string} the code of the language in force */
export function currentLanguage() {
  return language;
}

/** A sentence, its places filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [terms]
 * @param {string} [otherwise] if there is no such sentence
 * @returns {string} */
export function text(key, terms = {}, otherwise = key) {
  const template = STRINGS[language]?.[key] ?? otherwise;
  return template.replace(/\{(\w+)(\|[^}]*)?\}/g, (_, name, forms) => (forms ? formOf(Number(terms[name]), forms.slice(1).split("|")) : String(terms[name] ?? "")));
}

/** @param {number} count @param {string[]} forms @returns {string} */
function formOf(count, forms) {
  const at = FORMS[language]?.indexOf(new Intl.PluralRules(language).select(count)) ?? 0;
  return forms[at] ?? forms.at(-1) ?? "";
}

/** Choose a language, and keep the choice. @param {string} code @param {string} [title] the key of the page's title */
export function chooseLanguage(code, title) {
  speak(code, title);
  keepForAll(KEPT, code);
}

/** Say everything on the page in a language that it has. @param {string} code @param {string} [title] the key of the page's title */
export function speak(code, title = "title") {
  language = code;
  document.documentElement.lang = language;
  document.title = text(title);
  for (const element of document.querySelectorAll("[data-t]")) {
    element.textContent = text(/** @type {HTMLElement} */ (element).dataset.t ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", text(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
  }
}
