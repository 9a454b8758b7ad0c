// @ts-check
/** The page's own elements, and the one line that it says. */

/** @template {HTMLElement} [T=HTMLElement]
 * @param {string} id @returns {T} */
export function get(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return /** @type {T} */ (found);
}

/** @param {string} id @param {() => void} action */
export function onClick(id, action) {
  get(id).addEventListener("click", action);
}

/** Say something to the person, beside what it is about or at the top.
 * @param {string} sentence @param {"good" | "bad"} [kind] @param {string} [id] where */
export function say(sentence, kind = "good", id = "message") {
  const place = get(id);
  place.textContent = sentence;
  place.className = sentence ? kind : "";
}

/** Do something that the server may refuse; its sentence is said.
 * @param {() => Promise<void>} action @param {string} [id] where */
export async function trying(action, id = "message") {
  try {
    say("", "good", id);
    await action();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "bad", id);
  }
}
