import { delay, untilVisible } from "../ui/timing.js";
import { events } from "./events.js";

const reconnectDelay = 1000;

/**
 * Dispatches the bridge's events about one emulator while the page is visible: those that Actions.events names, and gap.
 * It adds the event "open" each time that the stream connects.
 */
export class LiveEvents {
  #listeners = new Map();
  #lastId = "";

  constructor(bridge, actions, signal) {
    this.#listen(bridge, actions, signal);
  }

  /** Calls `listener` with the data of each event of these topics, which are separated by spaces. */
  on(topics, listener) {
    for (const topic of topics.split(" ")) this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  async #listen(bridge, actions, signal) {
    while (!signal.aborted) {
      await untilVisible(signal);
      const stop = new AbortController();
      const end = () => (signal.aborted || document.hidden) && stop.abort();
      signal.addEventListener("abort", end);
      document.addEventListener("visibilitychange", end);
      try {
        const stream = await bridge.open(actions.events(this.#lastId), stop.signal);
        this.#dispatch("open");
        for await (const { id, topic, data } of events(stream)) {
          this.#lastId = id;
          this.#dispatch(topic, data);
        }
      } catch (error) {
        if (error.name !== "AbortError" && !error.problem && !(error instanceof TypeError)) throw error;
      } finally {
        signal.removeEventListener("abort", end);
        document.removeEventListener("visibilitychange", end);
      }
      if (!stop.signal.aborted) await delay(reconnectDelay, signal);
    }
  }

  #dispatch(topic, data) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(data);
  }
}
