import { isPlayed } from "../play/keys.js";
import { speeds } from "../play/speeds.js";
import { codeButton } from "../ui/code-button.js";
import { confirmed } from "../ui/confirm.js";
import { fill } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";
import { repeatWhileVisible } from "../ui/timing.js";

// Seconds. The lease resumes the game if the tab crashes or stays hidden.
const leaseSeconds = 5;
const renewalInterval = 1000;
const rewindSeconds = 1;

/** Freezes, steps and rewinds the game and sets its speed. If another client froze the game, shows that client's name. */
export class TimePanel {
  #parts;
  #context;
  #lease = null;
  #hold = { held: false };

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    const { actions, status, signal } = context;
    const click = (part, work) => part.addEventListener("click", () => attempt(work));
    click(parts.freeze, () => (this.#hold.held ? this.#resume() : this.#freeze()));
    click(parts.stepOne, () => this.#step(1));
    click(parts.rewind, () => this.#rewind());
    parts.stepForm.addEventListener("submit", event => {
      event.preventDefault();
      attempt(() => this.#step(this.#frames));
    });
    addEventListener("keydown", event => {
      if (event.code === "Period" && isPlayed(parts, event)) attempt(() => this.#step(1));
      if (event.code === "Comma" && !parts.rewind.hidden && isPlayed(parts, event)) attempt(() => this.#rewind());
    }, { signal });
    parts.timeTools.append(codeButton(() => actions.freeze(leaseSeconds), "freeze the game", "freeze"),
      codeButton(() => actions.step(this.#frames), "step the game", "step"),
      codeButton(() => !parts.rewind.hidden && actions.rewind(rewindSeconds), "rewind the game", "rewind"),
      codeButton(() => !parts.rewind.hidden && actions.makeClip({ seconds: 5, format: "gif" }), "make a clip", "clip"),
      codeButton(() => actions.release(), "resume the game", "resume"),
      codeButton(() => !parts.speedChoice.hidden && actions.setSpeed(Number(parts.speed.value)), "set this speed", "speed"));
    repeatWhileVisible(renewalInterval, () => (this.#hold.held || status.latest?.state === "held") && this.#renew(), signal);
    status.subscribe(({ state }) => state === "held" && !this.#hold.held && this.#renew());
    addEventListener("pagehide", () => this.#leave(), { signal });
    signal.addEventListener("abort", () => this.#leave());
    parts.speed.addEventListener("change", () => attempt(() => this.#setSpeed()));
    status.onGameChange(() => {
      parts.rewind.hidden = !(status.latest.script?.capabilities.includes("history") ?? false);
      this.#offerSpeeds();
    });
    parts.stepFrames.addEventListener("input", () => (parts.stepMany.textContent = `Step ${this.#frames.toLocaleString("en")}`));
    this.#show();
  }

  async #freeze() {
    const { bridge, actions, status } = this.#context;
    this.#lease = (await bridge.run(actions.freeze(leaseSeconds))).lease;
    await this.#renew();
    status.refresh();
  }

  async #resume() {
    const { bridge, actions, status } = this.#context;
    const { exclusive, owner } = this.#hold;
    // The other client, often a language model, froze the game for a reason.
    const how = exclusive ? "the game exclusively" : "the game";
    if (!this.#lease && !(await confirmed(`${owner} has frozen ${how}. Resume it anyway?`, "Resume"))) return;
    this.#lease = null;
    await bridge.run(actions.release(exclusive));
    this.#show({ held: false });
    status.refresh();
  }

  // Stepping a running game freezes it first.
  async #step(frames) {
    if (!this.#hold.held) await this.#freeze();
    await this.#context.bridge.run(this.#context.actions.step(frames));
    await this.#renew();
    this.#context.status.refresh();
  }

  async #rewind() {
    if (!this.#hold.held) await this.#freeze();
    await this.#context.bridge.run(this.#context.actions.rewind(rewindSeconds));
    await this.#renew();
    this.#context.status.refresh();
  }

  /** Refreshes the hold's state, and renews the hold if it is this page's. */
  async #renew() {
    const { bridge, actions, signal } = this.#context;
    try {
      const hold = await bridge.run(actions.getHold(), { signal, isPoll: true });
      if (this.#lease && hold.lease !== this.#lease) {
        this.#lease = null;
        notify(hold.held
          ? `${hold.owner} has frozen the game now.`
          : "The game is running again: another client resumed it, or this page was hidden for too long.");
      }
      this.#show(hold);
      if (this.#lease) await bridge.run(actions.freeze(leaseSeconds, this.#lease), { signal, isPoll: true });
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  #leave() {
    if (!this.#lease) return;
    this.#lease = null;
    this.#context.bridge.run(this.#context.actions.release(), { isPoll: true, leaving: true }).catch(() => {});
  }

  #show(hold = this.#hold) {
    this.#hold = hold;
    const { freeze, stepOne, stepMany, rewind, heldBy } = this.#parts;
    freeze.textContent = hold.held ? "Resume" : "Freeze";
    freeze.setAttribute("aria-pressed", hold.held);
    for (const part of [stepOne, stepMany, rewind]) part.disabled = hold.held && hold.exclusive;
    heldBy.textContent = !hold.held ? "Freeze the game to step it frame by frame."
      : this.#lease ? `Frozen at frame ${hold.frame.toLocaleString("en")}.`
      : `${hold.owner} has frozen the game${hold.exclusive ? " exclusively" : ""}; `
        + `it resumes in ${Math.ceil(hold.expiresInSeconds)} s unless frozen again.`;
  }

  get #frames() {
    return Number(this.#parts.stepFrames.value) || 1;
  }

  async #offerSpeeds() {
    const { bridge, actions, status, signal } = this.#context;
    const hasSpeed = status.latest.script?.capabilities.includes("speed") ?? false;
    this.#parts.speedChoice.hidden = !hasSpeed;
    if (!hasSpeed) return;
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
