import assert from "node:assert/strict";
import { test } from "node:test";
import { FastForward } from "../../src/Bridge.Api/wwwroot/play/fast-forward.js";

const settled = () => new Promise(setImmediate);

/** Creates a fast-forward whose emulator records each speed. */
function play(speed = 1) {
  const game = { speed, leased: [], sent: [], shown: [], errors: [], error: null };
  game.fast = new FastForward({
    getSpeed: async () => game.speed,
    setSpeed: async (wanted, { leaving, isLeased }) => {
      if (game.error) throw game.error;
      game.sent.push(leaving ? [wanted, "leaving"] : wanted);
      game.leased.push(Boolean(isLeased));
      game.speed = wanted;
    },
    renewalInterval: 1000,
    onChange: isOn => game.shown.push(isOn),
    onError: error => game.errors.push(error),
  });
  return game;
}

for (const [before, faster] of [[1, 4], [0.5, 4], [2, 4], [4, 0], [0, 0]]) {
  test(`at speed ${before} it sets ${faster}, and then ${before} again`, async () => {
    const { fast, sent, shown } = play(before);
    fast.begin("key");
    fast.begin("key");
    await settled();
    fast.end("key");
    await settled();
    assert.deepEqual([sent, shown.at(-1)], [[faster, before], false]);
  });
}

test("only the faster speed has a lease, which is renewed until the end", async t => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { fast, sent, leased } = play();
  fast.begin("key");
  await settled();
  t.mock.timers.tick(1000);
  await settled();
  fast.end("key");
  await settled();
  t.mock.timers.tick(5000);
  await settled();
  assert.deepEqual([sent, leased], [[4, 4, 1], [true, true, false]]);
});

test("it lasts as long as one of its sources", async () => {
  const { fast, sent } = play();
  fast.begin("key");
  fast.toggle("button");
  fast.end("key");
  await settled();
  assert.deepEqual([sent, fast.isOn], [[4], true]);
  fast.toggle("button");
  await settled();
  assert.deepEqual(sent, [4, 1]);
});

test("a press that ends before its request leaves the speed as it was", async () => {
  const { fast, sent } = play();
  fast.begin("key");
  fast.end("key");
  await settled();
  assert.deepEqual(sent, []);
});

test("a closing page sets the speed from before at once", async () => {
  const { fast, sent } = play();
  fast.begin("key");
  await settled();
  fast.stop(true);
  assert.deepEqual(sent, [4, [1, "leaving"]]);
  fast.stop(true);
  assert.equal(sent.length, 2);
});

test("a page that is left while the speed is being set sets it back afterwards", async () => {
  const { fast, sent } = play();
  fast.begin("key");
  await Promise.resolve();
  fast.stop(true);
  await settled();
  assert.deepEqual(sent, [4, 1]);
});

test("a refusal ends it and is reported", async () => {
  const game = play();
  game.error = new Error("no");
  game.fast.begin("key");
  await settled();
  assert.deepEqual([game.errors, game.fast.isOn, game.shown], [[game.error], false, [true, false]]);
});
