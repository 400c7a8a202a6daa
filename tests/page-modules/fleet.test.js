import assert from "node:assert/strict";
import { test } from "node:test";
import { drainQuestion, factsOf, textsOf } from "../../src/Bridge.Api/wwwroot/fleet/wording.js";

const host = {
  id: "h07", address: "http://10.0.0.7:7185", slots: 8, free: 3, warm: 1, draining: false, version: "1.0", state: "live",
};
const now = Date.parse("2026-11-26T12:00:00Z");

test("a live host shows its places and when it was seen, and can be drained", () => assert.deepEqual(textsOf(host, now), {
  id: "h07", address: "http://10.0.0.7:7185", state: "Live", style: "live", slots: "8", free: "3", warm: "1", seen: "now",
  verb: "Drain…", canDrain: true,
}));

test("a draining host offers no free places, and can be resumed", () => {
  const { state, free, verb, canDrain } = textsOf({ ...host, draining: true }, now);
  assert.deepEqual({ state, free, verb, canDrain }, { state: "Draining", free: "–", verb: "Resume", canDrain: true });
});

test("a lost host can't be drained", () => {
  const { state, style, free, warm, seen, canDrain } = textsOf(
    { ...host, draining: true, state: "lost", seen: "2026-11-26T11:58:59Z" }, now);
  assert.deepEqual({ state, style, free, warm, seen, canDrain },
    { state: "Lost", style: "lost", free: "–", warm: "–", seen: "61 s ago", canDrain: false });
});

test("a host with a deadline shows when its emulators end", () =>
  assert.equal(textsOf({ ...host, draining: true, endsInSeconds: 30 }, now).state, "Draining, ends in 30 s"));

for (const [seconds, text] of [
  [-1, "0.0 s ago"], [0, "0.0 s ago"], [9.94, "9.9 s ago"], [10, "10 s ago"], [99.4, "99 s ago"], [100, "2 min ago"],
])
  test(`${seconds} seconds are "${text}"`, () => {
    const seen = new Date(now - 1000 * seconds).toISOString();
    assert.equal(textsOf({ ...host, state: "lost", seen }, now).seen, text);
  });

const meters = {
  hosts: { live: 18, draining: 0, lost: 0 }, slots: 160, free: 3, waiting: 2, created: 40, expired: 5, lost: 0, resyncs: 1,
  engineAgeSeconds: 0.42,
};

test("the facts are those of the fleet's meters", () => assert.deepEqual(factsOf(meters), [
  ["Hosts", "18 live"], ["Free places", "3 of 160"], ["Waiting creations", "2"], ["Created by this bridge", "40"],
  ["Expired on this host", "5"], ["Lost with their host", "0"], ["etcd answered", "0.4 s ago"],
]));

test("draining hosts are live, and lost ones are counted", () =>
  assert.equal(factsOf({ ...meters, hosts: { live: 17, draining: 2, lost: 1 } })[0][1], "19 live, 2 draining, 1 lost"));

for (const [free, ending] of [
  [8, "It has none now."], [7, "Its emulator runs on until it ends."], [0, "Its 8 emulators run on until they end."],
  [9, "It has none now."],
])
  test(`a host with ${free} of 8 places free is drained after a question`, () =>
    assert.equal(drainQuestion({ ...host, free }), `Drain h07? It takes no new emulators. ${ending}`));
