import { nameOf } from "../bridge/game.js";
import { parts as partsOfStream } from "../bridge/multipart.js";
import { hasPictures } from "../bridge/state-names.js";
import { isInPlayMode } from "../play/play-mode.js";
import { codeButton } from "../ui/code-button.js";
import { download } from "../ui/download.js";
import { attempt } from "../ui/notice.js";
import { delay, untilVisible } from "../ui/timing.js";

const reconnectDelay = 500;

/** The live screen, scaled to whole display pixels, and in play mode to the window. It streams only while the page is visible. */
export class ScreenPanel {
  #parts;
  #bridge;
  #actions;
  #status;
  #signal;
  #onPicture;
  #stop = new AbortController();

  /** The number of pictures drawn. */
  drawn = 0;

  /** Calls `onPicture` with the frame of each picture. */
  constructor(parts, { bridge, actions, status, signal }, onPicture) {
    [this.#parts, this.#bridge, this.#actions, this.#status, this.#signal] = [parts, bridge, actions, status, signal];
    this.#onPicture = onPicture;
    parts.screenTools.append(codeButton(() => actions.picture(), "the screen as a PNG"));
    parts.savePicture.addEventListener("click", () => attempt(() => this.#save()));
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
    status.subscribe(({ state }) => parts.bezel.classList.toggle("stale", !hasPictures(state)));
    this.#show();
  }

  async #save() {
    const { png } = await this.#bridge.look(this.#actions.picture(), null, this.#signal);
    const { game, frame } = this.#status.latest;
    download(png, game ? `${nameOf(game)} ${frame}.png` : "picture.png");
  }

  async #show() {
    while (!this.#signal.aborted) {
      await untilVisible(this.#signal);
      await this.#status.untilPlaying();
      if (this.#signal.aborted) return;
      this.#stop = new AbortController();
      try {
        await this.#stream(this.#stop.signal);
      } catch (error) {
        if (error.name !== "AbortError" && !error.problem && !(error instanceof TypeError)) throw error;
      }
      if (!this.#stop.signal.aborted) await delay(reconnectDelay, this.#signal);
    }
  }

  async #stream(signal) {
    const stream = await this.#bridge.open(this.#actions.pictures(this.#parts.pictures.value), signal);
    for await (const { headers, body } of partsOfStream(stream)) {
      await this.#draw(body);
      this.#onPicture(Number(headers["emulator-frame"]));
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

  // Picks the largest size at which a pixel of the game covers a whole number of display pixels. In play mode the picture fills its place.
  #fit() {
    const { canvas, past, bezel, size } = this.#parts;
    const box = getComputedStyle(bezel);
    const widest = (bezel.clientWidth - parseFloat(box.paddingLeft) - parseFloat(box.paddingRight)) / canvas.width;
    const wanted = Number(size.value) || widest;
    const scale = isInPlayMode() ? Math.min(widest, bezel.clientHeight / canvas.height)
      : Math.max(1, Math.floor(Math.min(wanted, widest) * devicePixelRatio)) / devicePixelRatio;
    canvas.style.width = past.style.width = `${canvas.width * scale}px`;
  }
}
