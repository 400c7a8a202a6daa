import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { untilVisible } from "../../src/Bridge.Api/wwwroot/ui/timing.js";

const listenersOf = signal => [...getEventListeners(document, "visibilitychange"), ...getEventListeners(signal, "abort")];

for (const [end, act] of [
  ["is visible", () => {
    document.dispatchEvent(new Event("visibilitychange"));
    document.hidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
  }],
  ["is no longer needed", stop => stop.abort()],
]) {
  test(`a wait until the page is visible ends once the page ${end}, and leaves no listeners`, async () => {
    globalThis.document = Object.assign(new EventTarget(), { hidden: true });
    const stop = new AbortController();
    const waiting = untilVisible(stop.signal);
    act(stop);
    await waiting;
    assert.deepEqual(listenersOf(stop.signal), []);
  });
}
