import { delay } from "../ui/timing.js";
import { hexOf } from "./types.js";

/** The memory domains of the running game, and how requests address a place in them. */
export class Domains {
  constructor(list, platform) {
    // A Game Boy switches banks, so a bus address does not identify a byte. The GBA has banks only in large save memories.
    this.isFlat = platform === "GBA";
    this.all = list.map(({ name, base, size }) => ({ name, base: Number(base), size }));
  }

  get(name) {
    return this.all.find(domain => domain.name === name);
  }

  /** Returns the domain that contains a bus address. */
  at(address) {
    return this.all.find(({ base, size }) => address >= base && address < base + size);
  }

  /** Returns a place as requests address it. */
  place(domain, offset) {
    return this.isFlat && domain.name !== "sram"
      ? { address: `0x${hexOf(domain.base + offset, 8)}` }
      : { address: `0x${hexOf(offset, 4)}`, domain: domain.name };
  }

  /** Formats an address for the user. */
  label(domain, offset) {
    return hexOf(domain.base + offset, this.isFlat ? 8 : 4);
  }
}

const retryDelay = 1000;

/** Calls `listener` with the domains of each new game; null means that no game runs. */
export function onDomainsChange(bridge, actions, status, signal, listener) {
  let latest;
  status.onGameChange(async game => {
    latest = game;
    listener(null);
    while (game && latest === game && !signal.aborted) {
      try {
        const { domains } = await bridge.run(actions.domains(), { signal, isPoll: true });
        if (latest === game) listener(new Domains(domains, game.platform));
        return;
      } catch (error) {
        if (!error.problem) return;
        await delay(retryDelay, signal);
      }
    }
  });
}
