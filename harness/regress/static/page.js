"use strict";
// Every puzzle's picture by size and time, and the table of all outcomes: filtered, sorted, and drawn a hundred rows at
// a time. Text goes in as text, never as HTML.
(() => {
  const ROWS_AT_ONCE = 100;
  const CELLS = "abcdefghijklmnopqrstuvwxyzA"; // three cells a letter, as harness/regress/report.py packs them
  const [INK, UNKNOWN] = ["#15182b", "#c3cae2"];
  const TSTATES_PER_SECOND = 3_500_000;
  const [MOST_PICTURES, PICTURE_PX, SLOW, LEAST_CELLS] = [300, 34, 3, 20];
  const SVG = document.querySelector("svg").namespaceURI;
  const WRONG = new Set(["disagrees", "failed", "lost", "unreadable", "undecided"]);
  const COLUMNS = [
    ["puzzle", (row) => row[0]], ["engine", (row) => row[1]], ["status", (row) => row[2]], ["result", (row) => row[3]],
    ["cells", (row) => row[4] * row[5]], ["Spectrum time", (row) => row[6]], ["T-states", (row) => row[6]], ["analyses", (row) => row[7]],
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

  function thumbnail(row, scale = 2) {
    const [width, height, packed] = [row[4], row[5], row[10]];
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.style.width = `${scale * width}px`;
    const context = canvas.getContext("2d");
    for (let at = 0; at < width * height; at++) {
      const value = Math.floor(CELLS.indexOf(packed[Math.floor(at / 3)]) / 3 ** (2 - at % 3)) % 3;
      if (value) {
        context.fillStyle = value === 1 ? INK : UNKNOWN;
        context.fillRect(at % width, Math.floor(at / width), 1, 1);
      }
    }
    return canvas;
  }

  // -- time by size ------------------------------------------------------------------------------

  const hasSpectrum = data.some((row) => row[6] > 0);
  const timeOf = (row) => (hasSpectrum ? row[6] / TSTATES_PER_SECOND : row[8] / 1000);
  const cellsOf = (row) => row[4] * row[5];
  const placed = data.filter((row) => cellsOf(row) > 0 && timeOf(row) > 0);
  const usual = usualTime();

  function duration(seconds) {
    if (seconds < 1) return `${1000 * seconds < 10 ? (1000 * seconds).toFixed(2) : Math.round(1000 * seconds)} ms`;
    return seconds < 59.95 ? `${seconds.toFixed(1)} s` : `${Math.floor(Math.round(seconds) / 60)} min ${String(Math.round(seconds) % 60).padStart(2, "0")} s`;
  }

  // the time that puzzles of some cells take: a straight line through the logarithms
  function usualTime() {
    const points = placed.map((row) => [Math.log(cellsOf(row)), Math.log(timeOf(row))]);
    const mean = (at) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
    const [x, y] = [mean(0), mean(1)];
    const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
    const slope = spread ? points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread : 0;
    return (cells) => Math.exp(y + slope * (Math.log(cells) - x));
  }

  function drawPlot() {
    const place = document.getElementById("plot");
    const [width, height, left, right, top, bottom] = [place.clientWidth, place.clientHeight, 58, 24, 20, 34];
    document.getElementById("plot-note").textContent = placed.length
      ? `Each picture stands at its cells and its time ${hasSpectrum ? "on a Spectrum" : "on this computer"}. Above the line: slow for its size.` : "No time was measured.";
    if (!placed.length) return;
    const range = (values, least) => {
      const [low, high] = [Math.log10(values.reduce((a, b) => Math.min(a, b))), Math.log10(values.reduce((a, b) => Math.max(a, b)))];
      const room = Math.max(least, 0.08 * (high - low));
      return [low - room, high + room];
    };
    const [x0, x1] = range(placed.map(cellsOf), 0.15);
    const [y0, y1] = range(placed.map(timeOf), 0.1);
    const x = (cells) => left + (Math.log10(cells) - x0) / (x1 - x0) * (width - left - right);
    const y = (time) => height - bottom - (Math.log10(time) - y0) / (y1 - y0) * (height - bottom - top);
    const drawing = document.createElementNS(SVG, "svg");
    drawing.setAttribute("aria-hidden", "true");
    const add = (name, attributes, content = "") => {
      const made = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      made.textContent = content;
      drawing.append(made);
    };
    for (let power = Math.ceil(x0); power <= x1; power++) {
      add("line", { x1: x(10 ** power), x2: x(10 ** power), y1: top, y2: height - bottom });
      add("text", { x: x(10 ** power), y: height - bottom + 18, "text-anchor": "middle" }, power ? `${(10 ** power).toLocaleString("en")} cells` : "1 cell");
    }
    for (const time of [0.0001, 0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 36000]) {
      if (Math.log10(time) < y0 || Math.log10(time) > y1) continue;
      add("line", { x1: left, x2: width - right, y1: y(time), y2: y(time) });
      add("text", { x: left - 8, y: y(time) + 4, "text-anchor": "end" }, time < 1 ? `${1000 * time} ms` : time < 60 ? `${time} s` : `${time / 60} min`);
    }
    add("line", { class: "usual", x1: x(10 ** x0), x2: x(10 ** x1), y1: y(usual(10 ** x0)), y2: y(usual(10 ** x1)) });
    // what is wrong is always seen; of the rest, so many that the page stays quick, spread over all sizes
    const [wrong, fine] = [placed.filter((row) => WRONG.has(row[2])), placed.filter((row) => !WRONG.has(row[2])).sort((a, b) => cellsOf(b) - cellsOf(a))];
    const every = Math.ceil(fine.length / MOST_PICTURES);
    const pictured = [...fine.filter((_, at) => at % every === 0), ...wrong.slice(0, MOST_PICTURES)];
    const isPictured = new Set(pictured);
    for (const row of placed) if (!isPictured.has(row)) add("circle", { cx: x(cellsOf(row)), cy: y(timeOf(row)), r: 2 });
    place.replaceChildren(drawing, ...pictured.map((row) => {
      const point = document.createElement("div");
      point.className = WRONG.has(row[2]) ? "point wrong" : "point";
      point.title = `${row[0]}: ${row[4]}×${row[5]}, ${duration(timeOf(row))}`;
      if (row[10]) point.append(thumbnail(row, Math.min(4, PICTURE_PX / Math.max(row[4], row[5]))));
      Object.assign(point.style, { left: `${x(cellsOf(row))}px`, top: `${y(timeOf(row))}px`, ...(row[10] ? {} : { width: "12px", height: "12px" }) });
      return point;
    }));
  }

  // where nothing is wrong, what to look at first: the slowest for their size
  function showSlow() {
    const list = document.getElementById("slow");
    const times = placed.filter((row) => cellsOf(row) >= LEAST_CELLS).map((row) => [timeOf(row) / usual(cellsOf(row)), row]).sort((a, b) => b[0] - a[0]);
    list?.replaceChildren(...times.slice(0, SLOW).map(([share, row]) => {
      const [item, told, name, note] = ["li", "span", "b", "span"].map((tag) => document.createElement(tag));
      name.textContent = shortName(row[0]);
      name.title = row[0];
      note.className = "note";
      note.textContent = `${row[4]}×${row[5]}, ${duration(timeOf(row))}: ${share.toFixed(1)} × the usual`;
      told.append(name, note);
      if (row[10]) item.append(thumbnail(row, 56 / Math.max(row[4], row[5])));
      item.append(told);
      return item;
    }));
  }

  // a file without its folder, but for files of one name in several folders
  const folders = new Map();
  for (const [path] of data) folders.set(path.split("/").at(-1), (folders.get(path.split("/").at(-1)) ?? new Set()).add(path));
  function shortName(path) {
    const name = path.split("/").at(-1);
    return (folders.get(name)?.size ?? 0) > 1 ? path.split("/").slice(-2).join("/") : name || path;
  }

  const longest = data.reduce((most, row) => Math.max(most, row[6]), 0);
  function timeBar(tstates) {
    const [told, number, room, bar] = ["div", "span", "b", "i"].map((tag) => document.createElement(tag));
    if (!tstates) return told;
    told.className = "time";
    number.textContent = duration(tstates / TSTATES_PER_SECOND);
    bar.style.width = `${100 * tstates / longest}%`;
    bar.style.display = "block";
    room.append(bar);
    told.append(number, room);
    return told;
  }

  function drawMore() {
    for (const row of chosen.slice(drawn, drawn + ROWS_AT_ONCE)) {
      const line = body.insertRow();
      line.title = [row[0], row[9]].filter(Boolean).join("\n");
      const picture = line.insertCell();
      if (row[10]) picture.append(thumbnail(row, Math.min(4, 44 / Math.max(row[4], row[5]))));
      const cells = [shortName(row[0]), shortName(row[1]), row[2], row[3], row[4] ? `${row[4]}×${row[5]}` : "", timeBar(row[6]),
        row[6].toLocaleString("en"), row[7].toLocaleString("en"), row[8].toLocaleString("en")];
      cells.forEach((content, at) => {
        const cell = line.insertCell();
        cell.append(content);
        if (at === 4 || at > 5) cell.className = "number";
        if (at === 2 && WRONG.has(row[2])) cell.className = "wrong";
      });
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

  const first = document.createElement("th");
  first.scope = "col";
  first.textContent = "answer";
  head.append(first);
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
  for (const [select, column] of [[status, 2], [engine, 1]]) {
    for (const value of [...new Set(data.map((row) => row[column]))].sort()) {
      if (value) select.append(new Option(value, value));
    }
    select.addEventListener("change", choose);
  }
  text.addEventListener("input", choose);
  document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", drawMore);
  // what is wrong comes first
  data.sort((a, b) => Number(WRONG.has(b[2])) - Number(WRONG.has(a[2])));
  choose();
  drawPlot();
  showSlow();
  window.addEventListener("resize", drawPlot);
})();
