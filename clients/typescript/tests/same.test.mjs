// The same program gives the same output in every language.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bridge } from "mgba-bridge";
import { start } from "./running.mjs";

const built = fileURLToPath(new URL("../../../artifacts/bin/Same/release/Same.dll", import.meta.url));
const programs = [["python3", "same.py"], ["node", "same.mjs"], ["dotnet", built]];
const same = fileURLToPath(new URL("../../same", import.meta.url));
const python = fileURLToPath(new URL("../../python/src", import.meta.url));
const environment = { ...process.env, PYTHONPATH: python, PYTHONDONTWRITEBYTECODE: "1" };

/** Runs a program and returns its lines; kills the emulator while the program presses. */
async function outputOf([command, program]) {
  const running = await start();
  try {
    const child = spawn(command, [program, running.address], { cwd: same, env: environment, stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise(resolve => child.on("exit", resolve));
    const lines = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line !== "pressing") continue;
      const game = new Bridge(running.address).emulator();
      while ((await game.buttons()).down.length === 0);
      await running.tell("kill default");
    }
    assert.equal(await ended, 0, lines.join("\n"));
    return lines;
  } finally {
    await running.close();
  }
}

test("the same program has the same output in every language", async () => {
  const outputs = await Promise.all(programs.map(outputOf));
  for (const output of outputs) assert.deepEqual(output, outputs[0]);
  assert.deepEqual(outputs[0], [
    "read 4368 1 00010203", "video #FFFFFF 128 PNG", "press 3 1", "step 4 4", "act True 2 PNG", "load True True",
    "rewind True 5 same-program", "movie True True 0 True", "watch watch left 1",
    "refused 400 out-of-range address True", "refused 404 unknown-state name True", "refused 400 invalid-parameter hold True",
    "pressing", "unknown 504 outcome-unknown False",
  ]);
});
