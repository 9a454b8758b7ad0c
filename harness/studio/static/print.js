// @ts-check
/** The printed sheet: white cells, turned to fit the paper, answers on a page of their own. */

import { element, get } from "./dom.js";
import { text } from "./strings.js";

/** A sheet wider than that is turned. */
const WIDE = 1.15;

/** @param {Blob[]} drawings the puzzle, and its answer if wanted @param {string} title may be empty */
export async function printSheet(drawings, title) {
  const pages = await Promise.all(drawings.map(async (drawing, number) => {
    const image = /** @type {HTMLImageElement} */ (element("img", "", { alt: "" }));
    image.src = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
    await image.decode();
    const page = element("figure", image.naturalWidth > WIDE * image.naturalHeight ? "wide" : "");
    const caption = element("figcaption");
    caption.textContent = number ? [text("solution"), title].filter(Boolean).join(": ") : title;
    if (caption.textContent) page.append(caption);
    page.append(image);
    return page;
  }));
  get("sheet").replaceChildren(...pages);
  window.print();
}
