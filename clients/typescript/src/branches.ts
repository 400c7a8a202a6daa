import { untilOf, type Until } from "./conditions.js";
import { valueOf } from "./events.js";
import { bytesOfBase64, placeOf, stepsOf, type PlaceLike, type Schemas, type SequenceStep, type Value } from "./model.js";

/** A branch: every part is optional. */
export interface Branch {
  /** By default its index. */
  name?: string;
  steps?: readonly SequenceStep[];
  /** 1 to 1,000. */
  repeat?: number;
  /** A stored movie, whose buttons it presses instead of steps. */
  movie?: string;
  until?: Until;
  /** 1 to 36,000; default 600. */
  timeoutFrames?: number;
  /** Frames at the end, 0 to 36,000. */
  settle?: number;
  /** At most 256. */
  read?: readonly PlaceLike[];
  screen?: boolean;
}

/** Where branches begin, by default now, and what becomes of them. */
export interface BranchesOptions {
  /** A named state. */
  state?: string;
  /** A frame of the history. */
  fromFrame?: number;
  /** The name or index of the branch whose end the game gets. */
  keep?: string | number;
  /** The number of processes; default 1. */
  spread?: number;
  lease?: string;
}

/** The end of a branch. */
export interface BranchEnd {
  name: string;
  frames: number;
  /** Whether its conditions were met; undefined without any. */
  met: boolean | undefined;
  /** The conditions that held, by their index, with the frame of the branch. */
  held: { condition: number; frame: number }[];
  /** The XXH64 of each region of memory. */
  hashes: Record<string, string>;
  values: Value[];
  png: Uint8Array | undefined;
  pictureHash: string | undefined;
}

/** Returns the JSON of a request for the bridge. */
export function branchesBody(branches: readonly Branch[], { keep, ...options }: BranchesOptions): object {
  return { ...options, keep: keep === undefined ? undefined : String(keep), branches: branches.map(bodyOf) };
}

/** Returns the ends of branches. */
export function branchEnds({ branches }: Schemas["BranchesResponse"]): BranchEnd[] {
  return branches.map(each => ({
    name: each.name, frames: each.frames, met: each.met ?? undefined, held: each.held ?? [],
    hashes: Object.fromEntries(each.hashes.map(({ region, hash }) => [region, hash])), values: (each.values ?? []).map(valueOf),
    png: each.png ? bytesOfBase64(each.png) : undefined, pictureHash: each.pictureHash ?? undefined,
  }));
}

function bodyOf({ steps, until, read, ...branch }: Branch): object {
  return { ...branch, steps: steps && stepsOf(steps), until: until && untilOf(until), read: read?.map(placeOf) };
}
