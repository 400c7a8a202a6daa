import { element } from "../ui/element.js";

const max = 8;
const millisecondsOfFrame = 1000 / 60;

/** Shows messages to the player over the screen where the emulator can't draw them. */
export function showMessages({ messages }, { live, signal }) {
  live.on("message", ({ text, frames, drawn }) => {
    if (drawn) return;
    const shown = element("li", {}, text);
    messages.append(shown);
    while (messages.childElementCount > max) messages.firstElementChild.remove();
    const end = setTimeout(() => shown.remove(), frames * millisecondsOfFrame);
    signal.addEventListener("abort", () => clearTimeout(end));
  });
}
