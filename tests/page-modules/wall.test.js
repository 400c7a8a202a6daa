import assert from "node:assert/strict";
import { test } from "node:test";
import { creationOf, listerOf } from "../../src/Bridge.Api/wwwroot/wall/creation.js";
import { countText, leaseText, namesOfTabs, textsOf, textsOfVector, vectorCountText } from "../../src/Bridge.Api/wwwroot/wall/wording.js";

const lease = { seconds: 600, endsInSeconds: 599.9 };
const created = { rom: "a.gba", labels: { task: "maze", run: "" }, lease };

test("a created emulator shows its ROM until its game is known, its labels and its lease, and can be ended", () => {
  const running = { name: "red", state: "running", problem: null, next: "Nothing to do.", created };
  assert.deepEqual(textsOf(running), {
    name: "red", state: "Running", game: "a.gba", advice: "", labels: ["task: maze", "run: "],
    lease: "Ends after 10 min without use.", canEnd: true, isLive: true,
  });
  assert.equal(textsOf(running, { title: "GAME", platform: "GBA" }).game, "GAME · GBA");
});

test("a configured emulator shows its problem's advice, and can't be ended", () => {
  const problem = { type: "#no-emulator", advice: "Nothing listens there." };
  assert.deepEqual(textsOf({ name: "default", state: "no-emulator", problem, next: problem.advice }), {
    name: "default", state: "No emulator", game: "–", advice: "Nothing listens there.", labels: [],
    lease: "Configured: the bridge doesn't end it.", canEnd: false, isLive: false,
  });
});

const states = { running: true, held: true, paused: false, failed: false, crashed: false, "new-state": false };
for (const [state, isLive] of Object.entries(states)) {
  test(`an emulator that is ${state} has ${isLive ? "" : "no "}pictures`, () =>
    assert.equal(textsOf({ name: "red", state, problem: null, created }).isLive, isLive));
}

test("an unknown state is shown as it is", () => assert.equal(textsOf({ name: "red", state: "new-state" }).state, "new-state"));

const leases = {
  0: "0 s", 0.1: "1 s", 59: "59 s", 59.2: "1 min", 60: "1 min", 90: "2 min", 600: "10 min", 5400: "90 min", 5401: "2 h",
};
for (const [left, text] of Object.entries(leases)) {
  test(`a lease with ${left} seconds left ends in ${text}`, () =>
    assert.equal(leaseText({ seconds: 604800, endsInSeconds: Number(left) }),
      `Ends in ${text} unless used; each use keeps it for 7 days.`));
}

test("a new emulator has a minute, and its first use gives it the time that was asked for", () => {
  assert.equal(leaseText({ seconds: 600, endsInSeconds: 60 }), "Ends in 1 min unless used; each use keeps it for 10 min.");
  assert.equal(leaseText({ seconds: 600, endsInSeconds: 599.9 }), "Ends after 10 min without use.");
});

test("a lease for ever does not end", () =>
  assert.equal(leaseText({ seconds: null, endsInSeconds: null }), "Stays until it is ended."));

test("the count says how many run", () => {
  assert.equal(countText([]), "0 emulators, 0 running");
  assert.equal(countText([{ state: "held" }]), "1 emulator, 1 running");
  assert.equal(countText([{ state: "running" }, { state: "failed" }]), "2 emulators, 1 running");
});

const vector = {
  rom: "maze.gba", game: { title: "MAZE", platform: "GBA" }, count: 16, frames: 4, read: [{}, {}], lease: { seconds: 600 },
};

test("a vector shows its game, how many copies it has, and when it ends", () => {
  assert.deepEqual(textsOfVector(vector), {
    count: "16 games", game: "MAZE · GBA", about: "4 frames a step, 2 values read.", lease: "Ends after 10 min without use.",
  });
  const single = { ...vector, game: { title: "", platform: "GB" }, count: 1, frames: 1, read: [{}], lease: { seconds: null } };
  assert.deepEqual(textsOfVector(single), {
    count: "1 game", game: "maze.gba · GB", about: "1 frame a step, 1 value read.", lease: "Stays until it is ended.",
  });
});

test("the count says how many vectors and games there are", () => {
  assert.equal(vectorCountText([{ count: 1 }]), "1 vector, 1 game");
  assert.equal(vectorCountText([{ count: 16 }, { count: 4 }]), "2 vectors, 20 games");
});

test("configured emulators have a tab, and created ones that were opened", () => {
  const emulators = [{ name: "default" }, { name: "blue", created }, { name: "red", created }];
  assert.deepEqual(namesOfTabs(emulators, new Set(["red", "ended"])), ["default", "red"]);
});

test("a form with only a ROM creates an emulator with the default speed and a lease in seconds", () =>
  assert.deepEqual(creationOf({ rom: "a.gba", name: "", speed: "1", minutes: 10, never: false }),
    { rom: "a.gba", lease: { seconds: 600 } }));

test("a full form names the emulator, its speed and a lease for ever", () =>
  assert.deepEqual(creationOf({ rom: "a.gba", name: "red", speed: "0", minutes: 10, never: true }),
    { rom: "a.gba", name: "red", speed: 0, lease: { seconds: null } }));

test("the ROMs are those that the first emulator lists that has not failed", () => {
  assert.equal(listerOf([{ name: "red", state: "failed" }, { name: "blue", state: "paused" }]), "blue");
  assert.equal(listerOf([]), undefined);
});
