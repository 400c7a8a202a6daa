/** Samples a second. A power of two, so that the time of each sample is exact. */
export const sampleRate = 32_768;

// Samples. Sound arrives every 40 ms, and is played so much later that a late packet leaves no gap.
const usual = milliseconds(150);
const most = milliseconds(400);
// With less than this, the end may be played already before new samples are there.
const least = milliseconds(16);

/**
 * Decides when samples are played, by the player's clock in samples. A queue that has run dry begins again after a pause, and one that
 * has grown too long drops samples until it has its usual length.
 */
export class SoundQueue {
  #end = 0;
  #isDropping = false;

  /** The time at which the queue ends. */
  get end() {
    return this.#end;
  }

  /**
   * Adds samples. Returns the time of the first one, and whether it continues the sample before; null means that they are dropped.
   */
  add(length, now) {
    const queued = this.#end - now;
    const isDry = queued < least;
    const wasDropping = this.#isDropping;
    this.#isDropping = queued > most || (wasDropping && queued > usual);
    if (this.#isDropping) return null;
    const at = isDry ? now + usual : this.#end;
    this.#end = at + length;
    return { at, isContinued: !isDry && !wasDropping };
  }
}

function milliseconds(count) {
  return Math.round((count * sampleRate) / 1000);
}
