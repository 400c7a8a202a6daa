import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, progressOf } from "../../src/Bridge.Api/wwwroot/play/clips.js";

for (const [clip, text] of [
  [{ state: "waiting", rendered: 0, frames: 300 }, "Waiting for other clips…"],
  [{ state: "rendering", rendered: 120, frames: 3583 }, "Frame 120 of 3,583"],
  [{ state: "rendering", rendered: 300, frames: 300 }, "Writing the file…"],
]) test(`the progress is “${text}”`, () => assert.equal(progressOf(clip), text));

test("a clip is described by format, length and size", () => {
  assert.equal(describe({ format: "mp4", seconds: 10.005 }, 2048), "MP4, 10.0 s, 2 KiB.");
  assert.equal(describe({ format: "gif", seconds: 5, reducedPictures: 0 }, 10), "GIF, 5.0 s, 1 KiB.");
  assert.match(describe({ format: "gif", seconds: 5, reducedPictures: 3 }, 10), /colors for a GIF in 3 of its pictures/);
});
