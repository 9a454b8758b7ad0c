"use strict";
// The table of all outcomes: filtered, sorted, and drawn a hundred rows at a time. Text goes in as text, never as HTML.
(() => {
  const ROWS_AT_ONCE = 100;
  const CELLS = "abcdefghijklmnopqrstuvwxyzA"; // three cells a letter, as harness/regress/page.py packs them
  const WRONG = new Set(["disagrees", "failed", "lost", "unreadable", "undecided"]);
  const COLUMNS = [
    ["puzzle", (row) => row[0]], ["engine", (row) => row[1]], ["status", (row) => row[2]], ["result", (row) => row[3]],
    ["cells", (row) => row[4] * row[5]], ["T-states", (row) => row[6]], ["analyses", (row) => row[7]],
    ["ms", (row) => row[8]],
  ];
  const data = JSON.parse(document.getElementById("data").textContent);
  const head = document.querySelector("#all thead tr");
  const body = document.querySelector("#all tbody");
  const text = document.getElementById("text");
  const status = document.getElementById("status");
  const engine = document.getElementById("engine");
  const more = document.getElementById("more");
  let sortedBy = null, descending = false, chosen = data, drawn = 0;

  function thumbnail(row) {
    const [width, height, packed] = [row[4], row[5], row[10]];
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.style.width = `${2 * width}px`;
    const context = canvas.getContext("2d");
    for (let at = 0; at < width * height; at++) {
      const value = Math.floor(CELLS.indexOf(packed[Math.floor(at / 3)]) / 3 ** (2 - at % 3)) % 3;
      if (value) {
        context.fillStyle = value === 1 ? "#000" : "#bbb";
        context.fillRect(at % width, Math.floor(at / width), 1, 1);
      }
    }
    return canvas;
  }

  function drawMore() {
    for (const row of chosen.slice(drawn, drawn + ROWS_AT_ONCE)) {
      const line = body.insertRow();
      line.title = row[9];
      const cells = [row[0], row[1], row[2], row[3], row[4] ? `${row[4]}×${row[5]}` : "",
        row[6].toLocaleString("en"), row[7].toLocaleString("en"), row[8].toLocaleString("en")];
      cells.forEach((content, at) => {
        const cell = line.insertCell();
        cell.textContent = content;
        if (at > 4) cell.className = "number";
        if (at === 2 && WRONG.has(row[2])) cell.className = "wrong";
      });
      const picture = line.insertCell();
      if (row[10]) picture.append(thumbnail(row));
    }
    drawn = Math.min(chosen.length, drawn + ROWS_AT_ONCE);
    more.hidden = drawn >= chosen.length;
    document.getElementById("shown").textContent = `${chosen.length.toLocaleString("en")} of ${data.length.toLocaleString("en")}`;
  }

  function choose() {
    const wanted = text.value.toLowerCase();
    chosen = data.filter((row) => (!status.value || row[2] === status.value) && (!engine.value || row[1] === engine.value)
      && (!wanted || `${row[0]} ${row[3]} ${row[9]} ${row[4]}×${row[5]}`.toLowerCase().includes(wanted)));
    if (sortedBy !== null) {
      const value = COLUMNS[sortedBy][1], sign = descending ? -1 : 1;
      chosen.sort((a, b) => sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
    }
    body.replaceChildren();
    drawn = 0;
    drawMore();
  }

  COLUMNS.forEach(([name], at) => {
    const cell = document.createElement("th");
    cell.scope = "col";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", () => {
      descending = sortedBy === at ? !descending : at > 3;
      sortedBy = at;
      for (const other of head.children) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", descending ? "descending" : "ascending");
      choose();
    });
    cell.append(button);
    head.append(cell);
  });
  const last = document.createElement("th");
  last.scope = "col";
  last.textContent = "answer";
  head.append(last);
  for (const [select, column] of [[status, 2], [engine, 1]]) {
    for (const value of [...new Set(data.map((row) => row[column]))].sort()) {
      if (value) select.append(new Option(value, value));
    }
    select.addEventListener("change", choose);
  }
  text.addEventListener("input", choose);
  document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", drawMore);
  choose();
})();
