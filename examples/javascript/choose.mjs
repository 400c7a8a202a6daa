// An agent that tries each choice from the same state and takes the best one: node examples/javascript/choose.mjs [ADDRESS]
//
// Each choice is one request: load the state, press, wait, read memory and screen. Needs Node 18 or newer.

const address = process.argv[2] ?? "127.0.0.1:7185";
const emulator = `http://${address}/emulators/default`;
const stateName = "choose-example";

async function send(method, path, body) {
  const response = await fetch(emulator + path, {
    method,
    headers: body ? { "Content-Type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  const result = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${result.title}. ${result.detail}`);
  return result;
}

// The address where the bundled button-test game counts the frames in which a button was down.
const framesDown = (button) => `0x${(0x02000040 + 2 * button).toString(16)}`;
const buttons = ["A", "B", "Select", "Start", "Right"];

// The held game waits while the agent computes. The lease releases the game if the agent dies.
const { lease } = await send("POST", "/frames/hold", { leaseSeconds: 20, exclusive: true, owner: "choose.mjs" });
try {
  await send("PUT", `/states/${stateName}`);

  const choices = [];
  for (const [number, button] of buttons.entries()) {
    const turn = await send("POST", "/act", {
      state: stateName,
      steps: [{ buttons: [button], hold: 4 + number }, { wait: 2 }],
      settle: 1,
      read: buttons.map((_, place) => ({ address: framesDown(place), type: "u16" })),
      screen: true,
      lease,
    });
    const score = turn.values.reduce((sum, { value }) => sum + value, 0);
    choices.push({ button, score, frames: turn.frames, picture: Buffer.from(turn.png, "base64").length });
  }
  console.table(choices);

  const best = choices.reduce((one, other) => (other.score > one.score ? other : one));
  const steps = [{ buttons: [best.button], hold: 4 + buttons.indexOf(best.button) }];
  const turn = await send("POST", "/act", { state: stateName, steps, lease });
  console.log(`takes ${best.button}; the game continues at frame ${turn.frame}`);
  process.exitCode = best.button === "Right" ? 0 : 1;
} finally {
  await send("DELETE", `/states/${stateName}`).catch(() => {});
  await send("DELETE", `/frames/hold?lease=${lease}`);
}
