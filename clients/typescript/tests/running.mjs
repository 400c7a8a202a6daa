// Starts a real bridge and emulator for the tests, with the Python client's fixture.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../python", import.meta.url));

/** Starts them and returns {address, tell, close}; `tell("kill default")` kills the emulator. */
export async function start(...names) {
  const child = spawn("python3", ["-m", "tests.running", ...names], {
    cwd: folder, stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const address = (await lines.next()).value;
  if (!address) throw new Error("The bridge did not start; see the output above.");
  return {
    address,
    tell: async line => {
      child.stdin.write(`${line}\n`);
      await lines.next();
    },
    close: () => new Promise(resolve => {
      child.on("exit", resolve);
      child.stdin.end();
    }),
  };
}
