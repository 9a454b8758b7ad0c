// What test_looks.py asks of a page, and the smallest sign that it has painted.

{
  const board = () => document.querySelector("#solve-board");
  const isShown = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;

  window.digits = Infinity;
  const fillText = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (...given) {
    const [, size] = /([\d.]+)px/.exec(this.font);
    if (this.canvas.isConnected && this.canvas.clientWidth) window.digits = Math.min(window.digits, size);
    return fillText.apply(this, given);
  };

  window.look = {
    place() {
      const { left, top, cell, whole } = board().dataset, box = board().getBoundingClientRect();
      return { at: [box.left, box.top, left, top], cell: Number(cell), whole };
    },

    // the corners' cells and their numbers, once the board is panned to each: what lies between is passed on the way
    async outOfReach() {
      const place = board(), missing = [], isZoomed = place.dataset.whole === "false";
      const rows = Number(place.getAttribute("aria-rowcount")), columns = Number(place.getAttribute("aria-colcount"));
      const edge = (name) => place.querySelector(name).getBoundingClientRect();
      const pan = async (deltaX, deltaY) => {
        place.dispatchEvent(new WheelEvent("wheel", { deltaX, deltaY, bubbles: true, cancelable: true }));
        await new Promise(requestAnimationFrame);
      };
      const see = (row, column, what) => {
        const box = place.getBoundingClientRect(), { left, top, cell } = place.dataset;
        const x = column < 0 ? edge(".board-rows").right - 8 : box.left + Number(left) + (column + .5) * cell;
        const y = row < 0 ? edge(".board-columns").bottom - 8 : box.top + Number(top) + (row + .5) * cell;
        if (!place.contains(document.elementFromPoint(x, y))) missing.push(what);
      };
      for (const [x, y] of [[1, -1], [1, 1], [-1, 1], [-1, -1]]) {
        if (isZoomed) await pan(x * 9e4, y * 9e4);
        const [row, column] = [y < 0 ? 0 : rows - 1, x < 0 ? 0 : columns - 1];
        see(row, column, `cell ${row} ${column}`);
        see(row, -1, `numbers of row ${row}`);
        see(-1, column, `numbers of column ${column}`);
      }
      return missing;
    },

    // words that leave the window, are cut, or lie over others; a name may be as long as it wants
    unreadable() {
      const said = [], faults = [];
      for (const place of document.querySelectorAll(".bar, .strip, .title-row, #hint-card")) {
        const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT), range = document.createRange();
        while (walker.nextNode()) {
          const node = walker.currentNode, owner = node.parentElement;
          if (!node.data.trim() || owner.offsetWidth < 2 || owner.closest(".unseen, .tip, kbd, #solve-name, select")) continue;
          range.selectNodeContents(node);
          const box = range.getBoundingClientRect();
          if (box.width < 2 || getComputedStyle(owner).visibility === "hidden") continue;
          const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          if (top && !place.contains(top) && top.closest(".card, .sheet")) continue; // the reason takes the strip's place
          if (!isShown({ left: box.left + 1, top: box.top + 1, right: box.right - 1, bottom: box.bottom - 1 })) {
            faults.push(`beyond the window: ${node.data}`);
          }
          for (let around = owner; around !== document.body; around = around.parentElement) {
            const { right, bottom } = around.getBoundingClientRect();
            const isCut = box.right > right + 1 || box.bottom > bottom + 2;
            if (getComputedStyle(around).overflowX === "hidden" && isCut) faults.push(`cut: ${node.data}`);
          }
          said.push([node.data, box]);
        }
      }
      for (const [number, [one, a]] of said.entries()) {
        for (const [other, b] of said.slice(number + 1)) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          if (across > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) faults.push(`${one} over ${other}`);
        }
      }
      return faults;
    },

    // how many of its cells are seen beside the reason, and whether all of that is seen
    hint() {
      const place = board(), { left, top, cell, places } = place.dataset, box = place.getBoundingClientRect();
      const cells = place.querySelector(".board-cells").getBoundingClientRect(), text = document.querySelector("#hint-text");
      const seen = JSON.parse(places).filter(([row, column]) => {
        const [x, y] = [box.left + Number(left) + (column + .5) * cell, box.top + Number(top) + (row + .5) * cell];
        const isIn = x > cells.left && x < cells.right && y > cells.top && y < cells.bottom;
        return isIn && place.contains(document.elementFromPoint(x, y));
      });
      const isWhole = ["#hint-card", "#do-step"].every(name => isShown(document.querySelector(name).getBoundingClientRect()));
      return { seen: seen.length, all: JSON.parse(places).length, isWhole: isWhole && text.scrollHeight <= text.clientHeight + 2 };
    },

    // all of that before a hint, with it, and after it is closed
    async check() {
      const paint = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      const card = document.querySelector("#hint-card");
      window.digits = Infinity;
      await paint();
      const { cell } = this.place(), outOfReach = await this.outOfReach(), found = { cell, outOfReach, digits: window.digits };
      const before = this.place(), unreadable = this.unreadable();
      document.querySelector("#hint").click();
      while (card.hidden) await paint();
      await paint();
      const during = this.place(), hint = this.hint(), covered = this.unreadable();
      document.querySelector("#hint-close").click();
      await paint();
      const isStill = JSON.stringify(during) === JSON.stringify(this.place());
      const isSame = before.whole === "false" || JSON.stringify(before) === JSON.stringify(during);
      return { ...found, unreadable: [...unreadable, ...covered], ...hint, nothingMoves: isStill && isSame };
    },
  };
}
