// @ts-check
/** Drawers: one open at a time; Escape closes it, and the focus returns to what opened it. */

import { get, isTextField } from "./dom.js";

/** Those of them that the page has. */
const DRAWERS = ["take", "more", "size", "colours", "picture"].filter((id) => document.getElementById(id));
/** The element that had the focus when the drawer opened. @type {Element | null} */
let opener = null;

/** @param {string} id @param {boolean} [isOpen] the other way than now if not said */
export function toggleDrawer(id, isOpen = get(id).hidden) {
  const hadFocus = get(id).contains(document.activeElement);
  if (isOpen && get(id).hidden) opener = document.activeElement;
  for (const other of DRAWERS) {
    get(other).hidden = other !== id || !isOpen;
    for (const button of document.querySelectorAll(`[aria-controls="${other}"]`)) button.setAttribute("aria-expanded", String(other === id && isOpen));
  }
  document.body.classList.toggle("has-drawer", isOpen);
  if (isOpen) get(id).querySelector("button")?.focus();
  else if (hadFocus && opener instanceof HTMLElement) opener.focus();
  window.dispatchEvent(new Event("drawer"));
}

/** @returns {string | undefined} the one that is open */
export function openDrawer() {
  return DRAWERS.find((id) => !get(id).hidden);
}

export function closeDrawers() {
  const open = openDrawer();
  if (open) toggleDrawer(open, false);
}

document.getElementById("more-open")?.addEventListener("click", () => toggleDrawer("more"));
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-close]"))) {
  button.addEventListener("click", () => toggleDrawer(button.dataset.close ?? "", false));
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && openDrawer()) closeDrawers();
  if (event.key === "?" && !isTextField(event.target) && document.getElementById("more-open")?.getClientRects().length) toggleDrawer("more");
});
