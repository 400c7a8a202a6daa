import assert from "node:assert/strict";
import { test } from "node:test";
import { Recording } from "../../src/Bridge.Api/wwwroot/play/recording.js";

function record(...changes) {
  const recording = new Recording();
  for (const [frame, ...buttons] of changes) assert.equal(recording.add(buttons, frame), true, `frame ${frame}`);
  return recording;
}

const step = (at, hold, ...buttons) => ({ buttons, hold, release: 0, at });

test("a recording without presses has no steps", () => assert.deepEqual(record([5]).steps(100), []));

test("frames count from the first press", () => {
  assert.deepEqual(record([5], [100, "A"], [103], [110, "B"], [111]).steps(200), [step(0, 3, "A"), step(10, 1, "B")]);
});

test("buttons of the same frames share a step; others overlap", () => {
  assert.deepEqual(record([0, "A", "B"], [4]).steps(10), [step(0, 4, "A", "B")]);
  assert.deepEqual(record([0, "A"], [2, "A", "B"], [4]).steps(10), [step(0, 4, "A"), step(2, 2, "B")]);
});

test("a button that is still held ends with the recording", () => assert.deepEqual(record([0, "A"]).steps(9), [step(0, 9, "A")]));

test("a hold longer than the maximum is split into several steps", () => {
  assert.deepEqual(record([0, "A"], [4000]).steps(4000), [step(0, 3600, "A"), step(3600, 400, "A")]);
});

test("an earlier frame, as after a reset, is refused", () => assert.equal(record([10, "A"]).add([], 9), false));

test("a recording has up to 36,000 frames", () => {
  assert.equal(record([10, "A"]).add([], 36_010), true);
  assert.equal(record([10, "A"]).add([], 36_011), false);
});

test("a recording has fewer than 256 steps", () => {
  const recording = new Recording();
  let presses = 0;
  for (let fits = true; fits; presses++) fits = recording.add(["A"], 2 * presses) && recording.add([], 2 * presses + 1);
  // The last one was refused.
  assert.equal(presses, 256);
});
