// What the client repeats, against a server that fails as told.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { Bridge, ForeignOrigin, OutcomeUnknown, ProblemError, Unreachable } from "mgba-bridge";

const close = Symbol("close");
const problem = (type, status, more = {}) =>
  ({ status, body: { type: `/docs/troubleshooting.md#${type}`, title: type, detail: "as told", ...more } });
const ok = body => ({ status: 200, body });

async function withServer(answers, run) {
  const seen = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const answer = answers.shift();
    if (answer === close) return request.socket.destroy();
    if (answer.text !== undefined) return response.writeHead(answer.status, { "Content-Type": answer.type }).end(answer.text);
    if (answer.cut) {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 100 }).write("{");
      return setImmediate(() => request.socket.destroy());
    }
    response.writeHead(answer.status, { "Content-Type": "application/json", "Retry-After": "0" }).end(JSON.stringify(answer.body));
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}`;
  try {
    await run(new Bridge(address, { token: "secret" }).emulator(), seen, address);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

for (const [type, status] of [["not-applied", 503], ["overloaded", 503], ["stopping", 503], ["too-many-requests", 429]]) {
  test(`sends a request again after ${type}`, () => withServer([problem(type, status), ok({ id: 1 })], async (game, seen) => {
    await game.press("A");
    assert.equal(seen.length, 2);
    assert.equal(seen[0].headers.authorization, "Bearer secret");
  }));
}

for (const [type, status] of [["no-emulator", 503], ["held", 409], ["interrupted", 409], ["internal-error", 500]]) {
  test(`does not repeat after ${type}`, () => withServer([problem(type, status)], async (game, seen) => {
    await assert.rejects(game.read8(0), error => error instanceof ProblemError && error.is(type)
      && error.safeToRepeat === ["no-emulator", "held"].includes(type));
    assert.equal(seen.length, 1);
  }));
}

test("does not repeat when the bridge reports an unknown outcome", () =>
  withServer([problem("outcome-unknown", 504, { safeToRepeat: true })], async (game, seen) => {
    await assert.rejects(game.write8(0, 1), error => error instanceof OutcomeUnknown && error.safeToRepeat);
    assert.equal(seen.length, 1);
  }));

test("repeats a read and a write after a lost connection, but no press", async () => {
  await withServer([close, ok({ value: 5 })], async game => assert.equal(await game.read8(0), 5));
  await withServer([close, ok({})], game => game.write8(0, 5));
  await withServer([close, ok({})], async (game, seen) => {
    await assert.rejects(game.press("A"), error => error instanceof OutcomeUnknown && error.status === 0 && !error.safeToRepeat);
    assert.equal(seen.length, 1);
  });
  await withServer([close, ok({})], async (game, seen) => {
    const guarded = [{ op: "guard", address: 0, is: "eq", value: 1 }, { op: "write", address: 0, value: 2 }];
    await assert.rejects(game.batch(guarded), OutcomeUnknown);
    assert.equal(seen.length, 1);
  });
});

test("creates one emulator or vector, however often the connection is lost", async () => {
  for (const create of [bridge => bridge.create({ rom: "a.gba" }), bridge => bridge.createVector({ rom: "a.gba", count: 2 })]) {
    await withServer([close, problem("overloaded", 503), ok({ name: "new" })], async (game, seen, address) => {
      assert.equal((await create(new Bridge(address))).name, "new");
      const keys = seen.map(({ headers }) => headers["idempotency-key"]);
      assert.deepEqual([keys.length, new Set(keys).size, typeof keys[0]], [3, 1, "string"]);
    });
  }
});

test("a hold of several that fails throws why, and not what its release throws", () =>
  withServer([ok({ lease: "one" }), problem("no-emulator", 503), problem("internal-error", 500)], async (game, seen, address) => {
    await assert.rejects(new Bridge(address).holdAll(["red", "blue"]), error => error instanceof ProblemError && error.is("no-emulator"));
    assert.deepEqual(seen.map(({ method }) => method), ["POST", "POST", "DELETE"]);
  }));

const clip = ok({ id: "ab", format: "gif", from: 2, to: 61, seconds: 1, notes: 0 });
const file = { status: 200, type: "image/gif", text: "GIF89a" };
const failed = problem("internal-error", 500);

test("a clip is returned also if it can't be deleted", () => withServer([clip, file, failed], async (game, seen) => {
  assert.equal(new TextDecoder().decode((await game.clip({})).bytes), "GIF89a");
  assert.deepEqual(seen.map(({ method }) => method), ["POST", "GET", "DELETE"]);
}));

for (const [part, notes, answers] of [["file", 0, [failed]], ["subtitles", 1, [file, failed]]]) {
  test(`a clip whose ${part} can't be fetched is deleted`, () =>
    withServer([ok({ ...clip.body, notes }), ...answers, problem("no-emulator", 503)], async (game, seen) => {
      await assert.rejects(game.clip({}), error => error instanceof ProblemError && error.is("internal-error"));
      assert.deepEqual([seen.at(-1).method, seen.at(-1).url], ["DELETE", "/emulators/default/clips/ab"]);
    }));
}

test("says that nothing answers", async () => {
  const server = createServer();
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  await assert.rejects(new Bridge(`127.0.0.1:${port}`, { retries: 0 }).emulator().press("A"), error => error instanceof Unreachable
    && error.message === `Nothing answers at http://127.0.0.1:${port} (ECONNREFUSED). Start the bridge, or give its address.`);
});

test("a wait in a game that is held ends at once", async () => {
  const detail = "bot has frozen the game exclusively; it resumes in 60000 ms unless the lease is renewed. It did not run.";
  await withServer([{ ...problem("held", 409, { detail, safeToRepeat: true }) }], async (game, seen) => {
    await assert.rejects(game.waitFrames(1), error => error instanceof ProblemError && error.is("held") && error.detail === detail);
    assert.equal(seen.length, 1);
  });
});

const acts = {
  "/memory/0x00000000?type=u8": game => game.read8(0),
  "/buttons/press": game => game.press("A"),
  "/console": game => game.log("x"),
  "/state": game => game.state(),
  "/screen?scale=1": game => game.screen(),
  "/events": game => game.events(),
};
const page = "<!DOCTYPE html><title>Log in</title>";
for (const [path, act] of Object.entries(acts)) {
  for (const status of [200, 404, 502]) {
    test(`describes a page with ${status} at ${path}`, () =>
      withServer([{ status, type: "text/html; charset=utf-8", text: page }], async (game, seen, address) => {
        await assert.rejects(act(game), error => {
          const sentence = `${address}/emulators/default${path} answered ${status} with text/html, which is no answer of a bridge: `
            + "check the address.";
          assert.deepEqual([error.status, error.type, error.detail, seen.length], [status, "", sentence, 1]);
          return error instanceof ProblemError;
        });
      }));
  }
}

for (const [text, came] of [["", "an empty body"], ['{"value": ', "application/json, which is no answer of a bridge"],
  ["[]", "application/json, which is no answer of a bridge"], ["null", "application/json, which is no answer of a bridge"]]) {
  test(`describes the body '${text}'`, () => withServer([{ status: 200, type: "application/json", text }], async (game, seen, address) => {
    await assert.rejects(game.read8(0), error => error instanceof ProblemError && error.status === 200 && !error.safeToRepeat
      && error.detail === `${address}/emulators/default/memory/0x00000000?type=u8 answered 200 with ${came}: check the address.`);
  }));
}

test("says once why a connection broke", () => withServer([close, close], async (game, seen, address) => {
  await assert.rejects(game.press("A"), error => error instanceof OutcomeUnknown && error.detail.split("ECONNRESET").length <= 2
    && error.detail.startsWith(`The connection to ${address} broke while the request was in flight (`));
}));

/** Runs with the globals of a page of another site. */
async function inPage(origin, run) {
  Object.assign(globalThis, { origin, location: { href: `${origin}/play.html` } });
  try {
    await run();
  } finally {
    delete globalThis.origin;
    delete globalThis.location;
  }
}

const address = "http://127.0.0.1:7185";
for (const [name, act, path] of [["a read", game => game.read8(0), "/emulators/default/memory/0x00000000?type=u8"],
  ["a press", game => game.press("A"), "/health/live"], ["a stream", game => game.events(), "/emulators/default/events"]]) {
  test(`${name} of a page of another site names its origin and is sent once`, () => inPage("https://example.org", async () => {
    const sent = [];
    const game = new Bridge(address, { fetch: async url => { sent.push(url); throw new TypeError("Failed to fetch"); } }).emulator();
    await assert.rejects(act(game), error => error instanceof ForeignOrigin && error.safeToRepeat && error.origin === "https://example.org"
      && error.message === `Pages of https://example.org can't read answers of ${address}: nothing answers there, or the bridge does not `
        + "allow https://example.org. To allow it, add it to the bridge's setting Bridge:Origins.");
    assert.deepEqual(sent, [address + path]);
  }));
}

test("a page that has read an answer repeats as programs do", () => inPage("https://example.org", async () => {
  let requests = 0;
  const fetch = async () => {
    if (++requests === 2) throw new TypeError("Failed to fetch");
    return Response.json({ value: 5 });
  };
  const game = new Bridge(address, { fetch }).emulator();
  assert.deepEqual([await game.read8(0), await game.read8(0), requests], [5, 5, 3]);
}));

test("the bridge's own page is no other site", () => inPage(address, async () => {
  const game = new Bridge("", { retries: 0, fetch: async () => { throw new TypeError("Failed to fetch"); } }).emulator();
  await assert.rejects(game.press("A"), OutcomeUnknown);
}));

test("the bridge's own page waits until the bridge is there", () => inPage(address, async () => {
  const answers = [() => { throw new TypeError("Failed to fetch"); }, () => Response.json({ state: "running" })];
  const bridge = new Bridge("", { retries: 0, fetch: async () => answers.shift()() });
  assert.equal((await bridge.waitUntilReady()).state, "running");
}));

test("waits also behind a proxy that closes connections until the bridge is there", () =>
  withServer([close, ok({ state: "running" }), close, problem("outcome-unknown", 504)], async (game, seen, address) => {
    const bridge = new Bridge(address, { retries: 0 });
    assert.equal((await bridge.waitUntilReady()).state, "running");
    await assert.rejects(bridge.waitUntilReady(-1), error => error instanceof OutcomeUnknown && error.status === 0);
    await assert.rejects(bridge.waitUntilReady(), error => error instanceof OutcomeUnknown && error.status === 504);
  }));

test("a body that breaks off is lost", () => withServer([{ cut: true }], async (game, seen, address) => {
  await assert.rejects(game.reset(), error => error instanceof OutcomeUnknown
    && error.detail.startsWith(`The connection to ${address} broke while the request was in flight (`));
}));

const othersTurn = () => new Promise(resolve => setImmediate(resolve));

test("a stream on which nothing arrives connects again", async t => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const bodies = [new ReadableStream(), "event: reset\nid: a-1\ndata: {\"frame\":0}\n\n"];
  const answer = async () => new Response(bodies.shift(), { headers: { "Content-Type": "text/event-stream" } });
  const events = await new Bridge("http://127.0.0.1", { fetch: answer }).emulator().events();
  const next = events[Symbol.asyncIterator]().next();
  await othersTurn();
  t.mock.timers.tick(39_999);
  await othersTurn();
  assert.equal(bodies.length, 1);
  t.mock.timers.tick(1);
  await othersTurn();
  t.mock.timers.tick(250);
  assert.equal((await next).value.topic, "reset");
  events.close();
});

test("a stream that doesn't begin in time counts as lost", async t => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const silent = (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const events = new Bridge("http://127.0.0.1", { fetch: silent, timeout: 1000 }).emulator().events();
  await othersTurn();
  t.mock.timers.tick(1000);
  await assert.rejects(events, OutcomeUnknown);
});
