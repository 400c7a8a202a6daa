import { delay } from "../ui/pulse.js";
import { hexOf } from "./types.js";

/** The memory of the running game: its domains, and how a place in one is asked for. */
export class Domains {
  constructor(list, platform) {
    // Where a Game Boy's banks lie on the bus changes; the Advance has banks only in large save memories.
    this.isFlat = platform === "GBA";
    this.all = list.map(({ name, base, size }) => ({ name, base: Number(base), size }));
  }

  get(name) {
    return this.all.find(domain => domain.name === name);
  }

  /** The domain that an address of the bus lies in. */
  at(address) {
    return this.all.find(({ base, size }) => address >= base && address < base + size);
  }

  /** A place as requests name it. */
  place(domain, offset) {
    return this.isFlat && domain.name !== "sram"
      ? { address: `0x${hexOf(domain.base + offset, 8)}` }
      : { address: `0x${hexOf(offset, 4)}`, domain: domain.name };
  }

  /** An address as a person reads it. */
  label(domain, offset) {
    return hexOf(domain.base + offset, this.isFlat ? 8 : 4);
  }
}

const pauseAfterRefusal = 1000;

/** The domains, each time that another game runs; null while none does. */
export function followDomains(bridge, actions, status, signal, follower) {
  let latest;
  status.followGame(async game => {
    latest = game;
    follower(null);
    while (game && latest === game && !signal.aborted) {
      try {
        const { domains } = await bridge.run(actions.domains(), { signal, isPoll: true });
        if (latest === game) follower(new Domains(domains, game.platform));
        return;
      } catch (error) {
        if (!error.problem) return;
        await delay(pauseAfterRefusal, signal);
      }
    }
  });
}
