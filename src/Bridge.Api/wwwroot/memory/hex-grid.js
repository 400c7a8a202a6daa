import { element } from "../ui/element.js";
import { hexOf } from "./types.js";

const dot = 46;

/**
 * Shows bytes in rows. Arrow keys and clicks select one byte; bytes that change are highlighted for a moment.
 * Calls `onSelect(offset)`, `onEnter()` and `onScroll(distance)`, in bytes; offsets count from the first byte shown.
 */
export class HexGrid {
  #root;
  #rows = 16;
  #width;
  #cells = [];
  #headers = [];
  #bytes = new Uint8Array(0);
  #offset = 0;

  constructor(root, width, { onSelect, onEnter, onScroll }) {
    [this.#root, this.#width] = [root, width];
    Object.assign(this, { onSelect, onEnter, onScroll });
    for (let row = 0; row < this.#rows; row++) {
      const header = element("span", { className: "offset", role: "rowheader" });
      const cells = Array.from({ length: width }, (_, column) =>
        element("span", { role: "gridcell", tabIndex: -1, "data-offset": row * width + column }));
      const text = element("span", { className: "text", "aria-hidden": "true" });
      root.append(element("div", { role: "row" }, header, ...cells, text));
      this.#headers.push({ header, text });
      this.#cells.push(...cells);
    }
    root.addEventListener("click", event => event.target.dataset.offset && this.select(Number(event.target.dataset.offset), true));
    root.addEventListener("keydown", event => this.#key(event));
    this.select(0);
  }

  get size() {
    return this.#cells.length;
  }

  get width() {
    return this.#width;
  }

  get offset() {
    return this.#offset;
  }

  /** Shows bytes, and highlights the changed ones if `isSamePlace`. `label(offset)` returns the address text of a row. */
  show(bytes, label, isSamePlace) {
    this.#headers.forEach(({ header, text }, row) => {
      const line = bytes.subarray(row * this.#width, (row + 1) * this.#width);
      header.textContent = line.length > 0 ? label(row * this.#width) : "";
      text.textContent = String.fromCharCode(...line.map(byte => (byte >= 32 && byte < 127 ? byte : dot)));
    });
    this.#cells.forEach((cell, i) => {
      const digits = i < bytes.length ? hexOf(bytes[i], 2) : "";
      if (isSamePlace && cell.textContent === digits) return;
      cell.textContent = digits;
      cell.classList.toggle("zero", bytes[i] === 0);
      for (const mark of cell.getAnimations()) mark.cancel();
      if (isSamePlace) cell.animate({ backgroundColor: ["var(--mark)", "transparent"] }, 1200);
    });
    this.#bytes = bytes;
    // A small domain may end before the selected byte.
    if (bytes.length > 0 && this.#offset >= bytes.length) this.select(bytes.length - 1);
  }

  select(offset, takesFocus = false) {
    const cell = this.#cells[offset];
    this.#cells[this.#offset].tabIndex = -1;
    this.#cells[this.#offset].setAttribute("aria-selected", "false");
    this.#offset = offset;
    cell.tabIndex = 0;
    cell.setAttribute("aria-selected", "true");
    if (takesFocus) cell.focus();
    this.onSelect(offset);
  }

  #key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.#width, ArrowDown: this.#width, PageUp: -this.size, PageDown: this.size };
    if (event.key === "Enter") this.onEnter();
    else if (event.key in steps) this.#move(steps[event.key]);
    else return;
    event.preventDefault();
  }

  // A move beyond the edge scrolls the view; the selection stays in its column.
  #move(step) {
    const to = this.#offset + step;
    if (to >= 0 && to < this.#bytes.length) return this.select(to, true);
    return this.onScroll(Math.abs(step) === 1 ? Math.sign(step) * this.#width : step);
  }
}
