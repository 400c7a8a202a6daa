import { Observable } from "../ui/observable.js";
import { listEmulators } from "./actions.js";

/** Publishes the names and states of all emulators that the token reaches, each time that `refresh` is called. */
export class EmulatorList extends Observable {
  #bridge;
  #begun = 0;
  #published = 0;

  constructor(bridge) {
    super();
    this.#bridge = bridge;
  }

  /** Fetches the list. A response that was overtaken by a later one is dropped. */
  async refresh(signal) {
    const turn = ++this.#begun;
    const { emulators } = await this.#bridge.run(listEmulators, { signal, isPoll: true });
    if (turn < this.#published) return;
    this.#published = turn;
    this.publish(emulators);
  }
}
