// @ts-check
/** Elements that stay: only what differs is set, since a frame is drawn while one holds a key down. */

/** @param {string} id @returns {any} the element, of whatever kind it is */
export const $ = id => document.getElementById(id);
/** @param {unknown} text */
export const esc = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** Set an element's text. @param {Element} element @param {string} shown */
export function text(element, shown) {
  const node = /** @type {Text | null} */ (element.firstChild);
  if (!node) element.textContent = shown;
  else if (node.data !== shown) node.data = shown;
}
/** Set an attribute. @param {Element} element @param {string} name @param {string} value */
export function attribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
/** Select one of the tabs that have a kind of data, by its value. @param {string} name @param {string} value */
export function select(name, value) {
  for (const tab of document.querySelectorAll(`button[data-${name}]`)) {
    attribute(tab, "aria-selected", String(/** @type {HTMLElement} */ (tab).dataset[name] === value));
  }
}

/** @type {WeakMap<Element, string>} */ const filled = new WeakMap();
/** Put HTML into an element; false if it is there already. @param {Element} element @param {string} html */
export function fill(element, html) {
  if (filled.get(element) === html) return false;
  filled.set(element, html);
  element.innerHTML = html;
  return true;
}

/** Put elements into another, if they are not there already. @param {Element} element @param {Element[]} children */
export function put(element, children) {
  if (element.firstElementChild === children[0]) return;
  filled.delete(element);
  element.replaceChildren(...children);
}

/** Rows of a list: each with its class, its HTML, and data that a click on it reads.
 *  @typedef {{kind: string, html: string, data?: string}} Row */

/** Put rows into an element; those that are there already stay. @param {HTMLElement} element @param {Row[]} rows */
export function fillRows(element, rows) {
  filled.delete(element);
  rows.forEach(({ kind, html, data = "" }, k) => {
    let row = /** @type {HTMLElement | undefined} */ (element.children[k]);
    if (row?.tagName !== "DIV") {
      row?.remove();
      row = document.createElement("div");
      element.insertBefore(row, element.children[k] ?? null);
    }
    if (row.className !== kind) row.className = kind;
    if (!data) delete row.dataset.i;
    else if (row.dataset.i !== data) row.dataset.i = data;
    fill(row, html);
  });
  while (element.children.length > rows.length) element.lastElementChild?.remove();
}
