import { parts as partsOfStream } from "../bridge/multipart.js";
import { codeButton } from "../ui/code-button.js";
import { delay, visible } from "../ui/pulse.js";

const pauseAfterEnd = 500;

/** The live picture: pixels stay squares, and nothing is streamed while nobody can see it. */
export class ScreenPanel {
  #parts;
  #bridge;
  #actions;
  #status;
  #signal;
  #shown;
  #stop = new AbortController();

  /** Pictures that were drawn, since ever. */
  drawn = 0;

  /** `shown` gets the frame of each picture. */
  constructor(parts, { bridge, actions, status, signal }, shown) {
    [this.#parts, this.#bridge, this.#actions, this.#status, this.#signal, this.#shown] = [parts, bridge, actions, status, signal, shown];
    parts.screenTools.append(codeButton(() => actions.picture(), "the screen as a PNG"));
    parts.full.addEventListener("click", () => parts.bezel.requestFullscreen());
    parts.pictures.value = localStorage.pictures ?? "30";
    parts.pictures.addEventListener("change", () => {
      localStorage.pictures = parts.pictures.value;
      this.#stop.abort();
    });
    parts.size.addEventListener("change", () => this.#fit());
    const resized = new ResizeObserver(() => this.#fit());
    resized.observe(parts.bezel);
    signal.addEventListener("abort", () => {
      resized.disconnect();
      this.#stop.abort();
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.#stop.abort(), { signal });
    status.follow(({ state }) => parts.bezel.classList.toggle("stale", state !== "running" && state !== "held"));
    this.#show();
  }

  async #show() {
    while (!this.#signal.aborted) {
      await visible(this.#signal);
      await this.#status.untilItPlays();
      if (this.#signal.aborted) return;
      this.#stop = new AbortController();
      try {
        await this.#stream(this.#stop.signal);
      } catch (error) {
        if (error.name !== "AbortError" && !error.problem && !(error instanceof TypeError)) throw error;
      }
      if (!this.#stop.signal.aborted) await delay(pauseAfterEnd, this.#signal);
    }
  }

  async #stream(signal) {
    const stream = await this.#bridge.open(this.#actions.pictures(this.#parts.pictures.value), signal);
    for await (const { headers, body } of partsOfStream(stream)) {
      await this.#draw(body);
      this.#shown(Number(headers["emulator-frame"]));
    }
  }

  async #draw(png) {
    const picture = await createImageBitmap(new Blob([png], { type: "image/png" }));
    const { canvas } = this.#parts;
    if (canvas.width !== picture.width || canvas.height !== picture.height) {
      [canvas.width, canvas.height] = [picture.width, picture.height];
      this.#fit();
    }
    canvas.getContext("2d").drawImage(picture, 0, 0);
    picture.close();
    this.drawn++;
  }

  // The largest size at which each pixel of the game is a whole number of the display's.
  #fit() {
    const { canvas, bezel, size } = this.#parts;
    const box = getComputedStyle(bezel);
    const room = bezel.clientWidth - parseFloat(box.paddingLeft) - parseFloat(box.paddingRight);
    const widest = document.fullscreenElement === bezel
      ? Math.min(room / canvas.width, bezel.clientHeight / canvas.height) : room / canvas.width;
    const wanted = Number(size.value) || widest;
    const scale = Math.max(1, Math.floor(Math.min(wanted, widest) * devicePixelRatio)) / devicePixelRatio;
    canvas.style.width = `${canvas.width * scale}px`;
  }
}
