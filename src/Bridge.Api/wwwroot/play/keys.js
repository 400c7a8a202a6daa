/** mGBA's default keys, by their position on the keyboard (KeyboardEvent.code). */
export const Keys = {
  ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right",
  KeyX: "A", KeyZ: "B", KeyA: "L", KeyS: "R", Enter: "Start", Backspace: "Select",
};

/** The keys of the page's own actions. */
export const ActionKeys = { Space: "fast", F2: "quickSave", F4: "quickLoad" };

/** The label of each button's key. */
export const KeyNames = {
  Up: "↑", Down: "↓", Left: "←", Right: "→", A: "X", B: "Z", L: "A", R: "S", Start: "Enter", Select: "Backspace",
};

/** Returns whether keys press buttons while `focus` has the focus: true for the screen, the pad, play mode's bar and the page's body. */
export function isForPlaying({ bezel, pad, playBar }, focus) {
  return !focus || focus === document.body || [bezel, pad, playBar].some(part => part.contains(focus));
}

/**
 * Returns whether a key event is for the game. Keys with Ctrl, Alt or Meta are not. Keys in an open dialog are not either,
 * although a click in a dialog moves the focus to the body.
 */
export function isPlayed(parts, event) {
  return !event.ctrlKey && !event.altKey && !event.metaKey
    && isForPlaying(parts, document.activeElement) && !document.querySelector("dialog:modal");
}

/** Returns whether a key event clicks the button that has the focus. */
export function isClick({ code }) {
  return (code === "Enter" || code === "Space") && document.activeElement?.matches("button");
}

/** Presses and releases the game's buttons with the keyboard. */
export function playWithKeys(parts, held, signal) {
  addEventListener("keydown", event => {
    const button = Keys[event.code];
    if (!button || !isPlayed(parts, event) || isClick(event)) return;
    event.preventDefault();
    if (!event.repeat) held.down(event.code, button);
  }, { signal });
  addEventListener("keyup", event => held.up(event.code), { signal });
}
