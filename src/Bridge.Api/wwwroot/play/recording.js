// The bridge's limits of a sequence.
const maxFrames = 36_000;
const maxHold = 3_600;
const maxSteps = 256;

/** A recording of the buttons that the user holds: each change with its frame. */
export class Recording {
  #changes = [];

  /** Adds a change. Returns false if the recording is full, or if the frame counter went back because of a reset or a loaded state. */
  add(buttons, frame) {
    if (frame < this.#last || frame - (this.#changes[0]?.frame ?? frame) > maxFrames) return false;
    this.#changes.push({ buttons, frame });
    return this.steps(frame).length < maxSteps;
  }

  /** Returns the steps of a sequence that replays the recording. Frames count from the first press. */
  steps(end) {
    const begin = this.#changes.find(change => change.buttons.length > 0)?.frame;
    if (begin === undefined) return [];
    const downs = this.#downs(Math.max(this.#last, Math.min(end, begin + maxFrames)));
    const steps = [];
    for (const [span, buttons] of together(downs)) {
      const [from, to] = span.split("-").map(Number);
      for (let at = from; at < to; at += maxHold) {
        steps.push({ buttons, hold: Math.min(maxHold, to - at), release: 0, at: at - begin });
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
