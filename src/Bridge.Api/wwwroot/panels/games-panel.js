import { nameOf, warningsOf } from "../bridge/game.js";
import { findGames, foundText, sizeOf } from "../bridge/games.js";
import { codeButton } from "../ui/code-button.js";
import { element } from "../ui/element.js";
import { notify } from "../ui/notice.js";
import { SearchList } from "../ui/search-list.js";

/** The dialog that lists the games in the bridge's ROM folder and loads one. */
export class GamesPanel {
  #parts;
  #context;
  #list;
  #loading = false;

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    const { actions, status } = context;
    this.#list = new SearchList(parts.gameSearch, parts.gameList, {
      find: findGames, contentsOf: game => this.#contentsOf(game),
      onSelect: () => this.#offerLoad(),
      onFilter: () => this.#showMessage(foundText(this.#list.shown.length, this.#list.all.length)),
      onChoose: game => this.#load(game),
    });
    parts.chooseGame.addEventListener("click", () => this.#open());
    parts.gameForm.addEventListener("submit", event => {
      event.preventDefault();
      this.#load(this.#list.selected);
    });
    parts.gamesClose.addEventListener("click", () => parts.games.close());
    // The content fills the dialog, so a click on the dialog element itself hit the backdrop.
    parts.games.addEventListener("click", event => event.target === parts.games && parts.games.close());
    parts.gameCode.append(codeButton(() => actions.loadRom(status.latest?.game?.file ?? "buttontest.gba"), "load a game by name"));
  }

  async #open() {
    const { parts, bridge, actions, signal } = { parts: this.#parts, ...this.#context };
    parts.gameSearch.value = "";
    this.#list.show([]);
    parts.gameForm.hidden = false;
    this.#showMessage("Loading the list…");
    parts.games.showModal();
    parts.gameSearch.focus();
    try {
      const { roms } = await bridge.run(actions.roms(), { signal, isPoll: true });
      this.#list.show(roms, ({ name }) => name === this.#runningFile);
    } catch (error) {
      if (error.name === "AbortError") return;
      // The bridge responds with 501 if it has no ROM folder: there is nothing to search.
      parts.gameForm.hidden = true;
      this.#showMessage(error.message, error.problem?.status !== 501);
    }
  }

  get #runningFile() {
    return this.#context.status.latest?.game?.file;
  }

  #contentsOf({ name, size }) {
    return [
      element("span", { className: "grow" }, name),
      name === this.#runningFile ? element("span", { className: "running" }, "running") : "",
      element("small", { className: "number" }, sizeOf(size)),
    ];
  }

  #offerLoad() {
    this.#parts.gameLoad.disabled = !this.#list.selected || this.#loading;
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
    this.#offerLoad();
  }

  #showMessage(sentence, isBad = false) {
    this.#parts.gamesSaid.textContent = sentence;
    this.#parts.gamesSaid.classList.toggle("bad", isBad);
  }
}

function patchOf(game) {
  return game?.patch?.applied ? ` with patch ${game.patch.file}` : "";
}
