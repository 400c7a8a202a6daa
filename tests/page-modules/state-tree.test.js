import assert from "node:assert/strict";
import { test } from "node:test";
import { canReplay, replayedText, treeOf } from "../../src/Bridge.Api/wwwroot/play/state-tree.js";

let saved = 0;
const state = (name, parent, frames) => ({
  name, savedAt: `2026-11-26T10:00:${String(++saved).padStart(2, "0")}Z`,
  ...(parent && { parent }), ...(frames !== undefined && { frames }),
});
const shown = states => treeOf(states).map(({ state: { name }, depth }) => `${" ".repeat(depth)}${name}`);
const originsOf = states => treeOf(states).map(({ origin }) => origin);

test("what follows alone stays below, and a fork goes to the right", () => {
  const [camp, gate, cave, boss, other] =
    [state("camp"), state("gate", "camp", 60), state("cave", "gate", 60), state("boss", "cave", 5), state("other", "GATE", 9)];
  assert.deepEqual(shown([boss, camp, cave, gate, other]), ["camp", "gate", " cave", " boss", " other"]);
  assert.deepEqual(shown([]), []);
});

test("a parent that was saved again since, or deleted, is none", () => {
  const [first, last] = [state("b", "a", 60), state("a", "b", 120)];
  assert.deepEqual(shown([last, first]), ["b", "a"]);
  assert.deepEqual(originsOf([last, first]), ["1.0 s after an earlier a", "2.0 s after b"]);
  assert.deepEqual(originsOf([state("c", "gone", 0), state("d", "c"), state("e")]),
    ["same frame as the deleted gone", "after c", ""]);
});

for (const [about, may] of [[{}, false], [{ parent: "a" }, false], [{ parent: "a", frames: 0 }, false], [{ parent: "a", frames: 1 }, true]])
  test(`${JSON.stringify(about)} ${may ? "can" : "can't"} be replayed`, () => assert.equal(canReplay(about), may));

for (const [played, text] of [
  [{ result: "equal" }, "Replayed a to b: all memory was equal."],
  [{ result: "differs", regions: ["wram", "vram"] }, "The replay went another way before b: wram, vram differed."],
  [{ result: "interrupted" }, "The replay of b was interrupted."],
]) test(`a replay says “${text}”`, () => assert.equal(replayedText(played, { name: "b", parent: "a" }), text));
