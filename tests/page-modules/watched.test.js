import assert from "node:assert/strict";
import { test } from "node:test";
import { Watched } from "../../src/Bridge.Api/wwwroot/memory/watched.js";
import { Observable } from "../../src/Bridge.Api/wwwroot/ui/observable.js";

globalThis.document = { hidden: false };
globalThis.addEventListener = () => {};

const settled = () => new Promise(setImmediate);
const problemError = detail => Object.assign(new Error(detail), { problem: { detail } });

/** Creates watched places with fakes for the bridge, its events and the emulator's status. */
function watch(t, isPlaying = true) {
  const page = { sent: [], live: {}, games: [], set: id => ({ id, value: 1 }) };
  const stop = new AbortController();
  t.after(() => stop.abort());
  const status = Object.assign(new Observable(), { isPlaying, onGameChange: listener => page.games.push(listener) });
  const on = (topics, listener) => topics.split(" ").forEach(topic => (page.live[topic] = listener));
  const actions = {
    watch: (place, frames) => ({ verb: "watch", place, frames }),
    watches: () => ({ verb: "watches" }),
    read: places => ({ verb: "read", places }),
    endWatch: id => ({ verb: "end", id }),
  };
  let last = 0;
  const responses = {
    watch: () => page.set(++last),
    watches: () => ({ watches: page.known }),
    read: ({ places }) => ({ values: places.map(() => ({ value: 9 })) }),
    end: () => undefined,
  };
  const run = async action => {
    page.sent.push(action);
    return responses[action.verb](action);
  };
  page.stop = () => stop.abort();
  page.begin = () => status.publish(Object.assign(status, { isPlaying: true }).latest ?? {});
  page.watched = new Watched({ run }, actions, { on }, status, stop.signal);
  page.add = (place = { address: "0x02000000", type: "u8" }) => {
    const shown = [];
    const end = page.watched.add(place, read => shown.push(read.value ?? read.hex), problem => shown.push(problem.detail));
    return { shown, end };
  };
  page.verbs = () => page.sent.map(({ verb }) => verb);
  return page;
}

test("a place becomes a watch and shows its value and each change", async t => {
  const page = watch(t);
  const { shown } = page.add();
  await settled();
  page.live.watch({ id: 1, value: 2 });
  assert.deepEqual([page.verbs(), shown], [["watch"], [1, 2]]);
});

test("a range has a longer interval than a value", async t => {
  const page = watch(t);
  page.add();
  page.add({ address: "0x02000000", length: 16 });
  await settled();
  assert.deepEqual(page.sent.map(({ frames }) => frames), [3, 6]);
});

test("a watch is created once a game runs", async t => {
  const page = watch(t, false);
  const { shown } = page.add();
  await settled();
  assert.deepEqual(page.sent, []);
  page.begin();
  await settled();
  assert.deepEqual([page.verbs(), shown], [["watch"], [1]]);
});

test("a change that arrives before the watch's response is newer than the response", async t => {
  const page = watch(t);
  let respond;
  page.set = () => new Promise(resolve => (respond = resolve));
  const { shown } = page.add();
  await settled();
  page.live.watch({ id: 1, value: 5 });
  respond({ id: 1, value: 4 });
  await settled();
  assert.deepEqual(shown, [5]);
});

test("a refused place shows the reason", async t => {
  const page = watch(t);
  page.set = () => { throw problemError("There is no such domain."); };
  const { shown } = page.add();
  await settled();
  assert.deepEqual(shown, ["There is no such domain."]);
});

test("a broken pointer chain shows a problem, and a value once it is whole again", async t => {
  const page = watch(t);
  page.set = id => ({ id, value: null });
  const { shown } = page.add();
  await settled();
  page.live.watch({ id: 1, value: 0 });
  assert.deepEqual(shown, ["The pointer chain leads to no address now.", 0]);
});

test("removing a place deletes its watch; it shows nothing more", async t => {
  const page = watch(t);
  const { shown, end } = page.add();
  await settled();
  end();
  page.live.watch({ id: 1, value: 2 });
  assert.deepEqual([page.verbs(), shown], [["watch", "end"], [1]]);
});

test("a place that is removed during the creation of its watch deletes the watch afterwards", async t => {
  const page = watch(t);
  const { shown, end } = page.add();
  end();
  await settled();
  assert.deepEqual([page.sent.at(-1), shown], [{ verb: "end", id: 1 }, []]);
});

test("after a gap, known watches show their value and lost ones are created again", async t => {
  const page = watch(t);
  const [known, lost] = [page.add(), page.add()];
  await settled();
  page.known = [{ id: 1, value: 8 }];
  page.live.gap();
  await settled();
  assert.deepEqual([page.verbs(), known.shown, lost.shown], [["watch", "watch", "watches", "watch"], [1, 8], [1, 1]]);
  page.live.watch({ id: 3, value: 6 });
  assert.deepEqual(lost.shown, [1, 1, 6]);
});

test("a refresh reads all places that have a value", async t => {
  const page = watch(t);
  const first = page.add();
  await settled();
  page.set = id => ({ id, value: null });
  page.add();
  await settled();
  await page.watched.refresh();
  assert.deepEqual([page.sent.at(-1).places.length, first.shown], [1, [1, 9]]);
});

test("leaving an emulator deletes all its watches", async t => {
  const page = watch(t);
  page.add();
  page.add();
  await settled();
  page.stop();
  assert.deepEqual(page.sent.slice(2), [{ verb: "end", id: 1 }, { verb: "end", id: 2 }]);
});
