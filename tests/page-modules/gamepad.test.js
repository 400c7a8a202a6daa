import assert from "node:assert/strict";
import { test } from "node:test";
import { pressedOn } from "../../src/Bridge.Api/wwwroot/play/gamepad.js";

const gamepad = (pressed, axes = [0, 0]) =>
  ({ buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: pressed.includes(i) })), axes });

test("the buttons of a gamepad are where a Nintendo console has them", () => {
  assert.deepEqual([...pressedOn([gamepad([0, 1, 2, 3])])], ["B", "A"]);
  assert.deepEqual([...pressedOn([gamepad([4, 5, 8, 9, 12, 13, 14, 15])])], ["L", "R", "Select", "Start", "Up", "Down", "Left", "Right"]);
  assert.deepEqual([...pressedOn([gamepad([7])])], ["fast"]);
});

test("a stick presses a direction from half its way on", () => {
  assert.deepEqual([...pressedOn([gamepad([], [-0.51, 0.5])])], ["Left"]);
  assert.deepEqual([...pressedOn([gamepad([], [1, -1])])], ["Right", "Up"]);
  assert.deepEqual([...pressedOn([gamepad([], [0, 0.51])])], ["Down"]);
});

test("several gamepads press together, and one with few buttons and no stick is enough", () =>
  assert.deepEqual([...pressedOn([gamepad([1]), { buttons: [{ pressed: true }], axes: [] }])], ["A", "B"]));
