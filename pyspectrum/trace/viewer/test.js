// @ts-check
/** The test beside its trace: its calls, its source with the line of the moment, and what it printed. */

import { currentGroup } from "./failure.js";
import { $, esc, fill, select } from "./dom.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./failure.js").Group} Group */

/** The file and the line of the test that the moment belongs to: where it failed, or the call that has begun last.
 *  @param {View} view @param {Group[]} groups @returns {[number, number] | null} */
function lineOf(view, groups) {
  const { failure } = view.head;
  if (failure?.line && view.frame >= view.n) return failure.line;
  const group = groups[Math.max(0, currentGroup(view, groups))], outer = group?.calls[0].l.at(-1);
  return outer ? [outer[0], outer[2]] : failure?.line ?? null;
}

/** @param {View} view @param {number} file @param {Group[]} groups */
function source(view, file, groups) {
  /** @type {Map<number, number>} */ const calls = new Map();
  groups.forEach((group, k) => { if (group.calls[0].l.at(-1)?.[0] === file) calls.set(group.line, k); });
  const failed = view.head.failure?.line;
  return view.names.source.files[file].lines.map((line, k) => {
    const kind = failed && failed[0] === file && failed[1] === k + 1 ? "tl bad" : "tl", call = calls.get(k + 1);
    return `<div class="${kind}"${call === undefined ? "" : ` data-g="${call}"`}><i>${k + 1}</i><s>${esc(line)}</s></div>`;
  }).join("");
}

/** @param {View} view @param {Group[]} groups */
export function drawTest(view, groups) {
  const pane = $("testpane"), { head, test } = view;
  select("test", test);
  $("calls").hidden = test !== "calls";
  pane.hidden = test === "calls";
  if (test === "printed") fill(pane, head.output ? `<pre>${esc(head.output)}</pre>` : '<p class="note">Nothing.</p>');
  if (test !== "text") return;
  const place = lineOf(view, groups);
  if (!place || !view.names.source.files[place[0]]?.lines.length) {
    fill(pane, '<p class="note">The test\'s source is not here.</p>');
    return;
  }
  const isNew = fill(pane, source(view, place[0], groups)), row = pane.children[place[1] - 1], was = pane.querySelector(".pc");
  if (was === row && !isNew) return;
  was?.classList.remove("pc");
  row?.classList.add("pc");
  if (!row) return;
  pane.scrollTop += row.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 2;
}
