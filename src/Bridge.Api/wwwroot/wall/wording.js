import { nameOf } from "../bridge/game.js";
import { hasPictures, stateNames } from "../bridge/state-names.js";

// Seconds.
const [minute, hour, day] = [60, 3600, 86_400];

/** Returns what a card says about an emulator of the list; `game` is its game, or undefined if that is unknown. Pure. */
export function textsOf({ name, state, problem, created }, game) {
  return {
    name,
    state: stateNames[state] ?? state,
    game: game ? [nameOf(game), game.platform].filter(Boolean).join(" · ") : created?.rom ?? "–",
    advice: problem?.advice ?? "",
    labels: Object.entries(created?.labels ?? {}).map(([label, value]) => `${label}: ${value}`),
    lease: created ? leaseText(created.lease) : "Configured: the bridge doesn't end it.",
    canEnd: created !== undefined,
    isLive: hasPictures(state),
  };
}

/**
 * Returns when a lease ends, as a sentence. Until its first use, an emulator has less time left than each use gives it. Pure.
 */
export function leaseText({ seconds, endsInSeconds }) {
  if (seconds === null) return "Stays until it is ended.";
  const [whole, left] = [durationOf(seconds), durationOf(endsInSeconds)];
  return left === whole ? `Ends after ${whole} without use.` : `Ends in ${left} unless used; each use keeps it for ${whole}.`;
}

/** Returns what a card says about a vector of the list. Pure. */
export function textsOfVector({ rom, game, count, frames, read, lease }) {
  const [copies, each] = [count === 1 ? "1 game" : `${count} games`, frames === 1 ? "1 frame" : `${frames} frames`];
  return {
    count: copies,
    game: [nameOf({ ...game, file: rom }), game.platform].filter(Boolean).join(" · "),
    about: `${each} a step, ${read.length === 1 ? "1 value" : `${read.length} values`} read.`,
    lease: lease.seconds === null ? "Stays until it is ended." : `Ends after ${durationOf(lease.seconds)} without use.`,
  };
}

/** Returns how many vectors there are, and their games. Pure. */
export function vectorCountText(vectors) {
  const games = vectors.reduce((sum, { count }) => sum + count, 0);
  return `${vectors.length} ${vectors.length === 1 ? "vector" : "vectors"}, ${games} ${games === 1 ? "game" : "games"}`;
}

/** Returns how many emulators there are, and how many of them run. Pure. */
export function countText(emulators) {
  const running = emulators.filter(({ state }) => hasPictures(state)).length;
  return `${emulators.length} ${emulators.length === 1 ? "emulator" : "emulators"}, ${running} running`;
}

/** Returns the tabs' emulators: the configured ones, and those created ones that this page has opened. Pure. */
export function namesOfTabs(emulators, opened) {
  return emulators.filter(({ name, created }) => !created || opened.has(name)).map(({ name }) => name);
}

// Rounds up, so that a text changes seldom and never says 0 minutes.
function durationOf(seconds) {
  const [unit, name] = Math.ceil(seconds) < minute ? [1, "s"] : seconds <= 1.5 * hour ? [minute, "min"]
    : seconds <= 1.5 * day ? [hour, "h"] : [day, "days"];
  return `${Math.ceil(seconds / unit)} ${name}`;
}
