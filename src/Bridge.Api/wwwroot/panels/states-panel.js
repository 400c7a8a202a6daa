import { StatePictures } from "./state-pictures.js";
import { canReplay, replayedText, treeOf } from "../play/state-tree.js";
import { codeButton } from "../ui/code-button.js";
import { confirmed } from "../ui/confirm.js";
import { element } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";
import { Observable } from "../ui/observable.js";

const dateFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** The named save states of the running game, as a tree with pictures. Publishes them. */
export class StatesPanel extends Observable {
  #parts;
  #context;
  #pictures;
  #replay = null;

  constructor(parts, context) {
    super();
    [this.#parts, this.#context] = [parts, context];
    this.#pictures = new StatePictures(context);
    const name = () => parts.stateName.value || parts.stateName.placeholder;
    const note = () => parts.stateNote.value.trim();
    parts.saveCode.append(codeButton(() => context.actions.saveState(name(), note()), "save the game under this name"));
    parts.save.addEventListener("submit", async event => {
      event.preventDefault();
      if (await this.save(name(), note())) parts.stateNote.value = "";
    });
    context.status.onGameChange(game => (game ? this.#open() : this.#show([])));
    context.signal.addEventListener("abort", () => this.#replay?.stop.abort());
  }

  /** Saves the game under a name. Returns whether that succeeded. */
  save(state, note) {
    const { bridge, actions } = this.#context;
    return attempt(async () => {
      const { name } = await bridge.run(actions.saveState(state, note));
      notify(`Saved as ${name}.`);
      await this.#list();
      if (!this.latest.find(saved => saved.name === name)?.picture) {
        this.#pictures.keep(name, this.#parts.canvas);
        this.#show(this.latest);
      }

      return true;
    });
  }

  /** Loads a state. */
  load(name) {
    const { bridge, actions } = this.#context;
    return attempt(async () => {
      await bridge.run(actions.loadState(name));
      notify(`Loaded ${name}.`);
    });
  }

  async #open() {
    const { save, stateList } = this.#parts;
    save.hidden = false;
    try {
      await this.#list();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.#show([]);
      stateList.replaceChildren(element("li", { className: "hint" }, error.message));
      // Saving needs the same scope.
      save.hidden = error.problem?.status === 403;
    }
  }

  async #list() {
    const { bridge, actions, signal } = this.#context;
    const { states } = await bridge.run(actions.states(), { signal, isPoll: true });
    this.#show(states);
    if (states.length === 0) this.#parts.stateList.append(element("li", { className: "hint" }, "This game has no save states yet."));
  }

  #show(states) {
    this.publish(states);
    this.#parts.stateList.replaceChildren(...treeOf(states).map(row => this.#row(row)));
  }

  #row({ state, depth, origin }) {
    const { name, note, savedAt } = state;
    const about = [dateFormat.format(new Date(savedAt)), origin].filter(Boolean).join(" · ");
    const row = element("li", { className: "state-row" },
      this.#pictures.view(state),
      element("div", { className: "about" },
        element("p", {}, element("strong", {}, name), note ? ` ${note}` : ""),
        element("p", { className: "hint" }, about),
        element("div", { className: "row" },
          button("Load", `Load ${name}`, () => this.load(name)),
          ...(canReplay(state) ? [this.#replayButton(state)] : []),
          button("Delete…", `Delete ${name}`, () => this.#remove(name)),
          codeButton(() => this.#context.actions.loadState(name), `load ${name}`))));
    row.style.setProperty("--depth", depth);
    return row;
  }

  #replayButton(state) {
    const created = button("Replay", replayWord(state), () => {
      const running = this.#replay;
      running?.stop.abort();
      if (running?.button !== created) attempt(() => this.#run(state, created));
    });
    return created;
  }

  async #run(state, shown) {
    const { bridge, actions } = this.#context;
    const replay = (this.#replay = { button: shown, stop: new AbortController() });
    shown.textContent = "Stop";
    shown.setAttribute("aria-label", `Stop the replay of ${state.name}`);
    try {
      const played = await bridge.run(actions.replayState(state.name), { signal: replay.stop.signal });
      notify(replayedText(played, state), played.result !== "equal");
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      notify(`The replay of ${state.name} was stopped.`);
    } finally {
      if (this.#replay === replay) this.#replay = null;
      shown.textContent = "Replay";
      shown.setAttribute("aria-label", replayWord(state));
    }
  }

  #remove(name) {
    const { bridge, actions } = this.#context;
    return attempt(async () => {
      const later = this.latest.filter(state => canReplay(state) && state.parent.toLowerCase() === name.toLowerCase());
      const comfort = later.length > 0 ? ` The way to ${later.map(state => state.name).join(", ")} can still be replayed.` : "";
      if (!(await confirmed(`Delete the state ${name}? It can't be restored.${comfort}`, "Delete"))) return;
      await bridge.run(actions.deleteState(name));
      this.#pictures.forget(name);
      notify(`Deleted ${name}.`);
      await this.#list();
    });
  }
}

function replayWord({ name, parent }) {
  return `Replay ${parent} to ${name}`;
}

function button(text, label, onclick) {
  return element("button", { type: "button", className: "small", "aria-label": label, onclick }, text);
}
