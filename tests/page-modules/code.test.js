import assert from "node:assert/strict";
import { test } from "node:test";
import { firstLanguage, Languages } from "../../src/Bridge.Api/wwwroot/bridge/code.js";

const origin = "http://localhost:7185";
const get = { method: "GET", path: "/emulators", returns: "json" };
const write = {
  method: "PUT", path: "/emulators/default/memory/[0x2000008]+4", body: { value: true, domain: null, note: "it's" }, returns: "nothing",
};

test("a plain GET is curl with the URL alone", () => assert.equal(Languages.curl(get, origin, false), `curl '${origin}/emulators'`));

test("curl quotes for the shell, keeps brackets and takes the token from the environment", () => {
  assert.equal(Languages.curl(write, origin, true),
    `curl -g --noproxy '*' -X PUT '${origin}/emulators/default/memory/[0x2000008]+4' -H "Authorization: Bearer $BRIDGE_TOKEN" `
    + `-H 'Content-Type: application/json' -d '{"value":true,"domain":null,"note":"it'\\''s"}'`);
});

test("curl writes bytes to a file", () => assert.match(Languages.curl({ ...get, returns: "bytes" }, origin, false), / -o response\.bin$/));

test("a plain GET is Invoke-RestMethod that shows the JSON", () =>
  assert.equal(Languages.PowerShell(get, origin, false), `Invoke-RestMethod -Uri '${origin}/emulators' | ConvertTo-Json -Depth 9`));

test("PowerShell doubles every quote that ends its texts, names UTF-8 and takes the token from the environment", () => {
  const body = { note: "it's \u2019" };
  assert.equal(Languages.PowerShell({ ...write, body }, origin, true),
    `Invoke-RestMethod -Method PUT -Uri '${origin}/emulators/default/memory/[0x2000008]+4' `
    + `-Headers @{ Authorization = "Bearer $env:BRIDGE_TOKEN" } `
    + `-ContentType 'application/json; charset=utf-8' -Body '{"note":"it''s \u2019\u2019"}'`);
});

test("PowerShell writes bytes to a file", () =>
  assert.match(Languages.PowerShell({ ...get, returns: "bytes" }, origin, false), / -OutFile response\.bin$/));

test("PowerShell is the first language on Windows, and curl elsewhere", () => {
  assert.equal(firstLanguage({ userAgentData: { platform: "Windows" }, platform: "Win32" }), "PowerShell");
  assert.equal(firstLanguage({ platform: "Win32" }), "PowerShell");
  for (const other of [{ platform: "Linux x86_64" }, { userAgentData: { platform: "macOS" } }, {}])
    assert.equal(firstLanguage(other), "curl");
});

test("Python writes True and None", () => {
  const program = Languages.Python(write, origin, true);
  assert.match(program, /json\.dumps\(\{"value": True, "domain": None, "note": "it's"\}\)\.encode\(\)/);
  assert.match(program, /^import json\nimport os\nimport urllib\.request\n/);
  assert.match(program, /\n {4}print\(response\.status\)$/);
});

test("a token goes to no proxy over plain HTTP", () => {
  const secure = "https://bridge.example";
  for (const [name, direct] of [["curl", "--noproxy '*' "], ["Python", "build_opener(urllib.request.ProxyHandler({}))"]]) {
    assert.ok(Languages[name](get, origin, true).includes(direct), name);
    assert.ok(!Languages[name](get, secure, true).includes(direct), name);
    assert.ok(!Languages[name](get, origin, false).includes(direct), name);
  }
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
  for (const programOf of Object.values(Languages)) assert.match(programOf(get, origin, true), /BRIDGE_TOKEN/);
});
