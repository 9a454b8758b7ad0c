// @ts-check
/** The colours of a drawing: what they look like and are called, and the choice of one to draw or solve with. */

import { element, icon } from "./dom.js";
import { BACKGROUND, distance } from "./drawing.js";
import { text } from "./strings.js";
import { asChoice, showChoice } from "./toolbar.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {import("./board.js").Looks} Looks */

export const BLACK = "#";
/** Colours that stay apart for everybody, by Okabe and Ito (2002), each with its name. @type {Record<string, string>} */
export const SHADES = {
  "#000000": "black", "#e69f00": "orange", "#56b4e9": "cyan", "#009e73": "green", "#f0e442": "yellow", "#0072b2": "blue", "#d55e00": "red", "#cc79a7": "pink",
};
const OFFERED = 6;

/** The keys of the colours, without the background's. @param {Content | null} content @returns {string[]} */
export function keysOf(content) {
  return content?.colours?.map((colour) => colour.key) ?? [BLACK];
}

/** Return the looks of a drawing's cells. @param {() => Content | null} current the drawing as it is then @returns {Looks} */
export function looksOf(current) {
  const found = (/** @type {string} */ key) => current()?.colours?.find((colour) => colour.key === key);
  return {
    rgb: (key) => (key === BACKGROUND ? backgroundOf(current()) : found(key)?.rgb ?? null),
    nameOf: (key, count = 1) => {
      const many = count === 1 ? "" : "-many";
      if (key === BACKGROUND) return text(`white${many}`);
      if (key === BLACK && !current()?.colours) return text(`black${many}`);
      const name = found(key)?.name ?? "";
      const [, shade, plain] = /^(dark|light) (.+)$/.exec(name) ?? [];
      if (shade) return text(`shade-${shade}`, { colour: text(`colour-${plain}`, { count }, plain) });
      return text(`colour-${name}`, { count }, name || key);
    },
  };
}

/** Return the colour of empty cells, null if that is the theme's paper. @param {Content | null} content @returns {string | null} */
export function backgroundOf(content) {
  const background = content?.colours ? content.background : null;
  return background && background.toLowerCase() !== "#ffffff" ? background : null;
}

/** Find the shades that are farthest from all other colours. @param {string} chosen key of a colour @param {Content} content @returns {string[]} */
export function shadesFor(chosen, { colours = [], background = "#ffffff" }) {
  const others = [background, ...colours.filter(({ key }) => key !== chosen).map(({ rgb }) => rgb)];
  const apart = (/** @type {string} */ shade) => Math.min(...others.map((rgb) => distance(shade, rgb)));
  const best = Object.keys(SHADES).sort((one, other) => apart(other) - apart(one)).slice(0, OFFERED);
  return Object.keys(SHADES).filter((shade) => best.includes(shade));
}

/** @typedef {{ icon: string, name: string, key: string }} Sign an icon's name, the key of its own name, and a letter */

/** A row of swatches, of which one is in use. */
export class Palette {
  /** @param {HTMLElement} place @param {Looks} looks @param {(key: string) => void} chosen
   * @param {Record<string, Sign>} [signs] colours that are shown by an icon */
  constructor(place, looks, chosen, signs = {}) {
    this.signs = signs;
    this.place = place;
    this.looks = looks;
    asChoice(place, (button) => chosen(button.dataset.key ?? ""));
  }

  /** @param {string[]} keys of the colours, with the background's where it can be chosen @param {string} ink the one in use */
  show(keys, ink) {
    const hadFocus = this.place.contains(document.activeElement);
    this.place.replaceChildren(...keys.map((key, index) => this.swatch(key, index)));
    this.choose(ink);
    if (hadFocus) /** @type {HTMLElement | null} */ (this.place.querySelector("[tabindex='0']"))?.focus();
  }

  /** Another one is in use. @param {string} ink */
  choose(ink) {
    showChoice(this.place, this.place.querySelector(`[data-key="${CSS.escape(ink)}"]`));
  }

  /** @param {string} key @param {number} index @returns {HTMLElement} */
  swatch(key, index) {
    const sign = this.signs[key];
    const name = sign ? text(sign.name) : this.looks.nameOf(key);
    const button = element("button", sign ? "tool" : "swatch", { type: "button", role: "radio", "aria-checked": "false", "aria-label": name, "data-key": key });
    const paint = element("i");
    const rgb = this.looks.rgb(key) ?? `var(--cell${key === BACKGROUND ? "" : "-ink"})`;
    paint.style.setProperty("--c", rgb);
    const tip = element("span", "tip", { "aria-hidden": "true" });
    tip.append(name, " ");
    if (sign || index < 9) tip.append(element("kbd", "", { "data-k": sign?.key ?? String(index + 1) }));
    button.append(sign ? icon(sign.icon) : paint, tip);
    return button;
  }
}
