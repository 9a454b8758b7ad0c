// @ts-check
/** The page: its parts, its keys, and what is worked on. */

import { advise } from "./advice.js";
import { field, get, isTextField, onClick, save, trying } from "./dom.js";
import { listenForFiles } from "./bring.js";
import { Drawing } from "./drawing.js";
import { FreshDoor, addressOf, stockOf, wishOf } from "./fresh.js";
import { keep, kept } from "./kept.js";
import { Make, limits } from "./make.js";
import { addressOfSolve, currentMode, modeOfAddress, nameMode, nameSolve, showMode } from "./modes.js";
import { hideToast, toast, watchedConnection } from "./notices.js";
import { Picture } from "./picture.js";
import { isSolved, progressed, puzzleId } from "./progress.js";
import { beginProject, currentProject, keepProject, loadProjects, ownProjects, projectsFile, savedState, shelf } from "./projects.js";
import { UnreachableError, ask, dropQuestion } from "./server.js";
import { contentOf } from "./share.js";
import { Solving } from "./solve.js";
import { Start } from "./start.js";
import { STRINGS, chooseLanguage, currentLanguage, nextLanguage, speak, text, wantedLanguage } from "./strings.js";
import { Taking } from "./export.js";
import { followTheme } from "./theme.js";
import { asToolbar } from "./toolbar.js";
import { Verdict, levelText } from "./verdict.js";
import { Watching, watchProblem } from "./watch.js";

/** @typedef {import("./drawing.js").Content} Content */
/** @typedef {import("./modes.js").Mode} Mode */

const [KEPT_DRAWING, KEPT_FILE, KEPT_MODE, KEPT_SAMPLE, KEPT_ADDRESS, KEPT_SHOWN] = ["drawing", "file", "mode", "sample", "address", "shown"];
/** What is said of the drawing, by what became of storing it. */
const SAVED = { saving: "saving", saved: "saved", full: "not-saved-full", none: "not-saved" };
/** The fields of the name: in the header, and on a narrow page above the board. */
const NAMES = ["name", "make-name"];

/** Addresses of what the page loads when it is wanted. */
const { dataset: addresses } = get("script");
/** @type {Record<string, Promise<any>>} */
const fetched = {};
await learn(wantedLanguage());
speak(wantedLanguage());

/** The content opened and not changed yet: none of the user's puzzles. @type {Content | null} */
let opened = null;
const drawing = new Drawing();
const make = new Make(drawing);
const verdict = new Verdict(drawing, make.board, watchedConnection(), () => loaded("kernel", (answer) => answer.arrayBuffer()));
const solving = new Solving(async (asked) => {
  try {
    return await (await ask("/api/hint", asked)).json();
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return advise(asked.document ?? drawing.content, asked, { isUnique: verdict.wasUnique || wishOf(addressOfSolve()) !== null });
  }
}, () => (opened === null ? {} : { puzzle: drawing.content, address: addressOfSolve() }));
const parts = () => loaded("spectrum", (answer) => answer.json());
const watching = new Watching({ parts, content: () => drawing.content, reference });
const taking = new Taking(drawing, verdict, shownTitle);
const stock = stockOf(JSON.parse(get("stock").textContent ?? "[]"));
const start = new Start({ open }, stock);
const door = new FreshDoor(stock, (content, address) => open(content, "solve", undefined, address), async (wish) => {
  const { document: content, seed } = await (await ask("/api/new", wish)).json();
  return { content, address: addressOf({ ...wish, seed }) };
}, () => dropQuestion("/api/new"));
const picture = new Picture(drawing, (content) => open(content, "make", ""));
/** Whether what the drawing becomes was stored by another tab. */
let isFollowing = false;
/** Whether it was said that the drawing is not stored. */
let isWarned = false;

/** Work on a drawing. @param {Content} content @param {Mode} mode @param {string} [project] the user's puzzle ("": a new one)
 * @param {string} [address] of a new puzzle */
function open(content, mode, project, address) {
  beginProject(project || undefined);
  make.begin();
  if (mode !== "make") picture.forget();
  watching.stop();
  opened = project === undefined ? content : null;
  const own = ownProjects().find(({ id }) => id === project);
  isFollowing = own?.content === content; // nothing new to store
  if (isFollowing) drawing.goOn(content, own?.steps);
  else drawing.open(content);
  isFollowing = false;
  opened = project === undefined ? drawing.content : null;
  setAddress(address);
  const hash = address ?? `#${mode}`;
  if (location.hash !== hash) history.pushState({}, "", `${location.pathname}${location.search}${hash}`);
  go(mode);
  window.scrollTo(0, 0); // the cards may be scrolled
  if (mode === "watch") watching.play();
}

/** Name what is solved, for this page and after a reload. @param {string} [address] of a new puzzle */
function setAddress(address) {
  nameSolve(address);
  keep(KEPT_ADDRESS, address ?? null);
}

/** Go to a mode. @param {Mode} wanted */
function go(wanted) {
  hideToast();
  const isSpoiler = wanted === "make" && isHidden();
  const mode = isSpoiler ? (currentMode() === "watch" ? "watch" : "solve") : wanted === "watch" && watchProblem(drawing.content) ? "make" : wanted;
  if (isSpoiler) toast(text("make-tells"), text("show-picture"), showPicture);
  else if (mode !== wanted) toast(watchProblem(drawing.content));
  showMode(mode);
  keep(KEPT_MODE, mode);
  solving.write(); // so that the cards show the last stroke
  field("name").readOnly = mode !== "make";
  if (mode === "start") start.show();
  if (mode === "make") make.board.layOut();
  if (mode === "solve") startSolving();
  else solving.timer.stop();
  watching.look(mode === "watch");
  showNames();
}

function startSolving() {
  const hadFocus = document.activeElement?.closest("#solve-board, body.solve .stage") !== null;
  solving.begin(drawing.content, verdict.clues);
  solving.board.layOut();
  if (hadFocus && !get("solve-place").hidden) solving.board.focus(solving.board.at.row, solving.board.at.column);
  showNames();
}

/** Go to Make with a puzzle that is not solved yet. */
function showPicture() {
  keep(KEPT_SHOWN, puzzleId(drawing.content));
  go("make");
}

/** Load a part of the page once: then it asks the server for nothing. @template T @param {string} name @param {(answer: Response) => Promise<T>} read @returns {Promise<T>} */
function loaded(name, read) {
  const loading = fetched[name] ??= ask(addresses[name] ?? "").then(read);
  loading.catch(() => delete fetched[name]);
  return loading;
}

/** The drawing is one of the solutions; if there are several, what they have in common by the rules. @returns {string[]} */
function reference() {
  const solutions = verdict.find("solutions");
  return !solutions || solutions.outcome === "unique" ? drawing.content.rows : solutions.known;
}

/** True if the name would tell what the picture is, of a puzzle that is not the user's own. */
function isHidden() {
  return opened !== null && !isShown() && !isSolved(puzzleId(drawing.content));
}

/** True if a person wanted to see the picture before it was solved. */
function isShown() {
  return kept(KEPT_SHOWN) === puzzleId(drawing.content);
}

/** The drawing's title; of a puzzle that is not solved yet, its size and number. @returns {string} */
function shownTitle() {
  if (!isHidden()) return drawing.content.title ?? "";
  const size = `${drawing.width} × ${drawing.height}`;
  const number = wishOf(addressOfSolve())?.seed ?? start.numberOf(puzzleId(drawing.content));
  return number ? text("numbered", { size, number }) : size;
}

function showNames() {
  const mode = currentMode();
  const size = `${drawing.width} × ${drawing.height}`;
  const difficulty = verdict.isBlank ? null : verdict.find("difficulty");
  const hasSeveral = verdict.find("solutions")?.outcome === "multiple";
  const level = difficulty ? `, ${levelText(difficulty)}` : hasSeveral ? `, ${text("several")}` : "";
  solving.tellSeveral(hasSeveral);
  const unnamed = text(opened && wishOf(addressOfSolve()) ? "fresh" : "unnamed");
  const shown = shownTitle();
  for (const id of ["solve-name", "watch-name"]) get(id).textContent = shown || unnamed;
  for (const id of NAMES) {
    if (document.activeElement !== field(id)) field(id).value = shown;
    field(id).placeholder = unnamed;
  }
  const note = shown.startsWith(size) ? level.slice(2) : size + level;
  for (const id of ["solve-size", "watch-size"]) get(id).textContent = note;
  get("name-note").textContent = mode === "make" ? text(opened ? "not-yours" : SAVED[savedState()]) : note;
  nameMode(mode === "start" ? "" : shown || unnamed);
  get("mode-watch").setAttribute("aria-disabled", String(Boolean(watchProblem(drawing.content))));
}

drawing.addEventListener("change", () => {
  keep(KEPT_DRAWING, drawing.content);
  if (opened !== null && drawing.content !== opened && drawing.done.length) {
    opened = null;
    setAddress();
  }
  keep(KEPT_SAMPLE, opened !== null);
  if (opened === null && !isFollowing) keepProject(drawing.content, drawing);
  showNames();
});
shelf.addEventListener("state", () => {
  showNames();
  if (savedState() === "saved") isWarned = false;
  if (isWarned || savedState() === "saved" || savedState() === "saving") return;
  isWarned = true; // once, not at every stroke
  toast(text(SAVED[savedState()]), text("save-all"), () => save(projectsFile(), "puzzles.json"));
});
shelf.addEventListener("others", () => {
  if (currentMode() === "start") start.show();
});
shelf.addEventListener("followed", (event) => {
  const { content, steps } = /** @type {CustomEvent<import("./projects.js").Project>} */ (event).detail;
  if (opened !== null || JSON.stringify(content) === JSON.stringify(drawing.content)) return;
  isFollowing = true;
  drawing.goOn(content, steps);
  isFollowing = false;
});
drawing.addEventListener("judged", showNames);
progressed.addEventListener("kept", showNames);
for (const id of NAMES) {
  field(id).addEventListener("change", () => drawing.change({ ...drawing.content, title: field(id).value.trim() }));
  field(id).addEventListener("keydown", (event) => {
    if (event.key === "Enter") make.board.focus(make.board.at.row, make.board.at.column);
  });
}

/** Open a puzzle from a file; if it does not say which side is the rows, offer to turn it. @param {Content} content @param {string} [rowsBy] */
function openBrought(content, rowsBy) {
  open(content, "make", "");
  if (rowsBy === "assumed") toast(text("rows-assumed"), text("turn"), () => drawing.turn());
}

listenForFiles({
  puzzle: openBrought,
  picture: (file, answer) => {
    if (currentMode() !== "start" && answer.is_photo) go("start");
    picture.take(file, answer);
  },
  projects: (count) => {
    go("start");
    toast(text("projects-back", { count }));
  },
  failed: (sentence) => {
    if (sentence && currentMode() !== "start") toast(sentence);
  },
});
onClick("next-puzzle", () => {
  const wish = wishOf(addressOfSolve());
  if (wish) door.another(wish);
  else start.next(solving.id, drawing.width * drawing.height);
});

// -- keys ------------------------------------------------------------------------------------

/** @returns {import("./board.js").Board | null} */
function boardInSight() {
  return { make: make.board, solve: solving.board, watch: null, start: null }[currentMode()];
}

/** @param {KeyboardEvent} event @returns {boolean} whether it was of use */
function controlKey(event) {
  const key = event.key.toLowerCase();
  const mode = currentMode();
  if (key === "p" && mode !== "start") taking.print();
  else if (mode !== "make" && mode !== "solve") return false;
  else if (key === "z" && !event.shiftKey) (mode === "make" ? drawing : solving).undo();
  else if (key === "y" || key === "z") (mode === "make" ? drawing : solving).redo();
  else return false;
  return true;
}

/** @param {KeyboardEvent} event @returns {boolean} whether it was of use */
function letter(event) {
  const target = /** @type {Element} */ (event.target);
  const isButton = target.closest("button, a, select, input") !== null;
  if (target.id === "screen" || target.closest(".side, .bar, select, [type=range]")) return false;
  if (isButton && (event.key === " " || event.key === "Enter")) return false;
  const board = boardInSight();
  const zooms = /** @type {Record<string, () => void>} */ ({ "+": () => board?.zoomIn(), "=": () => board?.zoomIn(), "-": () => board?.zoomOut(), 0: () => board?.fit() });
  if (board && zooms[event.key]) {
    zooms[event.key]?.();
    return true;
  }
  const key = event.key.toLowerCase();
  return { make, solve: solving, watch: watching, start: null }[currentMode()]?.key(key) ?? false;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || isTextField(event.target) || event.altKey) return;
  const isUsed = event.ctrlKey || event.metaKey ? controlKey(event) : letter(event);
  if (isUsed) event.preventDefault();
});
// a press beside everything leaves the focus where it is
document.addEventListener("mousedown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!target.closest("a, button, input, label, select, textarea, summary, [tabindex], p, h1, h2, h3, .board")) event.preventDefault();
});

// -- language, theme, address ------------------------------------------------------------------

/** Fetch the texts of a language, once. @param {string} code */
async function learn(code) {
  STRINGS[code] ??= await import(addresses[code] ?? "").then((module) => module[code], () => {
    throw new Error(text("unreachable"));
  });
}

/** Say everything again in the language in force. */
function showLanguage() {
  get("language-code").textContent = currentLanguage().toUpperCase();
  make.showAgain();
  solving.showAgain();
  verdict.tell();
  watching.showAgain();
  if (currentMode() === "start") start.show();
  showNames();
}
for (const id of ["language", "more-language"]) {
  onClick(id, () => trying(async () => {
    const next = nextLanguage();
    await learn(next);
    chooseLanguage(next);
    showLanguage();
  }));
}
followTheme(() => {
  make.board.readTheme();
  solving.board.readTheme();
  make.showPalette();
  make.showCorner();
  if (currentMode() === "start") start.show();
});

window.addEventListener("hashchange", async () => {
  const shared = await contentOf(location.hash);
  const wish = wishOf(location.hash);
  if (shared) open(shared, "solve");
  else if (wish && location.hash !== addressOfSolve()) door.open(wish).then(() => showMode(currentMode()));
  else go(modeOfAddress() ?? "start");
});
window.addEventListener("drawer", () => {
  make.board.layOut();
  solving.board.layOut();
});
get("mode-watch").addEventListener("click", (event) => {
  if (!watchProblem(drawing.content)) return;
  event.preventDefault();
  toast(watchProblem(drawing.content));
});
for (const bar of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[role=toolbar]"))) asToolbar(bar);

/** Begin with a shared puzzle; after a reload with what this page had; with the file that the server was given; or with the
 * cards. @param {any} begun */
async function begin(begun) {
  const shared = await contentOf(location.hash);
  const name = begun.brought?.name ?? null;
  const mine = kept(KEPT_FILE) === name ? kept(KEPT_DRAWING) : null;
  const wish = wishOf(location.hash);
  nameSolve(kept(KEPT_ADDRESS) ?? undefined);
  const mode = modeOfAddress() ?? kept(KEPT_MODE) ?? "start";
  keep(KEPT_FILE, name);
  if (shared) open(shared, "solve");
  else if (wish && location.hash !== addressOfSolve()) {
    go("start");
    door.open(wish);
  } else if (mine) {
    const project = currentProject();
    const isSame = JSON.stringify(project?.content) === JSON.stringify(mine);
    opened = kept(KEPT_SAMPLE) ? mine : null;
    drawing.goOn(mine, isSame ? project?.steps : undefined);
    if (opened) opened = drawing.content;
    go(mode);
  } else if (begun.brought) openBrought(begun.brought.document, begun.brought.rows_by);
  else go("start");
}

await trying(async () => {
  showLanguage();
  await loadProjects();
  const begun = await (await ask("/api/begin")).json();
  limits.most = begun.max_side;
  for (const id of ["new-width", "new-height", "width", "height"]) field(id).max = String(limits.most);
  taking.sharedAt = begun.share_at ?? "";
  await begin(begun);
});
document.documentElement.dataset.ready = "true";
trying(() => start.fetchSamples()).then(showNames);
parts().catch(() => {}); // Watch says it when it is wanted
