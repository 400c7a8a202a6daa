import { withAddress, type Place, type Schemas } from "./model.js";

/** In how many frames in a row a condition must be true (default 1), and within how many that must begin. */
interface HowLong {
  frames?: number;
  timeoutFrames?: number;
}

/** A condition on a value in memory, on the picture or a part of it, or of RetroAchievements. `hash` is a `pictureHash`. */
export type Condition = { achievement: string; timeoutFrames?: number } | HowLong & (
  | (Place & { is: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "mask"; value: number })
  | (Place & { is: "changed" | "increased" | "decreased" | "same" })
  | { screen: "changed" | "still" | "calm"; crop?: Schemas["Crop"] }
  | { screen: "is"; hash: string; crop?: Schemas["Crop"] });

/** What to wait for: a condition, or any or all of 1 to 16. */
export type Until = Condition | { any: readonly Condition[] } | { all: readonly Condition[] };

/** Returns the JSON of what to wait for. */
export function untilOf(until: Until): object {
  if ("any" in until) return { any: until.any.map(withAddress<object>) };
  return "all" in until ? { all: until.all.map(withAddress<object>) } : withAddress(until);
}
