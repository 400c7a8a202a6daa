// The client against a real bridge and the button-test game (emulator/rom/README.md).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Bridge, OutcomeUnknown, ProblemError, StepsFailed, i16, span, u16, u32, u8 } from "mgba-bridge";
import { start } from "./running.mjs";

const counterA = 0x02000020, framesA = 0x02000040, counterRight = 0x02000028, saved = 0x02000200, inWram = 0x02000804, inIwram = 0x03004000;
let running, game, bridge;

before(async () => {
  running = await start();
  bridge = new Bridge(running.address);
  game = bridge.emulator();
});
after(() => running.close());

test("reads and writes numbers and ranges", async () => {
  await game.write16(saved, 0xbeef);
  assert.equal(await game.read16(saved), 0xbeef);
  assert.equal(await game.read("[0x02000008]+0x10"), 0x10);
  assert.deepEqual(await game.readBytes(0x02000100, 4), Uint8Array.of(0, 1, 2, 3));
  await game.writeBytes(0x02000300, Uint8Array.of(1, 2, 3, 4));
  assert.equal(await game.read32(0x300, "wram"), 0x04030201);
  const { values } = await game.readMany([u8(0x02000101), i16(saved), span(0x02000100, 3)]);
  assert.deepEqual(values, [1, 0xbeef - 0x10000, Uint8Array.of(0, 1, 2)]);
  assert.ok((await game.domains()).some(({ name }) => name === "wram"));
});

test("searches all working RAM by default, and a range at a number", async () => {
  await game.write16(inWram, 40003);
  await game.write16(inIwram, 40003);
  const first = await game.search({ type: "u16", is: "eq", value: 40003 });
  assert.deepEqual(first.matches.map(({ address }) => address), [inWram, inIwram]);
  await game.write16(inIwram, 40004);
  const narrowed = await game.narrow(first, "increased");
  assert.deepEqual(narrowed.matches, [{ address: inIwram, value: 40004, previous: 40003 }]);
  assert.equal(await game.read16(narrowed.matches[0].address), 40004);
  const range = await game.search({ address: 0x03000000, length: 0x8000, type: "u16", is: "eq", value: 40004 });
  assert.deepEqual(range.matches, [{ address: inIwram, value: 40004, previous: undefined }]);
});

test("takes an address where it takes a place", async () => {
  assert.deepEqual((await game.readMany([0x02000101, "[0x02000008]+0x10", u8(0x02000101)])).values, [1, 0x10, 1]);
  assert.equal((await game.watch(0x02000101)).value, 1);
  const held = await game.hold();
  assert.deepEqual((await held.step(1, "", { read: [0x02000101] })).values, [1]);
  assert.deepEqual((await held.act({ read: [0x02000101] })).values, [1]);
  await held.release();
});

test("buttons go down together however they are written", async () => {
  const counters = [u16(counterA), u16(counterA + 2)];
  for (const act of [() => game.press("A+B"), () => game.press(["A", "B"]), () => game.play(["A+B"]), () => game.play([["A", "B"]]),
    () => game.play([{ buttons: "A+B" }])]) {
    const { values: [a, b] } = await game.readMany(counters);
    await act();
    assert.deepEqual((await game.readMany(counters)).values, [a + 1, b + 1]);
  }
});

test("names in a sentence what it can't take", async () => {
  for (const [act, message] of [
    [() => game.readMany([undefined]), "A place must be like u16(0x02000000), or an address; got undefined."],
    [() => game.watch(null), "A place must be like u16(0x02000000), or an address; got null."],
    [() => game.narrow(undefined, "changed"), "found must be what search or narrow returned; got undefined."],
    [() => game.press(3), 'buttons must be names like "A" or "Up+B"; got 3.'],
    [() => game.read(undefined), "address must be a number like 0x02000000, or a symbol or a chain of pointers as text; got undefined."],
  ]) await assert.rejects(act, { name: "TypeError", message });
  await assert.rejects(game.read(-1), error => error.is("invalid-parameter") && error.detail.includes('got "-1"'));
});

test("a step takes a small picture", async () => {
  const held = await game.hold();
  const { pixels: dark } = await held.step(2, "", { picture: { width: 60, height: 40, gray: true } });
  const { pixels } = await held.step(2, "A", { picture: { width: 60, height: 40, gray: true } });
  assert.deepEqual([pixels.width, pixels.height, pixels.channels, pixels.data.length], [60, 40, 1, 2400]);
  // The box of A: at 192, 74 of 240 x 160.
  assert.ok(pixels.data[18 * 60 + 48] > dark.data[18 * 60 + 48] + 50);
  assert.equal((await held.step()).pixels, undefined);
  await held.release();
});

test("counts presses once each", async () => {
  const before = await game.read16(counterA);
  const pressed = await game.press("A", { hold: 3 });
  assert.equal(pressed.releasedAt - pressed.pressedAt, 3);
  await game.play([{ buttons: ["A"], hold: 4 }, { wait: 5 }, "A"], 2);
  assert.equal(await game.read16(counterA), before + 5);
  const { id } = await game.queuePlay([{ wait: 36000 }]);
  assert.match((await game.progress(id)).state, /queued|running/);
  await game.cancel(id);
  await game.holdButtons(["Up"], 60000);
  await game.waitFrames(3);
  assert.deepEqual((await game.buttons()).down, ["Up"]);
  await game.releaseButtons();
});

test("steps a held game, plays turns and takes pictures", async () => {
  const held = await game.hold({ exclusive: true, owner: "test" });
  try {
    const read = [u32(0x02000000), u16(framesA)];
    const first = await held.step(1, [], { read });
    const second = await held.step(4, "A", { read });
    assert.equal(second.frame, first.frame + 4);
    assert.deepEqual(second.values, [first.values[0] + 4, first.values[1] + 4]);
    await assert.rejects(game.act({ steps: ["A"] }), error => error instanceof ProblemError && error.is("held") && error.status === 409);
    const turn = await held.act({ steps: [{ buttons: ["A"], hold: 2 }], settle: 1, read: [u16(framesA)], screen: true });
    assert.deepEqual(turn.values, [second.values[1] + 2]);
    assert.deepEqual([...turn.png.slice(1, 4)], [...Buffer.from("PNG")]);
    assert.equal((await game.screen(2)).frame, turn.frame);
    await held.renew();
  } finally {
    await held.release();
  }
  await held.release();
});

test("decodes video memory", async () => {
  const mode = 0x04000000, bitmap = await game.read16(mode);
  const sizeOf = png => [16, 20].map(at => new DataView(png.buffer, png.byteOffset).getUint32(at));
  await game.write16(mode, 0x0100);
  try {
    const entry = await game.read16(0x06000000);
    const map = await game.tileMap();
    assert.deepEqual([map.background, map.shown, map.columns, map.rows, map.colors], ["0", true, 32, 32, 16]);
    assert.deepEqual([map.tiles[0][0], map.palettes[0][0]], [entry & 0x3ff, entry >> 12]);
    assert.deepEqual(sizeOf(await game.tileMapPicture(0)), [256, 256]);
    const text = await game.readText({ [map.tiles[0][0]]: "ab" }, 0, { visible: false });
    assert.deepEqual([text.rows.length, text.rows[0].slice(0, 2), text.visible], [32, "ab", false]);
  } finally {
    await game.write16(mode, bitmap);
  }
  const { background, sprites } = await game.palettes();
  assert.deepEqual([background.length, sprites[15].length, background[0][2]], [16, 16, "#FFFFFF"]);
  assert.deepEqual(sizeOf(await game.tiles({ count: 33, sprites: true, colors: 256 })), [256, 16]);
  const all = await game.sprites();
  assert.deepEqual([all.length, all[5].number, all[5].width, all[5].mode], [128, 5, 8, "normal"]);
  assert.deepEqual(sizeOf(await game.spritePicture(5)), [8, 8]);
  await assert.rejects(game.tileMap("window"), error => error instanceof ProblemError && error.status === 409);
});

test("saves and loads states", async () => {
  const held = await game.hold();
  try {
    const { frame } = await held.step();
    const state = await game.state();
    await game.saveState("client-test");
    assert.ok((await game.states()).some(({ name }) => name === "client-test"));
    await held.step(10);
    assert.equal(await game.loadState("client-test"), frame);
    await held.step(10);
    assert.equal(await game.restore(state), frame);
    await game.storeState("client-copy", await game.storedState("client-test"));
    for (const name of ["client-test", "client-copy"]) await game.deleteState(name);
    await game.saveSlot(3);
    await held.step(2);
    assert.equal(await game.loadSlot(3), frame);
  } finally {
    await held.release();
  }
  await assert.rejects(game.loadState("client-test"), error => error.is("unknown-state") && error.safeToRepeat);
  await assert.rejects(game.restore(Uint8Array.of(1)), error => error.is("refused-state"));
});

test("records, keeps, plays and verifies movies", async () => {
  const held = await game.hold({ leaseSeconds: 60, exclusive: true });
  const first = await game.recordMovie("run", "reset");
  await held.step(60, "A");
  const written = await game.stopMovie("run");
  assert.ok(written.from <= first, "it may begin some frames earlier");
  const { frames } = written;
  assert.deepEqual([written.to, frames], [first + 59, written.to - written.from + 1]);
  assert.ok((await game.movies()).some(({ name, bytes }) => name === "run" && bytes === written.bytes));
  const movie = await game.movie("run");
  const stored = await game.storeMovie("copy", movie);
  assert.deepEqual([stored.frames, stored.source, stored.notes], [frames, "history", []]);
  await assert.rejects(game.playMovie("copy"), error => error.is("held"));
  const { isEqual, played, after, before, regions } = await held.playMovie("copy", { speed: 0 });
  assert.deepEqual({ isEqual, played, after, before, regions },
    { isEqual: true, played: frames, after: undefined, before: undefined, regions: [] });
  assert.equal((await held.playMovie("copy", { to: 5, until: "end" })).played, 5);
  await held.release();

  const verified = await bridge.verifyMovie(movie, "buttontest.gba");
  assert.deepEqual([verified.isEqual, verified.played, verified.checked, verified.rom], [true, frames, written.hashes, "buttontest.gba"]);
  const bk2 = await game.movie("run", "bk2");
  assert.equal((await game.storeMovie("copy", bk2)).source, "bk2");
  const { now } = await game.history();
  assert.ok((await game.writeMovie("run", { from: now, to: now })).frames >= 1);
  await game.deleteMovie("copy");
  await assert.rejects(game.movie("copy"), error => error.is("unknown-movie"));
});

test("records a movie from a named state", async () => {
  const held = await game.hold({ leaseSeconds: 60 });
  await game.saveState("boss");
  await held.step(30, "A");
  const first = await game.recordMovie("run", { state: "boss" });
  await held.step(60, "B");
  const written = await game.stopMovie("run");
  assert.deepEqual([written.from, written.frames], [first, 60]);
  const { isEqual, played } = await held.playMovie("run", { speed: 0 });
  assert.deepEqual([isEqual, played], [true, 60]);
  await assert.rejects(game.recordMovie("other", { state: "none" }), error => error.is("unknown-state"));
  await assert.rejects(game.stopMovie("other"), error => error.is("unknown-movie"));
  await held.release();
});

test("tells where a state comes from, and replays it", async () => {
  const held = await game.hold({ leaseSeconds: 60 });
  await game.saveState("camp", "By the fire & more");
  await held.step(20, "A");
  await game.saveState("gate");
  const states = new Map((await game.stateTree()).map(state => [state.name, state]));
  assert.deepEqual([states.get("gate").parent, states.get("gate").frames, states.get("camp").note], ["camp", 20, "By the fire & more"]);
  assert.deepEqual([...(await game.statePicture("gate")).slice(1, 4)], [...Buffer.from("PNG")]);
  const { isEqual, checked } = await game.replayState("gate", { speed: 0 });
  assert.ok(isEqual && checked > 0);
  for (const name of ["camp", "gate"]) await game.deleteState(name);
  await held.release();
});

test("makes clips, and returns the sound", async () => {
  await game.waitFrames(60);
  const clip = await game.clip({ seconds: 0.5, scale: 2, overlay: ["buttons", "frame"], text: "Hi!" });
  assert.equal(new TextDecoder().decode(clip.bytes.subarray(0, 6)), "GIF89a");
  assert.deepEqual([clip.format, clip.reducedPictures, clip.to - clip.from], ["gif", 0, 29]);
  assert.equal(clip.subtitles, undefined);
  const noted = await game.addNote("Done <é>");
  assert.deepEqual(await game.notes(1), [{ text: "Done <é>", at: noted }]);
  assert.equal(await game.showMessage("Done <é>", 1), true);
  assert.match((await game.clip({ from: noted, to: noted })).subtitles, /\nDone &lt;é&gt;\n$/);
  const part = await game.clip({ seconds: 0.5, format: "apng", crop: { x: 0, y: 0, width: 40, height: 30 } });
  assert.equal(new DataView(part.bytes.buffer, part.bytes.byteOffset).getUint32(16), 40);
  assert.equal((await game.clip({ seconds: 0.5, format: "wav" })).fps, undefined);
  assert.equal(new TextDecoder().decode((await game.audio(1)).subarray(0, 4)), "RIFF");
  assert.equal(await game.setVolume(1), 1);
  await assert.rejects(game.clip({ movie: "missing" }), error => error.is("unknown-movie"));
});

test("tells which sensors the cartridge has", async () => {
  const { frame, ...sensors } = await game.sensors();
  assert.ok(frame > 0);
  assert.deepEqual(sensors, { tilt: null, gyroscope: null, light: null, rumble: null, clock: null });
  await assert.rejects(game.setSensors({ tilt: { x: 0.5, y: 0 } }), error => error.is("conflict") && error.parameter === "tilt");
  await assert.rejects(game.setSensors({ light: 2 }), error => error.is("invalid-parameter"));
});

test("changes the game by cheats", async () => {
  const cheat = { name: "A and B", enabled: true, type: "codeBreaker", lines: ["82000004 0003"] };
  assert.deepEqual(await game.setCheat(cheat), cheat);
  assert.deepEqual(await game.cheats(), [cheat]);
  assert.equal((await game.switchCheat("A and B", false)).enabled, false);
  await assert.rejects(game.setCheats([{ name: "a", lines: ["00A-17B"] }]), error => error.parameter === "cheats[0].lines[0]");
  assert.equal((await game.importCheats(new TextEncoder().encode("# other\n!disabled\n02000304:55\n"))).length, 2);
  await game.deleteCheat("other");
  await assert.rejects(game.deleteCheat("other"), error => error.is("unknown-cheat"));
  await game.deleteCheats();
  assert.deepEqual(await game.setCheats([]), []);
});

test("keeps a notebook of the game", async () => {
  await game.deleteNotebook();
  const { id, text } = await game.addNotebookNote("The key is behind the waterfall.");
  assert.deepEqual([id, text], [1, "The key is behind the waterfall."]);
  const meaning = { address: "0x02000000", type: "u32", comment: "Counts" };
  assert.deepEqual(await game.setNotebookName("frames", meaning), meaning);
  assert.ok(await game.read("frames", "u32") > 0);
  const kept = await game.notebook();
  assert.deepEqual([kept.notes.length, kept.names.frames], [1, meaning]);
  await game.deleteNotebookNote(1);
  await game.deleteNotebookName("frames");
  await assert.rejects(game.deleteNotebookName("frames"), error => error.is("unknown-note"));
  assert.deepEqual(await game.importNotebook(kept), kept);
  await game.deleteNotebook();
});

test("names the difference of a movie", async () => {
  const told = { name: "a", frames: 60, played: 30, checked: 1, result: "differs", after: 0, before: 30, regions: ["wram"], frame: 30 };
  const stub = new Bridge("http://127.0.0.1:1", { fetch: async () => Response.json(told) });
  const { isEqual, after, before, regions } = await stub.emulator().playMovie("a");
  assert.deepEqual({ isEqual, after, before, regions }, { isEqual: false, after: 0, before: 30, regions: ["wram"] });
});

test("waits, searches and runs batches", async () => {
  const goal = await game.read32(0x02000000) + 30;
  assert.equal((await game.waitUntil({ ...u32(0x02000000), is: "ge", value: goal })).met, true);
  assert.equal((await game.waitUntil({ ...u8(0x02000100), is: "changed" }, 5)).met, false);
  assert.equal((await game.waitUntil({ screen: "changed" })).met, true);
  const counter = u32(0x02000000);
  const { met, held } = await game.waitUntil({ any: [{ ...counter, is: "decreased" }, { ...counter, is: "increased", frames: 3 }] });
  assert.deepEqual({ met, held }, { met: true, held: [{ condition: 1, frame: 3 }] });
  const played = await game.playUntil([{ buttons: "B", hold: 2 }, { wait: 3 }], { ...counter, is: "changed", frames: 4 }, 9);
  assert.deepEqual([played.met, played.frames], [true, 4]);
  const result = await game.batch([
    { op: "guard", ...u16(0x02000100), is: "eq", value: 0x100 }, { op: "write", address: saved, type: "u16", value: 7 },
    { op: "read", ...u16(saved) }, { op: "write", address: 0x02000300, bytes: Uint8Array.of(9) }, { op: "screen" },
  ]);
  assert.deepEqual([result.passed, result.values], [true, [7]]);
  assert.ok(result.png.length > 100);
  const found = await game.search({ address: "0x02000000", length: 1024, type: "u16", is: "eq", value: 7 });
  assert.ok(found.count > 0);
  await game.write16(saved, 9);
  const { matches } = await game.narrow(found, "increased");
  assert.deepEqual(matches, [{ address: saved, value: 9, previous: 7 }]);
});

test("streams watched values", async () => {
  const watch = await game.watch(u16(counterRight), { name: "steps" });
  const events = await game.events({ topics: ["watch"], watches: [watch.id] });
  await game.press("Right");
  for await (const event of events) {
    assert.deepEqual([event.topic, event.data.name, event.value], ["watch", "steps", watch.value + 1]);
    break;
  }
  await game.press("Right");
  for await (const event of await game.events({ topics: ["watch"], watches: [watch.id], lastEventId: events.lastId })) {
    assert.equal(event.value, watch.value + 2);
    break;
  }
  await game.deleteWatch(watch.id);
});

test("imports watches", async () => {
  const offset = (counterRight - 0x02000000).toString(16);
  const list = `SystemID GBA\n${offset}\tw\tu\t0\tEWRAM\tsteps: right\n${offset}\td\tf\t0\tEWRAM\tx\n`;
  const { watches, skipped } = await game.importWatches(new TextEncoder().encode(list));
  assert.deepEqual(watches.map(each => each.name), ["steps_ right"]);
  assert.deepEqual(skipped, [{ line: 3, reason: "Floating-point values can't be watched." }]);
  assert.equal(watches[0].value, await game.read16(counterRight));
  await game.deleteWatch(watches[0].id);
  await assert.rejects(game.importWatches(new TextEncoder().encode("no list")), { status: 400 });
});

test("takes names as addresses", async () => {
  const hex = counterRight.toString(16).padStart(8, "0");
  assert.equal(await game.storeSymbols(new TextEncoder().encode(`${hex} gRight,2\n02000200 gFree\n`)), 2);
  assert.equal(await game.read16("gRight"), await game.read16(counterRight));
  const { symbols, ...found } = await game.symbols({ find: "RIGHT", address: counterRight + 1 });
  assert.deepEqual(symbols.map(each => [each.name, Number(each.address), each.size]), [["gRight", counterRight, 2]]);
  assert.deepEqual(found, { count: 2, format: "sym", skipped: 0, matches: 1, nearest: "gRight+0x1" });
  await game.deleteSymbols();
  assert.equal((await game.symbols()).count, 0);
  await assert.rejects(game.read16("gRight"), { status: 400, type: "unknown-symbol" });
});

test("reads structures", async () => {
  await game.storeSymbols(new TextEncoder().encode("02000000 gCounters,60\n"));
  const Counters = { size: 64, fields: { numbers: { at: 8, type: "Numbers*" }, presses: { at: 32, type: "u16", count: 10 } } };
  const Numbers = { size: 256, fields: { first: { at: 0, type: "u8", count: 3 } } };
  assert.equal(await game.storeTypes({ types: { Counters, Numbers }, symbols: { gCounters: { type: "Counters" } } }), 2);
  const { address, type, symbol, value } = await game.readStructure("gCounters");
  assert.deepEqual([address, type, symbol], ["0x02000000", "Counters", "gCounters"]);
  assert.deepEqual([value.numbers, value.presses[4]], ["0x02000100", await game.read16(counterRight)]);
  assert.equal(await game.read("gCounters.presses[4]"), await game.read16(counterRight));
  assert.deepEqual((await game.readStructure("[gCounters.numbers]")).value, { first: [0, 1, 2] });
  assert.deepEqual((await game.readStructure(0x100, "Numbers", "wram")).value, { first: [0, 1, 2] });
  const { types, symbols } = await game.types();
  assert.deepEqual(types.map(each => [each.name, each.size, each.fields.length]), [["Counters", 64, 2], ["Numbers", 256, 1]]);
  assert.deepEqual(symbols, [{ name: "gCounters", type: "Counters" }]);
  await game.deleteTypes();
  assert.deepEqual((await game.types()).types, []);
  assert.equal((await game.disassemble({ address: "gCounters", lines: 1, mode: "arm" }))[0].symbol, "gCounters");
  await game.deleteSymbols();
  assert.equal((await game.disassemble({ address: 0x02000000, lines: 1, mode: "arm" }))[0].symbol, undefined);
});

test("knows the game", async () => {
  const info = await game.info();
  assert.equal(info.game.title, "BUTTONTEST");
  assert.equal((await bridge.emulators())[0].name, "default");
  assert.equal((await game.loadRom("buttontest.gba")).game.title, "BUTTONTEST");
  assert.equal(await game.setSpeed(0), await game.speed());
  assert.ok((await game.registers()).length > 10);
  const held = await game.hold();
  assert.equal(await game.writeRegister("r9", 4660), 4660);
  await held.release();
  await game.log("from the client", "warn");
  assert.ok((await bridge.health()).version);
  assert.ok(await game.reset() >= 0);
});

test("plain fetch of Node may read a state", async () => {
  // A GET with an effect, which the bridge refuses to browsers that don't say which site sent it.
  const response = await fetch(`${running.address}/emulators/default/state`);
  assert.equal(response.status, 200);
});

test("creates and ends emulators", async () => {
  const created = await bridge.create({ rom: "buttontest.gba", speed: 0, leaseSeconds: 60 });
  assert.equal((await created.info()).game.title, "BUTTONTEST");
  await created.setLease(Infinity);
  assert.throws(() => created.setLease(NaN), { message: "A lease must be 1 to 604,800 seconds, or Infinity; got NaN." });
  await created.end();
  await assert.rejects(created.read(saved), error => error.status === 404);
});

test("steps a vector", async () => {
  const games = await bridge.createVector({
    rom: "buttontest.gba", count: 2, frames: 2, read: [{ address: "0x02000020", type: "u16" }],
    picture: { width: 4, height: 2 }, leaseSeconds: 60,
  });
  const begun = await games.reset({ seed: 1 });
  assert.deepEqual(begun.map(({ status, frame, values }) => [status, frame, values]), [[0, 1, [0]], [0, 1, [0]]]);
  const results = await games.step({ buttons: ["A", ""] });
  assert.deepEqual(results.map(({ game, frame, values }) => [game, frame, values]), [[0, 3, [1]], [1, 3, [0]]]);
  assert.equal((await bridge.vector(games.name).info()).game.title, "BUTTONTEST");
  assert.ok((await bridge.vectors()).some(({ name }) => name === games.name));
  const state = await games.state(0);
  await games.setStart(1, state);
  assert.deepEqual((await games.step({ games: [1], starts: [1], frames: 1 }))[0].values, [1]);
  for (const picture of [await games.screen(), await games.screen(1)])
    assert.equal(new TextDecoder().decode(picture.subarray(1, 4)), "PNG");
  await games.setReads([]);
  await games.setLease(Infinity);
  assert.deepEqual((await games.step())[0].values, []);
  const emulator = await games.emulator(0, { speed: 0 });
  assert.equal(await emulator.read16(counterA), 1);
  assert.deepEqual((await emulator.storeMovie("episode", await games.movie(0))).frames, 5);
  await emulator.end();
  await games.end();
  await assert.rejects(games.step(), error => error.type === "unknown-vector" && error.status === 404);
});

test("steps a group by one request", async () => {
  const others = [await bridge.create({ rom: "buttontest.gba", speed: 0 }), await bridge.create({ rom: "buttontest.gba", speed: 0 })];
  await bridge.waitUntilReady(10_000, others[0].name);
  let requests = 0;
  const counting = new Bridge(running.address, { fetch: (...given) => (requests++, fetch(...given)) });
  const group = await counting.holdAll(["default", ...others.map(({ name }) => name)], { owner: "test" });
  try {
    const read = [u32(0x02000000), u16(counterA), span(0x02000100, 2)];
    const first = await group.step(1, [], { read });
    requests = 0;
    const second = await group.step(5, ["", "A", ["Up", "B"]], { read, picture: { width: 60, height: 40, gray: true } });
    assert.equal(requests, 1);
    assert.deepEqual(second.map(({ values }, index) => values[1] - first[index].values[1]), [0, 1, 0]);
    for (const [index, { frame, values, pixels }] of second.entries()) {
      assert.deepEqual([frame, values[0], values[2]], [first[index].frame + 5, first[index].values[0] + 5, Uint8Array.of(0, 1)]);
      assert.deepEqual([pixels.width, pixels.height, pixels.channels, pixels.data.length], [60, 40, 1, 2400]);
    }
    // The box of A is light in the second game only: at 192, 74 of 240 x 160.
    assert.ok(second[1].pixels.data[20 * 60 + 50] > second[0].pixels.data[20 * 60 + 50] + 50);
    await others[0].saveState("begin");
    await group.step(7, [], { draw: false });
    const begun = await group.step(2, ["", "A", ""], { read, states: { 1: "begin" } });
    assert.equal(begun[1].values[0], second[1].values[0] + 2);
    await others[1].forceRelease();
    await assert.rejects(group.step(3, [], { read }), error => error instanceof StepsFailed
      && error.problems[others[1].name].is("not-held") && error.steps[1].values[0] === begun[1].values[0] + 3 && !error.steps[2]);
    await assert.rejects(group.step(1, ["A"]), RangeError);
  } finally {
    await group.release();
    for (const other of others) await other.end();
  }
});

test("runs branches of one moment", async () => {
  const held = await game.hold();
  try {
    await held.step(30);
    const ends = await game.branches([
      { steps: ["A"], settle: 5, read: [u16(counterA), span(0x02000000, 256)], screen: true },
      { name: "wait", until: { any: [{ ...u32(0x02000000), is: "increased", frames: 3 }, { screen: "still", frames: 50 }] } },
    ]);
    assert.deepEqual(ends.map(({ name, frames }) => [name, frames]), [["0", 13], ["wait", 3]]);
    assert.deepEqual([ends[1].met, ends[1].held], [true, [{ condition: 0, frame: 3 }]]);
    assert.equal(ends[0].pictureHash.length, 16);
    assert.ok(ends[0].png.length > 100 && "wram" in ends[0].hashes);
    await game.branches([{ steps: ["A"], settle: 5 }], { keep: 0 });
    assert.deepEqual(await game.readBytes(0x02000000, 256), ends[0].values[1]);
  } finally {
    await held.release();
  }
  await assert.rejects(game.branches([{ until: { screen: "is" } }]), ProblemError);
});

test("a stream sets its watches again after a restart of the bridge", async () => {
  const other = await game.watch(u16(0x02000100));
  const watch = await game.watch(u16(counterA), { name: "presses of A" });
  const events = await game.events({ topics: ["watch"], watches: [watch] });
  await running.tell("restart");
  // Another client's watch gets the id that the stream's watch had.
  while ((await game.watch(u16(0x02000102))).id < watch.id);
  const seen = events[Symbol.asyncIterator]();
  assert.equal((await seen.next()).value.topic, "gap");
  const before = await game.read16(counterA);
  await game.press("A");
  const { value: event } = await seen.next();
  assert.deepEqual([event.data.name, event.value, event.data.id], ["presses of A", before + 1, watch.id]);
  assert.ok(other.id < watch.id);
  events.close();
});

test("leaves the outcome of a press unknown when the emulator dies", async () => {
  await game.setSpeed(1);
  const pressing = assert.rejects(game.press("A", { hold: 3600 }), error =>
    error instanceof OutcomeUnknown && error.status === 504 && !error.safeToRepeat);
  while ((await game.buttons()).down.length === 0);
  await running.tell("kill default");
  await pressing;
  await assert.rejects(game.read(saved), error => error.is("no-emulator"));
});
