import assert from "node:assert/strict";
import { test } from "node:test";
import { namesOf, notesOf } from "../../src/Bridge.Api/wwwroot/play/notebook.js";

test("the newest note comes first, with when it was written", () => {
  const notes = [
    { id: 1, text: "a", time: "2026-01-02T03:04:05+00:00", frame: 5 },
    { id: 3, text: "b", time: "2026-01-02T03:05:05+00:00", frame: 12345 },
  ];
  const shown = notesOf({ notes }, "en-US");
  assert.deepEqual(shown.map(({ id, text }) => [id, text]), [[3, "b"], [1, "a"]]);
  assert.match(shown[0].written, /^1\/[12]\/26, .*, frame 12,345$/);
  assert.equal(notes[0].id, 1);
});

test("a name has its address, and its type if it is known", () => {
  const names = { hp: { address: "0x02000020", type: "u16", comment: "Health" }, at: { address: "0x02000030" } };
  assert.deepEqual(namesOf({ names }), [
    { name: "hp", meaning: "0x02000020 u16", comment: "Health" }, { name: "at", meaning: "0x02000030", comment: "" },
  ]);
});
