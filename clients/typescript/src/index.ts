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

  /** Returns version, status, and what to do next about each emulator. */
  health(): Promise<Schemas["HealthReport"]> {
    return this.#transport.json({ method: "GET", path: "/health" });
  }

  /** Returns counters and times of each emulator. */
  meters(): Promise<Schemas["MeterReport"]> {
    return this.#transport.json({ method: "GET", path: "/meters" });
  }
}
