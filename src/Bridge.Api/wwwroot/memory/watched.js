import { repeatWhileVisible } from "../ui/timing.js";

// Min frames between two events, for a value and for a range.
const intervals = { value: 3, range: 6 };
const refreshInterval = 1000;
const brokenChain = { detail: "The pointer chain leads to no address now." };

/**
 * Shows places in memory: creates a watch of the bridge for each place, passes its values to `onValue`, and passes the reason
 * for a missing value to `onProblem`.
 */
export class Watched {
  #bridge;
  #actions;
  #status;
  #signal;
  #entries = new Set();
  #byId = new Map();
  // Events of watches whose creation response has not arrived yet, by watch ID.
  #early = new Map();
  #wasPlaying = false;

  constructor(bridge, actions, live, status, signal) {
    [this.#bridge, this.#actions, this.#status, this.#signal] = [bridge, actions, status, signal];
    live.on("watch", event => (this.#byId.has(event.id) ? show(this.#byId.get(event.id), event) : this.#early.set(event.id, event)));
    live.on("open gap", () => this.#resync());
    status.subscribe(() => {
      if (status.isPlaying && !this.#wasPlaying) this.#createMissing();
      this.#wasPlaying = status.isPlaying;
    });
    status.onGameChange(() => this.#createMissing());
    addEventListener("pagehide", () => this.#deleteAll(), { signal });
    signal.addEventListener("abort", () => this.#deleteAll());
    // Watches send no events while the game is held, but other clients may write memory.
    repeatWhileVisible(refreshInterval, () => status.latest?.state === "held" && this.refresh(), signal);
  }

  /** Adds a place: {address, type or length, domain?}. Returns a function that removes it. */
  add(place, onValue, onProblem = () => {}) {
    const entry = { place, onValue, onProblem, id: null, isCreating: false };
    this.#entries.add(entry);
    if (this.#status.isPlaying) this.#create(entry);
    return () => {
      if (this.#entries.delete(entry) && entry.id !== null) this.#delete(entry.id);
    };
  }

  /** Reads all places that have a value. */
  async refresh() {
    const entries = [...this.#entries].filter(entry => entry.id !== null && entry.hasValue);
    if (entries.length === 0) return;
    try {
      const reading = this.#actions.read(entries.map(entry => entry.place));
      const { values } = await this.#bridge.run(reading, { signal: this.#signal, isPoll: true });
      entries.forEach((entry, i) => this.#entries.has(entry) && show(entry, values[i]));
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  #createMissing() {
    for (const entry of this.#entries) if (entry.id === null && this.#status.isPlaying) this.#create(entry);
  }

  async #create(entry) {
    if (entry.isCreating) return;
    entry.isCreating = true;
    try {
      const action = this.#actions.watch(entry.place, entry.place.length ? intervals.range : intervals.value);
      const watch = await this.#bridge.run(action, { isPoll: true });
      if (!this.#entries.has(entry) || this.#signal.aborted) return this.#delete(watch.id);
      entry.id = watch.id;
      this.#byId.set(watch.id, entry);
      show(entry, this.#early.get(watch.id) ?? watch);
    } catch (error) {
      if (!error.problem) throw error;
      entry.onProblem(error.problem);
    } finally {
      entry.isCreating = false;
      if (![...this.#entries].some(other => other.isCreating)) this.#early.clear();
    }
  }

  // A restarted bridge has lost the watches, and events in a gap are not repeated.
  async #resync() {
    if (this.#byId.size === 0) return;
    try {
      const { watches } = await this.#bridge.run(this.#actions.watches(), { signal: this.#signal, isPoll: true });
      const known = new Map(watches.map(watch => [watch.id, watch]));
      for (const [id, entry] of this.#byId) {
        if (known.has(id)) {
          show(entry, known.get(id));
        } else {
          this.#byId.delete(id);
          entry.id = null;
        }
      }
      this.#createMissing();
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  #delete(id) {
    this.#byId.delete(id);
    this.#bridge.run(this.#actions.endWatch(id), { isPoll: true, leaving: true }).catch(() => {});
  }

  #deleteAll() {
    for (const id of this.#byId.keys()) this.#delete(id);
    for (const entry of this.#entries) entry.id = null;
  }
}

function show(entry, read) {
  entry.hasValue = (read.hex ?? read.value ?? null) !== null;
  if (entry.hasValue) entry.onValue(read);
  else entry.onProblem(brokenChain);
}
