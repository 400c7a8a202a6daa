import { isPlayed } from "../play/keys.js";
import { codeButton } from "../ui/code-button.js";
import { confirmed } from "../ui/confirm.js";
import { fill } from "../ui/element.js";
import { attempt, say } from "../ui/notice.js";
import { pulse } from "../ui/pulse.js";

// Seconds: when the tab is closed, or left for longer, the game runs again.
const lease = 5;
const look = 1000;
const speeds = [["0.25", "¼×"], ["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["8", "8×"], ["16", "16×"], ["0", "max"]];

/** The game's time: freezing it, running it frame by frame, its speed; and who holds it when somebody else does. */
export class TimePanel {
  #parts;
  #context;
  #lease = null;
  #hold = { held: false };

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    const { actions, status, signal } = context;
    const click = (part, work) => part.addEventListener("click", () => attempt(work));
    click(parts.freeze, () => (this.#hold.held ? this.#letGo() : this.#freeze()));
    click(parts.stepOne, () => this.#step(1));
    parts.stepForm.addEventListener("submit", event => {
      event.preventDefault();
      attempt(() => this.#step(this.#frames));
    });
    addEventListener("keydown", event => {
      if (event.code === "Period" && isPlayed(parts, event)) attempt(() => this.#step(1));
    }, { signal });
    parts.timeTools.append(codeButton(() => actions.freeze(lease), "hold the game"),
      codeButton(() => actions.step(this.#frames), "run some frames of it"),
      codeButton(() => actions.letGo(), "let the game go"),
      codeButton(() => !parts.speedChoice.hidden && actions.setSpeed(Number(parts.speed.value)), "set this speed"));
    pulse(look, () => (this.#hold.held || status.latest?.state === "held") && this.#keep(), signal);
    status.follow(({ state }) => state === "held" && !this.#hold.held && this.#keep());
    addEventListener("pagehide", () => this.#leave(), { signal });
    signal.addEventListener("abort", () => this.#leave());
    parts.speed.addEventListener("change", () => attempt(() => this.#setSpeed()));
    status.followGame(() => this.#offerSpeeds());
    parts.stepFrames.addEventListener("input", () => (parts.stepMany.textContent = `Step ${this.#frames.toLocaleString("en")}`));
    this.#show();
  }

  async #freeze() {
    const { bridge, actions, status } = this.#context;
    this.#lease = (await bridge.run(actions.freeze(lease))).lease;
    await this.#keep();
    status.look();
  }

  async #letGo() {
    const { bridge, actions, status } = this.#context;
    const { exclusive, owner } = this.#hold;
    if (exclusive && !(await confirmed(`${owner} holds the game for itself. Let it go all the same?`, "Let go"))) return;
    this.#lease = null;
    await bridge.run(actions.letGo(exclusive));
    this.#show({ held: false });
    status.look();
  }

  // A step of a game that plays freezes it first.
  async #step(frames) {
    if (!this.#hold.held) await this.#freeze();
    await this.#context.bridge.run(this.#context.actions.step(frames));
    await this.#keep();
    this.#context.status.look();
  }

  /** Looks who holds the game, and goes on holding it if that is this page. */
  async #keep() {
    const { bridge, actions, signal } = this.#context;
    try {
      const hold = await bridge.run(actions.holder(), { signal, isPoll: true });
      if (this.#lease && hold.lease !== this.#lease) {
        this.#lease = null;
        say(hold.held
          ? `${hold.owner} holds the game now.`
          : "The game goes on: it was let go, or nobody looked at this page for a while.");
      }
      this.#show(hold);
      if (this.#lease) await bridge.run(actions.freeze(lease, this.#lease), { signal, isPoll: true });
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  #leave() {
    if (!this.#lease) return;
    this.#lease = null;
    this.#context.bridge.run(this.#context.actions.letGo(), { isPoll: true, leaving: true }).catch(() => {});
  }

  #show(hold = this.#hold) {
    this.#hold = hold;
    const { freeze, stepOne, stepMany, heldBy } = this.#parts;
    freeze.textContent = hold.held ? "Let go" : "Freeze";
    freeze.setAttribute("aria-pressed", hold.held);
    for (const part of [stepOne, stepMany]) part.disabled = hold.held && hold.exclusive;
    heldBy.textContent = !hold.held ? "Freeze the game, or run it frame by frame."
      : this.#lease ? `Frozen in frame ${hold.frame.toLocaleString("en")}.`
      : `${hold.owner} holds the game${hold.exclusive ? " and lets nobody else step it" : ""}, `
        + `for another ${Math.ceil(hold.expiresInSeconds)} s at least.`;
  }

  get #frames() {
    return Number(this.#parts.stepFrames.value) || 1;
  }

  async #offerSpeeds() {
    const { bridge, actions, status, signal } = this.#context;
    const can = status.latest.script?.capabilities.includes("speed") ?? false;
    this.#parts.speedChoice.hidden = !can;
    if (!can) return;
    try {
      const now = String((await bridge.run(actions.speed(), { signal, isPoll: true })).speed);
      fill(this.#parts.speed, speeds.some(([speed]) => speed === now) ? speeds : [...speeds, [now, `${now}×`]]);
      this.#parts.speed.value = now;
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  async #setSpeed() {
    const { bridge, actions } = this.#context;
    try {
      await bridge.run(actions.setSpeed(Number(this.#parts.speed.value)));
    } finally {
      await this.#offerSpeeds();
    }
  }
}
