// @ts-check
/** Light or dark: as the system has it, until a person says otherwise. */

import { get, onClick, press, setIcon } from "./dom.js";
import { keepForAll, keptForAll } from "./kept.js";

const THEME = "theme";
/** In the header, where there is room, and behind the "…". */
const BUTTONS = ["theme", "more-theme"];

/** @param {() => void} changed told when colours are other ones */
export function followTheme(changed) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (keptForAll(THEME) ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => {
    const chosen = keptForAll(THEME);
    if (chosen) document.documentElement.dataset.theme = chosen;
    for (const id of BUTTONS) {
      press(id, isDark());
      setIcon(get(id), isDark() ? "sun" : "moon");
    }
    changed();
  };
  for (const id of BUTTONS) {
    onClick(id, () => {
      keepForAll(THEME, isDark() ? "light" : "dark");
      show();
    });
  }
  system.addEventListener("change", show);
  show();
}
