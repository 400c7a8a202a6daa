import { samplesOf } from "../play/samples.js";
import { SoundPlayer } from "../play/sound-player.js";
import { notify } from "../ui/notice.js";
import { delay } from "../ui/timing.js";

const reconnectDelay = 500;

/** Plays the sound of the game while its button is on, also while the page is hidden. The volume is that of the page. */
export function showSound(parts, { bridge, actions, status, signal }) {
  let stop = null;
  const buttons = [parts.sound, parts.playSound];
  // Half of the slider sounds half as loud.
  const volume = () => (Number(parts.volume.value) / 100) ** 2;
  let player = null;

  for (const button of buttons) button.addEventListener("click", () => (stop ? end() : begin()));
  parts.volume.value = localStorage.volume ?? parts.volume.value;
  parts.volume.addEventListener("input", () => {
    localStorage.volume = parts.volume.value;
    if (player) player.volume = volume();
  });
  signal.addEventListener("abort", end);
  status.onGameChange(() => {
    const { script } = status.latest;
    if (!script) return;
    const hasSound = script.capabilities.includes("sound");
    parts.soundTools.hidden = parts.playSound.hidden = !hasSound;
    if (!hasSound) end();
  });

  function begin() {
    stop = new AbortController();
    show();
    play(stop.signal);
  }

  function end() {
    stop?.abort();
    stop = null;
    show();
  }

  function show() {
    for (const button of buttons) button.setAttribute("aria-pressed", stop !== null);
  }

  async function play(ended) {
    const own = (player = new SoundPlayer(volume()));
    try {
      let wasOpen = false;
      for (; !ended.aborted; await delay(reconnectDelay, ended)) {
        try {
          const stream = await bridge.open(actions.sound(), ended);
          wasOpen = true;
          for await (const [left, right] of samplesOf(stream)) own.add(left, right);
        } catch (error) {
          if (error.name === "AbortError") return;
          if (!error.problem && !(error instanceof TypeError)) throw error;
          if (wasOpen) continue;
          notify(error.message, true);
          return end();
        }
      }
    } finally {
      own.close();
      if (player === own) player = null;
    }
  }
}
