import { findGames, foundText, sizeOf } from "../bridge/games.js";
import { element } from "../ui/element.js";
import { SearchList } from "../ui/search-list.js";
import { setText } from "../ui/set-text.js";

/**
 * The field that finds a ROM among the bridge's games. Its list is open while it has the focus and its text is not a game's name;
 * Enter, Tab and a click take the selected row.
 */
export class RomField {
  #parts;
  #list;
  #isClosed = false;

  constructor(parts) {
    this.#parts = parts;
    const { rom, romList } = parts;
    this.#list = new SearchList(rom, romList, {
      find: findGames,
      contentsOf: ({ name, size }) =>
        [element("span", { className: "grow" }, name), element("small", { className: "number" }, sizeOf(size))],
      onSelect: () => this.#show(),
      onFilter: () => setText(parts.romFound, foundText(this.#list.shown.length, this.#list.all.length)),
      onChoose: game => this.#take(game),
    });
    rom.addEventListener("focus", () => this.#open());
    rom.addEventListener("click", () => this.#open());
    rom.addEventListener("input", () => this.#open());
    rom.addEventListener("blur", () => this.#leave());
    rom.addEventListener("keydown", event => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") this.#open();
      else if (event.key === "Escape") this.#close();
      else if (event.key === "Enter" && !event.isComposing && this.#isOpen && this.#list.selected) {
        event.preventDefault();
        this.#take(this.#list.selected);
      }
    });
  }

  /** The name of the chosen ROM, or an empty text. */
  get value() {
    return this.#list.all.find(({ name }) => name === this.#parts.rom.value)?.name ?? "";
  }

  /** The name of the chosen ROM, or one to show in an example. */
  get example() {
    return this.value || (this.#list.selected ?? this.#list.all[0])?.name || "buttontest.gba";
  }

  /** Replaces the ROMs. */
  show(roms) {
    this.#list.show(roms);
    this.#parts.rom.placeholder = `Search ${foundText(roms.length, roms.length)}`;
  }

  get #isOpen() {
    return !this.#parts.romList.hidden;
  }

  #open() {
    this.#isClosed = false;
    this.#show();
  }

  #close() {
    this.#isClosed = true;
    this.#show();
  }

  #take({ name }) {
    this.#parts.rom.value = name;
    this.#parts.rom.setCustomValidity("");
    this.#close();
  }

  // A text that finds a game stands for it, so that a few letters and Tab choose a game.
  #leave() {
    const { rom } = this.#parts;
    if (rom.value && !this.value && this.#list.selected) this.#take(this.#list.selected);
    rom.setCustomValidity(rom.value && !this.value ? `No game of the ROM folder matches "${rom.value}".` : "");
    this.#close();
  }

  #show() {
    const { rom, romList } = this.#parts;
    const isOpen = document.activeElement === rom && !this.#isClosed && !this.value && this.#list.shown.length > 0;
    romList.hidden = !isOpen;
    rom.setAttribute("aria-expanded", isOpen);
  }
}
