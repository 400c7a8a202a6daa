import { untilOf } from "./conditions.js";
import type { Emulator } from "./emulator.js";
import { valueOf } from "./events.js";
import {
  buttonsOf, bytesOfBase64, pixelsOf, placeOf, stepsOf, type Buttons, type Picture, type PlaceLike, type Schemas, type Step, type Turn,
  type Value,
} from "./model.js";
import type { MoviePlayed } from "./movies.js";
import { ProblemError } from "./problems.js";

/** Options of a hold. */
export interface HoldOptions {
  /** The hold ends this long after the last step: 0.1 to 600; default 20. */
  leaseSeconds?: number;
  /** Whether no other client can step the game. */
  exclusive?: boolean;
  /** The name that other clients see. */
  owner?: string;
}

/** Options of a step. */
export interface StepOptions {
  /** Places to read after the step, at most 256. */
  read?: readonly PlaceLike[];
  /** False is faster and leaves no picture. */
  draw?: boolean;
  picture?: Picture;
  /** Values of the cartridge's sensors to set before the step. */
  sensors?: Schemas["SensorsRequest"];
}

/** What a turn did. `met` is undefined without a condition. */
export interface TurnResult {
  frame: number;
  frames: number;
  met: boolean | undefined;
  /** The conditions that held: the index of each, and the number of frames after which it did. */
  held: { condition: number; frame: number }[];
  values: Value[];
  png: Uint8Array | undefined;
  keyFrames: { frame: number; png: Uint8Array }[];
  /** What was seen where each step ended, with `eachStep`. */
  steps: { step: number; frame: number; values: Value[]; png: Uint8Array | undefined }[];
  /** The frame in which the steps began; undefined if none were played. */
  pressedAt: number | undefined;
  /** The frame in which the last button of the steps went up, or in which they ended if they have no buttons. */
  releasedAt: number | undefined;
}

/** A held game: it runs only in steps and turns. */
export class Hold {
  constructor(readonly emulator: Emulator, readonly lease: string) {}

  /** Runs exactly `frames` (1 to 36,000) with these buttons down, and returns values and pixels of the last frame. */
  async step(frames = 1, buttons: Buttons | "" = [], options: StepOptions = {}): Promise<Step> {
    const { read, draw, picture, sensors } = options;
    const body = {
      frames, buttons: buttonsOf(buttons), lease: this.lease, read: read?.map(placeOf), draw, sensors,
      screen: picture && { ...picture, format: "raw" },
    };
    const path = `${this.emulator.path}/frames/step`;
    const response = await this.emulator.transport.json<Schemas["StepResponse"]>({ method: "POST", path, body });
    return { frame: response.frame, values: (response.values ?? []).map(valueOf), pixels: pixelsOf(response.screen) };
  }

  /** Plays one turn of the held game, like `Emulator.act`. */
  async act(turn: Turn): Promise<TurnResult> {
    const body = { ...turnBody(turn), lease: this.lease };
    return turnOf(await this.emulator.transport.json({ method: "POST", path: `${this.emulator.path}/act`, body }));
  }

  /** Plays a movie in the held game, like `Emulator.playMovie`; the game stands still after it. */
  playMovie(name: string, options: Omit<Schemas["PlayRequest"], "lease"> = {}): Promise<MoviePlayed> {
    return this.emulator.playMovie(name, { ...options, lease: this.lease });
  }

  /** Renews the lease without a step. */
  async renew(leaseSeconds?: number): Promise<void> {
    const body = { lease: this.lease, leaseSeconds };
    await this.emulator.transport.nothing({ method: "POST", path: `${this.emulator.path}/frames/hold`, body, repeatable: true });
  }

  /** Lets the game run. Does nothing if the hold has ended. */
  async release(): Promise<void> {
    const path = `${this.emulator.path}/frames/hold?lease=${encodeURIComponent(this.lease)}`;
    try {
      await this.emulator.transport.nothing({ method: "DELETE", path, repeatable: true });
    } catch (error) {
      if (!(error instanceof ProblemError && error.is("not-held"))) throw error;
    }
  }
}

/** Returns the JSON of a turn for the bridge. */
export function turnBody(turn: Turn): object {
  return {
    ...turn, steps: turn.steps && stepsOf(turn.steps), until: turn.until && untilOf(turn.until), read: turn.read?.map(placeOf),
  };
}

/** Parses what a turn did. */
export function turnOf(response: Schemas["ActResponse"]): TurnResult {
  return {
    frame: response.frame, frames: response.frames, met: response.met ?? undefined, held: response.held ?? [],
    values: (response.values ?? []).map(valueOf),
    png: response.png ? bytesOfBase64(response.png) : undefined,
    pressedAt: response.pressedAt ?? undefined, releasedAt: response.releasedAt ?? undefined,
    keyFrames: (response.keyFrames ?? []).map(({ frame, png }) => ({ frame, png: bytesOfBase64(png) })),
    steps: (response.steps ?? []).map(({ step, frame, values, png }) => ({
      step, frame, values: (values ?? []).map(valueOf), png: png ? bytesOfBase64(png) : undefined,
    })),
  };
}
