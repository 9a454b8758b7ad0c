// @ts-check
/** Elements of the page: found, made, shown, without losing the focus; and sentences for a screen reader. */

/** @template {HTMLElement} [T=HTMLElement]
 * @param {string} id @returns {T} */
export function get(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return /** @type {T} */ (found);
}

/** @param {string} id @returns {HTMLInputElement} */
export function field(id) {
  return /** @type {HTMLInputElement} */ (get(id));
}

/** @param {string} id @returns {number | null} a field's whole number */
export function numberIn(id) {
  const { value } = field(id);
  return value === "" ? null : Math.round(Number(value));
}

/** @param {string} tag @param {string} [classes] @param {Record<string, string>} [attributes] @returns {HTMLElement} */
export function element(tag, classes = "", attributes = {}) {
  const made = document.createElement(tag);
  if (classes) made.className = classes;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** An icon of the page's sprite. @param {string} name @param {string} [classes] @returns {SVGElement} */
export function icon(name, classes = "") {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("class", `i ${classes}`);
  made.setAttribute("viewBox", "0 0 24 24");
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  made.append(use);
  return made;
}

/** Show another icon in a button. @param {Element} button @param {string} name */
export function setIcon(button, name) {
  button.querySelector("use")?.setAttribute("href", `#i-${name}`);
}

/** @param {string} id @param {() => void} action */
export function onClick(id, action) {
  get(id).addEventListener("click", action);
}

/** @param {string} id @param {boolean} isPressed */
export function press(id, isPressed) {
  get(id).setAttribute("aria-pressed", String(isPressed));
}

/** Switch a button on or off; if it had the focus, a neighbour takes it. @param {string} id @param {boolean} isOn */
export function enable(id, isOn) {
  const button = /** @type {HTMLButtonElement} */ (get(id));
  if (button.disabled === !isOn) return;
  const hadFocus = document.activeElement === button;
  button.disabled = !isOn;
  if (hadFocus && !isOn) focusGroup(button);
}

/** Show or hide an element; if the focus was in it, its group takes the focus. @param {HTMLElement} place @param {boolean} isShown */
export function reveal(place, isShown) {
  if (place.hidden === !isShown) return;
  const hadFocus = place.contains(document.activeElement);
  place.hidden = !isShown;
  if (hadFocus && !isShown) focusGroup(place);
}

/** Give the focus to what is left of an element's group. @param {HTMLElement} left */
function focusGroup(left) {
  const group = left.parentElement?.closest("[role=toolbar], .side, .strip, .stage, .bar");
  const others = [...(group?.querySelectorAll("button, a[href], input, [tabindex='0']") ?? [])];
  const next = others.find((other) => other !== left && !left.contains(other) && isUsable(other)) ?? document.querySelector("[data-refuge]:not([hidden])");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** @param {Element} other */
function isUsable(other) {
  return other instanceof HTMLElement && !other.matches(":disabled") && other.getClientRects().length > 0;
}

/** Return true if keys typed at an element are text. @param {EventTarget | null} target */
export function isTextField(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file], [type=button])");
}

/** Say something to the person, beside what it is about or at the top.
 * @param {string} sentence @param {"good" | "bad"} [kind] @param {string} [id] where */
export function say(sentence, kind = "good", id = "message") {
  const place = get(id);
  place.textContent = sentence;
  place.classList.toggle("good", sentence !== "" && kind === "good");
  place.classList.toggle("bad", sentence !== "" && kind === "bad");
  if (sentence && kind === "bad") place.scrollIntoView({ block: "nearest" });
}

/** Do something that the server may reject; show its sentence.
 * @param {() => Promise<void>} action @param {string} [id] where */
export async function trying(action, id = "message") {
  try {
    say("", "good", id);
    await action();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "bad", id);
  }
}

/** Save a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// -- what a screen reader says: a sentence in two seconds at most, and the last one wins ------

const GAP_MS = 2000;

let waiting = "";
let timer = 0;
let spokenAt = -GAP_MS;

/** Have a screen reader say a sentence. @param {string} sentence */
export function announce(sentence) {
  waiting = sentence;
  if (timer) return;
  timer = window.setTimeout(speakNow, Math.max(0, spokenAt + GAP_MS - performance.now()));
}

function speakNow() {
  timer = 0;
  spokenAt = performance.now();
  get("announced").textContent = waiting;
}
