const most = 32;
// Only what follows this soon, in milliseconds, may come before the game has read its keys.
const soon = 100;

// Nobody knows what the game was told last.
const unknown = ["unknown"];

/**
 * The buttons that a person holds, and for what reasons: a key, a pointer. Tells the game each change in order, and gives it a
 * frame to see a press, or a gap between two, that was shorter.
 */
export class HeldButtons {
  #reasons = new Map();
  #waiting = [];
  #told = [];
  #toldAt = 0;
  #flipped = [];
  #works = false;
  #renewing;

  /**
   * `tell(buttons, {leaving, again})` holds exactly these and gives the frame; what is held is told `again` each `renewal` milliseconds.
   * `passFrame()` ends when the game has read its keys.
   */
  constructor({ tell, renewal, passFrame, changed, heard, failed }) {
    Object.assign(this, { tell, renewal, passFrame, changed, heard, failed });
  }

  get now() {
    return [...new Set(this.#reasons.values())].sort();
  }

  /** Whether something may be held that nobody holds, because the game could not be told. */
  get isUnsure() {
    return this.#told === unknown;
  }

  down(reason, button) {
    if (this.#reasons.get(reason) === button) return;
    this.#reasons.set(reason, button);
    this.#change();
  }

  up(reason) {
    if (this.#reasons.delete(reason)) this.#change();
  }

  /** Lets go of everything at once, whatever was waiting. With `leaving` it doesn't wait for what is being told. */
  letGo(leaving = false) {
    const holds = this.#told.length > 0 || this.#works || this.#reasons.size > 0;
    this.#reasons.clear();
    this.#waiting = [];
    this.changed(this.now);
    if (!holds) return undefined;
    if (!leaving) return this.#change();
    this.#told = unknown;
    clearTimeout(this.#renewing);
    return this.tell([], { leaving: true }).catch(() => {});
  }

  #change() {
    this.changed(this.now);
    this.#queue();
  }

  #queue() {
    if (this.#waiting.length >= most) this.#waiting.pop();
    this.#waiting.push(this.now);
    this.#work();
  }

  async #work() {
    if (this.#works) return;
    this.#works = true;
    try {
      while (this.#waiting.length > 0) {
        if (this.#isTooSoon()) await this.passFrame();
        // What was let go of meanwhile is no longer waiting.
        const buttons = this.#waiting.shift() ?? [];
        const again = String(buttons) === String(this.#told);
        if (again && !this.#isDue()) continue;
        const frame = await this.tell(buttons, { again });
        if (!again) this.#flipped = flips(this.#told, buttons);
        [this.#told, this.#toldAt] = [buttons, performance.now()];
        this.#renewLater();
        if (!again) this.heard(buttons, frame);
      }
    } catch (error) {
      // What was refused has changed nothing.
      if (this.#told.length > 0 || !(error.problem?.status < 500)) this.#told = unknown;
      this.#reasons.clear();
      this.#waiting = [];
      this.changed(this.now);
      this.failed(error);
    } finally {
      this.#works = false;
    }
  }

  #isDue() {
    return this.#told.length > 0 && performance.now() - this.#toldAt >= this.renewal;
  }

  #renewLater() {
    clearTimeout(this.#renewing);
    // A timer may be a moment early.
    if (this.#told.length > 0) this.#renewing = setTimeout(() => this.#queue(), this.renewal + 10);
  }

  #isTooSoon() {
    return performance.now() - this.#toldAt < soon && flips(this.#told, this.#waiting[0]).some(button => this.#flipped.includes(button));
  }
}

function flips(before, after) {
  return [...before.filter(button => !after.includes(button)), ...after.filter(button => !before.includes(button))];
}
