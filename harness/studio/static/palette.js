// @ts-check
/** The colours of a drawing: what they look like and are called, and the choice of one for whoever draws or solves. */

import { element, isDark } from "./board.js";
import { BACKGROUND } from "./drawing.js";
import { text } from "./strings.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {import("./board.js").Looks} Looks */

export const BLACK = "#";

/** The keys of the colours, without the background's. @param {Content | null} content @returns {string[]} */
export function keysOf(content) {
  return content?.colours?.map((colour) => colour.key) ?? [BLACK];
}

/** How the cells of a drawing look. @param {() => Content | null} current the drawing as it is then @returns {Looks} */
export function looksOf(current) {
  const found = (/** @type {string} */ key) => current()?.colours?.find((colour) => colour.key === key);
  return {
    rgb: (key) => (key === BACKGROUND ? current()?.background ?? "#ffffff" : found(key)?.rgb ?? "#000000"),
    nameOf: (key) => {
      if (key === BACKGROUND) return text("white");
      return key === BLACK && !current()?.colours ? text("black") : found(key)?.name || key;
    },
  };
}

export class Palette {
  /** @param {HTMLElement} place @param {string} blank what stands on the background's sample @param {Looks} looks
   *  @param {(key: string) => void} chosen */
  constructor(place, blank, looks, chosen) {
    this.place = place;
    this.blank = blank;
    this.looks = looks;
    this.chosen = chosen;
  }

  /** @param {string[]} keys of the colours, without the background's @param {string} ink the one in use */
  show(keys, ink) {
    this.place.replaceChildren(...[...keys, BACKGROUND].map((key) => this.sample(key)));
    this.choose(ink);
  }

  /** Another one is in use. @param {string} ink */
  choose(ink) {
    for (const radio of this.place.querySelectorAll("input")) radio.checked = radio.value === ink;
  }

  /** @param {string} key @returns {HTMLElement} */
  sample(key) {
    const [name, rgb] = [this.looks.nameOf(key), this.looks.rgb(key)];
    const label = element("label", "ink");
    const radio = element("input", "", { type: "radio", name: `${this.place.id}-ink`, value: key, "aria-label": name });
    radio.addEventListener("change", () => this.chosen(key));
    // black needs no letter to be chosen by
    const sign = key === BACKGROUND ? this.blank : key === BLACK ? "" : key;
    const swatch = element("span", "", { title: sign && sign !== name ? `${name} (${sign})` : name, "aria-hidden": "true" });
    swatch.textContent = sign;
    swatch.style.backgroundColor = rgb;
    swatch.style.color = isDark(rgb) ? "#fff" : "#000";
    label.append(radio, swatch);
    return label;
  }
}
