import { pulse } from "../ui/pulse.js";

// Frames from one change that is told to the next, of a value and of a range.
const intervals = { value: 3, range: 6 };
const look = 1000;
const nowhere = { detail: "The pointers lead nowhere now." };

/**
 * The places that somebody wants to see, each a watch of the bridge's that tells its changes. Who wants one gives where it is and takes
 * what it shows, or why it shows nothing.
 */
export class Watched {
  #bridge;
  #actions;
  #status;
  #signal;
  #entries = new Set();
  #byId = new Map();
  // What was told before the answer that has its id.
  #early = new Map();
  #played = false;

  constructor(bridge, actions, live, status, signal) {
    [this.#bridge, this.#actions, this.#status, this.#signal] = [bridge, actions, status, signal];
    live.on("watch", told => (this.#byId.has(told.id) ? show(this.#byId.get(told.id), told) : this.#early.set(told.id, told)));
    live.on("open gap", () => this.#check());
    status.follow(() => {
      if (status.plays && !this.#played) this.#setAll();
      this.#played = status.plays;
    });
    status.followGame(() => this.#setAll());
    addEventListener("pagehide", () => this.#endAll(), { signal });
    signal.addEventListener("abort", () => this.#endAll());
    // Nobody tells what others write while the game stands still.
    pulse(look, () => status.latest?.state === "held" && this.look(), signal);
  }

  /** Begins with a place: {address, type or length, domain?}; what it gives ends that. */
  add(place, take, refuse = () => {}) {
    const entry = { place, take, refuse, id: null, isBeingSet: false };
    this.#entries.add(entry);
    if (this.#status.plays) this.#set(entry);
    return () => {
      if (this.#entries.delete(entry) && entry.id !== null) this.#end(entry.id);
    };
  }

  /** Reads everything as it is now. */
  async look() {
    const asked = [...this.#entries].filter(entry => entry.id !== null && entry.shows);
    if (asked.length === 0) return;
    try {
      const reading = this.#actions.read(asked.map(entry => entry.place));
      const { values } = await this.#bridge.run(reading, { signal: this.#signal, isPoll: true });
      asked.forEach((entry, i) => this.#entries.has(entry) && show(entry, values[i]));
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  #setAll() {
    for (const entry of this.#entries) if (entry.id === null && this.#status.plays) this.#set(entry);
  }

  async #set(entry) {
    if (entry.isBeingSet) return;
    entry.isBeingSet = true;
    try {
      const action = this.#actions.watch(entry.place, entry.place.length ? intervals.range : intervals.value);
      const watch = await this.#bridge.run(action, { isPoll: true });
      if (!this.#entries.has(entry) || this.#signal.aborted) return this.#end(watch.id);
      entry.id = watch.id;
      this.#byId.set(watch.id, entry);
      show(entry, this.#early.get(watch.id) ?? watch);
    } catch (error) {
      if (!error.problem) throw error;
      entry.refuse(error.problem);
    } finally {
      entry.isBeingSet = false;
      if (![...this.#entries].some(other => other.isBeingSet)) this.#early.clear();
    }
  }

  // Another bridge knows none of them, and of what was lost nobody tells again.
  async #check() {
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
      this.#setAll();
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  #end(id) {
    this.#byId.delete(id);
    this.#bridge.run(this.#actions.endWatch(id), { isPoll: true, leaving: true }).catch(() => {});
  }

  #endAll() {
    for (const id of this.#byId.keys()) this.#end(id);
    for (const entry of this.#entries) entry.id = null;
  }
}

function show(entry, read) {
  entry.shows = (read.hex ?? read.value ?? null) !== null;
  if (entry.shows) entry.take(read);
  else entry.refuse(nowhere);
}
