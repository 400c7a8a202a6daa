import assert from "node:assert/strict";
import { test } from "node:test";
import { parts } from "../../src/Bridge.Api/wwwroot/bridge/multipart.js";
import { all, streamOf } from "./streams.js";

// The second body contains the end of headers and a fake boundary.
const bodies = ["first", "\r\n\r\n--picture\r\nContent-Length: 9\r\n\r\n", ""];
const text = bodies.map((body, frame) =>
  `--picture\r\nContent-Type: image/png\r\nContent-Length: ${body.length}\r\nEmulator-Frame: ${frame}\r\n\r\n${body}\r\n`).join("");
const bytes = new TextEncoder().encode(text);

async function read(...chunks) {
  const found = await all(parts(streamOf(...chunks)));
  return found.map(({ headers, body }) => [headers["emulator-frame"], headers["content-type"], new TextDecoder().decode(body)]);
}

const expected = bodies.map((body, frame) => [`${frame}`, "image/png", body]);

test("a body in one chunk has its parts", async () => assert.deepEqual(await read(bytes), expected));

test("a body that is split at any byte has the same parts", async () => {
  for (let at = 1; at < bytes.length; at++) {
    assert.deepEqual(await read(bytes.subarray(0, at), bytes.subarray(at)), expected, `split at ${at}`);
  }
});

test("a body that comes byte by byte has the same parts", async () => {
  assert.deepEqual(await read(...Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))), expected);
});

test("a truncated part is not yielded", async () => {
  assert.deepEqual(await read(bytes.subarray(0, text.indexOf("first") + 4)), []);
});

test("a part is yielded with its last byte, not when the next part starts", async () => {
  assert.deepEqual(await read(bytes.subarray(0, text.indexOf("first") + 5)), expected.slice(0, 1));
});
