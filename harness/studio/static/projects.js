// @ts-check
/** The user's puzzles by name, and how far each puzzle is solved: kept in the browser, saved as a file. */

import { keep, keepForAll, kept, keptForAll } from "./kept.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {{ id: string, content: Content, verdict: string, changed: number }} Project `verdict`: unique, multiple, or nothing known */
/** @typedef {{ rows: string[], seconds: number, strokes: number, share: number, isSolved: boolean }} Progress */

const [PROJECTS, PROGRESS, CURRENT] = ["projects", "progress", "project"];
const MOST_PROJECTS = 200;
const MOST_PROGRESS = 300;
const FORMAT = "crossword-projects";
/** Pause before projects are written, as writing all of them takes a while. */
const PAUSE_MS = 400;

let timer = 0;
/** @type {Project[] | null} */
let projects = null;
/** @type {Project | null} of which the last change is not yet written */
let unwritten = null;
window.addEventListener("pagehide", () => writeNow());

/** @returns {Project[]} the latest first */
export function ownProjects() {
  writeNow();
  projects ??= keptForAll(PROJECTS) ?? [];
  return [...(projects ?? [])].sort((one, other) => other.changed - one.changed);
}

/** The project that this page works on, by its id. @returns {string} */
export function currentProject() {
  let id = kept(CURRENT);
  if (!id) id = beginProject();
  return id;
}

/** Begin a new project, or continue with one. @param {string} [id] @returns {string} */
export function beginProject(id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`) {
  writeNow();
  keep(CURRENT, id);
  return id;
}

/** Keep the drawing as the page's project. @param {Content} content */
export function keepProject(content) {
  unwritten = { id: currentProject(), content, verdict: "", changed: Date.now() };
  window.clearTimeout(timer);
  timer = window.setTimeout(writeNow, PAUSE_MS);
}

/** @param {string} verdict of the drawing as it is now */
export function keepVerdict(verdict) {
  if (unwritten) unwritten.verdict = verdict;
  else changeProject(currentProject(), (project) => ({ ...project, verdict }));
}

function writeNow() {
  window.clearTimeout(timer);
  if (!unwritten) return;
  const written = unwritten;
  unwritten = null;
  const others = (keptForAll(PROJECTS) ?? []).filter((/** @type {Project} */ other) => other.id !== written.id);
  writeAll([written, ...others]);
}

/** @param {string} id @param {(project: Project) => Project} change */
function changeProject(id, change) {
  const all = /** @type {Project[]} */ (keptForAll(PROJECTS) ?? []);
  if (all.some((project) => project.id === id)) writeAll(all.map((project) => (project.id === id ? change(project) : project)));
}

/** @param {string} id */
export function removeProject(id) {
  writeAll((keptForAll(PROJECTS) ?? []).filter((/** @type {Project} */ project) => project.id !== id));
}

/** @param {Project[]} all */
function writeAll(all) {
  projects = all.sort((one, other) => other.changed - one.changed).slice(0, MOST_PROJECTS);
  keepForAll(PROJECTS, projects);
}

/** All projects as a file. @returns {Blob} */
export function projectsFile() {
  writeNow();
  return new Blob([JSON.stringify({ format: FORMAT, projects: ownProjects() })], { type: "application/json" });
}

/** Take over the projects of a file; how many there were, null if it is another file. @param {string} content @returns {number | null} */
export function takeProjects(content) {
  try {
    const file = JSON.parse(content);
    if (file.format !== FORMAT || !Array.isArray(file.projects)) return null;
    const brought = file.projects.filter((/** @type {any} */ one) => typeof one?.id === "string" && Array.isArray(one.content?.rows));
    const ids = new Set(brought.map((/** @type {Project} */ one) => one.id));
    writeAll([...brought, ...ownProjects().filter(({ id }) => !ids.has(id))]);
    return brought.length;
  } catch {
    return null;
  }
}

/** Return a key for a puzzle's content. @param {Content} content @returns {string} */
export function puzzleId(content) {
  const said = JSON.stringify([content.rows, content.colours?.map(({ key, rgb }) => [key, rgb])]);
  let hash = 0xcbf29ce484222325n;
  for (const sign of said) hash = BigInt.asUintN(64, (hash ^ BigInt(sign.charCodeAt(0))) * 0x100000001b3n);
  return hash.toString(36);
}

/** @param {string} id @returns {Progress | null} */
export function progressOf(id) {
  return (keptForAll(PROGRESS) ?? {})[id] ?? null;
}

/** @param {string} id @param {Progress} progress */
export function keepProgress(id, progress) {
  const { [id]: _, ...others } = keptForAll(PROGRESS) ?? {};
  keepForAll(PROGRESS, Object.fromEntries([...Object.entries(others).slice(1 - MOST_PROGRESS), [id, progress]]));
}
