import { Emulator } from "./emulator.js";
import { buttonsOf, leaseOf, type Buttons, type Schemas } from "./model.js";
import type { Transport } from "./transport.js";

/** A value that each step reads. */
export type VectorRead = Schemas["ValueToRead"];

/** A new vector; docs/vectors.md describes each member. */
export type NewVector = Omit<Schemas["CreateVectorRequest"], "lease"> & {
  /** It ends by itself after these seconds without a step or a request: 1 to 604,800, or Infinity; default 600. */
  leaseSeconds?: number;
};

/** A step of a vector. */
export interface VectorStep {
  /** Which games, from 0; default all. */
  games?: readonly number[];
  /** The buttons of each stepped game, or one entry for all; "" is none. */
  buttons?: readonly (Buttons | "")[];
  /** 1 to 3,600; default those of the vector. */
  frames?: number;
  /** The start, 0 to 15, to which each stepped game is reset before its first frame, or null. */
  starts?: readonly (number | null)[];
}

/**
 * What became of a game: status 0 if it was stepped; 1 or 2 if it died or hung, and was replaced. Values are null where a chain leads
 * nowhere.
 */
export type VectorResult = Schemas["VectorResult"];

/** Up to 256 copies of a game that step together. A program on the bridge's machine steps them faster in Python, through shared memory. */
export class Vector {
  readonly #transport: Transport;
  readonly #path: string;

  constructor(transport: Transport, readonly name: string) {
    [this.#transport, this.#path] = [transport, `/vectors/${encodeURIComponent(name)}`];
  }

  /** Returns what it runs, and how many games were replaced. */
  info(): Promise<Schemas["VectorDescription"]> {
    return this.#transport.json({ method: "GET", path: this.#path });
  }

  /** Steps games, and returns a result for each, in order. One client at a time may. */
  async step({ buttons, ...step }: VectorStep = {}): Promise<VectorResult[]> {
    const body = { ...step, buttons: buttons?.map(each => buttonsOf(each)) };
    return (await this.#transport.json<Schemas["VectorStepResponse"]>({ method: "POST", path: `${this.#path}/step`, body })).results;
  }

  /** Resets games to a start, and runs one frame without buttons. The same seed and steps give the same values. */
  async reset(options: { games?: readonly number[]; start?: number; seed?: number } = {}): Promise<VectorResult[]> {
    const call = { method: "POST", path: `${this.#path}/reset`, body: options } as const;
    return (await this.#transport.json<Schemas["VectorStepResponse"]>(call)).results;
  }

  /** Sets what steps read, at most 64 values. */
  async setReads(read: readonly VectorRead[]): Promise<void> {
    await this.#transport.nothing({ method: "PUT", path: `${this.#path}/read`, body: { read }, repeatable: true });
  }

  /** Sets a start of resets, 0 to 15: a named state, the bytes of a state, or {} for the console just switched on. */
  async setStart(index: number, start: Schemas["VectorStart"] | Uint8Array): Promise<void> {
    await this.#transport.nothing({ method: "PUT", path: `${this.#path}/starts/${index}`, body: start, repeatable: true });
  }

  /** Sets the seconds without use after which it ends, or Infinity. */
  async setLease(seconds: number): Promise<void> {
    await this.#transport.nothing({ method: "PUT", path: `${this.#path}/lease`, body: leaseOf(seconds), repeatable: true });
  }

  /** Returns the pictures of the latest step of all games in one PNG; of a game, its own. */
  async screen(game?: number): Promise<Uint8Array> {
    const path = game === undefined ? `${this.#path}/screens` : `${this.#path}/${game}/screen`;
    return (await this.#transport.bytes({ method: "GET", path })).bytes;
  }

  /** Returns the state of a game. */
  async state(game: number): Promise<Uint8Array> {
    return (await this.#transport.bytes({ method: "GET", path: `${this.#path}/${game}/state` })).bytes;
  }

  /** Returns what a game did since its latest reset as a movie, which `storeMovie` takes; a conflict after more than 4,096 actions. */
  async movie(game: number): Promise<Uint8Array> {
    return (await this.#transport.bytes({ method: "GET", path: `${this.#path}/${game}/movie` })).bytes;
  }

  /** Starts an ordinary emulator that goes on from a game. */
  async emulator(game: number, options: Omit<Schemas["VectorEmulatorRequest"], "lease"> = {}): Promise<Emulator> {
    const call = { method: "POST", path: `${this.#path}/${game}/emulator`, body: options } as const;
    return new Emulator(this.#transport, (await this.#transport.json<{ name: string }>(call)).name);
  }

  /** Ends it. */
  async end(): Promise<void> {
    await this.#transport.nothing({ method: "DELETE", path: this.#path, repeatable: true });
  }
}
