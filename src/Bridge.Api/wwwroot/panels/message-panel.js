import { element } from "../ui/element.js";
import { delay } from "../ui/timing.js";

const maxMessages = 8;
const millisecondsPerFrame = 1000 / 60;

/** Shows messages to the player over the screen where the emulator can't draw them. */
export function showMessages({ messages }, { live, signal }) {
  live.on("message", ({ text, frames, drawn }) => {
    if (drawn) return;
    const shown = element("li", {}, text);
    messages.append(shown);
    while (messages.childElementCount > maxMessages) messages.firstElementChild.remove();
    delay(frames * millisecondsPerFrame, signal).then(() => shown.remove());
  });
}
