// The package itself: its types are current, and it installs and plays the README's programs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { start } from "./running.mjs";

const folder = fileURLToPath(new URL("..", import.meta.url));
const run = (command, args, cwd) => execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

test("the types are generated from the current document", () => {
  run("node", ["tools/generate.mjs", "--check"], folder);
});

test("it packs, installs and plays the README's programs", async () => {
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
  } finally {
    await running.close();
    rmSync(target, { recursive: true });
  }
});
