import { Observable } from "../ui/observable.js";
import { repeatWhileVisible } from "../ui/timing.js";
import { hasPictures } from "./state-names.js";

const pollInterval = 1000;

/**
 * Publishes the emulator's status. It asks the bridge after each event that changes the status, and once a second for the
 * measured values.
 */
export class Status extends Observable {
  #bridge;
  #actions;
  #signal;
  #isRefreshing = false;
  #isRequested = false;

  constructor(bridge, actions, live, signal) {
    super();
    [this.#bridge, this.#actions, this.#signal] = [bridge, actions, signal];
    live.on("open state game gap", () => this.refresh());
    repeatWhileVisible(pollInterval, () => this.refresh(), signal);
  }

  get isPlaying() {
    return hasPictures(this.latest?.state);
  }

  /** Fetches the status. A call during a fetch repeats it, because the running fetch may return the status from before the call. */
  async refresh() {
    this.#isRequested = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    while (this.#isRequested && !this.#signal.aborted) {
      this.#isRequested = false;
      await this.#fetch();
    }
    this.#isRefreshing = false;
  }

  async #fetch() {
    try {
      this.publish(await this.#bridge.run(this.#actions.describe(), { signal: this.#signal, isPoll: true }));
    } catch (error) {
      if (!error.problem) return;
      const { type, title, detail, status } = error.problem;
      const problem = { type, title, advice: detail };
      this.publish({ ...this.latest, state: status ? "refused" : "no-bridge", framesPerSecond: 0, problem });
    }
  }

  /** Calls `listener` with the current game and with each new one; null means that no game runs. */
  onGameChange(listener) {
    let last;
    this.subscribe(({ game, script, state }) => {
      if (state === "no-bridge" || state === "refused") return;
      // A game whose emulator is out of reach may come back.
      if (last && !game && state !== "no-game") return;
      const identity = game ? `${game.crc32} ${script?.instance}` : "";
      if (identity === last) return;
      last = identity;
      listener(game ?? null);
    });
  }

  /** Completes when the emulator has pictures, or when the signal aborts. */
  untilPlaying() {
    return new Promise(resolve => {
      const check = () => {
        if (!this.isPlaying && !this.#signal.aborted) return;
        this.unsubscribe(check);
        this.#signal.removeEventListener("abort", check);
        resolve();
      };
      this.#signal.addEventListener("abort", check);
      this.subscribe(check);
    });
  }
}
