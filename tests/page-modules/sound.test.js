import assert from "node:assert/strict";
import { test } from "node:test";
import { samplesOf } from "../../src/Bridge.Api/wwwroot/play/samples.js";
import { sampleRate, SoundQueue } from "../../src/Bridge.Api/wwwroot/play/sound-queue.js";
import { all, streamOf } from "./streams.js";

const samples = milliseconds => Math.round((milliseconds * sampleRate) / 1000);
const piece = samples(40);

/** Adds pieces that arrive at these times in milliseconds; returns in how many milliseconds each is played, or null. */
function play(...times) {
  const queue = new SoundQueue();
  return times.map(time => {
    const place = queue.add(piece, samples(time));
    return place && { at: Math.round(((place.at - samples(time)) * 1000) / sampleRate), isContinued: place.isContinued };
  });
}

test("the first piece is played after 150 ms, and each other one right behind it", () => {
  assert.deepEqual(play(0, 40, 80), [
    { at: 150, isContinued: false }, { at: 150, isContinued: true }, { at: 150, isContinued: true },
  ]);
});

test("a late piece shortens the queue, which runs on", () => {
  assert.deepEqual(play(0, 140), [{ at: 150, isContinued: false }, { at: 50, isContinued: true }]);
});

test("a queue that has run dry begins again after 150 ms", () => {
  assert.deepEqual(play(0, 180, 1000).slice(1), [{ at: 150, isContinued: false }, { at: 150, isContinued: false }]);
});

test("a queue of more than 400 ms drops pieces until it has 150 ms", () => {
  const burst = play(...Array(10).fill(0), 40, 240, 300, 340);
  assert.deepEqual(burst.slice(0, 7).map(place => place.at), [150, 190, 230, 270, 310, 350, 390]);
  assert.deepEqual(burst.slice(7), [null, null, null, null, null, { at: 130, isContinued: false }, { at: 130, isContinued: true }]);
});

test("a game that is four times as fast never has more than half a second in the queue", () => {
  const queue = new SoundQueue();
  for (let time = 0; time < 10_000; time += 10) {
    queue.add(piece, samples(time));
    assert.ok(queue.end - samples(time) <= samples(440), `at ${time} ms`);
  }
});

test("a WAV becomes samples of both channels, wherever it is cut", async () => {
  const wav = new Uint8Array(44 + 4 * 1024);
  const view = new DataView(wav.buffer);
  for (let i = 0; i < 1024; i++) {
    view.setInt16(44 + 4 * i, 32 * i, true);
    view.setInt16(46 + 4 * i, -32_768, true);
  }

  const pieces = await all(samplesOf(streamOf(wav.subarray(0, 7), wav.subarray(7, 47), wav.subarray(47, 2093), wav.subarray(2093))));
  const [left, right] = [0, 1].map(channel => pieces.flatMap(piece => [...piece[channel]]));
  assert.deepEqual([left.length, left[0], left[512], left[1023], right[1023]], [1024, 0, 0.5, 1023 / 1024, -1]);
  assert.ok(pieces.every(([one]) => one.length >= 512));
});
