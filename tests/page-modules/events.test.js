import assert from "node:assert/strict";
import { test } from "node:test";
import { events } from "../../src/Bridge.Api/wwwroot/bridge/events.js";
import { all, streamOf } from "./streams.js";

const bytes = new TextEncoder().encode(
  `: a comment\n\nid: 1-7\nevent: watch\ndata: {"name":"Pokémon: a","value":3}\n\nid: 1-8\n\n`
  + `id:1-9\nevent:gap\ndata:{}\n\nid: 1-10\nevent: reset\ndata: {"cut`);

const expected = [
  { id: "1-7", topic: "watch", data: { name: "Pokémon: a", value: 3 } },
  { id: "1-9", topic: "gap", data: {} },
];

test("only complete blocks with data become events", async () => {
  assert.deepEqual(await all(events(streamOf(bytes))), expected);
});

test("a body that is split at any byte has the same events", async () => {
  for (let at = 1; at < bytes.length; at++) {
    assert.deepEqual(await all(events(streamOf(bytes.subarray(0, at), bytes.subarray(at)))), expected, `split at ${at}`);
  }
});
