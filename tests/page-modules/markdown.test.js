import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nodesOf } from "../../src/Bridge.Api/wwwroot/ui/markdown.js";

const guide = readFileSync(new URL("../../docs/troubleshooting.md", import.meta.url), "utf8");

test("emphasis, code and links are parsed, and code keeps its marks", () => {
  assert.deepEqual(nodesOf("In *Tools > File* **run** `a *b* [c](d)` [the `x` guide](y.md#z)."), [{
    tag: "p",
    children: [
      "In ", { tag: "em", children: ["Tools > File"] }, " ", { tag: "strong", children: ["run"] }, " ",
      { tag: "code", children: ["a *b* [c](d)"] }, " ", "the ", { tag: "code", children: ["x"] }, " guide", ".",
    ],
  }]);
});

test("a list is a list, also directly below its paragraph", () => {
  assert.deepEqual(nodesOf("Choose:\n\n- one\n- two - or three\n\nEnd\n- last"), [
    { tag: "p", children: ["Choose:"] },
    { tag: "ul", children: [{ tag: "li", children: ["one"] }, { tag: "li", children: ["two - or three"] }] },
    { tag: "p", children: ["End"] }, { tag: "ul", children: [{ tag: "li", children: ["last"] }] },
  ]);
});

// Texts outside of code, which may have any character.
const texts = node => (typeof node === "string" ? [node] : node.tag === "code" ? [] : node.children.flatMap(texts));

for (const section of guide.split(/^## /m).slice(1)) {
  const [type, ...lines] = section.split("\n");
  test(`the help about ${type} shows no Markdown`, () => {
    const found = nodesOf(lines.join("\n")).flatMap(texts);
    assert.ok(found.length > 0);
    for (const text of found) assert.doesNotMatch(text, /[*`]|\]\(|^- |^#/m);
  });
}
