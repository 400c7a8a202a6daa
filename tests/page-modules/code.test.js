import assert from "node:assert/strict";
import { test } from "node:test";
import { Languages } from "../../src/Bridge.Api/wwwroot/bridge/code.js";

const origin = "http://localhost:7185";
const get = { method: "GET", path: "/emulators", gives: "json" };
const write = {
  method: "PUT", path: "/emulators/default/memory/[0x2000008]+4", body: { value: true, domain: null, note: "it's" }, gives: "nothing",
};

test("curl gets plain addresses without options", () => assert.equal(Languages.curl(get, origin, false), `curl '${origin}/emulators'`));

test("curl gets quotes that a shell takes, brackets as they are and the token from the environment", () => {
  assert.equal(Languages.curl(write, origin, true),
    `curl -g -X PUT '${origin}/emulators/default/memory/[0x2000008]+4' -H "Authorization: Bearer $BRIDGE_TOKEN" `
    + `-H 'Content-Type: application/json' -d '{"value":true,"domain":null,"note":"it'\\''s"}'`);
});

test("curl writes bytes to a file", () => assert.match(Languages.curl({ ...get, gives: "bytes" }, origin, false), / -o answer\.bin$/));

test("Python gets its own words for true and null", () => {
  const program = Languages.Python(write, origin, true);
  assert.match(program, /json\.dumps\(\{"value": True, "domain": None, "note": "it's"\}\)\.encode\(\)/);
  assert.match(program, /^import json\nimport os\nimport urllib\.request\n/);
  assert.match(program, /\n {4}print\(response\.status\)$/);
});

test("Python leaves out members that are not there", () => {
  const body = { value: [1, undefined].slice(0, 1), type: undefined };
  assert.match(Languages.Python({ ...write, body }, origin, false), /json\.dumps\(\{"value": \[1\]\}\)/);
});

test("JavaScript asks without options where there are none", () => {
  assert.equal(Languages.JavaScript(get, origin, false),
    `const response = await fetch("${origin}/emulators");\nconsole.log(await response.json());`);
});

test("no program holds a token", () => {
  for (const write of Object.values(Languages)) assert.match(write(get, origin, true), /BRIDGE_TOKEN/);
});
