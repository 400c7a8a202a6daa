// The program that every client runs with the same output: node same.mjs ADDRESS. The caller kills the emulator during the last press.
import { Bridge, OutcomeUnknown, ProblemError, span, u16, u8 } from "../typescript/dist/index.js";

const counters = 0x02000020, framesRight = 0x02000048, framesB = 0x02000042;
const name = "same-program";
// Python's words for true and false.
const say = (...words) => console.log(...words.map(word => typeof word === "boolean" ? (word ? "True" : "False") : word ?? "None"));

const bridge = new Bridge(process.argv[2]);
const game = bridge.emulator();
const { values } = await game.readMany([u16("[0x02000008]+0x10"), u8(0x02000101), span(0x02000100, 4)]);
say("read", values[0], values[1], Buffer.from(values[2]).toString("hex"));

const tile = Buffer.from((await game.tiles({ count: 1 })).slice(1, 4)).toString();
say("video", (await game.palettes()).background[0][2], (await game.sprites()).length, tile);

const before = await game.read16(counters);
const pressed = await game.press("A", { hold: 3 });
say("press", pressed.releasedAt - pressed.pressedAt, await game.read16(counters) - before);

const held = await game.hold({ leaseSeconds: 60 });
try {
  const start = await held.step(1, [], { read: [u16(framesRight), u16(framesB)] });
  await game.saveState(name);
  const step = await held.step(4, "Right", { read: [u16(framesRight)] });
  say("step", step.frame - start.frame, step.values[0] - start.values[0]);
  const turn = await held.act({ steps: [{ buttons: ["B"], hold: 2 }], settle: 1, read: [u16(framesB)], screen: true });
  const picture = Buffer.from(turn.png.slice(1, 4)).toString();
  say("act", turn.frame - step.frame === turn.frames, turn.values[0] - start.values[1], picture);
  say("load", await game.loadState(name) === start.frame, await game.read16(framesRight) === start.values[0]);
  await game.deleteState(name);
  const marked = await game.mark(name);
  await held.step(5);
  const rewound = await game.rewind({ mark: name });
  say("rewind", rewound.now === marked, rewound.to - rewound.now, (await game.history()).marks.at(-1).name);
  await game.writeMovie(name, { from: marked, to: marked + 5 });
  const played = await held.playMovie(name, { speed: 0 });
  const verified = await bridge.verifyMovie(await game.movie(name));
  say("movie", played.isEqual, played.played === played.frames, played.regions.length, verified.isEqual);
  await game.deleteMovie(name);
} finally {
  await held.release();
}

const watch = await game.watch(u16(counters + 10), { name: "left" });
const events = await game.events({ topics: ["watch"], watches: [watch.id] });
await game.press("Left");
for await (const event of events) {
  say("watch", event.topic, event.data.name, event.value - watch.value);
  break;
}
await game.deleteWatch(watch.id);

for (const refuse of [() => game.read8(0x40000, "wram"), () => game.loadState(name), () => game.press("A", { hold: 0 })]) {
  try {
    await refuse();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    say("refused", error.status, error.type, error.parameter, error.safeToRepeat);
  }
}

await game.setSpeed(1);
say("pressing");
try {
  await game.press("A", { hold: 3600 });
} catch (error) {
  if (!(error instanceof OutcomeUnknown)) throw error;
  say("unknown", error.status, error.type, error.safeToRepeat);
}
