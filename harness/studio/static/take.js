// @ts-check
/** Take it home: a friend's page or link, a sheet to print, pictures, files, and a tape for a real Spectrum. */

import { element, enable, field, get, onClick, reveal, save, trying } from "./dom.js";
import { openDrawer, toggleDrawer } from "./drawers.js";
import { keepForAll, keptForAll } from "./kept.js";
import { hideToast, toast } from "./notices.js";
import { puzzleId } from "./progress.js";
import { ask } from "./server.js";
import { canHand, fragmentOf, hand, handLink } from "./share.js";
import { currentLanguage, text } from "./strings.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */

const HTML = { type: "text/html" };

export class Taking {
  /** @param {Drawing} drawing @param {import("./verdict.js").Verdict} verdict @param {() => string} title of the drawing, without telling what it hides */
  constructor(drawing, verdict, title) {
    this.drawing = drawing;
    this.title = title;
    this.verdict = verdict;
    /** The address of a page that opens shared links, as the server was given it. */
    this.sharedAt = "";
    this.book = new Book(() => this.content);
    onClick("take-open", () => this.open());
    onClick("print", () => this.print());
    for (const button of document.querySelectorAll("[data-share]")) button.addEventListener("click", () => this.share());
    get("take").addEventListener("click", (event) => {
      const chip = event.target instanceof Element ? event.target.closest("[data-kind]") : null;
      if (chip instanceof HTMLElement) this.take(chip.dataset.kind ?? "", chip.dataset.suffix ?? "");
    });
    for (const change of ["change", "judged"]) drawing.addEventListener(change, () => this.show());
  }

  open() {
    toggleDrawer("take");
    this.show();
  }

  show() {
    if (openDrawer() !== "take") return;
    const obstacle = this.verdict.isJudged() ? this.obstacle : "";
    get("take-doubt").hidden = !obstacle;
    get("take-doubt-text").textContent = obstacle;
    enable("share", !obstacle);
    get("take-tape").hidden = Boolean(this.drawing.content.colours);
    get("take-page").hidden = Boolean(obstacle) || !(this.sharedAt || canHand({ files: [new File([], "a.html", HTML)] }));
    this.book.show();
  }

  get stem() {
    return (this.title() || "puzzle").replace(/[^\p{L}\p{N}-]+/gu, "-").slice(0, 40);
  }

  /** @returns {Content} */
  get content() {
    return { ...this.drawing.content, title: this.title() };
  }

  /** @param {string} kind @returns {Promise<Blob>} */
  async file(kind) {
    const edition = /** @type {HTMLSelectElement} */ (get("edition")).value;
    const document = kind === "html" ? this.drawing.content : this.content; // a page tells the name when it is solved
    return (await ask(`/api/take/${kind}`, { document, edition })).blob();
  }

  /** @param {string} kind @param {string} suffix */
  take(kind, suffix) {
    return trying(async () => save(await this.file(kind), this.stem + suffix));
  }

  print() {
    return trying(async () => {
      const [hasTitle, hasAnswers] = [field("print-title").checked, field("print-answers").checked];
      const svgs = await Promise.all((hasAnswers ? ["svg", "solution.svg"] : ["svg"]).map((kind) => this.file(kind)));
      await printSheet(svgs, hasTitle ? this.title() : "");
    });
  }

  /** Why the puzzle cannot be shared, once it is judged; empty if it can. */
  get obstacle() {
    const solutions = this.verdict.find("solutions");
    if (solutions?.outcome === "unique" && !this.verdict.isBlank) return "";
    return text("share-needs", { verdict: solutions ? this.verdict.headline(solutions) : text("no-verdict") });
  }

  /** Hand the puzzle on in one press: a link, if a page that opens it is known, or else one file that plays. */
  share() {
    return trying(async () => {
      await this.verdict.judged();
      if (this.obstacle) return toast(this.obstacle);
      if (this.sharedAt) {
        const link = new URL(this.sharedAt);
        link.hash = await fragmentOf(this.drawing.content);
        return handLink(link.href);
      }
      toast(text("share-making"));
      const file = new File([await this.file("html").finally(hideToast)], `${this.stem}.html`, HTML);
      return hand({ files: [file] }, () => {
        save(file, file.name);
        toast(text("share-saved", { name: file.name }));
      });
    });
  }
}

// -- the printed sheet: white cells, turned to fit the paper, answers on a page of their own --

/** A sheet wider than that is turned. */
const WIDE = 1.15;

/** @param {Blob[]} drawings the puzzle, and its answer if wanted @param {string} title may be empty */
async function printSheet(drawings, title) {
  const pages = await Promise.all(drawings.map(async (drawing, number) => {
    const image = /** @type {HTMLImageElement} */ (element("img", "", { alt: "" }));
    image.src = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
    await image.decode();
    const page = element("figure", image.naturalWidth > WIDE * image.naturalHeight ? "wide" : "");
    const caption = element("figcaption");
    caption.textContent = number ? [text("solution"), title].filter(Boolean).join(": ") : title;
    if (caption.textContent) page.append(caption);
    page.append(image);
    return page;
  }));
  get("sheet").replaceChildren(...pages);
  window.print();
}

// -- a puzzle book: puzzles that the browser keeps until they are taken home together, as one PDF 

/** @typedef {import("./drawing.js").Content} Content */

const BOOK = "book";
/** As `harness/studio/requests.py` has it. */
const MOST = 200;

class Book {
  /** @param {() => Content} current the drawing as it is */
  constructor(current) {
    this.current = current;
    onClick("book-add", () => this.add());
    onClick("book-pdf", () => trying(() => this.take()));
    onClick("book-empty", () => this.empty());
  }

  /** @returns {Content[]} */
  get puzzles() {
    return keptForAll(BOOK) ?? [];
  }

  add() {
    const { rows, title, colours, background } = this.current();
    const { puzzles } = this;
    if (puzzles.length >= MOST) toast(text("book-full", { count: MOST }));
    else keepForAll(BOOK, [...puzzles, { rows, title, colours, background }]);
    this.show();
  }

  async take() {
    const answer = await ask("/api/book", { documents: this.puzzles, language: currentLanguage() });
    save(await answer.blob(), "puzzles.pdf");
  }

  empty() {
    const before = this.puzzles;
    keepForAll(BOOK, []);
    this.show();
    toast(text("book-emptied"), text("undo"), () => {
      keepForAll(BOOK, before);
      this.show();
    });
  }

  show() {
    const { puzzles } = this;
    const id = puzzleId(this.current());
    get("book-note").textContent = text(puzzles.length ? "book-has" : "book-none", { count: puzzles.length });
    const isIn = puzzles.some((other) => puzzleId(other) === id);
    get("book-add").textContent = text(isIn ? "book-again" : "book-add");
    enable("book-add", !isIn);
    for (const button of ["book-pdf", "book-empty"]) reveal(get(button), puzzles.length > 0);
  }
}
