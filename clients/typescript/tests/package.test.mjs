// The package itself: its types are current, and it installs and plays the README's programs.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import { Bridge } from "mgba-bridge";
import { start } from "./running.mjs";

const folder = fileURLToPath(new URL("..", import.meta.url));
const examples = fileURLToPath(new URL("../../../examples/javascript", import.meta.url));
const run = (command, args, cwd) => execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

test("the types are generated from the current document", () => {
  run("node", ["tools/generate.mjs", "--check"], folder);
});

test("the module that the bridge serves is made from the current client", () => {
  run("node", ["tools/bundle.mjs", "--check"], folder);
});

test("a release has a package that compiles nothing when it is installed", () => {
  const target = mkdtempSync(join(tmpdir(), "bridge-release-"));
  try {
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const env = { ...process.env, RELEASE_FOLDER: join(target, "release") };
    execFileSync(join(folder, "../../eng/release.sh"), [version, "npm"], { env });
    const file = `mgba-bridge-${version}.tgz`;
    assert.ok(readFileSync(join(target, "release", "SHA256SUMS"), "utf8").includes(`*${file}`));
    writeFileSync(join(target, "package.json"), '{"private": true, "type": "module"}');
    run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", `./release/${file}`], target);
    writeFileSync(join(target, "use.mjs"), 'import { Bridge } from "mgba-bridge"; console.log(new Bridge().emulator().name);');
    assert.equal(run("node", ["use.mjs"], target), "default\n");
  } finally {
    rmSync(target, { recursive: true });
  }
});

test("the bridge serves the client as one module, and its OpenAPI document", async () => {
  const target = mkdtempSync(join(tmpdir(), "bridge-client-"));
  const running = await start();
  try {
    const served = await fetch(`${running.address}/client.js`);
    assert.equal(served.headers.get("Content-Type"), "text/javascript; charset=utf-8");
    writeFileSync(join(target, "client.mjs"), await served.text());
    const client = await import(join(target, "client.mjs"));
    assert.deepEqual(Object.keys(client).sort(), Object.keys(await import("mgba-bridge")).sort());
    assert.equal(await new client.Bridge(running.address).emulator().read8(0x02000101), 1);
    assert.match((await (await fetch(`${running.address}/openapi.json`)).json()).openapi, /^3\./);
  } finally {
    await running.close();
    rmSync(target, { recursive: true });
  }
});

test("the type of problems has those of the bridge", () => {
  const page = readFileSync(new URL("../../../docs/troubleshooting.md", import.meta.url), "utf8");
  const code = readFileSync(new URL("../src/problems.ts", import.meta.url), "utf8").match(/export type ProblemType =(.*?);/s)[1];
  const names = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name).sort();
  assert.deepEqual(names(code, /"([a-z-]+)"/g), names(page, /^## ([a-z-]+)$/gm));
});

test("it packs, installs and plays the README's programs and the examples", async () => {
  const target = mkdtempSync(join(tmpdir(), "bridge-install-"));
  const running = await start();
  try {
    const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", target], folder));
    writeFileSync(join(target, "package.json"), '{"private": true, "type": "module"}');
    run("npm", ["install", "--offline", "--no-audit", "--no-fund", filename], target);
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    const programs = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, program]) => program);
    assert.ok(programs.length >= 3);
    for (const [number, program] of programs.entries()) {
      writeFileSync(join(target, `${number}.mjs`), program.replaceAll("new Bridge()", `new Bridge("${running.address}")`));
      const output = run("node", [`${number}.mjs`], target);
      for (const [, expected] of program.matchAll(/\/\/ prints (.*)$/gm)) assert.ok(output.includes(expected), output);
    }
    for (const name of ["choose.mjs", "overlay.mjs"]) {
      copyFileSync(join(examples, name), join(target, name));
      assert.ok(readFileSync(join(target, name), "utf8").split("\n").length < 80);
    }
    const chosen = run("node", ["choose.mjs", running.address], target);
    assert.match(chosen, /takes Right; the game continues at frame \d+/);
    await checkOverlay(target, running.address);
  } finally {
    await running.close();
    rmSync(target, { recursive: true });
  }
});

/** The overlay shows a page, and sends its values when one changes. */
async function checkOverlay(target, address) {
  const overlay = spawn("node", ["overlay.mjs", address, "0"], { cwd: target, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [url] = (await createInterface({ input: overlay.stdout })[Symbol.asyncIterator]().next()).value.match(/http.*/);
    assert.match(await (await fetch(url)).text(), /EventSource/);
    const reader = (await fetch(`${url}values`)).body.pipeThrough(new TextDecoderStream()).getReader();
    const valueOf = text => JSON.parse(text.slice("data: ".length))["presses of B"];
    const before = valueOf((await reader.read()).value);
    await new Bridge(address).emulator().press("B");
    assert.equal(valueOf((await reader.read()).value), before + 1);
    await reader.cancel();
  } finally {
    overlay.kill();
  }
}
