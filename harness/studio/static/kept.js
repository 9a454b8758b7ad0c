// @ts-check
/** Storage in the browser: for this page, which a reload brings back, and for all pages. */

/** Keep for this page. @param {string} name @param {unknown} value */
export function keep(name, value) {
  store(() => sessionStorage.setItem(name, JSON.stringify(value)));
}

/** Keep for all pages. @param {string} name @param {unknown} value @returns {boolean} whether it is kept */
export function keepForAll(name, value) {
  return store(() => localStorage.setItem(name, JSON.stringify(value)));
}

/** Return a value kept for this page, or null. @param {string} name @returns {any} */
export function kept(name) {
  return read(() => sessionStorage.getItem(name));
}

/** Return a value kept for all pages, or null. @param {string} name @returns {any} */
export function keptForAll(name) {
  return read(() => localStorage.getItem(name));
}

/** @param {() => void} storing @returns {boolean} */
function store(storing) {
  try {
    storing();
    return true;
  } catch { // a browser that keeps nothing, or no more
    return false;
  }
}

/** @param {() => string | null} stored @returns {any} */
function read(stored) {
  try {
    return JSON.parse(stored() ?? "null");
  } catch {
    return null;
  }
}
