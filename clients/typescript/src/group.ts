import type { Hold } from "./hold.js";
import { buttonsOf, pixelsOf, placeOf, type Buttons, type Picture, type PlaceLike, type Schemas, type Step } from "./model.js";
import { valueOf } from "./events.js";
import { BridgeError, ProblemError } from "./problems.js";
import type { Transport } from "./transport.js";

/** Options of a group's step. */
export interface GroupStepOptions {
  /** At most 256. */
  read?: readonly PlaceLike[];
  /** False is faster and leaves no picture. */
  draw?: boolean;
  /** Named states that some games, by their index, load before the step. Their buttons are not pressed then. */
  states?: Readonly<Record<number, string>>;
  picture?: Picture;
  /** What to set of the sensors of some games, by their index, before the step. */
  sensors?: Readonly<Record<number, Schemas["SensorsRequest"]>>;
}

/** Some games of a group were not stepped: `problems` has the problem of each by its emulator's name. The others were stepped. */
export class StepsFailed extends BridgeError {
  override readonly name = "StepsFailed";
  readonly safeToRepeat = false;

  /** `steps` has undefined for the games with a problem. */
  constructor(readonly problems: Readonly<Record<string, ProblemError>>, readonly steps: readonly (Step | undefined)[]) {
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
  async step(frames = 1, buttons: readonly (Buttons | "")[] = [], options: GroupStepOptions = {}): Promise<Step[]> {
    if (buttons.length > 0 && buttons.length !== this.holds.length)
      throw new RangeError(`buttons must be for ${this.holds.length} games; got ${buttons.length}.`);
    const { read, draw, states, picture, sensors } = options;
    const body = {
      emulators: this.holds.map(({ emulator }) => emulator.name), leases: this.holds.map(({ lease }) => lease), frames, draw,
      buttons: buttons.length > 0 ? buttons.map((each, index) => states?.[index] ? [] : buttonsOf(each)) : undefined,
      states: states && this.holds.map((_, index) => states[index] ?? null), read: read?.map(placeOf),
      screen: picture && { ...picture, format: "raw" },
      sensors: sensors && this.holds.map((_, index) => sensors[index] ?? null),
    };
    const { results } = await this.transport.json<Schemas["StepManyResponse"]>({ method: "POST", path: "/emulators/step", body });
    const failed = results.flatMap(({ emulator, problem }) =>
      problem ? [[emulator, new ProblemError(problem.status, { ...problem })] as const] : []);
    const steps = results.map(result => result.problem ? undefined : stepOf(result));
    if (failed.length > 0) throw new StepsFailed(Object.fromEntries(failed), steps);
    return steps.filter(step => step !== undefined);
  }

  /** Lets all games run. The games of emulators that fail don't keep the others frozen. */
  async release(): Promise<void> {
    const ended = await Promise.allSettled(this.holds.map(hold => hold.release()));
    for (const each of ended) if (each.status === "rejected") throw each.reason;
  }
}

function stepOf({ frame, values, screen }: Schemas["StepManyResult"]): Step {
  return { frame: frame ?? 0, values: (values ?? []).map(valueOf), pixels: pixelsOf(screen) };
}
