// Frames, as many as a press of the tools for language models takes.
const [hold, release] = [6, 6];

/**
 * Returns the steps of a way: presses that blanks separate, like A, A+B together, Up*16 held for 16 frames, and -30 for a wait. The bridge
 * checks the names of buttons and the numbers. Throws a sentence for anything else. Pure.
 */
export function stepsOf(way) {
  return way.split(/\s+/).filter(Boolean).map(press => {
    const [, wait, buttons, frames] = /^(?:-(\d+)|([^*+-][^*]*?)(?:\*(\d+))?)$/.exec(press) ?? [];
    if (wait) return { wait: Number(wait) };
    if (!buttons) throw new Error(`A press is like A, A+B, Up*16 or -30; got "${press}".`);
    return { buttons: buttons.split("+"), hold: frames ? Number(frames) : hold, release };
  });
}

/** Returns the branches of a request, one for each way; the bridge names each by its index, from 0. Pure. */
export function branchesOf(ways, settle) {
  return ways.map(way => ({ ...(way.trim() && { steps: stepsOf(way) }), settle }));
}

/** Returns a text about the memory at an end: the earlier way with the same memory, or the regions that differ from way 1. Pure. */
export function differenceOf(index, ends) {
  const { hashes } = ends[index];
  const same = ends.findIndex(end => regionsOf(end.hashes, hashes).length === 0);
  if (same < index) return `Same memory as way ${same + 1}`;
  return index === 0 ? "" : `Unlike way 1 in ${regionsOf(ends[0].hashes, hashes).join(", ")}`;
}

/** Returns the bridge's sentence about a member of the request as one about a way. Pure. */
export function sentenceOf(sentence) {
  return sentence.replace(/^branches\[(\d+)\](?:\.|: | )/, (_, index) => `Way ${Number(index) + 1}: `);
}

/** Returns whether two ends have the same memory. Pure. */
export function areSame(one, other) {
  return regionsOf(one.hashes, other.hashes).length === 0;
}

function regionsOf(one, other) {
  return other.filter(({ region, hash }) => one.find(known => known.region === region)?.hash !== hash).map(({ region }) => region);
}
