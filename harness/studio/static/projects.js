// @ts-check
/** The user's puzzles: one record each in the browser's database, and what became of the last act: its own outcome says so.
 *
 * Of other tabs each hears what was stored. One that works on the same puzzle follows. */

import { keep, kept } from "./kept.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ done: Content[], undone: Content[] }} Steps to go back, and forth again */
/** @typedef {{ id: string, content: Content, verdict: string, changed: number, steps?: Steps }} Project `verdict`: unique, multiple, or nothing known */
/** @typedef {"saving" | "saved" | "full" | "none"} State of the page's project: `none` where the browser keeps nothing */

const [DATABASE, STORE, CURRENT, CHANNEL] = ["nonogram-studio", "projects", "project", "nonogram-projects"];
const FORMAT = "crossword-projects";
/** Pause before a project is written, as a stroke may be one of many. */
const PAUSE_MS = 150;
/** Cells in all steps back that are kept. */
const MOST_CELLS = 500_000;

/** Says `state` when that of the page's project changes, `others` when another tab has changed something, and `followed`,
 * with the project, when it was the page's own. */
export const shelf = new EventTarget();
const channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
/** @type {Map<string, Project>} as far as this page knows */
const projects = new Map();
/** @type {State} */
let state = "saved";
/** The page's project, by its id: a reload brings it back. */
let current = /** @type {string} */ (kept(CURRENT) ?? "");
let timer = 0;
/** @type {Project | null} of which the last change is not yet written */
let unwritten = null;
const opened = openDatabase();
window.addEventListener("pagehide", () => writeNow());
document.addEventListener("visibilitychange", () => writeNow());
channel?.addEventListener("message", ({ data }) => heard(data.id));

// -- the database ------------------------------------------------------------------------------

/** @returns {Promise<IDBDatabase | null>} null where the browser has none, or lets nobody in */
function openDatabase() {
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.open(DATABASE, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = asked.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** Do something with the records; rejected unless all of it is done.
 * @template T @param {IDBTransactionMode} mode @param {(records: IDBObjectStore) => IDBRequest<T>} act @returns {Promise<T>} */
async function inDatabase(mode, act) {
  const database = await opened;
  if (!database) throw new DOMException("no database", "InvalidStateError");
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const asked = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = () => reject(transaction.error ?? asked.error);
  });
}

/** Write a project, and say what became of it. @param {Project} project @returns {Promise<State>} */
async function write(project) {
  try {
    await inDatabase("readwrite", (records) => records.put(project));
    channel?.postMessage({ id: project.id });
    return "saved";
  } catch (error) {
    return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "none";
  }
}

/** Read all projects. */
export async function loadProjects() {
  try {
    const all = await inDatabase("readonly", (records) => records.getAll());
    for (const project of all) projects.set(project.id, project);
  } catch {
    state = "none";
  }
}

/** Another tab has stored or deleted a project. @param {string} id */
async function heard(id) {
  const project = await inDatabase("readonly", (records) => records.get(id)).catch(() => undefined);
  if (unwritten?.id === id) return; // this page's change is later
  if (project) projects.set(id, project);
  else projects.delete(id);
  shelf.dispatchEvent(new Event("others"));
  if (project && current === id) shelf.dispatchEvent(new CustomEvent("followed", { detail: project }));
}

/** @param {State} now */
function setState(now) {
  if (state === now) return;
  state = now;
  shelf.dispatchEvent(new Event("state"));
}

// -- the page's project ------------------------------------------------------------------------

/** What became of the last change. @returns {State} */
export function savedState() {
  return state;
}

/** @returns {Project[]} the latest first */
export function ownProjects() {
  return [...projects.values()].sort((one, other) => other.changed - one.changed);
}

/** The page's project, if it was stored. @returns {Project | undefined} */
export function currentProject() {
  return projects.get(current);
}

/** Begin a new project, or continue with one. @param {string} [id] @returns {string} */
export function beginProject(id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`) {
  writeNow();
  current = id;
  keep(CURRENT, id);
  return id;
}

/** Keep the drawing as the page's project. @param {Content} content @param {Steps} steps back and forth */
export function keepProject(content, { done, undone }) {
  const id = current || beginProject();
  let left = MOST_CELLS;
  const latest = (/** @type {Content[]} */ contents) => [...contents].reverse().filter(({ rows }) => (left -= rows.length * (rows[0]?.length ?? 0)) >= 0).reverse();
  unwritten = { id, content, verdict: "", changed: Date.now(), steps: { done: latest(done), undone: latest(undone) } };
  projects.set(id, unwritten);
  setState("saving");
  window.clearTimeout(timer);
  timer = window.setTimeout(writeNow, PAUSE_MS);
}

/** @param {string} verdict of the drawing as it is now */
export function keepVerdict(verdict) {
  const project = currentProject();
  if (!project || project.verdict === verdict) return;
  project.verdict = verdict;
  if (unwritten !== project) write(project);
}

async function writeNow() {
  window.clearTimeout(timer);
  if (!unwritten) return;
  const written = unwritten;
  unwritten = null;
  const outcome = await write(written);
  if (!unwritten) setState(outcome);
}

// -- all of them -------------------------------------------------------------------------------

/** @param {string} id */
export function removeProject(id) {
  projects.delete(id);
  if (unwritten?.id === id) unwritten = null;
  inDatabase("readwrite", (records) => records.delete(id)).then(() => channel?.postMessage({ id }), () => {});
}

/** All projects as a file. @returns {Blob} */
export function projectsFile() {
  const told = ownProjects().map(({ id, content, verdict, changed }) => ({ id, content, verdict, changed }));
  return new Blob([JSON.stringify({ format: FORMAT, projects: told })], { type: "application/json" });
}

/** Take over the projects of a file; how many there were, null if it is another file.
 * @param {string} content @returns {Promise<number | null>} */
export async function takeProjects(content) {
  try {
    const file = JSON.parse(content);
    if (file.format !== FORMAT || !Array.isArray(file.projects)) return null;
    const brought = /** @type {Project[]} */ (file.projects.filter((/** @type {any} */ one) => typeof one?.id === "string" && Array.isArray(one.content?.rows)));
    for (const project of brought) projects.set(project.id, project);
    const outcomes = await Promise.all(brought.map(write));
    setState(outcomes.find((outcome) => outcome !== "saved") ?? state);
    return brought.length;
  } catch {
    return null;
  }
}
