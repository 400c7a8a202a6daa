// In multiples of the console's speed.
const usual = 4;
// The bridge's number for a speed without a limit.
const unlimited = 0;

/**
 * Runs the game faster while a key, the gamepad or the page's button asks for it, and then at the speed from before. Changes are sent
 * one after the other.
 */
export class FastForward {
  #sources = new Set();
  #before = null;
  #sending = Promise.resolve();
  #renewalTimer;

  /**
   * `getSpeed()` and `setSpeed(speed, {leaving, isLeased, isPoll})` ask the emulator; `onChange(isOn)` is called at once. A leased speed
   * is set again each `renewalInterval` milliseconds.
   */
  constructor({ getSpeed, setSpeed, renewalInterval, onChange, onError }) {
    Object.assign(this, { getSpeed, setSpeed, renewalInterval, onChange, onError });
  }

  get isOn() {
    return this.#sources.size > 0;
  }

  begin(source) {
    this.#sources.add(source);
    this.#change();
  }

  end(source) {
    if (this.#sources.delete(source)) this.#change();
  }

  toggle(source) {
    if (this.#sources.has(source)) this.end(source);
    else this.begin(source);
  }

  /** Ends the fast-forward. With `leaving` it does not wait for a request in flight. */
  stop(leaving = false) {
    this.#sources.clear();
    if (leaving && this.#before !== null) {
      clearInterval(this.#renewalTimer);
      this.setSpeed(this.#before, { leaving }).catch(() => {});
      this.#before = null;
    }
    this.#change();
  }

  #change() {
    this.onChange(this.isOn);
    this.#sending = this.#sending.then(() => this.#send());
  }

  async #send() {
    try {
      if (this.isOn && this.#before === null) {
        const before = await this.getSpeed();
        const faster = before !== unlimited && before < usual ? usual : unlimited;
        await this.setSpeed(faster, { isLeased: true });
        this.#before = before;
        this.#renewalTimer = setInterval(() => this.#renew(faster), this.renewalInterval);
      } else if (!this.isOn && this.#before !== null) {
        clearInterval(this.#renewalTimer);
        const before = this.#before;
        this.#before = null;
        await this.setSpeed(before, {});
      }
    } catch (error) {
      this.#sources.clear();
      this.onChange(false);
      this.onError(error);
    }
  }

  // In turn with the changes, so that no renewal comes after the end.
  #renew(speed) {
    this.#sending = this.#sending.then(async () => {
      if (this.isOn && this.#before !== null) await this.setSpeed(speed, { isLeased: true, isPoll: true }).catch(() => {});
    });
  }
}
