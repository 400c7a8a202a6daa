import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { Status } from "../../src/Bridge.Api/wwwroot/bridge/status.js";

globalThis.document = Object.assign(new EventTarget(), { hidden: true });

test("the panels keep the game of an emulator that is out of reach, until another game runs or none", t => {
  const stop = new AbortController();
  t.after(() => stop.abort());
  const status = new Status({}, {}, { on: () => {} }, stop.signal);
  const games = [];
  status.onGameChange(game => games.push(game?.crc32 ?? null));
  const script = { instance: "1" };

  status.publish({ state: "no-emulator", game: null, script: null });
  status.publish({ state: "running", game: { crc32: "a" }, script });
  status.publish({ state: "no-emulator", game: null, script: null });
  status.publish({ state: "running", game: { crc32: "a" }, script });
  assert.deepEqual(games, [null, "a"]);

  status.publish({ state: "no-game", game: null, script });
  status.publish({ state: "running", game: { crc32: "b" }, script });
  assert.deepEqual(games, [null, "a", null, "b"]);
});

test("a wait for pictures leaves no listeners", async t => {
  const stop = new AbortController();
  t.after(() => stop.abort());
  const status = new Status({}, {}, { on: () => {} }, stop.signal);
  const before = getEventListeners(stop.signal, "abort").length;
  const waiting = status.untilPlaying();
  status.publish({ state: "no-game" });
  status.publish({ state: "running" });
  await waiting;
  assert.equal(getEventListeners(stop.signal, "abort").length, before);
});
