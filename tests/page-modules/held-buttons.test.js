import assert from "node:assert/strict";
import { test } from "node:test";
import { HeldButtons } from "../../src/Bridge.Api/wwwroot/play/held-buttons.js";

const settled = () => new Promise(setImmediate);

/** Creates held buttons whose game records each request, on a clock that only the test moves. */
function play(t, send = async () => 7) {
  const game = { now: 1000, sent: [], frames: 0, changes: [], failures: [], timers: [] };
  t.mock.method(performance, "now", () => game.now);
  t.mock.method(globalThis, "setTimeout", (callback, delay) => game.timers.push({ callback, delay }));
  t.mock.method(globalThis, "clearTimeout", number => number && delete game.timers[number - 1]);
  game.held = new HeldButtons({
    renewalInterval: 500,
    send: (buttons, options) => {
      game.sent.push({ buttons, ...options });
      return send(game.sent.length);
    },
    waitFrame: async () => game.frames++,
    onChange: now => (game.shown = now),
    onSent: (buttons, frame) => game.changes.push([buttons, frame]),
    onError: error => game.failures.push(error),
  });
  game.buttons = () => game.sent.map(({ buttons }) => buttons);
  return game;
}

test("changes are sent in order and reported with the frame of each", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  game.held.down("pointer 1", "Up");
  game.held.up("KeyX");
  await settled();
  assert.deepEqual(game.buttons(), [["A"], ["A", "Up"], ["Up"]]);
  assert.deepEqual(game.changes, [[["A"], 7], [["A", "Up"], 7], [["Up"], 7]]);
  assert.deepEqual(game.shown, ["Up"]);
});

test("a repeating key is sent once", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  game.held.down("KeyX", "A");
  await settled();
  assert.deepEqual(game.buttons(), [["A"]]);
});

test("a button stays down while one of its sources does", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  game.held.down("pointer 1", "A");
  game.held.up("KeyX");
  await settled();
  assert.deepEqual(game.buttons(), [["A"]]);
  game.held.up("pointer 1");
  await settled();
  assert.deepEqual(game.buttons(), [["A"], []]);
});

test("the game gets a frame to see a short press", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  await settled();
  game.now += 99;
  game.held.up("KeyX");
  await settled();
  assert.deepEqual([game.frames, game.buttons()], [1, [["A"], []]]);
});

test("neither a long press nor a change of another button waits for a frame", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  await settled();
  game.held.down("KeyZ", "B");
  await settled();
  game.now += 100;
  game.held.up("KeyX");
  await settled();
  assert.deepEqual([game.frames, game.buttons()], [0, [["A"], ["A", "B"], ["B"]]]);
});

test("held buttons are renewed before their lease ends, without a new press", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  await settled();
  const { callback, delay } = game.timers.at(-1);
  assert.equal(delay, 510);
  game.now += delay;
  callback();
  await settled();
  assert.deepEqual(game.sent, [{ buttons: ["A"], isRenewal: false }, { buttons: ["A"], isRenewal: true }]);
  assert.equal(game.changes.length, 1);
});

test("nothing is renewed when nothing is held", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  game.held.up("KeyX");
  await settled();
  assert.equal(game.timers.filter(Boolean).length, 0);
});

test("at most 32 changes are queued, and the latest is among them", async t => {
  let respond;
  const game = play(t, count => (count === 1 ? new Promise(resolve => (respond = resolve)) : Promise.resolve(8)));
  game.held.down("first", "Start");
  for (let i = 0; i < 40; i++) game.held.down(`key ${i}`, `button ${i}`);
  respond(7);
  await settled();
  assert.equal(game.sent.length, 1 + 32);
  assert.equal(game.buttons().at(-1).length, 41);
});

test("releasing everything drops queued changes", async t => {
  let respond;
  const game = play(t, count => (count === 1 ? new Promise(resolve => (respond = resolve)) : Promise.resolve(8)));
  game.held.down("KeyX", "A");
  game.held.down("KeyZ", "B");
  game.held.release();
  respond(7);
  await settled();
  assert.deepEqual(game.buttons(), [["A"], []]);
  assert.deepEqual(game.shown, []);
});

test("a release sends nothing when nothing is held", async t => {
  const game = play(t);
  game.held.release();
  game.held.release(true);
  await settled();
  assert.deepEqual(game.sent, []);
});

test("a closing page does not wait for a request in flight", t => {
  const game = play(t, () => new Promise(() => {}));
  game.held.down("KeyX", "A");
  game.held.release(true);
  assert.deepEqual(game.sent, [{ buttons: ["A"], isRenewal: false }, { buttons: [], leaving: true }]);
  assert.equal(game.held.isUncertain, true);
});

test("a refused press changes nothing", async t => {
  const refusal = Object.assign(new Error("no"), { problem: { status: 409 } });
  const game = play(t, () => Promise.reject(refusal));
  game.held.down("KeyX", "A");
  await settled();
  assert.deepEqual([game.failures, game.held.isUncertain, game.held.now], [[refusal], false, []]);
});

for (const problem of [undefined, { status: 504 }]) {
  test(`after ${problem ? "a timeout" : "a lost connection"} the held buttons are uncertain`, async t => {
    const game = play(t, () => Promise.reject(Object.assign(new Error("lost"), { problem })));
    game.held.down("KeyX", "A");
    await settled();
    assert.deepEqual([game.held.isUncertain, game.shown], [true, []]);
  });
}
