// @ts-check
/** What the browser keeps: for this page, which a reload brings back, and for the next one that is opened. */

/** @param {string} name @param {unknown} value @param {{ forOthers?: boolean }} [how] whether a new page begins with it */
export function keep(name, value, { forOthers = false } = {}) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
    if (forOthers) localStorage.setItem(name, JSON.stringify(value));
  } catch { /* a browser that keeps nothing, or no more */ }
}

/** What this page has kept, null where that is nothing. @param {string} name @returns {any} */
export function kept(name) {
  return read(() => sessionStorage.getItem(name));
}

/** What the last page kept for others. @param {string} name @returns {any} */
export function keptByOthers(name) {
  return read(() => localStorage.getItem(name));
}

/** @param {() => string | null} stored @returns {any} */
function read(stored) {
  try {
    return JSON.parse(stored() ?? "null");
  } catch {
    return null;
  }
}
