import assert from "node:assert/strict";
import { test } from "node:test";
import { Languages } from "../../src/Bridge.Api/wwwroot/bridge/code.js";

const origin = "http://localhost:7185";
const get = { method: "GET", path: "/emulators", returns: "json" };
const write = {
  method: "PUT", path: "/emulators/default/memory/[0x2000008]+4", body: { value: true, domain: null, note: "it's" }, returns: "nothing",
};

test("a plain GET is curl with the URL alone", () => assert.equal(Languages.curl(get, origin, false), `curl '${origin}/emulators'`));

test("curl quotes for the shell, keeps brackets and takes the token from the environment", () => {
  assert.equal(Languages.curl(write, origin, true),
    `curl -g -X PUT '${origin}/emulators/default/memory/[0x2000008]+4' -H "Authorization: Bearer $BRIDGE_TOKEN" `
    + `-H 'Content-Type: application/json' -d '{"value":true,"domain":null,"note":"it'\\''s"}'`);
});

test("curl writes bytes to a file", () => assert.match(Languages.curl({ ...get, returns: "bytes" }, origin, false), / -o response\.bin$/));

test("Python writes True and None", () => {
  const program = Languages.Python(write, origin, true);
  assert.match(program, /json\.dumps\(\{"value": True, "domain": None, "note": "it's"\}\)\.encode\(\)/);
  assert.match(program, /^import json\nimport os\nimport urllib\.request\n/);
  assert.match(program, /\n {4}print\(response\.status\)$/);
});

test("Python omits undefined members", () => {
  const body = { value: [1, undefined].slice(0, 1), type: undefined };
  assert.match(Languages.Python({ ...write, body }, origin, false), /json\.dumps\(\{"value": \[1\]\}\)/);
});

test("a plain GET is a JavaScript fetch without options", () => {
  assert.equal(Languages.JavaScript(get, origin, false),
    `const response = await fetch("${origin}/emulators");\nconsole.log(await response.json());`);
});

test("no program contains the token", () => {
  for (const write of Object.values(Languages)) assert.match(write(get, origin, true), /BRIDGE_TOKEN/);
});
