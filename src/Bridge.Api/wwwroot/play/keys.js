/** mGBA's own keys, by their place on the keyboard. */
export const Keys = {
  ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right",
  KeyX: "A", KeyZ: "B", KeyA: "L", KeyS: "R", Enter: "Start", Backspace: "Select",
};

/** For people: the key of each button. */
export const KeyNames = {
  Up: "↑", Down: "↓", Left: "←", Right: "→", A: "X", B: "Z", L: "A", R: "S", Start: "Enter", Select: "Backspace",
};

/** Whether keys play while the focus is there: on the screen, the pad, or nowhere. */
export function isForPlaying(parts, focus) {
  return !focus || focus === document.body || parts.bezel.contains(focus) || parts.pad.contains(focus);
}

/**
 * Whether a key without Ctrl, Alt or the like was pressed where keys play. While a dialog waits, none is:
 * a click in it takes the focus to nowhere.
 */
export function isPlayed(parts, event) {
  return !event.ctrlKey && !event.altKey && !event.metaKey
    && isForPlaying(parts, document.activeElement) && !document.querySelector("dialog:modal");
}

/** Plays with the keyboard. */
export function playWithKeys(parts, held, signal) {
  addEventListener("keydown", event => {
    const button = Keys[event.code];
    if (!button || !isPlayed(parts, event)) return;
    event.preventDefault();
    if (!event.repeat) held.down(event.code, button);
  }, { signal });
  addEventListener("keyup", event => held.up(event.code), { signal });
}
