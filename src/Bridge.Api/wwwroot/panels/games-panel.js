import { nameOf, warningsOf } from "../bridge/game.js";
import { findGames } from "../bridge/games.js";
import { codeButton } from "../ui/code-button.js";
import { element } from "../ui/element.js";
import { notify } from "../ui/notice.js";

const pageLength = 10;

/**
 * The dialog that lists the games in the bridge's ROM folder and loads one. The focus stays in the search field; arrow keys
 * select a game.
 */
export class GamesPanel {
  #parts;
  #context;
  #games = [];
  #shown = [];
  #selected = -1;
  #loading = false;

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    const { actions, status } = context;
    parts.chooseGame.addEventListener("click", () => this.#open());
    parts.gameSearch.addEventListener("input", () => this.#filter());
    parts.gameSearch.addEventListener("keydown", event => this.#move(event));
    parts.gameForm.addEventListener("submit", event => {
      event.preventDefault();
      this.#load(this.#shown[this.#selected]);
    });
    parts.gamesClose.addEventListener("click", () => parts.games.close());
    // The content fills the dialog, so a click on the dialog element itself hit the backdrop.
    parts.games.addEventListener("click", event => event.target === parts.games && parts.games.close());
    parts.gameList.addEventListener("click", event => {
      const row = event.target.closest("[role=option]");
      if (row) this.#load(this.#shown[[...parts.gameList.children].indexOf(row)]);
    });
    // Keeps the focus in the search field.
    parts.gameList.addEventListener("mousedown", event => event.preventDefault());
    parts.gameCode.append(codeButton(() => actions.loadRom(status.latest?.game?.file ?? "buttontest.gba"), "load a game by name"));
  }

  async #open() {
    const { parts, bridge, actions, signal } = { parts: this.#parts, ...this.#context };
    parts.gameSearch.value = "";
    this.#games = [];
    this.#show([]);
    parts.gameForm.hidden = false;
    this.#showMessage("Loading the list…");
    parts.games.showModal();
    parts.gameSearch.focus();
    try {
      this.#games = (await bridge.run(actions.roms(), { signal, isPoll: true })).roms;
      this.#filter();
    } catch (error) {
      if (error.name === "AbortError") return;
      // The bridge responds with 501 if it has no ROM folder: there is nothing to search.
      parts.gameForm.hidden = true;
      this.#showMessage(error.message, error.problem?.status !== 501);
    }
  }

  #filter() {
    const shown = findGames(this.#games, this.#parts.gameSearch.value);
    this.#show(shown);
    const all = `${this.#games.length} ${this.#games.length === 1 ? "game" : "games"}`;
    this.#showMessage(this.#games.length === 0 ? "The ROM folder contains no games." : shown.length === 0 ? `No match in ${all}.`
      : shown.length < this.#games.length ? `${shown.length} of ${all}` : all);
  }

  #show(games) {
    const running = this.#context.status.latest?.game?.file;
    this.#shown = games;
    this.#parts.gameList.replaceChildren(...games.map(({ name, size }, i) => element("li",
      { role: "option", id: `game-${i}`, className: "row", "aria-selected": false },
      element("span", { className: "grow" }, name),
      name === running ? element("span", { className: "running" }, "running") : "",
      element("small", { className: "number" }, sizeOf(size)))));
    this.#parts.gameList.hidden = games.length === 0;
    this.#select(Math.max(0, this.#parts.gameSearch.value ? 0 : games.findIndex(game => game.name === running)));
  }

  #select(index) {
    const { gameList, gameSearch, gameLoad } = this.#parts;
    gameList.children[this.#selected]?.setAttribute("aria-selected", false);
    this.#selected = Math.min(index, this.#shown.length - 1);
    const row = gameList.children[this.#selected];
    row?.setAttribute("aria-selected", true);
    row?.scrollIntoView({ block: "nearest" });
    if (row) gameSearch.setAttribute("aria-activedescendant", row.id);
    else gameSearch.removeAttribute("aria-activedescendant");
    gameLoad.disabled = !row || this.#loading;
  }

  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: pageLength, PageUp: -pageLength }[event.key];
    if (!step || event.isComposing || this.#shown.length === 0) return;
    event.preventDefault();
    const last = this.#shown.length - 1;
    // Single steps wrap around at the ends of the list, pages don't.
    const next = this.#selected + step;
    this.#select(Math.abs(step) === 1 ? (next + last + 1) % (last + 1) : Math.max(0, Math.min(last, next)));
  }

  async #load(game) {
    if (!game || this.#loading) return;
    const { parts, bridge, actions, status, signal } = { parts: this.#parts, ...this.#context };
    this.#setLoading(true);
    this.#showMessage(`Loading ${game.name}…`);
    try {
      const response = await bridge.run(actions.loadRom(game.name), { signal });
      parts.games.close();
      // With the focus on the screen, keys press buttons at once.
      parts.bezel.focus();
      const warnings = response.game ? warningsOf(response.game) : [];
      const name = response.game ? nameOf(response.game) : response.name;
      notify([`${name} is running${patchOf(response.game)}.`, ...warnings].join(" "), warnings.length > 0);
      status.refresh();
    } catch (error) {
      if (error.name !== "AbortError") this.#showMessage(error.message, true);
    } finally {
      this.#setLoading(false);
    }
  }

  #setLoading(loading) {
    this.#loading = loading;
    this.#select(this.#selected);
  }

  #showMessage(sentence, isBad = false) {
    this.#parts.gamesSaid.textContent = sentence;
    this.#parts.gamesSaid.classList.toggle("bad", isBad);
  }
}

function patchOf(game) {
  return game?.patch?.applied ? ` with patch ${game.patch.file}` : "";
}

function sizeOf(bytes) {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1).replace(".0", "")} MiB`;
}
