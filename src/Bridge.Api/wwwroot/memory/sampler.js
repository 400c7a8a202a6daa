import { pulse } from "../ui/pulse.js";

const interval = 200;
const pauseAfterRefusal = 2000;

/**
 * Reads all places that somebody wants to see, five times a second, in one request and so in one frame. Who wants one gives
 * where it is and takes what was read, or why it can't be.
 */
export class Sampler {
  #wanted = new Set();

  constructor(bridge, actions, status, signal) {
    pulse(interval, async () => {
      const now = performance.now();
      const asked = [...this.#wanted].filter(entry => entry.pausedUntil <= now);
      if (asked.length === 0 || !status.plays) return;
      try {
        const { values, frame } = await bridge.run(actions.read(asked.map(entry => entry.place)), { signal, isPoll: true });
        // Who has ended meanwhile shows another place by now.
        asked.forEach((entry, i) => this.#wanted.has(entry) && entry.take(values[i], frame));
      } catch (error) {
        blame(error, asked);
      }
    }, signal);
  }

  /** Begins with a place: {address, type or length, domain?}; what it gives ends that. */
  add(place, take, refuse = () => {}) {
    const entry = { place, take, refuse, pausedUntil: 0 };
    this.#wanted.add(entry);
    return () => this.#wanted.delete(entry);
  }
}

// One place that can't be read doesn't keep the others from being.
function blame(error, asked) {
  const [, index] = /^\[(\d+)\]/.exec(error.problem?.parameter ?? "") ?? [];
  if (index === undefined) return;
  asked[index].pausedUntil = performance.now() + pauseAfterRefusal;
  asked[index].refuse(error.problem);
}
