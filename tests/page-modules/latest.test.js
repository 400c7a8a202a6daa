import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../../src/Bridge.Api/wwwroot/play/latest.js";

const settled = () => new Promise(setImmediate);

/** Creates a Latest whose work ends when the test says so. */
function work() {
  const done = { begun: [], signals: [] };
  done.latest = new Latest((value, signal) => {
    done.begun.push(value);
    done.signals.push(signal);
    return new Promise(resolve => (done.end = resolve));
  });
  return done;
}

test("values that are overtaken are skipped, and one is worked on at a time", async () => {
  const done = work();
  for (const value of [1, 2, 3]) done.latest.want(value);
  assert.deepEqual(done.begun, [1]);
  done.end();
  await settled();
  assert.deepEqual(done.begun, [1, 3]);
  done.end();
  await settled();
  assert.deepEqual(done.begun, [1, 3]);
});

test("cancelling aborts the work and forgets the wanted value", async () => {
  const done = work();
  done.latest.want(1);
  done.latest.want(2);
  done.latest.cancel();
  assert.equal(done.signals[0].aborted, true);
  done.end();
  await settled();
  assert.deepEqual(done.begun, [1]);
});

test("a value after a cancellation is worked on once the aborted work has ended", async () => {
  const done = work();
  done.latest.want(1);
  done.latest.cancel();
  done.latest.want(2);
  assert.deepEqual(done.begun, [1]);
  done.end();
  await settled();
  assert.deepEqual([done.begun, done.signals[1].aborted], [[1, 2], false]);
});
