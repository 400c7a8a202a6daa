import type { Schemas } from "./model.js";

type Listed = Schemas["WatchDescription"];

/** The watches of a stream. They end with the bridge, so the stream sets them again, and their events keep the ids of before. */
export class KeptWatches {
  // By the id that the user knows: the id now, and what to set.
  readonly #current: Map<number, number>;
  readonly #settings = new Map<number, object>();

  constructor(ids: readonly number[]) {
    this.#current = new Map(ids.map(id => [id, id]));
  }

  /** The ids now. */
  get ids(): number[] {
    return [...this.#current.values()];
  }

  /** Returns the watches that the bridge no longer lists: the user's id, and what to set. The first call stores the settings. */
  missing(listed: readonly Listed[]): [number, object][] {
    const byId = new Map(listed.map(each => [each.id, settingOf(each)]));
    if (this.#settings.size === 0) {
      for (const id of this.#current.keys()) {
        const setting = byId.get(id);
        if (setting) this.#settings.set(id, setting);
      }
    }
    return [...this.#settings].filter(([id, setting]) =>
      JSON.stringify(byId.get(this.#current.get(id) ?? id)) !== JSON.stringify(setting));
  }

  /** Takes the id of a watch that was set again. */
  replace(id: number, current: number): void {
    this.#current.set(id, current);
  }

  /** Returns the id that the user knows. */
  known(current: unknown): unknown {
    return [...this.#current].find(([, now]) => now === current)?.[0] ?? current;
  }
}

function settingOf({ chain, address, achievement, type, length, domain, intervalFrames, name, temporary }: Listed): object {
  return { address: chain ?? address, achievement, type, length, domain, intervalFrames, name, temporary };
}
