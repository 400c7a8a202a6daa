import assert from "node:assert/strict";
import { test } from "node:test";
import { distanceOf, durationOf, frameAfter, framesOf, ticksOf } from "../../src/Bridge.Api/wwwroot/play/past.js";

const range = { from: 100, to: 4000 };

for (const [frames, text] of [[0, "0.0 s"], [60, "1.0 s"], [735, "12.3 s"], [3580, "59.9 s"], [3581, "1 min 0 s"], [35_836, "10 min 0 s"]])
  test(`${frames} frames are ${text}`, () => assert.equal(durationOf(frames), text));

test("a frame is now, some time ago or ahead", () => {
  assert.deepEqual([700, 640, 760].map(frame => distanceOf(frame, 700)), ["Now", "1.0 s ago", "1.0 s ahead"]);
});

for (const [key, shiftKey, frame] of [
  ["ArrowLeft", false, 1940], ["ArrowRight", false, 2060], ["ArrowDown", true, 1999], ["ArrowUp", true, 2001],
  ["PageDown", false, 1403], ["PageUp", false, 2597], ["Home", false, 100], ["End", false, 4000], ["a", false, undefined],
]) test(`${shiftKey ? "Shift and " : ""}${key} leads from frame 2000 to ${frame}`, () =>
  assert.equal(frameAfter({ key, shiftKey }, 2000, range), frame));

test("keys stay in the history", () => {
  assert.equal(frameAfter({ key: "PageDown" }, 300, range), 100);
  assert.equal(frameAfter({ key: "ArrowRight" }, 3999, range), 4000);
});

test("seconds become whole frames", () => assert.deepEqual([framesOf(1), framesOf(10)], [60, 597]));

test("ticks have places from 0 to 1, and forgotten marks have none", () => {
  const marks = [{ name: "old", at: 99 }, { name: "first", at: 100 }, { name: "middle", at: 2050 }, { name: "last", at: 4000 }];
  assert.deepEqual(ticksOf({ ...range, marks }).map(({ name, place }) => [name, place]), [["first", 0], ["middle", 0.5], ["last", 1]]);
  assert.equal(ticksOf({ from: 5, to: 5, marks: [{ name: "only", at: 5 }] })[0].place, 1);
});
