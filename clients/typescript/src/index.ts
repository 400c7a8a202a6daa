import { Emulator } from "./emulator.js";
import type { Schemas } from "./model.js";
import { Transport, type BridgeOptions } from "./transport.js";

export { Emulator, type Screen } from "./emulator.js";
export { Events, type EventOptions, type GameEvent, type Topic } from "./events.js";
export { Hold, type HoldOptions, type TurnResult } from "./hold.js";
export {
  i16, i32, i8, span, u16, u32, u8, type Address, type Button, type Condition, type NumberType, type Operation, type Place, type Schemas,
  type SequenceStep, type Turn, type Value,
} from "./model.js";
export { BridgeError, OutcomeUnknown, ProblemError, Unreachable, type ProblemType } from "./problems.js";
export type { BridgeOptions } from "./transport.js";

/** A new emulator. */
export interface NewEmulator {
  rom?: string;
  /** 1 to 32 characters of a-z, 0-9 and -; default: a new one. */
  name?: string;
  /** A named state to start from. */
  state?: { name: string; emulator?: string };
  model?: string;
  /** 0.25 to 16, 0 for unlimited; default 1. */
  speed?: number;
  /** The cartridge's clock in the first frame, in seconds since 1970. */
  clock?: number;
  /** It ends by itself after these seconds without a request: 1 to 604,800, or Infinity; default 600. */
  leaseSeconds?: number;
  labels?: Record<string, string>;
}

/** A bridge. In a page that the bridge itself serves, `new Bridge("")` is its address. */
export class Bridge {
  readonly #transport: Transport;

  constructor(address = "http://127.0.0.1:7185", options: BridgeOptions = {}) {
    this.#transport = new Transport(address, options);
  }

  /** Returns an emulator by name. Sends nothing. */
  emulator(name = "default"): Emulator {
    return new Emulator(this.#transport, name);
  }

  /** Returns the emulators and their states. */
  async emulators(): Promise<Schemas["EmulatorHealth"][]> {
    return (await this.#transport.json<Schemas["EmulatorList"]>({ method: "GET", path: "/emulators" })).emulators;
  }

  /** Starts an emulator of its own with a game of the bridge's ROM folder; `end` ends it, or its lease. */
  async create(options: NewEmulator = {}): Promise<Emulator> {
    const { leaseSeconds, ...rest } = options;
    const body = { ...rest, lease: leaseSeconds === undefined ? undefined : { seconds: Number.isFinite(leaseSeconds) ? leaseSeconds : null } };
    // The key makes the bridge create one emulator, however often the request is sent.
    const call = { method: "POST", path: "/emulators", body, repeatable: true, key: crypto.randomUUID() } as const;
    return this.emulator((await this.#transport.json<{ name: string }>(call)).name);
  }

  /** Returns version, status, and what to do next about each emulator. */
  health(): Promise<Schemas["HealthReport"]> {
    return this.#transport.json({ method: "GET", path: "/health" });
  }

  /** Returns counters and times of each emulator. */
  meters(): Promise<Schemas["MeterReport"]> {
    return this.#transport.json({ method: "GET", path: "/meters" });
  }
}
