import assert from "node:assert/strict";
import { test } from "node:test";
import { Turns } from "../../src/Bridge.Api/wwwroot/wall/turns.js";

const settled = () => new Promise(setImmediate);

/** Creates turns whose requests end when the test says so. */
function take(maxAtOnce) {
  const wall = { asked: [], ends: new Map() };
  wall.turns = new Turns(maxAtOnce, name => {
    wall.asked.push(name);
    return new Promise(resolve => wall.ends.set(name, resolve));
  });
  wall.end = async name => {
    wall.ends.get(name)();
    await settled();
  };
  return wall;
}

test("no more requests are in flight than allowed, and each end begins the next", async () => {
  const wall = take(2);
  wall.turns.offer(["a", "b", "c", "d"]);
  assert.deepEqual(wall.asked, ["a", "b"]);
  await wall.end("b");
  assert.deepEqual(wall.asked, ["a", "b", "c"]);
  await wall.end("a");
  assert.deepEqual(wall.asked, ["a", "b", "c", "d"]);
});

test("an emulator with a request in flight gets no second one", async () => {
  const wall = take(2);
  wall.turns.offer(["a"]);
  wall.turns.offer(["a"]);
  assert.deepEqual(wall.asked, ["a"]);
  await wall.end("a");
  assert.deepEqual(wall.asked, ["a"]);
  wall.turns.offer(["a"]);
  assert.deepEqual(wall.asked, ["a", "a"]);
});

test("the emulator that has waited longest is next, however often the first ones are offered", async () => {
  const wall = take(1);
  wall.turns.offer(["a", "b", "c"]);
  await wall.end("a");
  wall.turns.offer(["a", "b", "c"]);
  await wall.end("b");
  wall.turns.offer(["a", "b", "c"]);
  await wall.end("c");
  assert.deepEqual(wall.asked, ["a", "b", "c", "a"]);
});

test("an emulator that is no longer offered loses its turn", async () => {
  const wall = take(1);
  wall.turns.offer(["a", "b", "c"]);
  wall.turns.offer(["a", "c"]);
  await wall.end("a");
  assert.deepEqual(wall.asked, ["a", "c"]);
  wall.turns.offer([]);
  await wall.end("c");
  assert.deepEqual(wall.asked, ["a", "c"]);
});
