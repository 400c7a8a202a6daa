import { Actions } from "../bridge/actions.js";
import { repeatWhileVisible } from "../ui/timing.js";
import { Turns } from "./turns.js";

const interval = 500;
// Browsers open six connections to a server, which the page's other requests share.
const maxAtOnce = 3;

/** Keeps the pictures of the cards on screen up to date, while the page is visible and until the signal aborts. */
export class Pictures {
  #bridge;
  #signal;
  #cards = new Map();
  #ends = new Map();
  #onScreen = new Set();
  #observer = new IntersectionObserver(changes => changes.forEach(change => this.#note(change)));
  #turns = new Turns(maxAtOnce, name => this.#refresh(this.#cards.get(name)));

  constructor(bridge, signal) {
    [this.#bridge, this.#signal] = [bridge, signal];
    repeatWhileVisible(interval, () => this.#offer(), signal);
    const stop = () => this.#turns.offer([]);
    document.addEventListener("visibilitychange", () => document.hidden && stop(), { signal });
    signal.addEventListener("abort", () => {
      stop();
      this.#observer.disconnect();
    });
  }

  add(card) {
    this.#cards.set(card.name, card);
    this.#ends.set(card.name, new AbortController());
    this.#observer.observe(card.view);
  }

  /** Leaves the card as it is. A request for its picture that is in flight is aborted. */
  remove(card) {
    this.#ends.get(card.name)?.abort();
    this.#ends.delete(card.name);
    this.#observer.unobserve(card.view);
    this.#onScreen.delete(card.view);
    this.#cards.delete(card.name);
    this.#offer();
  }

  #note({ target, isIntersecting }) {
    if (isIntersecting) this.#onScreen.add(target);
    else this.#onScreen.delete(target);
  }

  #offer() {
    const shown = [...this.#cards.values()].filter(card => card.isLive && this.#onScreen.has(card.view));
    this.#turns.offer(document.hidden || this.#signal.aborted ? [] : shown.map(({ name }) => name));
  }

  // The list doesn't say which game an emulator plays. The card asks once, and again after its emulator did not run.
  async #refresh(card) {
    const signal = AbortSignal.any([this.#signal, this.#ends.get(card.name).signal]);
    const [actions, options] = [new Actions(card.name), { signal, isPoll: true }];
    try {
      const changed = await this.#bridge.look(actions.picture(), card.tag, signal);
      if (changed) await card.draw(changed);
      if (!card.game) card.showGame((await this.#bridge.run(actions.describe(), options)).game);
    } catch (error) {
      if (error.name !== "AbortError" && !error.problem && !(error instanceof TypeError)) throw error;
    }
  }
}
