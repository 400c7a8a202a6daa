import assert from "node:assert/strict";
import { test } from "node:test";
import { Observable } from "../../src/Bridge.Api/wwwroot/ui/observable.js";
import { fakeParts } from "./elements.js";

const { showLog } = await import("../../src/Bridge.Api/wwwroot/panels/log-panel.js");

test("the log of requests, which outlives the panel, forgets the panel when its view ends", () => {
  const requestLog = Object.assign(new Observable(), { requests: [], polls: [] });
  const stop = new AbortController();
  let [removed, drawn] = [0, 0];
  requestLog.unsubscribe = listener => {
    removed++;
    Observable.prototype.unsubscribe.call(requestLog, listener);
  };
  globalThis.requestAnimationFrame = () => drawn++;
  showLog(fakeParts(), requestLog, stop.signal);
  stop.abort();
  requestLog.publish({ isPoll: false });
  assert.deepEqual([removed, drawn], [1, 0]);
});
