import { Recording } from "../play/recording.js";
import { codeButton } from "../ui/code-button.js";
import { element } from "../ui/element.js";
import { attempt, say } from "../ui/notice.js";
import { delay } from "../ui/pulse.js";

const look = 250;

/** Records what is played on the pad as a sequence, and plays sequences. */
export class SequencePanel {
  #parts;
  #context;
  #recording = null;
  #playing = null;
  #record = element("button", { type: "button" }, "Record");
  #play = element("button", { type: "button", className: "primary" }, "Play");
  #stop = element("button", { type: "button", hidden: true }, "Stop");

  constructor(parts, context) {
    [this.#parts, this.#context] = [parts, context];
    this.#record.addEventListener("click", () => attempt(() => (this.#recording ? this.#finish() : this.#begin())));
    this.#play.addEventListener("click", () => attempt(() => this.#run()));
    this.#stop.addEventListener("click", () => attempt(() => context.bridge.run(context.actions.cancelSequence(this.#playing))));
    context.live.on("reset", ({ before }) => this.#breakOff(before));
    parts.sequenceTools.append(this.#record, this.#play, this.#stop, codeButton(() => {
      const steps = this.#steps();
      return steps && context.actions.play(steps, this.#repeat);
    }, "play this sequence"));
  }

  /** Takes what the pad told the game, and the frame in which the keys change. */
  hear(buttons, frame) {
    if (this.#recording && !this.#recording.add(buttons, frame)) this.#breakOff(frame);
  }

  #breakOff(frame) {
    if (!this.#recording) return;
    this.#end(frame);
    say("The recording is over: the game was reset or loaded, or it was as long as a sequence may be.", true);
  }

  #begin() {
    this.#recording = new Recording();
    this.#record.textContent = "Stop recording";
    this.#record.classList.add("recording");
    this.#tell("Recording: play on the pad or the keyboard.");
  }

  async #finish() {
    const { bridge, actions } = this.#context;
    const { frame } = await bridge.run(actions.describe(), { isPoll: true });
    if (this.#recording) this.#end(frame);
  }

  #end(frame) {
    const steps = this.#recording.steps(frame);
    this.#recording = null;
    this.#record.textContent = "Record";
    this.#record.classList.remove("recording");
    if (steps.length > 0) this.#parts.steps.value = `[\n${steps.map(step => `  ${JSON.stringify(step)}`).join(",\n")}\n]`;
    this.#tell(steps.length > 0 ? `Recorded ${steps.length} ${steps.length === 1 ? "step" : "steps"}.` : "Nothing was played.");
  }

  async #run() {
    const { bridge, actions, signal } = this.#context;
    const steps = this.#steps();
    if (!steps) return;
    const { id } = await bridge.run(actions.play(steps, this.#repeat));
    this.#show(id);
    try {
      for (let now; !signal.aborted; await delay(look, signal)) {
        now = await bridge.run(actions.sequence(id), { signal, isPoll: true });
        [this.#parts.progress.max, this.#parts.progress.value] = [now.frames, now.framesPlayed];
        this.#tell(`${now.framesPlayed} of ${now.frames} frames: ${now.state}.`);
        if (now.state !== "queued" && now.state !== "running") return;
      }
    } finally {
      this.#show(null);
    }
  }

  #show(id) {
    this.#playing = id;
    this.#play.hidden = id !== null;
    this.#stop.hidden = id === null;
  }

  #steps() {
    try {
      return JSON.parse(this.#parts.steps.value || this.#parts.steps.placeholder);
    } catch (error) {
      say(`The steps are no JSON: ${error.message}`, true);
      return null;
    }
  }

  get #repeat() {
    return Number(this.#parts.repeat.value) || 1;
  }

  #tell(sentence) {
    this.#parts.sequenceState.textContent = sentence;
  }
}
