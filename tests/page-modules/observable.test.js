import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestLog } from "../../src/Bridge.Api/wwwroot/bridge/request-log.js";
import { Observable } from "../../src/Bridge.Api/wwwroot/ui/observable.js";

test("a listener gets the latest value at once and each later one, until it unsubscribes", () => {
  const [observable, received] = [new Observable(), []];
  const listener = value => received.push(value);
  observable.publish(1);
  observable.subscribe(listener);
  observable.publish(2);
  observable.unsubscribe(listener);
  observable.publish(3);
  assert.deepEqual([received, observable.latest], [[1, 2], 3]);
});

test("a listener is not called before there is a value", () => new Observable().subscribe(() => assert.fail()));

test("the log separates the user's requests from polls, newest first, and keeps at most 100 of each", () => {
  const log = new RequestLog();
  for (let i = 0; i < 101; i++) log.begin(i, false);
  log.begin("poll", true);
  assert.deepEqual([log.requests.length, log.requests[0].action, log.polls.length], [100, 100, 1]);
});

test("an entry of the log records its end", () => {
  const log = new RequestLog();
  log.begin("action", false).end(404, "There is none.");
  assert.deepEqual([log.latest.status, log.latest.sentence, log.latest.milliseconds >= 0], [404, "There is none.", true]);
});
