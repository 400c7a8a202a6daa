import assert from "node:assert/strict";
import { test } from "node:test";
import { areSame, branchesOf, differenceOf, sentenceOf, stepsOf } from "../../src/Bridge.Api/wwwroot/play/ways.js";

test("presses are those of the tools for language models", () => {
  assert.deepEqual(stepsOf("  A A+B  Up*16 -30 "), [
    { buttons: ["A"], hold: 6, release: 6 }, { buttons: ["A", "B"], hold: 6, release: 6 },
    { buttons: ["Up"], hold: 16, release: 6 }, { wait: 30 },
  ]);
  assert.deepEqual(stepsOf(" "), []);
  // The bridge knows which buttons there are.
  assert.deepEqual(stepsOf("Jump")[0].buttons, ["Jump"]);
});

for (const press of ["-", "Up*", "*16", "-x", "Up*16*2", "--3", "Up*-3"])
  test(`${press} is no press`, () =>
    assert.throws(() => stepsOf(`A ${press}`), { message: `A press is like A, A+B, Up*16 or -30; got "${press}".` }));

test("a way without presses has no steps", () =>
  assert.deepEqual(branchesOf(["B", " "], 30), [{ steps: [{ buttons: ["B"], hold: 6, release: 6 }], settle: 30 }, { settle: 30 }]));

const endWith = (wram, vram) => ({ hashes: [{ region: "vram", hash: vram }, { region: "wram", hash: wram }] });
const ends = [endWith("a", "x"), endWith("b", "x"), endWith("b", "x"), endWith("b", "y"), endWith("a", "x")];
for (const [index, text] of [
  [0, ""], [1, "Unlike way 1 in wram"], [2, "Same memory as way 2"], [3, "Unlike way 1 in vram, wram"], [4, "Same memory as way 1"],
]) test(`end ${index} is “${text}”`, () => assert.equal(differenceOf(index, ends), text));

test("equal hashes mean equal memory", () => {
  assert.ok(areSame(ends[0], ends[4]));
  assert.ok(!areSame(ends[0], ends[1]));
});

for (const [sentence, shown] of [
  ["branches[1].steps[0].buttons[0] must be one of A, B.", "Way 2: steps[0].buttons[0] must be one of A, B."],
  ["branches[0] must run at most 36000 frames.", "Way 1: must run at most 36000 frames."],
  ["fromFrame must be 1 to 2.", "fromFrame must be 1 to 2."],
]) test(`“${sentence}” is of a way`, () => assert.equal(sentenceOf(sentence), shown));
