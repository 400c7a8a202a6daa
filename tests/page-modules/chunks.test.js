import assert from "node:assert/strict";
import { test } from "node:test";
import { chunks } from "../../src/Bridge.Api/wwwroot/bridge/chunks.js";
import { all, streamOf } from "./streams.js";

test("the chunks of a stream come in order", async () => {
  assert.deepEqual(await all(chunks(streamOf("one", "two", "three"))), ["one", "two", "three"]);
});

test("an empty stream has no chunks", async () => assert.deepEqual(await all(chunks(streamOf())), []));

test("a broken stream throws its error", async () => {
  const broken = new ReadableStream({ pull: controller => controller.error(new TypeError("lost")) });
  await assert.rejects(all(chunks(broken)), TypeError);
});
