import { nameOf, warningsOf } from "../bridge/game.js";
import { gamesLike } from "../bridge/games.js";
import { codeButton } from "../ui/code-button.js";
import { element } from "../ui/element.js";
import { say } from "../ui/notice.js";

const page = 10;

/**
 * The dialog that lists the games of the bridge's folder and loads one of them. The focus stays in the search field;
 * arrows move the choice.
 */
export class GamesPanel {
  #parts;
  #context;
  #games = [];
  #shown = [];
  #chosen = -1;
  #loading = false;

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    const { actions, status } = context;
    parts.chooseGame.addEventListener("click", () => this.#open());
    parts.gameSearch.addEventListener("input", () => this.#filter());
    parts.gameSearch.addEventListener("keydown", event => this.#move(event));
    parts.gameForm.addEventListener("submit", event => {
      event.preventDefault();
      this.#load(this.#shown[this.#chosen]);
    });
    parts.gamesClose.addEventListener("click", () => parts.games.close());
    // A click beside the dialog is one on the dialog itself, whose content fills it.
    parts.games.addEventListener("click", event => event.target === parts.games && parts.games.close());
    parts.gameList.addEventListener("click", event => {
      const row = event.target.closest("[role=option]");
      if (row) this.#load(this.#shown[[...parts.gameList.children].indexOf(row)]);
    });
    // The focus stays where it is.
    parts.gameList.addEventListener("mousedown", event => event.preventDefault());
    parts.gameCode.append(codeButton(() => actions.loadRom(status.latest?.game?.file ?? "buttontest.gba"), "load a game by name"));
  }

  async #open() {
    const { parts, bridge, actions, signal } = { parts: this.#parts, ...this.#context };
    parts.gameSearch.value = "";
    this.#games = [];
    this.#show([]);
    parts.gameForm.hidden = false;
    this.#tell("Looking…");
    parts.games.showModal();
    parts.gameSearch.focus();
    try {
      this.#games = (await bridge.run(actions.roms(), { signal, isPoll: true })).roms;
      this.#filter();
    } catch (error) {
      if (error.name === "AbortError") return;
      // Without a folder there is nothing to look for.
      parts.gameForm.hidden = true;
      this.#tell(error.message, error.problem?.status !== 501);
    }
  }

  #filter() {
    const shown = gamesLike(this.#games, this.#parts.gameSearch.value);
    this.#show(shown);
    const all = `${this.#games.length} ${this.#games.length === 1 ? "game" : "games"}`;
    this.#tell(this.#games.length === 0 ? "The folder has no game." : shown.length === 0 ? `None of ${all} has this in its name.`
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
    this.#choose(Math.max(0, this.#parts.gameSearch.value ? 0 : games.findIndex(game => game.name === running)));
  }

  #choose(index) {
    const { gameList, gameSearch, gameLoad } = this.#parts;
    gameList.children[this.#chosen]?.setAttribute("aria-selected", false);
    this.#chosen = Math.min(index, this.#shown.length - 1);
    const row = gameList.children[this.#chosen];
    row?.setAttribute("aria-selected", true);
    row?.scrollIntoView({ block: "nearest" });
    if (row) gameSearch.setAttribute("aria-activedescendant", row.id);
    else gameSearch.removeAttribute("aria-activedescendant");
    gameLoad.disabled = !row || this.#loading;
  }

  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key];
    if (!step || event.isComposing || this.#shown.length === 0) return;
    event.preventDefault();
    const last = this.#shown.length - 1;
    // One step goes around, a page doesn't.
    const next = this.#chosen + step;
    this.#choose(Math.abs(step) === 1 ? (next + last + 1) % (last + 1) : Math.max(0, Math.min(last, next)));
  }

  async #load(game) {
    if (!game || this.#loading) return;
    const { parts, bridge, actions, status, signal } = { parts: this.#parts, ...this.#context };
    this.#setLoading(true);
    this.#tell(`Loading ${game.name}…`);
    try {
      const answer = await bridge.run(actions.loadRom(game.name), { signal });
      parts.games.close();
      // Keys play at once.
      parts.bezel.focus();
      const warnings = answer.game ? warningsOf(answer.game) : [];
      say([`${answer.game ? nameOf(answer.game) : answer.name} runs${patchOf(answer.game)}.`, ...warnings].join(" "), warnings.length > 0);
      status.look();
    } catch (error) {
      if (error.name !== "AbortError") this.#tell(error.message, true);
    } finally {
      this.#setLoading(false);
    }
  }

  #setLoading(loading) {
    this.#loading = loading;
    this.#choose(this.#chosen);
  }

  #tell(sentence, isBad = false) {
    this.#parts.gamesSaid.textContent = sentence;
    this.#parts.gamesSaid.classList.toggle("bad", isBad);
  }
}

function patchOf(game) {
  return game?.patch?.applied ? ` with the patch ${game.patch.file}` : "";
}

function sizeOf(bytes) {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1).replace(".0", "")} MiB`;
}
