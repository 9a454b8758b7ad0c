// @ts-check
/** Light or dark: as the system has it, until a person says otherwise. */

import { get, onClick, press, setIcon } from "./dom.js";
import { keepForAll, keptForAll } from "./kept.js";

const THEME = "theme";

/** @param {() => void} changed told when colours are other ones */
export function followTheme(changed) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (keptForAll(THEME) ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => {
    const chosen = keptForAll(THEME);
    if (chosen) document.documentElement.dataset.theme = chosen;
    press("theme", isDark());
    setIcon(get("theme"), isDark() ? "sun" : "moon");
    changed();
  };
  onClick("theme", () => {
    keepForAll(THEME, isDark() ? "light" : "dark");
    show();
  });
  system.addEventListener("change", show);
  show();
}
