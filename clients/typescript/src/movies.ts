import type { Schemas } from "./model.js";

/** How a movie ran. */
export interface MovieResult {
  /** All frames of the movie. */
  frames: number;
  /** The frames that ran. */
  played: number;
  /** The hashes that were compared; a movie of another program has none. */
  checked: number;
  /** "interrupted" if a client pressed, wrote or loaded something meanwhile. */
  result: string;
  /** All hashes that were checked are those of the game. */
  isEqual: boolean;
  /** The first difference came after this frame; undefined if there is none. */
  after: number | undefined;
  /** The first difference came at or before this frame. */
  before: number | undefined;
  /** The regions of memory in which the first difference came. */
  regions: string[];
}

/** How a movie was played in an emulator. */
export interface MoviePlayed extends MovieResult {
  /** The game's frame afterwards. */
  frame: number;
}

/** How a movie ran in a process of its own. */
export interface MovieVerified extends MovieResult {
  /** The name of its ROM. */
  rom: string;
}

/** Returns how a movie ran. */
export function resultOf(response: Omit<Schemas["MoviePlayed"], "name" | "frame">): MovieResult {
  const { frames, played, checked, result, after, before, regions } = response;
  return {
    frames, played, checked, result, isEqual: result === "equal", after: after ?? undefined, before: before ?? undefined,
    regions: regions ?? [],
  };
}

/** Returns how a movie was played. */
export function playedOf(response: Schemas["MoviePlayed"]): MoviePlayed {
  return { ...resultOf(response), frame: response.frame };
}
