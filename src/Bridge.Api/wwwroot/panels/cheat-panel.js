import { codeButton } from "../ui/code-button.js";
import { element } from "../ui/element.js";
import { attempt } from "../ui/notice.js";

/** Cheats of the bundled emulator: each is switched on and off, and removed; a form adds one. */
export class CheatPanel {
  #parts;
  #context;
  #cheats = [];

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    const { actions, live, status } = context;
    parts.cheatForm.addEventListener("submit", event => {
      event.preventDefault();
      attempt(() => this.#add());
    });
    parts.cheatTools.append(codeButton(
      () => actions.setCheats(this.#cheats.map(({ name, lines, type, enabled }) => ({ name, lines, type, enabled }))), "set these cheats"));
    // No event tells of cheats that other clients set: they are shown once the page is visible again, or after a rewind.
    live.on("open rewound gap", () => this.#refresh());
    status.onGameChange(() => this.#refresh());
  }

  async #refresh() {
    const { bridge, actions, status, signal } = this.#context;
    const can = status.latest?.script?.capabilities.includes("cheats") ?? false;
    this.#parts.cheats.hidden = !can || !status.isPlaying;
    if (this.#parts.cheats.hidden) return;
    try {
      this.#show(await bridge.run(actions.cheats(), { signal, isPoll: true }));
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  async #add() {
    const { cheatName, cheatLines } = this.#parts;
    const lines = cheatLines.value.split("\n").map(line => line.trim()).filter(line => line);
    await this.#change(this.#context.actions.setCheat(cheatName.value.trim(), { lines }));
    cheatName.value = cheatLines.value = "";
  }

  async #change(action) {
    try {
      await this.#context.bridge.run(action);
    } finally {
      await this.#refresh();
    }
  }

  #show({ cheats }) {
    this.#cheats = cheats;
    const rows = cheats.map(cheat => this.#row(cheat));
    const hint = "No cheats yet: add codes for CodeBreaker, GameShark, Action Replay, Game Genie or VisualBoyAdvance.";
    this.#parts.cheatList.replaceChildren(...(rows.length ? rows : [element("li", { className: "hint" }, hint)]));
  }

  #row({ name, enabled, lines }) {
    const { actions } = this.#context;
    const change = action => attempt(() => this.#change(action));
    return element("li", { className: "row" },
      element("label", { className: "grow", title: lines.join("\n") },
        element("input", {
          type: "checkbox", checked: enabled, onchange: event => change(actions.setCheat(name, { enabled: event.target.checked })),
        }), ` ${name}`),
      element("small", {}, lines.length === 1 ? lines[0] : `${lines.length} lines`),
      element("button", {
        type: "button", "aria-label": `Remove ${name}`, title: "Remove", onclick: () => change(actions.removeCheat(name)),
      }, "✕"));
  }
}
