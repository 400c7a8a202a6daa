/** A value with listeners. A new listener gets the latest value at once, then each new one. */
export class Observable {
  #listeners = new Set();
  latest;

  subscribe(listener) {
    this.#listeners.add(listener);
    if (this.latest !== undefined) listener(this.latest);
  }

  unsubscribe(listener) {
    this.#listeners.delete(listener);
  }

  publish(value) {
    this.latest = value;
    for (const listener of this.#listeners) listener(value);
  }
}
