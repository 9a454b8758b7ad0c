// @ts-check
/** Texts of the page, in each language: `{x}` is filled in, `{x|one|many}` is the word that goes with the number. */

import { ENGLISH } from "./english.js";
import { RUSSIAN } from "./russian.js";

/** @type {Record<string, Record<string, string>>} */
export const STRINGS = { en: ENGLISH, ru: RUSSIAN };

/** Which form of a word goes with a number. @type {Record<string, Intl.LDMLPluralRule[]>} */
const FORMS = { en: ["one", "other"], ru: ["one", "few", "many"] };

let language = "en";

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
  const template = STRINGS[language]?.[key] ?? STRINGS.en?.[key] ?? otherwise;
  return template.replace(/\{(\w+)(\|[^}]*)?\}/g, (_, name, forms) => (forms ? formOf(Number(terms[name]), forms.slice(1).split("|")) : String(terms[name] ?? "")));
}

/** @param {number} count @param {string[]} forms @returns {string} */
function formOf(count, forms) {
  const at = FORMS[language]?.indexOf(new Intl.PluralRules(language).select(count)) ?? 0;
  return forms[at] ?? forms.at(-1) ?? "";
}

/** Say everything on the page in another language. @param {string} code @param {string} [title] the key of the page's title */
export function speak(code, title = "title") {
  language = code in STRINGS ? code : "en";
  document.documentElement.lang = language;
  document.title = text(title);
  for (const element of document.querySelectorAll("[data-t]")) {
    element.textContent = text(/** @type {HTMLElement} */ (element).dataset.t ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", text(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
  }
}
