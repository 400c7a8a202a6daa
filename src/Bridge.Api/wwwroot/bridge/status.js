import { pulse } from "../ui/pulse.js";
import { Topic } from "../ui/topic.js";

const interval = 1000;

/** What the emulator is doing, asked again each second; who follows gets each answer. */
export class Status extends Topic {
  constructor(bridge, actions, signal) {
    super();
    pulse(interval, async () => {
      try {
        this.publish(await bridge.run(actions.describe(), { signal, isPoll: true }));
      } catch (error) {
        if (!error.problem) return;
        const { type, title, detail } = error.problem;
        this.publish({ ...this.latest, state: "no-bridge", framesPerSecond: 0, problem: { type, title, advice: detail } });
      }
    }, signal);
  }

  get plays() {
    return this.latest?.state === "running" || this.latest?.state === "held";
  }

  /** Calls back with the game at first, and when another one runs; it is null while none does. */
  followGame(follower) {
    let last;
    this.follow(({ game, script, state }) => {
      if (state === "no-bridge") return;
      const identity = game ? `${game.crc32} ${script?.instance}` : "";
      if (identity === last) return;
      last = identity;
      follower(game ?? null);
    });
  }
}
