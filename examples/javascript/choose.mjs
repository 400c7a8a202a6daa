// An agent that tries each choice from the same moment and takes the best one: node examples/javascript/choose.mjs [ADDRESS]
//
// One request a choice: load the moment, press, let the game settle, look. It needs Node 18 or newer, or any browser's fetch.

const address = process.argv[2] ?? "127.0.0.1:7185";
const emulator = `http://${address}/emulators/default`;
const moment = "choose-example";

async function ask(method, path, body) {
  const response = await fetch(emulator + path, {
    method,
    headers: body ? { "Content-Type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.title}. ${answer.detail}`);
  return answer;
}

// Where the bundled button-test game counts in how many frames each button was down.
const framesDown = (button) => `0x${(0x02000040 + 2 * button).toString(16)}`;
const buttons = ["A", "B", "Select", "Start", "Right"];

// Held, the game waits while the agent thinks. The lease ends by itself should the agent die.
const { lease } = await ask("POST", "/frames/hold", { leaseSeconds: 20, exclusive: true, owner: "choose.mjs" });
try {
  await ask("PUT", `/states/${moment}`);

  const choices = [];
  for (const [number, button] of buttons.entries()) {
    const turn = await ask("POST", "/act", {
      state: moment,
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
  const turn = await ask("POST", "/act", { state: moment, steps, lease });
  console.log(`takes ${best.button}; the game goes on from frame ${turn.frame}`);
  process.exitCode = best.button === "Right" ? 0 : 1;
} finally {
  await ask("DELETE", `/states/${moment}`).catch(() => {});
  await ask("DELETE", `/frames/hold?lease=${lease}`);
}
