import assert from "node:assert/strict";
import { test } from "node:test";
import { HeldButtons } from "../../src/Bridge.Api/wwwroot/play/held-buttons.js";

const settled = () => new Promise(setImmediate);

/** Makes held buttons whose game is an array of what it was told, on a clock that only the test moves. */
function play(t, tell = async () => 7) {
  const game = { now: 1000, told: [], frames: 0, heard: [], failures: [], timers: [] };
  t.mock.method(performance, "now", () => game.now);
  t.mock.method(globalThis, "setTimeout", (callback, delay) => game.timers.push({ callback, delay }));
  t.mock.method(globalThis, "clearTimeout", number => number && delete game.timers[number - 1]);
  game.held = new HeldButtons({
    renewal: 500,
    tell: (buttons, options) => {
      game.told.push({ buttons, ...options });
      return tell(game.told.length);
    },
    passFrame: async () => game.frames++,
    changed: now => (game.shown = now),
    heard: (buttons, frame) => game.heard.push([buttons, frame]),
    failed: error => game.failures.push(error),
  });
  game.buttons = () => game.told.map(({ buttons }) => buttons);
  return game;
}

test("each change is told in order, with the frame that the game gave", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  game.held.down("pointer 1", "Up");
  game.held.up("KeyX");
  await settled();
  assert.deepEqual(game.buttons(), [["A"], ["A", "Up"], ["Up"]]);
  assert.deepEqual(game.heard, [[["A"], 7], [["A", "Up"], 7], [["Up"], 7]]);
  assert.deepEqual(game.shown, ["Up"]);
});

test("a key that repeats is told once", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  game.held.down("KeyX", "A");
  await settled();
  assert.deepEqual(game.buttons(), [["A"]]);
});

test("a button stays down while one of its reasons does", async t => {
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

test("a long press waits for no frame, and a change of another button does not, either", async t => {
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

test("what is held is told again before its lease ends, and is no new press", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  await settled();
  const { callback, delay } = game.timers.at(-1);
  assert.equal(delay, 510);
  game.now += delay;
  callback();
  await settled();
  assert.deepEqual(game.told, [{ buttons: ["A"], again: false }, { buttons: ["A"], again: true }]);
  assert.equal(game.heard.length, 1);
});

test("nothing is told again when nothing is held", async t => {
  const game = play(t);
  game.held.down("KeyX", "A");
  game.held.up("KeyX");
  await settled();
  assert.equal(game.timers.filter(Boolean).length, 0);
});

test("at most 32 changes wait, and the latest is among them", async t => {
  let answer;
  const game = play(t, count => (count === 1 ? new Promise(resolve => (answer = resolve)) : Promise.resolve(8)));
  game.held.down("first", "Start");
  for (let i = 0; i < 40; i++) game.held.down(`key ${i}`, `button ${i}`);
  answer(7);
  await settled();
  assert.equal(game.told.length, 1 + 32);
  assert.equal(game.buttons().at(-1).length, 41);
});

test("releasing everything drops the changes that wait", async t => {
  let answer;
  const game = play(t, count => (count === 1 ? new Promise(resolve => (answer = resolve)) : Promise.resolve(8)));
  game.held.down("KeyX", "A");
  game.held.down("KeyZ", "B");
  game.held.letGo();
  answer(7);
  await settled();
  assert.deepEqual(game.buttons(), [["A"], []]);
  assert.deepEqual(game.shown, []);
});

test("releasing nothing tells nothing", async t => {
  const game = play(t);
  game.held.letGo();
  game.held.letGo(true);
  await settled();
  assert.deepEqual(game.told, []);
});

test("a page that closes does not wait for the answer to an earlier change", t => {
  const game = play(t, () => new Promise(() => {}));
  game.held.down("KeyX", "A");
  game.held.letGo(true);
  assert.deepEqual(game.told, [{ buttons: ["A"], again: false }, { buttons: [], leaving: true }]);
  assert.equal(game.held.isUnsure, true);
});

test("a refused press has changed nothing", async t => {
  const refusal = Object.assign(new Error("no"), { problem: { status: 409 } });
  const game = play(t, () => Promise.reject(refusal));
  game.held.down("KeyX", "A");
  await settled();
  assert.deepEqual([game.failures, game.held.isUnsure, game.held.now], [[refusal], false, []]);
});

for (const problem of [undefined, { status: 504 }]) {
  test(`after ${problem ? "a timeout" : "a lost answer"} a button may be held that nobody holds`, async t => {
    const game = play(t, () => Promise.reject(Object.assign(new Error("lost"), { problem })));
    game.held.down("KeyX", "A");
    await settled();
    assert.deepEqual([game.held.isUnsure, game.shown], [true, []]);
  });
}
