import { Recording } from "../play/recording.js";
import { codeButton } from "../ui/code-button.js";
import { element } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";
import { delay } from "../ui/timing.js";

const pollInterval = 250;

/** Records presses on the pad as a sequence, and plays sequences. */
export class SequencePanel {
  #parts;
  #context;
  #recording = null;
  #playing = null;
  #recordButton = element("button", { type: "button" }, "Record");
  #playButton = element("button", { type: "button", className: "primary" }, "Play");
  #stopButton = element("button", { type: "button", hidden: true }, "Stop");

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    this.#recordButton.addEventListener("click", () => attempt(() => (this.#recording ? this.#finish() : this.#begin())));
    this.#playButton.addEventListener("click", () => attempt(() => this.#run()));
    this.#stopButton.addEventListener("click", () => attempt(() => context.bridge.run(context.actions.cancelSequence(this.#playing))));
    context.live.on("reset", ({ before }) => this.#abort(before));
    parts.sequenceTools.append(this.#recordButton, this.#playButton, this.#stopButton, codeButton(() => {
      const steps = this.#steps();
      return steps && context.actions.play(steps, this.#repeat);
    }, "play this sequence"));
  }

  /** Adds a change of the held buttons, and its frame, to the running recording. */
  record(buttons, frame) {
    if (this.#recording && !this.#recording.add(buttons, frame)) this.#abort(frame);
  }

  #abort(frame) {
    if (!this.#recording) return;
    this.#end(frame);
    notify("The recording stopped: the game was reset, a state was loaded, or the recording reached the maximum length.", true);
  }

  #begin() {
    this.#recording = new Recording();
    this.#recordButton.textContent = "Stop recording";
    this.#recordButton.classList.add("recording");
    this.#showState("Recording: press buttons on the pad or the keyboard.");
    // With the focus on the screen, keys press buttons at once.
    this.#parts.bezel.focus({ preventScroll: true });
  }

  async #finish() {
    const { bridge, actions } = this.#context;
    const { frame } = await bridge.run(actions.describe(), { isPoll: true });
    if (this.#recording) this.#end(frame);
  }

  #end(frame) {
    const steps = this.#recording.steps(frame);
    this.#recording = null;
    this.#recordButton.textContent = "Record";
    this.#recordButton.classList.remove("recording");
    if (steps.length > 0) this.#parts.steps.value = `[\n${steps.map(step => `  ${JSON.stringify(step)}`).join(",\n")}\n]`;
    this.#showState(steps.length > 0 ? `Recorded ${steps.length} ${steps.length === 1 ? "step" : "steps"}.` : "No press was recorded.");
  }

  async #run() {
    const { bridge, actions, signal } = this.#context;
    const steps = this.#steps();
    if (!steps) return;
    const { id } = await bridge.run(actions.play(steps, this.#repeat));
    this.#show(id);
    try {
      for (let now; !signal.aborted; await delay(pollInterval, signal)) {
        now = await bridge.run(actions.sequence(id), { signal, isPoll: true });
        [this.#parts.progress.max, this.#parts.progress.value] = [now.frames, now.framesPlayed];
        this.#showState(`${now.framesPlayed} of ${now.frames} frames: ${now.state}.`);
        if (now.state !== "queued" && now.state !== "running") return;
      }
    } finally {
      this.#show(null);
    }
  }

  #show(id) {
    this.#playing = id;
    this.#playButton.hidden = id !== null;
    this.#stopButton.hidden = id === null;
  }

  #steps() {
    try {
      return JSON.parse(this.#parts.steps.value || this.#parts.steps.placeholder);
    } catch (error) {
      notify(`The steps must be JSON: ${error.message}`, true);
      return null;
    }
  }

  get #repeat() {
    return Number(this.#parts.repeat.value) || 1;
  }

  #showState(sentence) {
    this.#parts.sequenceState.textContent = sentence;
  }
}
