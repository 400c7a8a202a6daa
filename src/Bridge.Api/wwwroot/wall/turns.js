/**
 * Lets many emulators take turns at requests: at most `maxAtOnce` requests at a time, and one for each emulator. The emulator that has
 * waited longest is next.
 */
export class Turns {
  #maxAtOnce;
  #ask;
  #waiting = new Set();
  #asking = new Set();

  /** `ask` sends the request of an emulator, by its name, and completes at the request's end. */
  constructor(maxAtOnce, ask) {
    [this.#maxAtOnce, this.#ask] = [maxAtOnce, ask];
  }

  /**
   * Gives each of these emulators a turn, unless its request is in flight. Those that already wait keep their place; all others lose it.
   */
  offer(names) {
    const wanted = new Set(names);
    for (const name of this.#waiting) if (!wanted.has(name)) this.#waiting.delete(name);
    for (const name of wanted) if (!this.#asking.has(name)) this.#waiting.add(name);
    this.#begin();
  }

  #begin() {
    for (const name of this.#waiting) {
      if (this.#asking.size === this.#maxAtOnce) return;
      this.#waiting.delete(name);
      this.#asking.add(name);
      this.#ask(name).finally(() => {
        this.#asking.delete(name);
        this.#begin();
      });
    }
  }
}
