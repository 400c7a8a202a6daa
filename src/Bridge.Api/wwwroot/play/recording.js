const longest = 36_000;
const longestHold = 3_600;
const mostSteps = 256;

/** What a person plays: the buttons that were held from a frame on. */
export class Recording {
  #changes = [];

  /** Whether it still fits into one sequence; a frame before the last one is another time, after a reset or a load. */
  add(buttons, frame) {
    if (frame < this.#last || frame - (this.#changes[0]?.frame ?? frame) > longest) return false;
    this.#changes.push({ buttons, frame });
    return this.steps(frame).length < mostSteps;
  }

  /** The steps of a sequence that plays the same, in frames from the first button on. Pure. */
  steps(end) {
    const begin = this.#changes.find(change => change.buttons.length > 0)?.frame;
    if (begin === undefined) return [];
    const downs = this.#downs(Math.max(this.#last, Math.min(end, begin + longest)));
    const steps = [];
    for (const [span, buttons] of together(downs)) {
      const [from, to] = span.split("-").map(Number);
      for (let at = from; at < to; at += longestHold) {
        steps.push({ buttons, hold: Math.min(longestHold, to - at), release: 0, at: at - begin });
      }
    }
    return steps.sort((one, other) => one.at - other.at);
  }

  get #last() {
    return this.#changes.at(-1)?.frame ?? 0;
  }

  #downs(end) {
    const since = new Map();
    const downs = [];
    for (const { buttons, frame } of [...this.#changes, { buttons: [], frame: end }]) {
      for (const [button, from] of since) {
        if (buttons.includes(button)) continue;
        since.delete(button);
        if (frame > from) downs.push({ button, from, to: frame });
      }
      for (const button of buttons) if (!since.has(button)) since.set(button, frame);
    }
    return downs;
  }
}

// Buttons that went down and up in the same frames are one step.
function together(downs) {
  const spans = new Map();
  for (const { button, from, to } of downs) {
    const span = `${from}-${to}`;
    spans.set(span, [...(spans.get(span) ?? []), button]);
  }
  return spans;
}
