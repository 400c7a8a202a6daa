import { Emulator } from "./emulator.js";
import { HeldGroup } from "./group.js";
import type { Hold, HoldOptions } from "./hold.js";
import { leaseOf, type Schemas } from "./model.js";
import { resultOf, type MovieVerified } from "./movies.js";
import { ForeignOrigin, OutcomeUnknown, Unreachable } from "./problems.js";
import { Transport, type BridgeOptions } from "./transport.js";
import { Vector, type NewVector } from "./vectors.js";

export { Emulator, type Background, type Instruction, type Screen, type TilesOptions } from "./emulator.js";
export { Events, type EventOptions, type GameEvent, type Topic } from "./events.js";
export { HeldGroup, StepsFailed, type GroupStepOptions } from "./group.js";
export { Hold, type HoldOptions, type StepOptions, type TurnResult } from "./hold.js";
export {
  i16, i32, i8, span, u16, u32, u8, type Address, type Button, type Buttons, type Found, type NumberType, type Operation,
  type Picture, type Pixels, type Place, type PlaceLike, type Schemas, type Search, type SequenceStep, type Step, type Turn, type Value,
} from "./model.js";
export type { Branch, BranchEnd, BranchesOptions } from "./branches.js";
export type { Condition, Until } from "./conditions.js";
export type { Clip } from "./clips.js";
export type { MoviePlayed, MovieResult, MovieVerified } from "./movies.js";
export { BridgeError, ForeignOrigin, OutcomeUnknown, ProblemError, Unreachable, type ProblemType } from "./problems.js";
export type { BridgeOptions } from "./transport.js";
export { Vector, type NewVector, type VectorRead, type VectorResult, type VectorStep } from "./vectors.js";

/** A new emulator. */
export interface NewEmulator {
  /** A name that `Emulator.roms` returns. */
  rom: string;
  /** 1 to 32 characters of a-z, 0-9 and -; default: a new name. */
  name?: string;
  /** A named state to start from. */
  state?: { name: string; emulator?: string };
  /** The console for a Game Boy game: DMG, MGB, SGB, SGB2, CGB, SCGB or AGB. */
  model?: string;
  /** 0.25 to 16, 0 for unlimited; default 1. */
  speed?: number;
  /** The cartridge's clock in the first frame, in seconds since 1970. */
  clock?: number;
  /** It ends by itself after these seconds without a request: 1 to 604,800, or Infinity; default 600, and 60 until its first use. */
  leaseSeconds?: number;
  labels?: Record<string, string>;
}

/** A bridge. In a page that the bridge itself serves, `new Bridge("")` uses the page's own address. */
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

  /** Starts another emulator with a game from the bridge's ROM folder. It runs until `end` or until its lease runs out. */
  async create({ leaseSeconds, ...rest }: NewEmulator): Promise<Emulator> {
    const body = { ...rest, lease: leaseOf(leaseSeconds) };
    // The key makes the bridge create one emulator, however often the request is sent.
    const call = { method: "POST", path: "/emulators", body, repeatable: true, key: crypto.randomUUID() } as const;
    return this.emulator((await this.#transport.json<{ name: string }>(call)).name);
  }

  /** Starts up to 256 copies of a game that step together. They run until `end` or until their lease runs out. */
  async createVector({ leaseSeconds, ...rest }: NewVector): Promise<Vector> {
    const body = { ...rest, lease: leaseOf(leaseSeconds) };
    // The key makes the bridge create one vector, however often the request is sent.
    const call = { method: "POST", path: "/vectors", body, repeatable: true, key: crypto.randomUUID() } as const;
    return new Vector(this.#transport, (await this.#transport.json<{ name: string }>(call)).name);
  }

  /** Returns a vector by name. Sends nothing. */
  vector(name: string): Vector {
    return new Vector(this.#transport, name);
  }

  /** Returns the vectors of the bridge's host. */
  async vectors(): Promise<Schemas["VectorDescription"][]> {
    return (await this.#transport.json<Schemas["VectorList"]>({ method: "GET", path: "/vectors" })).vectors;
  }

  /** Holds the games of several emulators, by default of all, so that they step together. */
  async holdAll(names?: readonly string[], options: HoldOptions = {}): Promise<HeldGroup> {
    const holds: Hold[] = [];
    // The group sees the holds that are added below.
    const group = new HeldGroup(this.#transport, holds);
    try {
      for (const name of names ?? (await this.emulators()).map(each => each.name))
        holds.push(await this.emulator(name).hold(options));
    } catch (error) {
      // The caller needs the first error; a hold that can't be released ends with its lease.
      await group.release().catch(() => undefined);
      throw error;
    }
    return group;
  }

  /**
   * Waits until the emulator has a game. After `timeout` milliseconds, throws that the bridge can't be reached or that there is no game;
   * throws any other problem at once.
   */
  async waitUntilReady(timeout = 30_000, emulator = "default"): Promise<Schemas["EmulatorDescription"]> {
    const deadline = performance.now() + timeout;
    for (;;) {
      let last: unknown;
      try {
        const info = await this.emulator(emulator).info();
        if (["running", "held", "stopped"].includes(info.state)) return info;
        last = new Unreachable(`The emulator "${emulator}" is in the state ${info.state}; GET /health says what to do.`);
      } catch (error) {
        // A proxy accepts connections before the bridge does, and a page learns only that a fetch failed.
        const isLost = error instanceof OutcomeUnknown && error.status === 0;
        if (!(error instanceof Unreachable || error instanceof ForeignOrigin || isLost)) throw error;
        last = error;
      }
      if (performance.now() > deadline) throw last;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }

  /**
   * Plays a movie, the bytes of `Emulator.movie`, in a process of its own, and compares the game with it. No emulator is needed or
   * changed. `rom` is a name that `Emulator.roms` returns, by default the ROM with the movie's checksum. A long movie needs a longer
   * `timeout`.
   */
  async verifyMovie(movie: Uint8Array, rom?: string): Promise<MovieVerified> {
    const path = `/movies/verify${rom === undefined ? "" : `?rom=${encodeURIComponent(rom)}`}`;
    const call = { method: "POST", path, body: movie, repeatable: true } as const;
    const verified = await this.#transport.json<Schemas["MovieVerified"]>(call);
    return { ...resultOf(verified), rom: verified.rom };
  }

  /** Returns version, status, and what to do next about each emulator. */
  health(): Promise<Schemas["HealthReport"]> {
    return this.#transport.json({ method: "GET", path: "/health" });
  }

  /** Returns the open doors of all emulators: ports that speak another tool's protocol (docs/doors.md). */
  async doors(): Promise<Schemas["DoorDescription"][]> {
    return (await this.#transport.json<Schemas["DoorList"]>({ method: "GET", path: "/doors" })).doors;
  }

  /** Returns counters and times of each emulator. */
  meters(): Promise<Schemas["MeterReport"]> {
    return this.#transport.json({ method: "GET", path: "/meters" });
  }
}
