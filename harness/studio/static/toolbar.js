// @ts-check
/** Toolbars and groups of choices: one tab stop each, and arrows move in them. */

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** @param {HTMLElement} bar */
export function asToolbar(bar) {
  const buttons = () => /** @type {HTMLElement[]} */ ([...bar.querySelectorAll("button, [role=radio]")]
    .filter((button) => button instanceof HTMLElement && !button.matches(":disabled") && button.getClientRects().length > 0));
  const settle = (/** @type {EventTarget | null} */ chosen) => {
    for (const button of bar.querySelectorAll("button")) if (!button.closest("[role=radiogroup]") || button === chosen) button.tabIndex = button === chosen ? 0 : -1;
  };
  settle(buttons()[0] ?? null);
  bar.addEventListener("focusin", (event) => settle(event.target));
  bar.addEventListener("keydown", (event) => {
    const all = buttons();
    const at = all.findIndex((button) => button === document.activeElement);
    const step = STEPS[event.key] ?? 0;
    if (event.ctrlKey || event.altKey || at < 0) return;
    if (step) all[(at + step + all.length) % all.length]?.focus();
    else if (event.key === "Home") all[0]?.focus();
    else if (event.key === "End") all.at(-1)?.focus();
    else return;
    event.preventDefault();
  });
}

/** A group of buttons of which one is chosen. @param {HTMLElement} group @param {(button: HTMLElement) => void} chosen */
export function asChoice(group, chosen) {
  const pick = (/** @type {HTMLElement} */ button) => {
    showChoice(group, button);
    chosen(button);
  };
  group.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[role=radio]") : null;
    if (button instanceof HTMLElement) pick(button);
  });
  group.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey) return;
    const buttons = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("[role=radio]")]);
    const next = buttons[(buttons.findIndex((button) => button === document.activeElement) + step + buttons.length) % buttons.length];
    event.preventDefault();
    event.stopPropagation(); // a toolbar around it would go on
    if (!next) return;
    next.focus();
    pick(next);
  });
}

/** @param {HTMLElement} group @param {Element | null | undefined} button */
export function showChoice(group, button) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll("[role=radio]"));
  for (const other of all) {
    other.setAttribute("aria-checked", String(other === button));
    other.tabIndex = other === (button ?? all[0]) ? 0 : -1;
  }
}
