import { HeldButtons } from "../play/held-buttons.js";
import { isForPlaying, KeyNames, playWithKeys } from "../play/keys.js";
import { playWithPointers } from "../play/pointers.js";
import { codeButton } from "../ui/code-button.js";
import { confirmed } from "../ui/confirm.js";
import { element } from "../ui/element.js";
import { attempt, say } from "../ui/notice.js";

const onGameBoy = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down"];
// Milliseconds, and how often it is renewed: what a tab holds that dies goes up by itself.
const lease = 5000;
const renewal = 1000;
const signs = { Up: "▲", Down: "▼", Left: "◀", Right: "▶" };

/** The pad: by mouse, touch and keyboard. `heard` gets each change with the frame in which the keys change. */
export class PadPanel {
  constructor(parts, { bridge, actions, live, status, signal }, heard) {
    const buttons = new Map(["L", "R", "Up", "Left", "Right", "Down", "Select", "Start", "B", "A"].map(name => [name, padButton(name)]));
    parts.buttons.append(...buttons.values());
    let last = ["A"];

    const held = new HeldButtons({
      tell: async (names, { leaving, again }) => {
        const hold = actions.hold(names, names.length > 0 ? lease : undefined);
        return (await bridge.run(hold, leaving ? { leaving } : { signal, isPoll: again })).changesAt;
      },
      renewal,
      // None passes while the game stands still.
      passFrame: () => status.latest?.state === "running" && bridge.run(actions.waitFrames(1), { signal, isPoll: true }),
      changed: names => {
        if (names.length > 0) last = names;
        for (const [name, button] of buttons) {
          button.classList.toggle("down", names.includes(name));
          button.setAttribute("aria-pressed", names.includes(name));
        }
      },
      heard,
      failed: error => error.name === "AbortError" || say(error.message, true),
    });
    held.changed([]);

    playWithPointers(parts.buttons, held, signal);
    playWithKeys(parts, held, signal);
    addEventListener("blur", () => held.letGo(), { signal });
    addEventListener("pagehide", () => held.letGo(true), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && held.letGo(), { signal });
    // What is typed is not played. Who steps the game with the mouse goes on holding.
    const isOfTheGame = target => isForPlaying(parts, target) || target.closest("[data-part=time] button");
    document.addEventListener("focusin", event => isOfTheGame(event.target) || held.letGo(), { signal });
    live.on("buttons", ({ down }) => {
      for (const [name, button] of buttons) button.classList.toggle("seen", down.includes(name));
    });
    signal.addEventListener("abort", () => held.letGo(true));
    status.follow(() => status.plays && held.isUnsure && held.letGo());

    status.followGame(game => {
      const isSmall = game && game.platform !== "GBA";
      for (const [name, button] of buttons) button.hidden = isSmall && !onGameBoy.includes(name);
    });
    parts.keys.append("Keys: ", ...Object.entries(KeyNames).flatMap(([name, key]) => [element("kbd", {}, key), ` ${name}  `]),
      element("kbd", {}, "Dot"), " one frame");
    parts.padTools.append(
      button("Release all", () => attempt(async () => {
        held.letGo();
        const { dropped } = await bridge.run(actions.releaseAll());
        say(dropped ? `Everything is up; ${dropped} waiting presses were dropped.` : "Everything is up.");
      })),
      button("Reset…", () => attempt(async () => {
        if (!(await confirmed("Reset the game? What it has not saved is lost.", "Reset"))) return;
        await bridge.run(actions.reset());
        say("The game starts again.");
      })),
      codeButton(() => actions.press(last), "press the buttons that were held last"));
  }
}

function padButton(name) {
  return element("button", {
    type: "button", className: `pad-${name.toLowerCase()}`, title: `${name} (${KeyNames[name]})`, "data-button": name, "aria-label": name,
  }, signs[name] ?? name);
}

function button(text, click) {
  return element("button", { type: "button", onclick: click }, text);
}
