import { nameOf } from "../bridge/game.js";
import { describe, formats, lengths, progressOf } from "../play/clips.js";
import { durationOf } from "../play/past.js";
import { element, fill } from "../ui/element.js";
import { notify } from "../ui/notice.js";
import { placeBelow } from "../ui/place-below.js";
import { setText } from "../ui/set-text.js";
import { delay } from "../ui/timing.js";

const pollInterval = 200;
const fromSlider = "slider";

/** Makes clips of the last seconds, or of the time since the timeline's slider, and shows them. */
export class ClipPanel {
  #parts;
  #context;
  #timeline;
  #stop = null;
  #address = null;

  constructor(parts, context, timeline) {
    [this.#parts, this.#context, this.#timeline] = [parts, context, timeline];
    const { signal } = context;
    fill(parts.clipFormat, formats);
    parts.clipFormat.value = localStorage.clipFormat ?? "gif";
    parts.clipFormat.addEventListener("change", () => (localStorage.clipFormat = parts.clipFormat.value));
    parts.clipPanel.addEventListener("toggle", ({ newState }) => newState === "open" && this.#open());
    parts.clipForm.addEventListener("submit", event => {
      event.preventDefault();
      this.#make();
    });
    parts.clipCancel.addEventListener("click", () => this.#stop?.abort());
    const resized = new ResizeObserver(() => parts.clipPanel.matches(":popover-open") && placeBelow(parts.clipPanel, parts.clip));
    resized.observe(parts.clipPanel);
    signal.addEventListener("abort", () => {
      resized.disconnect();
      this.#stop?.abort();
      this.#clear();
    });
  }

  #open() {
    const { clipLength, clipMake } = this.#parts;
    const span = this.#timeline.span;
    fill(clipLength, span ? [...lengths, [fromSlider, `Slider to now, ${durationOf(span.to - span.from + 1)}`]] : lengths);
    if (span) clipLength.value = fromSlider;
    (clipMake.disabled ? this.#parts.clipCancel : clipLength).focus();
  }

  get #wanted() {
    const { clipLength, clipFormat } = this.#parts;
    const span = clipLength.value === fromSlider ? this.#timeline.span : null;
    return { ...(span ?? { seconds: Number(clipLength.value) || 5 }), format: clipFormat.value };
  }

  async #make() {
    const { bridge, actions } = this.#context;
    this.#clear();
    const stop = (this.#stop = new AbortController());
    this.#setBusy(true);
    this.#say("");
    let id;
    try {
      // Not aborted, because nobody would know the clip's identifier.
      let clip = await bridge.run(actions.makeClip(this.#wanted));
      for (id = clip.id; clip.state === "waiting" || clip.state === "rendering"; await delay(pollInterval, stop.signal)) {
        clip = await bridge.run(actions.clip(id), { signal: stop.signal, isPoll: true });
        this.#showProgress(clip);
      }
      // The response for a failed clip is its problem.
      this.#show(clip, await bridge.file(actions.clipFile(id), { signal: stop.signal, isPoll: true }));
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
      if (error.problem) this.#conclude(error.message, true);
      else this.#say("Cancelled.");
    } finally {
      this.#setBusy(false);
      // The page has the file now.
      if (id) bridge.run(actions.deleteClip(id), { isPoll: true, leaving: true }).catch(() => {});
    }
  }

  #showProgress(clip) {
    const { clipProgress } = this.#parts;
    [clipProgress.max, clipProgress.value] = [clip.frames, clip.rendered];
    this.#say(progressOf(clip));
  }

  #show(clip, file) {
    const { clipPreview, clipDownload } = this.#parts;
    const { game } = this.#context.status.latest;
    this.#address = URL.createObjectURL(file);
    const name = `${game ? nameOf(game) : "clip"} ${clip.from}-${clip.to}.${clip.format}`;
    clipPreview.replaceChildren(previewOf(clip, this.#address));
    [clipDownload.href, clipDownload.download] = [this.#address, name];
    clipPreview.hidden = clipDownload.hidden = false;
    this.#conclude(describe(clip, file.size));
  }

  #conclude(sentence, isBad = false) {
    this.#say(sentence, isBad);
    if (!this.#parts.clipPanel.matches(":popover-open")) notify(isBad ? sentence : "The clip is ready.", isBad);
  }

  #clear() {
    const { clipPreview, clipDownload } = this.#parts;
    clipPreview.replaceChildren();
    clipPreview.hidden = clipDownload.hidden = true;
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = null;
  }

  #setBusy(isBusy) {
    const { clipMake, clipWork, clipProgress, clipCancel } = this.#parts;
    const hadFocus = [clipMake, clipCancel].includes(document.activeElement);
    clipMake.disabled = isBusy;
    clipWork.hidden = !isBusy;
    clipProgress.value = 0;
    if (hadFocus) (isBusy ? clipCancel : clipMake).focus();
  }

  #say(sentence, isBad = false) {
    setText(this.#parts.clipSaid, sentence);
    this.#parts.clipSaid.classList.toggle("bad", isBad);
  }
}

function previewOf({ format }, src) {
  if (format === "wav") return element("audio", { src, controls: true, "aria-label": "The clip" });
  if (format === "mp4" || format === "webm") return element("video", { src, controls: true, loop: true, "aria-label": "The clip" });
  return element("img", { src, alt: "The clip" });
}
