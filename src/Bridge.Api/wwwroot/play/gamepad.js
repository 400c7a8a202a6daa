// The standard layout of the Gamepad API. Buttons are where a Nintendo console has them: A is on the right, B below.
const Buttons = { 0: "B", 1: "A", 4: "L", 5: "R", 8: "Select", 9: "Start", 12: "Up", 13: "Down", 14: "Left", 15: "Right" };
const rightTrigger = 7;
// From 0, the middle, to 1, the edge.
const minTilt = 0.5;

/** Returns what these gamepads press: names of buttons, and "fast" for the right trigger. Pure. */
export function pressedOn(gamepads) {
  const pressed = new Set();
  for (const { buttons, axes } of gamepads) {
    for (const [i, name] of Object.entries(Buttons)) if (buttons[i]?.pressed) pressed.add(name);
    if (buttons[rightTrigger]?.pressed) pressed.add("fast");
    const [x = 0, y = 0] = axes;
    if (x < -minTilt) pressed.add("Left");
    if (x > minTilt) pressed.add("Right");
    if (y < -minTilt) pressed.add("Up");
    if (y > minTilt) pressed.add("Down");
  }
  return pressed;
}

/** Presses the game's buttons with gamepads while the page has the focus and no dialog is open. */
export function playWithGamepads(held, fast, signal) {
  let before = new Set();
  let isFollowing = false;

  const press = name => (name === "fast" ? fast.begin("gamepad") : held.down(`gamepad ${name}`, name));
  const release = name => (name === "fast" ? fast.end("gamepad") : held.up(`gamepad ${name}`));
  const follow = () => {
    const gamepads = signal.aborted ? [] : [...(navigator.getGamepads?.() ?? [])].filter(Boolean);
    const isPlayed = document.hasFocus() && !document.querySelector("dialog:modal");
    const pressed = isPlayed ? pressedOn(gamepads) : new Set();
    // Only changes count: buttons that the page has released by itself stay up until the next press.
    for (const name of pressed) if (!before.has(name)) press(name);
    for (const name of before) if (!pressed.has(name)) release(name);
    before = pressed;
    isFollowing = gamepads.length > 0;
    if (isFollowing) requestAnimationFrame(follow);
  };

  const begin = () => isFollowing || follow();
  addEventListener("gamepadconnected", begin, { signal });
  begin();
}
