// @ts-check
/** The failure, and the calls of the test. */

import { $, esc } from "./dom.js";
import { thousands } from "./view.js";

/** @typedef {{calls: import("./model.js").Call[], name: string, line: number, t: number, e: number,
 *  expects: boolean, helper: boolean, keys: string[]}} Group */

const TICK = '<svg class="i ok" viewBox="0 0 24 24" role="img" aria-label="met">'
  + '<path d="m5 12.5 4.5 4.5L19 7.5"/></svg>';
const CROSS = '<svg class="i no" viewBox="0 0 24 24" role="img" aria-label="not met">'
  + '<path d="M6 6l12 12M18 6 6 18"/></svg>';

/** The calls as rows: those that a helper of the test makes are one. @param {import("./model.js").Call[]} calls
 *  @returns {Group[]} */
export function grouped(calls) {
  /** @type {Group[]} */ const groups = [];
  for (const call of calls) {
    const outer = call.l[call.l.length - 1], line = outer ? outer[2] : 0;
    const helper = call.l.length > 1, last = groups[groups.length - 1];
    const keys = /^(hold|tap|press|type)$/.test(call.n) ? [call.a.split(",")[0].replace(/"/g, "")] : [];
    if (helper && last && last.helper && last.line === line && last.name === call.l[0][1]) {
      last.calls.push(call);
      last.e = call.e;
      if (keys.length && keys[0] !== last.keys[last.keys.length - 1]) last.keys.push(keys[0]);
      continue;
    }
    const expects = call.k === "expect" && !helper;
    const name = helper ? call.l[0][1] : call.n;
    groups.push({ calls: [call], name, line, t: call.t, e: call.e, expects, helper, keys });
  }
  return groups;
}

/** @param {string} text @param {string} other */
const marked = (text, other) =>
  [...text].map((sign, k) => sign === other[k] ? esc(sign) : `<mark>${esc(sign)}</mark>`).join("");

/** @param {import("./view.js").View} view @param {Group[]} groups */
export function buildTest(view, groups) {
  const { head } = view, { failure } = head;
  $("fail").hidden = !failure;
  if (failure) {
    const { title, expected, shown, note, button } = failure;
    const both = expected !== undefined && shown !== undefined;
    const texts = both
      ? `<dl class="cmp"><dt>expected</dt><dd class="want">${marked(expected, shown)}</dd>`
        + `<dt>shown</dt><dd>${marked(shown, expected)}</dd></dl>`
      : failure.report ? `<pre class="report">${esc(failure.report)}</pre>` : "";
    const last = view.region.lastFrame();
    const label = button ?? (last < 0 ? "" : `${view.region.label} last changed in frame ${thousands(last)}`);
    $("fail").innerHTML = `<p class="what">${esc(title)}</p>${texts}<p class="note">${esc(note ?? "")}</p>`
      + (label ? `<button class="link" data-do="lead">${esc(label)}<kbd>C</kbd></button>` : "");
  }
  const file = head.file.split("/").pop();
  const many = `${groups.length} step${groups.length === 1 ? "" : "s"}`;
  $("testfile").textContent = `${view.seconds(head.end - head.begin)}, ${many}`;
  $("calls").innerHTML = groups.map((group, k) => row(group, k)).join("")
    || `<li class="note">${esc(file)} made no calls.</li>`;
}

/** @param {Group} group @param {number} k */
function row(group, k) {
  const call = group.calls[0], failed = group.calls.some(one => one.error);
  const kind = group.expects ? "expect" : "do";
  const sign = failed ? CROSS : group.expects ? TICK : '<span class="dot"></span>';
  const keys = esc(group.keys.join(" ").toUpperCase());
  const text = group.helper ? `${esc(group.name)}(…) <span class="keys">${keys}</span>`
    : esc(`${call.n}(${call.a})`);
  return `<li class="${kind}${failed ? " failed" : ""}" data-g="${k}">${sign}<span class="t">${text}</span>`
    + `<span class="n">:${group.line}</span></li>`;
}

/** The row that the moment belongs to. @param {import("./view.js").View} view @param {Group[]} groups */
export function currentGroup(view, groups) {
  let found = -1;
  for (let k = 0; k < groups.length; k++) if (groups[k].t <= view.now + 1) found = k;
  return found;
}

/** @param {import("./view.js").View} view @param {Group[]} groups */
export function showCall(view, groups) {
  const list = $("calls"), item = list.querySelectorAll("li[data-g]")[currentGroup(view, groups)];
  const was = list.querySelector(".now");
  if (was === (item ?? null)) return;
  was?.classList.remove("now");
  if (!item) return;
  item.classList.add("now");
  const top = item.offsetTop - list.offsetTop;
  const hidden = top < list.scrollTop + 20 || top > list.scrollTop + list.clientHeight - 50;
  if (hidden) list.scrollTop = top - list.clientHeight / 2;
}
