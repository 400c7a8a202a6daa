import type { Hold } from "./hold.js";
import { bytesOfBase64, withAddress, type Button, type Place, type Schemas, type Value } from "./model.js";
import { valueOf } from "./events.js";
import { BridgeError, ProblemError } from "./problems.js";
import type { Transport } from "./transport.js";

/** How a step of a group takes its pictures: 1 to 1,024 pixels wide and high, in colours or gray. */
export interface Picture {
  width: number;
  height: number;
  gray?: boolean;
}

/** The pixels of a picture, line by line: red, green and blue, or one byte if it is gray. */
export interface Pixels {
  width: number;
  height: number;
  channels: 1 | 3;
  data: Uint8Array;
}

/** The frame after a step, the values that it read there, and the pixels if it asked for a picture. */
export interface GroupStep {
  frame: number;
  values: Value[];
  pixels: Pixels | undefined;
}

/** Options of a group's step. */
export interface GroupStepOptions {
  /** At most 256. */
  read?: readonly Place[];
  /** False is faster and leaves no picture. */
  draw?: boolean;
  /** Named states that some games, by their index, load before. Their buttons are not pressed then. */
  states?: Readonly<Record<number, string>>;
  picture?: Picture;
}

/** Some games of a group were not stepped: `problems` has the problem of each by its emulator's name. The others were stepped. */
export class StepsFailed extends BridgeError {
  override readonly name = "StepsFailed";
  readonly safeToRepeat = false;

  /** `steps` has undefined for the games with a problem. */
  constructor(readonly problems: Readonly<Record<string, ProblemError>>, readonly steps: readonly (GroupStep | undefined)[]) {
    super(Object.entries(problems).map(([name, problem]) => `${name}: ${problem.message}`).join("; "));
  }
}

/** Held games of 1 to 64 emulators. Each step runs all of them in parallel, by one request. */
export class HeldGroup {
  constructor(readonly transport: Transport, readonly holds: readonly Hold[]) {}

  /**
   * Runs `frames` (1 to 36,000) in each game, and returns values and pixels of the last frame of each, in order. `buttons` has the
   * buttons of each game. If games fail, the others run anyway, and StepsFailed has both.
   */
  async step(frames = 1, buttons: readonly (Button | Button[] | "")[] = [], options: GroupStepOptions = {}): Promise<GroupStep[]> {
    if (buttons.length > 0 && buttons.length !== this.holds.length)
      throw new RangeError(`buttons must be for ${this.holds.length} games; got ${buttons.length}.`);
    const { read, draw, states, picture } = options;
    const body = {
      emulators: this.holds.map(({ emulator }) => emulator.name), leases: this.holds.map(({ lease }) => lease), frames, draw,
      buttons: buttons.length > 0 ? buttons.map((each, index) => states?.[index] || each === "" ? [] : [each].flat()) : undefined,
      states: states && this.holds.map((_, index) => states[index] ?? null), read: read?.map(withAddress),
      screen: picture && { ...picture, format: "raw" },
    };
    const { results } = await this.transport.json<Schemas["StepManyResponse"]>({ method: "POST", path: "/emulators/step", body });
    const failed = results.flatMap(({ emulator, problem }) =>
      problem ? [[emulator, new ProblemError(problem.status, { ...problem })] as const] : []);
    const steps = results.map(result => result.problem ? undefined : stepOf(result));
    if (failed.length > 0) throw new StepsFailed(Object.fromEntries(failed), steps);
    return steps.filter(step => step !== undefined);
  }

  /** Lets all games run. */
  async release(): Promise<void> {
    for (const hold of this.holds) await hold.release();
  }
}

function stepOf({ frame, values, screen }: Schemas["StepManyResult"]): GroupStep {
  return { frame: frame ?? 0, values: (values ?? []).map(valueOf), pixels: screen && pixelsOf(screen) };
}

function pixelsOf({ width, height, gray, raw }: Schemas["ScreenTaken"]): Pixels {
  return { width, height, channels: gray ? 1 : 3, data: bytesOfBase64(raw ?? "") };
}
