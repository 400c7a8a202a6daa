/** mGBA's own keys, by their place on the keyboard. */
export const Keys = {
  ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right",
  KeyX: "A", KeyZ: "B", KeyA: "L", KeyS: "R", Enter: "Start", Backspace: "Select",
};

/** For people: the key of each button. */
export const KeyNames = {
  Up: "↑", Down: "↓", Left: "←", Right: "→", A: "X", B: "Z", L: "A", R: "S", Start: "Enter", Select: "Backspace",
};

/** Plays with the keyboard while the focus is on what `isPlaying` accepts. */
export function playWithKeys(held, isPlaying, signal) {
  addEventListener("keydown", event => {
    const button = Keys[event.code];
    if (!button || event.ctrlKey || event.altKey || event.metaKey || !isPlaying(document.activeElement)) return;
    event.preventDefault();
    if (!event.repeat) held.down(event.code, button);
  }, { signal });
  addEventListener("keyup", event => held.up(event.code), { signal });
}
