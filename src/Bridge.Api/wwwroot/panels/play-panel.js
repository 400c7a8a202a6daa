import { stateNames } from "../bridge/state-names.js";
import { FastForward } from "../play/fast-forward.js";
import { ActionKeys, isClick, isPlayed } from "../play/keys.js";
import { isInPlayMode, setPlayMode } from "../play/play-mode.js";
import { attempt, notify } from "../ui/notice.js";
import { setText } from "../ui/set-text.js";

const quickState = "quick";
// Milliseconds. The lease ends the fast-forward if the tab crashes.
const leaseDuration = 5000;
const renewalInterval = 1000;

/**
 * Play mode, in which the picture and the pad fill the window, and its actions: fast-forward, quick save and quick load. Their keys
 * work outside of play mode as well.
 */
export class PlayPanel {
  #parts;
  #status;

  constructor(parts, { bridge, actions, status, signal }, states) {
    [this.#parts, this.#status] = [parts, status];
    this.fast = new FastForward({
      getSpeed: async () => (await bridge.run(actions.speed(), { isPoll: true })).speed,
      setSpeed: (speed, { leaving, isLeased, isPoll }) =>
        bridge.run(actions.setSpeed(speed, isLeased ? leaseDuration : undefined), { leaving, isPoll }),
      renewalInterval,
      onChange: isOn => parts.fast.setAttribute("aria-pressed", isOn),
      onError: error => notify(error.message, true),
    });
    const work = {
      fast: source => this.#beginFast(source),
      quickSave: () => states.save(quickState),
      quickLoad: () => states.load(quickState),
    };
    for (const [name, begin] of Object.entries(work)) this.#onClick(parts[name], () => begin("button"));
    this.#onClick(parts.full, () => attempt(toggleFullScreen));
    parts.playMode.addEventListener("click", () => this.#show(true));
    parts.playEnd.addEventListener("click", () => this.#show(false));
    parts.full.hidden = !document.fullscreenEnabled;

    addEventListener("keydown", event => {
      if (event.code === "Escape" && isInPlayMode() && isPlayed(parts, event)) this.#show(false);
      const begin = work[ActionKeys[event.code]];
      if (!begin || !isPlayed(parts, event) || isClick(event)) return;
      event.preventDefault();
      if (!event.repeat) begin("key");
    }, { signal });
    addEventListener("keyup", event => ActionKeys[event.code] === "fast" && this.fast.end("key"), { signal });
    addEventListener("blur", () => this.fast.end("key"), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.fast.stop(), { signal });
    addEventListener("pagehide", () => this.fast.stop(true), { signal });
    signal.addEventListener("abort", () => {
      this.fast.stop(true);
      setPlayMode(false);
    });
    status.subscribe(({ state }) => {
      parts.fast.hidden = !this.#canChangeSpeed;
      parts.playState.hidden = state === "running";
      parts.playState.dataset.state = state;
      setText(parts.playState, stateNames[state] ?? state);
    });
  }

  get #canChangeSpeed() {
    return this.#status.latest?.script?.capabilities.includes("speed") ?? false;
  }

  #beginFast(source) {
    if (!this.#canChangeSpeed) notify("This emulator can't change its speed.", true);
    else if (source === "key") this.fast.begin(source);
    else this.fast.toggle(source);
  }

  // A click leaves the focus on the screen, so that the keys go to the game; a key that clicks leaves it on the button.
  #onClick(button, work) {
    button.addEventListener("click", event => {
      work();
      if (event.detail > 0) this.#parts.bezel.focus({ preventScroll: true });
    });
  }

  #show(isOn) {
    setPlayMode(isOn);
    if (isOn) return this.#parts.bezel.focus();
    if (document.fullscreenElement) document.exitFullscreen();
    return this.#parts.playMode.focus();
  }
}

function toggleFullScreen() {
  return document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
}
