import { delay, visible } from "../ui/pulse.js";
import { events } from "./events.js";

const pauseAfterEnd = 1000;

/**
 * What happens in an emulator, told by the bridge while somebody can see the page: buttons, reset, game, state, watch, gap. "open" is
 * told when listening begins, or begins again.
 */
export class Live {
  #followers = new Map();
  #last = "";

  constructor(bridge, actions, signal) {
    this.#listen(bridge, actions, signal);
  }

  /** Calls back with the data of each event of these topics. */
  on(topics, follower) {
    for (const topic of topics.split(" ")) this.#followers.set(topic, [...(this.#followers.get(topic) ?? []), follower]);
  }

  async #listen(bridge, actions, signal) {
    while (!signal.aborted) {
      await visible(signal);
      const stop = new AbortController();
      const end = () => (signal.aborted || document.hidden) && stop.abort();
      signal.addEventListener("abort", end);
      document.addEventListener("visibilitychange", end);
      try {
        const stream = await bridge.open(actions.events(this.#last), stop.signal);
        this.#tell("open");
        for await (const { id, topic, data } of events(stream)) {
          this.#last = id;
          this.#tell(topic, data);
        }
      } catch (error) {
        if (error.name !== "AbortError" && !error.problem && !(error instanceof TypeError)) throw error;
      } finally {
        signal.removeEventListener("abort", end);
        document.removeEventListener("visibilitychange", end);
      }
      if (!stop.signal.aborted) await delay(pauseAfterEnd, signal);
    }
  }

  #tell(topic, data) {
    for (const follower of this.#followers.get(topic) ?? []) follower(data);
  }
}
