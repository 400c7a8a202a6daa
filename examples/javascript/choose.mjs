// An agent that tries each choice from the same state and takes the best one: node examples/javascript/choose.mjs [ADDRESS]
//
// npm install --prefix examples/javascript first. Each choice is one request: load the state, press, wait, read memory and screen.
import { Bridge, u16 } from "mgba-bridge";

const stateName = "choose-example";
// The bundled button-test game counts the frames in which a button was down.
const buttons = ["A", "B", "Select", "Start", "Right"];
const read = buttons.map((_, place) => u16(0x02000040 + 2 * place));

const game = new Bridge(process.argv[2]).emulator();
// The held game waits while the agent computes. The lease releases the game if the agent dies.
const held = await game.hold({ exclusive: true, owner: "choose.mjs" });
try {
  await game.saveState(stateName);
  const stepsOf = button => [{ buttons: [button], hold: 4 + buttons.indexOf(button) }, { wait: 2 }];

  const choices = [];
  for (const button of buttons) {
    const turn = await held.act({ state: stateName, steps: stepsOf(button), settle: 1, read, screen: true });
    choices.push({ button, score: turn.values.reduce((sum, value) => sum + value), frames: turn.frames, picture: turn.png.length });
  }
  console.table(choices);

  const best = choices.reduce((one, other) => (other.score > one.score ? other : one));
  const turn = await held.act({ state: stateName, steps: stepsOf(best.button) });
  console.log(`takes ${best.button}; the game continues at frame ${turn.frame}`);
  process.exitCode = best.button === "Right" ? 0 : 1;
} finally {
  await game.deleteState(stateName).catch(() => {});
  await held.release();
}
