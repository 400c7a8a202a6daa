const maxQueued = 32;
// Milliseconds. The game reads its keys once a frame, so only changes closer together than this can fall into the same frame.
const minGap = 100;

// Stands for "any buttons": a request failed, so nobody knows what the game holds.
const unknown = ["unknown"];

/**
 * The buttons that the user holds, by source: a key or a pointer. Sends each change to the game in order. A press, or a gap
 * between two presses, lasts at least one frame so that the game sees it.
 */
export class HeldButtons {
  #sources = new Map();
  #queued = [];
  #sent = [];
  #sentAt = 0;
  #lastChanged = [];
  #isSending = false;
  #renewalTimer;

  /**
   * `send(buttons, {leaving, isRenewal})` holds exactly these buttons and returns the frame of the change. Held buttons are sent
   * again each `renewalInterval` milliseconds. `waitFrame()` completes when the game has read its keys.
   */
  constructor({ send, renewalInterval, waitFrame, onChange, onSent, onError }) {
    Object.assign(this, { send, renewalInterval, waitFrame, onChange, onSent, onError });
  }

  get now() {
    return [...new Set(this.#sources.values())].sort();
  }

  /** Whether the game may hold buttons that the user does not, because a request failed. */
  get isUncertain() {
    return this.#sent === unknown;
  }

  down(source, button) {
    if (this.#sources.get(source) === button) return;
    this.#sources.set(source, button);
    this.#change();
  }

  up(source) {
    if (this.#sources.delete(source)) this.#change();
  }

  /** Releases all buttons and drops queued changes. With `leaving` it does not wait for a request in flight. */
  release(leaving = false) {
    const holds = this.#sent.length > 0 || this.#isSending || this.#sources.size > 0;
    this.#sources.clear();
    this.#queued = [];
    this.onChange(this.now);
    if (!holds) return undefined;
    if (!leaving) return this.#change();
    this.#sent = unknown;
    clearTimeout(this.#renewalTimer);
    return this.send([], { leaving: true }).catch(() => {});
  }

  #change() {
    this.onChange(this.now);
    this.#queue();
  }

  #queue() {
    if (this.#queued.length >= maxQueued) this.#queued.pop();
    this.#queued.push(this.now);
    this.#sendQueued();
  }

  async #sendQueued() {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#queued.length > 0) {
        if (this.#isTooSoon()) await this.waitFrame();
        // A release() during the wait empties the queue.
        const buttons = this.#queued.shift() ?? [];
        const isRenewal = String(buttons) === String(this.#sent);
        if (isRenewal && !this.#isRenewalDue()) continue;
        const frame = await this.send(buttons, { isRenewal });
        if (!isRenewal) this.#lastChanged = difference(this.#sent, buttons);
        [this.#sent, this.#sentAt] = [buttons, performance.now()];
        this.#scheduleRenewal();
        if (!isRenewal) this.onSent(buttons, frame);
      }
    } catch (error) {
      // A refusal (4xx) changes nothing, so no button is down if none was before. Any other failure may leave buttons down.
      if (this.#sent.length > 0 || !(error.problem?.status < 500)) this.#sent = unknown;
      this.#sources.clear();
      this.#queued = [];
      this.onChange(this.now);
      this.onError(error);
    } finally {
      this.#isSending = false;
    }
  }

  #isRenewalDue() {
    return this.#sent.length > 0 && performance.now() - this.#sentAt >= this.renewalInterval;
  }

  #scheduleRenewal() {
    clearTimeout(this.#renewalTimer);
    // Timers may fire a few milliseconds early.
    if (this.#sent.length > 0) this.#renewalTimer = setTimeout(() => this.#queue(), this.renewalInterval + 10);
  }

  #isTooSoon() {
    return performance.now() - this.#sentAt < minGap
      && difference(this.#sent, this.#queued[0]).some(button => this.#lastChanged.includes(button));
  }
}

function difference(before, after) {
  return [...before.filter(button => !after.includes(button)), ...after.filter(button => !before.includes(button))];
}
