// Neither proxies nor redirects get a request: each server here counts its connections.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bridge, ProblemError } from "mgba-bridge";

const lie = { type: "/docs/troubleshooting.md#not-applied", detail: "Send it again.", safeToRepeat: true, value: 1 };
const folder = fileURLToPath(new URL("..", import.meta.url));

async function withServers(handlers, run) {
  const servers = await Promise.all(handlers.map(async handler => {
    const counts = { requests: 0, connections: 0 };
    const server = createServer((request, response) => {
      counts.requests++;
      handler(request, response);
    });
    server.on("connection", () => counts.connections++);
    server.on("connect", (request, socket) => socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"));
    await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
    return { counts, server, address: `http://127.0.0.1:${server.address().port}` };
  }));
  try {
    await run(...servers);
  } finally {
    for (const { server } of servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}

const redirect = (status, location) => (request, response) =>
  response.writeHead(status, { ...(location && { Location: location }), "Content-Type": "application/json" }).end(JSON.stringify(lie));
const answer = (request, response) => response.writeHead(200, { "Content-Type": "application/json" }).end('{"value": 5}');

/** Runs code in a Node that uses the environment's proxies, and returns what it writes. */
async function runWithProxy(code, address, proxy) {
  const variables = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"].map(name => [name, proxy]);
  const child = spawn(process.execPath, ["--input-type=module", "-e", code, address], {
    cwd: folder, stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...Object.fromEntries(variables), no_proxy: "", NO_PROXY: "", NODE_USE_ENV_PROXY: "1" },
  });
  let output = "";
  for await (const part of child.stdout) output += part;
  return output;
}

const read = `import { Bridge } from "mgba-bridge";
const [address] = process.argv.slice(-1);
const game = new Bridge(address, { token: "secret", retries: 0 }).emulator();
console.log(await game.read8(0).catch(error => error.name));`;

for (const host of ["127.0.0.1", "localhost"]) {
  test(`proxies of the environment get no request for ${host}`, () => withServers([answer, answer], async (bridge, proxy) => {
    assert.equal(await runWithProxy(read, bridge.address.replace("127.0.0.1", host), proxy.address), "5\n");
    assert.deepEqual([bridge.counts.requests, proxy.counts.connections], [1, 0]);
  }));
}

test("proxies of the environment get no plain HTTP for other hosts", () => withServers([answer], async proxy => {
  assert.match(await runWithProxy(read, "http://bridge.invalid:7185", proxy.address), /^(Unreachable|OutcomeUnknown)\n$/);
  assert.equal(proxy.counts.connections, 0);
}));

const acts = {
  "a read": game => game.read8(0),
  "a press": game => game.press("A"),
  "a state": game => game.restore(new Uint8Array(8)),
  "a stream": game => game.events(),
};
for (const [name, act] of Object.entries(acts)) {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`${name} does not follow a ${status}`, () => withServers([answer], async target => {
      await withServers([redirect(status, `${target.address}/emulators`)], async ({ address, counts }) => {
        await assert.rejects(act(new Bridge(address, { token: "secret" }).emulator()), error => error instanceof ProblemError
          && error.status === status && error.type === "" && !error.safeToRepeat
          && error.detail === `The bridge answered ${status} and points to ${target.address}; clients do not follow redirects. `
            + "Use that address.");
        assert.deepEqual([counts.requests, target.counts.connections], [1, 0]);
      });
    }));
  }
}

for (const location of ["/login", "//other/", "ftp://other/", "http://", undefined]) {
  test(`a redirect to ${location} names no address`, () => withServers([redirect(302, location)], async ({ address }) => {
    await assert.rejects(new Bridge(address).emulator().read8(0), error => error instanceof ProblemError
      && error.detail === "The bridge answered 302; clients do not follow redirects. Check the address.");
  }));
}

test("a redirect names no more than the origin", () =>
  withServers([redirect(307, "https://user:password@other:7185/path?token=x")], async ({ address }) => {
    await assert.rejects(new Bridge(address).emulator().read8(0), error =>
      error.detail === "The bridge answered 307 and points to https://other:7185; clients do not follow redirects. Use that address.");
  }));

test("a stream that is redirected when it connects again ends", () => withServers([answer], async target => {
  const streams = [
    (request, response) => response.writeHead(200, { "Content-Type": "text/event-stream" }).end(),
    redirect(307, target.address),
  ];
  await withServers([(request, response) => streams.shift()(request, response)], async ({ address }) => {
    const events = await new Bridge(address).emulator().events();
    await assert.rejects(events[Symbol.asyncIterator]().next(), error => error instanceof ProblemError && error.status === 307);
    assert.equal(target.counts.connections, 0);
  });
}));

test("a browser hides the status of a redirect", async () => {
  const hidden = { ok: false, status: 0, type: "opaqueredirect", headers: new Headers(), body: null };
  const game = new Bridge("", { fetch: async (url, init) => (assert.equal(init.redirect, "manual"), hidden) }).emulator();
  const expected = error => error instanceof ProblemError && !error.safeToRepeat
    && error.detail === "The bridge answered with a redirect; clients do not follow redirects. Check the address.";
  await assert.rejects(game.press("A"), expected);
  await assert.rejects(game.events(), expected);
});
