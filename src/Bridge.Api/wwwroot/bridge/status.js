import { pulse } from "../ui/pulse.js";
import { Topic } from "../ui/topic.js";

const interval = 1000;

/**
 * What the emulator is doing: looked at when the bridge tells of a change, and each second for what is measured.
 * Who follows gets each answer.
 */
export class Status extends Topic {
  #bridge;
  #actions;
  #signal;
  #isLooking = false;
  #isWanted = false;

  constructor(bridge, actions, live, signal) {
    super();
    [this.#bridge, this.#actions, this.#signal] = [bridge, actions, signal];
    live.on("open state game gap", () => this.look());
    pulse(interval, () => this.look(), signal);
  }

  get plays() {
    return this.latest?.state === "running" || this.latest?.state === "held";
  }

  /** Looks, and once more if somebody asks meanwhile: what is under way may be from before. */
  async look() {
    this.#isWanted = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#isWanted && !this.#signal.aborted) {
      this.#isWanted = false;
      await this.#ask();
    }
    this.#isLooking = false;
  }

  async #ask() {
    try {
      this.publish(await this.#bridge.run(this.#actions.describe(), { signal: this.#signal, isPoll: true }));
    } catch (error) {
      if (!error.problem) return;
      const { type, title, detail, status } = error.problem;
      const problem = { type, title, advice: detail };
      this.publish({ ...this.latest, state: status ? "refused" : "no-bridge", framesPerSecond: 0, problem });
    }
  }

  /** Calls back with the game at first, and when another one runs; it is null while none does. */
  followGame(follower) {
    let last;
    this.follow(({ game, script, state }) => {
      if (state === "no-bridge" || state === "refused") return;
      const identity = game ? `${game.crc32} ${script?.instance}` : "";
      if (identity === last) return;
      last = identity;
      follower(game ?? null);
    });
  }

  /** Ends when there is a game that can be asked, or the signal aborts. */
  untilItPlays() {
    return new Promise(resolve => {
      const look = () => {
        if (!this.plays && !this.#signal.aborted) return;
        this.unfollow(look);
        resolve();
      };
      this.#signal.addEventListener("abort", look, { once: true });
      this.follow(look);
    });
  }
}
