/** Works on the latest value only, and on one at a time: a value that is replaced while the work is busy is skipped. */
export class Latest {
  #work;
  #wanted = [];
  #isBusy = false;
  #stop = new AbortController();

  /** `work(value, signal)` completes when its value is done, and handles its own errors. */
  constructor(work) {
    this.#work = work;
  }

  want(value) {
    this.#wanted = [value];
    this.#begin();
  }

  /** Forgets the wanted value, and aborts the work. */
  cancel() {
    this.#wanted = [];
    this.#stop.abort();
  }

  async #begin() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#wanted.length > 0) {
        this.#stop = new AbortController();
        await this.#work(this.#wanted.pop(), this.#stop.signal);
      }
    } finally {
      this.#isBusy = false;
    }
  }
}
