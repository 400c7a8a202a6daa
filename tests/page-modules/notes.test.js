import assert from "node:assert/strict";
import { test } from "node:test";
import { noteAt, placeOf, withNote } from "../../src/Bridge.Api/wwwroot/play/notes.js";

const notes = [{ text: "a", at: 10 }, { text: "b", at: 20 }, { text: "c", at: 20 }];

for (const [frame, text] of [[9, undefined], [10, "a"], [19, "a"], [20, "c"], [Infinity, "c"]])
  test(`at frame ${frame} the note is ${text}`, () => assert.equal(noteAt(notes, frame)?.text, text));

test("a note is added once, at its place", () => {
  assert.deepEqual(withNote(notes, { text: "x", at: 15, frame: 3 }).map(({ text }) => text), ["a", "x", "b", "c"]);
  assert.deepEqual(withNote(notes, { text: "x", at: 20 }).map(({ text }) => text), ["a", "b", "c", "x"]);
  assert.equal(withNote(notes, { text: "b", at: 20 }), notes);
});

for (const [key, frame, place] of [["[", 20, 10], ["[", 10, -1], ["]", 10, 20], ["]", 20, Infinity], ["a", 20, undefined]])
  test(`${key} leads from frame ${frame} to ${place}`, () => assert.equal(placeOf(key, frame, notes.map(({ at }) => at)), place));
