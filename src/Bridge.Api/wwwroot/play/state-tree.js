import { durationOf } from "./past.js";

/**
 * Returns the states in the order of their tree, each with its depth: the number of forks on the way to it, so that the only follower
 * of a state has the same depth. A parent that was replaced or deleted doesn't count. Pure.
 */
export function treeOf(states) {
  const byName = new Map(states.map(state => [keyOf(state.name), state]));
  const followers = new Map();
  for (const state of oldestFirst(states)) {
    const parent = parentOf(state, byName);
    followers.set(parent, [...(followers.get(parent) ?? []), state]);
  }
  const rows = [];
  const add = (state, depth) => {
    rows.push({ state, depth, origin: originOf(state, byName) });
    const next = followers.get(state) ?? [];
    for (const follower of next) add(follower, next.length > 1 ? depth + 1 : depth);
  };
  for (const root of followers.get(undefined) ?? []) add(root, 0);
  return rows;
}

/** Returns whether the way from a state's parent to it can be replayed. Pure. */
export function canReplay({ parent, frames }) {
  return parent !== undefined && frames > 0;
}

/** Returns the result of a replay as a sentence. Pure. */
export function replayedText({ result, regions }, { name, parent }) {
  if (result === "equal") return `Replayed ${parent} to ${name}: all memory was equal.`;
  return result === "differs" ? `The replay went another way before ${name}: ${regions.join(", ")} differed.`
    : `The replay of ${name} was interrupted.`;
}

function originOf({ parent, frames, savedAt }, byName) {
  if (parent === undefined) return "";
  const known = byName.get(keyOf(parent));
  const word = !known ? `the deleted ${parent}` : known.savedAt < savedAt ? parent : `an earlier ${parent}`;
  return frames === 0 ? `same frame as ${word}` : frames === undefined ? `after ${word}` : `${durationOf(frames)} after ${word}`;
}

// A state that is younger than what followed it has replaced the parent.
function parentOf({ parent, savedAt }, byName) {
  const known = parent === undefined ? undefined : byName.get(keyOf(parent));
  return known?.savedAt < savedAt ? known : undefined;
}

function oldestFirst(states) {
  return states.toSorted((one, other) => (one.savedAt < other.savedAt ? -1 : one.savedAt > other.savedAt ? 1 : 0));
}

// The bridge ignores the case of names.
function keyOf(name) {
  return name.toLowerCase();
}
