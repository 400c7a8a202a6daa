import { playWithGamepads } from "../play/gamepad.js";
import { HeldButtons } from "../play/held-buttons.js";
import { isForPlaying, KeyNames, playWithKeys } from "../play/keys.js";
import { playWithPointers } from "../play/pointers.js";
import { codeButton } from "../ui/code-button.js";
import { confirmed } from "../ui/confirm.js";
import { element } from "../ui/element.js";
import { attempt, notify } from "../ui/notice.js";

const onGameBoy = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down"];
// Milliseconds. The lease releases the buttons if the tab crashes.
const leaseDuration = 5000;
const renewalInterval = 1000;
const signs = { Up: "▲", Down: "▼", Left: "◀", Right: "▶" };

/**
 * The pad: presses buttons by mouse, touch, keyboard and gamepad. Calls `onPress(buttons, frame)` with each change and its frame.
 */
export class PadPanel {
  constructor(parts, { bridge, actions, live, status, signal }, fast, onPress) {
    const buttons = new Map(["L", "R", "Up", "Left", "Right", "Down", "Select", "Start", "B", "A"].map(name => [name, padButton(name)]));
    parts.buttons.append(...buttons.values());
    let last = ["A"];

    const held = new HeldButtons({
      send: async (names, { leaving, isRenewal }) => {
        const hold = actions.hold(names, names.length > 0 ? leaseDuration : undefined);
        return (await bridge.run(hold, leaving ? { leaving } : { signal, isPoll: isRenewal })).changesAt;
      },
      renewalInterval,
      // No frame passes while the game is paused or held.
      waitFrame: () => status.latest?.state === "running" && bridge.run(actions.waitFrames(1), { signal, isPoll: true }),
      onChange: names => {
        if (names.length > 0) last = names;
        for (const [name, button] of buttons) {
          button.classList.toggle("down", names.includes(name));
          button.setAttribute("aria-pressed", names.includes(name));
        }
      },
      onSent: onPress,
      onError: error => error.name === "AbortError" || notify(error.message, true),
    });
    held.onChange([]);

    playWithPointers(parts.buttons, held, signal);
    playWithKeys(parts, held, signal);
    playWithGamepads(held, fast, signal);
    addEventListener("blur", () => held.release(), { signal });
    addEventListener("pagehide", () => held.release(true), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && held.release(), { signal });
    // A focus in an input field releases the buttons; a click on a step button does not.
    const keepsButtons = target => isForPlaying(parts, target) || target.closest("[data-part=time] button");
    document.addEventListener("focusin", event => keepsButtons(event.target) || held.release(), { signal });
    live.on("buttons", ({ down }) => {
      for (const [name, button] of buttons) button.classList.toggle("seen", down.includes(name));
    });
    signal.addEventListener("abort", () => held.release(true));
    status.subscribe(() => status.isPlaying && held.isUncertain && held.release());

    status.onGameChange(game => {
      const isSmall = game && game.platform !== "GBA";
      for (const [name, button] of buttons) button.hidden = isSmall && !onGameBoy.includes(name);
    });
    parts.keys.append("Keys: ", ...Object.entries(KeyNames).flatMap(([name, key]) => [element("kbd", {}, key), ` ${name}  `]),
      element("kbd", {}, "."), " step one frame  ", element("kbd", {}, "Space"), " fast-forward  ",
      element("kbd", {}, "F2"), " quick save  ", element("kbd", {}, "F4"), " quick load");
    parts.padTools.append(
      button("Release all", () => attempt(async () => {
        held.release();
        const { dropped } = await bridge.run(actions.releaseAll());
        notify(`All buttons are released.${dropped ? ` Dropped queued presses: ${dropped}.` : ""}`);
      })),
      button("Reset…", () => attempt(async () => {
        if (!(await confirmed("Reset the game? Unsaved progress is lost.", "Reset"))) return;
        await bridge.run(actions.reset());
        notify("The game was reset.");
      })),
      codeButton(() => actions.press(last), "press the last held buttons"));
  }
}

function padButton(name) {
  return element("button", {
    type: "button", className: `pad-${name.toLowerCase()}`, title: `${name} (${KeyNames[name]})`, "data-button": name, "aria-label": name,
  }, signs[name] ?? name, element("kbd", { "aria-hidden": true }, KeyNames[name]));
}

function button(text, click) {
  return element("button", { type: "button", onclick: click }, text);
}
