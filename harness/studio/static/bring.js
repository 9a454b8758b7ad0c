// @ts-check
/** Things brought: files, what is pasted or dropped, links, projects saved as a file. */

import { field, get, trying } from "./dom.js";
import { takeProjects } from "./projects.js";
import { ask } from "./server.js";
import { contentOf } from "./share.js";

/** The place for errors in a file. */
const SAID = "bring-message";
/** The name of a text that comes without one. */
const PASTED = "pasted.txt";

/**
 * @typedef {object} Takers what is done with a thing
 * @property {(content: import("./drawing.js").Content, rowsBy?: string) => void} puzzle a drawing, to be worked on, and how its rows are known
 * @property {(file: File, answer: any) => void} picture a picture, on its way to cells
 * @property {(count: number) => void} projects so many of the user's puzzles have come back
 * @property {(sentence: string) => void} failed it is nothing that is known
 */

/** Listen for files that are chosen, dropped or pasted, and for links that are typed. @param {Takers} takers */
export function listenForFiles(takers) {
  const drop = get("drop");
  const take = (/** @type {File | undefined} */ file) => file && takeFile(file, takers);
  for (const name of ["dragenter", "dragover"]) {
    document.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  document.addEventListener("dragleave", () => drop.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take(event.dataTransfer?.files[0]);
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement) return;
    const typed = event.clipboardData?.getData("text/plain");
    take(event.clipboardData?.files[0] ?? (typed ? new File([typed], PASTED) : undefined));
  });
  get("link-form").addEventListener("submit", (event) => {
    event.preventDefault();
    take(new File([field("link-field").value], PASTED));
  });
  for (const id of ["file", "camera"]) {
    field(id).addEventListener("change", () => {
      take(field(id).files?.[0]);
      field(id).value = "";
    });
  }
}

/** @param {File} file @param {Takers} takers */
async function takeFile(file, takers) {
  await trying(async () => {
    const head = file.size < 5_000_000 && /\.(json|txt)$/.test(file.name) ? await file.text() : "";
    const shared = await contentOf(head.slice(0, 100_000));
    const count = shared ? null : await takeProjects(head);
    if (shared) takers.puzzle(shared);
    else if (count !== null) takers.projects(count);
    else await takeBrought(file, takers);
  }, SAID);
  takers.failed(get(SAID).textContent ?? "");
}

/** @param {File} file @param {Takers} takers */
async function takeBrought(file, takers) {
  const answer = await sendPicture("bring", file, file.name, "");
  if (answer.kind === "picture") takers.picture(file, answer);
  else takers.puzzle(answer.document, answer.rows_by);
}

/** @param {"bring" | "choices"} what @param {Blob} file @param {string} name @param {string} options @returns {Promise<any>} */
export async function sendPicture(what, file, name, options) {
  return (await ask(`/api/${what}?name=${encodeURIComponent(name)}${options}`, file)).json();
}
